//! What a blackjack table looks like, to people who come late and just before cards are removed.

use crate::onlooker::{drawn, open, picture, play, walk};
use rules::{Item, Patron, Seat, blackjack::Blackjack, cite};
use std::collections::BTreeSet;

const READER: &str = "decks=1 second-card=face-down card-reader=true approvals.card-reader=true";

fn now(table: &Blackjack) -> Vec<String> {
    drawn(&picture(table))
}

#[test]
fn whoever_comes_late_sees_seats_cards_and_whose_turn_it_is() {
    let mut table = open::<Blackjack>("decks=6");
    play(&mut table, &["p1 sits at 3", "p1@3 hand 10", "p2@5 hand 10", "dealer deals"]);
    play(&mut table, &["Ts", "9h"]);
    assert_eq!(now(&table), ["box 3.1: Ts =10", "box 5.1: 9h =9"]);
    play(&mut table, &["6c", "As", "9d"]);
    assert_eq!(
        now(&table),
        ["box 5.1: 9h 9d =18", "dealer: 6c =6", "turn 5.1"],
        "a blackjack is paid and gone"
    );
    let items = picture(&table);
    assert!(items.contains(&Item::Seat { seat: Seat(3), patron: Patron(1) }));
    let shoes = items.iter().filter(|item| matches!(item, Item::Shoe(shoe) if shoe.left == 312 - 6));
    assert_eq!(shoes.count(), 1, "one card was burned and five were dealt");
}

#[test]
fn a_paid_blackjack_a_bust_and_a_surrender_are_seen_once_more() {
    let mut table = open::<Blackjack>("decks=6 surrender=true");
    let blackjack = [
        "p1@1 hand 10",
        "p2@2 hand 10",
        "p3@3 hand 10",
        "dealer deals",
        "As",
        "Td",
        "9h",
        "6c",
        "Ks",
        "6h",
        "7d",
    ];
    let looks = play(&mut table, &blackjack);
    let boxes = ["box 2.1: Td 6h =16", "box 3.1: 9h 7d =16", "dealer: 6c =6"];
    assert_eq!(looks, [[&["box 1.1: As Ks =soft 21"][..], &boxes].concat()]);
    assert_eq!(now(&table), [&boxes[..], &["turn 2.1"]].concat());
    let looks = play(&mut table, &["p2 draws", "Kd"]);
    assert_eq!(looks, [["box 2.1: Td 6h Kd =26", "box 3.1: 9h 7d =16", "dealer: 6c =6"]]);
    assert_eq!(now(&table), ["box 3.1: 9h 7d =16", "dealer: 6c =6", "turn 3.1"]);
    let looks = play(&mut table, &["p3 surrenders", "dealer settles"]);
    assert_eq!(looks, [vec!["box 3.1: 9h 7d =16", "dealer: 6c =6"], vec!["dealer: 6c =6"]]);
    assert!(now(&table).is_empty());
}

#[test]
fn a_hole_card_has_no_value_and_no_total_until_it_is_turned() {
    let mut table = open::<Blackjack>(READER);
    play(&mut table, &["p1@1 hand 10", "dealer deals", "Ts", "Ad", "9h"]);
    assert_eq!(now(&table), ["box 1.1: Ts 9h =19", "dealer: Ad ?"]);
    play(&mut table, &["dealer checks the hole card", "reader no blackjack"]);
    assert_eq!(now(&table), ["box 1.1: Ts 9h =19", "dealer: Ad ?", "turn 1.1"]);
    play(&mut table, &["p1 stands", "dealer turns the hole card", "7c"]);
    assert_eq!(now(&table), ["box 1.1: Ts 9h =19", "dealer: Ad 7c =soft 18"]);
    let looks = play(&mut table, &["dealer settles"]);
    assert_eq!(looks, [["box 1.1: Ts 9h =19", "dealer: Ad 7c =soft 18"]]);
    assert!(now(&table).is_empty());
}

#[test]
fn split_hands_lie_apart_and_a_doubled_hand_has_its_last_card_across() {
    let mut table = open::<Blackjack>("decks=6");
    play(&mut table, &["p1@1 hand 10", "dealer deals", "8s", "6c", "8d", "p1@1 split 2 10"]);
    assert_eq!(now(&table), ["box 1.1: 8s =8", "box 1.2: 8d =8", "dealer: 6c =6"]);
    play(&mut table, &["3h"]);
    assert_eq!(now(&table), ["box 1.1: 8s 3h =11", "box 1.2: 8d =8", "dealer: 6c =6", "turn 1.1"]);
    play(&mut table, &["p1@1 double 10", "9c", "Ah"]);
    let hands = ["box 1.1: 8s 3h (9c) =20", "box 1.2: 8d Ah =soft 19", "dealer: 6c =6", "turn 1.2"];
    assert_eq!(now(&table), hands);
}

