//! 5.6(b) and (c): spins that do not simply end at a number.

use crate::{kit::wheels::Symbol, vocabulary::Vocabulary};
use core::fmt;
use law::{Citation, cite};

/// What can go wrong with a spin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// The wheel has not made three revolutions.
    FewerThanThreeRevolutions,
    /// The clapper rests between two numbers; this one it passed last.
    ClapperBetween {
        /// The number passed.
        passed: Symbol,
    },
}

impl Irregularity {
    /// The provision that says what follows; for the clapper, the first of its two options.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::FewerThanThreeRevolutions => cite!("5.6(b)"),
            Irregularity::ClapperBetween { .. } => cite!("5.6(c)1"),
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Irregularity::FewerThanThreeRevolutions => f.write_str("fewer than three revolutions"),
            Irregularity::ClapperBetween { passed } => write!(f, "clapper between, past {passed}"),
        }
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Self)) {
        tell(Irregularity::FewerThanThreeRevolutions);
        Symbol::ALL.into_iter().for_each(|passed| tell(Irregularity::ClapperBetween { passed }));
    }
}
