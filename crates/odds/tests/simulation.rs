//! Simulation compared with the exact odds, and with itself on other numbers of threads.

use odds::{
    Moments, Plan, Priced, Progress, Results, Shard, Simulation, Staked, Visitor, Way, stake_for, visit,
};
use rounds::standard;
use rules::{GameId, Money, games};

struct Run {
    rounds: u64,
    threads: usize,
    stopped: bool,
    shard: Shard,
    until_error: Option<f64>,
}

impl Run {
    fn of(rounds: u64, threads: usize) -> Run {
        Run { rounds, threads, stopped: false, shard: Shard::WHOLE, until_error: None }
    }
}

impl Visitor for Run {
    type Out = (Simulation, Vec<Results>, u64);
    fn visit<G: Priced>(self) -> Self::Out {
        let settings = standard::<G>();
        let options = games::options::<G>(&settings.entries(), &mut |_| ()).expect("lawful");
        let mut bets: Vec<Staked<G>> = Vec::new();
        for on in G::offered(options) {
            if bets.iter().all(|(seen, _)| seen.kind() != on.kind()) {
                bets.push((on, stake_for(&on, Money::dollars(5))));
            }
        }
        let plan = Plan::<G> {
            bets,
            rounds: self.rounds,
            shard: self.shard,
            until_error: self.until_error,
            ..Plan::of(options)
        };
        let progress = Progress::default();
        if self.stopped {
            progress.stop();
        }
        let prepared = plan.prepare().expect("ready");
        let exact = prepared.exact(None).into_iter().map(|results| results.expect("solvable")).collect();
        let found = plan.run_prepared(&prepared, self.threads, &progress).expect("playable");
        (found, exact, progress.rounds())
    }
}

/// What patrons do who have a choice.
struct Method;

impl Visitor for Method {
    type Out = &'static str;
    fn visit<G: Priced>(self) -> &'static str {
        G::METHOD
    }
}

/// A round of craps, in which some forty wagers wait for their moment and last over many rolls, is as long as dozens of
/// others.
fn rounds(game: GameId, usual: u64) -> u64 {
    if game == GameId::Craps { usual / 10 } else { usual }
}

#[test]
fn simulations_agree_with_the_exact_odds() {
    for &game in GameId::ALL.iter().filter(|game| visit(**game, Method).is_empty()) {
        let rounds = rounds(game, 60_000);
        let (found, exact, done) = visit(game, Run::of(rounds, 0));
        assert_eq!(done, rounds);
        assert!(!exact.is_empty());
        for (moments, exact) in found.moments.iter().zip(&exact) {
            assert_eq!(moments.count, rounds);
            let stake = exact.stake();
            let off = (moments.mean(stake) - exact.mean()).to_f64();
            let expected = exact.deviation() / (rounds as f64).sqrt();
            assert!(off.abs() < 4.5 * expected, "{}: off by {off}, standard error {expected}", game.name());
            // A sample estimates its own spread well only if rare results do not dominate it, as a royal flush does
            // with the meter.
            if rare(exact, rounds) > 0.05 {
                continue;
            }
            let ratio = moments.standard_error(stake) / expected;
            assert!((0.8..1.25).contains(&ratio), "{}: standard error off by {ratio}", game.name());
        }
    }
}

/// The share of the variance that comes from results expected fewer than ten times in this many rounds.
fn rare(exact: &Results, rounds: u64) -> f64 {
    let mean = exact.mean().to_f64();
    let part =
        |(net, chance): (&odds::Fraction, &odds::Fraction)| (net.to_f64() - mean).powi(2) * chance.to_f64();
    let nets = exact.nets();
    let rare = nets.iter().filter(|(_, chance)| chance.to_f64() * (rounds as f64) < 10.0);
    rare.map(part).sum::<f64>() / exact.variance().to_f64()
}

#[test]
fn a_seed_gives_one_result_on_any_number_of_threads() {
    let has_wagers = |game: &&GameId| !matches!(game, GameId::Blackjack | GameId::CheminDeFer);
    for &game in GameId::ALL.iter().filter(has_wagers) {
        // At least two random streams.
        let rounds = rounds(game, 50_000);
        let run = |threads| visit(game, Run::of(rounds, threads)).0;
        let one = run(1);
        assert_eq!(one, run(2));
        assert_eq!(one, run(5));
        assert_eq!(one.course.last(), Some(&one.moments));
    }
}

#[test]
fn a_stopped_simulation_keeps_only_what_is_complete() {
    let (found, _, done) = visit(GameId::BigSix, Run { stopped: true, ..Run::of(1 << 40, 0) });
    assert_eq!(done, 0);
    assert!(found.course.is_empty() && found.moments.iter().all(|m| m.count == 0));
}

#[test]
fn shards_merge_to_the_whole_and_each_is_its_own() {
    for game in [GameId::Roulette, GameId::PuntoBanco, GameId::CaribbeanStud] {
        let rounds = 200_000;
        let (whole, ..) = visit(game, Run::of(rounds, 0));
        for of in [2, 3, 7] {
            let mut sums = vec![Moments::default(); whole.moments.len()];
            for part in 1..=of {
                let (found, _, done) = visit(game, Run { shard: Shard { part, of }, ..Run::of(rounds, 1) });
                assert!(done < rounds && found.moments[0].count == done);
                sums.iter_mut().zip(&found.moments).for_each(|(sum, part)| sum.merge(part));
            }
            assert_eq!(sums, whole.moments, "{} in {of} shards", game.name());
        }
    }
}

#[test]
fn a_simulation_ends_once_it_is_precise_whatever_the_threads() {
    let run = |threads, until_error| {
        visit(GameId::BigSix, Run { until_error: Some(until_error), ..Run::of(1 << 40, threads) }).0
    };
    let (one, two) = (run(1, 4e-3), run(2, 4e-3));
    assert_eq!(one, two);
    let count = one.moments[0].count;
    assert!((1 << 20..1 << 24).contains(&count), "{count}");
    assert!(run(2, 2e-3).moments[0].count > count);
}

/// Every game but blackjack and chemin de fer has a faster way than the rules themselves.
#[test]
fn usual_tables_are_not_simulated_through_the_rules() {
    for &game in GameId::ALL {
        if game != GameId::Blackjack {
            assert_ne!(visit(game, Run::of(1, 1)).0.way, Way::Rules, "{}", game.name());
        }
    }
}
