//! 11.5 and 11.6 (neither is held): the deck is inspected, shuffled, cut; the idle table. How it goes is in
//! `table/deck.rs`, after 16.3 and 16.4.

use super::PaiGowPoker;
use crate::games::prelude::*;
use crate::{
    kit::cards::{Card, DECK, Shoe, Unseen},
    table::{
        deck::{Moment, Paragraphs},
        one_deck::OneDeck,
        seats::OnePlace,
        two_hands::{Betting, Phase, TwoHands},
    },
};

impl OneDeck for PaiGowPoker {
    const DECK: Paragraphs = Paragraphs::of_sections(cite!("11.5"), cite!("11.6"), cite!("11.2"));
    const ONE_PLACE: OnePlace = <PaiGowPoker as TwoHands<Card>>::LAW.places();

    in_files! { pack }

    /// 11.2 (not held): 52 cards and the joker.
    fn whole() -> Shoe {
        Shoe::of(Unseen::deck_with_joker(), DECK + 1, None)
    }

    fn moment(&self) -> Moment {
        match self.round.phase {
            Phase::Open => Moment::Open,
            // 11.11 (not held): shuffled again before the deal.
            Phase::Closed(_) if self.is_preparing() => Moment::Open,
            Phase::Closed(_) => Moment::Closed,
            _ => Moment::Dealt,
        }
    }

    fn due(&self) -> Citation {
        match self.round.phase {
            Phase::Open | Phase::Closed(_) if self.is_preparing() => self.due_once_ready(self.by()),
            _ => self.under(self.by()),
        }
    }

    fn may_sit(&self, by: Actor, seat: Seat) -> Result<Terms, Refusal> {
        self.may_have(by, seat)
    }

    /// 11.6 (not held): after every round the cards are shuffled again; 11.10 (not held): then the bank is offered.
    fn begin_again(&mut self, is_void: bool, to: &mut dyn Observer<Self>) {
        self.begin_anew(is_void, to);
    }
}
