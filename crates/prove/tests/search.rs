//! The results of searches that can be counted by hand or are known from elsewhere.

use prove::{
    Bounds, Found, How, Moments, Task,
    diff::{self, Class},
    levers,
    page::page,
    prove, prove_game,
    rows::rows,
    why,
};
use rounds::{Script, Settings, Value, standard};
use rules::{
    Amended, Chosen, Game, GameId, Odds, Readings, Takes, big_six::BigSix, games, roulette::Roulette,
};
use std::{env, fs, path::Path, process};

fn options<G: Game>(settings: &Settings) -> G::Options {
    games::options::<G>(&settings.entries(), &mut |_| ()).expect("lawful")
}

fn task(bounds: Bounds) -> Task<BigSix> {
    let settings = standard::<BigSix>();
    Task::new(settings.clone(), options::<BigSix>(&settings), bounds, Moments::default())
}

/// Each of seven wagers is there or not, in three phases: 2^7 times 3 states. Two interchangeable patrons halve the
/// square of it.
#[test]
fn big_six_has_as_many_states_as_counted_by_hand() {
    for (patrons, states) in [(1, 3 << 7), (2, 3 * ((1 << 14) + (1 << 7)) / 2)] {
        let task = task(Bounds { patrons, wagers: 7, tries: 1, ..Bounds::default() });
        let mut found = Found::begin(&task);
        found.go_on(&task, 2, |_, _| true);
        assert!(found.is_complete() && found.tally.faults.is_empty() && found.endless().is_empty());
        assert_eq!(found.nodes.len(), states);
    }
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    let run = |threads| {
        let task = task(Bounds { patrons: 2, wagers: 3, tries: 1, ..Bounds::default() });
        let mut found = Found::begin(&task);
        found.go_on(&task, threads, |_, _| true);
        let lines: Vec<_> = (0..found.nodes.len())
            .step_by(97)
            .map(|state| found.way(u32::try_from(state).unwrap()))
            .collect();
        (found.nodes.len(), found.tally.transitions, lines)
    };
    assert_eq!(run(1), run(3));
}

/// A search that is interrupted and continued later has the same result.
#[test]
fn a_search_can_be_kept_and_gone_on_with() {
    let file = env::temp_dir().join(format!("ch47-prove-{}", process::id()));
    let settings = standard::<BigSix>();
    let how = How { threads: 1, resume: Some(file.clone()), witnesses: false };
    let bounds = || Some(vec![Bounds { patrons: 2, wagers: 2, tries: 1, ..Bounds::default() }]);
    let run = |how: &How, watch: &mut dyn FnMut(usize, prove::Progress) -> bool| {
        prove::<BigSix>(&settings, options::<BigSix>(&settings), bounds(), how, watch).expect("a report")
    };
    let mut steps = 0;
    let cut = run(&how, &mut |_, _| {
        steps += 1;
        steps < 4
    });
    assert!(!cut.rows[0].complete);
    let (whole, again) =
        (run(&How { resume: None, ..how.clone() }, &mut |_, _| true), run(&how, &mut |_, _| true));
    let counts = |report: &prove::Report| {
        let row = &report.rows[0];
        (row.complete, row.states, row.transitions, row.depth, report.provisions.applied.clone())
    };
    assert_eq!(counts(&whole), counts(&again));
    assert!(again.holds());
    let other = How { resume: Some(file.clone()), ..how };
    let wrong = Some(vec![Bounds { wagers: 1, ..Bounds::default() }]);
    let refused = prove::<BigSix>(&settings, options::<BigSix>(&settings), wrong, &other, &mut |_, _| true);
    assert!(refused.is_err_and(|why| why.contains("it is a search of")));
    fs::remove_file(file.with_extension("row1")).expect("it was kept");
}

