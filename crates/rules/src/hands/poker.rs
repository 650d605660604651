//! Five-card poker hands, in exact order.
//!
//! A hand is a path: each card leads from one node of a table to the next, and the fifth leads to the strength of
//! the hand. Nodes are multisets of ranks (there are 2,380 of four cards or fewer), so five small lookups rank any
//! hand, in any order of its cards. Code that deals many hands keeps the path of the cards that stay the same.

use super::poker_hands;
use crate::kit::cards::Card;

poker_hands! {
    /// What a hand is, from lowest to highest, by the law's names.
    {
        HighCard = "none of the poker hands",
        OnePair = "one pair",
        TwoPairs = "two pairs",
        ThreeOfAKind = "three-of-a-kind",
        Straight = "straight",
        Flush = "flush",
        FullHouse = "full house",
        FourOfAKind = "four-of-a-kind",
        StraightFlush = "straight flush",
        RoyalFlush = "royal flush",
    }
}

/// How strong a hand is: equal strengths tie, whatever the suits. The kind is in the highest four bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u16);

impl Strength {
    /// Ace, king, four, three, two: the lowest hand with an ace and a king.
    pub const ACE_KING: Strength = Strength(strength([0, 1, 2, 11, 12]));

    /// The strength of five cards from one deck, in any order.
    pub fn of(cards: [Card; 5]) -> Strength {
        cards.into_iter().fold(Path::EMPTY, Path::with).strength()
    }

    /// The kind of hand.
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> ORDINAL) as usize]
    }

    /// The rank of the pair in a hand of one pair: 2 to 10, jack 11 to ace 14.
    #[allow(clippy::cast_possible_truncation)]
    pub const fn pair(self) -> Option<u8> {
        const OF_ONE_RANK: u16 = choose(RANKS, 3) as u16;
        match self.kind() {
            Kind::OnePair => Some(((self.0 & ((1 << ORDINAL) - 1)) / OF_ONE_RANK) as u8 + 2),
            _ => None,
        }
    }

    /// The number that orders strengths.
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// Up to five cards on their way to a strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    node: u16,
    suits: u8,
}

impl Path {
    /// No card yet.
    pub const EMPTY: Path = Path { node: 0, suits: 0b1111 };

    /// The path with one more card.
    ///
    /// # Panics
    /// May panic if there are already five; otherwise the result is meaningless.
    #[must_use]
    #[inline]
    pub const fn with(self, card: Card) -> Path {
        let (rank, suit) = STEP[card.index()];
        Path { node: NEXT[self.node as usize + rank as usize], suits: self.suits & suit }
    }

    /// The strength, once the path has five cards.
    #[inline]
    pub const fn strength(self) -> Strength {
        if self.suits == 0 { Strength(self.node) } else { Strength(of_one_suit(self.node)) }
    }
}

/// Ranks from 0, the two, to 12, the ace.
const RANKS: usize = 13;
/// A strength is the kind, followed by the position within the kind in this many bits.
const ORDINAL: u16 = 12;
/// By number of cards: how many nodes have fewer. Nodes are multisets of 13 ranks.
const BEFORE: [usize; 6] = [0, 1, 14, 105, 560, 2380];

/// The rank of each card, and its suit as a bit.
const STEP: [(u8, u8); 52] = {
    let (mut steps, mut at) = ([(0, 0); 52], 0);
    while at < 52 {
        // Cards are numbered from ace to king, one suit after another.
        steps[at as usize] = ((at % 13 + 12) % 13, 1 << (at / 13));
        at += 1;
    }
    steps
};

/// Where a node leads with each rank: to the row of the next node, or to a strength.
static NEXT: [u16; 2380 * RANKS] = build();

#[allow(clippy::cast_possible_truncation)]
const fn build() -> [u16; 2380 * RANKS] {
    let mut next = [0; 2380 * RANKS];
    let mut cards = 0;
    while cards < 5 {
        // Goes through all multisets of this many ranks in order, the lowest rank first.
        let (mut ranks, mut node) = ([0; 5], BEFORE[cards]);
        while node < BEFORE[cards + 1] {
            let mut rank = 0;
            while rank < RANKS {
                let more = insert(ranks, cards, rank);
                next[node * RANKS + rank] = match cards {
                    4 => strength(more),
                    _ => ((BEFORE[cards + 1] + place(more, cards + 1)) * RANKS) as u16,
                };
                rank += 1;
            }
            ranks = following(ranks, cards);
            node += 1;
        }
        cards += 1;
    }
    next
}

