//! Games in which a five-card hand is paid by its kind: the lines of the pay table, and the limit on what one hand is
//! paid. Double down stud and let it ride prescribe it in their own sections.

use super::layout::Limits;
use crate::{
    money::{Money, Odds},
    submission::Field,
};
use law::Citation;

/// The number of kinds of hands that are paid.
pub const PAID: usize = 9;

/// The options for what each kind of hand is paid; the key names the lowest hand of the kind. No floor is known, so
/// only odds of less than 1 to 1 are refused.
pub const fn lines(
    lowest: &'static str,
    usual: [&'static str; PAID],
    cite: Citation,
    about: &'static str,
) -> [Field<Odds>; PAID] {
    let keys = [
        lowest,
        "odds.two-pairs",
        "odds.three-of-a-kind",
        "odds.straight",
        "odds.flush",
        "odds.full-house",
        "odds.four-of-a-kind",
        "odds.straight-flush",
        "odds.royal-flush",
    ];
    let mut lines = [Field::odds(keys[0], cite, Odds::new(1, 1), about).or(usual[0]).never_for(cite); PAID];
    let mut at = 1;
    while at < PAID {
        lines[at] = Field::odds(keys[at], cite, Odds::new(1, 1), about).or(usual[at]).never_for(cite);
        at += 1;
    }
    lines
}

/// The option that limits what one hand is paid.
pub const fn limit(cite: Citation) -> Field<Money> {
    let about = "the most that is paid on one hand, unless the least wagers could win more";
    Field::money("payout-limit", cite, Money::cents(1), Money::dollars(1_000_000_000), about).or("50000.00")
}

/// The most that is paid on one hand. It is never less than what this many wagers of the minimum could win.
pub fn most_paid(limit: Money, odds: [Odds; PAID], limits: &Limits, wagers: usize) -> Money {
    let least: Money = (0..wagers).map(|_| limits.minimum()).sum();
    odds.into_iter().map(|odds| odds.pay(least)).fold(limit, Money::max)
}

/// What the wagers of one hand are paid at these odds, in order, until the limit is reached.
pub fn pay<const WAGERS: usize>(
    odds: Option<Odds>,
    stakes: [Money; WAGERS],
    limits: &Limits,
    mut left: Money,
) -> [Money; WAGERS] {
    stakes.map(|stake| {
        let paid = odds.map_or(Money::ZERO, |odds| limits.pay(odds, stake)).min(left);
        left -= paid;
        paid
    })
}
