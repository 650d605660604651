//! 5.2: what becomes of each wager when the ball has come to rest, and what it is paid.

use super::{
    options::{Options, Wheel, ZeroRule},
    wagers::Wager,
};
use crate::games::prelude::*;
use crate::{
    kit::wheels::Pocket,
    submission::{Field, Gate},
};

/// The number of rows in the table of 5.2(a).
pub(super) const KINDS: usize = 15;

/// 5.2(a): the lowest lawful odds on each wager; a licensee may pay more.
#[rustfmt::skip]
pub(super) const FIELDS: [Field<Odds>; KINDS] = [
    pays("odds.straight",   35),
    pays("odds.split",      17),
    pays("odds.three",      11),
    pays("odds.four",        8),
    pays("odds.first-five",  6),
    pays("odds.six",         5),
    pays("odds.seven",       4),
    pays("odds.column",      2),
    pays("odds.dozen",       2),
    pays("odds.red",         1),
    pays("odds.black",       1),
    pays("odds.odd",         1),
    pays("odds.even",        1),
    pays("odds.1-to-18",     1),
    pays("odds.19-to-36",    1),
];

const fn pays(key: &'static str, floor: u16) -> Field<Odds> {
    Field::odds(key, cite!("5.2(a)"), Odds::new(floor, 1), "what a winning wager of this kind is paid")
}

/// The odds of a table, in the order of 5.2(a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule([Odds; KINDS]);

pub(super) fn gate(gate: &Gate<'_>) -> Option<Schedule> {
    gate.all(&FIELDS).map(Schedule)
}

impl Schedule {
    /// The odds on this wager. Five adjacent numbers are paid as straights.
    pub const fn on(&self, wager: Wager) -> Odds {
        self.0[match wager {
            Wager::Straight(_) | Wager::FiveAdjacent(_) => 0,
            Wager::Split(..) | Wager::SplitAtDozens => 1,
            Wager::Three(_) => 2,
            Wager::Four(_) => 3,
            Wager::FirstFive => 4,
            Wager::Six(..) => 5,
            Wager::Seven => 6,
            Wager::Column(_) => 7,
            Wager::Dozen(_) => 8,
            Wager::Red => 9,
            Wager::Black => 10,
            Wager::Odd => 11,
            Wager::Even => 12,
            Wager::Low => 13,
            Wager::High => 14,
        }]
    }
}

/// What becomes of a wager when the ball comes to rest in this compartment, and why.
pub fn decide(wager: Wager, rest: Pocket, options: &Options) -> (Fate, Citation) {
    match (options.wheel(), options.zero()) {
        _ if !(wager.is_even_chance() && rest.is_zero()) => {
            let fate = if wager.covers(options.wheel()).has(rest) { Fate::Won } else { Fate::Lost };
            (fate, wager.cite())
        }
        (Wheel::DoubleZero, ZeroRule::Half) => (Fate::Halved, cite!("5.2(b)")),
        (Wheel::DoubleZero, ZeroRule::All) => (Fate::Lost, cite!("5.2(b)")),
        (Wheel::SingleZero, _) => (Fate::Lost, cite!("5.2(c)")),
        (Wheel::DoubleZeroAsSingle, _) => (Fate::Lost, cite!("5.2(d)3")),
    }
}
