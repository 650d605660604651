//! Lines, postings, keys and leases.

use crate::common::{Floor, Journal, each, picture};
use books::Hash;
use server::store::{self, Append, Verdict::*};
use std::{collections::BTreeMap, thread, time::Duration};

#[test]
fn what_is_written_is_read() {
    each(|Floor { mut store, .. }| {
        let mut journal = Journal::claim(&mut *store, "pit-1/t1");
        let first = journal.wager("k1");
        let second = journal.wager("k2");
        let third = journal.next(&[]);
        let batch = [first.clone(), second.clone(), third.clone()];
        assert_eq!(store.commit(&batch).unwrap(), [Done; 3]);
        assert_eq!(store.commit(&[]).unwrap(), []);

        let mut reader = store.reader().unwrap();
        assert_eq!(reader.tables().unwrap(), ["pit-1/t1"]);
        let lines = reader.lines("pit-1/t1", 1, 1).unwrap();
        assert_eq!(lines.len(), 1);
        assert_eq!((lines[0].seq, lines[0].epoch, lines[0].at), (1, second.epoch, second.at));
        assert_eq!((&lines[0].line, lines[0].leaf, lines[0].prev), (&second.line, second.leaf, first.leaf));
        let head = reader.head("pit-1/t1").unwrap().unwrap();
        assert_eq!((head.seq, head.epoch, head.leaf), (2, third.epoch, third.leaf));
        assert_eq!(reader.head("pit-1/t2").unwrap(), None);

        let key = reader.find_key("pit-1/t1", "k2").unwrap().unwrap();
        assert_eq!((key.seq, key.body), (1, Hash::of(&[b"k2"])));
        assert_eq!(reader.find_key("pit-1/t2", "k2").unwrap(), None, "keys belong to a table");
        let names = |keys: Vec<store::Key>| keys.into_iter().map(|key| key.key).collect::<Vec<_>>();
        assert_eq!(names(reader.keys("pit-1/t1", 0, 10).unwrap()), ["k1", "k2"]);
        assert_eq!(names(reader.keys("pit-1/t1", 1, 10).unwrap()), ["k2"]);

        let postings = reader.postings("pit-1/t1", 1, 1).unwrap();
        let told: Vec<_> = postings.iter().map(|p| (p.seq, p.n, p.account.as_str(), p.cents)).collect();
        assert_eq!(told, [(1, 0, "pit-1/t1/purse:p1", -500), (1, 1, "pit-1/t1/layout:p1", 500)]);
        assert_eq!(reader.balances("pit-1/t1/p").unwrap(), [("pit-1/t1/purse:p1".into(), -1000)]);
        assert_eq!(reader.balances("pit-1/t1/").unwrap().len(), 2);
        assert_eq!(reader.balances("pit-2").unwrap(), []);
    });
}

