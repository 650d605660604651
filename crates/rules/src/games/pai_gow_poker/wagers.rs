//! 11.7 and 11.10 (neither is held): what may be wagered at pai gow poker.

use crate::games::prelude::*;
use crate::words::kinds;

kinds! {
    /// The wagers of pai gow poker.
    pub enum Wager at "seat" {
        /// On both hands of a player, against the dealer or the bank.
        Main = "main",
        /// What a player who banks puts up, to pay the others from.
        Bank = "bank",
        /// What such a player stakes against the dealer's hand.
        Dealer = "dealer",
    }
}

impl Wager {
    /// The section that permits it; it is not held.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Main => cite!("11.7"),
            Wager::Bank | Wager::Dealer => cite!("11.10"),
        }
    }
}
