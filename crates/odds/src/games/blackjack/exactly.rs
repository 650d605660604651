//! The mean of a round as a fraction: every order in which cards may come is counted, in integers.
//!
//! The decisions are those that the analyzer finds in floating point; their value is exact. If two decisions differ by
//! less than floats can distinguish, either may be taken, which changes the mean by no more than that. The two hands of
//! a split pair have the same value by exchangeability, so each is counted separately. But if nobody looks at the hole
//! card, the number of hands that go over 21 against a blackjack is counted for all hands together.

use super::{
    analysis::{Analysis, Seen},
    dealer::ENDS,
    exposed::{Plan, column_in},
    hands::{ACE, Counts, Hand, Hands, TEN, VALUES, hands, rank},
    pays::{Kind, cents, whole_stake},
    play::{Final, Line, Policy},
    split::{Split, Sum},
    spread::{pack, unpack},
    stands::Stands,
    view::{Choice, View},
};
use crate::{Fraction, Unsolved};
use dashu_int::IBig;
use rayon::prelude::*;
use rules::{
    Fate, Money,
    blackjack::{INSURANCE, Special, insurance, odds},
};
use std::collections::{BTreeMap, HashMap};

/// How many cards of each value are left.
type Whole = [u32; VALUES];

/// The most pairs of hands that are combined: about ten seconds of work.
const MOST_PAIRS: usize = 1 << 27;

/// The cards without these; `None` if there are not that many.
fn without(left: &Whole, cards: &Counts) -> Option<Whole> {
    let mut rest = *left;
    for (rest, &gone) in rest.iter_mut().zip(cards) {
        *rest = rest.checked_sub(gone.into())?;
    }
    Some(rest)
}

/// The number of ways in which these cards may come in one given order.
fn ways(left: &Whole, cards: &Counts) -> IBig {
    let each = left.iter().zip(cards).flat_map(|(&count, &drawn)| {
        (0..u32::from(drawn)).map(move |used| u128::from(count.saturating_sub(used)))
    });
    // A few factors at a time fit into a machine word.
    let (mut all, mut some) = (IBig::ONE, 1_u128);
    for factor in each {
        some *= factor;
        if some >> 96 != 0 {
            all *= std::mem::replace(&mut some, 1);
        }
    }
    all * some
}

fn total(left: &Whole) -> u32 {
    left.iter().sum()
}

/// The cards with one more of this value.
fn with(cards: &Counts, value: usize) -> Counts {
    let mut more = *cards;
    more[value] += 1;
    more
}

/// Gains by the number of cards drawn for them, summed over all orders of that many cards.
struct Tally {
    cards: u32,
    by_drawn: Vec<IBig>,
}

impl Tally {
    fn from(left: &Whole) -> Tally {
        Tally { cards: total(left), by_drawn: Vec::new() }
    }

    fn add(&mut self, drawn: usize, gain: IBig) {
        if self.by_drawn.len() <= drawn {
            self.by_drawn.resize(drawn + 1, IBig::ZERO);
        }
        self.by_drawn[drawn] += gain;
    }

    /// The mean: all orders of the same number of cards are equally likely.
    fn mean(&self) -> Fraction {
        let (mut sum, mut orders) = (IBig::ZERO, IBig::ONE);
        let left =
            |drawn: usize| IBig::from(i64::from(self.cards) - i64::try_from(drawn).unwrap_or(i64::MAX));
        let deep = self.by_drawn.iter().rposition(|gain| *gain != IBig::ZERO).unwrap_or(0);
        for (drawn, gain) in self.by_drawn.iter().enumerate().take(deep + 1) {
            if drawn > 0 {
                sum *= left(drawn - 1);
                orders *= left(drawn - 1);
            }
            sum += gain;
        }
        Fraction::over(sum, orders)
    }
}

/// The number of ways in which the dealer gets a blackjack from these cards, and how many cards that takes.
fn natural(view: &View, left: &Whole) -> (u32, usize) {
    match view.dealer.makes_natural() {
        Some(value) => (left[value], 1),
        None => (u32::from(view.dealer.natural(&view.left) > 0.5), 0),
    }
}

