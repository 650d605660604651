//! The way that Pennsylvania prescribes, as far as its text was read.

use super::{ANY, EIGHTS, GEE, NINES, Play, Rule, TWELVE, TWO, no_pair, pair};

const TEEN_OR_DAY: u32 = TWELVE | TWO;

pub(super) const RULES: &[Rule] = &[
    pair("the Supreme Pair", GEE, &[], Play::Keep),
    pair("a pair", ANY, &[], Play::Keep),
    no_pair("a wong", &[TEEN_OR_DAY, NINES], Play::Together(TEEN_OR_DAY, NINES)),
    no_pair("a gong", &[TEEN_OR_DAY, EIGHTS], Play::Together(TEEN_OR_DAY, EIGHTS)),
    no_pair("two tiles worth nine", &[], Play::Points(9)),
    no_pair("two tiles worth eight", &[], Play::Points(8)),
    no_pair("two tiles worth seven", &[], Play::Points(7)),
    no_pair("the highest tile with the lowest", &[], Play::HighestWithLowest),
];
