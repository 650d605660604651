//! The complete distribution of a round: the probability of each gain.
//!
//! Two hands of a split pair are counted together with the dealer's, card by card: the probability of their cards
//! depends on all of them together and not on which hand got which, so pairs of hands with the same cards are processed
//! once. Of three or more hands, which occur only at tables with more than one split, each is counted separately
//! against every end of the dealer's, and they are otherwise assumed to be independent.

use super::{
    analysis::{Analysis, Seen},
    dealer::{ENDS, Ends, Left, NATURAL},
    exposed::{Plan, column_in},
    hands::{Counts, Hands, VALUES, hands},
    pays::{Kind, Pay, ratio},
    play::{Course, Final, Line, Policy},
    split::Split,
    view::{Choice, View},
};
use crate::Fraction;
use rayon::prelude::*;
use rules::blackjack::INSURANCE;
use std::collections::BTreeMap;

/// The probability of each gain of a round, per original wager.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spread {
    /// By millionths of the wager.
    sums: BTreeMap<i64, f64>,
}

/// A gain in millionths.
#[expect(clippy::cast_possible_truncation, reason = "gains are a few wagers")]
fn key(net: f64) -> i64 {
    (net * 1e6).round() as i64
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn net(key: i64) -> f64 {
    key as f64 / 1e6
}

impl Spread {
    /// Every gain with its probability, worst first.
    pub fn nets(&self) -> impl Iterator<Item = (f64, f64)> {
        self.sums.iter().map(|(&key, &chance)| (net(key), chance))
    }

    /// The same, with the gains as fractions.
    pub fn gains(&self) -> impl Iterator<Item = (Fraction, f64)> {
        self.sums.iter().map(|(&key, &chance)| (Fraction::new(key.into(), 1_000_000), chance))
    }

    /// The probabilities of winning something, of breaking even, and of losing something.
    pub fn won_tied_lost(&self) -> [f64; 3] {
        let sum = |of: fn(i64) -> bool| self.sums.iter().filter(|(key, _)| of(**key)).map(|(_, p)| p).sum();
        [sum(|key| key > 0), sum(|key| key == 0), sum(|key| key < 0)]
    }

    /// The mean gain.
    pub fn mean(&self) -> f64 {
        self.nets().map(|(net, chance)| net * chance).sum()
    }

    /// The standard deviation of the gain.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        self.nets().map(|(net, chance)| (net - mean).powi(2) * chance).sum::<f64>().sqrt()
    }

    fn add(&mut self, key: i64, chance: f64) {
        *self.sums.entry(key).or_insert(0.0) += chance;
    }
}

/// Gains, without and with a dealer's blackjack.
#[derive(Default)]
struct Nets {
    sums: BTreeMap<i64, [f64; 2]>,
}

impl Nets {
    fn add(&mut self, net: f64, chance: f64, is_natural: bool) {
        if chance != 0.0 {
            self.sums.entry(key(net)).or_default()[usize::from(is_natural)] += chance;
        }
    }

    /// Adds this fraction of it, perhaps with insurance of half the wager.
    fn pour(&self, part: f64, is_insured: bool, to: &mut Spread) {
        let insured = [-0.5, 0.5 * ratio(INSURANCE.0)];
        for (&net, chances) in &self.sums {
            for (natural, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance != 0.0) {
                let more = if is_insured { key(insured[natural]) } else { 0 };
                to.add(net + more, part * chance);
            }
        }
    }
}

impl Analysis {
    /// The distribution with the best decision for every hand. `None` if decisions depend on the suits of cards,
    /// because a 6, 7 and 8 of one suit pay more.
    pub fn spread(&self) -> Option<Spread> {
        let by_values = self.seen.iter().all(|seen| seen.view.suited.is_empty());
        by_values.then(|| self.spread_by(|_| Policy::Best, None))
    }

    /// The distribution with the decisions of a plan.
    pub fn spread_of(&self, plan: &Plan) -> Spread {
        let columns: Vec<_> = self.seen.iter().map(|seen| column_in(plan, seen)).collect();
        self.spread_by(|at| Policy::Column(&columns[at]), Some(plan.insures()))
    }

    fn spread_by<'b>(&self, policy: impl Fn(usize) -> Policy<'b> + Sync, insures: Option<bool>) -> Spread {
        let each = self.seen.par_iter().enumerate().map(|(at, seen)| seen.spread(policy(at), insures));
        let mut all = Spread::default();
        for spread in each.collect::<Vec<_>>() {
            spread.sums.into_iter().for_each(|(key, chance)| all.add(key, chance));
        }
        all
    }
}

