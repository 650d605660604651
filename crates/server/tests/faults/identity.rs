//! Other keys, damaged keys, no keys, an older database: each is refused with a message that says what to do, and
//! nothing is accepted or created silently.

use crate::{
    child,
    harness::{close, folder, runtime},
    postgres,
};
use books::{Entry, HOUSE, Hash};
use protocol::NewTable;
use server::{
    Floor,
    audit::audit,
    high_water,
    keys::Keys,
    people::{Denied, People, Settings, Stored},
    restore,
    store::{self, Append, Guard, Verdict},
};
use std::{
    fs, io,
    net::{IpAddr, Ipv4Addr},
    path::Path,
    sync::Arc,
    time::Duration,
};

const TABLE: &str = "R-1";
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

pub async fn try_open(folder: &Path, database: Option<&str>) -> io::Result<Arc<Floor>> {
    let mut config = child::config(folder.to_owned(), Duration::from_secs(3600));
    config.database = database.map(str::to_owned);
    config.node = database.map(|_| "node-1".to_owned());
    Floor::open(config).await
}

fn url_of(folder: &Path, database: Option<&str>) -> String {
    database.map_or_else(|| folder.join("floor.db").to_string_lossy().into_owned(), str::to_owned)
}

pub async fn open_table(floor: &Arc<Floor>, table: &str) {
    let (table, game, pit) = (table.to_owned(), "roulette".to_owned(), "pit".to_owned());
    let options = rounds::Settings::standard(rules::GameId::Roulette);
    let new = NewTable { table, pit, game, options, physical: false, inventory: 1 << 36, approved: None };
    floor.open_table(HOUSE, new).await.expect("a table");
}

/// Adds this many lines.
pub async fn grow(floor: &Arc<Floor>, table: &str, lines: u64) {
    let handle = floor.here(table).expect("the table runs");
    for n in 0..lines {
        // A slip is used once on the whole floor.
        let slip = format!("{table}-{}-{n}", handle_size(floor, table).await);
        let entry = Entry::Filled { cents: 100, slip };
        handle.write("clerk", None, entry).await.expect("a line");
    }
}

/// The number of lines of a table of a closed floor. An open table's dealer may still be writing.
fn size_at_rest(url: &str, table: &str) -> u64 {
    let mut store = store::open_reader(url).expect("a floor");
    store.head(table).expect("read").map_or(0, |head| head.seq + 1)
}

async fn handle_size(floor: &Arc<Floor>, table: &str) -> u64 {
    let name = table.to_owned();
    floor.read(move |store| store.head(&name)).await.expect("read").map_or(0, |head| head.seq + 1)
}

fn refusal(opened: io::Result<Arc<Floor>>) -> String {
    match opened {
        Ok(_) => panic!("it opened"),
        Err(error) => error.to_string(),
    }
}

/// Runs blocking work, as a command outside the floor does.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(work)
}

/// Runs a test on a floor in a file, and on one in a database server.
fn each(test: impl AsyncFn(&Path, Option<&str>)) {
    let here = folder();
    runtime().block_on(test(here.path(), None));
    if let Some(server) = postgres::server() {
        let (here, url) = (folder(), server.database());
        runtime().block_on(test(here.path(), Some(&url)));
    }
}

#[test]
fn a_floor_starts_with_its_own_keys_alone() {
    each(async |folder, database| {
        let floor = try_open(folder, database).await.expect("a new floor makes its keys");
        open_table(&floor, TABLE).await;
        close(floor).await;
        let other = crate::harness::folder();
        Keys::make(other.path()).expect("other keys");
        for file in Keys::files() {
            let (path, kept) = (folder.join(file), fs::read(folder.join(file)).expect("a key"));
            let mut flipped = kept.clone();
            flipped[17] ^= 4;
            let others = fs::read(other.path().join(file)).expect("a key");
            for (bytes, says) in [
                (Some(&flipped[..]), "is not this floor's key"),
                (Some(&others[..]), "is not this floor's key"),
                (Some(&kept[..31]), "31 bytes"),
                (Some(&[][..]), "0 bytes"),
                (None, "is missing"),
            ] {
                match bytes {
                    Some(bytes) => fs::write(&path, bytes).expect("written"),
                    None => fs::remove_file(&path).expect("removed"),
                }
                let why = loop {
                    let why = refusal(try_open(folder, database).await);
                    // The previous attempt may not have released the folder yet.
                    if !why.contains("another process runs this floor") {
                        break why;
                    }
                    tokio::time::sleep(Duration::from_millis(10)).await;
                };
                assert!(why.contains(file) && why.contains(says), "{why}");
                assert_eq!(fs::read(&path).ok().as_deref(), bytes, "no key is made or mended");
            }
            fs::write(&path, kept).expect("put back");
        }
        // No node has taken a lease without being able to open the table.
        let owners = aside(|| store::open_reader(&url_of(folder, database)).expect("a floor").owners());
        assert!(owners.expect("read").iter().all(|owner| owner.left_ms <= 0 && owner.epoch == 1));
        let floor = try_open(folder, database).await.expect("with its own keys it opens");
        assert!(floor.here(TABLE).is_some());
        close(floor).await;
    });
}

