//! What the tables of the three baccarat games look like, to people who come late and just before cards are removed.

use crate::onlooker::{drawn, open, picture, play, walk};
use rules::{
    Citation, Game, Item, Patron, Seat, chemin_de_fer::CheminDeFer, cite, minibaccarat::Minibaccarat,
    punto_banco::PuntoBanco,
};
use std::collections::BTreeSet;

const MINI: &str = "shuffle=lace vigorish=5% pay-order=\"1\"";
const PUNTO: &str = "decks=8 vigorish=5% recut-by=last-cutter pay-order=\"1\"";
const CHEMIN: &str = "shuffle=lace recut-by=last-cutter vigorish=5%";

fn now<G: Game>(table: &G) -> Vec<String> {
    drawn(&picture(table))
}

#[test]
fn cards_that_players_turn_lie_face_down_until_then() {
    let mut table = open::<Minibaccarat>(&format!("{MINI} deal=to-players disclosed-card=\"2\""));
    play(&mut table, &["p1@1 player 20", "p4@7 banker 30", "dealer calls no more bets", "dealer deals"]);
    assert_eq!(now(&table), ["player: ? ?", "banker: ? ?", "turn 1.0"]);
    play(&mut table, &["p1 turns player", "Ks"]);
    assert_eq!(now(&table), ["player: Ks ?", "banker: ? ?"]);
    play(&mut table, &["Kh", "p4 turns banker", "3s", "Kd"]);
    assert_eq!(now(&table), ["player: Ks Kh ?", "banker: 3s Kd =3", "turn 1.0"]);
    play(&mut table, &["p1 turns player", "6h"]);
    assert_eq!(now(&table), ["player: Ks Kh 6h =6", "banker: 3s Kd ?", "turn 7.0"]);
    play(&mut table, &["p4 turns banker", "3h"]);
    let all = ["player: Ks Kh 6h =6", "banker: 3s Kd 3h =6"];
    assert_eq!(now(&table), all);
    assert_eq!(play(&mut table, &["dealer announces"]), [all]);
    assert!(now(&table).is_empty());
}

#[test]
fn a_card_drawn_in_error_lies_aside_until_it_begins_a_hand_or_a_simulated_round() {
    let mut table = open::<Minibaccarat>(&format!("{MINI} deal=face-up disclosed-card=\"3\""));
    play(&mut table, &["dealer calls no more bets", "9s", "irregularity card drawn in error, Ah"]);
    assert_eq!(now(&table), ["player: 9s =9", "aside: Ah"]);
    let looks = play(&mut table, &["Kd", "Ks", "Kc", "dealer announces"]);
    assert_eq!(looks, [["player: 9s Ks =9", "banker: Kd Kc =0", "aside: Ah"]]);
    assert_eq!(now(&table), ["player: Ah =1"], "the simulated round");
    let looks = play(&mut table, &["Kd", "8s", "Kc"]);
    assert_eq!(looks, [["player: Ah 8s =9", "banker: Kd Kc =0"]]);
    play(&mut table, &["irregularity card drawn in error, unseen"]);
    assert_eq!(now(&table), ["aside: ?"]);
    play(&mut table, &["dealer calls no more bets", "7s"]);
    assert_eq!(now(&table), ["player: 7s =7"]);
}

#[test]
fn markers_stand_until_vigorish_is_collected() {
    let settings = "deal=face-up disclosed-card=\"2\" vigorish-collection=deferred form-serial=4711";
    let mut table = open::<Minibaccarat>(&format!("{MINI} {settings}"));
    play(
        &mut table,
        &["p1@1 banker 20", "dealer calls no more bets", "Ks", "9s", "Kh", "Th", "dealer announces"],
    );
    assert_eq!(now(&table), ["marker 1 1.00"]);
    play(&mut table, &["dealer collects vigorish at 1"]);
    assert!(now(&table).is_empty());

    let mut table = open::<PuntoBanco>(&format!("{PUNTO} vigorish-collection=deferred"));
    play(&mut table, &["p1@1 banker 20", "dealer offers the shoe", "p1 accepts the shoe"]);
    assert_eq!(now(&table), ["banker p1"]);
    play(
        &mut table,
        &["dealer calls no more bets", "dealer calls cards", "p1 deals", "Ks", "9s", "Kh", "Th"],
    );
    let all = ["player: Ks Kh =0", "banker: 9s Th =9", "banker p1"];
    assert_eq!(now(&table), all);
    assert_eq!(
        play(&mut table, &["dealer announces"]),
        [["player: Ks Kh =0", "banker: 9s Th =9", "banker p1", "marker 1 1.00"]]
    );
    assert_eq!(now(&table), ["banker p1", "marker 1 1.00", "turn 1.0"]);
}

