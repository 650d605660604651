//! What a licensee may choose at roulette.

use super::{
    payouts::{self, Schedule},
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::{
    house::NoticeKind,
    kit::{
        chips::Color,
        wheels::{self, Pocket},
    },
    submission::{Chosen, Duty, Entry, Field, Gate, When, Words, Written, any, choice, fields},
    table::layout::{self, match_play},
    words::chosen,
};

chosen! {
    /// The lawful choices of a licensee for one roulette table.
    pub struct Options {
        /// The wheel in use.
        wheel: Wheel = WHEEL,
        /// What zero takes of the even chances: all, where the law leaves no choice.
        zero: ZeroRule => |gate: &mut Gate<'_>| gate.get(&ZERO).or(Some(ZeroRule::All)),
        /// Whether five adjacent numbers are offered.
        five_adjacent: bool = FIVE_ADJACENT,
        /// Whether the seven numbers are offered.
        seven_numbers: bool = SEVEN_NUMBERS,
        /// Whether the table takes match play coupons.
        match_play: bool = MATCH_PLAY;
        value_colors: Words = VALUE_COLORS,
        odds: Schedule => payouts::gate,
    }
}

choice! {
    /// The three ways to play (19:46-1.7, not held).
    pub enum Wheel {
        DoubleZero = "double-zero",
        SingleZero = "single-zero",
        DoubleZeroAsSingle = "double-zero-as-single",
    }

    /// What 0 or 00 takes of the even chances.
    pub enum ZeroRule { Half = "half", All = "all" }
}

impl Wheel {
    /// The compartments of the wheel, clockwise.
    pub const fn rim(self) -> &'static [Pocket] {
        match self {
            Wheel::SingleZero => &wheels::SINGLE_ZERO_RIM,
            Wheel::DoubleZero | Wheel::DoubleZeroAsSingle => &wheels::DOUBLE_ZERO_RIM,
        }
    }

    /// Whether the layout has a box for this compartment: 00 only if it is played.
    pub fn plays(self, pocket: Pocket) -> bool {
        pocket != Pocket::DOUBLE_ZERO || self == Wheel::DoubleZero
    }
}

fields! {
    /// The options, in the order of the law; the fifteen odds of 5.2(a) come after them.
    OWN;
    WHEEL: Wheel = Field::choice(
        "wheel",
        cite!("19:46-1.7"),
        "the wheel in use; a double zero wheel may be used as a single zero wheel",
    )
    .told(NoticeKind::Notice83, When::Becomes("double-zero-as-single"), cite!("5.2(d)1"));
    // 5.2(b) leaves the choice on a double zero wheel alone; (c) and (d)3 leave none.
    ZERO: ZeroRule =
        Field::choice("zero", cite!("5.2(b)"), "what 0 and 00 take of an even chance on a double zero wheel")
            .unless(WHEEL.is(&["single-zero"]).by(cite!("5.2(c)")))
            .unless(WHEEL.is(&["double-zero-as-single"]).by(cite!("5.2(d)3")))
            .told(NoticeKind::Notice83, When::Changed, cite!("5.2(b)"));
    REPLICA: bool = Field::switch(
        "layout.wheel-replica",
        cite!("5.1(e)1.i.(1)"),
        "the layout is approved and has a replica of the wheel",
    );
    FIVE_ADJACENT: bool = Field::switch(
        "five-adjacent",
        cite!("5.1(e)1.i"),
        "every player may make five straights at once on numbers adjacent on the wheel",
    )
    .only_with(REPLICA.is_on().by(REPLICA.cite));
    SEVEN_AREA: bool = Field::switch(
        "layout.seven-numbers",
        cite!("5.1(f)1"),
        "the layout is approved and has an area for the seven numbers",
    );
    SEVEN_NUMBERS: bool = Field::switch(
        "seven-numbers",
        cite!("5.1(f)"),
        "every player may wager on the seven numbers 10 to 15 and 33",
    )
    .only_with(SEVEN_AREA.is_on().by(SEVEN_AREA.cite));
    MATCH_PLAY: bool = match_play(cite!("5.1(a)"));
    VALUE_COLORS: Words = Field::some_of(
        "value-chip-colors",
        cite!("5.1(b)"),
        Color::WORDS,
        "the color and design of the casino's value chips, which no non-value chip may have",
    )
    .or("white red green black purple orange");
}

impl Chosen for Options {
    const FIELDS: &'static [&'static [Field]] = &[OWN, &any(&payouts::FIELDS), layout::FIELDS];
    const STANDARD: &'static [Entry<'static>] = &[
        Entry { key: "wheel", value: Written::Text("double-zero") },
        Entry { key: "zero", value: Written::Text("all") },
    ];

    /// What must be posted or announced because of the choices.
    fn duties(&self, each: &mut dyn FnMut(Duty)) {
        let (cite, of) = match (self.wheel, self.zero) {
            (Wheel::DoubleZero, ZeroRule::Half) => {
                (cite!("5.2(b)"), "0 and 00 take half of each even chance")
            }
            (Wheel::DoubleZero, ZeroRule::All) => (cite!("5.2(b)"), "0 and 00 take all of each even chance"),
            (Wheel::DoubleZeroAsSingle, _) => (cite!("5.2(d)1"), "the wheel is used as a single zero wheel"),
            (Wheel::SingleZero, _) => return,
        };
        each(Duty { cite, says: "give notice under 8.3 (not held)", of });
    }
}

impl Options {
    /// Whether value chips have this color and design.
    pub const fn is_value_color(&self, color: Color) -> bool {
        self.value_colors.set() >> color.index() & 1 == 1
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
        crate::games::options::<super::Roulette>(entries, &mut |v| panic!("{v:?}")).expect("a lawful table")
    }
}
