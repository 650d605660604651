//! What holds on the whole floor: keys of cages, slips, and what a clerk does alone.

use crate::{
    common::{Floor, Journal, each, picture, postgres},
    journal::check_projections,
};
use books::Hash;
use server::store::{self, Append, Guard, Issue, Spot, Store, Verdict::*};
use std::{sync::Barrier, thread};

/// Cash for ann, under a key.
fn cash(cage: &mut Journal, key: &str, cents: i64) -> Append {
    let mut append = cage.next(&[("wallet:ann", cents), (&format!("{}/cage", cage.table), -cents)]);
    append.key = Some((key.into(), Hash::of(&[key.as_bytes()])));
    append
}

/// A line that was refused leaves its place free.
fn back(journal: &mut Journal, refused: &Append) {
    (journal.seq, journal.prev) = (refused.seq, refused.prev);
}

fn spot(table: &str, seq: u64) -> Spot {
    Spot { table: table.into(), seq }
}

#[test]
fn a_key_stands_in_one_cage_of_the_floor() {
    each(|Floor { mut store, .. }| {
        let [mut one, mut two] = ["cage-1", "cage-2"].map(|cage| Journal::claim(&mut *store, cage));
        assert_eq!(store.commit(&[cash(&mut one, "cleo:k1", 1000)]).unwrap(), [Done]);
        let before = picture(&mut *store);
        for cage in [&mut one, &mut two] {
            let again = cash(cage, "cleo:k1", 1000);
            back(cage, &again);
            assert_eq!(store.commit(&[again]).unwrap(), [Repeated]);
        }
        assert_eq!(picture(&mut *store), before, "nothing was written");
        let found = store.cage_key("cleo:k1").unwrap().unwrap();
        assert_eq!((found.at, found.body), (spot("cage-1", 0), Hash::of(&[b"cleo:k1"])));
        assert_eq!(store.cage_key("cleo:k2").unwrap(), None);
        // In one batch, too; and the others of the batch stand.
        let mut table = Journal::claim(&mut *store, "t1");
        let batch = [cash(&mut one, "cleo:k2", 5), cash(&mut two, "cleo:k2", 5), table.wager("cleo:k2")];
        assert_eq!(store.commit(&batch).unwrap(), [Done, Repeated, Done], "a table has keys of its own");
        back(&mut two, &batch[1]);
        // A key that is repeated is that, and not a wallet that is empty.
        let out = cash(&mut two, "cleo:k1", -1_000_000);
        back(&mut two, &out);
        assert_eq!(store.commit(&[out]).unwrap(), [Repeated]);
        assert_eq!(store.commit(&[cash(&mut two, "cleo:k3", 5)]).unwrap(), [Done]);
        assert_eq!(store.cage_keys().unwrap().len(), 3);
        check_projections(&mut *store);
    });
}

#[test]
fn a_slip_stands_in_one_line_of_the_floor() {
    each(|Floor { mut store, .. }| {
        let [mut one, mut two] = ["t1", "t2"].map(|table| Journal::claim(&mut *store, table));
        let slip = |journal: &mut Journal, slip: &str| {
            let mut append = journal.next(&[]);
            append.guard.slip = Some(slip.into());
            append
        };
        assert_eq!(store.commit(&[slip(&mut one, "F-1")]).unwrap(), [Done]);
        for table in [&mut one, &mut two] {
            let again = slip(table, "F-1");
            back(table, &again);
            assert_eq!(store.commit(&[again]).unwrap(), [Repeated]);
        }
        assert_eq!(store.slip("F-1").unwrap(), Some(spot("t1", 0)));
        let batch = [slip(&mut one, "F-2"), slip(&mut two, "F-2"), slip(&mut two, "F-3")];
        assert_eq!(store.commit(&batch).unwrap(), [Done, Repeated, Deposed]);
        assert_eq!(store.slips().unwrap(), [("F-1".into(), spot("t1", 0)), ("F-2".into(), spot("t1", 1))]);
    });
}

