//! Runs all tests on everything that a floor draws, and sums up the results.

use crate::{Check, Device, LEVEL, Source, checks::Words};
use books::Hash;
use rounds::Settings;
use rules::GameId;
use schemars::JsonSchema;
use serde::Serialize;
use statrs::function::gamma::ln_gamma;

/// The results of a run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// The version of this program.
    pub version: String,
    /// The master from which every secret of the run follows: the same master gives the same report.
    pub master: String,
    /// The number of results drawn from each device; four times as many words are drawn from the stream.
    pub samples: u64,
    /// Every test.
    pub checks: Vec<Check>,
    /// How many fail at 99 %.
    pub failed: u64,
    /// The number of failures allowed; fair tests exceed it with a probability below one in a thousand.
    pub allowed: u64,
    /// The probability that p-values of fair tests are distributed at least this unevenly.
    pub uniform_p: f64,
    /// Whether the run passes: no more failures than allowed, and evenly distributed p-values.
    pub passes: bool,
}

/// Reports progress: called with the number of finished parts and the total.
pub type Progress<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// How many words of the stream are read per window.
const WINDOW: usize = 4096;

/// Runs everything: the stream, every device of every game under its standard options, and shuffles.
pub fn report(master: Hash, samples: u64, progress: &Progress<'_>) -> Report {
    type Part = Box<dyn Fn(Source) -> Vec<Check> + Send + Sync>;
    let mut parts: Vec<Part> = vec![Box::new(move |source| stream(source, samples * 4))];
    for &game in GameId::ALL {
        let devices = Device::all(game, &Settings::standard(game))
            .unwrap_or_else(|why| panic!("{}: {why}", game.name()));
        for device in devices {
            parts.push(Box::new(move |source| match device.pieces() {
                0 => results(&device, source, samples),
                pieces => shuffles(&device, source, (samples / pieces).max(1000)),
            }));
        }
    }
    let next = std::sync::atomic::AtomicUsize::new(0);
    let done = std::sync::atomic::AtomicUsize::new(0);
    let found = std::sync::Mutex::new(vec![Vec::new(); parts.len()]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let order = std::sync::atomic::Ordering::Relaxed;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, order);
                    let Some(part) = parts.get(at) else { return };
                    let checks = part(Source::new(master, at as u64));
                    found.lock().expect("no thread panicked")[at] = checks;
                    progress(done.fetch_add(1, order) + 1, parts.len());
                }
            });
        }
    });
    judged(master, samples, found.into_inner().expect("no thread panicked").concat())
}

fn judged(master: Hash, samples: u64, checks: Vec<Check>) -> Report {
    let failed = checks.iter().filter(|check| !check.passes).count() as u64;
    let allowed = allowed(checks.len() as u64);
    let uniform_p = uniform(checks.iter().map(|check| check.p).collect());
    Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        master: master.to_string(),
        samples,
        failed,
        allowed,
        uniform_p,
        passes: failed <= allowed && uniform_p >= 0.001,
        checks,
    }
}

/// The smallest number that the failures among this many fair tests exceed with a probability below one in a thousand.
fn allowed(tests: u64) -> u64 {
    let n = tests as f64;
    let chance = |k: f64| {
        (ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0)
            + k * LEVEL.ln()
            + (n - k) * (1.0 - LEVEL).ln())
        .exp()
    };
    let mut more = 1.0;
    (0..=tests)
        .find(|&k| {
            more -= chance(k as f64);
            more < 0.001
        })
        .unwrap_or(tests)
}

/// The Kolmogorov-Smirnov test: the probability that p-values of fair tests are distributed this unevenly.
fn uniform(mut p: Vec<f64>) -> f64 {
    p.sort_by(f64::total_cmp);
    let n = p.len() as f64;
    let apart = p.iter().enumerate().map(|(at, p)| {
        let (before, after) = (at as f64 / n, (at as f64 + 1.0) / n);
        (p - before).abs().max((after - p).abs())
    });
    let root = n.sqrt();
    let lambda = (root + 0.12 + 0.11 / root) * apart.fold(0.0, f64::max);
    let term = |k: f64| (-1_f64).powf(k - 1.0) * (-2.0 * k * k * lambda * lambda).exp();
    (2.0 * (1..=100).map(|k| term(f64::from(k))).sum::<f64>()).clamp(0.0, 1.0)
}

