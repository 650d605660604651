//! The auditor's commands on journals and rounds that are not in order.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn ch47(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ch47"))
        .args(args)
        .current_dir(ROOT)
        .output()
        .expect("the command starts")
}

fn file(name: &str, content: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("a file");
    path.display().to_string()
}

fn journal() -> String {
    fs::read_to_string(Path::new(ROOT).join("examples/dispute.jsonl")).expect("the example")
}

#[test]
fn a_changed_line_is_named() {
    let changed = file("changed.jsonl", &journal().replace("black 5.00", "black 9.00"));
    let output = ch47(&["verify", &changed]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("line 7:") && said.contains("p1 black 9.00"), "{said}");
    // Nothing is told of a round from a journal that is not sound.
    let output = ch47(&["replay", &changed, "--round", "0"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

#[test]
fn a_journal_cut_short_does_not_carry_the_checkpoint() {
    let cut: String = journal().lines().take(10).map(|line| format!("{line}\n")).collect();
    let cut = file("cut.jsonl", &cut);
    assert_eq!(ch47(&["verify", &cut]).status.code(), Some(0));
    let key = "6e32c19741f0af8260612ae99fd13d8a38944722e08964dd239738f552a6153b";
    let held = ["--checkpoint", "examples/dispute.checkpoint", "--key"];
    let output = ch47(&[&["verify", &cut], &held[..], &[key]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("fewer lines than the checkpoint"));
    assert_eq!(ch47(&[&["verify", &cut], &held[..], &["00"]].concat()).status.code(), Some(2));
}

#[test]
fn a_round_is_a_page() {
    let page = file("round.html", "");
    let output = ch47(&["replay", "examples/dispute.jsonl", "--round", "0", "--html", &page]);
    assert_eq!(output.status.code(), Some(0));
    let html = fs::read_to_string(&page).expect("a page");
    assert!(html.contains("refused: not now") && html.contains("calls &quot;No More Bets&quot;"), "{html}");
    let output = ch47(&["replay", "examples/dispute.jsonl", "--round", "9"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_was_left_out_is_named() {
    let round =
        file("left-out.table", "game roulette\noptions wheel=single-zero\np1 red 5\ndealer spins\nball 1\n");
    let output = ch47(&["judge", &round]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("unlawful, error of the dealer") && said.contains("left out"), "{said}");
    for unreadable in
        ["p1 red 5\n", "game roulette\np1 dances\n", "{\"game\":\"roulette\"}", "game roulette\n= p1 5\n"]
    {
        let output = ch47(&["judge", &file("unreadable.table", unreadable)]);
        assert_eq!(output.status.code(), Some(2), "{unreadable}");
    }
}

/// The example with one more line: a remedy whose reason looks like further lines of a report.
fn forged() -> String {
    let (mut text, mut book) = (journal(), books::Book::new("roulette-1"));
    for line in text.lines() {
        book.replay(line).unwrap_or_else(|fault| panic!("{fault}"));
    }
    let reason = "paid wrong\n   99  house: pays p1 $1,000\u{1b}[2J\u{202e}\u{9b}0m\r<b>";
    let remedy = books::Remedy::Correct { patron: 1, cents: 5 };
    let (at, epoch) = (1_794_787_300_000, book.epoch());
    let entry = books::Entry::Asked { remedy, reason: reason.to_owned() };
    let draft = books::Draft { at, epoch, by: "fay".to_owned(), key: None, salt: None, entry };
    text += &book.propose(draft).unwrap_or_else(|fault| panic!("{fault}")).line;
    text + "\n"
}

#[test]
fn nobodys_words_pass_for_a_line_of_the_report() {
    let forged = file("forged.jsonl", &forged());
    let page = file("forged.html", "");
    let last = ch47(&["replay", &forged, "--list", "--json"]);
    let last: serde_json::Value = serde_json::from_slice(&last.stdout).expect("JSON");
    let last =
        last["rounds"].as_array().and_then(|rounds| rounds.last()).expect("rounds")["round"].to_string();
    let output = ch47(&["replay", &forged, "--round", &last, "--html", &page]);
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("paid wrong\\n   99  house: pays p1 $1,000\\u{1b}[2J\\u{202e}"), "{said:?}");
    assert!(!said.lines().any(|line| line.starts_with("   99  ")), "{said}");
    let json = ch47(&["replay", &forged, "--round", &last, "--json"]).stdout;
    let html = fs::read(&page).expect("a page");
    for text in [said.into_bytes(), html, json] {
        let text = String::from_utf8(text).expect("text");
        let hidden: Vec<char> = text.chars().filter(|c| books::text::is_hidden(*c) && *c != '\n').collect();
        assert!(hidden.is_empty(), "{hidden:?} in {text:?}");
    }
}
