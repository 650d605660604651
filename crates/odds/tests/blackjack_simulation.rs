//! Simulated blackjack: compared with the exact expectation of the same chart, with itself on other numbers of threads,
//! and with what is known about counting cards. `CH47_ROUNDS` sets another number of rounds, `CH47_SEED` another seed.

use odds::{
    Progress, Shard, Summed,
    blackjack::{
        Analysis, Chart, Plan as Strategy, Play, counting,
        simulate::{COUNTS, Count, Fault, Found, Plan, Ramp, Rounds, Session, Shuffle, Sums},
    },
};
use rounds::Settings;
use rules::{
    Money,
    blackjack::{Blackjack, Options, Wager},
    games,
    kit::cards::Unseen,
};

fn options(set: &[&str]) -> Options {
    let settings = Settings::read(&set.join(" ")).expect("settings");
    games::options::<Blackjack>(&settings.entries(), &mut |v| panic!("{v:?}")).expect("lawful")
}

fn basic() -> Chart {
    Chart::read(include_str!("blackjack/basic.csv")).expect("a chart")
}

fn plan(set: &[&str]) -> Plan {
    Plan::of(options(set), Strategy::Chart(Box::new(basic())))
}

fn run(plan: &Plan, rounds: u64, threads: usize) -> Found {
    let (plan, progress) =
        (Plan { rounds, seed: number("CH47_SEED", plan.seed), ..plan.clone() }, Progress::default());
    let found = plan.run(threads, &progress).expect("playable");
    assert_eq!((progress.rounds(), progress.point()), (plan.shard_rounds(), found.sums.all));
    found
}

