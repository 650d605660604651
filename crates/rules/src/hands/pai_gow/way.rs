//! House ways: how the dealer sets four tiles, as tables of rules. The first rule that fits sets the hand. Of several settings
//! that fit it, the one with the best low hand is taken, then the one with the best high hand.

use super::{Hands, PAIRS, Ranking, SETTINGS, Strength, single};
use crate::{
    hands::{pai_gow::Kind, two_hands},
    kit::tiles::Tile,
    submission::choice,
};

mod pennsylvania;
mod taj_mahal;

#[cfg(test)]
mod tests;

choice! {
    /// The ways that are known: the one that Pennsylvania prescribes, and the one of the Taj Mahal in Atlantic City.
    pub enum Way { Pennsylvania = "pennsylvania", TajMahal = "taj-mahal" }
}

/// Four tiles, set by a way.
pub type Set = two_hands::Set<Hands>;

impl Way {
    const fn rules(self) -> &'static [Rule] {
        match self {
            Way::Pennsylvania => pennsylvania::RULES,
            Way::TajMahal => taj_mahal::RULES,
        }
    }

    /// What each of its rules says, in their order.
    pub fn says(self) -> impl ExactSizeIterator<Item = &'static str> {
        self.rules().iter().map(|rule| rule.says)
    }

    /// Sets four tiles.
    ///
    /// # Panics
    /// Never: the last rule of each way fits every hand.
    pub fn set(self, tiles: &[Tile; 4], ranking: Ranking) -> Set {
        let four = Four { tiles, ranking };
        let mut rules = self.rules().iter().enumerate();
        rules.find_map(|(at, rule)| four.fit(rule, at)).expect("a last rule for every hand")
    }
}

/// Some of the faces, as bits.
type Faces = u32;

const fn only(smaller: u8, greater: u8) -> Faces {
    1 << Tile::of(smaller, greater).index()
}

/// The names that house ways have for tiles.
const TWELVE: Faces = only(6, 6);
const TWO: Faces = only(1, 1);
const ELEVEN: Faces = only(5, 6);
const TENS: Faces = only(5, 5) | only(4, 6);
const NINES: Faces = only(3, 6) | only(4, 5);
const LOW_EIGHTS: Faces = only(3, 5) | only(2, 6);
const EIGHTS: Faces = only(4, 4) | LOW_EIGHTS;
const SEVENS: Faces = only(1, 6) | only(3, 4) | only(2, 5);
const HIGH_SIX: Faces = only(3, 3);
const SIXES: Faces = HIGH_SIX | only(1, 5);
const FIVES: Faces = only(1, 4) | only(2, 3);
const HIGH_FOUR: Faces = only(1, 3);
const LOW_FOUR: Faces = only(2, 2);
const FOURS: Faces = HIGH_FOUR | LOW_FOUR;
const GEE: Faces = only(2, 4) | only(1, 2);
const ANY: Faces = u32::MAX;
/// Tiles that count from two to six.
const SMALL: Faces = TWELVE | TWO | SIXES | FIVES | FOURS | GEE;

fn is_of(some: Faces, tile: Tile) -> bool {
    some >> tile.index() & 1 == 1
}

/// A line of a way.
struct Rule {
    says: &'static str,
    /// The tiles of a pair that the hand must have; without any it must have none.
    pair: Faces,
    /// Tiles that must be there besides the pair.
    with: &'static [Faces],
    play: Play,
}

/// How a rule sets the hand.
#[derive(Clone, Copy)]
enum Play {
    /// Both hands are pairs.
    BothPairs,
    /// The pair stays together.
    Keep,
    /// The tiles of the pair go to different hands.
    Split,
    /// So they do if that makes hands of six and eight points or better, unless both hands would be lower than with the pair.
    SplitForSixAndEight,
    /// Two tiles go together.
    Together(Faces, Faces),
    /// Two tiles together count so much.
    Points(u8),
    /// The highest tile goes with the lowest.
    HighestWithLowest,
    /// 12 or 2 with a seven, an eight or a nine, in this order and 12 before 2; if the other hand is then a three without a
    /// high tile or less, the high hand is made as high as possible.
    Strong,
    /// Two small tiles together count seven, eight or nine; the lowest high hand, and 12 rather than 2 in it.
    Small,
    /// The high hand as high as possible.
    BestHigh,
    /// The low hand as high as possible.
    BestLow,
}

const fn pair(says: &'static str, pair: Faces, with: &'static [Faces], play: Play) -> Rule {
    Rule { says, pair, with, play }
}

const fn no_pair(says: &'static str, with: &'static [Faces], play: Play) -> Rule {
    Rule { says, pair: 0, with, play }
}

/// Four tiles that are to be set.
struct Four<'a> {
    tiles: &'a [Tile; 4],
    ranking: Ranking,
}

