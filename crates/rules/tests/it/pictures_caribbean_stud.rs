//! What a caribbean stud table looks like, to people who come late, to a player who has looked, and just before cards
//! are removed.

use crate::onlooker::{drawn, open, picture, play, walk};
use rules::{Item, Money, Patron, Seat, caribbean_stud::CaribbeanStud, kit::cards::Loaded};
use std::collections::BTreeSet;

const ANTES: [&str; 4] = ["p1@7 ante 10", "p1@7 progressive 1", "p2@5 ante 10", "dealer calls no more bets"];
const ROYAL: [&str; 6] = ["p1 looks", "As", "Ks", "Qs", "Js", "Ts"];

const UNSEEN_7: &str = "box 7.1: ? ? ? ? ?";
const UNSEEN_5: &str = "box 5.1: ? ? ? ? ?";
const DEALER: &str = "dealer: 9d ? ? ? ?";
const LOOKED_7: &str = "box 7.1: p1:As p1:Ks p1:Qs p1:Js p1:Ts";

fn now(table: &CaribbeanStud) -> Vec<String> {
    drawn(&picture(table))
}

/// Two players have been dealt to, with a nine as the dealer's card; the first player must decide.
fn dealt() -> CaribbeanStud {
    let mut table = open::<CaribbeanStud>("shuffle=manual deal=shoe");
    play(&mut table, &ANTES);
    play(&mut table, &["dealer deals", "9d", "dealer puts the stub away"]);
    table
}

#[test]
fn a_late_joiner_sees_the_cards_that_lie_there() {
    let mut table = open::<CaribbeanStud>("shuffle=manual deal=shoe");
    play(&mut table, &ANTES);
    let items = picture(&table);
    assert_eq!(
        items[..3],
        [
            Item::Seat { seat: Seat(5), patron: Patron(2) },
            Item::Seat { seat: Seat(7), patron: Patron(1) },
            Item::Light(Seat(7))
        ]
    );
    assert!(matches!(items[3..], [Item::Meter(meter)] if meter > Money::ZERO), "{items:?}");

    play(&mut table, &["dealer deals"]);
    assert_eq!(now(&table), ["box 5.1: ?", "box 7.1: ?"]);
    play(&mut table, &["9d"]);
    assert_eq!(now(&table), [UNSEEN_5, UNSEEN_7, DEALER]);
    let shoe = Item::Shoe(Loaded { cards: 52, left: 37, behind: None, lasts: false });
    assert!(picture(&table).contains(&shoe));
    play(&mut table, &["dealer puts the stub away"]);
    assert_eq!(now(&table), [UNSEEN_5, UNSEEN_7, DEALER, "turn 7.1"]);
    assert!(!picture(&table).contains(&shoe));
}

#[test]
fn a_player_alone_knows_the_cards_he_has_looked_at() {
    let mut table = dealt();
    play(&mut table, &ROYAL[..3]);
    assert_eq!(now(&table), [UNSEEN_5, "box 7.1: p1:As p1:Ks ? ? ?", DEALER], "the equipment is awaited");
    play(&mut table, &ROYAL[3..]);
    assert_eq!(now(&table), [UNSEEN_5, LOOKED_7, DEALER, "turn 7.1"]);
    play(&mut table, &["p1@7 bet 20"]);
    assert_eq!(now(&table), [UNSEEN_5, LOOKED_7, DEALER, "turn 5.1"]);
}

#[test]
fn the_last_look_has_every_card_face_up() {
    let mut table = dealt();
    play(&mut table, &ROYAL);
    play(&mut table, &["p1@7 bet 20", "p2@5 bet 20", "dealer turns the hole cards", "9h"]);
    assert_eq!(now(&table), [UNSEEN_5, LOOKED_7, "dealer: 9d 9h ? ? ?"]);
    // The second player has bet without looking: that hand is turned up at the end.
    play(&mut table, &["Qd", "4c", "2d", "2c", "3d", "4d", "5s"]);
    assert_eq!(now(&table), ["box 5.1: 2c 3d 4d 5s ?", LOOKED_7, "dealer: 9d 9h Qd 4c 2d"]);
    let looks = play(&mut table, &["7c"]);
    assert_eq!(looks, [["box 5.1: 2c 3d 4d 5s 7c", "box 7.1: As Ks Qs Js Ts", "dealer: 9d 9h Qd 4c 2d"]]);
    assert!(now(&table).is_empty());
}

#[test]
fn a_folded_hand_goes_as_its_player_alone_knew_it() {
    let mut table = dealt();
    play(&mut table, &ROYAL);
    assert_eq!(play(&mut table, &["p1 folds"]), [[UNSEEN_5, LOOKED_7, DEALER, "turn 7.1"]]);
    assert_eq!(now(&table), [UNSEEN_5, DEALER, "turn 5.1"]);
    // The last fold ends the round: first that hand is removed, then the dealer's.
    let looks = play(&mut table, &["p2 folds"]);
    assert_eq!(looks, [vec![UNSEEN_5, DEALER, "turn 5.1"], vec![DEALER]]);
    assert!(now(&table).is_empty());
}

#[test]
fn an_automated_shoe_gives_all_cards_before_one_is_turned() {
    let mut table =
        open::<CaribbeanStud>("shuffle=manual deal=automated-shoe irregularities.hole-card-shown=play-on");
    play(&mut table, &ANTES);
    play(&mut table, &["dealer deals"]);
    assert_eq!(now(&table), [UNSEEN_5, UNSEEN_7, "dealer: ? ? ? ? ?"]);
    play(&mut table, &["9d", "irregularity hole card shown", "4c"]);
    assert_eq!(now(&table), [UNSEEN_5, UNSEEN_7, "dealer: 9d 4c ? ? ?"]);
}

#[test]
fn a_card_found_face_up_and_a_void_round_are_seen_before_they_go() {
    for (rule, left) in [("discard", vec!["box 5.1: ?", "box 7.1: ?"]), ("void", vec![])] {
        let mut table =
            open::<CaribbeanStud>(&format!("shuffle=manual deal=shoe irregularities.face-up-card={rule}"));
        play(&mut table, &ANTES);
        let looks = play(&mut table, &["dealer deals", "irregularity card face up in the deck, Kd"]);
        assert_eq!(looks, [["box 5.1: ?", "box 7.1: ?", "aside: Kd"]]);
        assert_eq!(now(&table), left, "{rule}");
    }
    let looks = play(&mut dealt(), &["irregularity hand without five cards"]);
    assert_eq!(looks, [[UNSEEN_5, UNSEEN_7, DEALER, "turn 7.1"]]);
}

#[test]
fn pictures_agree_with_what_was_shown() {
    let tables = [
        "shuffle=device deal=shoe",
        "shuffle=manual deal=automated-shoe irregularities.hole-card-shown=play-on match-play=true",
        "shuffle=device deal=hand second-deck=true irregularities.hole-card-shown=play-on",
    ];
    let met: BTreeSet<_> = tables
        .iter()
        .zip(1..)
        .flat_map(|(options, seed)| walk::<CaribbeanStud>(options, seed, 4000, &[]))
        .collect();
    assert_eq!(
        met.into_iter().collect::<Vec<_>>(),
        ["aside", "card", "card of one alone", "face down", "turn of a hand"]
    );
}
