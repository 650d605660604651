//! The gate between what a licensee writes and what a table may run.
//!
//! A submission is what was written: any key, any value. A game's [`Field`]s say what may be written, with
//! default and citation; they feed the checker, the schema and the guides alike. [`Gate`] reads them out,
//! reports *every* [`Violation`], and only then can `Options` be made.

use crate::{
    money::{Money, NotMoney, NotOdds, Odds},
    vocabulary::is_spelt,
};
use core::{fmt, hash::Hash};
use law::Citation;

/// A value as it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written<'a> {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// Text.
    Text(&'a str),
    /// Something no option takes, by its name: a list, a date, …
    Other(&'a str),
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Switch(on) => write!(f, "{on}"),
            Written::Number(n) => write!(f, "{n}"),
            Written::Text(text) => write!(f, "{text:?}"),
            Written::Other(what) => write!(f, "{what}"),
        }
    }
}

/// One line of a submission: a dotted key and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// Such as `odds.straight`.
    pub key: &'a str,
    /// What was written.
    pub value: Written<'a>,
}

/// An option of a game.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key.
    pub key: &'static str,
    /// The provision that gives or bounds the choice.
    pub cite: Citation,
    /// What may be written.
    pub takes: Takes,
    /// What holds if nothing is written; empty if the licensee must decide (or has nothing to decide).
    pub default: &'static str,
    /// What it is about.
    pub about: &'static str,
}

impl Field {
    /// A switch, off unless written.
    pub const fn switch(key: &'static str, cite: Citation, about: &'static str) -> Field {
        Field { key, cite, takes: Takes::Switch, default: "false", about }
    }

    /// One of these words, which must be written unless there is a default.
    pub const fn one_of(
        key: &'static str,
        cite: Citation,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Field {
        Field { key, cite, takes: Takes::OneOf(words), default: "", about }
    }

    /// Some of these words.
    pub const fn some_of(
        key: &'static str,
        cite: Citation,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Field {
        Field { key, cite, takes: Takes::SomeOf(words), default: "", about }
    }

    /// A whole number, which must be written unless there is a default.
    pub const fn count(
        key: &'static str,
        cite: Citation,
        least: i64,
        most: i64,
        about: &'static str,
    ) -> Field {
        Field { key, cite, takes: Takes::Count { least, most }, default: "", about }
    }

    /// An amount of money.
    pub const fn money(
        key: &'static str,
        cite: Citation,
        least: Money,
        most: Money,
        about: &'static str,
    ) -> Field {
        Field { key, cite, takes: Takes::Money { least, most }, default: "", about }
    }

    /// The same with a default.
    pub const fn or(self, default: &'static str) -> Field {
        Field { default, ..self }
    }

    /// Payout odds that have a floor, which holds if nothing is written.
    pub const fn odds(key: &'static str, cite: Citation, floor: Odds, about: &'static str) -> Field {
        Field { key, cite, takes: Takes::Odds { floor }, default: "the floor", about }
    }
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// `true` or `false`.
    Switch,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Some of these words, separated by spaces.
    SomeOf(&'static [&'static str]),
    /// Odds of at least these.
    Odds {
        /// The floor.
        floor: Odds,
    },
    /// An amount of money.
    Money {
        /// The least.
        least: Money,
        /// The most.
        most: Money,
    },
    /// A whole number.
    Count {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, words: &[&str]| {
            words.iter().enumerate().try_for_each(|(i, word)| {
                let comma = match i {
                    0 => "",
                    _ if i + 1 == words.len() => " or ",
                    _ => ", ",
                };
                write!(f, "{comma}\"{word}\"")
            })
        };
        match self {
            Takes::Switch => f.write_str("true or false"),
            Takes::OneOf(words) => list(f, words),
            Takes::SomeOf(words) => {
                f.write_str("words, separated by spaces, from ")?;
                list(f, words)
            }
            Takes::Odds { floor } => write!(f, "odds of at least \"{floor}\""),
            Takes::Money { least, most } => write!(f, "an amount from \"{least}\" to \"{most}\""),
            Takes::Count { least, most } => write!(f, "a whole number from {least} to {most}"),
        }
    }
}

/// One way in which a submission departs from the law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Violation<'a> {
    /// The key concerned.
    pub key: &'a str,
    /// What was written there, if anything.
    pub written: Option<Written<'a>>,
    /// The provision; none where only the file is at fault (an unknown key).
    pub cite: Option<Citation>,
    /// What is wrong, and what would be lawful.
    pub breach: Breach,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// No option has this key.
    UnknownKey,
    /// The same key is written twice.
    Twice,
    /// The licensee must decide.
    Undecided(Takes),
    /// The value is none of those the option takes.
    Unlawful(Takes),
    /// Odds are stated with "for".
    SaysFor(Takes),
    /// An amount of money that is none.
    NotMoney(NotMoney),
    /// It needs another option to be `true`.
    Needs {
        /// The other option's key.
        key: &'static str,
    },
    /// Not together with another option.
    NotWith {
        /// The other option's key.
        key: &'static str,
    },
    /// It has no place beside the value of another option.
    NoPlace {
        /// The other option's key.
        beside: &'static str,
    },
    /// Not in whole units.
    NotMultiple {
        /// The option that says the unit.
        of: &'static str,
        /// The unit.
        unit: Money,
    },
    /// Less than another option allows.
    LessThan {
        /// The other option.
        than: &'static str,
        /// The least.
        least: Money,
    },
    /// Odds that must be higher than these.
    NotMoreThan(Odds),
    /// Several counts must add up.
    Sum {
        /// To this.
        want: i64,
        /// But they add up to this.
        have: i64,
    },
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::UnknownKey => f.write_str("no option has this key"),
            Breach::Twice => f.write_str("written twice"),
            Breach::Undecided(takes) => write!(f, "the licensee must decide: {takes}"),
            Breach::Unlawful(takes) => write!(f, "lawful is {takes}"),
            Breach::SaysFor(takes) => {
                write!(f, "odds are stated with \"to\", never with \"for\"; lawful is {takes}")
            }
            Breach::NotMoney(why) => write!(f, "{why}"),
            Breach::Needs { key } => write!(f, "only with {key} = true"),
            Breach::NotWith { key } => write!(f, "not together with {key}"),
            Breach::NoPlace { beside } => write!(f, "nothing to decide here: see {beside}"),
            Breach::NotMultiple { of, unit } => write!(f, "lawful is a multiple of {of}, {unit}"),
            Breach::LessThan { than, least } => write!(f, "lawful is at least {than}, {least}"),
            Breach::NotMoreThan(odds) => write!(f, "lawful is odds of more than \"{odds}\""),
            Breach::Sum { want, have } => write!(f, "the counts must make {want} together, and make {have}"),
        }
    }
}

