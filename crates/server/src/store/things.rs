//! The records that stores hold.

use books::Hash;

/// One line of a journal, with everything that is written in the same transaction.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table whose journal it belongs to.
    pub table: String,
    /// Its number, from 0, without a gap.
    pub seq: u64,
    /// The ownership epoch under which it is written.
    pub epoch: u64,
    /// Milliseconds since 1970, UTC; never less than the line before.
    pub at: i64,
    /// The line itself, JSON.
    pub line: String,
    /// The leaf hash of the line.
    pub leaf: Hash,
    /// The leaf hash of the line before.
    pub prev: Hash,
    /// The key that makes a retry of the same request harmless, and the hash of the request.
    pub key: Option<(String, Hash)>,
    /// What the line does to the accounts of the ledger, in cents. Sums to zero.
    pub postings: Vec<(String, i64)>,
    /// What must hold on the whole floor for it to be written.
    pub guard: Guard,
}

/// What must hold on the whole floor, whichever table and node writes, besides the balances of wallets. That the key of
/// a cage's line must be new is not listed here: it follows from the table's name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guard {
    /// The slip number of a fill or a credit: no other line may have it.
    pub slip: Option<String>,
    /// What a clerk takes in or pays out alone: no more than the limit in a gaming day.
    pub issue: Option<Issue>,
    /// The line asks for something at a cage, and waits for a second person.
    pub asks: bool,
    /// The line of the same cage whose request this one decides.
    pub decides: Option<u64>,
}

/// What a clerk takes in or pays out without a second person.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Issue {
    /// The clerk.
    pub by: String,
    /// The gaming day, counted from 1970.
    pub day: i64,
    /// How much, in cents, in either direction.
    pub cents: i64,
    /// The limit for a day, in cents.
    pub limit: i64,
}

/// The position of a line on the floor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot {
    /// The table or the cage.
    pub table: String,
    /// The number of the line.
    pub seq: u64,
}

/// A request that became a line of a cage. Its key is unique on the whole floor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CageKey {
    /// The person's name, a colon, and the client's own key.
    pub key: String,
    /// The hash of the request.
    pub body: Hash,
    /// The position of the line.
    pub at: Spot,
    /// Whether it asks for something that waits for a second person.
    pub asks: bool,
    /// The line whose request it decides.
    pub decides: Option<u64>,
}

/// The outcome of an append.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The append is durable.
    Done,
    /// Another node owns the table now, or the line does not follow the last one: nothing was written.
    Deposed,
    /// An account that must not fall below zero would: nothing was written.
    Overdrawn,
    /// The table already has a line with this key, or the floor already has a line of a cage with this key or a line with
    /// this slip: nothing was written. [`Reader::find_key`], [`Reader::cage_key`] and
    /// [`Reader::slip`] tell which.
    ///
    /// [`Reader::find_key`]: super::Reader::find_key
    /// [`Reader::cage_key`]: super::Reader::cage_key
    /// [`Reader::slip`]: super::Reader::slip
    Repeated,
    /// The clerk would exceed what one person may take in or pay out in a gaming day: nothing was written.
    OverLimit,
    /// Its leaf is not the hash of its line, or its postings do not sum to zero. This is a bug in the program, and
    /// nothing was written.
    Unsound,
}

/// A line as it is stored in a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of the line.
    pub seq: u64,
    /// The ownership epoch under which it was written.
    pub epoch: u64,
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// The line, JSON.
    pub line: String,
    /// The leaf hash of the line.
    pub leaf: Hash,
    /// The leaf hash of the line before.
    pub prev: Hash,
}

/// The end of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The number of the last line.
    pub seq: u64,
    /// The ownership epoch under which it was written.
    pub epoch: u64,
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// The leaf hash of the last line.
    pub leaf: Hash,
}

/// A request that became a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The client's own key.
    pub key: String,
    /// The hash of the request.
    pub body: Hash,
    /// The number of the line.
    pub seq: u64,
}

/// What a line did to an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// The number of the line.
    pub seq: u64,
    /// Which of the line's postings, from 0.
    pub n: u32,
    /// The account.
    pub account: String,
    /// Cents, negative if they left.
    pub cents: i64,
}

/// The node that owns a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The table.
    pub table: String,
    /// The node.
    pub node: String,
    /// Where its clients go, `host:port`; empty if it was never registered.
    pub address: String,
    /// The ownership epoch.
    pub epoch: u64,
    /// Milliseconds until the lease expires by the store's own clock; it has expired at 0 and below.
    pub left_ms: i64,
}

/// A person who can sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The name, unique.
    pub name: String,
    /// What the person may do.
    pub role: String,
    /// The password's hash, in a format that includes its parameters.
    pub password_hash: String,
    /// Whether the account is locked.
    pub locked: bool,
    /// Failed sign-ins since the last successful one.
    pub failures: u32,
    /// Milliseconds since 1970, UTC.
    pub created: i64,
}

/// A session of somebody who has signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of the token; the token itself is stored nowhere.
    pub token: Hash,
    /// The person.
    pub account: String,
    /// When it expires, in milliseconds since 1970 by the store's clock.
    pub expires: i64,
    /// When the session began, in milliseconds since 1970, UTC.
    pub created: i64,
}

/// A link that works once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The hash of the token; the token itself is stored nowhere.
    pub token: Hash,
    /// The account the link is for.
    pub account: String,
    /// The purpose of the link.
    pub purpose: String,
    /// When it expires, in milliseconds since 1970 by the store's clock.
    pub expires: i64,
    /// When it was created.
    pub created: i64,
}

/// A document of the house: a table of the floor, a pending change, a setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doc {
    /// Its id among the documents of its kind.
    pub id: String,
    /// How many times it has been written.
    pub version: u64,
    /// The content, JSON.
    pub body: String,
}

/// The signed head of a journal's tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The table.
    pub table: String,
    /// How many lines the tree has.
    pub size: u64,
    /// The root of the tree.
    pub root: Hash,
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// The signature over all of this.
    pub signature: Vec<u8>,
}
