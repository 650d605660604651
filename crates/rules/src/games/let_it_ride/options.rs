//! What a licensee may choose at let it ride poker. None of its sections is held, so every choice is a setting with a
//! default.

use super::{
    Wager,
    payouts::{LINES, line},
};
use crate::games::prelude::*;
use crate::{
    hands::poker::Strength,
    submission::{Chosen, Duty, Entry, Field, Gate, any, fields},
    table::{
        deck::{DealtFrom, FaceUp, Shuffle, ShuffledBy},
        layout, paytable,
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one table.
    pub struct Options {
        /// How the cards are shuffled.
        shuffle: Shuffle => |gate: &mut Gate<'_>| Shuffle::gate(gate, &SHUFFLE, &SECOND_DECK),
        /// Where the cards are dealt from.
        deal: DealtFrom => |gate: &mut Gate<'_>| DealtFrom::gate(gate, &DEAL, &SHUFFLE, cite!("18.8")),
        /// What a card found face up leads to.
        face_up: FaceUp = FACE_UP;
        odds: [Odds; 9] => |gate: &mut Gate<'_>| gate.all(&LINES),
        limit: Money = LIMIT,
    }
}

fields! {
    OWN;
    SHUFFLE: ShuffledBy = ShuffledBy::field(cite!("18.5")).or("device");
    SECOND_DECK: bool = ShuffledBy::second_deck(cite!("18.2"), &SHUFFLE);
    DEAL: DealtFrom = DealtFrom::field(
        cite!("18.7"),
        "where the cards are dealt from: 18.7, 18.8 or 18.9; from the hand only what a device has shuffled",
    )
    .or("shoe");
    LIMIT: Money = paytable::limit(cite!("18.11"));
    FACE_UP: FaceUp = FaceUp::field(
        cite!("18.12"),
        "what the first card found face up while dealing leads to; a second voids the round",
    );
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] =
        &[OWN, &any(&LINES), &layout::fields_with(Wager::ALL.len(), Wager::CITE)];
    const STANDARD: &'static [Entry<'static>] = &[];

    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let says = "post at the table";
        each(Duty { cite: cite!("19:46-1.13H"), says, of: "the limit on what one hand is paid" });
    }
}

impl Options {
    /// The odds for this hand; `None` if it loses.
    pub fn odds(&self, hand: Strength) -> Option<Odds> {
        line(hand).map(|line| self.odds[line])
    }

    /// The odds of each line of the pay table, from a pair of tens or better to a royal flush.
    pub const fn lines(&self) -> [Odds; 9] {
        self.odds
    }

    /// The most that is paid on one hand: no less than what three minimum wagers could win.
    pub fn limit(&self) -> Money {
        paytable::most_paid(self.limit, self.odds, &self.limits, Wager::ALL.len())
    }
}
