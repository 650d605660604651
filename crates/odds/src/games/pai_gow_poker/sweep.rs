//! Every pair of hands, by inclusion and exclusion: from all hands of the bank, those that share a card with the player's
//! are subtracted, those that share two are added back, and so on. Hands are processed from the lowest high hand up, and
//! for every set of cards that hands may share, the number of hands that have it is kept by their low hands.
//!
//! A hand stands for all that differ from it only in their suits. That is right as long as one of the two hands has every
//! such companion with the same setting, so patterns of ranks are enough, except for pairs of flushes.

use super::{Dealt, PAIRS, card};
use crate::games::two_hands;
use rules::{
    hands::pai_gow_poker::{Hands, Low, rank},
    kit::cards::Card,
};
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// How pairs of hands compare, both set by the house way.
pub type Deals = two_hands::Deals<PAIRS>;

/// Counts all pairs of hands.
pub fn deals(dealt: &Dealt) -> Deals {
    let mut items: Vec<Item> =
        dealt.patterns.iter().map(|one| Item::new(one.cards, one.hands, one.set)).collect();
    let (mut flushes, mut suited) = (Vec::new(), Vec::new());
    for flush in dealt.flushes.iter().filter(|flush| flush.set != flush.plain.0) {
        let item = Item::new(flush.cards, 4 * flush.hands, flush.set);
        flushes.extend([item, Item { hands: flush.plain.0, weight: -item.weight, ..item }]);
        each_suits(&flush.cards, |cards, hands| {
            let item = Item::new(cards, hands, flush.set);
            suited.extend([item, Item { hands: flush.plain.0, weight: -item.weight, ..item }]);
        });
    }
    items.extend_from_slice(&flushes);
    let [all, flushes] = [sweep(&mut items, World::Ranks), sweep(&mut flushes, World::Ranks)];
    let suited = sweep(&mut suited, World::Suits);
    let [wins, low, high, lower] = [0, 1, 2, 3].map(|at| {
        let ranks = World::Ranks.divided(all[at] - flushes[at]);
        u128::try_from(ranks + World::Suits.divided(suited[at])).expect("a number of deals")
    });
    // Every pair of hands can be dealt the other way around.
    let both = PAIRS - 2 * (lower + high);
    Deals { wins, loses: wins + low + high + both, high_copies: 2 * high + both, low_copies: 2 * low + both }
}

/// The hands of a flush by the suits of their other cards, each for all that differ in the names of the suits.
fn each_suits(cards: &[Card; 7], mut each: impl FnMut([Card; 7], u64)) {
    let others: Vec<usize> = (0..7).filter(|&at| (1..4).contains(&cards[at].suit())).collect();
    let suits: &[&[u8]] = match others.len() {
        0 => &[&[]],
        1 => &[&[1]],
        _ => &[&[1, 1], &[1, 2]],
    };
    let is_pair = others.len() == 2 && rank(cards[others[0]]) == rank(cards[others[1]]);
    for suits in suits.iter().filter(|suits| !(is_pair && suits[0] == suits[1])) {
        let mut hand = *cards;
        others.iter().zip(*suits).for_each(|(&at, &suit)| hand[at] = card(rank(cards[at]).into(), suit));
        let key = World::Suits.key(hand.iter().map(|&card| World::Suits.unit(card)).sum());
        each(hand, 24 / World::Suits.factor(key).unsigned_abs());
    }
}

/// Hands that are compared.
#[derive(Clone, Copy)]
struct Item {
    cards: [Card; 7],
    /// How many there are, or how many must be taken away.
    weight: i32,
    hands: Hands,
}

impl Item {
    fn new(cards: [Card; 7], hands: u64, set: Hands) -> Item {
        Item { cards, weight: hands.try_into().expect("a number of hands"), hands: set }
    }
}

/// When sets of cards are alike.
#[derive(Clone, Copy, PartialEq)]
enum World {
    /// If they have the same ranks.
    Ranks,
    /// If they differ only in the names of their suits.
    Suits,
}

impl World {
    /// A card as a number; those of a set are added.
    fn unit(self, card: Card) -> u64 {
        match (self, card.is_joker()) {
            (World::Ranks, true) => 1 << 48,
            (World::Ranks, false) => 1 << (3 * rank(card)),
            (World::Suits, true) => JOKER,
            (World::Suits, false) => 1 << (16 * card.suit() + rank(card)),
        }
    }

    /// A number for all sets that are alike.
    #[inline]
    fn key(self, sum: u64) -> u64 {
        if self == World::Ranks {
            return sum;
        }
        let suit = |at: u32| sum >> (16 * at) & 0x1fff;
        let [a, b, c, d] = [suit(0), suit(1), suit(2), suit(3)];
        let ([a, b], [c, d]) = ([a.min(b), a.max(b)], [c.min(d), c.max(d)]);
        let ([a, c], [b, d]) = ([a.min(c), a.max(c)], [b.min(d), b.max(d)]);
        let [b, c] = [b.min(c), b.max(c)];
        a | b << 16 | c << 32 | d << 48 | sum & JOKER
    }

