//! Copies that are made while people play, restored, damaged, or cut off by a full disk.

use crate::{
    disk::small,
    harness::{boot, close, folder, inspect, runtime, start, times},
    identity::{grow, open_table, try_open},
    postgres,
};
use books::Entry;
use server::{copies, high_water, keys::Keys, restore, store};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

fn database(folder: &Path) -> String {
    folder.join("floor.db").to_string_lossy().into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<_> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn copy_keys(from: &Path, to: &Path) {
    for name in Keys::files() {
        fs::copy(from.join(name), to.join(name)).expect("copied");
    }
}

/// Copies are made while people play; each is a complete floor without a key, and can be restored.
#[test]
fn a_copy_made_under_load_is_a_floor() {
    let (floor, copies_in) = (folder(), folder());
    let process = start(floor.path(), Some(&boot()), &[]);
    process.ready().expect("the doors open");
    let mut lines = 0;
    for n in 0..times(4) {
        let so_far = process.so_far().acked.len();
        assert!(process.wait_for(Duration::from_secs(30), |heard| heard.acked.len() > so_far + 20));
        let heard = process.so_far();
        let copy = copies_in.path().join(n.to_string());
        let copied = copies::backup(floor.path(), &database(floor.path()), &copy, false).expect("copied");
        assert!(copied.lines > lines && copied.tables >= 3, "{copied:?}");
        lines = copied.lines;
        assert_eq!(names(&copy), ["floor.db", "manifest.json"], "no keys, and nothing half-made");
        // Everything that was acknowledged before the copy began is in it.
        let mut reader = store::open_reader(&database(&copy)).expect("a floor");
        for ((table, key), (seq, _)) in &heard.acked {
            assert_eq!(reader.find_key(table, key).expect("read").map(|kept| kept.seq), Some(*seq));
        }
    }
    let heard = process.kill();
    // The last copy lacks what came after it, which is known as long as the mark exists.
    let last = copies_in.path().join((times(4) - 1).to_string());
    let to = folder();
    let why = restore::restore(to.path(), &last, false).expect_err("there are no keys").to_string();
    assert!(why.contains("made without keys") && names(to.path()).is_empty(), "{why}");
    copy_keys(floor.path(), to.path());
    let done = restore::restore(to.path(), &last, false).expect("restored");
    assert!(!done.known && done.lost.is_empty(), "without a mark nothing is known to be lost");
    let checked = restore::check(to.path(), &database(to.path())).expect("a floor");
    assert!(checked.report.findings.is_empty(), "{:?}", checked.report.findings);
    runtime().block_on(async { close(try_open(to.path(), None).await.expect("it opens")).await });
    // The floor itself is unharmed.
    assert!(inspect(floor.path(), &heard).is_well());
}

/// A floor with a copy, and more lines since.
struct Aged {
    floor: tempfile::TempDir,
    copy: tempfile::TempDir,
}

fn aged(with_keys: bool) -> Aged {
    let (floor, copy) = (folder(), folder());
    runtime().block_on(async {
        let open = try_open(floor.path(), None).await.expect("a floor");
        open_table(&open, "R-1").await;
        grow(&open, "R-1", 4).await;
        let entered = open.desk.ask(|people| people.be_guest("ann", 1_800_000_000_000)).await;
        assert!(entered.is_ok(), "somebody is logged in");
        let (folder, to) = (floor.path().to_owned(), copy.path().join("copy"));
        let url = database(&folder);
        let made = tokio::task::spawn_blocking(move || copies::backup(&folder, &url, &to, with_keys));
        made.await.expect("no panic").expect("copied while it runs");
        grow(&open, "R-1", 3).await;
        close(open).await;
    });
    Aged { floor, copy }
}

#[test]
fn an_old_copy_is_put_back_only_if_the_loss_is_accepted() {
    let Aged { floor, copy } = aged(false);
    let (copy, to) = (copy.path().join("copy"), folder());
    copy_keys(floor.path(), to.path());
    let mark = to.path().join(high_water::FILE);
    fs::copy(floor.path().join(high_water::FILE), &mark).expect("the mark outlives the database");
    let before = names(to.path());
    let why = restore::restore(to.path(), &copy, false).expect_err("lines are missing").to_string();
    assert!(why.contains("older than what was acknowledged") && why.contains("--accept-loss"), "{why}");
    assert_eq!(names(to.path()), before, "nothing is left behind");

    let done = restore::restore(to.path(), &copy, true).expect("the loss is accepted");
    assert_eq!((done.known, done.lost.len()), (true, 1));
    let lost = &done.lost[0];
    let mut old = store::open_reader(&database(floor.path())).expect("the floor that was");
    let mut new = store::open_reader(&database(to.path())).expect("the floor that is");
    let named = new.lines("R-1", lost.has, 9).expect("read").pop().expect("the loss is named");
    let Entry::Restored { lost_from, lost_to, leaf } =
        books::Record::read(&named.line).expect("a line").entry
    else {
        panic!("{named:?}")
    };
    assert_eq!((lost_from, lost_to + 1), (lost.has, lost.top.size));
    assert_eq!(old.leaves("R-1", lost_to..lost_to + 1).expect("read"), [leaf], "receipts are explained");
    let epoch = |reader: &mut dyn store::Reader| reader.owner("R-1").expect("read").expect("a lease").epoch;
    assert!(epoch(&mut *new) > epoch(&mut *old), "nobody of before can write");
    drop((old, new));
    let link = rusqlite::Connection::open(to.path().join("floor.db")).expect("a database");
    let sessions: i64 =
        link.query_row("select count(*) from sessions", [], |row| row.get(0)).expect("a count");
    assert_eq!(sessions, 0, "everybody logs in again");
    drop(link);
    runtime().block_on(async {
        let open = try_open(to.path(), None).await.expect("it starts");
        grow(&open, "R-1", 1).await;
        close(open).await;
    });
    let checked = restore::check(to.path(), &database(to.path())).expect("a floor");
    assert!(checked.known && checked.report.findings.is_empty(), "{:?}", checked.report.findings);
}

#[test]
fn damaged_copies_and_full_folders_are_refused() {
    let Aged { floor, copy } = aged(true);
    let copy = copy.path().join("copy");
    assert!(names(&copy).contains(&"sign.key".to_owned()), "the keys were asked for");
    let to = folder();
    for name in names(&copy) {
        let kept = fs::read(copy.join(&name)).expect("a file");
        let mut flipped = kept.clone();
        let at = kept.len() / 2;
        flipped[at] ^= 1;
        for bytes in [Some(&flipped[..]), Some(&kept[..at]), None] {
            match bytes {
                Some(bytes) => fs::write(copy.join(&name), bytes).expect("written"),
                None => fs::remove_file(copy.join(&name)).expect("removed"),
            }
            let why = restore::restore(to.path(), &copy, true).expect_err("damaged").to_string();
            assert!(why.contains(&name) || why.contains("manifest"), "{name}: {why}");
            assert_eq!(names(to.path()), [""; 0], "{name}");
        }
        fs::write(copy.join(&name), kept).expect("put back");
    }
    let why = restore::restore(floor.path(), &copy, true).expect_err("a floor stands there").to_string();
    assert!(why.contains("is not empty, it has floor.db"), "{why}");
    let why =
        copies::backup(floor.path(), &database(floor.path()), &copy, false).expect_err("full").to_string();
    assert!(why.contains("is not empty"), "{why}");
    restore::restore(to.path(), &copy, false).expect("keys and all");
}

/// There is not enough room, or it runs out in the middle: the message says so, and no partial copy is
/// left.
#[test]
fn a_disk_that_fills_up_leaves_no_half_copy() {
    let floor = folder();
    let process = start(floor.path(), Some(&boot()), &[]);
    process.ready().expect("the doors open");
    let big = || fs::metadata(floor.path().join("floor.db")).map_or(0, |meta| meta.len()) > 1 << 20;
    assert!(crate::harness::until(Duration::from_secs(60), big).is_some(), "it has grown");
    drop(process.kill());
    let url = database(floor.path());
    // Nothing stays in the log, so that the size of the file is the size of the database.
    drop(store::open(&url).expect("a floor"));
    let size = fs::metadata(&url).expect("a database").len();
    let room = 2 * size + (1 << 20);
    let Some(disk) = small(room) else { return };
    let all = usize::try_from(room).expect("it fits in memory");
    let copy = disk.path().join("copy");
    let backup = || copies::backup(floor.path(), &url, &copy, false);

    let ballast = disk.fill(all - usize::try_from(size / 2).expect("small"));
    let why = backup().expect_err("there is no room").to_string();
    assert!(why.contains("kB are free") && !copy.exists(), "{why}");
    fs::remove_file(ballast).expect("room again");

    let mut cut = 0;
    for _ in 0..20 {
        std::thread::scope(|scope| {
            // As soon as the copy begins, something else takes the room.
            scope.spawn(|| {
                let ballast = vec![1; all];
                let begun = Instant::now();
                while !copy.join("floor.db").exists() && begun.elapsed() < Duration::from_secs(5) {
                    std::hint::spin_loop();
                }
                let _ = fs::write(disk.path().join("ballast"), ballast);
            });
            if let Err(why) = backup() {
                let why = why.to_string();
                assert!(why.contains("the disk filled up") || why.contains("No space"), "{why}");
                assert_eq!(names(&copy), [""; 0], "nothing half-made is left");
                cut += 1;
            }
        });
        let _ = fs::remove_dir_all(&copy);
        fs::remove_file(disk.path().join("ballast")).expect("room again");
        if cut > 1 {
            break;
        }
    }
    assert!(cut > 0, "the disk never filled up in time");
    assert!(backup().expect("with room it is copied").lines > 0);
}

/// PostgreSQL copies itself; the manifest and everything after it are the same.
#[test]
fn a_floor_on_a_server_is_dumped_and_put_back() {
    let Some(server) = postgres::server() else { return };
    let installed = std::process::Command::new("pg_dump").arg("--version").output().is_ok();
    if !installed {
        return crate::harness::skip("a dump", "pg_dump is not installed");
    }
    let (here, url, copies_in) = (folder(), server.database(), folder());
    let (copy, other) = (copies_in.path().join("copy"), server.database());
    runtime().block_on(async {
        let open = try_open(here.path(), Some(&url)).await.expect("a floor");
        open_table(&open, "R-1").await;
        grow(&open, "R-1", 4).await;
        let (folder, from, to) = (here.path().to_owned(), url.clone(), copy.clone());
        let made = tokio::task::spawn_blocking(move || copies::backup(&folder, &from, &to, false));
        made.await.expect("no panic").expect("copied while it runs");
        grow(&open, "R-1", 3).await;
        close(open).await;
    });
    let dump = copy.join("floor.dump").to_string_lossy().into_owned();
    let put_back = std::process::Command::new("pg_restore").args(["--dbname", &other, &dump]).output();
    let put_back = put_back.expect("pg_restore");
    assert!(put_back.status.success(), "{}", String::from_utf8_lossy(&put_back.stderr));
    let why = restore::restore(here.path(), &copy, false).expect_err("not a file").to_string();
    assert!(why.contains("pg_restore"), "{why}");
    // Until the node's lease has expired, it may still write.
    let why = restore::adopt(here.path(), &other, Some(&copy), false).expect_err("older").to_string();
    assert!(
        why.contains("stop all nodes first") || why.contains("older than what was acknowledged"),
        "{why}"
    );
    let ended = || match restore::adopt(here.path(), &other, Some(&copy), true) {
        Ok(done) => done.lost.len() == 1,
        Err(why) => {
            assert!(why.to_string().contains("stop all nodes first"), "{why}");
            false
        }
    };
    assert!(crate::harness::until(Duration::from_secs(20), ended).is_some(), "restored");
    runtime().block_on(async {
        let open = try_open(here.path(), Some(&other)).await.expect("it starts");
        grow(&open, "R-1", 1).await;
        close(open).await;
    });
    let checked = restore::check(here.path(), &other).expect("a floor");
    assert!(checked.known && checked.report.findings.is_empty(), "{:?}", checked.report.findings);
}
