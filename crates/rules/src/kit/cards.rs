//! Playing cards, and the shoe they are dealt from.
//!
//! A face-down card is a place without a value: it gets its value when it is turned up. Unseen cards are
//! exchangeable, so a table keeps only how many of each kind are unseen and how many are in the shoe. Nothing
//! can leak, and nobody can peek.

use crate::{kept::spelled, picture::Outcome, vocabulary::Vocabulary};
use core::fmt::{self, Write};

/// The number of cards in a deck.
pub const DECK: u16 = 52;

/// How ranks and suits are spelled.
const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"cdhs";
/// How suits are drawn.
const SYMBOLS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// The spelling of the joker.
const JOKER: &str = "joker";

/// One of the 52 cards, or the joker. Only games that ask for the joker have it: [`Card::all`] does not include it,
/// nor does the [`Vocabulary`] of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

// Programs use the canonical spelling; only people may use others.
spelled!(
    Card,
    |text| Card::read_with_joker(text).filter(|card| crate::vocabulary::is_spelt(card, text)),
    "a card: As, Td, 2h, joker",
    "^([A23456789TJQK][cdhs]|joker)$"
);

impl Card {
    /// Ace of clubs to king of spades.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..52).map(Card)
    }

    /// The joker. It ranks as an ace and matches no other card's suit; each game says what else it may stand for.
    pub const JOKER: Card = Card(52);

    /// Ace of clubs to king of spades, and the joker.
    pub fn all_with_joker() -> impl Iterator<Item = Card> {
        (0..=Card::JOKER.0).map(Card)
    }

    /// Whether it is the joker.
    pub const fn is_joker(self) -> bool {
        self.0 == Card::JOKER.0
    }

    /// Reads a card as people write it, or the joker in upper or lower case.
    pub fn read_with_joker(text: &str) -> Option<Card> {
        if text.eq_ignore_ascii_case(JOKER) { Some(Card::JOKER) } else { Card::read(text) }
    }

    /// The card of a rank from 1 (ace) to 13 (king) and a suit from 0 (clubs) to 3 (spades).
    ///
    /// # Panics
    /// If there is no such rank or suit.
    pub const fn of(rank: u8, suit: u8) -> Card {
        assert!(1 <= rank && rank <= 13 && suit < 4);
        Card(13 * suit + rank - 1)
    }

    /// The rank, from 1 (ace) to 13 (king).
    pub const fn rank(self) -> u8 {
        self.0 % 13 + 1
    }

    /// The suit, from 0: clubs, diamonds, hearts, spades. The joker's is 4.
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// The index among all 52 cards.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `As`, `Td`, `2h`, `joker`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_joker() {
            return f.write_str(JOKER);
        }
        f.write_char(RANKS[usize::from(self.rank() - 1)] as char)?;
        f.write_char(SUITS[usize::from(self.suit())] as char)
    }
}

impl Vocabulary for Card {
    fn each(tell: &mut dyn FnMut(Card)) {
        Card::all().for_each(tell);
    }

    /// Reads a card as people write it: `Th`, `10h`, `th`, `TH` and `T♥` are the ten of hearts.
    fn read(text: &str) -> Option<Card> {
        let suit = text.chars().next_back()?;
        let rank = match &text.as_bytes()[..text.len() - suit.len_utf8()] {
            b"10" => b'T',
            [rank] => rank.to_ascii_uppercase(),
            _ => return None,
        };
        let rank = RANKS.iter().position(|one| *one == rank)?;
        let drawn = SYMBOLS.iter().position(|one| *one == suit);
        let suit =
            drawn.or_else(|| SUITS.iter().position(|one| char::from(*one) == suit.to_ascii_lowercase()))?;
        u8::try_from(13 * suit + rank).ok().map(Card)
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

impl From<Card> for Shown {
    fn from(card: Card) -> Shown {
        Shown::Card(card)
    }
}

impl From<Card> for Outcome {
    fn from(card: Card) -> Outcome {
        Outcome::Card { card }
    }
}

impl From<Shown> for Outcome {
    fn from(shown: Shown) -> Outcome {
        match shown {
            Shown::Card(card) => Outcome::Card { card },
            Shown::CuttingCard => Outcome::CuttingCard,
        }
    }
}

impl Vocabulary for Shown {
    fn each(tell: &mut dyn FnMut(Shown)) {
        Card::all().map(Shown::Card).for_each(&mut *tell);
        tell(Shown::CuttingCard);
    }
}

/// Cards whose faces nobody has seen: those in the shoe, and those face down on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unseen {
    #[cfg_attr(feature = "serde", serde(with = "crate::kept::array"))]
    counts: [u8; 53],
}

impl Unseen {
    /// All cards of this many decks, without a joker.
    pub const fn decks(decks: u8) -> Unseen {
        let mut counts = [decks; 53];
        counts[Card::JOKER.index()] = 0;
        Unseen { counts }
    }

