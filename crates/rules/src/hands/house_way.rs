//! House ways: how the dealer sets a hand, as a table of rules that the licensee files.
//!
//! A rule is a line: which hands it is for, what must hold of them, and after `->` how it sets them. The first rule that
//! fits decides. A rule fits if its tests hold and if a lawful setting is as it says; of several, the one with the best low
//! hand is taken, then the one with the best high hand. So no way can set a foul, and every way that is read sets every hand.
//!
//! What rules say of cards is in `pai_gow_poker/way.rs`, and what they say of tiles in `pai_gow/way.rs`.

use super::{pai_gow, pai_gow_poker};
use core::{fmt, hash::Hash};

mod words;

pub use words::Words;

/// How many rules a way may have.
pub const MOST: usize = 40;

/// A line of a way, which is written as it is read.
pub trait Rule: Copy + Eq + Hash + fmt::Debug + fmt::Display + 'static {
    /// What such rules set.
    const SORT: Sort;
    /// A rule that says nothing.
    const NONE: Self;
    /// The ways that have a name, and their rules. The first of them holds if nothing else is filed.
    const NAMED: &'static [(&'static str, &'static str)];

    /// Reads the words of a rule, and no more.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    fn read(words: &mut Words<'_>) -> Result<Self, Fault>;

    /// What is missing if these rules leave some hand unset.
    fn lacking(way: &Way<Self>) -> Option<Wrong>;
}

/// A house way. Only [`Way::read`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way<R> {
    rules: [R; MOST],
    count: u8,
}

impl<R: Rule> Way<R> {
    /// The ways that have a name, and their rules.
    pub const NAMED: &'static [(&'static str, &'static str)] = R::NAMED;
    /// The name of the way that holds if nothing else is filed.
    pub const USUAL: &'static str = R::NAMED[0].0;

    /// Reads a way by its name, or its rules: one a line, or separated by semicolons. What follows a `#` is a remark.
    ///
    /// # Errors
    /// At the first thing that is wrong, and at the end if some hand would not be set.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let text = R::NAMED.iter().find(|(name, _)| *name == text).map_or(text, |(_, rules)| rules);
        let mut way = Way { rules: [R::NONE; MOST], count: 0 };
        let mut line = 0;
        for (number, whole) in text.lines().enumerate() {
            line = number + 1;
            let code = whole.split('#').next().unwrap_or_default();
            let mut start = 0;
            for part in code.split(';') {
                let mut words = Words::new(line, code, start, start + part.len());
                start += part.len() + 1;
                if words.peek().is_none() {
                    continue;
                }
                let (at, fault) = (way.count(), words.fault(Wrong::TooMany));
                let place = way.rules.get_mut(at).ok_or(fault)?;
                *place = R::read(&mut words)?;
                words.end()?;
                way.count += 1;
            }
        }
        match R::lacking(&way) {
            None => Ok(way),
            Some(wrong) => Err(Fault { line: line + 1, column: 1, wrong }),
        }
    }

    /// How many rules it has.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// One of its rules, counted from 0, as it is written.
    pub fn rule(&self, at: usize) -> impl fmt::Display {
        self.rules[at]
    }

    /// Its rules, in their order.
    pub(super) fn rules(&self) -> &[R] {
        &self.rules[..self.count()]
    }

    /// The way of those of its rules that pass a test.
    pub(super) fn only(&self, is: impl Fn(&R) -> bool) -> Self {
        let mut only = Way { count: 0, ..*self };
        for rule in self.rules().iter().filter(|rule| is(rule)) {
            only.rules[only.count()] = *rule;
            only.count += 1;
        }
        only
    }
}

/// Its name if it has one, and otherwise its rules. Reading it back gives the same way.
impl<R: Rule> fmt::Display for Way<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = R::NAMED.iter().find(|(name, _)| Way::read(name) == Ok(*self));
        if let Some((name, _)) = name {
            return f.write_str(name);
        }
        let mut separator = "";
        self.rules().iter().try_for_each(|rule| {
            write!(f, "{separator}{rule}")?;
            separator = "; ";
            Ok(())
        })
    }
}

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
    /// Something else belongs there, or cannot be there.
    Is(&'static str),
    /// A rule begins with one of these words.
    Shape(&'static [&'static str]),
    /// Too many rules.
    TooMany,
    /// No rule is for every hand of a shape, such as this rule would be.
    Lacks {
        /// The shape.
        shape: &'static str,
        /// A setting that every such hand allows.
        usual: &'static str,
    },
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
            Wrong::Is(what) => f.write_str(what),
            Wrong::Shape(names) => {
                f.write_str("write what the hand is: ")?;
                let mut names = names.iter().enumerate();
                names.try_for_each(|(at, name)| write!(f, "{}{name}", if at == 0 { "" } else { ", " }))
            }
            Wrong::TooMany => write!(f, "a way has at most {MOST} rules"),
            Wrong::Lacks { shape, usual } => {
                write!(f, "some hands are not set: add a rule for all others, such as {shape} -> {usual}")
            }
        }
    }
}

/// What hands are made of that a house way sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Seven cards.
    Cards,
    /// Four tiles.
    Tiles,
}

impl Sort {
    /// The ways that have a name, and their rules. The first of them holds if nothing else is filed.
    pub const fn named(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Sort::Cards => pai_gow_poker::Way::NAMED,
            Sort::Tiles => pai_gow::Way::NAMED,
        }
    }

    /// The name of the way that holds if nothing else is filed.
    pub const fn usual(self) -> &'static str {
        self.named()[0].0
    }

    /// Reads a way by its name, or its rules.
    ///
    /// # Errors
    /// If it is not a way for such hands.
    pub fn read(self, text: &str) -> Result<HouseWay, Fault> {
        match self {
            Sort::Cards => Way::read(text).map(HouseWay::Cards),
            Sort::Tiles => Way::read(text).map(HouseWay::Tiles),
        }
    }
}

/// What may be written as a way.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.named().iter().try_for_each(|(name, _)| write!(f, "\"{name}\", "))?;
        let example = match self {
            Sort::Cards => "two-pair, first J-K -> low second second",
            Sort::Tiles => "pair, of 9, with 10 -> split",
        };
        write!(f, "or rules such as \"{example}\"")
    }
}

/// A house way of any sort of hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// Nothing is allocated here, so a way is stored inline.
#[allow(clippy::large_enum_variant)]
pub enum HouseWay {
    /// For seven cards.
    Cards(pai_gow_poker::Way),
    /// For four tiles.
    Tiles(pai_gow::Way),
}

impl fmt::Display for HouseWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HouseWay::Cards(way) => write!(f, "{way}"),
            HouseWay::Tiles(way) => write!(f, "{way}"),
        }
    }
}