/// A hand that has ended, or is about to lose: the number of ways it came about, the number of cards drawn, and what is
/// left.
struct Come {
    times: IBig,
    drawn: usize,
    left: Whole,
}

impl Analysis {
    /// The mean gain of a round with a plan, or with the best decision for every hand, per original wager.
    ///
    /// # Errors
    /// If decisions depend on suits, or the hands of a split pair can arise in too many ways to be counted together.
    pub fn exact(&self, plan: Option<&Plan>, progress: &(dyn Fn() + Sync)) -> Result<Fraction, Unsolved> {
        let each = self.seen.par_iter().map(|seen| {
            let column = plan.map(|plan| column_in(plan, seen));
            let policy = column.as_ref().map_or(Policy::Best, Policy::Column);
            let mean = seen.exact(policy, plan.map(Plan::insures));
            progress();
            mean
        });
        let means: Result<Vec<Fraction>, Unsolved> = each.collect();
        Ok(means?.into_iter().sum::<Fraction>() / Fraction::from(i64::from(self.sides)))
    }
}

impl Seen {
    /// The mean gain against this view, multiplied by the probability of the view.
    fn exact(&self, policy: Policy<'_>, insures: Option<bool>) -> Result<Fraction, Unsolved> {
        let view = &self.view;
        if !view.suited.is_empty() {
            return Err(Unsolved::BySuits);
        }
        let stake = whole_stake(&view.options);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, and a few hundred"
        )]
        let left = view.left.counts.map(|count| count.round() as u32);
        let counted = Counted { view, left, stake, unit: stake.as_cents() };
        let lines = view.play::<false>(&self.stands, policy);
        let mut orders = vec![0_u128; lines.len()];
        let mut tally = Tally::from(&left);
        let mut sum = Fraction::ZERO;
        for (hand, cards) in Hands::two_cards() {
            let [one, other] = cards;
            let counts = hands().all()[hand].counts;
            let Some(rest) = without(&left, &counts) else { continue };
            let times = if one == other { 1 } else { 2 };
            let gain = self.insurance(cards);
            if gain.is_some_and(|gain| insures.unwrap_or(gain > 0.0)) {
                tally.add(3, ways(&left, &counts) * times * counted.insured(&rest));
            }
            let split = if one == other { self.split(one) } else { None };
            let split = split.filter(|split| match policy {
                Policy::Column(column) => column.splits(one, &lines[hand]),
                _ => split.mean(view, policy) > lines[hand].worth,
            });
            match split {
                Some(split) => {
                    let all = IBig::from(total(&left));
                    let dealt = Fraction::over(ways(&left, &counts), all.clone() * (all - 1));
                    sum += dealt * counted.split(split, policy)?;
                }
                None => orders[hand] = times,
            }
        }
        counted.dealt(&self.stands, &lines, &mut orders, &mut tally);
        sum += tally.mean() + counted.designated();
        Ok(sum * shown(view, &left) / Fraction::from(counted.unit))
    }
}

/// The probability that the dealer shows these cards.
fn shown(view: &View, left: &Whole) -> Fraction {
    let counts = view.dealer.counts();
    let all: Whole = std::array::from_fn(|at| left[at] + u32::from(counts[at]));
    let orders = if counts.iter().filter(|&&count| count == 1).count() == 2 { 2 } else { 1 };
    let drawn = view.dealer.shown.len();
    let mut tally = Tally::from(&all);
    tally.add(drawn, ways(&all, &counts) * orders);
    tally.mean()
}

/// A view with whole numbers of cards.
struct Counted<'a> {
    view: &'a View,
    left: Whole,
    /// A wager on which everything is paid in whole cents, and its amount in cents.
    stake: Money,
    unit: i64,
}

