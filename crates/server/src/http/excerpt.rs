//! The journal of a table for a period in one file, which `ch47 verify` can check on its own.

use super::{
    Answer, Failed, Query, history,
    table::{journalled, public},
};
use crate::{
    clock,
    floor::Floor,
    problem,
    replay::replay,
    snapshots::{self, past_rounds},
    store::{Answer as Stored, Reader, snapshots::Upto},
};
use axum::extract::{Path, State};
use books::{
    Book, Checkpoint, Entry, Excerpt, FORM, Hash, PastRound, Record, Remedy, VERSION,
    merkle::{BLOCK, Tree},
};
use protocol::{ExcerptQuery, MOST, route};
use std::{collections::BTreeMap, io, ops::ControlFlow, sync::Arc};

/// The most lines in one file.
const LINES: u64 = 100_000;

pub async fn read(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    Query(ExcerptQuery { since, until }): Query<route::ReadExcerpt>,
) -> Answer<String> {
    let (since, until) = (since.unwrap_or(0), until.unwrap_or_else(clock::now));
    if !(0..=MOST.cast_signed()).contains(&since) || !(since..=MOST.cast_signed()).contains(&until) {
        let message =
            "`since` and `until` are times in milliseconds since 1970, the first not after the second";
        return Err(Failed(problem::bad_request(message)));
    }
    let feed = journalled(&floor, &table).await?.feed;
    let (public, blocks) = (public(&floor, &table).await?, feed.blocks(u64::MAX));
    let name = table.clone();
    let signing = Arc::clone(&floor.keys);
    let read = move |store: &mut dyn Reader| {
        let first = history::first_line(store, &name, &signing, since)?.min(public);
        let next = history::first_line(store, &name, &signing, until.saturating_add(1))?.min(public);
        if next == first || next - first > LINES {
            return Ok(Ok((first, next, String::new())));
        }
        let cut = Cut { table: &name, first, next, blocks };
        let excerpt = cut.excerpt(store, &signing, (since, until));
        Ok(excerpt.map(|text| (first, next, text)))
    };
    let (first, next, text): (u64, u64, String) = floor.read(read).await??;
    match next - first {
        0 => Err(Failed(problem::unknown("line of that time"))),
        lines if lines > LINES => {
            let message = format!(
                "{lines} lines are too many for one file: ask for a shorter time, of at most {LINES}"
            );
            Err(Failed(problem::bad_request(message)))
        }
        _ => Ok(text),
    }
}

/// The requested part of a journal.
struct Cut<'a> {
    table: &'a str,
    first: u64,
    next: u64,
    /// The roots of the full blocks of the journal.
    blocks: Vec<Hash>,
}

impl Cut<'_> {
    fn excerpt(
        &self,
        store: &mut dyn Reader,
        keys: &crate::keys::Keys,
        (since, until): (i64, i64),
    ) -> io::Result<String> {
        let book =
            snapshots::begin(store, self.table, Upto::Lines(self.first), keys).map_err(io::Error::other)?;
        let book = replay(store, book, self.first, keys, |_, _| ControlFlow::Continue(()))?;
        if book.next() != self.first {
            return Err(io::Error::other(format!("{}: lines are missing", self.table)));
        }
        let tree = self.tree(store, self.first).map_err(io::Error::other)?;
        let root = self.tree(store, self.next).map_err(io::Error::other)?.root();
        let head = Checkpoint::sign(keys.signing(), self.table, self.next, root, clock::now());
        let head = head.map_err(|why| io::Error::other(why.to_string()))?;
        let mut lines = String::new();
        let rounds = self.lines(store, keys, &book, &mut lines)?;
        let excerpt = Excerpt {
            table: self.table.to_owned(),
            since,
            until,
            first: self.first,
            next: self.next,
            form: FORM,
            rules: VERSION.to_owned(),
            book: (self.first > 0).then(|| book.encode()),
            edge: tree.edge().to_vec(),
            rounds,
            head,
            key: keys.signing().verifying_key(),
        };
        Ok(excerpt.sign(keys.signing()) + "\n" + &lines)
    }

    /// The tree over this many lines.
    fn tree(&self, store: &mut dyn Reader, size: u64) -> Stored<Tree> {
        let full = usize::try_from(size / BLOCK).unwrap_or(usize::MAX);
        let blocks: Vec<Hash> = self.blocks.iter().take(full).copied().collect();
        let whole: Tree = blocks.iter().copied().collect();
        let mut tree = Tree::restore(size - size % BLOCK, whole.edge().to_vec(), blocks).unwrap_or_default();
        while tree.len() < size {
            let leaves = store.leaves(self.table, tree.len()..size.min(tree.len() + BLOCK))?;
            if leaves.is_empty() {
                break;
            }
            tree.extend(leaves);
        }
        Ok(tree)
    }

    /// Copies the lines, and finds the earlier rounds that they declare void.
    fn lines(
        &self,
        store: &mut dyn Reader,
        keys: &crate::keys::Keys,
        book: &Book,
        text: &mut String,
    ) -> io::Result<BTreeMap<u64, PastRound>> {
        let (mut asked, mut rounds) = (BTreeMap::new(), BTreeMap::new());
        for (seq, _, remedy) in book.asked() {
            asked.insert(seq, remedy);
        }
        let mut next = self.first;
        while next < self.next {
            let many = u32::try_from(self.next - next).map_or(1024, |left| left.min(1024));
            let lines = store.lines(self.table, next, many).map_err(io::Error::other)?;
            let Some(last) = lines.last().map(|line| line.seq) else { break };
            for line in lines {
                match Record::read(&line.line).map(|record| record.entry) {
                    Ok(Entry::Asked { remedy, .. }) => {
                        asked.insert(line.seq, remedy);
                    }
                    Ok(Entry::Approved { asked: of }) => {
                        if let Some(Remedy::Void { first, last }) = asked.get(&of)
                            && let Some(before) = book.round().checked_sub(1)
                            && *first <= before
                        {
                            rounds.extend(past_rounds(
                                store,
                                self.table,
                                *first..=(*last).min(before),
                                keys,
                            )?);
                        }
                    }
                    _ => {}
                }
                text.push_str(&line.line);
                text.push('\n');
            }
            next = last + 1;
        }
        Ok(rounds)
    }
}
