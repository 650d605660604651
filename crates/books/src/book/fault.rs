//! Why a line cannot be written.

use super::VERSION;
use rules::Patron;
use std::fmt;

/// Why a line cannot be written: not the law's No, which is written, but the caller's or the software's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The line says nothing in the notation.
    Misread(String),
    /// The options are unlawful.
    Unlawful(Vec<String>),
    /// There is no such table, game, person or line.
    Unknown(&'static str),
    /// Not for this person.
    NotYours,
    /// Not at this moment, and why.
    NotNow(&'static str),
    /// The patron has fewer chips than that.
    Poor {
        /// What the patron has, in cents.
        has: i64,
        /// What is missing.
        short: i64,
    },
    /// A correction or a void would take more chips from a patron than the patron has at the table.
    Short {
        /// Who: the patron's number here.
        patron: Patron,
        /// The person's name.
        person: String,
        /// What the patron has, in cents.
        has: i64,
        /// What would be taken.
        takes: i64,
    },
    /// No amount at all, or a negative one.
    Amount,
    /// More than one line may move.
    TooMuch {
        /// The most, in cents.
        most: i64,
    },
    /// The table was opened under another version of the rules than this program has.
    Rules(String),
    /// The journal contradicts itself, at this line.
    Broken {
        /// The line.
        seq: u64,
        /// How.
        how: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Misread(why) => f.write_str(why),
            Fault::Unlawful(all) => f.write_str(&all.join("; ")),
            Fault::Unknown(what) => write!(f, "no such {what}"),
            Fault::NotYours => f.write_str("not yours to do"),
            Fault::NotNow(why) => f.write_str(why),
            Fault::Poor { has, .. } => {
                write!(f, "not enough chips: ${} at this table", rules::Money::cents(*has))
            }
            Fault::Short { patron, person, has, takes } => {
                let [has, takes, short] = [*has, *takes, *takes - *has].map(rules::Money::cents);
                write!(
                    f,
                    "{person} ({patron}) has ${has} at this table and ${takes} would be taken, which is ${short} too \
                     much: collect the difference first, or ask for less"
                )
            }
            Fault::Amount => f.write_str("an amount above zero is needed"),
            Fault::TooMuch { most } => {
                write!(f, "the amount is too large: at most ${}", rules::Money::cents(*most))
            }
            Fault::Rules(version) => {
                write!(f, "opened under rules {version}, and this program has rules {VERSION}")
            }
            Fault::Broken { seq, how } => write!(f, "line {seq}: {how}"),
        }
    }
}

impl std::error::Error for Fault {}