#[test]
fn new_keys_are_recorded_and_old_heads_stay_signed() {
    each(async |folder, database| {
        let url = url_of(folder, database);
        let floor = try_open(folder, database).await.expect("a floor");
        open_table(&floor, TABLE).await;
        grow(&floor, TABLE, 3).await;
        close(floor).await;
        let old = Keys::open(folder).expect("keys").signing().verifying_key().to_string();
        let key = aside(|| restore::rekey(folder, &url)).expect("new keys");
        assert_ne!(key, old);
        let keys = Keys::open(folder).expect("keys");
        assert_eq!(keys.signing().verifying_key().to_string(), key);
        let findings = aside(|| {
            let mut reader = store::open_reader(&url).expect("a floor");
            let recorded = reader.fingerprints().expect("read");
            let retired = recorded.iter().find(|(name, _)| name == "sign retired 1").expect("it is known");
            assert_eq!(retired.1.to_string(), old);
            assert!(!reader.checkpoints(TABLE, 9).expect("read").is_empty());
            audit(&mut *reader, Some(&keys)).expect("read").findings
        });
        assert!(findings.iter().all(|finding| !finding.what.contains("signed")), "{findings:?}");
        // The mark is now signed with the new key.
        let mark = high_water::HighWater::read(folder, &keys.signing().verifying_key()).expect("ours");
        assert!(mark.is_some_and(|mark| mark.tables.contains_key(TABLE)));
    });
}

/// Closes a floor and leaves nothing in its log, so that the file alone is the database.
async fn close_whole(folder: &Path, floor: Arc<Floor>) {
    close(floor).await;
    let url = url_of(folder, None);
    let whole = || {
        drop(store::open(&url).expect("a floor"));
        fs::metadata(folder.join("floor.db-wal")).map_or(0, |meta| meta.len()) == 0
    };
    assert!(aside(|| crate::harness::until(Duration::from_secs(10), whole)).is_some(), "it is at rest");
}

/// Copies the database of a floor that was closed in this way.
fn copy(folder: &Path, to: &Path) {
    fs::copy(folder.join("floor.db"), to).expect("copied");
}

#[test]
fn an_older_database_is_refused_until_the_loss_is_accepted() {
    let (here, aside) = (folder(), folder());
    let (folder, old) = (here.path(), aside.path().join("old.db"));
    let url = url_of(folder, None);
    runtime().block_on(async {
        let floor = try_open(folder, None).await.expect("a floor");
        open_table(&floor, TABLE).await;
        grow(&floor, TABLE, 5).await;
        close_whole(folder, floor).await;
        let had = size_at_rest(&url, TABLE);
        copy(folder, &old);

        let floor = try_open(folder, None).await.expect("the same floor");
        open_table(&floor, "R-2").await;
        grow(&floor, TABLE, 7).await;
        close_whole(folder, floor).await;
        let wrote = size_at_rest(&url, TABLE);
        fs::copy(&old, folder.join("floor.db")).expect("the older one is put back");

        let sentence = format!("{TABLE} ends after {had} lines, {wrote} were written");
        let why = refusal(try_open(folder, None).await);
        assert!(why.contains("older than what was acknowledged") && why.contains(&sentence), "{why}");
        assert!(why.contains("R-2 ends after 0 lines") && why.contains("--accept-loss"), "{why}");
        let why = restore::adopt(folder, &url, None, false).expect_err("nobody accepted it").to_string();
        assert!(why.contains(&sentence), "{why}");
        assert!(restore::check(folder, &url).is_err(), "a check says the same");

        let done = restore::adopt(folder, &url, None, true).expect("the loss is accepted");
        let lost: Vec<_> = done.lost.iter().map(|lost| lost.table.as_str()).collect();
        assert_eq!(lost, [TABLE, "R-2"]);
        let mut reader = store::open_reader(&url).expect("a floor");
        let line = reader.lines(TABLE, had, 9).expect("read").pop().expect("the loss is named");
        let record = books::Record::read(&line.line).expect("a line");
        let Entry::Restored { lost_from, lost_to, .. } = record.entry else { panic!("{record:?}") };
        assert_eq!((lost_from, lost_to), (had, wrote - 1));
        drop(reader);

        let floor = try_open(folder, None).await.expect("now it starts");
        grow(&floor, TABLE, 2).await;
        // A table that was lost completely can be opened again under its name.
        open_table(&floor, "R-2").await;
        grow(&floor, "R-2", 1).await;
        close_whole(folder, floor).await;
        let checked = restore::check(folder, &url).expect("a floor");
        assert!(checked.known && checked.report.findings.is_empty(), "{:?}", checked.report.findings);
    });
}

