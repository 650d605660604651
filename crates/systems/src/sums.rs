//! The results of sessions as exact sums, which can be merged in any order without loss.

use odds::Moments;
use rules::Refusal;
use std::{collections::BTreeMap, ops::AddAssign};

/// The results of the wagers of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wagered {
    /// How many were decided.
    pub decided: u64,
    /// What was staked on them, in cents.
    pub staked: i64,
    /// What they won less what they lost, in cents, without vigorish charged separately.
    pub net: i64,
}

impl AddAssign for Wagered {
    fn add_assign(&mut self, other: Wagered) {
        self.decided += other.decided;
        self.staked += other.staked;
        self.net += other.net;
    }
}

/// How often a rule acted, and how often it could not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Acted {
    /// How often it acted.
    pub done: u64,
    /// How often the table refused it.
    pub refused: u64,
    /// The reason for the first refusal.
    pub why: Option<Refusal>,
}

/// The result of one session of one system.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// What it won in total, in cents.
    pub net: i64,
    /// How many rounds it lasted.
    pub rounds: u32,
    /// The reason why it ended.
    pub end: String,
    /// Whether it ended for lack of chips.
    pub is_broke: bool,
    /// The longest run of lost rounds.
    pub longest: u32,
    /// The largest wager, in cents.
    pub largest: i64,
    /// How many stakes were changed to fit the table's limits.
    pub fitted: u64,
    /// How many acts in a round were left undone for lack of chips.
    pub short: u64,
    /// Whether a charge was rounded.
    pub is_rounded: bool,
    /// Whether a wager was taken back.
    pub took_back: bool,
    /// The results of its wagers, by kind.
    pub wagers: BTreeMap<&'static str, Wagered>,
    /// What each of its rules did.
    pub acted: Vec<Acted>,
}

/// The sums of one system's sessions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// How many sessions there were.
    pub sessions: u64,
    /// What they won, in cents.
    pub net: Moments,
    /// How many rounds they lasted.
    pub rounds: Moments,
    /// The longest run of lost rounds in each session.
    pub losing: Moments,
    /// How many of them made no wager.
    pub idle: u64,
    /// How many ended for lack of chips.
    pub broke: u64,
    /// How often sessions ended for each reason.
    pub ends: BTreeMap<String, u64>,
    /// How often each result occurred, in cents.
    pub results: BTreeMap<i64, u64>,
    /// How often each number of rounds occurred.
    pub lengths: BTreeMap<i64, u64>,
    /// How often each longest run of losses occurred.
    pub runs: BTreeMap<i64, u64>,
    /// The largest wager of all, in cents.
    pub largest: i64,
    /// How many stakes were changed to fit the table's limits.
    pub fitted: u64,
    /// How many acts in a round were left undone for lack of chips.
    pub short: u64,
    /// Whether a charge was rounded.
    pub is_rounded: bool,
    /// Whether a wager was taken back.
    pub took_back: bool,
    /// The results of the wagers, by kind.
    pub wagers: BTreeMap<&'static str, Wagered>,
    /// For each pair of kinds, the sum over the sessions of the product of the stakes. The empty kind stands for what
    /// the session won.
    products: BTreeMap<(&'static str, &'static str), i128>,
    /// How often each rule acted or was refused.
    pub acted: Vec<Acted>,
}

impl Sums {
    /// Adds one session.
    pub fn add(&mut self, one: &Ended) {
        self.sessions += 1;
        self.net.add_times(1, one.net);
        self.rounds.add_times(1, one.rounds.into());
        self.losing.add_times(1, one.longest.into());
        self.idle += u64::from(one.wagers.is_empty());
        self.broke += u64::from(one.is_broke);
        *self.ends.entry(one.end.clone()).or_default() += 1;
        *self.results.entry(one.net).or_default() += 1;
        *self.lengths.entry(one.rounds.into()).or_default() += 1;
        *self.runs.entry(one.longest.into()).or_default() += 1;
        self.largest = self.largest.max(one.largest);
        self.fitted += one.fitted;
        self.short += one.short;
        self.is_rounded |= one.is_rounded;
        self.took_back |= one.took_back;
        for (kind, wagered) in &one.wagers {
            *self.wagers.entry(kind).or_default() += *wagered;
        }
        let all = || one.wagers.iter().map(|(&kind, w)| (kind, w.staked)).chain([("", one.net)]);
        for (kind, amount) in all() {
            for (other, other_amount) in all().filter(|(other, _)| kind <= *other) {
                *self.products.entry((kind, other)).or_default() +=
                    i128::from(amount) * i128::from(other_amount);
            }
        }
        self.add_acts(&one.acted);
    }

    fn add_acts(&mut self, acted: &[Acted]) {
        self.acted.resize(acted.len().max(self.acted.len()), Acted::default());
        for (sum, one) in self.acted.iter_mut().zip(acted) {
            sum.done += one.done;
            sum.refused += one.refused;
            sum.why = sum.why.or(one.why);
        }
    }

