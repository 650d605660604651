//! GAME-3: a floor that stops after any line of a round, in any game, finishes the round. What was written stands, the
//! windows whose secrets died with the process are given up on the record, and there is one result and no lost chip.

use crate::{
    child,
    harness::{close, folder, look, runtime},
};
use books::{Book, Draft, Entry, HOUSE, Mode, Record, Stage, Why};
use rules::{Actor, GameId, Patron, Tender};
use server::{
    Floor,
    keys::Keys,
    store::{self, Append, Guard, Store, Verdict},
};
use std::{fs, path::Path, sync::Arc, time::Duration};

const TABLE: &str = "T-1";
const PEOPLE: [&str; 2] = ["ann", "bob"];
/// Wagers of each in a round.
const WAGERS: usize = 2;

/// A store, with a journal that is written past any running table.
struct Writing {
    store: Box<dyn Store>,
    epoch: u64,
    book: Book,
}

impl Writing {
    fn claim(mut store: Box<dyn Store>, table: &str) -> Writing {
        let epoch = store.claim(table, "floor", 1000).expect("asked").expect("free");
        Writing { store, epoch, book: Book::new(table) }
    }

    fn write(&mut self, by: &str, entry: Entry) {
        let draft = Draft { at: 0, epoch: self.epoch, by: by.to_owned(), key: None, salt: None, entry };
        let mut step = self.book.propose(draft).expect("it may be");
        let record = &step.record;
        let postings = step.postings.iter().map(|(account, cents)| (account.at(&record.table), cents));
        let append = Append {
            table: record.table.clone(),
            seq: record.seq,
            epoch: self.epoch,
            at: record.at,
            line: step.line.clone(),
            leaf: step.leaf,
            prev: record.prev,
            key: None,
            postings: postings.collect(),
            guard: Guard::default(),
        };
        assert_eq!(self.store.commit(&[append]).expect("asked"), [Verdict::Done]);
        self.book.accept(&mut step);
    }
}

fn url(folder: &Path) -> String {
    folder.join("floor.db").to_string_lossy().into_owned()
}

/// A store that knows the keys of its folder: a floor starts with no others.
fn open_known(folder: &Path) -> Box<dyn Store> {
    let mut store = store::open(&url(folder)).expect("a floor");
    Keys::make(folder).expect("keys");
    for (name, fingerprint) in Keys::open(folder).expect("keys").fingerprints() {
        store.record_key(name, fingerprint).expect("recorded");
    }
    store
}

/// A table with people and chips, where the house has done nothing yet; how many lines that took.
fn begin(folder: &Path, game: GameId) -> u64 {
    let mut cage = Writing::claim(open_known(folder), "cage-floor");
    for person in PEOPLE {
        cage.write(HOUSE, Entry::Funded { person: person.to_owned(), cents: 100_000_000 });
    }
    let mut table = Writing::claim(cage.store, TABLE);
    table.write(
        HOUSE,
        Entry::Opened {
            game: game.name().to_owned(),
            pit: "pit".to_owned(),
            options: rounds::Settings::standard(game),
            edition: books::title_and_edition(game).1,
            version: books::VERSION.to_owned(),
            chance: Mode::Digital,
            inventory: 1_000_000_000,
            approved: None,
        },
    );
    for (patron, person) in (1..).zip(PEOPLE) {
        table.write(person, Entry::Joined { patron, person: person.to_owned() });
        table.write(person, Entry::BoughtIn { patron, cents: 50_000_000 });
        let offers = table.book.engine().expect("open").offers(Actor::Patron(Patron(patron)));
        if let Some(seat) = offers.iter().find(|offer| offer.act.starts_with("sits at")) {
            table.write(person, Entry::Input { line: format!("p{patron} {}", seat.act) });
        }
    }
    table.book.next()
}

/// The table as its journal has it, and whether a round was settled; it may begin with others, such as for its shoe.
async fn now(floor: &Arc<Floor>) -> (Book, bool) {
    let lines = floor.read(|store| store.lines(TABLE, 0, u32::MAX)).await.expect("lines");
    let (mut book, mut settled) = (Book::new(TABLE), false);
    for line in lines {
        let round = book.round();
        let step = book.replay(&line.line).expect("it follows");
        settled |= step.facts.iter().any(|told| matches!(told.what, books::What::Settled { .. }));
        if settled && book.round() > round {
            return (book, true);
        }
    }
    (book, false)
}

