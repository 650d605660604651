//! DUR-3: bits that flip and logs that are cut off, in the files of a floor that is not running. Everything is noticed,
//! by opening it or by an audit; nothing is put right in silence.

use crate::harness::{Dice, boot, close, folder, inspect, look, open, runtime, start, times};
use server::{audit::audit, keys::Keys, store};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// What is derived from the journals, and what is not.
const DERIVED: [&str; 5] = ["lines", "balances", "cage_keys", "slips", "issued"];
// Which heads were signed no journal says: those found are checked, one filed under another name is not missed.
const OTHERS: [&str; 7] = ["checkpoints", "accounts", "sessions", "links", "docs", "nodes", "leases"];

/// Every row of some tables, past the store.
fn dump(db: &Path, tables: &[&str]) -> rusqlite::Result<String> {
    let link = rusqlite::Connection::open(db)?;
    let mut all = String::new();
    for table in tables {
        let mut rows = link.prepare(&format!("select * from {table}"))?;
        let columns = rows.column_count();
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                all += &format!("{:?} ", row.get_ref(column)?);
            }
            all.push('\n');
        }
    }
    Ok(all)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Noticed {
    AtOpening,
    ByAudit,
    /// Every row is as it was: the byte is not in use.
    Unused,
    /// Only what no journal says has changed: people, sessions, leases' nodes and ends.
    NotDerived,
    /// Lines at the end are gone, and the rest is a sound floor: it looks as after a power cut.
    LastOnly,
    /// Something is changed and nobody said so.
    Never,
}

struct Whole {
    folder: tempfile::TempDir,
    derived: String,
    others: String,
    lines: u64,
}

impl Whole {
    /// A floor that was played at; killed, so that its log is full, or closed, so that it is empty.
    fn make(closed: bool) -> Whole {
        let floor = folder();
        let process = start(floor.path(), Some(&boot()), &[]);
        process.ready().expect("the doors open");
        process.wait_for(Duration::from_secs(20), |heard| heard.acked.len() > 60);
        thread::sleep(Duration::from_millis(50));
        let heard = process.kill();
        if closed {
            assert!(inspect(floor.path(), &heard).is_well());
            // A log file that is left behind would be looked at too.
            runtime().block_on(async { close(open(floor.path()).await).await });
        }
        // A copy is looked at, so that the floor itself stays as it was left.
        let copy = folder();
        copy_floor(floor.path(), copy.path());
        let db = copy.path().join("floor.db");
        drop(store::open(&db.to_string_lossy()).expect("a floor"));
        let report = look(copy.path());
        assert!(report.findings.is_empty());
        let (derived, others) = (dump(&db, &DERIVED).expect("rows"), dump(&db, &OTHERS).expect("rows"));
        Whole { folder: floor, derived, others, lines: report.lines }
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name)).expect("the file")
    }

    /// The same floor with another file in place of this one.
    fn examine(&self, name: &str, bytes: &[u8]) -> Noticed {
        let copy = folder();
        copy_floor(self.folder.path(), copy.path());
        fs::write(copy.path().join(name), bytes).expect("written");
        let db = copy.path().join("floor.db");
        let url = db.to_string_lossy();
        let Ok(opened) = store::open(&url) else { return Noticed::AtOpening };
        let Ok(mut reader) = opened.reader() else { return Noticed::AtOpening };
        let keys = Keys::open(copy.path()).expect("the keys");
        let lines = match audit(&mut *reader, Some(&keys)) {
            Ok(report) if report.findings.is_empty() => report.lines,
            _ => return Noticed::ByAudit,
        };
        drop(reader);
        drop(opened);
        let Ok(derived) = dump(&db, &DERIVED) else { return Noticed::ByAudit };
        match (derived == self.derived, dump(&db, &OTHERS).ok().as_ref() == Some(&self.others)) {
            (true, true) => Noticed::Unused,
            (true, false) => Noticed::NotDerived,
            _ if lines < self.lines && name.ends_with("-wal") => Noticed::LastOnly,
            _ => {
                // Said row by row, so that whoever sees this test fail knows what was missed.
                let (was, is): (Vec<_>, Vec<_>) = (self.derived.lines().collect(), derived.lines().collect());
                was.iter().filter(|row| !is.contains(row)).for_each(|row| eprintln!("was {row:.300}"));
                is.iter().filter(|row| !was.contains(row)).for_each(|row| eprintln!("is  {row:.300}"));
                Noticed::Never
            }
        }
    }
}

