//! Windows repeated by this code, and by a verifier that shares no code with it; both run the same vectors.

use books::{Chain, Code, FailedFile, Hash, Key, PartFile, Secret, WindowFile, link_times};
use serde_json::{Value, json};
use std::{collections::BTreeSet, env, fs, path::PathBuf, process::Command};

type Menu = Vec<(String, u32)>;

const TABLE: &str = "roulette-1";
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

fn decks(decks: u32) -> Menu {
    let suits = ["c", "d", "h", "s"].into_iter();
    suits.flat_map(|suit| RANKS.map(|rank| (format!("{rank}{suit}"), decks))).collect()
}

fn wheel() -> Menu {
    let pockets = ["00".to_owned()].into_iter().chain((0..37).map(|pocket| pocket.to_string()));
    pockets.map(|pocket| (format!("ball {pocket}"), 1)).collect()
}

fn menu(entries: &[(&str, u32)]) -> Menu {
    entries.iter().map(|(text, weight)| ((*text).to_owned(), *weight)).collect()
}

/// The part of a patron whose chain started from this seed.
fn part(window: u64, patron: u16, seed: u8, since: u64) -> PartFile {
    let chain = Chain::from_seed([seed; 32], 1024);
    let value = chain.part(window - since + 1).expect("a value");
    PartFile { patron, anchor: chain.anchor(), since, value }
}

fn failed(window: u64, panel: &[u16], withheld: &[u16]) -> FailedFile {
    let secret = Secret::from_bytes([u8::try_from(window).expect("few"); 32]);
    FailedFile {
        window,
        commitment: secret.commitment(TABLE, window),
        secret: secret.reveal(),
        panel: panel.to_vec(),
        withheld: withheld.to_vec(),
    }
}

/// A window without draws; its secret is the bytes 0 to 31.
fn window(number: u64, parts: Vec<PartFile>, composition: Menu) -> WindowFile {
    let bytes: Vec<u8> = (0..32).collect();
    let secret = Secret::from_bytes(bytes.try_into().expect("32 bytes"));
    WindowFile {
        version: 2,
        table: TABLE.to_owned(),
        window: number,
        commitment: secret.commitment(TABLE, number),
        secret: secret.reveal(),
        panel: parts.iter().map(|part| part.patron).collect(),
        parts,
        steps: None,
        failed: Vec::new(),
        cuts: Vec::new(),
        composition,
        draws: Vec::new(),
    }
}

/// Adds this many usual draws.
fn dealt(file: WindowFile, draws: usize) -> WindowFile {
    file.with_draws(&vec![None; draws]).expect("a window")
}

fn two() -> Vec<PartFile> {
    vec![part(7, 1, 0x11, 5), part(7, 3, 0x33, 6)]
}

/// Cards with a reader's answer, the weights that result from it, and a choice.
fn reader() -> WindowFile {
    let composition = menu(&[("Ac", 1), ("2c", 2), ("Td", 2), ("Kh", 1), ("9s", 2)]);
    let file = WindowFile { cuts: vec![3], ..window(7, two(), composition) };
    let asks = menu(&[("reader: a ten", 1), ("reader: no ten", 2)]);
    let weighs = menu(&[("Ac", 2), ("2c", 2), ("Td", 1), ("Kh", 1), ("9s", 4)]);
    let turns = menu(&[("Kh", 1)]);
    let draws = [None, None, Some(&asks[..]), Some(&weighs), Some(&turns), None, None];
    file.with_draws(&draws).expect("a window")
}

/// Every kind of valid window, with a name.
fn good() -> Vec<(&'static str, WindowFile)> {
    let many = |count: u16| (1..=count).map(|n| part(7, n, n.to_be_bytes()[1] ^ 0x80, 1 + u64::from(n % 7)));
    let dice = menu(&[("2 4", u32::MAX), ("6 6", u32::MAX / 2), ("1 1", 7)]);
    let mut used = decks(6);
    used.retain(|(text, _)| !text.ends_with('h'));
    let again = WindowFile { failed: vec![failed(6, &[1, 2, 3], &[2])], ..window(7, two(), wheel()) };
    let last =
        vec![failed(4, &[1, 2, 3, 4, 9], &[2]), failed(5, &[1, 3, 4, 9], &[4]), failed(6, &[1, 3, 9], &[9])];
    let delayed =
        WindowFile { failed: last, steps: Some(1000), panel: vec![1, 3, 5], ..window(7, two(), wheel()) };
    vec![
        ("nobody but the house", dealt(window(7, Vec::new(), wheel()), 1)),
        ("one part", dealt(window(7, vec![part(7, 1, 0x11, 5)], wheel()), 1)),
        ("two parts", dealt(window(7, two(), wheel()), 1)),
        ("seven parts", dealt(window(7, many(7).collect(), wheel()), 1)),
        ("thirty-two parts", dealt(window(7, many(32).collect(), wheel()), 1)),
        ("dice", dealt(window(7, two(), dice), 1)),
        ("one deck", dealt(window(7, two(), decks(1)), 20)),
        (
            "eight decks, cut twice",
            dealt(WindowFile { cuts: vec![10, 402], ..window(7, two(), decks(8)) }, 12),
        ),
        ("cards with a reader", reader()),
        ("one card", dealt(window(7, Vec::new(), menu(&[("As", 1)])), 1)),
        ("nothing was drawn", window(7, two(), decks(2))),
        ("the rest of a shoe, after windows were given up", dealt(window(7, two(), used), 6)),
        ("after a window that failed", dealt(again, 1)),
        ("after three that failed, with a delay", dealt(delayed, 1)),
        ("a lot of 2,000", dealt(window(7, two(), wheel()), 1)),
    ]
}

