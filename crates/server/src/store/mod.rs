//! Where a floor is kept. One writer owns a [`Store`]; it takes whatever is queued, writes it in one transaction with
//! one sync, and only then is anything acknowledged.

use books::Hash;

/// One line of a journal, with everything that is written in the same transaction.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table whose journal it belongs to.
    pub table: String,
    /// Its number, from 0, without a gap.
    pub seq: u64,
    /// The ownership under which it is written.
    pub epoch: u64,
    /// Milliseconds since 1970, UTC; never less than the line before.
    pub at: i64,
    /// The line itself, JSON.
    pub line: String,
    /// Its leaf hash.
    pub leaf: Hash,
    /// The leaf hash of the line before.
    pub prev: Hash,
    /// The key that makes a retry of the same request harmless, and the hash of the request.
    pub key: Option<(String, Hash)>,
    /// What the line does to the accounts of the ledger, in cents. Sums to zero.
    pub postings: Vec<(String, i64)>,
    /// The sealed secret of a shoe, kept beside the commitment to it.
    pub sealed: Option<(u32, Vec<u8>)>,
}

/// What became of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is durable.
    Done,
    /// Another node owns the table now, or the line does not follow the last one: nothing was written.
    Deposed,
    /// An account that must not fall below zero would: nothing was written.
    Overdrawn,
}

/// The store failed: nothing more may be acknowledged through it.
#[derive(Debug)]
pub struct Broken(pub String);
