//! What it costs to open a floor with a long journal: processor time and memory, in a process of its own.
//! `cargo bench -p ch47-server --bench recovery [-- LINES]`; with `CH47_FAULT=no-snapshots` the journal is folded from its
//! first line instead.

#[path = "../tests/support/floor.rs"]
mod floor;
#[path = "../tests/support/journal.rs"]
mod journal;

use journal::Journal;
use server::{Floor, keys::Keys, store};
use std::{path::Path, process::Command, time::Instant};

/// The folder in which a child opens a floor.
const FOLDER: &str = "CH47_BENCH_FOLDER";
const LINES: u64 = 1_000_000;

fn main() {
    if let Ok(folder) = std::env::var(FOLDER) {
        return open(Path::new(&folder));
    }
    let lines = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(LINES);
    for (game, people) in [("minibaccarat", 1), ("roulette", 2000)] {
        let folder = tempfile::tempdir().expect("a folder");
        let begun = Instant::now();
        Keys::make(folder.path()).expect("made");
        let keys = Keys::open(folder.path()).expect("keys");
        let mut store = store::open(&folder.path().join("floor.db").to_string_lossy()).expect("a store");
        for (name, print) in keys.fingerprints() {
            store.record_key(name, print).expect("recorded");
        }
        let mut journal = Journal::open(&mut *store, &keys, "t", game, people);
        journal.grow(lines);
        let taken = journal.kept.len();
        drop(store);
        let size = std::fs::metadata(folder.path().join("floor.db")).expect("a file").len() >> 20;
        println!(
            "{game}, {people} at the table: {lines} lines and {taken} snapshots, {size} MB, written in {:.0} s",
            begun.elapsed().as_secs_f64()
        );
        for _ in 0..3 {
            let child = Command::new(std::env::current_exe().expect("this program"))
                .env(FOLDER, folder.path())
                .status()
                .expect("a process");
            assert!(child.success());
        }
    }
}

/// Opens the floor and says what that took.
fn open(folder: &Path) {
    let begun = Instant::now();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let floor = runtime.block_on(Floor::open(floor::config(folder))).expect("a floor");
    let elapsed = begun.elapsed();
    assert!(floor.here("t").is_some(), "the table runs");
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let field =
        |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let ticks: u32 = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u32>().ok())
        .sum();
    println!(
        "  opened: {:.2} s of processor time, {:.2} s by the clock, {} at most",
        f64::from(ticks) / 100.0,
        elapsed.as_secs_f64(),
        field("VmHWM:")
    );
    runtime.block_on(floor.close());
}
