//! The version of the rules cannot be forgotten: the decisions of the golden rounds are stored with the
//! version that made them, and different decisions under the same version are rejected.

use books::{Engine, Fact, Hash, VERSION};
use rounds::{Script, Settings, directive, squeeze};
use rules::{Misread, Refusal};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

const ROUNDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/rounds");
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules_version.txt");

/// Every golden round by name, with the hash of its decisions. Sentences are left out: a journal stays valid
/// if they are reworded.
fn answers() -> BTreeMap<String, Hash> {
    let mut all = BTreeMap::new();
    let mut folders = vec![PathBuf::from(ROUNDS)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "round") {
                let name = path.strip_prefix(ROUNDS).expect("inside").display().to_string();
                all.insert(name, digest(&fs::read_to_string(&path).expect("a round")));
            }
        }
    }
    all
}

/// The hash of what the rules decide in a script. House scripts have no game, and no journal depends on them.
fn digest(round: &str) -> Hash {
    let script = Script::parse(round).unwrap_or_else(|fault| panic!("{}: {}", fault.line, fault.message));
    let Some(game) = script.game else { return Hash::ZERO };
    let mut engine = books::open(game, &Settings::standard(game)).ok();
    let mut text = String::new();
    let is_said =
        |line: &String| !line.is_empty() && !line.starts_with('#') && directive(line, "game").is_none();
    for line in script.lines().map(|(_, line)| squeeze(line)).filter(is_said) {
        match directive(&line, "options") {
            Some(options) => {
                engine = books::open(game, &Settings::read(options).unwrap_or_default()).ok();
            }
            None => {
                let lines =
                    engine.as_ref().map_or_else(Vec::new, |engine| engine.apart(&line).unwrap_or_default());
                for fact in lines.iter().flat_map(|line| play(&mut engine, line)) {
                    text += &fact;
                    text += "\n";
                }
            }
        }
    }
    Hash::of(&[text.as_bytes()])
}

/// What the rules decide on an input, with the provision first.
fn play(engine: &mut Option<Arc<dyn Engine>>, line: &str) -> Vec<String> {
    let Some(table) = engine else { return Vec::new() };
    let refused = |refusal: Refusal| vec![serde_json::to_string(&refusal).expect("JSON")];
    match table.read(line) {
        Ok(parsed) => match table.after(&parsed) {
            Ok(after) => {
                let what = |fact: &Fact| serde_json::to_string(&(fact.cite.id(), &fact.what)).expect("JSON");
                let facts = after.facts.iter().map(what).collect();
                *engine = Some(after.engine);
                facts
            }
            Err(refusal) => refused(refusal),
        },
        Err(Misread::Refused(refusal)) => refused(refusal),
        Err(_) => vec!["not an input".to_owned()],
    }
}

/// The stored version, and its answers.
fn kept(text: &str) -> (String, BTreeMap<String, Hash>) {
    let mut lines = text.lines();
    let version = lines.next().and_then(|line| line.strip_prefix("rules ")).unwrap_or_default().to_owned();
    let read = |line: &str| {
        let (hash, name) = line.split_once(' ')?;
        Some((name.to_owned(), hash.parse().ok()?))
    };
    (version, lines.filter_map(read).collect())
}

/// The rounds that are now decided differently.
fn changed(kept: &BTreeMap<String, Hash>, now: &BTreeMap<String, Hash>) -> Vec<String> {
    let differs = |(name, hash): &(&String, &Hash)| kept.get(*name).is_some_and(|kept| kept != *hash);
    now.iter().filter(differs).map(|(name, _)| name.clone()).collect()
}

#[test]
fn other_answers_need_another_version() {
    let now = answers();
    assert!(now.len() > 100, "{} golden rounds", now.len());
    let text = fs::read_to_string(Path::new(KEPT)).unwrap_or_default();
    let (version, before) = kept(&text);
    let changed = changed(&before, &now);
    assert!(
        changed.is_empty() || version != VERSION,
        "the rules answer otherwise than under version {VERSION}: raise VERSION in crates/books/src/version.rs, then \
         UPDATE_EXPECT=1. Changed: {changed:?}"
    );
    let rows: Vec<String> = now.iter().map(|(name, hash)| format!("{hash} {name}\n")).collect();
    let want = format!("rules {VERSION}\n{}", rows.concat());
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(KEPT, &want).expect("written");
    }
    let have = fs::read_to_string(KEPT).unwrap_or_default();
    assert!(have == want, "{KEPT}: UPDATE_EXPECT=1 adds the new rounds");
}

/// Negative control: a different decision is noticed; a remark, alignment or wording is not.
#[test]
fn a_changed_decision_is_seen() {
    let round =
        "# a remark\ngame big-six\np1 $1 5.00   > 5.5(a)  placed p1 $1 5.00\ndealer calls no more bets\n";
    let before = BTreeMap::from([("a".to_owned(), digest(round))]);
    let with = |text: &str| BTreeMap::from([("a".to_owned(), digest(text)), ("new".to_owned(), digest(""))]);
    assert_eq!(changed(&before, &with(&round.replace("$1 5.00 ", "$1 6.00 "))), ["a"]);
    assert_eq!(changed(&before, &with(&round.replace("\ndealer calls no more bets", ""))), ["a"]);
    assert_eq!(changed(&before, &with(&round.replace("placed", "puts down"))), [""; 0]);
    assert_eq!(changed(&before, &with(&round.replace("# a remark", "# another"))), [""; 0]);
    assert_eq!(changed(&before, &with(&round.replace("   >", " >"))), [""; 0]);
}
