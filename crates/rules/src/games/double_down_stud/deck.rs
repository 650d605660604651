//! 17.3 and 17.4 (neither is held): the deck is inspected, shuffled and cut; the idle table. The steps are
//! in `table/deck.rs`, modeled on 16.3 and 16.4.

use super::{DoubleDownStud, MOST_PLAYERS, NO_HAND, Phase};
use crate::games::prelude::*;
use crate::table::{
    deck::{Moment, Paragraphs},
    one_deck::OneDeck,
    seats::OnePlace,
};

impl OneDeck for DoubleDownStud {
    const DECK: Paragraphs = Paragraphs::of_sections(cite!("17.3"), cite!("17.4"), cite!("17.2"));
    const ONE_PLACE: OnePlace =
        OnePlace { seated: cite!("17.6"), alone: cite!("17.6"), layout: cite!("17.6") };

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
            Phase::Open | Phase::Closed => self.due_once_ready(cite!("17.8")),
            Phase::Dealing | Phase::Stub => cite!("17.8"),
            Phase::Ruling | Phase::Exposed => cite!("17.11"),
            Phase::Turn(_) | Phase::Dealer | Phase::Last => cite!("17.9"),
        }
    }

    /// 17.4 (not held): after every round the cards are shuffled again.
    fn begin_again(&mut self, _: bool, _: &mut dyn Observer<Self>) {
        self.hands = [NO_HAND; MOST_PLAYERS];
        self.community.clear();
        self.phase = Phase::Open;
    }
}
