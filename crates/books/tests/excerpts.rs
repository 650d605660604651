//! Who looks back begins in the middle of a journal, and sees what who began at its first line sees.

mod floor;

use books::{Book, Record};
use floor::Floor;
use rules::GameId;

#[test]
fn a_table_goes_on_from_any_line_as_it_did() {
    let (mut voids, mut ends) = (0, 0);
    for game in GameId::ALL {
        let mut floor = Floor::open(*game, 47);
        floor.play_lines(400);
        let (mut whole, mut excerpts) = (Book::new(floor.book.table()), Vec::new());
        for (seq, line) in floor.lines.iter().enumerate() {
            let step = whole.replay(line).unwrap_or_else(|fault| panic!("{}: {fault}", game.name()));
            let record = Record::read(line).expect("a record");
            excerpts.retain_mut(|excerpt: &mut Book| {
                // Only a void asks for more of the past than an excerpt has.
                if excerpt.needs_past(&record.entry) {
                    voids += 1;
                    return false;
                }
                let again = excerpt.follow(record.clone(), line);
                let again = again.unwrap_or_else(|fault| panic!("{}: {fault}", game.name()));
                assert_eq!((again.leaf, again.round), (step.leaf, step.round), "{line}");
                assert_eq!((&again.told, &again.postings), (&step.told, &step.postings), "{line}");
                assert_eq!(again.spent, step.spent, "{line}");
                let stands = |book: &Book| (book.next(), book.head(), book.round(), book.public(), book.at());
                assert_eq!(stands(excerpt), stands(&whole), "{line}");
                true
            });
            assert!(!whole.needs_past(&record.entry), "who has read everything needs nothing");
            if seq % 23 == 0 {
                excerpts.push(whole.excerpt());
            }
        }
        for excerpt in &excerpts {
            ends += 1;
            assert_eq!(excerpt.ledger(), whole.ledger(), "{}", game.name());
            assert_eq!((excerpt.windows(), excerpt.people()), (whole.windows(), whole.people()));
            assert_eq!((excerpt.unseen(), excerpt.scheduled()), (whole.unseen(), whole.scheduled()));
        }
    }
    assert!(voids > 20 && ends > 40, "{voids} voids, {ends} came to the end");
}

/// A record that is not what the line says is found out: the bytes decide.
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
