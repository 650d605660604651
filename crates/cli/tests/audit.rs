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
    // Nothing is shown of a round from a journal that is not sound.
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
    let output = ch47(&["judge", &round, "--steps"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("unlawful, error of the dealer") && said.contains("The round was not finished"),
        "{said}"
    );
    for unreadable in
        ["p1 red 5\n", "game roulette\np1 dances\n", "{\"game\":\"roulette\"}", "game roulette\n= p1 5\n"]
    {
        let output = ch47(&["judge", &file("unreadable.table", unreadable)]);
        assert_eq!(output.status.code(), Some(2), "{unreadable}");
    }
}

/// The journal as another version of the rules would have written it, with a new chain.
fn of_other_rules() -> String {
    let (mut text, mut prev) = (String::new(), books::Hash::ZERO);
    for line in journal().lines() {
        let mut record = books::Record::read(line).expect("a line");
        if let books::Entry::Opened { version, .. } = &mut record.entry {
            *version = "1".to_owned();
        }
        record.prev = prev;
        let line = record.write();
        prev = books::Hash::leaf(line.as_bytes());
        text += &format!("{line}\n");
    }
    text
}

#[test]
fn a_journal_of_other_rules_is_not_called_forged() {
    let text = of_other_rules();
    let other = file("other-rules.jsonl", &text);
    let output = ch47(&["verify", &other]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("need rules 1; this program has rules"), "{said}");
    let forged = file("other-forged.jsonl", &text.replace("\"by\":\"bob\"", "\"by\":\"bill\""));
    assert_eq!(ch47(&["verify", &forged]).status.code(), Some(1), "the chain tells");
}

fn says(args: &[&str], code: i32) -> String {
    let output = ch47(args);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    said
}

/// A floor from the command line: opened, checked, copied, broken, restored.
#[test]
fn a_floor_is_looked_after_from_the_command_line() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("floor-care");
    let _ = fs::remove_dir_all(&root);
    let (floor, copy, back) = (root.join("floor"), root.join("copy"), root.join("back"));
    let at = |folder: &Path| folder.display().to_string();
    fs::create_dir_all(&floor).expect("a folder");
    let said = says(&["floor", "check", "--folder", &at(&floor)], 2);
    assert!(said.contains("there is no floor"), "{said}");

    let mut serving = Command::new(env!("CARGO_BIN_EXE_ch47"))
        .args(["serve", &at(&floor), "--listen", "127.0.0.1:0", "--json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let out = serving.stdout.take().expect("piped");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).expect("it opens");
    assert!(line.contains("roulette-1"), "{line}");
    let said = says(&["floor", "backup", &at(&copy), "--folder", &at(&floor)], 0);
    assert!(said.contains("copied and checked") && said.contains("keys are not in the copy"), "{said}");
    let said = says(&["floor", "unlock", "nobody", "--folder", &at(&floor)], 2);
    assert!(said.contains("nobody on this floor is called nobody"), "{said}");
    Command::new("kill").arg(serving.id().to_string()).status().expect("a signal");
    let ended = serving.wait().expect("it ends");
    assert!(ended.success(), "{ended}");

    let said = says(&["--json", "floor", "check", "--folder", &at(&floor)], 0);
    assert!(said.contains("\"task\": \"check\"") && said.contains("sound: "), "{said}");
    assert!(says(&["floor", "upgrade", "--folder", &at(&floor)], 0).contains("has schema 4 already"));

    fs::rename(floor.join("sign.key"), root.join("sign.key")).expect("moved");
    let said = says(&["serve", &at(&floor), "--listen", "127.0.0.1:0"], 2);
    assert!(said.contains("sign.key is missing"), "{said}");
    assert!(!floor.join("sign.key").exists(), "no other key is made");

    let said = says(&["floor", "restore", &at(&copy), "--folder", &at(&back)], 2);
    assert!(said.contains("made without keys") && !back.exists(), "{said}");
    fs::create_dir_all(&back).expect("a folder");
    fs::rename(root.join("sign.key"), back.join("sign.key")).expect("moved");
    fs::copy(floor.join("high-water.json"), back.join("high-water.json"))
        .expect("the mark is kept with the key");
    let said = says(&["floor", "restore", &at(&copy), "--folder", &at(&back), "--accept-loss"], 0);
    assert!(said.contains("restored: ") && said.contains("log in again"), "{said}");
    says(&["floor", "check", "--folder", &at(&back)], 0);
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
