//! 16.3 and 16.4: the deck is inspected, shuffled and cut; the idle table. The steps are in
//! `table/deck.rs`.

use super::{CaribbeanStud, MOST_PLAYERS, NO_HAND, Phase};
use crate::games::prelude::*;
use crate::table::{
    deck::{Moment, Paragraphs},
    one_deck::OneDeck,
    seats::OnePlace,
};

/// Of 16.3 only the end of (d) is held. A stack from a device is not cut, and no deck is cut twice unless a supervisor
/// requires it before the first card (K4).
const PARAGRAPHS: Paragraphs = Paragraphs {
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

impl OneDeck for CaribbeanStud {
    const DECK: Paragraphs = PARAGRAPHS;
    /// 16.6(e): at only one seat. 16.6(f): seated.
    const ONE_PLACE: OnePlace =
        OnePlace { seated: cite!("16.6(f)"), alone: cite!("16.6(e)"), layout: cite!("19:46-1.13G") };

    in_files! { pack }

    fn moment(&self) -> Moment {
        match self.phase {
            Phase::Open => Moment::Open,
            Phase::Lights | Phase::Closed => Moment::Closed,
            _ => Moment::Dealt,
        }
    }

    fn due(&self) -> Citation {
        match self.phase {
            Phase::Open => self.due_once_ready(self.by(cite!("16.7(b)"))),
            Phase::Lights => self.by(cite!("16.7(b)")),
            Phase::Closed => self.due_once_ready(self.by(cite!("16.7(d)"))),
            Phase::UpCard => self.by(cite!("16.7(d)2")),
            Phase::Stub if self.pack.deck.is_count_due() => self.by(cite!("16.7(f)")),
            Phase::Stub => self.by(cite!("16.7(e)")),
            Phase::Exposed(_) => cite!("16.13"),
            Phase::Turn(_) | Phase::Looking(_) | Phase::Dealer | Phase::HoleCards | Phase::Showing(_) => {
                cite!("16.10")
            }
        }
    }

    /// 16.4(a): after every round the cards are shuffled again.
    fn begin_again(&mut self, _: bool, _: &mut dyn Observer<Self>) {
        self.hands = [NO_HAND; MOST_PLAYERS];
        self.dealer.clear();
        self.phase = Phase::Open;
    }
}
