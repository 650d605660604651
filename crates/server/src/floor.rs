//! The floor: which tables there are, which of them run here, and who else runs the others.

use crate::{
    actor::{self, Handle, Pace, Setup},
    chance::Chance,
    clock,
    hall::{Hall, KEPT, Published, Snapshot},
    keys::Keys,
    limits::Limits,
    people::{self, Desk, People, Stored},
    price::Pricing,
    problem,
    replay::replay,
    store::{
        self, Broken, Reader, Store,
        writer::{Current, Writer},
    },
    troubles::Troubles,
};
use books::{Book, Checkpoint, Entry, Mode};
use futures_util::stream::{self, StreamExt};
use protocol::{NewTable, Problem, Sign, TableSummary};
use rules::GameId;
use std::{
    collections::{BTreeMap, HashMap},
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

/// How the names of cages begin.
const CAGE: &str = "cage-";

/// How often the room on the disk is looked at.
const ROOM: Duration = Duration::from_millis(50);

/// How a floor is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of keys, and of the database where none is named.
    pub folder: PathBuf,
    /// The database: a file, or `postgres://…`.
    pub database: Option<String>,
    /// The name of this node among those that share the floor.
    pub node: Option<String>,
    /// Where other nodes reach this one, `host:port`.
    pub address: String,
    /// The origins browsers reach it under, if a proxy stands in front.
    pub origins: Vec<String>,
    /// Whether people may come in without a password.
    pub guests: bool,
    /// What a guest's wallet holds at first, in cents.
    pub gift: i64,
    /// Whether cookies go over TLS alone.
    pub secure: bool,
    /// How long tables wait for people.
    pub pace: Pace,
    /// How long a lease holds.
    pub lease: Duration,
    /// Bytes that must be free for new wagers to be taken.
    pub reserve: u64,
    /// Whether to open a table of each game where there is none.
    pub demo: bool,
}

/// Where a table is.
pub enum Place {
    /// Here.
    Here(Handle),
    /// At another node, `host:port`.
    There(String),
    /// Somewhere, but nobody runs it at the moment.
    Between,
    /// Nowhere.
    Nowhere,
}

/// A floor.
pub struct Floor {
    /// How it is run.
    pub config: Config,
    /// Who is here.
    pub desk: Desk<Stored>,
    /// How often.
    pub limits: Limits,
    /// What wagers are worth.
    pub(crate) prices: Pricing,
    /// The tables that should run here and do not.
    pub troubles: Troubles,
    /// The keys.
    pub keys: Arc<Keys>,
    writer: Current,
    readers: Mutex<Vec<Box<dyn Reader>>>,
    url: String,
    node: String,
    tables: RwLock<BTreeMap<String, Handle>>,
    leases: Mutex<HashMap<String, u64>>,
    /// What is known of every table's opening, here or elsewhere.
    summaries: RwLock<BTreeMap<String, TableSummary>>,
    full: Arc<AtomicBool>,
    stopping: AtomicBool,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Held as long as the process runs: one process a folder.
    _lock: Option<std::fs::File>,
}

impl Floor {
    /// Opens a floor, takes the tables that nobody has, and makes those of a demonstration.
    pub async fn open(config: Config) -> io::Result<Arc<Floor>> {
        std::fs::create_dir_all(&config.folder)?;
        let lock = match config.database {
            None => Some(lock(&config.folder)?),
            Some(_) => None,
        };
        let keys = Arc::new(Keys::open(&config.folder)?);
        let file = config.folder.join("floor.db").to_string_lossy().into_owned();
        let url = config.database.clone().unwrap_or(file);
        let opened = url.clone();
        let store = blocking(move || store::open(&opened)).await?;
        // A process that comes back to its own folder comes back to its own tables; on a shared floor each is new.
        let node = match (&config.node, &config.database) {
            (Some(node), _) => node.clone(),
            (None, None) => "floor".to_owned(),
            (None, Some(_)) => format!("node-{}", crate::chance::salt()),
        };
        let (writer, thread) = Writer::start(store).map_err(io::Error::other)?;
        let settings =
            people::Settings { guests: config.guests, secure: config.secure, ..people::Settings::USUAL };
        let writer = Current::new(writer);
        let (writes, opened) = (writer.clone(), url.clone());
        let kept = blocking(move || Stored::new(writes, &opened)).await?;
        let people = People::new(kept, settings).map_err(io::Error::other)?;
        let floor = Arc::new(Floor {
            desk: Desk::new(people),
            limits: Limits::new(),
            prices: Pricing::default(),
            troubles: Troubles::default(),
            keys,
            writer,
            readers: Mutex::default(),
            url,
            node,
            tables: RwLock::default(),
            leases: Mutex::default(),
            summaries: RwLock::default(),
            full: Arc::default(),
            stopping: AtomicBool::new(false),
            thread: Mutex::new(Some(thread)),
            _lock: lock,
            config,
        });
        floor.begin().await?;
        if floor.config.demo {
            floor.demo().await?;
        }
        Ok(floor)
    }

