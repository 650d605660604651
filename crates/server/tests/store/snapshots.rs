//! Snapshots: a shortcut that can always be thrown away, and that nobody can forge.

use crate::{
    common::{self, Floor},
    long::Journal,
};
use books::{Entry, Hash};
use server::{
    audit::audit,
    checking::{Checked, check_next},
    key_filter::KeyFilter,
    keys::Keys,
    load::{Loaded, load},
    snapshots::{self, EVERY, MOST, Refused, newest, past_rounds},
    store::{
        Store,
        snapshots::{Snapshot, Upto},
    },
};
use tempfile::TempDir;

fn keys() -> (TempDir, Keys) {
    let folder = tempfile::tempdir().expect("a folder");
    Keys::make(folder.path()).expect("made");
    let keys = Keys::open(folder.path()).expect("keys");
    (folder, keys)
}

/// What anybody could tell apart: the book with its rounds, and the tree.
fn picture(loaded: &Loaded) -> (String, u64, Hash, Vec<String>) {
    let feed = &loaded.feed;
    let (size, root) = feed.head();
    let blocks = feed.blocks(size).iter().map(ToString::to_string).collect();
    (loaded.book.encode(), size, root, blocks)
}

fn load_table(store: &mut dyn Store, keys: &Keys) -> Loaded {
    load("t", keys, store).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_table_opens_from_its_snapshots_as_from_its_first_line() {
    common::each(|Floor { mut store, _folder, .. }| {
        let (_keys_folder, keys) = keys();
        let mut journal = Journal::open(&mut *store, &keys, "t", "roulette", 3);
        journal.grow(2 * EVERY + 500);
        // A void of rounds that are in a snapshot, of some that are void already, and of some in memory.
        let round = journal.book.round();
        journal.void(5, 9);
        journal.void(7, 12);
        journal.grow(3 * EVERY + 700);
        journal.void(round - 3, round + 3);
        journal.grow(3 * EVERY + 800);
        assert_eq!(journal.kept.len(), 3);
        let live = journal.book.encode();
        let from_snapshot = load_table(&mut *store, &keys);
        assert_eq!(
            from_snapshot.book.encode(),
            live,
            "the table that ran and the one that was opened are one"
        );
        assert_eq!(from_snapshot.kept, store.snapshots("t").expect("a store")[2]);
        assert!(from_snapshot.book.since() > round, "old rounds are not in memory");
        let past = |store: &mut dyn Store| past_rounds(store, "t", 0..=round, &keys).expect("rounds");
        let written_down = past(&mut *store);
        assert!(written_down.len() as u64 > round / 2, "{} rounds", written_down.len());
        let all = store.snapshots("t").expect("a store").len();
        for dropped in 0..=all {
            let from = store.snapshots("t").expect("a store").get(all - dropped).copied();
            store.drop_snapshots("t", from.unwrap_or(u64::MAX)..u64::MAX).expect("dropped");
            let again = load_table(&mut *store, &keys);
            assert_eq!(picture(&again), picture(&from_snapshot), "with {dropped} snapshots fewer");
        }
        assert_eq!(store.snapshots("t").expect("a store"), [0; 0]);
        let folded = past(&mut *store);
        let numbers =
            |rounds: &std::collections::BTreeMap<u64, _>| rounds.keys().copied().collect::<Vec<_>>();
        assert_eq!(numbers(&folded), numbers(&written_down));
    });
}

/// A table with a few small snapshots.
fn small(store: &mut dyn Store, keys: &Keys, table: &str) -> Vec<u64> {
    let mut journal = Journal::open(store, keys, table, "roulette", 2);
    journal.every(40);
    journal.grow(130);
    journal.kept.clone()
}

#[test]
fn whatever_is_changed_in_a_snapshot_it_is_refused() {
    let Floor { mut store, _folder, .. } = common::sqlite();
    let (_keys_folder, keys) = keys();
    let kept = small(&mut *store, &keys, "t");
    let row = store.snapshot("t", Upto::Lines(u64::MAX)).expect("a store").expect("a snapshot");
    assert_eq!(row.next, *kept.last().expect("one"));
    assert!(snapshots::read("t", &row, &keys).is_ok());
    let parts: [fn(&mut Snapshot) -> &mut String; 5] = [
        |row| &mut row.head,
        |row| &mut row.tag,
        |row| &mut row.body,
        |row| &mut row.names,
        |row| &mut row.rounds,
    ];
    for part in parts {
        let mut changed = row.clone();
        let whole = part(&mut changed).clone().into_bytes();
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            let Ok(text) = String::from_utf8(flipped) else { continue };
            *part(&mut changed) = text;
            assert!(snapshots::read("t", &changed, &keys).is_err(), "byte {at}");
        }
        for length in [0, 1, whole.len() / 2, whole.len() - 1] {
            *part(&mut changed) = String::from_utf8_lossy(&whole[..length]).into_owned();
            assert!(snapshots::read("t", &changed, &keys).is_err(), "{length} bytes");
        }
    }
    let why = |row: &Snapshot, table: &str, keys: &Keys| snapshots::read(table, row, keys).err();
    let beside = Snapshot { next: row.next + 1, ..row.clone() };
    assert_eq!(why(&beside, "t", &keys), Some(Refused::Foreign));
    assert_eq!(why(&Snapshot { round: 1 << 40, ..row.clone() }, "t", &keys), Some(Refused::Foreign));
    small(&mut *store, &keys, "u");
    let other = store.snapshot("u", Upto::Lines(u64::MAX)).expect("a store").expect("a snapshot");
    assert_eq!(why(&other, "t", &keys), Some(Refused::Foreign), "another table's");
    let (_folder, strange) = self::keys();
    assert_eq!(why(&row, "t", &strange), Some(Refused::Forged), "another floor's");
    // Even who has the key cannot pass off one of another form or of other rules.
    let form = format!("\"form\":{}", books::FORM);
    for (word, then, expected) in
        [(&*form, "\"form\":0", Refused::Form), ("\"rules\":\"", "\"rules\":\"0", Refused::Rules)]
    {
        let head = row.head.replacen(word, then, 1);
        assert_ne!(head, row.head);
        let tag = keys.signing().sign_text("snapshot", &head);
        assert_eq!(why(&Snapshot { head, tag, ..row.clone() }, "t", &keys), Some(expected));
    }
}

