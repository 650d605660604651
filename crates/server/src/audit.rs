//! Audits a floor's database against its journals: every line is replayed, and everything else that the store holds
//! about a table is derived again and compared. Nothing is repaired here; the audit only reports.
//!
//! Whatever is not in a journal cannot be derived: people, sessions, links, documents, the addresses of nodes. A
//! truncated journal is still a valid journal, unless a signed head of it is kept somewhere else.

mod across;

use self::across::Across;
use crate::{
    key_filter::KeyFilter,
    keys::Keys,
    marks::Marks,
    snapshots::{self, Head},
    store::{Answer, Checkpoint, Line, Reader, snapshots::Upto},
};
use books::{Book, Entry, Fault, Hash, PastRound, Record, Step, Unread, VerifyingKey, merkle::Tree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// How many lines are read at a time.
const PAGE: u32 = 1024;

/// The result of an audit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many journals there are.
    pub tables: usize,
    /// How many lines follow correctly from those before them.
    pub lines: u64,
    /// What is wrong; empty if everything is in order.
    pub findings: Vec<Finding>,
    /// Lines that only other rules can replay. Their chain, postings and signed heads are still checked.
    pub unread: Vec<(String, Unread)>,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The table or the account.
    pub of: String,
    /// The line, if it concerns one.
    pub seq: Option<u64>,
    /// What was found, and what was expected.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seq {
            Some(seq) => write!(f, "{}, line {seq}: {}", self.of, self.what),
            None => write!(f, "{}: {}", self.of, self.what),
        }
    }
}

/// Audits a floor that is not running. With its keys, the signatures of checkpoints are verified; without them, only
/// their existence is checked.
pub fn audit(store: &mut dyn Reader, keys: Option<&Keys>) -> Answer<Report> {
    let mut report = Report::default();
    let found = store.disorder()?.into_iter();
    report.findings.extend(found.map(|what| Finding { of: "the database".to_owned(), seq: None, what }));
    let mut balances = BTreeMap::new();
    let mut across = Across::default();
    let signers = signers(store, keys)?;
    for table in store.tables()? {
        report.tables += 1;
        let mut of_table = Audited::new(&table);
        of_table.snapshots = store.snapshots(&table)?.into_iter().rev().collect();
        let ended = of_table.lines(store, keys, &mut balances)?;
        if ended {
            of_table.rest(store, keys)?;
        }
        if ended || !of_table.unread.is_empty() {
            let kept = store.checkpoints(&table, u32::MAX)?;
            kept.into_iter().for_each(|checkpoint| of_table.checkpoint(checkpoint, &signers));
        }
        report.lines += of_table.tree.len();
        report.unread.extend(of_table.unread.drain(..).map(|unread| (table.clone(), unread)));
        report.findings.append(&mut of_table.findings);
        across.add(of_table.across);
    }
    across.compare(store, &mut report.findings)?;
    let kept: BTreeMap<String, i64> = store.balances("")?.into_iter().collect();
    for account in kept.keys().chain(balances.keys()).collect::<BTreeSet<_>>() {
        let (kept, must) = (kept.get(account), balances.get(account));
        if kept != must {
            let what = format!("the balance is {kept:?} cents, the postings make {must:?}");
            report.findings.push(Finding { of: account.clone(), seq: None, what });
        }
    }
    Ok(report)
}

/// The keys that may have signed heads: the floor's current one and the retired ones. Empty if the keys are not
/// available.
fn signers(store: &mut dyn Reader, keys: Option<&Keys>) -> Answer<Vec<VerifyingKey>> {
    let Some(keys) = keys else { return Ok(Vec::new()) };
    let retired = store.fingerprints()?.into_iter().filter(|(name, _)| name.starts_with("sign retired"));
    let retired = retired.filter_map(|(_, key)| key.to_string().parse().ok());
    Ok(retired.chain([keys.signing().verifying_key()]).collect())
}

/// The audit of one table in progress.
struct Audited {
    book: Book,
    tree: Tree,
    /// The roots of all sizes for which there may be a checkpoint.
    roots: Vec<Hash>,
    keys: Vec<(u64, String, Hash)>,
    /// The positions of the snapshots, in reverse order.
    snapshots: Vec<u64>,
    marks: Marks,
    findings: Vec<Finding>,
    across: Across,
    unread: Vec<Unread>,
}

impl Audited {
    fn new(table: &str) -> Audited {
        Audited {
            book: Book::new(table),
            tree: Tree::new(),
            roots: Vec::new(),
            keys: Vec::new(),
            snapshots: Vec::new(),
            marks: Marks::from(0),
            findings: Vec::new(),
            across: Across::default(),
            unread: Vec::new(),
        }
    }

