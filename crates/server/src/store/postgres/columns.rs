//! A batch as the columns that the function `append` takes.

use crate::store::{Append, batch::Sound, is_cage};
use postgres::types::ToSql;
use std::collections::{BTreeMap, HashMap};

pub const APPEND: &str = "select append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
                          $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)";

#[derive(Default)]
pub struct Columns<'a> {
    lines: Lines<'a>,
    wallets: Wallets<'a>,
    balances: Balances<'a>,
    guards: Guards<'a>,
}

/// What must hold on the whole floor: keys of cages, slips, and what clerks take in or pay out alone.
#[derive(Default)]
struct Guards<'a> {
    key: Vec<&'a str>,
    body: Vec<&'a [u8]>,
    cage: Vec<&'a str>,
    line: Vec<i64>,
    asks: Vec<i64>,
    decides: Vec<i64>,
    slip: Vec<&'a str>,
    slip_table: Vec<&'a str>,
    slip_line: Vec<i64>,
    clerk: Vec<&'a str>,
    day: Vec<i64>,
    cents: Vec<i64>,
    limit: Vec<i64>,
}

impl<'a> Guards<'a> {
    /// Returns `None` if one clerk issues twice in a batch: then each append is judged separately.
    fn add(&mut self, append: &'a Append) -> Option<()> {
        let (table, seq, guard) = (append.table.as_str(), append.seq.cast_signed(), &append.guard);
        if let (true, Some((key, body))) = (is_cage(table), &append.key) {
            self.key.push(key);
            self.body.push(&body.0);
            self.cage.push(table);
            self.line.push(seq);
            self.asks.push(guard.asks.into());
            self.decides.push(guard.decides.map_or(-1, u64::cast_signed));
        }
        if let Some(slip) = &guard.slip {
            self.slip.push(slip);
            self.slip_table.push(table);
            self.slip_line.push(seq);
        }
        if let Some(issue) = &guard.issue {
            if self.clerk.contains(&issue.by.as_str()) {
                return None;
            }
            self.clerk.push(&issue.by);
            self.day.push(issue.day);
            self.cents.push(issue.cents);
            self.limit.push(issue.limit);
        }
        Some(())
    }
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

/// Accounts that must not fall below zero, and the lowest point that each reaches within the batch.
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
    /// Returns `None` if a sum overflows, or if a line does not continue the previous line of its table.
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
            columns.guards.add(append)?;
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
    pub fn args(&self) -> [&(dyn ToSql + Sync); 29] {
        let Columns { lines, wallets, balances, guards } = self;
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
            &guards.key,
            &guards.body,
            &guards.cage,
            &guards.line,
            &guards.asks,
            &guards.decides,
            &guards.slip,
            &guards.slip_table,
            &guards.slip_line,
            &guards.clerk,
            &guards.day,
            &guards.cents,
            &guards.limit,
        ]
    }
}
