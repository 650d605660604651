//! A second settlement, written from the text of 5.1, 5.2, 5.5, 7.1, 7.2 and 7.3 alone, without any code of
//! the games. What the book settled must agree with it, wager by wager.

use books::{Book, Draft, Entry, Mode, Step, What};
use rules::{Actor, Awaits, Patron, Tender};

use crate::floor::Rng;

/// The number of rounds of each game.
fn rounds() -> usize {
    crate::sized(4_000, 20_000)
}

/// What a wager loses to the bank, what it is paid, and the vigorish on it, in cents.
type Due = (i64, i64, i64);

struct Table {
    book: Book,
    rng: Rng,
}

impl Table {
    fn open(game: &str, options: &[&str], seed: u64) -> Table {
        let mut table = Table { book: Book::new("oracle"), rng: Rng(seed) };
        let options = books::Settings::read(&options.join(" ")).expect("settings");
        let (game, pit, edition) = (game.to_owned(), "1".to_owned(), "2011".to_owned());
        let (version, chance) = (books::VERSION.to_owned(), Mode::Physical);
        table.write(
            "adam",
            Entry::Opened {
                game,
                pit,
                options,
                edition,
                version,
                chance,
                inventory: 1_000_000_000_000,
                approved: None,
            },
        );
        for (patron, person) in [(1, "alice"), (2, "bob")] {
            table.write("adam", Entry::Joined { patron, person: person.into() });
            table.write("clara", Entry::BoughtIn { patron, cents: 10_000_000_000 });
        }
        table
    }

    fn write(&mut self, by: &str, entry: Entry) -> Step {
        let draft = Draft { at: 0, epoch: 1, by: by.into(), key: None, salt: None, entry };
        let mut step = self.book.propose(draft).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(!matches!(step.record.entry, Entry::Refused { .. }), "{}", step.line);
        self.book.accept(&mut step);
        step
    }

    fn say(&mut self, line: &str) -> Step {
        let by = match line.split([' ', '@']).next() {
            Some("p1") => "alice",
            Some("p2") => "bob",
            _ => "dora",
        };
        self.write(by, Entry::Input { line: line.to_owned() })
    }

    /// The equipment shows an outcome from its menu.
    fn show(&mut self) -> (String, Step) {
        let menu = self.book.engine().expect("open").outcomes();
        let total: usize = menu.iter().map(|(_, weight)| *weight as usize).sum();
        let mut at = self.rng.below(total);
        let at = menu.iter().position(|(_, weight)| {
            let here = at < *weight as usize;
            at = at.wrapping_sub(*weight as usize);
            here
        });
        let shown = menu[at.expect("something to show")].0.clone();
        let step = self.say(&shown);
        (shown, step)
    }

    /// The names of all wagers that this patron may make in chips.
    fn wagers(&self) -> Vec<String> {
        let offers = self.book.engine().expect("open").offers(Actor::Patron(Patron(1)));
        offers.into_iter().filter(|o| o.tender == Some(Tender::Chips)).map(|o| o.act).collect()
    }
}

/// Compares what was settled with what is due, and returns the number of wagers.
fn compare(step: &Step, due: impl Fn(&str, i64) -> Due) -> usize {
    let (mut wagers, mut vigorish) = (0, 0);
    for told in &step.facts {
        match &told.what {
            What::Settled { bet, taken, paid, .. } => {
                let (loses, wins, owes) = due(&bet.wager, bet.stake.as_cents());
                let moved = (taken.as_cents(), paid.as_cents());
                assert_eq!(moved, (loses, wins), "{} of {}: {}", bet.wager, bet.stake, step.line);
                (wagers, vigorish) = (wagers + 1, vigorish + owes);
            }
            What::Charged { vigorish: charged, .. } => vigorish -= charged.as_cents(),
            _ => {}
        }
    }
    assert_eq!(vigorish, 0, "vigorish: {}", step.line);
    wagers
}

