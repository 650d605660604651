//! 16.3 and 16.4: the deck is inspected, shuffled, cut; the idle table. How it goes is in `table/deck.rs`.

use super::{CaribbeanStud, Phase};
use crate::games::prelude::*;
use crate::table::deck::{Around, Moment, Paragraphs};

/// Of 16.3 only the end of (d) is held. A device's stack is not cut, and no deck is cut twice unless a supervisor requires
/// it before the first card (K4).
pub(super) const PARAGRAPHS: Paragraphs = Paragraphs {
    inspect: cite!("16.3(a)"),
    spread: cite!("16.3(b)"),
    wash: cite!("16.3(c)"),
    apart: cite!("16.3(d)"),
    turns: cite!("16.2"),
    shuffle: cite!("16.4(a)"),
    uncut: cite!("16.4(b)1"),
    offer: cite!("16.4(b)2"),
    cut: [cite!("16.4(c)1.i"), cite!("16.4(c)1.ii"), cite!("16.4(c)1.iii"), cite!("16.4(c)1.iv")],
    was_cut: cite!("16.4(c)2"),
    recut: cite!("16.4(d)"),
    idle: cite!("16.4(e)"),
};

impl CaribbeanStud {
    /// What the deck must know of the table.
    pub(super) fn around(&self) -> Around {
        let moment = match self.phase {
            Phase::Open => Moment::Open,
            Phase::Lights | Phase::Closed => Moment::Closed,
            _ => Moment::Dealt,
        };
        Around { moment, is_anyone_here: self.is_anyone_here(), due: self.due() }
    }

    /// Why the deck cannot be dealt now.
    pub(super) fn deck_is_ready(&self) -> Result<(), Refusal> {
        self.deck.must_be_ready(&PARAGRAPHS)
    }
}
