//! The wagers that a table offers.

use crate::{Course, Generator, Priced, Unsolved, round::ready};
use rules::{Act, Actor, Game, Input, InputOf, Kinds, Money, Nobody, Offer, Patron, Seat, Tender};
use std::collections::HashSet;

/// A wager in chips that can be made at a fresh table or later in the game.
#[derive(Clone, Copy, Debug)]
pub struct Offered<W> {
    /// The seat at which it is made.
    pub seat: Seat,
    /// The wager.
    pub wager: W,
    /// The smallest stake.
    pub least: Money,
    /// The largest stake.
    pub most: Money,
    /// The unit of the stake.
    pub step: Money,
    /// Another wager of the same amount that the patron has beside it. The result of that one does not count, but a
    /// rule may require it or depend on it: 7.2(b), 7.3(f)2.
    pub beside: Option<W>,
    /// The unit of the wager beside it: its amount is the stake rounded up to this.
    pub beside_step: Money,
    /// What must come first, if no fresh table accepts the wager.
    pub course: Option<Course>,
}

impl<W: Kinds> Offered<W> {
    /// The inputs with which a patron makes it at this seat: first the wager beside it.
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

    /// The amount of the wager beside it for a given stake.
    pub fn beside_stake(&self, stake: Money) -> Money {
        if self.beside_step > Money::ZERO { stake.round_up(self.beside_step) } else { stake }
    }

    /// Whether the result of this wager of the patron's counts: if there is another beside it, only its own. During a
    /// game a wager may move, but not become one of another kind.
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

/// A patron makes a wager in chips.
pub(crate) fn place<G: Game>(patron: Patron, seat: Seat, wager: G::Wager, stake: Money) -> InputOf<G> {
    let act = Act::Place { seat, wager, stake, tender: Tender::Chips };
    Input::Act { by: Actor::Patron(patron), act }
}

/// Everything that a patron may wager on when a fresh table is ready for wagers.
pub(crate) fn on_fresh_table<G: Priced>(options: G::Options) -> Vec<Offered<G::Wager>> {
    let Ok(table) = ready::<G>(options, &mut Generator::first()) else {
        return Vec::new();
    };
    let alone = offered_to(&table, PATRON);
    let mut all = alone.clone();
    // A wager that requires another one is offered once that one is on the layout.
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

/// A wager that is offered later in a game, with as much beside it as the table accepts.
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

/// Everything that this patron may wager on now.
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

/// A wager that the list of offers does not name, because it cannot list all tickets of keno: what a fresh table offers
/// for it.
///
/// # Errors
/// If the table does not accept it.
pub fn offered_as<G: Priced>(options: G::Options, wager: G::Wager) -> Result<Offered<G::Wager>, Unsolved> {
    let table = ready::<G>(options, &mut Generator::first())?;
    let act = Act::Place { seat: Seat::NONE, wager, stake: Money::ZERO, tender: Tender::Chips };
    let terms = table.guard(Actor::Patron(PATRON), act).map_err(Unsolved::Refused)?;
    let (beside, beside_step, course) = (None, Money::ZERO, None);
    let rules::Terms { least, most, step, .. } = terms;
    Ok(Offered { seat: Seat::NONE, wager, least, most, step, beside, beside_step, course })
}

/// The stake when none is given: the [usual](Priced::STAKE) one, as far as the table accepts it, or the next stake on
/// which no charge is rounded.
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

/// How many stakes are tried to find one on which no charge is rounded.
const STAKES_TRIED: i64 = 1_000;

/// The stake nearest to the wanted one that the table accepts.
pub fn stake_for<W>(offered: &Offered<W>, wanted: Money) -> Money {
    wanted.clamp(offered.least, offered.most).round_down(offered.step).max(offered.least)
}
