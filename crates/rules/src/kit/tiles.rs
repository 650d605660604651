//! Pai gow tiles: thirty-two of them, with twenty-one faces.
//!
//! Like a face-down card, a face-down tile is a place without a value: a table keeps only which tiles nobody has seen.

use crate::{kept::spelled, picture::Outcome, vocabulary::Vocabulary};
use core::fmt;

/// How many tiles a set has.
pub const SET: u8 = 32;

/// The faces, in the order in which tiles are usually listed. Of the first eleven there are two tiles each.
const FACES: [[u8; 2]; 21] = [
    [6, 6],
    [1, 1],
    [4, 4],
    [1, 3],
    [5, 5],
    [3, 3],
    [2, 2],
    [5, 6],
    [4, 6],
    [1, 6],
    [1, 5],
    [3, 6],
    [4, 5],
    [3, 5],
    [2, 6],
    [3, 4],
    [2, 5],
    [2, 4],
    [1, 4],
    [2, 3],
    [1, 2],
];
const TWICE: u8 = 11;

/// The face of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

// Programs use the canonical spelling; only people may write the higher half first.
spelled!(
    Tile,
    |text| Tile::read(text).filter(|tile| crate::vocabulary::is_spelt(tile, text)),
    "a tile: 6-6, 1-3, 2-4",
    "^[1-6]-[1-6]$"
);

impl Tile {
    /// How many faces there are.
    pub const COUNT: usize = FACES.len();

    /// Every face once.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..21).map(Tile)
    }

    /// The spots of its two halves, the smaller number first.
    pub const fn halves(self) -> [u8; 2] {
        FACES[self.0 as usize]
    }

    /// How many spots it has.
    pub const fn spots(self) -> u8 {
        let [one, other] = self.halves();
        one + other
    }

    /// How many tiles of a set have this face.
    pub const fn copies(self) -> u8 {
        if self.0 < TWICE { 2 } else { 1 }
    }

    /// The index among all faces.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tile with these halves.
    ///
    /// # Panics
    /// If there is no such tile.
    pub const fn of(smaller: u8, greater: u8) -> Tile {
        let mut at = 0;
        while FACES[at as usize][0] != smaller || FACES[at as usize][1] != greater {
            at += 1;
        }
        Tile(at)
    }
}

/// `6-6`, `1-3`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.halves();
        write!(f, "{one}-{other}")
    }
}

impl Vocabulary for Tile {
    fn each(tell: &mut dyn FnMut(Tile)) {
        Tile::all().for_each(tell);
    }

    /// As people write tiles: `1-3` and `3-1` are the same.
    fn read(text: &str) -> Option<Tile> {
        let &[one, b'-', other] = text.as_bytes() else { return None };
        let halves = [one.min(other), one.max(other)];
        Tile::all().find(|tile| tile.halves().map(|half| half + b'0') == halves)
    }
}

impl From<Tile> for Outcome {
    fn from(tile: Tile) -> Outcome {
        Outcome::Tile { tile }
    }
}

/// The tiles of a set whose faces nobody has seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hidden {
    counts: [u8; Tile::COUNT],
}

impl Hidden {
    /// The whole set.
    pub const fn whole() -> Hidden {
        let (mut counts, mut at) = ([0; Tile::COUNT], 0);
        while at < 21 {
            counts[at as usize] = Tile(at).copies();
            at += 1;
        }
        Hidden { counts }
    }

    /// How many tiles with this face have not been seen.
    pub const fn count(&self, tile: Tile) -> u8 {
        self.counts[tile.index()]
    }

    /// How many tiles have not been seen.
    pub fn total(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// A tile is turned up.
    ///
    /// # Panics
    /// If none with this face is left; callers must check first.
    pub fn turn(&mut self, tile: Tile) {
        let count = &mut self.counts[tile.index()];
        *count = count.checked_sub(1).expect("an unseen tile with that face");
    }

    /// Each face that may be seen next, with its weight.
    pub fn outcomes(&self, each: &mut dyn FnMut(Tile, u32)) {
        for tile in Tile::all().filter(|&tile| self.count(tile) > 0) {
            each(tile, self.count(tile).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::{string::ToString, vec::Vec};

    #[test]
    fn a_set_has_thirty_two_tiles_and_every_fall_of_two_dice() {
        let all: Vec<Tile> = Tile::all().collect();
        assert_eq!((all.len(), Hidden::whole().total()), (21, SET));
        for smaller in 1..=6 {
            for greater in smaller..=6 {
                assert_eq!(Tile::of(smaller, greater).halves(), [smaller, greater]);
            }
        }
        // Doubles and five others are there twice.
        let twice = |tile: &&Tile| tile.copies() == 2;
        assert_eq!(all.iter().filter(twice).map(|tile| u32::from(tile.spots())).sum::<u32>(), 80);
    }

    #[test]
    fn tiles_are_read_as_people_write_them() {
        for tile in Tile::all() {
            let [one, other] = tile.halves();
            assert_eq!(Tile::read(&tile.to_string()), Some(tile));
            assert_eq!(Tile::read(&std::format!("{other}-{one}")), Some(tile));
        }
        for text in ["", "6", "6-", "66", "6:6", "7-1", "0-0", "6-6-6", "é-6"] {
            assert_eq!(Tile::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn there_is_no_third_double_six() {
        let (mut hidden, six) = (Hidden::whole(), Tile::of(6, 6));
        hidden.turn(six);
        hidden.turn(six);
        let mut left = 0;
        hidden.outcomes(&mut |tile, weight| {
            assert_ne!(tile, six);
            left += weight;
        });
        assert_eq!((hidden.count(six), left, hidden.total()), (0, 30, 30));
    }
}
