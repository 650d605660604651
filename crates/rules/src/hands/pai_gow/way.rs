//! The house way: how the dealer sets four tiles. A rule of it is a line such as `pair, of 9, with 10 2/12 -> split`.

use super::{Hands, PAIRS, Ranking, SETTINGS, Strength, others, single};
use crate::{
    hands::{house_way, pai_gow::Kind, two_hands},
    kit::tiles::Tile,
};

mod read;
mod write;

#[cfg(test)]
mod tests;

/// What four tiles are, in the order of the bits of a rule: by how many pairs there are.
const SHAPES: [&str; 3] = ["no-pair", "pair", "two-pair"];

/// Tiles by what house ways call them, as bits: 3-6 and 4-5 are both nines, and 2-4 and 1-2 are both gee.
type Tiles = u16;

/// What house ways call each face.
const SORTS: [u8; Tile::COUNT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 12, 12, 13, 13, 15, 14, 14, 15];

/// The names that house ways have for tiles. In a list of tiles, names of several come first.
const NAMES: [(&str, Tiles); 23] = [
    ("any", Tiles::MAX),
    ("small", 0b1100_0100_0110_1011),
    ("gee", 1 << 15),
    ("2", 1 << 1),
    ("12", 1),
    ("4", 1 << 3 | 1 << 6),
    ("5", 1 << 14),
    ("6", 1 << 5 | 1 << 10),
    ("7", 1 << 9 | 1 << 13),
    ("8", 1 << 2 | 1 << 12),
    ("9", 1 << 11),
    ("10", 1 << 4 | 1 << 8),
    ("11", 1 << 7),
    ("high-4", 1 << 3),
    ("low-4", 1 << 6),
    ("high-6", 1 << 5),
    ("low-6", 1 << 10),
    ("high-7", 1 << 9),
    ("low-7", 1 << 13),
    ("high-8", 1 << 2),
    ("low-8", 1 << 12),
    ("high-10", 1 << 4),
    ("low-10", 1 << 8),
];

fn is_of(some: Tiles, tile: Tile) -> bool {
    some >> SORTS[tile.index()] & 1 == 1
}

/// Tiles that a rule wants in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Item {
    /// One of these.
    Of(Tiles),
    /// The highest of the four.
    Highest,
    /// The lowest of the four.
    Lowest,
}

/// What one of the two hands must be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Wanted {
    /// The least and the most that it is worth, as places among [`WORTHS`].
    worth: [u8; 2],
    /// The tile that it must have, or a higher one, if it is worth no more than the least.
    tile: Tiles,
    /// Its tiles, in any order.
    tiles: [Item; 2],
}

/// What two tiles may be worth, from the lowest to the highest.
const WORTHS: [&str; 14] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "gong", "wong", "pair", "supreme-pair"];

const ANYTHING: Wanted = Wanted { worth: [0, 13], tile: 0, tiles: [Item::Of(Tiles::MAX); 2] };

/// The hands that a rule may ask about: the low one, the high one, or either.
const SIDES: [&str; 3] = ["low", "high", "one"];

/// What becomes of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Pairs {
    /// Anything.
    Any,
    /// The two tiles of a pair stay together.
    Keep,
    /// They do not, unless both hands would be lower than if they did.
    Split,
}

/// One line of a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// The shapes it is for, as bits.
    shapes: u16,
    /// What a pair must be of.
    of: Tiles,
    /// Tiles that must be there besides this pair; none where there is no bit.
    with: [Tiles; 4],
    pairs: Pairs,
    /// What each of the sides must be.
    sides: [Wanted; 3],
    /// Whether the best high hand is wanted rather than the best low hand.
    is_for_high: bool,
}

/// A rule without tests, and with any setting.
const NONE: Rule = Rule {
    shapes: 0,
    of: Tiles::MAX,
    with: [0; 4],
    pairs: Pairs::Any,
    sides: [ANYTHING; 3],
    is_for_high: false,
};

impl Rule {
    /// Whether it sets every hand of its shapes: nothing is tested, and every hand has such a setting.
    fn is_for_all(&self) -> bool {
        let is_tested = self.of != NONE.of || self.with != NONE.with || self.pairs == Pairs::Split;
        // The highest tile is always beside the lowest in a lawful setting; with a pair they may both be of it.
        let ends = Wanted { tiles: [Item::Highest, Item::Lowest], ..ANYTHING };
        let [low, high, one] = self.sides;
        let reversed = Wanted { tiles: [Item::Lowest, Item::Highest], ..ANYTHING };
        let has_ends = [ends, reversed].contains(&one) && self.pairs == Pairs::Any;
        !is_tested && low == ANYTHING && high == ANYTHING && (one == ANYTHING || has_ends)
    }
}

/// A house way for four tiles.
pub type Way = house_way::Way<Rule>;

/// Four tiles, set by a way.
pub type Set = two_hands::Set<Hands>;

impl Way {
    /// Sets four tiles.
    ///
    /// # Panics
    /// Never: a way that leaves a hand out is not read.
    pub fn set(&self, tiles: &[Tile; 4], ranking: Ranking) -> Set {
        let four = Four::of(tiles, ranking);
        let mut rules = self.rules().iter().enumerate();
        let set =
            rules.find_map(|(at, rule)| four.fit(rule).map(|(low, hands)| Set { low, hands, rule: at }));
        set.expect("a way that is read sets every hand")
    }
}