    fn find(&mut self, seq: impl Into<Option<u64>>, what: impl Into<String>) {
        let of = self.book.table().to_owned();
        self.findings.push(Finding { of, seq: seq.into(), what: what.into() });
    }

    /// Replays the journal and compares the postings. Returns whether it reached the end: nothing can be derived after
    /// a line that does not follow.
    fn lines(
        &mut self,
        store: &mut dyn Reader,
        keys: Option<&Keys>,
        balances: &mut BTreeMap<String, i64>,
    ) -> Answer<bool> {
        let table = self.book.table().to_owned();
        loop {
            let from = self.book.next();
            let lines = store.lines(&table, from, PAGE)?;
            let mut must = Vec::new();
            let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
            for line in lines {
                let step = match self.book.replay(&line.line) {
                    Ok(step) => step,
                    Err(Fault::Rules(_)) => {
                        self.chain(store, balances)?;
                        return Ok(false);
                    }
                    Err(fault) => {
                        self.find(line.seq, fault.to_string());
                        return Ok(false);
                    }
                };
                self.columns(&line, &step);
                for (n, (account, cents)) in (0_u32..).zip(step.postings.iter()) {
                    let account = account.at(&table);
                    *balances.entry(account.clone()).or_default() += cents;
                    must.push((line.seq, n, account, cents));
                }
                self.note(&step);
                self.snapshot(store, keys)?;
            }
            // Postings after the last line belong to no line.
            let until = if count == 0 { u32::MAX } else { count };
            let kept = store.postings(&table, from, until)?;
            let kept: Vec<_> = kept.into_iter().map(|p| (p.seq, p.n, p.account, p.cents)).collect();
            if kept != must {
                let first = kept.iter().zip(&must).find(|(kept, must)| kept != must).map(|(kept, _)| kept.0);
                let what = format!("{} postings are not the {} that follow", kept.len(), must.len());
                self.find(first, what);
            }
            if count == 0 {
                return Ok(true);
            }
        }
    }

    /// Checks lines that other rules wrote: the chain, the sums of the postings, and the signed heads over them.
    fn chain(&mut self, store: &mut dyn Reader, balances: &mut BTreeMap<String, i64>) -> Answer<()> {
        let table = self.book.table().to_owned();
        let mut prev = self.book.head();
        loop {
            let from = self.tree.len();
            let lines = store.lines(&table, from, PAGE)?;
            let Some(last) = lines.last().map(|line| line.seq) else { break };
            for line in lines {
                let leaf = Hash::leaf(line.line.as_bytes());
                let record = Record::read(&line.line).ok();
                let named = record.as_ref().is_some_and(|record| {
                    (record.seq, record.prev, record.table.as_str()) == (line.seq, prev, table.as_str())
                });
                if line.seq != self.tree.len() || line.leaf != leaf || line.prev != prev || !named {
                    self.find(line.seq, "the line does not follow the one before: the chain is broken");
                    return Ok(());
                }
                prev = leaf;
                self.tree.append(leaf);
                self.roots.push(self.tree.root());
                match (record.map(|record| record.entry), self.unread.last_mut()) {
                    (Some(Entry::Opened { version, .. }), _) => {
                        self.unread.push(Unread { first: line.seq, last: line.seq, rules: version });
                    }
                    (_, Some(unread)) => unread.last = line.seq,
                    (_, None) => {}
                }
            }
            let mut sums: BTreeMap<u64, i64> = BTreeMap::new();
            for posting in store.postings(&table, from, PAGE)? {
                *sums.entry(posting.seq).or_default() += posting.cents;
                *balances.entry(posting.account).or_default() += posting.cents;
            }
            if let Some((seq, sum)) = sums.into_iter().find(|(_, sum)| *sum != 0) {
                self.find(seq, format!("its postings sum to {sum} cents, not to nothing"));
            }
            debug_assert_eq!(last + 1, self.tree.len());
        }
        Ok(())
    }

    /// The columns stored beside a line must match its content.
    fn columns(&mut self, line: &Line, step: &Step) {
        let record = &step.record;
        let kept = (line.seq, line.epoch, line.at, line.leaf, line.prev);
        if kept != (record.seq, record.epoch, record.at, step.leaf, record.prev) {
            self.find(line.seq, "number, ownership, time or hash beside it are not its own");
        }
    }

