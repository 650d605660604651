//! How fast wagers become durable, as a ratio to the bare syncs the same disk does in the same minute: an absolute
//! figure says more about the machine's neighbors than about the store. `cargo bench -p ch47-server --bench commit`.

#[path = "../tests/support/postgres.rs"]
mod postgres;
#[path = "support/probe.rs"]
mod probe;

use books::Hash;
use probe::{SPAN, rate, report};
use server::store::{self, Append, Guard, Store, Verdict, writer::Writer};
use std::{path::Path, time::Instant};

/// Submitters at once, each with a table of its own.
const CROWD: usize = 64;

fn main() {
    let folder = tempfile::tempdir_in(".").expect("a folder on this disk");
    probe::head();
    let file = folder.path().join("floor.db").display().to_string();
    measure("SQLite", &file, folder.path());
    match postgres::server() {
        Some(server) => measure("PostgreSQL", &server.database(), folder.path()),
        None => println!("PostgreSQL is not installed"),
    }
}

fn measure(name: &str, url: &str, folder: &Path) {
    let mut store = store::open(url).expect("a floor");
    let mut tables: Vec<Table> =
        (0..CROWD).map(|n| Table::claim(&mut *store, &format!("pit-1/t{n}"))).collect();
    report(&format!("{name}, one at a time"), folder, || alone(&mut *store, &mut tables[0]));
    let (writer, thread) = Writer::start(store).expect("a thread");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    report(&format!("{name}, one through the writer"), folder, || {
        runtime.block_on(crowd(&writer, &mut tables[..1]))
    });
    report(&format!("{name}, {CROWD} through the writer"), folder, || {
        runtime.block_on(crowd(&writer, &mut tables))
    });
    drop(writer);
    thread.join().expect("the writer ends well");
}

fn alone(store: &mut dyn Store, table: &mut Table) -> f64 {
    rate(|| {
        let wager = table.wager();
        assert_eq!(store.commit(&[wager]).expect("the store holds"), [Verdict::Done]);
        store.tidy();
    })
}

/// Every table sends its next wager when the last is acknowledged.
async fn crowd(writer: &Writer, tables: &mut [Table]) -> f64 {
    let begun = Instant::now();
    let submitters = tables.iter_mut().map(|table| async move {
        let mut count = 0_u32;
        while begun.elapsed() < SPAN {
            let verdicts = writer.append(vec![table.wager()]).await.expect("the store holds");
            assert_eq!(verdicts, [Verdict::Done]);
            count += 1;
        }
        count
    });
    let counts = futures_util::future::join_all(submitters).await;
    f64::from(counts.iter().sum::<u32>()) / begun.elapsed().as_secs_f64()
}

/// A table where people wager.
struct Table {
    name: String,
    epoch: u64,
    seq: u64,
    prev: Hash,
}

impl Table {
    fn claim(store: &mut dyn Store, name: &str) -> Table {
        let epoch =
            store.claim(name, "bench", 3_600_000).expect("the store holds").expect("the table is free");
        Table { name: name.into(), epoch, seq: 0, prev: Hash::ZERO }
    }

    /// A line of 500 bytes, four postings and a key.
    fn wager(&mut self) -> Append {
        let line = format!("{:<500}", format!(r#"{{"seq":{},"prev":"{}"}}"#, self.seq, self.prev));
        let patron = self.seq % 7;
        let account = |kind: &str| format!("{}/{kind}:p{patron}", self.name);
        let key = Hash::of(&[self.name.as_bytes(), &self.seq.to_le_bytes()]).to_string()[..32].to_owned();
        let append = Append {
            table: self.name.clone(),
            seq: self.seq,
            epoch: self.epoch,
            at: 1_700_000_000_000,
            leaf: Hash::leaf(line.as_bytes()),
            prev: self.prev,
            key: Some((key, self.prev)),
            postings: vec![
                (account("purse"), -500),
                (account("layout"), 500),
                (account("layout"), -25),
                (account("vigorish"), 25),
            ],
            guard: Guard::default(),
            line,
        };
        (self.seq, self.prev) = (append.seq + 1, append.leaf);
        append
    }
}
