//! Several wagers at one table, each by its own patron, and the play of their rounds by the rules.

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

/// The acts with which each patron wagers.
pub struct Seated<'a, G: Game> {
    bets: &'a [Staked<G>],
    acts: Vec<Vec<InputOf<G>>>,
}

/// A table during a round: which wagers wait for their moment, and each patron's gain so far, in cents.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Round<G> {
    pub table: G,
    pub waiting: Vec<bool>,
    pub nets: Vec<i64>,
}

/// Why a round does not continue by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The equipment must show something.
    Equipment,
    /// Every wager was made and has left the layout, and the table is ready for the next ones.
    Over,
}

/// Who wagers in a round, and how it continues: patrons with one wager each ([`Seated`]), or one patron with several
/// ([`Together`](crate::together::Together)).
pub trait Playing<G> {
    /// Makes wagers as soon as the table accepts them and takes the usual steps, until the equipment has to show
    /// something or the round is over.
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

/// A range of wagers at one table, and their patrons.
pub type AtTable<'a, G> = (Range<usize>, Result<Seated<'a, G>, Unsolved>);

impl<'a, G: Priced> Seated<'a, G> {
    /// The patrons of these wagers at a table that is ready for them.
    pub fn new(bets: &'a [Staked<G>], ready: &G) -> Result<Seated<'a, G>, Unsolved> {
        let mut table = ready.clone();
        let seat = |(at, bet)| seat(&mut table, ready, at, bet);
        Ok(Seated { bets, acts: bets.iter().enumerate().map(seat).collect::<Result<_, _>>()? })
    }

    /// The same at as many tables as necessary, with the wagers of each; an error for a wager that no table accepts.
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

    /// The patrons of wagers that are made for them elsewhere: the first patron has the first wager, and so on.
    pub fn watching(bets: &'a [Staked<G>]) -> Seated<'a, G> {
        Seated { bets, acts: vec![Vec::new(); bets.len()] }
    }

    /// A round that begins at this table.
    pub fn begin(&self, table: G) -> Round<G> {
        Round { table, waiting: vec![true; self.acts.len()], nets: vec![0; self.acts.len()] }
    }

    /// A round in which every wager is already made, with this gain so far for each patron.
    pub fn laid(&self, table: G, net: Money) -> Round<G> {
        let nets = vec![net.as_cents(); self.acts.len()];
        Round { table, waiting: vec![false; self.acts.len()], nets }
    }

    /// Every patron wagers as soon as the table accepts it, and everyone takes the usual steps, until the equipment has
    /// to show something or the round is over.
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

    /// An observer that adds up what each patron gains.
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

/// Seats a patron (counted from 0) at the first free seat and makes the wager; returns the acts that do this. A wager
/// that no fresh table accepts is tried at a table that does.
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

/// Makes a wager and whatever it requires beside it. The last of them decides whether it was made: the one beside it
/// may already be there.
fn place_all<G: Game>(
    table: &mut G,
    placing: &[InputOf<G>],
    to: &mut dyn Observer<G>,
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
