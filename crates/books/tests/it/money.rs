//! Money that is not there cannot be taken, and an amount that is too large is called so.

use books::{Book, Draft, Entry, Fault, Mode, Remedy, verify};
use rules::Patron;

/// A journal that is written by hand.
struct Written {
    book: Book,
    lines: Vec<String>,
}

impl Written {
    fn of(table: &str) -> Written {
        Written { book: Book::new(table), lines: Vec::new() }
    }

    /// Roulette where people deal, and ann with $200 in chips.
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
    // What was there when it was asked may be gone when somebody agrees.
    let asked = table.ask(Remedy::Correct { patron: 1, cents: -20_000 }).expect("it is there");
    table.done("ann", Entry::TakenAway { patron: 1, cents: 15_000 });
    let before = table.lines.len();
    let short = Fault::Short { patron: rules::Patron(1), person: "ann".into(), has: 5_000, takes: 20_000 };
    assert_eq!(table.write("sam", Entry::Approved { asked }), Err(short));
    assert_eq!((table.lines.len(), table.book.purse(Patron(1))), (before, 5_000), "nothing was written");
    // The request still waits, and is done when the chips are there.
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
    // She carries away all but $10, and the void would take the $50 she won.
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
    assert_eq!((wrong.seq, wrong.how.as_str()), (4, "slip F-1 stands in line 3 already"));
}
