//! Pai gow: four tiles, of which two make the high hand and two the low hand.

use super::two_hands;
use crate::{kit::tiles::Tile, submission::choice};
use core::fmt;

mod way;

pub use way::{Set, Way};

choice! {
    /// Where 2-4, a tile of the Supreme Pair, ranks among single tiles: above the fives, or below them like 1-2.
    pub enum TwoFour { AboveFives = "above-fives", BelowFives = "below-fives" }

    /// Which eights make a gong: all of them, or 3-5 and 2-6 alone.
    pub enum GongEights { Any = "any", Mixed = "mixed" }
}

/// How a house ranks hands where houses differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ranking {
    /// Where 2-4 ranks among single tiles.
    pub two_four: TwoFour,
    /// Which eights make a gong.
    pub gong_eights: GongEights,
}

impl Ranking {
    /// What most descriptions say.
    pub const USUAL: Ranking = Ranking { two_four: TwoFour::AboveFives, gong_eights: GongEights::Any };
}

/// The sixteen pairs from the highest to the lowest. The first is the Supreme Pair, the last four are mixed; all others are
/// two tiles alike.
const PAIRS: [[Tile; 2]; 16] = [
    [Tile::of(2, 4), Tile::of(1, 2)],
    [Tile::of(6, 6); 2],
    [Tile::of(1, 1); 2],
    [Tile::of(4, 4); 2],
    [Tile::of(1, 3); 2],
    [Tile::of(5, 5); 2],
    [Tile::of(3, 3); 2],
    [Tile::of(2, 2); 2],
    [Tile::of(5, 6); 2],
    [Tile::of(4, 6); 2],
    [Tile::of(1, 6); 2],
    [Tile::of(1, 5); 2],
    [Tile::of(3, 6), Tile::of(4, 5)],
    [Tile::of(3, 5), Tile::of(2, 6)],
    [Tile::of(3, 4), Tile::of(2, 5)],
    [Tile::of(1, 4), Tile::of(2, 3)],
];

/// The single tiles from the highest to the lowest; those of a row are equal. Where 2-4 stands is a choice: the second place
/// is below the fives.
const SINGLES: [&[Tile]; 18] = [
    &[Tile::of(6, 6)],
    &[Tile::of(1, 1)],
    &[Tile::of(4, 4)],
    &[Tile::of(1, 3)],
    &[Tile::of(5, 5)],
    &[Tile::of(3, 3)],
    &[Tile::of(2, 2)],
    &[Tile::of(5, 6)],
    &[Tile::of(4, 6)],
    &[Tile::of(1, 6)],
    &[Tile::of(1, 5)],
    &[Tile::of(3, 6), Tile::of(4, 5)],
    &[Tile::of(3, 5), Tile::of(2, 6)],
    &[Tile::of(3, 4), Tile::of(2, 5)],
    &[Tile::of(2, 4)],
    &[Tile::of(1, 4), Tile::of(2, 3)],
    &[Tile::of(2, 4)],
    &[Tile::of(1, 2)],
];

const TWELVE: Tile = Tile::of(6, 6);
const TWO: Tile = Tile::of(1, 1);
const HIGH_EIGHT: Tile = Tile::of(4, 4);

/// The rank of a single tile; a higher number is a higher tile.
pub fn single(tile: Tile, ranking: Ranking) -> u8 {
    let is_there = |row: &&[Tile]| row.contains(&tile);
    let place = match ranking.two_four {
        TwoFour::AboveFives => SINGLES.iter().position(is_there),
        TwoFour::BelowFives => SINGLES.iter().rposition(is_there),
    };
    17 - place.and_then(|place| u8::try_from(place).ok()).unwrap_or(17)
}

/// Whether it is one of the two tiles that may count as three or as six.
fn is_supreme(tile: Tile) -> bool {
    PAIRS[0].contains(&tile)
}

/// What two tiles are, from the lowest to the highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Kind {
    /// The last digit of their spots.
    Points(u8),
    /// 6-6 or 1-1 with an eight.
    Gong,
    /// 6-6 or 1-1 with a nine.
    Wong,
    /// A pair.
    Pair,
    /// 2-4 with 1-2.
    SupremePair,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Points(points) => write!(f, "{points}"),
            Kind::Gong => f.write_str("gong"),
            Kind::Wong => f.write_str("wong"),
            Kind::Pair => f.write_str("pair"),
            Kind::SupremePair => f.write_str("Supreme Pair"),
        }
    }
}

/// How strong two tiles are: equal strengths are copies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength {
    kind: Kind,
    /// The place among its kind; nothing tells hands without points apart.
    place: u8,
}

impl Strength {
    /// Of two tiles, in any order.
    pub fn of(tiles: [Tile; 2], ranking: Ranking) -> Strength {
        let [one, other] = tiles;
        if let Some(place) = PAIRS.iter().position(|&[a, b]| [a, b] == tiles || [b, a] == tiles) {
            let kind = if place == 0 { Kind::SupremePair } else { Kind::Pair };
            return Strength { kind, place: 15 - u8::try_from(place).unwrap_or(15) };
        }
        let best = single(one, ranking).max(single(other, ranking));
        let is_eight = |tile: Tile| tile != HIGH_EIGHT || ranking.gong_eights == GongEights::Any;
        // 6-6 or 1-1, and the tile beside it.
        let beside = match tiles {
            [TWELVE | TWO, tile] | [tile, TWELVE | TWO] => Some(tile),
            _ => None,
        };
        let kind = match beside {
            Some(tile) if tile.spots() == 9 => Kind::Wong,
            Some(tile) if tile.spots() == 8 && is_eight(tile) => Kind::Gong,
            _ => Kind::Points(points(tiles)),
        };
        // Between two hands of zero the tiles decide nothing.
        Strength { kind, place: if kind == Kind::Points(0) { 0 } else { best } }
    }

    /// A pair, wong, gong or points.
    pub const fn kind(self) -> Kind {
        self.kind
    }
}

/// The last digit of the spots; a tile of the Supreme Pair counts three or six, whichever is better.
fn points([one, other]: [Tile; 2]) -> u8 {
    let values = |tile: Tile| if is_supreme(tile) { [3, 6] } else { [tile.spots(); 2] };
    let sums = values(one).map(|one| values(other).map(|other| (one + other) % 10));
    sums.as_flattened().iter().copied().max().unwrap_or_default()
}

/// Four tiles, set.
pub type Hands = two_hands::Hands<Strength, Strength>;

/// The six ways to lay four tiles down as two hands: the places of the low hand.
pub const SETTINGS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The places of the other two tiles.
pub const fn others([one, other]: [usize; 2]) -> [usize; 2] {
    let mut at = 0;
    while SETTINGS[at][0] != one || SETTINGS[at][1] != other {
        at += 1;
    }
    SETTINGS[5 - at]
}

impl Hands {
    /// The hands of four tiles of which those in two places, the smaller first, make the low hand.
    pub fn of(tiles: &[Tile; 4], low: [usize; 2], ranking: Ranking) -> Hands {
        let strength = |places: [usize; 2]| Strength::of(places.map(|at| tiles[at]), ranking);
        Hands { high: strength(others(low)), low: strength(low) }
    }

    /// Whether what was named the low hand ranks above the other one.
    pub fn is_foul(self) -> bool {
        self.low > self.high
    }
}

#[cfg(test)]
mod tests;