#[test]
fn a_card_drawn_in_error_lies_aside_and_one_found_face_up_is_seen_before_it_goes() {
    let mut table = open::<Blackjack>("decks=6");
    play(&mut table, &["p1@1 hand 10", "dealer deals", "Ts", "6c", "4h"]);
    let hands = ["box 1.1: Ts 4h =14", "dealer: 6c =6"];
    play(&mut table, &["irregularity card drawn in error, unseen"]);
    assert_eq!(now(&table), [&hands[..], &["aside: ?", "turn 1.1"]].concat());
    play(&mut table, &["p1 draws", "2s"]);
    let hands = ["box 1.1: Ts 4h 2s =16", "dealer: 6c =6"];
    let looks = play(&mut table, &["irregularity card face up in the shoe, Kd"]);
    assert_eq!(looks, [[&hands[..], &["aside: Kd", "turn 1.1"]].concat()]);
    assert_eq!(now(&table), [&hands[..], &["turn 1.1"]].concat());
    play(&mut table, &["irregularity card drawn in error, Qd"]);
    assert_eq!(now(&table), [&hands[..], &["aside: Qd", "turn 1.1"]].concat());
    play(&mut table, &["p1 declines the card"]);
    assert_eq!(now(&table), [&hands[..], &["aside: Qd"]].concat());
    play(&mut table, &["dealer calls dealer's card"]);
    assert_eq!(now(&table)[1..], ["dealer: 6c Qd =16"], "the next card is his");
}

#[test]
fn multiple_action_tells_the_spot_and_keeps_the_first_card() {
    let mut table = open::<Blackjack>("decks=8 multiple-action=two-or-three");
    let wagers = ["p1@1 hand 10", "p1@1 hand on spot 2 10", "dealer deals"];
    play(&mut table, &wagers);
    play(&mut table, &["Ts", "6d", "9h", "p1 stands", "dealer calls dealer's card", "Tc", "5c"]);
    let looks = play(&mut table, &["dealer settles"]);
    assert_eq!(looks, [["box 1.1: Ts 9h =19", "dealer: 6d Tc 5c =21", "action 1"]]);
    assert_eq!(now(&table), ["box 1.1: Ts 9h =19", "dealer: 6d =6", "action 2"]);
    play(&mut table, &["dealer calls dealer's card"]);
    let looks = play(&mut table, &["irregularity up card picked up"]);
    assert_eq!(looks, [["box 1.1: Ts 9h =19", "dealer: 6d =6", "action 2"]]);
    assert_eq!(now(&table), ["box 1.1: Ts 9h =19", "action 2"], "it lies in the rack");
    play(&mut table, &["supervisor restores the up card"]);
    assert_eq!(now(&table), ["box 1.1: Ts 9h =19", "dealer: 6d =6", "action 2"]);
}

#[test]
fn a_burned_determinant_is_seen_and_gone() {
    let mut table = open::<Blackjack>("decks=2 double-shoe=true red-suits=left");
    play(&mut table, &["p1@1 hand 10", "dealer draws from right"]);
    assert_eq!(play(&mut table, &["5h"]), [["aside: 5h"]]);
    assert!(now(&table).is_empty());
}

#[test]
fn the_cut_is_a_turn_without_a_hand() {
    let mut table = open::<Blackjack>("decks=6");
    play(&mut table, &["p1 sits at 3", "supervisor orders a reshuffle", "dealer shuffles"]);
    assert_eq!(now(&table), ["turn 3.0"]);
    assert!(!picture(&table).iter().any(|item| matches!(item, Item::Shoe(_))), "no shoe is loaded");
}

#[test]
fn pictures_agree_with_what_was_shown() {
    let shared = "bettors-per-box=3 several-boxes=true";
    let splits = "boxes=6 splits=3";
    let tables = [
        format!(
            "decks=1 {shared} {splits} surrender=true additional-wager=over-under-13 additional-maximum=25"
        ),
        format!("{READER} {shared} {splits} own-procedures=no-cutting-card approvals.own-procedures=true"),
        format!("{READER} continuous-device=true approvals.continuous-device=true reader-shows=true"),
        format!("decks=1 second-card=face-up {shared}"),
        "decks=1 multiple-action=two-or-three".to_owned(),
        "decks=2 double-shoe=true red-suits=left several-boxes=true".to_owned(),
        "decks=2 bart-carter=true splits=2".to_owned(),
    ];
    // 2.6(c): the burned card is shown to the person who asks, and stays in the rack.
    let burned = [cite!("2.6(c)")];
    let met: BTreeSet<_> = tables
        .iter()
        .zip(1..)
        .flat_map(|(options, seed)| walk::<Blackjack>(options, seed, 3000, &burned))
        .collect();
    let wanted = [
        "aside",
        "card",
        "face down",
        "face down aside",
        "later action",
        "sideways",
        "split hand",
        "turn of a hand",
        "turn of a seat",
    ];
    assert_eq!(met.into_iter().collect::<Vec<_>>(), wanted);
}
