//! Patrons without an account at a physical table, and mistakes that are corrected at once.

use books::{Account, Book, Draft, Entry, Fault, HOUSE, Mode, verify};
use rules::Patron;

/// A journal of a physical table, written by its dealer.
struct Table {
    book: Book,
    lines: Vec<String>,
}

impl Table {
    fn open(game: &str, options: &str, chance: Mode) -> Table {
        let mut table = Table { book: Book::new("t"), lines: Vec::new() };
        let options = books::Settings::read(options).expect("settings");
        let entry = Entry::Opened {
            game: game.into(),
            pit: "A".into(),
            options,
            edition: String::new(),
            version: books::VERSION.to_owned(),
            chance,
            inventory: 1_000_000,
            approved: None,
        };
        table.done(entry);
        table
    }

    fn roulette() -> Table {
        let mut table =
            Table::open("roulette", "wheel=double-zero zero=half limits.minimum=5", Mode::Physical);
        table.done(walk_in(1));
        table.done(Entry::BoughtIn { patron: 1, cents: 20_000 });
        table
    }

    fn write_by(&mut self, by: &str, entry: Entry) -> Result<u64, Fault> {
        let draft = Draft { at: 0, epoch: 1, by: by.into(), key: None, salt: None, entry };
        let mut step = self.book.propose(draft)?;
        self.book.accept(&mut step);
        self.lines.push(step.line);
        Ok(step.record.seq)
    }

    fn write(&mut self, entry: Entry) -> Result<u64, Fault> {
        self.write_by("dan", entry)
    }

