//! A batch as the columns that the function `append` takes.

use crate::store::{Append, batch::Sound};
use postgres::types::ToSql;
use std::collections::{BTreeMap, HashMap};

pub const APPEND: &str = "select append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
                          $18, $19, $20, $21, $22, $23)";

#[derive(Default)]
pub struct Columns<'a> {
    lines: Lines<'a>,
    postings: Postings<'a>,
    keys: Keys<'a>,
    sealed: Sealed<'a>,
    balances: Balances<'a>,
}

#[derive(Default)]
struct Lines<'a> {
    table: Vec<&'a str>,
    seq: Vec<i64>,
    epoch: Vec<i64>,
    at: Vec<i64>,
    line: Vec<&'a str>,
    leaf: Vec<&'a [u8]>,
    prev: Vec<&'a [u8]>,
    linked: Vec<bool>,
}

#[derive(Default)]
struct Postings<'a> {
    table: Vec<&'a str>,
    seq: Vec<i64>,
    n: Vec<i64>,
    account: Vec<&'a str>,
    cents: Vec<i64>,
}

#[derive(Default)]
struct Keys<'a> {
    table: Vec<&'a str>,
    name: Vec<&'a str>,
    body: Vec<&'a [u8]>,
    seq: Vec<i64>,
}

#[derive(Default)]
struct Sealed<'a> {
    table: Vec<&'a str>,
    shoe: Vec<i64>,
    bytes: Vec<&'a [u8]>,
}

#[derive(Default)]
struct Balances<'a> {
    account: Vec<&'a str>,
    net: Vec<i64>,
    least: Vec<Option<i64>>,
}

impl<'a> Columns<'a> {
    /// Nothing if sums exceed what can be counted, or if a line does not continue the one of its table before it.
    pub fn of(batch: &[Sound<'a>]) -> Option<Columns<'a>> {
        let mut columns = Columns::default();
        let mut last: HashMap<&str, &Append> = HashMap::new();
        let mut sums: BTreeMap<&str, (i64, Option<i64>)> = BTreeMap::new();
        for sound in batch {
            let append = sound.append;
            let before = last.insert(&append.table, append);
            if before.is_some_and(|before| !sound.follows(before)) {
                return None;
            }
            columns.add(append, before.is_some());
            for (account, net) in &sound.nets {
                let (sum, least) = sums.entry(account).or_default();
                *sum = sum.checked_add(*net)?;
                if Sound::is_wallet(account) {
                    *least = Some(least.unwrap_or(0).min(*sum));
                }
            }
        }
        for (account, (net, least)) in sums {
            columns.balances.account.push(account);
            columns.balances.net.push(net);
            columns.balances.least.push(least);
        }
        Some(columns)
    }

    fn add(&mut self, append: &'a Append, linked: bool) {
        let (table, seq) = (append.table.as_str(), append.seq.cast_signed());
        self.lines.table.push(table);
        self.lines.seq.push(seq);
        self.lines.epoch.push(append.epoch.cast_signed());
        self.lines.at.push(append.at);
        self.lines.line.push(&append.line);
        self.lines.leaf.push(&append.leaf.0);
        self.lines.prev.push(&append.prev.0);
        self.lines.linked.push(linked);
        for (n, (account, cents)) in (0..).zip(&append.postings) {
            self.postings.table.push(table);
            self.postings.seq.push(seq);
            self.postings.n.push(n);
            self.postings.account.push(account);
            self.postings.cents.push(*cents);
        }
        if let Some((name, body)) = &append.key {
            self.keys.table.push(table);
            self.keys.name.push(name);
            self.keys.body.push(&body.0);
            self.keys.seq.push(seq);
        }
        if let Some((shoe, bytes)) = &append.sealed {
            self.sealed.table.push(table);
            self.sealed.shoe.push((*shoe).into());
            self.sealed.bytes.push(bytes);
        }
    }

    #[rustfmt::skip]
    pub fn args(&self) -> [&(dyn ToSql + Sync); 23] {
        let Columns { lines, postings, keys, sealed, balances } = self;
        [
            &lines.table,
            &lines.seq,
            &lines.epoch,
            &lines.at,
            &lines.line,
            &lines.leaf,
            &lines.prev,
            &lines.linked,
            &postings.table,
            &postings.seq,
            &postings.n,
            &postings.account,
            &postings.cents,
            &keys.table,
            &keys.name,
            &keys.body,
            &keys.seq,
            &sealed.table,
            &sealed.shoe,
            &sealed.bytes,
            &balances.account,
            &balances.net,
            &balances.least,
        ]
    }
}
