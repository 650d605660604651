//! Snapshots of tables: the state after the first lines of a journal, so that these need not be replayed again.
//!
//! The journal remains the truth. A snapshot is signed with the floor's key and names the line it ends with. One that
//! is forged, damaged, of another table or of another program is refused, and an older one or the journal itself is
//! used instead.

use crate::{
    keys::Keys,
    marks::Names,
    replay::replay,
    store::{
        Answer, Broken, Reader, Store,
        snapshots::{FilterPart, Signed, Snapshot, Upto},
        writer::Writer,
    },
};
use books::{
    Book, FORM, Hash, PastRound, Round, VERSION,
    merkle::{BLOCK, Tree},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fmt, io,
    ops::{ControlFlow, RangeInclusive},
    sync::Arc,
};

/// The kind of signed text.
const KIND: &str = "snapshot";
/// A snapshot is taken when a table is at rest and has written this many lines since the last one.
pub const EVERY: u64 = 4096;
/// A snapshot is taken after this many lines in any case, so that nobody ever has to replay more to reach a given line.
pub const MOST: u64 = 8192;
/// How many block roots are stored in one row.
const ROOTS: usize = 1024;

/// The signed part of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The table.
    pub table: String,
    /// How many lines it covers.
    pub next: u64,
    /// The leaf hash of its last line.
    pub leaf: Hash,
    /// The version of the encoding of books.
    pub form: u32,
    /// The version of the rules.
    pub rules: String,
    /// When its last line was written, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The round in play.
    pub round: u64,
    /// The window that will be locked next.
    pub upcoming: u64,
    /// The first of the rounds stored with it. They end before the one in play.
    pub since: u64,
    /// How many rounds are stored with it.
    pub count: u64,
    /// The first line that the names cover.
    pub named: u64,
    /// The edge of the tree over its lines.
    pub edge: Vec<Hash>,
    /// The hash of the book.
    pub body: Hash,
    /// The hash of the names.
    pub names: Hash,
    /// The hash of the rounds.
    pub rounds: Hash,
}

/// Why a snapshot is not used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It is not signed with this floor's key.
    Forged,
    /// It is written in another format.
    Form,
    /// It was made under other rules.
    Rules,
    /// It belongs to another table, or the columns beside it contradict its content.
    Foreign,
    /// A part of it is not the one that was signed.
    Damaged,
    /// The book cannot be read, for this reason.
    Unreadable(String),
    /// The line it ends with does not exist, or is a different one.
    Line,
    /// Replaying the journal gives a different result.
    Differs,
}

impl Refused {
    /// The label for it in metrics.
    pub const fn word(&self) -> &'static str {
        match self {
            Refused::Forged => "forged",
            Refused::Form => "form",
            Refused::Rules => "rules",
            Refused::Foreign => "foreign",
            Refused::Damaged => "damaged",
            Refused::Unreadable(_) => "unreadable",
            Refused::Line => "line",
            Refused::Differs => "differs",
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::Forged => "it is not signed with this floor's key",
            Refused::Form => "another version of this program wrote it",
            Refused::Rules => "it was made under other rules",
            Refused::Foreign => "it belongs to another table or another line",
            Refused::Damaged => "it is not what was signed",
            Refused::Unreadable(why) => return write!(f, "it cannot be read: {why}"),
            Refused::Line => "the journal has another line at its end",
            Refused::Differs => "folding the journal gives a different result",
        })
    }
}

/// Reports that a snapshot is not used.
pub fn refused(table: &str, next: u64, why: &Refused) {
    tracing::warn!(table, next, %why, "a snapshot is not used");
    metrics::counter!("ch47_snapshot_refused_total", "why" => why.word()).increment(1);
}

/// What a running table hands over to be stored.
pub struct Taken {
    /// The book, without its past.
    pub book: Book,
    /// The first line since the last snapshot, and what the lines since then mention.
    pub names: (u64, Names),
    /// The rounds that have ended since then.
    pub rounds: BTreeMap<u64, PastRound>,
    /// The number of the first of them.
    pub since: u64,
    /// Full parts of the key filter that are not stored yet.
    pub parts: Vec<FilterPart>,
}

