//! From one schema to the next: whole or not at all, wherever it fails.

use crate::{
    common::{Floor, Journal, each, picture},
    postgres::server,
};
use server::store::{
    self, Broken, Store,
    Verdict::Done,
    migrations::{self, Migration, SCHEMA},
};
use std::path::PathBuf;

/// The next schema, as it might be one day.
fn next(broken_at: Option<usize>) -> Migration {
    let good = [
        "create table shelves (name text primary key)",
        "alter table nodes add column shelf text",
        "insert into shelves values ('first')",
        "drop table docs",
    ];
    let mut all: Vec<String> = good.map(str::to_owned).to_vec();
    if let Some(at) = broken_at {
        all.insert(at, "insert into no_such_table values (1)".to_owned());
    }
    Migration { from: SCHEMA, sqlite: all.clone(), postgres: all, impossible: None }
}

fn copy_of(url: &str) -> PathBuf {
    let path = url.strip_prefix("sqlite:").unwrap_or("/tmp/never-made");
    format!("{path}.schema-{SCHEMA}").into()
}

fn upgrade(url: &str, step: Migration) -> Result<i64, Broken> {
    migrations::upgrade(url, SCHEMA + 1, &[step], &copy_of(url))
}

/// A floor with a line and a document in it.
fn lived_in(store: &mut dyn Store) {
    let mut journal = Journal::claim(store, "t1");
    assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
    assert_eq!(store.put_doc("table", "t1", "{}", 0).unwrap(), Some(1));
    store.release("t1", "node-1", journal.epoch).unwrap();
}

#[test]
fn a_floor_goes_to_the_next_schema() {
    each(|Floor { mut store, url, _folder }| {
        lived_in(&mut *store);
        drop(store);
        assert_eq!(upgrade(&url, next(None)).unwrap(), SCHEMA);
        assert_eq!(migrations::found(&url).unwrap(), Some(SCHEMA + 1));
        let Err(Broken(why)) = store::open(&url) else { panic!("an older program opens it") };
        assert!(why.contains("newer program"), "{why}");
        if let Some(path) = url.strip_prefix("sqlite:") {
            let link = rusqlite::Connection::open(path).unwrap();
            let shelf: String = link.query_row("select name from shelves", [], |row| row.get(0)).unwrap();
            assert_eq!(shelf, "first");
            // The floor as it was is beside it.
            let mut copy = store::open_reader(&copy_of(&url).to_string_lossy()).unwrap();
            assert_eq!(copy.head("t1").unwrap().map(|head| head.seq), Some(0));
            assert_eq!(copy.docs("table").unwrap().len(), 1);
        }
    });
}

/// It fails at each statement in turn, and each time the program before finds its floor as it was.
#[test]
fn a_step_that_fails_halfway_is_undone() {
    each(|Floor { mut store, url, _folder }| {
        lived_in(&mut *store);
        let before = picture(&mut *store);
        drop(store);
        for at in 0..=4 {
            let Err(Broken(why)) = upgrade(&url, next(Some(at))) else { panic!("statement {at} is broken") };
            assert!(why.contains("failed and was undone") && why.contains("no_such_table"), "{why}");
            let mut store = store::open(&url).expect("the old program runs on");
            assert_eq!(store.schema().unwrap(), SCHEMA);
            assert_eq!(picture(&mut *store), before, "statement {at}");
            assert_eq!(store.docs("table").unwrap().len(), 1, "statement {at}");
            drop(store);
            let _ = std::fs::remove_file(copy_of(&url));
        }
        assert_eq!(upgrade(&url, next(None)).unwrap(), SCHEMA, "and nothing is left in its way");
    });
}

#[test]
fn without_a_copy_nothing_is_changed() {
    let Floor { mut store, url, _folder } = crate::common::sqlite();
    lived_in(&mut *store);
    let Err(Broken(why)) = upgrade(&url, next(None)) else { panic!("it is in use") };
    assert!(why.contains("another process writes"), "{why}");
    drop(store);
    std::fs::write(copy_of(&url), "something else").unwrap();
    let Err(Broken(why)) = upgrade(&url, next(None)) else { panic!("the copy would overwrite something") };
    assert!(why.contains("nothing was changed"), "{why}");
    assert_eq!(std::fs::read_to_string(copy_of(&url)).unwrap(), "something else");
    store::open(&url).expect("the floor is as it was");
}

#[test]
fn nodes_are_stopped_before_an_upgrade() {
    let Some(server) = server() else { return };
    let url = server.database();
    let mut store = store::open(&url).unwrap();
    store.claim("t1", "node-7", 60_000).unwrap();
    let Err(Broken(why)) = upgrade(&url, next(None)) else { panic!("a node runs") };
    assert!(why.contains("node-7") && why.contains("stop them first"), "{why}");
}

#[test]
fn an_older_floor_is_named_and_not_touched() {
    each(|Floor { store, url, _folder }| {
        drop(store);
        match url.strip_prefix("sqlite:") {
            Some(path) => {
                rusqlite::Connection::open(path).unwrap().execute_batch("pragma user_version = 1").unwrap();
            }
            None => {
                let older = "update ch47.meta set version = 1";
                server().unwrap().connect(&url).batch_execute(older).unwrap();
            }
        }
        let Err(Broken(why)) = store::open(&url) else { panic!("it is served as it is") };
        assert!(why.contains("schema 1, this program needs 4: run `ch47 floor upgrade`"), "{why}");
        let steps = migrations::migrations();
        let Err(Broken(why)) = migrations::upgrade(&url, SCHEMA, &steps, &copy_of(&url)) else {
            panic!("there is no way from there")
        };
        assert!(why.contains("before 0.2") && why.contains("start a new floor"), "{why}");
        assert_eq!(migrations::found(&url).unwrap(), Some(1));
    });
}
