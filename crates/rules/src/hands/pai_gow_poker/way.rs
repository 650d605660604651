//! The house way: how the dealer sets seven cards. A rule of it is a line such as
//! `two-pair, first J-K, second 2-6, single A -> low single single`.

use super::{ACE, Hands, LOW_STRAIGHT, Low, SETTINGS, STRAIGHTS, Wheel, rank};
use crate::{
    hands::{house_way, two_hands},
    kit::cards::Card,
};

mod read;
mod write;

#[cfg(test)]
mod tests;

/// The groups of a hand's cards that have a rank in common, the largest first, and those of one size by their ranks. The
/// joker is an ace.
struct Shape {
    name: &'static str,
    /// How many cards each group has.
    groups: [u8; 3],
    /// A setting that every such hand allows.
    usual: &'static str,
}

const fn shape(name: &'static str, groups: [u8; 3], usual: &'static str) -> Shape {
    Shape { name, groups, usual }
}

/// All shapes of seven cards.
const SHAPES: [Shape; 13] = [
    shape("no-pair", [0, 0, 0], "low any any"),
    shape("pair", [2, 0, 0], "low single single"),
    shape("two-pair", [2, 2, 0], "low second second"),
    shape("three-pair", [2, 2, 2], "low first first"),
    shape("trips", [3, 0, 0], "low single single"),
    shape("full-house", [3, 2, 0], "low second second"),
    shape("trips-two-pair", [3, 2, 2], "low second second"),
    shape("two-trips", [3, 3, 0], "low first first"),
    shape("quads", [4, 0, 0], "low first first"),
    shape("quads-pair", [4, 2, 0], "low second second"),
    shape("quads-trips", [4, 3, 0], "low second second"),
    shape("five-aces", [5, 0, 0], "low first first"),
    shape("five-aces-pair", [5, 2, 0], "low first first"),
];

impl Shape {
    /// How many cards have a rank of their own.
    fn singles(&self) -> u8 {
        7 - self.groups.iter().sum::<u8>()
    }
}

/// A card of the low hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Item {
    /// Any card.
    Any,
    /// One of a group.
    Group(u8),
    /// One that has a rank of its own.
    Single,
    /// One of a rank.
    Rank(u8),
}

/// One line of a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// The shapes it is for, as bits.
    shapes: u16,
    /// The lowest and the highest rank of each group.
    groups: [[u8; 2]; 3],
    /// Ranks that must be among the singles, as bits.
    singles: u16,
    /// The low hand.
    low: [Item; 2],
    /// Whether the high hand must be a straight or a flush.
    is_complete: bool,
}

/// A rule without tests, and with any setting.
const NONE: Rule =
    Rule { shapes: 0, groups: [[0, ACE]; 3], singles: 0, low: [Item::Any; 2], is_complete: false };

impl Rule {
    /// Whether it is for every hand of its shapes: nothing is tested, and nothing but the shape decides whether it fits.
    fn is_for_all(&self) -> bool {
        let is_tested = self.groups != NONE.groups || self.singles != 0 || self.is_complete;
        !is_tested && !self.low.iter().any(|item| matches!(item, Item::Rank(_)))
    }
}

/// A house way for seven cards.
pub type Way = house_way::Way<Rule>;

/// Seven cards, set by a way.
pub type Set = two_hands::Set<Hands>;

impl Way {
    /// Sets seven cards of one deck with a joker.
    ///
    /// # Panics
    /// Never: a way that leaves a hand out is not read.
    pub fn set(&self, cards: &[Card; 7], wheel: Wheel) -> Set {
        self.fit(cards, wheel).expect("a way that is read sets every hand")
    }

    fn fit(&self, cards: &[Card; 7], wheel: Wheel) -> Option<Set> {
        let sketch = Sketch::of(cards);
        let mut rules = self.rules().iter().enumerate();
        rules.find_map(|(at, rule)| {
            sketch.fit(rule, cards, wheel).map(|(low, hands)| Set { low, hands, rule: at })
        })
    }
}