#[test]
fn a_refused_snapshot_changes_nothing_and_verify_names_it() {
    let Floor { mut store, url, _folder } = common::sqlite();
    let (_keys_folder, keys) = keys();
    let mut journal = Journal::open(&mut *store, &keys, "t", "roulette", 2);
    journal.grow(2 * EVERY + MOST);
    let last = *journal.kept.last().expect("some");
    let right = journal.book.encode();
    let findings = |store: &mut dyn Store| {
        let report = audit(store, Some(&keys)).expect("a store");
        let about = |text: &String| text.contains("snapshot");
        report.findings.iter().map(ToString::to_string).filter(about).collect::<Vec<_>>()
    };
    assert_eq!(findings(&mut *store), Vec::<String>::new(), "all is well");
    let file = rusqlite::Connection::open(url.trim_start_matches("sqlite:")).expect("a file");
    let change = |store: &mut dyn Store, sql: &str, word: Option<&str>| {
        file.execute_batch("begin").expect("begun");
        file.execute_batch(sql).expect("changed");
        file.execute_batch("commit").expect("committed");
        let found = findings(store);
        assert!(word.is_none_or(|word| found.iter().any(|text| text.contains(word))), "{sql}: {found:?}");
        assert_eq!(load("t", &keys, store).expect("a table").book.encode(), right, "{sql}");
        let range = 0..=40;
        let rounds = past_rounds(store, "t", range, &keys).expect("rounds");
        assert!(rounds.len() > 30);
        rounds
    };
    let sane = change(&mut *store, "update snapshots set names = names", None).len();
    let before = past_rounds(&mut *store, "t", 0..=40, &keys).expect("rounds");
    let first = "(select min(next) from snapshots)";
    let rounds = format!(
        "update snapshots set rounds = replace(rounds, '\"paid\":500', '\"paid\":900') where next = {first}"
    );
    assert_eq!(change(&mut *store, &rounds, Some("not what was signed")), before);
    let body = format!("update snapshots set body = replace(body, 'bank', 'bonk') where next = {last}");
    change(&mut *store, &body, Some("not what was signed"));
    let beyond = format!(
        "insert into snapshots select table_id, next + 100000, leaf, round, upcoming, since, head, tag, body, names, rounds, 0 \
         from snapshots where next = {last}"
    );
    change(&mut *store, &beyond, Some("the journal has"));
    change(&mut *store, "update blocks set roots = zeroblob(length(roots))", None);
    assert_eq!(sane, before.len());
}

