//! What a licensee may choose at red dog. Only 6.1(a) is held: everything else is a setting, with the usual value as its
//! default.

use super::payouts::{LINES, Pair, line};
use crate::{
    kit::cards::DECK,
    limits::Limits,
    money::Odds,
    preparation::{Paragraphs, Plan, RecutBy},
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Written},
};
use law::cite;

/// The lawful choices of a licensee for one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    decks: u8,
    areas: u8,
    several_areas: bool,
    supply: Supply,
    raise: Raise,
    match_play: bool,
    odds: [Odds; 5],
    face_up: FaceUp,
    limits: Limits,
}

/// Where the cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supply {
    /// 6.3 (not held): a shoe that is shuffled and cut.
    Shoe {
        /// At least so many cards lie behind the cutting card.
        behind: u16,
        /// So many cards are burned.
        burned: u8,
    },
    /// 6.9 (not held): a device that never stops shuffling.
    Continuous,
}

/// 6.5 (not held): how much a player may raise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Raise {
    /// Up to the original wager.
    UpToOriginal,
    /// Exactly as much.
    Equal,
}

/// 6.7 (not held): a card found face up in the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaceUp {
    /// It is discarded.
    Discard,
    /// The round is void.
    Void,
}

const DECKS: Field = Field::count(
    "decks",
    cite!("6.1(a)"),
    1,
    8,
    "how many decks: one or more; the law sets no most, this program eight",
)
.or("6");
const AREAS: Field =
    Field::count("areas", cite!("6.8"), 1, 9, "how many betting areas the layout has").or("7");
const SEVERAL: Field =
    Field::switch("several-areas", cite!("6.8"), "a player may wager on more than one betting area");
const BEHIND: Field = Field::count(
    "cut-card-depth",
    cite!("6.3"),
    14,
    8 * DECK as i64 / 2,
    "how many cards at least lie behind the cutting card",
)
.or("a quarter of the cards, and no fewer than 14");
const BURNED: Field =
    Field::count("burn", cite!("6.3"), 1, 10, "how many cards are burned after the cut").or("1");
const CONTINUOUS: Field = Field::switch(
    "continuous-device",
    cite!("6.9"),
    "a shoe or device that reshuffles by itself takes the place of 6.3 and 6.4",
);
const DEVICE: Field = Field::switch("approvals.continuous-device", cite!("6.9"), "the device was approved");
const RAISE: Field = Field::one_of(
    "raise",
    cite!("6.5"),
    &["up-to-original", "equal"],
    "how much a player may raise once the spread is known",
)
.or("up-to-original");
const MATCH_PLAY: Field =
    Field::switch("match-play", cite!("6.5"), "the table takes match play coupons with an original wager");
const FACE_UP: Field = Field::one_of(
    "irregularities.face-up-card",
    cite!("6.7"),
    &["discard", "void"],
    "what a card found face up in the shoe leads to",
)
.or("discard");

impl Chosen for Options {
    const FIELDS: &'static [Field] = &[
        DECKS, AREAS, SEVERAL, BEHIND, BURNED, CONTINUOUS, DEVICE, RAISE, MATCH_PLAY, FACE_UP, LINES[0],
        LINES[1], LINES[2], LINES[3], LINES[4],
    ];
    const STANDARD: &'static [Entry<'static>] = &[Entry { key: "decks", value: Written::Number(6) }];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let decks = gate.count(&DECKS).and_then(|n| u8::try_from(n).ok());
        let areas = gate.count(&AREAS);
        let several_areas = gate.switch(&SEVERAL);
        let supply = supply(gate, decks);
        let raise = gate.one_of(&RAISE).map(|i| [Raise::UpToOriginal, Raise::Equal][i]);
        let match_play = gate.switch(&MATCH_PLAY);
        let odds = LINES.each_ref().map(|field| gate.odds(field, None));
        let face_up = gate.one_of(&FACE_UP).map(|i| [FaceUp::Discard, FaceUp::Void][i]);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        Some(Options {
            decks: decks?,
            areas: u8::try_from(areas?).ok()?,
            several_areas,
            supply: supply?,
            raise: raise?,
            match_play,
            odds,
            face_up: face_up?,
            limits: limits?,
        })
    }

    fn duties(&self, each: &mut impl FnMut(Duty)) {
        let says = "have the cards of one back, and two cutting cards of another colour, approved";
        each(Duty {
            cite: cite!("6.1(a)"),
            says,
            of: "the cutting cards are opaque and of one solid colour",
        });
    }
}

fn supply(gate: &mut Gate<'_>, decks: Option<u8>) -> Option<Supply> {
    let (continuous, approved) = (gate.switch(&CONTINUOUS), gate.switch(&DEVICE));
    if continuous {
        if !approved {
            gate.report(&CONTINUOUS, Breach::Needs { key: DEVICE.key });
        }
        for field in [&BEHIND, &BURNED] {
            if gate.written(field).is_some() {
                gate.report_by(field, CONTINUOUS.cite, Breach::NoPlace { beside: CONTINUOUS.key });
            }
        }
        return Some(Supply::Continuous);
    }
    let burned = gate.count(&BURNED).and_then(|n| u8::try_from(n).ok());
    // A quarter from the back, as in 2.5(d), if nothing is written; never more than half.
    let written = gate.written(&BEHIND).is_some().then(|| gate.count(&BEHIND));
    let cards = u16::from(decks?) * DECK;
    let behind = match written {
        None => cards.div_ceil(4).max(14),
        Some(behind) => u16::try_from(behind?).ok()?,
    };
    if behind > cards / 2 {
        let most = i64::from(cards / 2);
        gate.report(&BEHIND, Breach::Unlawful(Takes::Count { least: 14, most }));
    }
    Some(Supply::Shoe { behind, burned: burned? })
}

impl Options {
    /// How many decks.
    pub const fn decks(&self) -> u8 {
        self.decks
    }

    /// How many betting areas.
    pub const fn areas(&self) -> u8 {
        self.areas
    }

    /// Whether a player may wager on more than one.
    pub const fn several_areas(&self) -> bool {
        self.several_areas
    }

    /// Where the cards come from.
    pub const fn supply(&self) -> Supply {
        self.supply
    }

    /// How much a player may raise.
    pub const fn raise(&self) -> Raise {
        self.raise
    }

    /// Whether match play coupons are taken.
    pub const fn match_play(&self) -> bool {
        self.match_play
    }

    /// What a winning wager is paid.
    pub const fn odds(&self, pair: Pair) -> Odds {
        self.odds[line(pair)]
    }

    /// What a card found face up leads to.
    pub const fn face_up(&self) -> FaceUp {
        self.face_up
    }

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How a shoe is prepared.
    pub const fn plan(&self) -> Plan {
        Plan { decks: self.decks, mixing: [None; 4], recut_by: RecutBy::LastCutter }
    }

    /// 6.2 and 6.3 (not held): where the steps would stand.
    pub const fn paragraphs(&self) -> Paragraphs {
        let (opening, shuffle) = (cite!("6.2"), cite!("6.3"));
        Paragraphs {
            inspect: opening,
            spread: opening,
            wash: opening,
            shuffle,
            offer: shuffle,
            cut: shuffle,
            load: shuffle,
            recut: shuffle,
        }
    }
}