/// Every witness is a round that gives the written answers, and applies its provision.
#[test]
fn witnesses_are_rounds_that_can_be_played() {
    let settings = standard::<Roulette>();
    let how = How { threads: 1, resume: None, witnesses: true };
    let bounds =
        Some(vec![Bounds { take_back: true, without: vec!["asks for"], tries: 4, ..Bounds::default() }]);
    let report = prove_game(GameId::Roulette, &settings, bounds, &how, &mut |_, _| true).expect("a report");
    assert!(report.witnesses.len() > 20, "{:?}", report.witnesses.keys());
    for (id, text) in &report.witnesses {
        let played =
            Script::parse(text).expect("a script").play(GameId::Roulette, &settings).expect("it runs");
        assert_eq!(played.amiss().count(), 0, "{text}");
        assert!(played.unfinished.is_none(), "{text}");
        assert!(played.citations().any(|cite| cite.id() == id), "{id}: {text}");
    }
}

/// Half or all of an even-money wager on zero: four inputs, and half a dollar.
#[test]
fn two_tables_part_where_the_money_does() {
    let [half, all] = ["half", "all"]
        .map(|zero| standard::<Roulette>().with(Settings::read(&format!("zero={zero}")).expect("key=value")));
    let bounds =
        Bounds { irregularities: false, without: vec!["asks for", "hands back"], ..Bounds::default() };
    let with = |settings| (settings, options::<Roulette>(settings));
    let parting = diff::diff::<Roulette>(with(&half), with(&all), &bounds, &|_| false);
    assert!(parting.complete);
    let money = &parting.differences[&diff::Class::Money];
    assert_eq!(money.inputs.len(), 4, "{:?}", money.inputs);
    assert_eq!(money.gains["p1"], [-50, -100]);
    assert!(!parting.differences.contains_key(&diff::Class::Allowed));
    let same = diff::diff::<Roulette>(with(&half), with(&half), &bounds, &|_| false);
    assert!(same.is_proof() && same.compared > 0);
}

/// If half of a wager cannot be paid, one reading takes more and the other less.
#[test]
fn two_readings_part_where_the_money_does() {
    let settings = Settings::read("wheel=double-zero zero=half limits.payable=1.00").expect("settings");
    let decided = options::<Roulette>(&settings);
    let other = decided.under(Readings::DECIDED.with("R1", 1).expect("a choice"));
    let bounds = Bounds { kinds: vec!["red"], without: vec!["asks for", "hands back"], ..Bounds::default() };
    let parting = diff::diff::<Roulette>((&settings, decided), (&settings, other), &bounds, &|_| false);
    let money = &parting.differences[&Class::Money];
    assert_eq!((money.inputs.len(), money.gains["p1"]), (4, [0, -100]));
}

/// The stops of the wheel change only probabilities, and a maximum changes only what is allowed.
#[test]
fn chances_and_terms_are_compared_too() {
    let compare = |written: &str| {
        let (usual, other) =
            (standard::<BigSix>(), standard::<BigSix>().with(Settings::read(written).expect("settings")));
        let with = |settings| (settings, options::<BigSix>(settings));
        diff::diff::<BigSix>(with(&usual), with(&other), &Bounds::default(), &|_| false)
    };
    let stops = compare("stops.one=22 stops.two=16");
    assert_eq!(stops.differences.keys().collect::<Vec<_>>(), [&Class::Chances]);
    let most = compare("limits.maximum=500.00");
    assert_eq!(most.differences.keys().collect::<Vec<_>>(), [&Class::Allowed]);
    assert_eq!(most.differences[&Class::Allowed].inputs, ["p1 $1 10000.00"]);
}

