//! Counting at blackjack: totals, and when the dealer must draw. Ranks are plain numbers, from 1 (ace) to 13 (king).

use crate::kit::cards::Card;

/// The highest score that does not lose at once.
pub const MOST: u8 = 21;

/// The total at which the dealer stops, hard or soft.
pub const DEALER_STOPS: u8 = 17;

/// The value of a card, with an ace as one.
pub const fn value(rank: u8) -> u8 {
    if rank < 10 { rank } else { 10 }
}

/// Whether a card counts as ten.
pub const fn is_ten(rank: u8) -> bool {
    rank >= 10
}

/// Whether two cards have the same value and may be split: tens, jacks, queens and kings are alike.
pub const fn is_pair(one: u8, other: u8) -> bool {
    value(one) == value(other)
}

/// Whether two cards are an ace and a card that counts as ten.
pub const fn is_ace_and_ten(one: u8, other: u8) -> bool {
    one == 1 && is_ten(other) || is_ten(one) && other == 1
}

/// Whether the dealer may have an ace and a ten with this card up.
pub const fn may_be_blackjack(up: u8) -> bool {
    up == 1 || is_ten(up)
}

/// The score of a hand, so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Total {
    /// The sum with every ace as one.
    low: u8,
    has_ace: bool,
}

impl Total {
    /// The total of no cards.
    pub const NONE: Total = Total { low: 0, has_ace: false };

    /// The total with one more card.
    #[must_use]
    pub const fn with(self, rank: u8) -> Total {
        Total { low: self.low + value(rank), has_ace: self.has_ace || rank == 1 }
    }

    /// The total of these ranks.
    pub fn of(ranks: impl IntoIterator<Item = u8>) -> Total {
        ranks.into_iter().fold(Total::NONE, Total::with)
    }

    /// The total of these cards.
    pub fn of_cards(cards: &[Card]) -> Total {
        Total::of(cards.iter().map(|card| card.rank()))
    }

    /// The score: an ace counts as eleven unless that exceeds 21.
    pub const fn count(self) -> u8 {
        if self.is_soft() { self.low + 10 } else { self.low }
    }

    /// The score with every ace as one.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether an ace counts as eleven.
    pub const fn is_soft(self) -> bool {
        self.has_ace && self.low + 10 <= MOST
    }

    /// Whether the total exceeds 21.
    pub const fn is_bust(self) -> bool {
        self.low > MOST
    }

    /// Whether the dealer must draw on this total.
    pub const fn dealer_draws(self) -> bool {
        self.count() < DEALER_STOPS
    }
}

/// Serializes what anyone can see: the score, and whether an ace counts as eleven in it.
#[cfg(feature = "serde")]
impl serde::Serialize for Total {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut total = to.serialize_struct("Total", 2)?;
        total.serialize_field("points", &self.count())?;
        total.serialize_field("soft", &self.is_soft())?;
        total.end()
    }
}

/// Whether these are a six, a seven and an eight of one suit, in any order.
pub fn is_suited_six_seven_eight(cards: &[Card]) -> bool {
    let has = |rank| cards.iter().any(|card| card.rank() == rank);
    let is_suited = |first: Card| cards.iter().all(|card| card.suit() == first.suit());
    cards.len() == 3 && [6, 7, 8].into_iter().all(has) && is_suited(cards[0])
}

/// Whether these are a king and a queen, in either order.
pub const fn is_king_and_queen(one: Card, other: Card) -> bool {
    matches!((one.rank(), other.rank()), (12, 13) | (13, 12))
}

/// Whether these are three sevens.
pub fn is_three_sevens(cards: &[Card]) -> bool {
    cards.len() == 3 && cards.iter().all(|card| card.rank() == 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;
    extern crate std;
    use std::vec::Vec;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| Card::read(card).expect("a card")).collect()
    }

    fn total(text: &str) -> (u8, bool) {
        let total = Total::of_cards(&cards(text));
        (total.count(), total.is_soft())
    }

    #[test]
    fn an_ace_counts_eleven_unless_that_is_too_much() {
        assert_eq!(total("As 6h"), (17, true));
        assert_eq!(total("As 6h Td"), (17, false));
        assert_eq!(total("Td 7h"), (17, false));
        assert_eq!(total("As Ah"), (12, true));
        assert_eq!(total("As Ah 9d"), (21, true));
        assert_eq!(total("As Ks"), (21, true));
        assert_eq!(total("Ks Qh 2d"), (22, false));
        assert_eq!(Total::of([1; 21]), Total { low: 21, has_ace: true });
        assert!(Total::of([13, 12, 2]).is_bust() && !Total::of([13, 1, 10]).is_bust());
    }

    #[test]
    fn the_dealer_stops_on_every_seventeen() {
        for (text, draws) in [("Ts 6h", true), ("As 5h", true), ("As 6h", false), ("Ts 7h", false)] {
            assert_eq!(Total::of_cards(&cards(text)).dealer_draws(), draws, "{text}");
        }
    }

    #[test]
    fn combinations_of_three_cards() {
        assert!(is_suited_six_seven_eight(&cards("7s 8s 6s")));
        assert!(
            !is_suited_six_seven_eight(&cards("7s 8s 6h")) && !is_suited_six_seven_eight(&cards("7s 8s 8s"))
        );
        assert!(is_three_sevens(&cards("7s 7s 7h")) && !is_three_sevens(&cards("7s 7s 7h 2d")));
    }

    #[test]
    fn tens_and_faces_are_alike_and_make_a_blackjack_with_an_ace() {
        assert!(is_pair(10, 13) && is_pair(1, 1) && !is_pair(9, 10));
        assert!(
            is_ace_and_ten(1, 10) && is_ace_and_ten(12, 1) && !is_ace_and_ten(1, 1) && !is_ace_and_ten(5, 6)
        );
        let may: Vec<u8> = (1..=13).filter(|&up| may_be_blackjack(up)).collect();
        assert_eq!(may, [1, 10, 11, 12, 13]);
    }
}
