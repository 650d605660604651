//! What is kept about many rounds: exact integers that can be merged in any order without loss.

use super::tables::{Gains, class};
use crate::Summed;
use std::collections::BTreeMap;

/// The lowest and the highest true count that are distinguished.
pub const COUNTS: std::ops::RangeInclusive<i32> = -10..=10;
/// How many true counts that is.
pub(super) const BINS: usize = 21;

/// The most boxes.
pub(super) const MOST_BOXES: usize = 8;

/// The index of a true count.
pub(super) fn bin(count: i32) -> usize {
    usize::try_from(count.clamp(*COUNTS.start(), *COUNTS.end()) - COUNTS.start()).unwrap_or(0)
}

/// Sums of rounds, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The number of rounds.
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
    fn add(&mut self, net: i64, initial: i64, times: u64) {
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

/// What happened to boxes and hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Events {
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
}

impl Events {
    #[inline(always)]
    fn add(&mut self, other: &Events, times: u64) {
        self.boxes += other.boxes * times;
        self.blackjacks += other.blackjacks * times;
        self.doubled += other.doubled * times;
        self.split += other.split * times;
        self.surrendered += other.surrendered * times;
        self.busted += other.busted * times;
        self.insured += other.insured * times;
    }
}

/// The result of a round, in cents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// From the wagers against the dealer and insurance.
    pub net: i64,
    /// What was wagered before the deal.
    pub initial: i64,
    /// What was wagered in total, without additional wagers.
    pub wagered: i64,
    /// From the additional wagers, and what was wagered on them.
    pub side: i64,
    pub side_stake: i64,
    /// The results by box.
    pub by_box: [i64; MOST_BOXES],
    pub events: Events,
}

impl Outcome {
    /// The start of a round of so many boxes with this stake on each of the dealer's hands.
    #[inline(always)]
    pub(super) fn new(gains: &Gains, boxes: usize, spots: u8) -> Outcome {
        let initial = gains.stake * i64::from(spots) * boxes as i64;
        Outcome {
            initial,
            wagered: initial,
            side_stake: gains.additional * boxes as i64,
            events: Events { boxes: boxes as u64, ..Events::default() },
            ..Outcome::default()
        }
    }

    /// Adds the only hand of a box.
    #[inline(always)]
    pub(super) fn add(&mut self, place: usize, left: u8, ends: usize, gains: &Gains) {
        let doubled = u64::from(left & class::DOUBLED != 0);
        self.by_box[place] = gains.of(left, ends);
        self.net += self.by_box[place];
        self.wagered += if doubled > 0 { gains.stake } else { 0 };
        self.events.doubled += doubled;
        self.events.busted += u64::from(class::is_bust(left));
        self.events.blackjacks += u64::from(left == class::BLACKJACK);
        self.events.surrendered += u64::from(left == class::SURRENDERED);
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
    /// How many rounds were won, came out even, and were lost, of those with a wager.
    pub rounds: [u64; 3],
    /// What happened to boxes and hands.
    pub events: Events,
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
        self.events.add(&other.events, 1);
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
    /// Adds so many rounds with the same result, before which the true count was in this bin, if cards are counted.
    #[inline(always)]
    pub(super) fn add(&mut self, out: &Outcome, count: Option<usize>, times: u64) {
        self.all.add(out.net, out.initial, times);
        self.wagered += i128::from(out.wagered) * i128::from(times);
        if out.initial > 0 {
            self.rounds[usize::from(out.net < 0) * 2 + usize::from(out.net == 0)] += times;
        }
        if out.side_stake > 0 {
            self.additional.add(out.side, out.side_stake, times);
        }
        self.events.add(&out.events, times);
        if let Some(bin) = count {
            self.by_count.resize(BINS, Line::default());
            self.by_count[bin].add(out.net + out.side, out.initial, times);
        }
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
