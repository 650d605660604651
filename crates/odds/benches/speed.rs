//! How fast rounds are simulated, beside a bare loop in the same process that only shuffles or draws, looks up and settles: on a
//! shared machine the ratio says more than either figure. `cargo bench -p ch47-odds --bench speed`.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

use odds::{Plan, Prepared, Priced, Progress, Staked, Visitor, blackjack::Analysis, stake_for, visit};
use rounds::{Settings, standard};
use rules::{
    Game, GameId, Kinds, Money,
    blackjack::Blackjack,
    games,
    hands::{
        baccarat::{TABLE_1, TABLE_2, Third},
        poker::{Path, Strength},
    },
    kit::cards::{Card, Unseen},
};
use std::{hint::black_box, time::Instant};

/// How often each pair of figures is taken.
const TIMES: usize = 9;

/// A game with one wager, so many rounds of it that compiling the rules is of no account, and the bare loop beside it.
struct Case {
    name: &'static str,
    game: GameId,
    wager: &'static str,
    rounds: u64,
    bare: fn(u64) -> i64,
}

const CASES: [Case; 5] = [
    Case { name: "roulette, red", game: GameId::Roulette, wager: "red", rounds: 200_000_000, bare: roulette },
    Case { name: "craps, pass", game: GameId::Craps, wager: "pass", rounds: 40_000_000, bare: craps },
    Case {
        name: "punto banco, player",
        game: GameId::PuntoBanco,
        wager: "player",
        rounds: 20_000_000,
        bare: baccarat,
    },
    Case {
        name: "punto banco, player, interleaved",
        game: GameId::PuntoBanco,
        wager: "player",
        rounds: 20_000_000,
        bare: baccarat_by_four,
    },
    Case {
        name: "caribbean stud, ante",
        game: GameId::CaribbeanStud,
        wager: "ante",
        rounds: 10_000_000,
        bare: stud,
    },
];

impl Case {
    fn ours(&self, rounds: u64, threads: usize) {
        let setup = Setup { wagers: &[self.wager], set: "", through_rules: false };
        visit(self.game, Sim(setup, rounds, threads));
    }

    fn bare(&self, rounds: u64) {
        black_box((self.bare)(black_box(rounds)));
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if let [only, loops, name, rounds] = &wanted[..]
        && only == ONCE
    {
        return once(loops, name, rounds.parse().expect("a number"));
    }
    let runs = |part: &str| wanted.is_empty() || wanted.iter().any(|word| part.contains(word.as_str()));
    if runs("limit") {
        println!(
            "rounds a second of processor time, one thread; bare: the loop of this file; median of {TIMES} pairs"
        );
        println!("{:<34} {:>12} {:>12} {:>6}", "", "ours", "bare", "ratio");
        for case in &CASES {
            let pair = || {
                let ours = rate(case.rounds, || case.ours(case.rounds, 1));
                (ours, rate(case.rounds, || case.bare(case.rounds)))
            };
            line(case.name, median((0..TIMES).map(|_| pair())));
        }
    }
    if runs("threads") {
        threads();
    }
    if runs("instructions") {
        instructions();
    }
    if runs("compiling") {
        println!("\ncompiling the rules for one wager, milliseconds of processor time");
        for case in &CASES {
            println!("{:<34} {:>12.1}", case.name, 1e3 * seconds(|| case.ours(1, 1)));
        }
    }
    if runs("rules") {
        println!("\ncompiled beside the same rounds input by input, one thread");
        println!("{:<34} {:>12} {:>12} {:>6}", "", "compiled", "rules", "ratio");
        for (game, wager, rounds) in [
            (GameId::Roulette, "red", 100_000),
            (GameId::Craps, "pass", 50_000),
            (GameId::PuntoBanco, "player", 100_000),
            (GameId::Minibaccarat, "player", 100_000),
            (GameId::RedDog, "original", 100_000),
            (GameId::CaribbeanStud, "ante", 50_000),
        ] {
            let slow = Setup { wagers: &[wager], set: "", through_rules: true };
            let fast = Setup { through_rules: false, ..slow };
            let ratio = median((0..3).map(|_| {
                let one = rate(rounds * 20, || visit(game, Sim(fast, rounds * 20, 1)));
                (one, rate(rounds, || visit(game, Sim(slow, rounds, 1))))
            }));
            line(game.name(), ratio);
        }
    }
    if runs("growth") {
        growth();
    }
    if runs("exact") {
        println!("\nexact odds of every kind of wager, milliseconds of processor time");
        for &game in GameId::ALL.iter().filter(|game| **game != GameId::Blackjack) {
            let mut wagers = 0;
            let took = seconds(|| wagers = visit(game, Exact));
            println!("{:<34} {:>12.1} {wagers:>4} wagers", game.name(), 1e3 * took);
        }
        for decks in [1, 8] {
            let options = options::<Blackjack>(&format!("decks={decks}"));
            let took = seconds(|| {
                black_box(Analysis::of(options, &Unseen::decks(decks)).expect("solvable").best());
            });
            println!("{:<34} {:>12.1}", format!("blackjack card by card, {decks} decks"), 1e3 * took);
        }
    }
}

/// What to simulate: these wagers (all kinds if none), with these options beside the usual.
#[derive(Clone, Copy)]
struct Setup<'a> {
    wagers: &'a [&'a str],
    set: &'a str,
    through_rules: bool,
}