/// The key of the one bid of a round, by which it is known again.
fn bid(book: &Book) -> String {
    format!("bid-{}", book.round())
}

/// What a person says next: takes the bank that is offered, which nobody does for somebody who is absent, or wagers.
fn says(book: &Book, me: Patron) -> Option<String> {
    let engine = book.engine()?;
    if engine.awaits() == rules::Awaits::Decision(Actor::Patron(me)) {
        let bank = engine.offers(Actor::Patron(me)).into_iter().find(|offer| offer.act == "accepts the bank");
        return bank.map(|offer| format!("{me} {}", offer.act)).or_else(|| wager(book, me));
    }
    wager(book, me)
}

/// The next wager of a person, if the table waits for wagers and takes one.
fn wager(book: &Book, me: Patron) -> Option<String> {
    let engine = book.engine().filter(|engine| engine.awaits_wagers())?;
    let mine: Vec<_> = engine.bets().into_iter().filter(|bet| bet.patron == me).collect();
    let line = |offer: &books::Offered| offer.line(Actor::Patron(me), offer.least);
    engine
        .offers(Actor::Patron(me))
        .iter()
        // Insurance may be taken for as long as the house pauses, which is no part of what is compared.
        .filter(|offer| offer.tender == Some(Tender::Chips) && offer.act != "insurance")
        // A bid for the bank lies nowhere: it is made by one, once.
        .filter(|offer| offer.act != "bid" || !book.keys().any(|(key, _)| *key == bid(book)))
        .filter(|offer| mine.len() < WAGERS && !mine.iter().any(|bet| bet.wager == offer.act))
        .map(line)
        .find(|line| engine.after_line(line).is_some())
}

/// People wager while they can, and then are ready; whatever else is to be done, the house does for them. What they do
/// depends on the table alone.
async fn play(floor: &Arc<Floor>, mut book: Book) {
    let handle = floor.here(TABLE).expect("the table runs");
    for (patron, person) in (1..).zip(PEOPLE) {
        while let Some(line) = says(&book, Patron(patron)) {
            let (key, entry) = child::request(&bid(&book), &line);
            let key = key.filter(|_| line.contains(" bid "));
            handle.write(person, key, entry).await.expect("a wager");
            let over;
            (book, over) = now(floor).await;
            if over {
                return;
            }
        }
    }
    // Only now: the house goes on when all who have wagers are ready.
    for person in PEOPLE {
        handle.ready(person).await.expect("it runs");
    }
}

/// What a round came to.
struct Round {
    entries: Vec<Entry>,
    settled: bool,
    /// How often a window was given up after it was locked.
    given_up: u64,
}

