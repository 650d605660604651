//! What is said, done and shown at a table where two hands are set.

use crate::{
    game::Eyes,
    kept::Kept,
    kit::{cards::Card, tiles::Tile},
    picture::{Item, Outcome, Spot},
    table::{
        people::{Patron, Seat},
        start::{Drawn, Position},
    },
    vocabulary::{Vocabulary, is_spelt},
    words::{calls, deeds, kinds},
};
use core::fmt;

kinds! {
    /// The wagers on two hands.
    pub enum Wager at "seat" {
        /// On both hands of a player, against the dealer or the bank.
        Main = "main",
        /// What a player who banks puts up, to pay the others from.
        Bank = "bank",
        /// What such a player stakes against the dealer's hand.
        Dealer = "dealer",
    }
}

/// What a hand is made of, and how such hands are dealt.
pub trait Piece:
    Copy + Eq + core::hash::Hash + fmt::Debug + fmt::Display + Kept + Send + Sync + Into<Outcome> + 'static
{
    /// How many make a hand.
    const HAND: usize;
    /// How many places are dealt to: the dealer, the seats, and perhaps one where nobody plays.
    const PLACES: u8;
    /// What is seen while the dealer's hand is turned up.
    const DEALERS_HAND: &'static str;

    /// Every one of them.
    fn every() -> impl Iterator<Item = Self>;

    /// As people write it.
    fn written(text: &str) -> Option<Self>;

    /// One that lies on the table.
    fn item(at: Spot, piece: Option<Self>, eyes: Eyes) -> Item;
}

/// Cards, the joker among them.
impl Piece for Card {
    const HAND: usize = 7;
    const PLACES: u8 = 7;
    const DEALERS_HAND: &'static str = "dealer's cards";

    fn every() -> impl Iterator<Item = Card> {
        Card::all_with_joker()
    }

    fn written(text: &str) -> Option<Card> {
        Card::read_with_joker(text)
    }

    fn item(at: Spot, card: Option<Card>, eyes: Eyes) -> Item {
        Item::Card { at, card, eyes, sideways: false }
    }
}

impl Piece for Tile {
    const HAND: usize = 4;
    const PLACES: u8 = 8;
    const DEALERS_HAND: &'static str = "dealer's tiles";

    fn every() -> impl Iterator<Item = Tile> {
        Tile::all()
    }

    fn written(text: &str) -> Option<Tile> {
        Tile::read(text)
    }

    fn item(at: Spot, tile: Option<Tile>, eyes: Eyes) -> Item {
        Item::Tile { at, tile, eyes }
    }
}

/// Two places of a hand of so many, from 1 as the player saw it: whoever hears of them learns nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair<const OF: u8>(u8, u8);

impl<const OF: u8> Pair<OF> {
    /// The last two, as a hand is laid down at a physical table: the high hand, then the low one.
    pub const LAST: Pair<OF> = Pair(OF - 1, OF);

    /// Every two places.
    pub fn all() -> impl Iterator<Item = Pair<OF>> {
        (1..=OF).flat_map(|one| (one + 1..=OF).map(move |two| Pair(one, two)))
    }

    /// That of two places from 0.
    pub fn of([one, two]: [usize; 2]) -> Option<Pair<OF>> {
        Pair::all().find(|pair| pair.places() == [one.min(two), one.max(two)])
    }

    /// Its places from 0, the smaller first.
    pub fn places(self) -> [usize; 2] {
        [usize::from(self.0) - 1, usize::from(self.1) - 1]
    }
}

impl<const OF: u8> fmt::Display for Pair<OF> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}", self.0, self.1)
    }
}

impl<const OF: u8> Vocabulary for Pair<OF> {
    fn each(tell: &mut dyn FnMut(Pair<OF>)) {
        Pair::all().for_each(tell);
    }
}

deeds! {
    /// What a player does with a hand of so many.
    pub enum HandStep<const OF: u8> {
        Look = "looks",
        Set(low: Pair<OF>) = "sets {low} low",
        /// At a physical table nobody but the player has seen how the hand is set.
        LayDown = "lays two hands down",
        HouseWay = "leaves the hand to the house way",
    }
}

deeds! {
    /// What the staff do once the dealer's hand is set, and what a supervisor decides.
    pub enum RoundStep {
        Compare = "compares the hands",
        Void = "voids the round",
        Forfeit = "forfeits the wager",
        GoOn = "lets the round go on",
    }
}

calls! {
    /// What the dealer says and does with hands.
    #[cfg_attr(feature = "serde", serde(tag = "call", rename_all = "kebab-case"))]
    pub enum HandCall {
        CollectsUnplayed = "collects the hands at positions without a wager, unseen",
        AsksToSet = "waits until every player has set a high and a low hand",
        LetsLook { patron: Patron, seat: Seat } = "lets {patron} alone look at the hand of seat {seat}",
        SeesSet { seat: Seat } = "sees seat {seat} lay a high and a low hand down",
        TakesToSet { seat: Seat } = "will set the hand of seat {seat} the house way",
        TurnsCards = "turns the dealer's hand up",
        SetsHouseWay { position: Position } = "sets the hand of {position} the house way",
        SetsAgain = "sets the dealer's hand again, the house way",
        TurnsHand { seat: Seat } = "turns the hands of seat {seat} up",
        FindsFoul { seat: Seat } = "finds that the low hand of seat {seat} ranks higher than its high hand",
        Copies { seat: Seat, high: bool, low: bool } => match (high, low) {
            (true, true) => "finds both hands copied",
            (true, false) => "finds the high hand copied",
            _ => "finds the low hand copied",
        },
        CallsSupervisor { seat: Seat } = "finds that seat {seat} has shown or exchanged part of the hand and calls a supervisor",
        AsksSupervisor = "calls a supervisor to decide on the round",
        LeavesHand { seat: Seat } = "goes on with the hand of seat {seat}, as the supervisor decided",
        GoesOn = "goes on with the round, as the supervisor decided",
        CollectsHand { seat: Seat } = "collects the hand of seat {seat}, as the supervisor decided",
    }
}

/// What the equipment shows: a card or a tile, or the number that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance<P> {
    /// Part of a hand.
    Piece(P),
    /// Dice, or a number of the generator.
    Start(Drawn),
}

impl<P: fmt::Display> fmt::Display for Chance<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Piece(piece) => write!(f, "{piece}"),
            Chance::Start(drawn) => write!(f, "{drawn}"),
        }
    }
}

impl<P: Into<Outcome>> From<Chance<P>> for Outcome {
    fn from(chance: Chance<P>) -> Outcome {
        match chance {
            Chance::Piece(piece) => piece.into(),
            Chance::Start(drawn) => drawn.into(),
        }
    }
}

impl<P: Piece> Vocabulary for Chance<P> {
    fn each(tell: &mut dyn FnMut(Chance<P>)) {
        P::every().map(Chance::Piece).for_each(&mut *tell);
        Drawn::all(P::PLACES).map(Chance::Start).for_each(tell);
    }

    fn read(text: &str) -> Option<Chance<P>> {
        let drawn = |text| Drawn::all(P::PLACES).find(|drawn| is_spelt(drawn, text));
        P::written(text).map(Chance::Piece).or_else(|| drawn(text).map(Chance::Start))
    }
}

/// A card or tile that was found face up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Found<P>(pub P);

impl<P: fmt::Display> fmt::Display for Found<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<P: Piece> Vocabulary for Found<P> {
    fn each(tell: &mut dyn FnMut(Found<P>)) {
        P::every().map(Found).for_each(tell);
    }
}
