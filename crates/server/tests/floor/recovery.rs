//! A floor that opens with a long journal: what it does not remember it looks up, and nobody can tell.

use crate::{
    floor::{Client, House, PATIENCE},
    long::Journal,
};
use books::{Book, Entry, Round};
use protocol::Role;
use server::{
    keys::Keys,
    snapshots,
    store::{self, Reader, snapshots::Upto},
};
use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;

/// Longer than a table goes without a snapshot, and than it remembers keys.
const LINES: u64 = 9_000;

/// A folder with the journal of a table that never took a snapshot.
fn folder() -> Arc<TempDir> {
    let folder = tempfile::tempdir().expect("a folder");
    Keys::make(folder.path()).expect("made");
    let keys = Keys::open(folder.path()).expect("keys");
    let mut store = store::open(&file(folder.path())).expect("a store");
    for (name, print) in keys.fingerprints() {
        store.record_key(name, print).expect("recorded");
    }
    let mut journal = Journal::open(&mut *store, &keys, "t", "roulette", 3);
    journal.every(u64::MAX >> 2);
    journal.grow(LINES);
    // At rest, so that a snapshot can be taken with the next line.
    while !journal.book.is_at_rest() {
        journal.play();
    }
    journal.commit();
    Arc::new(folder)
}

fn file(folder: &Path) -> String {
    folder.join("floor.db").to_string_lossy().into_owned()
}

fn reader(folder: &Path) -> Box<dyn Reader> {
    store::open_reader(&file(folder)).expect("a store")
}

/// The table, folded from its first line.
fn fold(store: &mut dyn Reader, until: u64) -> Book {
    let mut book = Book::new("t");
    for line in store.lines("t", 0, u32::try_from(until).expect("few lines")).expect("lines") {
        book.replay(&line.line).unwrap_or_else(|fault| panic!("{fault}"));
    }
    book
}

/// Requests that were answered long ago are answered alike, however often they come, and nothing is written.
async fn old_keys(house: &House, store: &mut dyn Reader) {
    let handle = house.floor.here("t").expect("the table runs");
    let lines = handle.feed.next();
    for old in store.keys("t", 0, 40).expect("keys") {
        let line = store.lines("t", old.seq, 1).expect("lines").remove(0);
        let by = old.key.split(':').next().expect("a name").to_owned();
        let entry = || Entry::Input { line: "p1 red 5".to_owned() };
        for _ in 0..3 {
            let again = handle.write(&by, Some((old.key.clone(), old.body)), entry()).await;
            let again = again.unwrap_or_else(|problem| panic!("{}", problem.message));
            assert_eq!((again.seq, again.leaf), (old.seq, line.leaf));
        }
        let other = handle.write(&by, Some((old.key.clone(), line.leaf)), entry()).await;
        assert_eq!(other.expect_err("another request").code, protocol::ProblemCode::KeyReused);
    }
    assert_eq!(handle.feed.next(), lines, "nothing was written");
    assert!(!handle.is_stopped(), "the table goes on");
}

/// The rounds, page by page, are those of the whole journal.
async fn rounds(staff: &Client, store: &mut dyn Reader) {
    let whole = fold(store, u64::from(u32::MAX));
    let all: BTreeMap<u64, Round> = whole.played().latest().map(|(n, round)| (n, round.clone())).collect();
    let mut told = Vec::new();
    while told.len() < all.len() {
        let page = format!("/api/tables/t/rounds?offset={}&limit=700", told.len());
        let page = staff.get(&page).await.expect(200);
        let page = page.as_array().expect("rounds").clone();
        assert!(!page.is_empty(), "{} of {}", told.len(), all.len());
        told.extend(page);
    }
    for (told, (number, round)) in told.iter().zip(all.iter().rev()) {
        let of = |name: &str| told[name].as_u64();
        assert_eq!(of("round"), Some(*number));
        assert_eq!(
            (of("first"), of("last"), of("settled")),
            (Some(round.first), Some(round.last), Some(round.settled))
        );
        assert_eq!(told["void"], round.void, "round {number}");
    }
    assert_eq!(staff.get("/api/tables/t/windows/0").await.code(), "unknown");
}

/// Waits until a snapshot is kept, and compares it with the journal.
async fn kept(store: &mut dyn Reader) -> u64 {
    let waited = tokio::time::timeout(PATIENCE, async {
        loop {
            if let Some(last) = store.snapshots("t").expect("a store").last().copied() {
                return last;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let next = waited.await.expect("a snapshot is taken");
    let row = store.snapshot("t", Upto::Lines(next)).expect("a store").expect("a snapshot");
    assert_eq!(row.body, fold(store, next).encode(), "what is kept is what the lines make");
    next
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_journal_is_shortened_and_nobody_can_tell() {
    let folder = tokio::task::spawn_blocking(folder).await.expect("a journal");
    let mut store = reader(folder.path());
    let house = House::at(Arc::clone(&folder), |_| ()).await;
    let staff = house.staff(Role::Surveillance, "sue").await;
    let last = fold(&mut *store, u64::from(u32::MAX)).round() - 1;
    let far = staff.get(&format!("/api/tables/t/rounds/{last}")).await;
    assert_eq!((far.status.as_u16(), far.code().as_str()), (422, "out-of-reach"), "{}", far.text);
    old_keys(&house, &mut *store).await;
    rounds(&staff, &mut *store).await;
    assert_eq!(store.snapshots("t").expect("a store"), [0; 0], "nothing was written");
    // With the next line a snapshot is due.
    let handle = house.floor.here("t").expect("the table runs");
    let entry = Entry::Asked {
        remedy: books::Remedy::Void { first: 5, last: 9 },
        reason: "the wheel stuck".to_owned(),
    };
    let asked = handle.write("sue", None, entry).await.expect("asked").seq;
    let next = kept(&mut *store).await;
    assert!(next > LINES);
    old_keys(&house, &mut *store).await;
    // Rounds that the table has forgotten by now are void.
    handle.write("sam", None, Entry::Approved { asked }).await.expect("agreed");
    rounds(&staff, &mut *store).await;
    staff.get("/api/tables/t/rounds/1").await.expect(200);
    let house = house.restart(|_| ()).await;
    old_keys(&house, &mut *store).await;
    rounds(&staff.at(&house), &mut *store).await;
    let keys = Keys::open(folder.path()).expect("keys");
    assert!(snapshots::newest(&mut *store, "t", Upto::Lines(next), &keys).expect("a store").is_some());
    drop(store);
    house.audit().await;
    let mut store = reader(folder.path());
    let report = server::audit::audit(&mut *store, Some(&keys)).expect("a store");
    assert_eq!(report.findings, []);
}