/// Under an amendment, options are judged by what it allows, and its minimum odds apply where nothing is
/// written.
#[test]
fn an_amended_law_admits_other_options() {
    let than = Odds::new(30, 1);
    let amended = [Amended { key: "odds.straight", takes: Takes::Odds { than, is_strict: false } }];
    let settings = standard::<Roulette>();
    let low = settings.clone().with(Settings::read("odds.straight=\"33 to 1\"").expect("settings"));
    let judge = |settings: &Settings, amended: &[Amended<'_>]| {
        games::amended_options::<Roulette>(&settings.entries(), amended, &mut |_| ())
    };
    assert!(judge(&low, &[]).is_none() && judge(&low, &amended).is_some());
    let after = judge(&settings, &amended).expect("lawful");
    let bounds =
        Bounds { kinds: vec!["straight"], without: vec!["asks for", "hands back"], ..Bounds::default() };
    let before = options::<Roulette>(&settings);
    let parting = diff::diff::<Roulette>((&settings, before), (&settings, after), &bounds, &|_| false);
    assert_eq!(parting.differences[&Class::Money].gains["p1"], [3500, 3000]);
    let none = [Amended { key: "match-play", takes: Takes::OneOf(&["never"]) }];
    assert!(judge(&settings, &none).is_none(), "the default is gone, so a choice must be written");
}

/// Other values come with whatever the law requires to go with them.
#[test]
fn options_bring_along_what_they_need() {
    let with = |key: &str, value: Value| levers::with::<Roulette>(&standard::<Roulette>(), key, &value);
    let five = with("five-adjacent", Value::Switch(true)).expect("lawful");
    assert_eq!(five.get("layout.wheel-replica"), Some(&Value::Switch(true)));
    let single = with("wheel", Value::from("single-zero")).expect("lawful");
    assert_eq!(single.get("zero"), None);
    let step = with("limits.step", Value::from("5.00")).expect("lawful");
    assert_eq!(step.get("limits.minimum"), Some(&Value::from("5.00")));
    let stops =
        levers::with::<BigSix>(&standard::<BigSix>(), "stops.flag", &Value::Number(3)).expect("lawful");
    assert_eq!(stops.get("stops.one"), Some(&Value::Number(21)));
}

#[test]
fn a_line_is_explained_by_what_would_have_to_be_different() {
    let script = "game big-six\noptions clapper=passed\np1 $1 5\ndealer spins\ndealer calls no more bets\ndealer spins\n\
                  irregularity clapper between, past $1\n";
    let script = Script::parse(script).expect("a script");
    let ask = |line| why::why::<BigSix>(&script, &standard::<BigSix>(), line);
    let early = ask(4).expect("an answer");
    assert_eq!(early.accepted.first().map(String::as_str), Some("dealer calls no more bets"));
    assert_eq!(early.provisions[0].cite, "5.6(a)");
    let clapper = ask(7).expect("an answer");
    assert_eq!(clapper.options_that_change_it[0].option, "clapper=respin");
    assert!(
        clapper
            .provisions
            .iter()
            .any(|provision| provision.readings.iter().any(|reading| reading.id == "S1"))
    );
    assert!(ask(1).is_err() && ask(2).is_err() && ask(99).is_err());
}

/// `cargo xtask proofs` writes the page. Only the smallest game is searched again here; for the others this checks that
/// they are listed with the current bounds, and that nothing is reported that somebody has to look at.
#[test]
fn the_page_of_proofs_says_what_the_searches_find() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROOFS.md");
    let written = fs::read_to_string(path).expect("the page");
    let how = How { threads: 2, resume: None, witnesses: false };
    let report = prove_game(GameId::BigSix, &standard::<BigSix>(), None, &how, &mut |_, _| true);
    let found = page(&[report.expect("a report")], &[0]);
    for line in found.lines().filter(|line| !line.starts_with("The searches took")) {
        assert!(written.lines().any(|other| other == line), "run `cargo xtask proofs`: {line}");
    }
    for game in GameId::ALL {
        for bounds in rows(game.name()) {
            let row = format!("| {} | {bounds} |", game.name());
            let line = written.lines().find(|line| line.starts_with(&row));
            let line = line.unwrap_or_else(|| panic!("run `cargo xtask proofs`: no {row}"));
            let holds =
                ["everything holds |", "cut off, nothing found |"].iter().any(|end| line.ends_with(end));
            assert!(holds, "{line}");
        }
        assert!(written.contains(&format!("\n### {}\n", game.name())), "{}", game.name());
    }
    assert!(!written.contains("**"), "something is reported that somebody has to look at");
}
