//! What the dealer says and does at sic bo.

use super::wagers::Wager;
use crate::{kit::dice::Trio, words::calls};

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        Shakes = "shakes the covered shaker",
        /// Calls the numbers from low to high.
        CallsNumbers { dice: Trio } = "uncovers the shaker and calls {dice}",
        LightsPositions = "enters the numbers, and the winning positions light up",
        Collects = "collects the losing wagers",
        Pays = "pays the winning wagers",
        CoversShaker = "covers the shaker and shakes it",
        NoRoll = "declares no roll: the shaker is covered and shaken again",
        GoesByDice { dice: Trio } = "goes by the dice, {dice}, and not by the lights",
    }
}
