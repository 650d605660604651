//! Reading history from a journal: starting at the snapshot before the wanted line, and only while someone
//! waits for the answer.

use super::{Failed, table::journalled};
use crate::{
    floor::Floor,
    leaving::Waiting,
    marks::Names,
    problem,
    replay::replay,
    snapshots::{self, MOST},
    store::{Reader, snapshots::Upto},
};
use books::{Book, Round, Step};
use std::{
    io,
    ops::{ControlFlow, Range},
    sync::Arc,
};

/// The relation of a line to what is wanted.
pub enum Look {
    /// The line comes before what is wanted.
    Before,
    /// The line is wanted.
    Own,
    /// Nothing more is wanted.
    Done,
}

/// Replays a journal from the newest snapshot that satisfies a condition. `tell` is called with each line,
/// and with the book before the first of them.
pub async fn back<T: Send + 'static>(
    floor: &Arc<Floor>,
    table: &str,
    upto: Upto,
    until: u64,
    begin: impl FnOnce(&Book) -> T + Send + 'static,
    mut tell: impl FnMut(&mut T, &Book, Step) -> Look + Send + 'static,
) -> Result<T, Failed> {
    journalled(floor, table).await?;
    let waiting = Waiting::default();
    let has_left = waiting.has_left();
    let (table, keys) = (table.to_owned(), Arc::clone(&floor.keys));
    let read = move |store: &mut dyn Reader| {
        let book = snapshots::begin(store, &table, upto, &keys)?;
        let (mut found, mut before, mut far) = (begin(&book), 0, false);
        let done = replay(store, book, until, &keys, |book, step| {
            match tell(&mut found, book, step) {
                Look::Before => before += 1,
                Look::Own => {}
                Look::Done => return ControlFlow::Break(()),
            }
            far = before > MOST;
            if far || has_left() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Ok(done.map(|_| (!far).then_some(found)))
    };
    let found: io::Result<Option<T>> = floor.read(read).await?;
    drop(waiting);
    found?.ok_or_else(|| Failed(problem::too_far()))
}

/// A search request.
pub struct Search {
    /// The range of lines to search.
    pub lines: Range<u64>,
    /// The earliest and the latest time.
    pub times: (i64, i64),
    /// The most lines to return.
    pub limit: u64,
}

/// Searches the lines that may contain a match. `finds` is called with each line and the book after it.
pub async fn search<T: Send + 'static>(
    floor: &Arc<Floor>,
    table: &str,
    Search { lines, times: (since, until), limit }: Search,
    may: impl Fn(&Names) -> bool + Send + 'static,
    finds: impl Fn(&Book, &Step) -> Vec<T> + Send + 'static,
) -> Result<Vec<T>, Failed> {
    let (tail, in_tail) = journalled(floor, table).await?.feed.marks.tail(&may);
    let waiting = Waiting::default();
    let has_left = waiting.has_left();
    let (table, keys) = (table.to_owned(), Arc::clone(&floor.keys));
    let read = move |store: &mut dyn Reader| {
        let mut stretches: Vec<Range<u64>> = Vec::new();
        let mut add = |from: u64, end: u64| match stretches.last_mut() {
            Some(last) if last.end == from => last.end = end,
            _ => stretches.push(from..end),
        };
        let (mut from, mut began) = (0, i64::MIN);
        for span in snapshots::spans(store, &table, &keys)? {
            let before = span.end <= lines.start || span.at < since;
            if !before && began <= until && span.names.as_ref().is_none_or(&may) {
                add(from, span.end);
            }
            (from, began) = (span.end, span.at);
        }
        if began <= until && (in_tail || from < tail) {
            add(from, u64::MAX);
        }
        let (mut found, mut left) = (Vec::new(), limit);
        for stretch in stretches {
            if left == 0 || has_left() {
                break;
            }
            let book = snapshots::begin(store, &table, Upto::Lines(stretch.start), &keys)?;
            let done = replay(store, book, stretch.end.min(lines.end), &keys, |book, step| {
                if left == 0 || step.record.at > until || has_left() {
                    return ControlFlow::Break(());
                }
                if step.record.seq >= lines.start.max(stretch.start) {
                    let here = finds(book, &step);
                    left -= u64::from(!here.is_empty());
                    found.extend(here);
                }
                ControlFlow::Continue(())
            });
            if let Err(error) = done {
                return Ok(Err(error));
            }
        }
        Ok(Ok(found))
    };
    let found: io::Result<Vec<T>> = floor.read(read).await?;
    drop(waiting);
    Ok(found?)
}

/// A page of a table's rounds, latest first: those in memory, and older ones from the store.
pub async fn rounds(
    floor: &Arc<Floor>,
    table: &str,
    offset: usize,
    limit: usize,
) -> Result<Vec<(u64, Round)>, Failed> {
    let latest = super::table::here(floor, table).await?.rounds(offset, limit).await?;
    let mut page = latest.rounds;
    let (skip, want) = (offset.saturating_sub(latest.count), limit - page.len());
    if want > 0 && latest.since > 0 {
        let (table, keys) = (table.to_owned(), Arc::clone(&floor.keys));
        let older = move |store: &mut dyn Reader| {
            Ok(snapshots::older_rounds(store, &table, latest.since, (skip, want), &keys))
        };
        let older: io::Result<Vec<(u64, Round)>> = floor.read(older).await?;
        let void = |number: u64| latest.voided.iter().any(|(first, last)| (*first..=*last).contains(&number));
        page.extend(older?.into_iter().map(|(number, mut round)| {
            round.void |= void(number);
            (number, round)
        }));
    }
    Ok(page)
}

/// The number of rounds that began after a moment. They are listed latest first, so their times decrease.
pub async fn rounds_after(floor: &Arc<Floor>, table: &str, until: i64) -> Result<usize, Failed> {
    let is_after = async |at: usize| -> Result<bool, Failed> {
        Ok(rounds(floor, table, at, 1).await?.first().is_some_and(|(_, round)| round.at > until))
    };
    let (mut after, mut other) = (0, 1);
    while is_after(other - 1).await? {
        (after, other) = (other, other.saturating_mul(2));
    }
    // All before `after` began after the moment, and the one before `other` did not.
    while after + 1 < other {
        let middle = after + (other - after) / 2;
        if is_after(middle - 1).await? { after = middle } else { other = middle }
    }
    Ok(after)
}
