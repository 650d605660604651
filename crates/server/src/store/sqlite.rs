//! A floor in one file: SQLite with a write-ahead log that is synced on every commit.
//!
//! One process writes to it. That is held by a lock on a small file beside the database, which also remembers that
//! there was one: a database that is missing, empty or another one than before is never replaced by an empty one.

mod file;
mod wal;

use super::{
    Answer, Append, Broken, NotCopied, Reader, Verdict,
    batch::Sound,
    sql::{Arg, Cell, Row, Sql},
    tell::Engine,
};
use books::Hash;
pub use file::open_reader;
use rusqlite::{Connection, ErrorCode, types::ToSqlOutput};
use std::{
    collections::HashSet,
    fs::File,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        mpsc::{self, RecvTimeoutError},
    },
    thread::JoinHandle,
    time::{Duration, Instant, SystemTime},
};

/// How often the log is written back into the database.
const TIDY_EVERY: Duration = Duration::from_millis(500);
/// Pages of the log at which the writer is made to wait until it is empty, so that it cannot grow for ever.
const LOG_LIMIT: i64 = 16_384;

/// The store that writes.
pub struct Sqlite {
    link: Connected,
    path: PathBuf,
    /// The files that must still be the ones that were opened: a commit into a deleted file would be lost.
    files: Vec<(PathBuf, u64)>,
    keeper: Option<Keeper>,
    /// What went wrong when the log was written back. A sync that failed may succeed when it is asked for again, with
    /// nothing on the disk: so nothing is asked again.
    failed: Arc<OnceLock<String>>,
    /// Held as long as this process is the one that writes.
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

