//! Every hand a player can hold, by the values of its cards: some three thousand, ordered so that a hand comes before
//! all hands made from it by drawing. Tens and face cards are not distinguished.

use rules::hands::blackjack::{Total, value};
use std::{collections::HashMap, sync::LazyLock};

/// The number of card values: index 0 is the ace, 1 the two, and so on to the ten at 9.
pub const VALUES: usize = 10;
/// The index of the ace.
pub const ACE: usize = 0;
/// The index of tens and face cards.
pub const TEN: usize = 9;

/// How many cards of each value.
pub type Counts = [u8; VALUES];

/// The index of a rank from 1 (ace) to 13.
pub const fn place(rank: u8) -> usize {
    value(rank) as usize - 1
}

/// A rank with this value.
#[expect(clippy::cast_possible_truncation, reason = "there are ten places")]
pub const fn rank(place: usize) -> u8 {
    place as u8 + 1
}

/// A hand of 21 or less.
pub struct Hand {
    pub counts: Counts,
    pub cards: u8,
    pub total: Total,
    /// The hand that results from one more card of each value; `None` if that is over 21.
    pub next: [Option<u16>; VALUES],
}

impl Hand {
    /// The value of both cards, if it is a pair.
    pub fn pair(&self) -> Option<usize> {
        self.counts.iter().position(|&count| count == 2 && self.cards == 2)
    }

    /// The ranks of its cards.
    pub fn ranks(&self) -> impl Iterator<Item = u8> {
        let each = |(at, &count): (usize, &u8)| std::iter::repeat_n(rank(at), usize::from(count));
        self.counts.iter().enumerate().flat_map(each)
    }
}

/// All hands that a player can hold.
pub struct Hands {
    all: Vec<Hand>,
    by_counts: HashMap<Counts, u16>,
    every: Family,
    /// For each card value, the hands that have such a card.
    with: [Family; VALUES],
}

/// A set of hands that is closed under drawing, in which every hand comes before those made from it: all hands, or
/// those with a card of one value.
pub struct Family {
    /// The index of each hand among all hands.
    pub hands: Vec<u16>,
    /// The indices in this family of the hands that result from one more card of each value.
    pub next: Vec<[Option<u16>; VALUES]>,
    places: Vec<Option<u16>>,
}

impl Family {
    fn new(all: &[Hand], has: impl Fn(&Hand) -> bool) -> Family {
        let hands: Vec<u16> = (0..).zip(all).filter(|(_, hand)| has(hand)).map(|(at, _)| at).collect();
        let mut places = vec![None; all.len()];
        (0..).zip(&hands).for_each(|(place, &at)| places[usize::from(at)] = Some(place));
        let place = |next: Option<u16>| next.and_then(|at| places[usize::from(at)]);
        let next = hands.iter().map(|&at| all[usize::from(at)].next.map(place)).collect();
        Family { hands, next, places }
    }

    /// How many hands there are.
    pub fn len(&self) -> usize {
        self.hands.len()
    }

    /// The hand at this index.
    pub fn hand(&self, place: usize) -> &'static Hand {
        &hands().all[usize::from(self.hands[place])]
    }

    /// The index of the hand with these values.
    pub fn place(&self, values: &[usize]) -> Option<usize> {
        self.places[hands().made_of(values)?].map(usize::from)
    }
}

static HANDS: LazyLock<Hands> = LazyLock::new(Hands::new);

/// All hands, computed once.
pub fn hands() -> &'static Hands {
    &HANDS
}

impl Hands {
    fn new() -> Hands {
        let empty = Hand { counts: [0; VALUES], cards: 0, total: Total::NONE, next: [None; VALUES] };
        let mut all = vec![empty];
        let mut by_counts = HashMap::from([([0; VALUES], 0)]);
        let mut at = 0;
        while at < all.len() {
            for drawn in 0..VALUES {
                let Hand { mut counts, cards, total, .. } = all[at];
                counts[drawn] += 1;
                let total = total.with(rank(drawn));
                if total.is_bust() {
                    continue;
                }
                let fresh = u16::try_from(all.len()).expect("some three thousand hands");
                let found = *by_counts.entry(counts).or_insert(fresh);
                if found == fresh {
                    all.push(Hand { counts, cards: cards + 1, total, next: [None; VALUES] });
                }
                all[at].next[drawn] = Some(found);
            }
            at += 1;
        }
        let every = Family::new(&all, |_| true);
        let with = std::array::from_fn(|value| Family::new(&all, |hand| hand.counts[value] > 0));
        Hands { all, by_counts, every, with }
    }

    pub fn all(&self) -> &[Hand] {
        &self.all
    }

    /// The hands with a card of this value, or all hands.
    pub fn family(&self, with: Option<usize>) -> &Family {
        with.map_or(&self.every, |value| &self.with[value])
    }

    /// The hand with these cards; `None` if they are over 21.
    pub fn of(&self, counts: &Counts) -> Option<usize> {
        self.by_counts.get(counts).map(|&at| usize::from(at))
    }

    /// The hand with these values.
    pub fn made_of(&self, values: &[usize]) -> Option<usize> {
        let mut counts = [0; VALUES];
        values.iter().for_each(|&value| counts[value] += 1);
        self.of(&counts)
    }

    /// Every hand of two cards, with its values.
    pub fn two_cards() -> impl Iterator<Item = (usize, [usize; 2])> {
        let pairs = (0..VALUES).flat_map(|one| (one..VALUES).map(move |other| [one, other]));
        pairs.map(|pair| (hands().made_of(&pair).expect("two cards are never over 21"), pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_hands_as_analysts_count() {
        let hands = hands();
        let several = hands.all().iter().filter(|hand| hand.cards >= 2).count();
        // A figure often given for blackjack with any number of decks: 3,072 hands of two or more cards that are not
        // over 21.
        assert_eq!(several, 3072);
        assert_eq!(Hands::two_cards().count(), 55);
        let made = |hand: &Hand, at: usize| hand.next.iter().flatten().all(|&next| usize::from(next) > at);
        assert!(hands.all().iter().enumerate().all(|(at, hand)| made(hand, at)));
        let pair = hands.made_of(&[TEN, TEN]).map(|at| hands.all()[at].pair());
        assert_eq!(pair, Some(Some(TEN)));
    }
}
