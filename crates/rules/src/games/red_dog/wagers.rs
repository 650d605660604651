//! 6.5 (not held): what may be wagered at red dog.

use crate::words::kinds;

kinds! {
    /// A wager, placed on a betting area. They are made and settled in this order.
    pub enum Wager at "area" {
        /// Before the first card.
        Original = "original",
        /// Once the spread is known.
        Raise = "raise",
    }
}
