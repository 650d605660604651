//! What the value of an option means, however it was written.

use super::{
    Rates,
    field::{Absent, Field, Takes},
};
use crate::{
    hands::{
        house_way::{Fault, HouseWay},
        pai_gow, pai_gow_poker,
    },
    kit::cards::Card,
    money::{Money, NotMoney, NotOdds, Odds},
    vocabulary::{Vocabulary, is_spelt},
};
use core::fmt;

/// A value as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written<'a> {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// Text.
    Text(&'a str),
    /// The name of a type that no option takes: a list, a date, …
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
    /// The dotted key, such as `odds.straight`.
    pub key: &'a str,
    /// The value as written.
    pub value: Written<'a>,
}

/// The meaning of a written value. Different spellings of the same value are equal here, and values should be
/// compared only in this form.
// Nothing is allocated here, so a house way is stored inline.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// One of the option's words.
    Word(&'static str),
    /// Some of the option's words.
    Words(Words),
    /// A whole number.
    Count(i64),
    /// An amount.
    Money(Money),
    /// Odds, in lowest terms.
    Odds(Odds),
    /// A row of a rate card.
    Rates(Rates),
    /// A house way.
    Way(HouseWay),
}

/// Some of an option's words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Words {
    of: &'static [&'static str],
    set: u32,
}

impl Words {
    /// The set of words, as bits by index.
    pub const fn set(self) -> u32 {
        self.set
    }

    /// Whether this word is one of them.
    pub fn has(self, word: &str) -> bool {
        self.of.iter().position(|&w| w == word).is_some_and(|at| self.set >> at & 1 == 1)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let there = self.of.iter().filter(|word| self.has(word));
        there.enumerate().try_for_each(|(i, word)| write!(f, "{}{word}", if i == 0 { "" } else { " " }))
    }
}

impl Value {
    /// Whether it asks for nothing: a switch that is off, no words, or a row that pays nothing.
    pub const fn is_nothing(self) -> bool {
        match self {
            Value::Switch(false) | Value::Words(Words { set: 0, .. }) => true,
            Value::Rates(rates) => rates.is_empty(),
            _ => false,
        }
    }

    /// The value in its canonical spelling, without quotation marks.
    pub const fn bare(self) -> Bare {
        Bare(self)
    }
}

/// Writes the value as in a submission: text is quoted, switches and numbers are not.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(_) | Value::Count(_) => write!(f, "{}", self.bare()),
            _ => write!(f, "\"{}\"", self.bare()),
        }
    }
}

/// A value without quotation marks; see [`Value::bare`].
pub struct Bare(Value);

impl fmt::Display for Bare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Switch(on) => write!(f, "{on}"),
            Value::Word(word) => f.write_str(word),
            Value::Words(words) => write!(f, "{words}"),
            Value::Count(n) => write!(f, "{n}"),
            Value::Money(amount) => write!(f, "{amount}"),
            Value::Odds(odds) => write!(f, "{odds}"),
            Value::Rates(rates) => write!(f, "{rates}"),
            Value::Way(way) => write!(f, "{way}"),
        }
    }
}

/// Why a written value is not lawful.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// It is not one that the option accepts.
    Unlawful,
    /// Odds are stated with "for".
    SaysFor,
    /// It is not an amount of money.
    NotMoney(NotMoney),
    /// It is not a house way.
    NotWay(Fault),
}

impl Takes {
    /// Reads what was written: `1` and `"1"`, `5` and `"5.00"`, `true` and `"true"` mean the same.
    pub fn read(&self, written: Written<'_>) -> Result<Value, Unread> {
        match *self {
            Takes::Switch => switch(written).map(Value::Switch),
            Takes::OneOf(words) => word(words, written).map(Value::Word),
            Takes::SomeOf { words, apart } => some_of(words, apart, written).map(Value::Words),
            Takes::Odds { than, is_strict } => match written {
                Written::Text(text) => odds(text, than, is_strict).map(Value::Odds),
                _ => Err(Unread::Unlawful),
            },
            Takes::Rates { spots } => Rates::read(spots, written).map(Value::Rates),
            Takes::Money { least, most } => {
                money(written).and_then(|amount| within(amount, least, most)).map(Value::Money)
            }
            Takes::Count { least, most } => {
                count(written).ok_or(Unread::Unlawful).and_then(|n| within(n, least, most)).map(Value::Count)
            }
            Takes::Way(sort) => match written {
                Written::Text(text) => sort.read(text).map(Value::Way).map_err(Unread::NotWay),
                _ => Err(Unread::Unlawful),
            },
        }
    }
}

fn within<T: PartialOrd>(value: T, least: T, most: T) -> Result<T, Unread> {
    if (least..=most).contains(&value) { Ok(value) } else { Err(Unread::Unlawful) }
}

fn switch(written: Written<'_>) -> Result<bool, Unread> {
    match written {
        Written::Switch(on) => Ok(on),
        Written::Text("true") => Ok(true),
        Written::Text("false") => Ok(false),
        _ => Err(Unread::Unlawful),
    }
}

fn word(words: &'static [&'static str], written: Written<'_>) -> Result<&'static str, Unread> {
    let found = match written {
        Written::Text(text) => words.iter().find(|&&word| word == text),
        Written::Number(n) => words.iter().find(|word| is_spelt(&n, word)),
        Written::Switch(_) | Written::Other(_) => None,
    };
    found.copied().ok_or(Unread::Unlawful)
}