impl Seen {
    fn spread(&self, policy: Policy<'_>, insures: Option<bool>) -> Spread {
        let mut spread = Spread::default();
        let lines = self.view.play::<false>(&self.stands, policy);
        let mut often = [false, true].map(|_| vec![0.0; lines.len()]);
        for (hand, cards) in Hands::two_cards() {
            let chance = self.view.deal(cards) * self.view.chance;
            if chance <= 0.0 {
                continue;
            }
            let gain = self.insurance(cards);
            let is_insured = gain.is_some_and(|gain| insures.unwrap_or(gain > 0.0));
            let split = if cards[0] == cards[1] { self.split(cards[0]) } else { None };
            let split = split.filter(|split| match policy {
                Policy::Column(column) => column.splits(cards[0], &lines[hand]),
                _ => split.mean(&self.view, policy) > lines[hand].worth,
            });
            match split {
                Some(split) => split.nets(&self.view, policy).pour(chance, is_insured, &mut spread),
                None => often[usize::from(is_insured)][hand] = chance,
            }
        }
        for (is_insured, mut often) in [false, true].into_iter().zip(often) {
            self.dealt(&lines, &mut often).pour(1.0, is_insured, &mut spread);
        }
        spread
    }

    /// The hands that are not split, given how often each is dealt.
    fn dealt(&self, lines: &[Line], often: &mut [f64]) -> Nets {
        let (view, family) = (&self.view, self.stands.family);
        let mut nets = Nets::default();
        for at in 0..family.len() {
            let (chance, hand) = (often[at], family.hand(at));
            if chance == 0.0 {
                continue;
            }
            let left = view.left.without(&hand.counts);
            let choice = lines[at].choice;
            match choice {
                Choice::Stand | Choice::Split => self.ended(at, false, chance, &mut nets),
                Choice::Surrender => {
                    let natural = view.dealer.natural(&left);
                    nets.add(-0.5, chance * (1.0 - natural), false);
                    nets.add(-1.0, chance * natural, true);
                }
                Choice::Draw | Choice::Double => {
                    for (value, next) in family.next[at].iter().enumerate() {
                        let part = chance * left.chance(value);
                        match next.map(usize::from) {
                            Some(next) if choice == Choice::Draw => often[next] += part,
                            Some(next) => self.ended(next, true, part, &mut nets),
                            None => {
                                let natural = view.natural_after(&left, value);
                                let lost = if choice == Choice::Draw { -1.0 } else { -2.0 };
                                nets.add(lost, part * (1.0 - natural), false);
                                nets.add(if view.is_looked_at() { -1.0 } else { lost }, part * natural, true);
                            }
                        }
                    }
                }
            }
        }
        nets
    }

    /// Adds a hand that stands, or that doubling produced.
    fn ended(&self, at: usize, is_doubled: bool, chance: f64, nets: &mut Nets) {
        let pay = self.view.pays.pay(at, Kind::Dealt);
        let ends = self.stands.stood(at).ends;
        let is_natural = Some(at) == hands().made_of(&[0, VALUES - 1]);
        let designated = self.view.pays.designated.filter(|_| is_natural);
        let (often, more) = designated.unwrap_or_else(|| for_suits(&self.view, at));
        for (end, of_end) in ends.iter().enumerate().filter(|(_, of_end)| **of_end > 0.0) {
            let gain = gain_of(pay, is_doubled)[end];
            let wins = pay.wins[end] > 0.0;
            // The average payout of a blackjack includes the designated ones.
            let plain = if wins && is_natural { gain - often * more } else { gain };
            let often = if wins { often } else { 0.0 };
            nets.add(plain, chance * of_end * (1.0 - often), end == NATURAL);
            nets.add(plain + more, chance * of_end * often, end == NATURAL);
        }
    }
}

/// How often a 6, 7 and 8 are of one suit, and how much more they are paid for it; zero for other hands.
fn for_suits(view: &View, hand: usize) -> (f64, f64) {
    let is_three = Some(hand) == hands().made_of(&view.pays.threes[0]);
    match view.suited.first().filter(|_| is_three) {
        Some(suited) => {
            let often = suited.chances.iter().map(|(two, third)| two * third).sum();
            (often, view.pays.suited)
        }
        None => (0.0, 0.0),
    }
}

