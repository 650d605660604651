//! Compares snapshots with their journals in the background. A table that runs from snapshots for years would otherwise
//! never be replayed. A difference means that the running table has diverged from its journal.

use crate::{
    floor::Floor,
    keys::Keys,
    replay::replay,
    snapshots,
    store::{Reader, snapshots::Upto},
};
use std::{
    io,
    ops::ControlFlow,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

/// Rest nine times as long as each comparison took, so that a tenth of one core is used.
const REST: u32 = 9;
/// How long to wait when there is nothing to compare.
const IDLE: Duration = Duration::from_secs(5);

/// The result of comparing a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It is what the journal produces.
    Equal,
    /// It is signed, but is not what the journal produces.
    Differs,
    /// It would not be used anyway.
    Refused,
}

/// Compares the oldest unchecked snapshot with what its journal produces.
pub fn check_next(store: &mut dyn Reader, table: &str, keys: &Keys) -> io::Result<Option<(u64, Checked)>> {
    let Some(next) = store.unchecked(table, 1).map_err(io::Error::other)?.first().copied() else {
        return Ok(None);
    };
    let row = store.snapshot(table, Upto::Lines(next)).map_err(io::Error::other)?;
    let Some(row) = row.filter(|row| row.next == next) else { return Ok(None) };
    if let Err(why) = snapshots::read(table, &row, keys) {
        snapshots::refused(table, next, &why);
        return Ok(Some((next, Checked::Refused)));
    }
    // All earlier snapshots have already been compared.
    let book = snapshots::begin(store, table, Upto::Lines(next - 1), keys).map_err(io::Error::other)?;
    let book = replay(store, book, next, keys, |_, _| ControlFlow::Continue(()))?;
    let equal = book.next() == next && book.encode() == row.body;
    Ok(Some((next, if equal { Checked::Equal } else { Checked::Differs })))
}

impl Floor {
    /// Compares snapshots with journals one after another, using a tenth of a core.
    pub(crate) async fn keep_checking(self: Arc<Self>) {
        while !self.is_stopping() {
            let (begun, mut idle) = (Instant::now(), true);
            for (table, _) in self.all_here() {
                match self.check_table(&table).await {
                    Ok(found) => idle &= !found,
                    Err(error) => tracing::warn!(table, %error, "snapshots cannot be compared"),
                }
            }
            let pause = if idle { IDLE } else { begun.elapsed() * REST };
            if !self.rest(pause).await {
                return;
            }
        }
    }

    /// Compares one snapshot of a table; returns whether there was one.
    async fn check_table(self: &Arc<Self>, table: &str) -> io::Result<bool> {
        let (name, keys) = (table.to_owned(), Arc::clone(&self.keys));
        let Some((next, found)) = self.read(move |store| Ok(check_next(store, &name, &keys))).await?? else {
            return Ok(false);
        };
        let name = table.to_owned();
        match found {
            Checked::Equal => self.with(move |store| store.set_checked(&name, next)).await?,
            Checked::Refused => self.with(move |store| store.drop_snapshots(&name, next..next + 1)).await?,
            Checked::Differs => self.part_ways(table, next).await?,
        }
        Ok(true)
    }

    /// Handles a running table that differs from its journal.
    async fn part_ways(self: &Arc<Self>, table: &str, next: u64) -> io::Result<()> {
        let name = table.to_owned();
        // The journal is the truth, so the table is reopened from the last state that was compared with it.
        tracing::error!(
            table,
            next,
            "a snapshot differs from its journal: the table is opened again without it"
        );
        metrics::counter!("ch47_snapshot_differs_total").increment(1);
        self.suspects.lock().unwrap_or_else(PoisonError::into_inner).insert(table.to_owned(), next);
        self.with(move |store| store.drop_snapshots(&name, next..u64::MAX)).await?;
        if let Some(handle) = self.here(table) {
            handle.stop("a snapshot differs from the journal").await;
        }
        Ok(())
    }

    /// The tables with a snapshot that was found to differ from its journal, and at which line.
    pub fn suspects(&self) -> Vec<(String, u64)> {
        let suspects = self.suspects.lock().unwrap_or_else(PoisonError::into_inner);
        suspects.iter().map(|(table, next)| (table.clone(), *next)).collect()
    }
}