    /// Says where this node is, and takes the tables that nobody has.
    async fn begin(self: &Arc<Self>) -> io::Result<()> {
        let (name, address) = (self.node.clone(), self.config.address.clone());
        self.with(move |store| store.register(&name, &address)).await?;
        self.claim_all().await?;
        if self.here(&self.cage()).is_none() {
            self.claim(&self.cage()).await?;
        }
        Ok(())
    }

    /// Whether the store has failed: then nothing more is acknowledged.
    pub fn is_broken(&self) -> bool {
        self.writer.get().is_broken().is_some()
    }

    /// Whether it is closing.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Does something with the store, in the order of writing.
    pub async fn with<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut dyn Store) -> Result<T, Broken> + Send + 'static,
    ) -> io::Result<T> {
        self.writer.get().with(task).await.map_err(io::Error::other)
    }

    /// Reads the store, off the writer's way.
    pub async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&mut dyn Reader) -> Result<T, Broken> + Send + 'static,
    ) -> io::Result<T> {
        let floor = Arc::clone(self);
        blocking(move || {
            let idle = floor.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut reader = match idle {
                Some(reader) => reader,
                None => store::open_reader(&floor.url)?,
            };
            let answer = read(&mut *reader)?;
            floor.readers.lock().unwrap_or_else(PoisonError::into_inner).push(reader);
            Ok(answer)
        })
        .await
    }

    /// The tables of the whole floor, by name.
    pub fn summaries(&self) -> Vec<TableSummary> {
        let known = self.summaries.read().unwrap_or_else(PoisonError::into_inner);
        known.values().map(|summary| self.fresh(summary.clone())).collect()
    }

    /// What is known of one table.
    pub fn summary(&self, table: &str) -> Option<TableSummary> {
        let known = self.summaries.read().unwrap_or_else(PoisonError::into_inner);
        known.get(table).map(|summary| self.fresh(summary.clone()))
    }

    fn fresh(&self, mut summary: TableSummary) -> TableSummary {
        if let Some(handle) = self.here(&summary.table) {
            let now = handle.hall.snapshot();
            (summary.open, summary.people, summary.round) =
                (now.open, handle.hall.presence.around().present, now.round);
            // Options change while a table stands.
            if summary.options != *now.options
                && !now.options.is_empty()
                && let Some(game) = GameId::find(&summary.game)
            {
                summary.options.clone_from(&now.options);
                summary.signs = signs(game, &summary.options);
            }
        }
        summary
    }

    /// The table, if it runs here.
    pub fn here(&self, table: &str) -> Option<Handle> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(table).filter(|handle| !handle.is_stopped()).cloned()
    }

    /// Every table that runs here.
    pub fn all_here(&self) -> Vec<(String, Handle)> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.iter().map(|(name, handle)| (name.clone(), handle.clone())).collect()
    }

    /// Where a table is.
    pub async fn find(self: &Arc<Self>, table: &str) -> io::Result<Place> {
        if let Some(handle) = self.here(table) {
            return Ok(Place::Here(handle));
        }
        let name = table.to_owned();
        let owner = self.read(move |store| store.owner(&name)).await?;
        Ok(match owner {
            None => Place::Nowhere,
            Some(owner) if owner.node == self.node || owner.left_ms <= 0 || owner.address.is_empty() => {
                Place::Between
            }
            Some(owner) => Place::There(owner.address),
        })
    }

    /// Opens a new table.
    pub async fn open_table(self: &Arc<Self>, by: &str, new: NewTable) -> Result<(), Problem> {
        let fine = |text: &str| {
            (1..=32).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && !text.starts_with('-')
        };
        if !fine(&new.table) || !fine(&new.pit) || self.is_cage(&new.table) {
            return Err(problem::bad_request(
                "a table and a pit have names of 1 to 32 letters, digits and -, and no table's begins with - or cage-",
            ));
        }
        if !(0..=100_000_000_000).contains(&new.inventory) {
            return Err(problem::bad_request("an inventory is between nothing and a billion dollars"));
        }
        let Some(game) = GameId::find(&new.game) else { return Err(problem::unknown("game")) };
        let options = if new.options.is_empty() { standard(game) } else { new.options.clone() };
        let entry = Entry::Opened {
            game: new.game.clone(),
            pit: new.pit.clone(),
            options,
            edition: books::title_and_edition(game).1,
            version: books::VERSION.to_owned(),
            chance: if new.physical { Mode::Physical } else { Mode::Digital },
            inventory: new.inventory,
        };
        let name = new.table.clone();
        let lines =
            self.read(move |store| store.head(&name)).await.map_err(|_| problem::unknown_outcome())?;
        if lines.is_some() {
            return Err(problem::conflict("there is a table of that name"));
        }
        let handle = self.claim(&new.table).await.map_err(|_| problem::unknown_outcome())?;
        let handle = handle.ok_or_else(|| problem::conflict("another node has that table"))?;
        match handle.write(by, None, entry).await {
            Ok(_) => {
                self.learn().await.map_err(|_| problem::unknown_outcome())?;
                Ok(())
            }
            Err(problem) => {
                handle.stop("it was not opened").await;
                self.forget(&new.table).await;
                Err(problem)
            }
        }
    }

    async fn forget(&self, table: &str) {
        self.tables.write().unwrap_or_else(PoisonError::into_inner).remove(table);
        let epoch = self.leases.lock().unwrap_or_else(PoisonError::into_inner).remove(table);
        if let Some(epoch) = epoch {
            let (table, node) = (table.to_owned(), self.node.clone());
            let _ = self.with(move |store| store.release(&table, &node, epoch)).await;
        }
    }

    /// Takes a table, if it is free, and lets it run.
    pub async fn claim(self: &Arc<Self>, table: &str) -> io::Result<Option<Handle>> {
        let (name, node) = (table.to_owned(), self.node.clone());
        let ttl = u32::try_from(self.config.lease.as_millis()).unwrap_or(u32::MAX);
        let Some(epoch) = self.with(move |store| store.claim(&name, &node, ttl)).await? else {
            return Ok(None);
        };
        let (name, keys) = (table.to_owned(), Arc::clone(&self.keys));
        let (book, hall, chance) = self.read(move |store| Ok(load(&name, &keys, store))).await??;
        let took_over = book.next() > 0 && book.epoch() + 1 < epoch;
        let handle = actor::start(Setup {
            book,
            hall,
            epoch,
            writer: self.writer.get(),
            keys: Arc::clone(&self.keys),
            chance,
            pace: self.config.pace,
            full: Arc::clone(&self.full),
            now: clock::now,
        });
        if took_over || self.config.database.is_some() && handle.hall.next() > 0 {
            let entry = Entry::TakenOver { node: self.node.clone() };
            let _ = handle.write(books::HOUSE, None, entry).await;
        }
        self.leases.lock().unwrap_or_else(PoisonError::into_inner).insert(table.to_owned(), epoch);
        self.tables.write().unwrap_or_else(PoisonError::into_inner).insert(table.to_owned(), handle.clone());
        self.troubles.runs(table);
        Ok(Some(handle))
    }

    /// Takes every table that nobody has.
    pub async fn claim_all(self: &Arc<Self>) -> io::Result<()> {
        let (tables, owners) = self.read(|store| Ok((store.tables()?, store.owners()?))).await?;
        let free = |table: &String| {
            let owner = owners.iter().find(|owner| owner.table == *table);
            // A cage is its node's alone: nobody plays there, and the node wants it back when it returns.
            let foreign = self.is_cage(table) && *table != self.cage();
            owner.is_none_or(|owner| owner.node == self.node || owner.left_ms <= 0)
                && !foreign
                && self.here(table).is_none()
                && self.troubles.may_try(table)
        };
        self.troubles.leave_to_others(&owners, &self.node);
        // Journals are replayed side by side, one on each core.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let claims = tables.into_iter().filter(free).map(|table| async move {
            match self.claim(&table).await {
                Ok(Some(_)) => tracing::info!(table, "the table runs here"),
                Ok(None) => {}
                Err(error) => self.troubles.unopened(&table, &error),
            }
        });
        stream::iter(claims).buffer_unordered(cores).collect::<()>().await;
        self.learn().await
    }

    /// Learns of tables that were opened here or elsewhere.
    async fn learn(self: &Arc<Self>) -> io::Result<()> {
        let known: Vec<(String, Vec<String>)> =
            self.summaries().into_iter().map(|summary| (summary.table, summary.options)).collect();
        let fresh = self.read(move |store| {
            let mut fresh = Vec::new();
            for table in store.tables()? {
                let docs = store.lines(&table, 0, 1)?;
                if !known.iter().any(|(name, _)| *name == table)
                    && let Some(summary) = docs.first().and_then(|line| summary_of(&table, &line.line))
                {
                    fresh.push(summary);
                }
            }
            Ok(fresh)
        });
        let fresh = fresh.await?;
        let mut known = self.summaries.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(fresh.into_iter().map(|summary| (summary.table.clone(), summary)));
        Ok(())
    }

    /// A table of each game, where there is none.
    async fn demo(self: &Arc<Self>) -> io::Result<()> {
        let known = self.summaries();
        for game in GameId::ALL {
            let table = format!("{}-1", game.name());
            if known.iter().any(|summary| summary.game == game.name()) {
                continue;
            }
            let (pit, game) = ("demo".to_owned(), game.name().to_owned());
            let new =
                NewTable { table, pit, game, options: Vec::new(), physical: false, inventory: 10_000_000 };
            if let Err(problem) = self.open_table(books::HOUSE, new).await {
                tracing::error!(problem.message, "a table of the demonstration cannot be opened");
            }
        }
        Ok(())
    }

    /// What has to be done again and again: leases, tables nobody has, checkpoints, room on the disk.
    pub async fn keep(self: Arc<Self>) {
        let beat = self.config.lease.min(Duration::from_secs(3)) / 3;
        tokio::spawn(Arc::clone(&self).watch_room());
        while !self.is_stopping() {
            tokio::time::sleep(beat).await;
            if self.is_broken() {
                self.suspend().await;
                // A file that failed may not be what it seems: somebody has to look at it. A database server keeps
                // what it acknowledged; when it answers again, the tables are taken and replayed from what it has.
                if store::is_shared(&self.url)
                    && let Err(error) = self.reopen().await
                {
                    tracing::error!(%error, "the store cannot be opened again");
                }
                continue;
            }
            if let Err(error) = self.beat().await {
                tracing::error!(%error, "the floor's keeping failed");
            }
        }
    }

    async fn beat(self: &Arc<Self>) -> io::Result<()> {
        let leases: Vec<(String, u64)> = {
            let leases = self.leases.lock().unwrap_or_else(PoisonError::into_inner);
            leases.iter().map(|(table, epoch)| (table.clone(), *epoch)).collect()
        };
        let ttl = u32::try_from(self.config.lease.as_millis()).unwrap_or(u32::MAX);
        let (node, asked) = (self.node.clone(), leases.clone());
        let held = self.with(move |store| store.renew(&node, &asked, ttl)).await?;
        for ((table, _), _) in leases.iter().zip(held).filter(|(_, held)| !held) {
            if let Some(handle) = self.here(table) {
                handle.stop("another node has the table").await;
            }
            self.forget(table).await;
        }
        for (table, handle) in self.all_here().into_iter().filter(|(_, handle)| handle.is_stopped()) {
            handle.failure().into_iter().for_each(|why| self.troubles.failed(&table, why));
            self.forget(&table).await;
        }
        self.claim_all().await?;
        self.checkpoint().await?;
        Ok(())
    }

    /// Looks at the room on the disk, often: a busy floor writes many megabytes a second.
    async fn watch_room(self: Arc<Self>) {
        while !self.is_stopping() {
            match self.read(|store| Ok(store.room())).await {
                Ok(Some(room)) => self.full.store(room < self.config.reserve, Ordering::Relaxed),
                // A database server has its own disk, and nobody here can look at it.
                Ok(None) => return,
                Err(error) => tracing::warn!(%error, "the room on the disk is not known"),
            }
            tokio::time::sleep(ROOM).await;
        }
    }

    /// Signs the head of every journal that has grown.
    pub async fn checkpoint(self: &Arc<Self>) -> io::Result<()> {
        for (table, handle) in self.all_here() {
            let (size, root) = handle.hall.head();
            if size == 0 || !handle.hall.has_grown(size) {
                continue;
            }
            let Ok(signed) = Checkpoint::sign(self.keys.signing(), &table, size, root, clock::now()) else {
                continue;
            };
            let kept = store::Checkpoint {
                table,
                size,
                root,
                at: signed.at,
                signature: signed.signature.into_bytes(),
            };
            self.with(move |store| store.put_checkpoint(&kept)).await?;
            // Only now: whoever asks in between signs the same head, and does without nothing.
            handle.hall.signed(size);
        }
        Ok(())
    }

    /// The store has failed: every table stops, and nothing more is acknowledged.
    async fn suspend(&self) {
        for (_, handle) in self.all_here() {
            if !handle.is_stopped() {
                handle.stop("the store failed").await;
            }
        }
    }

    /// Opens the store once more, in the place of one that failed, and begins anew.
    async fn reopen(self: &Arc<Self>) -> io::Result<()> {
        let url = self.url.clone();
        let store = blocking(move || store::open(&url)).await?;
        let (writer, thread) = Writer::start(store).map_err(io::Error::other)?;
        self.tables.write().unwrap_or_else(PoisonError::into_inner).clear();
        self.leases.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.troubles.clear();
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        self.writer.set(writer);
        tracing::warn!("the store is open again");
        self.begin().await
    }

    /// Closes: tables stop between two lines, what is queued is written, the last heads are signed.
    pub async fn close(self: &Arc<Self>) {
        self.stopping.store(true, Ordering::Relaxed);
        for (_, handle) in self.all_here() {
            handle.stop("the floor closes").await;
        }
        if let Err(error) = self.checkpoint().await {
            tracing::error!(%error, "the last heads were not signed");
        }
        let leases: Vec<_> = self.leases.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        let node = self.node.clone();
        let _ = self
            .with(move |store| {
                leases.iter().try_for_each(|(table, epoch)| store.release(table, &node, *epoch))
            })
            .await;
    }

    /// The cage of this node: it has a journal like a table's, in which wallets are filled and emptied.
    pub fn cage(&self) -> String {
        format!("{CAGE}{}", self.node)
    }

    /// Whether this is the name of a node's cage, at which nobody plays.
    pub fn is_cage(&self, table: &str) -> bool {
        table.starts_with(CAGE)
    }

    /// Puts cash into a person's wallet, or pays it out.
    pub async fn fund(
        &self,
        by: &str,
        person: &str,
        cents: i64,
        key: Option<(String, books::Hash)>,
    ) -> Result<protocol::Receipt, Problem> {
        let cage = self.here(&self.cage()).ok_or_else(problem::unknown_outcome)?;
        cage.write(by, key, Entry::Funded { person: person.to_owned(), cents }).await
    }

    /// What a person's wallet holds, in cents.
    pub async fn wallet(self: &Arc<Self>, person: &str) -> io::Result<i64> {
        let account = books::Account::Wallet(person.to_owned()).to_string();
        let balances = self.read(move |store| Ok((store.balances(&account)?, account))).await?;
        Ok(balances.0.iter().find(|(name, _)| *name == balances.1).map_or(0, |(_, cents)| *cents))
    }

    /// The thread that writes, to be waited for at the end.
    pub fn take_thread(&self) -> Option<JoinHandle<()>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Replays a journal: the book, what may be told of its last lines, and the secrets it still needs.