    /// A sum, divided by the least number that the sizes of all classes divide.
    fn divided(self, sum: i128) -> i128 {
        let by = if self == World::Ranks { 442_368 } else { 24 };
        assert_eq!(sum % by, 0, "classes are whole");
        sum / by
    }

    /// That number, divided by how many sets are alike.
    fn factor(self, key: u64) -> i64 {
        match self {
            World::Ranks => {
                let size = |at: u32| match key >> (3 * at) & 7 {
                    0 | 4 => 1,
                    2 => 6,
                    _ => 4,
                };
                442_368 / (0..13).map(size).product::<i64>()
            }
            World::Suits => {
                let suit = |at: u32| key >> (16 * at) & 0x1fff;
                match [0, 1, 2].map(|at| suit(at) == suit(at + 1)) {
                    [true, true, true] => 24,
                    [true, true, false] | [false, true, true] => 6,
                    [true, false, true] => 4,
                    [false, false, false] => 1,
                    _ => 2,
                }
            }
        }
    }
}

/// A bit that no rank of a suit uses.
const JOKER: u64 = 1 << 63;

/// The hands that have certain cards: how many have a lower low hand than each, then the last three.
type Row = [i32; Low::COUNT + 4];
/// The place of the number of all hands.
const ALL: usize = Low::COUNT;
/// The high hand that was added last, and the number of hands with it.
const LATEST: usize = Low::COUNT + 1;
const SAME: usize = Low::COUNT + 2;
/// The factor of the class.
const FACTOR: usize = Low::COUNT + 3;

/// Of all pairs of these hands: the bank's high hand is lower and its low hand too; its high hand is lower and the low
/// hands are copies; the high hands are copies and the bank's low hand is higher; its high hand is lower.
fn sweep(items: &mut [Item], world: World) -> [i128; 4] {
    items.sort_unstable_by_key(|item| (item.hands.high, std::cmp::Reverse(item.hands.low)));
    let (mut rows, mut sums, mut places) = (Rows::default(), [0; 4], Vec::new());
    for group in items.chunk_by(|one, other| one.hands == other.hands) {
        let Hands { high, low } = group[0].hands;
        let (high, low) = (i32::from(high.number()), usize::from(low.number()));
        places.clear();
        for item in group {
            let own = subsets(&item.cards, world).map(|key| rows.place(key, world));
            let mut found = [0_i64; 4];
            for (set, &place) in own.iter().enumerate() {
                let row = &rows.rows[place];
                let same = if row[LATEST] == high { row[SAME] } else { 0 };
                let sign = if set.count_ones() % 2 == 0 { 1 } else { -1 };
                let counts = [row[low], row[low + 1] - row[low], same, row[ALL] - same];
                let factor = sign * i64::from(row[FACTOR]);
                found.iter_mut().zip(counts).for_each(|(sum, count)| *sum += factor * i64::from(count));
            }
            let weight = i128::from(item.weight);
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += weight * i128::from(found));
            places.push(own);
        }
        for (item, own) in group.iter().zip(&places) {
            for &place in own {
                let row = &mut rows.rows[place];
                // No sum exceeds the number of all hands.
                row[low + 1..=ALL].iter_mut().for_each(|count| *count = count.wrapping_add(item.weight));
                row[SAME] = if row[LATEST] == high { row[SAME] + item.weight } else { item.weight };
                row[LATEST] = high;
            }
        }
    }
    sums
}

/// The rows of all sets of cards that some hand has.
#[derive(Default)]
struct Rows {
    places: HashMap<u64, usize, BuildHasherDefault<Mixer>>,
    rows: Vec<Row>,
}

impl Rows {
    #[inline]
    fn place(&mut self, key: u64, world: World) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            let mut row = [0; Low::COUNT + 4];
            row[FACTOR] = i32::try_from(world.factor(key)).expect("a small number");
            self.rows.push(row);
            self.rows.len() - 1
        })
    }
}

/// All subsets of seven cards.
#[inline]
fn subsets(cards: &[Card; 7], world: World) -> [u64; 128] {
    let units = cards.map(|card| world.unit(card));
    let mut sums = [0_u64; 128];
    for set in 1..128_usize {
        sums[set] = sums[set & (set - 1)] + units[(set.trailing_zeros() % 8) as usize];
    }
    if world == World::Suits {
        sums.iter_mut().for_each(|sum| *sum = world.key(*sum));
    }
    sums
}

/// Keys are numbers that need only be mixed.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
}
