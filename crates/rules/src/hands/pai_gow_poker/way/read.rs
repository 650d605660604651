//! Reading a house way, and what may be wrong with one.

use super::{super::Wheel, ACE, Item, MOST, Rule, SHAPES, Way};
use crate::kit::cards::Card;
use core::fmt;

/// Where a way is not one, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub wrong: Wrong,
}

/// The faults that a file of rules can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// A rule begins with a shape.
    Shape,
    /// More tests, or the arrow.
    Arrow,
    /// A test.
    Test,
    /// A rank.
    Rank,
    /// The higher rank comes first.
    Backward,
    /// Some hands of the rule's shapes have no such cards.
    NoSuchCards,
    /// What follows the arrow.
    Setting,
    /// A card of the low hand.
    Item,
    /// More words than a rule has.
    End,
    /// Too many rules.
    TooMany,
    /// No rule is for every hand of a shape, given by its place.
    Lacks(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { line, column, wrong } = self;
        write!(f, "line {line}, column {column}: {wrong}")
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Shape => {
                f.write_str("write what the hand is: ")?;
                SHAPES.iter().enumerate().try_for_each(|(at, shape)| {
                    write!(f, "{}{}", if at == 0 { "" } else { ", " }, shape.name)
                })
            }
            Wrong::Arrow => f.write_str("write a comma and another test, or -> and the setting"),
            Wrong::Test => {
                f.write_str("write a test: first, second or third with ranks, or single with ranks")
            }
            Wrong::Rank => f.write_str("write a rank: 2 to 9, T, J, Q, K or A, or two of them, such as 7-T"),
            Wrong::Backward => f.write_str("write the lower rank first"),
            Wrong::NoSuchCards => f.write_str("not every such hand has these cards"),
            Wrong::Setting => f.write_str("write low and two cards, high complete, or both"),
            Wrong::Item => {
                f.write_str("write a card of the low hand: first, second, third, single, any or a rank")
            }
            Wrong::End => f.write_str("the rule should end here"),
            Wrong::TooMany => write!(f, "a way has at most {MOST} rules"),
            Wrong::Lacks(at) => {
                let shape = &SHAPES[*at];
                write!(
                    f,
                    "some hands are not set: add a rule for all others, such as {} -> {}",
                    shape.name, shape.usual
                )
            }
        }
    }
}

impl Way {
    /// Reads a way by its name, or its rules: one a line, or separated by semicolons. What follows a `#` is a remark.
    ///
    /// # Errors
    /// At the first thing that is wrong, and at the end if some hand would not be set.
    pub fn read(text: &str) -> Result<Way, Fault> {
        let text = Way::NAMED.into_iter().find(|(name, _)| *name == text).map_or(text, |(_, rules)| rules);
        let mut way = Way { rules: [Rule::NONE; MOST], count: 0 };
        let mut line = 0;
        for (number, whole) in text.lines().enumerate() {
            line = number + 1;
            let code = whole.split('#').next().unwrap_or_default();
            let mut start = 0;
            for part in code.split(';') {
                let mut words = Tokens { line, text: code, at: start, end: start + part.len() };
                start = words.end + 1;
                if words.peek().is_none() {
                    continue;
                }
                let fault = words.fault(Wrong::TooMany);
                let place = way.rules.get_mut(usize::from(way.count)).ok_or(fault)?;
                *place = words.rule()?;
                way.count += 1;
            }
        }
        match way.lacking() {
            None => Ok(way),
            Some(shape) => Err(Fault { line: line + 1, column: 1, wrong: Wrong::Lacks(shape) }),
        }
    }

    /// The first shape of which some hand is not set. Whether a rule without tests fits depends on the shape alone, so one
    /// hand of each is tried, which makes no straight and no flush.
    fn lacking(&self) -> Option<usize> {
        let mut all = Way { count: 0, ..*self };
        for rule in self.rules[..self.count()].iter().filter(|rule| rule.is_for_all()) {
            all.rules[all.count()] = *rule;
            all.count += 1;
        }
        (0..SHAPES.len()).find(|&shape| all.fit(&example(shape), Wheel::Second).is_none())
    }
}

/// A hand of a shape that makes no straight and no flush.
fn example(shape: usize) -> [Card; 7] {
    // The largest group is the highest, as only aces can be five.
    const RANKS: [u8; 7] = [1, 13, 11, 9, 7, 5, 3];
    let groups = SHAPES[shape].groups.into_iter().filter(|&size| size > 0);
    let sizes = groups.chain(core::iter::repeat(1)).zip(RANKS);
    let mut cards = sizes.flat_map(|(size, rank)| {
        let shift = rank / 2;
        (0..size).map(move |at| if at < 4 { Card::of(rank, (at + shift) % 4) } else { Card::JOKER })
    });
    [(); 7].map(|()| cards.next().expect("seven cards"))
}

