//! 18.4 and 18.5 (neither is held): the deck is inspected, shuffled and cut; the idle table. The steps are
//! in `table/deck.rs`, modeled on 16.3 and 16.4.

use super::{LetItRide, NO_HAND, Phase, SEATS, Wager};
use crate::games::prelude::*;
use crate::table::{
    deck::{Moment, Paragraphs},
    one_deck::OneDeck,
    seats::OnePlace,
};

impl OneDeck for LetItRide {
    const DECK: Paragraphs = Paragraphs::of_sections(cite!("18.4"), cite!("18.5"), cite!("18.2"));
    const ONE_PLACE: OnePlace =
        OnePlace { seated: Wager::CITE, alone: Wager::CITE, layout: cite!("19:46-1.13H") };

    in_files! { pack }

    fn moment(&self) -> Moment {
        match self.phase {
            Phase::Open => Moment::Open,
            Phase::Closed => Moment::Closed,
            _ => Moment::Dealt,
        }
    }

    fn due(&self) -> Citation {
        match self.phase {
            Phase::Open | Phase::Closed => self.due_once_ready(self.by()),
            Phase::Stub => self.by(),
            Phase::Ruling(_) | Phase::Exposed(_) => cite!("18.12"),
            _ => cite!("18.10"),
        }
    }

    /// 18.5 (not held): after every round the cards are shuffled again.
    fn begin_again(&mut self, _: bool, _: &mut dyn Observer<Self>) {
        self.hands = [NO_HAND; SEATS as usize];
        self.community.clear();
        (self.phase, self.decision) = (Phase::Open, 1);
    }
}