impl Taken {
    /// Signs the snapshot.
    pub fn sign(&self, tree: &Tree, keys: &Keys) -> Snapshot {
        let body = self.book.encode();
        let [names, rounds] = [serde_json::to_string(&self.names.1), serde_json::to_string(&self.rounds)]
            .map(Result::unwrap_or_default);
        let of = |text: &str| Hash::of(&[text.as_bytes()]);
        let head = Head {
            table: self.book.table().to_owned(),
            next: self.book.next(),
            leaf: self.book.head(),
            form: FORM,
            rules: VERSION.to_owned(),
            at: self.book.at(),
            round: self.book.open_since(),
            upcoming: self.book.windows().upcoming(),
            since: self.since,
            count: self.rounds.len() as u64,
            named: self.names.0,
            edge: tree.edge().to_vec(),
            body: of(&body),
            names: of(&names),
            rounds: of(&rounds),
        };
        let text = serde_json::to_string(&head).unwrap_or_default();
        let tag = keys.signing().sign_text(KIND, &text);
        let Head { table, next, leaf, round, upcoming, since, .. } = head;
        Snapshot { table, next, leaf, round, upcoming, since, head: text, tag, body, names, rounds }
    }

    /// Stores the snapshot after the lines it covers. Nothing depends on it: any failure is only logged and counted.
    pub async fn keep(self, tree: Tree, keys: Arc<Keys>, writer: Writer) -> bool {
        let (table, next) = (self.book.table().to_owned(), self.book.next());
        // Otherwise a tree over other lines would be signed as if it covered these.
        let fits = tree.len() == next;
        let signed = move || fits.then(|| (self.sign(&tree, &keys), roots(&tree), self.parts));
        let Ok(Some((snapshot, roots, parts))) = tokio::task::spawn_blocking(signed).await else {
            tracing::warn!(table, next, "a snapshot could not be made");
            metrics::counter!("ch47_snapshot_failed_total").increment(1);
            return false;
        };
        let write = move |store: &mut dyn Store| {
            let done = write(store, &snapshot, &roots, &parts);
            // Lack of space is not a reason to stop: space for lines is reserved separately.
            match done {
                Err(Broken(why)) if why.contains("disk is full") => Ok(Err(why)),
                other => other.map(Ok),
            }
        };
        let why = match writer.with(write).await {
            Ok(Ok(true)) => {
                metrics::counter!("ch47_snapshots_total").increment(1);
                return true;
            }
            Ok(Ok(false)) => "its lines are not there, or it is there already".to_owned(),
            Ok(Err(why)) => why,
            Err(broken) => broken.to_string(),
        };
        tracing::warn!(table, next, why, "a snapshot was not kept");
        metrics::counter!("ch47_snapshot_failed_total").increment(1);
        false
    }
}

/// Writes a snapshot and everything that belongs to it. The snapshot comes last, so that what it needs is already
/// there.
pub fn write(
    store: &mut dyn Store,
    snapshot: &Snapshot,
    roots: &[(u64, Vec<u8>)],
    parts: &[FilterPart],
) -> Answer<bool> {
    for (part, roots) in roots {
        store.put_blocks(&snapshot.table, *part, roots)?;
    }
    for part in parts {
        store.put_key_filter(&snapshot.table, part)?;
    }
    store.put_snapshot(snapshot)
}

/// The block roots that a tree may have gained since the last snapshot.
pub fn roots(tree: &Tree) -> Vec<(u64, Vec<u8>)> {
    let row = |roots: &[Hash]| roots.iter().flat_map(|root| root.0).collect::<Vec<u8>>();
    let rows = (0..).zip(tree.blocks().chunks(ROOTS).map(row));
    let last = tree.blocks().len().saturating_sub(1) / ROOTS;
    rows.skip(last.saturating_sub(1)).collect()
}

