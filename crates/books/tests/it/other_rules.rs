//! A journal written under other rules is not forged: what can be checked without them is checked, and the
//! rest is named. A journal that lost lines says so.

use books::{
    Book, Checkpoint, Draft, Entry, Fault, HOUSE, Hash, Record, Report, SigningKey, Unsound, VERSION, verify,
    verify_to,
};

/// The journal in examples/ with its lines from one on rewritten: first changed, then chained again.
fn rewritten(from: usize, change: impl Fn(usize, &mut Record)) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/dispute.jsonl");
    let text = std::fs::read_to_string(path).expect("the example");
    let (mut lines, mut prev) = (Vec::new(), Hash::ZERO);
    for (number, line) in text.lines().enumerate() {
        let mut record = Record::read(line).expect("a line");
        if number >= from {
            change(number, &mut record);
            record.prev = prev;
        }
        let line = record.write();
        prev = Hash::leaf(line.as_bytes());
        lines.push(line);
    }
    lines
}

fn of_version(other: &str) -> Vec<String> {
    rewritten(0, |_, record| {
        if let Entry::Opened { version, .. } = &mut record.entry {
            *version = other.to_owned();
        }
    })
}

fn unread(report: &Report) -> Vec<String> {
    report.unread.iter().map(ToString::to_string).collect()
}

#[test]
fn lines_of_other_rules_are_named_and_not_called_forged() {
    let own = verify(of_version(VERSION)).expect("sound");
    assert_eq!(unread(&own), [""; 0]);
    let lines = of_version("1");
    let report = verify(&lines).expect("nothing is wrong with it");
    assert_eq!(unread(&report), [format!("lines 0 to {} need rules 1", lines.len() - 1)]);
    let root = own.root;
    assert_eq!(
        (report.lines, report.rounds),
        (lines.len() as u64, 0),
        "nothing is said of what was not replayed"
    );
    assert_ne!(report.root, root);
    let mut book = Book::new("roulette-1");
    assert_eq!(book.replay(&lines[0]).err(), Some(Fault::Rules("1".to_owned())), "and no table runs on it");
}

/// The lines before them are replayed as usual.
#[test]
fn a_stretch_of_other_rules_begins_where_it_says() {
    let lines = of_version(VERSION);
    let opened = Record::read(&lines[0]).expect("a line");
    let last = Record::read(lines.last().expect("lines")).expect("a line");
    let mut again = Record { seq: last.seq + 1, at: last.at, epoch: last.epoch, ..opened };
    again.prev = Hash::leaf(lines.last().expect("lines").as_bytes());
    if let Entry::Opened { version, .. } = &mut again.entry {
        *version = "7".to_owned();
    }
    let all: Vec<String> = lines.iter().cloned().chain([again.write()]).collect();
    let (before, after) = (verify(&lines).expect("sound"), verify(&all).expect("sound"));
    assert_eq!(unread(&after), [format!("lines {0} to {0} need rules 7", last.seq + 1)]);
    assert_eq!((after.balances, after.rounds), (before.balances, before.rounds));
    assert_eq!(after.lines, before.lines + 1);
}

/// A forged line is detected under any rules, because the chain breaks.
#[test]
fn a_forged_line_of_other_rules_is_still_found() {
    let lines = of_version("1");
    for at in 1..lines.len() {
        let mut forged = lines.clone();
        forged[at] = forged[at].replace("\"by\":\"", "\"by\":\"x");
        let next = verify(&forged).err();
        match at + 1 == lines.len() {
            // Nothing follows the last line, so only a signed head can reveal it.
            true => assert_eq!(next, None),
            false => assert_eq!(next.map(|wrong| wrong.seq), Some(at as u64 + 1), "line {at}"),
        }
        let mut gone = lines.clone();
        gone.remove(at);
        assert_eq!(verify(&gone).err().map(|wrong| wrong.seq), (at + 1 < lines.len()).then_some(at as u64));
        let mut spaced = lines.clone();
        spaced[at] = spaced[at].replacen(':', ": ", 1);
        assert_eq!(verify(&spaced).err().map(|wrong| wrong.seq), Some(at as u64));
    }
}

#[test]
fn a_loss_is_named_by_the_house_alone_and_where_it_is() {
    let mut book = Book::new("roulette-1");
    for line in of_version(VERSION) {
        book.replay(&line).expect("it follows");
    }
    let draft = |by: &str, lost_from: u64, lost_to: u64| Draft {
        at: book.at(),
        epoch: book.epoch() + 1,
        by: by.to_owned(),
        key: None,
        salt: None,
        entry: Entry::Restored { lost_from, lost_to, leaf: Hash::ZERO },
    };
    let next = book.next();
    assert_eq!(book.propose(draft("sue", next, next)).err(), Some(Fault::NotYours));
    for (from, to) in [(next - 1, next), (next + 1, next + 1), (next, next - 1)] {
        assert_eq!(book.propose(draft(HOUSE, from, to)).err(), Some(Fault::Unknown("line")));
    }
    let ledger = book.ledger().clone();
    let mut step = book.propose(draft(HOUSE, next, next + 21)).expect("it may be said");
    book.accept(&mut step);
    assert!(step.postings.iter().next().is_none() && *book.ledger() == ledger, "it moves nothing");
    // Anyone who holds a signed head over the lost lines is told what happened to them.
    let key = SigningKey::from_bytes(&[7; 32]);
    let held = Checkpoint::sign(&key, "roulette-1", next + 9, Hash::ZERO, 1).expect("signed");
    let beyond = Checkpoint::sign(&key, "roulette-1", next + 99, Hash::ZERO, 1).expect("signed");
    let lines = of_version(VERSION).into_iter().chain([step.line.clone()]);
    let report = verify_to(lines, &[held.clone(), beyond.clone()]).expect("sound");
    assert_eq!(report.carries(&held, &key.verifying_key()), Err(Unsound::Lost));
    assert_eq!(report.carries(&beyond, &key.verifying_key()), Err(Unsound::Short));
    let mut first = Book::new("never-opened");
    let entry = Entry::Restored { lost_from: 0, lost_to: 5, leaf: Hash::ZERO };
    let mut step = first
        .propose(Draft { at: 1, epoch: 1, by: HOUSE.to_owned(), key: None, salt: None, entry })
        .expect("a journal may be lost whole");
    first.accept(&mut step);
}