fn stream(mut source: Source, words: u64) -> Vec<Check> {
    let mut count = Words::new();
    for _ in 0..words.div_ceil(WINDOW as u64) {
        source.words(WINDOW).into_iter().for_each(|word| count.take(word));
    }
    count.checks("words of 64 bits")
}

/// A wheel or dice: one result per window, as at a table.
fn results(device: &Device, source: Source, samples: u64) -> Vec<Check> {
    judge(device, &drawn(device, source, samples))
}

/// What a device showed, as indices into its menu.
fn drawn(device: &Device, mut source: Source, samples: u64) -> Vec<usize> {
    (0..samples).filter_map(|_| source.deal(device.menu()).draw(device.menu())).collect()
}

fn judge(device: &Device, drawn: &[usize]) -> Vec<Check> {
    let (menu, name) = (device.menu(), device.name.as_str());
    let total: f64 = menu.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let chance = |at: usize| f64::from(menu[at].1) / total;
    let (mut counts, mut pairs) = (vec![0; menu.len()], vec![0; menu.len() * menu.len()]);
    drawn.iter().for_each(|&one| counts[one] += 1);
    // Pairs do not overlap, so that their counts are independent.
    drawn.chunks_exact(2).for_each(|two| pairs[two[0] * menu.len() + two[1]] += 1);
    let width = menu.len();
    vec![
        Check::against("chi-square, results", name, &counts, chance),
        Check::against("serial, pairs of results", name, &pairs, |at| {
            chance(at / width) * chance(at % width)
        }),
    ]
}

/// A shoe, a deck, tiles or a blower: the order in which everything in it is drawn.
fn shuffles(device: &Device, mut source: Source, shuffles: u64) -> Vec<Check> {
    let menu = device.menu();
    let pieces = usize::try_from(device.pieces()).expect("a shoe fits in memory");
    let total = pieces as f64;
    let kind_chance = |at: usize| f64::from(menu[at].1) / total;
    let width = menu.len();
    let mut drawn = vec![0; width];
    let mut places = vec![0; width * pieces];
    let mut neighbors = vec![0; width * width];
    let (mut rises, mut pairs) = (0.0, 0_u64);
    for _ in 0..shuffles {
        let order = device.order(source.deal(menu));
        for (place, &kind) in order.iter().enumerate() {
            places[place * width + kind] += 1;
        }
        // One pair of neighbors per shuffle, at a different place each time, so that the counts are independent.
        let at = usize::try_from(pairs).unwrap_or_default() * 7919 % (pieces - 1);
        neighbors[order[at] * width + order[at + 1]] += 1;
        pairs += 1;
        rises += order.windows(2).filter(|two| two[0] < two[1]).count() as f64;
        drawn[order[0]] += 1;
    }
    let name = device.name.as_str();
    let due = |at: usize| shuffles as f64 * kind_chance(at % width);
    let cells: Vec<_> = places.iter().enumerate().map(|(at, &seen)| (seen, due(at))).collect();
    // Each shuffle has every piece once, so the counts are constrained both per place and per kind.
    let degrees = (width as u64 - 1) * (pieces as u64 - 1);
    let pair = |at: usize| {
        let (first, second) = (at / width, at % width);
        let left = f64::from(menu[second].1) - f64::from(u8::from(first == second));
        kind_chance(first) * left / (total - 1.0)
    };
    let possible: Vec<(u64, f64)> = neighbors
        .iter()
        .enumerate()
        .map(|(at, &seen)| (seen, pairs as f64 * pair(at)))
        .filter(|&(_, due)| due > 0.0)
        .collect();
    vec![
        Check::against("chi-square, first drawn", name, &drawn, kind_chance),
        Check::scaled("chi-square, order", name, &cells, (total - 1.0) / total, degrees),
        Check::chi_square("serial, neighbors", name, &possible),
        rising(name, menu, shuffles, rises, total),
    ]
}

