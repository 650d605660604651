//! The command as its users see it.
//!
//! The pages of the book and the cases of tests/cmd are run as they are: `TRYCMD=overwrite cargo test -p ch47
//! --test cli` rewrites their output. The tests here check what those cannot: which stream is used, what happens
//! after the reader has left, and whether JSON matches its schema.

use serde_json::Value;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use trycmd::TestCases;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn cases() -> TestCases {
    // Commands run in the root of the repository, unless a case has its own folder.
    env::set_current_dir(ROOT).expect("the root of the repository");
    let cases = TestCases::new();
    // The output must not depend on the tester's settings for color and width.
    cases
        .register_bin("ch47", Path::new(env!("CARGO_BIN_EXE_ch47")))
        .env("CLICOLOR_FORCE", "")
        .env("COLUMNS", "100");
    cases
}

fn ch47(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ch47"));
    command
        .args(args)
        .current_dir(ROOT)
        .stdin(Stdio::null())
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR");
    command
}

fn run(args: &[&str]) -> Output {
    ch47(args).output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// A separate file for a test.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("a file");
    path
}

#[test]
fn the_pages_are_true() {
    // Every page of the book: blocks of `console`, except those whose fence says `not run:`.
    let book = book::Book::read(Path::new(ROOT)).expect("a book");
    let cases = cases();
    book.pages.iter().for_each(|page| {
        cases.case(&page.chapter.path);
    });
    cases.case("README.md");
}

#[test]
fn bad_input_gets_a_clear_answer() {
    cases().case("crates/cli/tests/cmd/*.md").case("crates/cli/tests/cmd/*.toml");
}

#[test]
fn the_examples_are_what_they_say() {
    for entry in fs::read_dir(Path::new(ROOT).join("examples")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            // The systems: crates/systems plays them.
            continue;
        }
        let path = path.to_str().expect("text");
        let lawful = i32::from(
            path.ends_with("unlawful.toml")
                || ["mispaid", "forged", ".dispute"].iter().any(|bad| path.contains(bad)),
        );
        let output = match path.rsplit_once('.') {
            Some((_, "toml")) if path.ends_with("amendment.toml") => {
                run(&["diff", "roulette", "--amendment", path])
            }
            Some((_, "toml")) => run(&["check", path]),
            Some((stem, "round")) => run(&["play", stem.rsplit('/').next().expect("a name"), path]),
            Some((_, "shoe")) => run(&["roads", path]),
            Some((_, "table" | "dispute" | "json")) => run(&["judge", path]),
            Some((_, "fair")) => run(&["fair", path]),
            Some((_, "jsonl")) => run(&["verify", path]),
            Some((_, "csv")) => run(&["sim", "blackjack", "--rounds", "1000", "--strategy", path]),
            Some((_, "checkpoint")) => {
                let key = "6e32c19741f0af8260612ae99fd13d8a38944722e08964dd239738f552a6153b";
                run(&["verify", "examples/dispute.jsonl", "--checkpoint", path, "--key", key])
            }
            _ => panic!("{path}: nothing that the command reads"),
        };
        assert_eq!(output.status.code(), Some(lawful), "{path}: {}", text(&output.stderr));
        assert!(lawful == 1 || output.stderr.is_empty(), "{path}: {}", text(&output.stderr));
    }
}

/// What is wrong with the command or a file is reported only on standard error, and never by a panic.
#[test]
fn a_fault_says_nothing_on_standard_output() {
    let latin = file("latin.toml", b"game = \"roulette\"\nwheel = \"\xff\"\n");
    let latin = latin.to_str().expect("text");
    let faults: &[&[&str]] = &[
        &[],
        &["frobnicate"],
        &["odds", "tiddlywinks"],
        &["odds", "roulette", "--stake", "0.005"],
        &["odds", "roulette", "--stake", "10000000000000000000000000000000000000000"],
        &["odds", "roulette", "--set", "zero"],
        &["odds", "roulette", "--plot", "nowhere/edges.svg"],
        &["odds", "roulette", "--options", "nowhere.toml"],
        &["odds", "big-six", "--options", "examples/roulette-single-zero.toml"],
        &["sim", "roulette", "--rounds", "0"],
        &["sim", "roulette", "--rounds", "-1"],
        &["sim", "roulette", "--threads", "99999"],
        &["sim", "big-six", "--rounds", "10", "--plot", "nowhere/edges.svg"],
        &["law", "9.9"],
        &["law", "5.7"],
        &["check", "nowhere.toml"],
        &["check", "examples"],
        &["check", "crates/cli/tests/cmd/check.in/empty.toml"],
        &["check", latin],
        &["play", "roulette", latin],
        &["play", "roulette", "examples"],
        &["play", "roulette", "examples/big-six.round"],
        &["roads", "nowhere.shoe"],
        &["sit", "nowhere"],
        &["sit", "http://127.0.0.1:9"],
        &["sit", "http://127.0.0.1:9", "--guest", "ann", "--table", "t", "--script", "nowhere.txt"],
        &[
            "sit",
            "http://127.0.0.1:9",
            "--guest",
            "ann",
            "--table",
            "t",
            "--script",
            "examples/roulette.round",
        ],
        &["roads", latin],
        &["roads", "crates/cli/tests/cmd/roads.in/token.json"],
        &["roads", "examples/baccarat.shoe", "--svg", "nowhere/roads.svg"],
    ];
    for args in faults {
        for json in [&[][..], &["--json"]] {
            let output = run(&[json, args].concat());
            let stderr = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?} {stderr}");
            assert_eq!(text(&output.stdout), "", "{args:?}");
            assert!(!stderr.is_empty() && !stderr.contains("panicked"), "{args:?} {stderr}");
        }
    }
}