    /// Checks the snapshot that ends here, if there is one: its book, rounds, names and tree must be what the lines
    /// produce.
    fn snapshot(&mut self, store: &mut dyn Reader, keys: Option<&Keys>) -> Answer<()> {
        let next = self.book.next();
        if self.snapshots.pop_if(|at| *at == next).is_none() {
            return Ok(());
        }
        let table = self.book.table().to_owned();
        let row = store.snapshot(&table, Upto::Lines(next))?;
        let Some(row) = row.filter(|row| row.next == next) else { return Ok(()) };
        let seq = next.checked_sub(1);
        if let Some(Err(why)) = keys.map(|keys| snapshots::read(&table, &row, keys)) {
            self.find(seq, format!("the snapshot behind it: {why}"));
        }
        let head: Option<Head> = serde_json::from_str(&row.head).ok();
        let rounds: Option<BTreeMap<u64, PastRound>> = serde_json::from_str(&row.rounds).ok();
        let must: BTreeMap<u64, PastRound> =
            self.book.ended().into_iter().filter(|(number, _)| *number >= row.since).collect();
        let (from, names) = self.marks.cut(next);
        self.marks.kept(next);
        for (part, fits) in [
            ("book", row.body == self.book.encode()),
            ("rounds", rounds.is_some_and(|rounds| rounds == must)),
            ("tree", head.as_ref().is_some_and(|head| head.edge == self.tree.edge())),
            // Names that begin before the previous snapshot repeat what it said, and are not compared.
            (
                "names",
                head.is_none_or(|head| head.named != from)
                    || serde_json::to_string(&names).ok() == Some(row.names),
            ),
        ] {
            if !fits {
                self.find(seq, format!("the {part} in the snapshot behind it are not what the lines make"));
            }
        }
        Ok(())
    }

    fn note(&mut self, step: &Step) {
        self.across.note(step);
        self.marks.note(&step.record, &step.facts);
        self.tree.append(step.leaf);
        self.roots.push(self.tree.root());
        if let Some((key, body)) = step.record.key.clone().zip(step.record.body) {
            self.keys.push((step.record.seq, key, body));
        }
    }

    /// Checks the keys of requests, and the lease.
    fn rest(&mut self, store: &mut dyn Reader, keys: Option<&Keys>) -> Answer<()> {
        let table = self.book.table().to_owned();
        let kept = store.keys(&table, 0, u32::MAX)?;
        let kept: Vec<_> = kept.into_iter().map(|key| (key.seq, key.key, key.body)).collect();
        if kept != self.keys {
            let first = kept.iter().zip(&self.keys).find(|(kept, must)| kept != must).map(|(_, must)| must.0);
            let what = format!("{} keys are not the {} of the lines", kept.len(), self.keys.len());
            self.find(first, what);
        }
        let mut seen = BTreeSet::new();
        let again = self.keys.iter().find(|(_, key, _)| !seen.insert(key.as_str())).map(|(seq, ..)| *seq);
        if let Some(seq) = again {
            self.find(seq, "its key was answered in an earlier line");
        }
        if let Some(next) = self.snapshots.first().copied() {
            self.find(
                None,
                format!("there is a snapshot of {next} lines, the journal has {}", self.book.next()),
            );
        }
        if let Some(keys) = keys {
            let filter = KeyFilter::open(store, &table, keys)?;
            let lost = self.keys.iter().find(|(_, key, _)| !filter.may_have(key)).map(|(seq, ..)| *seq);
            if let Some(seq) = lost {
                self.find(seq, "the filter of keys does not know its key");
            }
        }
        match store.owner(&table)? {
            Some(owner) if owner.epoch >= self.book.epoch() => {}
            Some(owner) => self.find(None, format!("the lease has epoch {}, the journal more", owner.epoch)),
            None => self.find(None, "there is no lease, but there are lines"),
        }
        Ok(())
    }

    fn checkpoint(&mut self, kept: Checkpoint, signers: &[VerifyingKey]) {
        let size = kept.size;
        let root = usize::try_from(size).ok().and_then(|size| self.roots.get(size.checked_sub(1)?)).copied();
        if root != Some(kept.root) {
            self.find(size.checked_sub(1), "the signed head is not the head of this journal");
        }
        if signers.is_empty() {
            return;
        }
        let signature = String::from_utf8_lossy(&kept.signature).into_owned();
        let signed = books::Checkpoint { table: kept.table, size, root: kept.root, at: kept.at, signature };
        if !signers.iter().any(|key| signed.verify(key).is_ok()) {
            self.find(size.checked_sub(1), "the head is not signed with the key of this floor");
        }
    }
}
