//! Reading a rule.

use super::{ANYTHING, Item, NAMES, NONE, Pairs, Rule, SHAPES, SIDES, Tiles, WORTHS, Way};
use crate::hands::house_way::{self, Fault, Sort, Words, Wrong};

const TEST: Wrong = Wrong::Is("write a test: of with the tiles of a pair, or with and other tiles");
const TILES: Wrong =
    Wrong::Is("write tiles: 2, 4 to 12, gee, high-8 or low-8, small, or several such as 2/12");
const SETTING: Wrong =
    Wrong::Is("write keep, split, best low, best high, or low, high or one and what this hand is");
const HAND: Wrong = Wrong::Is("write what the hand is worth, such as 7-9 or gong, or two tiles such as 12+8");
const NO_PAIR: Wrong = Wrong::Is("not every such hand has a pair");
const TOO_MANY: Wrong = Wrong::Is("not every such hand has so many other tiles");
const TWICE: Wrong = Wrong::Is("this is said already");
const BACKWARD: Wrong = Wrong::Is("write the lower worth first");

/// The settings that every hand of a shape allows.
const USUAL: [&str; 3] = ["best low", "keep", "keep"];

impl house_way::Rule for Rule {
    const SORT: Sort = Sort::Tiles;
    const NONE: Rule = NONE;
    const NAMED: &'static [(&'static str, &'static str)] = &[
        ("pennsylvania", include_str!("../pennsylvania.way")),
        ("taj-mahal", include_str!("../taj-mahal.way")),
    ];

    fn read(words: &mut Words<'_>) -> Result<Rule, Fault> {
        let mut rule = Rule { shapes: words.shapes(&SHAPES)?, ..NONE };
        while words.takes(",") {
            rule.test(words)?;
        }
        words.arrow()?;
        loop {
            rule.part(words)?;
            if !words.takes(",") {
                return Ok(rule);
            }
        }
    }

    fn lacking(way: &Way) -> Option<Wrong> {
        let all = way.only(Rule::is_for_all).rules().iter().fold(0, |shapes, rule| shapes | rule.shapes);
        let at = (0..SHAPES.len()).find(|at| all >> at & 1 == 0)?;
        Some(Wrong::Lacks { shape: SHAPES[at], usual: USUAL[at] })
    }
}

impl Rule {
    /// Whether every hand it is for has a pair.
    const fn has_pair(&self) -> bool {
        self.shapes & 1 == 0
    }

    fn test(&mut self, words: &mut Words<'_>) -> Result<(), Fault> {
        let fault = |words: &Words<'_>, is, wrong| if is { Err(words.fault(wrong)) } else { Ok(()) };
        if words.peek() == Some("of") {
            fault(words, !self.has_pair(), NO_PAIR)?;
            fault(words, self.of != NONE.of, TWICE)?;
            words.takes("of");
            self.of = words.read(TILES, tiles)?;
            return Ok(());
        }
        fault(words, self.with != NONE.with, TWICE)?;
        words.read(TEST, |word| (word == "with").then_some(()))?;
        self.with[0] = words.read(TILES, tiles)?;
        let most = if self.has_pair() { 2 } else { 4 };
        let mut count = 1;
        while words.peek().and_then(tiles).is_some() {
            fault(words, count == most, TOO_MANY)?;
            self.with[count] = words.read(TILES, tiles)?;
            count += 1;
        }
        Ok(())
    }

    fn part(&mut self, words: &mut Words<'_>) -> Result<(), Fault> {
        let (no_pair, twice) = (words.fault(NO_PAIR), words.fault(TWICE));
        for (word, pairs) in [("keep", Pairs::Keep), ("split", Pairs::Split)] {
            if words.takes(word) {
                let fault = if !self.has_pair() { Some(no_pair) } else { None };
                let fault = fault.or_else(|| (self.pairs != Pairs::Any).then_some(twice));
                self.pairs = pairs;
                return fault.map_or(Ok(()), Err);
            }
        }
        if words.takes("best") {
            self.is_for_high = words.read(SETTING, |word| match word {
                "low" => Some(false),
                "high" => Some(true),
                _ => None,
            })?;
            return Ok(());
        }
        let side = words.read(SETTING, |word| SIDES.iter().position(|side| *side == word))?;
        if self.sides[side] != ANYTHING {
            return Err(twice);
        }
        let backward = words.fault(BACKWARD);
        let mut wanted = ANYTHING;
        let is_worth = words.try_read(worth);
        if let Some((worth, tile)) = is_worth {
            (wanted.worth, wanted.tile) = (worth, tile);
            if worth[0] > worth[1] {
                return Err(backward);
            }
        }
        match words.try_read(two) {
            Some(tiles) => wanted.tiles = tiles,
            None if is_worth.is_none() => return Err(words.fault(HAND)),
            None => {}
        }
        self.sides[side] = wanted;
        Ok(())
    }
}

/// Names of tiles with strokes between them.
fn tiles(word: &str) -> Option<Tiles> {
    word.split('/').try_fold(0, |all, name| Some(all | NAMES.iter().find(|(one, _)| *one == name)?.1))
}

/// `12+8`.
fn two(word: &str) -> Option<[Item; 2]> {
    let (one, other) = word.split_once('+')?;
    let item = |word| match word {
        "highest" => Some(Item::Highest),
        "lowest" => Some(Item::Lowest),
        _ => tiles(word).map(Item::Of),
    };
    Some([item(one)?, item(other)?])
}

/// What a hand is worth, and the tile it must have at the least: `7`, `7+`, `7-9`, `3:high-6+`.
fn worth(word: &str) -> Option<(Worths, Tiles)> {
    let one = |word| WORTHS.iter().position(|name| *name == word).and_then(|at| u8::try_from(at).ok());
    let most = ANYTHING.worth[1];
    if let Some((from, rest)) = word.split_once(':') {
        let from = one(from).filter(|from| (1..=WONG).contains(from))?;
        let (name, to) = rest.strip_suffix('+').map_or((rest, from), |name| (name, most));
        return Some(([from, to], tiles(name)?));
    }
    let of = |worth| Some((worth, ANYTHING.tile));
    // The name of the Supreme Pair has a dash.
    match (one(word), word.strip_suffix('+').and_then(one), word.split_once('-')) {
        (Some(at), ..) => of([at; 2]),
        (_, Some(from), _) => of([from, most]),
        (.., Some((from, to))) => of([one(from)?, one(to)?]),
        _ => None,
    }
}

/// The least and the most.
type Worths = [u8; 2];

/// The highest hand whose tiles matter.
const WONG: u8 = 11;
