//! Several wagers at one table, each by a patron of its own, and the course of their rounds by the rules.

use crate::{
    Offered, Unsolved,
    course::has_courses,
    exact::lay,
    offers::offered_to,
    round::{Patience, Tally, usual_step},
};
use rules::{
    Act, Actor, Citation, Event, EventOf, Game, Input, InputOf, Kinds, Money, Observer, Patron, Refusal,
};

/// What each patron does to wager.
pub(crate) struct Seated<'a, G: Game> {
    bets: &'a [(Offered<G::Wager>, Money)],
    acts: Vec<Vec<InputOf<G>>>,
}

/// A table in a round: which wagers wait for their moment, and what each patron has gained so far, in cents.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Round<G> {
    pub table: G,
    waiting: Vec<bool>,
    pub nets: Vec<i64>,
}

/// Why a round does not go on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The equipment must show something.
    Equipment,
    /// Every wager was made and has left the layout, and the table is ready for the next.
    Over,
}

impl<'a, G: Game> Seated<'a, G> {
    /// The patrons of these wagers at a table that is ready for them, each at the first seat that is free. Wagers that no
    /// fresh table takes are tried on one that does.
    pub fn new(bets: &'a [(Offered<G::Wager>, Money)], ready: &G) -> Result<Seated<'a, G>, Unsolved> {
        let mut table = ready.clone();
        let mut acts = Vec::new();
        for (patron, (offered, stake)) in (1..).map(Patron).zip(bets) {
            let first = offered.beside.unwrap_or(offered.wager);
            let mut offers = offered_to(&table, patron).into_iter();
            let seat = offers.find(|o| o.wager == first).map_or(offered.seat, |o| o.seat);
            let placing: Vec<_> = offered.placing::<G>(patron, seat, *stake).collect();
            if offered.course.is_some() {
                lay(&mut ready.clone(), offered, *stake, &mut Tally::default())?;
            } else {
                for &input in &placing {
                    table.apply(input, &mut rules::Unseen).map_err(Unsolved::Refused)?;
                }
            }
            acts.push(placing);
        }
        Ok(Seated { bets, acts })
    }

    /// The patrons of wagers that somebody else makes for them: the first of the first wager, and so on.
    pub fn watching(bets: &'a [(Offered<G::Wager>, Money)]) -> Seated<'a, G> {
        Seated { bets, acts: vec![Vec::new(); bets.len()] }
    }

    /// A round that begins at this table.
    pub fn begin(&self, table: G) -> Round<G> {
        Round { table, waiting: vec![true; self.acts.len()], nets: vec![0; self.acts.len()] }
    }

    /// A round in which every wager lies already, which brought each patron so much.
    pub fn laid(&self, table: G, net: Money) -> Round<G> {
        let nets = vec![net.as_cents(); self.acts.len()];
        Round { table, waiting: vec![false; self.acts.len()], nets }
    }

    /// Every patron wagers as soon as the table takes it, everyone does the usual, until the equipment is to show
    /// something or the round is over.
    pub fn go_on(&self, round: &mut Round<G>) -> Result<Stop, Unsolved> {
        let Round { table, waiting, nets } = round;
        let mut patience = Patience::new();
        loop {
            patience.step()?;
            if table.awaits_wagers() {
                let mut refused = None;
                for (at, waits) in waiting.iter_mut().enumerate().filter(|(_, waits)| **waits) {
                    let placed = place_all(table, &self.acts[at], &mut self.observer(nets));
                    refused = refused.or(placed.err());
                    *waits = placed.is_err();
                }
                match refused {
                    Some(refusal) if !has_courses(G::NAME) => return Err(Unsolved::Refused(refusal)),
                    None if table.bets().is_empty() => return Ok(Stop::Over),
                    _ => {}
                }
            }
            match usual_step(table) {
                Some(input) => table.apply(input, &mut self.observer(nets)).map_err(Unsolved::Refused)?,
                None => return Ok(Stop::Equipment),
            }
        }
    }

    /// The equipment shows something.
    pub fn show(&self, round: &mut Round<G>, chance: G::Chance) -> Result<(), Unsolved> {
        let Round { table, nets, .. } = round;
        table.apply(Input::Chance(chance), &mut self.observer(nets)).map_err(Unsolved::Refused)
    }

    /// Adds up what each patron gains.
    fn observer(&self, nets: &mut [i64]) -> impl FnMut(Citation, EventOf<G>) {
        let whose = |patron: Patron| usize::from(patron.0) - 1;
        move |_, event| {
            let offered = match &event {
                Event::Settled { bet, .. } => &self.bets[whose(bet.patron)].0,
                _ => &self.bets[0].0,
            };
            if let Some((patron, gain)) = Tally::counted::<G>(&event, offered) {
                nets[whose(patron)] += gain.net().as_cents();
            }
        }
    }
}

/// A patron makes a wager and whatever it needs beside it. The last of them says whether it was made: what lies beside may
/// lie there already.
fn place_all<G: Game>(
    table: &mut G,
    placing: &[InputOf<G>],
    to: &mut impl Observer<G>,
) -> Result<(), Refusal> {
    let Some((&last, first)) = placing.split_last() else { return Ok(()) };
    for &input in first {
        let lies = |input: InputOf<G>| match input {
            Input::Act { by: Actor::Patron(patron), act: Act::Place { wager, .. } } => {
                table.bets().iter().any(|bet| bet.patron == patron && bet.wager.kind() == wager.kind())
            }
            _ => false,
        };
        if !lies(input) {
            table.apply(input, to)?;
        }
    }
    table.apply(last, to)
}
