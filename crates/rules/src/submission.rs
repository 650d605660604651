//! The gate between what a licensee writes and what a table may run.
//!
//! A submission is what was written: any key, any value. A game's [`Field`]s say what may be written and all that the law
//! says about each option; the checker, the lists of options, the templates, the editors and the rules over several
//! tables read nothing else. [`Gate`] holds a submission against them, reports *every* [`Violation`], and only then can
//! `Options` be made.

mod field;
mod gate;
mod value;

pub(crate) use field::fields;
pub use field::{Absent, Any, Field, Only, Takes, Told, When, any};
pub use gate::{Amended, Gate, Holding, Submission};
pub(crate) use value::choice;
pub use value::{Bare, Choice, Entry, Kind, Unread, Value, Words, Written};

use crate::{
    money::{Money, NotMoney},
    readings::Readings,
    table::layout::Limits,
};
use core::{fmt, hash::Hash};
use law::Citation;

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
#[non_exhaustive]
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
    /// It has no place: another option would have to be decided otherwise.
    NoPlace(Only),
    /// This value has no place together with another option's.
    NotWith {
        /// The other option's key.
        key: &'static str,
    },
    /// This value needs another option to be `true`.
    Needs {
        /// The other option's key.
        key: &'static str,
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
            Breach::Undecided(takes) => write!(f, "choose {takes}: the law sets no default"),
            Breach::Unlawful(takes) => write!(f, "lawful is {takes}"),
            Breach::SaysFor(takes) => {
                write!(f, "odds are stated with \"to\", never with \"for\"; lawful is {takes}")
            }
            Breach::NotMoney(why) => write!(f, "{why}"),
            Breach::Needs { key } => write!(f, "only with {key} = true"),
            Breach::NotWith { key } => write!(f, "not together with {key}"),
            Breach::NoPlace(only) => write!(f, "{only}"),
            Breach::NotMultiple { of, unit } => write!(f, "lawful is a multiple of {of}, {unit}"),
            Breach::LessThan { than, least } => write!(f, "lawful is at least {than}, {least}"),
            Breach::Sum { want, have } => write!(f, "the counts must make {want} together, and make {have}"),
        }
    }
}

/// The lawful choices of a licensee for one table; `chosen!` declares them. Only [`gate`](Chosen::gate) makes them.
pub trait Chosen: Made + Copy + Eq + Hash + fmt::Debug + Send + Sync {
    /// Every option of the game, in groups; those of [`layout`](crate::table::layout) come last.
    const FIELDS: &'static [&'static [Field]];
    /// The usual choices, for those who do not say theirs; printed wherever they are used.
    const STANDARD: &'static [Entry<'static>];

    /// Makes choices of what was written. The gate has judged every field by itself before; whatever else the law bars, the
    /// functions that read several fields report.
    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        Self::made(gate)
    }

    /// What the licensee must post or tell because of them.
    fn duties(&self, each: &mut impl FnMut(Duty));

    /// The same table by other readings, for odds and simulations. The gate makes no such table.
    #[must_use]
    fn under(mut self, readings: Readings) -> Self {
        self.limits_mut().read_by(readings);
        self
    }
}

/// Reading choices off the gate, which `chosen!` implements.
pub trait Made: Sized {
    /// Makes choices of what was written, if all of it is lawful.
    fn made(gate: &mut Gate<'_>) -> Option<Self>;

    /// The table's limits, which know how doubtful words are read.
    fn limits_mut(&mut self) -> &mut Limits;
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
