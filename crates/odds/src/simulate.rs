//! Simulation: rounds played through the rules, on all cores, the same for a seed whatever the number of cores.

use crate::{
    Fraction, Offered, Unsolved, Way,
    engine::Engine,
    walk::Counts,
};
use rayon::prelude::*;
use rules::{Game, Money};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many rounds one stream of chance plays.
const CHUNK: u64 = 1 << 14;
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
    /// Adds so many rounds with this gain.
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
    /// Whether every input goes through the rules, though they could be compiled.
    pub through_rules: bool,
}

/// What a simulation found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulation {
    /// For each wager.
    pub moments: Vec<Moments>,
    /// How the rounds were played.
    pub way: Way,
    /// The same sums along the way, from the first part of the rounds to all of them.
    pub course: Vec<Vec<Moments>>,
}

impl<G: Game> Plan<G> {
    /// Runs it on so many threads (0: all cores). `done` counts the rounds played; `stop` ends the run early,
    /// with what was complete by then.
    pub fn run(&self, threads: usize, done: &AtomicU64, stop: &AtomicBool) -> Result<Simulation, Unsolved> {
        let engine = Engine::of(self)?;
        let chunks = self.rounds.div_ceil(CHUNK);
        let part = chunks.div_ceil(POINTS).max(1);
        let parts: Vec<u64> = (0..chunks.div_ceil(part)).collect();
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let sums: Result<Vec<Option<Vec<Moments>>>, Unsolved> = pool.install(|| {
            parts
                .par_iter()
                .map(|&at| self.part(&engine, at * part..((at + 1) * part).min(chunks), done, stop))
                .collect()
        });
        let mut simulation = Simulation {
            moments: vec![Moments::default(); self.bets.len()],
            way: engine.way(),
            course: Vec::new(),
        };
        for part in sums?.into_iter().flatten() {
            simulation.moments.iter_mut().zip(&part).for_each(|(sum, part)| sum.merge(part));
            simulation.course.push(simulation.moments.clone());
        }
        Ok(simulation)
    }

    fn part(
        &self,
        engine: &Engine,
        chunks: std::ops::Range<u64>,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Moments>>, Unsolved> {
        let (mut moments, mut counts) = (vec![Moments::default(); self.bets.len()], Counts::new());
        for chunk in chunks {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let rounds = CHUNK.min(self.rounds - chunk * CHUNK);
            engine.play(self, chunk, rounds, &mut counts, &mut moments)?;
            done.fetch_add(rounds, Ordering::Relaxed);
        }
        Ok(Some(moments))
    }
}
