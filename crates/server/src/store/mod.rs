//! Where a floor is stored. One writer owns a [`Store`]: it takes whatever is queued, writes it in one transaction with
//! one sync, and only then acknowledges anything.
//!
//! There are two databases, [SQLite](sqlite) for one node and [PostgreSQL](postgres) for several. Whatever works for
//! both is written once (`sql`, `ask`, `tell`); each of them only has its own way to open and to write a batch. Every
//! call blocks, so none belongs on an async thread: write through [`writer`], and read where blocking is allowed.

mod ask;
mod batch;
pub mod migrations;
pub mod postgres;
pub mod school;
pub mod snapshots;
mod sql;
pub mod sqlite;
mod tell;
mod things;
pub mod writer;

use books::Hash;
use std::{fmt, ops::Range, path::Path};
pub use things::{
    Append, CageKey, Checkpoint, Doc, Guard, Head, Issue, Key, Line, Link, Owner, Person, Posting, Session,
    Spot, Verdict,
};

/// The prefix of cages' names. The schemas use it too.
const CAGE: &str = "cage-";

/// The name of a node's cage.
pub fn cage_of(node: &str) -> String {
    format!("{CAGE}{node}")
}

/// Whether this is the name of a cage: a journal in which wallets are filled and emptied, and nothing is played. The
/// keys of its lines are unique on the whole floor.
pub fn is_cage(table: &str) -> bool {
    table.starts_with(CAGE)
}

/// The store failed: nothing more may be acknowledged through it, and whatever was in progress may or may not be
/// durable. The caller has to open it again and look up the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken(pub String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store failed: {}", self.0)
    }
}

impl std::error::Error for Broken {}

/// A copy could not be made. The store itself is unaffected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotCopied(pub String);

impl fmt::Display for NotCopied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no copy was made: {}", self.0)
    }
}

impl std::error::Error for NotCopied {}

/// The answer of a store.
pub type Answer<T> = Result<T, Broken>;

