//! What is kept about many rounds: exact integers that can be merged in any order without loss.

use super::{round::Outcome, tables::class};
use crate::Summed;
use std::collections::BTreeMap;

/// The lowest and the highest true count that are distinguished.
pub const COUNTS: std::ops::RangeInclusive<i32> = -10..=10;
/// How many true counts that is.
pub(super) const BINS: usize = 21;

/// The index of a true count.
pub(super) fn bin(count: i32) -> usize {
    usize::try_from(count.clamp(*COUNTS.start(), *COUNTS.end()) - COUNTS.start()).unwrap_or(0)
}

/// Sums of rounds, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// How many rounds.
    pub rounds: u64,
    /// What was wagered before the deal.
    pub initial: i128,
    /// What was won in total.
    pub net: i128,
    /// The sums of the squares of what was won, of the squares of what was wagered, and of their products.
    pub squares: [i128; 3],
}

impl Line {
    #[inline(always)]
    fn add(&mut self, net: i64, initial: i64) {
        self.add_times(net, initial, 1);
    }

    #[inline(always)]
    fn add_times(&mut self, net: i64, initial: i64, times: u64) {
        let (net, initial, rounds) = (i128::from(net), i128::from(initial), i128::from(times));
        self.rounds += times;
        self.initial += initial * rounds;
        self.net += net * rounds;
        self.squares[0] += net * net * rounds;
        self.squares[1] += initial * initial * rounds;
        self.squares[2] += net * initial * rounds;
    }

    fn merge(&mut self, other: &Line) {
        self.rounds += other.rounds;
        self.initial += other.initial;
        self.net += other.net;
        self.squares.iter_mut().zip(other.squares).for_each(|(sum, more)| *sum += more);
    }

    /// The average win per unit wagered before the deal; `None` if nothing was wagered.
    pub fn mean(&self) -> Option<f64> {
        (self.initial > 0).then(|| self.net as f64 / self.initial as f64)
    }

    /// The standard error of the mean, estimated from the sample: rounds are independent, or nearly so, and wagers may
    /// vary.
    pub fn standard_error(&self) -> Option<f64> {
        let (n, mean) = (self.rounds as f64, self.mean()?);
        let [net, initial, both] = self.squares.map(|sum| sum as f64);
        let spread = (net - 2.0 * mean * both + mean * mean * initial).max(0.0);
        (self.rounds > 1).then(|| (spread * n / (n - 1.0)).sqrt() / self.initial as f64)
    }

    /// The mean and the standard deviation of a round, in cents.
    pub fn round(&self) -> (f64, f64) {
        let n = self.rounds.max(1) as f64;
        let mean = self.net as f64 / n;
        (mean, (self.squares[0] as f64 / n - mean * mean).max(0.0).sqrt())
    }
}

/// What is kept about many rounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// All wagers against the dealer, including insurance.
    pub all: Line,
    /// The additional wagers.
    pub additional: Line,
    /// What was wagered in total: initial wagers, doubling, splitting and insurance.
    pub wagered: i128,
    /// How many rounds were won, came out even, and were lost.
    pub rounds: [u64; 3],
    /// How many boxes were dealt to.
    pub boxes: u64,
    /// How many boxes had a blackjack.
    pub blackjacks: u64,
    /// How many hands were doubled.
    pub doubled: u64,
    /// How many splits were made.
    pub split: u64,
    /// How many hands were surrendered.
    pub surrendered: u64,
    /// How many hands went over 21.
    pub busted: u64,
    /// How many boxes were insured.
    pub insured: u64,
    /// How many shoes were begun.
    pub shoes: u64,
    /// By the true count before the round, if cards are counted.
    pub by_count: Vec<Line>,
    /// How many sessions ended with each result, in cents.
    pub sessions: BTreeMap<i64, u64>,
    /// How many sessions were ruined.
    pub ruined: u64,
    /// How many sessions reached their goal first.
    pub reached: u64,
}

impl Summed for Sums {
    type Point = Line;

    fn merge(&mut self, other: &Sums) {
        self.all.merge(&other.all);
        self.additional.merge(&other.additional);
        self.wagered += other.wagered;
        self.rounds.iter_mut().zip(other.rounds).for_each(|(sum, more)| *sum += more);
        self.boxes += other.boxes;
        self.blackjacks += other.blackjacks;
        self.doubled += other.doubled;
        self.split += other.split;
        self.surrendered += other.surrendered;
        self.busted += other.busted;
        self.insured += other.insured;
        self.shoes += other.shoes;
        self.by_count.resize(self.by_count.len().max(other.by_count.len()), Line::default());
        self.by_count.iter_mut().zip(&other.by_count).for_each(|(sum, more)| sum.merge(more));
        for (&net, times) in &other.sessions {
            *self.sessions.entry(net).or_insert(0) += times;
        }
        self.ruined += other.ruined;
        self.reached += other.reached;
    }

    fn rounds(&self) -> u64 {
        self.all.rounds
    }

    fn point(&self) -> Line {
        self.all
    }
}

impl Sums {
    /// Adds rounds of one box in which nothing rare happened, all with the same end.
    #[inline(always)]
    pub(super) fn add_quick(&mut self, net: i64, stake: i64, left: u8, times: u64) {
        let is_doubled = left & class::DOUBLED != 0;
        self.all.add_times(net, stake, times);
        self.wagered += i128::from(stake) * i128::from(times) * if is_doubled { 2 } else { 1 };
        self.rounds[usize::from(net < 0) * 2 + usize::from(net == 0)] += times;
        self.boxes += times;
        self.blackjacks += if left == class::BLACKJACK { times } else { 0 };
        self.surrendered += if left == class::SURRENDERED { times } else { 0 };
        self.doubled += if is_doubled { times } else { 0 };
        self.busted += if left & (class::DOUBLED - 1) == class::BUST { times } else { 0 };
    }

    pub(super) fn add(&mut self, out: &Outcome, boxes: u64, side_stake: i64) {
        self.all.add(out.net, out.initial);
        self.wagered += i128::from(out.wagered);
        self.rounds[usize::from(out.net < 0) * 2 + usize::from(out.net == 0)] += 1;
        if side_stake > 0 {
            self.additional.add(out.side, side_stake);
        }
        self.boxes += boxes;
        self.blackjacks += out.blackjacks;
        self.doubled += out.doubled;
        self.split += out.split;
        self.surrendered += out.surrendered;
        self.busted += out.busted;
        self.insured += out.insured;
    }

    pub(super) fn add_count(&mut self, bin: usize, net: i64, initial: i64) {
        if self.by_count.is_empty() {
            self.by_count = vec![Line::default(); BINS];
        }
        self.by_count[bin].add(net, initial);
    }

    /// How many sessions there were.
    pub fn sessions_played(&self) -> u64 {
        self.sessions.values().sum()
    }

    /// The result that this fraction of all sessions does not exceed, in cents.
    pub fn quantile(&self, part: f64) -> Option<i64> {
        let rank = (self.sessions_played() as f64 * part).ceil().max(1.0);
        let mut seen = 0;
        self.sessions.iter().find_map(|(&net, &times)| {
            seen += times;
            (seen as f64 >= rank).then_some(net)
        })
    }
}
