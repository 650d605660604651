//! Hands of blackjack a second on one core, beside the least that any program must do: shuffle, look up, settle. Both run in
//! this process, in turns, so that what else the machine does strikes both alike.
#![allow(clippy::cast_possible_truncation)]

use odds::blackjack::{
    Chart, Plan as Strategy, Play,
    simulate::{Plan, Rounds, Shuffle, Sums},
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use rules::{Game, Money, blackjack::Blackjack, table};
use std::{hint::black_box, time::Instant};

const ROUNDS: u64 = 2_000_000;
const TURNS: usize = 9;

fn main() {
    let chart = Chart::read(include_str!("../tests/blackjack/basic.csv")).expect("a chart");
    let plan = |set: &[&str], boxes, shuffle| {
        let settings: Vec<_> =
            set.iter().map(|text| rounds::Setting::read(text).expect("a setting")).collect();
        let options = table::options::<Blackjack>(&rounds::entries(&settings), &mut |_| ()).expect("lawful");
        let strategy = Strategy::Chart(Box::new(chart.clone()));
        Plan { boxes, stake: Money::dollars(10), shuffle, ..Plan::of(options, strategy) }
    };
    println!("{}, hands a second on one core; ratio to the bare loop of the same turn", Blackjack::TITLE);
    let cases = [
        ("8 decks, one box", plan(&["decks=8"], 1, Shuffle::Usual)),
        ("8 decks, one box, shuffled every round", plan(&["decks=8"], 1, Shuffle::EveryRound)),
        ("8 decks, seven boxes", plan(&["decks=8"], 7, Shuffle::Usual)),
        ("6 decks, one box, five-card 21", plan(&["decks=6", "five-card-21=true"], 1, Shuffle::Usual)),
    ];
    for (name, plan) in cases {
        let rounds = Rounds::new(&plan).expect("a plan");
        let mut turns: Vec<(f64, f64)> = (0..TURNS as u64)
            .map(|turn| {
                let bare = rate(|| _ = black_box(bare(&chart, turn)));
                let ours = rate(|| {
                    let mut sums = Sums::default();
                    rounds.chunk(turn, 0, ROUNDS / u64::from(plan.boxes), &mut sums);
                    black_box(&sums);
                });
                (ours, ours / bare)
            })
            .collect();
        turns.sort_by(|one, other| one.1.total_cmp(&other.1));
        let (ours, ratio) = turns[TURNS / 2];
        println!("{name:42} {:6.1} M  {ratio:.2}", ours / 1e6);
    }
}

fn rate(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    ROUNDS as f64 / start.elapsed().as_secs_f64()
}

/// Eight decks to three quarters; one box draws, stands and doubles by the chart, never splits; the dealer draws to 17.
fn bare(chart: &Chart, seed: u64) -> i64 {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut shoe: Vec<u8> = (0..416u16).map(|card| (card % 13 + 1).min(10) as u8).collect();
    let wants = |soft: bool, total: u8, up: u8, play: [Play; 2]| {
        (if soft { 12..=21 } else { 4..=21 }).contains(&total) && play.contains(&chart.total(total, soft, up))
    };
    let mut draws = [[[false; 11]; 32]; 2];
    let mut doubles = [[[false; 11]; 32]; 2];
    for (soft, total, up) in (0..2).flat_map(|s| (4..=20).flat_map(move |t| (1..=10).map(move |u| (s, t, u))))
    {
        let at = |play| wants(soft == 1, total, up, play);
        draws[soft][usize::from(total)][usize::from(up)] = at([Play::Hit, Play::DoubleHit]);
        doubles[soft][usize::from(total)][usize::from(up)] = at([Play::DoubleHit, Play::DoubleStand]);
    }
    let (mut net, mut squares, mut pos) = (0, 0, usize::MAX);
    for _ in 0..ROUNDS {
        if pos > 312 {
            for at in 0..340 {
                let pick = ((chance.next_u64() >> 32) * (416 - at as u64)) >> 32;
                shoe.swap(at, at + pick as usize);
            }
            pos = 1;
        }
        let (one, up, other) = (shoe[pos], shoe[pos + 1], shoe[pos + 2]);
        pos += 3;
        let mut low = one + other;
        let mut ace = one == 1 || other == 1;
        let soft = |low: u8, ace: bool| ace && low <= 11;
        let count = |low: u8, ace: bool| if soft(low, ace) { low + 10 } else { low };
        let mut take = |low: &mut u8, ace: &mut bool| {
            *low += shoe[pos];
            *ace |= shoe[pos] == 1;
            pos += 1;
        };
        let (mut stake, is_natural) = (10, low == 11 && ace);
        let at = (usize::from(soft(low, ace)), usize::from(count(low, ace)), usize::from(up));
        if doubles[at.0][at.1][at.2] {
            stake = 20;
            take(&mut low, &mut ace);
        } else {
            while low <= 21
                && draws[usize::from(soft(low, ace))][usize::from(count(low, ace))][usize::from(up)]
            {
                take(&mut low, &mut ace);
            }
        }
        let gain = if low > 21 {
            -stake
        } else {
            let (mut his, mut his_ace) = (up, up == 1);
            take(&mut his, &mut his_ace);
            let has_natural = his == 11 && his_ace;
            while count(his, his_ace) < 17 {
                take(&mut his, &mut his_ace);
            }
            match (is_natural, has_natural) {
                (true, true) => 0,
                (true, false) => 15,
                (false, true) => -10,
                _ if his > 21 => stake,
                _ => (i64::from(count(low, ace)) - i64::from(count(his, his_ace))).signum() * stake,
            }
        };
        net += gain;
        squares += gain * gain;
    }
    net + squares
}