/// How often a piece is followed by a higher one, over all shuffles.
fn rising(name: &str, menu: &books::Menu, shuffles: u64, rises: f64, total: f64) -> Check {
    let copies: Vec<f64> = menu.iter().map(|(_, weight)| f64::from(*weight)).collect();
    let falling = |n: f64, k: i32| (0..k).map(|i| n - f64::from(i)).product::<f64>();
    // The probability of rising, for two neighbors, for three in a row, and for two separate pairs.
    let sum: f64 = copies.iter().sum();
    let squares: f64 = copies.iter().map(|n| n * n).sum();
    let cubes: f64 = copies.iter().map(|n| n * n * n).sum();
    let two = (sum * sum - squares) / 2.0;
    let three = (sum.powi(3) - 3.0 * sum * squares + 2.0 * cubes) / 6.0;
    let one = two / falling(total, 2);
    let chain = three / falling(total, 3);
    // Two pairs of distinct cards: all ordered choices, less those that share a card.
    let mut apart = 0.0;
    let mut higher = sum;
    let mut lower = 0.0;
    for &n in &copies {
        higher -= n;
        // The shared card can be the lower of both pairs, the higher of both, or, in two ways, the middle of a chain.
        apart += n * higher * higher + n * lower * lower + 2.0 * n * lower * higher;
        lower += n;
    }
    // Sharing the whole pair is counted in both of the first two cases.
    let separate = (two * two - apart + two) / falling(total, 4);
    let pairs = total - 1.0;
    let mean = pairs * one;
    let variance =
        pairs * one + 2.0 * (pairs - 1.0) * chain + (pairs * (pairs - 1.0) - 2.0 * (pairs - 1.0)) * separate
            - mean * mean;
    let n = shuffles as f64;
    Check::deviate("rises", name, shuffles, (rises - n * mean) / (n * variance).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Kind;

    #[test]
    fn a_floors_chance_passes() {
        let report = report(Hash::of(&[b"evidence"]), 20_000, &|_, _| ());
        assert!(report.passes, "{report:#?}");
        let on = |device: &str| report.checks.iter().filter(|check| check.on == device).count();
        for (device, tests) in [
            ("words of 64 bits", 7),
            ("roulette", 2),
            ("blackjack", 4),
            ("keno", 4),
            ("pai-gow, dice", 2),
            ("pai-gow, tiles", 4),
            ("pai-gow-poker, dice", 2),
            ("pai-gow-poker, cards", 4),
        ] {
            assert_eq!(on(device), tests, "{device}");
        }
    }

    #[test]
    fn failures_that_chance_allows() {
        // Binomial tables: of 40 tests at 1 %, more than 3 fail once in 1,300 runs.
        assert_eq!(allowed(40), 3);
    }

    #[test]
    fn rises_of_a_deck_are_eulerian() {
        // A random order of n different cards has (n - 1) / 2 rises on average, with a variance of (n + 1) / 12.
        let menu: Vec<(String, u32)> = (0..52).map(|n| (n.to_string(), 1)).collect();
        let one = (25.5 + (53.0_f64 / 12.0).sqrt(), 1.0);
        let check = rising("", &menu, 1, one.0, 52.0);
        assert!((check.statistic - one.1).abs() < 1e-9, "{check:?}");
    }

    #[test]
    fn the_deck_of_53_is_drawn_to_its_end() {
        let game = GameId::PaiGowPoker;
        let devices = Device::all(game, &Settings::standard(game)).expect("dice and a deck");
        let deck = devices.iter().find(|device| device.kind == Kind::Cards).expect("a deck");
        let mut order = deck.order(Source::new(Hash::ZERO, 0).deal(deck.menu()));
        order.sort_unstable();
        assert_eq!(order, (0..53).collect::<Vec<_>>(), "every card once");
    }

    #[test]
    fn a_loaded_wheel_fails() {
        let all = Device::all(GameId::Roulette, &Settings::standard(GameId::Roulette));
        let fair = all.expect("a wheel").remove(0);
        let mut loaded = fair.clone();
        loaded.menu.iter_mut().for_each(|(_, weight)| *weight = 10);
        loaded.menu[0].1 = 14;
        let source = || Source::new(Hash::ZERO, 0);
        let passes = |device| judge(&fair, &drawn(device, source(), 40_000))[0].passes;
        assert_eq!((passes(&fair), passes(&loaded)), (true, false), "one pocket is wider");
    }
}
