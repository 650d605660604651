//! 18.3, 18.10 and 18.11 (none of them held): which hands win, and how much.

use super::options::Options;
use crate::games::prelude::*;
use crate::{
    hands::poker::{Kind, Strength},
    submission::Field,
    table::paytable::{self, PAID, lines},
};

/// 18.11 (not held): what each wager left in play is paid, from a pair of tens or better to a royal flush.
pub(super) const LINES: [Field<Odds>; PAID] = lines(
    "odds.tens-or-better",
    ["1 to 1", "2 to 1", "3 to 1", "5 to 1", "8 to 1", "11 to 1", "50 to 1", "200 to 1", "1000 to 1"],
    cite!("18.11"),
    "what each wager left in play is paid with this hand",
);

/// 18.11 (not held): the lowest pair that wins.
const LOWEST_PAIR: u8 = 10;

/// 18.11 (not held): the line of the pay table for a hand; `None` if it loses.
pub fn line(hand: Strength) -> Option<usize> {
    match hand.kind() {
        Kind::HighCard => None,
        Kind::OnePair => hand.pair().filter(|&rank| rank >= LOWEST_PAIR).map(|_| 0),
        kind => Some(kind as usize - 1),
    }
}

/// 18.10 (not held): what becomes of every wager left in play.
pub fn decide(hand: Strength) -> (Fate, Citation) {
    (if line(hand).is_some() { Fate::Won } else { Fate::Lost }, cite!("18.10"))
}

/// 18.11 (not held): what the wagers of one hand are paid, in order, up to the limit on a hand.
pub fn pay(options: &Options, hand: Strength, stakes: [Money; 3]) -> [Money; 3] {
    paytable::pay(options.odds(hand), stakes, options.limits(), options.limit())
}
