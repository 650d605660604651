//! What a licensee may choose at double down stud. None of its sections is held, so every choice is a setting with a
//! default.

use super::{
    Wager,
    payouts::{LINES, Line},
};
use crate::games::prelude::*;
use crate::{
    hands::poker::Strength,
    submission::{Chosen, Duty, Entry, Field, Gate, any, fields},
    table::{
        deck::{FaceUp, Shuffle, ShuffledBy},
        layout, paytable,
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one table.
    pub struct Options {
        /// How many places the layout has.
        seats: u8 = SEATS,
        /// How the cards are shuffled.
        shuffle: Shuffle => |gate: &mut Gate<'_>| Shuffle::gate(gate, &SHUFFLE, &SECOND_DECK),
        /// What a card found face up leads to.
        face_up: FaceUp = FACE_UP;
        odds: [Odds; 9] => |gate: &mut Gate<'_>| gate.all(&LINES),
        limit: Money = LIMIT,
    }
}

fields! {
    OWN;
    SEATS: u8 = Field::count("seats", cite!("17.6"), 1, 7, "how many players the layout has places for").or("7");
    SHUFFLE: ShuffledBy = ShuffledBy::field(cite!("17.4")).or("device");
    SECOND_DECK: bool = ShuffledBy::second_deck(cite!("17.2"), &SHUFFLE);
    LIMIT: Money = paytable::limit(cite!("17.10"));
    FACE_UP: FaceUp = FaceUp::field(
        cite!("17.11"),
        "what the first card found face up in the shoe leads to; a second voids the round",
    );
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&LINES), layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[];

    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let of = "the limit on what one hand is paid";
        each(Duty { cite: cite!("17.10"), says: "post at the table", of });
    }
}

impl Options {
    /// The odds for this hand; `None` if it does not win.
    pub fn odds(&self, hand: Strength) -> Option<Odds> {
        if let Line::Pays(line) = Line::of(hand) { Some(self.odds[line]) } else { None }
    }

    /// The odds of each line of the pay table, from a pair of jacks or better to a royal flush.
    pub const fn lines(&self) -> [Odds; 9] {
        self.odds
    }

    /// The most that is paid on one hand: no less than what two minimum wagers could win.
    pub fn limit(&self) -> Money {
        paytable::most_paid(self.limit, self.odds, &self.limits, Wager::ALL.len())
    }
}
