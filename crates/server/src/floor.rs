//! The floor: which tables exist, which of them run here, and which nodes run the others.

mod company;
mod leases;
mod lobby;
mod money;
pub mod opening;

use crate::{
    actor::{Handle, Pace},
    chance::Drawing,
    clock,
    doors::Doors,
    high_water::HighWater,
    keys::Keys,
    limits::Limits,
    people::{self, Desk, People, Stored},
    price::Pricing,
    problem,
    readers::Readers,
    store::{
        self, Broken, Reader, Store,
        writer::{Current, Writer},
    },
    troubles::Troubles,
};
use books::{Checkpoint, Entry, Mode};
use protocol::{EdgeView, NewTable, Problem, Sign, TableSummary};
use rules::GameId;
use std::{
    collections::{BTreeMap, HashMap},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

/// How often the free disk space is checked.
const ROOM: Duration = Duration::from_millis(50);

/// The configuration of a floor.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the keys, and of the database unless another is configured.
    pub folder: PathBuf,
    /// The database: a file, or `postgres://…`.
    pub database: Option<String>,
    /// The name of this node among those that share the floor.
    pub node: Option<String>,
    /// Where other nodes reach this one, `host:port`.
    pub address: String,
    /// The origins under which browsers reach it, if there is a proxy in front.
    pub origins: Vec<String>,
    /// Whether people may sign in as guests without a password.
    pub guests: bool,
    /// What a guest's wallet holds at first, in cents.
    pub gift: i64,
    /// How much cash a clerk may take in or pay out at the cage without a second person, in cents: in one request, and
    /// in all requests of a gaming day.
    pub cage_limit: i64,
    /// Whether the chips of a physical table must be counted before the first line after an opening, and at closing.
    pub require_counts: bool,
    /// Whether cookies are sent over TLS only.
    pub secure: bool,
    /// How long tables wait for people.
    pub pace: Pace,
    /// How long tables wait for parts of the chance.
    pub drawing: Drawing,
    /// How long a lease is valid.
    pub lease: Duration,
    /// How many bytes must be free for new wagers to be accepted.
    pub reserve: u64,
    /// Whether to open a table of each game that has none.
    pub demo: bool,
    /// The limits per client.
    pub doors: Doors,
    /// The licensee's details, for the documents of the house.
    pub licensee: papers::Licensee,
}

/// The node that runs a table.
pub enum Place {
    /// On this node.
    Here(Handle),
    /// On another node, `host:port`.
    There(String),
    /// The table exists, but no node runs it at the moment.
    Between,
    /// There is no such table.
    Nowhere,
}

/// A floor.
pub struct Floor {
    /// Its configuration.
    pub config: Config,
    /// The accounts and sessions of people.
    pub desk: Desk<Stored>,
    /// The rate limits.
    pub limits: Limits,
    /// What wagers are worth.
    pub(crate) prices: Pricing,
    /// The tables that should run here but do not.
    pub troubles: Troubles,
    /// The keys.
    pub keys: Arc<Keys>,
    writer: Current,
    readers: Arc<Readers>,
    url: String,
    node: String,
    tables: RwLock<BTreeMap<String, Handle>>,
    leases: Mutex<HashMap<String, u64>>,
    /// What is known about every table, on this node or elsewhere.
    summaries: RwLock<BTreeMap<String, TableSummary>>,
    /// The display names of people whose accounts have a different name.
    names: RwLock<BTreeMap<String, String>>,
    /// The house edge on the main wager under given options; `None` while it is being computed.
    edges: RwLock<HashMap<(GameId, rounds::Settings), Option<EdgeView>>>,
    /// Tables with snapshots that were found to differ from their journals.
    pub(crate) suspects: Mutex<BTreeMap<String, u64>>,
    /// How far the journals were known to go when the high-water mark was last written.
    mark: Arc<Mutex<Option<HighWater>>>,
    full: Arc<AtomicBool>,
    stopping: AtomicBool,
    /// Whether the store's schema was changed while this program was running.
    outdated: AtomicBool,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Held as long as the process runs: only one process may use a folder.
    _lock: Option<std::fs::File>,
}

