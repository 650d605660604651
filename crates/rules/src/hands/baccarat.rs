//! The counting and drawing of the three baccarat games.

use crate::{
    game::Eyes,
    kit::cards::Card,
    picture::{Item, Spot},
    submission::{Field, Gate, choice},
    vocabulary::Vocabulary,
};
use core::fmt;

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

/// What is done with a card that left the shoe in error, was seen, and cannot be used in any hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Disclosed {
    /// As many further cards as its value are discarded.
    ByValue {
        /// The number of cards discarded with a card of value zero.
        with_ten: u8,
    },
    /// One further card is discarded unseen.
    OneUnseen,
    /// It begins a simulated round.
    Simulate,
}

choice! {
    /// The three procedures, by their numbers.
    pub enum Procedure { ByValue = "1", OneUnseen = "2", Simulate = "3" }

    /// How many cards go with a ten or a face.
    pub enum WithTen { One = "one", Ten = "ten" }
}

impl Disclosed {
    /// Reads the licensee's choice.
    pub fn gate(gate: &Gate<'_>, way: &Field<Procedure>, with_ten: &Field<WithTen>) -> Option<Disclosed> {
        Some(match gate.get(way)? {
            Procedure::ByValue => match gate.get(with_ten)? {
                WithTen::One => Disclosed::ByValue { with_ten: 1 },
                WithTen::Ten => Disclosed::ByValue { with_ten: 10 },
            },
            Procedure::OneUnseen => Disclosed::OneUnseen,
            Procedure::Simulate => Disclosed::Simulate,
        })
    }
}

/// Whether a two-card count is a natural.
pub const fn is_natural(count: u8) -> bool {
    count >= 8
}

/// What a hand does about a third card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Third {
    /// The hand must draw.
    Draw,
    /// The hand must stay.
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

    /// The number of cards in the hand.
    pub fn len(&self) -> usize {
        self.cards.iter().flatten().count()
    }

    /// Whether the hand has no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards of the hand.
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

    /// The third card, if there is one.
    pub fn third(&self) -> Option<Card> {
        self.cards[2]
    }

    /// Whether its first two cards have the same rank.
    pub fn is_pair(&self) -> bool {
        matches!(self.cards, [Some(one), Some(two), _] if one.rank() == two.rank())
    }
}

/// One of the two hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Side {
    /// The Player's Hand.
    Player,
    /// The Banker's Hand.
    Banker,
}

impl Side {
    /// Both hands, in the order in which they are dealt.
    pub const ALL: [Side; 2] = [Side::Player, Side::Banker];

    /// The other hand.
    pub const fn other(self) -> Side {
        match self {
            Side::Player => Side::Banker,
            Side::Banker => Side::Player,
        }
    }

    /// The spot where the hand's cards lie.
    pub const fn spot(self) -> Spot {
        match self {
            Side::Player => Spot::Player,
            Side::Banker => Spot::Banker,
        }
    }

    /// The hand's cards in a coup.
    pub const fn of(self, coup: &Coup) -> &Hand {
        match self {
            Side::Player => &coup.player,
            Side::Banker => &coup.banker,
        }
    }

    /// The hand's cards in a coup, for adding one.
    pub const fn of_mut(self, coup: &mut Coup) -> &mut Hand {
        match self {
            Side::Player => &mut coup.player,
            Side::Banker => &mut coup.banker,
        }
    }
}

impl Side {
    /// The verb phrase for turning the hand up.
    pub const fn turns(self) -> &'static str {
        match self {
            Side::Player => "turns player",
            Side::Banker => "turns banker",
        }
    }
}

/// `Player's Hand`, `Banker's Hand`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Player => "Player's Hand",
            Side::Banker => "Banker's Hand",
        })
    }
}

impl Vocabulary for Side {
    fn each(tell: &mut dyn FnMut(Side)) {
        Side::ALL.into_iter().for_each(tell);
    }
}

/// Which hand wins a coup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Winner {
    /// The Player's Hand.
    Player,
    /// The Banker's Hand.
    Banker,
    /// Neither.
    Tie,
}

/// What a coup came to, as the dealer announces it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Score {
    /// The winning hand, or a tie.
    pub winner: Winner,
    /// The points of the Player's Hand.
    pub player: u8,
    /// The points of the Banker's Hand.
    pub banker: u8,
    /// Whether the first two cards of either hand are a natural.
    pub natural: bool,
    /// Whether the first two cards of the Player's Hand have the same rank.
    pub player_pair: bool,
    /// Whether the first two cards of the Banker's Hand have the same rank.
    pub banker_pair: bool,
}

/// How many of the first cards each hand has. They are dealt alternately, beginning with the Player's Hand.
pub const fn dealt_in_turns(cards: usize) -> [usize; 2] {
    [cards.div_ceil(2), cards / 2]
}

/// A card that does not lie sideways.
pub const fn lying(at: Spot, card: Option<Card>, eyes: Eyes) -> Item {
    Item::Card { at, card, eyes, sideways: false }
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
    /// The hand with the higher count.
    pub fn winner(&self) -> Winner {
        match self.player.count().cmp(&self.banker.count()) {
            core::cmp::Ordering::Greater => Winner::Player,
            core::cmp::Ordering::Less => Winner::Banker,
            core::cmp::Ordering::Equal => Winner::Tie,
        }
    }

    /// The score that the dealer announces.
    pub fn score(&self) -> Score {
        Score {
            winner: self.winner(),
            player: self.player.count(),
            banker: self.banker.count(),
            natural: self.has_natural(),
            player_pair: self.player.is_pair(),
            banker_pair: self.banker.is_pair(),
        }
    }

    /// Draws both hands. After the cards that were seen, `down` says how many cards of each hand are still face down; a
    /// hand's points are shown once all its cards are up.
    pub fn picture(&self, down: [usize; 2], each: &mut dyn FnMut(Item)) {
        for (side, down) in Side::ALL.into_iter().zip(down) {
            let (hand, at) = (side.of(self), side.spot());
            hand.cards().for_each(|card| each(lying(at, Some(card), Eyes::All)));
            (0..down).for_each(|_| each(lying(at, None, Eyes::All)));
            if down == 0 && !hand.is_empty() {
                each(Item::Total { at, points: hand.count(), soft: false });
            }
        }
    }

    /// The number of cards in both hands together.
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
