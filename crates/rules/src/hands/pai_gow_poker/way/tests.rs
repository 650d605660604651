use super::{
    super::{Wheel, parted},
    *,
};
extern crate std;
use std::{format, string::String, string::ToString, vec::Vec};

fn seven(text: &str) -> [Card; 7] {
    let cards: Vec<Card> = text.split(' ').map(|card| Card::read_with_joker(card).expect("a card")).collect();
    cards.try_into().expect("seven cards")
}

/// The ranks of the low hand that a way makes of seven cards.
fn low(way: &Way, text: &str) -> String {
    let cards = seven(text);
    let set = way.set(&cards, Wheel::Second);
    assert!(!set.hands.is_foul(), "{text}");
    let (_, two) = parted(&cards, set.low);
    ranks(two)
}

fn ranks(cards: [Card; 2]) -> String {
    let mut ranks = cards.map(rank);
    ranks.sort_unstable();
    let [lower, upper] = ranks.map(write::rank);
    format!("{upper}{lower}")
}

fn usual() -> Way {
    Way::read(Way::USUAL).expect("rules")
}

/// Each rule of the MGM's way, and the hands around its borders.
#[test]
fn the_mgms_way() {
    let way = usual();
    for (cards, expected) in [
        // No pair, and one pair.
        ("As Kd Qc 9h 7d 5s 3c", "KQ"),
        ("joker Kd Qc 9h 7d 5s 3c", "KQ"),
        ("Qs Qd Ac 9h 7d 5s 3c", "A9"),
        ("2s 2d 4c 9h 7d Ks 3c", "K9"),
        // Two pairs.
        ("6s 6d 2c 2h Kd Qs 9c", "KQ"),
        ("6s 6d 2c 2h Ad Qs 9c", "AQ"),
        ("7s 7d 2c 2h Ad Qs 9c", "AQ"),
        ("7s 7d 2c 2h Kd Qs 9c", "22"),
        ("Ts Td 9c 9h joker Qs 4c", "AQ"),
        ("Js Jd 6c 6h Ad Qs 9c", "AQ"),
        ("Js Jd 6c 6h Kd Qs 9c", "66"),
        ("Js Jd 7c 7h Ad Qs 9c", "77"),
        ("As Ad 2c 2h Kd Qs 9c", "22"),
        // Three pairs.
        ("As Ad 2c 2h Kd Ks 9c", "AA"),
        ("Ts Td 5c 5h 3d 3s Ac", "TT"),
        // Three of a kind.
        ("Ts Td Tc 5h 3d Ks Ac", "AK"),
        ("As Ad Ac 5h 3d Ks 9c", "AK"),
        ("As Ad joker 5h 3d Ks 9c", "AK"),
        ("As 2c 3h 4d 5s 5d 5c", "55"),
        // Two of them, or one with pairs.
        ("As Ad Ac 5h 5d 5s 9c", "AA"),
        ("As Ad Ac 5h 5d 9s 9c", "99"),
        ("6s 6d 6c 2h 2d As Kc", "AK"),
        ("6s 6d 6c 2h 2d As Qc", "22"),
        ("6s 6d 6c 3h 3d As Kc", "33"),
        // Four of a kind.
        ("6s 6d 6c 6h 2d 7s 3c", "73"),
        ("Ts Td Tc Th 2d 7s Ac", "A7"),
        ("Ts Td Tc Th 2d 7s Kc", "TT"),
        ("Js Jd Jc Jh 2d 7s Ac", "JJ"),
        ("As Ad Ac joker Jd Js 9c", "AA"),
        ("As Ad Ac joker Kd Ks 9c", "KK"),
        ("Ks Kd Kc Kh Ad As 9c", "AA"),
        ("3s 3d 3c 3h 2d 2s 2c", "22"),
        // Five aces.
        ("As Ad Ac Ah joker Ks Kc", "KK"),
        ("As Ad Ac Ah joker Qs Qc", "AA"),
        ("As Ad Ac Ah joker Ks Qc", "AA"),
        // Straights and flushes.
        ("7s 8s 9s Ts Js Ad 3c", "A3"),
        ("7s 8s 9s Ts Js Qd 3c", "Q3"),
        ("7s 8s 9s Ts Js Qd 6c", "QJ"),
        ("Js Jc Ts 9s 8s 7s Ad", "AJ"),
        ("As Ks Qs Js Ts Jc 7d", "AK"),
        ("7s 8s 9s Ts Js Qd 7c", "77"),
        ("6s 7s 8s 9s Ts Qd 6c", "Q6"),
        ("As 2s 3s 4s 5s 4d 2c", "A5"),
        ("6s 2s 3s 4s 5s 4d 2c", "42"),
        ("6s 7s 3s 4s 5s 4d 7c", "44"),
        ("As 2s 3s joker 4s 4d 2c", "AA"),
        ("Ah Jh Js Jc joker 2h Kh", "AA"),
        ("Ah joker As Ac Jh 2h Kh", "AA"),
    ] {
        assert_eq!(low(&way, cards), expected, "{cards}");
    }
}

