//! Playing cards, and the shoe they are dealt from.
//!
//! A card that lies face down is a place, not a value: it gets its value when it is turned. Cards that nobody has
//! seen are exchangeable, so a table keeps only how many of each kind are unseen and how many lie in the shoe:
//! nothing can leak, and nobody can peek.

use crate::vocabulary::Vocabulary;
use core::fmt::{self, Write};

/// How many cards a deck has.
pub const DECK: u16 = 52;

/// How ranks and suits are written.
const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"cdhs";

/// One of the 52 cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Card(u8);

impl Card {
    /// Ace of clubs to king of spades.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..52).map(Card)
    }

    /// From 1, the ace, to 13, the king.
    pub const fn rank(self) -> u8 {
        self.0 % 13 + 1
    }

    /// From 0: clubs, diamonds, hearts, spades.
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// Its place among all.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `As`, `Td`, `2h`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(RANKS[usize::from(self.rank() - 1)] as char)?;
        f.write_char(SUITS[usize::from(self.suit())] as char)
    }
}

impl Vocabulary for Card {
    fn each(tell: &mut impl FnMut(Card)) {
        Card::all().for_each(tell);
    }

    /// A journal has many cards, so not one word after the other.
    fn read(text: &str) -> Option<Card> {
        let &[rank, suit] = text.as_bytes() else { return None };
        let at = |of: &[u8], what: u8| of.iter().position(|one| *one == what);
        let index = 13 * at(SUITS, suit)? + at(RANKS, rank)?;
        u8::try_from(index).ok().map(Card)
    }
}

/// What the shoe shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// A card.
    Card(Card),
    /// The cutting card.
    CuttingCard,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Card(card) => write!(f, "{card}"),
            Shown::CuttingCard => f.write_str("cutting card"),
        }
    }
}

impl Vocabulary for Shown {
    fn each(tell: &mut impl FnMut(Shown)) {
        Card::all().map(Shown::Card).for_each(&mut *tell);
        tell(Shown::CuttingCard);
    }
}

/// Cards whose faces nobody has seen: those in the shoe, and those face down on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unseen {
    #[cfg_attr(feature = "serde", serde(with = "crate::kept::array"))]
    counts: [u8; 52],
}

impl Unseen {
    /// All cards of so many decks.
    pub const fn decks(decks: u8) -> Unseen {
        Unseen { counts: [decks; 52] }
    }

    /// How many of this card.
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// How many in all.
    pub fn total(&self) -> u16 {
        self.counts.iter().map(|&n| u16::from(n)).sum()
    }

    /// No cards.
    pub const NONE: Unseen = Unseen::decks(0);

    /// One more of this card.
    pub fn put(&mut self, card: Card) {
        self.counts[card.index()] += 1;
    }

    /// These cards and those together.
    #[must_use]
    pub fn with(mut self, others: &Unseen) -> Unseen {
        self.counts.iter_mut().zip(&others.counts).for_each(|(count, more)| *count += more);
        self
    }

    /// Someone sees one; `None` if there is no more of it.
    #[must_use]
    pub fn seeing(mut self, card: Card) -> Option<Unseen> {
        let count = &mut self.counts[card.index()];
        *count = count.checked_sub(1)?;
        Some(self)
    }
}

/// A loaded dealing shoe. A cutting card lies in it, so many cards from the back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shoe {
    unseen: Unseen,
    left: u16,
    cutting_card: Option<u16>,
}

impl Shoe {
    /// A shoe of so many decks, the cutting card in front of the last `behind` cards.
    pub fn load(decks: u8, behind: u16) -> Shoe {
        Shoe { unseen: Unseen::decks(decks), left: u16::from(decks) * DECK, cutting_card: Some(behind) }
    }

    /// A shoe with `left` of these cards, whose faces nobody knows; the others lie face down elsewhere. The cutting card,
    /// if there is one, lies in front of so many last ones.
    pub const fn of(unseen: Unseen, left: u16, cutting_card: Option<u16>) -> Shoe {
        Shoe { unseen, left, cutting_card }
    }

