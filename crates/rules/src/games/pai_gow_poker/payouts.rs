//! 11.9 (not held): what becomes of a wager.

use crate::games::prelude::*;
use crate::hands::pai_gow_poker::{Hands, Outcome};

/// 11.9 (not held): a foul loses at once. Otherwise both hands must be higher to win, and one of them to have the wager back;
/// a copy counts for the dealer or the bank.
pub fn decide(player: Hands, bank: Hands) -> (Fate, Citation) {
    let fate = match player.against(bank) {
        _ if player.is_foul() => Fate::Lost,
        Outcome::Wins => Fate::Won,
        Outcome::Push => Fate::Void,
        Outcome::Loses => Fate::Lost,
    };
    (fate, cite!("11.9"))
}
