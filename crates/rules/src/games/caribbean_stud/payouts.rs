//! 16.5: how hands rank. 16.10 to 16.12 (not held): who wins, and how much.

use super::options::{Options, Scope};
use crate::games::prelude::*;
use crate::{
    hands::poker::{Kind, Strength},
    submission::Field,
};
use core::cmp::Ordering;

/// 16.5(b): the provision on each kind of hand; (c) for all other hands.
pub const fn ranking(kind: Kind) -> Citation {
    match kind {
        Kind::RoyalFlush => cite!("16.5(b)1"),
        Kind::StraightFlush => cite!("16.5(b)2"),
        Kind::FourOfAKind => cite!("16.5(b)3"),
        Kind::FullHouse => cite!("16.5(b)4"),
        Kind::Flush => cite!("16.5(b)5"),
        Kind::Straight => cite!("16.5(b)6"),
        Kind::ThreeOfAKind => cite!("16.5(b)7"),
        Kind::TwoPairs => cite!("16.5(b)8"),
        Kind::OnePair => cite!("16.5(b)9"),
        Kind::HighCard => cite!("16.5(c)"),
    }
}

/// 16.10 (not held): the dealer's hand counts from an ace and a king upward.
pub fn qualifies(dealer: Strength) -> bool {
    dealer >= Strength::ACE_KING
}

/// 16.5(b): the higher kind wins; (c): within a kind the ranks decide (K1), and equal hands push.
pub fn compare(player: Strength, dealer: Strength) -> (Ordering, Citation) {
    let cite = if player.kind() == dealer.kind() { cite!("16.5(c)") } else { cite!("16.5(b)") };
    (player.cmp(&dealer), cite)
}

/// 16.10 (not held): what becomes of ante and bet (K5).
pub fn decide(player: Strength, dealer: Strength) -> [Fate; 2] {
    match compare(player, dealer).0 {
        _ if !qualifies(dealer) => [Fate::Won, Fate::Void],
        Ordering::Greater => [Fate::Won; 2],
        Ordering::Less => [Fate::Lost; 2],
        Ordering::Equal => [Fate::Void; 2],
    }
}

/// 16.12 (not held): no winning bet may be paid less than so many to 1.
#[rustfmt::skip]
pub(super) const LINES: [Field<Odds>; 9] = [
    pays("odds.one-pair-or-less",   1),
    pays("odds.two-pairs",          2),
    pays("odds.three-of-a-kind",    3),
    pays("odds.straight",           4),
    pays("odds.flush",              5),
    pays("odds.full-house",         7),
    pays("odds.four-of-a-kind",    20),
    pays("odds.straight-flush",    50),
    pays("odds.royal-flush",      100),
];

const fn pays(key: &'static str, floor: u16) -> Field<Odds> {
    Field::odds(key, cite!("16.12"), Odds::new(floor, 1), "what a winning bet wager is paid with this hand")
}

/// The line for a kind; one pair and anything lower share one.
pub(super) const fn line(kind: Kind) -> usize {
    (kind as usize).saturating_sub(1)
}

/// 16.12 (not held): what a winning ante and bet are paid together, under the limit on one hand.
pub fn pay(options: &Options, kind: Kind, ante: Money, bet: Money) -> [Money; 2] {
    let even = options.limits().pay(Odds::new(1, 1), ante);
    let odds = options.limits().pay(options.odds(kind), bet);
    match options.limit() {
        (Scope::Bet, limit) => [even, odds.min(limit)],
        (Scope::AnteAndBet, limit) => {
            let even = even.min(limit);
            [even, odds.min(limit - even)]
        }
    }
}

/// 16.11 (not held): what the progressive wager is paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prize {
    /// This percentage of the meter.
    Share(u8),
    /// An amount.
    Amount(Money),
}

impl Prize {
    /// The amount, for this state of the meter, rounded up to a cent (G2).
    pub const fn of(self, meter: Money) -> Money {
        match self {
            Prize::Amount(amount) => amount,
            Prize::Share(percent) => Money::cents((meter.as_cents() * percent as i64 + 99).div_euclid(100)),
        }
    }
}

/// 16.11 (not held): what the progressive wagers of one round win from the meter, in the order in which they are
/// settled. Several royal flushes share what was on it when the first of them was settled.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    royals: i64,
    /// The amount that the royal flushes share, once the first of them has been settled.
    split: Option<Money>,
}

/// What a progressive wager is paid, and how the meter moves: down by what is won, then back to its starting amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paid {
    /// The amount paid; nothing if the meter is empty.
    pub paid: Money,
    /// The moves of the meter.
    pub moves: [Money; 2],
}

impl Shares {
    /// For a round with this many royal flushes that have a progressive wager.
    pub fn new(royals: usize) -> Shares {
        Shares { royals: i64::try_from(royals.max(1)).unwrap_or(1), split: None }
    }

    /// For a hand of this kind and the current meter; `None` if it wins nothing.
    pub fn pay(&mut self, options: &Options, kind: Kind, meter: Money) -> Option<Paid> {
        let prize = options.prize(kind)?;
        let earlier = self.split.filter(|_| kind == Kind::RoyalFlush);
        let won = earlier.unwrap_or_else(|| prize.of(meter));
        let mut paid = won;
        if kind == Kind::RoyalFlush {
            self.split = Some(won);
            paid = Money::cents((won.as_cents() + self.royals - 1) / self.royals);
        }
        let is_moved = matches!(prize, Prize::Share(_)) && earlier.is_none() && paid > Money::ZERO;
        let left = meter - won;
        let moves =
            if is_moved { [left - meter, refilled(options, kind, left) - left] } else { [Money::ZERO; 2] };
        Some(Paid { paid, moves })
    }
}

/// Where the meter continues if this much is left after this hand: after a royal flush it starts again.
fn refilled(options: &Options, kind: Kind, left: Money) -> Money {
    if kind == Kind::RoyalFlush { left.max(options.reset()) } else { left }
}
