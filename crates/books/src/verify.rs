//! Checks a journal from the first line to the last: its bytes, the law, and what others hold.

use crate::{
    Hash, Secret,
    book::{Book, Fault, Step},
    checkpoint::{Checkpoint, Unsound, VerifyingKey},
    ledger::{Account, Kind},
    merkle::Tree,
    record::{Entry, Record},
    rounds::PastRound,
};
use rules::Money;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::RangeInclusive,
};

/// The first problem found in a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The number of the line, from 0; the number after the last line if something is missing there.
    pub seq: u64,
    /// A description of the problem.
    pub how: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.seq, self.how)
    }
}

impl std::error::Error for Wrong {}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Wrong {
        match fault {
            Fault::Broken { seq, how } => Wrong { seq, how },
            other => Wrong { seq: 0, how: other.to_string() },
        }
    }
}

/// A window that the house committed to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowSeen {
    /// The number of the window.
    pub number: u64,
    /// The line that committed to it.
    pub committed: u64,
    /// The line that ended it, and how it ended; `None` if it is still to come or in use.
    pub ended: Option<(u64, Ended)>,
}

/// How a window ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It was dealt, and its secret was revealed.
    Turned(Hash),
    /// Somebody withheld a part, and its secret was revealed.
    Failed(Hash),
    /// It was abandoned, and its secret was not revealed.
    Abandoned,
}

/// Lines that only another version of the rules can replay. Their chain, their keys and their place in the tree are
/// still checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The first of them.
    pub first: u64,
    /// The last of them.
    pub last: u64,
    /// The version of the rules that wrote them.
    pub rules: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lines {} to {} need rules {}", self.first, self.last, self.rules)
    }
}

/// What a valid journal contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The table.
    pub table: String,
    /// The game, as the table was last opened.
    pub game: Option<String>,
    /// How many lines there are.
    pub lines: u64,
    /// How many of these lines are refusals.
    pub refused: u64,
    /// How many rounds have ended.
    pub rounds: u64,
    /// The time of the first line, in milliseconds since 1970.
    pub from: i64,
    /// The time of the last line.
    pub to: i64,
    /// The last ownership epoch.
    pub epoch: u64,
    /// The people who joined this table, by patron number.
    pub people: BTreeMap<u16, String>,
    /// The balance of every account, derived from the journal.
    pub balances: BTreeMap<String, i64>,
    /// Every key with its line.
    pub keys: BTreeMap<String, u64>,
    /// Every posting in cents, by line and account.
    pub postings: BTreeMap<(u64, String), i64>,
    /// The windows of the table's chance.
    pub windows: Vec<WindowSeen>,
    /// The versions of the rules that the lines name.
    pub versions: BTreeSet<String>,
    /// Lines that this program cannot replay, because other rules wrote them. The figures above do not include them.
    pub unread: Vec<Unread>,
    /// The leaf hash of the last line.
    pub head: Hash,
    /// The RFC 6962 root over all lines.
    pub root: Hash,
    /// The root over the first `n` lines, for each `n` that a checkpoint needs.
    root_at: BTreeMap<u64, Hash>,
    /// The lines that were lost when the floor was restored: the first and last of each gap.
    pub lost: Vec<(u64, u64)>,
}

/// A verification in progress.
pub struct Verifier {
    book: Option<Book>,
    tree: Tree,
    watch: BTreeSet<u64>,
    root_at: BTreeMap<u64, Hash>,
    from: Option<i64>,
    to: i64,
    refused: u64,
    /// Rounds that ended before the first line, in case later lines void them.
    past: BTreeMap<u64, PastRound>,
    /// An independent second set of books: the sum of all postings, with the accounts and their kinds identified by
    /// name.
    balances: BTreeMap<String, (Kind, i64)>,
    keys: BTreeMap<String, u64>,
    postings: BTreeMap<(u64, String), i64>,
    windows: Vec<WindowSeen>,
    slips: BTreeMap<String, u64>,
    versions: BTreeSet<String>,
    unread: Vec<Unread>,
    lost: Vec<(u64, u64)>,
    /// The leaf hash, time and ownership epoch of the last line, once lines can no longer be replayed.
    last: Option<(Hash, i64, u64)>,
}

