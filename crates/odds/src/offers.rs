//! What a table offers to wager on.

use crate::{
    Dealing, Unsolved, chemin,
    course::{Course, courses},
    draw::Generator,
    round::ready,
    shoe::as_game,
    stud::Payments,
};
use rules::{
    Act, Actor, Game, Input, InputOf, Kinds, Money, Offer, Patron, Seat, Tender, Unseen, Vocabulary,
    caribbean_stud::{self, CaribbeanStud},
    chemin_de_fer::{self, CheminDeFer},
    craps::{self, Craps},
};
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

/// Everything a patron may wager on when a fresh table is ready for wagers, each at the first seat that has it; what
/// needs another wager comes with that one beside it.
pub fn offered<G: Game>(options: G::Options) -> Vec<Offered<G::Wager>> {
    if Dealing::of(G::NAME) == Dealing::Choices {
        return between_sides::<G>(options).unwrap_or_default();
    }
    let Ok(table) = ready::<G>(options, &mut Generator::first()) else {
        return Vec::new();
    };
    let alone = offered_to(&table, PATRON);
    let mut all = alone.clone();
    // What needs another wager beside it is offered once that one lies there.
    let mut kinds = HashSet::new();
    for base in alone.iter().filter(|base| kinds.insert(base.kind())) {
        let mut table = table.clone();
        if table.apply(place::<G>(PATRON, base.seat, base.wager, base.least), &mut Unseen).is_err() {
            continue;
        }
        for more in offered_to(&table, PATRON) {
            if all.iter().all(|known| known.wager != more.wager) {
                all.push(Offered { beside: Some(base.wager), beside_step: base.step, ..more });
            }
        }
    }
    for (wager, beside, course) in courses(G::NAME) {
        all.extend(in_course(&table, &wager, beside, course));
    }
    all
}

/// What the sides of a coup wager against each other.
fn between_sides<G: Game>(options: G::Options) -> Option<Vec<Offered<G::Wager>>> {
    let options = as_game::<G, CheminDeFer>(options).ok()?.options();
    let read = |Offered { seat, wager, least, most, step, .. }: Offered<chemin_de_fer::Wager>| {
        let wager = G::Wager::read(&wager.to_string())?;
        Some(Offered { seat, wager, least, most, step, beside: None, beside_step: Money::ZERO, course: None })
    };
    chemin::offered(options)?.into_iter().map(read).collect()
}

/// A wager that is offered after a course of play, with as much beside it as the table takes.
fn in_course<G: Game>(
    table: &G,
    wager: &str,
    beside: Option<&str>,
    course: Course,
) -> Option<Offered<G::Wager>> {
    let find = |table: &G, wager: G::Wager| offered_to(table, PATRON).into_iter().find(|o| o.wager == wager);
    let wager = G::Wager::read(wager)?;
    let beside = beside.and_then(G::Wager::read);
    let (mut table, mut beside_step) = (table.clone(), Money::ZERO);
    let lay_beside = |table: &mut G| {
        let Some(base) = beside.and_then(|beside| find(table, beside)) else { return Ok(()) };
        beside_step = base.step;
        let input = place::<G>(PATRON, base.seat, base.wager, base.most);
        table.apply(input, &mut Unseen).map_err(Unsolved::Refused)
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

/// What is staked where nobody says how much: a hundred dollars, as far as the table takes it. At caribbean stud it is ten,
/// so that the limit on what a hand is paid (16.12) does not bear on the odds; at craps, where the charge on a bet is rounded
/// to what the table pays, the next stake on which nothing is rounded.
pub fn usual_stake<G: Game>(options: G::Options, offered: &Offered<G::Wager>) -> Money {
    let wanted = if Dealing::of(G::NAME) == Dealing::Stud { 10 } else { 100 };
    let usual = stake_for(offered, Money::dollars(wanted));
    if !rounds_charge::<G>(options, offered, usual) {
        return usual;
    }
    let more = (0..STAKES_TRIED).map(|n| Money::cents(usual.as_cents() + n * offered.step.as_cents()));
    more.take_while(|&stake| stake <= offered.most)
        .find(|&stake| !rounds_charge::<G>(options, offered, stake))
        .unwrap_or(usual)
}

/// How many stakes are tried for one on which no charge is rounded.
const STAKES_TRIED: i64 = 1_000;

/// Whether the charge on such a bet is rounded at this stake, so that its edge is not that of other stakes.
pub fn rounds_charge<G: Game>(options: G::Options, offered: &Offered<G::Wager>, stake: Money) -> bool {
    let (Ok(table), Some(wager)) =
        (as_game::<G, Craps>(options), craps::Wager::read(&offered.wager.to_string()))
    else {
        return false;
    };
    // A percentage of a hundred times as much is whole wherever the stake is.
    let hundredfold = Money::cents(stake.as_cents().saturating_mul(100));
    let [once, all] = [stake, hundredfold].map(|stake| table.options().charge(wager, stake));
    once.as_cents().saturating_mul(100) != all.as_cents()
}

/// Whether the limit on what a hand of caribbean stud is paid (16.12) cuts payments at this stake, so that its edge is not
/// that of smaller stakes.
pub fn limit_binds<G: Game>(options: G::Options, offered: &Offered<G::Wager>, stake: Money) -> bool {
    let Ok(table) = as_game::<G, CaribbeanStud>(options) else { return false };
    let is_ante = offered.wager.to_string() == caribbean_stud::Wager::Ante.to_string();
    let payments = Payments::of(table.options(), stake, None);
    is_ante && payments.is_ok_and(|payments| payments.limit_binds(&table.options()))
}

/// The stake nearest to what is wanted that the table takes.
pub fn stake_for<W>(offered: &Offered<W>, wanted: Money) -> Money {
    wanted.clamp(offered.least, offered.most).round_down(offered.step).max(offered.least)
}