fn copy_floor(from: &Path, to: &Path) {
    for name in ["floor.db", "floor.db-wal", "floor.db.mark", "sign.key"] {
        let from: PathBuf = from.join(name);
        if from.exists() {
            fs::copy(from, to.join(name)).expect("copied");
        }
    }
}

fn flip(bytes: &[u8], dice: &mut Dice) -> (usize, Vec<u8>) {
    let at = usize::try_from(dice.below(bytes.len() as u64)).expect("an offset");
    let mut flipped = bytes.to_vec();
    flipped[at] ^= 1 << dice.below(8);
    (at, flipped)
}

#[test]
fn a_flipped_bit_of_the_database_is_noticed() {
    let whole = Whole::make(true);
    let bytes = whole.file("floor.db");
    let (mut tally, mut dice) = (BTreeMap::new(), Dice::new("rot"));
    let mut by_sqlite = 0;
    for _ in 0..times(200) {
        let (at, flipped) = flip(&bytes, &mut dice);
        let noticed = whole.examine("floor.db", &flipped);
        assert_ne!(noticed, Noticed::Never, "the bit at {at} of {}", bytes.len());
        if matches!(noticed, Noticed::AtOpening | Noticed::ByAudit) {
            by_sqlite += usize::from(integrity_check_notices(&flipped));
        }
        *tally.entry(noticed).or_insert(0) += 1;
    }
    let noticed =
        tally.get(&Noticed::ByAudit).copied().unwrap_or(0) + tally.get(&Noticed::AtOpening).unwrap_or(&0);
    eprintln!("flips in the database: {tally:?}; of {noticed} noticed, integrity_check notices {by_sqlite}");
    // The negative control: without deriving everything anew, most of it would pass.
    assert!(by_sqlite < noticed, "{tally:?}, {by_sqlite}");
}

fn integrity_check_notices(bytes: &[u8]) -> bool {
    let folder = folder();
    let db = folder.path().join("floor.db");
    fs::write(&db, bytes).expect("written");
    let checked = rusqlite::Connection::open(&db)
        .and_then(|link| link.query_row("pragma integrity_check", [], |row| row.get::<_, String>(0)));
    checked.as_deref() != Ok("ok")
}

/// A log without the zeros behind its last frame, to which it has not come yet.
fn written(mut log: Vec<u8>) -> Vec<u8> {
    const HEADER: usize = 32;
    const FRAME: usize = 24 + 4096;
    let used = log.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    log.truncate(HEADER + used.saturating_sub(HEADER).next_multiple_of(FRAME));
    log
}

#[test]
fn a_flipped_bit_of_the_log_is_noticed() {
    let whole = Whole::make(false);
    let bytes = written(whole.file("floor.db-wal"));
    let (mut tally, mut dice) = (BTreeMap::new(), Dice::new("rot"));
    let mut last = bytes.len();
    for _ in 0..times(100) {
        let (at, flipped) = flip(&bytes, &mut dice);
        let noticed = whole.examine("floor.db-wal", &flipped);
        assert_ne!(noticed, Noticed::Never, "the bit at {at} of {}", bytes.len());
        if noticed == Noticed::LastOnly {
            last = last.min(at);
        }
        *tally.entry(noticed).or_insert(0) += 1;
    }
    eprintln!(
        "flips in the log of {} bytes: {tally:?}; the last transaction begins behind {last}",
        bytes.len()
    );
    // Damage to the last transaction cannot be told from a power cut; that of any other can, and most is of others.
    let at_opening = tally.get(&Noticed::AtOpening).copied().unwrap_or(0);
    assert!(at_opening * 2 > times(100), "{tally:?}");
}

/// A log that ends early is a shorter history: never a wrong one, and never a floor that cannot be opened.
#[test]
fn a_log_that_is_cut_off_leaves_a_sound_beginning() {
    let whole = Whole::make(false);
    let bytes = written(whole.file("floor.db-wal"));
    let (mut tally, mut dice) = (BTreeMap::new(), Dice::new("rot"));
    for _ in 0..times(40) {
        let at = usize::try_from(dice.below(bytes.len() as u64)).expect("an offset");
        let noticed = whole.examine("floor.db-wal", &bytes[..at]);
        assert!(!matches!(noticed, Noticed::Never | Noticed::ByAudit), "cut at {at}: {noticed:?}");
        *tally.entry(noticed).or_insert(0) += 1;
    }
    eprintln!("logs cut off: {tally:?}");
}