fn some_of(of: &'static [&'static str], apart: &[[&str; 2]], written: Written<'_>) -> Result<Words, Unread> {
    let place = |found: &str| of.iter().position(|&word| word == found);
    let set = match written {
        Written::Text(text) => {
            text.split_ascii_whitespace().try_fold(0, |set, word| Some(set | 1 << place(word)?))
        }
        one => word(of, one).ok().and_then(place).map(|at| 1 << at),
    };
    let words = Words { of, set: set.ok_or(Unread::Unlawful)? };
    match apart.iter().any(|pair| pair.iter().all(|word| words.has(word))) {
        true => Err(Unread::Unlawful),
        false => Ok(words),
    }
}

fn odds(text: &str, than: Odds, is_strict: bool) -> Result<Odds, Unread> {
    match text.parse::<Odds>() {
        Ok(odds) if odds.at_least(than) && !(is_strict && than.at_least(odds)) => Ok(odds.reduced()),
        Err(NotOdds::SaysFor) => Err(Unread::SaysFor),
        _ => Err(Unread::Unlawful),
    }
}

/// A whole number is in dollars.
fn money(written: Written<'_>) -> Result<Money, Unread> {
    match written {
        Written::Text(text) => text.parse::<Money>().map_err(Unread::NotMoney),
        Written::Number(n) if n.checked_mul(100).is_some() => Ok(Money::dollars(n)),
        _ => Err(Unread::Unlawful),
    }
}

/// Only digits: `08` and `+8` are not valid spellings of a count.
fn count(written: Written<'_>) -> Option<i64> {
    match written {
        Written::Number(n) => Some(n),
        Written::Text(text) => text.parse().ok().filter(|n: &i64| is_spelt(n, text)),
        Written::Switch(_) | Written::Other(_) => None,
    }
}

/// An enum each of whose variants has a word in submissions; `choice!` implements it.
pub trait Choice: Copy + 'static {
    /// The variants, in the order of their words.
    const ALL: &'static [Self];
    /// Their words.
    const WORDS: &'static [&'static str];

    /// The word for this choice in files.
    fn word(self) -> &'static str;
}

/// Declares enums whose variants have words: `choice! { pub enum Clapper { Passed = "passed", Respin = "respin" } }`. An
/// enum that is declared elsewhere gets its words by `choice!(Clapper { Passed = "passed", Respin = "respin" });`
macro_rules! choice {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident { $(
        $(#[$doc:meta])* $variant:ident = $word:literal
    ),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$doc])* #[doc = concat!("`", $word, "`.")] $variant,)+ }

        $crate::submission::choice!($name { $($variant = $word),+ });
    )+};

    ($name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $crate::submission::Choice for $name {
            const ALL: &'static [Self] = &[$($name::$variant),+];
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}
pub(crate) use choice;

/// A type that values of options are read as: which type is part of each [`Field`].
pub trait Kind: Copy {
    /// The value of an option that does not exist: a switch is off; other types have none.
    const ABSENT: Option<Self> = None;

    /// The value as this type; `None` if it is of another kind.
    fn of(value: Value) -> Option<Self>;
}

impl<C: Choice> Kind for C {
    fn of(value: Value) -> Option<C> {
        let Value::Word(word) = value else { return None };
        C::ALL.iter().copied().find(|choice| choice.word() == word)
    }
}

macro_rules! kinds {
    ($($variant:ident($inner:ident) => $($type:ty = $make:expr),+;)+) => {$($(
        impl Kind for $type {
            fn of(value: Value) -> Option<$type> {
                match value {
                    Value::$variant($inner) => $make,
                    _ => None,
                }
            }
        }
    )+)+};
}

kinds! {
    Words(words) => Words = Some(words);
    Money(amount) => Money = Some(amount);
    Odds(odds) => Odds = Some(odds);
    Rates(rates) => Rates = Some(rates);
    Word(word) => Card = Card::read(word);
    Count(n) => u8 = n.try_into().ok(), u16 = n.try_into().ok(), u32 = n.try_into().ok(), i64 = Some(n);
}

impl Kind for pai_gow_poker::Way {
    fn of(value: Value) -> Option<pai_gow_poker::Way> {
        if let Value::Way(HouseWay::Cards(way)) = value { Some(way) } else { None }
    }
}

impl Kind for pai_gow::Way {
    fn of(value: Value) -> Option<pai_gow::Way> {
        if let Value::Way(HouseWay::Tiles(way)) = value { Some(way) } else { None }
    }
}

impl Kind for bool {
    const ABSENT: Option<bool> = Some(false);

    fn of(value: Value) -> Option<bool> {
        if let Value::Switch(on) = value { Some(on) } else { None }
    }
}

impl<T> Field<T> {
    /// The value that applies if nothing is written, if there is a single one.
    pub fn default(&self) -> Option<Value> {
        self.absent.value(self.takes)
    }
}

impl Absent {
    /// The value that applies if nothing is written, if it is allowed and there is a single one.
    pub fn value(self, takes: Takes) -> Option<Value> {
        match (self, takes) {
            (Absent::Default(text), takes) => takes.read(Written::Text(text)).ok(),
            (Absent::Floor, Takes::Odds { than, .. }) => Some(Value::Odds(than.reduced())),
            _ => None,
        }
    }
}