/// So many rounds on so many threads.
struct Sim<'a>(Setup<'a>, u64, usize);

impl Visitor for Sim<'_> {
    type Out = ();
    fn visit<G: Priced>(self) {
        let Sim(setup, rounds, threads) = self;
        let options = options::<G>(setup.set);
        let plan = Plan::<G> {
            bets: bets::<G>(options, setup.wagers),
            rounds,
            through_rules: setup.through_rules,
            ..Plan::of(options)
        };
        black_box(plan.run(threads, &Progress::default()).expect("playable"));
    }
}

struct Exact;

impl Visitor for Exact {
    type Out = usize;
    fn visit<G: Priced>(self) -> usize {
        let options = options::<G>("");
        let bets = bets::<G>(options, &[]);
        let table = Prepared::<G>::of(options, bets).expect("ready");
        table.exact(None).into_iter().for_each(|results| drop(black_box(results.expect("solvable"))));
        table.bets().len()
    }
}

fn options<G: Game>(set: &str) -> G::Options {
    let settings = standard::<G>().with(Settings::read(set).expect("settings"));
    games::options::<G>(&settings.entries(), &mut |_| ()).expect("lawful")
}

fn bets<G: Priced>(options: G::Options, wagers: &[&str]) -> Vec<Staked<G>> {
    let mut bets: Vec<Staked<G>> = Vec::new();
    for on in G::offered(options) {
        let wanted = wagers.is_empty() || wagers.contains(&on.wager.kind());
        if wanted && bets.iter().all(|(seen, _)| seen.kind() != on.kind()) {
            bets.push((on, stake_for(&on, Money::dollars(100))));
        }
    }
    bets
}

/// Rounds a second of the processor's time: what neighbors take of the machine does not count.
fn rate(rounds: u64, work: impl FnOnce()) -> f64 {
    rounds as f64 / seconds(work)
}

/// How long something takes, by the processor's time.
fn seconds(work: impl FnOnce()) -> f64 {
    let now = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let begun = now();
    work();
    now() - begun
}

/// Rounds a second by the clock on the wall.
fn wall(rounds: u64, work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    rounds as f64 / begun.elapsed().as_secs_f64()
}

/// The pair whose ratio is in the middle.
fn median(pairs: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    let mut pairs: Vec<(f64, f64)> = pairs.collect();
    pairs.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    pairs[pairs.len() / 2]
}

fn line(name: &str, (ours, bare): (f64, f64)) {
    println!("{name:<34} {ours:>12.0} {bare:>12.0} {:>6.2}", ours / bare);
}

/// Two threads beside one, by the clock on the wall; and two threads of the bare loop, which share nothing at all.
fn threads() {
    println!("\nrounds a second by the wall clock, two threads beside one; median of {TIMES} pairs");
    println!("{:<34} {:>12} {:>12} {:>6}", "", "two", "one", "ratio");
    for case in &CASES {
        // Twice the rounds for two, so that both work equally long.
        let pair = || {
            let one = wall(case.rounds, || case.ours(case.rounds, 1));
            (wall(2 * case.rounds, || case.ours(2 * case.rounds, 2)), one)
        };
        line(case.name, median((0..TIMES).map(|_| pair())));
        let pair = || {
            let one = wall(case.rounds, || case.bare(case.rounds));
            let both = || {
                std::thread::scope(|scope| {
                    scope.spawn(|| case.bare(case.rounds));
                    case.bare(case.rounds);
                });
            };
            (wall(2 * case.rounds, both), one)
        };
        line("    the bare loop", median((0..TIMES).map(|_| pair())));
    }
}

/// The word by which this program is told to run one loop once.
const ONCE: &str = "once";

fn once(loops: &str, name: &str, rounds: u64) {
    let case = CASES.iter().find(|case| case.name == name).expect("a case");
    match loops {
        "ours" => case.ours(rounds, 1),
        _ => case.bare(rounds),
    }
}

