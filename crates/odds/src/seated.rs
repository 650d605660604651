//! Several wagers at one table, each by a patron of its own, and the course of their rounds by the rules.

use crate::{
    Priced, Staked, Unsolved,
    exact::wheel::lay,
    offers::offered_to,
    round::{Tally, usual_step},
    steps::Steps,
};
use rules::{
    Act, Actor, Citation, Event, EventOf, Game, Input, InputOf, Kinds, Money, Nobody, Observer, Patron,
    Refusal,
};
use std::ops::Range;

/// What each patron does to wager.
pub struct Seated<'a, G: Game> {
    bets: &'a [Staked<G>],
    acts: Vec<Vec<InputOf<G>>>,
}

/// A table in a round: which wagers wait for their moment, and what each patron has gained so far, in cents.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Round<G> {
    pub table: G,
    pub waiting: Vec<bool>,
    pub nets: Vec<i64>,
}

/// Why a round does not go on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The equipment must show something.
    Equipment,
    /// Every wager was made and has left the layout, and the table is ready for the next.
    Over,
}

/// Who wagers in a round, and how it goes on: patrons with one wager each ([`Seated`]), or one patron with several
/// ([`Together`](crate::together::Together)).
pub trait Playing<G> {
    /// Makes wagers as soon as the table takes them and does the usual, until the equipment is to show something or the
    /// round is over.
    fn go_on(&self, round: &mut Round<G>) -> Result<Stop, Unsolved>;

    /// The equipment shows something.
    fn show(&self, round: &mut Round<G>, chance: G::Chance) -> Result<(), Unsolved>
    where
        G: Game;
}

impl<G: Priced> Playing<G> for Seated<'_, G> {
    fn go_on(&self, round: &mut Round<G>) -> Result<Stop, Unsolved> {
        Seated::go_on(self, round)
    }

    fn show(&self, round: &mut Round<G>, chance: G::Chance) -> Result<(), Unsolved> {
        Seated::show(self, round, chance)
    }
}

/// Wagers of one table, and their patrons.
pub type AtTable<'a, G> = (Range<usize>, Result<Seated<'a, G>, Unsolved>);

impl<'a, G: Priced> Seated<'a, G> {
    /// The patrons of these wagers at a table that is ready for them.
    pub fn new(bets: &'a [Staked<G>], ready: &G) -> Result<Seated<'a, G>, Unsolved> {
        let mut table = ready.clone();
        let seat = |(at, bet)| seat(&mut table, ready, at, bet);
        Ok(Seated { bets, acts: bets.iter().enumerate().map(seat).collect::<Result<_, _>>()? })
    }

    /// The same at as many tables as it takes, with the wagers of each; an error for a wager that no table takes.
    pub fn at_tables(bets: &'a [Staked<G>], ready: &G) -> Vec<AtTable<'a, G>> {
        let (mut all, mut first) = (Vec::new(), 0);
        while first < bets.len() {
            let (mut table, mut acts) = (ready.clone(), Vec::new());
            let seat = |(at, bet)| seat(&mut table, ready, at, bet).map(|placing| acts.push(placing)).err();
            let refused = bets[first..].iter().enumerate().find_map(seat);
            let wagers = first..first + acts.len().max(1);
            first = wagers.end;
            all.push(match refused {
                Some(why) if acts.is_empty() => (wagers, Err(why)),
                _ => (wagers.clone(), Ok(Seated { bets: &bets[wagers], acts })),
            });
        }
        all
    }

    /// The patrons of wagers that somebody else makes for them: the first of the first wager, and so on.
    pub fn watching(bets: &'a [Staked<G>]) -> Seated<'a, G> {
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
        let mut steps = Steps::until("waiting for its equipment or at the end of the round");
        loop {
            steps.take()?;
            if table.awaits_wagers() {
                let mut refused = None;
                for (at, waits) in waiting.iter_mut().enumerate().filter(|(_, waits)| **waits) {
                    let placed = place_all(table, &self.acts[at], &mut self.observer(nets));
                    refused = refused.or(placed.err());
                    *waits = placed.is_err();
                }
                match refused {
                    Some(refusal) if G::ROLLS.is_none() => return Err(Unsolved::Refused(refusal)),
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

/// A patron, counted from the first, sits down at the first seat that is free and wagers; how he does it. A wager that no fresh
/// table takes is tried on one that does.
fn seat<G: Priced>(
    table: &mut G,
    ready: &G,
    at: usize,
    (offered, stake): &Staked<G>,
) -> Result<Vec<InputOf<G>>, Unsolved> {
    let patron = Patron(u16::try_from(at + 1).map_err(|_| Unsolved::Stuck)?);
    let first = offered.beside.unwrap_or(offered.wager);
    let mut offers = offered_to(table, patron).into_iter();
    let seat = offers.find(|o| o.wager == first).map_or(offered.seat, |o| o.seat);
    let placing: Vec<_> = offered.placing::<G>(patron, seat, *stake).collect();
    if offered.course.is_some() {
        lay(&mut ready.clone(), offered, *stake, &mut Tally::default())?;
    } else {
        placing.iter().try_for_each(|&input| table.apply(input, &mut Nobody)).map_err(Unsolved::Refused)?;
    }
    Ok(placing)
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
