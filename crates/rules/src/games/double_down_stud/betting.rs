//! 17.6 (not held): one wager at one seat. 17.9 (not held): exactly as much again.

use super::{DoubleDownStud, Phase, Wager};
use crate::games::prelude::*;
use crate::table::one_deck::OneDeck;

impl DoubleDownStud {
    /// Wagers are made until "No more bets".
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => self.deck_is_ready(),
            _ => Err(Refusal::new(cite!("17.6"), Why::NotNow)),
        }
    }

    /// The terms of a wager there now. Nothing is known about wagers made other than in chips.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        let Bet { patron, seat, wager, tender, .. } = like;
        let Common { options, layout, .. } = &self.table;
        if tender != Tender::Chips {
            return Err(Refusal::new(wager.cite(), Why::NotTaken));
        }
        if wager == Wager::Double {
            return self.double_terms(patron, seat);
        }
        self.wagers_are_open()?;
        self.is_place_of(patron, seat)?;
        layout.terms(options.limits(), &like, wager.cite(), (1, cite!("8.2")))
    }

    /// The player whose turn it is doubles by exactly the original wager.
    fn double_terms(&self, patron: Patron, seat: Seat) -> Result<Terms, Refusal> {
        match self.phase {
            _ if self.table.seats.of(patron).is_none() => Err(Refusal::new(cite!("17.6"), Why::NotSeated)),
            Phase::Turn(turn) if turn == seat && self.table.seats.at(seat) == Some(patron) => {
                Ok(Terms::by(cite!("17.9"), [self.on(seat, Wager::Original); 3]))
            }
            Phase::Turn(_) => Err(Refusal::new(cite!("17.9"), Why::NotYours)),
            _ => Err(Refusal::new(cite!("17.9"), Why::NotNow)),
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, cite: Citation, to: &mut dyn Observer<Self>) {
        self.sit_to_wager(&bet, to);
        self.table.put(bet, cite, to);
        if bet.wager == Wager::Double {
            self.of_mut(bet.seat).has_decided = true;
            self.next_turn(to);
        }
    }

    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, wager.cite())
    }
}
