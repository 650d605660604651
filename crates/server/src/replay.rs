//! Replays a journal from the store, from its first line or from somewhere in the middle.

use crate::{
    keys::Keys,
    snapshots::past_rounds,
    store::{Answer, Line, Reader},
};
use books::{Book, NotARecord, Record, Step};
use std::{
    io,
    ops::{ControlFlow, Range, RangeInclusive},
    sync::mpsc,
    thread,
};

/// How many lines are read at a time: few at first, since a round has few, then more.
const PAGES: RangeInclusive<u32> = 64..=1024;

/// Replays a journal from the current position of a book up to a line, and reports every step until it is told to stop.
/// A line that does not match its hash is refused.
pub fn replay(
    store: &mut dyn Reader,
    mut book: Book,
    until: u64,
    keys: &Keys,
    mut tell: impl FnMut(&Book, Step) -> ControlFlow<()>,
) -> io::Result<Book> {
    while let End::Lacks(rounds) = follow(store, &mut book, until, &mut tell)? {
        let past = past_rounds(store, book.table(), rounds.clone(), keys)?;
        book.recall(rounds, past);
    }
    Ok(book)
}

/// Where a replay ended.
enum End {
    Here,
    /// Before a void of rounds that the book no longer has.
    Lacks(RangeInclusive<u64>),
}

/// A line and its parsed record, or why it cannot be parsed.
type Read = (Result<Record, NotARecord>, Line);

/// Replays line by line, while another thread reads ahead.
fn follow(
    store: &mut dyn Reader,
    book: &mut Book,
    until: u64,
    tell: &mut dyn FnMut(&Book, Step) -> ControlFlow<()>,
) -> io::Result<End> {
    let (table, from) = (book.table().to_owned(), book.next());
    thread::scope(|scope| {
        let (send, pages) = mpsc::sync_channel(2);
        let read = || read_ahead(store, &table, from..until, send);
        thread::Builder::new().name("reads ahead".to_owned()).spawn_scoped(scope, read)?;
        for page in pages {
            for (record, line) in page.map_err(io::Error::other)? {
                if let Some(rounds) = record.as_ref().ok().and_then(|record| book.lacks(&record.entry)) {
                    return Ok(End::Lacks(rounds));
                }
                let step = match record {
                    Ok(record) => book.follow(record, &line.line),
                    Err(other @ (NotARecord::Format(_) | NotARecord::Kind(_))) => {
                        return Err(io::Error::other(other));
                    }
                    Err(NotARecord::Json(_)) => book.replay(&line.line),
                };
                let step = step.map_err(io::Error::other)?;
                if step.leaf != line.leaf {
                    let why = format!("{table}: line {} is not what its hash says", line.seq);
                    return Err(io::Error::other(why));
                }
                if tell(book, step).is_break() {
                    return Ok(End::Here);
                }
            }
        }
        Ok(End::Here)
    })
}

/// Reads lines until there are no more, or nobody wants more.
fn read_ahead(
    store: &mut dyn Reader,
    table: &str,
    Range { start: mut next, end }: Range<u64>,
    send: mpsc::SyncSender<Answer<Vec<Read>>>,
) {
    let mut page = *PAGES.start();
    while next < end {
        let limit = u32::try_from(end - next).map_or(page, |left| left.min(page));
        let read = |line: Line| (Record::read(&line.line), line);
        let lines =
            store.lines(table, next, limit).map(|lines| lines.into_iter().map(read).collect::<Vec<_>>());
        let last = lines.as_ref().ok().and_then(|lines| lines.last()).map(|(_, line)| line.seq);
        if send.send(lines).is_err() {
            return;
        }
        let Some(last) = last else { return };
        next = last + 1;
        page = (2 * page).min(*PAGES.end());
    }
}
