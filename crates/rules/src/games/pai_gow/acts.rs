//! What people do at pai gow beside wagering, and what the equipment shows.

use super::TileStep;
use crate::games::prelude::*;
use crate::{
    kit::tiles::Tile,
    table::{
        banking::BankStep,
        start::StartStep,
        two_hands::{self, HandStep, Piece, RoundStep},
    },
    words::deeds,
};

deeds! {
    /// What people do beside wagering; what is usually done comes first.
    pub enum Deed {
        Prepare(step: TileStep) = "{step}",
        Bank(step: BankStep) = "{step}",
        NoMoreBets = "calls no more bets",
        Start(step: StartStep) = "{step}",
        Deal = "deals the stacks",
        Hand(step: HandStep<4>) = "{step}",
        Turn = "turns the dealer's tiles",
        Round(step: RoundStep) = "{step}",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
    }
}

impl Deed {
    /// What each person does unless they say otherwise: the staff lead the round on, and the dealer sets the hand of a player
    /// who does not. A supervisor voids what no text known here lets go on.
    pub(super) const USUAL: [Deed; 12] = [
        Deed::Prepare(TileStep::LayOut),
        Deed::Prepare(TileStep::Mix),
        Deed::Prepare(TileStep::Stack),
        Deed::Bank(BankStep::Pass),
        Deed::NoMoreBets,
        Deed::Start(StartStep::Shake),
        Deed::Start(StartStep::Generate),
        Deed::Deal,
        Deed::Hand(HandStep::HouseWay),
        Deed::Turn,
        Deed::Round(RoundStep::Compare),
        Deed::Round(RoundStep::Void),
    ];
}

/// How many tiles a hand has before it is set.
pub const HAND: usize = <Tile as Piece>::HAND;

/// Two of a player's four tiles, by their places.
pub type Pair = two_hands::Pair<4>;

/// What the equipment shows: a tile, or the number that is counted.
pub type Chance = two_hands::Chance<Tile>;
