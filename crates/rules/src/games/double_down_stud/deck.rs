//! 17.3 and 17.4 (neither is held): the deck is inspected, shuffled, cut; the idle table. How it goes is in
//! `table/deck.rs`, after 16.3 and 16.4.

use super::{DoubleDownStud, Phase};
use crate::games::prelude::*;
use crate::table::deck::{Around, Moment, Paragraphs};

/// Only the headings of the sections are held, so nothing narrower can be cited.
pub(super) const PARAGRAPHS: Paragraphs = Paragraphs {
    inspect: cite!("17.3"),
    spread: cite!("17.3"),
    wash: cite!("17.3"),
    apart: cite!("17.3"),
    turns: cite!("17.2"),
    shuffle: cite!("17.4"),
    uncut: cite!("17.4"),
    offer: cite!("17.4"),
    cut: [cite!("17.4"); 4],
    was_cut: cite!("17.4"),
    recut: cite!("17.4"),
    idle: cite!("17.4"),
};

impl DoubleDownStud {
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
