//! The database file: creating it, recognizing it, copying it.

use super::Connected;
use crate::store::{
    Answer, Broken,
    migrations::{Migration, SCHEMA as VERSION, mismatch, path_from},
};
use rusqlite::{Connection, OpenFlags};
use std::{
    fs::{File, OpenOptions, Permissions, TryLockError},
    io::{Read, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// How long to wait for the lock of another process. It may be about to end, or about to replace itself by a program that
/// it starts, which closes the file.
const PATIENCE: Duration = Duration::from_secs(1);
/// "CH47" in the header of the file.
const OURS: i64 = 0x4348_3437;
const SCHEMA: &str =
    concat!(include_str!("schema.sql"), include_str!("school.sql"), include_str!("deals.sql"));
/// What schema 3 has that schema 2 has not.
pub const SCHOOL: &str = include_str!("school.sql");
/// What schema 4 has that schema 3 has not.
pub const DEALS: &str = include_str!("deals.sql");

/// `floor.db` → `floor.db-wal`.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Makes this process the only one that writes to the database; returns the lock, and what the mark says about the
/// floor.
fn lock(path: &Path) -> Answer<(File, Vec<u8>)> {
    let mark = beside(path, ".mark");
    let about =
        |what: &str, error: &dyn std::fmt::Display| Broken(format!("{what} {}: {error}", path.display()));
    let mut lock = private()
        .create(true)
        .truncate(false)
        .open(&mark)
        .map_err(|error| about("cannot make the mark beside", &error))?;
    let begun = Instant::now();
    while let Err(error) = lock.try_lock() {
        match error {
            TryLockError::WouldBlock if begun.elapsed() < PATIENCE => thread::sleep(PATIENCE / 50),
            TryLockError::WouldBlock => {
                return Err(Broken(format!("another process writes to {}", path.display())));
            }
            TryLockError::Error(error) => return Err(about("cannot lock the mark beside", &error)),
        }
    }
    let mut known = Vec::new();
    lock.read_to_end(&mut known).map_err(|error| about("cannot read the mark beside", &error))?;
    Ok((lock, known))
}

/// The lock, and the connection that writes.
pub fn open(path: &Path) -> Answer<(File, Connection)> {
    let mark = beside(path, ".mark");
    let about =
        |what: &str, error: &dyn std::fmt::Display| Broken(format!("{what} {}: {error}", path.display()));
    let (mut lock, known) = lock(path)?;
    let size = std::fs::metadata(path).map_or(0, |meta| meta.len());
    if size == 0 && !known.is_empty() {
        return Err(Broken(format!(
            "{} is gone or empty, but there was a floor: restore it, or remove {} to begin a new one",
            path.display(),
            mark.display()
        )));
    }
    private().create(true).truncate(false).open(path).map_err(|error| about("cannot open", &error))?;
    std::fs::set_permissions(path, Permissions::from_mode(0o600)).map_err(|e| about("cannot protect", &e))?;
    super::wal::check(&beside(path, "-wal"))?;
    let link = connect(path)?;
    // Either a floor whose creation was never finished, or an existing one.
    match known.is_empty() && is_blank(&link)? {
        true => begin(&link)?,
        false => check(&link, path)?,
    }
    link.query_row("pragma journal_mode = wal", [], |row| row.get::<_, String>(0))?;
    let floor: Vec<u8> = link.query_row("select floor from meta", [], |row| row.get(0))?;
    if known.is_empty() {
        lock.write_all(&floor)
            .and_then(|()| lock.sync_all())
            .and_then(|()| sync_folder(path))
            .map_err(|error| about("cannot write the mark beside", &error))?;
    } else if known != floor {
        return Err(Broken(format!(
            "{} is another floor than the one that was here: remove {} if that is meant",
            path.display(),
            mark.display()
        )));
    }
    // Every run starts its own log, so that no torn frame from the last one can be taken for part of it. If a reader is
    // in the way, this waits until the next start.
    link.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?;
    lengthen(&link, path);
    // SQLite syncs the folder of a new log, but ignores a failure.
    sync_folder(path).map_err(|error| about("cannot sync the folder of", &error))?;
    Ok((lock, link))
}

/// Fills an empty log with zeros up to its initial length, which SQLite treats as no log: syncing a file that is
/// overwritten does not have to write its size. If there is no space, the log grows as it is written.
fn lengthen(link: &Connection, path: &Path) {
    let log = beside(path, "-wal");
    // While this holds the write lock, nobody can put anything into the log.
    let filled = link.execute_batch("begin immediate").is_ok() && fill(&log).is_ok();
    let _ = link.execute_batch("rollback");
    if !filled {
        tracing::info!("the log of {} was not lengthened", path.display());
    }
}

fn fill(log: &Path) -> std::io::Result<()> {
    let file = OpenOptions::new().write(true).open(log)?;
    if file.metadata()?.len() > 0 {
        return Ok(());
    }
    let zeros = vec![0; super::LOG_BYTES];
    let filled = (&file).write_all(&zeros).and_then(|()| file.sync_all());
    filled.or_else(|_| file.set_len(0))
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600);
    options
}

/// A connection that may write, with the settings that all of them have.
pub fn connect(path: &Path) -> Answer<Connection> {
    let link = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    prepare(&link)?;
    link.execute_batch("pragma synchronous = full; pragma wal_autocheckpoint = 0")?;
    #[cfg(feature = "faults")]
    if crate::faults::is_on("normal-sync") {
        link.execute_batch("pragma synchronous = normal")?;
    }
    Ok(link)
}

/// A read-only connection to an existing floor.
pub fn open_reader(path: &Path) -> Answer<Connected> {
    let link = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    prepare(&link)?;
    check(&link, path)?;
    Ok(Connected(link))
}

fn prepare(link: &Connection) -> Answer<()> {
    link.busy_timeout(Duration::from_secs(5))?;
    link.set_prepared_statement_cache_capacity(64);
    // With recursive triggers, "insert or replace" counts as a deletion that the guards notice.
    link.execute_batch(
        "pragma recursive_triggers = on; pragma trusted_schema = off; pragma cell_size_check = on; \
         pragma cache_size = -65536",
    )?;
    Ok(())
}

fn is_blank(link: &Connection) -> Answer<bool> {
    let sql =
        "select not exists (select 1 from sqlite_schema) and application_id = 0 from pragma_application_id";
    Ok(link.query_row(sql, [], |row| row.get(0))?)
}

/// Refuses a file that is not a floor, or one made by a newer program.
fn check(link: &Connection, path: &Path) -> Answer<()> {
    let number = |sql: &str| link.query_row(sql, [], |row| row.get::<_, i64>(0));
    if number("pragma application_id")? != OURS {
        return Err(Broken(format!("{} is a database, but not a floor's", path.display())));
    }
    match number("pragma user_version")? {
        VERSION => Ok(()),
        found => Err(Broken(format!("{}: {}", path.display(), mismatch(found)))),
    }
}

/// The version of the schema of a floor's database; `None` if there is none yet, or it is not a floor's.
pub fn schema(path: &Path) -> Answer<Option<i64>> {
    if std::fs::metadata(path).map_or(0, |meta| meta.len()) == 0 {
        return Ok(None);
    }
    let link = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    link.busy_timeout(Duration::from_secs(5))?;
    let number = |sql: &str| link.query_row(sql, [], |row| row.get::<_, i64>(0));
    Ok(if number("pragma application_id")? == OURS { Some(number("pragma user_version")?) } else { None })
}

/// Migrates the schema to a version after making a copy, each step in its own transaction. A step that fails leaves the
/// database as it was before that step.
pub fn migrate(path: &Path, to: i64, steps: &[Migration], copy_to: &Path) -> Answer<i64> {
    let (_lock, _) = lock(path)?;
    let from = schema(path)?.ok_or_else(|| Broken(format!("{}: there is no floor here", path.display())))?;
    let steps = path_from(from, to, steps).map_err(Broken)?;
    if steps.is_empty() {
        return Ok(from);
    }
    let link = connect(path)?;
    copy(&link, copy_to).map_err(|why| {
        // Half a copy is worse than none. A file that was there before is not ours to remove.
        let ours = !why.to_string().contains("exists");
        let _ = ours.then(|| std::fs::remove_file(copy_to));
        Broken(format!("no copy could be made at {}, so nothing was changed: {why}", copy_to.display()))
    })?;
    for step in steps {
        let done = link.execute_batch("begin exclusive").and_then(|()| {
            step.sqlite.iter().try_for_each(|statement| link.execute_batch(statement))?;
            link.pragma_update(None, "user_version", step.from + 1)?;
            link.execute_batch("commit")
        });
        if let Err(why) = done {
            let _ = link.execute_batch("rollback");
            return Err(Broken(format!(
                "the step from schema {} to {} failed and was undone: {why}",
                step.from,
                step.from + 1
            )));
        }
    }
    link.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?;
    Ok(from)
}

/// A connection beside the process that writes: only for short statements, for which that process waits, and never for
/// lines of a journal.
pub fn open_beside(path: &Path) -> Answer<Connected> {
    let link = connect(path)?;
    check(&link, path)?;
    Ok(Connected(link))
}

fn begin(link: &Connection) -> Answer<()> {
    let mut floor = [0; 16];
    getrandom::fill(&mut floor).map_err(|error| Broken(format!("no entropy: {error}")))?;
    link.execute_batch("begin exclusive")?;
    link.execute_batch(SCHEMA)?;
    link.execute("insert into meta (one, floor) values (1, ?1)", [&floor[..]])?;
    link.pragma_update(None, "application_id", OURS)?;
    link.pragma_update(None, "user_version", VERSION)?;
    link.execute_batch("commit")?;
    Ok(())
}

/// `VACUUM INTO` reads a single state and makes no writer wait. The copy is private and durable.
pub fn copy(link: &Connection, to: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let file = private().create_new(true).open(to)?;
    link.execute("vacuum into ?1", [to.to_str().ok_or("the name is not UTF-8")?])?;
    file.sync_all()?;
    Ok(sync_folder(to)?)
}

/// A new file name is durable once its folder is synced.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}