/// Opens the floor and lets it run until the first round is over.
fn finish(folder: &Path, game: GameId) -> Round {
    runtime().block_on(async {
        let mut config = child::config(folder.to_owned(), Duration::from_millis(1));
        config.pace.wagers = Duration::from_secs(3600);
        if game == GameId::CheminDeFer {
            // The bank is theirs to take, and they are given the time.
            config.pace.turn = Duration::from_millis(50);
        }
        let floor = Floor::open(config).await.expect("the floor opens");
        let over = async {
            while let (book, false) = now(&floor).await {
                play(&floor, book).await;
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let over = tokio::time::timeout(Duration::from_secs(20), over).await;
        if over.is_err() {
            let lines = floor.read(|store| store.lines(TABLE, 0, u32::MAX)).await.expect("lines");
            let last: Vec<String> = lines.into_iter().rev().take(12).map(|line| line.line).collect();
            panic!("{}: the round does not end: {last:#?}", game.name());
        }
        close(floor).await;
    });
    let report = look(folder);
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    let mut reader = store::open_reader(&url(folder)).expect("a floor");
    let (mut book, mut entries, mut settled) = (Book::new(TABLE), Vec::new(), false);
    let mut journal = Vec::new();
    for line in reader.lines(TABLE, 0, u32::MAX).expect("lines") {
        let round = book.round();
        let step = book.replay(&line.line).expect("it follows");
        settled |= step.facts.iter().any(|told| matches!(told.what, books::What::Settled { .. }));
        entries.push(step.record.entry.clone());
        journal.push(line.line);
        if settled && book.round() > round {
            break;
        }
    }
    let day = books::study(&journal).unwrap_or_else(|unfair| panic!("{unfair}"));
    let given_up = day.given_up;
    assert!(book.ledger().balance(), "chips are conserved");
    Round { entries, settled, given_up }
}

/// The floor as it was after so many lines of the table.
fn stopped_after(whole: &Path, lines: u64, to: &Path) {
    fs::copy(whole.join("sign.key"), to.join("sign.key")).expect("copied");
    let mut from = store::open_reader(&url(whole)).expect("a floor");
    let mut store = open_known(to);
    for (table, most) in [("cage-floor", u64::MAX), (TABLE, lines)] {
        for line in from.lines(table, 0, u32::MAX).expect("lines") {
            if line.seq >= most {
                break;
            }
            let record: Record = serde_json::from_str(&line.line).expect("a record");
            // One lease after the other, until it is the one the line was written under.
            while store.owner(table).expect("asked").is_none_or(|owner| owner.epoch < line.epoch) {
                store.claim(table, "floor", 1000).expect("asked").expect("free");
            }
            let postings = from.postings(table, line.seq, 1).expect("postings");
            let append = Append {
                table: table.to_owned(),
                seq: line.seq,
                epoch: line.epoch,
                at: line.at,
                line: line.line,
                leaf: line.leaf,
                prev: line.prev,
                key: record.key.zip(record.body),
                postings: postings.into_iter().map(|p| (p.account, p.cents)).collect(),
                guard: Guard::default(),
            };
            assert_eq!(store.commit(&[append]).expect("asked"), [Verdict::Done]);
        }
    }
}

/// What must be given up when a table starts again after these lines, and how far it had got.
fn unfinished(entries: &[Entry]) -> Option<(u64, u64, Stage)> {
    let (mut current, mut next) = (None, None);
    for entry in entries {
        match entry {
            Entry::Committed { window, .. } => next = Some(*window),
            Entry::Locked { window, .. } => {
                (current, next) = (Some((*window, Stage::Locked)), Some(window + 1));
            }
            Entry::Mixed { window, .. } => current = Some((*window, Stage::Mixed)),
            Entry::Turned { .. } | Entry::Failed { .. } => current = None,
            Entry::Abandoned { last, .. } => {
                (current, next) = (None, next.filter(|next| next != last));
            }
            _ => {}
        }
    }
    let (first, stage) = current.or(next.map(|next| (next, Stage::Committed)))?;
    Some((first, next.unwrap_or(first), stage))
}

/// Stops a game after each line of a round; how many there are, and after how many a locked window was given up.
fn every_line_of(game: GameId) -> (u64, u64) {
    let whole = folder();
    begin(whole.path(), game);
    let uninterrupted = finish(whole.path(), game);
    assert!(uninterrupted.settled, "{}: nothing was settled: {:?}", game.name(), uninterrupted.entries);
    assert_eq!(uninterrupted.given_up, 0, "{}", game.name());
    let last = uninterrupted.entries.len();
    let is_commitment = |entry: &Entry| matches!(entry, Entry::Committed { .. });
    let committed = uninterrupted.entries.iter().position(is_commitment).expect("a commitment");
    let mut looks = 0;
    for lines in committed + 1..last {
        let again = folder();
        stopped_after(whole.path(), lines as u64, again.path());
        let resumed = finish(again.path(), game);
        let at = format!("{} stopped after {lines} lines", game.name());
        assert!(resumed.settled, "{at}");
        assert_eq!(resumed.entries[..lines], uninterrupted.entries[..lines], "{at}: what was written stands");
        let (first, last, after) = unfinished(&uninterrupted.entries[..lines]).expect("a window");
        let given_up = Entry::Abandoned { first, last, after, why: Why::Restart };
        assert_eq!(resumed.entries[lines], given_up, "{at}");
        let looked = u64::from(after != Stage::Committed);
        assert_eq!(resumed.given_up, looked, "{at}");
        looks += looked;
    }
    ((last - committed - 1) as u64, looks)
}

#[test]
fn a_round_that_is_interrupted_anywhere_is_finished() {
    // Craps is not among them: wagers are made between its rolls, and who is quicker there is no part of this.
    for game in GameId::ALL.iter().filter(|game| **game != GameId::Craps) {
        let (stops, looks) = every_line_of(*game);
        eprintln!("{}: stopped after each of {stops} lines, {looks} times after a lock", game.name());
        assert!(stops >= 3 && looks >= 2, "{}: {stops}, {looks}", game.name());
    }
}
