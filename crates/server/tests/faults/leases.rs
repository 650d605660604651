//! A node keeps its tables however long it takes to read their journals, and gives them up when it dies.

use crate::{
    harness::{Process, folder, runtime, start, until},
    identity::{open_table, try_open},
    postgres,
};
use server::store;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

const TABLES: usize = 6;
/// Less than it takes to read a journal, which `slow-load` extends to four seconds.
const TTL: &str = "2400";

/// The node and the epoch of every table.
fn owners(url: &str) -> BTreeMap<String, (String, u64)> {
    let mut reader = store::open_reader(url).expect("a floor");
    let owners = reader.owners().expect("read").into_iter().filter(|owner| !owner.table.starts_with("cage-"));
    owners.map(|owner| (owner.table, (owner.node, owner.epoch))).collect()
}

/// Starts three nodes together that read journals slowly; returns how often a table moved from one node to
/// another.
fn changes_of_hands(url: &str, fault: &str, watch: Duration) -> (usize, Vec<Process>, tempfile::TempDir) {
    let here = folder();
    runtime().block_on(async {
        let floor = try_open(here.path(), Some(url)).await.expect("a floor");
        for n in 0..TABLES {
            open_table(&floor, &format!("R-{n}")).await;
        }
        crate::harness::close(floor).await;
    });
    let before = owners(url);
    let nodes: Vec<Process> = ["a", "b", "c"]
        .into_iter()
        .map(|node| {
            let settings =
                [("CH47_DATABASE", url), ("CH47_NODE", node), ("CH47_LEASE", TTL), ("CH47_FAULT", fault)];
            start(here.path(), None, &settings)
        })
        .collect();
    let (mut known, mut changes, mut all) = (BTreeMap::new(), 0, None);
    let begun = Instant::now();
    while all.is_none_or(|all: Instant| all.elapsed() < watch) && begun.elapsed() < Duration::from_secs(90) {
        for (table, owner) in owners(url) {
            // The first node of this run takes it from the one that made it.
            if before.get(&table) == Some(&owner) {
                continue;
            }
            if known.insert(table, owner.clone()).is_some_and(|last| last != owner) {
                changes += 1;
            }
        }
        if known.len() == TABLES {
            all.get_or_insert_with(Instant::now);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(known.len(), TABLES, "every table found a node");
    (changes, nodes, here)
}

#[test]
fn no_lease_changes_hands_because_its_owner_is_busy() {
    let Some(server) = postgres::server() else { return };
    let url = server.database();
    let (changes, mut nodes, _here) = changes_of_hands(&url, "slow-load", Duration::from_secs(8));
    assert_eq!(changes, 0, "leases were stolen");
    // If a node dies, the others take over its tables within seconds, and read them.
    let dead = nodes.remove(0);
    drop(dead.kill());
    let begun = Instant::now();
    let taken = || owners(&url).values().all(|(node, _)| node != "a");
    let took = until(Duration::from_secs(10), taken).expect("others take its tables over");
    eprintln!("{TABLES} tables, {changes} changes of hands, taken over {took:?} after {:?}", begun.elapsed());
}

/// Negative control: if leases are renewed only after reading journals, as they once were, they expire and are
/// taken over.
#[test]
fn leases_that_are_renewed_behind_loading_are_seen_to_change_hands() {
    let Some(server) = postgres::server() else { return };
    let url = server.database();
    let (changes, ..) = changes_of_hands(&url, "slow-load,renew-behind-claims", Duration::from_secs(6));
    assert!(changes > 0, "nobody stole anything");
}
