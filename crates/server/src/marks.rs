//! What the lines of a journal mention, so that a search can skip stretches in which nothing can be found. Snapshots
//! hold this for the lines before them; here it is kept for the lines since the last snapshot.

use books::{Entry, Fact, Record, What};
use rules::Actor;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What the lines after the last stored snapshot mention.
pub struct Marks(Mutex<Vec<Stretch>>);

/// The lines from one on, up to the beginning of the next stretch.
struct Stretch {
    from: u64,
    names: Names,
}

impl Marks {
    /// Starts at this line, with nothing mentioned yet.
    pub fn from(next: u64) -> Marks {
        Marks(Mutex::new(vec![Stretch { from: next, names: Names::default() }]))
    }

    fn stretches(&self) -> MutexGuard<'_, Vec<Stretch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a line.
    pub fn note(&self, record: &Record, told: &[Fact]) {
        if let Some(last) = self.stretches().last_mut() {
            names(record, told, &mut |name| last.names.insert(name));
        }
    }

    /// Cuts at a snapshot: returns the first line, and what is mentioned since the last stored snapshot.
    pub fn cut(&self, next: u64) -> (u64, Names) {
        let mut stretches = self.stretches();
        let mut names = Names::default();
        stretches.iter().for_each(|stretch| names.add(&stretch.names));
        let from = stretches.first().map_or(next, |stretch| stretch.from);
        stretches.push(Stretch { from: next, names: Names::default() });
        (from, names)
    }

    /// Notes that the snapshot taken here is stored.
    pub fn kept(&self, next: u64) {
        self.stretches().retain(|stretch| stretch.from >= next);
    }

    /// From which line on it is known what is mentioned, and whether something may be found there.
    pub fn tail(&self, may: impl Fn(&Names) -> bool) -> (u64, bool) {
        let stretches = self.stretches();
        let from = stretches.first().map_or(u64::MAX, |stretch| stretch.from);
        let mut all = Names::default();
        stretches.iter().for_each(|stretch| all.add(&stretch.names));
        (from, may(&all))
    }
}

/// Something by which a line can be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name<'a> {
    /// The account that wrote a line.
    By(&'a str),
    /// A patron who did something, or to whom something happened.
    Patron(u16),
    /// A provision that decided or refused something.
    Cite(&'a str),
    /// Chips were counted.
    Count,
}

/// Lists everything that a line mentions.
pub fn names<'a>(record: &'a Record, facts: &'a [Fact], tell: &mut dyn FnMut(Name<'a>)) {
    tell(Name::By(&record.by));
    match &record.entry {
        Entry::Input { line } => actor(line).into_iter().for_each(&mut *tell),
        Entry::Refused { line, refusal } => {
            actor(line).into_iter().for_each(&mut *tell);
            tell(Name::Cite(refusal.cite.id()));
        }
        Entry::Counted { witness, .. } => {
            tell(Name::By(witness));
            tell(Name::Count);
        }
        Entry::Joined { patron, .. }
        | Entry::WalkIn { patron, .. }
        | Entry::BoughtIn { patron, .. }
        | Entry::TakenAway { patron, .. }
        | Entry::Brought { patron, .. } => tell(Name::Patron(*patron)),
        Entry::Corrected { lines, .. } => {
            lines.iter().flat_map(|(_, new)| new).filter_map(|line| actor(line)).for_each(&mut *tell);
        }
        _ => {}
    }
    for fact in facts {
        tell(Name::Cite(fact.cite.id()));
        if let What::Settled { pays, .. } = &fact.what {
            tell(Name::Cite(pays.id()));
        }
        fact.patrons().for_each(|patron| tell(Name::Patron(patron.0)));
    }
}

/// The patron with whom a line of notation begins.
fn actor<'a>(line: &str) -> Option<Name<'a>> {
    let who = line.split([' ', '@']).next()?;
    if let Ok(Actor::Patron(patron)) = who.parse() { Some(Name::Patron(patron.0)) } else { None }
}

/// What some lines mention.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    by: BTreeSet<String>,
    patrons: BTreeSet<u16>,
    cites: BTreeSet<String>,
    counts: bool,
}

impl Names {
    /// Whether one of the lines mentions this.
    pub fn has(&self, name: Name<'_>) -> bool {
        match name {
            Name::By(who) => self.by.contains(who),
            Name::Patron(number) => self.patrons.contains(&number),
            Name::Cite(cite) => self.cites.contains(cite),
            Name::Count => self.counts,
        }
    }

    fn insert(&mut self, name: Name<'_>) {
        let mut word = |of: fn(&mut Names) -> &mut BTreeSet<String>, word: &str| {
            // It is nearly always there already.
            if !of(self).contains(word) {
                of(self).insert(word.to_owned());
            }
        };
        match name {
            Name::By(who) => word(|names| &mut names.by, who),
            Name::Cite(cite) => word(|names| &mut names.cites, cite),
            Name::Patron(number) => {
                self.patrons.insert(number);
            }
            Name::Count => self.counts = true,
        }
    }

    fn add(&mut self, other: &Names) {
        self.by.extend(other.by.iter().cloned());
        self.patrons.extend(&other.patrons);
        self.cites.extend(other.cites.iter().cloned());
        self.counts |= other.counts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use books::{Book, Draft};

    #[test]
    fn names_are_told_until_a_snapshot_with_them_is_kept() {
        let (marks, mut book) = (Marks::from(0), Book::new("cage-1"));
        let mut write = |by: &str| {
            let (key, salt) = (None, None);
            let entry = Entry::Funded { person: "ann".to_owned(), cents: 1 };
            let draft = Draft { at: 1, epoch: 1, by: by.to_owned(), key, salt, entry };
            let mut step = book.propose(draft).expect("a line");
            book.accept(&mut step);
            marks.note(&step.record, &step.facts);
            book.next()
        };
        let has = |who| marks.tail(|names| names.has(Name::By(who)));
        let next = write("one");
        assert!(marks.cut(next).1.has(Name::By("one")));
        let next = write("two");
        assert_eq!((has("one"), has("two"), has("three")), ((0, true), (0, true), (0, false)));
        // The first snapshot was not stored after all, so the second one covers both.
        let (from, both) = marks.cut(next);
        assert!(from == 0 && both.has(Name::By("one")) && both.has(Name::By("two")));
        write("three");
        marks.kept(next);
        assert_eq!((has("one"), has("three")), ((next, false), (next, true)));
        let text = serde_json::to_string(&both).expect("JSON");
        assert_eq!(serde_json::from_str::<Names>(&text).expect("names"), both);
    }
}
