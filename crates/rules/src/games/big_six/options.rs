//! What a licensee may choose at Big Six.

use super::{
    payouts::{self, Schedule},
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::{
    house::NoticeKind,
    kit::wheels::Symbol,
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, When, Written, any, choice, fields},
    table::layout,
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one Big Six table.
    pub struct Options {
        /// What a clapper between two numbers means.
        clapper: Clapper = CLAPPER;
        stops: [u8; 7] => stops,
        odds: Schedule => payouts::gate,
    }
}

choice! {
    /// 5.6(c): what a clapper between two numbers means.
    pub enum Clapper { Passed = "passed", Respin = "respin" }
}

/// 19:46-1.13 (not held): the number of stops on the wheel.
const STOPS: i64 = 54;

fields! {
    OWN;
    CLAPPER: Clapper = Field::choice(
        "clapper",
        cite!("5.6(c)1"),
        "what a clapper at rest between two numbers means: the number passed last wins, or the spin is void",
    )
    .told(NoticeKind::Sign, When::Changed, cite!("5.6(d)"));
}

/// 19:46-1.13 (not held): the insignia on the rim, as Pennsylvania and Maryland prescribe them.
#[rustfmt::skip]
const WHEEL: [Field<u8>; 7] = [
    stop("stops.one",    "23"),
    stop("stops.two",    "15"),
    stop("stops.five",   "8"),
    stop("stops.ten",    "4"),
    stop("stops.twenty", "2"),
    stop("stops.joker",  "1"),
    stop("stops.flag",   "1"),
];

const fn stop(key: &'static str, default: &'static str) -> Field<u8> {
    let about = "how many of the 54 stops show this insignia; all of them together make 54";
    Field::count(key, cite!("19:46-1.13"), 1, STOPS, about).or(default)
}

/// 19:46-1.13 (not held): the stops of all insignia add up to 54.
fn stops(gate: &mut Gate<'_>) -> Option<[u8; 7]> {
    let stops = gate.all(&WHEEL)?;
    let have = stops.iter().map(|&n| i64::from(n)).sum();
    if have != STOPS {
        let written = WHEEL.iter().find(|field| gate.written(field).is_some()).unwrap_or(&WHEEL[0]);
        gate.report(written, Breach::Sum { want: STOPS, have });
    }
    Some(stops)
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&WHEEL), &any(&payouts::FIELDS), layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[Entry { key: "clapper", value: Written::Text("respin") }];

    /// 5.6(d): a sign at the table says which option is in effect.
    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let of = match self.clapper {
            Clapper::Passed => "a clapper between two numbers: the number passed last wins",
            Clapper::Respin => "a clapper between two numbers: the spin is void and the wheel is spun again",
        };
        each(Duty { cite: cite!("5.6(d)"), says: "post a sign in plain view at the table", of });
    }
}

impl Options {
    /// The number of stops with this insignia.
    pub const fn stops(&self, symbol: Symbol) -> u8 {
        self.stops[symbol as usize]
    }

    /// The odds on a wager.
    pub const fn odds(&self, wager: Wager) -> Odds {
        self.odds.on(wager)
    }

    /// What a winning wager is paid.
    pub fn pay(&self, wager: Wager, stake: Money) -> Money {
        self.limits.pay(self.odds(wager), stake)
    }
}
