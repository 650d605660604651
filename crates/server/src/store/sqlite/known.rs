//! What the only writer of a file knows without asking: where journals end, and what is in accounts. Nobody else can
//! change these, so each is read once, and an account that a batch changes often is written once.

use super::Connected;
use crate::store::{
    Answer, Append, Reader,
    batch::Sound,
    sql::{Arg, Row, Sql},
};
use books::Hash;
use std::collections::{BTreeMap, HashMap, hash_map::Entry};

#[derive(Default)]
pub struct Known {
    ends: HashMap<String, End>,
    balances: HashMap<String, i64>,
}

/// Where a journal continues.
struct End {
    /// The ownership epoch under which it is written; `None` if nobody owns the table.
    epoch: Option<u64>,
    next: u64,
    prev: Hash,
}

impl Known {
    /// Whether the table is owned under the append's epoch and the line follows the last one.
    pub fn follows(&mut self, link: &mut Connected, append: &Append) -> Answer<bool> {
        if !self.ends.contains_key(&append.table) {
            self.ends.insert(append.table.clone(), end(link, &append.table)?);
        }
        let end = &self.ends[&append.table];
        Ok((end.epoch, end.next, end.prev) == (Some(append.epoch), append.seq, append.prev))
    }

    /// What the append leaves in each of its accounts, in their order; `None` on overflow.
    pub fn after(&mut self, link: &mut Connected, sound: &Sound<'_>) -> Answer<Option<Vec<i64>>> {
        let mut after = Vec::with_capacity(sound.nets.len());
        for (account, net) in &sound.nets {
            let cents = match self.balances.get(*account) {
                Some(cents) => *cents,
                None => {
                    let sql = "select cents from balances where account = $1";
                    let row = link.row(sql, &[Arg::Text(account)])?;
                    let cents = row.map_or(Ok(0), |mut row| row.int())?;
                    self.balances.insert((*account).to_owned(), cents);
                    cents
                }
            };
            let Some(cents) = cents.checked_add(*net) else { return Ok(None) };
            after.push(cents);
        }
        Ok(Some(after))
    }

    /// Notes that the append is written. The new balances go to `moved`, to be written with the batch.
    pub fn note<'a>(&mut self, sound: &Sound<'a>, after: &[i64], moved: &mut BTreeMap<&'a str, i64>) {
        let append = sound.append;
        if let Entry::Occupied(mut end) = self.ends.entry(append.table.clone()) {
            let end = end.get_mut();
            (end.next, end.prev) = (append.seq + 1, append.leaf);
        }
        for ((account, _), cents) in sound.nets.iter().zip(after) {
            if let Some(balance) = self.balances.get_mut(*account) {
                *balance = *cents;
            }
            moved.insert(account, *cents);
        }
    }
}

fn end(link: &mut Connected, table: &str) -> Answer<End> {
    let mut lease = link.row("select epoch from leases where table_id = $1", &[Arg::Text(table)])?;
    let epoch = lease.as_mut().map(Row::count).transpose()?;
    let head = link.head(table)?;
    let (next, prev) = head.map_or((0, Hash::ZERO), |head| (head.seq + 1, head.leaf));
    Ok(End { epoch, next, prev })
}
