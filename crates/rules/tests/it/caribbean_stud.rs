//! Caribbean stud beyond the battery: what others may learn about a player's cards, and the meter as a ledger follows
//! it.

use rounds::standard;
use rules::{
    Act, ActOf, Actor, Awaits, Citation, Event, EventOf, Eyes, Game, Input, Item, Money, Offer, Patron,
    Vocabulary,
    caribbean_stud::{CaribbeanStud, Deed, Irregularity},
    games,
    kit::cards::Card,
    read_input,
};

type Table = CaribbeanStud;

fn open(settings: &[(&str, &str)]) -> Table {
    let mut all = standard::<Table>();
    for (key, value) in settings {
        all.set(*key, *value);
    }
    let mut table =
        Table::open(games::options::<Table>(&all.entries(), &mut |v| panic!("{v:?}")).expect("lawful"));
    say(&mut table, "dealer inspects; floorperson verifies; dealer spreads; dealer washes; dealer shuffles");
    table
}

/// Applies lines, each of which is accepted.
fn say(table: &mut Table, lines: &str) -> Vec<(Citation, EventOf<Table>)> {
    let mut events = Vec::new();
    for line in lines.split("; ") {
        let input = read_input::<Table>(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        table
            .apply(input, &mut |cite, event| events.push((cite, event)))
            .unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    events
}

fn menu(table: &Table, by: Actor) -> Vec<Offer<ActOf<Table>>> {
    let mut menu = Vec::new();
    table.decisions(by, &mut |offer| menu.push(offer));
    menu
}

fn irregularities(table: &Table) -> Vec<Irregularity> {
    let mut all = Vec::new();
    table.irregularities(&mut |what| all.push(what));
    all
}

/// Everyone except p1, whose cards differ.
fn others() -> Vec<Actor> {
    [2, 3].map(|n| Actor::Patron(Patron(n))).into_iter().chain(Actor::STAFF).collect()
}

/// What everyone except p1 sees on the table.
fn seen(table: &Table) -> Vec<Item> {
    let mut items = Vec::new();
    table.picture(&mut |item| {
        items.push(match item {
            Item::Card { at, eyes: eyes @ Eyes::Only(Actor::Patron(Patron(1))), sideways, .. } => {
                Item::Card { at, card: None, eyes, sideways }
            }
            item => item,
        });
    });
    items
}

/// Two tables that differ only in what p1 has seen look the same to everyone else: the picture, the menus, what may go
/// wrong, whom the table waits for, and the answer to every deed.
fn assert_alike([one, other]: &[Table; 2]) {
    assert_eq!((one.awaits(), one.bets(), seen(one)), (other.awaits(), other.bets(), seen(other)));
    assert_eq!(irregularities(one), irregularities(other));
    for by in others() {
        assert_eq!(menu(one, by), menu(other, by));
        Deed::each(&mut |deed| {
            let answer = |table: &Table| {
                table.clone().apply(Input::Act { by, act: Act::Do(deed) }, &mut rules::Nobody)
            };
            assert_eq!(answer(one), answer(other), "{by} {deed}");
        });
    }
}

/// What everyone except p1 hears.
fn heard(events: &[(Citation, EventOf<Table>)]) -> Vec<(Citation, EventOf<Table>)> {
    let alone = Eyes::Only(Actor::Patron(Patron(1)));
    events.iter().filter(|(_, e)| !matches!(e, Event::Shown { to, .. } if *to == alone)).copied().collect()
}

#[test]
fn nobody_learns_a_players_cards_before_they_are_turned_up() {
    let rich = "As; Ks; Qs; Js; Ts";
    for poor in ["2c; 3d; 4h; 5s; 7c", "Ac; Kd; 9c; 5s; 3c"] {
        let mut tables = [open(&[]), open(&[])];
        let mut both = |lines: [&str; 2]| {
            let told: Vec<_> =
                tables.iter_mut().zip(lines).map(|(table, lines)| heard(&say(table, lines))).collect();
            assert_eq!(told[0], told[1], "{lines:?}");
            assert_alike(&tables);
        };
        both(["p1@7 ante 10; p1@7 progressive 1; p2@5 ante 10; p3@2 ante 10"; 2]);
        both(["dealer calls no more bets; dealer deals; 9d; dealer puts the stub away; p1 looks"; 2]);
        for (one, other) in rich.split("; ").zip(poor.split("; ")) {
            both([one, other]);
        }
        both(["p1@7 bet 20"; 2]);
        both(["p2 looks; 6c; 6d; 8h; Td; 2h; p2 folds"; 2]);
        both(["p3@2 bet 20"; 2]);
        both(["dealer turns the hole cards; 9h; Qd; 4c; 2d"; 2]);
    }
}

/// The cards of a player are in no event until that player looks; then only in that player's events, and at the end
/// in everybody's. A folded hand is never shown.
#[test]
fn cards_are_shown_to_their_owner_and_at_the_end_to_all() {
    let mut table = open(&[]);
    let mut events =
        say(&mut table, "p1@7 ante 10; p2@5 ante 10; dealer calls no more bets; dealer deals; 9d");
    events.extend(say(&mut table, "dealer puts the stub away; p1 looks; As; Ks; 3c; 4d; 5h; p1@7 bet 20"));
    events.extend(say(&mut table, "p2 looks; 6c; 7d; 8h; Td; 2h; p2 folds"));
    events.extend(say(&mut table, "dealer turns the hole cards; 9h; Qd; 4c; 2d"));
    let seen_by = |card: &str| -> Vec<Eyes> {
        let card = Card::read(card).expect("a card");
        let shown = events.iter().filter_map(|(_, event)| match event {
            Event::Shown { chance, to } if *chance == card => Some(*to),
            _ => None,
        });
        shown.collect()
    };
    let only = |n| Eyes::Only(Actor::Patron(Patron(n)));
    for card in ["As", "Ks", "3c", "4d", "5h"] {
        assert_eq!(seen_by(card), [only(1), Eyes::All], "{card}");
    }
    for card in ["6c", "7d", "8h", "Td", "2h"] {
        assert_eq!(seen_by(card), [only(2)], "{card}");
    }
    for card in ["9d", "9h", "Qd", "4c", "2d"] {
        assert_eq!(seen_by(card), [Eyes::All], "{card}");
    }
    assert_eq!(table.awaits(), Awaits::Decision(Actor::Dealer));
}

/// What the events say about the meter always adds up to its current amount.
#[test]
fn a_ledger_can_follow_the_meter() {
    let mut table = open(&[("progressive.initial", "1000.00"), ("progressive.reset", "500.00")]);
    let mut meter = table.meter();
    let hands = ["As; Ks; Qs; Js; Ts", "9h; 8h; 7h; 6h; 5h", "2c; 3d; 4h; 5s; 7c", "8c; 8d; 8h; 8s; 5c"];
    for hand in hands.into_iter().cycle().take(24) {
        let mut events =
            say(&mut table, "p1@7 ante 10; p1@7 progressive 1; dealer calls no more bets; dealer deals; Qd");
        events.extend(say(&mut table, "dealer counts the stub; p1 looks"));
        events.extend(say(&mut table, hand));
        events.extend(say(
            &mut table,
            "p1@7 bet 20; dealer turns the hole cards; Ac; Kc; Jd; 2d; dealer shuffles",
        ));
        let (mut shared, mut fell) = (Money::ZERO, Money::ZERO);
        for (_, event) in &events {
            match *event {
                Event::Metered { change, stands } => {
                    meter += change;
                    fell += change.min(Money::ZERO);
                    assert_eq!(meter, stands);
                }
                Event::Settled { bet, paid, .. }
                    if bet.wager == rules::caribbean_stud::Wager::Progressive =>
                {
                    shared = paid;
                }
                _ => {}
            }
        }
        assert_eq!(meter, table.meter());
        let by_meter = hand.starts_with("As") || hand.starts_with("9h");
        assert_eq!(Money::ZERO - fell, if by_meter { shared } else { Money::ZERO }, "{hand}");
    }
}
