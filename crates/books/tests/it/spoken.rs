//! Wagers spoken with cash: the patron's own line takes the cash out of the wallet, never a line of the
//! house.

use books::{Account, Book, Draft, Entry, Fault, Mode, Step};

struct Table(Book);

impl Table {
    /// A table with one patron who has this many chips.
    fn open(game: &str, chips: i64) -> Table {
        let options = rounds::Settings::standard(rules::GameId::find(game).expect("a game"));
        let (pit, edition, version) = ("1".to_owned(), String::new(), books::VERSION.to_owned());
        let (game, chance, inventory) = (game.to_owned(), Mode::Physical, 1_000_000);
        let mut table = Table(Book::new("t"));
        table.write(
            "adam",
            Entry::Opened { game, pit, options, edition, version, chance, inventory, approved: None },
        );
        table.write("ann", Entry::Joined { patron: 1, person: "ann".into() });
        table.write("ann", Entry::BoughtIn { patron: 1, cents: chips });
        table
    }

    fn propose(&self, by: &str, entry: Entry) -> Result<Step, Fault> {
        self.0.propose(Draft { at: 0, epoch: 1, by: by.into(), key: None, salt: None, entry })
    }

    fn write(&mut self, by: &str, entry: Entry) -> Vec<(String, i64)> {
        let mut step = self.propose(by, entry).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(step.record.refused().is_none(), "{}", step.line);
        self.0.accept(&mut step);
        step.postings.iter().map(|(account, cents)| (account.to_string(), cents)).collect()
    }

    fn say(&mut self, by: &str, line: &str) -> Vec<(String, i64)> {
        self.write(by, Entry::Input { line: line.to_owned() })
    }
}

#[test]
fn cash_is_set_aside_when_it_is_offered_and_spent_when_it_is_confirmed() {
    let mut table = Table::open("roulette", 1_000);
    let offered = table.say("ann", "p1 red 5.00 cash");
    assert_eq!(offered, [("wallet:ann".into(), -500), ("offered:p1".into(), 500)]);
    let confirmed = table.say("house", "dealer confirms");
    let expected = [("offered:p1", -500), ("layout", 500), ("bank", -500), ("drop-box", 500)];
    assert_eq!(confirmed, expected.map(|(account, cents)| (account.to_owned(), cents)));
}

#[test]
fn cash_that_is_declined_goes_back() {
    let mut table = Table::open("roulette", 1_000);
    table.say("ann", "p1 red 5.00 cash");
    assert!(!table.0.is_at_rest(), "nobody closes the table on it");
    let declined = table.say("house", "dealer declines");
    assert_eq!(declined, [("wallet:ann".into(), 500), ("offered:p1".into(), -500)]);
    assert!(table.0.ledger().balance() && table.0.ledger().of(&Account::Offered(rules::Patron(1))) == 0);
}

#[test]
fn where_two_people_confirm_it_stays_set_aside_until_both_have() {
    let mut table = Table::open("red-dog", 1_000);
    table.say("ann", "p1 sits at 1");
    while !table.0.engine().expect("open").awaits_wagers() {
        let engine = table.0.engine().expect("open");
        let line = match engine.awaits() {
            rules::Awaits::Decision(who) => engine.usual(who).expect("something to do"),
            _ => engine.outcomes()[0].0.clone(),
        };
        table.say("house", &line);
    }
    let act = table.0.engine().expect("open").offers(rules::Actor::Patron(rules::Patron(1)));
    let cash = act.iter().find(|offer| offer.tender == Some(rules::Tender::Cash)).expect("cash is taken");
    let least = cash.least.as_cents();
    let offered = table.say("ann", &format!("p1@{} {} {} cash", cash.seat.0, cash.act, cash.least));
    assert_eq!(offered[0], ("wallet:ann".into(), -least));
    assert_eq!(table.say("house", "dealer confirms"), []);
    let confirmed = table.say("house", "supervisor confirms");
    assert!(confirmed.contains(&("drop-box".into(), least)), "{confirmed:?}");
    assert!(!confirmed.iter().any(|(account, _)| account.starts_with("wallet")), "{confirmed:?}");
}

#[test]
fn chips_that_are_spoken_for_cannot_be_taken_away() {
    let mut table = Table::open("craps", 1_000);
    table.say("ann", "p1 pass 5.00");
    table.say("dora", "dealer sends the dice out");
    // The dice are in the air; the wager counts once the dealer has confirmed it.
    assert_eq!(table.say("ann", "p1 field 5.00"), []);
    let gone = table.propose("ann", Entry::TakenAway { patron: 1, cents: 500 }).err();
    assert_eq!(gone, Some(Fault::Poor { has: 0, short: 500 }));
    table.say("dora", "dealer confirms");
    assert_eq!(table.0.purse(rules::Patron(1)), 0);
    let mut poor = Table::open("craps", 700);
    poor.say("ann", "p1 pass 5.00");
    poor.say("dora", "dealer sends the dice out");
    let spoken = poor.propose("ann", Entry::Input { line: "p1 field 5.00".into() }).err();
    assert_eq!(
        spoken,
        Some(Fault::Poor { has: 200, short: 300 }),
        "the chips must be there when it is spoken"
    );
}

#[test]
fn a_line_is_kept_in_one_spelling_and_a_misspelt_one_says_what_was_meant() {
    let table = Table::open("roulette", 1_000_000);
    let said = |line: &str| table.propose("ann", Entry::Input { line: line.to_owned() });
    for line in ["p1 red 5.00", "P1 Red $5", "p1  red 5"] {
        let kept = said(line).expect("lawful").record.entry;
        assert!(matches!(kept, Entry::Input { line } if line == "p1 red 5.00"), "{line}");
    }
    let Err(Fault::Misread(why)) = said("p1 ask for blue") else { panic!("it was understood") };
    assert_eq!(why, "`ask for blue`: not something people do in this game; did you mean `asks for blue`?");
}
