//! CLU-1 and CLU-3: several nodes and one PostgreSQL. Nodes are killed, or stopped for longer than their lease and
//! then resumed; the server itself is killed. The others continue the round, and no node writes that has lost the
//! table.

use crate::{
    child,
    harness::{Heard, Process, boot, folder, get, resend, start, times, until},
    postgres,
};
use books::{Book, Entry};
use server::{
    audit::audit,
    keys::Keys,
    store::{self, Append, Guard, Verdict},
};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// How soon another node must continue.
const BAR: Duration = Duration::from_secs(10);

fn node(folder: &Path, url: &str, name: &str, lease: &str) -> Process {
    let settings = [("CH47_DATABASE", url), ("CH47_NODE", name), ("CH47_LEASE", lease), ("CH47_STAY", "1")];
    let process = start(folder, Some(&boot()), &settings);
    process.ready().expect("the doors open");
    process
}

/// The number of acknowledged wagers at the table that has the fewest.
fn everywhere(heard: &Heard) -> usize {
    let at = |name: &str| heard.acked.keys().filter(|(table, _)| table == name).count();
    child::TABLES.iter().map(|(table, ..)| at(table)).min().unwrap_or(0)
}

/// Waits until this node acknowledges wagers at every table; returns how long that took.
fn goes_on(process: &Process, patience: Duration) -> Option<Duration> {
    let begun = Instant::now();
    let before = everywhere(&process.so_far());
    process.wait_for(patience, |heard| everywhere(heard) > before + 2).then(|| begun.elapsed())
}

/// Checks that everything any node ever acknowledged is in the journals, and that they are sound.
fn all_is_well(folder: &Path, url: &str, all: &[Heard]) -> (usize, usize, usize) {
    let mut reader = store::open_reader(url).expect("a floor");
    let mut acked = 0;
    for heard in all {
        for ((table, key), (seq, leaf)) in &heard.acked {
            let kept = reader.find_key(table, key).expect("read").map(|kept| kept.seq);
            let line = reader.lines(table, *seq, 1).expect("read").pop().map(|line| line.leaf.to_string());
            assert_eq!((kept, line.as_ref()), (Some(*seq), Some(leaf)), "{table} {key}");
            acked += 1;
        }
    }
    let keys = Keys::open(folder).expect("the keys");
    let report = audit(&mut *reader, Some(&keys)).expect("read");
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    let (mut taken, mut in_mid_round) = (0, 0);
    for (table, ..) in child::TABLES {
        let (mut book, mut epoch) = (Book::new(table), 0);
        for line in reader.lines(table, 0, u32::MAX).expect("read") {
            let step = book.replay(&line.line).expect("it follows");
            assert!(step.record.epoch >= epoch, "a stale write");
            epoch = step.record.epoch;
            if matches!(step.record.entry, Entry::TakenOver { .. }) {
                taken += 1;
                in_mid_round += usize::from(book.engine().is_some_and(|engine| !engine.bets().is_empty()));
            }
        }
    }
    (acked, taken, in_mid_round)
}

