//! What is particular to a floor in a file.

use crate::common::{Floor, Journal, each, picture, sqlite};
use server::store::{self, Broken, Verdict::*};
use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

fn path(url: &str) -> PathBuf {
    url.strip_prefix("sqlite:").unwrap().into()
}

fn refusal(url: &str) -> String {
    let Err(Broken(why)) = store::open(url) else { panic!("{url} was opened") };
    why
}

fn sql(url: &str, statement: &str) -> rusqlite::Result<()> {
    rusqlite::Connection::open(path(url)).unwrap().execute_batch(statement)
}

#[test]
fn it_is_opened_again_as_it_was() {
    each(|Floor { mut store, url, _folder }| {
        let mut journal = Journal::claim(&mut *store, "t1");
        assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
        let before = picture(&mut *store);
        drop(store);
        let mut store = store::open(&url).unwrap();
        assert_eq!(picture(&mut *store), before);
        assert_eq!(store.commit(&[journal.wager("k1")]).unwrap(), [Done], "the lease is the same");
        assert_eq!(store::open_reader(&url).unwrap().head("t1").unwrap().unwrap().seq, 1);
    });
}

#[test]
fn after_a_restart_a_table_is_free_at_once() {
    let Floor { mut store, url, _folder } = sqlite();
    assert_eq!(store.claim("t1", "a", 3_600_000).unwrap(), Some(1));
    drop(store);
    assert_eq!(store::open(&url).unwrap().claim("t1", "b", 1000).unwrap(), Some(2));
}

#[test]
fn one_process_writes() {
    let Floor { url, store, _folder } = sqlite();
    assert!(refusal(&url).contains("another process writes"));
    drop(store);
    store::open(&url).unwrap();
}

#[test]
fn nobody_else_reads_it() {
    let Floor { url, .. } = &sqlite();
    for suffix in ["", "-wal", "-shm", ".mark"] {
        let file = format!("{}{suffix}", path(url).display());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
}

#[test]
fn only_a_floor_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let url = folder.path().join("other.db").display().to_string();
    sql(&url.replacen("", "sqlite:", 1), "create table cats (name text)").unwrap();
    assert!(refusal(&url).contains("not a floor's"));
    assert!(store::open_reader(&url).is_err());
    fs::write(&url, "dear diary, ".repeat(1000)).unwrap();
    assert!(refusal(&url).contains("not a database"));
    assert_eq!(fs::read_to_string(&url).unwrap(), "dear diary, ".repeat(1000), "and nothing else is harmed");
    assert!(store::open_reader(&folder.path().join("none.db").display().to_string()).is_err());
}

#[test]
fn a_newer_floor_is_not_opened() {
    let Floor { url, store, _folder } = sqlite();
    drop(store);
    sql(&url, "pragma user_version = 5").unwrap();
    assert!(refusal(&url).contains("schema 5, this program knows 4"));
    assert!(store::open_reader(&url).is_err());
}

#[test]
fn no_empty_floor_takes_the_place_of_one_that_is_missing() {
    let Floor { url, store, _folder } = sqlite();
    drop(store);
    let kept = fs::read(path(&url)).unwrap();
    fs::remove_file(path(&url)).unwrap();
    assert!(refusal(&url).contains("there was a floor"));
    assert!(!path(&url).exists());
    fs::write(path(&url), "").unwrap();
    assert!(refusal(&url).contains("there was a floor"));
    fs::write(path(&url), kept).unwrap();
    store::open(&url).unwrap();

    let other = sqlite();
    drop(other.store);
    fs::copy(path(&other.url), path(&url)).unwrap();
    assert!(refusal(&url).contains("another floor"));
    fs::remove_file(format!("{}.mark", path(&url).display())).unwrap();
    store::open(&url).unwrap();
}

#[test]
fn nothing_is_acknowledged_into_a_file_that_is_gone() {
    for suffix in ["", "-wal"] {
        let Floor { mut store, url, _folder } = sqlite();
        let mut journal = Journal::claim(&mut *store, "t1");
        assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
        fs::remove_file(format!("{}{suffix}", path(&url).display())).unwrap();
        store.commit(&[journal.wager("k1")]).unwrap_err();
        store.put_doc("table", "t1", "{}", 0).unwrap_err();
    }
}

#[test]
fn a_backup_is_a_floor() {
    let Floor { mut store, url, _folder } = sqlite();
    let mut journal = Journal::claim(&mut *store, "t1");
    assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
    let copy = path(&url).with_extension("copy");
    store.backup(&copy).unwrap();
    assert!(store.backup(&copy).is_err(), "it overwrites nothing");
    let before = picture(&mut *store);
    assert_eq!(store.commit(&[journal.wager("k1")]).unwrap(), [Done]);
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    let mut copy = store::open(&copy.display().to_string()).unwrap();
    assert_eq!(picture(&mut *copy), before);
}

#[test]
fn it_knows_how_much_room_is_left() {
    assert!(sqlite().store.room().unwrap() > 0);
}

/// The guards hold against the store's own connection settings; who has the file can drop them, and then the chain
/// tells.
#[test]
fn history_is_guarded() {
    let Floor { mut store, url, _folder } = sqlite();
    let mut journal = Journal::claim(&mut *store, "t1");
    assert_eq!(store.commit(&[journal.wager("k0")]).unwrap(), [Done]);
    store
        .put_checkpoint(&store::Checkpoint {
            table: "t1".into(),
            size: 1,
            root: books::Hash::ZERO,
            at: 0,
            signature: vec![],
        })
        .unwrap();
    for (table, column) in [("lines", "at"), ("lines", "postings"), ("lines", "key"), ("checkpoints", "at")] {
        for statement in [format!("update {table} set {column} = 1"), format!("delete from {table}")] {
            let error = sql(&url, &statement).unwrap_err().to_string();
            assert!(error.contains(&format!("{table} are never")), "{statement}: {error}");
        }
    }
    let wallet = "insert into balances values ('wallet:ann', -1)";
    assert!(sql(&url, wallet).unwrap_err().to_string().contains("CHECK"), "and so are wallets");
}