    /// How many cards are in it.
    pub const fn left(&self) -> u16 {
        self.left
    }

    /// The cards nobody has seen.
    pub const fn unseen(&self) -> &Unseen {
        &self.unseen
    }

    /// Whether the cutting card comes before the next card; also if the burn has gone past it.
    pub fn is_at_cutting_card(&self) -> bool {
        self.cutting_card.is_some_and(|behind| self.left <= behind)
    }

    /// Whether the cutting card has come out.
    pub const fn is_cutting_card_out(&self) -> bool {
        self.cutting_card.is_none()
    }

    /// The cutting card comes out.
    pub fn take_cutting_card(&mut self) {
        self.cutting_card = None;
    }

    /// Whether the next card may be this one.
    pub fn can_show(&self, card: Card) -> bool {
        self.unseen.count(card) > 0
    }

    /// A card leaves the shoe face down.
    ///
    /// # Panics
    /// If the shoe is empty: whoever deals looks first.
    pub fn draw(&mut self) {
        self.left = self.left.checked_sub(1).expect("a card in the shoe");
    }

    /// A card is turned, wherever it lies.
    ///
    /// # Panics
    /// If there is no more such card: whoever turns looks first.
    pub fn turn(&mut self, card: Card) {
        self.unseen = self.unseen.seeing(card).expect("an unseen card of that kind");
    }

    /// A card leaves the shoe face up.
    pub fn draw_up(&mut self, card: Card) {
        self.draw();
        self.turn(card);
    }

    /// The shoe of so many decks as anyone can count it, if there is a card in it.
    pub fn loaded(&self, decks: u8) -> Option<Loaded> {
        let behind = self.cutting_card.map(|behind| behind.min(self.left));
        (self.left > 0).then_some(Loaded { cards: u16::from(decks) * DECK, left: self.left, behind })
    }

    /// Each card that may be turned next, with its weight.
    pub fn outcomes(&self, each: &mut impl FnMut(Card, u32)) {
        for card in Card::all().filter(|&card| self.can_show(card)) {
            each(card, self.unseen.count(card).into());
        }
    }
}

/// A loaded shoe as anyone can count it who saw it loaded: numbers of cards, and none of their faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The cards of its decks.
    pub cards: u16,
    /// How many of them are still in it.
    pub left: u16,
    /// How many lie behind the cutting card; none without one, or once it has come out.
    pub behind: Option<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn cards_are_spelt_one_way() {
        Card::each(&mut |card| assert_eq!(Card::read(&card.to_string()), Some(card)));
        for text in ["", "A", "as", "10s", "1s", "Ax", "sA", "Asx", "é"] {
            assert_eq!(Card::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_shoe_is_counted_until_its_cutting_card_is_out_and_while_it_has_cards() {
        let mut shoe = Shoe::load(1, 51);
        assert_eq!(shoe.loaded(1), Some(Loaded { cards: 52, left: 52, behind: Some(51) }));
        shoe.draw();
        shoe.draw();
        assert_eq!(
            shoe.loaded(1),
            Some(Loaded { cards: 52, left: 50, behind: Some(50) }),
            "the burn went past it"
        );
        shoe.take_cutting_card();
        assert_eq!(shoe.loaded(1), Some(Loaded { cards: 52, left: 50, behind: None }));
        assert_eq!(Shoe::load(0, 0).loaded(8), None);
    }

    #[test]
    fn an_eight_deck_shoe_has_no_ninth_ace_of_spades() {
        let ace = Card::read("As").expect("a card");
        let mut shoe = Shoe::load(8, 14);
        (0..8).for_each(|_| shoe.draw_up(ace));
        assert_eq!((shoe.can_show(ace), shoe.left(), shoe.unseen().total()), (false, 408, 408));
        assert_eq!(shoe.unseen().seeing(ace), None);
    }

    #[test]
    fn a_card_dealt_face_down_leaves_the_shoe_but_not_the_unseen() {
        let mut shoe = Shoe::load(6, 14);
        shoe.draw();
        assert_eq!((shoe.left(), shoe.unseen().total()), (311, 312));
    }
}
