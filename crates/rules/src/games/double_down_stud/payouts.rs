//! 17.5, 17.9 and 17.10 (none of them is held): which hands win, and how much.

use super::options::Options;
use crate::games::prelude::*;
use crate::{
    hands::poker::{Kind, Strength},
    submission::Field,
};

/// 17.10 (not held): what both wagers are paid. No floor is known, so only odds of less than 1 to 1 are refused.
#[rustfmt::skip]
pub(super) const LINES: [Field<Odds>; 9] = [
    pays("odds.jacks-or-better", "1 to 1"),
    pays("odds.two-pairs",       "2 to 1"),
    pays("odds.three-of-a-kind", "3 to 1"),
    pays("odds.straight",        "5 to 1"),
    pays("odds.flush",           "8 to 1"),
    pays("odds.full-house",     "11 to 1"),
    pays("odds.four-of-a-kind", "50 to 1"),
    pays("odds.straight-flush", "200 to 1"),
    pays("odds.royal-flush",    "2000 to 1"),
];

const fn pays(key: &'static str, usual: &'static str) -> Field<Odds> {
    Field::odds(key, cite!("17.10"), Odds::new(1, 1), "what the wagers of a hand are paid with this hand")
        .or(usual)
        .never_for(cite!("17.10"))
}

/// 17.9 (not held): the lowest pair that gives the wagers back, and the lowest that wins.
const LOWEST_PUSH: u8 = 6;
const LOWEST_PAIR: u8 = 11;

/// What a hand comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// It loses.
    Nothing,
    /// A pair for which the wagers are given back.
    Push,
    /// It wins by this line of the table, counted from a pair of jacks or better.
    Pays(usize),
}

impl Line {
    /// Of a hand.
    pub fn of(hand: Strength) -> Line {
        match (hand.kind(), hand.pair().unwrap_or(0)) {
            (Kind::HighCard, _) => Line::Nothing,
            (Kind::OnePair, LOWEST_PAIR..) => Line::Pays(0),
            (Kind::OnePair, LOWEST_PUSH..) => Line::Push,
            (Kind::OnePair, _) => Line::Nothing,
            (kind, _) => Line::Pays(kind as usize - 1),
        }
    }
}

/// 17.9 (not held): what becomes of both wagers.
pub fn decide(hand: Strength) -> (Fate, Citation) {
    let fate = match Line::of(hand) {
        Line::Nothing => Fate::Lost,
        Line::Push => Fate::Void,
        Line::Pays(_) => Fate::Won,
    };
    (fate, cite!("17.9"))
}

/// 17.10 (not held): what the wagers of one hand are paid, in their order, under the limit on a hand.
pub fn pay(options: &Options, hand: Strength, stakes: [Money; 2]) -> [Money; 2] {
    let mut left = options.limit();
    stakes.map(|stake| {
        let paid = options.odds(hand).map_or(Money::ZERO, |odds| options.limits().pay(odds, stake)).min(left);
        left -= paid;
        paid
    })
}
