//! What the book refuses about chance, each case once; and what a reader of the journal finds without
//! trusting the book.

use books::{
    Book, Chain, Code, Draft, Entry, Fault, HOUSE, Hash, Mode, Record, Secret, Stage, Why, link_times, study,
    verify,
};

const TABLE: &str = "r-1";
/// A day in June, in milliseconds since 1970.
const JUNE: i64 = 1_781_000_000_000;

struct Table {
    book: Book,
    lines: Vec<String>,
    at: i64,
}

fn secret(window: u64) -> Secret {
    Secret::from_bytes([u8::try_from(window % 250 + 1).expect("small"); 32])
}

fn commitment(window: u64) -> Hash {
    secret(window).commitment(TABLE, window)
}

fn shown(window: u64) -> Hash {
    Hash(*secret(window).bytes())
}

fn chain(patron: u16) -> Chain {
    Chain::from_seed([patron.to_be_bytes()[1] + 100; 32], 400)
}

impl Table {
    fn open(game: &str, chance: Mode) -> Table {
        let mut table = Table { book: Book::new(TABLE), lines: Vec::new(), at: JUNE };
        let id = rules::GameId::find(game).expect("a game");
        let options = rounds::Settings::standard(id);
        table.write(
            "admin",
            Entry::Opened {
                game: game.into(),
                pit: "1".into(),
                options,
                edition: "2011".into(),
                version: books::VERSION.into(),
                chance,
                inventory: 100_000_000,
                approved: None,
            },
        );
        for (patron, person) in [(1, "alice"), (2, "bob"), (3, "carol"), (4, "dave")] {
            table.write(HOUSE, Entry::Joined { patron, person: person.into() });
            table.write("clerk", Entry::BoughtIn { patron, cents: 1_000_000 });
        }
        table
    }

    /// A wheel with a commitment, and chains of these people since window 1.
    fn wheel(chains: &[u16]) -> Table {
        let mut table = Table::open("roulette", Mode::Digital);
        table.write(HOUSE, Entry::Committed { window: 1, commitment: commitment(1) });
        for patron in chains {
            table.anchor(*patron);
        }
        table
    }

    fn anchor(&mut self, patron: u16) {
        let since = self.book.windows().upcoming();
        let person = self.book.people()[&patron].clone();
        let entry = Entry::Anchored { patron, anchor: chain(patron).anchor(), length: 400, since };
        self.write(&person, entry);
    }

    fn try_write(&mut self, by: &str, entry: Entry) -> Result<(), Fault> {
        let draft = Draft { at: self.at, epoch: 1, by: by.into(), key: None, salt: None, entry };
        let mut step = self.book.propose(draft)?;
        self.lines.push(step.line.clone());
        self.book.accept(&mut step);
        Ok(())
    }

    #[track_caller]
    fn write(&mut self, by: &str, entry: Entry) {
        self.try_write(by, entry).unwrap_or_else(|fault| panic!("{fault}"));
    }

    #[track_caller]
    fn refuses(&mut self, entry: Entry, why: &str) {
        let fault = self.try_write(HOUSE, entry).expect_err("it is refused");
        assert!(fault.to_string().contains(why), "{fault}");
    }

    fn say(&mut self, by: &str, line: &str) {
        self.write(by, Entry::Input { line: line.into() });
    }

    /// A wager is made, and wagers are closed.
    fn close(&mut self) {
        self.say("alice", "p1 red 5.00");
        self.say("dealer", "dealer spins");
        self.say("dealer", "dealer calls no more bets");
    }

    fn upcoming(&self) -> u64 {
        self.book.windows().upcoming()
    }

    fn lock_of(&self, panel: &[u16]) -> Entry {
        let window = self.upcoming();
        Entry::Locked { window, panel: panel.to_vec(), next: commitment(window + 1) }
    }

    fn lock(&mut self, panel: &[u16]) -> u64 {
        let window = self.upcoming();
        self.write(HOUSE, self.lock_of(panel));
        window
    }