    #[track_caller]
    fn done(&mut self, entry: Entry) -> u64 {
        self.write(entry).unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[track_caller]
    fn tell(&mut self, line: &str) -> u64 {
        let seq = self.done(Entry::Input { line: line.into() });
        let written = self.lines.last().expect("a line");
        assert!(written.contains(r#""kind":"input""#), "refused: {written}");
        seq
    }

    fn correct(&mut self, lines: &[(u64, &[&str])]) -> Result<u64, Fault> {
        let owned = |new: &[&str]| new.iter().map(|line| (*line).to_owned()).collect();
        let lines = lines.iter().map(|(seq, new)| (*seq, owned(new))).collect();
        self.write(Entry::Corrected { lines, reason: "slip of the finger".into() })
    }

    fn of(&self, account: &Account) -> i64 {
        self.book.ledger().of(account)
    }

    fn purse(&self) -> i64 {
        self.book.purse(Patron(1))
    }

    /// The journal is sound, and a snapshot of the book equals the book.
    fn is_sound(&self) {
        verify(&self.lines).expect("sound");
        let text = self.book.encode();
        assert_eq!(Book::decode(&text).expect("a book").encode(), text);
    }
}

fn walk_in(patron: u16) -> Entry {
    Entry::WalkIn { patron, name: None, card: None, chip: None }
}

#[test]
fn cash_comes_from_a_pocket_and_chips_go_away_as_chips() {
    let mut table = Table::roulette();
    assert_eq!(
        (table.purse(), table.of(&Account::Pockets), table.of(&Account::DropBox)),
        (20_000, -20_000, 20_000)
    );
    table.done(Entry::TakenAway { patron: 1, cents: 5_000 });
    assert_eq!((table.of(&Account::Carried), table.of(&Account::Cage)), (5_000, 0));
    // Chips that were bought elsewhere are as good as those bought here.
    table.done(Entry::Brought { patron: 1, cents: 7_500 });
    assert_eq!((table.purse(), table.of(&Account::Carried)), (22_500, -2_500));
    let learned = |name: Option<&str>, card: Option<&str>, chip| Entry::WalkIn {
        patron: 1,
        name: name.map(Into::into),
        card: card.map(Into::into),
        chip,
    };
    table.done(learned(Some("Lee"), Some("41822"), None));
    table.done(learned(None, Some("41823"), Some(500)));
    table.done(learned(None, None, Some(2_500)));
    let known = table.book.walk_in(1).expect("is here");
    assert_eq!(
        (known.name.as_deref(), known.card.as_deref(), known.chip),
        (Some("Lee"), Some("41823"), Some(2_500))
    );
    assert!(matches!(table.write(learned(None, None, Some(0))), Err(Fault::NotNow(_))), "chips of nothing");
    table.is_sound();
}

#[test]
fn staff_act_for_those_without_an_account_and_for_nobody_else() {
    let mut table = Table::roulette();
    table.tell("p1 red 50");
    table.write_by("ann", Entry::Joined { patron: 2, person: "ann".into() }).expect("ann comes");
    table.write_by("ann", Entry::BoughtIn { patron: 2, cents: 10_000 }).expect("ann buys chips");
    let line = |line: &str| Entry::Input { line: line.into() };
    assert_eq!(table.write(line("p2 red 50")), Err(Fault::NotYours));
    assert_eq!(table.write(line("p3 red 50")), Err(Fault::Unknown("patron at this table")));
    assert!(matches!(table.write(walk_in(2)), Err(Fault::NotNow(_))), "ann has an account");
    assert!(matches!(table.write(walk_in(1)), Err(Fault::NotNow(_))), "the number is taken");
    assert_eq!(table.write(walk_in(0)), Err(Fault::Unknown("number for a patron")));
    // Nobody's account can pass for a patron for whom staff act.
    let forged = Entry::Joined { patron: 4, person: "#1".into() };
    assert_eq!(table.write(forged), Err(Fault::Unknown("name for a person")));
    assert_eq!(
        table.write(Entry::Brought { patron: 2, cents: 100 }),
        Err(Fault::Unknown("patron without an account at this table"))
    );
    table.is_sound();
    let mut digital = Table::open("roulette", "wheel=double-zero zero=half", Mode::Digital);
    assert!(matches!(digital.write(walk_in(1)), Err(Fault::NotNow(_))), "the house deals there");
}

#[test]
fn a_wrong_number_is_put_right_and_money_moves_by_the_difference() {
    let mut table = Table::roulette();
    table.tell("p1 red 50");
    table.tell("p1 straight 17 5");
    table.tell("dealer spins");
    table.tell("dealer calls no more bets");
    let ball = table.tell("ball 1");
    assert_eq!(table.purse(), 20_000 + 5_000 - 500, "red wins, 17 loses");
    let rounds = (table.book.round(), table.book.played().wagered().to_vec());
    // It was 17, which is black.
    table.correct(&[(ball, &["ball 17"])]).expect("the round is not a past one yet");
    assert_eq!(table.purse(), 20_000 - 5_000 + 17_500);
    assert_eq!(table.book.round(), rounds.0);
    assert_ne!(table.book.played().wagered(), rounds.1);
    let counts: Vec<u64> = table.book.played().wagered().iter().map(|all| all.count).collect();
    assert_eq!(counts, [1, 1], "each wager counts once");
    table.is_sound();
    // And back again: everything is as it was.
    table.correct(&[(ball, &["ball 1"])]).expect("again");
    assert_eq!((table.purse(), table.book.played().wagered()), (24_500, &rounds.1[..]));
    table.is_sound();
    // The first wager of the next round makes it a past one.
    table.tell("p1 red 5");
    assert!(matches!(table.correct(&[(ball, &["ball 17"])]), Err(Fault::NotNow(_))));
    table.is_sound();
}

#[test]
fn a_line_that_no_longer_fits_is_named_and_nothing_is_written() {
    let mut table = Table::roulette();
    let wager = table.tell("p1 red 50");
    let spins = table.tell("dealer spins");
    let call = table.tell("dealer calls no more bets");
    let before = table.lines.len();
    let why = table.correct(&[(spins, &[])]).expect_err("no call without a spin").to_string();
    assert!(why.contains(&format!("line {call}, `dealer calls no more bets`, no longer fits")), "{why}");
    assert_eq!(table.lines.len(), before);
    assert!(table.correct(&[]).is_err() && table.correct(&[(0, &[])]).is_err());
    let twice: &[(u64, &[&str])] = &[(spins, &["dealer spins"]), (spins, &["dealer spins"])];
    assert!(table.correct(twice).is_err());
    assert!(table.correct(&[(wager, &["p1 red nonsense"])]).is_err());
    let lines = vec![(wager, Vec::new())];
    assert!(table.write(Entry::Corrected { lines, reason: " ".into() }).is_err(), "a reason is needed");
    // Both corrections together are possible; the wager becomes another one, for which chips were brought.
    table.correct(&[(wager, &["p1 black 300"]), (spins, &["dealer spins"])]).expect("it fits");
    assert_eq!(
        (table.purse(), table.of(&Account::Layout), table.of(&Account::Carried)),
        (0, 30_000, -10_000)
    );
    table.correct(&[(wager, &["p1 red 20", "p1 odd 10"])]).expect("one line stands for two");
    assert_eq!((table.purse(), table.of(&Account::Layout)), (27_000, 3_000));
    table.tell("ball 1");
    assert_eq!(table.purse(), 30_000 + 3_000);
    table.is_sound();
}

#[test]
fn a_card_is_put_right_in_the_middle_of_a_hand() {
    let options = "decks=8 shuffle=lace deal=face-up vigorish=5% pay-order=1 disclosed-card=2";
    let mut table = Table::open("minibaccarat", options, Mode::Physical);
    for patron in [1, 2] {
        table.done(walk_in(patron));
        table.done(Entry::BoughtIn { patron, cents: 20_000 });
    }
    let prepare = [
        "dealer inspects",
        "floorperson verifies",
        "dealer spreads",
        "dealer washes",
        "dealer shuffles",
        "dealer laces",
        "dealer cuts at 208",
        "dealer loads, 14 behind",
        "Ac",
        "3d",
    ];
    for line in prepare {
        table.tell(line);
    }
    for line in ["p1@1 player 50", "p2@2 banker 50", "dealer calls no more bets", "7c", "9d", "Kh"] {
        table.tell(line);
    }
    let last = table.tell("Qs");
    table.tell("dealer announces");
    assert_eq!((table.purse(), table.book.purse(Patron(2))), (15_000, 24_750), "nine beats seven");
    // The last card was a nine: eight against seven, and still a natural for the Banker's Hand.
    table.correct(&[(last, &["9s"])]).expect("it fits");
    assert_eq!((table.purse(), table.book.purse(Patron(2))), (15_000, 24_750));
    table
        .correct(&[(last, &["6s"])])
        .expect_err("five: the Banker's Hand draws, so nothing can be announced yet");
    let book = Book::decode(&table.book.encode()).expect("a book");
    assert_eq!(book.correctable().collect::<Vec<_>>(), table.book.correctable().collect::<Vec<_>>());
    table.is_sound();
}

#[test]
fn a_remark_is_kept_and_changes_nothing() {
    let mut table = Table::roulette();
    let red = table.tell("p1 red 50");
    let before = (table.purse(), table.book.encode());
    let remark = |text: &str| Entry::Remarked { text: text.into() };
    table.done(remark("The drop box was exchanged: 4711 for 4712"));
    assert_eq!(table.purse(), before.0);
    assert_ne!(table.book.encode(), before.1, "one line more");
    assert!(table.lines.last().expect("a line").contains("4711 for 4712"));
    // The line before it can still be corrected.
    table.correct(&[(red, &["p1 black 50"])]).expect("it fits");
    for empty in ["", "  ", "two\nlines"] {
        assert!(matches!(table.write(remark(empty)), Err(Fault::NotNow(_))), "{empty:?}");
    }
    assert!(matches!(table.write_by(HOUSE, remark("a house remarks nothing")), Err(Fault::NotYours)));
    table.is_sound();
}
