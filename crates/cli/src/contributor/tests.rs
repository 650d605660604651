//! A contributor with an honest floor, and with dishonest ones.

use super::*;
use books::SigningKey;
use protocol::{ChainView, HeardView};
use std::os::unix::fs::PermissionsExt;

const TABLE: &str = "roulette-1";
const PATRON: u16 = 3;

fn secret() -> Secret {
    Secret::from_bytes([7; 32])
}

fn committed(window: u64) -> Hash {
    secret().commitment(TABLE, window)
}

fn leaf(window: u64) -> Hash {
    Hash::leaf(&window.to_be_bytes())
}

fn head_of(table: &str, size: u64, root: Hash, key: u8) -> CheckpointView {
    let key = SigningKey::from_bytes(&[key; 32]);
    let signed = Checkpoint::sign(&key, table, size, root, 0).expect("a head");
    CheckpointView {
        text: signed.body(),
        size,
        root,
        signature: signed.signature,
        key: key.verifying_key().to_string(),
    }
}

fn head(size: u64) -> CheckpointView {
    head_of(TABLE, size, leaf(size), 1)
}

fn view(chain: Option<ChainView>) -> TableView {
    let view = serde_json::json!({
        "summary": { "table": TABLE, "pit": "1", "game": "roulette", "title": "Roulette", "options": {}, "chance": "digital",
            "open": true, "people": 1, "round": 0, "signs": [], "limits": { "least": 500, "most": null }, "needs_two": false },
        "next": 4, "awaits": { "for": "wagers" }, "patience": null, "bets": [], "people": [], "you": "p3", "facts": [], "picture": {},
        "commitment": { "window": 5, "hash": committed(5) }, "chain": chain,
    });
    serde_json::from_value(view).expect("a table")
}

fn step(chance: ChanceView, leaf: Hash) -> FromServer {
    let step = serde_json::json!({
        "type": "step", "table": TABLE, "seq": 1, "at": 0, "epoch": 1, "round": 0, "by": "house", "entry": "locked", "line": null,
        "refused": null, "chance": chance, "leaf": leaf, "facts": [], "awaits": { "for": "equipment" }, "patience": null,
    });
    serde_json::from_value(step).expect("a line")
}

fn locked(window: u64, panel: &[u16]) -> FromServer {
    let next = committed(window + 1);
    step(ChanceView::Locked { window, panel: panel.to_vec(), next }, leaf(window))
}

fn lock(window: u64) -> LockView {
    LockView {
        table: TABLE.to_owned(),
        window,
        seq: window * 10,
        leaf: leaf(window),
        commitment: committed(window),
        panel: vec![PATRON],
        depth: window - 4,
        until: 800,
        head: head(window * 10 + 1),
    }
}

fn heard(window: u64, value: Hash) -> FromServer {
    let (table, lock) = (TABLE.to_owned(), leaf(window));
    FromServer::Heard(HeardView { table, window, lock, patron: PATRON, value, signature: String::new() })
}

/// A contributor whose chain serves from window 5 on.
fn contributor(keep: Keep) -> Contributor {
    let mut one = Contributor::new(TABLE, keep, || "a-key-of-mine-1".to_owned());
    let said = one.see(&view(None));
    let [FromClient::Anchor(offer)] = &said.send[..] else { panic!("no chain was offered: {:?}", said.send) };
    let anchored =
        ChanceView::Anchored { patron: PATRON, anchor: offer.anchor, length: offer.length, since: 5 };
    one.hear(&step(anchored, leaf(0)));
    one
}

fn value(said: &Said) -> Hash {
    match &said.send[..] {
        [FromClient::Open(part)] => part.value,
        other => panic!("no part was opened: {other:?} {:?}", said.notes),
    }
}

fn alarm(said: &Said) -> &str {
    match (&said.send[..], &said.notes[..]) {
        ([] | [FromClient::Anchor(_)], [Note::Alarm(why)]) => why,
        other => panic!("no alarm: {other:?}"),
    }
}

#[test]
fn a_part_is_opened_window_after_window_and_leads_to_the_anchor() {
    let mut one = contributor(Keep::memory());
    let anchor = one.keep.kept().chains[0].anchor;
    for window in 5..8 {
        assert!(one.hear(&locked(window, &[PATRON])).notes.is_empty());
        let part = value(&one.hear(&FromServer::Lock(lock(window))));
        assert_eq!(books::link_times(part, window - 4), anchor);
        one.hear(&heard(window, part));
        let mixed = ChanceView::Mixed { window, parts: vec![(PATRON, part)], steps: None };
        assert_eq!(one.hear(&step(mixed, leaf(0))).notes, [Note::In(window)]);
        let turned = ChanceView::Turned { window, secret: Hash(*secret().bytes()) };
        assert!(one.hear(&step(turned, leaf(0))).notes.is_empty());
    }
}

