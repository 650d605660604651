//! Simulation: rounds played by the rules, on all cores, the same for a seed whatever the number of cores.

use crate::{Fraction, Offered, Unsolved, Way, engine::Engine};
use rayon::prelude::*;
use rules::{Game, Money};
use std::{
    ops::Range,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

/// How many rounds one stream of chance plays.
const CHUNK: u64 = 1 << 14;
/// At how many points the course of the estimates is kept.
const POINTS: u64 = 256;
/// After how many chunks a run may first be precise enough.
const FIRST_WAVE: u64 = 64;

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
    /// Which part of the rounds is played.
    pub shard: Shard,
    /// The standard error, per unit staked, at which the run ends before all rounds are played.
    pub until_error: Option<f64>,
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

/// A part of the rounds of a plan: parts are independent, and their sums merge to those of the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 1.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All rounds.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// The chunks of this part.
    fn chunks(self, rounds: u64) -> Range<u64> {
        let all = u128::from(rounds.div_ceil(CHUNK));
        let at = |part: u64| {
            let chunk = all * u128::from(part) / u128::from(self.of);
            u64::try_from(chunk).expect("no more than all")
        };
        at(self.part - 1)..at(self.part)
    }
}

/// How far a simulation has come, for whoever watches it; and a way to end it.
#[derive(Debug, Default)]
pub struct Progress {
    done: Mutex<Vec<Moments>>,
    stop: AtomicBool,
}

impl Progress {
    /// The sums so far.
    pub fn moments(&self) -> Vec<Moments> {
        self.done.lock().expect("nobody panics in between").clone()
    }

    /// How many rounds were played so far.
    pub fn rounds(&self) -> u64 {
        self.moments().first().map_or(0, |first| first.count)
    }

    /// Ends the run with what is complete. Says whether it was to end already.
    pub fn stop(&self) -> bool {
        self.stop.swap(true, Ordering::Relaxed)
    }

    /// Whether the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn add(&self, chunk: &[Moments]) {
        let mut done = self.done.lock().expect("nobody panics in between");
        done.resize(chunk.len(), Moments::default());
        done.iter_mut().zip(chunk).for_each(|(sum, chunk)| sum.merge(chunk));
    }
}

impl<G: Game> Plan<G> {
    /// One round without wagers at a table with these options: the rest is to be filled in.
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

    /// Into how many shards it can be cut at most.
    pub fn most_shards(&self) -> u64 {
        self.rounds.div_ceil(CHUNK)
    }

    /// How many rounds its shard has.
    pub fn shard_rounds(&self) -> u64 {
        let Range { start, end } = self.shard.chunks(self.rounds);
        (end * CHUNK).min(self.rounds) - (start * CHUNK).min(self.rounds)
    }

    /// Runs it on so many threads (0: all cores).
    pub fn run(&self, threads: usize, progress: &Progress) -> Result<Simulation, Unsolved> {
        let engine = Engine::of(self)?;
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let moments = vec![Moments::default(); self.bets.len()];
        let mut simulation = Simulation { moments, way: engine.way(), course: Vec::new() };
        for wave in self.waves() {
            let part = (wave.end - wave.start).div_ceil(POINTS).max(1);
            let parts: Vec<Range<u64>> = (wave.start..wave.end)
                .step_by(usize::try_from(part).unwrap_or(usize::MAX))
                .map(|at| at..(at + part).min(wave.end))
                .collect();
            let sums: Result<Vec<Vec<Moments>>, Unsolved> = pool
                .install(|| parts.into_par_iter().map(|part| self.part(&engine, part, progress)).collect());
            for part in sums? {
                if part.first().is_some_and(|first| first.count > 0) {
                    simulation.moments.iter_mut().zip(&part).for_each(|(sum, part)| sum.merge(part));
                    simulation.course.push(simulation.moments.clone());
                }
            }
            if progress.is_stopped() || self.is_precise(&simulation.moments) {
                break;
            }
        }
        Ok(simulation)
    }

    /// The chunks between which the run may end because it is precise enough: each wave is as long as all before it, so the
    /// result is the same on any number of threads, and at most twice as long as it need be.
    fn waves(&self) -> Vec<Range<u64>> {
        let all = self.shard.chunks(self.rounds);
        if self.until_error.is_none() {
            return vec![all];
        }
        let mut waves = Vec::new();
        let (mut start, mut length) = (all.start, FIRST_WAVE);
        while start < all.end {
            let end = (start + length).min(all.end);
            waves.push(start..end);
            (start, length) = (end, end - all.start);
        }
        waves
    }

    /// Whether every wager's standard error is small enough.
    fn is_precise(&self, moments: &[Moments]) -> bool {
        self.until_error.is_some_and(|error| {
            self.bets.iter().zip(moments).all(|((_, stake), sum)| sum.standard_error(*stake) <= error)
        })
    }

    fn part(
        &self,
        engine: &Engine,
        chunks: Range<u64>,
        progress: &Progress,
    ) -> Result<Vec<Moments>, Unsolved> {
        let (mut moments, mut counts) = (vec![Moments::default(); self.bets.len()], Vec::new());
        for chunk in chunks.take_while(|_| !progress.is_stopped()) {
            let rounds = CHUNK.min(self.rounds - chunk * CHUNK);
            let mut sums = vec![Moments::default(); self.bets.len()];
            engine.play(self, chunk, rounds, &mut counts, &mut sums)?;
            moments.iter_mut().zip(&sums).for_each(|(sum, chunk)| sum.merge(chunk));
            progress.add(&sums);
        }
        Ok(moments)
    }
}
