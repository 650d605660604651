//! What the dealer ends with, exactly: every set of cards the dealer can draw, and the number of orders in which it can
//! be drawn.
//!
//! The probability of a set does not depend on its order, so a few hundred sets represent some ten thousand sequences.
//! The sets form a tree in which each adds one card to another; a single walk gives the probabilities for any shoe, or
//! for eight.

use super::hands::{Counts, VALUES, place, rank};
use rules::{
    blackjack::Score,
    hands::blackjack::{MOST, Total, is_ace_and_ten},
};
use std::{
    collections::BTreeMap,
    iter::repeat_n,
    sync::{Arc, Mutex, PoisonError},
};

/// The number of ends: 17 to 20, a 21 that is not a blackjack, over 21, and a blackjack.
pub const ENDS: usize = 7;
/// The index of the end over 21.
pub const OVER: usize = 5;
/// The index of a blackjack.
pub const NATURAL: usize = 6;

/// The probability of each end.
pub type Ends = [f64; ENDS];

/// The dealer's score at an end, in the type of the rules.
#[expect(clippy::cast_possible_truncation, reason = "there are seven ends")]
pub const fn score(end: usize) -> Score {
    let (count, cards) = match end {
        NATURAL => (MOST, 2),
        OVER => (MOST + 1, 3),
        _ => (17 + end as u8, 3),
    };
    Score { count, cards, is_split: false }
}

/// How many cards of each value are unseen, as floats for arithmetic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Left {
    pub counts: [f64; VALUES],
    pub total: f64,
}

impl Left {
    /// The remaining cards without these.
    pub fn without(&self, cards: &Counts) -> Left {
        let counts = std::array::from_fn(|at| self.counts[at] - f64::from(cards[at]));
        Left { counts, total: self.total - f64::from(cards.iter().sum::<u8>()) }
    }

    /// Whether this is possible: no count is below zero.
    pub fn is_possible(&self) -> bool {
        self.counts.iter().all(|&count| count >= 0.0)
    }

    /// The probability that the next card has this value.
    pub fn chance(&self, value: usize) -> f64 {
        if self.total > 0.0 { self.counts[value] / self.total } else { 0.0 }
    }
}

/// One set of cards, made by adding one card to another set. The order is that of a tree walk: the set that a card is
/// added to is the last one before with one card fewer.
struct Node {
    value: u8,
    cards: u8,
    /// How many cards of that value the smaller set has.
    used: f64,
    end: u8,
    /// The number of orders in which the dealer draws exactly these cards and stops; zero if the dealer does not stop
    /// there.
    orders: f64,
}

/// The dealer with the visible cards.
pub struct Dealer {
    /// One card, or two if both are face up.
    pub shown: Vec<u8>,
    /// The value that would turn one card into a blackjack.
    natural: Option<usize>,
    nodes: Vec<Node>,
}

/// The sets that are reached by drawing, with the number of orders for each.
type Sets = BTreeMap<Counts, f64>;

/// How many shoes are processed side by side, so that the compiler can use vector instructions.
const LANES: usize = 8;
/// More cards than a dealer ever draws.
const DEEP: usize = 24;

type Lanes = [f64; LANES];

