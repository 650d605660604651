//! Someone who can write the journal's file cannot change what happened without being noticed.

use crate::floor::{Floor, Rng, conserved};
use books::{Book, Checkpoint, Draft, Entry, Hash, Record, SigningKey, Unsound, compare, verify, verify_to};
use rules::GameId;
use std::collections::BTreeMap;

fn journal(game: GameId, lines: usize) -> Vec<String> {
    let mut floor = Floor::open(game, 47);
    floor.play_lines(lines);
    floor.lines
}

/// The lines with all numbers, links and bytes repaired after a change, as an insider would do.
fn relinked(lines: &[String]) -> Vec<String> {
    let mut prev = Hash::ZERO;
    let mut all = Vec::new();
    for (seq, line) in (0..).zip(lines) {
        let mut record: Record = serde_json::from_str(line).expect("a line");
        (record.seq, record.prev) = (seq, prev);
        let line = serde_json::to_string(&record).expect("JSON");
        prev = Hash::leaf(line.as_bytes());
        all.push(line);
    }
    all
}

#[test]
fn every_flipped_bit_is_noticed_at_its_line() {
    for game in [GameId::Roulette, GameId::Minibaccarat] {
        let lines = journal(game, 120);
        assert!(verify(&lines).is_ok());
        let mut rng = Rng(6962);
        let flips = 700;
        for _ in 0..flips {
            // No later line names the hash of the last one: that is what checkpoints are for.
            let at = rng.below(lines.len() - 1);
            let mut bytes = lines[at].clone().into_bytes();
            let bit = rng.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            // Invalid text is noticed when the file is read.
            let Ok(line) = String::from_utf8(bytes) else { continue };
            let mut file = lines[..lines.len().min(at + 2)].to_vec();
            file[at] = line;
            let wrong = verify(&file).expect_err("a flipped bit");
            // A byte that changes only the hash is noticed by the next line, which names the hash.
            let named = (at as u64..=at as u64 + 1).contains(&wrong.seq);
            assert!(named, "bit {bit} of line {at}: {wrong}");
        }
    }
}

#[test]
fn every_bit_of_one_line_is_noticed() {
    let lines = journal(GameId::BigSix, 40);
    for at in [0, 12] {
        for bit in 0..lines[at].len() * 8 {
            let mut bytes = lines[at].clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let Ok(line) = String::from_utf8(bytes) else { continue };
            let mut file = lines[..=at + 1].to_vec();
            file[at] = line;
            let wrong = verify(&file)
                .err()
                .unwrap_or_else(|| panic!("a flipped bit, line {at}:\n{}\n{}", lines[at], file[at]));
            assert!(wrong.seq == at as u64 || wrong.seq == at as u64 + 1, "bit {bit}: {wrong}");
        }
    }
}

#[test]
fn lines_cannot_be_dropped_swapped_or_put_in() {
    let lines = journal(GameId::PuntoBanco, 150);
    let mut rng = Rng(3);
    for _ in 0..100 {
        let at = rng.below(lines.len() - 2);
        let mut dropped = lines.clone();
        dropped.remove(at);
        assert_eq!(verify(&dropped).expect_err("a gap").seq, at as u64);
        let mut swapped = lines.clone();
        swapped.swap(at, at + 1);
        assert_eq!(verify(&swapped).expect_err("out of order").seq, at as u64);
        let mut twice = lines.clone();
        twice.insert(at, lines[at].clone());
        assert_eq!(verify(&twice).expect_err("twice").seq, at as u64 + 1);
    }
}

/// The insider changes amounts and repairs all hashes of the chain, but cannot know what would have followed.
#[test]
fn an_amount_changed_with_all_hashes_put_right_is_still_noticed() {
    let lines = journal(GameId::Roulette, 300);
    let changes = [
        ("\"cents\":1000000", "\"cents\":1000001"),
        ("\"inventory\":50000000", "\"inventory\":60000000"),
        ("red 5.00", "red 6.00"),
        ("\"line\":\"ball ", "\"line\":\"ball 1"),
        ("\"kind\":\"refused\"", "\"kind\":\"input\""),
    ];
    let mut tried = 0;
    for (from, to) in changes {
        // Nothing follows from a refusal, whatever was asked, so changing its text shows only against a
        // checkpoint.
        let concerned = |at: &usize| {
            lines[*at].contains(from) && (from.contains("refused") || !lines[*at].contains("refused"))
        };
        for at in (0..lines.len()).filter(concerned) {
            let mut forged = lines.clone();
            forged[at] = forged[at].replace(from, to);
            if serde_json::from_str::<Record>(&forged[at]).is_err() {
                continue;
            }
            let wrong = verify(relinked(&forged)).expect_err(&format!("line {at}, {from} for {to}"));
            assert!(wrong.seq >= at as u64, "{wrong}");
            tried += 1;
        }
    }
    assert!(tried > 20, "only {tried} places were tried");
}