#[test]
fn a_lock_that_overtakes_its_lines_waits_for_them() {
    let mut one = contributor(Keep::memory());
    let early = one.hear(&FromServer::Lock(lock(6)));
    assert!(early.send.is_empty() && early.notes.is_empty());
    value(&one.hear(&locked(5, &[1, PATRON])));
}

#[test]
fn nothing_is_opened_for_a_floor_that_cheats() {
    type Change = fn(&mut LockView);
    let cases: [(Change, &str); 8] = [
        (|lock| lock.commitment = committed(9), "changed its commitment"),
        (|lock| lock.panel = vec![1, PATRON], "another list"),
        (|lock| lock.leaf = leaf(9), "another list"),
        (|lock| lock.depth = 2, "wrong value"),
        (|lock| lock.head = head(50), "does not cover"),
        (|lock| lock.head = head_of("craps-1", 51, leaf(51), 1), "has not signed"),
        (|lock| lock.head.signature = "00".repeat(64), "has not signed"),
        (|lock| lock.head.size = 52, "has not signed"),
    ];
    for (change, why) in cases {
        let mut one = contributor(Keep::memory());
        one.hear(&locked(5, &[PATRON]));
        let mut lock = lock(5);
        change(&mut lock);
        let said = one.hear(&FromServer::Lock(lock));
        assert!(alarm(&said).contains(why), "{} for {why}", alarm(&said));
    }
}

#[test]
fn a_floor_that_goes_back_gets_no_value_twice_and_a_new_chain() {
    let mut one = contributor(Keep::memory());
    let before = one.keep.kept().chains[0].anchor;
    for window in [5, 6] {
        one.hear(&locked(window, &[PATRON]));
        value(&one.hear(&FromServer::Lock(lock(window))));
    }
    let again = LockView { leaf: leaf(99), head: head(70), ..lock(6) };
    one.locks.clear();
    let said = one.hear(&FromServer::Lock(again));
    assert!(alarm(&said).contains("second time"));
    assert!(matches!(&said.send[..], [FromClient::Anchor(offer)] if offer.anchor != before));
}

#[test]
fn heads_only_grow_and_are_signed_by_one_key() {
    let mut one = contributor(Keep::memory());
    one.hear(&locked(5, &[PATRON]));
    value(&one.hear(&FromServer::Lock(LockView { head: head(90), ..lock(5) })));
    one.hear(&locked(6, &[PATRON]));
    for (head, why) in [
        (head(80), "shorter"),
        (head_of(TABLE, 90, leaf(1), 1), "differs"),
        (head_of(TABLE, 99, leaf(99), 2), "another key"),
    ] {
        let said = one.hear(&FromServer::Lock(LockView { head, ..lock(6) }));
        assert!(alarm(&said).contains(why), "{}", alarm(&said));
    }
    value(&one.hear(&FromServer::Lock(LockView { head: head(99), ..lock(6) })));
}

#[test]
fn what_should_not_happen_is_marked() {
    let mut one = contributor(Keep::memory());
    assert_eq!(one.hear(&locked(5, &[1])).notes, [Note::Marked(Mark::NotAsked, 5)]);
    one.hear(&locked(6, &[PATRON]));
    let part = value(&one.hear(&FromServer::Lock(lock(6))));
    let failed = |window| {
        step(ChanceView::Failed { window, withheld: vec![PATRON], secret: Hash(*secret().bytes()) }, leaf(0))
    };
    assert_eq!(one.hear(&failed(6)).notes, [Note::Marked(Mark::Unheard, 6)]);
    one.hear(&heard(6, part));
    assert_eq!(one.hear(&failed(6)).notes, [Note::Marked(Mark::LeftOut, 6)]);
    let given_up =
        ChanceView::Abandoned { first: 6, last: 7, after: "locked".to_owned(), why: "restart".to_owned() };
    assert_eq!(one.hear(&step(given_up, leaf(0))).notes, [Note::Marked(Mark::GivenUp, 6)]);
    let wrong = ChanceView::Turned { window: 6, secret: leaf(0) };
    assert!(matches!(&one.hear(&step(wrong, leaf(0))).notes[..], [Note::Alarm(_)]));
    assert_eq!(one.keep.kept().marks.len(), 4);
}

#[test]
fn the_chain_is_kept_in_a_private_file_and_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Keep::open(folder.path(), "127.0.0.1:4700", "ann/../x", TABLE).expect("a file");
    let mut one = contributor(open());
    one.hear(&locked(5, &[PATRON]));
    let first = value(&one.hear(&FromServer::Lock(lock(5))));
    let chain = one.keep.kept().chains[0].clone();
    let mut again = Contributor::new(TABLE, open(), || "a-key-of-mine-2".to_owned());
    let known = ChainView { anchor: chain.anchor, length: chain.length, since: 5 };
    assert!(again.see(&view(Some(known))).send.is_empty(), "the table has this chain already");
    assert_eq!(value(&again.hear(&FromServer::Lock(lock(5)))), first, "the same lock gets the same answer");
    let file = folder.path().join("127.0.0.1_4700/ann_.._x@roulette-1.json");
    let mode = std::fs::metadata(&file).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}
