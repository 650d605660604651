//! Simulation against the exact odds, and against itself on other numbers of threads.

use odds::{Dealing, Plan, Results, Simulation, exact, offered, stake_for};
use rounds::{entries, standard};
use rules::{Game, GameId, Money, Visitor, table};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

struct Run {
    rounds: u64,
    threads: usize,
    stopped: bool,
}

impl Visitor for Run {
    type Out = (Simulation, Vec<Results>, u64);
    fn visit<G: Game>(self) -> Self::Out {
        let settings = standard::<G>();
        let options = table::options::<G>(&entries(&settings), &mut |_| ()).expect("lawful");
        let mut bets = Vec::new();
        for on in offered::<G>(options) {
            if bets.iter().all(|(seen, _): &(odds::Offered<G::Wager>, Money)| seen.kind() != on.kind()) {
                bets.push((on, stake_for(&on, Money::dollars(5))));
            }
        }
        let exact =
            bets.iter().map(|(on, stake)| exact::<G>(options, None, on, *stake).expect("solvable")).collect();
        let plan = Plan::<G> { options, bets, rounds: self.rounds, seed: 47, through_rules: false };
        let done = AtomicU64::new(0);
        let found = plan.run(self.threads, &done, &AtomicBool::new(self.stopped)).expect("playable");
        (found, exact, done.load(Ordering::Relaxed))
    }
}

/// A round of craps, in which some forty wagers wait for their moment and live over many rolls, is as long as dozens of
/// others.
fn rounds(game: GameId, usual: u64) -> u64 {
    if game == GameId::Craps { usual / 10 } else { usual }
}

#[test]
fn simulations_agree_with_the_exact_odds() {
    for game in GameId::ALL.iter().filter(|game| Dealing::of(game.name()).has_odds()) {
        let rounds = rounds(*game, 60_000);
        let (found, exact, done) = game.visit(Run { rounds, threads: 0, stopped: false });
        assert_eq!(done, rounds);
        assert!(!exact.is_empty());
        for (moments, exact) in found.moments.iter().zip(&exact) {
            assert_eq!(moments.count, rounds);
            let stake = exact.stake();
            let off = (moments.mean(stake) - exact.mean()).to_f64();
            let expected = exact.deviation() / (rounds as f64).sqrt();
            assert!(off.abs() < 4.5 * expected, "{}: off by {off}, standard error {expected}", game.name());
            // A sample knows its spread only where rare results do not make most of it: a royal flush on the meter does.
            if rare(exact, rounds) > 0.05 {
                continue;
            }
            let ratio = moments.standard_error(stake) / expected;
            assert!((0.8..1.25).contains(&ratio), "{}: standard error off by {ratio}", game.name());
        }
    }
}

/// How much of the variance comes from results that so many rounds are expected to show fewer than ten times.
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
    for game in GameId::ALL.iter().filter(|game| Dealing::of(game.name()) != Dealing::Strategy) {
        // Two streams of chance at least.
        let rounds = rounds(*game, 50_000);
        let run = |threads| game.visit(Run { rounds, threads, stopped: false }).0;
        let one = run(1);
        assert_eq!(one, run(2));
        assert_eq!(one, run(5));
        assert_eq!(one.course.last(), Some(&one.moments));
    }
}

#[test]
fn a_stopped_simulation_keeps_only_what_is_complete() {
    let (found, _, done) = GameId::BigSix.visit(Run { rounds: 1 << 40, threads: 0, stopped: true });
    assert_eq!(done, 0);
    assert!(found.course.is_empty() && found.moments.iter().all(|m| m.count == 0));
}
