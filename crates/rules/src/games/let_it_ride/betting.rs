//! 18.6 (not held): three equal wagers at one seat; who sits where.

use super::{LetItRide, Phase, Wager};
use crate::games::prelude::*;
use crate::table::one_deck::OneDeck;

impl LetItRide {
    /// Wagers are made until "No more bets".
    pub(super) fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => self.deck_is_ready(),
            _ => Err(Refusal::new(Wager::CITE, Why::NotNow)),
        }
    }

    /// The terms of a wager there now: the third wager, which cannot be withdrawn later, with the same amount on the
    /// first and the second. Nothing is known about wagers made other than in chips.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        let Bet { patron, seat, wager, tender, .. } = like;
        let Common { options, layout, .. } = &self.table;
        if tender != Tender::Chips {
            return Err(Refusal::new(Wager::CITE, Why::NotTaken));
        }
        self.wagers_are_open()?;
        self.is_place_of(patron, seat)?;
        if wager != Wager::Third {
            return Err(Refusal::new(Wager::CITE, Why::MadeTogether));
        }
        if self.on(seat, wager) == Money::ZERO {
            layout.room(options.limits(), &like, Wager::ALL.len() - 1)?;
        }
        layout.terms(options.limits(), &like, Wager::CITE, (1, cite!("8.2")))
    }

    /// Puts down all three wagers.
    pub(super) fn place(&mut self, bet: Bet<Wager>, cite: Citation, to: &mut dyn Observer<Self>) {
        self.sit_to_wager(&bet, to);
        Wager::ALL.into_iter().for_each(|wager| self.table.put(Bet { wager, ..bet }, cite, to));
    }

    /// All three wagers can be taken back together until "No more bets". After that the third stays, and each of the
    /// others may be withdrawn in turn.
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
}
