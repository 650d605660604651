//! What the dealer says and does at Big Six.

use super::Wager;
use crate::{kit::wheels::Symbol, words::calls};

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        Spins = "spins the wheel",
        /// Declares the number passed last to win.
        DeclaresPassed { symbol: Symbol } = "declares {symbol}, passed last, the winning number",
        VoidsSpin = "declares the spin void, to be spun again",
        Collects = "collects the losing wagers",
        Pays = "pays the winning wagers",
    }
}