/// The reading half of a store. A reader has its own connection and never makes the writer wait.
pub trait Reader: school::ReadSchool + snapshots::ReadShortcuts + Send {
    /// The tables that have a journal, by name.
    fn tables(&mut self) -> Answer<Vec<String>>;
    /// Up to `limit` lines of a journal, starting with this number.
    fn lines(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Line>>;
    /// The leaf hashes of these lines of a journal.
    fn leaves(&mut self, table: &str, lines: Range<u64>) -> Answer<Vec<Hash>>;
    /// The last line of a journal.
    fn head(&mut self, table: &str) -> Answer<Option<Head>>;
    /// The line that a request with this key became.
    fn find_key(&mut self, table: &str, key: &str) -> Answer<Option<Key>>;
    /// The keys of a table's lines from a number on, ordered by line.
    fn keys(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Key>>;
    /// The line of any node's cage that a request with this key became.
    fn cage_key(&mut self, key: &str) -> Answer<Option<CageKey>>;
    /// All keys of cages, by table and line.
    fn cage_keys(&mut self) -> Answer<Vec<CageKey>>;
    /// The lines of cages with requests that nobody has decided, by table and number.
    fn undecided(&mut self) -> Answer<Vec<(String, Line)>>;
    /// The line with this slip, at any table.
    fn slip(&mut self, slip: &str) -> Answer<Option<Spot>>;
    /// All slips with their lines, by slip.
    fn slips(&mut self) -> Answer<Vec<(String, Spot)>>;
    /// What a clerk has taken in and paid out alone in a gaming day, in cents.
    fn issued(&mut self, by: &str, day: i64) -> Answer<i64>;
    /// The same for every clerk and day: who, which day, how much.
    fn all_issued(&mut self) -> Answer<Vec<(String, i64, i64)>>;
    /// The postings of up to `limit` whole lines of a table, starting with this number.
    fn postings(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Posting>>;
    /// The accounts whose names begin with this, and their balances.
    fn balances(&mut self, prefix: &str) -> Answer<Vec<(String, i64)>>;
    /// Who owns a table, or owned it last.
    fn owner(&mut self, table: &str) -> Answer<Option<Owner>>;
    /// All owners, by table.
    fn owners(&mut self) -> Answer<Vec<Owner>>;
    /// A person.
    fn person(&mut self, name: &str) -> Answer<Option<Person>>;
    /// Everyone, by name.
    fn people(&mut self) -> Answer<Vec<Person>>;
    /// A session that has not expired, by the hash of its token.
    fn session(&mut self, token: Hash) -> Answer<Option<Session>>;
    /// A document.
    fn doc(&mut self, kind: &str, id: &str) -> Answer<Option<Doc>>;
    /// All documents of a kind, by id.
    fn docs(&mut self, kind: &str) -> Answer<Vec<Doc>>;
    /// The latest checkpoints of a table, up to `most` of them, smallest first.
    fn checkpoints(&mut self, table: &str, most: u32) -> Answer<Vec<Checkpoint>>;
    /// The floor's id: 16 random bytes, drawn when the database was created.
    fn floor_id(&mut self) -> Answer<Vec<u8>>;
    /// The recorded fingerprints of the floor's keys, by name.
    fn fingerprints(&mut self) -> Answer<Vec<(String, Hash)>>;
    /// The version of the schema.
    fn schema(&mut self) -> Answer<i64>;
    /// Milliseconds since 1970 by the clock that leases and sessions use.
    fn now(&mut self) -> Answer<i64>;
    /// The number of free bytes where the store is kept, if this node can tell.
    fn room(&self) -> Option<u64>;
    /// What the database itself finds wrong with its structure. Lookups rely on the order of rows, so a row whose key
    /// was changed in place is still found under the old one.
    fn disorder(&mut self) -> Answer<Vec<String>>;
    /// Copies the whole store, as it is at one moment, into a file that does not exist yet. This may take long, so ask
    /// a reader: then nobody has to wait.
    fn backup(&mut self, to: &Path) -> Result<(), NotCopied>;
}

/// The writing half of a store.
pub trait Store: Reader + school::WriteSchool + snapshots::WriteShortcuts {
    /// Writes a batch in one transaction. Each append is judged on its own, in order; one that is not [`Verdict::Done`]
    /// leaves no trace, and later ones of the same table are deposed with it. When this returns, whatever is done is
    /// durable.
    fn commit(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>>;
    /// Does what commits leave to be done and nobody waits for. If it fails, the next commit says so.
    fn tidy(&mut self);

    /// Opens another connection for reading.
    fn reader(&self) -> Answer<Box<dyn Reader>>;

    /// Registers where clients of this node should go, `host:port`.
    fn register(&mut self, node: &str, address: &str) -> Answer<()>;
    /// Claims a table for a node if it is free, its lease has expired, or the node already has it. Every grant has a
    /// new epoch, and from then on no write under an older one succeeds.
    fn claim(&mut self, table: &str, node: &str, ttl_ms: u32) -> Answer<Option<u64>>;
    /// Renews leases; says for each whether the node still has it.
    fn renew(&mut self, node: &str, leases: &[(String, u64)], ttl_ms: u32) -> Answer<Vec<bool>>;
    /// Gives up a table, if the node has it under this epoch.
    fn release(&mut self, table: &str, node: &str, epoch: u64) -> Answer<()>;

    /// Records the fingerprint of a key, unless there already is one with that name.
    fn record_key(&mut self, name: &str, fingerprint: Hash) -> Answer<()>;
    /// Records the fingerprint of a key in place of the one with that name, which is kept as retired.
    fn replace_key(&mut self, name: &str, fingerprint: Hash) -> Answer<()>;
    /// Raises a table's epoch above both its own and this one, and ends its lease, so that nobody who owned the table
    /// before the store was restored can write to it.
    fn raise_epoch(&mut self, table: &str, above: u64) -> Answer<()>;
    /// Ends every session and deletes every link.
    fn end_all_sessions(&mut self) -> Answer<()>;

    /// Adds a person; returns false if the name is taken.
    fn add_person(&mut self, person: &Person) -> Answer<bool>;
    /// Sets the role of a person; returns false if there is nobody with that name.
    fn set_role(&mut self, name: &str, role: &str) -> Answer<bool>;
    /// Sets the password of a person and clears failures; returns false if there is nobody with that name.
    fn set_password(&mut self, name: &str, password_hash: &str) -> Answer<bool>;
    /// Locks or unlocks a person and clears failures; returns false if there is nobody with that name.
    fn set_locked(&mut self, name: &str, locked: bool) -> Answer<bool>;
    /// Counts a failed sign-in and locks the account at `lock_at` failures; returns the count, if there is such a person.
    fn fail_login(&mut self, name: &str, lock_at: u32) -> Answer<Option<u32>>;
    /// Clears failed sign-ins after a successful one.
    fn clear_failures(&mut self, name: &str) -> Answer<()>;
    /// Begins a session.
    fn add_session(&mut self, session: &Session) -> Answer<()>;
    /// Moves the end of a session that has not expired; returns false if it has.
    fn extend_session(&mut self, token: Hash, expires: i64) -> Answer<bool>;
    /// Ends a session.
    fn end_session(&mut self, token: Hash) -> Answer<()>;
    /// Ends all sessions of an account; returns how many there were.
    fn end_sessions(&mut self, account: &str) -> Answer<u64>;
    /// Stores a link that works once.
    fn add_link(&mut self, link: &Link) -> Answer<()>;
    /// Uses up a link, unless it has expired: whoever comes first gets it.
    fn use_link(&mut self, token: Hash) -> Answer<Option<Link>>;
    /// Deletes expired sessions and links.
    fn sweep(&mut self) -> Answer<()>;

    /// Writes a document over the version that the caller has seen, 0 if there was none. Returns the new version, or
    /// `None` if someone else was faster.
    fn put_doc(&mut self, kind: &str, id: &str, body: &str, seen: u64) -> Answer<Option<u64>>;
    /// Deletes a document, if it is still the version seen.
    fn drop_doc(&mut self, kind: &str, id: &str, seen: u64) -> Answer<bool>;
    /// Stores a checkpoint; returns false if there is a different one of that size.
    fn put_checkpoint(&mut self, checkpoint: &Checkpoint) -> Answer<bool>;
}

/// Opens a store for writing: `postgres://…`, or a file (`sqlite:PATH` or just the path), which is created if there
/// never was one.
pub fn open(url: &str) -> Answer<Box<dyn Store>> {
    Ok(match Place::of(url) {
        Place::Postgres(url) => Box::new(postgres::Postgres::open(url)?),
        Place::Sqlite(path) => Box::new(sqlite::Sqlite::open(path)?),
    })
}

/// Opens an existing store read-only, even while another process writes to it.
pub fn open_reader(url: &str) -> Answer<Box<dyn Reader>> {
    Ok(match Place::of(url) {
        Place::Postgres(url) => Box::new(postgres::Postgres::open_reader(url)?),
        Place::Sqlite(path) => Box::new(sqlite::open_reader(path)?),
    })
}

/// Opens an existing store to change people or documents, even while a floor is running on it. It accepts no lines.
pub fn open_beside(url: &str) -> Answer<Box<dyn Store>> {
    Ok(match Place::of(url) {
        Place::Postgres(url) => Box::new(postgres::Postgres::open(url)?),
        Place::Sqlite(path) => Box::new(sqlite::open_beside(path)?),
    })
}

/// Whether several nodes can share the store at this address.
pub fn is_shared(url: &str) -> bool {
    matches!(Place::of(url), Place::Postgres(_))
}

enum Place<'a> {
    Postgres(&'a str),
    Sqlite(&'a Path),
}

impl Place<'_> {
    fn of(url: &str) -> Place<'_> {
        match url {
            _ if url.starts_with("postgres://") || url.starts_with("postgresql://") => Place::Postgres(url),
            _ => Place::Sqlite(Path::new(url.strip_prefix("sqlite:").unwrap_or(url))),
        }
    }
}