/// A different journal in place of the acknowledged one is never accepted.
#[test]
fn a_forked_journal_is_refused_whatever_is_said() {
    let (here, aside) = (folder(), folder());
    let (folder, old, mark) = (here.path(), aside.path().join("old.db"), here.path().join(high_water::FILE));
    runtime().block_on(async {
        let floor = try_open(folder, None).await.expect("a floor");
        open_table(&floor, TABLE).await;
        close_whole(folder, floor).await;
        copy(folder, &old);
        let floor = try_open(folder, None).await.expect("a floor");
        grow(&floor, TABLE, 3).await;
        close_whole(folder, floor).await;
        let kept = fs::read(&mark).expect("a mark");

        // Negative control: without the mark nobody can know, and the floor starts.
        fs::copy(&old, folder.join("floor.db")).expect("put back");
        fs::remove_file(&mark).expect("removed");
        let floor = try_open(folder, None).await.expect("it starts, and says that it cannot know");
        grow(&floor, TABLE, 9).await;
        close_whole(folder, floor).await;

        fs::write(&mark, &kept).expect("the mark is found again");
        let why = refusal(try_open(folder, None).await);
        assert!(why.contains("is not the one that was acknowledged"), "{why}");
        let url = url_of(folder, None);
        let why = restore::adopt(folder, &url, None, true).expect_err("a fork").to_string();
        assert!(why.contains("restore the right copy"), "{why}");

        let forged = String::from_utf8(kept).expect("text").replace("\"size\":", "\"size\":1");
        fs::write(&mark, forged).expect("written");
        let why = refusal(try_open(folder, None).await);
        assert!(why.contains("was not written by this floor, or was changed"), "{why}");
        fs::write(&mark, "{").expect("written");
        assert!(refusal(try_open(folder, None).await).contains("damaged"));
    });
}

#[test]
fn another_floors_database_is_refused() {
    let (here, there) = (folder(), folder());
    runtime().block_on(async {
        for folder in [here.path(), there.path()] {
            let floor = try_open(folder, None).await.expect("a floor");
            open_table(&floor, TABLE).await;
            close_whole(folder, floor).await;
        }
        for name in ["floor.db", "floor.db.mark"] {
            fs::copy(there.path().join(name), here.path().join(name)).expect("swapped");
        }
        assert!(refusal(try_open(here.path(), None).await).contains("is not this floor's key"));
        for name in Keys::files() {
            fs::copy(there.path().join(name), here.path().join(name)).expect("swapped");
        }
        let why = refusal(try_open(here.path(), None).await);
        assert!(why.contains("high-water.json was not written by this floor"), "{why}");
        fs::copy(there.path().join(high_water::FILE), here.path().join(high_water::FILE)).expect("swapped");
        close(try_open(here.path(), None).await.expect("the whole floor has moved")).await;
    });
}

/// A line that follows from nothing, written without the rules.
fn plant(url: &str, table: &str, line: &str) {
    let mut store = store::open(url).expect("a store");
    let epoch = store.claim(table, "planter", 1000).expect("asked").expect("free");
    let (seq, prev) = store.head(table).expect("read").map_or((0, Hash::ZERO), |h| (h.seq + 1, h.leaf));
    let (table, line, leaf) = (table.to_owned(), line.to_owned(), Hash::leaf(line.as_bytes()));
    let (key, postings) = (None, Vec::new());
    let append = Append {
        table: table.clone(),
        seq,
        epoch,
        at: 1,
        line,
        leaf,
        prev,
        key,
        postings,
        guard: Guard::default(),
    };
    assert_eq!(store.commit(&[append]).expect("written"), [Verdict::Done]);
    store.release(&table, "planter", epoch).expect("released");
}