#[test]
fn a_clerk_has_a_limit_on_the_whole_floor() {
    each(|Floor { mut store, .. }| {
        let [mut one, mut two] = ["cage-1", "cage-2"].map(|cage| Journal::claim(&mut *store, cage));
        let mut count = 0;
        let mut issue = |cage: &mut Journal, by: &str, day: i64, cents: i64| {
            count += 1;
            let mut append = cash(cage, &format!("{by}:{count}"), cents);
            append.guard.issue = Some(Issue { by: by.into(), day, cents, limit: 1000 });
            append
        };
        let over = issue(&mut one, "cleo", 1, 1001);
        back(&mut one, &over);
        assert_eq!(store.commit(&[over]).unwrap(), [OverLimit]);
        assert_eq!(store.commit(&[issue(&mut one, "cleo", 1, 600)]).unwrap(), [Done]);
        let over = issue(&mut two, "cleo", 1, 401);
        back(&mut two, &over);
        assert_eq!(store.commit(&[over]).unwrap(), [OverLimit], "at another cage, too");
        assert_eq!(store.issued("cleo", 1).unwrap(), 600, "what was refused does not count");
        let batch = [issue(&mut one, "cleo", 1, 400), issue(&mut two, "cleo", 1, 1)];
        assert_eq!(store.commit(&batch).unwrap(), [Done, OverLimit], "within a batch, too");
        back(&mut two, &batch[1]);
        let batch = [issue(&mut one, "cleo", 2, 1000), issue(&mut two, "carl", 1, 1000)];
        assert_eq!(store.commit(&batch).unwrap(), [Done, Done], "another day, and another clerk");
        let all = [("carl".to_owned(), 1, 1000), ("cleo".to_owned(), 1, 1000), ("cleo".to_owned(), 2, 1000)];
        assert_eq!(store.all_issued().unwrap(), all);
        check_projections(&mut *store);
    });
}

#[test]
fn a_request_waits_until_it_is_decided() {
    each(|Floor { mut store, .. }| {
        let mut cage = Journal::claim(&mut *store, "cage-1");
        let mut line = |key: &str, guard: Guard| {
            let mut append = cage.next(&[]);
            append.key = Some((key.into(), Hash::ZERO));
            append.guard = guard;
            append
        };
        let asks = || Guard { asks: true, ..Guard::default() };
        let decides = |seq| Guard { decides: Some(seq), ..Guard::default() };
        let batch = [line("a", asks()), line("b", asks()), line("c", decides(0))];
        assert_eq!(store.commit(&batch).unwrap(), [Done, Done, Done]);
        let waiting = |store: &mut dyn Store| -> Vec<u64> {
            store.undecided().unwrap().iter().map(|(_, line)| line.seq).collect()
        };
        assert_eq!(waiting(&mut *store), [1]);
        assert_eq!(store.commit(&[line("d", decides(1))]).unwrap(), [Done]);
        assert_eq!(waiting(&mut *store), [0_u64; 0]);
    });
}

/// The same requests at two nodes at once, each with a connection of its own: each is done once.
#[test]
fn two_nodes_take_one_key_once() {
    let Some(Floor { mut store, url, .. }) = postgres() else { return };
    const KEYS: i64 = 100;
    let start = Barrier::new(2);
    let node = |cage: &str| {
        let mut store = store::open(&url).unwrap();
        let mut journal = Journal::claim(&mut *store, cage);
        let mut done = 0;
        for n in 0..KEYS {
            start.wait();
            let append = cash(&mut journal, &format!("cleo:{n}"), 10);
            match store.commit(std::slice::from_ref(&append)).unwrap()[0] {
                Done => done += 1,
                Repeated => back(&mut journal, &append),
                other => panic!("{other:?}"),
            }
        }
        done
    };
    let done: [i64; 2] = thread::scope(|scope| {
        let node = &node;
        let nodes = ["cage-1", "cage-2"].map(|cage| scope.spawn(move || node(cage)));
        nodes.map(|node| node.join().unwrap())
    });
    assert_eq!(done[0] + done[1], KEYS, "{done:?}");
    assert_eq!(store.balances("wallet:").unwrap(), [("wallet:ann".into(), 10 * KEYS)]);
    check_projections(&mut *store);
}

/// The negative control of the tests above: with one index for each table, as journals have it, the same key is taken at
/// each cage.
#[test]
fn keys_of_a_table_do_not_guard_the_floor() {
    each(|Floor { mut store, .. }| {
        let [mut one, mut two] = ["t1", "t2"].map(|table| Journal::claim(&mut *store, table));
        for table in [&mut one, &mut two] {
            assert_eq!(store.commit(&[cash(table, "cleo:k1", 1000)]).unwrap(), [Done]);
        }
        assert_eq!(store.balances("wallet:").unwrap(), [("wallet:ann".into(), 2000)], "twice");
    });
}
