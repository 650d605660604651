//! 3.2(a): the three wagers of punto banco.

use crate::vocabulary::{Kinds, Vocabulary};
use core::fmt;
use law::{Citation, cite};

/// A wager at punto banco.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wager {
    /// On the Banker's Hand.
    Banker,
    /// On the Player's Hand.
    Player,
    /// On a tie.
    Tie,
}

impl Wager {
    /// All of them, in the order of 3.2(a).
    pub const ALL: [Wager; 3] = [Wager::Banker, Wager::Player, Wager::Tie];

    /// The paragraph that permits it.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Banker => cite!("3.2(a)1.i"),
            Wager::Player => cite!("3.2(a)2.i"),
            Wager::Tie => cite!("3.2(a)3"),
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
            Wager::Banker => "banker",
            Wager::Player => "player",
            Wager::Tie => "tie",
        }
    }
}