fn load(table: &str, keys: &Keys, store: &mut dyn Reader) -> io::Result<(Book, Arc<Hall>, Chance)> {
    let hall = Hall::default();
    let end = store.head(table).map_err(io::Error::other)?.map_or(0, |head| head.seq + 1);
    let book = replay(store, Book::new(table), u64::MAX, |book, step| {
        hall.marks.note(book, &step);
        match step.record.seq + u64::from(KEPT) < end {
            true => hall.pass(step.leaf),
            false => hall.recall(Published::new(step, book.engine(), None)),
        }
        ControlFlow::Continue(())
    })?;
    hall.stand(Snapshot { people: actor::people(&book), ..actor::snapshot(&book) });
    let chance = Chance::recover(&book, keys, store)?;
    Ok((book, Arc::new(hall), chance))
}

fn summary_of(table: &str, line: &str) -> Option<TableSummary> {
    let record = books::Record::read(line).ok()?;
    let Entry::Opened { game, pit, options, chance, .. } = record.entry else { return None };
    let id = GameId::find(&game)?;
    Some(TableSummary {
        table: table.to_owned(),
        pit,
        title: books::title_and_edition(id).0.to_owned(),
        signs: signs(id, &options),
        options,
        game,
        chance: match chance {
            Mode::Digital => "digital",
            Mode::Physical => "physical",
        }
        .to_owned(),
        open: true,
        people: 0,
        round: 0,
    })
}

/// What the options oblige the house to post.
pub fn signs(game: GameId, options: &[String]) -> Vec<Sign> {
    books::duties(game, options).into_iter().map(|(cite, text)| Sign { cite, text }).collect()
}

/// A game's usual options, as they are written.
pub fn standard(game: GameId) -> Vec<String> {
    books::standard(game).iter().map(ToString::to_string).collect()
}

fn lock(folder: &Path) -> io::Result<std::fs::File> {
    let file = std::fs::File::create(folder.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(io::Error::other(format!("{}: another process runs this floor", folder.display()))),
    }
}

/// Runs what blocks on a thread where that is allowed.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Broken> + Send + 'static,
) -> io::Result<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => answer.map_err(io::Error::other),
        Err(error) => Err(io::Error::other(error)),
    }
}