/// Instructions a round, counted by valgrind: the same on any machine, however busy. What comes before the first round is
/// taken off by running twice.
fn instructions() {
    println!("\ninstructions a round, one thread, as valgrind counts them");
    println!("{:<34} {:>12} {:>12} {:>6}", "", "ours", "bare", "ratio");
    for case in &CASES {
        const ROUNDS: u64 = 400_000;
        let per_round = |loops: &str| {
            let run = |rounds| counted(loops, case.name, rounds);
            Some((run(2 * ROUNDS)? - run(ROUNDS)?) as f64 / ROUNDS as f64)
        };
        match (per_round("ours"), per_round("bare")) {
            (Some(ours), Some(bare)) => {
                println!("{:<34} {ours:>12.1} {bare:>12.1} {:>6.2}", case.name, ours / bare);
            }
            _ => return println!("valgrind cannot be run: apt-get install valgrind"),
        }
    }
}

/// How many instructions one run takes.
fn counted(loops: &str, name: &str, rounds: u64) -> Option<i64> {
    let out = std::process::Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args([ONCE, loops, name, &rounds.to_string()])
        .output()
        .ok()?;
    let told = String::from_utf8_lossy(&out.stderr);
    let line = told.lines().find(|line| line.contains("refs:"))?;
    line.rsplit_once(':')?.1.replace(',', "").trim().parse().ok()
}

/// How the cost grows with wagers and decks.
fn growth() {
    println!("\nrounds a second of processor time as the table grows; median of 5 pairs");
    let one = Setup { wagers: &["player"], set: "", through_rules: false };
    let red = Setup { wagers: &["red"], ..one };
    let pass = Setup { wagers: &["pass"], ..one };
    let all = Setup { wagers: &[], ..one };
    let two = Setup { wagers: &["pass", "dont-pass"], ..one };
    let six = Setup { set: "decks=6", ..one };
    let cases: [(&str, GameId, Setup, Setup, u64); 5] = [
        ("roulette: every kind / red", GameId::Roulette, all, red, 100_000_000),
        ("punto banco: 3 wagers / 1", GameId::PuntoBanco, all, one, 20_000_000),
        ("craps: 2 wagers / 1", GameId::Craps, two, pass, 20_000_000),
        ("craps: every kind / 1", GameId::Craps, all, pass, 1_000_000),
        ("punto banco: 6 decks / 8", GameId::PuntoBanco, six, one, 20_000_000),
    ];
    for (name, game, grown, first, rounds) in cases {
        let rate = |setup| rate(rounds, || visit(game, Sim(setup, rounds, 1)));
        line(name, median((0..5).map(|_| (rate(grown), rate(first)))));
    }
}

/// The generator of the bare loops: wyrand.
struct Wyrand(u64);

impl Wyrand {
    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let t = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        ((t >> 64) ^ t) as u64
    }

    /// Below `n`, with a bias of no account: the limit need not be fair.
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }
}

fn roulette(rounds: u64) -> i64 {
    let gains: [i64; 38] = std::array::from_fn(|pocket| if pocket < 18 { 1 } else { -1 });
    let (mut rng, mut sum) = (Wyrand(47), 0);
    for _ in 0..rounds {
        sum += gains[rng.below(38)];
    }
    sum
}

fn craps(rounds: u64) -> i64 {
    let total = |roll: usize| roll / 6 + roll % 6 + 2;
    // Come-out and six points; a cell is the next state and the gain.
    let mut table = [[(0_u8, 0_i8); 36]; 7];
    #[allow(clippy::needless_range_loop)]
    for roll in 0..36 {
        let number = total(roll);
        table[0][roll] = match number {
            7 | 11 => (0, 1),
            2 | 3 | 12 => (0, -1),
            4..=6 => (number as u8 - 3, 0),
            _ => (number as u8 - 4, 0),
        };
        for (state, point) in (1..).zip([4, 5, 6, 8, 9, 10]) {
            table[state][roll] = match number {
                7 => (0, -1),
                n if n == point => (0, 1),
                _ => (state as u8, 0),
            };
        }
    }
    let (mut rng, mut sum) = (Wyrand(47), 0);
    for _ in 0..rounds {
        let mut state = 0;
        loop {
            let (next, gain) = table[state][rng.below(36)];
            state = usize::from(next);
            if gain != 0 {
                sum += i64::from(gain);
                break;
            }
        }
    }
    sum
}

const SHOE: usize = 416;
const BEFORE: usize = SHOE - 14;

/// A table walked card by card: which row comes next, and the gain on the Player's Hand plus two where a coup ends.
struct Coups(Vec<[(u16, u8); 10]>);

impl Coups {
    fn new() -> Coups {
        let mut rows = vec![[(0, 0); 10]];
        let mut known = std::collections::HashMap::new();
        rows[0] = Coups::row(&mut rows, &mut known, &[]);
        Coups(rows)
    }

