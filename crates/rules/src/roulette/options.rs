//! What a licensee may choose at roulette.

use super::{
    payouts::{self, KINDS, Schedule},
    wagers::Wager,
};
use crate::{
    kit::{
        chips::Colour,
        wheels::{self, Pocket},
    },
    limits::Limits,
    money::{Money, Odds},
    submission::{Breach, Chosen, Duty, Entry, Field, Gate, Written},
};
use law::cite;

/// The lawful choices of a licensee for one roulette table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    wheel: Wheel,
    zero: ZeroRule,
    five_adjacent: bool,
    seven_numbers: bool,
    match_play: bool,
    value_colours: u32,
    odds: Schedule,
    limits: Limits,
}

/// The three ways to play (19:46-1.7, not held).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wheel {
    /// 0 and 00.
    DoubleZero,
    /// 0 alone.
    SingleZero,
    /// A wheel with 0 and 00 on which 00 is no spin.
    DoubleZeroAsSingle,
}

/// What 0 or 00 takes of the even chances.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ZeroRule {
    /// Half.
    Half,
    /// All.
    All,
}

impl Wheel {
    /// The compartments of the wheel, clockwise.
    pub const fn rim(self) -> &'static [Pocket] {
        match self {
            Wheel::SingleZero => &wheels::SINGLE_ZERO_RIM,
            Wheel::DoubleZero | Wheel::DoubleZeroAsSingle => &wheels::DOUBLE_ZERO_RIM,
        }
    }

    /// Whether the layout has a box for it: 00 only where it is played.
    pub fn plays(self, pocket: Pocket) -> bool {
        pocket != Pocket::DOUBLE_ZERO || self == Wheel::DoubleZero
    }
}

const WHEEL: Field = Field::one_of(
    "wheel",
    cite!("19:46-1.7"),
    &["double-zero", "single-zero", "double-zero-as-single"],
    "the wheel in use; a double zero wheel may be used as a single zero wheel",
);
const ZERO: Field = Field::one_of(
    "zero",
    cite!("5.2(b)"),
    &["half", "all"],
    "what 0 and 00 take of an even chance on a double zero wheel",
);
const FIVE_ADJACENT: Field = Field::switch(
    "five-adjacent",
    cite!("5.1(e)1.i"),
    "every player may make five straights at once on numbers adjacent on the wheel",
);
const REPLICA: Field = Field::switch(
    "layout.wheel-replica",
    cite!("5.1(e)1.i.(1)"),
    "the layout is approved and has a replica of the wheel",
);
const SEVEN_NUMBERS: Field = Field::switch(
    "seven-numbers",
    cite!("5.1(f)"),
    "every player may wager on the seven numbers 10 to 15 and 33",
);
const SEVEN_AREA: Field = Field::switch(
    "layout.seven-numbers",
    cite!("5.1(f)1"),
    "the layout is approved and has an area for the seven numbers",
);
const MATCH_PLAY: Field = Field::switch("match-play", cite!("5.1(a)"), "the table takes match play coupons");
const VALUE_COLOURS: Field = Field::some_of(
    "value-chip-colours",
    cite!("5.1(b)"),
    Colour::WORDS,
    "the colours of the casino's value chips, which no non-value chip may have",
)
.or("white red green black purple orange");

/// The options, in the order of the law; the fifteen odds of 5.2(a) come last.
const FIELDS: &[Field] = &{
    let own = [WHEEL, ZERO, FIVE_ADJACENT, REPLICA, SEVEN_NUMBERS, SEVEN_AREA, MATCH_PLAY, VALUE_COLOURS];
    let mut fields = [WHEEL; 8 + KINDS];
    let mut i = 0;
    while i < 8 + KINDS {
        fields[i] = if i < 8 { own[i] } else { payouts::FIELDS[i - 8] };
        i += 1;
    }
    fields
};

