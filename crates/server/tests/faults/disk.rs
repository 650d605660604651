//! DUR-5 and DUR-6: the disk is full, or the database is no longer where it was.

use crate::harness::{Heard, boot, folder, get, inspect, is_root, skip, start, system, times, until};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// A file system of this many bytes in memory.
pub struct Small {
    folder: tempfile::TempDir,
}

impl Small {
    fn make(bytes: u64) -> Result<Small, String> {
        if !is_root() {
            return Err("only root can mount".to_owned());
        }
        let small = Small { folder: folder() };
        let size = format!("size={bytes}");
        system("mount", &["-t", "tmpfs", "-o", &size, "tmpfs", &small.path().to_string_lossy()])?;
        Ok(small)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn grow(&self, bytes: u64) {
        let size = format!("remount,size={bytes}");
        system("mount", &["-o", &size, &self.path().to_string_lossy()]).expect("it grows");
    }

    /// Takes room away.
    pub fn fill(&self, bytes: usize) -> PathBuf {
        let ballast = self.path().join("ballast");
        fs::write(&ballast, vec![0; bytes]).expect("there is room for it");
        ballast
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = system("umount", &["--lazy", &self.path().to_string_lossy()]);
    }
}

pub fn small(bytes: u64) -> Option<Small> {
    Small::make(bytes).map_err(|why| skip("a full disk", &why)).ok()
}

/// The disk fills up to the last byte: the floor suspends itself, and everything it acknowledged is there. With more
/// room it continues.
#[test]
fn on_a_full_disk_what_was_acknowledged_is_there() {
    let Some(disk) = small(1 << 20) else { return };
    let mut acked = 0;
    let mut size = 1 << 20;
    for _ in 0..times(20) {
        let process = start(disk.path(), Some(&boot()), &[]);
        let opened = process.ready();
        process.wait_for(Duration::from_secs(30), |heard| heard.stopped.is_some());
        if let Some(address) = opened {
            let (status, body) = get(&address, "/readyz");
            assert_eq!(status, 503, "{body}");
        }
        let heard = process.kill();
        assert!(heard.acked.is_empty() || heard.stopped.is_some(), "it never filled up");
        size += 256 << 10;
        disk.grow(size);
        let verdict = inspect(disk.path(), &heard);
        assert!(verdict.is_well(), "{:?} {:?}", verdict.lost, verdict.report.findings);
        acked += verdict.acked;
    }
    eprintln!("{} fills, {acked} acknowledged and all of them there", times(20));
    assert!(acked > times(20), "{acked}");
}

fn refused_for_room(heard: &Heard) -> usize {
    heard.refused.values().filter(|why| why.contains("nearly full")).count()
}

/// With a reserve, no new wagers are accepted while there is still room to settle the existing ones; after that
/// it continues.
#[test]
fn below_the_reserve_no_wager_is_taken_and_rounds_are_settled() {
    let Some(disk) = small(48 << 20) else { return };
    let reserve = (16_u64 << 20).to_string();
    let settings = [("CH47_RESERVE", reserve.as_str()), ("CH47_LEASE", "300")];
    let process = start(disk.path(), Some(&boot()), &settings);
    let address = process.ready().expect("the doors open");
    assert!(process.wait_for(Duration::from_secs(30), |heard| heard.acked.len() > 20));
    let ballast = disk.fill(34 << 20);
    let refused = |heard: &Heard| refused_for_room(heard) > 5;
    assert!(process.wait_for(Duration::from_secs(30), refused), "new wagers are refused");
    // Nobody adds to the layout, so the wagers are settled and it becomes empty.
    let bare = || {
        let (_, body) = get(&address, "/readyz");
        let url = disk.path().join("floor.db").to_string_lossy().into_owned();
        let mut reader = server::store::open_reader(&url).expect("a floor");
        let lies =
            |table: &str| reader.balances(&format!("{table}/layout")).expect("read").iter().any(|b| b.1 != 0);
        let settled = !crate::child::TABLES.iter().map(|(table, ..)| *table).any(lies);
        body.contains("\"ready\"") && settled && refused_for_room(&process.so_far()) > 20
    };
    assert!(until(Duration::from_secs(20), bare).is_some(), "it is well, and refuses");
    let before = process.so_far().acked.len();
    fs::remove_file(ballast).expect("there is room again");
    let goes_on = |heard: &Heard| heard.acked.len() > before + 20;
    assert!(process.wait_for(Duration::from_secs(30), goes_on), "it goes on by itself");
    let heard = process.kill();
    assert_eq!(heard.stopped, None, "it never stopped");
    let verdict = inspect(disk.path(), &heard);
    assert!(verdict.is_well(), "{:?} {:?}", verdict.lost, verdict.report.findings);
}

/// Negative control: without a reserve the same disk fills up completely, with wagers on the layout.
#[test]
fn without_a_reserve_the_floor_is_seen_to_stop() {
    let Some(disk) = small(2 << 20) else { return };
    let process = start(disk.path(), Some(&boot()), &[("CH47_RESERVE", "0")]);
    process.ready();
    process.wait_for(Duration::from_secs(60), |heard| heard.stopped.is_some());
    let heard = process.kill();
    assert!(heard.stopped.is_some() && refused_for_room(&heard) == 0, "{:?}", heard.stopped);
}

/// The database is deleted, emptied in place, or replaced by another one while people play.
fn lose_the_file(how: fn(&Path), fault: &str) -> (Heard, usize, (u16, String)) {
    let floor = folder();
    let process = start(floor.path(), Some(&boot()), &[("CH47_FAULT", fault)]);
    let address = process.ready().expect("the doors open");
    assert!(process.wait_for(Duration::from_secs(30), |heard| heard.acked.len() > 20));
    let kept = folder();
    how(floor.path());
    // What was acknowledged up to now may have been on its way; from here on nothing may be acknowledged.
    std::thread::sleep(Duration::from_millis(300));
    let then = process.so_far().acked.len();
    process.wait_for(Duration::from_millis(1500), |heard| heard.acked.len() > then);
    let health = get(&address, "/readyz");
    let heard = process.kill();
    drop(kept);
    let later = heard.acked.len() - then;
    if fault.is_empty() {
        // A new start does not create an empty floor.
        let again = start(floor.path(), None, &[]);
        assert_eq!(again.ready(), None, "it does not open");
    }
    (heard, later, health)
}

fn delete(floor: &Path) {
    for name in ["floor.db", "floor.db-wal", "floor.db-shm"] {
        let _ = fs::remove_file(floor.join(name));
    }
}

fn replace(floor: &Path) {
    let other = folder();
    let made = server::store::open(&other.path().join("floor.db").to_string_lossy()).expect("another floor");
    drop(made);
    delete(floor);
    fs::copy(other.path().join("floor.db"), floor.join("floor.db")).expect("it is replaced");
}

#[test]
fn nothing_is_acknowledged_into_a_database_that_is_gone() {
    for how in [delete as fn(&Path), replace] {
        let (heard, later, (status, body)) = lose_the_file(how, "");
        assert_eq!(later, 0, "acknowledged after the file was gone");
        assert!(heard.stopped.is_some());
        assert_eq!(status, 503, "{body}");
    }
}

/// Negative control: a floor that does not check continues to acknowledge into a file that nobody will find
/// again.
#[test]
fn a_floor_that_does_not_look_is_seen_to_lose_wagers() {
    let (_, later, _) = lose_the_file(delete, "blind-to-files");
    assert!(later > 0, "nothing was acknowledged");
}