impl Counted<'_> {
    /// The gain of insuring half the wager, summed over the cards that may be the dealer's second.
    fn insured(&self, left: &Whole) -> IBig {
        let half = Money::cents(self.unit / 2);
        let net = |value: usize| match insurance(rank(value)) {
            Fate::Won => INSURANCE.0.pay(half).as_cents(),
            _ => -half.as_cents(),
        };
        (0..VALUES).map(|value| IBig::from(left[value]) * net(value)).sum()
    }

    /// Adds a hand that stands, or that doubling produced.
    fn stands(&self, hand: usize, kind: Kind, is_doubled: bool, come: &Come, tally: &mut Tally) {
        let pay = cents(&hands().all()[hand], kind, &self.view.options, self.stake);
        let gain: [i64; ENDS] =
            std::array::from_fn(|end| pay.wager[end] + if is_doubled { pay.added[end] } else { 0 });
        for (more, ends) in self.view.dealer.ways(&come.left).iter().enumerate() {
            if *ends == [0; ENDS] {
                continue;
            }
            let sum: IBig = ends.iter().zip(gain).map(|(&ways, gain)| IBig::from(ways) * gain).sum();
            tally.add(come.drawn + more, sum * &come.times);
        }
    }

    /// Adds a loss, part of which is returned if the dealer has a blackjack.
    fn loses(&self, lost: i64, back: i64, come: &Come, tally: &mut Tally) {
        tally.add(come.drawn, &come.times * -lost);
        if back != 0 {
            let (ways, more) = natural(self.view, &come.left);
            tally.add(come.drawn + more, &come.times * (i64::from(ways) * back));
        }
    }

    /// Adds the hands that are not split, given the orders in which their first two cards come.
    fn dealt(&self, stands: &Stands, lines: &[Line], orders: &mut [u128], tally: &mut Tally) {
        let (family, unit) = (stands.family, self.unit);
        for at in 0..family.len() {
            let (times, hand) = (orders[at], family.hand(at));
            let Some(left) = without(&self.left, &hand.counts).filter(|_| times > 0) else { continue };
            let (drawn, place) = (usize::from(hand.cards), usize::from(family.hands[at]));
            let come = Come { times: ways(&self.left, &hand.counts) * times, drawn, left };
            match lines[at].choice {
                Choice::Stand | Choice::Split => self.stands(place, Kind::Dealt, false, &come, tally),
                // Half is lost; all of it to a blackjack.
                Choice::Surrender => self.loses(unit / 2, -unit / 2, &come, tally),
                choice => {
                    for (value, next) in family.next[at].iter().enumerate() {
                        let Some(next) = next.map(usize::from).filter(|_| choice == Choice::Draw) else {
                            self.last_card(hand, value, choice, &come, tally);
                            continue;
                        };
                        orders[next] += times;
                    }
                }
            }
        }
    }

    /// Adds one more card, with which a hand goes over 21 or a doubled hand ends.
    fn last_card(&self, hand: &Hand, value: usize, choice: Choice, before: &Come, tally: &mut Tally) {
        let counts = with(&hand.counts, value);
        let Some(left) = without(&self.left, &counts) else { return };
        let come = Come { times: &before.times * before.left[value], drawn: before.drawn + 1, left };
        match hand.next[value].map(usize::from) {
            Some(next) => self.stands(next, Kind::Dealt, true, &come, tally),
            None if choice == Choice::Draw => self.loses(self.unit, 0, &come, tally),
            // If the dealer has looked at the hole card, a blackjack takes none of what doubling adds (2.10(b)).
            None => {
                let back = if self.view.is_looked_at() { self.unit } else { 0 };
                self.loses(2 * self.unit, back, &come, tally);
            }
        }
    }

    /// What designated blackjacks are paid beyond others.
    fn designated(&self) -> Fraction {
        let [right, all] = self.view.pays.designated_of;
        let made = hands().made_of(&[ACE, TEN]);
        let (Some(hand), true) = (made, right > 0) else { return Fraction::ZERO };
        let counts = hands().all()[hand].counts;
        let Some(left) = without(&self.left, &counts) else { return Fraction::ZERO };
        let paid = |special| odds(special, &self.view.options).0.pay(self.stake).as_cents();
        let more = paid(Special::DesignatedBlackjack) - paid(Special::StandardBlackjack);
        let wins = self.view.pays.pay(hand, Kind::Dealt).wins;
        let mut tally = Tally::from(&self.left);
        for (drawn, ends) in self.view.dealer.ways(&left).iter().enumerate() {
            let won: u128 = ends.iter().zip(wins).filter(|(_, wins)| *wins > 0.0).map(|(ways, _)| ways).sum();
            tally.add(2 + drawn, ways(&self.left, &counts) * 2 * more * won);
        }
        tally.mean() * Fraction::ratio(right.into(), all.into())
    }
}

