//! Which tables this node runs: claiming them, keeping them, and giving them back.
//!
//! Leases are renewed by a separate task with its own connection, and a lease is on its list from the moment it is
//! claimed, before the journal is read: a node never loses a table because it is busy. Tables are claimed by another
//! task, which may take as long as the journals require. With a database file, the lock on the file is the lease, and
//! nothing has to be renewed.

use super::{Floor, blocking};
use crate::{
    actor::{self, Handle, Keeping, Setup},
    chance::Chance,
    clock,
    high_water::HighWater,
    load::{Loaded, load},
    store::{self, Store, migrations},
};
use books::{Entry, Fault, NotARecord, Why};
use futures_util::stream::{self, StreamExt};
use std::{
    hash::{BuildHasher, RandomState},
    io,
    sync::{Arc, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

/// How many journals are read at once.
const LOADS: usize = 2;
/// The least time that a node that cannot renew its leases waits before it stops its tables. A short delay is harmless:
/// whatever it writes is fenced by epochs anyway.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often the high-water mark is written, if any journal has grown.
const MARK: Duration = Duration::from_secs(1);

impl Floor {
    /// Notes that a table could not be opened. If it needs another version of the program, trying again does not help.
    fn note_unopened(&self, table: &str, error: &io::Error) {
        let why = error.get_ref();
        let fault = why.and_then(|why| why.downcast_ref::<Fault>());
        let form = why.and_then(|why| why.downcast_ref::<NotARecord>());
        match (fault, form) {
            (Some(Fault::Rules(_)), _) | (_, Some(NotARecord::Format(_) | NotARecord::Kind(_))) => {
                self.troubles.failed_for_good(table, &error.to_string());
            }
            _ => self.troubles.unopened(table, error),
        }
    }

    /// How long a lease is valid, in milliseconds.
    fn ttl(&self) -> u32 {
        u32::try_from(self.config.lease.as_millis()).unwrap_or(u32::MAX)
    }

    /// How often leases are renewed and free tables are looked for.
    pub(super) fn pulse(&self) -> Duration {
        self.config.lease.min(Duration::from_secs(3)) / 3
    }

    /// Sleeps, but stops when the floor does; returns whether the floor is still running.
    pub(crate) async fn rest(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while !self.is_stopping() && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(50).min(time)).await;
        }
        !self.is_stopping()
    }

    /// Claims a table if it is free, and starts it. Returns `None` if another node has it, or it already runs here.
    pub async fn claim(self: &Arc<Self>, table: &str) -> io::Result<Option<Handle>> {
        if !self.reserve(table) {
            return Ok(None);
        }
        let (name, node, ttl) = (table.to_owned(), self.node.clone(), self.ttl());
        let epoch = match self.with(move |store| store.claim(&name, &node, ttl)).await {
            Ok(Some(epoch)) => epoch,
            other => {
                self.held().remove(table);
                return other.map(|_| None);
            }
        };
        // From here on the lease is renewed, however long it takes to read the journal.
        self.held().insert(table.to_owned(), epoch);
        match self.start(table, epoch).await {
            Ok(handle) => {
                self.troubles.runs(table);
                Ok(Some(handle))
            }
            Err(error) => {
                self.forget(table).await;
                self.note_unopened(table, &error);
                Err(error)
            }
        }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, std::collections::HashMap<String, u64>> {
        self.leases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this task may claim the table now, to the exclusion of others. An epoch of 0 stands for a lease being
    /// claimed.
    fn reserve(&self, table: &str) -> bool {
        let mut held = self.held();
        if held.contains_key(table) {
            return false;
        }
        held.insert(table.to_owned(), 0);
        true
    }

    /// Reads the journal of a table whose lease is held, and starts the table.
    async fn start(self: &Arc<Self>, table: &str, epoch: u64) -> io::Result<Handle> {
        let (name, keys) = (table.to_owned(), Arc::clone(&self.keys));
        let loaded = self.read(move |store| Ok(load(&name, &keys, store))).await??;
        let Loaded { book, feed, filter, kept } = loaded;
        if self.held().get(table) != Some(&epoch) {
            return Err(io::Error::other("another node took the table while its journal was read"));
        }
        let took_over = book.next() > 0 && book.epoch() + 1 < epoch;
        let moved = took_over || self.config.database.is_some();
        let handle = actor::start(Setup {
            book,
            feed,
            epoch,
            writer: self.writer.get(),
            keys: Arc::clone(&self.keys),
            chance: Chance::default(),
            drawing: self.config.drawing,
            gives_up: if moved { Why::TakeOver } else { Why::Restart },
            keeping: Keeping::new(filter, kept, Arc::clone(&self.readers)),
            pace: self.config.pace,
            full: Arc::clone(&self.full),
            cage_limit: self.config.cage_limit,
            now: clock::now,
        });
        if moved && handle.feed.next() > 0 {
            let entry = Entry::TakenOver { node: self.node.clone() };
            let _ = handle.write(books::HOUSE, None, entry).await;
        }
        self.tables.write().unwrap_or_else(PoisonError::into_inner).insert(table.to_owned(), handle.clone());
        Ok(handle)
    }

    /// Gives up a table and returns its lease.
    pub(super) async fn forget(&self, table: &str) {
        self.tables.write().unwrap_or_else(PoisonError::into_inner).remove(table);
        let epoch = self.held().remove(table);
        if let Some(epoch) = epoch.filter(|epoch| *epoch > 0) {
            let (table, node) = (table.to_owned(), self.node.clone());
            let _ = self.with(move |store| store.release(&table, &node, epoch)).await;
        }
    }

    /// Claims every table that no node has.
    pub async fn claim_all(self: &Arc<Self>) -> io::Result<()> {
        while self.claim_some().await? > 0 {}
        self.learn().await
    }

    /// Claims this node's own tables and half of those that no node has, so that other nodes get their share; returns
    /// how many.
    pub(super) async fn claim_some(self: &Arc<Self>) -> io::Result<usize> {
        let (tables, owners) = self.read(|store| Ok((store.tables()?, store.owners()?))).await?;
        self.troubles.leave_to_others(&owners, &self.node);
        let (mut own, mut orphans) = (Vec::new(), Vec::new());
        for table in tables {
            // A cage belongs to its node alone: nothing is played there, and the node takes it back when it returns.
            let foreign = self.is_cage(&table) && table != self.cage();
            if foreign || self.held().contains_key(&table) || !self.troubles.may_try(&table) {
                continue;
            }
            match owners.iter().find(|owner| owner.table == table) {
                Some(owner) if owner.node == self.node => own.push(table),
                Some(owner) if owner.left_ms > 0 => {}
                _ => orphans.push(table),
            }
        }
        // Nodes that start together try the tables in different orders.
        let order = RandomState::new();
        orphans.sort_by_key(|table| order.hash_one(table));
        orphans.truncate(orphans.len().div_ceil(2));
        let claims = own.into_iter().chain(orphans).map(|table| async move {
            match self.claim(&table).await {
                Ok(Some(_)) => {
                    tracing::info!(table, "the table runs here");
                    1
                }
                Ok(None) => 0,
                Err(_) => 0,
            }
        });
        Ok(stream::iter(claims).buffer_unordered(LOADS).fold(0, |sum, one| async move { sum + one }).await)
    }

    /// Looks for tables that no node has, again and again.
    pub(super) async fn keep_tables(self: Arc<Self>) {
        while self.rest(self.pulse()).await {
            if self.is_broken() {
                continue;
            }
            let claimed = self.claim_some().await;
            #[cfg(feature = "faults")]
            if crate::faults::is_on("renew-behind-claims") {
                let (node, asked, ttl) = (self.node.clone(), self.leased(), self.ttl());
                if let Ok(held) = self.with(move |store| store.renew(&node, &asked, ttl)).await {
                    self.lose(&self.leased(), &held).await;
                }
            }
            let learned = match store::is_shared(&self.url) {
                true => self.learn().await.and(self.learn_names().await),
                false => self.learn().await,
            };
            if let Err(error) = claimed.and(learned) {
                tracing::error!(%error, "tables that are free cannot be looked for");
            }
        }
    }

    /// The leases that were granted.
    fn leased(&self) -> Vec<(String, u64)> {
        let held = self.held();
        held.iter().filter(|(_, epoch)| **epoch > 0).map(|(table, epoch)| (table.clone(), *epoch)).collect()
    }

    /// Renews the leases of this node. It waits for nothing else, neither the writer's queue nor a journal being read.
    pub(super) async fn keep_leases(self: Arc<Self>) {
        if !store::is_shared(&self.url) {
            return;
        }
        #[cfg(feature = "faults")]
        if crate::faults::is_on("renew-behind-claims") {
            return;
        }
        let url = self.url.clone();
        let mut link = blocking(move || store::open(&url)).await.ok();
        let mut renewed = Instant::now();
        while self.rest(self.pulse()).await {
            let (asked, begun) = (self.leased(), Instant::now());
            match self.renew(link.take(), asked.clone()).await {
                Ok((same, held, schema)) => {
                    (link, renewed) = (Some(same), begun);
                    self.lose(&asked, &held).await;
                    self.outdated.store(schema != migrations::SCHEMA, Ordering::Relaxed);
                }
                Err(error) => tracing::warn!(%error, "leases cannot be renewed"),
            }
            // By now another node may have the tables, so this one gives them up.
            if renewed.elapsed() >= self.config.lease.max(PATIENCE) && !asked.is_empty() {
                self.lose(&asked, &vec![false; asked.len()]).await;
                renewed = Instant::now();
            }
        }
    }

    async fn renew(
        &self,
        link: Option<Box<dyn Store>>,
        asked: Vec<(String, u64)>,
    ) -> io::Result<(Box<dyn Store>, Vec<bool>, i64)> {
        let (url, node, ttl) = (self.url.clone(), self.node.clone(), self.ttl());
        blocking(move || {
            let mut link = match link {
                Some(link) => link,
                None => store::open(&url)?,
            };
            let held = link.renew(&node, &asked, ttl)?;
            let schema = link.schema()?;
            Ok((link, held, schema))
        })
        .await
    }

    /// Stops the tables whose leases are lost.
    async fn lose(&self, asked: &[(String, u64)], held: &[bool]) {
        for ((table, epoch), _) in asked.iter().zip(held).filter(|(_, held)| !**held) {
            // Meanwhile it may have been given back, or claimed again.
            if self.held().get(table) != Some(epoch) {
                continue;
            }
            tracing::warn!(table, "the lease is lost");
            if let Some(handle) = self.here(table) {
                handle.stop("another node has the table").await;
            }
            self.forget(table).await;
        }
    }

    /// Writes the high-water mark, at most once a second and only if a journal has grown.
    pub(super) async fn keep_mark(self: Arc<Self>) {
        while self.rest(MARK).await {
            if let Err(error) = self.mark().await {
                tracing::warn!(%error, "the high-water mark cannot be written");
            }
        }
    }

    /// Writes the high-water mark, if a journal has grown.
    pub(super) async fn mark(self: &Arc<Self>) -> io::Result<()> {
        let now = self.read(|store| HighWater::of(store, clock::now())).await?;
        let (folder, keys, known) =
            (self.config.folder.clone(), Arc::clone(&self.keys), Arc::clone(&self.mark));
        let written = tokio::task::spawn_blocking(move || {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            let mut raised =
                known.clone().unwrap_or_else(|| HighWater { tables: Default::default(), ..now.clone() });
            if !raised.raise(&now) {
                return Ok(());
            }
            // Another node with the same folder may know of more lines.
            if let Some(there) = HighWater::read(&folder, &keys.signing().verifying_key())? {
                raised.raise(&there);
            }
            raised.write(&folder, &keys)?;
            *known = Some(raised);
            Ok(())
        });
        written.await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }
}
