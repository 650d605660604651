//! House files and notices, by the command itself.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

const SINGLE: &str = "game = \"roulette\"\nwheel = \"double-zero\"\nzero = \"all\"\n";
const HOUSE: &str = r#"
licensee = "A & B"
[[pit]]
name = "1"
[[pit.table]]
name = "R-1"
game = "roulette"
wheel = "double-zero"
zero = "all"
[[pit.table]]
name = "R-2"
game = "roulette"
options = { wheel = "double-zero", zero = "all" }
[[pit]]
name = "2"
[[pit.table]]
name = "W-1"
game = "big-six"
clapper = "passed"
"#;

/// Exit code, standard output, standard error.
fn ch47(args: &[&str]) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_ch47")).args(args).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (out.status.code().expect("an exit code"), text(out.stdout), text(out.stderr))
}

fn file(text: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("notice-{number}.toml"));
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

fn json(args: &[&str]) -> (i32, serde_json::Value) {
    let (code, out, _) = ch47(&[args, &["--json"]].concat());
    (code, serde_json::from_str(&out).expect("JSON"))
}

#[test]
fn the_example_is_lawful() {
    let example = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/house.toml");
    let (code, out, err) = ch47(&["check", &example.display().to_string()]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("the 6 tables of"), "{out}");
}