/// Someone who rewrites a whole journal by the rules has a different history; only what others hold reveals
/// it.
#[test]
fn a_journal_written_anew_is_noticed_by_a_checkpoint_held_outside() {
    let key = SigningKey::from_bytes(&[47; 32]);
    let mut floor = Floor::open(GameId::BigSix, 1);
    floor.play_lines(200);
    let honest = verify(&floor.lines).expect("sound");
    let held = Checkpoint::sign(&key, "t1", honest.lines, honest.root, honest.to).expect("signed");
    floor.play_lines(300);
    let verified = |lines: &[String]| verify_to(lines, std::slice::from_ref(&held)).expect("sound in itself");
    assert_eq!(verified(&floor.lines).carries(&held, &key.verifying_key()), Ok(()));

    let mut other = Floor::open(GameId::BigSix, 2);
    other.play_lines(300);
    assert_eq!(verified(&other.lines).carries(&held, &key.verifying_key()), Err(Unsound::Later));
    // Restores yesterday's backup.
    let rolled_back = &floor.lines[..150];
    assert_eq!(verified(rolled_back).carries(&held, &key.verifying_key()), Err(Unsound::Short));
    let stranger = SigningKey::from_bytes(&[48; 32]).verifying_key();
    assert_eq!(verified(&floor.lines).carries(&held, &stranger), Err(Unsound::Signature));
}

/// A round without its last lines is still a sound journal; only a checkpoint or a receipt shows that there
/// was more.
#[test]
fn one_key_has_one_line() {
    let mut floor = Floor::open(GameId::BigSix, 5);
    floor.play_lines(60);
    let keyed = (0..floor.lines.len()).filter(|at| floor.lines[*at].contains("\"key\""));
    let keyed: Vec<usize> = keyed.collect();
    let record = |at: usize| serde_json::from_str::<Record>(&floor.lines[at]).expect("a line");
    let (first, second) = (record(keyed[0]), record(keyed[1]));
    let mut forged = floor.lines.clone();
    let again = Record { key: first.key, body: first.body, ..second };
    forged[keyed[1]] = serde_json::to_string(&again).expect("JSON");
    let wrong = verify(relinked(&forged)).expect_err("a key used twice");
    assert_eq!((wrong.seq, wrong.how.contains("key")), (keyed[1] as u64, true), "{wrong}");
}

#[test]
fn a_database_that_says_something_else_is_noticed() {
    let report = verify(journal(GameId::Roulette, 200)).expect("sound");
    let (balances, keys, postings) = (&report.balances, &report.keys, &report.postings);
    assert_eq!(compare(&report, balances, keys, postings), []);

    let mut richer = balances.clone();
    *richer.get_mut("t1/purse:p1").expect("a purse") += 100;
    richer.insert("t1/purse:p9".into(), 5);
    let found = compare(&report, &richer, keys, postings);
    assert_eq!(
        found.iter().map(|d| (d.of, d.name.as_str())).collect::<Vec<_>>(),
        [("balance", "t1/purse:p1"), ("balance", "t1/purse:p9"),]
    );
    let mut fewer = keys.clone();
    let gone = fewer.pop_first().expect("a key");
    let found = compare(&report, balances, &fewer, postings);
    assert_eq!((found.len(), &found[0].name, found[0].database), (1, &gone.0, None));
    let mut other = postings.clone();
    *other.values_mut().next().expect("a posting") += 1;
    assert_eq!(compare(&report, balances, keys, &other).len(), 1);
}

/// Negative control: the checks in the tests' own books are able to fail.
#[test]
fn a_broken_ledger_would_be_seen() {
    let mut postings = BTreeMap::from([("purse:p1".to_owned(), -500), ("layout".to_owned(), 500)]);
    assert_eq!(conserved(&postings), Ok(()));
    // A settlement that pays a cent from nowhere, and one that pays chips out of cash.
    postings.insert("purse:p1".into(), -499);
    assert_eq!(conserved(&postings), Err("chips are off by 1".into()));
    let mixed = BTreeMap::from([("wallet:alice".to_owned(), -5), ("purse:p1".to_owned(), 5)]);
    assert!(conserved(&mixed).is_err());
}

/// A house that shows something other than its secret gives, and writes a sound chain from it.
#[test]
fn a_result_that_was_not_dealt_is_noticed_when_the_secret_is_laid_open() {
    let lines = journal(GameId::BigSix, 120);
    let shown = |line: &String| line.contains("\"line\":\"stop ");
    let at = lines.iter().position(shown).expect("a result");
    let turned = at + lines[at..].iter().position(|line| line.contains("\"turned\"")).expect("laid open");
    let honest = verify(&lines[..=turned]);
    assert!(honest.is_ok(), "{honest:?}");
    let mut caught = 0;
    for other in ["stop $1", "stop $2", "stop $5", "stop joker"] {
        if lines[at].contains(&format!("\"{other}\"")) {
            continue;
        }
        let mut book = Book::new("t1");
        let mut forged = Vec::new();
        for (number, line) in lines[..=turned].iter().enumerate() {
            let record: Record = serde_json::from_str(line).expect("a line");
            let entry = match record.entry {
                Entry::Input { .. } if number == at => Entry::Input { line: other.into() },
                // The same act is attempted again; the law may now decide differently.
                Entry::Refused { line, .. } => Entry::Input { line },
                entry => entry,
            };
            let (at, epoch, by, salt) = (record.at, record.epoch, record.by, record.salt);
            let draft = Draft { at, epoch, by, key: record.key.zip(record.body), salt, entry };
            let Ok(mut step) = book.propose(draft) else { continue };
            book.accept(&mut step);
            forged.push(step.line);
        }
        let wrong = verify(&forged).expect_err("not what the secret gives");
        assert!(wrong.how.contains("was dealt differently"), "{wrong}");
        caught += 1;
    }
    assert!(caught >= 3);
}
