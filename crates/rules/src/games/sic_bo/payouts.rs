//! 9.2 and 9.4 (neither is held): which positions win, and what they are paid.

use super::{
    options::{PAYTABLE, Paytable, TwoOfAKind},
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::{
    kit::dice::Trio,
    submission::{Field, Gate},
};

/// The number of odds that a licensee may set.
const KINDS: usize = 16;

/// 9.4 (not held): what a winner is paid. No minimum is known, so only odds of less than 1 to 1 are
/// refused.
pub(super) const FIELDS: [Field<Odds>; KINDS] = [
    pays("odds.three-of-a-kind"),
    pays("odds.two-of-a-kind"),
    pays("odds.any-three-of-a-kind"),
    pays("odds.total-4-17"),
    pays("odds.total-5-16"),
    pays("odds.total-6-15"),
    pays("odds.total-7-14"),
    pays("odds.total-8-13"),
    pays("odds.total-9-12"),
    pays("odds.total-10-11"),
    pays("odds.combination"),
    pays("odds.small"),
    pays("odds.big"),
    pays("odds.one-of-a-kind"),
    pays("odds.one-of-a-kind-twice"),
    pays("odds.one-of-a-kind-three-times"),
];

const fn pays(key: &'static str) -> Field<Odds> {
    Field::odds(key, cite!("9.4"), Odds::new(1, 1), "what a winner is paid, if not as the paytable says")
        .or_what_follows("what the paytable says")
        .never_for(cite!("9.4"))
}

/// 9.4 (not held): the published tables, as odds to 1, in the order of the fields.
#[rustfmt::skip]
const PAYTABLES: [[u16; KINDS]; 3] = [
    // three two any  4/17 5/16 6/15 7/14 8/13 9/12 10/11 pair small big  one twice thrice
    [   180, 10,  30,  60,  30,  17,  12,   8,   6,    6,   5,   1,   1,   1,   2,   3], // Atlantic City
    [   150,  8,  24,  50,  18,  14,  12,   8,   6,    6,   5,   1,   1,   1,   2,   3], // Massachusetts
    [   180, 11,  31,  62,  31,  18,  12,   8,   7,    6,   6,   1,   1,   1,   2,   3], // Australia
];

/// The odds of a table, in the order of the fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule([Odds; KINDS]);

/// 9.4 (not held): the odds of the pay table, replaced by those that are written one by one.
pub(super) fn gate(gate: &Gate<'_>) -> Option<Schedule> {
    let paytable: Paytable = gate.get(&PAYTABLE)?;
    let mut odds = PAYTABLES[paytable as usize].map(|to| Odds::new(to, 1));
    for (odds, field) in odds.iter_mut().zip(&FIELDS) {
        *odds = gate.get(field).unwrap_or(*odds);
    }
    Some(Schedule(odds))
}

impl Schedule {
    /// The odds on a position that wins with this many dice; the number matters only for One of a Kind.
    pub(super) const fn on(&self, wager: Wager, dice: usize) -> Odds {
        self.0[match wager {
            Wager::ThreeOfAKind(_) => 0,
            Wager::TwoOfAKind(_) => 1,
            Wager::AnyThree => 2,
            Wager::Total(total) => 3 + total.pair(),
            Wager::Combination(_) => 10,
            Wager::Small => 11,
            Wager::Big => 12,
            Wager::OneOfAKind(_) => match dice {
                0 | 1 => 13,
                2 => 14,
                _ => 15,
            },
        }]
    }
}

/// Whether the dice win a position.
pub fn wins(wager: Wager, dice: Trio, pairs: TwoOfAKind) -> bool {
    match wager {
        Wager::ThreeOfAKind(n) => dice.count(n) == 3,
        Wager::TwoOfAKind(n) => match pairs {
            TwoOfAKind::TwoOrThree => dice.count(n) >= 2,
            TwoOfAKind::ExactlyTwo => dice.count(n) == 2,
        },
        Wager::AnyThree => dice.is_triple(),
        Wager::Total(total) => dice.total() == total.spots(),
        Wager::Combination(numbers) => numbers.numbers().into_iter().all(|n| dice.count(n) > 0),
        Wager::Small => dice.total() <= 10 && !dice.is_triple(),
        Wager::Big => dice.total() >= 11 && !dice.is_triple(),
        Wager::OneOfAKind(n) => dice.count(n) > 0,
    }
}

/// The number of dice with which a position wins, which decides what One of a Kind is paid.
pub(super) fn dice_on(wager: Wager, dice: Trio) -> usize {
    if let Wager::OneOfAKind(n) = wager { dice.count(n) } else { 0 }
}

/// What becomes of a wager; 9.2 is not held.
pub fn decide(wager: Wager, dice: Trio, pairs: TwoOfAKind) -> (Fate, Citation) {
    (if wins(wager, dice, pairs) { Fate::Won } else { Fate::Lost }, Wager::CITE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;

    /// The number of ways, out of 216, in which each kind of position wins.
    #[test]
    fn positions_win_in_as_many_ways_as_arithmetic_says() {
        let ways = |text: &str, pairs| {
            let wager = Wager::read(text).expect("a wager");
            Trio::all().filter(|dice| wins(wager, *dice, pairs)).count()
        };
        let both = |text| ways(text, TwoOfAKind::TwoOrThree);
        assert_eq!(["three-of-a-kind 4", "any-three-of-a-kind"].map(both), [1, 6]);
        assert_eq!(both("two-of-a-kind 4"), 16);
        assert_eq!(ways("two-of-a-kind 4", TwoOfAKind::ExactlyTwo), 15);
        assert_eq!(["small", "big"].map(both), [105, 105]);
        assert_eq!(["combination 1-2", "combination 5-6", "one-of-a-kind 3"].map(both), [30, 30, 91]);
        let totals =
            ["total 4", "total 5", "total 6", "total 7", "total 8", "total 9", "total 10", "total 11"];
        assert_eq!(totals.map(both), [3, 6, 10, 15, 21, 25, 27, 27]);
        let mut positions = 0;
        Wager::each(&mut |_| positions += 1);
        assert_eq!(positions, 50);
    }
}