#[test]
fn a_file_that_is_not_text_is_named() {
    let latin = file("not-text.toml", b"game = \"\xff\"\n");
    let output = run(&["check", latin.to_str().expect("text")]);
    assert!(text(&output.stderr).contains("not-text.toml: "), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("UTF-8"), "{}", text(&output.stderr));
}

/// Long answers to someone who has stopped listening (as `head` does).
#[test]
fn a_reader_may_leave() {
    let long: &[&[&str]] = &[
        &["law"],
        &["law", "5", "--json"],
        &["options", "roulette"],
        &["odds", "roulette", "--each"],
        &["play", "roulette", "examples/roulette.round"],
        &["roads", "examples/baccarat.shoe"],
        &["completions", "zsh"],
        &["schema", "law"],
        &["man"],
        &["--help"],
    ];
    for args in long {
        let mut child = ch47(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(text(&output.stderr), "", "{args:?}");
    }
    for (args, code) in [
        (&["check", "examples/unlawful.toml"][..], 1),
        (&["odds", "roulette", "--set", "zero=quarter"], 1),
        (&["odds", "roulette", "--stake", "0"], 1),
        (&["odds", "roulette", "--stake", "-1"], 1),
        (&["odds", "roulette", "--stake", "92233720368547758.07"], 1),
        (&["odds", "roulette", "--wager", "trio"], 1),
        (&["odds", "roulette", "--stake", "0.005"], 2),
    ] {
        let mut child = ch47(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start");
        drop(child.stderr.take());
        assert_eq!(child.wait_with_output().expect("an end").status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn color_is_for_terminals_or_on_demand() {
    let answers: &[&[&str]] = &[
        &["law"],
        &["law", "5.2b"],
        &["law", "--search", "zero"],
        &["options", "roulette"],
        &["odds", "big-six"],
        &["sim", "big-six", "--rounds", "100"],
        &["check", "examples/big-six.toml"],
        &["check", "examples/unlawful.toml"],
        &["check", "crates/cli/tests/cmd/check.in/empty.toml"],
        &["play", "roulette", "examples/roulette.round"],
        &["odds", "roulette", "--stake", "0"],
        &["roads", "examples/baccarat.shoe", "--ask"],
        &["roads", "crates/cli/tests/cmd/roads.in/small.shoe"],
    ];
    let colored = |command: &mut Command| {
        let output = command.output().expect("the command starts");
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    for args in answers {
        assert!(!colored(&mut ch47(args)), "{args:?}");
        assert!(colored(ch47(args).env("CLICOLOR_FORCE", "1")), "{args:?}");
        assert!(!colored(ch47(args).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1")), "{args:?}");
    }
    assert!(!colored(ch47(&["law", "--json"]).env("CLICOLOR_FORCE", "1")));
}

#[test]
fn pictures_are_drawn() {
    let path = file("edges.svg", b"");
    let name = path.to_str().expect("text");
    let blackjack = [BLACKJACK, &["--plot", name]].concat();
    for args in [
        &["odds", "big-six", "--plot", name][..],
        &["sim", "big-six", "--rounds", "1000", "--plot", name],
        &blackjack,
    ] {
        fs::remove_file(&path).expect("a file to replace");
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let svg = fs::read_to_string(&path).expect("a picture");
        assert!(
            svg.starts_with("<svg ") && ["Big Six", "Blackjack"].iter().any(|title| svg.contains(title)),
            "{args:?}"
        );
    }
    assert!(run(&["roads", "examples/baccarat.shoe", "--svg", name]).status.success());
    let svg = fs::read_to_string(&path).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.contains("Cockroach road"));
    assert!(run(&["felt", "roulette", "--svg", name]).status.success());
    let svg = fs::read_to_string(&path).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.contains("<title>dozen 2, pays 2 to 1</title>"));
}

#[test]
fn every_shell_completes_every_command() {
    for (shell, begins) in [("bash", "_ch47()"), ("zsh", "#compdef ch47"), ("fish", "# Print an optspec")] {
        let output = run(&["completions", shell]);
        let script = text(&output.stdout);
        assert!(script.starts_with(begins), "{shell}: {}", script.lines().next().unwrap_or_default());
        for command in ["law", "check", "options", "play", "odds", "sim", "roads", "schema", "man"] {
            assert!(script.contains(command), "{shell} {command}");
        }
    }
}

#[test]
fn the_manual_describes_every_command() {
    let output = run(&["man"]);
    let page = text(&output.stdout);
    assert!(page.contains(".TH ch47 1"));
    for command in ["law", "check", "options", "play", "odds", "sim", "roads", "schema", "completions"] {
        assert!(
            page.contains(&format!("ch47 {command}")) || page.contains(&format!("ch47\\-{command}")),
            "{command}"
        );
    }
    // If groff is installed, it must not complain.
    let path = file("ch47.1", &output.stdout);
    if let Ok(set) = Command::new("groff").args(["-man", "-Tutf8", "-ww"]).arg(path).output() {
        assert_eq!(text(&set.stderr), "");
    }
}

/// A simulation with everything in it.
#[rustfmt::skip]
const BLACKJACK: &[&str] = &[
    "sim", "blackjack", "--rounds", "2000", "--count", "hi-lo", "--ramp", "0:1, 2:2",
    "--session", "50", "--bankroll", "20", "--goal", "10",
];

#[test]
fn json_is_what_its_schema_promises() {
    let values: &[(&str, &[&str], i32)] = &[
        ("contents", &["law"], 0),
        ("law", &["law", "5"], 0),
        ("law", &["law", "8.2"], 0),
        ("search", &["law", "--search", "zero"], 0),
        ("matrix", &["law", "--matrix"], 0),
        ("check", &["check", "examples/big-six.toml"], 0),
        ("check", &["check", "examples/unlawful.toml"], 1),
        ("check", &["check", "examples/house.toml"], 0),
        ("notice", &["notice", "examples/house.toml", "examples/house-changed.toml"], 0),
        ("diff", &["diff", "examples/house.toml", "examples/house-changed.toml", "--states", "300"], 0),
        ("diff", &["diff", "roulette", "--amendment", "examples/amendment.toml"], 0),
        ("readings", &["readings", "roulette", "--price"], 0),
        ("stress", &["stress", "big-six"], 0),
        ("stress", &["stress", "examples/roulette-single-zero.toml", "roulette"], 0),
        ("every-option", &["diff", "big-six", "--every-option"], 0),
        ("paper", &["paper", "certificate", "examples/boardwalk.toml"], 0),
        ("held", &["options", "big-six", "--house", "examples/boardwalk.toml"], 0),
        ("options", &["options", "roulette"], 0),
        ("options", &["options", "big-six", "--template"], 0),
        ("play", &["play", "roulette", "examples/roulette.round"], 0),
        ("play", &["play", "roulette", "crates/cli/tests/cmd/play.in/unread.round"], 2),
        ("odds", &["odds", "roulette", "--set", "zero=half"], 0),
        ("odds", &["odds", "craps", "--wager", "hardway 6", "--reading", "C3=3"], 0),
        ("together", &["odds", "craps", "--together", "pass 10, pass-odds 2x"], 0),
        ("together", &["odds", "minibaccarat", "--together", "banker 10, tie 5"], 0),
        ("totals", &["odds", "punto-banco", "--totals"], 0),
        ("chemin", &["odds", "chemin-de-fer"], 0),
        ("stud", &["odds", "caribbean-stud"], 0),
        ("red-dog", &["odds", "red-dog"], 0),
        ("sim", &["sim", "big-six", "--rounds", "10000", "--seed", "18446744073709551615"], 0),
        ("sim-blackjack", &["sim", "blackjack", "--rounds", "2000"], 0),
        ("sim-blackjack", BLACKJACK, 0),
        ("decisions", &["strategy", "blackjack", "--decisions", "--up", "10"], 0),
        ("decisions", &["strategy", "blackjack", "--hand", "9s7h", "--up", "Td"], 0),
        ("count", &["strategy", "blackjack", "--count", "ko", "--set", "decks=1"], 0),
        ("blackjack", &["odds", "blackjack", "--distribution", "--set", "decks=2"], 0),
        (
            "sim-systems",
            &[
                "sim",
                "craps",
                "--system",
                "examples/systems/oscars-grind.toml",
                "--sessions",
                "20",
                "--trace",
                "2",
            ],
            0,
        ),
        ("roads", &["roads", "examples/baccarat.shoe"], 0),
        ("roads", &["roads"], 0),
        ("felt", &["felt", "roulette"], 0),
        ("felt", &["felt", "caribbean-stud"], 0),
        ("verify", &["verify", "examples/dispute.jsonl"], 0),
        ("verify", &["verify", "examples/big-six-dealt.json"], 1),
        ("replay", &["replay", "examples/dispute.jsonl", "--round", "1"], 0),
        ("replay", &["replay", "examples/dispute.jsonl", "--list"], 0),
        ("judge", &["judge", "examples/roulette-mispaid.table"], 1),
        ("judge", &["judge", "examples/big-six-dealt.json"], 0),
        ("judge", &["judge", "examples/roulette-late.dispute"], 1),
        ("text", &["man"], 0),
        ("text", &["completions", "fish"], 0),
    ];
    for (of, args, code) in values {
        let output = run(&[*args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(*code), "{args:?}");
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let schema: Value = serde_json::from_slice(&run(&["schema", of]).stdout).expect("a schema");
        if let Err(why) = fits(&value, &schema, &schema) {
            panic!("{args:?}: {why}");
        }
    }
}

#[test]
fn par_sheets_are_written() {
    let paths = ["par.xlsx", "par.csv", "par.tex"].map(|name| file(name, b""));
    let [xlsx, csv, tex] = paths.each_ref().map(|path| path.to_str().expect("text"));
    let output = run(&["odds", "roulette", "--reading", "R1=1", "--xlsx", xlsx, "--csv", csv, "--tex", tex]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("reading R1 = 1"), "the output says what it rests on");
    assert!(fs::read(xlsx).expect("a workbook").starts_with(b"PK"));
    let csv = fs::read_to_string(csv).expect("values");
    assert!(csv.contains("option,wheel,double-zero\r\n") && csv.contains("reading,R1,1,"), "{csv}");
    assert!(fs::read_to_string(tex).expect("a document").contains("\\section*{Par sheet: Roulette}"));
    let nowhere = run(&["odds", "roulette", "--xlsx", "/nowhere/par.xlsx"]);
    assert_eq!(nowhere.status.code(), Some(2), "{}", text(&nowhere.stderr));
}

/// Whether a value matches a schema, as far as our schemas go.
fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    if *schema == Value::Bool(true) {
        return Ok(());
    }
    if let Some(name) = schema["$ref"].as_str() {
        return fits(value, root.pointer(&name[1..]).expect("a definition"), root);
    }
    if let Some(any) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        // Fields that all variants share are listed beside them.
        let whole = |one: &Value| {
            let mut one = one.clone();
            for (key, of) in schema["properties"].as_object().into_iter().flatten() {
                one["properties"][key] = of.clone();
            }
            one
        };
        return match any.iter().any(|one| fits(value, &whole(one), root).is_ok()) {
            true => Ok(()),
            false => Err(format!("{value} is none of {any:?}")),
        };
    }
    let is = match value {
        Value::Null => &["null"][..],
        Value::Bool(_) => &["boolean"],
        Value::Number(n) if n.is_f64() => &["number"],
        Value::Number(_) => &["integer", "number"],
        Value::String(_) => &["string"],
        Value::Array(_) => &["array"],
        Value::Object(_) => &["object"],
    };
    let may = |kind: &Value| kind.as_str().is_some_and(|kind| is.contains(&kind));
    if !may(&schema["type"]) && !schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(may)) {
        return Err(format!("{value} is not of type {}", schema["type"]));
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Err(format!("{value} is not {}", schema["const"]));
    }
    match value {
        Value::Array(items) => (0..).zip(items).try_for_each(|(at, item)| {
            let of = schema["prefixItems"].get(at).unwrap_or(&schema["items"]);
            fits(item, of, root)
        }),
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let Some(missing) = required.into_iter().find(|key| !fields.contains_key(*key)) {
                return Err(format!("`{missing}` is missing"));
            }
            fields.iter().try_for_each(|(key, field)| {
                let of = schema["properties"].get(key).or(schema.get("additionalProperties"));
                let of = of.ok_or(format!("`{key}` is not in the schema"))?;
                fits(field, of, root).map_err(|why| format!("{key}: {why}"))
            })
        }
        _ => Ok(()),
    }
}

/// 7.3(c)3: a form is a document, not only a line in a round.
#[test]
fn forms_are_written_out() {
    let round = "crates/rules/tests/rounds/minibaccarat/7.3-c-2-deferred.round";
    for json in [&[][..], &["--json"]] {
        let output = run(&[&["play", "minibaccarat", round], json].concat());
        let text = text(&output.stdout);
        assert!(text.contains("COMPLIMENTARY VIGORISH FORM  No. 4712"), "{text}");
        assert!(text.contains("pit clerk   ________"), "{text}");
    }
}

/// A simulation as JSON, without its speed.
fn sums(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    value["rounds_per_second"] = Value::Null;
    value
}

#[test]
fn shards_run_by_a_scheduler_merge_to_the_whole() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shards");
    fs::create_dir_all(&folder).expect("a folder");
    let sim = ["sim", "punto-banco", "--rounds", "300000", "--threads", "1", "--json"];
    let mut scheduler = Command::new("parallel");
    scheduler.args(["--will-cite", "--jobs", "2", env!("CARGO_BIN_EXE_ch47")]).args(sim);
    scheduler.args(["--shard", "{}/5", ">", "{}.json", ":::", "1", "2", "3", "4", "5"]);
    match scheduler.current_dir(&folder).output() {
        Ok(output) => assert!(output.status.success(), "{}", text(&output.stderr)),
        Err(_) => return eprintln!("left out, for want of GNU parallel"),
    }
    let files: Vec<String> =
        (1..=5).map(|n| folder.join(format!("{n}.json")).display().to_string()).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let merged = sums(&run(&[&["sim", "merge", "--json"], &files[..]].concat()));
    assert_eq!(merged, sums(&run(&sim)));
    let twice = run(&["sim", "merge", files[0], files[1], files[0]]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).contains("part 1 of 5 is in"), "{}", text(&twice.stderr));
    let few = run(&["sim", "merge", files[0], files[3]]);
    assert!(text(&few.stdout).ends_with("without parts 2, 3, 5 of 5\n"), "{}", text(&few.stdout));
}

/// The same at blackjack, with everything that it counts; shards that differ in anything do not belong to
/// one simulation.
#[test]
fn shards_of_blackjack_merge_to_the_whole() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shards-blackjack");
    fs::create_dir_all(&folder).expect("a folder");
    let sim = [
        "sim",
        "blackjack",
        "--rounds",
        "200000",
        "--threads",
        "1",
        "--json",
        "--set",
        "decks=6",
        "--set",
        "additional-wager=over-under-13",
        "--set",
        "additional-maximum=50",
        "--wager",
        "over-13",
        "--boxes",
        "2",
        "--count",
        "hi-lo",
        "--session",
        "150",
        "--bankroll",
        "20",
    ];
    let shard = |name: &str, more: &[&str]| {
        let output = run(&[&sim[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let path = folder.join(name).display().to_string();
        fs::write(&path, &output.stdout).expect("a file");
        path
    };
    let [one, two, three] =
        ["1/3", "2/3", "3/3"].map(|part| shard(&part.replace('/', "-"), &["--shard", part]));
    let whole = sums(&run(&sim));
    assert_eq!(sums(&run(&["sim", "merge", "--json", &three, &one, &two])), whole);
    assert_eq!(whole["sums"]["all"]["rounds"], "200000");
    let few = run(&["sim", "merge", &one, &three]);
    assert!(text(&few.stdout).ends_with("without part 2 of 3\n"), "{}", text(&few.stdout));
    let refused = |other: &str, what: &str| {
        let output = run(&["sim", "merge", &one, other]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
    };
    refused(&one, "part 1 of 3 is in");
    for (more, what) in [
        (&["--seed", "5"][..], "its seed"),
        (&["--ramp", "0:1, 2:3"], "its ramp"),
        (&["--strategy", "examples/blackjack-mimic.csv"], "its strategy"),
        (&["--stake", "50"], "its stake"),
        (&["--goal", "20"], "its bankroll or goal"),
        (&["--penetration", "0.6"], "its penetration"),
    ] {
        let other = shard("other", &[&["--shard", "2/3"], more].concat());
        refused(&other, &format!("is of another simulation: {what}"));
    }
    let roulette = run(&["sim", "roulette", "--rounds", "1000", "--json"]);
    let path = folder.join("roulette").display().to_string();
    fs::write(&path, &roulette.stdout).expect("a file");
    refused(&path, "is of another simulation: its game");
}
