//! What a licensee may choose at Big Six.

use super::{
    payouts::{self, Schedule},
    wagers::Wager,
};
use crate::{
    kit::wheels::Symbol,
    limits::Limits,
    money::{Money, Odds},
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Takes, Written},
};
use law::cite;

/// The lawful choices of a licensee for one Big Six table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    clapper: Clapper,
    stops: [u8; 7],
    odds: Schedule,
    limits: Limits,
}

/// 5.6(c): what a clapper between two numbers means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clapper {
    /// The number it passed last wins.
    Passed,
    /// The spin is void and the wheel is spun again.
    Respin,
}

/// 19:46-1.13 (not held): how many stops the wheel has.
const STOPS: i64 = 54;

const CLAPPER: Field = Field::one_of(
    "clapper",
    cite!("5.6(c)1"),
    &["passed", "respin"],
    "what a clapper at rest between two numbers means: the number passed last wins, or the spin is void",
);

/// 19:46-1.13 (not held): the insignia on the rim, by the wheel most often described.
#[rustfmt::skip]
const WHEEL: [Field; 7] = [
    stop("stops.one",    "24"),
    stop("stops.two",    "15"),
    stop("stops.five",   "7"),
    stop("stops.ten",    "4"),
    stop("stops.twenty", "2"),
    stop("stops.joker",  "1"),
    stop("stops.flag",   "1"),
];

const fn stop(key: &'static str, default: &'static str) -> Field {
    Field {
        key,
        cite: cite!("19:46-1.13"),
        takes: Takes::Count { least: 1, most: STOPS },
        default,
        about: "how many of the 54 stops show this insignia",
    }
}

/// The options: the clapper, the wheel, the odds.
const FIELDS: &[Field] = &{
    let mut fields = [CLAPPER; 15];
    let mut i = 0;
    while i < 7 {
        fields[1 + i] = WHEEL[i];
        fields[8 + i] = payouts::FIELDS[i];
        i += 1;
    }
    fields
};

impl Chosen for Options {
    const FIELDS: &'static [Field] = FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[Entry { key: "clapper", value: Written::Text("respin") }];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let clapper = gate.one_of(&CLAPPER).map(|i| [Clapper::Passed, Clapper::Respin][i]);
        let stops = WHEEL.each_ref().map(|field| gate.count(field));
        let have = stops.iter().flatten().sum();
        if have != STOPS && stops.iter().all(Option::is_some) {
            let written = WHEEL.iter().find(|field| gate.written(field).is_some()).unwrap_or(&WHEEL[0]);
            gate.report(written, Breach::Sum { want: STOPS, have });
        }
        let odds = payouts::gate(gate);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        let stops = stops.map(|n| n.and_then(|n| u8::try_from(n).ok()).unwrap_or_default());
        Some(Options { clapper: clapper?, stops, odds, limits: limits? })
    }

    /// 5.6(d): a sign at the table says which option is in effect.
    fn duties(&self, each: &mut impl FnMut(Duty)) {
        let of = match self.clapper {
            Clapper::Passed => "a clapper between two numbers: the number passed last wins",
            Clapper::Respin => "a clapper between two numbers: the spin is void and the wheel is spun again",
        };
        each(Duty { cite: cite!("5.6(d)"), says: "post a sign in plain view at the table", of });
    }
}

impl Options {
    /// What a clapper between two numbers means.
    pub const fn clapper(&self) -> Clapper {
        self.clapper
    }

    /// How many stops show this insignia.
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

    /// The table's limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}