/// A change that makes an append wrong in one way, and what the store says to it.
type Fault = (&'static str, fn(&mut Append), store::Verdict);

const FAULTS: [Fault; 9] = [
    ("a gap", |append| append.seq += 1, Deposed),
    ("a number twice", |append| append.seq -= 1, Deposed),
    ("the first again", |append| (append.seq, append.prev) = (0, Hash::ZERO), Deposed),
    ("another line before", |append| append.prev = Hash::of(&[b"other"]), Deposed),
    ("an older epoch", |append| append.epoch -= 1, Deposed),
    ("an epoch to come", |append| append.epoch += 1, Deposed),
    ("a table nobody owns", |append| append.table = "t9".into(), Deposed),
    ("a leaf that is not the line's", |append| append.leaf = Hash::of(&[b"other"]), Unsound),
    ("postings that do not sum to zero", |append| append.postings[0].1 += 1, Unsound),
];

#[test]
fn a_line_that_does_not_follow_leaves_nothing() {
    each(|Floor { mut store, .. }| {
        let mut journal = Journal::claim(&mut *store, "t1");
        assert_eq!(store.commit(&[journal.wager("k0"), journal.wager("k1")]).unwrap(), [Done, Done]);
        let before = picture(&mut *store);
        let good = journal.wager("k2");
        for (name, spoil, verdict) in FAULTS {
            let mut append = good.clone();
            spoil(&mut append);
            assert_eq!(store.commit(&[append]).unwrap(), [verdict], "{name}");
            assert_eq!(picture(&mut *store), before, "{name}");
        }
        assert_eq!(store.commit(&[good]).unwrap(), [Done]);
    });
}

#[test]
fn the_others_of_a_batch_stand() {
    each(|Floor { mut store, .. }| {
        for (at, (name, spoil, verdict)) in FAULTS.into_iter().enumerate() {
            let mut left = Journal::claim(&mut *store, &format!("left-{at}"));
            let mut right = Journal::claim(&mut *store, &format!("right-{at}"));
            let mut batch: Vec<Append> = (0..6)
                .map(
                    |n| if n % 2 == 0 { left.wager(&format!("k{n}")) } else { right.wager(&format!("k{n}")) },
                )
                .collect();
            let (first, second) = (batch[0].clone(), batch[2].clone());
            spoil(&mut batch[2]);
            let expected = [Done, Done, verdict, Done, Deposed, Done];
            assert_eq!(store.commit(&batch).unwrap(), expected, "{name}");
            assert_eq!(store.head(&left.table).unwrap().unwrap().leaf, first.leaf, "{name}");
            assert_eq!(store.head(&right.table).unwrap().unwrap().seq, 2, "{name}");
            assert_eq!(store.commit(&[second]).unwrap(), [Done], "{name}: its place is still free");
        }
        check_projections(&mut *store);
    });
}

#[test]
fn a_key_comes_once() {
    each(|Floor { mut store, .. }| {
        let mut journal = Journal::claim(&mut *store, "t1");
        let first = journal.wager("k1");
        assert_eq!(store.commit(&[first]).unwrap(), [Done]);
        let before = picture(&mut *store);
        let good = journal.wager("k2");
        let mut again = good.clone();
        again.key = Some(("k1".into(), Hash::ZERO));
        assert_eq!(store.commit(&[again]).unwrap(), [Repeated]);
        assert_eq!(picture(&mut *store), before);

        let mut twice = journal.wager("k3");
        twice.key = good.key.clone();
        assert_eq!(store.commit(&[good, twice]).unwrap(), [Done, Repeated], "also within a batch");
        let mut other = Journal::claim(&mut *store, "t2");
        assert_eq!(store.commit(&[other.wager("k1")]).unwrap(), [Done], "keys belong to a table");
    });
}

#[test]
fn a_wallet_never_falls_below_zero() {
    each(|Floor { mut store, .. }| {
        let mut journal = Journal::claim(&mut *store, "t1");
        let paid_in = journal.next(&[("wallet:ann", 1000), ("cage", -1000)]);
        assert_eq!(store.commit(&[paid_in]).unwrap(), [Done], "other accounts may");
        let mut much = journal.next(&[("t1/purse:p1", 1001), ("wallet:ann", -1001)]);
        assert_eq!(store.commit(&[much.clone()]).unwrap(), [Overdrawn]);
        much.postings = vec![("wallet:bob".into(), -1), ("t1/purse:p1".into(), 1)];
        assert_eq!(store.commit(&[much.clone()]).unwrap(), [Overdrawn], "who never paid in has nothing");
        much.postings =
            vec![("wallet:ann".into(), -1500), ("wallet:ann".into(), 500), ("t1/purse:p1".into(), 1000)];
        assert_eq!(store.commit(&[much]).unwrap(), [Done], "the sum of a line counts");
        assert_eq!(store.balances("wallet:").unwrap(), [("wallet:ann".into(), 0)]);
    });
}

/// In a batch, too, each is judged by what was there before it, not by what comes after.
#[test]
fn a_wallet_is_judged_in_the_order_of_the_batch() {
    each(|Floor { mut store, .. }| {
        let [mut one, mut two, mut three] =
            ["t1", "t2", "t3"].map(|table| Journal::claim(&mut *store, table));
        let takes = [("wallet:ann", -100), ("t1/purse:p1", 100)];
        let gives = [("wallet:ann", 100), ("cage", -100)];
        let batch = [one.next(&takes), two.next(&gives), three.next(&takes), three.next(&takes)];
        assert_eq!(store.commit(&batch).unwrap(), [Overdrawn, Done, Done, Overdrawn]);
        assert_eq!(store.balances("wallet:").unwrap(), [("wallet:ann".into(), 0)]);
        check_projections(&mut *store);
    });
}

#[test]
fn a_lease_is_one_nodes_until_it_runs_out() {
    each(|Floor { mut store, .. }| {
        store.register("a", "127.0.0.1:4701").unwrap();
        store.register("b", "127.0.0.1:4702").unwrap();
        assert_eq!(store.claim("t1", "a", 60_000).unwrap(), Some(1));
        assert_eq!(store.claim("t1", "b", 60_000).unwrap(), None);
        assert_eq!(store.claim("t1", "a", 300).unwrap(), Some(2), "its own, under a new epoch");
        let owner = store.owner("t1").unwrap().unwrap();
        assert_eq!((owner.node.as_str(), owner.address.as_str(), owner.epoch), ("a", "127.0.0.1:4701", 2));
        assert!((1..=300).contains(&owner.left_ms), "{}", owner.left_ms);
        assert_eq!(store.renew("a", &[("t1".into(), 2)], 300).unwrap(), [true]);
        assert_eq!(store.claim("t1", "b", 60_000).unwrap(), None);

        thread::sleep(Duration::from_millis(320));
        assert!(store.owner("t1").unwrap().unwrap().left_ms <= 0);
        assert_eq!(store.renew("a", &[("t1".into(), 2)], 50).unwrap(), [true], "nobody has taken it");
        thread::sleep(Duration::from_millis(70));
        assert_eq!(store.claim("t1", "b", 60_000).unwrap(), Some(3));
        assert_eq!(store.renew("a", &[("t1".into(), 2)], 300).unwrap(), [false]);
        store.release("t1", "a", 2).unwrap();
        assert_eq!(store.claim("t1", "a", 60_000).unwrap(), None, "the deposed node released nothing");
        store.release("t1", "b", 3).unwrap();
        assert_eq!(
            store.renew("b", &[("t1".into(), 3)], 60_000).unwrap(),
            [false],
            "given back is given back"
        );
        assert_eq!(store.claim("t1", "a", 60_000).unwrap(), Some(4));
        assert_eq!(store.owners().unwrap().len(), 1);
        assert_eq!(store.owner("t2").unwrap(), None);
    });
}

#[test]
fn a_deposed_owner_writes_nothing() {
    each(|Floor { mut store, .. }| {
        let mut old = Journal::claim(&mut *store, "t1");
        assert_eq!(store.commit(&[old.wager("k0")]).unwrap(), [Done]);
        let epoch = store.claim("t1", "node-1", 60_000).unwrap().unwrap();
        let mut new = Journal { table: "t1".into(), epoch, seq: old.seq, prev: old.prev };
        // It would fit the chain in every way but the epoch.
        assert_eq!(store.commit(&[old.wager("k1")]).unwrap(), [Deposed]);
        assert_eq!(store.commit(&[new.wager("k1")]).unwrap(), [Done]);
        let epochs: Vec<u64> = store.lines("t1", 0, 9).unwrap().iter().map(|line| line.epoch).collect();
        assert_eq!(epochs, [1, 2]);
    });
}

/// The balances are the sums of the postings, and every line's sum to zero.
pub fn check_projections(store: &mut dyn store::Store) {
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for table in store.tables().unwrap() {
        let lines = store.lines(&table, 0, 10_000).unwrap();
        let postings = store.postings(&table, 0, 10_000).unwrap();
        let mut prev = Hash::ZERO;
        for (seq, line) in (0..).zip(&lines) {
            assert_eq!((line.seq, line.prev, line.leaf), (seq, prev, Hash::leaf(line.line.as_bytes())));
            prev = line.leaf;
            let of_line = postings.iter().filter(|posting| posting.seq == seq);
            assert_eq!(of_line.map(|posting| posting.cents).sum::<i64>(), 0);
        }
        postings.into_iter().for_each(|posting| *sums.entry(posting.account).or_default() += posting.cents);
    }
    assert_eq!(store.balances("").unwrap(), sums.into_iter().collect::<Vec<_>>());
}
