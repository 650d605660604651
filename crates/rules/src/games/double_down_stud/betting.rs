//! 17.6 (not held): one wager at one seat. 17.9 (not held): exactly as much again.

use super::{DoubleDownStud, Phase, Wager};
use crate::games::prelude::*;
use crate::table::seats::OnePlace;

/// One hand for each player, who is seated.
const ONE_PLACE: OnePlace = OnePlace { seated: cite!("17.6"), alone: cite!("17.6"), layout: cite!("17.6") };

impl DoubleDownStud {
    /// What lies on this wager at this seat.
    pub(super) fn bet_of(&self, seat: Seat, wager: Wager) -> Option<Bet<Wager>> {
        self.bets().iter().find(|bet| (bet.seat, bet.wager) == (seat, wager)).copied()
    }

    /// Wagers are made until "No more bets".
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => self.deck_is_ready(),
            _ => Err(Refusal::new(cite!("17.6"), Why::NotNow)),
        }
    }

    /// What may be put there now. Nothing is known of wagers other than in chips.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        let Bet { patron, seat, wager, tender, .. } = like;
        let Common { options, seats, layout, .. } = &self.table;
        if tender != Tender::Chips {
            return Err(Refusal::new(wager.cite(), Why::NotTaken));
        }
        if wager == Wager::Double {
            return self.double_terms(patron, seat);
        }
        self.wagers_are_open()?;
        if seats.of(patron) != Some(seat) {
            self.table.is_free_as_only(patron, seat, ONE_PLACE)?;
        }
        layout.terms(options.limits(), &like, wager.cite(), (1, cite!("8.2")))
    }

    /// The player whose turn it is doubles by exactly the original wager.
    fn double_terms(&self, patron: Patron, seat: Seat) -> Result<Terms, Refusal> {
        match self.phase {
            _ if self.table.seats.of(patron).is_none() => Err(Refusal::new(cite!("17.6"), Why::NotSeated)),
            Phase::Turn(turn) if turn == seat && self.table.seats.at(seat) == Some(patron) => {
                let original = self.bet_of(seat, Wager::Original).map_or(Money::ZERO, |bet| bet.stake);
                Ok(Terms::by(cite!("17.9"), [original; 3]))
            }
            Phase::Turn(_) => Err(Refusal::new(cite!("17.9"), Why::NotYours)),
            _ => Err(Refusal::new(cite!("17.9"), Why::NotNow)),
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, terms: Terms, to: &mut impl Observer<Self>) {
        if self.table.seats.of(bet.patron).is_none() {
            self.sit(Actor::Patron(bet.patron), bet.seat, to);
        }
        self.table.put(bet, terms.cite, to);
        if bet.wager == Wager::Double {
            self.of_mut(bet.seat).has_decided = true;
            self.next_turn(to);
        }
    }

    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, wager.cite())
    }

    pub(super) fn may_sit(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        self.table.may_sit_as_only(by, seat, ONE_PLACE)
    }

    pub(super) fn sit(&mut self, by: Actor, seat: Seat, to: &mut impl Observer<Self>) {
        self.table.sit(by, seat, cite!("17.6"), to);
        self.deck.someone_came();
    }

    /// Whoever wagers stays until the round is complete.
    pub(super) fn may_leave(&self, by: Actor) -> Result<Terms, Refusal> {
        self.table.may_leave(by, self.awaits(), cite!("17.6"))
    }
}
