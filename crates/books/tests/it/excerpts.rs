//! A book resumed from a snapshot sees the same as one that started at the first line.

use crate::floor::Floor;
use books::{Book, PastRound, Record};
use rules::{Actor, GameId, Patron};
use std::collections::BTreeMap;

/// A book that was read back, with the rounds that had ended by then.
struct Resumed {
    book: Book,
    past: BTreeMap<u64, PastRound>,
}

impl Resumed {
    fn of(whole: &Book) -> Resumed {
        let text = whole.encode();
        let book = Book::decode(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(book.encode(), text, "what is read back is written alike");
        assert_eq!(whole.excerpt().encode(), text, "an excerpt is what a snapshot holds");
        Resumed { book, past: whole.ended() }
    }

    /// Does what the store does for a void: recalls the rounds that the book lacks.
    fn recall(&mut self, record: &Record) -> bool {
        let Some(range) = self.book.lacks(&record.entry) else { return false };
        let rounds = self.past.range(range.clone()).map(|(number, past)| (*number, past.clone())).collect();
        self.book.recall(range, rounds);
        assert_eq!(self.book.lacks(&record.entry), None);
        true
    }
}

/// Everything anyone can do or see next.
fn menus(book: &Book) -> Vec<String> {
    let Some(engine) = book.engine() else { return Vec::new() };
    let people = book.people().keys().map(|number| Actor::Patron(Patron(*number)));
    let everyone = [Actor::Dealer, Actor::Floorperson, Actor::Supervisor].into_iter().chain(people);
    let mut menus: Vec<String> = everyone.map(|who| format!("{:?}", engine.offers(who))).collect();
    menus.push(format!("{:?} {:?}", engine.outcomes(), engine.irregularities()));
    menus.push(format!("{:?} {:?}", engine.picture(), engine.bets()));
    menus
}

#[test]
fn a_table_goes_on_from_any_snapshot_as_it_did() {
    let (mut voids, mut ends) = (0, 0);
    for game in GameId::ALL {
        let mut floor = Floor::open(*game, 47);
        floor.play_lines(crate::sized(180, 400));
        let mut whole = Book::new(floor.book.table());
        // This book forgets rounds, as a running table does.
        let (mut live, mut kept) = (Book::new(floor.book.table()), BTreeMap::new());
        let mut resumed: Vec<Resumed> = Vec::new();
        for (seq, line) in floor.lines.iter().enumerate() {
            let step = whole.replay(line).unwrap_or_else(|fault| panic!("{}: {fault}", game.name()));
            let record = Record::read(line).expect("a record");
            for one in &mut resumed {
                voids += usize::from(one.recall(&record));
                let again = one.book.follow(record.clone(), line);
                let again = again.unwrap_or_else(|fault| panic!("{}: {fault}", game.name()));
                assert_eq!((again.leaf, again.round), (step.leaf, step.round), "{line}");
                assert_eq!((&again.facts, &again.postings), (&step.facts, &step.postings), "{line}");
                assert_eq!(again.spent, step.spent, "{line}");
            }
            let mut runs = Resumed { book: live, past: kept };
            runs.recall(&record);
            runs.book.follow(record.clone(), line).unwrap_or_else(|fault| panic!("{}: {fault}", game.name()));
            (live, kept) = (runs.book, runs.past);
            assert!(whole.lacks(&record.entry).is_none(), "who has read everything lacks nothing");
            if seq % 23 == 0 {
                resumed.push(Resumed::of(&whole));
                kept.extend(live.ended());
                live.forget(live.round());
                assert_eq!(live.since(), whole.round());
            }
            if seq % 37 == 0 || seq + 1 == floor.lines.len() {
                let (text, menus) = (whole.encode(), [menus(&whole)]);
                for book in resumed.iter().map(|one| &one.book).chain([&live]) {
                    assert_eq!(book.encode(), text, "{line}");
                }
                let last = resumed.last().map(|one| self::menus(&one.book));
                assert!(last.is_none_or(|last| last == menus[0]), "{line}");
            }
        }
        ends += resumed.len();
    }
    assert!(voids > 4 && ends > GameId::ALL.len() * 6, "{voids} voids, {ends} snapshots");
}

/// Negative control for the test above: a snapshot that says something else is not the same table.
#[test]
fn a_snapshot_that_lost_or_gained_something_is_not_read_as_the_same_table() {
    let mut floor = Floor::open(GameId::Roulette, 5);
    floor.play_lines(120);
    let text = floor.book.encode();
    let whole: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let fields = whole.as_object().expect("an object");
    for name in fields.keys() {
        let mut less = whole.clone();
        less.as_object_mut().expect("an object").remove(name);
        let same = Book::decode(&less.to_string()).is_ok_and(|book| book.encode() == text);
        // Absent and null mean the same.
        assert!(!same || fields[name].is_null(), "{name} is not missed");
    }
    let mut more = whole.clone();
    more["surplus"] = true.into();
    assert!(Book::decode(&more.to_string()).is_err());
    for half in [0, 1, text.len() / 2, text.len() - 1] {
        assert!(Book::decode(&text[..half]).is_err());
    }
}

/// A record that differs from its line is detected: the bytes decide.
#[test]
fn a_line_follows_from_its_own_words_only() {
    let mut floor = Floor::open(GameId::ALL[0], 11);
    floor.play_lines(60);
    let mut book = Book::new(floor.book.table());
    for line in &floor.lines {
        let mut other = Record::read(line).expect("a record");
        other.by.push('x');
        assert!(book.follow(other, line).is_err(), "{line}");
        book.replay(line).unwrap_or_else(|fault| panic!("{fault}"));
    }
}
