//! What is particular to a floor that several nodes share.

use crate::{
    common::{Floor, Journal, postgres},
    journal::check_projections,
    postgres::server,
};
use books::Hash;
use server::store::{self, Broken, Store, Verdict::*};
use std::{
    sync::{Barrier, atomic::AtomicBool, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

/// Write skew: two tables on two nodes look at one wallet, both find enough, and both take it. Here one of them waits.
#[test]
fn two_nodes_spend_one_wallet_once() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    const ROUNDS: i64 = 100;
    let mut bank = Journal::claim(&mut *store, "bank");
    let paid_in =
        bank.next(&[("wallet:ann", 100 * ROUNDS), ("wallet:bob", 100 * ROUNDS), ("cage", -200 * ROUNDS)]);
    assert_eq!(store.commit(&[paid_in]).unwrap(), [Done]);
    let start = Barrier::new(2);
    // Each node tries to take everything that is left, from both wallets, named in the opposite order.
    let node = |table: &str, accounts: [&str; 2]| {
        let mut store = store::open(&url).unwrap();
        let mut journal = Journal::claim(&mut *store, table);
        start.wait();
        let mut taken = 0;
        for _ in 0..ROUNDS {
            let purse = format!("{table}/purse");
            let append = journal.next(&[(accounts[0], -100), (accounts[1], -100), (&purse, 200)]);
            match store.commit(std::slice::from_ref(&append)).unwrap()[0] {
                Done => taken += 1,
                Overdrawn => (journal.seq, journal.prev) = (append.seq, append.prev),
                other => panic!("{other:?}"),
            }
        }
        taken
    };
    let taken: [i64; 2] = thread::scope(|scope| {
        let one = scope.spawn(|| node("t1", ["wallet:ann", "wallet:bob"]));
        let two = scope.spawn(|| node("t2", ["wallet:bob", "wallet:ann"]));
        [one.join().unwrap(), two.join().unwrap()]
    });
    assert_eq!(taken[0] + taken[1], ROUNDS, "{taken:?}");
    assert_eq!(store.balances("wallet:").unwrap(), [("wallet:ann".into(), 0), ("wallet:bob".into(), 0)]);
    check_projections(&mut *store);
}

/// The negative control of the test above: reading without a lock lets both spend it.
#[test]
fn without_locks_a_wallet_is_spent_twice() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    let mut bank = Journal::claim(&mut *store, "bank");
    assert_eq!(store.commit(&[bank.next(&[("wallet:ann", 100), ("cage", -100)])]).unwrap(), [Done]);
    let mut nodes = [(); 2].map(|()| server().unwrap().connect(&url));
    for node in &mut nodes {
        node.batch_execute("begin").unwrap();
        let sql = "select cents >= 100 from ch47.balances where account = 'wallet:ann'";
        assert!(node.query_one(sql, &[]).unwrap().get::<_, bool>(0), "both find enough");
    }
    for (node, purse) in nodes.iter_mut().zip(["t1/purse", "t2/purse"]) {
        // Each writes what it worked out from what it saw, and neither the key nor the check of the table minds.
        node.execute("update ch47.balances set cents = 0 where account = 'wallet:ann'", &[]).unwrap();
        node.execute("insert into ch47.balances values ($1, 100)", &[&purse]).unwrap();
        node.batch_execute("commit").unwrap();
    }
    let purses: i64 = ["t1/purse", "t2/purse"].map(|purse| store.balances(purse).unwrap()[0].1).iter().sum();
    assert_eq!(purses, 200, "of the 100 there were");
}