const fn insert(mut ranks: [usize; 5], cards: usize, rank: usize) -> [usize; 5] {
    let mut at = cards;
    while at > 0 && ranks[at - 1] > rank {
        ranks[at] = ranks[at - 1];
        at -= 1;
    }
    ranks[at] = rank;
    ranks
}

/// The next multiset: the first rank that can rise does, and the ranks before it return to the lowest.
const fn following(mut ranks: [usize; 5], cards: usize) -> [usize; 5] {
    let mut at = 0;
    while at + 1 < cards && ranks[at] == ranks[at + 1] {
        at += 1;
    }
    ranks[at] += 1;
    while at > 0 {
        at -= 1;
        ranks[at] = 0;
    }
    ranks
}

/// The position of a multiset among those of its size.
const fn place(ranks: [usize; 5], cards: usize) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < cards {
        sum += choose(ranks[at] + at, at + 1);
        at += 1;
    }
    sum
}

/// The number of ways to choose `k` of `n`.
pub(super) const fn choose(n: usize, k: usize) -> usize {
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * n.saturating_sub(i) / (i + 1);
        i += 1;
    }
    ways
}

/// The position of distinct ranks, lowest first, among all sets of the same size.
const fn among(ranks: &[usize]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < ranks.len() {
        sum += choose(ranks[at], at + 1);
        at += 1;
    }
    sum
}

/// The strength of five ranks, lowest first, that are not all of one suit.
#[allow(clippy::cast_possible_truncation)]
const fn strength(ranks: [usize; 5]) -> u16 {
    let [a, b, c, d, e] = ranks;
    let (kind, ordinal) = match [a == b, b == c, c == d, d == e] {
        [true, true, true, true] => return 0,
        [true, true, true, false] => (Kind::FourOfAKind, a * RANKS + e),
        [false, true, true, true] => (Kind::FourOfAKind, e * RANKS + a),
        [true, true, false, true] => (Kind::FullHouse, a * RANKS + e),
        [true, false, true, true] => (Kind::FullHouse, e * RANKS + a),
        [true, true, false, false] => (Kind::ThreeOfAKind, a * 78 + among(&[d, e])),
        [false, true, true, false] => (Kind::ThreeOfAKind, b * 78 + among(&[a, e])),
        [false, false, true, true] => (Kind::ThreeOfAKind, c * 78 + among(&[a, b])),
        [true, false, true, false] => (Kind::TwoPairs, among(&[a, c]) * RANKS + e),
        [true, false, false, true] => (Kind::TwoPairs, among(&[a, d]) * RANKS + c),
        [false, true, false, true] => (Kind::TwoPairs, among(&[b, d]) * RANKS + a),
        [true, false, false, false] => (Kind::OnePair, a * 286 + among(&[c, d, e])),
        [false, true, false, false] => (Kind::OnePair, b * 286 + among(&[a, d, e])),
        [false, false, true, false] => (Kind::OnePair, c * 286 + among(&[a, b, e])),
        [false, false, false, true] => (Kind::OnePair, d * 286 + among(&[a, b, c])),
        [false, false, false, false] if e == a + 4 => (Kind::Straight, e),
        // Two to five and the ace: the five ranks highest.
        [false, false, false, false] if d == 3 && e == 12 => (Kind::Straight, d),
        [false, false, false, false] => (Kind::HighCard, among(&ranks)),
    };
    (kind as u16) << ORDINAL | ordinal as u16
}

