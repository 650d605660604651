//! 18.6 (not held): three equal wagers at one seat; who sits where.

use super::{LetItRide, Phase, Wager};
use crate::games::prelude::*;
use crate::table::seats::OnePlace;

/// One hand for each player, who is seated.
const ONE_PLACE: OnePlace =
    OnePlace { seated: Wager::CITE, alone: Wager::CITE, layout: cite!("19:46-1.13H") };

impl LetItRide {
    /// What lies on this wager at this seat.
    pub(super) fn bet_of(&self, seat: Seat, wager: Wager) -> Option<Bet<Wager>> {
        self.bets().iter().find(|bet| (bet.seat, bet.wager) == (seat, wager)).copied()
    }

    /// Wagers are made until "No more bets".
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => self.deck_is_ready(),
            _ => Err(Refusal::new(Wager::CITE, Why::NotNow)),
        }
    }

    /// What may be put there now: the third wager, which stays, and with it as much on the first and on the second. Nothing is
    /// known of wagers other than in chips.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        let Bet { patron, seat, wager, tender, .. } = like;
        let Common { options, seats, layout, .. } = &self.table;
        if tender != Tender::Chips {
            return Err(Refusal::new(Wager::CITE, Why::NotTaken));
        }
        self.wagers_are_open()?;
        if seats.of(patron) != Some(seat) {
            self.table.is_free_as_only(patron, seat, ONE_PLACE)?;
        }
        if wager != Wager::Third {
            return Err(Refusal::new(Wager::CITE, Why::MadeTogether));
        }
        if self.bet_of(seat, wager).is_none() {
            layout.room(options.limits(), &like, Wager::ALL.len() - 1)?;
        }
        layout.terms(options.limits(), &like, Wager::CITE, (1, cite!("8.2")))
    }

    /// Puts the three wagers down.
    pub(super) fn place(&mut self, bet: Bet<Wager>, terms: Terms, to: &mut impl Observer<Self>) {
        if self.table.seats.of(bet.patron).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
        Wager::ALL.into_iter().for_each(|wager| self.table.put(Bet { wager, ..bet }, terms.cite, to));
    }

    /// All three wagers are taken back as one, until "No more bets". From then on the third stays, and the others are
    /// withdrawn each in its turn.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(Wager::CITE, why));
        match (self.phase, wager) {
            (Phase::Open, _) => self.wagers_are_open()?,
            (_, Wager::Third) => return no(Why::StaysInPlay),
            _ => return no(Why::NotNow),
        }
        let terms = self.table.may_take_back(by, seat, wager, Wager::CITE)?;
        if wager == Wager::Third { Ok(terms) } else { no(Why::MadeTogether) }
    }

    pub(super) fn take_back(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        Wager::ALL.into_iter().for_each(|wager| self.table.take_back(by, seat, wager, Wager::CITE, to));
    }

    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        self.table.may_sit_as_only(by, seat, ONE_PLACE)
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        self.table.sit(by, seat, Wager::CITE, to);
        self.deck.someone_came();
    }

    /// Whoever wagers stays until the round is complete.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Terms, Refusal> {
        self.table.may_leave(by, self.awaits(), Wager::CITE)
    }
}
