//! 18.6 (not held): what may be wagered at let it ride poker.

use crate::games::prelude::*;
use crate::words::kinds;

kinds! {
    /// One of three equal wagers, which are made as one.
    pub enum Wager at "seat" {
        /// May be withdrawn once the player has seen three cards.
        First = "first",
        /// May be withdrawn once the first community card has been turned.
        Second = "second",
        /// Never withdrawn.
        Third = "third",
    }
}

impl Wager {
    /// The section that permits it; it is not held.
    pub const CITE: Citation = cite!("18.6");
}
