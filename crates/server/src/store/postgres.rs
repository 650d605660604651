//! A floor that several nodes share, in PostgreSQL.
//!
//! READ COMMITTED with row locks is sufficient here, and never has to be retried because of a serialization conflict. A
//! batch depends on only two things that could change under it: who owns a table, and what is in a wallet. The
//! transaction locks both rows and reads them (again) once they are locked, so neither can change between the check and
//! the commit. Write skew would need a write that depends on a read without a lock, and there is none. The last line of
//! a table changes only under the lease that is locked.
//!
//! A broken connection is not repaired here. Whatever was in progress may be durable, so the caller is told, opens the
//! store again and looks up the key.

mod columns;

use super::{
    Answer, Append, Broken, NotCopied, Reader, Verdict,
    batch::Sound,
    migrations::{Migration, SCHEMA as VERSION, mismatch, path_from},
    sql::{Arg, Cell, Row, Sql},
    tell::Engine,
};
use ::postgres::{
    Client, Config, Error, NoTls, Statement,
    error::SqlState,
    types::{ToSql, Type},
};
use columns::Columns;
use std::{
    collections::{HashMap, HashSet},
    ops::{Deref, DerefMut},
    path::Path,
    time::Duration,
};

const SCHEMA: &str = concat!(
    include_str!("postgres/schema.sql"),
    include_str!("postgres/school.sql"),
    include_str!("postgres/deals.sql")
);
/// What schema 3 has that schema 2 does not.
pub const SCHOOL: &str = include_str!("postgres/school.sql");
/// What schema 4 has that schema 3 has not.
pub const DEALS: &str = include_str!("postgres/deals.sql");
/// The longest wait for a statement, and for a peer that is gone.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a batch is tried that was chosen as the victim of a deadlock.
const TRIES: u32 = 5;

/// A connection, for writing or for reading.
pub struct Postgres {
    client: Link,
    config: Config,
    prepared: HashMap<&'static str, Statement>,
}

/// A client that may be dropped anywhere. Closing a connection blocks, which is not allowed on async threads.
struct Link(Option<Client>);

impl Deref for Link {
    type Target = Client;
    fn deref(&self) -> &Client {
        self.0.as_ref().expect("there until it is dropped")
    }
}

impl DerefMut for Link {
    fn deref_mut(&mut self) -> &mut Client {
        self.0.as_mut().expect("there until it is dropped")
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let client = self.0.take();
        if tokio::runtime::Handle::try_current().is_ok() {
            std::thread::spawn(move || drop(client));
        }
    }
}

impl From<Error> for Broken {
    fn from(error: Error) -> Broken {
        Broken(match error.as_db_error() {
            Some(told) => format!("PostgreSQL: {} {}", told.code().code(), told.message()),
            None => match std::error::Error::source(&error) {
                Some(cause) => format!("PostgreSQL: {error}: {cause}"),
                None => format!("PostgreSQL: {error}"),
            },
        })
    }
}

fn bind<'a>(args: &'a [Arg<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    let each = |arg: &'a Arg<'a>| -> &'a (dyn ToSql + Sync) {
        match arg {
            Arg::Null => &None::<&str>,
            Arg::Int(int) => int,
            Arg::Text(text) => text,
            Arg::Bytes(bytes) => bytes,
        }
    };
    args.iter().map(each).collect()
}

fn cell(row: &::postgres::Row, at: usize) -> Result<Cell, Error> {
    Ok(match *row.columns()[at].type_() {
        Type::INT8 => Cell::Int(row.try_get(at)?),
        Type::BYTEA => Cell::Bytes(row.try_get(at)?),
        _ => Cell::Text(row.try_get(at)?),
    })
}

impl Sql for Postgres {
    fn run(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<u64> {
        let prepared = self.prepare(statement)?;
        Ok(self.client.execute(&prepared, &bind(args))?)
    }

    fn rows(&mut self, statement: &'static str, args: &[Arg<'_>]) -> Answer<Vec<Row>> {
        let prepared = self.prepare(statement)?;
        let mut all = Vec::new();
        for row in self.client.query(&prepared, &bind(args))? {
            let cells = (0..row.len()).map(|at| cell(&row, at)).collect::<Result<Vec<_>, _>>()?;
            all.push(Row(cells.into_iter()));
        }
        Ok(all)
    }

    /// Uses the database's own clock, so that nodes need not agree on the time.
    fn clock(&mut self) -> Answer<i64> {
        let sql = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";
        self.row(sql, &[])?.ok_or_else(|| Broken("PostgreSQL does not know the time".into()))?.int()
    }

    fn version(&mut self) -> Answer<i64> {
        self.found()?.ok_or_else(|| Broken("there is no floor in this database".into()))
    }

    /// The disk usually belongs to another machine.
    fn free(&self) -> Option<u64> {
        None
    }

    /// PostgreSQL has `amcheck` for this, which its administrator can run.
    fn check(&mut self) -> Answer<Vec<String>> {
        Ok(Vec::new())
    }