/// The signed head, if the signature is valid.
pub fn head(table: &str, head: &str, tag: &str, keys: &Keys) -> Result<Head, Refused> {
    #[cfg(feature = "faults")]
    let signed =
        crate::faults::is_on("any-snapshot") || keys.signing().verifying_key().has_signed(KIND, head, tag);
    #[cfg(not(feature = "faults"))]
    let signed = keys.signing().verifying_key().has_signed(KIND, head, tag);
    if !signed {
        return Err(Refused::Forged);
    }
    let form = |value: &serde_json::Value| value.get("form").and_then(serde_json::Value::as_u64);
    let value: serde_json::Value =
        serde_json::from_str(head).map_err(|error| Refused::Unreadable(error.to_string()))?;
    if form(&value) != Some(FORM.into()) {
        return Err(Refused::Form);
    }
    let head: Head = serde_json::from_value(value).map_err(|error| Refused::Unreadable(error.to_string()))?;
    match head {
        _ if head.rules != VERSION => Err(Refused::Rules),
        _ if head.table != table => Err(Refused::Foreign),
        head => Ok(head),
    }
}

fn is_part(part: &str, hash: Hash) -> bool {
    #[cfg(feature = "faults")]
    if crate::faults::is_on("any-snapshot") {
        return true;
    }
    Hash::of(&[part.as_bytes()]) == hash
}

/// The book of a snapshot, if it can be trusted. Whether its last line is in the journal is not checked here.
pub fn read(table: &str, row: &Snapshot, keys: &Keys) -> Result<(Head, Book), Refused> {
    let head = head(table, &row.head, &row.tag, keys)?;
    let beside = (row.table.as_str(), row.next, row.leaf, row.round, row.upcoming, row.since);
    if beside != (table, head.next, head.leaf, head.round, head.upcoming, head.since) {
        return Err(Refused::Foreign);
    }
    if !is_part(&row.body, head.body)
        || !is_part(&row.names, head.names)
        || !is_part(&row.rounds, head.rounds)
    {
        return Err(Refused::Damaged);
    }
    let book = Book::decode(&row.body).map_err(Refused::Unreadable)?;
    let said = (book.table(), book.next(), book.head(), book.open_since());
    if said != (table, head.next, head.leaf, head.round) {
        return Err(Refused::Foreign);
    }
    // If the encoding has changed in the meantime, encoding the book again gives a different text.
    match book.encode() == row.body {
        true => Ok((head, book)),
        false => Err(Refused::Unreadable("it is not written as snapshots are written".to_owned())),
    }
}

/// The newest usable snapshot up to this point.
pub fn newest(
    store: &mut dyn Reader,
    table: &str,
    mut upto: Upto,
    keys: &Keys,
) -> Answer<Option<(Head, Book)>> {
    #[cfg(feature = "faults")]
    if crate::faults::is_on("no-snapshots") {
        return Ok(None);
    }
    while let Some(row) = store.snapshot(table, upto)? {
        let found = match read(table, &row, keys) {
            Ok((head, book)) => {
                match store.leaves(table, row.next.saturating_sub(1)..row.next)? == [head.leaf] {
                    true => return Ok(Some((head, book))),
                    false => Refused::Line,
                }
            }
            Err(why) => why,
        };
        refused(table, row.next, &found);
        let Some(before) = row.next.checked_sub(1) else { break };
        upto = Upto::Lines(before);
    }
    Ok(None)
}

/// The book to start a replay from, for what comes after this point.
pub fn begin(store: &mut dyn Reader, table: &str, upto: Upto, keys: &Keys) -> Answer<Book> {
    Ok(newest(store, table, upto, keys)?.map_or_else(|| Book::new(table), |(_, book)| book))
}

/// The tree over the lines of a snapshot: from the stored block roots, or from the lines if those do not match.
pub fn tree(store: &mut dyn Reader, head: &Head) -> Answer<Tree> {
    let rows = store.blocks(&head.table)?;
    let roots =
        rows.iter().flat_map(|row| row.chunks_exact(32)).filter_map(|root| root.try_into().ok().map(Hash));
    let full = usize::try_from(head.next / BLOCK).unwrap_or(usize::MAX);
    if let Some(tree) = Tree::restore(head.next, head.edge.clone(), roots.take(full).collect()) {
        return Ok(tree);
    }
    tracing::warn!(table = head.table, "the roots of blocks are made again");
    let mut tree = Tree::new();
    while tree.len() < head.next {
        let leaves = store.leaves(&head.table, tree.len()..head.next.min(tree.len() + 64 * BLOCK))?;
        if leaves.is_empty() {
            return Err(Broken(format!("{}: lines are missing", head.table)));
        }
        tree.extend(leaves);
    }
    Ok(tree)
}

