//! What the dealer ends with, exactly: every set of cards he can draw, and in how many orders he would draw it.
//!
//! The chance of a set is the same whatever its order, so a few hundred sets stand for some ten thousand sequences. The
//! sets form a tree in which each adds one card to another; one walk of it gives the chances for any shoe.

use super::hands::{Counts, VALUES, place, rank};
use rules::{
    blackjack::Score,
    hands::blackjack::{MOST, Total, is_ace_and_ten},
};
use std::collections::BTreeMap;

/// How many ends there are: 17 to 20, a 21 that is no blackjack, over 21, a blackjack.
pub const ENDS: usize = 7;
/// The place of the end over 21.
pub const OVER: usize = 5;
/// The place of a blackjack.
pub const NATURAL: usize = 6;

/// The chance of each end.
pub type Ends = [f64; ENDS];

/// The dealer's score at an end, as the rules know it.
#[expect(clippy::cast_possible_truncation, reason = "there are seven ends")]
pub const fn score(end: usize) -> Score {
    let (count, cards) = match end {
        NATURAL => (MOST, 2),
        OVER => (MOST + 1, 3),
        _ => (17 + end as u8, 3),
    };
    Score { count, cards, is_split: false }
}

/// How many cards of each value are unseen, for arithmetic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Left {
    pub counts: [f64; VALUES],
    pub total: f64,
}

impl Left {
    /// Without these.
    pub fn without(&self, cards: &Counts) -> Left {
        let counts = std::array::from_fn(|at| self.counts[at] - f64::from(cards[at]));
        Left { counts, total: self.total - f64::from(cards.iter().sum::<u8>()) }
    }

    /// Whether there are so many: no count is below zero.
    pub fn is_possible(&self) -> bool {
        self.counts.iter().all(|&count| count >= 0.0)
    }

    /// The chance that the next is of this value.
    pub fn chance(&self, value: usize) -> f64 {
        if self.total > 0.0 { self.counts[value] / self.total } else { 0.0 }
    }
}

/// One set of cards, as another and one card more.
struct Node {
    parent: u32,
    value: u8,
    /// How many cards of that value the other has.
    used: f64,
    cards: u8,
    end: u8,
    /// In how many orders the dealer draws exactly these and stops; none if he does not.
    orders: f64,
}

/// The dealer with the cards that everybody sees.
pub struct Dealer {
    /// One card; or two, where both lie face up.
    pub shown: Vec<u8>,
    /// The value that would make a blackjack of one card.
    natural: Option<usize>,
    nodes: Vec<Node>,
    most_cards: usize,
}

/// The sets, each with its end and the orders of it.
type Sets = BTreeMap<Vec<usize>, (usize, f64)>;

fn draw(total: Total, is_first_two: bool, drawn: &mut Vec<usize>, sets: &mut Sets) {
    if total.dealer_draws() {
        for value in 0..VALUES {
            drawn.push(value);
            draw(total.with(rank(value)), false, drawn, sets);
            drawn.pop();
        }
        return;
    }
    let end = match total.count() {
        MOST if is_first_two => NATURAL,
        count if count > MOST => OVER,
        count => usize::from(count) - 17,
    };
    let mut set = drawn.clone();
    set.sort_unstable();
    sets.entry(set).or_insert((end, 0.0)).1 += 1.0;
}

impl Dealer {
    /// With cards of these ranks, one or two.
    pub fn new(shown: &[u8]) -> Dealer {
        let mut sets = Sets::new();
        let total = Total::of(shown.iter().copied());
        match *shown {
            [one] => {
                for value in 0..VALUES {
                    let second = rank(value);
                    draw(total.with(second), is_ace_and_ten(one, second), &mut vec![value], &mut sets);
                }
            }
            [one, other] => draw(total, is_ace_and_ten(one, other), &mut Vec::new(), &mut sets),
            _ => {}
        }
        let natural = (0..VALUES).find(|&value| matches!(*shown, [one] if is_ace_and_ten(one, rank(value))));
        let mut dealer = Dealer { shown: shown.to_vec(), natural, nodes: Vec::new(), most_cards: 0 };
        dealer.nodes.push(Node { parent: 0, value: 0, used: 0.0, cards: 0, end: 0, orders: 0.0 });
        let mut known = BTreeMap::from([(Vec::new(), 0)]);
        for (set, (end, orders)) in sets {
            let at = dealer.node(&set, &mut known);
            dealer.most_cards = dealer.most_cards.max(set.len());
            dealer.nodes[at as usize].end = u8::try_from(end).unwrap_or_default();
            dealer.nodes[at as usize].orders = orders;
        }
        dealer
    }

    /// The node of a set, made if it is not there yet.
    fn node(&mut self, set: &[usize], known: &mut BTreeMap<Vec<usize>, u32>) -> u32 {
        if let Some(&at) = known.get(set) {
            return at;
        }
        let (&last, rest) = set.split_last().expect("the empty set is known");
        let parent = self.node(rest, known);
        let used = rest.iter().filter(|&&value| value == last).count();
        let at = u32::try_from(self.nodes.len()).expect("some thousands of sets");
        self.nodes.push(Node {
            parent,
            value: u8::try_from(last).unwrap_or_default(),
            used: f64::from(u8::try_from(used).unwrap_or_default()),
            cards: u8::try_from(set.len()).unwrap_or_default(),
            end: 0,
            orders: 0.0,
        });
        known.insert(set.to_vec(), at);
        at
    }

    /// The cards everybody sees, as counts.
    pub fn counts(&self) -> Counts {
        let mut counts = [0; VALUES];
        self.shown.iter().for_each(|&rank| counts[place(rank)] += 1);
        counts
    }

    /// The value of the hole card that makes a blackjack.
    pub fn makes_natural(&self) -> Option<usize> {
        self.natural
    }

    /// The chance of a blackjack if so many cards are unseen.
    pub fn natural(&self, left: &Left) -> f64 {
        match self.natural {
            Some(value) => left.chance(value),
            None => f64::from(u8::from(matches!(*self.shown, [one, other] if is_ace_and_ten(one, other)))),
        }
    }

    /// The chances of the ends if so many cards are unseen. They sum to less than one if the shoe may run out.
    pub fn ends(&self, left: &Left, products: &mut Vec<f64>) -> Ends {
        let mut per = [1.0; 32];
        for cards in 1..=self.most_cards {
            let rest = left.total - f64::from(u8::try_from(cards).unwrap_or_default()) + 1.0;
            per[cards] = if rest > 0.0 { per[cards - 1] / rest } else { 0.0 };
        }
        let mut ends = [0.0; ENDS];
        products.clear();
        products.push(1.0);
        ends[usize::from(self.nodes[0].end)] += self.nodes[0].orders;
        for node in &self.nodes[1..] {
            let product = products[node.parent as usize] * (left.counts[usize::from(node.value)] - node.used);
            products.push(product);
            ends[usize::from(node.end)] += product * node.orders * per[usize::from(node.cards)];
        }
        ends
    }
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
            let dealer = Dealer::new(&[up]);
            let ends = dealer.ends(&shoe(1.0).without(&dealer.counts()), &mut Vec::new());
            assert!((ends.iter().sum::<f64>() - 1.0).abs() < 1e-14, "{up}: {ends:?}");
        }
        let both = Dealer::new(&[10, 7]).ends(&shoe(1.0), &mut Vec::new());
        assert_eq!(both, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(Dealer::new(&[1, 13]).ends(&shoe(1.0), &mut Vec::new())[NATURAL], 1.0);
    }
}
