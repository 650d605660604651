//! What the dealer says and does at roulette.

use super::Wager;
use crate::games::prelude::*;
use crate::{
    kit::{chips::Color, wheels::Pocket},
    words::calls,
};

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        Spins = "spins the ball against the wheel",
        Announces { number: Pocket } = "announces \"{number}\"",
        PutsDolly { number: Pocket } = "puts the dolly on {number}",
        Collects = "collects the losing wagers",
        Pays = "pays the winning wagers",
        NoSpin = "announces \"No Spin\"",
        RemovesBall = "tries to take the ball out before it rests",
        VoidsSpin = "declares the spin void, to be spun again",
        Issues { patron: Patron, color: Color } = "issues {color} non-value chips to {patron}",
        TakesBack { patron: Patron, color: Color } = "takes {color} non-value chips back from {patron}",
    }
}