impl Dealer {
    /// The dealer with one or two visible cards of these ranks. Computed once, then cached.
    pub fn of(shown: &[u8]) -> Arc<Dealer> {
        static KNOWN: Mutex<BTreeMap<Vec<u8>, Arc<Dealer>>> = Mutex::new(BTreeMap::new());
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dealer) = known().get(shown) {
            return Arc::clone(dealer);
        }
        let dealer = Arc::new(Dealer::new(shown));
        known().insert(shown.to_vec(), Arc::clone(&dealer));
        dealer
    }

    fn new(shown: &[u8]) -> Dealer {
        let total = |set: &Counts| {
            let ranks = set.iter().enumerate().flat_map(|(at, &n)| repeat_n(rank(at), usize::from(n)));
            Total::of(shown.iter().copied().chain(ranks))
        };
        let natural = (0..VALUES).find(|&value| matches!(*shown, [one] if is_ace_and_ten(one, rank(value))));
        let is_natural = |set: &Counts| match *shown {
            [one, other] => set == &[0; VALUES] && is_ace_and_ten(one, other),
            _ => natural.is_some_and(|value| set[value] == 1 && set.iter().sum::<u8>() == 1),
        };
        let mut ended: Vec<(Vec<u8>, u8, f64)> = Vec::new();
        let mut open = Sets::from([([0; VALUES], 1.0)]);
        while !open.is_empty() {
            let mut longer = Sets::new();
            for (set, orders) in open {
                let total = total(&set);
                let needs_second = shown.len() == 1 && set == [0; VALUES];
                if needs_second || total.dealer_draws() {
                    for value in 0..VALUES {
                        let mut set = set;
                        set[value] += 1;
                        *longer.entry(set).or_insert(0.0) += orders;
                    }
                    continue;
                }
                let end = match total.count() {
                    _ if is_natural(&set) => NATURAL,
                    count if count > MOST => OVER,
                    count => usize::from(count) - 17,
                };
                let values = (0..).zip(set).flat_map(|(at, n)| repeat_n(at, usize::from(n)));
                ended.push((values.collect(), u8::try_from(end).unwrap_or_default(), orders));
            }
            open = longer;
        }
        ended.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        Dealer { shown: shown.to_vec(), natural, nodes: nodes(&ended) }
    }

    /// The visible cards, as counts.
    pub fn counts(&self) -> Counts {
        let mut counts = [0; VALUES];
        self.shown.iter().for_each(|&rank| counts[place(rank)] += 1);
        counts
    }

    /// The value of the hole card that makes a blackjack.
    pub fn makes_natural(&self) -> Option<usize> {
        self.natural
    }

    /// The probability of a blackjack with these cards unseen.
    pub fn natural(&self, left: &Left) -> f64 {
        match self.natural {
            Some(value) => left.chance(value),
            None => f64::from(u8::from(matches!(*self.shown, [one, other] if is_ace_and_ten(one, other)))),
        }
    }

    /// The probabilities of the ends with these cards unseen. They sum to less than one if the shoe may run out.
    pub fn ends(&self, left: &Left) -> Ends {
        self.lanes(std::slice::from_ref(left)).map(|lanes| lanes[0])
    }

    /// The same for many shoes, one after another.
    pub fn ends_of(&self, all: &[Left], mut each: impl FnMut(usize, Ends)) {
        for (first, some) in all.chunks(LANES).enumerate() {
            let ends = self.lanes(some);
            for lane in 0..some.len() {
                each(first * LANES + lane, ends.map(|lanes| lanes[lane]));
            }
        }
    }

    /// The same for up to as many shoes as there are lanes.
    fn lanes(&self, all: &[Left]) -> [Lanes; ENDS] {
        let mut counts = [[0.0; LANES]; VALUES];
        for (lane, left) in all.iter().enumerate() {
            counts.iter_mut().zip(left.counts).for_each(|(lanes, count)| lanes[lane] = count);
        }
        let mut products = [[1.0; LANES]; DEEP];
        let mut sums = [[[0.0; LANES]; ENDS]; DEEP];
        for node in &self.nodes {
            let cards = usize::from(node.cards) % DEEP;
            let mut product = products[cards.saturating_sub(1)];
            let count = &counts[usize::from(node.value) % VALUES];
            for lane in 0..LANES {
                product[lane] *= count[lane] - node.used;
            }
            products[cards] = product;
            if node.orders > 0.0 {
                let sum = &mut sums[cards][usize::from(node.end) % ENDS];
                for lane in 0..LANES {
                    sum[lane] += product[lane] * node.orders;
                }
            }
        }
        let mut ends = [[0.0; LANES]; ENDS];
        let is_at_once = self.nodes.is_empty();
        for (lane, left) in all.iter().enumerate() {
            let (mut per, mut rest) = (1.0, left.total);
            for sums in &sums[1..] {
                per = if rest > 0.0 { per / rest } else { 0.0 };
                rest -= 1.0;
                (0..ENDS).for_each(|end| ends[end][lane] += sums[end][lane] * per);
            }
            if is_at_once {
                ends[self.shown_end()][lane] = 1.0;
            }
        }
        ends
    }

    /// The number of ways to reach each end, by the number of cards drawn, among all orders of that many of these
    /// cards.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
    pub fn ways(&self, left: &[u32; VALUES]) -> Vec<[u128; ENDS]> {
        let mut products = [1_u128; DEEP];
        let mut sums = vec![[0; ENDS]; DEEP];
        for node in &self.nodes {
            let cards = usize::from(node.cards);
            let count = left[usize::from(node.value)].saturating_sub(node.used as u32);
            products[cards] = products[cards - 1] * u128::from(count);
            sums[cards][usize::from(node.end)] += products[cards] * node.orders as u128;
        }
        if self.nodes.is_empty() {
            sums[0][self.shown_end()] = 1;
        }
        sums
    }

    /// The end of the visible cards, if nothing is drawn.
    fn shown_end(&self) -> usize {
        match *self.shown {
            [one, other] if is_ace_and_ten(one, other) => NATURAL,
            _ => usize::from(Total::of(self.shown.iter().copied()).count()).saturating_sub(17).min(OVER),
        }
    }
}

/// The sets in the order of a tree walk, including the intermediate ones.
fn nodes(ended: &[(Vec<u8>, u8, f64)]) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut path: &[u8] = &[];
    for (set, end, orders) in ended {
        let common = path.iter().zip(set).take_while(|(one, other)| one == other).count();
        for at in common..set.len() {
            let value = set[at];
            let used = set[..at].iter().filter(|&&other| other == value).count();
            let [cards, used] = [at + 1, used].map(|n| u8::try_from(n).unwrap_or_default());
            nodes.push(Node { value, cards, used: f64::from(used), end: 0, orders: 0.0 });
        }
        if let Some(last) = nodes.last_mut().filter(|_| !set.is_empty()) {
            (last.end, last.orders) = (*end, *orders);
        }
        path = set;
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shoe(decks: f64) -> Left {
        let counts = std::array::from_fn(|at| if at + 1 == VALUES { decks * 16.0 } else { decks * 4.0 });
        Left { counts, total: decks * 52.0 }
    }

    #[test]
    fn the_chances_of_all_ends_sum_to_one() {
        for up in 1..=10 {
            let dealer = Dealer::of(&[up]);
            let ends = dealer.ends(&shoe(1.0).without(&dealer.counts()));
            assert!((ends.iter().sum::<f64>() - 1.0).abs() < 1e-14, "{up}: {ends:?}");
        }
        let both = Dealer::of(&[10, 7]).ends(&shoe(1.0));
        assert_eq!(both, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(Dealer::of(&[1, 13]).ends(&shoe(1.0))[NATURAL], 1.0);
    }
}