/// The lawful choices of a licensee for one table. Only [`gate`](Chosen::gate) makes them.
pub trait Chosen: Copy + Eq + Hash + fmt::Debug + Send + Sync {
    /// The game's own options; those of [`limits`](crate::limits) come on top.
    const FIELDS: &'static [Field];
    /// The usual choices, for those who do not say theirs; printed wherever they are used.
    const STANDARD: &'static [Entry<'static>];

    /// Makes choices of a submission, or reports why not.
    fn gate(gate: &mut Gate<'_>) -> Option<Self>;

    /// What the licensee must post or tell because of them.
    fn duties(&self, each: &mut impl FnMut(Duty));
}

/// Something the licensee must tell or post once its choices are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// The provision that demands it.
    pub cite: Citation,
    /// What must be done, in our words.
    pub says: &'static str,
    /// The rule to be told of, by its option's value.
    pub of: &'static str,
}

impl fmt::Display for Duty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.says, self.of)
    }
}

/// Reads a submission field by field and reports every violation.
pub struct Gate<'a> {
    entries: &'a [Entry<'a>],
    tell: &'a mut dyn FnMut(Violation<'a>),
    lawful: bool,
}

impl<'a> Gate<'a> {
    /// Opens the gate on what was written: keys that no field has, or that stand twice, are reported at once.
    pub fn open(
        entries: &'a [Entry<'a>],
        fields: &[&[Field]],
        tell: &'a mut dyn FnMut(Violation<'a>),
    ) -> Gate<'a> {
        let mut gate = Gate { entries, tell, lawful: true };
        for (i, entry) in entries.iter().enumerate() {
            let known = fields.iter().copied().flatten().find(|f| f.key == entry.key);
            let breach = if entries[..i].iter().any(|before| before.key == entry.key) {
                Breach::Twice
            } else if known.is_none() {
                Breach::UnknownKey
            } else {
                continue;
            };
            gate.lawful = false;
            let cite = known.map(|f| f.cite);
            (gate.tell)(Violation { key: entry.key, written: Some(entry.value), cite, breach });
        }
        gate
    }

    /// Whether nothing was reported.
    pub fn is_lawful(&self) -> bool {
        self.lawful
    }

    /// What was written for this field.
    pub fn written(&self, field: &Field) -> Option<Written<'a>> {
        self.entries.iter().find(|e| e.key == field.key).map(|e| e.value)
    }

    /// Reports a violation by the field's own provision.
    pub fn report(&mut self, field: &Field, breach: Breach) {
        self.report_by(field, field.cite, breach);
    }

    /// Reports a violation by another provision than the field's own.
    pub fn report_by(&mut self, field: &Field, cite: Citation, breach: Breach) {
        self.lawful = false;
        let written = self.written(field);
        (self.tell)(Violation { key: field.key, written, cite: Some(cite), breach });
    }

    /// A switch; off unless written.
    pub fn switch(&mut self, field: &Field) -> bool {
        match self.written(field) {
            None => false,
            Some(Written::Switch(on)) => on,
            Some(_) => {
                self.report(field, Breach::Unlawful(field.takes));
                false
            }
        }
    }

    /// Which of the field's words is written. One without default must be.
    pub fn one_of(&mut self, field: &Field) -> Option<usize> {
        let Takes::OneOf(words) = field.takes else { unreachable!("{} takes no word", field.key) };
        let at = |text: &str| words.iter().position(|&word| word == text);
        // `pay-order = 1` means the word "1".
        let number = |n: i64| words.iter().position(|word| is_spelt(&n, word));
        match self.written(field) {
            None if field.default.is_empty() => {
                self.report(field, Breach::Undecided(field.takes));
                None
            }
            None => at(field.default),
            Some(Written::Text(text)) if at(text).is_some() => at(text),
            Some(Written::Number(n)) if number(n).is_some() => number(n),
            Some(_) => {
                self.report(field, Breach::Unlawful(field.takes));
                None
            }
        }
    }

    /// Which of the field's words are written, by their places.
    pub fn some_of(&mut self, field: &Field) -> Option<u32> {
        let Takes::SomeOf(words) = field.takes else { unreachable!("{} takes no words", field.key) };
        let text = match self.written(field) {
            None => field.default,
            Some(Written::Text(text)) => text,
            Some(_) => "?",
        };
        let set = text.split_ascii_whitespace().try_fold(0, |set, word| {
            let at = words.iter().position(|&w| w == word)?;
            Some(set | 1 << at)
        });
        if set.is_none() {
            self.report(field, Breach::Unlawful(field.takes));
        }
        set
    }

    /// Odds no worse than the floor, which holds if nothing is written. `no_for` is the provision that bans
    /// the word "for", where the game has one.
    pub fn odds(&mut self, field: &Field, no_for: Option<Citation>) -> Odds {
        let Takes::Odds { floor } = field.takes else { unreachable!("{} takes no odds", field.key) };
        let stated = match self.written(field) {
            None => return floor,
            Some(Written::Text(text)) => text.parse::<Odds>(),
            Some(_) => Err(NotOdds::NotOdds),
        };
        match (stated, no_for) {
            (Ok(odds), _) if odds.at_least(floor) => return odds,
            (Err(NotOdds::SaysFor), no_for) => {
                self.report_by(field, no_for.unwrap_or(field.cite), Breach::SaysFor(field.takes));
            }
            _ => self.report(field, Breach::Unlawful(field.takes)),
        }
        floor
    }

    /// An amount of money, or the field's default. A whole number is in dollars.
    pub fn money(&mut self, field: &Field) -> Option<Money> {
        let Takes::Money { most, .. } = field.takes else { unreachable!("{} takes no money", field.key) };
        let text = match self.written(field) {
            None => field.default,
            Some(Written::Text(text)) => text,
            Some(Written::Number(n)) if (0..=most.as_cents() / 100).contains(&n) => {
                return self.money_within(field, Ok(Money::dollars(n)));
            }
            Some(_) => {
                self.report(field, Breach::Unlawful(field.takes));
                return None;
            }
        };
        self.money_within(field, text.parse::<Money>())
    }

    fn money_within(&mut self, field: &Field, amount: Result<Money, NotMoney>) -> Option<Money> {
        let Takes::Money { least, most } = field.takes else { return None };
        match amount {
            Ok(amount) if (least..=most).contains(&amount) => return Some(amount),
            Ok(_) => self.report(field, Breach::Unlawful(field.takes)),
            Err(why) => self.report(field, Breach::NotMoney(why)),
        }
        None
    }

    /// A whole number, or the field's default. One without default must be written.
    pub fn count(&mut self, field: &Field) -> Option<i64> {
        let Takes::Count { least, most } = field.takes else { unreachable!("{} takes no count", field.key) };
        match self.written(field) {
            None if field.default.is_empty() => {
                self.report(field, Breach::Undecided(field.takes));
                None
            }
            None => field.default.parse().ok(),
            Some(Written::Number(n)) if (least..=most).contains(&n) => Some(n),
            Some(_) => {
                self.report(field, Breach::Unlawful(field.takes));
                None
            }
        }
    }
}
