//! 3.2(a): the three wagers of punto banco.

use crate::games::prelude::*;
use crate::{
    hands::baccarat::Side,
    kept::spelled,
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;

/// A wager at punto banco.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wager {
    /// On the Banker's Hand.
    Banker,
    /// On the Player's Hand.
    Player,
    /// On a tie.
    Tie,
}

spelled!(Wager, Wager::read, "a wager at punto banco: banker, player, tie");

impl Wager {
    /// All of them, in the order of 3.2(a).
    pub const ALL: [Wager; 3] = [Wager::Banker, Wager::Player, Wager::Tie];

    /// The wager on a hand.
    pub const fn on(side: Side) -> Wager {
        match side {
            Side::Player => Wager::Player,
            Side::Banker => Wager::Banker,
        }
    }

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
