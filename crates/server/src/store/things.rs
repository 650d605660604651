//! What stores keep.

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
}

/// What became of an append.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It is durable.
    Done,
    /// Another node owns the table now, or the line does not follow the last one: nothing was written.
    Deposed,
    /// An account that must not fall below zero would: nothing was written.
    Overdrawn,
    /// The table has a line with this key, or a secret of this shoe, already: nothing was written.
    Repeated,
    /// Its leaf is not the hash of its line, or its postings do not sum to zero: a fault of the program, and nothing
    /// was written.
    Unsound,
}

/// A line as it stands in a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number.
    pub seq: u64,
    /// The ownership under which it was written.
    pub epoch: u64,
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// The line, JSON.
    pub line: String,
    /// Its leaf hash.
    pub leaf: Hash,
    /// The leaf hash of the line before.
    pub prev: Hash,
}

/// Where a journal ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The number of the last line.
    pub seq: u64,
    /// The ownership under which it was written.
    pub epoch: u64,
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// Its leaf hash.
    pub leaf: Hash,
}

/// A request that became a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// What the client called it.
    pub key: String,
    /// The hash of the request.
    pub body: Hash,
    /// The line.
    pub seq: u64,
}

/// What a line did to an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// The line.
    pub seq: u64,
    /// Which of the line's postings, from 0.
    pub n: u32,
    /// The account.
    pub account: String,
    /// Cents, negative if they left.
    pub cents: i64,
}

/// Who owns a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The table.
    pub table: String,
    /// The node.
    pub node: String,
    /// Where its clients go, `host:port`; empty if it never said.
    pub address: String,
    /// The ownership.
    pub epoch: u64,
    /// Milliseconds until the lease runs out by the store's own clock; it has run out at 0 and below.
    pub left_ms: i64,
}

/// Someone who can log in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The name, unique.
    pub name: String,
    /// What the person may do.
    pub role: String,
    /// The password's hash, in a form that names its parameters.
    pub password_hash: String,
    /// Whether the account is locked.
    pub locked: bool,
    /// Failed log-ins since the last that succeeded.
    pub failures: u32,
    /// Milliseconds since 1970, UTC.
    pub created: i64,
}

/// Someone who has logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of the token; the token itself is kept nowhere.
    pub token: Hash,
    /// The person.
    pub account: String,
    /// When it ends, milliseconds since 1970 by the store's clock.
    pub expires: i64,
    /// When it began.
    pub created: i64,
}

/// A link that works once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The hash of the token; the token itself is kept nowhere.
    pub token: Hash,
    /// Whom it is for.
    pub account: String,
    /// What it does.
    pub purpose: String,
    /// Until when, milliseconds since 1970 by the store's clock.
    pub expires: i64,
    /// When it was made.
    pub created: i64,
}

/// A document of the house: a table of the floor, a pending change, a setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doc {
    /// Its name among its kind.
    pub id: String,
    /// How often it has been written, from 1.
    pub version: u64,
    /// JSON.
    pub body: String,
}

/// The signed head of a journal's tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The table.
    pub table: String,
    /// How many lines the tree has.
    pub size: u64,
    /// Its root.
    pub root: Hash,
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// The signature over all that.
    pub signature: Vec<u8>,
}
