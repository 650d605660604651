use super::*;
use crate::vocabulary::Vocabulary;
extern crate std;
use std::{string::ToString, vec::Vec};

fn tiles<const N: usize>(text: &str) -> [Tile; N] {
    let tiles: Vec<Tile> = text.split(' ').map(|tile| Tile::read(tile).expect("a tile")).collect();
    tiles.try_into().expect("so many tiles")
}

fn strength(text: &str) -> Strength {
    Strength::of(tiles(text), Ranking::USUAL)
}

/// Every class of hands from the highest to the lowest, as descriptions list them.
#[test]
fn hands_rank_in_their_order() {
    let all = [
        "2-4 1-2", "6-6 6-6", "1-1 1-1", "4-4 4-4", "1-3 1-3", "5-5 5-5", "3-3 3-3", "2-2 2-2", "5-6 5-6",
        "4-6 4-6", "1-6 1-6", "1-5 1-5", "3-6 4-5", "3-5 2-6", "3-4 2-5", "1-4 2-3", "6-6 3-6", "1-1 4-5",
        "6-6 3-5", "1-1 2-6", "6-6 1-6", "1-1 3-4", "4-4 5-6", "1-3 2-3", "5-5 3-6", "3-3 1-2", "5-6 2-6",
        "1-5 2-4", "6-6 3-3", "2-4 1-4", "6-6 1-4", "1-1 6-6", "4-4 4-6",
    ];
    let wanted: Vec<Strength> = all[..29].iter().map(|text| strength(text)).collect();
    assert!(wanted.is_sorted_by(|one, other| one > other), "{wanted:?}");
    let kinds =
        ["6-6 4-4", "1-1 4-4", "6-6 2-5", "2-4 3-3", "1-2 2-4"].map(|text| strength(text).kind().to_string());
    assert_eq!(kinds, ["gong", "gong", "9", "9", "Supreme Pair"]);
}

#[test]
fn either_tile_of_the_supreme_pair_counts_three_or_six() {
    let points = |text: &str| strength(text).kind();
    for gee in ["2-4", "1-2"] {
        for (other, expected) in [
            ("6-6", 8),
            ("1-3", 7),
            ("2-3", 8),
            ("3-3", 9),
            ("1-6", 3),
            ("4-4", 4),
            ("3-6", 5),
            ("5-5", 6),
            ("5-6", 7),
        ] {
            assert_eq!(points(&std::format!("{gee} {other}")), Kind::Points(expected), "{gee} {other}");
        }
    }
}

/// Equal points go by the higher single tile; zero is a copy whatever the tiles are.
#[test]
fn between_equal_points_the_higher_tile_decides() {
    assert!(strength("6-6 1-4") > strength("1-1 2-3"));
    assert_eq!(strength("3-6 4-6"), strength("4-5 4-6"), "mixed tiles of one value are equal");
    assert_eq!(strength("4-4 1-1"), strength("4-4 1-1"));
    assert_eq!(strength("4-6 5-5"), strength("1-3 3-3"), "zero is zero");
    assert!(strength("2-4 1-4") > strength("2-3 1-2"), "2-4 is above the fives, 1-2 below");
    let below = Ranking { two_four: TwoFour::BelowFives, ..Ranking::USUAL };
    assert_eq!(Strength::of(tiles("2-4 1-4"), below), Strength::of(tiles("2-3 1-2"), below));
}

#[test]
fn eights_that_make_a_gong_are_a_choice() {
    let mixed = Ranking { gong_eights: GongEights::Mixed, ..Ranking::USUAL };
    assert_eq!(strength("6-6 4-4").kind(), Kind::Gong);
    assert_eq!(Strength::of(tiles("6-6 4-4"), mixed).kind(), Kind::Points(0));
    assert_eq!(Strength::of(tiles("6-6 2-6"), mixed).kind(), Kind::Gong);
}

#[test]
fn tiles_of_one_value_are_no_pair_unless_they_are_listed() {
    for text in ["4-4 3-5", "1-3 2-2", "5-5 4-6", "3-3 1-5", "1-6 3-4"] {
        assert!(strength(text).kind() < Kind::Gong, "{text}");
    }
    // 496 pairs of tiles, of which sixteen sorts are pairs.
    let all: Vec<Tile> = Tile::all().flat_map(|tile| (0..tile.copies()).map(move |_| tile)).collect();
    let mut pairs = 0;
    for (at, &one) in all.iter().enumerate() {
        pairs += all[at + 1..]
            .iter()
            .filter(|&&two| Strength::of([one, two], Ranking::USUAL).kind() >= Kind::Pair)
            .count();
    }
    assert_eq!((all.len() * (all.len() - 1) / 2, pairs), (496, 16));
}

#[test]
fn the_better_two_tiles_are_the_high_hand() {
    let hands = |low| Hands::of(&tiles("6-6 3-6 1-4 2-2"), low, Ranking::USUAL);
    assert!(!hands([2, 3]).is_foul() && hands([0, 1]).is_foul());
    assert_eq!((hands([2, 3]).high.kind(), hands([2, 3]).low.kind()), (Kind::Wong, Kind::Points(9)));
    let zeros = Hands::of(&tiles("5-5 4-6 1-3 3-3"), [0, 1], Ranking::USUAL);
    assert!(!zeros.is_foul(), "equal hands are no foul");
}
