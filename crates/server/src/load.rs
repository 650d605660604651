//! Loads a table: the newest snapshot that leaves enough lines to publish, and the lines after it.

use crate::{
    actor,
    feed::{Feed, KEPT, Published, Snapshot},
    key_filter::KeyFilter,
    keys::Keys,
    replay::replay,
    snapshots::{self, Refused},
    store::{Reader, snapshots::Upto},
};
use books::{Book, merkle::Tree};
use std::{io, ops::ControlFlow, sync::Arc};

/// A table that was loaded.
pub struct Loaded {
    /// The book.
    pub book: Book,
    /// What may be published of its last lines.
    pub feed: Arc<Feed>,
    /// The keys it has seen.
    pub filter: KeyFilter,
    /// How many lines the newest snapshot covers.
    pub kept: u64,
}

/// Loads a table. Every line that may be published again is replayed, and a snapshot among those lines is compared with
/// the replayed state.
pub fn load(table: &str, keys: &Keys, store: &mut dyn Reader) -> io::Result<Loaded> {
    #[cfg(feature = "faults")]
    if crate::faults::is_on("slow-load") {
        std::thread::sleep(std::time::Duration::from_secs(4));
    }
    let end = store.head(table).map_err(io::Error::other)?.map_or(0, |head| head.seq + 1);
    let upto = Upto::Lines(end.saturating_sub(KEPT.into()));
    let (book, tree) = match snapshots::newest(store, table, upto, keys).map_err(io::Error::other)? {
        Some((head, book)) => (book, snapshots::tree(store, &head).map_err(io::Error::other)?),
        None => (Book::new(table), Tree::new()),
    };
    let newest = snapshots::newest(store, table, Upto::Lines(end), keys).map_err(io::Error::other)?;
    let (feed, from) = (Feed::behind(tree), book.next());
    let mut kept = newest.as_ref().map(|(head, _)| head.next).filter(|next| *next == from);
    let mut book = replay(store, book, u64::MAX, keys, |book, step| {
        feed.marks.note(&step.record, &step.facts);
        match &newest {
            Some((head, expected)) if head.next == book.next() => match expected.encode() == book.encode() {
                true => {
                    feed.marks.cut(head.next);
                    kept = Some(head.next);
                }
                false => snapshots::refused(table, head.next, &Refused::Differs),
            },
            _ => {}
        }
        match step.record.seq + u64::from(KEPT) < end {
            true => feed.pass(step.leaf),
            false => feed.recall(Published::recalled(step, book)),
        }
        ControlFlow::Continue(())
    })?;
    if let (Some(next), Some((head, _))) = (kept, &newest) {
        book.forget(head.round);
        feed.marks.kept(next);
    }
    feed.stand(Snapshot { people: actor::people(&book), ..actor::snapshot(&book) });
    feed.contributors.stand(&book.windows().chains);
    let filter = KeyFilter::open(store, table, keys).map_err(io::Error::other)?;
    Ok(Loaded { book, feed: Arc::new(feed), filter, kept: kept.unwrap_or(0) })
}