    /// One deck and one joker.
    pub const fn deck_with_joker() -> Unseen {
        Unseen { counts: [1; 53] }
    }

    /// The number of unseen copies of this card.
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// The total number of cards.
    pub fn total(&self) -> u16 {
        self.counts.iter().map(|&n| u16::from(n)).sum()
    }

    /// No cards.
    pub const NONE: Unseen = Unseen::decks(0);

    /// Adds one copy of this card.
    pub fn put(&mut self, card: Card) {
        self.counts[card.index()] += 1;
    }

    /// Both sets of cards together.
    #[must_use]
    pub fn with(mut self, others: &Unseen) -> Unseen {
        self.counts.iter_mut().zip(&others.counts).for_each(|(count, more)| *count += more);
        self
    }

    /// The rest after one copy of this card has been seen; `None` if no copy is left.
    #[must_use]
    pub fn seeing(mut self, card: Card) -> Option<Unseen> {
        let count = &mut self.counts[card.index()];
        *count = count.checked_sub(1)?;
        Some(self)
    }
}

/// A loaded dealing shoe with a cutting card at a given distance from the back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shoe {
    unseen: Unseen,
    left: u16,
    cutting_card: Option<u16>,
}

impl Shoe {
    /// A shoe of this many decks, with the cutting card in front of the last `behind` cards.
    pub fn load(decks: u8, behind: u16) -> Shoe {
        Shoe { unseen: Unseen::decks(decks), left: u16::from(decks) * DECK, cutting_card: Some(behind) }
    }

    /// A shoe with `left` of these cards, whose faces nobody knows; the others are face down elsewhere. The
    /// cutting card, if there is one, lies in front of this many last cards.
    pub const fn of(unseen: Unseen, left: u16, cutting_card: Option<u16>) -> Shoe {
        Shoe { unseen, left, cutting_card }
    }

    /// The number of cards in it.
    pub const fn left(&self) -> u16 {
        self.left
    }

    /// The cards nobody has seen.
    pub const fn unseen(&self) -> &Unseen {
        &self.unseen
    }

    /// Whether the cutting card comes before the next card, or the burn has gone past it.
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

    /// Whether the cutting card may be at a different position than counted, as can happen at a physical
    /// table: it comes early, or was due and does not come. At least `least` cards lie behind it.
    pub fn can_be_off(&self, least: u16) -> bool {
        self.cutting_card.is_some() && self.left > least
    }

    /// Corrects the position of the cutting card: one that was due lies one card further back, any other
    /// comes next.
    pub fn recount(&mut self) {
        let behind = if self.is_at_cutting_card() { self.left.saturating_sub(1) } else { self.left };
        self.cutting_card = self.cutting_card.map(|_| behind);
    }

    /// Whether the next card can be this one.
    pub fn can_show(&self, card: Card) -> bool {
        self.unseen.count(card) > 0
    }

    /// A card leaves the shoe face down.
    ///
    /// # Panics
    /// If the shoe is empty; callers must check first.
    pub fn draw(&mut self) {
        self.left = self.left.checked_sub(1).expect("a card in the shoe");
    }

    /// This many cards leave the shoe, these of them face up, provided that all lie before the cutting card and at
    /// least one card stays.
    #[must_use]
    pub fn skip(&mut self, cards: u16, seen: &[Card]) -> bool {
        let most = self.left.saturating_sub(self.cutting_card.unwrap_or(0).max(1));
        let unseen = seen.iter().try_fold(self.unseen, |unseen, card| unseen.seeing(*card));
        let Some(unseen) = unseen.filter(|_| cards <= most && seen.len() <= usize::from(cards)) else {
            return false;
        };
        (self.left, self.unseen) = (self.left - cards, unseen);
        true
    }

    /// A card is turned up, wherever it is.
    ///
    /// # Panics
    /// If no such card is left; callers must check first.
    pub fn turn(&mut self, card: Card) {
        self.unseen = self.unseen.seeing(card).expect("an unseen card of that kind");
    }

    /// A card leaves the shoe face up.
    pub fn draw_up(&mut self, card: Card) {
        self.draw();
        self.turn(card);
    }

    /// A shoe of this many decks, as far as anyone can count it; `None` if it is empty.
    pub fn loaded(&self, decks: u8) -> Option<Loaded> {
        let behind = self.cutting_card.map(|behind| behind.min(self.left));
        (self.left > 0).then_some(Loaded {
            cards: u16::from(decks) * DECK,
            left: self.left,
            behind,
            lasts: true,
        })
    }

