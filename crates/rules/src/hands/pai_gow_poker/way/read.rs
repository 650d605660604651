//! Reading a rule.

use super::{super::Wheel, ACE, Item, NONE, Rule, SHAPES, Way};
use crate::{
    hands::house_way::{self, Fault, Sort, Words, Wrong},
    kit::cards::Card,
};

const NAMES: [&str; SHAPES.len()] = {
    let (mut names, mut at) = ([""; SHAPES.len()], 0);
    while at < names.len() {
        names[at] = SHAPES[at].name;
        at += 1;
    }
    names
};

const TEST: Wrong = Wrong::Is("write a test: first, second or third with ranks, or single with ranks");
const RANK: Wrong = Wrong::Is("write a rank: 2 to 9, T, J, Q, K or A, or two of them, such as 7-T");
const BACKWARD: Wrong = Wrong::Is("write the lower rank first");
const NO_SUCH_CARDS: Wrong = Wrong::Is("not every such hand has these cards");
const SETTING: Wrong = Wrong::Is("write low and two cards, high complete, or both");
const ITEM: Wrong = Wrong::Is("write a card of the low hand: first, second, third, single, any or a rank");

impl house_way::Rule for Rule {
    const SORT: Sort = Sort::Cards;
    const NONE: Rule = NONE;
    const NAMED: &'static [(&'static str, &'static str)] =
        &[("mgm", include_str!("../mgm.way")), ("ballys", include_str!("../ballys.way"))];

    fn read(words: &mut Words<'_>) -> Result<Rule, Fault> {
        let mut rule = Rule { shapes: words.shapes(&NAMES)?, ..NONE };
        while words.takes(",") {
            rule.test(words)?;
        }
        words.arrow()?;
        if words.takes("low") {
            for at in 0..2 {
                let fault = words.fault(NO_SUCH_CARDS);
                rule.low[at] = words.read(ITEM, item)?;
                if !rule.has(&rule.low[..=at]) {
                    return Err(fault);
                }
            }
            if words.takes(",") {
                rule.complete(words)?;
            }
        } else {
            rule.complete(words)?;
        }
        Ok(rule)
    }

    /// Whether a rule without tests fits depends on the shape alone, so one hand of each is tried, which makes no straight and
    /// no flush.
    fn lacking(way: &Way) -> Option<Wrong> {
        let all = way.only(Rule::is_for_all);
        let lacks = (0..SHAPES.len()).find(|&shape| all.fit(&example(shape), Wheel::Second).is_none());
        lacks.map(|at| Wrong::Lacks { shape: SHAPES[at].name, usual: SHAPES[at].usual })
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

impl Rule {
    fn complete(&mut self, words: &mut Words<'_>) -> Result<(), Fault> {
        for wanted in ["high", "complete"] {
            words.read(SETTING, |word| (word == wanted).then_some(()))?;
        }
        self.is_complete = true;
        Ok(())
    }

    fn test(&mut self, words: &mut Words<'_>) -> Result<(), Fault> {
        let fault = words.fault(NO_SUCH_CARDS);
        let what = words
            .read(TEST, |word| item(word).filter(|item| matches!(item, Item::Group(_) | Item::Single)))?;
        if !self.has(&[what]) {
            return Err(fault);
        }
        let Item::Group(nth) = what else {
            self.singles |= 1 << words.read(RANK, rank)?;
            while let Some(more) = words.try_read(rank) {
                self.singles |= 1 << more;
            }
            return Ok(());
        };
        let backward = words.fault(BACKWARD);
        let [from, to] = words.read(RANK, |word| match word.split_once('-') {
            Some((from, to)) => Some([rank(from)?, rank(to)?]),
            None => Some([rank(word)?; 2]),
        })?;
        self.groups[usize::from(nth)] = [from, to];
        if from > to { Err(backward) } else { Ok(()) }
    }

    /// Whether all hands of its shapes have such cards.
    fn has(&self, items: &[Item]) -> bool {
        let count = |wanted| items.iter().filter(|&&item| item == wanted).count();
        (0..SHAPES.len()).filter(|at| self.shapes >> at & 1 == 1).map(|at| &SHAPES[at]).all(|shape| {
            let groups = (0_u8..).zip(shape.groups).all(|(nth, size)| count(Item::Group(nth)) <= size.into());
            groups && count(Item::Single) <= shape.singles().into()
        })
    }
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
