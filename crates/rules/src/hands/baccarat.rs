//! The counting and drawing of the three baccarat games.

use crate::kit::cards::Card;

/// What a card counts in a hand: its pips, ace one, tens and faces nothing.
pub const fn value(card: Card) -> u8 {
    match card.rank() {
        pips @ 1..=9 => pips,
        _ => 0,
    }
}

/// What a card counts when the shoe's first card says how many are burned: tens and faces ten.
pub const fn burn_amount(card: Card) -> u8 {
    match card.rank() {
        pips @ 1..=9 => pips,
        _ => 10,
    }
}

/// The units digit of the sum of the values.
pub fn point_count(cards: &[Card]) -> u8 {
    cards.iter().map(|&card| value(card)).sum::<u8>() % 10
}

/// Whether a two-card count is a natural.
pub const fn is_natural(count: u8) -> bool {
    count >= 8
}

/// What a hand does about a third card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Third {
    /// It must draw.
    Draw,
    /// It must stay.
    Stay,
    /// Whoever controls it chooses.
    Option,
}

use Third::{Draw as D, Option as O, Stay as S};

/// Table 1: the Player's Hand draws on 0 to 5 and stays on 6 to 9.
pub const TABLE_1: [Third; 10] = [D, D, D, D, D, D, S, S, S, S];

/// Table 2: the Banker's Hand by its own count, against no third card of the Player's Hand, then a third card of
/// 0 to 9.
#[rustfmt::skip]
pub const TABLE_2: [[Third; 11]; 10] = [
    // none  0  1  2  3  4  5  6  7  8  9
    [  D,    D, D, D, D, D, D, D, D, D, D ], // 0
    [  D,    D, D, D, D, D, D, D, D, D, D ], // 1
    [  D,    D, D, D, D, D, D, D, D, D, D ], // 2
    [  D,    D, D, D, D, D, D, D, D, S, D ], // 3
    [  D,    S, S, D, D, D, D, D, D, S, S ], // 4
    [  D,    S, S, S, S, D, D, D, D, S, S ], // 5
    [  S,    S, S, S, S, S, S, D, D, S, S ], // 6
    [  S,    S, S, S, S, S, S, S, S, S, S ], // 7
    [  S,    S, S, S, S, S, S, S, S, S, S ], // 8
    [  S,    S, S, S, S, S, S, S, S, S, S ], // 9
];

/// Table 3, of chemin de fer: as table 2, but the Banker chooses with 3 against 9 and with 5 against 4.
#[rustfmt::skip]
pub const TABLE_3: [[Third; 11]; 10] = [
    // none  0  1  2  3  4  5  6  7  8  9
    [  D,    D, D, D, D, D, D, D, D, D, D ], // 0
    [  D,    D, D, D, D, D, D, D, D, D, D ], // 1
    [  D,    D, D, D, D, D, D, D, D, D, D ], // 2
    [  D,    D, D, D, D, D, D, D, D, S, O ], // 3
    [  D,    S, S, D, D, D, D, D, D, S, S ], // 4
    [  D,    S, S, S, S, O, D, D, D, S, S ], // 5
    [  S,    S, S, S, S, S, S, D, D, S, S ], // 6
    [  S,    S, S, S, S, S, S, S, S, S, S ], // 7
    [  S,    S, S, S, S, S, S, S, S, S, S ], // 8
    [  S,    S, S, S, S, S, S, S, S, S, S ], // 9
];

/// The cell of a Banker's table for a count and the value of the Player's third card, if there is one.
pub const fn banker_cell(table: &[[Third; 11]; 10], count: u8, third: Option<u8>) -> Third {
    let column = match third {
        None => 0,
        Some(value) => value as usize + 1,
    };
    table[count as usize][column]
}

/// A hand of up to three cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hand {
    cards: [Option<Card>; 3],
}

impl Hand {
    /// Adds a card.
    ///
    /// # Panics
    /// If there are three already: no hand ever has a fourth.
    pub fn add(&mut self, card: Card) {
        let free = self.cards.iter_mut().find(|c| c.is_none()).expect("a hand has at most three cards");
        *free = Some(card);
    }

    /// How many cards.
    pub fn len(&self) -> usize {
        self.cards.iter().flatten().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.cards.into_iter().flatten()
    }

    /// The point count of all its cards.
    pub fn count(&self) -> u8 {
        self.cards().map(value).sum::<u8>() % 10
    }

    /// The point count of its first two cards.
    pub fn first_two(&self) -> u8 {
        self.cards().take(2).map(value).sum::<u8>() % 10
    }

    /// The third card.
    pub fn third(&self) -> Option<Card> {
        self.cards[2]
    }
}

/// Which hand wins a coup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// The Player's Hand.
    Player,
    /// The Banker's Hand.
    Banker,
    /// Neither.
    Tie,
}

/// The two hands of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coup {
    /// The Player's Hand.
    pub player: Hand,
    /// The Banker's Hand.
    pub banker: Hand,
}

impl Coup {
    /// Which hand has the higher count.
    pub fn winner(&self) -> Winner {
        match self.player.count().cmp(&self.banker.count()) {
            core::cmp::Ordering::Greater => Winner::Player,
            core::cmp::Ordering::Less => Winner::Banker,
            core::cmp::Ordering::Equal => Winner::Tie,
        }
    }

    /// How many cards both hands have together.
    pub fn cards(&self) -> usize {
        self.player.len() + self.banker.len()
    }

    /// Whether either hand's first two cards are a natural.
    pub fn has_natural(&self) -> bool {
        is_natural(self.player.first_two()) || is_natural(self.banker.first_two())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;

    fn hand(text: &str) -> Hand {
        let mut hand = Hand::default();
        text.split(' ').for_each(|card| hand.add(Card::read(card).expect("a card")));
        hand
    }

    #[test]
    fn worked_examples_of_the_point_count() {
        assert_eq!(hand("As 2s 4s").count(), 7);
        assert_eq!(hand("As 2s 9h").count(), 2);
        assert_eq!(hand("Ks Th Jd").count(), 0);
        assert_eq!((hand("9s 9h 9d").count(), hand("9s 9h 9d").first_two()), (7, 8));
    }

    #[test]
    fn worked_examples_of_the_tables() {
        assert_eq!(banker_cell(&TABLE_2, 5, Some(4)), D);
        assert_eq!(banker_cell(&TABLE_3, 3, Some(9)), O);
        assert_eq!(banker_cell(&TABLE_2, 6, None), S);
    }

    #[test]
    fn table_3_is_table_2_with_two_options() {
        for (row, (two, three)) in TABLE_2.iter().zip(&TABLE_3).enumerate() {
            for (column, (two, three)) in two.iter().zip(three).enumerate() {
                let is_option = (row, column) == (3, 10) || (row, column) == (5, 5);
                assert!(two == three || is_option && *three == O, "row {row}, column {column}");
            }
        }
    }

    #[test]
    fn burning_counts_tens_as_ten_and_hands_count_them_as_nothing() {
        let card = |text| Card::read(text).expect("a card");
        assert_eq!((burn_amount(card("Kd")), value(card("Kd"))), (10, 0));
        assert_eq!((burn_amount(card("Ad")), value(card("Ad"))), (1, 1));
        assert_eq!((burn_amount(card("9c")), value(card("9c"))), (9, 9));
    }
}
