//! What a licensee may choose at red dog. Only 6.1(a) is held: everything else is a setting, with the usual value as its
//! default.

use super::payouts::{LINES, Pair, line};
use crate::games::prelude::*;
use crate::{
    kit::cards::DECK,
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Written, any, choice, fields},
    table::{
        layout,
        shoe::{Paragraphs, Plan, RecutBy},
    },
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one table.
    pub struct Options {
        /// The number of decks.
        decks: u8 = DECKS,
        /// How many betting areas.
        areas: u8 = AREAS,
        /// Whether a player may wager on more than one.
        several_areas: bool = SEVERAL,
        /// Where the cards come from.
        supply: Supply => supply,
        /// How much a player may raise.
        raise: Raise = RAISE,
        /// Whether match play coupons are taken.
        match_play: bool = MATCH_PLAY,
        /// What a card found face up leads to.
        face_up: FaceUp = FACE_UP;
        odds: [Odds; 5] => |gate: &mut Gate<'_>| gate.all(&LINES),
    }
}

/// Where the cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supply {
    /// 6.3 (not held): a shoe that is shuffled and cut.
    Shoe {
        /// The minimum number of cards behind the cutting card.
        behind: u16,
        /// The number of cards burned.
        burned: u8,
    },
    /// 6.9 (not held): a device that never stops shuffling.
    Continuous,
}

choice! {
    /// 6.5 (not held): how much a player may raise.
    pub enum Raise { UpToOriginal = "up-to-original", Equal = "equal" }

    /// 6.7 (not held): a card found face up in the shoe.
    pub enum FaceUp { Discard = "discard", Void = "void" }
}

fields! {
    OWN;
    DECKS: u8 = Field::count(
        "decks",
        cite!("6.1(a)"),
        1,
        8,
        "how many decks: one or more; the law sets no most, this program eight",
    )
    .or("6");
    AREAS: u8 = Field::count("areas", cite!("6.8"), 1, 9, "how many betting areas the layout has").or("7");
    SEVERAL: bool =
        Field::switch("several-areas", cite!("6.8"), "a player may wager on more than one betting area");
    DEVICE: bool = Field::switch("approvals.continuous-device", cite!("6.9"), "the device was approved");
    CONTINUOUS: bool = Field::switch(
        "continuous-device",
        cite!("6.9"),
        "a shoe or device that reshuffles by itself takes the place of 6.3 and 6.4",
    )
    .only_with(DEVICE.is_on());
    BEHIND: u16 = Field::count(
        "cut-card-depth",
        cite!("6.3"),
        14,
        8 * DECK as i64 / 2,
        "how many cards at least lie behind the cutting card, no more than half of them",
    )
    .or_what_follows("a quarter of the cards, and no fewer than 14")
    .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite));
    BURNED: u8 = Field::count("burn", cite!("6.3"), 1, 10, "how many cards are burned after the cut")
        .or("1")
        .unless(CONTINUOUS.is_on().by(CONTINUOUS.cite));
    RAISE: Raise =
        Field::choice("raise", cite!("6.5"), "how much a player may raise once the spread is known")
            .or("up-to-original");
    MATCH_PLAY: bool =
        Field::switch("match-play", cite!("6.5"), "the table takes match play coupons with an original wager");
    FACE_UP: FaceUp = Field::choice(
        "irregularities.face-up-card",
        cite!("6.7"),
        "what a card found face up in the shoe leads to",
    )
    .or("discard");
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&LINES), layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[Entry { key: "decks", value: Written::Number(6) }];

    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let says = "have the cards of one back, and two cutting cards of another color, approved";
        each(Duty { cite: cite!("6.1(a)"), says, of: "the cutting cards are opaque and of one solid color" });
    }
}

fn supply(gate: &mut Gate<'_>) -> Option<Supply> {
    if gate.is_on(&CONTINUOUS) {
        return Some(Supply::Continuous);
    }
    let cards = u16::from(gate.get(&DECKS)?) * DECK;
    // By default a quarter from the back, as in 2.5(d).
    let behind = gate.get(&BEHIND).unwrap_or(cards.div_ceil(4).max(14));
    if behind > cards / 2 {
        let most = i64::from(cards / 2);
        gate.report(&BEHIND, Breach::Unlawful(Takes::Count { least: 14, most }));
    }
    Some(Supply::Shoe { behind, burned: gate.get(&BURNED)? })
}

impl Options {
    /// What a winning wager is paid.
    pub const fn odds(&self, pair: Pair) -> Odds {
        self.odds[line(pair)]
    }

    /// How a shoe is prepared.
    pub const fn plan(&self) -> Plan {
        Plan { decks: self.decks, mixing: [None; 4], recut_by: RecutBy::LastCutter }
    }

    /// 6.2 and 6.3 (not held): the sections on each step.
    pub const fn paragraphs(&self) -> Paragraphs {
        let (opening, shuffle) = (cite!("6.2"), cite!("6.3"));
        Paragraphs {
            inspect: opening,
            spread: opening,
            wash: opening,
            shuffle,
            mix: shuffle,
            offer: shuffle,
            cut: shuffle,
            load: shuffle,
            recut: shuffle,
        }
    }
}