impl Verifier {
    /// Starts before the first line, and keeps the roots that these checkpoints need.
    pub fn new<'a>(checkpoints: impl IntoIterator<Item = &'a Checkpoint>) -> Verifier {
        Verifier {
            book: None,
            tree: Tree::new(),
            watch: checkpoints.into_iter().map(|checkpoint| checkpoint.size).collect(),
            root_at: BTreeMap::new(),
            from: None,
            to: 0,
            refused: 0,
            past: BTreeMap::new(),
            balances: BTreeMap::new(),
            keys: BTreeMap::new(),
            postings: BTreeMap::new(),
            windows: Vec::new(),
            slips: BTreeMap::new(),
            versions: BTreeSet::new(),
            unread: Vec::new(),
            lost: Vec::new(),
            last: None,
        }
    }

    /// Starts in the middle of a journal, from the state that the earlier lines led to, the tree over them, and those
    /// of their rounds that later lines may void.
    pub fn resume(book: Book, tree: Tree, past: BTreeMap<u64, PastRound>) -> Verifier {
        let balance = |(account, cents): (&Account, i64)| (account.at(book.table()), (account.kind(), cents));
        let balances = book.ledger().iter().map(balance).collect();
        Verifier { balances, tree, past, to: book.at(), book: Some(book), ..Verifier::new(None) }
    }

    /// The book so far.
    pub fn book(&self) -> Option<&Book> {
        self.book.as_ref()
    }

    /// Checks the next line, and returns what follows from it; `None` if only other rules can tell.
    pub fn line(&mut self, line: &str) -> Result<Option<Step>, Wrong> {
        if self.book.is_none() {
            // The first line names the table. That it really is the first is checked like everything else.
            let first = Record::read(line).map_err(|e| Wrong { seq: 0, how: e.to_string() })?;
            self.book = Some(Book::new(&first.table));
        }
        self.note_root();
        let book = self.book.as_mut().ok_or(Wrong { seq: 0, how: "no journal".into() })?;
        if self.last.is_some() {
            return self.link(line).map(|()| None);
        }
        if !self.past.is_empty()
            && let Ok(record) = Record::read(line)
            && let Some(range) = book.lacks(&record.entry)
        {
            let past = self.past.range(range.clone()).map(|(number, past)| (*number, past.clone()));
            book.recall(range, past.collect());
        }
        let step = match book.replay(line) {
            Err(Fault::Rules(_)) => {
                self.last = Some((book.head(), book.at(), book.epoch()));
                return self.link(line).map(|()| None);
            }
            replayed => replayed?,
        };
        let seq = step.record.seq;
        if let (Entry::Turned { secret, .. }, Some(window)) = (&step.record.entry, &step.spent) {
            // Now that the secret is known, the window can be dealt again and compared with what the house dealt.
            let key = window.key(&Secret::from_bytes(secret.0));
            let key = key.ok_or(Wrong { seq, how: format!("window {} was never mixed", window.number) })?;
            window.deal(&key).map_err(|differs| Wrong {
                seq,
                how: format!("window {} was dealt differently: {differs}", window.number),
            })?;
        }
        self.tree.append(step.leaf);
        self.to = step.record.at;
        self.from.get_or_insert(step.record.at);
        for (account, cents) in step.postings.iter() {
            let name = account.at(&step.record.table);
            self.balances.entry(name.clone()).or_insert((account.kind(), 0)).1 += cents;
            self.postings.insert((seq, name), cents);
        }
        if let Some(key) = &step.record.key
            && let Some(before) = self.keys.insert(key.clone(), seq)
        {
            return Err(Wrong { seq, how: format!("its key was already used in line {before}") });
        }
        if let Some(slip) = step.record.entry.slip()
            && let Some(before) = self.slips.insert(slip.to_owned(), seq)
        {
            return Err(Wrong { seq, how: format!("slip {slip} is already in line {before}") });
        }
        self.note_entry(seq, &step.record.entry);
        Ok(Some(step))
    }

    /// Checks only the bytes of a line that other rules wrote: number, chain, time, ownership epoch and key. The lines
    /// after it cannot be replayed either, since the state they start from is unknown.
    fn link(&mut self, line: &str) -> Result<(), Wrong> {
        let seq = self.tree.len();
        let wrong = |how: String| Wrong { seq, how };
        let record = Record::read(line).map_err(|e| wrong(e.to_string()))?;
        let table = self.book.as_ref().map(|book| book.table().to_owned()).unwrap_or_default();
        if record.table != table || record.seq != seq {
            return Err(wrong(format!("the line is number {} of {}", record.seq, record.table)));
        }
        let (leaf, at, epoch) = self.last.unwrap_or_default();
        if record.prev != leaf {
            return Err(wrong("the line does not follow the one before: the chain is broken".into()));
        }
        if record.at < at || record.epoch < epoch {
            return Err(wrong("the time or the ownership epoch went backward".into()));
        }
        if record.write() != line {
            return Err(wrong("the line is not in canonical form".into()));
        }
        if let Some(key) = &record.key
            && let Some(before) = self.keys.insert(key.clone(), seq)
        {
            return Err(wrong(format!("its key was already used in line {before}")));
        }
        let leaf = Hash::leaf(line.as_bytes());
        self.tree.append(leaf);
        (self.last, self.to) = (Some((leaf, record.at, record.epoch)), record.at);
        self.from.get_or_insert(record.at);
        match (&record.entry, self.unread.last_mut()) {
            (Entry::Opened { version, .. }, _) => {
                self.versions.insert(version.clone());
                self.unread.push(Unread { first: seq, last: seq, rules: version.clone() });
            }
            (_, Some(unread)) => unread.last = seq,
            (_, None) => return Err(wrong("no earlier line names the rules it was written under".into())),
        }
        Ok(())
    }

    fn note_root(&mut self) {
        let size = self.tree.len();
        if self.watch.contains(&size) {
            self.root_at.insert(size, self.tree.root());
        }
    }

    fn note_entry(&mut self, seq: u64, entry: &Entry) {
        match entry {
            Entry::Opened { version, .. } => {
                self.versions.insert(version.clone());
            }
            Entry::Refused { .. } => self.refused += 1,
            Entry::Restored { lost_from, lost_to, .. } => self.lost.push((*lost_from, *lost_to)),
            Entry::Committed { window, .. } => self.note_committed(*window, seq),
            Entry::Locked { window, .. } => self.note_committed(window + 1, seq),
            Entry::Failed { window, secret, .. } => {
                self.note_ended(*window..=*window, seq, Ended::Failed(*secret));
            }
            Entry::Turned { window, secret } => {
                self.note_ended(*window..=*window, seq, Ended::Turned(*secret));
            }
            Entry::Abandoned { first, last, .. } => {
                self.note_ended(*first..=*last, seq, Ended::Abandoned);
            }
            _ => {}
        }
    }

    fn note_committed(&mut self, number: u64, seq: u64) {
        self.windows.push(WindowSeen { number, committed: seq, ended: None });
    }

    fn note_ended(&mut self, numbers: RangeInclusive<u64>, seq: u64, how: Ended) {
        // Few windows are open at a time, and they are the latest ones.
        let open = self.windows.iter_mut().rev().take(4).filter(|window| window.ended.is_none());
        for window in open.filter(|window| numbers.contains(&window.number)) {
            window.ended = Some((seq, how));
        }
    }

    /// Finishes after the last line and returns the report.
    pub fn finish(mut self) -> Result<Report, Wrong> {
        self.note_root();
        let book = self.book.as_ref().ok_or(Wrong { seq: 0, how: "the journal has no line".into() })?;
        let wrong = |how: String| Wrong { seq: book.next(), how };
        let mut kinds: BTreeMap<Kind, i128> = BTreeMap::new();
        for (kind, cents) in self.balances.values() {
            *kinds.entry(*kind).or_default() += i128::from(*cents);
        }
        if let Some((kind, sum)) = kinds.iter().find(|(_, sum)| **sum != 0) {
            return Err(wrong(format!("{kind:?} do not balance: {sum} cents")));
        }
        let held = |(account, cents): (&Account, i64)| (account.at(book.table()), cents);
        let held: BTreeMap<String, i64> = book.ledger().iter().map(held).filter(|(_, c)| *c != 0).collect();
        let mut balances: BTreeMap<String, i64> =
            self.balances.into_iter().map(|(name, (_, cents))| (name, cents)).collect();
        let others: BTreeMap<_, _> = balances.clone().into_iter().filter(|(_, c)| *c != 0).collect();
        if held != others {
            return Err(wrong("the ledger is not the sum of its postings".into()));
        }
        let lying: Money = book.engine().iter().flat_map(|engine| engine.bets()).map(|bet| bet.stake).sum();
        if book.ledger().of(&Account::Layout) != lying.as_cents() {
            return Err(wrong(format!("the layout holds {lying}, but the ledger does not")));
        }
        balances.retain(|_, cents| *cents != 0);
        let (head, _, epoch) = self.last.unwrap_or((book.head(), book.at(), book.epoch()));
        Ok(Report {
            table: book.table().to_owned(),
            game: book.opened().map(|opened| opened.game.name().to_owned()),
            lines: self.tree.len(),
            refused: self.refused,
            rounds: book.round(),
            from: self.from.unwrap_or(self.to),
            to: self.to,
            epoch,
            people: book.people().clone(),
            balances,
            keys: self.keys,
            postings: self.postings,
            windows: self.windows,
            versions: self.versions,
            unread: self.unread,
            head,
            root: self.tree.root(),
            root_at: self.root_at,
            lost: self.lost,
        })
    }
}

