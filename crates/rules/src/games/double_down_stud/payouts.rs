//! 17.5, 17.9 and 17.10 (none of them held): which hands win, and how much.

use super::options::Options;
use crate::games::prelude::*;
use crate::{
    hands::poker::{Kind, Strength},
    submission::Field,
    table::paytable::{self, PAID, lines},
};

/// 17.10 (not held): what both wagers are paid, from a pair of jacks or better to a royal flush.
pub(super) const LINES: [Field<Odds>; PAID] = lines(
    "odds.jacks-or-better",
    ["1 to 1", "2 to 1", "3 to 1", "5 to 1", "8 to 1", "11 to 1", "50 to 1", "200 to 1", "2000 to 1"],
    cite!("17.10"),
    "what the wagers of a hand are paid with this hand",
);

/// 17.9 (not held): the lowest pair that returns the wagers, and the lowest that wins.
const LOWEST_PUSH: u8 = 6;
const LOWEST_PAIR: u8 = 11;

/// The result of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// The wagers lose.
    Nothing,
    /// A pair that returns the wagers.
    Push,
    /// The wagers win by this line of the pay table, counted from a pair of jacks or better.
    Pays(usize),
}

impl Line {
    /// The result of this hand.
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

/// 17.10 (not held): what the wagers of one hand are paid, in order, up to the limit on a hand.
pub fn pay(options: &Options, hand: Strength, stakes: [Money; 2]) -> [Money; 2] {
    paytable::pay(options.odds(hand), stakes, options.limits(), options.limit())
}