impl Chosen for Options {
    const FIELDS: &'static [Field] = FIELDS;
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "wheel", value: Written::Text("double-zero") },
        Entry { key: "zero", value: Written::Text("all") },
    ];

    fn gate(gate: &mut Gate<'_>) -> Option<Self> {
        let wheel =
            gate.one_of(&WHEEL).map(|i| [Wheel::DoubleZero, Wheel::SingleZero, Wheel::DoubleZeroAsSingle][i]);
        let zero = zero_rule(gate, wheel);
        let five_adjacent = needs(gate, &FIVE_ADJACENT, &REPLICA);
        let seven_numbers = needs(gate, &SEVEN_NUMBERS, &SEVEN_AREA);
        let match_play = gate.switch(&MATCH_PLAY);
        let value_colours = gate.some_of(&VALUE_COLOURS);
        let odds = payouts::gate(gate);
        let limits = Limits::gate(gate);
        if !gate.is_lawful() {
            return None;
        }
        Some(Options {
            wheel: wheel?,
            zero: zero?,
            five_adjacent,
            seven_numbers,
            match_play,
            value_colours: value_colours?,
            odds,
            limits: limits?,
        })
    }

    /// What must be posted or told because of the choices.
    fn duties(&self, each: &mut impl FnMut(Duty)) {
        let notice = "give notice under 8.3 (not held)";
        match (self.wheel, self.zero) {
            (Wheel::DoubleZero, ZeroRule::Half) => {
                each(Duty {
                    cite: cite!("5.2(b)"),
                    says: notice,
                    of: "0 and 00 take half of each even chance",
                });
            }
            (Wheel::DoubleZero, ZeroRule::All) => {
                each(Duty {
                    cite: cite!("5.2(b)"),
                    says: notice,
                    of: "0 and 00 take all of each even chance",
                });
            }
            (Wheel::DoubleZeroAsSingle, _) => {
                each(Duty {
                    cite: cite!("5.2(d)1"),
                    says: notice,
                    of: "the wheel is used as a single zero wheel",
                });
            }
            (Wheel::SingleZero, _) => {}
        }
    }
}

/// 5.2(b) leaves the choice on a double zero wheel alone; (c) and (d)3 leave none.
fn zero_rule(gate: &mut Gate<'_>, wheel: Option<Wheel>) -> Option<ZeroRule> {
    let no_choice = match wheel {
        // The wheel is at fault already; a rule that no wheel has is another fault.
        None => return gate.written(&ZERO).and_then(|_| gate.one_of(&ZERO)).map(|_| ZeroRule::All),
        Some(Wheel::DoubleZero) => return gate.one_of(&ZERO).map(|i| [ZeroRule::Half, ZeroRule::All][i]),
        Some(Wheel::SingleZero) => cite!("5.2(c)"),
        Some(Wheel::DoubleZeroAsSingle) => cite!("5.2(d)3"),
    };
    if gate.written(&ZERO).is_some() {
        gate.report_by(&ZERO, no_choice, Breach::NoPlace { beside: WHEEL.key });
    }
    Some(ZeroRule::All)
}

/// An option that may be offered on an approved layout alone.
fn needs(gate: &mut Gate<'_>, offer: &Field, layout: &Field) -> bool {
    let (offered, approved) = (gate.switch(offer), gate.switch(layout));
    if offered && !approved {
        gate.report_by(offer, layout.cite, Breach::Needs { key: layout.key });
    }
    offered
}

impl Options {
    /// The wheel in use.
    pub const fn wheel(&self) -> Wheel {
        self.wheel
    }

    /// What zero takes of the even chances.
    pub const fn zero(&self) -> ZeroRule {
        self.zero
    }

    /// Whether five adjacent numbers are offered.
    pub const fn five_adjacent(&self) -> bool {
        self.five_adjacent
    }

    /// Whether the seven numbers are offered.
    pub const fn seven_numbers(&self) -> bool {
        self.seven_numbers
    }

    /// Whether the table takes match play coupons.
    pub const fn match_play(&self) -> bool {
        self.match_play
    }

    /// Whether value chips have this colour.
    pub const fn is_value_colour(&self, colour: Colour) -> bool {
        self.value_colours >> colour.index() & 1 == 1
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

#[cfg(test)]
impl Options {
    /// A table that offers everything on this wheel.
    pub(super) fn sample(wheel: Wheel) -> Options {
        let [word, zero] = match wheel {
            Wheel::DoubleZero => ["double-zero", "all"],
            Wheel::SingleZero => ["single-zero", ""],
            Wheel::DoubleZeroAsSingle => ["double-zero-as-single", ""],
        };
        let on = Written::Switch(true);
        let entries = [
            Entry { key: "wheel", value: Written::Text(word) },
            Entry { key: "five-adjacent", value: on },
            Entry { key: "layout.wheel-replica", value: on },
            Entry { key: "seven-numbers", value: on },
            Entry { key: "layout.seven-numbers", value: on },
            Entry { key: "zero", value: Written::Text(zero) },
        ];
        let entries = &entries[..if zero.is_empty() { 5 } else { 6 }];
        let mut tell = |v| panic!("{v:?}");
        Options::gate(&mut Gate::open(entries, &[FIELDS], &mut tell)).expect("a lawful table")
    }
}
