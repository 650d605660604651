//! The statistical tests, as described by Knuth (The Art of Computer Programming, 3.3.2) and NIST SP 800-22.

use schemars::JsonSchema;
use serde::Serialize;
use statrs::function::{erf::erfc, gamma::checked_gamma_ur};

/// What one test found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// The test.
    pub test: String,
    /// The stream or device that was tested.
    pub on: String,
    /// How many observations it counted.
    pub observations: u64,
    /// The statistic: chi-square, or a standard normal deviate.
    pub statistic: f64,
    /// Degrees of freedom of chi-square; none for a deviate.
    pub degrees: Option<u64>,
    /// How probable a statistic this extreme is if everything is chance.
    pub p: f64,
    /// Whether it passes at 99 %.
    pub passes: bool,
}

impl Check {
    fn new(test: &str, on: &str, observations: u64, statistic: f64, degrees: Option<u64>, p: f64) -> Check {
        let passes = p >= crate::LEVEL;
        Check { test: test.to_owned(), on: on.to_owned(), observations, statistic, degrees, p, passes }
    }

    /// A two-sided test of a standard normal deviate.
    pub fn deviate(test: &str, on: &str, observations: u64, z: f64) -> Check {
        Check::new(test, on, observations, z, None, erfc(z.abs() / std::f64::consts::SQRT_2))
    }

    /// Chi-square of observed counts against expected ones, with one degree of freedom less than there are cells.
    pub fn chi_square(test: &str, on: &str, cells: &[(u64, f64)]) -> Check {
        Check::scaled(test, on, cells, 1.0, cells.len() as u64 - 1)
    }

    /// Chi-square with an explicit factor and degrees of freedom.
    pub fn scaled(test: &str, on: &str, cells: &[(u64, f64)], factor: f64, degrees: u64) -> Check {
        let sum: f64 = cells.iter().map(|&(seen, due)| (seen as f64 - due).powi(2) / due).sum();
        let statistic = sum * factor;
        let p = checked_gamma_ur(degrees as f64 / 2.0, statistic / 2.0).unwrap_or(1.0);
        let observations = cells.iter().map(|&(seen, _)| seen).sum();
        Check::new(test, on, observations, statistic, Some(degrees), p)
    }

    /// Chi-square of counts whose cells have these probabilities.
    pub fn against(test: &str, on: &str, counts: &[u64], chances: impl Fn(usize) -> f64) -> Check {
        let all: u64 = counts.iter().sum();
        let cells: Vec<_> =
            counts.iter().enumerate().map(|(at, &seen)| (seen, all as f64 * chances(at))).collect();
        Check::chi_square(test, on, &cells)
    }
}

/// The counts taken from a stream of words.
#[derive(Default)]
pub struct Words {
    bits: u64,
    ones: u64,
    /// How many bits differ from the one before.
    changes: u64,
    last: Option<u64>,
    bytes: Vec<u64>,
    cells: Vec<u64>,
    gaps: Vec<u64>,
    gap: usize,
    hands: [u64; 5],
    hand: Vec<u64>,
    orders: Vec<u64>,
    five: Vec<u64>,
}

/// The number of cells in the equidistribution test.
const CELLS: u16 = 1000;
/// The longest gap with its own cell. A value below one tenth ends a gap.
const LONGEST: usize = 60;
/// The number of different values in a hand of the poker test.
const FACES: u64 = 10;

impl Words {
    /// Nothing counted yet.
    pub fn new() -> Words {
        Words {
            bytes: vec![0; 256],
            cells: vec![0; usize::from(CELLS)],
            gaps: vec![0; LONGEST + 1],
            orders: vec![0; 120],
            ..Words::default()
        }
    }

