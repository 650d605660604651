//! The version of the rules cannot be forgotten: the answers of the golden rounds are written down with the version
//! that gave them, and other answers under the same version are refused.

use books::{Hash, VERSION};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

const ROUNDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/rounds");
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules_version.txt");

/// Every golden round, by name, with the hash of what is said and answered in it. Remarks do not count, nor how the
/// answers are aligned.
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

fn digest(round: &str) -> Hash {
    let said = round.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words = said.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let text = words.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    Hash::of(&[text.as_bytes()])
}

/// The version that is written down, and the answers under it.
fn kept(text: &str) -> (String, BTreeMap<String, Hash>) {
    let mut lines = text.lines();
    let version = lines.next().and_then(|line| line.strip_prefix("rules ")).unwrap_or_default().to_owned();
    let read = |line: &str| {
        let (hash, name) = line.split_once(' ')?;
        Some((name.to_owned(), hash.parse().ok()?))
    };
    (version, lines.filter_map(read).collect())
}

/// The rounds that other rules would answer otherwise.
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

/// The negative control: an answer that changes is seen, a remark or the alignment that changes is not.
#[test]
fn a_changed_answer_is_seen() {
    let round = "# a remark\ngame big-six\np1 $1 5.00   > 5.5(a)  placed p1 $1 5.00\n";
    let before = BTreeMap::from([("a".to_owned(), digest(round))]);
    let with = |text: &str| BTreeMap::from([("a".to_owned(), digest(text)), ("new".to_owned(), digest(""))]);
    assert_eq!(changed(&before, &with(&round.replace("placed", "returned"))), ["a"]);
    assert_eq!(changed(&before, &with(&round.replace("# a remark", "# another"))), [""; 0]);
    assert_eq!(changed(&before, &with(&round.replace("   >", " >"))), [""; 0]);
}