/// A hand of a split pair that has ended: the cards it drew, in how many orders, and how it ended.
struct Ended {
    drawn: Counts,
    orders: u128,
    end: Final,
}

/// Sets of cards, and the number of ways in which hands have them together.
type Sets = HashMap<u64, u128>;

impl Counted<'_> {
    /// The mean gain of all hands of a split pair.
    fn split(&self, split: &Split, policy: Policy<'_>) -> Result<Fraction, Unsolved> {
        let ended = self.ended(split, policy);
        let mut worths = [Vec::new(), Vec::new()];
        let mut overs = [Vec::new(), Vec::new()];
        for gone in 1..=split.deep() {
            let mut cards = [0; VALUES];
            cards[split.pair] = u8::try_from(gone + 1).unwrap_or(u8::MAX);
            let Some(rest) = without(&self.left, &cards) else { break };
            let again = Fraction::new(rest[split.pair].into(), total(&rest).max(1).into());
            let [other, both] = ended.each_ref().map(|ended| self.one(split, &rest, ended));
            let given = |sum: &Fraction| {
                if again > Fraction::ZERO { sum / &again } else { Fraction::ZERO }
            };
            for (to, at) in [(&mut worths, 0), (&mut overs, 1)] {
                to[0].push(&other[at] + &both[at]);
                to[1].push(given(&both[at]));
            }
        }
        let sum = |[any, pairs]: [Vec<Fraction>; 2]| Sum { split, any, pairs }.total();
        let mut gone = [0; VALUES];
        gone[split.pair] = 2;
        let rest = without(&self.left, &gone).unwrap_or_default();
        let (naturals, drawn) = natural(self.view, &rest);
        let mut lost = Tally::from(&rest);
        lost.add(drawn, IBig::from(naturals) * self.unit);
        let mut mean = sum(worths) - lost.mean();
        if naturals > 0 && !self.view.is_looked_at() {
            // Hands over 21 also lose against a blackjack, which then takes nothing else (2.11(d)).
            let none = self.none_over(split, &rest, &ended)?;
            mean = mean - (sum(overs) - (lost.mean() - none));
        }
        Ok(mean)
    }

    /// Every hand that one of them may become: with a second card that is not of the pair, and with one that is.
    fn ended(&self, split: &Split, policy: Policy<'_>) -> [Vec<Ended>; 2] {
        let course = split.course(self.view, policy);
        [false, true].map(|is_pair| {
            let mut all = Vec::new();
            let second = |value: usize| (value == split.pair) == is_pair;
            course.finals(split.pair, second, |mut drawn, orders, end| {
                drawn[split.pair] -= 1;
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a whole number"
                )]
                all.push(Ended { drawn, orders: orders as u128, end });
            });
            all
        })
    }

    /// The value of one hand with these possible ends, and what it loses by going over 21 against a blackjack.
    fn one(&self, split: &Split, rest: &Whole, ended: &[Ended]) -> [Fraction; 2] {
        let [mut worth, mut over] = [Tally::from(rest), Tally::from(rest)];
        for Ended { drawn, orders, end } in ended {
            let Some(left) = without(rest, drawn) else { continue };
            let many = drawn.iter().map(|&n| usize::from(n)).sum();
            let come = Come { times: ways(rest, drawn) * *orders, drawn: many, left };
            match end {
                Final::Hand(at, is_doubled) => {
                    let hand = usize::from(hands().family(Some(split.pair)).hands[*at]);
                    self.stands(hand, split.kind, *is_doubled, &come, &mut worth);
                }
                Final::Over(wagers) => {
                    let lost = if *wagers > 1.0 { 2 * self.unit } else { self.unit };
                    self.loses(lost, lost, &come, &mut worth);
                    self.loses(0, lost, &come, &mut over);
                }
            }
        }
        [worth.mean(), over.mean()]
    }

    /// The probability that no hand goes over 21 and the dealer has a blackjack, multiplied by the wager.
    fn none_over(&self, split: &Split, rest: &Whole, ended: &[Vec<Ended>; 2]) -> Result<Fraction, Unsolved> {
        let Some(hole) = self.view.dealer.makes_natural() else { return Ok(Fraction::ZERO) };
        let up = self.view.dealer.shown.first().copied().unwrap_or_default();
        let many = Unsolved::TooManyHands { pair: rank(split.pair), up };
        let mut other = Sets::new();
        let mut any = Sets::new();
        for (ended, is_pair) in ended.iter().zip([false, true]) {
            for one in ended.iter().filter(|one| matches!(one.end, Final::Hand(..))) {
                let cards = pack(&one.drawn, &[0; VALUES]);
                *any.entry(cards).or_default() += one.orders;
                if !is_pair {
                    *other.entry(cards).or_default() += one.orders;
                }
            }
        }
        // The number of orders of second cards that lead to this many hands, and how many of them are known to have a
        // card other than the pair's.
        let mut leaves: BTreeMap<usize, BTreeMap<usize, u128>> = BTreeMap::new();
        for (_, hands, others) in split.ends::<f64>() {
            *leaves.entry(hands).or_default().entry(others).or_default() += 1;
        }
        let mut tally = Tally::from(rest);
        for (hands, by_others) in leaves {
            let most = by_others.keys().copied().max().unwrap_or(0);
            // First the hands known to have another card, then those with any card, combining as many hands as there
            // are.
            let mut sets = Sets::new();
            for (others, times) in by_others {
                let mut some = Sets::from([(0, times)]);
                for at in 0..most {
                    some = together(&some, if at < others { &other } else { &any }).ok_or(many)?;
                }
                some.into_iter().for_each(|(cards, orders)| *sets.entry(cards).or_default() += orders);
            }
            for _ in most..hands {
                sets = together(&sets, &any).ok_or(many)?;
            }
            for (cards, orders) in sets {
                let mut cards = with(&unpack(cards), hole);
                cards[split.pair] += u8::try_from(hands - 2).unwrap_or(u8::MAX);
                let drawn = cards.iter().map(|&n| usize::from(n)).sum();
                tally.add(drawn, ways(rest, &cards) * orders * self.unit);
            }
        }
        Ok(tally.mean())
    }
}