/// Every kind of change that someone could make to a file, with the expected code and position.
fn bad() -> Vec<(&'static str, WindowFile, Code, u64)> {
    let all = good();
    let find = |name: &str| all.iter().find(|(one, _)| *one == name).expect("a window").1.clone();
    let mut cases = Vec::new();
    let mut change = |what, of: &str, code, at, change: &dyn Fn(&mut WindowFile)| {
        let mut file = find(of);
        change(&mut file);
        cases.push((what, file, code, at));
    };
    let (cards, late) = ("cards with a reader", "after three that failed, with a delay");
    change("another version", cards, Code::Form, 0, &|f| f.version = 1);
    change("a secret that is none", cards, Code::Form, 0, &|f| f.secret.push('0'));
    change("a cut behind the last card", cards, Code::Form, 0, &|f| f.cuts.push(9));
    change("too many cards", cards, Code::Form, 0, &|f| f.composition[0].1 = u32::MAX);
    change("another secret", cards, Code::Commitment, 7, &|f| f.secret.replace_range(0..1, "f"));
    change("another commitment", cards, Code::Commitment, 7, &|f| f.commitment.0[31] ^= 1);
    change("another table", cards, Code::Commitment, 7, &|f| f.table.push('0'));
    change("a failed window's secret", late, Code::Commitment, 5, &|f| f.failed[1].secret = "ab".repeat(32));
    change("a part of another chain", cards, Code::Chain, 3, &|f| f.parts[1].value.0[0] ^= 1);
    change("a part of another depth", cards, Code::Chain, 1, &|f| {
        f.parts[0].value = link_times(f.parts[0].value, 1);
    });
    change("a chain that begins later", cards, Code::Chain, 1, &|f| f.parts[0].since = 8);
    change("a part left out", cards, Code::Panel, 0, &|f| f.parts.truncate(1));
    change("a part too many", cards, Code::Panel, 0, &|f| f.panel.truncate(1));
    change("parts in another order", cards, Code::Panel, 0, &|f| f.parts.reverse());
    change("a part twice", late, Code::Panel, 0, &|f| f.parts.push(f.parts[1].clone()));
    change("nobody named", late, Code::Panel, 6, &|f| f.failed[2].withheld.clear());
    change("a delay that nothing asks for", cards, Code::Delay, 0, &|f| f.steps = Some(5));
    change("no delay", late, Code::Delay, 0, &|f| f.steps = None);
    change("a delay of no steps", late, Code::Delay, 0, &|f| f.steps = Some(0));
    change("another delay", late, Code::Draw, 1, &|f| f.steps = Some(1001));
    change("another cut", cards, Code::Draw, 1, &|f| f.cuts[0] = 4);
    change("another result", cards, Code::Draw, 3, &|f| f.draws[2].shown = "reader: no ten".into());
    change("a draw left out", cards, Code::Draw, 2, &|f| drop(f.draws.remove(1)));
    change("nothing possible", cards, Code::Draw, 3, &|f| f.draws[2].menu = Some(Vec::new()));
    cases
}

fn key(file: &WindowFile) -> Key {
    Key::new(&Secret::read(&file.secret).expect("a secret"), file.salt(), file.steps)
}

fn vectors() -> Vec<Value> {
    let mut vectors = Vec::new();
    for (name, file) in good() {
        let key = key(&file);
        let words: Vec<String> = key.words(1, 4).iter().map(|word| format!("{word:016x}")).collect();
        let draws: Vec<&String> = file.draws.iter().map(|draw| &draw.shown).collect();
        let mut expect = json!({
            "commitment": file.commitment, "salt": file.salt(), "key": key.reveal(), "words": words, "draws": draws,
        });
        let mut vector = json!({ "name": name, "window": file });
        if name == "a lot of 2,000" {
            vector["people"] = json!(2000);
            expect["lot"] = json!(key.lot((1..=2000).collect(), 16));
        }
        vector["expect"] = expect;
        vectors.push(vector);
    }
    for (name, file, code, at) in bad() {
        vectors.push(json!({ "name": name, "window": file, "expect": { "wrong": code.word(), "at": at } }));
    }
    vectors
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/vectors/chance-2.json")
}

