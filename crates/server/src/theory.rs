//! What a table should have won by the exact odds of every wager settled there, and how surprising the actual result
//! is.

use crate::{
    actor::Sheet,
    price::{Prices, Pricing},
};
use odds::{Priced, Visitor};
use protocol::{Problem, TheoryRow, TheoryView};
use rules::{GameId, Money};
use std::{collections::BTreeMap, sync::Arc};

/// The sums for one kind of wager: count, handle, what the house won, what it should have won, and the variance.
#[derive(Default)]
struct Sum {
    count: u64,
    handle: i64,
    won: i64,
    expected: f64,
    variance: f64,
}

/// Whether the odds of the first wager include the wagers that follow it.
struct Followed;

impl Visitor for Followed {
    type Out = bool;
    fn visit<G: Priced>(self) -> bool {
        G::FOLLOWED
    }
}

/// The theory of a table's sheet; `None` if no wager with odds was settled. Wagers are treated as independent, and
/// every shoe as fresh.
pub async fn of(pricing: &Pricing, game: GameId, sheet: &Sheet) -> Result<Option<TheoryView>, Problem> {
    let mut prices: BTreeMap<usize, Arc<Prices>> = BTreeMap::new();
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    let mut left_out = 0;
    for one in sheet.wagered.iter().filter(|one| one.count > 0) {
        let Some(books::Opening { options, .. }) = sheet.openings.get(one.opening) else { continue };
        let known = match prices.get(&one.opening) {
            Some(known) => Arc::clone(known),
            None => pricing.of(game, options, None).await?,
        };
        prices.insert(one.opening, Arc::clone(&known));
        let kind = game.kind_of(&one.wager).unwrap_or_default();
        let (edge, variance) = match known.of(game, &one.wager) {
            Some(priced) => match priced.variance {
                Some(variance) => (priced.edge, variance),
                None => continue,
            },
            // Wagers that follow an original wager are included in its odds.
            None if odds::visit(game, Followed) => (0.0, 0.0),
            None => {
                left_out += one.stakes;
                continue;
            }
        };
        let sum = sums.entry(kind.to_owned()).or_default();
        sum.count += one.count;
        sum.handle += one.stakes;
        sum.won += one.won;
        sum.expected += edge * cents(one.stakes);
        #[allow(clippy::cast_precision_loss)] // an estimate in cents
        let squares = one.squares as f64;
        sum.variance += variance * squares;
    }
    if sums.values().all(|sum| sum.variance <= 0.0) {
        return Ok(None);
    }
    let total = |of: fn(&Sum) -> f64| sums.values().map(of).sum::<f64>();
    let (expected, deviation) = (total(|sum| sum.expected), total(|sum| sum.variance).sqrt());
    let won = sums.values().map(|sum| sum.won).sum::<i64>() + sheet.charged;
    let z = (cents(won) - expected) / deviation;
    let row = |(wager, sum): (String, Sum)| TheoryRow {
        wager,
        count: sum.count,
        handle: sum.handle,
        win: rounded(sum.expected),
        won: sum.won,
        sd: rounded(sum.variance.sqrt()),
    };
    Ok(Some(TheoryView {
        handle: sums.values().map(|sum| sum.handle).sum(),
        win: rounded(expected),
        won,
        sd: rounded(deviation),
        z: format!("{z:.2}"),
        says: says(won, rounded(expected), z),
        left_out,
        wagers: sums.into_iter().map(row).collect(),
    }))
}

#[allow(clippy::cast_precision_loss)] // an estimate in cents
fn cents(cents: i64) -> f64 {
    cents as f64
}

#[allow(clippy::cast_possible_truncation)] // amounts of a table are far below that
fn rounded(cents: f64) -> i64 {
    cents.round() as i64
}

/// Describes in a sentence how surprising the result is.
fn says(won: i64, expected: i64, z: f64) -> String {
    let how = match z.abs() {
        z if z < 1.0 => "which is usual".to_owned(),
        z if z < 2.0 => "which is not rare".to_owned(),
        z => {
            let once = 1.0 / tail(z);
            let once = if once < 1e6 { format!("{once:.0}") } else { "a million or more".to_owned() };
            format!("as far off as chance alone comes once in {once} times")
        }
    };
    format!("the house won {} where {} was to be expected, {how}", Money::cents(won), Money::cents(expected))
}

/// The probability that a normal variable deviates by at least this many standard deviations in either direction, to
/// seven digits (Abramowitz and Stegun 7.1.26).
fn tail(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let sum = terms.iter().fold(0.0, |sum, term| (sum + term) * t);
    (sum * (-x * x).exp()).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_of_the_normal_curve() {
        for (z, want) in [(0.0, 1.0), (1.0, 0.317_310_5), (1.96, 0.049_995_8), (3.0, 0.002_699_8)] {
            assert!((tail(z) - want).abs() < 2e-7, "{z}: {}", tail(z));
            assert!((tail(-z) - want).abs() < 2e-7);
        }
    }

    #[test]
    fn it_is_said_plainly() {
        assert!(says(100, 90, 0.4).ends_with("which is usual"));
        assert!(says(-5_000, 300, -3.0).contains("once in 370 times"), "{}", says(-5_000, 300, -3.0));
    }
}