/// Checks a whole journal.
pub fn verify<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> Result<Report, Wrong> {
    verify_to(lines, &[])
}

/// Checks a whole journal, and keeps what is needed to compare it with these checkpoints.
pub fn verify_to<L: AsRef<str>>(
    lines: impl IntoIterator<Item = L>,
    checkpoints: &[Checkpoint],
) -> Result<Report, Wrong> {
    let mut verifier = Verifier::new(checkpoints);
    for line in lines {
        verifier.line(line.as_ref())?;
    }
    verifier.finish()
}

impl Report {
    /// Checks that the journal is the one that was signed, or has grown from it. The checkpoint must be one of those
    /// passed to [`verify_to`].
    pub fn carries(&self, checkpoint: &Checkpoint, key: &VerifyingKey) -> Result<(), Unsound> {
        checkpoint.verify(key)?;
        if checkpoint.table != self.table {
            return Err(Unsound::OtherTable);
        }
        let lost = self.lost.iter().any(|(from, to)| (from + 1..=to + 1).contains(&checkpoint.size));
        match self.root_at.get(&checkpoint.size) {
            Some(root) if *root == checkpoint.root => Ok(()),
            _ if lost => Err(Unsound::Lost),
            None => Err(Unsound::Short),
            Some(_) => Err(Unsound::Later),
        }
    }
}

