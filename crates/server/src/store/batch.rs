//! The checks of an append that need no database.

use super::{Answer, Append, Broken, Verdict};
use books::Hash;

/// The prefix of accounts that must not fall below zero. The schemas use it too.
const WALLET: &str = "wallet:";

/// An append that is consistent in itself, with the net amount it adds to each account.
pub struct Sound<'a> {
    pub append: &'a Append,
    /// By account, sorted, so that locks are always taken in the same order.
    pub nets: Vec<(&'a str, i64)>,
}

impl<'a> Sound<'a> {
    pub fn of(append: &'a Append) -> Result<Sound<'a>, Verdict> {
        if Hash::leaf(append.line.as_bytes()) != append.leaf {
            return Err(Verdict::Unsound);
        }
        if append.postings.iter().map(|(_, cents)| i128::from(*cents)).sum::<i128>() != 0 {
            return Err(Verdict::Unsound);
        }
        let mut nets: Vec<(&str, i64)> = Vec::with_capacity(append.postings.len());
        let mut sorted: Vec<&(String, i64)> = append.postings.iter().collect();
        sorted.sort_unstable();
        for (account, cents) in sorted {
            match nets.last_mut() {
                Some((last, net)) if last == account => {
                    *net = net.checked_add(*cents).ok_or(Verdict::Unsound)?;
                }
                _ => nets.push((account, *cents)),
            }
        }
        Ok(Sound { append, nets })
    }

    /// The postings in the form in which they are stored.
    pub fn postings(&self) -> String {
        serde_json::to_string(&self.append.postings).expect("names and numbers are JSON")
    }

    /// Whether an account must not fall below zero.
    pub fn is_wallet(account: &str) -> bool {
        account.starts_with(WALLET)
    }

    /// Whether this append continues the given line of the batch.
    pub fn follows(&self, before: &Append) -> bool {
        let (this, that) = (self.append, before);
        (this.table.as_str(), this.epoch, this.prev) == (that.table.as_str(), that.epoch, that.leaf)
            && that.seq.checked_add(1) == Some(this.seq)
    }
}

/// Parses stored postings.
pub fn read_postings(text: &str) -> Answer<Vec<(String, i64)>> {
    serde_json::from_str(text).map_err(|why| Broken(format!("postings that cannot be read: {why}")))
}