    fn copy(&mut self, _: &Path) -> Result<(), NotCopied> {
        Err(NotCopied("PostgreSQL is copied with its own tools, pg_basebackup or pg_dump".into()))
    }
}

impl Postgres {
    /// Opens the floor in this database, or creates one.
    pub fn open(url: &str) -> Answer<Postgres> {
        let mut store = Postgres::connect(configure(url)?)?;
        // A node that stops in mid-transaction must not keep the tables it has lost locked. Every statement finds its
        // rows by key; no other plan is good here, whatever the statistics were when it was made.
        store.client.batch_execute(
            "set idle_in_transaction_session_timeout = '5s'; set enable_seqscan = off; \
             set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan",
        )?;
        store.begin()?;
        store.warn()?;
        Ok(store)
    }

    /// Opens an existing floor read-only.
    pub fn open_reader(url: &str) -> Answer<Postgres> {
        Postgres::read(configure(url)?)
    }

    fn read(config: Config) -> Answer<Postgres> {
        let mut reader = Postgres::connect(config)?;
        reader.client.batch_execute("set default_transaction_read_only = on")?;
        match reader.found()? {
            Some(VERSION) => Ok(reader),
            Some(found) => Err(Broken(mismatch(found))),
            None => Err(Broken("there is no floor in this database".into())),
        }
    }

    fn connect(config: Config) -> Answer<Postgres> {
        let mut client = config.connect(NoTls)?;
        let patience = PATIENCE.as_millis();
        client.batch_execute(&format!("set statement_timeout = {patience}; set search_path = ch47"))?;
        Ok(Postgres { client: Link(Some(client)), config, prepared: HashMap::new() })
    }

    fn prepare(&mut self, statement: &'static str) -> Result<Statement, Error> {
        if let Some(known) = self.prepared.get(statement) {
            return Ok(known.clone());
        }
        let new = self.client.prepare(statement)?;
        self.prepared.insert(statement, new.clone());
        Ok(new)
    }

    fn found(&mut self) -> Answer<Option<i64>> {
        let row = self.client.query_one("select to_regclass('ch47.meta') is not null", &[])?;
        if !row.try_get::<_, bool>(0)? {
            return Ok(None);
        }
        Ok(Some(self.client.query_one("select version from ch47.meta", &[])?.try_get(0)?))
    }

    /// One node creates the schema while the others wait for it.
    fn begin(&mut self) -> Answer<()> {
        self.client.batch_execute("begin; select pg_advisory_xact_lock(x'43483437'::bigint)")?;
        match self.found()? {
            Some(VERSION) => {}
            Some(found) => return Err(Broken(mismatch(found))),
            None => {
                self.client.batch_execute(SCHEMA)?;
                let mut floor = [0; 16];
                getrandom::fill(&mut floor).map_err(|error| Broken(format!("no entropy: {error}")))?;
                let named = "insert into ch47.meta (one, version, floor) values (1, $1, $2)";
                self.client.execute(named, &[&VERSION, &floor.as_slice()])?;
            }
        }
        Ok(self.client.batch_execute("commit")?)
    }

    /// Warns about settings with which the server could lose what it has acknowledged.
    fn warn(&mut self) -> Answer<()> {
        let mut setting = |name: &str| -> Answer<String> {
            Ok(self.client.query_one("select current_setting($1)", &[&name])?.try_get(0)?)
        };
        for name in ["fsync", "synchronous_commit", "full_page_writes"] {
            if setting(name)? == "off" {
                tracing::warn!("{name} is off: a crash of the database may lose what was acknowledged");
            }
        }
        if setting("synchronous_standby_names")?.is_empty() {
            tracing::warn!("no synchronous standby: a failover may lose what was acknowledged");
        }
        Ok(())
    }

    /// Writes everything in one statement, and thus in one round trip, or nothing.
    fn write_all(&mut self, columns: &Columns<'_>) -> Result<(), Refused> {
        let prepared = self.prepare(columns::APPEND)?;
        self.client.execute(&prepared, &columns.args())?;
        Ok(())
    }

    /// Writes the appends one by one, each with a savepoint before it.
    fn write_each(&mut self, batch: &[Append]) -> Result<Vec<Verdict>, Refused> {
        self.client.batch_execute("begin")?;
        let accounts: Vec<&str> =
            batch.iter().flat_map(|append| &append.postings).map(|(account, _)| account.as_str()).collect();
        let lock =
            self.prepare("select 1 from balances where account = any($1) order by account for update")?;
        self.client.execute(&lock, &[&accounts])?;
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
        self.client.batch_execute("commit")?;
        Ok(verdicts)
    }