#[test]
fn a_curator_deals_hands_that_others_turn() {
    let mut table = open::<PuntoBanco>(&format!("{PUNTO} deal=to-players"));
    play(&mut table, &["p1@1 player 20", "p2@3 banker 20", "dealer offers the shoe"]);
    assert_eq!(now(&table), ["turn 1.0"]);
    play(&mut table, &["p1 accepts the shoe", "dealer calls no more bets", "dealer calls cards", "p1 deals"]);
    assert_eq!(now(&table), ["player: ? ?", "banker: ? ?", "banker p1", "turn 1.0"]);
    play(&mut table, &["p1 turns player", "2s", "3s", "p2 turns banker", "Kd"]);
    assert_eq!(now(&table), ["player: 2s 3s =5", "banker: Kd ?", "banker p1"]);
    play(&mut table, &["4d"]);
    assert_eq!(now(&table), ["player: 2s 3s ?", "banker: Kd 4d =4", "banker p1", "turn 1.0"]);
}

#[test]
fn a_card_in_error_lies_aside_until_a_supervisor_has_decided() {
    let mut table = open::<PuntoBanco>(PUNTO);
    let ready =
        ["p1@1 player 20", "dealer offers the shoe", "p1 declines the shoe", "dealer calls no more bets"];
    play(&mut table, &ready);
    play(&mut table, &["dealer calls cards", "dealer deals", "Ks", "irregularity card drawn in error, 7h"]);
    let halted = ["player: Ks =0", "aside: 7h"];
    assert_eq!(now(&table), halted);
    for (ruling, looks, left) in [
        ("has the card used", vec![], vec!["player: Ks =0", "banker: 7h =7"]),
        ("has the card burned", vec![halted], vec!["player: Ks =0"]),
        ("voids the round", vec![halted], vec![]),
    ] {
        let mut table = table.clone();
        assert_eq!(play(&mut table, &[&format!("supervisor {ruling}")]), looks, "{ruling}");
        assert_eq!(now(&table), left, "{ruling}");
    }
}

/// A table whose Banker is p1 at seat 2, p2 at seat 5 covering all, the cards dealt.
fn dealt(disclosed: &str) -> CheminDeFer {
    let mut table = open::<CheminDeFer>(&format!("{CHEMIN} disclosed-card=\"{disclosed}\""));
    play(&mut table, &["p1 sits at 2", "p2 sits at 5", "p3 sits at 8", "p1@2 bid 100"]);
    play(&mut table, &["dealer closes the bidding", "p1@2 bank 100", "p2@5 banco 100"]);
    play(&mut table, &["dealer calls no more bets", "dealer calls cards", "p1 deals"]);
    table
}

#[test]
fn only_who_has_looked_knows_a_hand_before_it_is_turned_up() {
    let mut table = dealt("2");
    assert_eq!(now(&table), ["player: ? ?", "banker: ? ?", "banker p1", "turn 5.0"]);
    play(&mut table, &["p2 looks", "Kc"]);
    assert_eq!(now(&table), ["player: p2:Kc ?", "banker: ? ?", "banker p1"]);
    play(&mut table, &["3d", "p2 calls card", "p1 looks", "Kd", "4h"]);
    assert_eq!(now(&table), ["player: p2:Kc p2:3d", "banker: p1:Kd p1:4h", "banker p1", "turn 2.0"]);
    play(&mut table, &["p1 calls under eight", "5s"]);
    assert_eq!(now(&table), ["player: p2:Kc p2:3d 5s", "banker: p1:Kd p1:4h", "banker p1", "turn 2.0"]);
    play(&mut table, &["p1 turns the cards up"]);
    assert_eq!(now(&table), ["player: p2:Kc p2:3d 5s", "banker: Kd 4h =4", "banker p1"]);
    let looks = play(&mut table, &["2h"]);
    assert_eq!(looks, [["player: Kc 3d 5s =8", "banker: Kd 4h 2h =6", "banker p1"]]);
    assert_eq!(now(&table), ["turn 5.0"], "the bank is offered on");
}