impl Four<'_> {
    fn fit(&self, rule: &Rule, at: usize) -> Option<Set> {
        let best = |pairs: Option<[usize; 2]>| {
            let used = pairs.unwrap_or([4, 4]);
            let rest = [0, 1, 2, 3].map(|at| (!used.contains(&at)).then(|| self.tiles[at]));
            has(rule.with, rest).then(|| self.play(rule.play, pairs)).flatten()
        };
        let found = match rule.pair {
            0 if self.pairs().next().is_some() => None,
            0 => best(None),
            some => {
                let of = self.pairs().filter(|places| is_of(some, self.tiles[places[0]]));
                of.filter_map(|places| best(Some(places))).max_by_key(|(_, hands)| (hands.low, hands.high))
            }
        };
        found.map(|(low, hands)| Set { low, hands, rule: at })
    }

    /// The places of every pair in the hand.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        SETTINGS.into_iter().filter(|places| {
            let [one, other] = places.map(|at| self.tiles[at]);
            PAIRS.iter().any(|&[a, b]| [a, b] == [one, other] || [b, a] == [one, other])
        })
    }

    /// All settings in which the low hand does not outrank the high hand.
    fn settings(&self) -> impl Iterator<Item = ([usize; 2], Hands)> {
        let all = SETTINGS.into_iter().map(|low| (low, Hands::of(self.tiles, low, self.ranking)));
        all.filter(|(_, hands)| !hands.is_foul())
    }

    /// The best of the settings that pass a test.
    fn best(&self, is: impl Fn([usize; 2], Hands) -> bool) -> Option<([usize; 2], Hands)> {
        self.settings()
            .filter(|&(low, hands)| is(low, hands))
            .max_by_key(|(_, hands)| (hands.low, hands.high))
    }

    fn play(&self, play: Play, pair: Option<[usize; 2]>) -> Option<([usize; 2], Hands)> {
        let is_together =
            |low: [usize; 2], [one, other]: [usize; 2]| low.contains(&one) == low.contains(&other);
        let tile = |at: usize| self.tiles[at];
        match play {
            Play::BothPairs => self.best(|_, hands| hands.low.kind() >= Kind::Pair),
            Play::Keep => self.best(|low, _| pair.is_some_and(|pair| is_together(low, pair))),
            Play::Split => self.best(|low, _| pair.is_some_and(|pair| !is_together(low, pair))),
            Play::SplitForSixAndEight => {
                let kept = self.play(Play::Keep, pair)?.1;
                self.play(Play::Split, pair).filter(|(_, split)| {
                    let is_enough =
                        split.low.kind() >= Kind::Points(6) && split.high.kind() >= Kind::Points(8);
                    is_enough && !(split.low <= kept.low && split.high <= kept.high)
                })
            }
            Play::Together(one, other) => self.best(|low, _| {
                let are = |[a, b]: [usize; 2]| {
                    let (a, b) = (tile(a), tile(b));
                    is_of(one, a) && is_of(other, b) || is_of(one, b) && is_of(other, a)
                };
                are(low) || are(super::others(low))
            }),
            Play::Points(points) => self.best(|_, hands| {
                [hands.high, hands.low].iter().any(|hand| hand.kind() == Kind::Points(points))
            }),
            Play::HighestWithLowest => {
                let rank = |at: &usize| single(tile(*at), self.ranking);
                let ends = [(0..4).max_by_key(rank)?, (0..4).rev().min_by_key(rank)?];
                self.best(|low, _| is_together(low, ends))
            }
            Play::Strong => self.strong(),
            Play::Small => self.small(),
            Play::BestHigh => self.settings().max_by_key(|(_, hands)| (hands.high, hands.low)),
            Play::BestLow => self.best(|_, _| true),
        }
    }

    fn strong(&self) -> Option<([usize; 2], Hands)> {
        let with = [SEVENS, EIGHTS, NINES].into_iter().flat_map(|of| [(TWELVE, of), (TWO, of)]);
        let mut ways = with.map(|(one, other)| self.play(Play::Together(one, other), None));
        let (low, hands) = ways.find_map(|found| found)?;
        let least = Strength { kind: Kind::Points(3), place: single(Tile::of(3, 3), self.ranking) };
        if hands.low < least { self.play(Play::BestHigh, None) } else { Some((low, hands)) }
    }

    fn small(&self) -> Option<([usize; 2], Hands)> {
        let is_small = |places: [usize; 2], hand: Strength| {
            let is_enough = matches!(hand.kind(), Kind::Points(7..=9));
            is_enough && places.iter().all(|&at| is_of(SMALL, self.tiles[at]))
        };
        let ways = self
            .settings()
            .filter(|&(low, hands)| is_small(low, hands.low) || is_small(super::others(low), hands.high));
        let has = |some, places: [usize; 2]| places.iter().any(|&at| is_of(some, self.tiles[at]));
        ways.min_by_key(|&(low, hands)| {
            // Of both 12 and 2, the 12 goes into the high hand.
            let is_reversed = has(TWELVE, low) && has(TWO, super::others(low));
            (hands.high.kind(), is_reversed, core::cmp::Reverse(hands.low), hands.high)
        })
    }
}

/// Whether different tiles are of each of these.
fn has(wanted: &[Faces], mut tiles: [Option<Tile>; 4]) -> bool {
    let Some((&first, others)) = wanted.split_first() else { return true };
    (0..4).any(|at| {
        let Some(tile) = tiles[at].filter(|&tile| is_of(first, tile)) else { return false };
        tiles[at] = None;
        let is_so = has(others, tiles);
        tiles[at] = Some(tile);
        is_so
    })
}