    /// Adds the sums of other sessions.
    pub fn merge(&mut self, other: &Sums) {
        self.sessions += other.sessions;
        self.net.merge(&other.net);
        self.rounds.merge(&other.rounds);
        self.losing.merge(&other.losing);
        self.idle += other.idle;
        self.broke += other.broke;
        other.ends.iter().for_each(|(end, n)| *self.ends.entry(end.clone()).or_default() += n);
        for (sum, more) in [
            (&mut self.results, &other.results),
            (&mut self.lengths, &other.lengths),
            (&mut self.runs, &other.runs),
        ] {
            more.iter().for_each(|(value, n)| *sum.entry(*value).or_default() += n);
        }
        self.largest = self.largest.max(other.largest);
        self.fitted += other.fitted;
        self.short += other.short;
        self.is_rounded |= other.is_rounded;
        self.took_back |= other.took_back;
        other.wagers.iter().for_each(|(kind, more)| *self.wagers.entry(kind).or_default() += *more);
        other.products.iter().for_each(|(kinds, more)| *self.products.entry(*kinds).or_default() += more);
        self.add_acts(&other.acted);
    }

    /// The total staked on all wagers, in cents.
    pub fn staked(&self) -> i64 {
        self.wagers.values().map(|wagered| wagered.staked).sum()
    }

    /// The share of all stakes that the house kept.
    pub fn edge(&self) -> Option<f64> {
        let staked = self.staked() as f64;
        (staked > 0.0).then(|| -(self.net.sum as f64) / staked)
    }

    /// The standard error of the edge; `None` for a single session.
    pub fn edge_error(&self) -> Option<f64> {
        let (edge, staked) = (self.edge()?, self.staked() as f64);
        // For the ratio of two means, the error is that of what each session lost beyond its expected share.
        let all: Vec<(&str, f64)> = self.wagers.keys().map(|&kind| (kind, edge)).collect();
        Some(self.error_of(&all)? / (staked / self.sessions as f64))
    }

    /// The house edge to be expected if the kinds of wagers have these edges, and how many standard errors the actual
    /// result lies above it. A kind without an edge counts as part of another kind.
    pub fn against(&self, edges: &BTreeMap<&'static str, f64>) -> Option<(f64, f64)> {
        let staked = self.staked() as f64;
        let all: Vec<(&str, f64)> = edges.iter().map(|(&kind, &edge)| (kind, edge)).collect();
        let expected: f64 = all.iter().map(|(kind, edge)| edge * self.staked_on(kind)).sum();
        let (error, sessions) = (self.error_of(&all)?, self.sessions as f64);
        let off = (-(self.net.sum as f64) - expected) / sessions;
        (staked > 0.0 && error > 0.0).then(|| (expected / staked, off / error))
    }

    fn staked_on(&self, kind: &str) -> f64 {
        self.wagers.get(kind).map_or(0.0, |wagered| wagered.staked as f64)
    }

    /// The standard error of the mean of what a session won plus these fractions of its stakes, in cents.
    fn error_of(&self, parts: &[(&str, f64)]) -> Option<f64> {
        if self.sessions < 2 {
            return None;
        }
        let n = self.sessions as f64;
        let terms: Vec<(&str, f64)> = parts.iter().copied().chain([("", 1.0)]).collect();
        let product = |one: &str, other: &str| {
            let key = if one <= other { (one, other) } else { (other, one) };
            let found = self.products.iter().find(|(kinds, _)| **kinds == key);
            found.map_or(0.0, |(_, sum)| *sum as f64)
        };
        let mean: f64 = terms
            .iter()
            .map(
                |(kind, part)| {
                    if kind.is_empty() { self.net.sum as f64 } else { part * self.staked_on(kind) }
                },
            )
            .sum::<f64>()
            / n;
        let mut square = 0.0;
        for (one, part) in &terms {
            for (other, other_part) in &terms {
                square += part * other_part * product(one, other);
            }
        }
        let variance = (square / n - mean * mean).max(0.0) * n / (n - 1.0);
        Some((variance / n).sqrt())
    }

    /// The result that this fraction of the sessions did not exceed, in cents.
    pub fn quantile(&self, part: f64) -> i64 {
        quantile(&self.results, self.sessions, part)
    }

    /// The number of rounds that this fraction of the sessions did not exceed.
    pub fn length(&self, part: f64) -> i64 {
        quantile(&self.lengths, self.sessions, part)
    }

    /// The fraction of the sessions that won more than this.
    pub fn part_above(&self, cents: i64) -> f64 {
        let above: u64 = self.results.range(cents + 1..).map(|(_, n)| n).sum();
        above as f64 / self.sessions.max(1) as f64
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn quantile(values: &BTreeMap<i64, u64>, all: u64, part: f64) -> i64 {
    let wanted = ((all as f64 * part).ceil() as u64).max(1);
    let mut seen = 0;
    for (&value, &n) in values {
        seen += n;
        if seen >= wanted {
            return value;
        }
    }
    values.keys().next_back().copied().unwrap_or(0)
}