/// The words of a rule.
struct Tokens<'a> {
    line: usize,
    /// The line, and where the rest of the rule begins and ends.
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Tokens<'a> {
    /// The next word, comma or arrow.
    fn peek(&self) -> Option<&'a str> {
        let rest = self.text[self.at..self.end].trim_start();
        if rest.starts_with(',') {
            return Some(&rest[..1]);
        }
        rest.split(|c: char| c.is_whitespace() || c == ',').next().filter(|word| !word.is_empty())
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.at = self.next_at() + word.len();
        Some(word)
    }

    /// Where the next word begins.
    fn next_at(&self) -> usize {
        let rest = &self.text[self.at..self.end];
        self.at + rest.len() - rest.trim_start().len()
    }

    fn fault(&self, wrong: Wrong) -> Fault {
        let column = self.text[..self.next_at()].chars().count() + 1;
        Fault { line: self.line, column, wrong }
    }

    /// The next word as what it means, or a fault there.
    fn read<T>(&mut self, wrong: Wrong, read: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        let found = self.peek().and_then(read).ok_or_else(|| self.fault(wrong))?;
        self.next();
        Ok(found)
    }

    /// Takes the next word if it is this one.
    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.peek() == Some(word);
        if is_next {
            self.next();
        }
        is_next
    }

    fn rule(&mut self) -> Result<Rule, Fault> {
        let mut rule = Rule::NONE;
        loop {
            rule.shapes |= 1 << self.read(Wrong::Shape, shape)?;
            if !self.takes("or") {
                break;
            }
        }
        while self.takes(",") {
            self.test(&mut rule)?;
        }
        self.read(Wrong::Arrow, |word| (word == "->").then_some(()))?;
        if self.takes("low") {
            for at in 0..2 {
                let fault = self.fault(Wrong::NoSuchCards);
                rule.low[at] = self.read(Wrong::Item, item)?;
                if !rule.has(&rule.low[..=at]) {
                    return Err(fault);
                }
            }
            if self.takes(",") {
                self.complete(&mut rule)?;
            }
        } else {
            self.complete(&mut rule)?;
        }
        match self.peek() {
            None => Ok(rule),
            Some(_) => Err(self.fault(Wrong::End)),
        }
    }

    fn complete(&mut self, rule: &mut Rule) -> Result<(), Fault> {
        for wanted in ["high", "complete"] {
            self.read(Wrong::Setting, |word| (word == wanted).then_some(()))?;
        }
        rule.is_complete = true;
        Ok(())
    }

    fn test(&mut self, rule: &mut Rule) -> Result<(), Fault> {
        let fault = self.fault(Wrong::NoSuchCards);
        let what = self.read(Wrong::Test, |word| {
            item(word).filter(|item| matches!(item, Item::Group(_) | Item::Single))
        })?;
        if !rule.has(&[what]) {
            return Err(fault);
        }
        let Item::Group(nth) = what else {
            rule.singles |= 1 << self.read(Wrong::Rank, rank)?;
            while let Some(more) = self.peek().and_then(rank) {
                rule.singles |= 1 << more;
                self.next();
            }
            return Ok(());
        };
        let backward = self.fault(Wrong::Backward);
        let [from, to] = self.read(Wrong::Rank, |word| match word.split_once('-') {
            Some((from, to)) => Some([rank(from)?, rank(to)?]),
            None => Some([rank(word)?; 2]),
        })?;
        rule.groups[usize::from(nth)] = [from, to];
        if from > to { Err(backward) } else { Ok(()) }
    }
}

impl Rule {
    /// Whether all hands of its shapes have such cards.
    fn has(&self, items: &[Item]) -> bool {
        let count = |wanted| items.iter().filter(|&&item| item == wanted).count();
        (0..SHAPES.len()).filter(|at| self.shapes >> at & 1 == 1).map(|at| &SHAPES[at]).all(|shape| {
            let groups = (0_u8..).zip(shape.groups).all(|(nth, size)| count(Item::Group(nth)) <= size.into());
            groups && count(Item::Single) <= shape.singles().into()
        })
    }
}

fn shape(word: &str) -> Option<usize> {
    SHAPES.iter().position(|shape| shape.name == word)
}

fn item(word: &str) -> Option<Item> {
    Some(match word {
        "any" => Item::Any,
        "single" => Item::Single,
        "first" => Item::Group(0),
        "second" => Item::Group(1),
        "third" => Item::Group(2),
        _ => Item::Rank(rank(word)?),
    })
}

fn rank(word: &str) -> Option<u8> {
    (0..=ACE).find(|&rank| super::write::rank(rank) == word)
}
