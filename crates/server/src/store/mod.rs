//! Where a floor is kept. One writer owns a [`Store`]; it takes whatever is queued, writes it in one transaction with
//! one sync, and only then is anything acknowledged.
//!
//! Two databases do it, [SQLite](sqlite) for one node and [PostgreSQL](postgres) for several. What both can say is
//! written once (`sql`, `ask`, `tell`); each of them knows only how to open itself and how to write a batch. Every
//! call blocks, so none belongs on an async thread: write through [`writer`], read where blocking is allowed.

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

/// How the names of cages begin. The schemas say it too.
const CAGE: &str = "cage-";

/// The name of a node's cage.
pub fn cage_of(node: &str) -> String {
    format!("{CAGE}{node}")
}

/// Whether this is the name of a cage: a journal in which wallets are filled and emptied, and nobody plays. The keys of
/// its lines are unique on the whole floor.
pub fn is_cage(table: &str) -> bool {
    table.starts_with(CAGE)
}

/// The store failed: nothing more may be acknowledged through it, and what was on its way may or may not be durable.
/// Whoever asked opens it again and looks the key up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken(pub String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store failed: {}", self.0)
    }
}

impl std::error::Error for Broken {}

/// A copy could not be made; the store is none the worse for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotCopied(pub String);

impl fmt::Display for NotCopied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no copy was made: {}", self.0)
    }
}

impl std::error::Error for NotCopied {}

/// What a store answers.
pub type Answer<T> = Result<T, Broken>;

