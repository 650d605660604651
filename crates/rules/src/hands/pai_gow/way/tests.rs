use super::{
    super::{GongEights, TwoFour},
    *,
};
use crate::vocabulary::Vocabulary;
extern crate std;
use std::{format, string::String, string::ToString, vec::Vec};

fn four(text: &str) -> [Tile; 4] {
    let tiles: Vec<Tile> = text.split(' ').map(|tile| Tile::read(tile).expect("a tile")).collect();
    tiles.try_into().expect("four tiles")
}

/// Compares what a way makes of hands, given with the low hand first, and reports all that differ.
fn sets(way: &str, all: &[(&str, &str)]) {
    let way = &Way::read(way).expect("rules");
    let differ = all.iter().filter(|(tiles, expected)| set(way, tiles) != *expected);
    let differ: Vec<_> =
        differ.map(|(tiles, expected)| format!("{tiles}: {} not {expected}", set(way, tiles))).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

/// The two hands that a way makes of four tiles, the low one first.
fn set(way: &Way, text: &str) -> String {
    let tiles = four(text);
    let set = way.set(&tiles, Ranking::USUAL);
    let [low, high] = [set.low, others(set.low)].map(|[one, other]| {
        let (one, other) = (tiles[one], tiles[other]);
        format!("{}+{}", one.min(other), one.max(other))
    });
    format!("{low} {high}")
}

#[test]
fn pennsylvanias_way() {
    sets(
        "pennsylvania",
        &[
            ("2-4 1-2 3-3 1-3", "1-3+3-3 2-4+1-2"),
            ("6-6 6-6 3-6 2-2", "2-2+3-6 6-6+6-6"),
            ("1-1 1-1 2-3 1-4", "1-4+2-3 1-1+1-1"),
            ("6-6 3-6 3-5 2-2", "2-2+3-5 6-6+3-6"),
            ("6-6 1-1 3-6 2-2", "6-6+2-2 1-1+3-6"),
            ("1-1 4-4 2-2 5-6", "2-2+5-6 1-1+4-4"),
            ("2-2 1-4 5-5 4-6", "5-5+4-6 2-2+1-4"),
            ("6-6 1-5 5-6 3-5", "5-6+1-5 6-6+3-5"),
            ("6-6 2-3 4-6 1-3", "6-6+4-6 1-3+2-3"),
            ("5-5 1-3 1-1 2-2", "1-1+5-5 1-3+2-2"),
            ("5-5 4-6 1-1 1-3", "1-1+4-6 1-3+5-5"),
        ],
    );
}

/// Each rule of the Taj Mahal's way.
#[test]
fn the_taj_mahals_way() {
    sets(
        "taj-mahal",
        &[
            // Pairs.
            ("6-6 6-6 3-6 4-5", "3-6+4-5 6-6+6-6"),
            ("1-3 1-3 1-4 3-3", "3-3+1-4 1-3+1-3"),
            ("2-4 1-2 3-3 1-3", "1-3+1-2 3-3+2-4"),
            ("2-4 1-2 3-3 1-5", "1-5+1-2 3-3+2-4"),
            ("2-4 1-2 3-3 1-6", "3-3+1-6 2-4+1-2"),
            ("6-6 6-6 3-6 5-6", "6-6+5-6 6-6+3-6"),
            ("6-6 6-6 3-5 1-4", "6-6+1-4 6-6+3-5"),
            ("6-6 6-6 3-5 5-6", "5-6+3-5 6-6+6-6"),
            ("6-6 6-6 2-4 1-3", "1-3+2-4 6-6+6-6"),
            ("3-6 4-5 6-6 5-5", "5-5+4-5 6-6+3-6"),
            ("3-6 4-5 6-6 5-6", "6-6+5-6 3-6+4-5"),
            ("4-4 4-4 6-6 5-6", "4-4+5-6 6-6+4-4"),
            ("3-5 2-6 3-6 5-6", "3-6+2-6 5-6+3-5"),
            ("1-6 1-6 6-6 5-5", "5-5+1-6 6-6+1-6"),
            ("1-6 1-6 5-6 5-5", "5-5+5-6 1-6+1-6"),
            // High nine, gong, wong.
            ("6-6 1-6 3-5 1-4", "1-6+1-4 6-6+3-5"),
            ("6-6 1-6 3-5 5-6", "5-6+3-5 6-6+1-6"),
            ("6-6 1-6 3-6 5-6", "5-6+1-6 6-6+3-6"),
            ("6-6 3-6 3-5 2-2", "2-2+3-6 6-6+3-5"),
            ("6-6 1-1 3-5 2-2", "1-1+2-2 6-6+3-5"),
            // Two small tiles.
            ("6-6 1-4 3-3 5-5", "5-5+3-3 6-6+1-4"),
            ("6-6 1-1 1-3 5-5", "1-3+5-5 6-6+1-1"),
            ("6-6 1-3 1-4 5-6", "5-6+1-4 6-6+1-3"),
            ("6-6 1-1 1-3 1-4", "6-6+1-3 1-1+1-4"),
            ("6-6 1-1 5-5 5-6", "6-6+5-5 1-1+5-6"),
            // Balance, and its exceptions.
            ("1-3 2-2 1-4 2-4", "1-3+2-4 2-2+1-4"),
            ("1-3 2-2 1-4 3-6", "1-3+3-6 2-2+1-4"),
            ("1-3 2-2 1-4 1-6", "2-2+1-6 1-3+1-4"),
            ("3-3 1-5 2-4 1-3", "1-3+1-5 3-3+2-4"),
            ("3-3 1-5 5-6 1-3", "1-3+1-5 3-3+5-6"),
            ("3-3 1-5 6-6 1-3", "1-3+1-5 6-6+3-3"),
            ("5-5 4-6 1-6 1-5", "5-5+1-5 4-6+1-6"),
        ],
    );
}

/// How many of all hands each rule sets.
fn uses(way: &Way, ranking: Ranking) -> Vec<u32> {
    let all: Vec<Tile> = Tile::all().flat_map(|tile| (0..tile.copies()).map(move |_| tile)).collect();
    let mut uses = std::vec![0; way.count()];
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            for c in b + 1..all.len() {
                for d in c + 1..all.len() {
                    let tiles = [all[a], all[b], all[c], all[d]];
                    let set = way.set(&tiles, ranking);
                    assert!(!set.hands.is_foul(), "{tiles:?}");
                    uses[set.rule] += 1;
                }
            }
        }
    }
    assert_eq!(uses.iter().sum::<u32>(), 35_960);
    uses
}

