//! Odds and simulations as their users request them: lawful tables of every kind get figures, and the command says what
//! cannot be computed.

use serde_json::Value;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn ch47(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ch47"));
    command.args(args).current_dir(ROOT).stdin(Stdio::null()).env("COLUMNS", "200");
    command
}

/// Runs a command that must end by itself: one that never ends fails its test instead of holding up all others.
fn run(args: &[&str]) -> Output {
    let child = ch47(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let id = child.id().to_string();
    let (tell, told) = mpsc::channel();
    thread::spawn(move || tell.send(child.wait_with_output()));
    match told.recv_timeout(Duration::from_secs(240)) {
        Ok(output) => output.expect("its answer"),
        Err(_) => {
            _ = Command::new("kill").arg(&id).status();
            panic!("{args:?} does not end");
        }
    }
}

fn json(args: &[&str]) -> Value {
    let output = run(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("a file");
    path
}

/// The wager of this name.
fn wager<'a>(report: &'a Value, name: &str) -> &'a Value {
    let all = report["wagers"].as_array().expect("wagers");
    all.iter().find(|one| one["wager"] == name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn seen_cards_change_blackjack_and_none_seen_change_nothing() {
    let none = file("none-seen.txt", "# nothing yet\n");
    let seen = file("tens-seen.txt", "Tc Td Th Ts Jc Jd Jh Js\n");
    let edge = |more: &[&str]| {
        let report = json(&[&["odds", "blackjack", "--set", "decks=2"], more].concat());
        report["plays"][0]["edge_percent"].as_f64().expect("a number")
    };
    let paths = [none, seen].map(|path| path.display().to_string());
    let [none, tens] = [&paths[0], &paths[1]].map(|path| edge(&["--seen", path]));
    assert_eq!(none, edge(&[]));
    assert!(tens > none + 0.1, "{tens} {none}");
    let chart = json(&["strategy", "blackjack", "--set", "decks=2", "--seen", &paths[0]]);
    assert_eq!(chart["unseen"], 104);
    let wrong = file("wrong-seen.txt", "Tc Td\n  Th 1x\n");
    let output = run(&["odds", "blackjack", "--seen", &wrong.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("wrong-seen.txt:2:6"), "{}", text(&output.stderr));
}

#[test]
fn means_of_blackjack_are_fractions_on_request() {
    let report = json(&["odds", "blackjack", "--set", "decks=1", "--exact", "--split-knowledge"]);
    for play in report["plays"].as_array().expect("ways to play") {
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let (numerator, denominator) =
            play["exact"]["mean"].as_str().and_then(|mean| mean.split_once('/')).expect("a fraction");
        let mean = play["mean"].as_f64().expect("a number");
        assert!((number(numerator) / number(denominator) - mean).abs() < 1e-6, "{play}");
        let decimal = play["exact"]["decimal"].as_str().expect("a decimal");
        assert_eq!(decimal.split_once('.').map(|(_, digits)| digits.len()), Some(40));
        assert!((number(decimal) - mean).abs() < 1e-6, "{decimal} {mean}");
    }
    let known = &report["split_knowledge"];
    let gain = known["gain_percent"].as_f64().expect("a number");
    assert!(gain > 0.0 && gain < 0.01, "{gain}");
    let most = known["most_percent"].as_f64().expect("an upper bound");
    assert!(gain < most && most < 4.0 * gain, "{gain} {most}");
    assert!(known["pairs"].as_array().is_some_and(|pairs| pairs.len() > 10));
}

#[test]
fn a_double_shoe_is_compared_with_the_side_a_round_is_dealt_from() {
    for decks in [["decks=2", "left-decks=1"], ["decks=3", "left-decks=1"]] {
        let double =
            ["--set", decks[0], "--set", decks[1], "--set", "double-shoe=true", "--set", "red-suits=left"];
        let play = ["sim", "blackjack", "--shuffle-every-round", "--rounds", "2e6"];
        let report = json(&[&play[..], &double].concat());
        let z = report["z"].as_f64().expect("a z");
        assert!(z.abs() < 4.0, "{decks:?}: {z}");
        let odds = json(&[&["odds", "blackjack"][..], &double].concat());
        let chart = odds["plays"][1]["edge_percent"].as_f64().expect("a number");
        let exact = report["exact"].as_f64().expect("a number") * 100.0;
        assert!((chart - exact).abs() < 1e-9, "{chart} {exact}");
    }
}

#[test]
fn caribbean_stud_shuffled_by_hand_is_played() {
    let table = ["--set", "shuffle=manual", "--set", "deal=shoe"];
    let odds = json(&[&["odds", "caribbean-stud"][..], &table].concat());
    assert_eq!(odds["strategies"][0]["edge_percent"], "5.224");
    let report = json(&[&["sim", "caribbean-stud", "--rounds", "40000"][..], &table].concat());
    assert_eq!(report["rounds"], 40_000);
    let ante = wager(&report, "ante");
    assert!(ante["z"].as_f64().expect("a z").abs() < 4.0, "{ante}");
    // The ante is the same everywhere; if a larger one reaches the limit on a hand, the command says so.
    assert_eq!(ante["stake"], 1000);
    let progressive = wager(&report, "progressive");
    assert_eq!((&progressive["z"], progressive["exact_if"].is_string()), (&Value::Null, true));
    let one = run(&[&["odds", "caribbean-stud", "--wager", "ante", "--stake", "100"][..], &table].concat());
    assert!(text(&one.stdout).contains("the limit on what a hand is paid"), "{}", text(&one.stdout));
}

#[test]
fn tables_that_take_one_wager_are_simulated_too() {
    for (game, setting, least) in
        [("big-six", "limits.wagers=1", 7), ("punto-banco", "seats=1", 3), ("craps", "limits.wagers=1", 5)]
    {
        let report = json(&["sim", game, "--set", setting, "--rounds", "20000"]);
        let wagers = report["wagers"].as_array().expect("wagers");
        assert!(wagers.len() >= least, "{game}: {}", wagers.len());
        for one in wagers {
            let z = one["z"].as_f64().unwrap_or(0.0);
            assert!(z.abs() < 5.0, "{game}: {one}");
        }
    }
}

#[test]
fn one_wager_that_cannot_be_made_leaves_the_others_their_odds() {
    let report = json(&["odds", "craps", "--set", "odds.dont-pass=15 to 10"]);
    assert_eq!(wager(&report, "pass")["edge_percent"], "1.414");
    assert_eq!(wager(&report, "dont-pass-odds 4")["edge"], "0");
    // At a stake that only some wagers accept.
    let report = json(&["odds", "craps", "--each", "--stake", "5"]);
    assert_eq!(wager(&report, "pass")["edge_percent"], "1.414");
    let left_out = report["left_out"].as_array().expect("some");
    assert!(left_out.iter().any(|one| one["wager"] == "place 6"), "{left_out:?}");
    // If no wager is left, the answer is a refusal by the law.
    assert_eq!(run(&["odds", "craps", "--wager", "place 6", "--stake", "5"]).status.code(), Some(1));
}

#[test]
fn a_charge_is_not_rounded_away() {
    let report = json(&["odds", "craps", "--each"]);
    for (name, edge) in [("lay 4", "2.500"), ("lay 5", "3.333"), ("lay 6", "4.167"), ("buy 4", "5.000")] {
        let one = wager(&report, name);
        assert_eq!((&one["edge_percent"], &one["charge_rounded"]), (&edge.into(), &false.into()), "{name}");
    }
    let output = run(&["odds", "craps", "--wager", "lay 4"]);
    assert!(text(&output.stdout).contains("120.00"), "{}", text(&output.stdout));
    let output = run(&["odds", "craps", "--wager", "lay 4", "--stake", "100"]);
    assert!(text(&output.stdout).contains("the charge"), "{}", text(&output.stdout));
}

#[test]
fn trials_have_the_name_they_have_at_the_table() {
    let wheel = run(&["odds", "roulette", "--set", "wheel=double-zero-as-single", "--wager", "red"]);
    let wheel = text(&wheel.stdout);
    assert!(wheel.contains("% per spin") && !wheel.contains("roll"), "{wheel}");
    let dice = run(&["odds", "craps", "--wager", "pass"]);
    assert!(text(&dice.stdout).contains("% per roll"));
}

#[test]
fn counts_of_rounds_are_read_as_people_write_them() {
    assert_eq!(json(&["sim", "big-six", "--rounds", "2e4"])["rounds"], 20_000);
    assert_eq!(json(&["sim", "big-six", "--rounds", "20_000"])["rounds"], 20_000);
    for wrong in ["nan", "inf", "1e99", "2.5", "-3", ""] {
        let output = run(&["sim", "big-six", &format!("--rounds={wrong}")]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(text(&output.stderr).contains("such as 1000000 or 1e6"), "{wrong}: {}", text(&output.stderr));
    }
    for wrong in ["nan", "inf", "0", "-1e-3"] {
        let output = run(&["sim", "big-six", &format!("--until-error={wrong}")]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
    let output = run(&["sim", "blackjack", "--penetration", "nan"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

/// An interrupted run prints what it has, and does not look as if everything had been played.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_keeps_what_it_has_and_says_so() {
    for game in ["roulette", "blackjack"] {
        let child = ch47(&["sim", game, "--rounds", "1e12", "--threads", "1", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let id = child.id();
        // Before the command listens, an interrupt would simply end it; and it must have had time for some
        // rounds.
        wait_for(|| catches_interrupts(id));
        let started = ticks(id);
        wait_for(|| ticks(id) > started + 50);
        assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().expect("kill").success());
        let output = child.wait_with_output().expect("its answer");
        assert_eq!(output.status.code(), Some(130), "{game}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["interrupted"], true, "{game}");
        let rounds = report["rounds"].as_u64().expect("a number");
        assert!(0 < rounds && rounds < 1_000_000_000_000, "{game}: {rounds}");
    }
}

#[cfg(target_os = "linux")]
fn wait_for(holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(240);
    while !holds() {
        assert!(Instant::now() < end, "it never comes about");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process has a handler for SIGINT, the second signal, according to the kernel.
#[cfg(target_os = "linux")]
fn catches_interrupts(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 0b10 != 0)
}

/// How long a process has computed, in the kernel's ticks of a hundredth of a second.
#[cfg(target_os = "linux")]
fn ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    after_name.split(' ').nth(11).and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}