fn rounds(usual: u64) -> u64 {
    number("CH47_ROUNDS", usual)
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// How many standard errors the simulation is away from the exact expectation of the same chart.
fn z(plan: &Plan, rounds: u64) -> f64 {
    let unseen = Unseen::decks(plan.options.decks());
    let exact = Analysis::of(plan.options, &unseen).expect("enough cards").follow_plan(&plan.strategy);
    let found = run(plan, rounds, 0).sums;
    let (mean, error) = (found.all.mean().expect("wagers"), found.all.standard_error().expect("rounds"));
    let wagered = found.wagered as f64 / found.all.initial as f64;
    println!(
        "{rounds} rounds: {mean:.7} ± {error:.7}, exact {:.7}; wagered {wagered:.5}, exact {:.5}",
        exact.mean, exact.stake
    );
    assert!((wagered - exact.stake).abs() < 0.002, "{wagered} and {}", exact.stake);
    (mean - exact.mean) / error
}

#[test]
fn a_fresh_shoe_every_round_gains_what_was_computed() {
    for set in [&["decks=6"][..], &["decks=8"]] {
        let plan = Plan { shuffle: Shuffle::EveryRound, ..plan(set) };
        let z = z(&plan, rounds(3_000_000));
        println!("{set:?}: z {z:+.2}");
        assert!(z.abs() < 3.5, "{set:?}: {z}");
    }
}

#[test]
fn so_it_does_with_other_options_and_more_boxes() {
    for (set, boxes) in [
        (&["decks=2", "surrender=true", "boxes=6", "splits=3"][..], 1),
        (&["decks=6", "five-card-21=true", "three-sevens=true"], 2),
        (&["decks=4", "second-card=face-down", "card-reader=true", "approvals.card-reader=true"], 3),
        (&["decks=6", "second-card=face-down"], 1),
        (&["decks=6", "multiple-action=three"], 1),
    ] {
        let mut plan = Plan { shuffle: Shuffle::EveryRound, boxes, ..plan(set) };
        let mut chart = basic();
        chart.hard[16 - 4][Chart::column(10)] = Play::SurrenderHit;
        plan.strategy = Strategy::Chart(Box::new(chart));
        let z = z(&plan, rounds(400_000));
        assert!(z.abs() < 3.5, "{set:?}: {z}");
    }
}

#[test]
fn so_it_does_with_both_cards_face_up() {
    let mut plan = Plan { shuffle: Shuffle::EveryRound, ..plan(&["decks=8", "second-card=face-up"]) };
    plan.strategy = Analysis::of(plan.options, &Unseen::decks(8)).expect("enough cards").plan();
    let z = z(&plan, rounds(400_000));
    assert!(z.abs() < 3.5, "{z}");
}

#[test]
fn a_seed_gives_the_same_rounds_on_any_number_of_threads() {
    let session = Some(Session { rounds: 100, bankroll: Some(Money::dollars(1000)), goal: None });
    let plan = Plan { boxes: 2, count: Some(Count::hi_lo()), session, ..plan(&["decks=6"]) };
    let (one, two) = (run(&plan, 300_000, 1), run(&plan, 300_000, 2));
    assert_eq!(one, two);
    let mut merged = Sums::default();
    let rounds = Rounds::new(&plan).expect("a plan");
    let (mut first, mut second) = (Sums::default(), Sums::default());
    rounds.chunk(47, 1, 1000, &mut second);
    rounds.chunk(47, 0, 1000, &mut first);
    merged.merge(&second);
    merged.merge(&first);
    let mut both = Sums::default();
    (0..2).for_each(|chunk| rounds.chunk(47, chunk, 1000, &mut both));
    assert_eq!(merged, both, "sums merge in any order");
    assert_ne!(first, second, "chunks differ");
    assert_eq!(one.course.last(), Some(&one.sums.all));
}

/// A plan in which everything is counted that can be.
fn everything() -> Plan {
    let session =
        Session { rounds: 150, bankroll: Some(Money::dollars(1000)), goal: Some(Money::dollars(500)) };
    Plan {
        boxes: 2,
        additional: Some(Wager::Over13),
        count: Some(Count::hi_lo()),
        ramp: Ramp::read("0:1, 2:4").expect("a ramp"),
        insurance_at: Some(3),
        session: Some(session),
        ..plan(&["decks=6", "additional-wager=over-under-13", "additional-maximum=50"])
    }
}

#[test]
fn shards_merge_to_the_whole_and_each_is_its_own() {
    let plan = Plan { rounds: 400_000, ..everything() };
    let whole = run(&plan, plan.rounds, 2).sums;
    assert_eq!(plan.most_shards(), 7, "six chunks of 437 sessions, and what is left");
    for of in [2, 3, 7] {
        let parts = (1..=of).map(|part| {
            let plan = Plan { shard: Shard { part, of }, ..plan.clone() };
            run(&plan, plan.rounds, 1).sums
        });
        let parts: Vec<Sums> = parts.collect();
        assert_ne!(parts[0], parts[1]);
        let mut sums = Sums::default();
        parts.iter().rev().for_each(|part| sums.merge(part));
        assert_eq!(sums, whole, "in {of} shards");
    }
}

#[test]
fn a_run_ends_once_it_is_precise_enough() {
    let until = |error, threads| {
        let plan = Plan { rounds: 1 << 24, until_error: Some(error), ..plan(&["decks=6"]) };
        plan.run(threads, &Progress::default()).expect("playable").sums
    };
    let (loose, tight) = (until(0.01, 2), until(0.001, 2));
    assert_eq!((loose.all.rounds, tight.all.rounds), (1 << 20, 1 << 21));
    assert!(tight.all.standard_error().expect("rounds") <= 0.001);
    assert_eq!(loose, until(0.01, 1), "whatever the number of threads");
    assert_eq!(loose, run(&plan(&["decks=6"]), 1 << 20, 0).sums, "its rounds are the first ones");
}

#[test]
fn a_run_that_is_stopped_keeps_nothing_that_is_not_whole() {
    let progress = Progress::default();
    assert!(!progress.stop() && progress.stop(), "the second time it was to end already");
    let plan = Plan { rounds: 1 << 20, ..plan(&["decks=6"]) };
    let found = plan.run(1, &progress).expect("playable");
    assert_eq!((found.sums.all.rounds, found.course.len()), (0, 0));
}

#[test]
fn each_true_count_of_hi_lo_is_worth_about_half_a_percent() {
    [1, 2].into_iter().for_each(each_true_count);
}

fn each_true_count(boxes: u8) {
    let plan = Plan { boxes, count: Some(Count::hi_lo()), ..plan(&["decks=6"]) };
    let sums = run(&plan, 4_000_000, 0).sums;
    let lines: Vec<(f64, f64, f64)> = COUNTS
        .zip(&sums.by_count)
        .filter(|(count, _)| (-4..=4).contains(count))
        .map(|(count, line)| {
            let weight = line.standard_error().expect("many rounds").powi(-2);
            (f64::from(count), line.mean().expect("wagers"), weight)
        })
        .collect();
    let all: f64 = lines.iter().map(|line| line.2).sum();
    let mean =
        |of: &dyn Fn(&(f64, f64, f64)) -> f64| lines.iter().map(|line| of(line) * line.2).sum::<f64>() / all;
    let (x, y) = (mean(&|line| line.0), mean(&|line| line.1));
    let slope = mean(&|line| (line.0 - x) * (line.1 - y)) / mean(&|line| (line.0 - x).powi(2));
    let error = (all * mean(&|line| (line.0 - x).powi(2))).powf(-0.5);
    assert!((slope - 0.0052).abs() < 3.5 * error + 0.0008, "{boxes} boxes: {slope} ± {error}");
    assert_eq!(sums.by_count.iter().map(|line| line.rounds).sum::<u64>(), 4_000_000);
}

#[test]
fn wagers_by_the_count_gain_more_and_watching_costs_nothing() {
    let counting = |ramp: &str| {
        let ramp = Ramp::read(ramp).expect("a ramp");
        let plan = Plan {
            count: Some(Count::hi_lo()),
            ramp,
            insurance_at: Some(3),
            shuffle: Shuffle::Behind(0.85),
            stake: Money::dollars(10),
            ..plan(&["decks=6"])
        };
        run(&plan, 1_000_000, 0).sums
    };
    let (flat, spread, watching) =
        (counting("0:1"), counting("0:1, 1:2, 2:4, 3:8, 4:12"), counting("0:0, 2:1"));
    let mean = |sums: &Sums| sums.all.mean().expect("wagers");
    assert!(
        mean(&flat) < mean(&spread) && mean(&spread) < mean(&watching),
        "the more by the count, the better"
    );
    assert!(
        flat.events.insured > 0 && flat.events.insured < flat.events.boxes / 13,
        "insurance from a true count of three on"
    );
    assert!(watching.all.initial < flat.all.initial / 4);
    let watched: i128 =
        COUNTS.zip(&watching.by_count).filter(|(count, _)| *count < 2).map(|(_, line)| line.net).sum();
    assert_eq!(watched, 0);
}

#[test]
fn sessions_are_whole_and_ruin_is_final() {
    let sessions = |bankroll, goal| {
        let session = Session { rounds: 200, bankroll, goal };
        run(&Plan { session: Some(session), ..plan(&["decks=6"]) }, 400_100, 0).sums
    };
    let free = sessions(None, None);
    assert_eq!((free.sessions_played(), free.ruined, free.reached), (2000, 0, 0));
    let part: i128 = free.sessions.iter().map(|(&net, &times)| i128::from(net) * i128::from(times)).sum();
    assert!(part != 0 && free.quantile(0.05) < free.quantile(0.95));
    let short = sessions(Some(Money::dollars(1000)), None);
    // Ten units for two hundred rounds: the first passage of a Brownian motion is at 54 percent.
    assert!((900..1300).contains(&short.ruined), "{}", short.ruined);
    let least = *short.sessions.keys().next().expect("sessions");
    assert!(least < 10_000 && least > -160_000, "nobody loses much more than he has: {least}");
    let goal = sessions(Some(Money::dollars(1000)), Some(Money::dollars(1000)));
    assert!(goal.reached > 500 && goal.ruined > goal.reached && goal.ruined + goal.reached <= 2000);
}

#[test]
fn plans_that_cannot_be_played_say_why() {
    let fault = |change: &dyn Fn(&mut Plan), set: &[&str]| {
        let mut plan = plan(set);
        change(&mut plan);
        match Rounds::new(&plan) {
            Err(Fault::Plan(what)) => what,
            Err(Fault::Refused(refusal)) => format!("refused: {refusal}"),
            Ok(_) => "played".to_owned(),
        }
    };
    let six = &["decks=6"][..];
    assert_eq!(fault(&|plan| plan.boxes = 0, six), "0 boxes: the table has 1 to 7");
    assert_eq!(fault(&|plan| plan.boxes = 8, six), "8 boxes: the table has 1 to 7");
    for part in [0.0, 1.0, f64::NAN, -1.0] {
        let what = fault(&|plan| plan.shuffle = Shuffle::Behind(part), six);
        assert_eq!(what, format!("a penetration of {part}: from 0.05 to 0.99 of the cards can be dealt"));
    }
    let device = &["decks=6", "continuous-device=true", "approvals.continuous-device=true"][..];
    assert_eq!(
        fault(&|plan| plan.shuffle = Shuffle::Behind(0.5), device),
        "a penetration: this table has no cutting card"
    );
    assert_eq!(fault(&|_| (), device), "played");
    assert_eq!(
        fault(&|plan| plan.insurance_at = Some(3), six),
        "play by the true count: say how cards are counted too"
    );
    let double = &["decks=8", "double-shoe=true", "red-suits=left"][..];
    assert!(fault(&|plan| plan.count = Some(Count::hi_lo()), double).starts_with("a count: the two sides"));
    assert!(fault(&|plan| plan.stake = Money::cents(1), six).starts_with("refused: "));
    let session = Session { rounds: 0, bankroll: None, goal: None };
    assert!(fault(&|plan| plan.session = Some(session), six).starts_with("a session of 0 rounds"));
}

#[test]
fn a_strategy_that_always_draws_comes_to_an_end() {
    let mut plan = plan(&["decks=1"]);
    let chart = Chart { hard: [[Play::Hit; 10]; 18], soft: [[Play::Hit; 10]; 10], ..basic() };
    plan.strategy = Strategy::Chart(Box::new(chart));
    let sums = run(&plan, 20_000, 1).sums;
    assert!(sums.all.mean().expect("wagers") < -0.5);
}

/// 2.3(i): a player who watches until the count is good may be kept out until a reshuffle, or limited to the minimum
/// wager.
#[test]
fn a_table_may_keep_out_those_who_waited() {
    let wagers = |set: &[&str], ramp: &str| {
        let ramp = Ramp::read(ramp).expect("a ramp");
        let plan = Plan { count: Some(Count::hi_lo()), ramp, stake: Money::dollars(100), ..plan(set) };
        run(&plan, 100_000, 0).sums.all.initial
    };
    // A shoe begins at a true count of zero, at which this player only watches, and so is a newcomer from
    // then on.
    let late = "0:0, 1:1";
    let free = wagers(&["decks=6"], late);
    assert!(free > 0);
    assert_eq!(wagers(&["decks=6", "mid-shoe=1"], late), 0);
    let least = wagers(&["decks=6", "mid-shoe=2", "limits.minimum=5"], late);
    assert_eq!(least * 20, free, "five dollars instead of a hundred");
    let once = wagers(&["decks=6", "mid-shoe=3"], late);
    assert!(once > 0 && once < free, "he may come in late, and not a second time: {once} {free}");
    // This player wagers from the first round on, and sits out at bad counts.
    let leaves = "-10:0, -1:1";
    let [free, barred] = [&["decks=6"][..], &["decks=6", "mid-shoe=3"]].map(|set| wagers(set, leaves));
    assert!(barred > 0 && barred < free, "{barred} {free}");
    assert_eq!(wagers(&["decks=6", "mid-shoe=1"], leaves), free, "he was there for the first round");
}

/// Playing by the count gains more than always playing the same way, with the same wagers.
#[test]
fn index_plays_gain() {
    let flat = Plan { count: Some(Count::hi_lo()), shuffle: Shuffle::Behind(0.8), ..plan(&["decks=2"]) };
    let by_count = counting::plans(flat.options, &Count::hi_lo(), &|| ()).expect("a full shoe");
    let varied = Plan { by_count, ..flat.clone() };
    let [flat, varied] = [&flat, &varied].map(|plan| run(plan, rounds(8_000_000), 0).sums);
    let mean = |sums: &Sums| sums.all.mean().expect("wagered");
    let error = 1.5 * varied.all.standard_error().expect("many");
    println!("{:.5} {:.5} ± {error:.5}", mean(&flat), mean(&varied));
    // With two decks they are worth some two tenths of a percent; wagers do not vary here.
    assert!(mean(&varied) - mean(&flat) > 2.0 * error, "{} {}", mean(&flat), mean(&varied));
    assert!(varied.events.insured > 0 && flat.events.insured == 0);
    let bad = Plan { by_count: vec![Strategy::Chart(Box::new(basic()))], ..plan(&["decks=2"]) };
    let count = Some(Count::hi_lo());
    let faults =
        [bad.clone(), Plan { count, ..bad }].map(|plan| Rounds::new(&plan).expect_err("a fault").to_string());
    assert_eq!(faults[0], "play by the true count: say how cards are counted too");
    assert_eq!(faults[1], "1 strategies by true count: expected 21");
}
