//! Simulation: rounds played through the rules, on all cores, the same for a seed whatever the number of cores.

use crate::{
    Fraction, Offered,
    course::has_courses,
    draw::Generator,
    exact::{Unsolved, lay},
    offers::offered_to,
    round::{Tally, ready, usual_input},
};
use rayon::prelude::*;
use rules::{
    Act, Actor, Awaits, Citation, Event, EventOf, Game, Input, InputOf, Kinds, Money, Patron, Refusal, Unseen,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many rounds one stream of chance plays.
const CHUNK: u64 = 1 << 12;
/// At how many points the course of the estimates is kept.
const POINTS: u64 = 256;

/// Exact running sums of a gain in cents: they merge in any order and lose nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// How many rounds.
    pub count: u64,
    /// The sum of the gains.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Moments {
    /// Adds a round.
    pub fn add(&mut self, gain: Money) {
        let cents = i128::from(gain.as_cents());
        self.count += 1;
        self.sum += cents;
        self.squares += cents * cents;
    }

    /// Adds other rounds.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean gain per unit staked, exactly as counted.
    pub fn mean(&self, stake: Money) -> Fraction {
        Fraction::new(self.sum, i128::from(self.count.max(1)) * i128::from(stake.as_cents()))
    }

    /// The standard error of the mean gain per unit staked, from the sample itself.
    pub fn standard_error(&self, stake: Money) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0);
        (variance / n).sqrt() / stake.as_cents() as f64
    }
}

/// What to simulate: several wagers at one table, each by a patron of its own.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// The table's options.
    pub options: G::Options,
    /// The wagers with their stakes.
    pub bets: Vec<(Offered<G::Wager>, Money)>,
    /// How many rounds.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
}

/// What a simulation found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulation {
    /// For each wager.
    pub moments: Vec<Moments>,
    /// The same sums along the way, from the first part of the rounds to all of them.
    pub course: Vec<Vec<Moments>>,
}

impl<G: Game> Plan<G> {
    /// Runs it on so many threads (0: all cores). `done` counts the rounds played; `stop` ends the run early,
    /// with what was complete by then.
    pub fn run(&self, threads: usize, done: &AtomicU64, stop: &AtomicBool) -> Result<Simulation, Unsolved> {
        let chunks = self.rounds.div_ceil(CHUNK);
        let part = chunks.div_ceil(POINTS).max(1);
        let parts: Vec<u64> = (0..chunks.div_ceil(part)).collect();
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let sums: Result<Vec<Option<Vec<Moments>>>, Unsolved> = pool.install(|| {
            parts
                .par_iter()
                .map(|&at| self.part(at * part..((at + 1) * part).min(chunks), done, stop))
                .collect()
        });
        let mut simulation =
            Simulation { moments: vec![Moments::default(); self.bets.len()], course: Vec::new() };
        for part in sums?.into_iter().flatten() {
            simulation.moments.iter_mut().zip(&part).for_each(|(sum, part)| sum.merge(part));
            simulation.course.push(simulation.moments.clone());
        }
        Ok(simulation)
    }

    fn part(
        &self,
        chunks: std::ops::Range<u64>,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Moments>>, Unsolved> {
        let mut moments = vec![Moments::default(); self.bets.len()];
        for chunk in chunks {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let rounds = CHUNK.min(self.rounds - chunk * CHUNK);
            let mut generator = Generator::new(Generator::seed(self.seed), chunk);
            let mut table = ready::<G>(self.options, &mut generator).ok_or(Unsolved::Stuck)?;
            let acts = self.acts(&table)?;
            for _ in 0..rounds {
                self.round(&mut table, &acts, &mut generator, &mut moments)?;
            }
            done.fetch_add(rounds, Ordering::Relaxed);
        }
        Ok(Some(moments))
    }

    /// What each patron does to wager, at the first seat that is free. Wagers that no fresh table takes are tried on one
    /// that does.
    fn acts(&self, table: &G) -> Result<Vec<Vec<InputOf<G>>>, Unsolved> {
        let fresh = table.clone();
        let mut table = table.clone();
        let mut acts = Vec::new();
        for (patron, (offered, stake)) in (1..).map(Patron).zip(&self.bets) {
            let first = offered.beside.unwrap_or(offered.wager);
            let mut offers = offered_to(&table, patron).into_iter();
            let seat = offers.find(|o| o.wager == first).map_or(offered.seat, |o| o.seat);
            let placing: Vec<_> = offered.placing::<G>(patron, seat, *stake).collect();
            if offered.course.is_some() {
                lay(&mut fresh.clone(), offered, *stake, &mut Tally::default())?;
            } else {
                for &input in &placing {
                    table.apply(input, &mut Unseen).map_err(Unsolved::Refused)?;
                }
            }
            acts.push(placing);
        }
        Ok(acts)
    }

    /// One round: every patron wagers, as soon as the table takes it; everyone does the usual, the equipment shows what
    /// it shows, until nothing lies on the layout; then on to the next wagers, a new shoe if need be.
    fn round(
        &self,
        table: &mut G,
        acts: &[Vec<InputOf<G>>],
        generator: &mut Generator,
        moments: &mut [Moments],
    ) -> Result<(), Unsolved> {
        let mut tallies = vec![Tally::default(); self.bets.len()];
        let whose = |patron: Patron| usize::from(patron.0) - 1;
        let mut post = |_: Citation, event: EventOf<G>| {
            let offered = match &event {
                Event::Settled { bet, .. } => &self.bets[whose(bet.patron)].0,
                _ => &self.bets[0].0,
            };
            if let Some((patron, gain)) = Tally::counted::<G>(&event, offered) {
                tallies[whose(patron)] += gain;
            }
        };
        let mut waiting: Vec<usize> = (0..acts.len()).collect();
        loop {
            if table.awaits() == Awaits::Wagers {
                let mut refused = None;
                waiting.retain(|&at| {
                    let placed = place_all(table, &acts[at], &mut post);
                    refused = refused.or(placed.err());
                    placed.is_err()
                });
                match refused {
                    Some(refusal) if !has_courses(G::NAME) => return Err(Unsolved::Refused(refusal)),
                    None if table.bets().is_empty() => break,
                    _ => {}
                }
            }
            let input = usual_input(table, generator).ok_or(Unsolved::Stuck)?;
            table.apply(input, &mut post).map_err(Unsolved::Refused)?;
        }
        moments.iter_mut().zip(&tallies).for_each(|(sum, tally)| sum.add(tally.net()));
        Ok(())
    }
}

/// A patron makes a wager and whatever it needs beside it. The last of them says whether it was made: what lies beside may
/// lie there already.
fn place_all<G: Game>(
    table: &mut G,
    placing: &[InputOf<G>],
    to: &mut impl rules::Observer<G>,
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