/// 5.1(e) and (f): the numbers that a wager names, and 5.2(a): what it pays to 1. 37 stands for 00.
fn roulette_wager(name: &str) -> (Vec<u32>, i64) {
    let number = |text: &str| if text == "00" { 37 } else { text.parse().expect("a number") };
    let named = |text: &str| text.split('-').map(number).collect::<Vec<u32>>();
    let where_ = |holds: &dyn Fn(u32) -> bool| (1..=36).filter(|n| holds(*n)).collect::<Vec<u32>>();
    const RED: [u32; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
    let (kind, rest) = name.split_once(' ').unwrap_or((name, ""));
    let rest = rest.trim_end_matches(" at dozens");
    match kind {
        "straight" => (named(rest), 35),
        "split" => (named(rest), 17),
        "three" => (named(rest), 11),
        "four" => (named(rest), 8),
        "first-five" => (vec![0, 37, 1, 2, 3], 6),
        "six" => {
            let ends = named(rest);
            ((ends[0]..=ends[1]).collect(), 5)
        }
        "seven" => (vec![10, 11, 12, 13, 14, 15, 33], 4),
        "column" => (where_(&|n| n % 3 == number(rest) % 3), 2),
        "dozen" => (where_(&|n| n.div_ceil(12) == number(rest)), 2),
        "red" => (RED.to_vec(), 1),
        "black" => (where_(&|n| !RED.contains(&n)), 1),
        "odd" => (where_(&|n| n % 2 == 1), 1),
        "even" => (where_(&|n| n % 2 == 0), 1),
        "1-to-18" => (where_(&|n| n <= 18), 1),
        "19-to-36" => (where_(&|n| n >= 19), 1),
        other => panic!("{other}: a wager the text does not have"),
    }
}

/// 5.2(b) and (c): a zero takes half or all of an even-chance wager, as the licensee has chosen.
fn roulette_due(name: &str, stake: i64, ball: u32, half: bool) -> Due {
    let (numbers, odds) = roulette_wager(name);
    match numbers.contains(&ball) {
        true => (0, stake * odds, 0),
        false if half && odds == 1 && matches!(ball, 0 | 37) => (stake / 2, 0, 0),
        false => (stake, 0, 0),
    }
}

#[test]
fn roulette_settles_as_the_text_says() {
    let tables: [(&[&str], bool); 3] = [
        (&["wheel=double-zero", "zero=all"], false),
        (&["wheel=double-zero", "zero=half"], true),
        (&["wheel=single-zero"], false),
    ];
    let mut settled = 0;
    for (seed, (options, half)) in (0..).zip(tables) {
        let mut table = Table::open("roulette", options, seed);
        let wagers = table.wagers();
        for _ in 0..rounds() / 3 + 1 {
            for patron in ["p1", "p2"] {
                let wager = table.rng.of(&wagers).clone();
                let stake = 5 + table.rng.below(6);
                table.say(&format!("{patron} {wager} {stake}.00"));
            }
            table.say("dealer spins");
            table.say("dealer calls no more bets");
            let (shown, step) = table.show();
            let ball = shown.strip_prefix("ball ").expect("a ball");
            let ball = if ball == "00" { 37 } else { ball.parse().expect("a number") };
            settled += compare(&step, |wager, stake| roulette_due(wager, stake, ball, half));
        }
    }
    assert!(settled > rounds(), "{settled} wagers");
}

#[test]
fn big_six_settles_as_the_text_says() {
    // 5.5(a), drawn as printed.
    const ODDS: [(&str, i64); 7] =
        [("$1", 1), ("$2", 2), ("$5", 5), ("$10", 10), ("$20", 20), ("joker", 45), ("flag", 45)];
    let mut table = Table::open("big-six", &["clapper=passed"], 6);
    let mut settled = 0;
    for _ in 0..rounds() {
        for patron in ["p1", "p2"] {
            let (wager, _) = *table.rng.of(&ODDS);
            let stake = 1 + table.rng.below(40);
            table.say(&format!("{patron} {wager} {stake}.00"));
        }
        table.say("dealer calls no more bets");
        table.say("dealer spins");
        let (shown, step) = table.show();
        let stop = shown.strip_prefix("stop ").expect("a stop").to_owned();
        settled += compare(&step, |wager, stake| {
            let (_, odds) = ODDS.iter().find(|(name, _)| *name == wager).expect("a wager of the text");
            if wager == stop { (0, stake * odds, 0) } else { (stake, 0, 0) }
        });
    }
    assert!(settled > rounds(), "{settled} wagers");
}

/// What a sic bo wager pays to 1 on these dice, by Pennsylvania's list of wagers and Atlantic City's published odds; `None`
/// if it loses.
fn sic_bo_pays(name: &str, dice: [i64; 3]) -> Option<i64> {
    let (kind, rest) = name.split_once(' ').unwrap_or((name, ""));
    let shows = |n: &str| dice.iter().filter(|die| die.to_string() == n).count();
    let (total, alike) = (dice.iter().sum::<i64>(), dice[0] == dice[1] && dice[1] == dice[2]);
    let (wins, pays) = match kind {
        "small" => ((4..=10).contains(&total) && !alike, 1),
        "big" => ((11..=17).contains(&total) && !alike, 1),
        "any-three-of-a-kind" => (alike, 30),
        "three-of-a-kind" => (shows(rest) == 3, 180),
        "two-of-a-kind" => (shows(rest) >= 2, 10),
        "one-of-a-kind" => (shows(rest) >= 1, i64::try_from(shows(rest)).expect("three at most")),
        "combination" => (rest.split('-').all(|n| shows(n) > 0), 5),
        "total" => {
            const ODDS: [i64; 14] = [60, 30, 17, 12, 8, 6, 6, 6, 6, 8, 12, 17, 30, 60];
            let on: usize = rest.parse().expect("a total");
            (total == rest.parse::<i64>().expect("a total"), ODDS[on - 4])
        }
        other => panic!("{other}: a wager the list does not have"),
    };
    wins.then_some(pays)
}

#[test]
fn sic_bo_settles_as_the_sources_say() {
    let mut table = Table::open("sic-bo", &[], 9);
    let wagers = table.wagers();
    assert_eq!(wagers.len(), 50);
    let mut settled = 0;
    for _ in 0..rounds() {
        for _ in 0..6 {
            let (wager, stake) = (table.rng.of(&wagers).clone(), 1 + table.rng.below(40));
            table.say(&format!("p1 {wager} {stake}.00"));
        }
        table.say("dealer calls no more bets");
        table.say("dealer shakes");
        let (shown, _) = table.show();
        let spots =
            shown.strip_prefix("dice ").expect("dice").split('-').map(|die| die.parse().expect("a die"));
        let dice: [i64; 3] = spots.collect::<Vec<_>>().try_into().expect("three of them");
        let step = table.say("dealer settles");
        settled += compare(&step, |wager, stake| match sic_bo_pays(wager, dice) {
            Some(pays) => (0, stake * pays, 0),
            None => (stake, 0, 0),
        });
    }
    assert!(settled > rounds(), "{settled} wagers");
}

/// 7.1(b) and (c).
fn points(cards: &[u32]) -> u32 {
    cards.iter().sum::<u32>() % 10
}

fn value(card: &str) -> u32 {
    match card.as_bytes()[0] {
        b'A' => 1,
        digit @ b'2'..=b'9' => u32::from(digit - b'0'),
        _ => 0,
    }
}

/// 7.2(a) and 7.3: cards are dealt alternately to Player and Banker. A fifth card goes to the Player if its
/// two cards of 0 to 5 required a draw (7.9(b)), otherwise to the Banker.
fn minibaccarat_due(name: &str, stake: i64, cards: &[u32]) -> Due {
    let (mut player, mut banker) = (vec![cards[0], cards[2]], vec![cards[1], cards[3]]);
    match cards[4..] {
        [fifth, sixth] => {
            player.push(fifth);
            banker.push(sixth);
        }
        [fifth] if points(&player) <= 5 => player.push(fifth),
        [fifth] => banker.push(fifth),
        _ => {}
    }
    let (player, banker) = (points(&player), points(&banker));
    let lost = (stake, 0, 0);
    match name {
        "player" | "banker" if player == banker => (0, 0, 0),
        "player" if player > banker => (0, stake, 0),
        "banker" if banker > player => (0, stake, stake / 20),
        "tie" if player == banker => (0, stake * 8, 0),
        "four-cards" if cards.len() == 4 => (0, stake * 3 / 2, 0),
        "five-cards" if cards.len() == 5 => (0, stake * 2, 0),
        "six-cards" if cards.len() == 6 => (0, stake * 2, 0),
        "player" | "banker" | "tie" | "four-cards" | "five-cards" | "six-cards" => lost,
        other => panic!("{other}: a wager the text does not have"),
    }
}

#[test]
fn minibaccarat_settles_as_the_text_says() {
    let options = [
        "decks=8",
        "shuffle=lace",
        "deal=face-up",
        "vigorish=5%",
        "pay-order=1",
        "disclosed-card=2",
        "total-cards=true",
    ];
    let mut table = Table::open("minibaccarat", &options, 7);
    table.say("p1 sits at 1");
    table.say("p2 sits at 2");
    let names = ["player", "banker", "tie", "four-cards", "five-cards", "six-cards"];
    let (mut coups, mut settled) = (0, 0);
    let mut cards = Vec::new();
    while coups < rounds() {
        let engine = table.book.engine().expect("open");
        let step = match (engine.awaits(), engine.bets().is_empty()) {
            (Awaits::Wagers, true) => {
                for seat in ["p1@1", "p2@2"] {
                    let wager = *table.rng.of(&names);
                    // Stakes whose vigorish is a whole number of cents, and a multiple of five.
                    let stake = 20 * (1 + table.rng.below(5));
                    table.say(&format!("{seat} {wager} {stake}.00"));
                }
                cards.clear();
                table.say("dealer calls no more bets")
            }
            (Awaits::Equipment, _) => {
                let (shown, step) = table.show();
                if shown != "cutting card" {
                    cards.push(value(&shown));
                }
                step
            }
            (Awaits::Wagers, false) => panic!("wagers lie and nobody deals"),
            (Awaits::Decision(who), _) => {
                let line = engine.usual(who).expect("something to do");
                table.say(&line)
            }
        };
        if step.facts.iter().any(|told| matches!(told.what, What::Settled { .. })) {
            settled += compare(&step, |wager, stake| minibaccarat_due(wager, stake, &cards));
            coups += 1;
        }
    }
    assert!(settled > rounds(), "{settled} wagers");
}

/// Negative control: an oracle that misreads the text disagrees at once.
#[test]
#[should_panic(expected = "red of 5.00")]
fn a_wrong_reading_is_seen() {
    let mut table = Table::open("roulette", &["wheel=double-zero", "zero=half"], 1);
    table.say("p1 red 5.00");
    table.say("dealer spins");
    table.say("dealer calls no more bets");
    let step = table.say("ball 0");
    compare(&step, |wager, stake| roulette_due(wager, stake, 0, false));
}