#[test]
fn every_table_of_a_house_is_judged() {
    let broken = HOUSE.replace("zero = \"all\"\n", "").replace("clapper = \"passed\"", "claper = \"passed\"");
    let house = file(&broken);
    let (code, out, err) = ch47(&["check", &house]);
    assert_eq!(code, 1);
    assert!(out.contains("3 violations"), "{out}");
    for part in ["pit 1, R-1: `zero` must be decided", "5.2(b)", "pit 2, W-1: no option is called `claper`"] {
        assert!(err.contains(part), "{part}: {err}");
    }
    let (code, report) = json(&["check", &house]);
    assert_eq!((code, &report["lawful"], &report["game"]), (1, &false.into(), &"house".into()));
    assert_eq!(report["tables"][0]["violations"][0]["place"]["line"], 7);
    assert_eq!(report["tables"][1]["violations"].as_array().map(Vec::len), Some(0));
    assert_eq!(report["tables"][1]["duties"][0]["cite"], "5.2(b)");
    assert_eq!(report["violations"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_submission_for_one_table_is_reported_as_before() {
    let (code, report) = json(&["check", &file(SINGLE)]);
    assert_eq!(
        (code, &report["game"], &report["duties"][0]["cite"]),
        (0, &"roulette".into(), &"5.2(b)".into())
    );
    assert!(report.get("tables").is_none() && report.get("house").is_none());
}

#[test]
fn faults_of_a_house_file_are_shown_at_their_place() {
    let twice = HOUSE.replace("R-2", "R-1");
    let nameless = HOUSE.replace("name = \"W-1\"\n", "");
    let gameless = HOUSE.replace("game = \"big-six\"\n", "");
    let stray = HOUSE.replace("name = \"2\"", "name = \"2\"\nfloor = 3");
    let elsewhere = HOUSE.replace("clapper = \"passed\"", "options = \"nowhere.toml\"");
    for (text, message) in [
        (twice, "stands twice in its pit"),
        (nameless, "the table has no name"),
        (gameless, "does not say which game"),
        (stray, "`floor` has no place here"),
        (elsewhere, "nowhere.toml"),
        ("pit = 3".to_owned(), "there may be several of these"),
        ("[[pit]]\nname = \"1\"".to_owned(), "the pit has no table"),
    ] {
        let (code, _, err) = ch47(&["check", &file(&text)]);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(message), "{message}: {err}");
    }
}

#[test]
fn options_may_stand_in_another_file_but_for_the_same_game() {
    let options = file(SINGLE);
    let with = |game: &str| {
        format!(
            "[[pit]]\nname = \"1\"\n[[pit.table]]\nname = \"R-1\"\ngame = \"{game}\"\noptions = '{options}'\n"
        )
    };
    assert_eq!(ch47(&["check", &file(&with("roulette"))]).0, 0);
    let (code, _, err) = ch47(&["check", &file(&with("big-six"))]);
    assert_eq!(code, 2);
    assert!(err.contains("the options are for another game"), "{err}");
}

#[test]
fn a_change_of_a_rule_gets_its_notice() {
    let (before, after) = (file(SINGLE), file(&SINGLE.replace("all", "half")));
    let (code, out, err) = ch47(&["notice", &before, &after, "--given", "2026-11-16T10:00:00-05:00"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in [
        "0 and 00 take half of each even chance.",
        "zero from \"all\" to \"half\"",
        "Not before  November 16, 2026, 10:30 (UTC-05:00)",
        "19:47-5.2(b), 19:47-8.3 (not held)",
        "The text of 19:47-8.3 is not held.",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn a_change_that_comes_too_early_is_refused() {
    let (before, after) = (file(SINGLE), file(&SINGLE.replace("all", "half")));
    let given = ["notice", &before, &after, "--given", "2026-11-16T10:00:00-05:00"];
    let at = |time, more: &[&str]| ch47(&[&given[..], &["--effective", time], more].concat());
    assert_eq!(at("2026-11-16T15:30:00Z", &[]).0, 0);
    let (code, out, err) = at("2026-11-16T15:29:59Z", &[]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("19:47-5.2(b)") && err.contains("not before November 16, 2026, 10:30"), "{err}");
    assert_eq!(at("2026-11-16T10:05:00-05:00", &["--period-8-3", "5"]).0, 0);
    let (code, report) = json(&[&given[..], &["--effective", "2026-11-16T10:00:00-05:00"]].concat());
    assert_eq!((code, &report["lawful"]), (1, &false.into()));
    assert_eq!(report["notices"][0]["earliest"], "2026-11-16T10:30:00-05:00");
    assert_eq!(report["notices"][0]["latest"], "2026-11-16T09:30:00-05:00");
    assert!(report["notices"][0]["refused"].is_string());
    for no_moment in ["soon", "2026-11-16", "2026-11-16T10:00:00", "2026-11-16T10:00:00.5Z"] {
        assert_eq!(at(no_moment, &[]).0, 2, "{no_moment}");
    }
}

#[test]
fn an_unlawful_change_is_refused_first() {
    let (before, after) = (file(SINGLE), file(&SINGLE.replace("all", "none")));
    let (code, out, err) = ch47(&["notice", &before, &after]);
    assert_eq!(code, 1);
    assert!(err.contains("`zero` is not lawful as written") && out.contains("unlawful"), "{out}{err}");
    let (code, report) = json(&["notice", &before, &after]);
    assert_eq!((code, &report["after"]["lawful"]), (1, &false.into()));
    assert_eq!(report["notices"].as_array().map(Vec::len), Some(0));
}

#[test]
fn tables_with_the_same_to_tell_share_a_notice() {
    let changed = HOUSE.replace("zero = \"all\"", "zero = \"half\"").replace("passed", "respin");
    let (before, after) = (file(HOUSE), file(&changed));
    let (code, report) = json(&["notice", &before, &after]);
    assert_eq!(code, 0);
    let notices = report["notices"].as_array().expect("a list");
    assert_eq!(notices.len(), 2);
    assert_eq!(notices[0]["tables"], serde_json::json!(["pit 1, R-1", "pit 1, R-2"]));
    assert_eq!((&notices[0]["held"], &notices[1]["held"]), (&false.into(), &true.into()));
    assert_eq!((&notices[1]["kind"], &notices[1]["cite"]), (&"sign".into(), &"5.6(d)".into()));
}

#[test]
fn a_table_that_opens_has_its_notices_and_one_that_closes_has_none() {
    let wheel = HOUSE.find("[[pit]]\nname = \"2\"").expect("there");
    let (small, large) = (file(&HOUSE[..wheel]), file(HOUSE));
    let (_, opens) = json(&["notice", &small, &large]);
    assert_eq!(opens["notices"][0]["was"], serde_json::Value::Null);
    assert_eq!(opens["notices"][0]["cite"], "5.6(d)");
    let (code, out, _) = ch47(&["notice", &large, &small]);
    assert_eq!((code, out.as_str()), (0, "this change demands no notice and no sign\n"));
}

#[test]
fn pages_are_written_to_be_printed() {
    let changed = HOUSE.replace("zero = \"all\"", "zero = \"half\"").replace("passed", "respin");
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("notices.html").display().to_string();
    assert_eq!(ch47(&["notice", &file(HOUSE), &file(&changed), "--html", &page]).0, 0);
    let html = fs::read_to_string(&page).expect("a page");
    assert_eq!(html.matches("<section").count(), 2);
    assert!(html.contains("A &amp; B") && html.contains("break-after: page"), "{html}");
}

#[test]
fn files_that_cannot_be_compared_are_a_fault() {
    let big_six = file("game = \"big-six\"\nclapper = \"passed\"\n");
    assert_eq!(ch47(&["notice", &file(SINGLE), &file(HOUSE)]).0, 2);
    assert_eq!(ch47(&["notice", &file(SINGLE), &big_six]).0, 2);
}

#[test]
fn minibaccarat_follows_punto_banco_in_a_mixed_pit() {
    let pit = |order: &str| {
        format!(
            r#"
[[pit]]
name = "1"
[[pit.table]]
name = "PB-1"
game = "punto-banco"
options = {{ decks = 8, vigorish = "5%", recut-by = "last-cutter", pay-order = "1" }}
[[pit.table]]
name = "MB-1"
game = "minibaccarat"
options = {{ decks = 8, shuffle = "lace", deal = "face-up", vigorish = "5%", pay-order = {order}, disclosed-card = "2" }}
"#
        )
    };
    // `1` and `"1"` mean the same, and a change from one to the other is none.
    let spelt = [r#""1""#, "1"].map(|order| file(&pit(order)));
    for file in &spelt {
        assert_eq!(ch47(&["check", file]).0, 0);
    }
    let (code, out, _) = ch47(&["notice", &spelt[0], &spelt[1]]);
    assert_eq!((code, out.as_str()), (0, "this change demands no notice and no sign\n"));
    let (code, _, err) = ch47(&["check", &file(&pit("2"))]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("7.10(c)2") && err.contains("PB-1") && err.contains("MB-1"), "{err}");
}
