//! 3.2(a): the three wagers of punto banco.

use crate::games::prelude::*;
use crate::{hands::baccarat::Side, words::kinds};

kinds! {
    /// A wager at punto banco, in the order of 3.2(a).
    pub enum Wager at "seat" {
        /// On the Banker's Hand.
        Banker = "banker",
        /// On the Player's Hand.
        Player = "player",
        /// On a tie.
        Tie = "tie",
    }
}

impl Wager {
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
