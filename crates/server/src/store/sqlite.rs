//! A floor in one file: SQLite with a write-ahead log that is synced on every commit.
//!
//! Only one process writes to it. This is enforced by a lock on a small file beside the database, which also remembers
//! that the database exists: one that is missing, empty or different from before is never replaced by an empty one.

mod file;
mod guarded;
mod known;
mod wal;

use super::{
    Answer, Append, Broken, NotCopied, Reader, Verdict,
    batch::Sound,
    sql::{Arg, Cell, Row, Sql},
    tell::Engine,
};
pub use file::{DEALS, SCHOOL, migrate, open_beside, open_reader, schema};
use known::Known;
use rusqlite::{Connection, ErrorCode, types::ToSqlOutput};
use std::{
    collections::{BTreeMap, HashSet},
    fs::File,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread::JoinHandle,
    time::{Duration, Instant, SystemTime},
};

/// How often the log is written back into the database.
const TIDY_EVERY: Duration = Duration::from_millis(500);
/// The number of log pages at which the writer itself writes back the rest. While there is always something to write,
/// no other thread ever reaches the end of the log, and it would grow forever. Also, syncing a growing file has to
/// write metadata, while syncing one that is overwritten does not.
const LOG_LIMIT: i64 = 1000;

/// How many pages a commit usually adds to the log: the last pages of the lines, of their two indexes and of the
/// balances.
const PAGES_A_COMMIT: usize = 4;
/// How many more pages each line adds: a page holds a few lines, and keys go anywhere.
const PAGES_A_LINE: usize = 2;
/// How many pages are written before the keeper is woken. This leaves room for what is written while it works.
const PAGES_TO_KEEP: usize = 2500;
/// The length in bytes that the log gets when the floor is opened.
const LOG_BYTES: usize = 8 << 20;

/// The store that writes.
pub struct Sqlite {
    link: Connected,
    path: PathBuf,
    /// The files that must still be the ones that were opened: a commit into a deleted file would be lost.
    files: Vec<(PathBuf, u64)>,
    keeper: Option<Keeper>,
    /// The estimated number of log pages since the keeper was last woken.
    unkept: usize,
    known: Known,
    /// What went wrong when the log was written back. A failed sync may succeed when it is repeated although the data
    /// is not on the disk, so it is never repeated.
    failed: Arc<OnceLock<String>>,
    /// Held as long as this process is the writer.
    _lock: File,
}

/// A connection.
pub struct Connected(Connection);

impl From<rusqlite::Error> for Broken {
    fn from(error: rusqlite::Error) -> Broken {
        Broken(format!("SQLite: {error}"))
    }
}

impl rusqlite::ToSql for Arg<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Arg::Null => rusqlite::types::Null.to_sql(),
            Arg::Int(int) => int.to_sql(),
            Arg::Text(text) => text.to_sql(),
            Arg::Bytes(bytes) => bytes.to_sql(),
        }
    }
}

fn cell(row: &rusqlite::Row<'_>, at: usize) -> rusqlite::Result<Cell> {
    use rusqlite::types::ValueRef;
    Ok(match row.get_ref(at)? {
        ValueRef::Integer(int) => Cell::Int(int),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_vec()),
        text @ ValueRef::Text(_) => Cell::Text(text.as_str()?.to_owned()),
        other => return Err(rusqlite::Error::InvalidColumnType(at, String::new(), other.data_type())),
    })
}

impl Sql for Connected {
    fn run(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<u64> {
        let wrote = self.0.prepare_cached(statement)?.execute(rusqlite::params_from_iter(args))?;
        Ok(wrote as u64)
    }

    fn rows(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<Vec<Row>> {
        let mut statement = self.0.prepare_cached(statement)?;
        let columns = statement.column_count();
        let mut rows = statement.query(rusqlite::params_from_iter(args))?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            let cells = (0..columns).map(|at| cell(row, at)).collect::<Result<Vec<_>, _>>()?;
            all.push(Row(cells.into_iter()));
        }
        Ok(all)
    }

    /// The time of day when the process first asked, plus the time elapsed since: it never jumps.
    fn clock(&mut self) -> Answer<i64> {
        static START: OnceLock<(SystemTime, Instant)> = OnceLock::new();
        let (then, start) = START.get_or_init(|| (SystemTime::now(), Instant::now()));
        let now = *then + start.elapsed();
        let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).map_err(|_| Broken("the clock is beyond reach".into()))
    }

    fn version(&mut self) -> Answer<i64> {
        Ok(self.0.query_row("pragma user_version", [], |row| row.get(0))?)
    }

    /// Uses `statvfs` from rustix, which is safe, small and already a dependency; std does not have it.
    fn free(&self) -> Option<u64> {
        let stat = rustix::fs::statvfs(self.0.path()?).ok()?;
        Some(stat.f_bavail.saturating_mul(stat.f_frsize))
    }