    fn row(
        rows: &mut Vec<[(u16, u8); 10]>,
        known: &mut std::collections::HashMap<Vec<u8>, u16>,
        shown: &[u8],
    ) -> [(u16, u8); 10] {
        std::array::from_fn(|value| {
            let shown = [shown, &[value as u8]].concat();
            if let Some(gain) = Coups::end(&shown) {
                return (0, (gain + 2) as u8);
            }
            let mut key = shown.clone();
            match shown[..] {
                [a, b, c] => key = vec![10, (a + c) % 10, b],
                [a, b, c, d, ..] => drop(key.splice(..4, [11, (a + c) % 10, (b + d) % 10, 11])),
                _ => {}
            }
            if let Some(&row) = known.get(&key) {
                return (row, 0);
            }
            let row = Coups::row(rows, known, &shown);
            rows.push(row);
            known.insert(key, rows.len() as u16 - 1);
            (rows.len() as u16 - 1, 0)
        })
    }

    /// What a coup gains that is complete.
    fn end(shown: &[u8]) -> Option<i8> {
        let [a, b, c, d, ref rest @ ..] = *shown else { return None };
        let (mut player, mut banker) = ((a + c) % 10, (b + d) % 10);
        let gain = |player: u8, banker: u8| Some((player > banker) as i8 - (player < banker) as i8);
        if player >= 8 || banker >= 8 {
            return gain(player, banker);
        }
        let mut rest = rest.iter();
        let mut third = 0;
        if TABLE_1[usize::from(player)] == Third::Draw {
            let card = *rest.next()?;
            (player, third) = ((player + card) % 10, usize::from(card) + 1);
        }
        if TABLE_2[usize::from(banker)][third] == Third::Draw {
            banker = (banker + *rest.next()?) % 10;
        }
        gain(player, banker)
    }
}

fn shuffle(rng: &mut Wyrand, shoe: &mut [u8; SHOE]) {
    for at in 0..BEFORE + 12 {
        let other = at + rng.below(SHOE - at);
        shoe.swap(at, other);
    }
}

fn fresh() -> [u8; SHOE] {
    std::array::from_fn(|at| if at % 13 < 9 { (at % 13) as u8 + 1 } else { 0 })
}

fn baccarat(rounds: u64) -> i64 {
    let Coups(rows) = Coups::new();
    let (mut rng, mut sum, mut left) = (Wyrand(47), 0, rounds);
    let mut shoe = fresh();
    while left > 0 {
        shuffle(&mut rng, &mut shoe);
        let (mut at, mut row) = (2, 0);
        while at < BEFORE && left > 0 {
            loop {
                let (next, gain) = rows[row][usize::from(shoe[at])];
                (at, row) = (at + 1, usize::from(next));
                if gain != 0 {
                    sum += i64::from(gain) - 2;
                    left -= 1;
                    break;
                }
            }
        }
    }
    sum
}

/// The same with four shoes in flight, and no question whether a coup is over.
fn baccarat_by_four(rounds: u64) -> i64 {
    let Coups(rows) = Coups::new();
    let mut cells = [(0_u16, 0_u8); 1 << 14];
    rows.iter().enumerate().for_each(|(at, row)| cells[at * 16..][..10].copy_from_slice(row));
    let (mut rng, mut sum, mut played) = (Wyrand(47), 0, 0);
    let mut shoes = [fresh(); 4];
    while played < rounds {
        shoes.iter_mut().for_each(|shoe| shuffle(&mut rng, shoe));
        let [a, b, c, d] = &shoes;
        let mut at = [0_usize; 4];
        for (((a, b), c), d) in a[2..BEFORE].iter().zip(&b[2..]).zip(&c[2..]).zip(&d[2..]) {
            for (lane, card) in [a, b, c, d].into_iter().enumerate() {
                let (next, gain) = cells[(at[lane] | usize::from(*card)) % cells.len()];
                at[lane] = usize::from(next) * 16;
                sum += i64::from(gain);
                played += u64::from(gain != 0);
            }
        }
    }
    sum - 2 * played as i64
}

fn stud(rounds: u64) -> i64 {
    let mut deck: Vec<Card> = Card::all().collect();
    let (mut rng, mut sum) = (Wyrand(47), 0);
    for _ in 0..rounds {
        for at in 0..10 {
            let other = at + rng.below(52 - at);
            deck.swap(at, other);
        }
        let hand =
            |at: usize| deck[at..at + 5].iter().fold(Path::EMPTY, |path, &card| path.with(card)).strength();
        let (player, dealer) = (hand(0), hand(5));
        sum += match dealer >= Strength::ACE_KING {
            _ if player < Strength::ACE_KING => -1,
            false => 1,
            true if player > dealer => 1 + 2 * (player.kind() as i64).max(1),
            true if player == dealer => 0,
            true => -3,
        };
    }
    sum
}
