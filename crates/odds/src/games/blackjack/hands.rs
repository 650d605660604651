//! Every hand a player can hold, by the values of its cards: some three thousand, in an order in which a hand comes before
//! all that are made of it by drawing. Tens and faces are alike.

use rules::hands::blackjack::{Total, value};
use std::{collections::HashMap, sync::LazyLock};

/// How many values there are: at 0 the ace, at 1 the two, and so on to the ten at 9.
pub const VALUES: usize = 10;
/// The place of the ace.
pub const ACE: usize = 0;
/// The place of the ten and the faces.
pub const TEN: usize = 9;

/// How many cards of each value.
pub type Counts = [u8; VALUES];

/// The place of a rank from 1, the ace, to 13.
pub const fn place(rank: u8) -> usize {
    value(rank) as usize - 1
}

/// A rank of this value.
#[expect(clippy::cast_possible_truncation, reason = "there are ten places")]
pub const fn rank(place: usize) -> u8 {
    place as u8 + 1
}

/// A hand that is not over 21.
pub struct Hand {
    pub counts: Counts,
    pub cards: u8,
    pub total: Total,
    /// The hand that one more card of each value makes; `None` if that is over 21.
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

/// All hands.
pub struct Hands {
    all: Vec<Hand>,
    by_counts: HashMap<Counts, u16>,
    every: Family,
    /// By the value of a card: the hands that have such a card.
    with: [Family; VALUES],
}

/// Hands that are closed under drawing, every hand before those made of it: all, or those with a card of one value.
pub struct Family {
    /// The number of each hand among all.
    pub hands: Vec<u16>,
    /// The places in this family of the hands that one more card of each value makes.
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

    /// The hand at this place.
    pub fn hand(&self, place: usize) -> &'static Hand {
        &hands().all[usize::from(self.hands[place])]
    }

    /// The place of the hand of these values.
    pub fn place(&self, values: &[usize]) -> Option<usize> {
        self.places[hands().made_of(values)?].map(usize::from)
    }
}

static HANDS: LazyLock<Hands> = LazyLock::new(Hands::new);

/// All hands, made once.
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

    /// The hands with a card of this value; or all.
    pub fn family(&self, with: Option<usize>) -> &Family {
        with.map_or(&self.every, |value| &self.with[value])
    }

    /// The hand of these cards; `None` if they are over 21.
    pub fn of(&self, counts: &Counts) -> Option<usize> {
        self.by_counts.get(counts).map(|&at| usize::from(at))
    }

    /// The hand of these values.
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
        // Commonly given for blackjack of any number of decks: 3,072 hands of two cards or more that are not over 21.
        assert_eq!(several, 3072);
        assert_eq!(Hands::two_cards().count(), 55);
        let made = |hand: &Hand, at: usize| hand.next.iter().flatten().all(|&next| usize::from(next) > at);
        assert!(hands.all().iter().enumerate().all(|(at, hand)| made(hand, at)));
        let pair = hands.made_of(&[TEN, TEN]).map(|at| hands.all()[at].pair());
        assert_eq!(pair, Some(Some(TEN)));
    }
}
