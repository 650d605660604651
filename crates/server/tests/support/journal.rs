//! Long journals, written straight into a store by the books, with the snapshots that a running table would take.

#![allow(dead_code)]

use books::{Book, Draft, Entry, Hash, Mode, Step, merkle::Tree};
use rules::{Actor, Awaits};
use server::{
    key_filter::KeyFilter,
    keys::Keys,
    marks::Marks,
    snapshots::{self, EVERY, MOST, Taken},
    store::{Append, Store, Verdict},
};

/// A physical table at which people wager round after round.
pub struct Journal<'a> {
    pub book: Book,
    store: &'a mut dyn Store,
    keys: &'a Keys,
    pub epoch: u64,
    tree: Tree,
    marks: Marks,
    filter: KeyFilter,
    batch: Vec<Append>,
    chance: u64,
    people: u16,
    wager: &'static str,
    /// Where snapshots were taken.
    pub kept: Vec<u64>,
    /// How many lines a table writes before it takes one.
    every: (u64, u64),
}

impl<'a> Journal<'a> {
    /// Opens a table of this game, with so many people at it.
    pub fn open(
        store: &'a mut dyn Store,
        keys: &'a Keys,
        table: &str,
        game: &str,
        people: u16,
    ) -> Journal<'a> {
        let epoch = store.claim(table, "floor", 60_000).expect("a store").expect("a free table");
        let filter = KeyFilter::open(store, table, keys).expect("a filter");
        let wager = if game == "minibaccarat" { "@1 player 5" } else { " red 5" };
        let mut journal = Journal {
            book: Book::new(table),
            store,
            keys,
            epoch,
            tree: Tree::new(),
            marks: Marks::from(0),
            filter,
            batch: Vec::new(),
            chance: 47,
            people,
            wager,
            kept: Vec::new(),
            every: (EVERY, MOST),
        };
        let id = rules::GameId::find(game).expect("a game");
        journal.write(
            "sue",
            None,
            Entry::Opened {
                game: game.to_owned(),
                pit: "north".to_owned(),
                options: rounds::Settings::standard(id),
                edition: books::title_and_edition(id).1,
                version: books::VERSION.to_owned(),
                chance: Mode::Physical,
                inventory: 1_000_000_000_000,
                approved: None,
            },
        );
        for patron in 1..=people {
            let (person, cents) = (person(patron), 100_000_000);
            journal.write("sue", None, Entry::Funded { person: person.clone(), cents });
            journal.write(&person, None, Entry::Joined { patron, person: person.clone() });
            journal.write(&person, None, Entry::BoughtIn { patron, cents });
        }
        journal
    }

    /// Takes snapshots more often, or never.
    pub fn every(&mut self, lines: u64) {
        self.every = (lines, 2 * lines);
    }

    /// Writes a line.
    pub fn write(&mut self, by: &str, key: Option<String>, entry: Entry) -> Step {
        let body = |key: String| (key.clone(), Hash::of(&[b"request", key.as_bytes()]));
        let at = 1_763_000_000_000 + 10 * self.book.next().cast_signed();
        let salt = Some("00112233445566778899aabbccddeeff".to_owned());
        let draft = Draft { at, epoch: self.epoch, by: by.to_owned(), key: key.map(body), salt, entry };
        let mut step = self.book.propose(draft).unwrap_or_else(|fault| panic!("{fault}"));
        self.book.accept(&mut step);
        self.marks.note(&step.record, &step.facts);
        self.tree.append(step.leaf);
        let record = &step.record;
        if let Some(key) = &record.key {
            self.filter.add(key, record.seq);
        }
        self.batch.push(Append {
            table: record.table.clone(),
            seq: record.seq,
            epoch: record.epoch,
            at: record.at,
            line: step.line.clone(),
            leaf: step.leaf,
            prev: record.prev,
            key: record.key.clone().zip(record.body),
            postings: step.postings.iter().map(|(a, cents)| (a.at(&record.table), cents)).collect(),
            guard: server::guard(record, i64::MAX),
        });
        if self.batch.len() >= 4096 {
            self.commit();
        }
        let lines = self.book.next() - self.kept.last().copied().unwrap_or(0);
        if lines >= self.every.1 || lines >= self.every.0 && self.book.is_at_rest() {
            self.snapshot();
        }
        step
    }

    /// Makes durable what was written.
    pub fn commit(&mut self) {
        let verdicts = self.store.commit(&self.batch).expect("a store");
        assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Done), "{verdicts:?}");
        self.batch.clear();
    }

    fn snapshot(&mut self) {
        self.commit();
        let (parts, unkept) = self.filter.unkept();
        let taken = Taken {
            book: self.book.excerpt(),
            names: self.marks.cut(self.book.next()),
            rounds: self.book.ended(),
            since: self.book.since(),
            parts: unkept.iter().map(|part| part.sign(self.book.table(), self.keys)).collect(),
        };
        let (signed, roots) = (taken.sign(&self.tree, self.keys), snapshots::roots(&self.tree));
        assert!(snapshots::write(self.store, &signed, &roots, &taken.parts).expect("a store"));
        self.book.forget(self.book.round());
        self.marks.kept(self.book.next());
        self.filter.kept(parts);
        self.kept.push(self.book.next());
    }

    fn roll(&mut self, below: u64) -> u64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        self.chance % below
    }

    /// Plays one line. Every wager has a key.
    pub fn play(&mut self) -> Step {
        let engine = self.book.shared_engine().expect("an open table");
        let usual = |who| engine.usual(who).expect("somebody can go on");
        match engine.awaits() {
            Awaits::Wagers if !engine.has_bets() => {
                let patron = u16::try_from(1 + self.roll(self.people.into())).expect("few people");
                let (by, line) = (person(patron), format!("p{patron}{}", self.wager));
                let key = format!("{by}:key-{:08}", self.book.next());
                self.write(&by, Some(key), Entry::Input { line })
            }
            Awaits::Wagers => self.write("dan", None, Entry::Input { line: usual(Actor::Dealer) }),
            Awaits::Decision(who) => {
                let by = match who {
                    Actor::Patron(patron) => person(patron.0),
                    _ => "dan".to_owned(),
                };
                self.write(&by, None, Entry::Input { line: usual(who) })
            }
            Awaits::Equipment => {
                let outcomes = engine.outcomes();
                let all: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
                let mut at = u32::try_from(self.roll(all.into())).expect("small");
                let shown = outcomes.into_iter().find(|(_, weight)| {
                    let found = at < *weight;
                    at = at.saturating_sub(*weight);
                    found
                });
                let (line, _) = shown.expect("an outcome");
                self.write("dan", None, Entry::Input { line })
            }
        }
    }

    /// Plays until the journal has so many lines, and makes them durable.
    pub fn grow(&mut self, lines: u64) {
        while self.book.next() < lines {
            self.play();
        }
        self.commit();
    }

    /// A void of these rounds, by two people.
    pub fn void(&mut self, first: u64, last: u64) {
        let remedy = books::Remedy::Void { first, last };
        let asked = self.book.next();
        self.write("sue", None, Entry::Asked { remedy, reason: "the wheel was not level".to_owned() });
        let approved = Entry::Approved { asked };
        if let Some(rounds) = self.book.lacks(&approved) {
            self.commit();
            let table = self.book.table().to_owned();
            let past = snapshots::past_rounds(self.store, &table, rounds.clone(), self.keys).expect("rounds");
            self.book.recall(rounds, past);
        }
        self.write("sam", None, approved);
    }
}

pub fn person(patron: u16) -> String {
    format!("person-{patron}")
}