/// The strength of five ranks if all cards have the same suit.
const fn of_one_suit(plain: u16) -> u16 {
    const STRAIGHT: u16 = (Kind::Straight as u16) << ORDINAL;
    const TO_THE_ACE: u16 = STRAIGHT | 12;
    match plain {
        TO_THE_ACE => (Kind::RoyalFlush as u16) << ORDINAL,
        STRAIGHT.. => plain - STRAIGHT + ((Kind::StraightFlush as u16) << ORDINAL),
        _ => plain + ((Kind::Flush as u16) << ORDINAL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;
    extern crate std;
    use std::{cmp::Ordering, collections::BTreeMap, vec::Vec};

    fn cards(text: &str) -> [Card; 5] {
        let cards: Vec<Card> = text.split(' ').map(|card| Card::read(card).expect("a card")).collect();
        cards.try_into().expect("five cards")
    }

    /// A second evaluator, written as a person would do it: groups of equal ranks, the largest group first, then
    /// the higher rank. A straight is ranked by its highest card.
    fn plain(cards: [Card; 5]) -> (Kind, [u8; 5]) {
        let ace_high = |card: Card| if card.rank() == 1 { 14 } else { card.rank() };
        let ranks = cards.map(ace_high);
        let mut groups = ranks.map(|rank| (ranks.iter().filter(|&&other| other == rank).count(), rank));
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let one_suit = cards.iter().all(|card| card.suit() == cards[0].suit());
        let by_group = groups.map(|(_, rank)| rank);
        let top = match by_group {
            [14, 5, 4, 3, 2] => Some(5),
            [a, b, c, d, e]
                if [b, c, d, e] == [a - 1, a.wrapping_sub(2), a.wrapping_sub(3), a.wrapping_sub(4)] =>
            {
                Some(a)
            }
            _ => None,
        };
        match (top, one_suit, groups.map(|(size, _)| size)) {
            (Some(14), true, _) => (Kind::RoyalFlush, [14; 5]),
            (Some(top), true, _) => (Kind::StraightFlush, [top; 5]),
            (_, _, [4, ..]) => (Kind::FourOfAKind, by_group),
            (_, _, [3, _, _, 2, _]) => (Kind::FullHouse, by_group),
            (_, true, _) => (Kind::Flush, by_group),
            (Some(top), ..) => (Kind::Straight, [top; 5]),
            (_, _, [3, ..]) => (Kind::ThreeOfAKind, by_group),
            (_, _, [2, _, 2, ..]) => (Kind::TwoPairs, by_group),
            (_, _, [2, ..]) => (Kind::OnePair, by_group),
            _ => (Kind::HighCard, by_group),
        }
    }

    /// Checks every possible hand: the known frequencies, 7,462 different strengths, and the same order as the
    /// second evaluator.
    #[test]
    fn all_2_598_960_hands_agree_with_a_plain_evaluator() {
        let deck: Vec<Card> = Card::all().collect();
        let (mut kinds, mut hands, mut strengths) = ([0_u32; 10], 0_u32, BTreeMap::new());
        for (a, &one) in deck.iter().enumerate() {
            let one = (one, Path::EMPTY.with(one));
            for (b, &two) in deck.iter().enumerate().skip(a + 1) {
                let two = (two, one.1.with(two));
                for (c, &three) in deck.iter().enumerate().skip(b + 1) {
                    let three = (three, two.1.with(three));
                    for (d, &four) in deck.iter().enumerate().skip(c + 1) {
                        let four = (four, three.1.with(four));
                        for &five in &deck[d + 1..] {
                            let strength = four.1.with(five).strength();
                            hands += 1;
                            kinds[strength.kind() as usize] += 1;
                            let hand = [one.0, two.0, three.0, four.0, five];
                            let plain = plain(hand);
                            let seen = strengths.entry(strength).or_insert(plain);
                            assert_eq!(*seen, plain, "{hand:?}");
                        }
                    }
                }
            }
        }
        assert_eq!(hands, 2_598_960);
        assert_eq!(kinds, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
        assert_eq!(strengths.len(), 7_462);
        let described: Vec<&(Kind, [u8; 5])> = strengths.values().collect();
        assert!(described.is_sorted_by(|a, b| a.cmp(b) == Ordering::Less), "one order");
        assert!(strengths.iter().all(|(strength, seen)| strength.kind() == seen.0));
    }

    /// The examples of reading K1.
    #[test]
    fn hands_of_one_kind_are_compared_by_their_groups() {
        for (higher, lower) in [
            ("Kc Kd 4s 3s 2h", "Qc Qd Ah 3c 2c"),
            ("6c 5d 4s 3s 2h", "5c 4d 3h 2s Ah"),
            ("3c 3d 3s 2s 2h", "2c 2d 2s As Ah"),
            ("Kc Kd 3s 3c 2h", "Qc Qd Jh Jc Ac"),
            ("Ac Kd 9s 5s 3h", "As Kh 9d 5c 2h"),
        ] {
            assert!(Strength::of(cards(higher)) > Strength::of(cards(lower)), "{higher} beats {lower}");
        }
        assert_eq!(Strength::of(cards("Ac Kd 9s 5s 3h")), Strength::of(cards("3c 5h 9h Kc As")));
        assert_eq!(Strength::of(cards("2c 3d 4s Ks Ah")), Strength::ACE_KING);
        assert!(Strength::of(cards("Ac Qd Js Ts 9h")) < Strength::ACE_KING);
        assert!(Strength::of(cards("2c 2d 3s 4s 5h")) > Strength::ACE_KING);
    }

    #[test]
    fn no_sequence_goes_around_the_ace() {
        assert_eq!(Strength::of(cards("Qc Kd As 2s 3h")).kind(), Kind::HighCard);
        assert_eq!(Strength::of(cards("As 2s 3s 4s 5s")).kind(), Kind::StraightFlush);
        assert_eq!(Strength::of(cards("As Ks Qs Js Ts")).kind(), Kind::RoyalFlush);
    }
}
