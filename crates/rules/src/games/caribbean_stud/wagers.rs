//! 16.6: what may be wagered at caribbean stud poker.

use crate::games::prelude::*;
use crate::words::kinds;

kinds! {
    /// A wager. They are made and settled in this order.
    pub enum Wager at "seat" {
        /// Before any card.
        Ante = "ante",
        /// To stay in, twice the ante.
        Bet = "bet",
        /// A dollar on the player's own five cards.
        Progressive = "progressive",
    }
}

impl Wager {
    /// The paragraph that permits it.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Ante => cite!("16.6(a)"),
            Wager::Bet => cite!("16.6(d)"),
            Wager::Progressive => cite!("16.6(c)"),
        }
    }
}
