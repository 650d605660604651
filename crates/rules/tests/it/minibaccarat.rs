//! Minibaccarat beyond the battery: what a table can be asked about its hands and its forms, and walks that begin at a
//! prepared table with people seated.

use crate::choices::Choices;
use proptest::{prelude::*, test_runner::FileFailurePersistence};
use rounds::{Value, standard};
use rules::{
    Act, Actor, Awaits, Event, EventOf, Game, Input, InputOf, Money, Nobody, Patron, games,
    hands::baccarat::Coup,
    minibaccarat::{Call, Deed, Minibaccarat, Shown, Use},
    read_input,
    table::shoe::Step,
};
use std::collections::BTreeMap;

type Table = Minibaccarat;

/// A table with these changes to the usual options.
fn open(own: &[(&str, Value)]) -> Table {
    let mut all = standard::<Table>();
    for (key, value) in own {
        all.set(*key, value.clone());
    }
    Table::open(games::options::<Table>(&all.entries(), &mut |v| panic!("{v:?}")).expect("lawful"))
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// Plays inputs, one after another, all of them lawful.
fn play(table: &mut Table, inputs: &[&str]) {
    for text in inputs {
        let input: InputOf<Table> = read_input::<Table>(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        table.apply(input, &mut Nobody).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

const PREPARE: [&str; 5] =
    ["dealer takes pre-shuffled decks", "dealer cuts at 200", "dealer loads, 14 behind", "As", "2c"];

fn counts(coup: &Coup) -> (u8, u8, usize) {
    (coup.player.count(), coup.banker.count(), coup.cards())
}

#[test]
fn the_hands_can_be_asked_for_while_they_lie_there() {
    let mut table = open(&[]);
    assert_eq!(table.coup(), None);
    play(&mut table, &PREPARE);
    play(&mut table, &["dealer calls no more bets"]);
    assert_eq!(table.coup(), None);
    play(&mut table, &["Ks", "3s"]);
    assert_eq!(table.coup().as_ref().map(counts), Some((0, 3, 2)));
    play(&mut table, &["Kh", "Kd", "6h", "3h"]);
    assert_eq!(table.coup().as_ref().map(counts), Some((6, 6, 6)));
    play(&mut table, &["dealer announces"]);
    assert_eq!(table.coup(), None);
}

#[test]
fn a_simulated_round_has_no_result_to_ask_for() {
    let mut table = open(&[("disclosed-card", text("3"))]);
    play(&mut table, &PREPARE);
    play(&mut table, &["irregularity card drawn in error, 9h", "Ks", "Ts"]);
    assert_eq!(table.coup(), None);
}

#[test]
fn every_form_is_accounted_for() {
    let mut table = open(&[("vigorish-collection", text("deferred")), ("form-serial", Value::Number(4711))]);
    assert_eq!((table.forms().next(), table.forms().all().count()), (4711, 0));
    play(&mut table, &PREPARE);
    let round = [
        "p1@1 banker 20",
        "p2@2 banker 10",
        "dealer calls no more bets",
        "Ks",
        "9s",
        "Kh",
        "Th",
        "dealer announces",
    ];
    play(&mut table, &round);
    play(&mut table, &["dealer voids a form", "dealer documents 2, patron absent"]);
    play(&mut table, &["dealer voids a form", "dealer documents 1, patron signed"]);
    let gone: Vec<(u32, Use)> = table.forms().all().collect();
    assert_eq!(gone, [(4711, Use::Void), (4712, Use::Used), (4713, Use::Void), (4714, Use::Used)]);
    assert_eq!(table.forms().next(), 4715);
}

/// Something lawful: what the table waits for, or now and then something else that somebody may do or that goes wrong.
fn lawful(table: &Table, choices: &mut Choices<'_>) -> InputOf<Table> {
    let mut wrong = Vec::new();
    table.irregularities(&mut |what| wrong.push(what));
    if !wrong.is_empty() && choices.below(9) == 0 {
        return Input::Irregularity(choices.of(&wrong));
    }
    let mut shown = Vec::new();
    table.outcomes(&mut |card, weight| shown.extend((weight > 0).then_some(card)));
    let patron = Actor::Patron(Patron([1, 2, 3][choices.below(3)]));
    let by = match table.awaits() {
        Awaits::Equipment if choices.below(6) > 0 => return Input::Chance(choices.of(&shown)),
        Awaits::Decision(by) if choices.below(6) > 0 => by,
        Awaits::Wagers if choices.below(3) == 0 => Actor::Dealer,
        _ => patron,
    };
    let awaited = if let Awaits::Decision(who) = table.awaits() { who } else { Actor::Dealer };
    for by in [by, patron, awaited] {
        let mut menu = Vec::new();
        table.decisions(by, &mut |offer| menu.push(offer.act));
        if !menu.is_empty() {
            return Input::Act { by, act: choices.of(&menu) };
        }
    }
    Input::Chance(choices.of(&shown))
}

/// A prepared table with a random style, a cutting card that comes soon, and three people.
fn prepared(choices: &mut Choices<'_>) -> Table {
    let mut own = vec![
        ("deal", text(choices.of(&["face-up", "player-face-down", "to-players"]))),
        ("vigorish-collection", text(choices.of(&["deferred", "at-once"]))),
        ("decks", Value::Number(6)),
    ];
    match choices.below(4) {
        n @ 0..=1 => {
            own.push(("disclosed-card", text("1")));
            own.push(("disclosed-ten", text(["one", "ten"][n])));
        }
        n => own.push(("disclosed-card", text(["2", "3"][n - 2]))),
    }
    let mut table = open(&own);
    play(&mut table, &["dealer takes pre-shuffled decks", "dealer cuts at 100"]);
    play(&mut table, &[choices.of(&["dealer loads, 298 behind", "dealer loads, 14 behind"]), "As", "2c"]);
    play(&mut table, &["p1 sits at 1", "p2 sits at 4", "p3 sits at 9"]);
    table
}

/// What was seen and what is owed, as an onlooker would track it.
struct Onlooker {
    seen: [u8; 52],
    owed: BTreeMap<Patron, Money>,
}

impl Onlooker {
    fn saw(&mut self, event: EventOf<Table>, hands: Option<Coup>) {
        match event {
            Event::Shown { chance: Shown::Card(card), .. } => {
                self.seen[card.index()] += 1;
                assert!(self.seen[card.index()] <= 6, "{card} of six decks");
            }
            Event::Called { call: Call::Result { score } } => {
                let coup = hands.expect("hands on the table");
                assert_eq!(coup.score(), score);
            }
            Event::Marked { patron, vigorish } => *self.owed.entry(patron).or_default() += vigorish,
            Event::Collected { patron, vigorish } | Event::Waived { patron, vigorish } => {
                assert_eq!(self.owed.remove(&patron), Some(vigorish), "{patron}");
            }
            _ => {}
        }
    }
}

fn walk(choices: &[u32]) {
    let mut choices = Choices::new(choices);
    let mut table = prepared(&mut choices);
    let mut onlooker = Onlooker { seen: [0; 52], owed: BTreeMap::new() };
    ["As", "2c"].into_iter().for_each(|card| {
        let Ok(Input::Chance(chance)) = read_input::<Table>(card) else { panic!("{card}") };
        onlooker.saw(Event::Shown { chance, to: rules::Eyes::All }, None);
    });
    while !choices.is_empty() {
        let input = lawful(&table, &mut choices);
        match input {
            Input::Act { act: Act::Do(Deed::Prepare(Step::Load(_))), .. } => onlooker.seen = [0; 52],
            Input::Act { act: Act::Do(Deed::Prepare(Step::Shuffle)), .. } => {
                assert!(onlooker.owed.is_empty(), "no reshuffle over a marker");
            }
            Input::Act { by: Actor::Patron(patron), act: Act::Do(Deed::Leave) } => {
                assert!(!onlooker.owed.contains_key(&patron), "nobody leaves a marker");
            }
            _ => {}
        }
        let hands = table.coup();
        let done = table.apply(input, &mut |_, event| onlooker.saw(event, hands));
        assert_eq!(done, Ok(()), "{input} was on the menu");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))), ..ProptestConfig::default() })]
    #[test]
    fn walks_from_a_prepared_table(choices in prop::collection::vec(any::<u32>(), 1..900)) {
        walk(&choices);
    }
}
