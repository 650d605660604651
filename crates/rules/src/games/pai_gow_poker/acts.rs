//! What people do at pai gow poker beside wagering, and what the equipment shows.

use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        banking::BankStep,
        deck::DeckStep,
        start::StartStep,
        two_hands::{self, HandStep, Piece, RoundStep},
    },
    words::deeds,
};

deeds! {
    /// What people do beside wagering; what is usually done comes first.
    pub enum Deed {
        Prepare(step: DeckStep) = "{step}",
        Bank(step: BankStep) = "{step}",
        NoMoreBets = "calls no more bets",
        Start(step: StartStep) = "{step}",
        Deal = "deals",
        CountLeft = "counts the cards left",
        Hand(step: HandStep<7>) = "{step}",
        /// A foul is set only by a player who was warned of it.
        Insist(low: Pair) = "insists on {low} low",
        Turn = "turns the dealer's cards",
        Round(step: RoundStep) = "{step}",
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
        Deed::Hand(HandStep::HouseWay),
        Deed::Turn,
        Deed::Round(RoundStep::Compare),
        Deed::Round(RoundStep::Void),
    ];
}

/// How many cards a hand has before it is set.
pub const HAND: usize = <Card as Piece>::HAND;

/// Two of a player's seven cards, by their places.
pub type Pair = two_hands::Pair<7>;

/// What the equipment shows: a card, perhaps the joker, or the number that is counted.
pub type Chance = two_hands::Chance<Card>;
