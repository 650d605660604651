//! Marks along a journal: the table as it stood there, and what is named in the lines up to the next one. Who looks back
//! begins at a mark and passes over what cannot hold what is looked for.

use books::{Book, Entry, Fact, Record, Step, Told};
use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Lines between two marks, at first.
const EVERY: u64 = 256;
/// The most marks of a table, and the most people in all of them together, each with a purse. When there would be more,
/// every other mark is forgotten.
const MOST: usize = 128;
const CROWD: usize = 100_000;

/// The marks of a table.
pub struct Marks(Mutex<Kept>);

struct Kept {
    every: u64,
    marks: Vec<Mark>,
}

struct Mark {
    book: Book,
    names: Names,
}

/// Part of a journal: the table at its beginning, and the line behind its end.
pub struct Stretch {
    /// The table.
    pub book: Book,
    /// The line behind the last one.
    pub end: u64,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks::every(EVERY)
    }
}

impl Marks {
    fn every(every: u64) -> Marks {
        Marks(Mutex::new(Kept { every, marks: Vec::new() }))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line was folded into this book.
    pub fn note(&self, book: &Book, step: &Step) {
        let Kept { every, marks } = &mut *self.kept();
        if marks.is_empty() {
            marks.push(Mark { book: Book::new(book.table()), names: Names::default() });
        }
        if let Some(mark) = marks.last_mut() {
            names(&step.record, &step.told, &mut |name| mark.names.insert(name));
        }
        if !book.next().is_multiple_of(*every) {
            return;
        }
        marks.push(Mark { book: book.excerpt(), names: Names::default() });
        let crowd = |marks: &[Mark]| marks.iter().map(|mark| mark.book.people().len()).sum::<usize>();
        while marks.len() > MOST || marks.len() > 2 && crowd(marks) > CROWD {
            *every *= 2;
            for mark in std::mem::take(marks) {
                match marks.last_mut() {
                    Some(before) if !mark.book.next().is_multiple_of(*every) => before.names.add(mark.names),
                    _ => marks.push(mark),
                }
            }
        }
    }

    /// The last mark of which this holds; what holds of a mark holds of all before it. If of none, the empty book.
    pub fn last(&self, table: &str, holds: impl Fn(&Book) -> bool) -> Book {
        let marks = &self.kept().marks;
        let before = marks.partition_point(|mark| holds(&mark.book));
        before.checked_sub(1).map_or_else(|| Book::new(table), |at| marks[at].book.excerpt())
    }

    /// The parts of a journal from a line on, and not before or after a time, in which something may be found.
    pub fn stretches(
        &self,
        from: u64,
        (since, until): (i64, i64),
        may: impl Fn(&Names) -> bool,
    ) -> Vec<Stretch> {
        let marks = &self.kept().marks;
        let mut stretches: Vec<Stretch> = Vec::new();
        for (at, Mark { book, names }) in marks.iter().enumerate() {
            let next = marks.get(at + 1).map(|mark| &mark.book);
            let before = next.is_some_and(|next| next.next() <= from || next.at() < since);
            if before || book.at() > until || !may(names) {
                continue;
            }
            let end = next.map_or(u64::MAX, Book::next);
            match stretches.last_mut() {
                Some(last) if last.end == book.next() => last.end = end,
                _ => stretches.push(Stretch { book: book.excerpt(), end }),
            }
        }
        stretches
    }
}

/// Something by which a line can be looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name<'a> {
    /// Who wrote it.
    By(&'a str),
    /// A patron who did something, or to whom something happened.
    Patron(u16),
    /// A provision that decided or refused something.
    Cite(&'a str),
}

/// Tells of everything that a line names.
pub fn names<'a>(record: &'a Record, told: &'a [Told], tell: &mut dyn FnMut(Name<'a>)) {
    let patron = |word: &str| word.strip_prefix('p').and_then(|number| number.parse().ok()).map(Name::Patron);
    let bare = |cite: &'a str| Name::Cite(cite.trim_end_matches(" (not held)"));
    tell(Name::By(&record.by));
    if let Entry::Input { line } | Entry::Refused { line, .. } = &record.entry {
        line.split([' ', '@']).next().and_then(patron).into_iter().for_each(&mut *tell);
    }
    match &record.entry {
        Entry::Refused { cite, .. } => tell(bare(cite)),
        Entry::Joined { patron, .. } => tell(Name::Patron(*patron)),
        _ => {}
    }
    for told in told {
        tell(bare(&told.cite));
        if let Fact::Settled { pays, .. } = &told.fact {
            tell(bare(pays));
        }
        let words = told.text.split(|c: char| !c.is_alphanumeric());
        words.filter_map(patron).for_each(&mut *tell);
    }
}

/// What some lines name.
#[derive(Default)]
pub struct Names {
    by: HashSet<String>,
    patrons: HashSet<u16>,
    cites: HashSet<String>,
}

impl Names {
    /// Whether one of the lines names this.
    pub fn has(&self, name: Name<'_>) -> bool {
        match name {
            Name::By(who) => self.by.contains(who),
            Name::Patron(number) => self.patrons.contains(&number),
            Name::Cite(cite) => self.cites.contains(cite),
        }
    }

    fn insert(&mut self, name: Name<'_>) {
        let mut word = |of: fn(&mut Names) -> &mut HashSet<String>, word: &str| {
            // Nearly always it is there already.
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
        }
    }

    fn add(&mut self, other: Names) {
        self.by.extend(other.by);
        self.patrons.extend(other.patrons);
        self.cites.extend(other.cites);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use books::Draft;

    /// Writes a line at a cage.
    fn write(book: &mut Book, by: &str) -> Step {
        let (key, salt) = (None, None);
        let entry = Entry::Funded { person: "ann".to_owned(), cents: 1 };
        let at = i64::try_from(book.next()).expect("small");
        let draft = Draft { at, epoch: 1, by: by.to_owned(), key, salt, entry };
        let mut step = book.propose(draft).expect("a line");
        book.accept(&mut step);
        step
    }

    #[test]
    fn a_long_journal_has_few_marks_and_forgets_no_name() {
        let (marks, mut book) = (Marks::every(4), Book::new("cage-1"));
        let rare = [0, 77, 400, 1_099];
        for seq in 0..1_100 {
            let step = write(&mut book, if rare.contains(&seq) { "rare" } else { "usual" });
            marks.note(&book, &step);
        }
        let (count, every) = {
            let kept = marks.kept();
            (kept.marks.len(), kept.every)
        };
        assert!(count <= MOST && count as u64 * every > 1_100, "{count} marks, one every {every}");
        for line in [0, 1, every - 1, every, 333, 1_099] {
            let from = marks.last("cage-1", |book| book.next() <= line).next();
            assert!(from <= line && line < from + every, "{line} from {from}");
        }
        let always = (i64::MIN, i64::MAX);
        let found = marks.stretches(0, always, |names| names.has(Name::By("rare")));
        let within = |seq: u64| found.iter().any(|part| (part.book.next()..part.end).contains(&seq));
        assert!(rare.iter().all(|seq| within(*seq)));
        assert!(!within(200), "where nobody of that name wrote, nothing is looked for");
        assert_eq!(marks.stretches(0, always, |_| true).len(), 1, "what is whole is read in one go");
        let later = marks.stretches(500, (600, 700), |_| true);
        let [part] = &later[..] else { panic!("one part") };
        assert!((500..=600).contains(&part.book.next()) && part.end <= 700 + 2 * every);
        assert!(marks.stretches(0, always, |names| names.has(Name::Patron(1))).is_empty());
    }
}
