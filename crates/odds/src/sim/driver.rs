//! The driver of every simulation: runs chunks of rounds on all cores, in shards, until the result is precise enough or
//! somebody stops it. For a given seed a chunk is the same on any thread, so a run is the same on any number of
//! threads.

use rayon::prelude::*;
use std::{
    ops::Range,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// At how many points intermediate estimates are kept.
const POINTS: u64 = 256;
/// After approximately how many rounds a run may first be precise enough.
const FIRST_WAVE: u64 = 1 << 20;

/// Exact sums over rounds, which can be merged in any order without loss.
pub trait Summed: Default + Send {
    /// What is shown of them along the way.
    type Point;
    /// Adds the sums of other rounds.
    fn merge(&mut self, other: &Self);
    /// The number of rounds summed so far.
    fn rounds(&self) -> u64;
    /// What is shown of them.
    fn point(&self) -> Self::Point;
}

/// A part of the rounds of a plan. Parts are independent, and their sums merge into those of the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The number of the part, from 1.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
}

impl Shard {
    /// The only shard of a whole simulation.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };
}

/// The progress of a simulation, for observers, and a way to stop it.
#[derive(Debug, Default)]
pub struct Progress<S> {
    done: Mutex<S>,
    stop: AtomicBool,
}

impl<S: Summed> Progress<S> {
    /// What is shown of the sums so far.
    pub fn point(&self) -> S::Point {
        self.see(S::point)
    }

    /// How many rounds have been played so far.
    pub fn rounds(&self) -> u64 {
        self.see(S::rounds)
    }

    /// Ends the run with what is complete. Returns whether it was already asked to end.
    pub fn stop(&self) -> bool {
        self.stop.swap(true, Ordering::Relaxed)
    }

    /// Whether the run has been asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn see<T>(&self, of: impl FnOnce(&S) -> T) -> T {
        of(&self.done.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, chunk: &S) {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).merge(chunk);
    }
}

/// The rounds of a run, divided into chunks.
#[derive(Clone, Copy, Debug)]
pub struct Chunks {
    /// The number of rounds, over all shards.
    pub rounds: u64,
    /// How many rounds are played with one random stream.
    pub length: u64,
    /// Which part of them is played.
    pub shard: Shard,
    /// The standard error at which the run ends early.
    pub until_error: Option<f64>,
}

impl Chunks {
    /// The most shards into which they can be divided.
    pub fn most_shards(&self) -> u64 {
        self.rounds.div_ceil(self.length)
    }

    /// How many rounds the shard has.
    pub fn shard_rounds(&self) -> u64 {
        let Range { start, end } = self.of_shard();
        let rounds = |chunks: u64| chunks.saturating_mul(self.length).min(self.rounds);
        rounds(end) - rounds(start)
    }

    /// The chunks of the shard.
    fn of_shard(&self) -> Range<u64> {
        let all = u128::from(self.most_shards());
        let at = |part: u64| {
            let chunk = all * u128::from(part) / u128::from(self.shard.of);
            u64::try_from(chunk).expect("no more than all")
        };
        at(self.shard.part - 1)..at(self.shard.part)
    }

    /// Plays the chunks on this many threads (0: all cores); returns their sums, and how these grew. Each part of the
    /// run has its own player, which is given the number of a chunk and its number of rounds, and adds up the results;
    /// `error` is the standard error so far.
    pub fn run<S: Summed, E: Send, P: FnMut(u64, u64, &mut S) -> Result<(), E>>(
        &self,
        threads: usize,
        progress: &Progress<S>,
        player: impl Fn() -> P + Sync,
        error: impl Fn(&S) -> f64,
    ) -> Result<(S, Vec<S::Point>), E> {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let (mut sums, mut course) = (S::default(), Vec::new());
        for wave in self.waves() {
            let part = (wave.end - wave.start).div_ceil(POINTS).max(1);
            let parts: Vec<Range<u64>> = (wave.start..wave.end)
                .step_by(usize::try_from(part).unwrap_or(usize::MAX))
                .map(|at| at..(at + part).min(wave.end))
                .collect();
            let played: Result<Vec<S>, E> = pool
                .install(|| parts.into_par_iter().map(|part| self.part(part, progress, player())).collect());
            for part in played?.iter().filter(|part| part.rounds() > 0) {
                sums.merge(part);
                course.push(sums.point());
            }
            if progress.is_stopped() || self.until_error.is_some_and(|enough| error(&sums) <= enough) {
                break;
            }
        }
        Ok((sums, course))
    }

    /// The chunks between which the run may end because it is precise enough. Each wave is as long as all previous ones
    /// together, so the result is the same on any number of threads, and the run is at most twice as long as necessary.
    fn waves(&self) -> Vec<Range<u64>> {
        let all = self.of_shard();
        if self.until_error.is_none() {
            return vec![all];
        }
        let mut waves = Vec::new();
        let (mut start, mut length) = (all.start, FIRST_WAVE.div_ceil(self.length));
        while start < all.end {
            let end = (start + length).min(all.end);
            waves.push(start..end);
            (start, length) = (end, end - all.start);
        }
        waves
    }

    fn part<S: Summed, E>(
        &self,
        chunks: Range<u64>,
        progress: &Progress<S>,
        mut play: impl FnMut(u64, u64, &mut S) -> Result<(), E>,
    ) -> Result<S, E> {
        let mut sums = S::default();
        for chunk in chunks.take_while(|_| !progress.is_stopped()) {
            let mut played = S::default();
            play(chunk, self.length.min(self.rounds - chunk * self.length), &mut played)?;
            sums.merge(&played);
            progress.add(&played);
        }
        Ok(sums)
    }
}