/// Four tiles that are to be set.
struct Four<'a> {
    tiles: &'a [Tile; 4],
    ranking: Ranking,
    /// The places of every pair.
    pairs: [Option<[usize; 2]>; 2],
}

impl Four<'_> {
    fn of(tiles: &[Tile; 4], ranking: Ranking) -> Four<'_> {
        let mut all = SETTINGS.into_iter().filter(|places| {
            let [one, other] = places.map(|at| tiles[at]);
            PAIRS.iter().any(|&[a, b]| [a, b] == [one, other] || [b, a] == [one, other])
        });
        Four { tiles, ranking, pairs: [all.next(), all.next()] }
    }

    /// The best lawful setting that is as the rule says, if its tests hold.
    fn fit(&self, rule: &Rule) -> Option<([usize; 2], Hands)> {
        if !self.passes(rule) {
            return None;
        }
        let fits = |&(low, hands): &([usize; 2], Hands)| {
            let is = |side: usize, places, hand| self.is(&rule.sides[side], places, hand);
            is(0, low, hands.low)
                && is(1, others(low), hands.high)
                && (is(2, low, hands.low) || is(2, others(low), hands.high))
                && self.has_pairs(rule.pairs, low, hands)
        };
        let all = self.settings().filter(fits);
        match rule.is_for_high {
            true => all.max_by_key(|(_, hands)| (hands.high, hands.low)),
            false => all.max_by_key(|(_, hands)| (hands.low, hands.high)),
        }
    }

    /// Whether the rule's tests hold.
    fn passes(&self, rule: &Rule) -> bool {
        let pairs = self.pairs.iter().flatten();
        if rule.shapes >> pairs.clone().count() & 1 == 0 {
            return false;
        }
        let has_others = |pair: &[usize]| {
            let rest = [0, 1, 2, 3].map(|at| (!pair.contains(&at)).then(|| self.tiles[at]));
            has(&rule.with, rest)
        };
        let mut those = pairs.clone().filter(|pair| is_of(rule.of, self.tiles[pair[0]]));
        if pairs.count() == 0 { has_others(&[]) } else { those.any(|pair| has_others(pair)) }
    }

    /// All settings in which the low hand does not outrank the high hand.
    fn settings(&self) -> impl Iterator<Item = ([usize; 2], Hands)> {
        let all = SETTINGS.into_iter().map(|low| (low, Hands::of(self.tiles, low, self.ranking)));
        all.filter(|(_, hands)| !hands.is_foul())
    }

    /// Whether the hand in these places is as it is wanted.
    fn is(&self, wanted: &Wanted, [one, other]: [usize; 2], hand: Strength) -> bool {
        let [from, to] = wanted.worth;
        let worth = worth(hand.kind());
        let has_tile =
            || Tile::all().any(|tile| is_of(wanted.tile, tile) && hand.place >= single(tile, self.ranking));
        let [a, b] = wanted.tiles;
        (from..=to).contains(&worth)
            && (wanted.tile == 0 || worth > from || has_tile())
            && (self.at(a, one) && self.at(b, other) || self.at(a, other) && self.at(b, one))
    }

    fn at(&self, item: Item, at: usize) -> bool {
        let rank = |tile: Tile| single(tile, self.ranking);
        match item {
            Item::Of(some) => is_of(some, self.tiles[at]),
            Item::Highest => self.tiles.iter().all(|&tile| rank(tile) <= rank(self.tiles[at])),
            Item::Lowest => self.tiles.iter().all(|&tile| rank(tile) >= rank(self.tiles[at])),
        }
    }

    /// Whether all pairs are kept, or split.
    fn has_pairs(&self, pairs: Pairs, low: [usize; 2], hands: Hands) -> bool {
        let mut all = self.pairs.iter().flatten();
        let is_kept = |low: [usize; 2], pair: &[usize; 2]| low.contains(&pair[0]) == low.contains(&pair[1]);
        match pairs {
            Pairs::Any => true,
            Pairs::Keep => all.all(|pair| is_kept(low, pair)),
            Pairs::Split => {
                let is_lower = || {
                    let kept = Rule { shapes: 0b110, pairs: Pairs::Keep, ..NONE };
                    self.fit(&kept).is_some_and(|(_, kept)| hands.low <= kept.low && hands.high <= kept.high)
                };
                all.all(|pair| !is_kept(low, pair)) && !is_lower()
            }
        }
    }
}

/// The place among [`WORTHS`].
const fn worth(kind: Kind) -> u8 {
    match kind {
        Kind::Points(points) => points,
        Kind::Gong => 10,
        Kind::Wong => 11,
        Kind::Pair => 12,
        Kind::SupremePair => 13,
    }
}

/// Whether different tiles are of each of these.
fn has(wanted: &[Tiles], mut tiles: [Option<Tile>; 4]) -> bool {
    let Some((&first, others)) = wanted.split_first().filter(|(first, _)| **first != 0) else { return true };
    (0..4).any(|at| {
        let Some(tile) = tiles[at].filter(|&tile| is_of(first, tile)) else { return false };
        tiles[at] = None;
        let is_so = has(others, tiles);
        tiles[at] = Some(tile);
        is_so
    })
}
