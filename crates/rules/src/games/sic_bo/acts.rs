//! What the dealer does at sic bo, and what the dice show.

use crate::{
    kit::dice::{Die, Trio},
    picture::{Outcome, Spots},
    vocabulary::Vocabulary,
    words::deeds,
};
use core::fmt;

deeds! {
    /// What the dealer does.
    pub enum Deed {
        NoMoreBets = "calls no more bets",
        Shake = "shakes",
        Settle = "settles",
    }
}

/// What the dice show when the shaker is uncovered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll(pub Trio);

impl From<Roll> for Outcome {
    fn from(Roll(Trio(dice)): Roll) -> Outcome {
        Outcome::Dice { dice: Spots::Three(dice.map(Die::spots)) }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dice {}", self.0)
    }
}

impl Vocabulary for Roll {
    fn each(tell: &mut dyn FnMut(Roll)) {
        Trio::all().map(Roll).for_each(tell);
    }
}