#[test]
fn another_node_goes_on_with_the_round() {
    let Some(server) = postgres::server() else { return };
    let (url, folder) = (server.database(), folder());
    let name = |n: usize| format!("node-{n}");
    let lease = |n: usize| if n == 0 { "5000" } else { "1000" };
    let mut owner = node(folder.path(), &url, &name(0), lease(0));
    goes_on(&owner, Duration::from_secs(30)).expect("it is played at");
    let (mut all, mut slowest, mut stopped) = (Vec::new(), Duration::ZERO, None::<Process>);
    let turns = times(20);
    for n in 0..turns {
        let heir = node(folder.path(), &url, &name(n + 1), lease(n + 1));
        // A node that was stopped and has lost its tables is resumed now: it must not write, and ends by
        // itself.
        if let Some(woken) = stopped.take() {
            woken.signal("CONT");
            std::thread::sleep(Duration::from_millis(200));
            all.push(woken.kill());
        }
        if n % 2 == 0 {
            all.push(owner.kill());
        } else {
            owner.signal("STOP");
            stopped = Some(owner);
        }
        let took = goes_on(&heir, BAR).expect("another node has the tables within the bar");
        slowest = slowest.max(took);
        owner = heir;
    }
    if let Some(woken) = stopped {
        woken.signal("CONT");
        std::thread::sleep(Duration::from_millis(500));
        all.push(woken.kill());
    }
    all.push(owner.kill());
    let (acked, taken, in_mid_round) = all_is_well(folder.path(), &url, &all);
    eprintln!(
        "{turns} owners killed or stopped, the slowest take-over {slowest:?}; {acked} acknowledged, {taken} tables taken over, {in_mid_round} in mid-round"
    );
    assert!(taken >= turns && in_mid_round > 0);
    let again = resend(folder.path(), &url, &all);
    eprintln!("{again} unanswered requests sent again");
    all_is_well(folder.path(), &url, &all);
}

/// Takeovers one after the other: each time the former owner tries to write once more.
#[test]
fn a_deposed_node_writes_nothing() {
    let Some(server) = postgres::server() else { return };
    let url = server.database();
    let mut nodes = [store::open(&url).expect("a floor"), store::open(&url).expect("a floor")];
    let line = |epoch: u64, seq: u64, prev: books::Hash| {
        let line = format!("{epoch} {seq} {prev}");
        let leaf = books::Hash::leaf(line.as_bytes());
        let (table, key, postings) = ("T-1".to_owned(), None, Vec::new());
        Append { table, seq, epoch, at: 0, line, leaf, prev, key, postings, guard: Guard::default() }
    };
    let (mut seq, mut prev, mut old) = (0, books::Hash::ZERO, None);
    let (mut stale, take_overs) = (0, times(200));
    for n in 0..take_overs {
        let heir = &mut nodes[n % 2];
        let epoch = heir.claim("T-1", &format!("node-{}", n % 2), 0).expect("asked").expect("granted");
        // Before the new owner has written anything, and after: both times the former owner uses the right
        // number.
        for again in [false, true] {
            if let Some(deposed) = old {
                let late = line(deposed, seq, prev);
                let verdict = nodes[(n + 1) % 2].commit(&[late]).expect("asked")[0];
                stale += usize::from(verdict == Verdict::Done);
            }
            if !again {
                let next = line(epoch, seq, prev);
                (seq, prev) = (seq + 1, next.leaf);
                assert_eq!(nodes[n % 2].commit(&[next]).expect("asked"), [Verdict::Done]);
            }
        }
        old = Some(epoch);
    }
    eprintln!("{take_overs} take-overs, {stale} stale writes");
    assert_eq!(stale, 0);
    assert_eq!(nodes[0].head("T-1").expect("read").map(|head| head.seq + 1), Some(take_overs as u64));
}

#[test]
fn a_database_server_that_is_killed_loses_nothing_and_is_found_again() {
    let Some(server) = postgres::own() else { return };
    let (url, folder) = (server.database(), folder());
    let process = node(folder.path(), &url, "node-1", "2000");
    goes_on(&process, Duration::from_secs(30)).expect("it is played at");
    let address = process.so_far().address.expect("an address");
    for kill in 0..times(2) {
        server.crash();
        let suspended = || get(&address, "/readyz").0 == 503;
        assert!(
            until(Duration::from_secs(20), suspended).is_some(),
            "kill {kill}: it says that it is suspended"
        );
        let well = || get(&address, "/readyz").0 == 200;
        let back = until(Duration::from_secs(60), well).expect("it comes back by itself");
        goes_on(&process, Duration::from_secs(60)).expect("and goes on");
        eprintln!("the node was back {back:?} after it was suspended");
    }
    let heard = process.kill();
    let (acked, ..) = all_is_well(folder.path(), &url, std::slice::from_ref(&heard));
    eprintln!("{acked} acknowledged, all of them there");
    resend(folder.path(), &url, &[heard]);
}
