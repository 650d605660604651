//! 4.6(a), 4.7(g) and 4.10: what becomes of each wager, and what the house takes of the Banker's winnings.

use super::wagers::Wager;
use crate::games::prelude::*;
use crate::hands::baccarat::Winner;

/// What becomes of a wager if one hand has won, or neither.
pub const fn decide(wager: Wager, winner: Winner) -> (Fate, Citation) {
    match (wager, winner) {
        (Wager::Bid | Wager::Bank, Winner::Banker) => (Fate::Won, cite!("4.6(a)1")),
        (Wager::Bid | Wager::Bank, Winner::Player) => (Fate::Lost, cite!("4.6(a)2")),
        (Wager::Bid | Wager::Bank, Winner::Tie) => (Fate::Void, cite!("4.6(a)3")),
        (_, Winner::Player) => (Fate::Won, cite!("4.7(g)1")),
        (_, Winner::Banker) => (Fate::Lost, cite!("4.7(g)2")),
        (_, Winner::Tie) => (Fate::Void, cite!("4.7(g)3")),
    }
}

/// 4.10(b): what is taken of a stake and what is paid on it: 1 to 1 for either side (G1).
pub const fn even(fate: Fate, stake: Money) -> (Money, Money) {
    match fate {
        Fate::Won => (Money::ZERO, stake),
        Fate::Lost => (stake, Money::ZERO),
        Fate::Void | Fate::Halved => (Money::ZERO, Money::ZERO),
    }
}
