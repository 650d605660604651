//! Pai gow poker, dealt by the house way: all 154,143,080 hands, and every pair of them.
//!
//! Suits matter only to flushes, and seven cards make flushes of one suit at most. So all hands are covered by their
//! patterns of ranks, as if no five had a suit in common, and by corrections for those that have.

mod against;
mod sweep;
mod table;

pub use against::{AGAINST, Setting, settings};
pub use sweep::{Deals, deals};
pub use table::{COUNTS, SevenCards, stated};

use rules::{
    hands::pai_gow_poker::{Hands, High, Kind, SETTINGS, Way, Wheel, parted, rank},
    kit::cards::Card,
};
use std::collections::HashMap;

/// How many hands of seven cards there are.
pub const HANDS: u64 = 154_143_080;
/// How many pairs of hands: a player's, and the bank's.
pub const PAIRS: u128 = 8_250_459_031_214_400;

const RANKS: usize = 13;

/// How many of each rank; the joker is not among them.
type Counts = [u8; RANKS];

/// All hands with the same ranks, as if no five cards had a suit in common.
pub(crate) struct Pattern {
    counts: Counts,
    joker: bool,
    /// One of them.
    cards: [Card; 7],
    /// How many there are, whatever their suits.
    hands: u64,
    set: Hands,
    rule: usize,
}

/// All hands of a pattern with five or more cards in one suit, the joker included.
pub(crate) struct Flush {
    /// The ranks of that suit, as bits.
    suit: u16,
    /// The ranks of the cards in other suits.
    others: Counts,
    joker: bool,
    cards: [Card; 7],
    /// How many there are in any one suit.
    hands: u64,
    set: Hands,
    rule: usize,
    /// How they would be set without the flush.
    plain: (Hands, usize),
}

/// Every hand, set by a house way.
pub struct Dealt {
    patterns: Vec<Pattern>,
    flushes: Vec<Flush>,
}

impl Dealt {
    /// Sets every hand.
    pub fn new(way: &Way, wheel: Wheel) -> Dealt {
        let mut dealt = Dealt { patterns: Vec::new(), flushes: Vec::new() };
        let mut places = HashMap::new();
        for joker in [false, true] {
            each_pattern(7 - u8::from(joker), 4, &mut |counts| {
                let cards = scattered(counts, joker);
                let set = way.set(&cards, wheel);
                let hands = ways(counts, |_| 4);
                places.insert((*counts, joker), (set.hands, set.rule));
                let (set, rule) = (set.hands, set.rule);
                dealt.patterns.push(Pattern { counts: *counts, joker, cards, hands, set, rule });
            });
            for suit in
                (0..1 << RANKS).filter(|suit: &u16| (5..=7).contains(&(suit.count_ones() + u32::from(joker))))
            {
                let left = 7 - u8::from(joker) - suit.count_ones().to_le_bytes()[0];
                each_pattern(left, 3, &mut |others| {
                    let cards = suited(suit, others, joker);
                    let set = way.set(&cards, wheel);
                    let mut counts = *others;
                    (0..RANKS).filter(|rank| suit >> rank & 1 == 1).for_each(|rank| counts[rank] += 1);
                    dealt.flushes.push(Flush {
                        suit,
                        others: *others,
                        joker,
                        cards,
                        hands: ways(others, |_| 3),
                        set: set.hands,
                        rule: set.rule,
                        plain: places[&(counts, joker)],
                    });
                });
            }
        }
        dealt
    }

    /// How each class of hands is set.
    pub fn sets(&self) -> impl Iterator<Item = Hands> {
        self.patterns.iter().map(|pattern| pattern.set).chain(self.flushes.iter().map(|flush| flush.set))
    }

    /// How many hands each rule of the way sets.
    pub fn uses(&self, way: &Way) -> Vec<u64> {
        let mut uses = vec![0; way.count()];
        self.patterns.iter().for_each(|pattern| uses[pattern.rule] += pattern.hands);
        for flush in &self.flushes {
            uses[flush.plain.1] -= 4 * flush.hands;
            uses[flush.rule] += 4 * flush.hands;
        }
        uses
    }

    /// How many hands hold each kind of five cards at best, whatever the way.
    pub fn kinds(&self, wheel: Wheel) -> [u64; 11] {
        let (mut kinds, mut plain) = ([0; 11], HashMap::new());
        for pattern in &self.patterns {
            let kind = best(&pattern.cards, wheel);
            kinds[kind as usize] += pattern.hands;
            plain.insert((pattern.counts, pattern.joker), kind);
        }
        for flush in &self.flushes {
            kinds[plain[&(flush.counts(), flush.joker)] as usize] -= 4 * flush.hands;
            kinds[best(&flush.cards, wheel) as usize] += 4 * flush.hands;
        }
        kinds
    }
}

impl Flush {
    fn counts(&self) -> Counts {
        let mut counts = self.others;
        (0..RANKS).filter(|rank| self.suit >> rank & 1 == 1).for_each(|rank| counts[rank] += 1);
        counts
    }
}