#[test]
fn a_card_dealt_after_stay_is_seen_before_it_goes() {
    let lines = ["p2 looks", "Kc", "6d", "p2 calls stay", "irregularity card dealt after stay, 7c"];
    let mut table = dealt("2");
    play(&mut table, &lines);
    assert_eq!(now(&table), ["player: p2:Kc p2:6d", "banker: ? ?", "aside: 7c", "banker p1", "turn 2.0"]);
    let looks = play(&mut table, &["p1 turns the cards up", "Kd", "7h"]);
    assert_eq!(
        looks,
        [
            vec!["player: p2:Kc p2:6d", "banker: Kd 7h =7", "aside: 7c", "banker p1"],
            vec!["player: Kc 6d =6", "banker: Kd 7h =7", "banker p1"]
        ]
    );
    let mut table = dealt("3");
    play(&mut table, &lines);
    let looks = play(&mut table, &["p1 turns the cards up", "Kd", "7h"]);
    assert_eq!(looks, [["player: Kc 6d =6", "banker: Kd 7h =7", "aside: 7c", "banker p1"]]);
    assert_eq!(now(&table), ["player: 7c =7", "banker p1"], "the simulated round");
}

#[test]
fn an_annulled_hand_is_seen_before_it_goes() {
    let mut table = dealt("2");
    play(&mut table, &["irregularity card drawn in error, unseen"]);
    assert_eq!(now(&table), ["player: ? ?", "banker: ? ?", "aside: ?", "banker p1", "turn 5.0"]);
    play(&mut table, &["p2 looks", "Kc", "9d", "p2 calls natural", "Kd", "2h"]);
    assert_eq!(now(&table), ["aside: ?", "turn 5.0"]);
    play(
        &mut table,
        &["p2 accepts the bank", "p2@5 bank 100", "p1@2 banco 100", "dealer calls no more bets"],
    );
    let looks = play(&mut table, &["dealer calls cards", "irregularity banker's cards in wrong order"]);
    assert_eq!(looks, [["player: ? ?", "banker: ? ?", "banker p2"]]);
    assert_eq!(now(&table), ["banker p2"]);
}

#[test]
fn a_shoe_is_drawn_once_it_is_loaded() {
    let mut table = open::<PuntoBanco>(PUNTO);
    play(&mut table, &["p1@1 player 20"]);
    let seat = Item::Seat { seat: Seat(1), patron: Patron(1) };
    let items = picture(&table);
    assert_eq!(items[0], seat);
    assert!(matches!(items[1..], [Item::Shoe(shoe)] if shoe.cards == 416 && shoe.left < 416), "{items:?}");
}

fn walks<G: Game>(tables: &[String], burned: &[Citation]) -> Vec<&'static str> {
    let met = tables.iter().zip(1..).flat_map(|(options, seed)| walk::<G>(options, seed, 10_000, burned));
    met.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn pictures_of_minibaccarat_agree_with_what_was_shown() {
    let tables = [
        "deal=face-up disclosed-card=\"3\" decks=6 vigorish-collection=deferred form-serial=1",
        "deal=player-face-down disclosed-card=\"1\" disclosed-ten=one decks=6",
        "deal=to-players banker-first-on-request=true disclosed-card=\"2\" decks=6",
        "deal=to-players disclosed-card=\"3\" decks=6",
    ];
    let mut tables = tables.map(|settings| format!("{MINI} {settings}")).to_vec();
    tables.push(format!(
        "{} deal=face-up disclosed-card=\"3\" continuous-device=true approvals.continuous-device=true",
        MINI.replace("shuffle=lace ", "")
    ));
    // Burned cards and discarded ones go straight to the discard rack.
    let burned = [cite!("7.5(f)"), cite!("7.11(a)"), cite!("7.11(b)"), cite!("7.11(c)1"), cite!("7.11(d)")];
    assert_eq!(
        walks::<Minibaccarat>(&tables, &burned),
        ["aside", "card", "face down", "face down aside", "marker", "turn of a seat"]
    );
}

#[test]
fn pictures_of_punto_banco_agree_with_what_was_shown() {
    let tables = [
        "deal=face-up vigorish-collection=deferred",
        "deal=face-up banker-first-on-request=true",
        "deal=to-players unbacked-hand=true",
    ];
    let tables = tables.map(|settings| format!("{PUNTO} {settings}"));
    let burned = [cite!("3.5(d)")];
    assert_eq!(
        walks::<PuntoBanco>(&tables, &burned),
        ["aside", "banker", "card", "face down", "face down aside", "marker", "turn of a seat"]
    );
}

#[test]
fn pictures_of_chemin_de_fer_agree_with_what_was_shown() {
    let tables = ["disclosed-card=\"1\" disclosed-ten=ten", "disclosed-card=\"2\"", "disclosed-card=\"3\""];
    let tables = tables.map(|settings| format!("{CHEMIN} {settings}"));
    let burned = [cite!("4.4(e)"), cite!("4.12(g)"), cite!("4.12(h)1"), cite!("4.12(j)")];
    assert_eq!(
        walks::<CheminDeFer>(&tables, &burned),
        ["aside", "banker", "card", "card of one alone", "face down", "face down aside", "turn of a seat"]
    );
}
