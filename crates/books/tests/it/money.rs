//! Money that is not there cannot be taken, and an amount that is too large is reported as such.

use books::{Book, Draft, Entry, Fault, Mode, Remedy, verify};
use rules::Patron;

/// A journal written step by step.
struct Written {
    book: Book,
    lines: Vec<String>,
}

impl Written {
    fn of(table: &str) -> Written {
        Written { book: Book::new(table), lines: Vec::new() }
    }

    /// A physical roulette table, and ann with $200 in chips.
    fn roulette() -> Written {
        let mut written = Written::of("r");
        let options = "wheel=double-zero zero=half limits.minimum=5";
        let options = books::Settings::read(options).expect("settings");
        let entry = Entry::Opened {
            game: "roulette".into(),
            pit: "A".into(),
            options,
            edition: String::new(),
            version: books::VERSION.to_owned(),
            chance: Mode::Physical,
            inventory: 1_000_000,
            approved: None,
        };
        written.done("admin", entry);
        written.done("ann", Entry::Joined { patron: 1, person: "ann".into() });
        written.done("ann", Entry::BoughtIn { patron: 1, cents: 20_000 });
        written
    }

    fn write(&mut self, by: &str, entry: Entry) -> Result<u64, Fault> {
        let draft = Draft { at: 0, epoch: 1, by: by.into(), key: None, salt: None, entry };
        let mut step = self.book.propose(draft)?;
        self.book.accept(&mut step);
        self.lines.push(step.line);
        Ok(step.record.seq)
    }

