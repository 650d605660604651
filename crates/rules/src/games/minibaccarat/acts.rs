//! What people do at minibaccarat other than wagering.

use super::forms::Signature;
use crate::games::prelude::*;
use crate::{
    hands::baccarat::Side,
    table::{deck::Face, seats::MOST_SEATS, shoe::Step},
    words::deeds,
};

deeds! {
    /// What people do beside wagering.
    pub enum Deed {
        Prepare(step: Step) = "{step}",
        Confirm = "confirms",
        PreShuffled = "takes pre-shuffled decks",
        /// With a shuffler: the dealer stacks the cards without a wash.
        Stack = "stacks",
        Feed = "feeds the shuffler",
        LoadDevice = "loads the device",
        NoMoreBets = "calls no more bets",
        Deal = "deals",
        Turn(side: Side) => side.turns(),
        Announce = "announces",
        Accept = "accepts the cards",
        TurnUp = "turns the spread cards up",
        Collect(seat: Seat) = "collects vigorish at {seat}",
        Document(what: Documented) = "documents {what}",
        Relinquish = "relinquishes the cards",
        TakeCards = "takes the cards away",
        AskBankerFirst = "asks for banker first",
        AskSpread = "asks for a spread",
        SitAt(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
        Decline = "declines",
        DeclineCards = "declines the cards",
        Straighten = "straightens",
        VoidForm = "voids a form",
        Idle(face: Face) = "spreads idle cards face {face}",
        /// Somebody takes a marker off the layout by itself, which is never allowed while it says what is owed.
        RemoveMarker(seat: Seat) = "takes the marker off {seat}",
        /// Somebody puts a card back into the shoe, which is never allowed.
        PutBack = "puts the card back",
    }
}

/// 7.3(c)3: the seat whose marker a form documents, and what it says about the signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Documented(pub Seat, pub Signature);

impl core::fmt::Display for Documented {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}, {}", self.0, self.1)
    }
}

impl crate::vocabulary::Vocabulary for Documented {
    fn each(tell: &mut dyn FnMut(Documented)) {
        for signature in Signature::ALL {
            (1..=MOST_SEATS).map(Seat).for_each(|seat| tell(Documented(seat, signature)));
        }
    }
}

impl Deed {
    /// What each person does if nobody says otherwise: the first of these that is lawful. The staff confirm wagers in
    /// cash, lead the round on, and collect what is owed if it holds up a reshuffle; a patron turns the cards that were
    /// handed over, and declines the right to turn somebody else's.
    pub(super) fn usual(may: impl Fn(Deed) -> bool) -> Option<Deed> {
        use Deed::*;
        let first = [Confirm, Stack, Feed, LoadDevice, TurnUp, NoMoreBets, Deal];
        let turning = [Turn(Side::Player), Turn(Side::Banker), Announce, DeclineCards];
        let collecting = (1..=MOST_SEATS).map(Seat).map(Collect);
        first.into_iter().chain(turning).chain(collecting).find(|&deed| may(deed))
    }
}