/// Every way sets every hand, none of them with the better tiles low, and every rule of it is used.
#[test]
fn every_hand_is_set_and_every_rule_is_used() {
    for (name, _) in Way::NAMED {
        let way = Way::read(name).expect(name);
        let uses = uses(&way, Ranking::USUAL);
        let idle = uses.iter().position(|&uses| uses == 0).map(|at| way.rule(at).to_string());
        assert_eq!(idle, None, "{name}: {uses:?}");
    }
}

/// In which order the tiles lie is nothing to a way.
#[test]
fn the_order_of_tiles_does_not_matter() {
    let ways: Vec<Way> = Way::NAMED.iter().map(|(name, _)| Way::read(name).expect(name)).collect();
    for text in ["6-6 1-6 3-5 1-4", "2-4 1-2 3-3 1-3", "1-3 2-2 1-4 3-6", "5-5 1-3 1-1 2-2"] {
        let [a, b, c, d] = four(text);
        let sets = [[a, b, c, d], [d, c, b, a], [b, d, a, c]]
            .map(|tiles| ways.iter().map(move |way| way.set(&tiles, Ranking::USUAL).hands));
        let [one, two, three] = sets.map(core::iter::Iterator::collect::<Vec<_>>);
        assert!(one == two && two == three, "{text}");
    }
}

/// Rules ask what a hand is worth by the ranking of the table.
#[test]
fn a_way_follows_the_ranking() {
    let way = Way::read("pennsylvania").expect("rules");
    let kinds = |gong_eights, two_four| {
        let hands = way.set(&four("6-6 4-4 1-4 5-6"), Ranking { two_four, gong_eights }).hands;
        (hands.low.kind(), hands.high.kind())
    };
    assert_eq!(kinds(GongEights::Any, TwoFour::AboveFives), (Kind::Points(6), Kind::Gong));
    assert_eq!(kinds(GongEights::Mixed, TwoFour::AboveFives), (Kind::Points(7), Kind::Points(9)));
    for ranking in [TwoFour::AboveFives, TwoFour::BelowFives].into_iter().flat_map(|two_four| {
        [GongEights::Any, GongEights::Mixed].map(|gong_eights| Ranking { two_four, gong_eights })
    }) {
        Way::NAMED.iter().for_each(|(name, _)| drop(uses(&Way::read(name).expect(name), ranking)));
    }
}

/// Which rule sets a hand is told, so that a dealer can be shown why.
#[test]
fn a_set_hand_names_its_rule() {
    let way = Way::read("taj-mahal").expect("rules");
    for (tiles, rule) in [
        ("6-6 6-6 3-5 1-4", "pair, of 2/12 -> split, low 6+, high 8+"),
        ("6-6 1-6 3-5 1-4", "no-pair, with 2/12 7 -> best high"),
        ("5-5 4-6 1-6 1-5", "no-pair -> best low"),
    ] {
        assert_eq!(way.rule(way.set(&four(tiles), Ranking::USUAL).rule).to_string(), rule, "{tiles}");
    }
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
        let other = Way::read(&rules[1..].join("\n"));
        assert!(
            other.is_err() || other.is_ok_and(|other| Way::read(&other.to_string()) == Ok(other)),
            "{name}"
        );
    }
    for rules in [
        "pair or two-pair -> keep; no-pair -> best low",
        "pair, of 8, with gee low-10/11 -> split, high 7-wong; pair or two-pair -> keep; no-pair -> best high",
        "two-pair -> high supreme-pair; pair or two-pair -> keep; no-pair -> low 3:high-6, one any+9; no-pair -> best low",
        "two-pair or pair -> best low; no-pair -> low 3+ small+4/9, high 9:2/12+; no-pair -> one lowest+highest",
    ] {
        let way = Way::read(rules).expect(rules);
        assert_eq!(Way::read(&way.to_string()), Ok(way), "{way}");
    }
}

