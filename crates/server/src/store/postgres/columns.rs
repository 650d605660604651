//! A batch as the columns that the function `append` takes.

use crate::store::{Append, batch::Sound};
use postgres::types::ToSql;
use std::collections::{BTreeMap, HashMap};

pub const APPEND: &str =
    "select append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";

#[derive(Default)]
pub struct Columns<'a> {
    lines: Lines<'a>,
    wallets: Wallets<'a>,
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
    key: Vec<Option<&'a str>>,
    body: Vec<Option<&'a [u8]>>,
    postings: Vec<String>,
    linked: Vec<bool>,
}

/// Accounts that must not fall below zero, and how far each sinks within the batch.
#[derive(Default)]
struct Wallets<'a> {
    account: Vec<&'a str>,
    net: Vec<i64>,
    least: Vec<i64>,
}

#[derive(Default)]
struct Balances<'a> {
    account: Vec<&'a str>,
    net: Vec<i64>,
}

impl<'a> Columns<'a> {
    /// Nothing if sums exceed what can be counted, or if a line does not continue the one of its table before it.
    pub fn of(batch: &[Sound<'a>]) -> Option<Columns<'a>> {
        let mut columns = Columns::default();
        let mut last: HashMap<&str, &Append> = HashMap::new();
        let mut sums: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
        for sound in batch {
            let append = sound.append;
            let before = last.insert(&append.table, append);
            if before.is_some_and(|before| !sound.follows(before)) {
                return None;
            }
            columns.add(sound, before.is_some());
            for (account, net) in &sound.nets {
                let (sum, least) = sums.entry(account).or_default();
                *sum = sum.checked_add(*net)?;
                *least = (*least).min(*sum);
            }
        }
        for (account, (net, least)) in sums {
            if Sound::is_wallet(account) {
                columns.wallets.account.push(account);
                columns.wallets.net.push(net);
                columns.wallets.least.push(least);
            } else {
                columns.balances.account.push(account);
                columns.balances.net.push(net);
            }
        }
        Some(columns)
    }

    fn add(&mut self, sound: &Sound<'a>, linked: bool) {
        let append = sound.append;
        self.lines.table.push(&append.table);
        self.lines.seq.push(append.seq.cast_signed());
        self.lines.epoch.push(append.epoch.cast_signed());
        self.lines.at.push(append.at);
        self.lines.line.push(&append.line);
        self.lines.leaf.push(&append.leaf.0);
        self.lines.prev.push(&append.prev.0);
        self.lines.key.push(append.key.as_ref().map(|(name, _)| name.as_str()));
        self.lines.body.push(append.key.as_ref().map(|(_, body)| &body.0[..]));
        self.lines.postings.push(sound.postings());
        self.lines.linked.push(linked);
    }

    #[rustfmt::skip]
    pub fn args(&self) -> [&(dyn ToSql + Sync); 16] {
        let Columns { lines, wallets, balances } = self;
        [
            &lines.table,
            &lines.seq,
            &lines.epoch,
            &lines.at,
            &lines.line,
            &lines.leaf,
            &lines.prev,
            &lines.key,
            &lines.body,
            &lines.postings,
            &lines.linked,
            &wallets.account,
            &wallets.net,
            &wallets.least,
            &balances.account,
            &balances.net,
        ]
    }
}
