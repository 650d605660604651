//! 18.3, 18.10 and 18.11 (none of them is held): which hands win, and how much.

use super::options::Options;
use crate::games::prelude::*;
use crate::{
    hands::poker::{Kind, Strength},
    submission::Field,
};

/// How many kinds of hands are paid.
const PAID: usize = 9;

/// 18.11 (not held): what each wager left in play is paid. No floor is known, so only odds of less than 1 to 1 are refused.
#[rustfmt::skip]
pub(super) const LINES: [Field<Odds>; PAID] = [
    pays("odds.tens-or-better",  "1 to 1"),
    pays("odds.two-pairs",       "2 to 1"),
    pays("odds.three-of-a-kind", "3 to 1"),
    pays("odds.straight",        "5 to 1"),
    pays("odds.flush",           "8 to 1"),
    pays("odds.full-house",     "11 to 1"),
    pays("odds.four-of-a-kind", "50 to 1"),
    pays("odds.straight-flush", "200 to 1"),
    pays("odds.royal-flush",    "1000 to 1"),
];

const fn pays(key: &'static str, usual: &'static str) -> Field<Odds> {
    Field::odds(key, cite!("18.11"), Odds::new(1, 1), "what each wager left in play is paid with this hand")
        .or(usual)
        .never_for(cite!("18.11"))
}

/// 18.11 (not held): the lowest pair that wins.
const LOWEST_PAIR: u8 = 10;

/// 18.11 (not held): the line of the table that a hand is paid by; none if it loses.
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

/// 18.11 (not held): what the wagers of one hand are paid, in their order, under the limit on a hand.
pub fn pay(options: &Options, hand: Strength, stakes: [Money; 3]) -> [Money; 3] {
    let mut left = options.limit();
    stakes.map(|stake| {
        let paid = options.odds(hand).map_or(Money::ZERO, |odds| options.limits().pay(odds, stake)).min(left);
        left -= paid;
        paid
    })
}