    fn write_one(&mut self, sound: &Sound<'_>) -> Result<Verdict, Refused> {
        let Some(columns) = Columns::of(std::slice::from_ref(sound)) else { return Ok(Verdict::Unsound) };
        self.client.batch_execute("savepoint one")?;
        match self.write_all(&columns) {
            Ok(()) => Ok(Verdict::Done),
            Err(Refused::Verdict(verdict)) => {
                self.client.batch_execute("rollback to savepoint one")?;
                Ok(verdict)
            }
            Err(other) => Err(other),
        }
    }
}

/// Why a statement wrote nothing.
enum Refused {
    Verdict(Verdict),
    /// It was chosen as the victim of a deadlock: nothing of the transaction is left, and it may be tried again.
    Deadlock(Broken),
    Broken(Broken),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        match error.code().map(SqlState::code) {
            Some("C47DP") => Refused::Verdict(Verdict::Deposed),
            Some("C47RP") => Refused::Verdict(Verdict::Repeated),
            Some("C47OD") => Refused::Verdict(Verdict::Overdrawn),
            Some("C47OL") => Refused::Verdict(Verdict::OverLimit),
            // A sum overflows an account.
            Some("22003") => Refused::Verdict(Verdict::Unsound),
            // This is the only key that can be violated: a line number that is taken is not an error.
            Some("23505") => Refused::Verdict(Verdict::Repeated),
            Some("40P01") => Refused::Deadlock(error.into()),
            _ => Refused::Broken(error.into()),
        }
    }
}

impl Engine for Postgres {
    fn commit(&mut self, batch: &[Append]) -> Answer<Vec<Verdict>> {
        let sound: Option<Vec<Sound<'_>>> = batch.iter().map(|append| Sound::of(append).ok()).collect();
        let columns = sound.as_deref().and_then(Columns::of);
        let mut tries = 0;
        loop {
            let written = match &columns {
                Some(columns) => self.write_all(columns).map(|()| vec![Verdict::Done; batch.len()]),
                None => self.write_each(batch),
            };
            let written = match written {
                // Something in it is refused: find out what.
                Err(Refused::Verdict(_)) => self.write_each(batch),
                other => other,
            };
            tries += 1;
            return match written {
                Ok(verdicts) => Ok(verdicts),
                Err(Refused::Deadlock(_)) if tries < TRIES => {
                    self.client.batch_execute("rollback")?;
                    continue;
                }
                Err(Refused::Deadlock(why) | Refused::Broken(why)) => {
                    Err(Broken(format!("outcome unknown: {}", why.0)))
                }
                Err(Refused::Verdict(verdict)) => Err(Broken(format!("{verdict:?} outside of a savepoint"))),
            };
        }
    }

    fn reader(&self) -> Answer<Box<dyn Reader>> {
        Ok(Box::new(Postgres::read(self.config.clone())?))
    }
}

/// Sets timeouts so that a peer that is gone is noticed within seconds.
fn configure(url: &str) -> Answer<Config> {
    let mut config: Config = url.parse()?;
    config
        .application_name("ch47")
        .connect_timeout(PATIENCE)
        .tcp_user_timeout(PATIENCE)
        .keepalives_idle(Duration::from_secs(2))
        .keepalives_interval(Duration::from_secs(1))
        .keepalives_retries(3);
    Ok(config)
}

/// The version of the schema in this database; `None` if there is no floor yet.
pub fn schema(url: &str) -> Answer<Option<i64>> {
    Postgres::connect(configure(url)?)?.found()
}

/// Migrates the schema to a version, each step in its own transaction, while no node is running.
pub fn migrate(url: &str, to: i64, steps: &[Migration]) -> Answer<i64> {
    let mut store = Postgres::connect(configure(url)?)?;
    let from = store.found()?.ok_or_else(|| Broken("there is no floor in this database".into()))?;
    let steps = path_from(from, to, steps).map_err(Broken)?;
    let now = store.clock()?;
    let busy =
        "select coalesce(string_agg(distinct node, ', ' order by node), '') from leases where expires > $1";
    let nodes: String = store.client.query_one(busy, &[&now])?.try_get(0)?;
    if !steps.is_empty() && !nodes.is_empty() {
        return Err(Broken(format!("these nodes still run: {nodes}; stop them first")));
    }
    store.client.batch_execute("set statement_timeout = 0")?;
    for step in steps {
        let mut transaction = store.client.transaction()?;
        let done =
            transaction.batch_execute("select pg_advisory_xact_lock(x'43483437'::bigint)").and_then(|()| {
                step.postgres.iter().try_for_each(|statement| transaction.batch_execute(statement))?;
                let next = "update meta set version = $1 where version = $2";
                transaction.execute(next, &[&(step.from + 1), &step.from])
            });
        let failed = |why: Broken| {
            let (from, to) = (step.from, step.from + 1);
            Broken(format!("the step from schema {from} to {to} failed and was undone: {}", why.0))
        };
        match done {
            Ok(1) => transaction.commit().map_err(|why| failed(why.into()))?,
            Ok(_) => return Err(Broken("someone else is upgrading this floor at the same time".into())),
            Err(why) => return Err(failed(why.into())),
        }
    }
    Ok(from)
}