fn gain_of(pay: &Pay, is_doubled: bool) -> Ends {
    std::array::from_fn(|end| pay.wager[end] + if is_doubled { pay.added[end] } else { 0.0 })
}

/// The result of a hand of a split pair: its gain by the dealer's end, or its loss by going over 21.
#[derive(Clone, Copy, PartialEq)]
struct Class {
    gain: Ends,
    over: f64,
}

/// A hand of a split pair that has ended: the cards it drew, in how many orders, and the index of its class.
struct Ended {
    drawn: Counts,
    orders: f64,
    class: u16,
}

/// Cards packed into a number: six bits for each value.
pub(super) fn pack(one: &Counts, other: &Counts) -> u64 {
    one.iter().zip(other).fold(0, |packed, (one, other)| packed << 6 | u64::from(one + other))
}

pub(super) fn unpack(packed: u64) -> Counts {
    std::array::from_fn(|at| u8::try_from(packed >> (6 * (VALUES - 1 - at)) & 63).unwrap_or_default())
}

/// The probability of one order of these cards.
pub(super) fn chance_of(left: &Left, cards: &Counts) -> f64 {
    let (mut chance, mut total) = (1.0, left.total);
    for (count, &cards) in left.counts.iter().zip(cards) {
        for used in 0..cards {
            chance *= (count - f64::from(used)) / total;
            total -= 1.0;
        }
    }
    chance
}

impl Split {
    /// The gains of all hands of the pair.
    fn nets(&self, view: &View, policy: Policy<'_>) -> Nets {
        let course = self.course(view, policy);
        let mut classes = Vec::new();
        // If a pair may be split again, two hands remain two if neither gets another card of the pair.
        let another = (self.most > 2).then_some(self.pair);
        let two = self.ended(view, &course, another, &mut classes);
        let mut nets = Nets::default();
        self.both(view, &two, &classes, &mut nets);
        if self.most > 2 {
            let any = self.ended(view, &course, None, &mut classes);
            self.several(view, &two, &any, &classes, &mut nets);
        }
        nets
    }