#[test]
fn no_snapshot_names_a_line_that_is_not_durable() {
    let Floor { mut store, _folder, .. } = common::sqlite();
    let (_keys_folder, keys) = keys();
    small(&mut *store, &keys, "t");
    let row = store.snapshot("t", Upto::Lines(u64::MAX)).expect("a store").expect("a snapshot");
    let ahead = Snapshot { next: row.next + 1000, ..row.clone() };
    assert!(!store.put_snapshot(&ahead).expect("a store"), "there is no such line");
    let other = Snapshot { next: row.next - 1, ..row.clone() };
    assert!(!store.put_snapshot(&other).expect("a store"), "the line has another hash");
    assert!(!store.put_snapshot(&row).expect("a store"), "it is there already");
}

#[test]
fn snapshots_are_compared_with_their_journal_one_after_the_other() {
    let Floor { mut store, _folder, .. } = common::sqlite();
    let (_keys_folder, keys) = keys();
    let kept = small(&mut *store, &keys, "t");
    assert!(kept.len() >= 3);
    for next in &kept[..2] {
        let checked = check_next(&mut *store, "t", &keys).expect("compared");
        assert_eq!(checked, Some((*next, Checked::Equal)));
        store.set_checked("t", *next).expect("noted");
    }
    // The third one is signed, and wrong: the table that ran had parted from its journal.
    let row = store.snapshot("t", Upto::Lines(kept[2])).expect("a store").expect("a snapshot");
    let is_own = |at: &usize| {
        let behind =
            row.body[at + "\"round\":".len()..].trim_start_matches(|digit: char| digit.is_ascii_digit());
        behind.starts_with(",\"settled\"")
    };
    let at = row.body.match_indices("\"round\":").map(|(at, _)| at).find(is_own).expect("the round");
    let body = format!("{}\"round\":1{}", &row.body[..at], &row.body[at + "\"round\":".len()..]);
    let of = |text: &str| Hash::of(&[text.as_bytes()]).to_string();
    let head = row.head.replacen(&of(&row.body), &of(&body), 1);
    let tag = keys.signing().sign_text("snapshot", &head);
    store.drop_snapshots("t", kept[2]..u64::MAX).expect("dropped");
    let skewed = Snapshot { head, tag, body, ..row.clone() };
    assert!(snapshots::read("t", &skewed, &keys).is_ok(), "nobody could tell");
    assert!(store.put_snapshot(&skewed).expect("a store"));
    assert_eq!(check_next(&mut *store, "t", &keys).expect("compared"), Some((kept[2], Checked::Differs)));
    // Whoever opens the table folds the last lines anyway, and does not trust it either.
    let right = newest(&mut *store, "t", Upto::Lines(kept[1]), &keys).expect("a store").expect("one");
    assert_eq!(right.0.next, kept[1]);
    assert_ne!(load_table(&mut *store, &keys).kept, kept[2]);
}

#[test]
fn the_filter_of_keys_is_made_again_if_it_is_gone_or_forged() {
    let Floor { mut store, _folder, .. } = common::sqlite();
    let (_keys_folder, keys) = keys();
    let mut journal = Journal::open(&mut *store, &keys, "t", "big-six", 1);
    journal.every(u64::MAX >> 2);
    let mut asked = Vec::new();
    for n in 0..65_600 {
        let key = format!("ann:key-{n}");
        if n % 10_007 == 0 {
            asked.push(key.clone());
        }
        let remedy = books::Remedy::Correct { patron: 1, cents: 1 };
        let entry = match n % 2 {
            0 => Entry::Asked { remedy, reason: "wrong".to_owned() },
            _ => Entry::Declined { asked: journal.book.next() - 1 },
        };
        journal.write(if n % 2 == 0 { "sue" } else { "sam" }, Some(key), entry);
    }
    journal.commit();
    let filter = KeyFilter::open(&mut *store, "t", &keys).expect("a filter");
    let (parts, unkept) = filter.unkept();
    assert_eq!((parts, unkept.len()), (1, 1));
    let part = unkept[0].sign("t", &keys);
    store.put_key_filter("t", &part).expect("kept");
    let all =
        |filter: &KeyFilter| asked.iter().all(|key| filter.may_have(key)) && !filter.may_have("bob:new-key");
    let again = KeyFilter::open(&mut *store, "t", &keys).expect("a filter");
    assert!(all(&again) && again.unkept().1.is_empty(), "the part is read back");
    let forged = server::store::snapshots::FilterPart { bits: vec![0; part.bits.len()], ..part };
    store.put_key_filter("t", &forged).expect("forged");
    let again = KeyFilter::open(&mut *store, "t", &keys).expect("a filter");
    assert!(all(&again) && again.unkept().1.len() == 1, "the part is made again");
}
