//! 11.5 and 11.6 (neither is held): the deck is inspected, shuffled, cut; the idle table. How it goes is in
//! `table/deck.rs`, after 16.3 and 16.4.

use super::{NO_HAND, POSITIONS, PaiGowPoker, Phase, START, Wager};
use crate::games::prelude::*;
use crate::{
    kit::cards::{DECK, Shoe, Unseen},
    table::{
        deck::{Moment, Paragraphs},
        one_deck::OneDeck,
        seats::OnePlace,
        start::Start,
    },
};

impl OneDeck for PaiGowPoker {
    const DECK: Paragraphs = Paragraphs::of_sections(cite!("11.5"), cite!("11.6"), cite!("11.2"));
    const ONE_PLACE: OnePlace =
        OnePlace { seated: cite!("11.7"), alone: cite!("11.12"), layout: cite!("11.7") };

    in_files! { pack }

    /// 11.2 (not held): 52 cards and the joker.
    fn whole() -> Shoe {
        Shoe::of(Unseen::deck_with_joker(), DECK + 1, None)
    }

    fn moment(&self) -> Moment {
        match self.phase {
            Phase::Open => Moment::Open,
            // 11.11 (not held): shuffled again before the deal.
            Phase::Closed(_) if self.is_preparing() => Moment::Open,
            Phase::Closed(_) => Moment::Closed,
            _ => Moment::Dealt,
        }
    }

    fn due(&self) -> Citation {
        match self.phase {
            Phase::Open | Phase::Closed(_) if self.is_preparing() => self.due_once_ready(self.by()),
            Phase::Open if self.awaited_bank().is_some() => cite!("11.10"),
            Phase::Closed(Start::Due | Start::Moving) => START.start,
            Phase::Open | Phase::Closed(Start::At(_)) | Phase::Left => self.by(),
            Phase::Ruling(_) => cite!("11.11"),
            _ => cite!("11.9"),
        }
    }

    /// Whether this person may have the place: as the only one, or as a second beside it where the licensee allows two.
    fn may_sit(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        let Actor::Patron(patron) = by else { return Err(Refusal::new(cite!("11.7"), Why::NotYours)) };
        self.is_free(patron, seat).map(|()| Terms::plain(cite!("11.7")))
    }

    /// 11.6 (not held): after every round the cards are shuffled again; 11.10 (not held): then the bank is offered.
    fn begin_again(&mut self, is_void: bool, to: &mut dyn Observer<Self>) {
        self.hands = [NO_HAND; POSITIONS as usize];
        self.phase = Phase::Open;
        let wagered = (!is_void).then_some(|seat: Seat| self.table.on(seat, Wager::Main));
        let offers = self.table.options.banking();
        self.banking.round_over(&self.table.seats, wagered, offers, cite!("11.10"), to);
    }
}
