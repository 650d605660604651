//! Certificates of exact odds, confirmed by `docs/certificate.py`, which shares no code with this project, and by
//! outside programs where they are installed. A test whose outside program is missing says so and checks nothing.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::Path,
    process::Command,
};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn ch47(args: &[&str]) -> String {
    let run =
        Command::new(env!("CARGO_BIN_EXE_ch47")).args(args).current_dir(ROOT).output().expect("it runs");
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(
        run.status.success() || errors.contains("depend on what the patron decides"),
        "{args:?}: {errors}"
    );
    String::from_utf8(run.stdout).expect("text")
}

/// Whether the checker confirms a certificate, and what it says.
fn confirms(path: &Path) -> (bool, String) {
    let run = Command::new("python3").arg("docs/certificate.py").arg(path).current_dir(ROOT).output();
    let run = run.expect("python3 is installed");
    (run.status.success(), String::from_utf8_lossy(&run.stdout).into_owned())
}

/// Every game, and with options that offer every wager.
const TABLES: [(&str, &[&str]); 22] = [
    ("craps", &[]),
    ("craps", &["layout.horn-high=true"]),
    ("blackjack", &[]),
    // Two sides of different shoes, cards that are looked at, decisions to surrender, and payments for special hands.
    (
        "blackjack",
        &[
            "double-shoe=true",
            "red-suits=left",
            "decks=3",
            "second-card=face-down",
            "card-reader=true",
            "approvals.card-reader=true",
            "surrender=true",
            "five-card-21=true",
        ],
    ),
    ("blackjack", &["decks=1", "additional-wager=over-under-13", "additional-maximum=25"]),
    // A pair that may be split again has no certificate, but the additional wager has one.
    (
        "blackjack",
        &["boxes=7", "splits=2", "additional-wager=same-suit", "same-suit-payout=1", "additional-maximum=25"],
    ),
    ("punto-banco", &[]),
    ("chemin-de-fer", &[]),
    ("roulette", &["zero=half", "five-adjacent=true", "layout.wheel-replica=true"]),
    ("roulette", &["seven-numbers=true", "layout.seven-numbers=true"]),
    ("big-six", &[]),
    ("red-dog", &[]),
    ("minibaccarat", &["total-cards=true", "bonus=true", "bonus-paytable=A"]),
    ("minibaccarat", &["vigorish=dragon-7", "dragon-wager=true"]),
    ("caribbean-stud", &[]),
    ("double-down-stud", &[]),
    ("let-it-ride", &[]),
    // The limit on what a hand is paid is in the edge.
    ("let-it-ride", &["payout-limit=1000.00", "odds.flush=\"9 to 1\""]),
    ("sic-bo", &[]),
    ("sic-bo", &["paytable=australia"]),
    ("keno", &["aggregate-limit=20000.00"]),
    ("pai-gow", &[]),
];

#[test]
fn every_edge_is_confirmed_by_somebody_else() {
    let folder = TempDir::new().expect("a folder");
    for (at, (game, set)) in TABLES.iter().enumerate() {
        let path = folder.path().join(format!("{at}.json"));
        let file = path.to_str().expect("a name");
        let mut args = vec!["odds", game, "--certificate", file];
        set.iter().for_each(|option| args.extend(["--set", option]));
        ch47(&args);
        let certificate: Value =
            serde_json::from_str(&fs::read_to_string(&path).expect("written")).expect("JSON");
        let without = certificate["without"].as_array().expect("a list");
        assert_eq!(without.len(), usize::from(set.contains(&"splits=2")), "{game}: {without:?}");
        assert!(!certificate["wagers"].as_array().expect("a list").is_empty(), "{game} {set:?}");
        let (confirmed, says) = confirms(&path);
        assert!(confirmed, "{game} {set:?}: {says}");
    }
}