    /// Every hand that one of them may become.
    fn ended(
        &self,
        view: &View,
        course: &Course,
        but: Option<usize>,
        classes: &mut Vec<Class>,
    ) -> Vec<Ended> {
        let mut found: BTreeMap<(Counts, u16), f64> = BTreeMap::new();
        let mut add = |cards: Counts, class: Class, orders: f64| {
            let known = classes.iter().position(|known| *known == class);
            let place = known.unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            });
            *found.entry((cards, u16::try_from(place).unwrap_or_default())).or_insert(0.0) += orders;
        };
        course.finals(
            self.pair,
            |second| but != Some(second),
            |mut cards, orders, end| {
                cards[self.pair] -= 1;
                let (at, is_doubled) = match end {
                    Final::Over(lost) => {
                        return add(cards, Class { gain: [-lost; ENDS], over: lost }, orders);
                    }
                    Final::Hand(at, is_doubled) => (at, is_doubled),
                };
                let hand = usize::from(hands().family(Some(self.pair)).hands[at]);
                let pay = view.pays.pay(hand, self.kind);
                let gain = gain_of(pay, is_doubled);
                let (often, more) = for_suits(view, hand);
                add(cards, Class { gain, over: 0.0 }, orders * (1.0 - often));
                if often > 0.0 {
                    let gain = std::array::from_fn(|end| gain[end] + more * pay.wins[end]);
                    add(cards, Class { gain, over: 0.0 }, orders * often);
                }
            },
        );
        found.into_iter().map(|((drawn, class), orders)| Ended { drawn, orders, class }).collect()
    }

    /// The remaining cards without this many of the pair.
    fn without(&self, view: &View, cards: usize) -> Left {
        let mut gone = [0; VALUES];
        gone[self.pair] = u8::try_from(cards).unwrap_or_default();
        view.left.without(&gone)
    }

    /// Two hands together.
    fn both(&self, view: &View, hands: &[Ended], classes: &[Class], nets: &mut Nets) {
        let mut all: Vec<(u64, [u16; 2], f64)> = Vec::with_capacity(hands.len() * (hands.len() + 1) / 2);
        for (at, one) in hands.iter().enumerate() {
            for other in &hands[at..] {
                let times = if std::ptr::eq(one, other) { 1.0 } else { 2.0 };
                let class = [one.class.min(other.class), one.class.max(other.class)];
                all.push((pack(&one.drawn, &other.drawn), class, times * one.orders * other.orders));
            }
        }
        all.sort_unstable_by_key(|(cards, class, _)| (*cards, *class));
        let rest = self.without(view, 2);
        let groups: Vec<&[(u64, [u16; 2], f64)]> = all
            .chunk_by(|one, other| one.0 == other.0)
            .filter(|group| rest.without(&unpack(group[0].0)).is_possible())
            .collect();
        let lefts: Vec<Left> = groups.iter().map(|group| rest.without(&unpack(group[0].0))).collect();
        // By classes and ends: there are few of both, but many sets of cards.
        let mut sums = vec![[0.0; ENDS]; classes.len() * classes.len()];
        view.dealer.ends_of(&lefts, |at, ends| {
            let chance = chance_of(&rest, &unpack(groups[at][0].0));
            for (_, [one, other], orders) in groups[at] {
                let sum = &mut sums[usize::from(*one) * classes.len() + usize::from(*other)];
                sum.iter_mut().zip(ends).for_each(|(sum, end)| *sum += chance * orders * end);
            }
        });
        for (at, sums) in sums.iter().enumerate() {
            let both = [&classes[at / classes.len()], &classes[at % classes.len()]];
            for (end, &chance) in sums.iter().enumerate() {
                nets.add(together(view, both.into_iter(), end), chance, end == NATURAL);
            }
        }
    }

    /// Three or more hands.
    fn several(&self, view: &View, other: &[Ended], any: &[Ended], classes: &[Class], nets: &mut Nets) {
        let ended = self.ends::<f64>();
        for many in 3..=self.most {
            let rest = self.without(view, many);
            if !rest.is_possible() {
                continue;
            }
            let dealer = view.dealer.ends(&rest);
            let [other, any] = [other, any].map(|hands| by_class(view, &rest, hands, classes.len()));
            for (end, &of_end) in dealer.iter().enumerate().filter(|(_, of_end)| **of_end > 0.0) {
                for &(chance, _, others) in ended.iter().filter(|(_, hands, _)| *hands == many) {
                    // What they gain together; against a blackjack, what they have already lost.
                    let mut sums = BTreeMap::from([(0, 1.0)]);
                    for hand in 0..many {
                        let by_class = if hand < others { &other } else { &any };
                        let all: f64 = by_class.iter().map(|ends| ends[end]).sum();
                        let mut next = BTreeMap::new();
                        for (class, ends) in classes.iter().zip(by_class) {
                            let gain = if end == NATURAL { -class.over } else { class.gain[end] };
                            let part = ends[end] / all.max(f64::MIN_POSITIVE);
                            for (sum, often) in &sums {
                                *next.entry(sum + key(gain)).or_insert(0.0) += often * part;
                            }
                        }
                        sums = next;
                    }
                    for (sum, often) in sums {
                        let is_spared = end == NATURAL && (sum == 0 || view.is_looked_at());
                        let gain = if is_spared { -1.0 } else { net(sum) };
                        nets.add(gain, chance * of_end * often, end == NATURAL);
                    }
                }
            }
        }
    }
}

/// The probability that a hand is of each class, by the dealer's end.
fn by_class(view: &View, rest: &Left, hands: &[Ended], classes: usize) -> Vec<Ends> {
    let possible: Vec<&Ended> = hands.iter().filter(|hand| rest.without(&hand.drawn).is_possible()).collect();
    let lefts: Vec<Left> = possible.iter().map(|hand| rest.without(&hand.drawn)).collect();
    let mut sums = vec![[0.0; ENDS]; classes];
    view.dealer.ends_of(&lefts, |at, ends| {
        let often = possible[at].orders * chance_of(rest, &possible[at].drawn);
        let sum = &mut sums[usize::from(possible[at].class)];
        sum.iter_mut().zip(ends).for_each(|(sum, end)| *sum += often * end);
    });
    sums
}

/// The combined gain of the hands of a split pair. A dealer's blackjack takes one wager of the box, or what it has
/// already lost by going over 21 (2.11(d)).
fn together<'c>(view: &View, classes: impl Iterator<Item = &'c Class> + Clone, end: usize) -> f64 {
    if end != NATURAL {
        return classes.map(|class| class.gain[end]).sum();
    }
    let over: f64 = classes.map(|class| class.over).sum();
    if over > 0.0 && !view.is_looked_at() { -over } else { -1.0 }
}
