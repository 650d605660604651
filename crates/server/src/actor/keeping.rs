//! What a running table does not keep in memory: old keys and old rounds are looked up in the background, and snapshots
//! are handed over when they are due.

use super::{
    Running,
    handle::{Ask, Found, Latest, Wanted},
    publish::Outgoing,
    receipt,
};
use crate::{
    key_filter::KeyFilter,
    problem,
    readers::Readers,
    snapshots::{EVERY, MOST, Taken, past_rounds},
    store::Reader,
};
use books::Record;
use protocol::Receipt;
use std::{io, sync::Arc, sync::atomic::Ordering};

/// Which keys are old, and when a snapshot is due.
pub struct Keeping {
    pub(super) filter: KeyFilter,
    readers: Arc<Readers>,
    /// How many lines the latest snapshot covers.
    taken: u64,
    /// Whether a snapshot is being stored.
    busy: bool,
}

/// The outcome of storing a snapshot.
pub struct Kept {
    /// How many lines it covers.
    pub next: u64,
    /// The first round that could still change at that point.
    pub round: u64,
    /// How many parts of the key filter are full.
    pub parts: usize,
    /// Whether it is in the store.
    pub done: bool,
}

impl Keeping {
    /// Starts with this key filter and a snapshot of this many lines.
    pub fn new(filter: KeyFilter, taken: u64, readers: Arc<Readers>) -> Keeping {
        Keeping { filter, readers, taken, busy: false }
    }
}

impl Running {
    /// Passes on a request that needs nothing from the store. Otherwise what it needs is read in the background, and
    /// the request is then either answered or put back into the queue.
    pub(super) fn look_up(&self, wanted: Wanted) -> Option<Wanted> {
        let (book, filter) = (&self.setup.book, &self.setup.keeping.filter);
        let key = wanted.key.clone().filter(|(name, _)| !wanted.found.new_key && filter.may_have(name));
        // Meanwhile other lines may have been written and more rounds may have ended; in that case it is looked up
        // again.
        let rounds = book.lacks(&wanted.entry);
        let rounds = rounds.filter(|lacks| wanted.found.rounds.as_ref().is_none_or(|(has, _)| has != lacks));
        if key.is_none() && rounds.is_none() {
            return Some(wanted);
        }
        let (table, keys) = (book.table().to_owned(), Arc::clone(&self.setup.keys));
        let (readers, asks) = (Arc::clone(&self.setup.keeping.readers), self.asks.clone());
        tokio::spawn(async move {
            let look = move |store: &mut dyn Reader| {
                let before = key.map(|(name, _)| answered(store, &table, &name)).transpose()?.flatten();
                let past =
                    rounds.map(|rounds| Ok((rounds.clone(), past_rounds(store, &table, rounds, &keys)?)));
                Ok((before, past.transpose()))
            };
            let (before, past) = match readers.read(look).await {
                Ok((before, Ok(past))) => (before, past),
                Ok((_, Err(error))) | Err(error) => {
                    let error: io::Error = error;
                    tracing::warn!(%error, "an old key or an old round cannot be looked up");
                    let _ = wanted.reply.send(Err(problem::unknown_outcome()));
                    return;
                }
            };
            let body = wanted.key.as_ref().map(|(_, body)| *body);
            if let Some((receipt, was)) = before {
                let same = was.is_some() && was == body;
                let _ = wanted.reply.send(if same { Ok(receipt) } else { Err(problem::key_reused()) });
                return;
            }
            let found = Found { new_key: true, rounds: past };
            let Wanted { by, key, seen, entry, found: _, reply } = wanted;
            match asks.upgrade() {
                Some(asks) => drop(asks.send(Ask::Write { by, key, seen, entry, found, reply }).await),
                None => drop(reply.send(Err(problem::unknown_outcome()))),
            }
        });
        None
    }

    /// Hands over a snapshot when one is due: between rounds if possible, otherwise in the middle of one.
    pub(super) async fn take_snapshot(&mut self) {
        let (book, keeping) = (&self.setup.book, &self.setup.keeping);
        let lines = book.next().saturating_sub(keeping.taken);
        let due = lines >= MOST || lines >= EVERY && book.is_at_rest();
        if !due || keeping.busy || self.stopped.is_some() || self.setup.full.load(Ordering::Relaxed) {
            return;
        }
        let (next, round, since) = (book.next(), book.open_since(), book.since());
        let (parts, unkept) = keeping.filter.unkept();
        let sign = |part: &crate::key_filter::Unsigned| part.sign(book.table(), &self.setup.keys);
        let taken = Taken {
            book: book.excerpt(),
            names: self.setup.feed.marks.cut(next),
            rounds: book.ended(),
            since,
            parts: unkept.iter().map(sign).collect(),
        };
        let kept = Kept { next, round, parts, done: false };
        (self.setup.keeping.taken, self.setup.keeping.busy) = (next, true);
        if self.outgoing.send(Outgoing::Snapshot(Box::new(taken), kept)).await.is_err() {
            self.stopped = Some("nothing can be told any more".into());
        }
    }

    /// Handles the outcome of the last snapshot: what it holds need not stay in memory.
    pub(super) fn kept(&mut self, kept: Kept) {
        self.setup.keeping.busy = false;
        if kept.done {
            self.setup.book.forget(kept.round);
            self.setup.keeping.filter.kept(kept.parts);
            self.setup.feed.marks.kept(kept.next);
        }
    }

    /// The latest rounds, as far as they are in memory.
    pub(super) fn latest(&self, offset: usize, limit: usize) -> Latest {
        let book = &self.setup.book;
        let latest = book.played().latest().skip(offset).take(limit);
        Latest {
            rounds: latest.map(|(number, round)| (number, round.clone())).collect(),
            count: book.played().count(),
            since: book.since(),
            voided: book.played().voided().to_vec(),
        }
    }
}

/// The receipt of the line that a request with this key became, and the hash of that request.
fn answered(
    store: &mut dyn Reader,
    table: &str,
    key: &str,
) -> Result<Option<(Receipt, Option<books::Hash>)>, crate::store::Broken> {
    let Some(found) = store.find_key(table, key)? else { return Ok(None) };
    let line = store.lines(table, found.seq, 1)?.into_iter().next();
    let read = line.and_then(|line| Record::read(&line.line).ok().map(|record| (record, line.leaf)));
    let Some((record, leaf)) = read.filter(|(record, _)| record.key.as_deref() == Some(key)) else {
        return Err(crate::store::Broken(format!("{table}: line {} has not the key {key}", found.seq)));
    };
    Ok(Some((receipt(table, key, found.seq, leaf, record.refused()), record.body)))
}
