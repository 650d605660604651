//! What the dealer does at Big Six.

use crate::words::deeds;

deeds! {
    /// What the dealer does.
    pub enum Deed {
        NoMoreBets = "calls no more bets",
        Spin = "spins",
    }
}