/// What can be read. A reader has a connection of its own and never makes the writer wait.
pub trait Reader: school::ReadSchool + snapshots::ReadShortcuts + Send {
    /// The tables that have a journal, by name.
    fn tables(&mut self) -> Answer<Vec<String>>;
    /// The lines of a journal from a number on, at most so many.
    fn lines(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Line>>;
    /// The leaf hashes of these lines of a journal.
    fn leaves(&mut self, table: &str, lines: Range<u64>) -> Answer<Vec<Hash>>;
    /// The last line of a journal.
    fn head(&mut self, table: &str) -> Answer<Option<Head>>;
    /// The line that a request with this key became.
    fn find_key(&mut self, table: &str, key: &str) -> Answer<Option<Key>>;
    /// The keys of a table's lines from a number on, in the lines' order.
    fn keys(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Key>>;
    /// The line of a cage, of whichever node, that a request with this key became.
    fn cage_key(&mut self, key: &str) -> Answer<Option<CageKey>>;
    /// All keys of cages, by table and line.
    fn cage_keys(&mut self) -> Answer<Vec<CageKey>>;
    /// The lines of cages that ask for something on which nobody has decided, by table and number.
    fn undecided(&mut self) -> Answer<Vec<(String, Line)>>;
    /// The line that has this slip, at whichever table.
    fn slip(&mut self, slip: &str) -> Answer<Option<Spot>>;
    /// All slips with their lines, by slip.
    fn slips(&mut self) -> Answer<Vec<(String, Spot)>>;
    /// What a clerk has taken in and paid out alone in a gaming day, in cents.
    fn issued(&mut self, by: &str, day: i64) -> Answer<i64>;
    /// The same of every clerk and day: who, which day, how much.
    fn all_issued(&mut self) -> Answer<Vec<(String, i64, i64)>>;
    /// The postings of a table's lines from a number on, whole lines, of at most so many lines.
    fn postings(&mut self, table: &str, from: u64, limit: u32) -> Answer<Vec<Posting>>;
    /// The accounts whose names begin so, and what is in them.
    fn balances(&mut self, prefix: &str) -> Answer<Vec<(String, i64)>>;
    /// Who owns a table, or did last.
    fn owner(&mut self, table: &str) -> Answer<Option<Owner>>;
    /// All owners, by table.
    fn owners(&mut self) -> Answer<Vec<Owner>>;
    /// A person.
    fn person(&mut self, name: &str) -> Answer<Option<Person>>;
    /// Everyone, by name.
    fn people(&mut self) -> Answer<Vec<Person>>;
    /// A session that has not ended, by the hash of its token.
    fn session(&mut self, token: Hash) -> Answer<Option<Session>>;
    /// A document.
    fn doc(&mut self, kind: &str, id: &str) -> Answer<Option<Doc>>;
    /// All documents of a kind, by id.
    fn docs(&mut self, kind: &str) -> Answer<Vec<Doc>>;
    /// The latest checkpoints of a table, at most so many, smallest first.
    fn checkpoints(&mut self, table: &str, most: u32) -> Answer<Vec<Checkpoint>>;
    /// The floor's own name: 16 random bytes, drawn when the database was made.
    fn floor_id(&mut self) -> Answer<Vec<u8>>;
    /// What is recorded of the floor's keys: a name and a fingerprint for each.
    fn fingerprints(&mut self) -> Answer<Vec<(String, Hash)>>;
    /// The version of the schema.
    fn schema(&mut self) -> Answer<i64>;
    /// Milliseconds since 1970 by the clock that leases and sessions go by.
    fn now(&mut self) -> Answer<i64>;
    /// Bytes free where the store is kept, if this node can know.
    fn room(&self) -> Option<u64>;
    /// What the database itself finds wrong with how it keeps its rows: a search trusts their order, so a row whose key
    /// has changed where it stands is still found under the old one.
    fn disorder(&mut self) -> Answer<Vec<String>>;
    /// Copies the whole store, as it is at one moment, into a file that does not exist yet. It may take long: ask a
    /// reader, and nobody waits.
    fn backup(&mut self, to: &Path) -> Result<(), NotCopied>;
}

/// What can be written.
pub trait Store: Reader + school::WriteSchool + snapshots::WriteShortcuts {
    /// Writes a batch in one transaction. Each append is judged alone, in order; one that is not [`Verdict::Done`]
    /// leaves nothing, and later ones of its table are deposed with it. When this returns, what is done is durable.
    fn commit(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>>;

    /// Another connection, to read.
    fn reader(&self) -> Answer<Box<dyn Reader>>;

    /// Says where clients of this node are to go, `host:port`.
    fn register(&mut self, node: &str, address: &str) -> Answer<()>;
    /// Takes a table for a node if it is free, its lease has run out, or the node has it already. Every grant has a
    /// new epoch, and no write under an older one succeeds from then on.
    fn claim(&mut self, table: &str, node: &str, ttl_ms: u32) -> Answer<Option<u64>>;
    /// Prolongs leases; says of each whether it is still the node's.
    fn renew(&mut self, node: &str, leases: &[(String, u64)], ttl_ms: u32) -> Answer<Vec<bool>>;
    /// Gives a table up, if it is the node's under this epoch.
    fn release(&mut self, table: &str, node: &str, epoch: u64) -> Answer<()>;

    /// Records the fingerprint of a key, unless there is one under that name.
    fn record_key(&mut self, name: &str, fingerprint: Hash) -> Answer<()>;
    /// Records the fingerprint of a key in the place of the one that stood under that name, which is kept as retired.
    fn replace_key(&mut self, name: &str, fingerprint: Hash) -> Answer<()>;
    /// Raises a table's epoch above both its own and this one, and ends its lease: nobody who owned the table before
    /// the store was restored can write to it.
    fn raise_epoch(&mut self, table: &str, above: u64) -> Answer<()>;
    /// Ends every session and drops every link.
    fn end_all_sessions(&mut self) -> Answer<()>;

    /// Adds a person; false if the name is taken.
    fn add_person(&mut self, person: &Person) -> Answer<bool>;
    /// Gives a person another role; false if there is none of that name.
    fn set_role(&mut self, name: &str, role: &str) -> Answer<bool>;
    /// Gives a person another password, and clears failures; false if there is none of that name.
    fn set_password(&mut self, name: &str, password_hash: &str) -> Answer<bool>;
    /// Locks or unlocks a person, and clears failures; false if there is none of that name.
    fn set_locked(&mut self, name: &str, locked: bool) -> Answer<bool>;
    /// Counts a failed log-in and locks the account at so many; the count, if there is such a person.
    fn fail_login(&mut self, name: &str, lock_at: u32) -> Answer<Option<u32>>;
    /// Forgets failed log-ins after one that succeeded.
    fn clear_failures(&mut self, name: &str) -> Answer<()>;
    /// Begins a session.
    fn add_session(&mut self, session: &Session) -> Answer<()>;
    /// Moves the end of a session that has not ended; false if it has.
    fn extend_session(&mut self, token: Hash, expires: i64) -> Answer<bool>;
    /// Ends a session.
    fn end_session(&mut self, token: Hash) -> Answer<()>;
    /// Ends all sessions of an account, and says how many there were.
    fn end_sessions(&mut self, account: &str) -> Answer<u64>;
    /// Keeps a link that works once.
    fn add_link(&mut self, link: &Link) -> Answer<()>;
    /// Uses a link up: whoever comes first gets it, if its time has not passed.
    fn use_link(&mut self, token: Hash) -> Answer<Option<Link>>;
    /// Drops sessions and links whose time has passed.
    fn sweep(&mut self) -> Answer<()>;

    /// Writes a document over the version the writer has seen, 0 if there was none. The new version, or nothing if
    /// someone else was faster.
    fn put_doc(&mut self, kind: &str, id: &str, body: &str, seen: u64) -> Answer<Option<u64>>;
    /// Drops a document, if it is still the version seen.
    fn drop_doc(&mut self, kind: &str, id: &str, seen: u64) -> Answer<bool>;
    /// Keeps a checkpoint; false if another one of that size stands.
    fn put_checkpoint(&mut self, checkpoint: &Checkpoint) -> Answer<bool>;
}

/// Opens a store to write: `postgres://…`, or a file (`sqlite:PATH` or the path alone), which is made if there never
/// was one.
pub fn open(url: &str) -> Answer<Box<dyn Store>> {
    Ok(match Place::of(url) {
        Place::Postgres(url) => Box::new(postgres::Postgres::open(url)?),
        Place::Sqlite(path) => Box::new(sqlite::Sqlite::open(path)?),
    })
}

/// Opens a store that exists, to read only; also while another process writes to it.
pub fn open_reader(url: &str) -> Answer<Box<dyn Reader>> {
    Ok(match Place::of(url) {
        Place::Postgres(url) => Box::new(postgres::Postgres::open_reader(url)?),
        Place::Sqlite(path) => Box::new(sqlite::open_reader(path)?),
    })
}

/// Opens a store that exists to change people or documents, also while a floor runs on it. It takes no lines.
pub fn open_beside(url: &str) -> Answer<Box<dyn Store>> {
    Ok(match Place::of(url) {
        Place::Postgres(url) => Box::new(postgres::Postgres::open(url)?),
        Place::Sqlite(path) => Box::new(sqlite::open_beside(path)?),
    })
}

/// Whether several nodes can share what is at this address.
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