/// Whatever is changed in a certificate, the checker notices.
#[test]
fn a_forged_certificate_is_not_confirmed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("forged.json");
    type Change = (&'static str, &'static str, fn(&mut Value));
    let mut genuine = BTreeMap::new();
    let changes: [Change; 16] = [
        ("roulette", "red", |it| it["wagers"][0]["edge"] = "1/38".into()),
        ("roulette", "red", |it| it["wagers"][0]["stake"] = 9_900.into()),
        ("roulette", "red", |it| it["proofs"][0]["ends"][1] = 123.into()),
        ("roulette", "red", |it| it["proofs"][0]["states"][0][0][0] = 17.into()),
        ("roulette", "red", |it| it["proofs"][0]["values"][0] = "-500/18".into()),
        ("punto-banco", "tie", |it| it["proofs"][0]["counts"][3] = 33.into()),
        ("caribbean-stud", "ante", |it| it["proofs"][0]["deals"][1][1] = 1.into()),
        ("let-it-ride", "third", |it| it["proofs"][0]["gains"][3][9] = 1.into()),
        ("double-down-stud", "original", |it| it["proofs"][0]["kinds"][4] = 4.into()),
        ("pai-gow", "main", |it| it["proofs"][0]["hands"][7] = it["proofs"][0]["hands"][8].clone()),
        ("pai-gow", "main", |it| it["proofs"][0]["ranks"][0][1] = 0.into()),
        ("pai-gow", "main", |it| it["proofs"][0]["gains"][1] = 1.into()),
        ("blackjack", "hand", |it| it["proofs"][0]["views"][0]["hands"]["plays"]["8T"] = "R".into()),
        ("blackjack", "hand", |it| it["proofs"][0]["views"][9]["counts"][3] = 33.into()),
        ("blackjack", "hand", |it| it["proofs"][0]["rows"][0][0] = 1.into()),
        ("blackjack", "hand", |it| {
            _ = it["proofs"][0]["views"][9]["splits"].as_object_mut().map(serde_json::Map::clear);
        }),
    ];
    for (game, wager, change) in changes {
        // One deck is checked sooner than eight, and shows a forgery as well.
        let decks: &[&str] = if game == "blackjack" { &["--set", "decks=1"] } else { &[] };
        let certificate = genuine.entry(game).or_insert_with(|| {
            let file = path.to_str().expect("a name");
            ch47(&[&["odds", game, "--wager", wager, "--certificate", file], decks].concat());
            assert!(confirms(&path).0, "{game}");
            let text = fs::read_to_string(&path).expect("written");
            serde_json::from_str::<Value>(&text).expect("JSON")
        });
        let mut certificate = certificate.clone();
        change(&mut certificate);
        fs::write(&path, certificate.to_string()).expect("written");
        let (confirmed, says) = confirms(&path);
        assert!(!confirmed, "{game}: {says}");
    }
}

/// The Python to use, if it has this module; `CH47_PYTHON` names another than python3.
fn python_with(module: &str) -> Option<String> {
    let python = std::env::var("CH47_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", &format!("import {module}")]).output();
    let has = found.is_ok_and(|run| run.status.success());
    if !has {
        // Not with a macro: what those print is hidden while a test passes, and `cargo xtask test` shows these lines.
        let _ = writeln!(io::stderr(), "SKIPPED: {python} has no {module}, so this oracle was not asked");
    }
    has.then_some(python)
}

#[test]
fn storm_finds_the_same_edges() {
    let Some(python) = python_with("stormpy") else { return };
    let folder = TempDir::new().expect("a folder");
    let name = folder.path().join("chain");
    let report = folder.path().join("report.json");
    for (game, wager) in [
        ("roulette", "red"),
        ("craps", "pass"),
        ("craps", "hardway 6"),
        ("big-six", "joker"),
        ("red-dog", "original"),
        ("punto-banco", "tie"),
    ] {
        let json =
            ch47(&["odds", game, "--wager", wager, "--storm", name.to_str().expect("a name"), "--json"]);
        fs::write(&report, json).expect("written");
        let run = Command::new(&python)
            .arg("docs/oracles/storm.py")
            .args([&report, &name])
            .current_dir(ROOT)
            .output()
            .expect("it runs");
        let says = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{game} {wager}: {says}{}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn gambit_finds_the_same_equilibrium() {
    let Some(python) = python_with("pygambit") else { return };
    let folder = TempDir::new().expect("a folder");
    let report = folder.path().join("chemin.json");
    fs::write(&report, ch47(&["odds", "chemin-de-fer", "--json"])).expect("written");
    let run = Command::new(&python)
        .arg("docs/oracles/gambit.py")
        .arg(&report)
        .current_dir(ROOT)
        .output()
        .expect("it runs");
    let says = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{says}{}", String::from_utf8_lossy(&run.stderr));
}