    /// Counts a word.
    pub fn take(&mut self, word: u64) {
        self.bits += 64;
        self.ones += u64::from(word.count_ones());
        // Bits are compared with their neighbors within the word, and the first bit with the last of the word before.
        self.changes += u64::from(((word ^ (word >> 1)) & (u64::MAX >> 1)).count_ones());
        if let Some(last) = self.last.replace(word >> 63) {
            self.changes += last ^ (word & 1);
        }
        word.to_le_bytes().iter().for_each(|&byte| self.bytes[usize::from(byte)] += 1);
        self.cells[below(word, CELLS.into())] += 1;
        if below(word, 10) == 0 {
            self.gaps[self.gap.min(LONGEST)] += 1;
            self.gap = 0;
        } else {
            self.gap += 1;
        }
        self.hand.push(below(word, FACES) as u64);
        if self.hand.len() == 5 {
            self.hand.sort_unstable();
            self.hand.dedup();
            self.hands[self.hand.len() - 1] += 1;
            self.hand.clear();
        }
        self.five.push(word);
        if self.five.len() == 5 {
            self.orders[order(&self.five)] += 1;
            self.five.clear();
        }
    }

    /// The seven tests of the stream.
    pub fn checks(&self, on: &str) -> Vec<Check> {
        let bits = self.bits as f64;
        let share = self.ones as f64 / bits;
        let runs = (self.changes + 1) as f64;
        let due = 2.0 * bits * share * (1.0 - share);
        let stirling = [1.0, 15.0, 25.0, 10.0, 1.0];
        let ways = |distinct: usize| (0..=distinct).map(|k| (FACES - k as u64) as f64).product::<f64>();
        vec![
            Check::deviate("frequency", on, self.bits, (2.0 * self.ones as f64 - bits) / bits.sqrt()),
            Check::deviate("runs", on, self.bits, (runs - due) / (2.0 * bits.sqrt() * share * (1.0 - share))),
            Check::against("serial, bytes", on, &self.bytes, |_| 1.0 / 256.0),
            Check::against("equidistribution", on, &self.cells, |_| 1.0 / f64::from(CELLS)),
            Check::against("gap", on, &self.gaps, |length| {
                let goes_on = 0.9_f64.powi(i32::try_from(length).unwrap_or(i32::MAX));
                if length == LONGEST { goes_on } else { 0.1 * goes_on }
            }),
            Check::against("poker", on, &self.hands, |at| stirling[at] * ways(at) / (FACES as f64).powi(5)),
            Check::against("permutation", on, &self.orders, |_| 1.0 / 120.0),
        ]
    }
}

/// Scales a word to a number below `n`. Only the tests use this: the devices use the floor's own scaling.
fn below(word: u64, n: u64) -> usize {
    usize::try_from((u128::from(word) * u128::from(n)) >> 64).expect("small")
}

/// The index of the order of five values among the 120 possible orders.
fn order(five: &[u64]) -> usize {
    (0..5).fold(0, |rank, at| {
        let smaller = five[at + 1..].iter().filter(|&&later| later < five[at]).count();
        rank * (5 - at) + smaller
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_the_tables() {
        // Abramowitz and Stegun, tables 26.8 and 26.1.
        let p = Check::scaled("", "", &[(0, 1.0)], 18.307, 10).p;
        assert!((p - 0.05).abs() < 1e-4, "{p}");
        assert!((Check::deviate("", "", 1, 2.575_829).p - 0.01).abs() < 1e-6);
    }

    #[test]
    fn orders_are_numbered_without_a_gap() {
        let mut seen = [false; 120];
        for n in 0..3125_u64 {
            let five = [n % 5, n / 5 % 5, n / 25 % 5, n / 125 % 5, n / 625];
            let mut sorted = five;
            sorted.sort_unstable();
            if sorted == [0, 1, 2, 3, 4] {
                seen[order(&five)] = true;
            }
        }
        assert!(seen.iter().all(|seen| *seen));
    }

    #[test]
    fn what_is_no_chance_is_found() {
        let mut count = Words::new();
        // A linear counter whose low bits are stuck.
        (0..200_000_u64).for_each(|n| count.take(n.wrapping_mul(0x9E37_79B9_7F4A_7C15) & !0xFF));
        let failed = count.checks("a counter").iter().filter(|check| !check.passes).count();
        assert!(failed >= 5, "{failed}");
    }
}
