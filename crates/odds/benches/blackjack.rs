//! Hands of blackjack a second on one core, beside the least that any program must do: shuffle, look up, settle. Both run in
//! this process, in turns, so that what else the machine does strikes both alike.
#![allow(clippy::cast_possible_truncation)]

use odds::blackjack::{
    Analysis, Chart, Plan as Strategy, Play,
    simulate::{Count, Plan, Rounds, Shuffle, Sums},
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use rules::{
    Game, Money,
    blackjack::{Blackjack, SecondCard},
    games,
};
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

const ROUNDS: u64 = 2_000_000;
const TURNS: usize = 9;

fn main() {
    let chart = Chart::read(include_str!("../tests/blackjack/basic.csv")).expect("a chart");
    let plan = |set: &[&str], boxes, shuffle| {
        let settings = rounds::Settings::read(&set.join(" ")).expect("settings");
        let options = games::options::<Blackjack>(&settings.entries(), &mut |_| ()).expect("lawful");
        let strategy = match options.second_card() {
            SecondCard::FaceUp => Analysis::fresh(options).expect("a full shoe").plan(),
            _ => Strategy::Chart(Box::new(chart.clone())),
        };
        Plan { boxes, stake: Money::dollars(10), shuffle, ..Plan::of(options, strategy) }
    };
    println!("{}, hands a second of processor time; ratios to loops of the same turn:", Blackjack::TITLE);
    println!("bare: one shoe, and questions as they come; four: an automaton with four shoes in flight");
    println!("{:42} {:>8} {:>5} {:>5}", "", "", "bare", "four");
    let reader = &["decks=8", "second-card=face-down", "card-reader=true", "approvals.card-reader=true"];
    let counted = Plan { count: Some(Count::hi_lo()), ..plan(&["decks=8"], 1, Shuffle::Usual) };
    let cases = [
        ("8 decks, one box", plan(&["decks=8"], 1, Shuffle::Usual)),
        ("8 decks, one box, shuffled every round", plan(&["decks=8"], 1, Shuffle::EveryRound)),
        ("8 decks, seven boxes", plan(&["decks=8"], 7, Shuffle::Usual)),
        (
            "8 decks, one box, four hands of a pair",
            plan(&["decks=8", "boxes=6", "splits=3"], 1, Shuffle::Usual),
        ),
        ("8 decks, one box, surrender", plan(&["decks=8", "surrender=true"], 1, Shuffle::Usual)),
        ("8 decks, one box, card reader", plan(reader, 1, Shuffle::Usual)),
        (
            "8 decks, one box, both cards face up",
            plan(&["decks=8", "second-card=face-up"], 1, Shuffle::Usual),
        ),
        ("6 decks, one box, five-card 21", plan(&["decks=6", "five-card-21=true"], 1, Shuffle::Usual)),
        ("6 decks, double shoe", plan(&["decks=6", "double-shoe=true", "red-suits=left"], 1, Shuffle::Usual)),
        ("1 deck, one box", plan(&["decks=1"], 1, Shuffle::Usual)),
        ("8 decks, one box, hi-lo counted", counted),
    ];
    let automaton = Automaton::new(&chart);
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    for (name, plan) in cases.into_iter().filter(|(name, _)| is_wanted(name)) {
        let rounds = Rounds::new(&plan).expect("a plan");
        let mut turns: Vec<(f64, f64, f64)> = (0..TURNS as u64)
            .map(|turn| {
                let bare = rate(|| _ = black_box(bare(&chart, turn)));
                let four = rate(|| _ = black_box(automaton.play(turn)));
                let ours = rate(|| {
                    let mut sums = Sums::default();
                    rounds.chunk(turn, 0, ROUNDS / u64::from(plan.boxes), &mut sums);
                    black_box(&sums);
                });
                (ours, ours / bare, ours / four)
            })
            .collect();
        turns.sort_by(|one, other| one.2.total_cmp(&other.2));
        let (ours, bare, four) = turns[TURNS / 2];
        println!("{name:42} {:6.1} M {bare:5.2} {four:5.2}", ours / 1e6);
    }
}

/// What a round of the automaton has come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Fresh,
    First(u8),
    Up(u8, u8),
    /// The dealer's card, and the hand: its low count, whether it has an ace, whether it is doubled.
    Hand(u8, u8, bool, bool),
    /// The dealer's card, and what is left of the hand.
    Stood(u8, u8),
    /// What is left of the hand, and the dealer's hand.
    Dealer(u8, u8, bool),
}

/// A box that draws, stands and doubles by a chart and never splits, as an automaton: a state and a card lead to a state, and
/// say which gain was reached.
struct Automaton {
    /// The row of the next state above, the place of the gain below, 0 for none.
    cells: Vec<u32>,
}

/// The gains, in dollars; the first is none.
const GAINS: [i64; 7] = [0, -20, -10, 0, 10, 15, 20];
/// A blackjack, among what may be left of a hand: else 16 or less to 21, doubled ones eight further on.
const NATURAL: u8 = 7;

fn count(low: u8, ace: bool) -> u8 {
    if ace && low <= 11 { low + 10 } else { low }
}

