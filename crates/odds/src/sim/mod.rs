//! Simulation: rounds played by the rules on all cores. For a given seed the results do not depend on the number of
//! cores.

#[cfg(test)]
mod agreement;
pub(crate) mod automaton;
pub(crate) mod draw;
pub(crate) mod driver;
pub(crate) mod engine;
pub(crate) mod parts;
pub(crate) mod supply;
pub(crate) mod walk;

pub use draw::{Generator, below};
pub use driver::{Chunks, Progress, Shard, Summed};
pub use engine::Way;

use crate::{Fraction, Prepared, Priced, Staked, Unsolved};
use engine::Engine;
use rules::Money;
use std::ops::Range;

/// How many rounds are played with one random stream.
const CHUNK: u64 = 1 << 14;

/// Exact running sums of a gain in cents, which can be merged in any order without loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// The number of rounds.
    pub count: u64,
    /// The sum of the gains.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Moments {
    /// Adds this many rounds with this gain.
    pub fn add_times(&mut self, times: u64, cents: i64) {
        let (rounds, cents) = (i128::from(times), i128::from(cents));
        self.count += times;
        self.sum += rounds * cents;
        self.squares += rounds * cents * cents;
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

    /// The standard error of the mean gain per unit staked, estimated from the sample.
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

/// What to simulate: several wagers at one table, each by its own patron.
#[derive(Clone, Debug)]
pub struct Plan<G: Priced> {
    /// The table's options.
    pub options: G::Options,
    /// The wagers with their stakes.
    pub bets: Vec<Staked<G>>,
    /// The number of rounds to play.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// Which part of the rounds is played.
    pub shard: Shard,
    /// The standard error, per unit staked, at which the run ends early.
    pub until_error: Option<f64>,
    /// Whether every input goes through the rules, even if they could be compiled.
    pub through_rules: bool,
}

/// The results of a simulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulation {
    /// The sums for each wager.
    pub moments: Vec<Moments>,
    /// How the rounds were played.
    pub way: Way,
    /// The same sums along the way, from the first part of the rounds to all of them.
    pub course: Vec<Vec<Moments>>,
}

impl Summed for Vec<Moments> {
    type Point = Vec<Moments>;

    fn merge(&mut self, other: &Vec<Moments>) {
        self.resize(other.len().max(self.len()), Moments::default());
        self.iter_mut().zip(other).for_each(|(sum, more)| sum.merge(more));
    }

    fn rounds(&self) -> u64 {
        self.first().map_or(0, |first| first.count)
    }

    fn point(&self) -> Vec<Moments> {
        self.clone()
    }
}

impl<G: Priced> Plan<G> {
    /// A plan with one round and no wagers at a table with these options: the caller fills in the rest.
    pub fn of(options: G::Options) -> Plan<G> {
        Plan {
            options,
            bets: Vec::new(),
            rounds: 1,
            seed: 47,
            shard: Shard::WHOLE,
            until_error: None,
            through_rules: false,
        }
    }

    /// The same plan with only some of its wagers.
    pub(crate) fn with_bets(&self, wagers: Range<usize>) -> Plan<G> {
        Plan { bets: self.bets[wagers].to_vec(), ..self.clone() }
    }

    /// The most shards into which it can be divided.
    pub fn most_shards(&self) -> u64 {
        self.chunks().most_shards()
    }

    /// How many rounds its shard has.
    pub fn shard_rounds(&self) -> u64 {
        self.chunks().shard_rounds()
    }

    fn chunks(&self) -> Chunks {
        let Plan { rounds, shard, until_error, .. } = *self;
        Chunks { rounds, length: CHUNK, shard, until_error }
    }

    /// Its table and wagers, prepared.
    pub fn prepare(&self) -> Result<Prepared<G>, Unsolved> {
        Prepared::of(self.options, self.bets.clone())
    }

    /// Prepares the plan, and runs it on this many threads (0: all cores).
    pub fn run(&self, threads: usize, progress: &Progress<Vec<Moments>>) -> Result<Simulation, Unsolved> {
        self.run_prepared(&self.prepare()?, threads, progress)
    }

    /// Runs the plan with what was [prepared](Plan::prepare) for it.
    pub fn run_prepared(
        &self,
        prepared: &Prepared<G>,
        threads: usize,
        progress: &Progress<Vec<Moments>>,
    ) -> Result<Simulation, Unsolved> {
        let engine = Engine::of(self, prepared.rounds())?;
        let none = || vec![Moments::default(); self.bets.len()];
        let player = || {
            let (engine, mut counts) = (&engine, Vec::new());
            move |chunk, rounds, sums: &mut Vec<Moments>| {
                *sums = none();
                engine.play(self, chunk, rounds, &mut counts, sums)
            }
        };
        let (mut moments, course) =
            self.chunks().run(threads, progress, player, |sums| self.largest_error(sums))?;
        moments.merge(&none());
        Ok(Simulation { moments, way: engine.way(), course })
    }

    /// The largest standard error among the wagers.
    fn largest_error(&self, sums: &[Moments]) -> f64 {
        let each = self.bets.iter().zip(sums).map(|((_, stake), sum)| sum.standard_error(*stake));
        each.fold(0.0, f64::max)
    }
}