/// What rules may ask about seven cards.
struct Sketch {
    /// The place of the shape among all.
    shape: usize,
    /// The ranks of the groups.
    groups: [u8; 3],
    /// The ranks of the singles, as bits.
    singles: u16,
    /// What each card is: of a group, or a single one.
    items: [Item; 7],
    /// Whether five of the cards may make a straight or a flush.
    may_complete: bool,
}

impl Sketch {
    fn of(cards: &[Card; 7]) -> Sketch {
        let mut counts = [0_u8; 13];
        cards.iter().for_each(|&card| counts[usize::from(rank(card))] += 1);
        let (mut sizes, mut groups, mut singles) = ([0; 3], [0; 3], 0_u16);
        let mut nth = 0;
        for size in (2..=5).rev() {
            for rank in (0..=ACE).rev().filter(|&rank| counts[usize::from(rank)] == size) {
                (sizes[nth], groups[nth]) = (size, rank);
                nth += 1;
            }
        }
        (0..=ACE).filter(|&rank| counts[usize::from(rank)] == 1).for_each(|rank| singles |= 1 << rank);
        let items = cards.map(|card| {
            let group =
                (0..3).find(|&at| sizes[usize::from(at)] > 0 && groups[usize::from(at)] == rank(card));
            group.map_or(Item::Single, Item::Group)
        });
        let shape = SHAPES.iter().position(|shape| shape.groups == sizes).unwrap_or_default();
        Sketch { shape, groups, singles, items, may_complete: may_complete(cards) }
    }

    /// Whether the rule's tests hold.
    fn passes(&self, rule: &Rule) -> bool {
        rule.shapes >> self.shape & 1 == 1
            && rule
                .groups
                .iter()
                .zip(SHAPES[self.shape].groups)
                .zip(self.groups)
                .all(|((&[from, to], size), rank)| size == 0 || (from..=to).contains(&rank))
            && rule.singles & !self.singles == 0
            && (self.may_complete || !rule.is_complete)
    }

    /// The best lawful setting that is as the rule says, if its tests hold.
    fn fit(&self, rule: &Rule, cards: &[Card; 7], wheel: Wheel) -> Option<([usize; 2], Hands)> {
        if !self.passes(rule) {
            return None;
        }
        let is = |item, at: usize| match item {
            Item::Any => true,
            Item::Rank(wanted) => rank(cards[at]) == wanted,
            item => self.items[at] == item,
        };
        let fits = |[one, other]: [usize; 2]| {
            let [a, b] = rule.low;
            is(a, one) && is(b, other) || is(a, other) && is(b, one)
        };
        let mut best: Option<([usize; 2], Hands)> = None;
        for low in SETTINGS.into_iter().filter(|&low| fits(low)) {
            if best.is_some_and(|(_, best)| Low::of(low.map(|at| cards[at])) < best.low) {
                continue;
            }
            let hands = Hands::of(cards, low, wheel);
            let is_lawful = !hands.is_foul() && (!rule.is_complete || hands.high.kind().is_complete());
            if is_lawful && best.is_none_or(|(_, best)| (hands.low, hands.high) > (best.low, best.high)) {
                best = Some((low, hands));
            }
        }
        best
    }
}

/// Whether five of the cards make a straight or a flush.
fn may_complete(cards: &[Card; 7]) -> bool {
    let (mut ranks, mut suits, mut jokers) = (0_u16, [0_u32; 4], 0);
    for card in cards {
        match suits.get_mut(usize::from(card.suit())) {
            Some(suit) => (ranks, *suit) = (ranks | 1 << rank(*card), *suit + 1),
            None => jokers += 1,
        }
    }
    let mut straights = STRAIGHTS.into_iter().chain([LOW_STRAIGHT]);
    suits.iter().any(|suit| suit + jokers >= 5)
        || straights.any(|straight| (straight & !ranks).count_ones() <= jokers)
}