impl Automaton {
    fn new(chart: &Chart) -> Automaton {
        let mut states = vec![State::Fresh];
        let mut cells = Vec::new();
        let mut at = 0;
        while at < states.len() {
            for card in 0..16_u8 {
                let (next, gain) = next(chart, states[at], card.clamp(1, 10));
                let place = states.iter().position(|state| *state == next).unwrap_or_else(|| {
                    states.push(next);
                    states.len() - 1
                });
                let gain = gain.map_or(0, |gain| {
                    GAINS.iter().skip(1).position(|other| *other == gain).expect("one") + 1
                });
                cells.push(u32::try_from(place << 20 | gain).expect("few"));
            }
            at += 1;
        }
        cells.resize(cells.len().next_power_of_two(), 0);
        Automaton { cells }
    }

    fn play(&self, seed: u64) -> i64 {
        let mask = self.cells.len() - 1;
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut shoes = [[0_u8; 512]; 4];
        for shoe in &mut shoes {
            shoe.iter_mut().zip(0..416_u16).for_each(|(to, card)| *to = (card % 13 + 1).min(10) as u8);
        }
        let mut ends = [[0_u64; 8]; 4];
        let played =
            |ends: &[[u64; 8]; 4]| ends.iter().map(|ends| ends[1..].iter().sum::<u64>()).sum::<u64>();
        while played(&ends) < ROUNDS {
            for shoe in &mut shoes {
                for at in 0..340 {
                    let pick = ((chance.next_u64() >> 32) * (416 - at as u64)) >> 32;
                    shoe.swap(at & 511, (at + pick as usize) & 511);
                }
            }
            let mut rows = [0_usize; 4];
            let mut step = |lane: usize, at: usize, rows: &mut [usize; 4]| {
                let cell = self.cells[(rows[lane] | usize::from(shoes[lane][at & 511])) & mask];
                rows[lane] = cell as usize >> 16;
                ends[lane][cell as usize & 7] += 1;
            };
            for at in 1..=312 {
                (0..4).for_each(|lane| step(lane, at, &mut rows));
            }
            for lane in 0..4 {
                let mut at = 313;
                while rows[lane] != 0 {
                    step(lane, at, &mut rows);
                    at += 1;
                }
            }
        }
        let sum =
            |ends: &[u64; 8]| ends.iter().zip(GAINS).map(|(&times, gain)| times as i64 * gain).sum::<i64>();
        ends.iter().map(sum).sum()
    }
}

/// What one more card leads to.
fn next(chart: &Chart, state: State, card: u8) -> (State, Option<i64>) {
    let on = |state| (state, None);
    match state {
        State::Fresh => on(State::First(card)),
        State::First(one) => on(State::Up(one, card)),
        State::Up(one, up) => {
            let (low, ace) = (one + card, one == 1 || card == 1);
            if low == 11 && ace {
                return on(State::Stood(up, NATURAL));
            }
            let doubles = [Play::DoubleHit, Play::DoubleStand].contains(&says(chart, up, low, ace));
            match doubles {
                true => on(State::Hand(up, low, ace, true)),
                false => on(acts(chart, up, low, ace)),
            }
        }
        State::Hand(up, low, ace, is_doubled) => {
            let (low, ace) = (low + card, ace || card == 1);
            match (low > 21, is_doubled) {
                (true, true) => (State::Fresh, Some(-20)),
                (true, false) => (State::Fresh, Some(-10)),
                (false, true) => on(State::Stood(up, left(low, ace) + 8)),
                (false, false) => on(acts(chart, up, low, ace)),
            }
        }
        State::Stood(up, left) => dealers(left, up, up == 1, card, true),
        State::Dealer(left, low, ace) => dealers(left, low, ace, card, false),
    }
}

fn says(chart: &Chart, up: u8, low: u8, ace: bool) -> Play {
    chart.total(count(low, ace), ace && low <= 11, up)
}

fn left(low: u8, ace: bool) -> u8 {
    count(low, ace).max(16) - 16
}

/// A hand of two cards or more that is not doubled.
fn acts(chart: &Chart, up: u8, low: u8, ace: bool) -> State {
    let draws = count(low, ace) < 21 && [Play::Hit, Play::DoubleHit].contains(&says(chart, up, low, ace));
    if draws { State::Hand(up, low, ace, false) } else { State::Stood(up, left(low, ace)) }
}

fn dealers(left: u8, low: u8, ace: bool, card: u8, is_second: bool) -> (State, Option<i64>) {
    let (low, ace) = (low + card, ace || card == 1);
    let his = count(low, ace);
    if his < 17 {
        return (State::Dealer(left, low, ace), None);
    }
    let has_natural = is_second && his == 21;
    let stake = if left > NATURAL { 20 } else { 10 };
    let gain = match left {
        NATURAL if has_natural => 0,
        NATURAL => 15,
        _ if has_natural => -10,
        _ if his > 21 => stake,
        _ => i64::from((left % 8).cmp(&(his - 16)) as i8) * stake,
    };
    (State::Fresh, Some(gain))
}

/// Rounds a second of processor time, so that what neighbors take of the clock does not count.
fn rate(run: impl FnOnce()) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let start = now();
    run();
    ROUNDS as f64 / (now() - start)
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
