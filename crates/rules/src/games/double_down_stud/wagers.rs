//! 17.6 (not held): what may be wagered at double down stud.

use crate::games::prelude::*;
use crate::words::kinds;

kinds! {
    /// A wager. They are made and settled in this order.
    pub enum Wager at "seat" {
        /// Before any card.
        Original = "original",
        /// As much again, once all cards but the last are seen.
        Double = "double",
    }
}

impl Wager {
    /// The section that permits it; neither is held.
    pub const fn cite(self) -> Citation {
        match self {
            Wager::Original => cite!("17.6"),
            Wager::Double => cite!("17.9"),
        }
    }
}
