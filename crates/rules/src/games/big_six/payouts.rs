//! 5.5: what winning wagers are paid, and how odds are worded.

use super::wagers::Wager;
use crate::games::prelude::*;
use crate::{
    kit::wheels::Symbol,
    submission::{Field, Gate},
};

/// 5.5(a): the lowest lawful odds on each insignia; a licensee may pay more.
#[rustfmt::skip]
pub(super) const FIELDS: [Field<Odds>; 7] = [
    pays("odds.one",     1),
    pays("odds.two",     2),
    pays("odds.five",    5),
    pays("odds.ten",    10),
    pays("odds.twenty", 20),
    pays("odds.joker",  45),
    pays("odds.flag",   45),
];

const fn pays(key: &'static str, floor: u16) -> Field<Odds> {
    Field::odds(key, cite!("5.5(a)"), Odds::new(floor, 1), "what a winning wager on this insignia is paid")
        .never_for(cite!("5.5(b)"))
}

/// The odds of a table, in the order of 5.5(a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule([Odds; 7]);

/// 5.5(b): odds are stated with "to" or "win", never with "for".
pub(super) fn gate(gate: &Gate<'_>) -> Option<Schedule> {
    gate.all(&FIELDS).map(Schedule)
}

impl Schedule {
    /// The odds on this wager.
    pub const fn on(&self, wager: Wager) -> Odds {
        self.0[wager as usize]
    }
}

/// A wager wins if the clapper stops at its insignia.
pub fn decide(wager: Wager, stop: Symbol) -> (Fate, Citation) {
    let fate = if wager == stop { Fate::Won } else { Fate::Lost };
    (fate, cite!("5.5(a)"))
}