    #[track_caller]
    fn done(&mut self, by: &str, entry: Entry) -> u64 {
        self.write(by, entry).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// ann wins $50 on red.
    fn round(&mut self) {
        for (by, line) in [
            ("ann", "p1 red 50"),
            ("dan", "dealer spins"),
            ("dan", "dealer calls no more bets"),
            ("dan", "ball 1"),
        ] {
            self.done(by, Entry::Input { line: line.into() });
        }
    }

    fn ask(&mut self, remedy: Remedy) -> Result<u64, Fault> {
        self.write("sue", Entry::Asked { remedy, reason: "it was paid wrongly".into() })
    }
}

#[test]
fn a_correction_takes_no_more_than_there_is() {
    let mut table = Written::roulette();
    let short = Fault::Short { patron: rules::Patron(1), person: "ann".into(), has: 20_000, takes: 20_001 };
    assert_eq!(table.ask(Remedy::Correct { patron: 1, cents: -20_001 }), Err(short.clone()));
    assert!(short.to_string().contains("ann (p1) has $200.00"), "{short}");
    assert!(short.to_string().contains("$0.01"), "the shortfall is named: {short}");
    // The chips that were there at the request may be gone at the approval.
    let asked = table.ask(Remedy::Correct { patron: 1, cents: -20_000 }).expect("it is there");
    table.done("ann", Entry::TakenAway { patron: 1, cents: 15_000 });
    let before = table.lines.len();
    let short = Fault::Short { patron: rules::Patron(1), person: "ann".into(), has: 5_000, takes: 20_000 };
    assert_eq!(table.write("sam", Entry::Approved { asked }), Err(short));
    assert_eq!((table.lines.len(), table.book.purse(Patron(1))), (before, 5_000), "nothing was written");
    // The request stays open, and is carried out once the chips are there.
    table.done("ann", Entry::BoughtIn { patron: 1, cents: 15_000 });
    table.done("sam", Entry::Approved { asked });
    assert_eq!(table.book.purse(Patron(1)), 0);
    verify(&table.lines).expect("it follows");
}

#[test]
fn a_void_takes_back_no_more_than_there_is() {
    let mut table = Written::roulette();
    table.round();
    assert_eq!(table.book.purse(Patron(1)), 25_000);
    // She takes away all but $10, and the void would take the $50 she won.
    table.done("ann", Entry::TakenAway { patron: 1, cents: 24_000 });
    let asked = table.ask(Remedy::Void { first: 0, last: 0 }).expect("it may be asked");
    let short = Fault::Short { patron: rules::Patron(1), person: "ann".into(), has: 1_000, takes: 5_000 };
    assert_eq!(table.write("sam", Entry::Approved { asked }), Err(short.clone()));
    assert!(short.to_string().contains("$40.00"), "the shortfall is named: {short}");
    table.done("ann", Entry::BoughtIn { patron: 1, cents: 4_000 });
    table.done("sam", Entry::Approved { asked });
    assert_eq!(table.book.purse(Patron(1)), 0);
    verify(&table.lines).expect("it follows");
}

#[test]
fn an_amount_that_is_too_large_is_called_so() {
    let mut table = Written::roulette();
    for cents in [1_000_000_000_001, i64::MAX] {
        let slip = || "F-1".to_owned();
        for entry in [
            Entry::BoughtIn { patron: 1, cents },
            Entry::TakenAway { patron: 1, cents },
            Entry::Filled { cents, slip: slip() },
            Entry::Credited { cents, slip: slip() },
            Entry::Funded { person: "ann".into(), cents },
        ] {
            let fault = table.write("clerk", entry).expect_err("too much");
            assert_eq!(fault.to_string(), "the amount is too large: at most $10000000000.00");
        }
        let fault = table.ask(Remedy::Correct { patron: 1, cents: -cents }).expect_err("too much");
        assert!(fault.to_string().contains("too large"), "{fault}");
    }
    for cents in [0, -1] {
        let fault = table.write("clerk", Entry::Filled { cents, slip: "F-1".into() });
        assert_eq!(fault, Err(Fault::Amount));
    }
}

#[test]
fn the_cage_pays_what_two_people_agree_to() {
    let mut cage = Written::of("cage-1");
    cage.done("house", Entry::Funded { person: "ann".into(), cents: 5_000 });
    let fund = |cents| Remedy::Fund { person: "ann".into(), cents };
    let asked = cage.ask(fund(2_000_000)).expect("asked at the cage");
    let waiting: Vec<_> = cage.book.asked().collect();
    assert_eq!(waiting, [(1, "sue", fund(2_000_000))]);
    assert_eq!(cage.write("sue", Entry::Approved { asked }), Err(Fault::NotYours), "not alone");
    assert_eq!(cage.write("house", Entry::Approved { asked }), Err(Fault::NotYours));
    cage.done("sam", Entry::Approved { asked });
    let wallet = books::Account::Wallet("ann".into());
    assert_eq!(cage.book.ledger().of(&wallet), 2_005_000);
    assert_eq!(cage.write("sam", Entry::Approved { asked }), Err(Fault::Unknown("request")), "once");
    let asked = cage.ask(fund(-100)).expect("paid out, too");
    cage.done("sam", Entry::Declined { asked });
    assert_eq!(cage.book.ledger().of(&wallet), 2_005_000);
    assert!(
        matches!(cage.ask(Remedy::Void { first: 0, last: 0 }), Err(Fault::NotNow(_))),
        "nothing is played"
    );
    assert!(matches!(Written::roulette().ask(fund(100)), Err(Fault::NotNow(_))), "only at the cage");
    verify(&cage.lines).expect("it follows");
}

#[test]
fn a_slip_stands_in_one_line() {
    let mut table = Written::roulette();
    table.done("cleo", Entry::Filled { cents: 500, slip: "F-1".into() });
    verify(&table.lines).expect("once");
    table.done("cleo", Entry::Credited { cents: 500, slip: "F-1".into() });
    let wrong = verify(&table.lines).expect_err("twice");
    assert_eq!((wrong.seq, wrong.how.as_str()), (4, "slip F-1 is already in line 3"));
}

/// A difference between the count and the ledger is posted: the ledger continues with what is there, and so does the
/// win.
#[test]
fn a_count_says_how_far_the_chips_are_from_the_ledger() {
    let mut table = Written::roulette();
    let counted = |chips: &[(i64, u32)], witness: &str| Entry::Counted {
        chips: chips.to_vec(),
        witness: witness.to_owned(),
    };
    // $10,000 less the $200 that ann bought.
    let all = [(10_000, 95), (500, 60)];
    table.done("dan", counted(&all, "flo"));
    let count = table.book.count().expect("a count");
    assert_eq!((count.total(), count.ledger, count.difference()), (980_000, 980_000, 0));
    assert_eq!((count.by.as_str(), count.witness.as_str()), ("dan", "flo"));
    // A chip of $5 is missing.
    table.done("dan", counted(&[(10_000, 95), (500, 59)], "flo"));
    assert_eq!(table.book.count().map(books::Count::difference), Some(-500));
    let sheet = table.book.ledger().sheet();
    assert_eq!((sheet.inventory, sheet.difference, sheet.win), (979_500, -500, -500));
    assert!(table.book.ledger().balance());
    // It is found again.
    table.done("flo", counted(&all, "dan"));
    assert_eq!(table.book.count().map(books::Count::difference), Some(500));
    assert_eq!(table.book.ledger().sheet().win, 0);
    for (by, entry, why) in [
        ("dan", counted(&all, "dan"), "nobody watches their own count"),
        ("dan", counted(&all, ""), "nobody watches"),
        (books::HOUSE, counted(&all, "flo"), "a program counts no chips"),
        ("dan", counted(&[(500, 60), (10_000, 95)], "flo"), "the highest first"),
        ("dan", counted(&[(500, 60), (500, 60)], "flo"), "a value twice"),
        ("dan", counted(&[(0, 60)], "flo"), "worth nothing"),
        ("dan", counted(&[(i64::MAX, 2)], "flo"), "more than there can be"),
    ] {
        assert!(table.write(by, entry).is_err(), "{why}");
    }
    let again = Book::decode(&table.book.encode()).expect("a snapshot");
    assert_eq!(again.count(), table.book.count());
    table.done("ann", Entry::Input { line: "p1 red 50".into() });
    assert!(matches!(table.write("dan", counted(&all, "flo")), Err(Fault::NotNow(_))), "a wager lies there");
    let audited = verify(&table.lines);
    assert!(audited.is_ok(), "{audited:?}");
}
