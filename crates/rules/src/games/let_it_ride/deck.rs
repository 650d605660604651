//! 18.4 and 18.5 (neither is held): the deck is inspected, shuffled, cut; the idle table. How it goes is in
//! `table/deck.rs`, after 16.3 and 16.4.

use super::{LetItRide, Phase};
use crate::games::prelude::*;
use crate::table::deck::{Around, Moment, Paragraphs};

/// Only the headings of the sections are held, so nothing narrower can be cited.
pub(super) const PARAGRAPHS: Paragraphs = Paragraphs {
    inspect: cite!("18.4"),
    spread: cite!("18.4"),
    wash: cite!("18.4"),
    apart: cite!("18.4"),
    turns: cite!("18.2"),
    shuffle: cite!("18.5"),
    uncut: cite!("18.5"),
    offer: cite!("18.5"),
    cut: [cite!("18.5"); 4],
    was_cut: cite!("18.5"),
    recut: cite!("18.5"),
    idle: cite!("18.5"),
};

impl LetItRide {
    /// What the deck must know of the table.
    pub(super) fn around(&self) -> Around {
        let moment = match self.phase {
            Phase::Open => Moment::Open,
            Phase::Closed => Moment::Closed,
            _ => Moment::Dealt,
        };
        Around { moment, is_anyone_here: self.is_anyone_here(), due: self.due() }
    }

    /// Why the deck cannot be dealt now.
    pub(super) fn deck_is_ready(&self) -> Result<(), Refusal> {
        self.deck.must_be_ready(&PARAGRAPHS)
    }
}
