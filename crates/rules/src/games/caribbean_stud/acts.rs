//! What people do at caribbean stud poker other than wagering.

use crate::games::prelude::*;
use crate::{table::deck::DeckStep, words::deeds};

deeds! {
    /// What people do beside wagering; what is usually done comes first.
    pub enum Deed {
        Prepare(step: DeckStep) = "{step}",
        /// The dealer closes the wagers and presses the lock-out button.
        NoMoreBets = "calls no more bets",
        LightsStand = "lets the progressive wagers stand",
        Deal = "deals",
        CountStub = "counts the stub",
        RackStub = "puts the stub away",
        Look = "looks",
        Fold = "folds",
        Turn = "turns the hole cards",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
        NoLight(seat: Seat) = "finds no light at seat {seat}",
    }
}

impl Deed {
    /// What each person does once the deck is ready, if nobody says otherwise: the staff lead the round on, and a
    /// player folds, since every other choice takes a further wager.
    pub(super) const USUAL: [Deed; 7] = [
        Deed::NoMoreBets,
        Deed::LightsStand,
        Deed::Deal,
        Deed::CountStub,
        Deed::RackStub,
        Deed::Fold,
        Deed::Turn,
    ];
}
