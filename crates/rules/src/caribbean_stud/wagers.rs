//! 16.6: what may be wagered at caribbean stud poker.

use crate::vocabulary::{Kinds, Vocabulary};
use core::fmt;
use law::{Citation, cite};

/// A wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wager {
    /// Before any card.
    Ante,
    /// To stay in, twice the ante.
    Bet,
    /// A dollar on the player's own five cards.
    Progressive,
}

impl Wager {
    /// All of them, in the order in which they are made and settled.
    pub const ALL: [Wager; 3] = [Wager::Ante, Wager::Bet, Wager::Progressive];

    /// The paragraph that permits it.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Ante => cite!("16.6(a)"),
            Wager::Bet => cite!("16.6(d)"),
            Wager::Progressive => cite!("16.6(c)"),
        }
    }
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
            Wager::Ante => "ante",
            Wager::Bet => "bet",
            Wager::Progressive => "progressive",
        }
    }
}
