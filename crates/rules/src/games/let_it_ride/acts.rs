//! What people do at let it ride poker other than wagering.

use crate::games::prelude::*;
use crate::{table::deck::DeckStep, words::deeds};

deeds! {
    /// What people do beside wagering; what is usually done comes first.
    pub enum Deed {
        Prepare(step: DeckStep) = "{step}",
        NoMoreBets = "calls no more bets",
        Deal = "deals",
        CountStub = "counts the stub",
        RackStub = "puts the stub away",
        Look = "looks",
        /// The wager that is left where it is stays until it is settled.
        Ride = "lets it ride",
        /// The first wager, then the second.
        Withdraw = "withdraws",
        Turn = "turns a community card",
        Void = "voids the round",
        GoOn = "lets the round go on",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
    }
}

impl Deed {
    /// What each person does once the deck is ready, if nobody says otherwise: the staff lead the round on, and a
    /// player lets every wager ride. A supervisor voids the round where no known text says that it may continue.
    pub(super) const USUAL: [Deed; 7] =
        [Deed::NoMoreBets, Deed::Deal, Deed::CountStub, Deed::RackStub, Deed::Ride, Deed::Turn, Deed::Void];
}