    fn check(&mut self) -> Answer<Vec<String>> {
        let mut found = self.rows("pragma integrity_check", &[])?;
        let found = found.iter_mut().map(Row::text).collect::<Answer<Vec<String>>>()?;
        Ok(found.into_iter().filter(|line| line != "ok").collect())
    }

    fn copy(&mut self, to: &Path) -> Result<(), NotCopied> {
        file::copy(&self.0, to).map_err(|why| NotCopied(format!("{}: {why}", to.display())))
    }
}

impl Sql for Sqlite {
    fn run(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<u64> {
        self.aside()?;
        self.link.run(statement, args)
    }

    fn rows(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<Vec<Row>> {
        self.aside()?;
        self.link.rows(statement, args)
    }

    fn clock(&mut self) -> Answer<i64> {
        self.link.clock()
    }

    fn version(&mut self) -> Answer<i64> {
        self.link.version()
    }

    fn free(&self) -> Option<u64> {
        self.link.free()
    }

    fn check(&mut self) -> Answer<Vec<String>> {
        self.link.check()
    }

    fn copy(&mut self, to: &Path) -> Result<(), NotCopied> {
        self.link.copy(to)
    }
}

impl Sqlite {
    /// Opens the floor in this file, or creates one if there never was one.
    pub fn open(path: &Path) -> Answer<Sqlite> {
        let (lock, link) = file::open(path)?;
        let mut link = Connected(link);
        link.clock()?;
        // This process has the lock, so whoever held a lease in this file is gone.
        link.run("update leases set expires = 0", &[])?;
        let files = [path.to_owned(), file::beside(path, "-wal")]
            .into_iter()
            .map(|path| Ok((path.clone(), inode(&path)?)))
            .collect::<Answer<_>>()?;
        let failed = Arc::default();
        let keeper = Some(Keeper::begin(file::connect(path)?, Arc::clone(&failed)));
        let known = Known::default();
        Ok(Sqlite { link, path: path.to_owned(), files, keeper, unkept: 0, known, failed, _lock: lock })
    }

    fn still_there(&self) -> Answer<()> {
        if let Some(why) = self.failed.get() {
            return Err(Broken(format!("the log could not be written back: {why}")));
        }
        #[cfg(feature = "faults")]
        if crate::faults::is_on("blind-to-files") {
            return Ok(());
        }
        for (path, opened) in &self.files {
            if inode(path)? != *opened {
                return Err(Broken(format!("{} is not the file that was opened", path.display())));
            }
        }
        Ok(())
    }

    /// Called before a statement beside the journals, which may change who owns a table.
    fn aside(&mut self) -> Answer<()> {
        self.known = Known::default();
        self.still_there()
    }

    /// The transaction of a batch, without its end. Nobody else can write during it, so whatever is checked stays true.
    fn write(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>> {
        let mut stopped: HashSet<&str> = HashSet::new();
        let mut moved = BTreeMap::new();
        let mut verdicts = Vec::with_capacity(batch.len());
        for append in batch {
            let verdict = match Sound::of(append) {
                _ if stopped.contains(append.table.as_str()) => Verdict::Deposed,
                Ok(sound) => self.write_one(&sound, &mut moved)?,
                Err(verdict) => verdict,
            };
            if verdict != Verdict::Done {
                stopped.insert(&append.table);
            }
            verdicts.push(verdict);
        }
        for (account, cents) in moved {
            let sql = "insert into balances (account, cents) values ($1, $2) \
                       on conflict (account) do update set cents = excluded.cents";
            self.link.run(sql, &[Arg::Text(account), Arg::Int(cents)])?;
        }
        Ok(verdicts)
    }

    /// Everything that can be refused is refused before anything is written, so no savepoint is needed. If there are
    /// two reasons, the one that PostgreSQL finds first is given.
    fn write_one<'a>(&mut self, sound: &Sound<'a>, moved: &mut BTreeMap<&'a str, i64>) -> Answer<Verdict> {
        let Append { table, key, .. } = sound.append;
        if !self.known.follows(&mut self.link, sound.append)? {
            return Ok(Verdict::Deposed);
        }
        let Some(after) = self.known.after(&mut self.link, sound)? else { return Ok(Verdict::Unsound) };
        if guarded::is_repeated(&mut self.link, sound.append)? {
            return Ok(Verdict::Repeated);
        }
        if guarded::is_over_limit(&mut self.link, sound.append)? {
            return Ok(Verdict::OverLimit);
        }
        let sinks = |((account, _), cents): (&(&str, i64), &i64)| *cents < 0 && Sound::is_wallet(account);
        if sound.nets.iter().zip(&after).any(sinks) {
            let before = key.as_ref().map(|(name, _)| self.link.find_key(table, name)).transpose()?.flatten();
            return Ok(if before.is_some() { Verdict::Repeated } else { Verdict::Overdrawn });
        }
        if !self.write_line(sound)? {
            return Ok(Verdict::Repeated);
        }
        guarded::write(&mut self.link, sound.append)?;
        self.known.note(sound, &after, moved);
        Ok(Verdict::Done)
    }

    /// Writes the line, unless its table already has one with the same key.
    fn write_line(&mut self, sound: &Sound<'_>) -> Answer<bool> {
        let append = sound.append;
        let sql = "insert into lines (table_id, seq, epoch, at, line, leaf, prev, key, body, postings) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
                   on conflict (table_id, key) where key is not null do nothing";
        let wrote = self.link.run(
            sql,
            &[
                Arg::Text(&append.table),
                Arg::Int(append.seq.cast_signed()),
                Arg::Int(append.epoch.cast_signed()),
                Arg::Int(append.at),
                Arg::Text(&append.line),
                Arg::from(&append.leaf),
                Arg::from(&append.prev),
                append.key.as_ref().map_or(Arg::Null, |(name, _)| Arg::Text(name)),
                append.key.as_ref().map_or(Arg::Null, |(_, body)| Arg::from(body)),
                Arg::Text(&sound.postings()),
            ],
        )?;
        Ok(wrote == 1)
    }
}

impl Engine for Sqlite {
    fn commit(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>> {
        self.still_there()?;
        self.link.run("begin immediate", &[])?;
        let written = self.write(batch).and_then(|verdicts| {
            self.link.run("commit", &[])?;
            Ok(verdicts)
        });
        self.unkept += PAGES_A_COMMIT + batch.len() * PAGES_A_LINE;
        written.map_err(|Broken(why)| {
            self.known = Known::default();
            // Only the failure counts; whether the rollback succeeds no longer matters.
            let _ = self.link.run("rollback", &[]);
            Broken(format!("outcome unknown: {why}"))
        })
    }

    /// Has the log written back before it grows beyond its initial length. The keeper does most of it while commits
    /// continue; what they add in the meantime is written back here, so that the next commit starts at the beginning of
    /// the log.
    fn tidy(&mut self) {
        let Some(keeper) = &self.keeper else { return };
        if self.unkept >= PAGES_TO_KEEP {
            self.unkept = 0;
            keeper.wake();
        }
        if keeper.behind.swap(false, Ordering::Relaxed) {
            report(write_back(&self.link.0), &self.failed);
        }
    }

    fn reader(&self) -> Answer<Box<dyn Reader>> {
        Ok(Box::new(open_reader(&self.path)?))
    }
}

/// A connection beside the process that writes.
impl Engine for Connected {
    fn commit(&mut self, _: &[Append]) -> Answer<Vec<Verdict>> {
        Err(Broken("only the process that runs the floor writes lines".to_owned()))
    }

    fn reader(&self) -> Answer<Box<dyn Reader>> {
        let path = self.0.path().ok_or_else(|| Broken("the database has no file".to_owned()))?;
        Ok(Box::new(open_reader(Path::new(path))?))
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // This must come before the connection closes: the last connection to close empties the log.
        drop(self.keeper.take());
    }
}

fn inode(path: &Path) -> Answer<u64> {
    let meta = std::fs::metadata(path).map_err(|error| Broken(format!("{}: {error}", path.display())))?;
    Ok(meta.ino())
}

/// Writes the log back into the database on its own connection, so that no commit has to.
struct Keeper {
    /// Whether the writer has to help.
    behind: Arc<AtomicBool>,
    /// Wakes the keeper, which stops when this is dropped.
    bell: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    fn begin(link: Connection, failed: Arc<OnceLock<String>>) -> Keeper {
        let (bell, rung) = mpsc::channel();
        let behind = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&behind);
        let thread = std::thread::Builder::new().name("checkpoint".into()).spawn(move || {
            while rung.recv_timeout(TIDY_EVERY) != Err(RecvTimeoutError::Disconnected) {
                told.store(report(write_back(&link), &failed), Ordering::Relaxed);
                if failed.get().is_some() {
                    return;
                }
            }
        });
        Keeper { behind, bell: Some(bell), thread: thread.ok() }
    }

    /// Makes the keeper check now.
    fn wake(&self) {
        // If the thread has ended, it has already reported why.
        let _ = self.bell.as_ref().map(|bell| bell.send(()));
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.bell.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes the log back as far as possible without waiting for anyone. Returns whether it is so long that it must start
/// over, for which nobody may write in the meantime.
fn write_back(link: &Connection) -> rusqlite::Result<bool> {
    let sql = "pragma wal_checkpoint(passive)";
    let log = link.query_row(sql, [], |row| row.get::<_, i64>(1))?;
    Ok(log > LOG_LIMIT)
}

/// Whether the log is still too long. If somebody is in the way or there is no space, nothing is lost, because it stays
/// in the log. Anything else means that the disk has failed, and nothing more may be written.
fn report(written: rusqlite::Result<bool>, failed: &OnceLock<String>) -> bool {
    written.unwrap_or_else(|error| {
        tracing::warn!(%error, "the log could not be written back");
        let harmless = [ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked, ErrorCode::DiskFull];
        if !error.sqlite_error_code().is_some_and(|code| harmless.contains(&code)) {
            let _ = failed.set(error.to_string());
        }
        false
    })
}
