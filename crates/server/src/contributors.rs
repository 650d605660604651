//! Who can be asked for a part of a table's chance: whose connection is alive, and everybody's chain.

use books::{Anchored, Entry};
use protocol::ChainView;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Anybody silent for longer than this is not asked: a live connection answers a ping every five seconds.
const SILENT: Duration = Duration::from_secs(7);

#[derive(Default)]
struct Inner {
    /// How many connections each person has, and when one of them was last heard from.
    here: HashMap<String, (usize, Instant)>,
    chains: BTreeMap<u16, ChainView>,
}

/// The people of a table who can be asked for a part.
#[derive(Clone, Default)]
pub struct Contributors(Arc<Mutex<Inner>>);

/// A connection. It counts until it is dropped.
pub struct Connected {
    all: Contributors,
    person: String,
}

impl Contributors {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a connection.
    pub fn connect(&self, person: &str) -> Connected {
        let mut inner = self.inner();
        let (count, heard) = inner.here.entry(person.to_owned()).or_insert((0, Instant::now()));
        (*count, *heard) = (*count + 1, Instant::now());
        Connected { all: self.clone(), person: person.to_owned() }
    }

    /// Whether somebody is connected and responsive.
    pub fn answers(&self, person: &str) -> bool {
        self.inner().here.get(person).is_some_and(|(_, heard)| heard.elapsed() < SILENT)
    }

    /// Sets the chains to those in the journal.
    pub fn stand(&self, chains: &BTreeMap<u16, Anchored>) {
        let view = |(patron, chain): (&u16, &Anchored)| {
            let Anchored { anchor, length, since, .. } = *chain;
            (*patron, ChainView { anchor, length, since })
        };
        self.inner().chains = chains.iter().map(view).collect();
    }

    /// Takes note of a durable line, which may offer a chain.
    pub fn note(&self, entry: &Entry) {
        if let Entry::Anchored { patron, anchor, length, since } = *entry {
            self.inner().chains.insert(patron, ChainView { anchor, length, since });
        }
    }

    /// A patron's chain.
    pub fn chain(&self, patron: u16) -> Option<ChainView> {
        self.inner().chains.get(&patron).cloned()
    }
}

impl Connected {
    /// Notes that something was received on the connection.
    pub fn heard(&self) {
        if let Some((_, heard)) = self.all.inner().here.get_mut(&self.person) {
            *heard = Instant::now();
        }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut inner = self.all.inner();
        if let Some((count, _)) = inner.here.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                inner.here.remove(&self.person);
            }
        }
    }
}
