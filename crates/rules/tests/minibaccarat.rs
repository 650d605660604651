//! Minibaccarat beyond the battery: what a table can be asked about its hands and its forms.

use rounds::{Setting, Value, entries, standard};
use rules::{
    Game, InputOf, Unseen,
    hands::baccarat::Coup,
    minibaccarat::{Minibaccarat, Use},
    read_input, table,
};

type Table = Minibaccarat;

/// A table with these options beside the usual ones.
fn open(own: &[(&str, Value)]) -> Table {
    let mut all = standard::<Table>();
    for (key, value) in own {
        all.retain(|s| s.key != *key);
        all.push(Setting { key: (*key).to_owned(), value: value.clone() });
    }
    Table::open(table::options::<Table>(&entries(&all), &mut |v| panic!("{v:?}")).expect("lawful"))
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// Plays inputs, one after another, all of them lawful.
fn play(table: &mut Table, inputs: &[&str]) {
    for text in inputs {
        let input: InputOf<Table> = read_input::<Table>(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        table.apply(input, &mut Unseen).unwrap_or_else(|e| panic!("{text}: {e}"));
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
    play(&mut table, &["dealer no-more-bets"]);
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
    play(&mut table, &["irregularity card drawn in error 9h", "Ks", "Ts"]);
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
        "dealer no-more-bets",
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
