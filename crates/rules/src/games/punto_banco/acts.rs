//! What people do at punto banco other than wagering.

use super::{Ruling, Side};
use crate::games::prelude::*;
use crate::{
    table::{seats::MOST_SEATS, shoe::Step},
    words::deeds,
};

deeds! {
    /// What people do at punto banco beside wagering.
    pub enum Deed {
        Rule(ruling: Ruling) = "{ruling}",
        Prepare(step: Step) = "{step}",
        Confirm = "confirms",
        Decline = "declines",
        AcceptShoe = "accepts the shoe",
        DeclineShoe = "declines the shoe",
        NameDealer = "names the dealer curator",
        OfferShoe = "offers the shoe",
        NoMoreBets = "calls no more bets",
        Cards = "calls cards",
        Deal = "deals",
        Turn(side: Side) => side.turns(),
        Announce = "announces",
        Keep = "keeps the shoe",
        Pass = "passes the shoe",
        OrderPass = "orders the shoe passed",
        AskBankerFirst = "asks for banker first",
        Sit(seat: Seat) = "sits at {seat}",
        Leave = "leaves",
        Collect(seat: Seat) = "collects vigorish at {seat}",
        /// Somebody puts a card back into the shoe, which is never allowed.
        PutBack = "puts the card back",
    }
}

impl Deed {
    /// What each person does if nobody says otherwise: the first of these that is lawful. The staff confirm wagers in
    /// cash, lead the round on, and collect vigorish before a shoe is shuffled; a supervisor lets a round continue if
    /// it can; a patron declines the shoe or passes it on, but deals and turns the cards that are theirs to deal and
    /// turn.
    pub(super) fn usual(is_patron: bool, may: impl Fn(Deed) -> bool) -> Option<Deed> {
        use Deed::*;
        let first = [Confirm, DeclineShoe, OfferShoe, NoMoreBets, Cards, Deal];
        let turning = [Turn(Side::Player), Turn(Side::Banker), Announce];
        let after = if is_patron { [Pass, Keep] } else { [Keep, Pass] };
        let rulings = Ruling::ALL.into_iter().map(Rule);
        let collecting = (1..=MOST_SEATS).rev().map(Seat).map(Collect);
        let all = rulings.chain(first).chain(turning).chain(after).chain(collecting);
        all.chain([Prepare(Step::Shuffle)]).find(|&deed| may(deed))
    }
}
