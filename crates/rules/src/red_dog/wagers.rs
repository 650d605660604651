//! 6.5 (not held): what may be wagered at red dog.

use crate::vocabulary::{Kinds, Vocabulary};
use core::fmt;

/// A wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wager {
    /// Before the first card.
    Original,
    /// Once the spread is known.
    Raise,
}

impl Wager {
    /// Both, in the order in which they are made and settled.
    pub const ALL: [Wager; 2] = [Wager::Original, Wager::Raise];
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())
    }
}

impl Vocabulary for Wager {
    fn each(tell: &mut impl FnMut(Wager)) {
        Wager::ALL.into_iter().for_each(tell);
    }
}

impl Kinds for Wager {
    fn kind(self) -> &'static str {
        match self {
            Wager::Original => "original",
            Wager::Raise => "raise",
        }
    }
}
