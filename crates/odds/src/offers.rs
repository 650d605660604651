//! What a table offers to wager on.

use crate::{Course, Generator, Priced, Unsolved, round::ready};
use rules::{Act, Actor, Game, Input, InputOf, Kinds, Money, Nobody, Offer, Patron, Seat, Tender};
use std::collections::HashSet;

/// A wager that can be made on a fresh table, or in its course, in chips.
#[derive(Clone, Copy, Debug)]
pub struct Offered<W> {
    /// At which place of the table.
    pub seat: Seat,
    /// On what.
    pub wager: W,
    /// The least stake.
    pub least: Money,
    /// The most.
    pub most: Money,
    /// The unit of the stake.
    pub step: Money,
    /// A wager of the same amount that the patron has beside it. What becomes of that one does not count, but a rule
    /// may need it or reckon with it: 7.2(b), 7.3(f)2.
    pub beside: Option<W>,
    /// In multiples of what that one is made: it is the next such amount from the stake on.
    pub beside_step: Money,
    /// What comes first, if no fresh table takes it.
    pub course: Option<Course>,
}

impl<W: Kinds> Offered<W> {
    /// What a patron does to make it at this seat: the wager beside it first.
    pub fn placing<G: Game<Wager = W>>(
        &self,
        patron: Patron,
        seat: Seat,
        stake: Money,
    ) -> impl Iterator<Item = InputOf<G>> + use<W, G> {
        let beside = self.beside.map(|wager| (wager, self.beside_stake(stake)));
        let both = beside.into_iter().chain([(self.wager, stake)]);
        both.map(move |(wager, stake)| place::<G>(patron, seat, wager, stake))
    }

    /// What lies beside a stake.
    pub fn beside_stake(&self, stake: Money) -> Money {
        if self.beside_step > Money::ZERO { stake.round_up(self.beside_step) } else { stake }
    }

    /// Whether what becomes of this wager of the patron's counts: with another beside it, only its own. In the course of
    /// a table a wager may move, but not to another kind.
    pub fn counts(&self, wager: W) -> bool {
        match self.course {
            Some(_) => wager.kind() == self.kind(),
            None => self.beside.is_none() || wager == self.wager,
        }
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        self.wager.kind()
    }
}

/// A patron puts a wager down in chips.
pub(crate) fn place<G: Game>(patron: Patron, seat: Seat, wager: G::Wager, stake: Money) -> InputOf<G> {
    let act = Act::Place { seat, wager, stake, tender: Tender::Chips };
    Input::Act { by: Actor::Patron(patron), act }
}

/// Everything a patron may wager on when a fresh table is ready for wagers.
pub(crate) fn on_fresh_table<G: Priced>(options: G::Options) -> Vec<Offered<G::Wager>> {
    let Ok(table) = ready::<G>(options, &mut Generator::first()) else {
        return Vec::new();
    };
    let alone = offered_to(&table, PATRON);
    let mut all = alone.clone();
    // What needs another wager beside it is offered once that one lies there.
    let mut kinds = HashSet::new();
    for base in alone.iter().filter(|base| kinds.insert(base.kind())) {
        let mut table = table.clone();
        if table.apply(place::<G>(PATRON, base.seat, base.wager, base.least), &mut Nobody).is_err() {
            continue;
        }
        for more in offered_to(&table, PATRON) {
            if all.iter().all(|known| known.wager != more.wager) {
                all.push(Offered { beside: Some(base.wager), beside_step: base.step, ..more });
            }
        }
    }
    let courses = G::courses().into_iter();
    all.extend(courses.filter_map(|(wager, beside, course)| in_course(&table, wager, beside, course)));
    all
}

/// A wager that is offered after a course of play, with as much beside it as the table takes.
fn in_course<G: Priced>(
    table: &G,
    wager: G::Wager,
    beside: Option<G::Wager>,
    course: Course,
) -> Option<Offered<G::Wager>> {
    let find = |table: &G, wager: G::Wager| offered_to(table, PATRON).into_iter().find(|o| o.wager == wager);
    let (mut table, mut beside_step) = (table.clone(), Money::ZERO);
    let lay_beside = |table: &mut G| {
        let Some(base) = beside.and_then(|beside| find(table, beside)) else { return Ok(()) };
        beside_step = base.step;
        let input = place::<G>(PATRON, base.seat, base.wager, base.most);
        table.apply(input, &mut Nobody).map_err(Unsolved::Refused)
    };
    course.lead(&mut table, lay_beside).ok()?;
    Some(Offered { beside, beside_step, course: Some(course), ..find(&table, wager)? })
}

const PATRON: Patron = Patron(1);

/// Everything this patron may wager on now.
pub fn offered_to<G: Game>(table: &G, patron: Patron) -> Vec<Offered<G::Wager>> {
    let mut all: Vec<Offered<G::Wager>> = Vec::new();
    let mut seen = HashSet::new();
    table.decisions(Actor::Patron(patron), &mut |Offer { act, most, step }| {
        if let Act::Place { seat, wager, stake: least, tender: Tender::Chips } = act
            && seen.insert(wager)
        {
            let (beside, beside_step) = (None, Money::ZERO);
            all.push(Offered { seat, wager, least, most, step, beside, beside_step, course: None });
        }
    });
    all
}

/// What is staked where nobody says how much: as much as is [usual](Priced::STAKE), as far as the table takes it, or the next
/// stake on which no charge is rounded.
pub fn usual_stake<G: Priced>(options: &G::Options, offered: &Offered<G::Wager>) -> Money {
    let usual = stake_for(offered, G::STAKE);
    if !G::rounds_charge(options, offered.wager, usual) {
        return usual;
    }
    let more = (0..STAKES_TRIED).map(|n| Money::cents(usual.as_cents() + n * offered.step.as_cents()));
    more.take_while(|&stake| stake <= offered.most)
        .find(|&stake| !G::rounds_charge(options, offered.wager, stake))
        .unwrap_or(usual)
}

/// How many stakes are tried for one on which no charge is rounded.
const STAKES_TRIED: i64 = 1_000;

/// The stake nearest to what is wanted that the table takes.
pub fn stake_for<W>(offered: &Offered<W>, wanted: Money) -> Money {
    wanted.clamp(offered.least, offered.most).round_down(offered.step).max(offered.least)
}
