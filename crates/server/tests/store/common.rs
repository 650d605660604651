//! Floors to test with, and lines to put in them.

use crate::postgres;
use books::Hash;
use server::store::{self, Append, Store};
use tempfile::TempDir;

/// A store of each kind, and what must live as long.
pub struct Floor {
    pub url: String,
    pub store: Box<dyn Store>,
    pub _folder: Option<TempDir>,
}

pub fn sqlite() -> Floor {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("floor.db").display());
    Floor { store: store::open(&url).unwrap(), url, _folder: Some(folder) }
}

/// An empty floor in a database of its own, if PostgreSQL is installed.
pub fn postgres() -> Option<Floor> {
    let url = postgres::server()?.database();
    Some(Floor { store: store::open(&url).unwrap(), url, _folder: None })
}

/// Runs a test on every kind of store there is.
pub fn each(test: impl Fn(Floor)) {
    test(sqlite());
    self::postgres().map(test);
}

/// A journal that grows.
pub struct Journal {
    pub table: String,
    pub epoch: u64,
    pub seq: u64,
    pub prev: Hash,
}

impl Journal {
    /// The journal of a table that this store now owns.
    pub fn claim(store: &mut dyn Store, table: &str) -> Journal {
        let epoch = store.claim(table, "node-1", 60_000).unwrap().expect("the table is free");
        Journal { table: table.into(), epoch, seq: 0, prev: Hash::ZERO }
    }

    /// The next line, with these postings.
    pub fn next(&mut self, postings: &[(&str, i64)]) -> Append {
        let line = format!(r#"{{"table":"{}","seq":{},"prev":"{}"}}"#, self.table, self.seq, self.prev);
        let append = Append {
            table: self.table.clone(),
            seq: self.seq,
            epoch: self.epoch,
            at: 1_700_000_000_000,
            leaf: Hash::leaf(line.as_bytes()),
            line,
            prev: self.prev,
            key: None,
            postings: postings.iter().map(|(account, cents)| ((*account).into(), *cents)).collect(),
        };
        (self.seq, self.prev) = (append.seq + 1, append.leaf);
        append
    }

    /// The next line, which moves chips within the table and has a key.
    pub fn wager(&mut self, key: &str) -> Append {
        let (purse, layout) = (format!("{}/purse:p1", self.table), format!("{}/layout:p1", self.table));
        let mut append = self.next(&[(&purse, -500), (&layout, 500)]);
        append.key = Some((key.into(), Hash::of(&[key.as_bytes()])));
        append
    }
}

/// Everything a reader can say about these tables and accounts: what must be equal if nothing was written.
pub fn picture(store: &mut dyn Store) -> String {
    let mut text = format!("{:?}\n", store.balances("").unwrap());
    for table in store.tables().unwrap() {
        let all = (
            store.lines(&table, 0, 1000).unwrap(),
            store.postings(&table, 0, 1000).unwrap(),
            store.keys(&table, 0, 1000).unwrap(),
        );
        text += &format!("{table} {all:?}\n");
    }
    text
}