#[test]
fn honest_windows_pass_and_every_change_is_noticed() {
    for (name, file) in good() {
        assert!(file.check().is_ok(), "{name}: {:?}", file.check());
        let text = serde_json::to_string(&file).expect("JSON");
        assert_eq!(WindowFile::read(&text).expect("a window file"), file, "{name}");
    }
    let mut codes = BTreeSet::new();
    for (name, file, code, at) in bad() {
        let text = serde_json::to_string(&file).expect("JSON");
        let wrong = WindowFile::read(&text).and_then(|file| file.check()).expect_err(name);
        assert_eq!((wrong.code, wrong.at), (code, at), "{name}: {wrong}");
        codes.insert(code.word());
    }
    assert_eq!(codes, BTreeSet::from(["form", "commitment", "chain", "panel", "delay", "draw"]));
    for text in ["{}", "[]", "{\"version\":2}", "no JSON"] {
        assert_eq!(WindowFile::read(text).expect_err(text).code, Code::Form);
    }
}

#[test]
fn the_vectors_are_what_this_version_gives() {
    let cases: Vec<String> = vectors().iter().map(ToString::to_string).collect();
    let want = format!("[\n{}\n]\n", cases.join(",\n"));
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::create_dir_all(path().parent().expect("a folder")).expect("a folder");
        fs::write(path(), &want).expect("a file");
    }
    let have = fs::read_to_string(path()).unwrap_or_default();
    assert!(have == want, "docs/vectors/chance-2.json: UPDATE_EXPECT=1 rewrites it");
    assert!(
        cases
            .iter()
            .any(|case| case.contains("791d5fe66a2f162c7139afde170695af6c181421ca0fdb9a70f74d43f53fded2"))
    );
}

/// Runs `docs/fair.py`: returns its exit code and output, or `None` if Python is missing.
fn python(arguments: &[&str]) -> Option<(i32, String)> {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/fair.py");
    let output = match Command::new("python3").arg(script).args(arguments).output() {
        Ok(output) => output,
        Err(error) => {
            assert!(env::var_os("CH47_REQUIRE_PYTHON").is_none(), "python3: {error}");
            eprintln!("SKIPPED: docs/fair.py was not run, because python3 is missing: {error}");
            return None;
        }
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("Traceback"), "{errors}");
    Some((output.status.code().expect("an exit code"), String::from_utf8(output.stdout).expect("text")))
}

#[test]
fn a_verifier_written_from_the_page_alone_agrees_on_every_vector() {
    let Some((code, text)) = python(&["--vectors", &path().to_string_lossy()]) else { return };
    assert_eq!(code, 0, "{text}");
    // Negative control: a vector with one digit changed must fail.
    let spoilt = fs::read_to_string(path()).expect("vectors").replacen("\"salt\":\"2", "\"salt\":\"3", 1);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("spoilt.json");
    fs::write(&file, spoilt).expect("a file");
    let (code, text) = python(&["--vectors", &file.to_string_lossy()]).expect("it ran before");
    assert_eq!(code, 1, "{text}");
}

#[test]
fn the_other_verifier_reads_no_more_than_we_do() {
    let (_, file) = &good()[9];
    let text = serde_json::to_string_pretty(file).expect("JSON");
    for (number, (from, to)) in [
        ("\"version\": 2", "\"version\": 1"),
        ("\"version\": 2", "\"version\": true"),
        ("\"version\": 2", "\"version\": 2, \"version\": 2"),
        ("\"cuts\": []", "\"cuts\": [2]"),
        ("\"cuts\": []", "\"cuts\": [-1]"),
        ("\"cuts\": []", "\"cuts\": [0.5]"),
        ("\"cuts\": []", "\"more\": [], \"cuts\": []"),
        ("\"secret\": \"0001", "\"secret\": \"00"),
        ("\"panel\": []", "\"panel\": [-1]"),
        ("1\n", "65536\n"),
        ("1\n", "4294967296\n"),
        ("1\n", "\"1\"\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let spoilt = text.replacen(from, to, 1);
        assert_ne!(spoilt, text, "{from}");
        let ours = WindowFile::read(&spoilt).and_then(|file| file.check()).expect_err(to);
        assert_eq!(ours.code, Code::Form, "{to}");
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("spoilt-{number}.json"));
        fs::write(&file, spoilt).expect("a file");
        let Some((code, text)) = python(&[&file.to_string_lossy()]) else { return };
        assert_eq!((code, text.starts_with("not fair: form")), (1, true), "{to}: {text}");
    }
}

#[test]
fn hashes_do_not_repeat_over_windows() {
    let secret = Secret::from_bytes([7; 32]);
    let commitments: BTreeSet<Hash> = [("a", 1), ("a", 2), ("b", 1), ("a1", 1)]
        .map(|(table, number)| secret.commitment(table, number))
        .into();
    assert_eq!(commitments.len(), 4, "a secret cannot serve twice");
}