/// Combines sets of hands with one more; `None` if there are too many.
fn together(some: &Sets, one: &Sets) -> Option<Sets> {
    (some.len().saturating_mul(one.len()) <= MOST_PAIRS).then(|| {
        let mut sets = Sets::new();
        for (cards, orders) in some {
            for (more, times) in one {
                *sets.entry(cards + more).or_default() += orders * times;
            }
        }
        sets
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_that_come_about_in_too_many_ways_are_not_put_together() {
        let sets = |many: u64| (0..many).map(|cards| (cards, 1)).collect::<Sets>();
        let some = together(&sets(3), &sets(4)).expect("few");
        assert_eq!((some.len(), some.values().sum::<u128>(), some[&2]), (6, 12, 3));
        assert!(together(&sets(20_000), &sets(20_000)).is_none());
        let said = Unsolved::TooManyHands { pair: 2, up: 10 }.to_string();
        assert!(said.contains("pairs of 2 split against 10"), "{said}");
    }

    #[test]
    fn every_order_of_so_many_cards_is_equally_likely() {
        let left = [4, 4, 0, 0, 0, 0, 0, 0, 0, 2];
        let cards = [1, 2, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(ways(&left, &cards), IBig::from(4 * 4 * 3));
        let mut tally = Tally::from(&left);
        tally.add(3, ways(&left, &cards) * 3);
        tally.add(0, IBig::from(1));
        // Three orders of an ace and two twos, of the 10 * 9 * 8 orders of three cards; and one certain gain.
        assert_eq!(tally.mean(), Fraction::new(3 * 48 + 720, 720));
    }
}