/// A part of a journal between two snapshots, and what its lines mention, if that is known.
pub struct Span {
    /// The number of the line after it.
    pub end: u64,
    /// When its last line was written.
    pub at: i64,
    /// What its lines mention.
    pub names: Option<Names>,
}

/// The parts of a journal, each ended by a snapshot, in order.
pub fn spans(store: &mut dyn Reader, table: &str, keys: &Keys) -> Answer<Vec<Span>> {
    let mut spans: Vec<Span> = Vec::new();
    for Signed { head: text, tag, part } in store.names(table)? {
        // A forged snapshot is ignored, including the place where it ends.
        let Ok(head) = head(table, &text, &tag, keys) else { continue };
        // If the previous one is missing or was refused, it is unknown what is mentioned before its own lines.
        let whole = head.named <= spans.last().map_or(0, |span| span.end) && is_part(&part, head.names);
        let names = whole.then(|| serde_json::from_str(&part).ok()).flatten();
        spans.push(Span { end: head.next, at: head.at, names });
    }
    Ok(spans)
}

/// The ended rounds with these numbers: as stored, or else replayed.
pub fn past_rounds(
    store: &mut dyn Reader,
    table: &str,
    wanted: RangeInclusive<u64>,
    keys: &Keys,
) -> io::Result<BTreeMap<u64, PastRound>> {
    let (first, last) = (*wanted.start(), *wanted.end());
    let (mut found, mut from) = (BTreeMap::new(), first);
    let rows = store.rounds(table, first, last).map_err(io::Error::other)?;
    for Signed { head: text, tag, part } in rows {
        let head = match head(table, &text, &tag, keys) {
            Ok(head) => head,
            Err(why) => {
                refused(table, 0, &why);
                continue;
            }
        };
        let rounds: Option<BTreeMap<u64, PastRound>> =
            is_part(&part, head.rounds).then(|| serde_json::from_str(&part).ok()).flatten();
        let Some(rounds) = rounds else {
            refused(table, head.next, &Refused::Damaged);
            continue;
        };
        // Only what follows without a gap counts: the missing rounds may be in a snapshot that was refused.
        if head.since <= from && from < head.round {
            found.extend(rounds.into_iter().filter(|(number, _)| (from..=last).contains(number)));
            from = head.round;
        }
    }
    if from <= last {
        let book = begin(store, table, Upto::Round(from), keys).map_err(io::Error::other)?;
        let mut missing = BTreeMap::new();
        replay(store, book, u64::MAX, keys, |book, _| {
            if book.open_since() <= last {
                return ControlFlow::Continue(());
            }
            missing = book.ended();
            ControlFlow::Break(())
        })?;
        found.extend(missing.into_iter().filter(|(number, _)| (from..=last).contains(number)));
    }
    Ok(found)
}

/// Ended rounds before this one, latest first: how many to skip, and how many to return.
pub fn older_rounds(
    store: &mut dyn Reader,
    table: &str,
    before: u64,
    (mut skip, want): (usize, usize),
    keys: &Keys,
) -> io::Result<Vec<(u64, Round)>> {
    let (mut found, mut before) = (Vec::new(), before);
    while found.len() < want && before > 0 {
        let row = store.head_of_round(table, before - 1).map_err(io::Error::other)?;
        let head = row.and_then(|row| head(table, &row.head, &row.tag, keys).ok());
        let head = head.filter(|head| head.since < before && before <= head.round);
        // Where nothing is stored, some rounds are replayed.
        let first = head.as_ref().map_or(before.saturating_sub(MOST), |head| head.since);
        let passed =
            head.filter(|head| head.round == before).and_then(|head| usize::try_from(head.count).ok());
        match passed.filter(|count| *count <= skip) {
            Some(count) => skip -= count,
            None => {
                let rounds = past_rounds(store, table, first..=before - 1, keys)?;
                let rounds = rounds.into_iter().rev().map(|(number, past)| (number, past.round));
                for round in rounds {
                    match skip {
                        0 if found.len() < want => found.push(round),
                        0 => break,
                        _ => skip -= 1,
                    }
                }
            }
        }
        before = first;
    }
    Ok(found)
}
