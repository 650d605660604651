//! Why a line cannot be written.

use super::VERSION;
use rules::Patron;
use std::fmt;

/// Why a line cannot be written. A refusal by the law is not a fault, because it is written to the journal: faults come
/// from the caller or the software.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The line is not valid notation.
    Misread(String),
    /// The options are unlawful.
    Unlawful(Vec<String>),
    /// There is no such table, game, person or line.
    Unknown(&'static str),
    /// This person may not do that.
    NotYours,
    /// It cannot be done at this moment, for the given reason.
    NotNow(&'static str),
    /// The patron does not have enough chips.
    Poor {
        /// What the patron has, in cents.
        has: i64,
        /// How much is missing.
        short: i64,
    },
    /// A correction or a void would take more chips from a patron than the patron has at the table.
    Short {
        /// The patron's number at this table.
        patron: Patron,
        /// The person's name.
        person: String,
        /// What the patron has, in cents.
        has: i64,
        /// What would be taken, in cents.
        takes: i64,
    },
    /// The amount is zero or negative.
    Amount,
    /// The amount is more than one line may move.
    TooMuch {
        /// The most that one line may move, in cents.
        most: i64,
    },
    /// The table was opened under a different version of the rules from this program's.
    Rules(String),
    /// The journal contradicts itself, at this line.
    Broken {
        /// The number of the line.
        seq: u64,
        /// A description of the contradiction.
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
            Fault::Amount => f.write_str("the amount must be above zero"),
            Fault::TooMuch { most } => {
                write!(f, "the amount is too large: at most ${}", rules::Money::cents(*most))
            }
            Fault::Rules(version) => {
                write!(f, "the table was opened under rules {version}, but this program has rules {VERSION}")
            }
            Fault::Broken { seq, how } => write!(f, "line {seq}: {how}"),
        }
    }
}

impl std::error::Error for Fault {}
