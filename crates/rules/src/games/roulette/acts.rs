//! What people do at roulette other than wagering.

use crate::{kit::chips::Color, words::deeds};

deeds! {
    /// What people do beside wagering.
    pub enum Deed {
        Spin = "spins",
        NoMoreBets = "calls no more bets",
        Confirm = "confirms",
        Decline = "declines",
        AskFor(color: Color) = "asks for {color}",
        HandBack(color: Color) = "hands back {color}",
    }
}