/// A table that cannot be opened is named and given back; one that only other rules can open is not tried
/// again.
#[test]
fn a_table_that_cannot_be_opened_is_named_and_given_back() {
    each(async |folder, database| {
        let url = url_of(folder, database);
        let floor = try_open(folder, database).await.expect("a floor");
        for table in [TABLE, "broken", "older"] {
            open_table(&floor, table).await;
        }
        close(floor).await;
        let (head, first) = aside(|| {
            plant(&url, "broken", "not a line of a journal");
            let mut reader = store::open_reader(&url).expect("a floor");
            let head = reader.head("older").expect("read").expect("lines");
            (head, reader.lines("older", 0, 1).expect("read").pop().expect("a line"))
        });
        let mut record = books::Record::read(&first.line).expect("a line");
        let Entry::Opened { version, .. } = &mut record.entry else { panic!("it opens first") };
        *version = "1".to_owned();
        (record.seq, record.prev) = (head.seq + 1, head.leaf);
        (record.at, record.epoch) = (head.at, head.epoch);
        let first_format = first.line.replacen(r#""v":2,"#, "", 1).replace("\"older\"", "\"first\"");
        assert_ne!(first_format, first.line);
        aside(|| {
            plant(&url, "older", &record.write());
            plant(&url, "first", &first_format);
        });

        let floor = try_open(folder, database).await.expect("the floor opens all the same");
        assert!(floor.here(TABLE).is_some());
        let unopened =
            |name: &str| floor.troubles.view().into_iter().find(|one| one.table == name).map(|one| one.why);
        assert!(unopened("broken").expect("named").contains("cannot be read back"));
        assert!(unopened("older").expect("named").contains("opened under rules 1"));
        assert!(unopened("first").expect("named").contains("the journal is in format 1"));
        assert_eq!(floor.troubles.view().len(), 3);
        let epochs = async |floor: &Arc<Floor>| {
            let owners = floor.read(|store| store.owners()).await.expect("read");
            let of = |name: &str| owners.iter().find(|owner| owner.table == name).expect("a lease");
            let given_back = |name: &&str| of(name).left_ms <= 0;
            assert!(["broken", "older", "first"].iter().all(given_back), "the leases are given back");
            (of("broken").epoch, [of("older").epoch, of("first").epoch])
        };
        let before = epochs(&floor).await;
        floor.claim_all().await.expect("asked");
        assert_eq!(epochs(&floor).await, before, "it waits before it tries again");
        tokio::time::sleep(Duration::from_millis(1100)).await;
        floor.claim_all().await.expect("asked");
        let after = epochs(&floor).await;
        assert_eq!((after.0 > before.0, after.1), (true, before.1), "only what may have been mended");
        close(floor).await;
        // An audit distinguishes the two: one journal is broken, the other needs other rules.
        let report = aside(|| restore::check(folder, &url)).expect("a floor").report;
        let told = |of: &str| report.findings.iter().any(|finding| finding.of == of);
        assert!(told("broken") && told("first"), "{:?}", report.findings);
        assert!(report.findings.iter().all(|finding| ["broken", "first"].contains(&finding.of.as_str())));
        let kept = aside(|| store::open_reader(&url).expect("a floor").lines("first", 0, 9).expect("read"));
        assert_eq!(
            kept.iter().map(|line| &line.line).collect::<Vec<_>>(),
            [&first_format],
            "nothing is lost"
        );
        let unread: Vec<_> =
            report.unread.iter().map(|(table, unread)| format!("{table}: {unread}")).collect();
        assert_eq!(unread, [format!("older: lines {0} to {0} need rules 1", head.seq + 1)]);
    });
}

/// An account is unlocked next to the process that runs the floor.
#[test]
fn an_account_is_unlocked_while_the_floor_runs() {
    each(async |folder, database| {
        let url = url_of(folder, database);
        let floor = try_open(folder, database).await.expect("a floor");
        let (password, now) = ("correct horse battery", 1_800_000_000_000);
        let admitted = floor.desk.ask(move |people| {
            people.admit("dan", protocol::Role::Dealer, password, now)?;
            for n in 0..3 {
                assert!(people.log_in("dan", "wrong wrong wrong", None, HERE, now + n).is_err());
            }
            people.list()
        });
        let dan = admitted.await.expect("admitted").pop().expect("dan");
        let locked = floor.desk.ask(move |people| people.log_in("dan", password, None, HERE, now + 10)).await;
        assert!(locked.is_err(), "{} is locked", dan.name);
        let unlock = |name: &str| {
            let beside = Stored::beside(&url).expect("a store");
            People::new(beside, Settings::USUAL)?.unlock(name)
        };
        assert_eq!(aside(|| unlock("nobody")), Err(Denied::Nobody));
        assert_eq!(aside(|| unlock("dan")), Ok(()));
        let entered =
            floor.desk.ask(move |people| people.log_in("dan", password, None, HERE, now + 20)).await;
        assert!(entered.is_ok(), "unlocked");
        // The floor continues to write.
        open_table(&floor, TABLE).await;
        close(floor).await;
    });
}
