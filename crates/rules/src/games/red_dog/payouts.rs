//! 6.1(b) and 6.5 (not held): what cards are worth, what two of them make, and what the third one pays.

use crate::games::prelude::*;
use crate::{kit::cards::Card, submission::Field};
use core::fmt;

/// 6.1(b) (not held): two to ten as printed, jack 11, queen 12, king 13, and the ace always 14; suits do not count.
pub const fn value(card: Card) -> u8 {
    match card.rank() {
        1 => 14,
        rank => rank,
    }
}

/// What the first two cards make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Pair {
    /// Consecutive values.
    Consecutive,
    /// Equal values.
    Alike,
    /// This many values lie between them, 1 to 11.
    Spread(u8),
}

impl Pair {
    /// What these two cards make.
    pub const fn of(one: Card, other: Card) -> Pair {
        match value(one).abs_diff(value(other)) {
            0 => Pair::Alike,
            1 => Pair::Consecutive,
            apart => Pair::Spread(apart - 1),
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pair::Consecutive => f.write_str("consecutive cards"),
            Pair::Alike => f.write_str("a pair"),
            Pair::Spread(n) => write!(f, "a spread of {n} and puts the marker on it"),
        }
    }
}

/// 6.5 (not held): the lowest lawful odds on each line, to 1.
#[rustfmt::skip]
pub(super) const LINES: [Field<Odds>; 5] = [
    pays("odds.spread-1",         5),
    pays("odds.spread-2",         4),
    pays("odds.spread-3",         2),
    pays("odds.spread-4-to-11",   1),
    pays("odds.three-of-a-kind", 11),
];

const fn pays(key: &'static str, floor: u16) -> Field<Odds> {
    Field::odds(key, cite!("6.5"), Odds::new(floor, 1), "what a winning wager is paid in this case")
}

/// The line of the table that pays if the third card wins.
pub(super) const fn line(pair: Pair) -> usize {
    match pair {
        Pair::Spread(1) => 0,
        Pair::Spread(2) => 1,
        Pair::Spread(3) => 2,
        Pair::Spread(_) => 3,
        Pair::Alike | Pair::Consecutive => 4,
    }
}

/// 6.5 (not held): what the third card does to every wager.
pub fn decide([left, right]: [Card; 2], third: Card) -> (Fate, Citation) {
    let (low, high) = (value(left).min(value(right)), value(left).max(value(right)));
    let fate = match Pair::of(left, right) {
        Pair::Alike if value(third) == low => Fate::Won,
        Pair::Alike | Pair::Consecutive => Fate::Void,
        Pair::Spread(_) if low < value(third) && value(third) < high => Fate::Won,
        Pair::Spread(_) => Fate::Lost,
    };
    (fate, cite!("6.5"))
}
