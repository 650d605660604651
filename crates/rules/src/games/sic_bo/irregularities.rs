//! 9.6 (not held): what can go wrong with the dice, the shaker and the lights.

use super::{Call, Phase, SicBo};
use crate::games::prelude::*;
use crate::words::deeds;

deeds! {
    /// The irregularities of the game.
    pub enum Irregularity {
        /// It is cocked, leans on another die or stands on one.
        NotFlat = "die not flat",
        UncoveredEarly = "shaker uncovered before no more bets",
        WrongLights = "wrong lights",
    }
}

impl SicBo {
    /// 9.6 (not held): when each irregularity can occur.
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        match (what, self.phase) {
            (Irregularity::NotFlat, Phase::Shaken)
            | (Irregularity::UncoveredEarly, Phase::Open)
            | (Irregularity::WrongLights, Phase::Lit(_)) => Ok(()),
            _ => Err(Refusal::new(cite!("9.6"), Why::NotNow)),
        }
    }

    /// No roll: the dealer shakes again, and the wagers stand. A wrong light decides nothing.
    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let call = match (what, self.phase) {
            (Irregularity::WrongLights, Phase::Lit(dice)) => Call::GoesByDice { dice },
            (Irregularity::NotFlat, _) => {
                self.phase = Phase::Closed;
                Call::NoRoll
            }
            _ => Call::NoRoll,
        };
        to.saw(cite!("9.6"), Event::Called { call });
    }
}