    fn parts(&self, window: u64, patrons: &[u16]) -> Vec<(u16, Hash)> {
        let value = |patron: &u16| {
            let depth = self.book.windows().chains[patron].depth(window).expect("deep enough");
            (*patron, chain(*patron).part(depth).expect("a value"))
        };
        patrons.iter().map(value).collect()
    }

    fn fail(&mut self, window: u64, withheld: &[u16]) {
        let failed = Entry::Failed { window, withheld: withheld.to_vec(), secret: shown(window) };
        self.write(HOUSE, failed);
    }

    /// Parts are in, and the ball comes to rest.
    fn settle(&mut self, window: u64, patrons: &[u16], steps: Option<u64>) {
        let parts = self.parts(window, patrons);
        self.write(HOUSE, Entry::Mixed { window, parts, steps });
        self.draw(window);
        self.write(HOUSE, Entry::Turned { window, secret: shown(window) });
    }

    fn draw(&mut self, window: u64) {
        let mixed = self.book.windows().current.as_ref().expect("mixed");
        let key = mixed.key(&secret(window)).expect("a key");
        let menu = self.book.engine().expect("open").outcomes();
        let place = mixed.deal(&key).expect("a deal").draw(&menu).expect("a ball");
        let line = menu[place].0.clone();
        self.say(HOUSE, &line);
    }

    fn spin(&mut self, panel: &[u16]) {
        self.close();
        let window = self.lock(panel);
        self.settle(window, panel, None);
    }
}

#[test]
fn anchors_are_of_ones_own_chain_from_the_next_window_on() {
    let mut table = Table::wheel(&[]);
    let anchor = |patron, length, since| Entry::Anchored { patron, anchor: Hash::ZERO, length, since };
    assert_eq!(table.try_write("mallory", anchor(1, 10, 1)), Err(Fault::NotYours));
    assert_eq!(
        table.try_write(HOUSE, anchor(1, 10, 1)),
        Err(Fault::NotYours),
        "nor does the house offer one"
    );
    assert!(table.try_write("alice", anchor(9, 10, 1)).is_err(), "nobody has this number");
    for length in [0, 4097] {
        assert!(matches!(table.try_write("alice", anchor(1, length, 1)), Err(Fault::Misread(_))));
    }
    for since in [0, 2] {
        assert!(matches!(table.try_write("alice", anchor(1, 10, since)), Err(Fault::NotNow(_))));
    }
    table.write("alice", anchor(1, 10, 1));
    let mut physical = Table::open("roulette", Mode::Physical);
    assert!(physical.try_write("alice", anchor(1, 10, 1)).is_err(), "a physical table draws nothing");
    physical.refuses(Entry::Committed { window: 1, commitment: Hash::ZERO }, "digital tables only");
}

#[test]
fn commitments_come_in_turn() {
    let mut table = Table::open("roulette", Mode::Digital);
    let committed = |window| Entry::Committed { window, commitment: commitment(window) };
    table.refuses(committed(2), "the house has already committed to the next window");
    assert_eq!(table.try_write("alice", committed(1)), Err(Fault::NotYours));
    table.write(HOUSE, committed(1));
    table.refuses(committed(2), "the house has already committed to the next window");
    table.refuses(table.lock_of(&[]), "not waiting for the equipment");
}

#[test]
fn a_lock_names_people_with_chains_and_without_strikes() {
    let mut table = Table::wheel(&[1, 2, 3]);
    table.close();
    table.refuses(table.lock_of(&[4]), "has no chain");
    table.refuses(table.lock_of(&[2, 1]), "each once and in order");
    table.refuses(table.lock_of(&[1, 1]), "each once and in order");
    table.refuses(table.lock_of(&(1..=33).collect::<Vec<_>>()), "at most 32");
    let other = Entry::Locked { window: 2, panel: vec![], next: Hash::ZERO };
    table.refuses(other, "not committed to that window");
    let window = table.lock(&[1, 2, 3]);
    table.refuses(table.lock_of(&[1]), "already in use");
    table.fail(window, &[2]);
    table.refuses(table.lock_of(&[1, 2, 3]), "has withheld a part");
    table.refuses(table.lock_of(&[1]), "stays the same, without those who withheld");
    let window = table.lock(&[1, 3]);
    table.settle(window, &[1, 3], None);
}

