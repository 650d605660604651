//! What a red dog table looks like, to people who come late and just before cards are removed.

use crate::onlooker::{drawn, open, picture, play, walk};
use rules::{cite, red_dog::RedDog};
use std::collections::BTreeSet;

fn now(table: &RedDog) -> Vec<String> {
    drawn(&picture(table))
}

#[test]
fn the_third_card_lies_between_the_two_and_is_seen_before_all_are_taken() {
    let mut table = open::<RedDog>("decks=6");
    play(&mut table, &["p1@3 original 10", "p2@1 original 10", "dealer deals", "5h"]);
    assert_eq!(now(&table), ["middle: 5h"]);
    play(&mut table, &["9c"]);
    assert_eq!(now(&table), ["middle: 5h 9c", "spread 3", "turn 3.0"]);
    play(&mut table, &["p1 lets it stand"]);
    assert_eq!(now(&table), ["middle: 5h 9c", "spread 3", "turn 1.0"]);
    play(&mut table, &["p2@1 raise 10 cash"]);
    assert_eq!(now(&table), ["middle: 5h 9c", "spread 3"], "the staff are asked about the cash");
    play(&mut table, &["dealer confirms", "supervisor confirms"]);
    assert_eq!(play(&mut table, &["7d"]), [["middle: 5h 7d 9c", "spread 3"]]);
    assert!(now(&table).is_empty());
}

#[test]
fn two_alike_and_two_consecutive_cards_have_no_spread() {
    let mut table = open::<RedDog>("decks=6");
    play(&mut table, &["p1@1 original 10", "dealer deals", "5h", "5c"]);
    assert_eq!(now(&table), ["middle: 5h 5c"]);
    assert_eq!(play(&mut table, &["5d"]), [["middle: 5h 5d 5c"]]);
    play(&mut table, &["p1@1 original 10", "dealer deals", "Kh", "Ac"]);
    assert_eq!(now(&table), ["middle: Kh Ac"]);
    let looks = play(&mut table, &["irregularity third card on consecutive values, 2d"]);
    assert_eq!(looks, [["middle: Kh Ac", "aside: 2d"]]);
    assert_eq!(play(&mut table, &["dealer calls the tie"]), [["middle: Kh Ac"]]);
    assert!(now(&table).is_empty());
}

#[test]
fn a_card_found_face_up_is_seen_before_it_goes() {
    for (rule, left) in [("discard", vec!["middle: 5h"]), ("void", vec![])] {
        let mut table = open::<RedDog>(&format!("decks=6 irregularities.face-up-card={rule}"));
        play(&mut table, &["p1@1 original 10", "dealer deals", "5h"]);
        let looks = play(&mut table, &["irregularity card face up in the shoe, Kd"]);
        assert_eq!(looks, [["middle: 5h", "aside: Kd"]]);
        assert_eq!(now(&table), left, "{rule}");
    }
}

#[test]
fn pictures_agree_with_what_was_shown() {
    let tables = [
        "decks=1 cut-card-depth=26",
        "decks=2 several-areas=true raise=equal irregularities.face-up-card=void",
        "decks=1 continuous-device=true approvals.continuous-device=true",
    ];
    // 6.3 (not held): the burned cards go straight to the discards.
    let burned = [cite!("6.3")];
    let met: BTreeSet<_> = tables
        .iter()
        .zip(1..)
        .flat_map(|(options, seed)| walk::<RedDog>(options, seed, 2000, &burned))
        .collect();
    assert_eq!(met.into_iter().collect::<Vec<_>>(), ["aside", "card", "spread", "turn of a seat"]);
}
