use super::{super::others, *};
use crate::{submission::Choice, vocabulary::Vocabulary};
extern crate std;
use std::{format, string::String, vec::Vec};

fn four(text: &str) -> [Tile; 4] {
    let tiles: Vec<Tile> = text.split(' ').map(|tile| Tile::read(tile).expect("a tile")).collect();
    tiles.try_into().expect("four tiles")
}

/// Compares what a way makes of hands, given with the low hand first, and reports all that differ.
fn sets(way: Way, all: &[(&str, &str)]) {
    let differ = all.iter().filter(|(tiles, expected)| set(way, tiles) != *expected);
    let differ: Vec<_> =
        differ.map(|(tiles, expected)| format!("{tiles}: {} not {expected}", set(way, tiles))).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

/// The two hands that a way makes of four tiles, the low one first.
fn set(way: Way, text: &str) -> String {
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
        Way::Pennsylvania,
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
        Way::TajMahal,
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

/// Every way sets every hand, none of them with the better tiles low, and every rule of it is used.
#[test]
fn every_hand_is_set_and_every_rule_is_used() {
    let all: Vec<Tile> = Tile::all().flat_map(|tile| (0..tile.copies()).map(move |_| tile)).collect();
    for &way in Way::ALL {
        let (mut uses, mut hands) = (std::vec![0; way.says().len()], 0);
        for a in 0..all.len() {
            for b in a + 1..all.len() {
                for c in b + 1..all.len() {
                    for d in c + 1..all.len() {
                        let tiles = [all[a], all[b], all[c], all[d]];
                        let set = way.set(&tiles, Ranking::USUAL);
                        assert!(!set.hands.is_foul(), "{tiles:?}");
                        uses[set.rule] += 1;
                        hands += 1;
                    }
                }
            }
        }
        assert_eq!(hands, 35_960);
        assert!(uses.iter().all(|&uses| uses > 0), "{}: {uses:?}", way.word());
    }
}

/// In which order the tiles lie is nothing to a way.
#[test]
fn the_order_of_tiles_does_not_matter() {
    for text in ["6-6 1-6 3-5 1-4", "2-4 1-2 3-3 1-3", "1-3 2-2 1-4 3-6", "5-5 1-3 1-1 2-2"] {
        let [a, b, c, d] = four(text);
        let sets = [[a, b, c, d], [d, c, b, a], [b, d, a, c]]
            .map(|tiles| Way::ALL.iter().map(move |way| way.set(&tiles, Ranking::USUAL).hands));
        let [one, two, three] = sets.map(core::iter::Iterator::collect::<Vec<_>>);
        assert!(one == two && two == three, "{text}");
    }
}