/// A difference between a database and the journal it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What differs: `balance`, `key` or `posting`.
    pub of: &'static str,
    /// The account, key or posting that differs.
    pub name: String,
    /// What the journal says; `None` if it has no such entry.
    pub journal: Option<i64>,
    /// What the database says.
    pub database: Option<i64>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |value: Option<i64>| value.map_or("nothing".to_owned(), |value| value.to_string());
        let Difference { of, name, journal, database } = self;
        write!(f, "{of} {name}: the journal says {}, the database {}", said(*journal), said(*database))
    }
}

/// Compares what a database stores beside the journal with what follows from the journal: balances by account (an empty
/// account may be left out), the line of each key, and the cents of each line's postings. A person's wallet is shared
/// by all tables, so it must be compared with the sum over all their journals, not here.
pub fn compare(
    report: &Report,
    balances: &BTreeMap<String, i64>,
    keys: &BTreeMap<String, u64>,
    postings: &BTreeMap<(u64, String), i64>,
) -> Vec<Difference> {
    let full = |all: &BTreeMap<String, i64>| -> BTreeMap<String, i64> {
        let own = |(name, cents): &(&String, &i64)| **cents != 0 && !name.starts_with("wallet:");
        all.iter().filter(own).map(|(name, cents)| (name.clone(), *cents)).collect()
    };
    let line = |keys: &BTreeMap<String, u64>| -> BTreeMap<String, i64> {
        keys.iter().map(|(key, seq)| (key.clone(), i64::try_from(*seq).unwrap_or(i64::MAX))).collect()
    };
    let posted = |all: &BTreeMap<(u64, String), i64>| -> BTreeMap<String, i64> {
        all.iter().map(|((seq, account), cents)| (format!("{account} in line {seq}"), *cents)).collect()
    };
    let mut found = differ("balance", &full(&report.balances), &full(balances));
    found.extend(differ("key", &line(&report.keys), &line(keys)));
    found.extend(differ("posting", &posted(&report.postings), &posted(postings)));
    found
}

fn differ(
    of: &'static str,
    journal: &BTreeMap<String, i64>,
    database: &BTreeMap<String, i64>,
) -> Vec<Difference> {
    let names: BTreeSet<&String> = journal.keys().chain(database.keys()).collect();
    let both = names.into_iter().map(|name| (name, journal.get(name).copied(), database.get(name).copied()));
    both.filter(|(_, journal, database)| journal != database)
        .map(|(name, journal, database)| Difference { of, name: name.clone(), journal, database })
        .collect()
}