/// Which rule sets a hand is told, so that a dealer can be shown why.
#[test]
fn a_set_hand_names_its_rule() {
    let way = usual();
    let set = way.set(&seven("Js Jd 6c 6h Ad Qs 9c"), Wheel::Second);
    assert_eq!(
        way.rule(set.rule).to_string(),
        "two-pair, first J-K, second 2-6, single A -> low single single"
    );
    assert_eq!(way.count(), 29);
}

#[test]
fn a_way_is_read_back_as_it_is_written() {
    for &(name, text) in Way::NAMED {
        let way = Way::read(name).expect(name);
        assert_eq!(way.to_string(), name);
        let rules: Vec<String> = (0..way.count()).map(|at| way.rule(at).to_string()).collect();
        assert_eq!(Way::read(&rules.join("; ")), Ok(way));
        let spelled: Vec<&str> =
            text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert_eq!(rules, spelled);
        let other = Way::read(&rules[1..].join("\n")).expect("rules");
        assert_ne!(other, way);
        assert_eq!(Way::read(&other.to_string()), Ok(other));
    }
}

/// Where Bally's way differs from the MGM's.
#[test]
fn ballys_way() {
    let way = Way::read("ballys").expect("rules");
    for (cards, expected) in [
        ("6s 6d 2c 2h Qd Ts 9c", "22"),
        ("6s 6d 2c 2h Kd Qs 9c", "KQ"),
        ("Ts Td 2c 2h Kd Qs 9c", "KQ"),
        ("Ts Td 7c 7h Kd Qs 9c", "77"),
        ("Ts Td 7c 7h Ad Qs 9c", "AQ"),
        ("Js Jd 6c 6h Ad Qs 9c", "AQ"),
        ("Js Jd 6c 6h Kd Qs 9c", "66"),
        ("Js Jd 7c 7h Ad Qs 9c", "77"),
        ("As Ad 2c 2h Kd Qs 9c", "22"),
        ("6s 2s 3s 4s 5s 4d 2c", "22"),
        ("As Ks Qs Js Ts Jc 7d", "J7"),
        ("7s 8s 9s Ts Js Qd 7c", "77"),
    ] {
        assert_eq!(low(&way, cards), expected, "{cards}");
    }
}

#[test]
fn faults_have_a_place() {
    for (text, expected) in [
        ("pear -> low any any", "line 1, column 1: write what the hand is: no-pair, pair,"),
        ("\n  pair or -> low any any", "line 2, column 11: write what the hand is"),
        (
            "pair -> low any any; two-pair low any any",
            "line 1, column 31: write a comma and another test, or ->",
        ),
        ("pair, fourth 2 -> low any any", "line 1, column 7: write a test"),
        ("pair, first -> low any any", "line 1, column 13: write a rank"),
        ("pair, first 2-1 -> low any any", "line 1, column 13: write a rank"),
        ("pair, first K-J -> low any any", "line 1, column 13: write the lower rank first"),
        ("pair, second K -> low any any", "line 1, column 7: not every such hand has these cards"),
        ("pair or two-pair, second K -> low any any", "line 1, column 19: not every such hand"),
        ("pair -> low second any", "line 1, column 13: not every such hand"),
        ("pair -> low first first, high comple", "line 1, column 31: write low and two cards"),
        ("pair -> high", "line 1, column 13: write low and two cards"),
        ("pair -> ", "line 1, column 9: write low and two cards"),
        ("# é\nétude -> low any", "line 2, column 1: write what the hand is"),
        ("pair -> low any", "line 1, column 16: write a card of the low hand"),
        ("quads-trips -> low single any", "line 1, column 20: not every such hand"),
        ("pair -> low any any any", "line 1, column 21: the rule should end here"),
        (
            "",
            "line 1, column 1: some hands are not set: add a rule for all others, such as no-pair -> low any any",
        ),
        (
            "no-pair -> low any any # and no other",
            "line 2, column 1: some hands are not set: add a rule for all others, such as pair -> low single single",
        ),
        ("no-pair -> low any any\npair -> low first first\n", "line 3, column 1: some hands are not set"),
    ] {
        let found = Way::read(text).expect_err(text).to_string();
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    let many = "no-pair -> low any any\n".repeat(house_way::MOST + 1);
    assert_eq!(
        Way::read(&many).expect_err("too many").to_string(),
        "line 41, column 1: a way has at most 40 rules"
    );
}

/// The settings that faults advise make a way.
#[test]
fn the_usual_settings_are_a_way() {
    let rules: Vec<String> =
        SHAPES.iter().map(|shape| format!("{} -> {}", shape.name, shape.usual)).collect();
    assert!(Way::read(&rules.join("\n")).is_ok());
}