#[test]
fn parts_are_those_of_the_panel_at_their_depth() {
    let mut table = Table::wheel(&[1, 2]);
    table.close();
    table.refuses(Entry::Input { line: "ball 17".into() }, "no window is mixed");
    let window = table.lock(&[1, 2]);
    let parts = table.parts(window, &[1, 2]);
    let mixed = |parts: &[(u16, Hash)], steps| Entry::Mixed { window, parts: parts.to_vec(), steps };
    table.refuses(Entry::Input { line: "ball 17".into() }, "no window is mixed");
    table.refuses(mixed(&parts[..1], None), "not those of the panel");
    table.refuses(mixed(&[parts[1], parts[0]], None), "not those of the panel");
    table.refuses(mixed(&[parts[0], parts[1], parts[1]], None), "not those of the panel");
    table.refuses(mixed(&[parts[0], (2, link_times(parts[1].1, 1))], None), "for this window");
    table.refuses(mixed(&[parts[0], (2, parts[0].1)], None), "for this window");
    table.refuses(mixed(&parts, Some(5)), "only then");
    table.refuses(Entry::Mixed { window: 2, parts: parts.clone(), steps: None }, "not in use");
    table.refuses(Entry::Turned { window, secret: shown(window) }, "not mixed");
    table.write(HOUSE, mixed(&parts, None));
    table.refuses(mixed(&parts, None), "already mixed");
    let failed = Entry::Failed { window, withheld: vec![1], secret: shown(window) };
    table.refuses(failed, "already mixed");
    table.refuses(Entry::Turned { window, secret: shown(window) }, "not over");
    table.draw(window);
    table.refuses(Entry::Turned { window, secret: shown(3) }, "not the secret");
    assert!(table.try_write("alice", Entry::Turned { window, secret: shown(window) }).is_err());
    table.write(HOUSE, Entry::Turned { window, secret: shown(window) });
    // The next value is checked against the last one, and an old value cannot be used again.
    table.close();
    let window = table.lock(&[1, 2]);
    table.refuses(Entry::Mixed { window, parts, steps: None }, "for this window");
    table.settle(window, &[1, 2], None);
    verify(&table.lines).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn three_windows_fail_and_the_fourth_is_delayed() {
    let mut table = Table::wheel(&[1, 2, 3, 4]);
    table.close();
    let mut panel = vec![1, 2, 3, 4];
    for who in [4, 3, 2] {
        let window = table.lock(&panel);
        let failed = |withheld: &[u16], secret| Entry::Failed { window, withheld: withheld.to_vec(), secret };
        table.refuses(failed(&[], shown(window)), "members of the panel");
        table.refuses(failed(&[9], shown(window)), "members of the panel");
        table.refuses(failed(&[1, 1], shown(window)), "members of the panel");
        table.refuses(failed(&[who], shown(window + 1)), "not the secret");
        table.fail(window, &[who]);
        panel.retain(|patron| *patron != who);
    }
    let window = table.lock(&panel);
    table.refuses(Entry::Failed { window, withheld: vec![1], secret: shown(window) }, "at most three");
    let parts = table.parts(window, &[1]);
    table.refuses(Entry::Mixed { window, parts: parts.clone(), steps: None }, "delay");
    table.refuses(Entry::Mixed { window, parts: parts.clone(), steps: Some(0) }, "delay");
    table.settle(window, &[], Some(9));
    let day = study(&table.lines).unwrap_or_else(|unfair| panic!("{unfair}"));
    assert_eq!((day.windows[0].most, day.failed, day.withheld.len()), (4, 3, 4), "the fourth withheld too");
    verify(&table.lines).unwrap_or_else(|wrong| panic!("{wrong}"));
    // With the next spin the count of failures starts over, and all four are struck.
    table.close();
    table.refuses(table.lock_of(&[1]), "withheld");
    let window = table.lock(&[]);
    table.settle(window, &[], None);
}

#[test]
fn strikes_last_64_windows_and_the_second_time_a_day() {
    let mut table = Table::wheel(&[1, 2]);
    table.close();
    let first = table.lock(&[1, 2]);
    table.fail(first, &[2]);
    let window = table.lock(&[1]);
    table.settle(window, &[1], None);
    while table.upcoming() <= first + books::STRUCK {
        table.close();
        table.refuses(table.lock_of(&[1, 2]), "withheld");
        let window = table.lock(&[1]);
        table.settle(window, &[1], None);
    }
    table.spin(&[1, 2]);
    table.close();
    let again = table.lock(&[1, 2]);
    table.fail(again, &[2]);
    let window = table.lock(&[1]);
    table.settle(window, &[1], None);
    while table.upcoming() <= again + books::STRUCK + 2 {
        table.spin(&[1]);
    }
    table.close();
    table.refuses(table.lock_of(&[1, 2]), "withheld");
    table.at += 24 * 60 * 60 * 1000;
    let window = table.lock(&[1, 2]);
    table.settle(window, &[1, 2], None);
}

#[test]
fn windows_are_given_up_as_they_stand() {
    let mut table = Table::wheel(&[1]);
    let up = |first, last, after, why| Entry::Abandoned { first, last, after, why };
    table.refuses(up(1, 2, Stage::Committed, Why::Restart), "no such windows");
    table.refuses(up(1, 1, Stage::Locked, Why::Restart), "no such windows");
    table.write(HOUSE, up(1, 1, Stage::Committed, Why::Restart));
    table.refuses(Entry::Committed { window: 1, commitment: commitment(1) }, "committed to");
    table.write(HOUSE, Entry::Committed { window: 2, commitment: commitment(2) });
    table.close();
    let window = table.lock(&[1]);
    table.refuses(up(window, window, Stage::Mixed, Why::TakeOver), "no such windows");
    table.write(HOUSE, up(window, window + 1, Stage::Locked, Why::TakeOver));
    table.write(HOUSE, Entry::Committed { window: 4, commitment: commitment(4) });
    let window = table.lock(&[1]);
    assert_eq!(window, 4);
    table.settle(window, &[1], None);
    let day = study(&table.lines).unwrap_or_else(|unfair| panic!("{unfair}"));
    assert_eq!((day.given_up, day.windows[0].most), (1, 2), "the one before its lock is no look");
}

#[test]
fn a_secret_is_not_turned_while_a_card_is_private() {
    let mut table = Table::open("caribbean-stud", Mode::Digital);
    table.write(HOUSE, Entry::Committed { window: 1, commitment: commitment(1) });
    let mut private = 0;
    for _ in 0..400 {
        let engine = table.book.engine().expect("open");
        let line = match engine.awaits() {
            rules::Awaits::Equipment if table.book.needs_lock() => {
                let window = table.lock(&[]);
                table.write(HOUSE, Entry::Mixed { window, parts: Vec::new(), steps: None });
                continue;
            }
            rules::Awaits::Equipment => {
                let window = table.book.windows().current.as_ref().expect("mixed").number;
                table.draw(window);
                if table.book.public() < table.book.next() {
                    private += 1;
                    table.refuses(Entry::Turned { window, secret: shown(window) }, "private");
                }
                continue;
            }
            rules::Awaits::Wagers if engine.has_bets() => engine.usual(rules::Actor::Dealer),
            rules::Awaits::Wagers => {
                let offers = engine.offers(rules::Actor::Patron(rules::Patron(1)));
                let wager = offers.iter().find(|offer| offer.act == "ante");
                match wager {
                    Some(offer) => Some(format!("p1@{} ante {}", offer.seat.0, offer.least)),
                    None => {
                        offers.iter().find(|o| o.act.starts_with("sits at")).map(|o| format!("p1 {}", o.act))
                    }
                }
                .or_else(|| engine.usual(rules::Actor::Dealer))
            }
            // An absent person folds without looking at the cards; this one looks.
            rules::Awaits::Decision(who) => {
                let looks = engine.offers(who).into_iter().find(|offer| offer.act == "looks");
                looks.map(|_| format!("{who} looks")).or_else(|| engine.usual(who))
            }
        };
        let line = line.expect("somebody does something");
        let by = if line.starts_with("p1") { "alice" } else { "dealer" };
        table.say(by, &line);
        if table.book.is_window_over() {
            let window = table.book.windows().current.as_ref().expect("mixed").number;
            table.write(HOUSE, Entry::Turned { window, secret: shown(window) });
            if private > 0 {
                break;
            }
        }
    }
    assert!(private > 0, "a card was private");
    assert!(table.book.windows().current.is_none(), "the round ended, and was turned");
    verify(&table.lines).unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// What a reader says about a journal in which entries were changed, whatever their hashes.
fn studied(lines: &[String], change: impl Fn(&mut Vec<Record>)) -> (Code, u64) {
    let mut records: Vec<Record> = lines.iter().map(|line| Record::read(line).expect("a record")).collect();
    change(&mut records);
    let unfair = study(records.iter().map(Record::write)).expect_err("it is noticed");
    (unfair.code, unfair.at)
}

fn find(records: &[Record], kind: &str) -> usize {
    let is = |record: &Record| format!("{:?}", record.entry).starts_with(kind);
    records.iter().position(is).unwrap_or_else(|| panic!("no {kind}"))
}

#[test]
fn a_journal_is_read_without_trust() {
    let mut table = Table::wheel(&[1, 2]);
    table.spin(&[1, 2]);
    table.spin(&[1, 2]);
    let day = study(&table.lines).unwrap_or_else(|unfair| panic!("{unfair}"));
    assert_eq!((day.windows.len(), day.parts, day.alone), (2, 4, 0));
    assert!(day.windows.iter().all(|looks| looks.most == 1));
    let lines = &table.lines;
    let moved = |kind: &'static str, before: &'static str| {
        move |records: &mut Vec<Record>| {
            let record = records.remove(find(records, kind));
            let at = find(records, before);
            records.insert(at, record);
        }
    };
    let late = studied(lines, |records| {
        let record = records.remove(find(records, "Committed"));
        let at = find(records, "Locked");
        records.insert(at, record);
    });
    assert_eq!(late.0, Code::Order, "a commitment after the wagers");
    assert_eq!(
        studied(lines, moved("Input { line: \"ball", "Mixed")).0,
        Code::Order,
        "a draw before the parts"
    );
    assert_eq!(studied(lines, moved("Mixed", "Locked")).0, Code::Order, "parts before the lock");
    assert_eq!(studied(lines, moved("Turned", "Mixed")).0, Code::Order, "turned before it is mixed");
    let unanchored = |records: &mut Vec<Record>| drop(records.remove(find(records, "Anchored")));
    assert_eq!(studied(lines, unanchored).0, Code::Order, "a panel without its anchors");
    let unturned = |records: &mut Vec<Record>| drop(records.remove(find(records, "Turned")));
    assert_eq!(studied(lines, unturned), (Code::Gap, 1), "a window that was never turned");
    let skipped = |records: &mut Vec<Record>| {
        let at = find(records, "Committed");
        records[at].entry = Entry::Committed { window: 2, commitment: Hash::ZERO };
    };
    assert_eq!(studied(lines, skipped), (Code::Gap, 2), "a number left out");
    let crowd = |records: &mut Vec<Record>| {
        let at = find(records, "Locked");
        let many = (1..=40).map(|patron| {
            let entry = Entry::Anchored { patron, anchor: Hash::ZERO, length: 1, since: 1 };
            Record { entry, ..records[at].clone() }
        });
        let many: Vec<Record> = many.collect();
        records.splice(at..at, many);
        // The second lock names people who had no chain when the lot's window was locked.
        let second =
            records.iter().rposition(|record| matches!(record.entry, Entry::Locked { .. })).expect("two");
        let late = (41..=80).map(|patron| {
            let entry = Entry::Anchored { patron, anchor: Hash::ZERO, length: 1, since: 2 };
            Record { entry, ..records[second].clone() }
        });
        let late: Vec<Record> = late.collect();
        let Entry::Locked { panel, .. } = &mut records[second].entry else { panic!("a lock") };
        *panel = (41..=72).collect();
        records.splice(second..second, late);
    };
    assert_eq!(studied(lines, crowd), (Code::Lot, 2), "a panel that the lot cannot have named");
}