impl Floor {
    /// Opens a floor, takes the tables that no node has, and opens demonstration tables if configured.
    pub async fn open(config: Config) -> io::Result<Arc<Floor>> {
        std::fs::create_dir_all(&config.folder)?;
        #[cfg(feature = "faults")]
        crate::faults::leak_to(&config.folder);
        let lock = match config.database {
            None => Some(lock(&config.folder)?),
            Some(_) => None,
        };
        let file = config.folder.join("floor.db").to_string_lossy().into_owned();
        let url = config.database.clone().unwrap_or(file);
        let (opened, folder) = (url.clone(), config.folder.clone());
        let looked = tokio::task::spawn_blocking(move || {
            opening::schema(&opened)?;
            let mut store = store::open(&opened).map_err(io::Error::other)?;
            let sound = opening::begin(&folder, &mut *store)?;
            io::Result::Ok((store, sound))
        });
        let (store, sound) = looked.await.map_err(io::Error::other)??;
        let keys = Arc::new(sound.keys);
        // A process that returns to its own folder gets its own tables back; on a shared floor each process is a new
        // node.
        let node = match (&config.node, &config.database) {
            (Some(node), _) => node.clone(),
            (None, None) => "floor".to_owned(),
            (None, Some(_)) => format!("node-{}", crate::chance::salt()?),
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
            limits: Limits::new(&config.doors),
            prices: Pricing::default(),
            troubles: Troubles::default(),
            keys,
            writer,
            readers: Readers::new(&url),
            url,
            node,
            tables: RwLock::default(),
            leases: Mutex::default(),
            summaries: RwLock::default(),
            names: RwLock::default(),
            edges: RwLock::default(),
            suspects: Mutex::default(),
            mark: Arc::new(Mutex::new(sound.mark)),
            full: Arc::default(),
            stopping: AtomicBool::new(false),
            outdated: AtomicBool::new(false),
            thread: Mutex::new(Some(thread)),
            _lock: lock,
            config,
        });
        // This must start before the first table is taken: reading its journal may take longer than its lease is valid.
        tokio::spawn(Arc::clone(&floor).keep_leases());
        let begun = match floor.begin().await {
            Ok(()) if floor.config.demo => floor.demo().await,
            other => other,
        };
        // The background tasks end with the floor.
        begun.inspect_err(|_| floor.stopping.store(true, Ordering::Relaxed))?;
        Ok(floor)
    }

    /// Registers the address of this node, and takes the tables that no node has.
    async fn begin(self: &Arc<Self>) -> io::Result<()> {
        let (name, address) = (self.node.clone(), self.config.address.clone());
        self.with(move |store| store.register(&name, &address)).await?;
        self.learn_names().await?;
        self.claim_all().await?;
        if self.here(&self.cage()).is_none() {
            self.claim(&self.cage()).await?;
        }
        Ok(())
    }

    /// Whether the store has failed. In that case nothing more is acknowledged.
    pub fn is_broken(&self) -> bool {
        self.writer.get().is_broken().is_some() || self.outdated.load(Ordering::Relaxed)
    }

    /// Whether it is closing.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Runs a task on the store, in order with all writes.
    pub async fn with<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut dyn Store) -> Result<T, Broken> + Send + 'static,
    ) -> io::Result<T> {
        self.writer.get().with(task).await.map_err(io::Error::other)
    }

    /// Reads from the store without blocking the writer.
    pub async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&mut dyn Reader) -> Result<T, Broken> + Send + 'static,
    ) -> io::Result<T> {
        self.readers.read(read).await
    }

    /// All tables of the floor, by name.
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
            let now = handle.feed.snapshot();
            (summary.open, summary.people, summary.round) =
                (now.open, handle.feed.presence.around().present, now.round);
            summary.last = handle.feed.last();
            // Options may change while a table is open.
            if summary.options != *now.options
                && !now.options.is_empty()
                && let Some(game) = GameId::find(&summary.game)
            {
                summary.options.clone_from(&now.options);
                summary.signs = signs(game, &summary.options);
                summary.limits = lobby::limits(game, &summary.options);
            }
        }
        summary.edge = GameId::find(&summary.game).and_then(|game| self.edge(game, &summary.options));
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

    /// Finds where a table runs.
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
        let is_day =
            |day: &String| day.parse::<jiff::civil::Date>().is_ok_and(|date| date.to_string() == *day);
        if !new.approved.as_ref().is_none_or(is_day) {
            return Err(problem::bad_request("the day of approval is written 2026-02-20"));
        }
        let entry = Entry::Opened {
            game: new.game.clone(),
            pit: new.pit.clone(),
            options: new.options.clone(),
            edition: books::title_and_edition(game).1,
            version: books::VERSION.to_owned(),
            chance: if new.physical { Mode::Physical } else { Mode::Digital },
            inventory: new.inventory,
            approved: new.approved.clone(),
        };
        // A journal that only notes the loss of lines is not a table yet.
        self.learn().await.map_err(|_| problem::unknown_outcome())?;
        if self.summary(&new.table).is_some() {
            return Err(problem::conflict("there is a table of that name"));
        }
        let handle = match self.here(&new.table) {
            None => self.claim(&new.table).await.map_err(|_| problem::unknown_outcome())?,
            here => here,
        };
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

    /// Learns about tables that were opened on this node or elsewhere.
    async fn learn(self: &Arc<Self>) -> io::Result<()> {
        let known: Vec<String> = self.summaries().into_iter().map(|summary| summary.table).collect();
        let fresh = self.read(move |store| {
            let mut fresh = Vec::new();
            for table in store.tables()? {
                if known.contains(&table) {
                    continue;
                }
                let first = store.lines(&table, 0, 8)?;
                fresh.extend(first.iter().find_map(|line| summary_of(&table, &line.line)));
            }
            Ok(fresh)
        });
        let fresh = fresh.await?;
        let mut known = self.summaries.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(fresh.into_iter().map(|summary| (summary.table.clone(), summary)));
        Ok(())
    }

    /// Opens a table of each game that has none, with the usual choices where the licensee must decide.
    async fn demo(self: &Arc<Self>) -> io::Result<()> {
        let known = self.summaries();
        for game in GameId::ALL {
            let table = format!("{}-1", game.name());
            if known.iter().any(|summary| summary.game == game.name()) {
                continue;
            }
            let new = NewTable {
                table,
                pit: "demo".to_owned(),
                game: game.name().to_owned(),
                options: rounds::Settings::standard(*game),
                physical: false,
                inventory: 10_000_000,
                approved: None,
            };
            if let Err(problem) = self.open_table(books::HOUSE, new).await {
                tracing::error!(problem.message, "a table of the demonstration cannot be opened");
            }
        }
        Ok(())
    }

    /// The periodic tasks: leases, unclaimed tables, checkpoints, disk space.
    pub async fn keep(self: Arc<Self>) {
        tokio::spawn(Arc::clone(&self).watch_room());
        tokio::spawn(Arc::clone(&self).keep_tables());
        tokio::spawn(Arc::clone(&self).keep_mark());
        tokio::spawn(Arc::clone(&self).keep_checking());
        tokio::spawn(Arc::clone(&self).keep_company());
        while self.rest(self.pulse()).await {
            if self.is_broken() {
                self.suspend().await;
                // A file that failed may be corrupt, so a person has to look at it. A database server keeps what it
                // acknowledged; when it answers again, the tables are taken and replayed from what it has.
                if store::is_shared(&self.url)
                    && let Err(error) = self.reopen().await
                {
                    tracing::error!(%error, "the store cannot be opened again");
                }
                continue;
            }
            for (table, handle) in self.all_here().into_iter().filter(|(_, handle)| handle.is_stopped()) {
                handle.failure().into_iter().for_each(|why| self.troubles.failed(&table, why));
                self.forget(&table).await;
            }
            if let Err(error) = self.checkpoint().await {
                tracing::error!(%error, "heads cannot be signed");
            }
        }
    }

    /// Checks the free disk space often: a busy floor writes many megabytes a second.
    async fn watch_room(self: Arc<Self>) {
        while !self.is_stopping() {
            match self.read(|store| Ok(store.room())).await {
                Ok(Some(room)) => self.full.store(room < self.config.reserve, Ordering::Relaxed),
                // A database server has its own disk, which cannot be checked from here.
                Ok(None) => return,
                Err(error) => tracing::warn!(%error, "the room on the disk is not known"),
            }
            tokio::time::sleep(ROOM).await;
        }
    }

    /// Signs the head of every journal that has grown.
    pub async fn checkpoint(self: &Arc<Self>) -> io::Result<()> {
        for (table, handle) in self.all_here() {
            let (size, root) = handle.feed.head();
            if size == 0 || !handle.feed.has_grown(size) {
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
            // Only once it is stored: a caller who asks in the meantime just signs the same head again.
            handle.feed.signed(size);
        }
        Ok(())
    }

    /// The store has failed: stops every table, so that nothing more is acknowledged.
    async fn suspend(&self) {
        for (_, handle) in self.all_here() {
            if !handle.is_stopped() {
                handle.stop("the store failed").await;
            }
        }
    }

    /// Opens the store again in place of one that failed, and starts over.
    async fn reopen(self: &Arc<Self>) -> io::Result<()> {
        let url = self.url.clone();
        let store = blocking(move || store::open(&url)).await?;
        let (writer, thread) = Writer::start(store).map_err(io::Error::other)?;
        self.tables.write().unwrap_or_else(PoisonError::into_inner).clear();
        self.leases.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.readers.clear();
        self.troubles.clear();
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        self.writer.set(writer);
        tracing::warn!("the store is open again");
        self.begin().await
    }

    /// Closes the floor: tables stop between two lines, queued lines are written, and the last heads are signed.
    pub async fn close(self: &Arc<Self>) {
        self.stopping.store(true, Ordering::Relaxed);
        for (_, handle) in self.all_here() {
            handle.finish("the floor closes").await;
        }
        if let Err(error) = self.checkpoint().await {
            tracing::error!(%error, "the last heads were not signed");
        }
        if let Err(error) = self.mark().await {
            tracing::error!(%error, "the last high-water mark was not written");
        }
        let leases: Vec<_> = self.leases.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        let node = self.node.clone();
        let _ = self
            .with(move |store| {
                leases.iter().try_for_each(|(table, epoch)| store.release(table, &node, *epoch))
            })
            .await;
    }

    /// The cage of this node. It has a journal like a table's, in which wallets are filled and emptied.
    pub fn cage(&self) -> String {
        store::cage_of(&self.node)
    }

    /// Whether this is the name of a node's cage, where nothing is played.
    pub fn is_cage(&self, table: &str) -> bool {
        store::is_cage(table)
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

    /// The writer thread, to be joined at the end.
    pub fn take_thread(&self) -> Option<JoinHandle<()>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
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
        limits: lobby::limits(id, &options),
        needs_two: lobby::needs_two(id),
        edge: None,
        last: Vec::new(),
        glance: None,
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

/// The signs that the options oblige the house to post.
pub fn signs(game: GameId, options: &rounds::Settings) -> Vec<Sign> {
    books::duties(game, options).into_iter().map(|(cite, text)| Sign { cite, text }).collect()
}

fn lock(folder: &Path) -> io::Result<std::fs::File> {
    let file = std::fs::File::create(folder.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(io::Error::other(format!("{}: another process runs this floor", folder.display()))),
    }
}

/// Runs blocking work on a thread where that is allowed.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Broken> + Send + 'static,
) -> io::Result<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => answer.map_err(io::Error::other),
        Err(error) => Err(io::Error::other(error)),
    }
}