/// A node that was stopped longer than its lease goes on writing, while others take its table over and over.
#[test]
fn a_take_over_is_final() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    let mut journal = Journal::claim(&mut *store, "t1");
    assert_eq!(store.commit(&[journal.wager("first")]).unwrap(), [Done]);
    store.release("t1", "node-1", journal.epoch).unwrap();
    let (done, url) = (AtomicBool::new(false), url.as_str());
    let rival = |name: &'static str, done: &AtomicBool| {
        let mut store = store::open(url).unwrap();
        let (mut granted, mut wrote, mut deposed) = (0, 0, 0);
        while !done.load(Ordering::Relaxed) {
            // A lease of no length: whoever asks next has the table, and this node writes on until it is told.
            let Some(epoch) = store.claim("t1", name, 0).unwrap() else { continue };
            granted += 1;
            let head = store.head("t1").unwrap().unwrap();
            let mut journal = Journal { table: "t1".into(), epoch, seq: head.seq + 1, prev: head.leaf };
            for n in 0..5 {
                match store.commit(&[journal.wager(&format!("{name}-{epoch}-{n}"))]).unwrap()[0] {
                    Done => wrote += 1,
                    Deposed => {
                        deposed += 1;
                        break;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        (granted, wrote, deposed)
    };
    let (granted, wrote, deposed) = thread::scope(|scope| {
        let nodes: Vec<_> =
            ["a", "b", "c"].map(|name| scope.spawn(|| rival(name, &done))).into_iter().collect();
        thread::sleep(Duration::from_secs(2));
        done.store(true, Ordering::Relaxed);
        nodes
            .into_iter()
            .map(|node| node.join().unwrap())
            .fold((0, 0, 0), |sum, node| (sum.0 + node.0, sum.1 + node.1, sum.2 + node.2))
    });
    assert!(granted >= 50 && deposed >= 10, "{granted} take-overs, {deposed} deposed: too few to tell");
    let lines = all_lines(&mut *store);
    assert_eq!(lines.len(), wrote + 1, "what was acknowledged is there, and nothing else");
    assert!(lines.is_sorted_by_key(|(_, epoch)| *epoch), "no line of an older epoch behind one of a newer");
}

fn all_lines(store: &mut dyn Store) -> Vec<(u64, u64)> {
    let mut lines = Vec::new();
    loop {
        let page = store.lines("t1", lines.len() as u64, 1000).unwrap();
        if page.is_empty() {
            return lines;
        }
        lines.extend(page.iter().map(|line| (line.seq, line.epoch)));
    }
}

/// The negative control of the test above: with the primary key alone, a deposed owner writes behind the new one.
#[test]
fn a_primary_key_is_no_fence() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    let mut old = Journal::claim(&mut *store, "t1");
    assert_eq!(store.commit(&[old.wager("k0")]).unwrap(), [Done]);
    let epoch = store.claim("t1", "node-1", 60_000).unwrap().unwrap();
    let mut new = Journal { table: "t1".into(), epoch, seq: old.seq, prev: old.prev };
    assert_eq!(store.commit(&[new.wager("k1")]).unwrap(), [Done]);
    // The deposed owner reads where the journal ends, as it may, and writes there, checking only that the number is new.
    let sql = "insert into ch47.lines (table_id, seq, epoch, at, line, leaf, prev, postings) \
               select table_id, seq + 1, $1, at, line, $2, leaf, postings from ch47.lines \
               where table_id = 't1' order by seq desc limit 1";
    let leaf = Hash::of(&[b"stale"]);
    let mut client = server().unwrap().connect(&url);
    let wrote = client.execute(sql, &[&old.epoch.cast_signed(), &leaf.0.as_slice()]).unwrap();
    assert_eq!(wrote, 1, "nothing stopped it");
    let lines = all_lines(&mut *store);
    assert!(!lines.is_sorted_by_key(|(_, epoch)| *epoch), "the check of the test above sees it: {lines:?}");
}

#[test]
fn many_nodes_begin_one_floor() {
    let Some(server) = server() else { return };
    let url = server.database();
    thread::scope(|scope| {
        let nodes: Vec<_> = (0..4).map(|_| scope.spawn(|| store::open(&url).map(drop))).collect();
        nodes.into_iter().for_each(|node| node.join().unwrap().unwrap());
    });
}

#[test]
fn a_newer_or_missing_floor_is_not_opened() {
    let Some(server) = server() else { return };
    let url = server.database();
    let Err(Broken(why)) = store::open_reader(&url) else { panic!("there is none") };
    assert!(why.contains("no floor"), "{why}");
    drop(store::open(&url).unwrap());
    server.connect(&url).batch_execute("update ch47.meta set version = 5").unwrap();
    for why in [store::open(&url).err(), store::open_reader(&url).err()] {
        assert!(why.unwrap().0.contains("schema 5, this program knows 4"));
    }
}

#[test]
fn history_is_guarded() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    let mut journal = Journal::claim(&mut *store, "t1");
    assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
    let checkpoint =
        store::Checkpoint { table: "t1".into(), size: 1, root: Hash::ZERO, at: 0, signature: vec![] };
    assert!(store.put_checkpoint(&checkpoint).unwrap());
    let mut client = server().unwrap().connect(&url);
    let mut refusal = |statement: &str| {
        let error = client.batch_execute(statement).unwrap_err();
        error.as_db_error().unwrap().message().to_owned()
    };
    for (table, column) in [("lines", "at"), ("lines", "postings"), ("lines", "key"), ("checkpoints", "at")] {
        let (update, delete) =
            (format!("update ch47.{table} set {column} = 1"), format!("delete from ch47.{table}"));
        for statement in [update, delete, format!("truncate ch47.{table}")] {
            let why = refusal(&statement);
            assert!(why.contains(&format!("{table} are never")), "{statement}: {why}");
        }
    }
    assert!(
        refusal("insert into ch47.balances values ('wallet:ann', -1)").contains("check"),
        "and so are wallets"
    );
}

#[test]
fn a_broken_connection_is_told_and_the_key_resolves_it() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    let mut journal = Journal::claim(&mut *store, "t1");
    assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
    let others = "select pg_terminate_backend(pid) from pg_stat_activity \
                  where datname = current_database() and pid <> pg_backend_pid()";
    server().unwrap().connect(&url).execute(others, &[]).unwrap();
    let append = journal.wager("k1");
    let Broken(why) = store.commit(std::slice::from_ref(&append)).unwrap_err();
    assert!(why.contains("outcome unknown"), "{why}");
    let Broken(why) = store.commit(std::slice::from_ref(&append)).unwrap_err();
    assert!(why.contains("outcome unknown"), "it is not opened again in secret: {why}");
    let mut store = store::open(&url).unwrap();
    assert!(store.find_key("t1", "k0").unwrap().is_some());
    assert_eq!(store.find_key("t1", "k1").unwrap(), None);
    assert_eq!(store.commit(&[append]).unwrap(), [Done]);
}

/// A node that hangs in mid-transaction cannot hold a table for ever.
#[test]
fn a_stopped_node_lets_go() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    let mut journal = Journal::claim(&mut *store, "t1");
    assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
    let mut stopped = server().unwrap().connect(&url);
    let hang = "set idle_in_transaction_session_timeout = '1s'; begin; select * from ch47.leases for share";
    stopped.batch_execute(hang).unwrap();
    let begun = Instant::now();
    assert_eq!(store.claim("t1", "node-1", 1000).unwrap(), Some(2));
    assert!(begun.elapsed() >= Duration::from_millis(500), "it had to wait");
}

#[test]
fn a_copy_is_not_ours_to_make() {
    let Some(Floor { store, .. }) = postgres() else { return };
    let mut reader = store.reader().unwrap();
    assert_eq!(reader.room(), None);
    let to = std::env::temp_dir().join("never-made");
    assert!(reader.backup(&to).unwrap_err().0.contains("pg_basebackup"));
    assert!(!to.exists());
}
