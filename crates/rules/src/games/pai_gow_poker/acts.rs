//! What people do at pai gow poker beside wagering, and what the equipment shows.

use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    picture::Outcome,
    table::{
        banking::BankStep,
        deck::DeckStep,
        start::{Drawn, StartStep},
    },
    vocabulary::Vocabulary,
    words::deeds,
};
use core::fmt;

deeds! {
    /// What people do beside wagering; what is usually done comes first.
    pub enum Deed {
        Prepare(step: DeckStep) = "{step}",
        Bank(step: BankStep) = "{step}",
        NoMoreBets = "calls no more bets",
        Start(step: StartStep) = "{step}",
        Deal = "deals",
        CountLeft = "counts the cards left",
        Look = "looks",
        Set(low: Pair) = "sets {low} low",
        /// A foul is set only by a player who was warned of it.
        Insist(low: Pair) = "insists on {low} low",
        /// At a physical table nobody but the player has seen how the hand is set.
        LayDown = "lays two hands down",
        HouseWay = "leaves the hand to the house way",
        Turn = "turns the dealer's cards",
        Compare = "compares the hands",
        Void = "voids the round",
        Forfeit = "forfeits the wager",
        GoOn = "lets the round go on",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
    }
}

impl Deed {
    /// What each person does once the deck is ready, unless they say otherwise: the staff lead the round on, and the dealer
    /// sets the hand of a player who does not. A supervisor voids what no text known here lets go on.
    pub(super) const USUAL: [Deed; 10] = [
        Deed::Bank(BankStep::Pass),
        Deed::NoMoreBets,
        Deed::Start(StartStep::Shake),
        Deed::Start(StartStep::Generate),
        Deed::Deal,
        Deed::CountLeft,
        Deed::HouseWay,
        Deed::Turn,
        Deed::Compare,
        Deed::Void,
    ];
}

/// How many cards a hand has before it is set.
pub const HAND: usize = 7;

/// Two of a player's seven cards, by their places from 1 as the player saw them: whoever hears of it learns no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pair(u8, u8);

impl Pair {
    /// The last two of seven, as a hand is laid down at a physical table: five, then two.
    pub const LAST: Pair = Pair(6, 7);

    /// The twenty-one ways to choose two cards of seven.
    pub fn all() -> impl Iterator<Item = Pair> {
        (1..=7).flat_map(|one| (one + 1..=7).map(move |two| Pair(one, two)))
    }

    /// That of two places from 0.
    pub fn of([one, two]: [usize; 2]) -> Option<Pair> {
        Pair::all().nth(Pair::all().position(|pair| pair.places() == [one.min(two), one.max(two)])?)
    }

    /// Its places from 0.
    pub fn places(self) -> [usize; 2] {
        [usize::from(self.0) - 1, usize::from(self.1) - 1]
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}", self.0, self.1)
    }
}

impl Vocabulary for Pair {
    fn each(tell: &mut dyn FnMut(Pair)) {
        Pair::all().for_each(tell);
    }
}

/// What the equipment shows: a card, perhaps the joker, or the number that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// A card.
    Card(Card),
    /// Dice, or a number of the generator.
    Start(Drawn),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Card(card) => write!(f, "{card}"),
            Chance::Start(drawn) => write!(f, "{drawn}"),
        }
    }
}

impl From<Chance> for Outcome {
    fn from(chance: Chance) -> Outcome {
        match chance {
            Chance::Card(card) => Outcome::Card { card },
            Chance::Start(drawn) => drawn.into(),
        }
    }
}

impl Vocabulary for Chance {
    fn each(tell: &mut dyn FnMut(Chance)) {
        Card::all_with_joker().map(Chance::Card).for_each(&mut *tell);
        Drawn::all(super::POSITIONS).map(Chance::Start).for_each(tell);
    }

    fn read(text: &str) -> Option<Chance> {
        let drawn =
            |text| Drawn::all(super::POSITIONS).find(|drawn| crate::vocabulary::is_spelt(drawn, text));
        Card::read_with_joker(text).map(Chance::Card).or_else(|| drawn(text).map(Chance::Start))
    }
}