    /// The time of day when the process first asked, and what has passed since: it never jumps.
    fn clock(&mut self) -> Answer<i64> {
        static START: OnceLock<(SystemTime, Instant)> = OnceLock::new();
        let (then, start) = START.get_or_init(|| (SystemTime::now(), Instant::now()));
        let now = *then + start.elapsed();
        let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).map_err(|_| Broken("the clock is beyond reach".into()))
    }

    /// `statvfs` through rustix, which is safe, small and in the tree already; std does not have it.
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
        self.still_there()?;
        self.link.run(statement, args)
    }

    fn rows(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<Vec<Row>> {
        self.still_there()?;
        self.link.rows(statement, args)
    }

    fn clock(&mut self) -> Answer<i64> {
        self.link.clock()
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
    /// Opens the floor in this file, or begins one if there never was any.
    pub fn open(path: &Path) -> Answer<Sqlite> {
        let (lock, link) = file::open(path)?;
        let mut link = Connected(link);
        link.clock()?;
        // Nobody else has the lock, so whoever had a lease in this file is gone.
        link.run("update leases set expires = 0", &[])?;
        let files = [path.to_owned(), file::beside(path, "-wal")]
            .into_iter()
            .map(|path| Ok((path.clone(), inode(&path)?)))
            .collect::<Answer<_>>()?;
        let failed = Arc::default();
        let keeper = Some(Keeper::begin(file::connect(path)?, Arc::clone(&failed)));
        Ok(Sqlite { link, path: path.to_owned(), files, keeper, failed, _lock: lock })
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

    /// The transaction of a batch, without its end. No one else can write in it, so what is checked stays so.
    fn write(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>> {
        let mut stopped: HashSet<&str> = HashSet::new();
        let mut verdicts = Vec::with_capacity(batch.len());
        for append in batch {
            let verdict = match Sound::of(append) {
                _ if stopped.contains(append.table.as_str()) => Verdict::Deposed,
                Ok(sound) => self.write_one(&sound)?,
                Err(verdict) => verdict,
            };
            if verdict != Verdict::Done {
                stopped.insert(&append.table);
            }
            verdicts.push(verdict);
        }
        Ok(verdicts)
    }

    /// Everything that can be refused is refused before anything is written, so that no savepoint is needed.
    fn write_one(&mut self, sound: &Sound<'_>) -> Answer<Verdict> {
        let Append { table, key, sealed, postings, .. } = sound.append;
        let seq = Arg::Int(sound.append.seq.cast_signed());
        let table = Arg::Text(table);
        if !self.covered(sound)? || !self.write_line(sound.append)? {
            return self.why_not(sound.append);
        }
        for (n, (account, cents)) in (0..).zip(postings) {
            let sql = "insert into postings (table_id, seq, n, account, cents) values ($1, $2, $3, $4, $5)";
            self.link.run(sql, &[table, seq, Arg::Int(n), Arg::Text(account), Arg::Int(*cents)])?;
        }
        for (account, net) in &sound.nets {
            let args = [Arg::Int(*net), Arg::Text(account)];
            if self.link.run("update balances set cents = cents + $1 where account = $2", &args)? == 0 {
                self.link.run("insert into balances (cents, account) values ($1, $2)", &args)?;
            }
        }
        if let Some((name, body)) = key {
            let sql = "insert into keys (table_id, name, body, seq) values ($1, $2, $3, $4)";
            self.link.run(sql, &[table, Arg::Text(name), Arg::from(body), seq])?;
        }
        if let Some((shoe, bytes)) = sealed {
            let sql = "insert into sealed (table_id, shoe, bytes) values ($1, $2, $3)";
            self.link.run(sql, &[table, Arg::Int((*shoe).into()), Arg::Bytes(bytes)])?;
        }
        Ok(Verdict::Done)
    }

    /// Whether the wallets hold what the append takes from them.
    fn covered(&mut self, sound: &Sound<'_>) -> Answer<bool> {
        for (account, net) in sound.withdrawals() {
            let sql = "select account from balances where account = $1 and cents + $2 >= 0";
            if self.link.row(sql, &[Arg::Text(account), Arg::Int(net)])?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes the line if the table is owned under its epoch, it follows the last line, and its key is new.
    fn write_line(&mut self, append: &Append) -> Answer<bool> {
        let sql = "insert or ignore into lines (table_id, seq, epoch, at, line, leaf, prev) \
                   select $1, $2, $3, $4, $5, $6, $7 from leases where table_id = $1 and epoch = $3 \
                   and $7 = coalesce((select leaf from lines where table_id = $1 and seq = $2 - 1), $8) \
                   and not exists (select 1 from keys where table_id = $1 and name = $9) \
                   and not exists (select 1 from sealed where table_id = $1 and shoe = $10)";
        let none = if append.seq == 0 { &Hash::ZERO.0[..] } else { &[] };
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
                Arg::Bytes(none),
                append.key.as_ref().map_or(Arg::Null, |(name, _)| Arg::Text(name)),
                append.sealed.as_ref().map_or(Arg::Null, |(shoe, _)| Arg::Int((*shoe).into())),
            ],
        )?;
        Ok(wrote == 1)
    }

    /// Why nothing was written, in the order in which PostgreSQL finds out.
    fn why_not(&mut self, append: &Append) -> Answer<Verdict> {
        let table = append.table.as_str();
        let owner = self.link.owner(table)?;
        let (next, last) = self.link.head(table)?.map_or((0, Hash::ZERO), |head| (head.seq + 1, head.leaf));
        if owner.is_none_or(|owner| owner.epoch != append.epoch) || (next, last) != (append.seq, append.prev)
        {
            return Ok(Verdict::Deposed);
        }
        let key = append.key.as_ref().map(|(name, _)| self.link.find_key(table, name)).transpose()?.flatten();
        let sealed =
            append.sealed.as_ref().map(|(shoe, _)| self.link.sealed(table, *shoe)).transpose()?.flatten();
        Ok(if key.is_some() || sealed.is_some() { Verdict::Repeated } else { Verdict::Overdrawn })
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
        written.map_err(|Broken(why)| {
            // The failure is what counts; whether the rollback succeeds changes nothing any more.
            let _ = self.link.run("rollback", &[]);
            Broken(format!("outcome unknown: {why}"))
        })
    }

    fn reader(&self) -> Answer<Box<dyn Reader>> {
        Ok(Box::new(open_reader(&self.path)?))
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // Before the connection: the last one to close empties the log.
        drop(self.keeper.take());
    }
}

fn inode(path: &Path) -> Answer<u64> {
    let meta = std::fs::metadata(path).map_err(|error| Broken(format!("{}: {error}", path.display())))?;
    Ok(meta.ino())
}

/// Writes the log back into the database, on a connection of its own, so that no commit does it.
struct Keeper {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    fn begin(link: Connection, failed: Arc<OnceLock<String>>) -> Keeper {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name("checkpoint".into()).spawn(move || {
            while stopped.recv_timeout(TIDY_EVERY) == Err(RecvTimeoutError::Timeout) {
                let Err(error) = tidy(&link) else { continue };
                tracing::warn!(%error, "the log could not be written back");
                // Somebody in the way, or no room: nothing is lost while it stays in the log. Else it is the disk.
                let harmless = [ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked, ErrorCode::DiskFull];
                if !error.sqlite_error_code().is_some_and(|code| harmless.contains(&code)) {
                    let _ = failed.set(error.to_string());
                    return;
                }
            }
        });
        Keeper { stop: Some(stop), thread: thread.ok() }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Without making anyone wait; then, if the log is too long, once more with the writer waiting for the short rest.
fn tidy(link: &Connection) -> rusqlite::Result<()> {
    let run = |sql: &str| link.query_row(sql, [], |row| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)));
    let (log, done) = run("pragma wal_checkpoint(passive)")?;
    if log > LOG_LIMIT && done < log {
        run("pragma wal_checkpoint(restart)")?;
    }
    Ok(())
}
