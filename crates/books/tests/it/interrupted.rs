//! A table interrupted after any line continues from its journal as if nothing had happened.

use crate::floor::{Floor, rebuilt, same};
use books::{Book, Draft, Entry, Record};
use rules::GameId;

/// The lines as requested, before a book turned them into records.
fn drafts(lines: &[String]) -> Vec<Draft> {
    let draft = |line: &String| {
        let record: Record = serde_json::from_str(line).expect("a line");
        let entry = match record.entry {
            Entry::Refused { line, .. } => Entry::Input { line },
            entry => entry,
        };
        let (at, epoch, by, salt) = (record.at, record.epoch, record.by, record.salt);
        Draft { at, epoch, by, key: record.key.zip(record.body), salt, entry }
    };
    lines.iter().map(draft).collect()
}

fn go_on(book: &mut Book, drafts: &[Draft]) -> Vec<String> {
    let mut lines = Vec::new();
    for draft in drafts {
        let mut step = book.propose(draft.clone()).unwrap_or_else(|fault| panic!("{fault}"));
        book.accept(&mut step);
        lines.push(step.line);
    }
    lines
}

#[test]
fn cut_off_after_any_line_it_ends_the_same() {
    for game in GameId::ALL {
        let mut floor = Floor::open(*game, 33);
        floor.play_lines(crate::sized(50, 130));
        let drafts = drafts(&floor.lines);
        for cut in 0..floor.lines.len() {
            let mut book = rebuilt(&floor.lines[..cut]);
            // Up to this cut; at every tenth cut, to the end.
            let until = if cut % 10 == 0 { drafts.len() } else { drafts.len().min(cut + 3) };
            let lines = go_on(&mut book, &drafts[cut..until]);
            assert_eq!(lines, floor.lines[cut..until], "{} cut at {cut}", game.name());
            if until == drafts.len() {
                same(&book, &floor.book);
            }
        }
    }
}

#[test]
fn the_same_requests_in_another_process_are_the_same_bytes() {
    for game in GameId::ALL {
        let [one, other] = [(), ()].map(|()| {
            let mut floor = Floor::open(*game, 5);
            floor.play_lines(crate::sized(300, 1_000));
            floor
        });
        assert_eq!(one.lines, other.lines);
        let mut book = Book::new("t1");
        assert_eq!(go_on(&mut book, &drafts(&one.lines)), one.lines);
    }
}