/// Which hands a way of one rule before the usual ones sets by it.
#[test]
fn rules_mean_what_they_say() {
    for (rule, fits, fails) in [
        ("pair, of 9 -> split", "3-6 4-5 6-6 1-1", "3-6 3-6 6-6 1-1"),
        ("pair, of 9, with 2/12 10 -> split", "3-6 4-5 6-6 5-5", "3-6 4-5 6-6 1-1"),
        ("no-pair -> low 9, high 9", "1-3 1-4 3-3 2-4", "1-3 1-4 3-3 1-6"),
        ("no-pair -> low 3:high-6+", "6-6 5-6 3-6 1-1", "5-5 4-6 5-6 4-4"),
        ("no-pair -> one gee+5", "1-2 1-4 6-6 1-1", "1-6 1-4 6-6 1-1"),
        ("no-pair, with small small small small -> best high", "6-6 1-1 1-3 2-3", "6-6 1-1 1-3 5-6"),
    ] {
        let way = Way::read(&format!("{rule}; pair or two-pair -> keep; no-pair -> best low")).expect(rule);
        let by = |text: &str| way.set(&four(text), Ranking::USUAL).rule;
        assert_eq!(by(fits), 0, "{rule}: {fits}");
        assert_ne!(by(fails), 0, "{rule}: {fails}");
    }
}

#[test]
fn faults_have_a_place() {
    for (text, expected) in [
        ("pear -> keep", "line 1, column 1: write what the hand is: no-pair, pair, two-pair"),
        ("\n  pair or -> keep", "line 2, column 11: write what the hand is"),
        ("pair -> keep; two-pair keep", "line 1, column 24: write a comma and another test, or ->"),
        ("pair, off 9 -> keep", "line 1, column 7: write a test"),
        ("pair, of 3 -> keep", "line 1, column 10: write tiles"),
        ("pair, with 9/ -> keep", "line 1, column 12: write tiles"),
        ("pair, of 9, of 8 -> keep", "line 1, column 13: this is said already"),
        ("pair, with 9, with 8 -> keep", "line 1, column 15: this is said already"),
        ("pair or no-pair, of 9 -> best low", "line 1, column 18: not every such hand has a pair"),
        ("no-pair -> split", "line 1, column 12: not every such hand has a pair"),
        ("pair, with 9 8 7 -> keep", "line 1, column 16: not every such hand has so many"),
        ("no-pair, with 9 8 7 6 5 -> best low", "line 1, column 23: not every such hand has so many"),
        ("pair -> keep, split", "line 1, column 15: this is said already"),
        ("pair -> low 7, low 8", "line 1, column 16: this is said already"),
        ("pair -> ", "line 1, column 9: write keep, split"),
        ("pair -> best", "line 1, column 13: write keep, split"),
        ("pair -> low", "line 1, column 12: write what the hand is worth"),
        ("pair -> low 9-7", "line 1, column 13: write the lower worth first"),
        ("pair -> low pair:9+", "line 1, column 13: write what the hand is worth"),
        ("pair -> high 12+3", "line 1, column 14: write what the hand is worth"),
        ("pair -> keep keep", "line 1, column 14: the rule should end here"),
        ("# \u{e9}\n\u{e9}tude -> keep", "line 2, column 1: write what the hand is"),
        (
            "",
            "line 1, column 1: some hands are not set: add a rule for all others, such as no-pair -> best low",
        ),
        (
            "no-pair -> best low # and no other",
            "line 2, column 1: some hands are not set: add a rule for all others, such as pair -> keep",
        ),
        (
            "no-pair -> best low\npair -> keep\ntwo-pair -> split\n",
            "line 4, column 1: some hands are not set",
        ),
        ("pair or two-pair -> keep; no-pair -> one 7+", "line 2, column 1: some hands are not set"),
    ] {
        let found = Way::read(text).expect_err(text).to_string();
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    let many = "pair -> keep\n".repeat(house_way::MOST + 1);
    let fault = Way::read(&many).expect_err("too many").to_string();
    assert_eq!(fault, "line 41, column 1: a way has at most 40 rules");
}

/// The settings that faults advise make a way.
#[test]
fn the_usual_settings_are_a_way() {
    let mut rules = String::new();
    while let Err(fault) = Way::read(&rules) {
        let fault = fault.to_string();
        let (_, advised) = fault.split_once("such as ").expect("advice");
        rules = format!("{rules}{advised}\n");
    }
    assert_eq!(rules, "no-pair -> best low\npair -> keep\ntwo-pair -> keep\n");
}
