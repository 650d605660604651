//! The gate between what a licensee writes and what a table may use.
//!
//! A submission is what was written: any key, any value. A game's [`Field`]s declare what may be written and
//! everything the law says about each option; the checker, the lists of options, the templates, the editors
//! and the rules across tables use nothing else. [`Gate`] checks a submission against them and reports
//! *every* [`Violation`]; only then can `Options` be made.

mod field;
mod gate;
mod rates;
mod value;

pub(crate) use field::fields;
pub use field::{Absent, Any, Field, Only, Takes, Told, When, any};
pub use gate::{Amended, Gate, Holding, Submission};
pub use rates::{MOST_SPOTS, Rates};
pub(crate) use value::choice;
pub use value::{Bare, Choice, Entry, Kind, Unread, Value, Words, Written};

use crate::{
    hands::house_way::Fault,
    money::{Money, NotMoney},
    readings::Readings,
    table::layout::Limits,
};
use core::{fmt, hash::Hash};
use law::Citation;

/// A way in which a submission violates the law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Violation<'a> {
    /// The key of the option.
    pub key: &'a str,
    /// The value that was written, if any.
    pub written: Option<Written<'a>>,
    /// The provision violated; `None` if only the file is wrong (an unknown key).
    pub cite: Option<Citation>,
    /// What is wrong, and what would be lawful.
    pub breach: Breach,
}

/// The kind of violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Breach {
    /// No option has this key.
    UnknownKey,
    /// The same key is written twice.
    Twice,
    /// The licensee must choose a value.
    Undecided(Takes),
    /// The value is not one that the option accepts.
    Unlawful(Takes),
    /// Odds are stated with "for".
    SaysFor(Takes),
    /// The text is not an amount of money.
    NotMoney(NotMoney),
    /// The text is not a valid house way.
    NotWay(Fault),
    /// The option does not exist here: another option would need a different value.
    NoPlace(Only),
    /// This value is not allowed together with another option's.
    NotWith {
        /// The other option's key.
        key: &'static str,
    },
    /// This value needs another option to be `true`.
    Needs {
        /// The other option's key.
        key: &'static str,
    },
    /// The amount is not a whole number of units.
    NotMultiple {
        /// The option that sets the unit.
        of: &'static str,
        /// The unit that applies.
        unit: Money,
    },
    /// The amount is less than another option allows.
    LessThan {
        /// The other option's key.
        than: &'static str,
        /// The minimum.
        least: Money,
    },
    /// Several counts must add up to a given sum.
    Sum {
        /// The required sum.
        want: i64,
        /// The actual sum.
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
            Breach::NotWay(fault) => write!(f, "{fault}"),
            Breach::Needs { key } => write!(f, "only with {key} = true"),
            Breach::NotWith { key } => write!(f, "not together with {key}"),
            Breach::NoPlace(only) => write!(f, "{only}"),
            Breach::NotMultiple { of, unit } => write!(f, "lawful is a multiple of {of}, {unit}"),
            Breach::LessThan { than, least } => write!(f, "lawful is at least {than}, {least}"),
            Breach::Sum { want, have } => write!(f, "the counts must make {want} together, and make {have}"),
        }
    }
}

/// A licensee's lawful choices for one table; `chosen!` declares them. Only [`gate`](Chosen::gate) can make
/// them.
pub trait Chosen: Made + Copy + Eq + Hash + fmt::Debug + Send + Sync {
    /// Every option of the game, in groups; those of [`layout`](crate::table::layout) come last.
    const FIELDS: &'static [&'static [Field]];
    /// The usual choices, for users who state none; they are printed wherever they are used.
    const STANDARD: &'static [Entry<'static>];

    /// Makes choices from what was written. The gate has already judged every field on its own; functions
    /// that read several fields report combinations that the law forbids.
    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        Self::made(gate)
    }

    /// Reports what the licensee must post or announce because of these choices.
    fn duties(&self, each: &mut dyn FnMut(Duty));

    /// The same table under other readings, for odds and simulations. The gate makes no such table.
    #[must_use]
    fn under(mut self, readings: Readings) -> Self {
        self.limits_mut().read_by(readings);
        self
    }
}

/// Reads choices from the gate; implemented by `chosen!`.
pub trait Made: Sized {
    /// Makes choices from what was written, if all of it is lawful.
    fn made(gate: &mut Gate<'_>) -> Option<Self>;

    /// The table's limits, which hold the readings in use.
    fn limits_mut(&mut self) -> &mut Limits;
}

/// Something the licensee must announce or post because of its choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// The provision that requires it.
    pub cite: Citation,
    /// What must be done, in our own words.
    pub says: &'static str,
    /// The rule to be announced, by its option's value.
    pub of: &'static str,
}

impl fmt::Display for Duty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.says, self.of)
    }
}