/// The best five of seven cards.
fn best(cards: &[Card; 7], wheel: Wheel) -> Kind {
    let highs = SETTINGS.map(|low| High::of(parted(cards, low).0, wheel).kind());
    highs.into_iter().max().unwrap_or(Kind::HighCard)
}

/// Every way to have so many cards, at most so many of a rank.
fn each_pattern(cards: u8, most: u8, each: &mut impl FnMut(&Counts)) {
    fn extend(counts: &mut Counts, rank: usize, left: u8, most: u8, each: &mut impl FnMut(&Counts)) {
        if rank == RANKS {
            if left == 0 {
                each(counts);
            }
            return;
        }
        for count in 0..=left.min(most) {
            counts[rank] = count;
            extend(counts, rank + 1, left - count, most, each);
        }
        counts[rank] = 0;
    }
    extend(&mut [0; RANKS], 0, cards, most, each);
}

/// In how many ways so many cards of each rank are chosen of those there are.
fn ways(counts: &Counts, there: impl Fn(usize) -> u8) -> u64 {
    const CHOOSE: [[u64; 5]; 5] =
        [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    (0..RANKS).map(|rank| CHOOSE[usize::from(there(rank))][usize::from(counts[rank])]).product()
}

/// The card of a rank, of which the two is 0, in a suit.
fn card(rank: usize, suit: u8) -> Card {
    Card::of(((rank + 1) % RANKS).to_le_bytes()[0] + 1, suit)
}

/// Cards of these ranks of which no suit has many.
fn scattered(counts: &Counts, joker: bool) -> [Card; 7] {
    let ranks = (0..RANKS).flat_map(|rank| (0..counts[rank]).map(move |_| rank));
    let cards = ranks.zip((0..4).cycle()).map(|(rank, suit)| card(rank, suit));
    seven(cards.chain(joker.then_some(Card::JOKER)))
}

/// Cards of which these ranks are in one suit, and the others in others.
fn suited(suit: u16, others: &Counts, joker: bool) -> [Card; 7] {
    let suited = (0..RANKS).filter(|rank| suit >> rank & 1 == 1).map(|rank| card(rank, 0));
    let ranks = (0..RANKS).flat_map(|rank| (0..others[rank]).map(move |_| rank));
    let others = ranks.zip((1..4).cycle()).map(|(rank, suit)| card(rank, suit));
    seven(suited.chain(others).chain(joker.then_some(Card::JOKER)))
}

fn seven(mut cards: impl Iterator<Item = Card>) -> [Card; 7] {
    [(); 7].map(|()| cards.next().expect("seven cards"))
}

/// How many of each rank a hand has, by a test of its cards.
fn count(cards: &[Card], of: impl Fn(Card) -> bool) -> Counts {
    let mut counts = [0; RANKS];
    cards.iter().filter(|&&card| of(card)).for_each(|&card| counts[usize::from(rank(card))] += 1);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual setting of each shape.
    const USUAL: [(&str, &str); 13] = [
        ("no-pair", "any any"),
        ("pair", "single single"),
        ("two-pair", "second second"),
        ("three-pair", "first first"),
        ("trips", "single single"),
        ("full-house", "second second"),
        ("trips-two-pair", "second second"),
        ("two-trips", "first first"),
        ("quads", "first first"),
        ("quads-pair", "second second"),
        ("quads-trips", "second second"),
        ("five-aces", "first first"),
        ("five-aces-pair", "first first"),
    ];

    /// A way with this low hand for shapes that a test chooses, and the usual one for the others.
    fn with(low: &str, is_chosen: impl Fn(&str) -> bool) -> Option<Way> {
        let rules = USUAL.map(|(shape, usual)| {
            let low = if is_chosen(shape) { low } else { usual };
            format!("{shape} -> low {low}")
        });
        Way::read(&rules.join("; ")).ok()
    }

    /// Reading a way tries one hand of each shape. That is enough: whatever two cards make the low hand of a shape, the way
    /// is either refused, or sets every hand.
    #[test]
    fn a_way_that_is_read_sets_every_hand() {
        let items = ["any", "first", "second", "third", "single"];
        let (mut read, mut refused) = (0, 0);
        for (at, one) in items.iter().enumerate() {
            for other in &items[at..] {
                let low = format!("{one} {other}");
                let allowed = USUAL.map(|(shape, _)| with(&low, |other| other == shape).is_some());
                read += allowed.iter().filter(|&&is| is).count();
                refused += allowed.iter().filter(|&&is| !is).count();
                let place = |shape: &str| USUAL.iter().position(|(name, _)| *name == shape);
                let way = with(&low, |shape| place(shape).is_some_and(|at| allowed[at])).expect("a way");
                for joker in [false, true] {
                    each_pattern(7 - u8::from(joker), 4, &mut |counts| {
                        let set = way.set(&scattered(counts, joker), Wheel::Second);
                        assert!(!set.hands.is_foul(), "{low}: {counts:?} {joker}");
                    });
                }
            }
        }
        assert_eq!((read, refused), (97, 98), "of 15 low hands for each of 13 shapes");
    }
}