    /// The one deck that is shuffled for each round, as far as anyone can count it; `None` if it is empty.
    pub fn deck(&self) -> Option<Loaded> {
        self.loaded(1).map(|deck| Loaded { lasts: false, ..deck })
    }

    /// Each card that may be turned next, with its weight.
    pub fn outcomes(&self, each: &mut dyn FnMut(Card, u32)) {
        for card in Card::all_with_joker().filter(|&card| self.can_show(card)) {
            each(card, self.unseen.count(card).into());
        }
    }
}

/// A loaded shoe as anyone who saw it loaded can count it: numbers of cards, without their faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Loaded {
    /// The number of cards when it was full.
    pub cards: u16,
    /// The number of cards still in it.
    pub left: u16,
    /// The number of cards behind the cutting card; absent without one, or once it has come out.
    pub behind: Option<u16>,
    /// Whether it is dealt round after round; otherwise it is a deck that is shuffled for each.
    pub lasts: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn cards_are_read_as_people_write_them() {
        Card::each(&mut |card| {
            let text = card.to_string();
            let (rank, suit) = (&text[..1], usize::from(card.suit()));
            let spellings = [
                text.clone(),
                text.to_lowercase(),
                text.to_uppercase(),
                std::format!("{rank}{}", SYMBOLS[suit]),
                text.replace('T', "10"),
                text.replace('T', "10").to_uppercase(),
            ];
            spellings.iter().for_each(|text| assert_eq!(Card::read(text), Some(card), "{text}"));
        });
        for text in ["", "A", "1s", "0s", "11s", "Ax", "sA", "Asx", "é", "♥", "10", "1♥0", "ß♥", "T h"]
        {
            assert_eq!(Card::read(text), None, "{text:?}");
        }
    }

    /// For a game that does not ask for it, there is no joker: not among the cards, not in their
    /// vocabulary, and in no deck.
    #[test]
    fn the_joker_is_there_only_for_a_game_that_asks_for_it() {
        assert_eq!((Card::read("joker"), Card::read_with_joker("Joker")), (None, Some(Card::JOKER)));
        assert_eq!(Shown::read("joker"), None);
        assert!(Card::all().all(|card| !card.is_joker() && card.suit() < 4));
        assert_eq!((Card::all().count(), Card::all_with_joker().count()), (52, 53));
        assert_eq!((Card::JOKER.to_string(), Card::JOKER.rank(), Card::JOKER.suit()), ("joker".into(), 1, 4));
        assert_eq!((Unseen::decks(8).total(), Unseen::decks(8).count(Card::JOKER)), (416, 0));
        assert_eq!(Unseen::deck_with_joker().total(), 53);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn programs_write_cards_in_one_way() {
        use serde::{
            Deserialize,
            de::value::{Error, StrDeserializer},
        };
        let sent = |text| Card::deserialize(StrDeserializer::<Error>::new(text)).ok();
        assert_eq!((sent("Th"), sent("10h"), sent("TH")), (Card::read("Th"), None, None));
        assert_eq!((sent("joker"), sent("Joker")), (Some(Card::JOKER), None));
    }

    #[test]
    fn a_shoe_is_counted_until_its_cutting_card_is_out_and_while_it_has_cards() {
        let mut shoe = Shoe::load(1, 51);
        assert_eq!(shoe.loaded(1), Some(Loaded { cards: 52, left: 52, behind: Some(51), lasts: true }));
        shoe.draw();
        shoe.draw();
        assert_eq!(
            shoe.loaded(1),
            Some(Loaded { cards: 52, left: 50, behind: Some(50), lasts: true }),
            "the burn went past it"
        );
        shoe.take_cutting_card();
        assert_eq!(shoe.loaded(1), Some(Loaded { cards: 52, left: 50, behind: None, lasts: true }));
        assert_eq!(shoe.deck(), Some(Loaded { cards: 52, left: 50, behind: None, lasts: false }));
        assert_eq!(Shoe::load(0, 0).loaded(8), None);
    }

    #[test]
    fn a_cutting_card_off_its_counted_place_comes_early_or_late() {
        let mut shoe = Shoe::load(1, 14);
        assert!(!shoe.is_at_cutting_card() && shoe.can_be_off(14));
        shoe.recount();
        assert!(shoe.is_at_cutting_card(), "it comes early");
        shoe.recount();
        assert!(!shoe.is_at_cutting_card(), "it does not come");
        shoe.draw();
        assert!(shoe.is_at_cutting_card(), "and is due behind the next card");
        (0..37).for_each(|_| shoe.draw());
        assert!(!shoe.can_be_off(14), "14 cards lie behind it");
        shoe.take_cutting_card();
        assert!(!shoe.can_be_off(0));
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
