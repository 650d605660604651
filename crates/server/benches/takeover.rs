//! How long tables with long journals stand still when their node dies: PostgreSQL, two nodes, one of them killed.
//! `cargo bench -p ch47-server --bench takeover [-- LINES]`.

#[path = "../tests/support/floor.rs"]
mod floor;
#[path = "../tests/support/journal.rs"]
mod journal;
#[path = "../tests/support/postgres.rs"]
mod postgres;

use journal::Journal;
use server::{Config, Floor, keys::Keys, store};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

/// The folder and the database of the node that will be killed.
const FOLDER: &str = "CH47_BENCH_FOLDER";
const DATABASE: &str = "CH47_BENCH_DATABASE";
const LINES: u64 = 200_000;
const TABLES: [&str; 3] = ["t1", "t2", "t3"];
/// As long as a lease lasts by default.
const LEASE: Duration = Duration::from_secs(5);

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    if let (Ok(folder), Ok(database)) = (std::env::var(FOLDER), std::env::var(DATABASE)) {
        let _floor = runtime.block_on(open(Path::new(&folder), database, "first"));
        println!("open");
        std::thread::sleep(Duration::from_secs(600));
        return;
    }
    let lines = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(LINES);
    let server = postgres::server().expect("PostgreSQL is installed");
    let (folder, database) = (tempfile::tempdir().expect("a folder"), server.database());
    write(folder.path(), &database, lines);
    let mut first = Command::new(std::env::current_exe().expect("this program"))
        .env(FOLDER, folder.path())
        .env(DATABASE, &database)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut said = String::new();
    BufReader::new(first.stdout.take().expect("a pipe")).read_line(&mut said).expect("a word");
    assert_eq!(said.trim(), "open");
    let second = runtime.block_on(open(folder.path(), database, "second"));
    assert!(TABLES.iter().all(|table| second.here(table).is_none()), "the first node has them");
    first.kill().expect("killed");
    let begun = Instant::now();
    while !TABLES.iter().all(|table| second.here(table).is_some()) {
        assert!(begun.elapsed() < Duration::from_secs(120), "never taken over");
        std::thread::sleep(Duration::from_millis(10));
    }
    println!(
        "{} tables of {lines} lines run again {:.2} s after their node was killed (leases of {} s)",
        TABLES.len(),
        begun.elapsed().as_secs_f64(),
        LEASE.as_secs()
    );
    runtime.block_on(second.close());
    let _ = first.wait();
}

/// Writes the journals that the first node has.
fn write(folder: &Path, database: &str, lines: u64) {
    let begun = Instant::now();
    Keys::make(folder).expect("made");
    let keys = Keys::open(folder).expect("keys");
    let mut store = store::open(database).expect("a store");
    for (name, print) in keys.fingerprints() {
        store.record_key(name, print).expect("recorded");
    }
    for table in TABLES {
        let mut journal = Journal::open(&mut *store, &keys, table, "minibaccarat", 1);
        journal.grow(lines);
        let epoch = journal.epoch;
        store.release(table, "floor", epoch).expect("released");
    }
    println!("{} journals of {lines} lines, written in {:.0} s", TABLES.len(), begun.elapsed().as_secs_f64());
}

async fn open(folder: &Path, database: String, node: &str) -> Arc<Floor> {
    let config = floor::config(folder);
    let (database, node) = (Some(database), Some(node.to_owned()));
    let floor = Floor::open(Config { database, node, lease: LEASE, ..config }).await.expect("a floor");
    tokio::spawn(Arc::clone(&floor).keep());
    floor
}
