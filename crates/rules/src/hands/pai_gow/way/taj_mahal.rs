//! The way of the Taj Mahal in Atlantic City. Its exceptions come before the rules they are exceptions to; the last of the
//! exceptions to balancing was not found.

use super::{
    ANY, EIGHTS, ELEVEN, FIVES, FOURS, GEE, HIGH_FOUR, HIGH_SIX, LOW_EIGHTS, LOW_FOUR, NINES, Play, Rule,
    SEVENS, SIXES, TENS, TWELVE, TWO, no_pair, pair,
};

const LOW_SIX: u32 = SIXES & !HIGH_SIX;
const TEEN_OR_DAY: u32 = TWELVE | TWO;
const LARGE: u32 = TEEN_OR_DAY | TENS | ELEVEN;

pub(super) const RULES: &[Rule] = &[
    // Pairs.
    pair("two pairs stay together", ANY, &[], Play::BothPairs),
    pair(
        "fours, fives, sixes, tens and elevens stay together",
        FOURS | FIVES | SIXES | TENS | ELEVEN,
        &[],
        Play::Keep,
    ),
    pair(
        "the Supreme Pair is split with a six and a four, five or six",
        GEE,
        &[SIXES, FOURS | FIVES | SIXES],
        Play::Split,
    ),
    pair("twos and twelves are split with 9 and 11", TEEN_OR_DAY, &[NINES, ELEVEN], Play::Split),
    pair("twos and twelves are split for 6/8 or better", TEEN_OR_DAY, &[], Play::SplitForSixAndEight),
    pair(
        "nines are split with any of 2, 10 and 12",
        NINES,
        &[TEEN_OR_DAY | TENS, TEEN_OR_DAY | TENS],
        Play::Split,
    ),
    pair("eights are split with any of 2, 10, 11 and 12", EIGHTS, &[LARGE, LARGE], Play::Split),
    pair("eights are split with 9 and 11", EIGHTS, &[NINES, ELEVEN], Play::Split),
    pair(
        "sevens are split with 2 or 12 and any of 2, 10, 11 and 12",
        SEVENS,
        &[TEEN_OR_DAY, LARGE],
        Play::Split,
    ),
    pair("any other pair stays together", ANY, &[], Play::Keep),
    // Exceptions.
    no_pair(
        "3/gong with 2 or 12, 9, 8 and low 4",
        &[TEEN_OR_DAY, NINES, EIGHTS, LOW_FOUR],
        Play::Together(TEEN_OR_DAY, EIGHTS),
    ),
    no_pair(
        "2 with 12, beside 4, 5 or 6 and 10 or 11",
        &[TWO, TWELVE, FOURS | FIVES | SIXES, TENS | ELEVEN],
        Play::Together(TWO, TWELVE),
    ),
    no_pair(
        "6/6 with 2 or 12, 4, 5 and 11",
        &[TEEN_OR_DAY, FOURS, FIVES, ELEVEN],
        Play::Together(TEEN_OR_DAY, FOURS),
    ),
    no_pair(
        "12 low with 2, 12, 4 and 5 or 6",
        &[TWO, TWELVE, FOURS, FIVES | SIXES],
        Play::Together(TWELVE, FOURS),
    ),
    no_pair("12 low with 2, 12, 10 and 11", &[TWO, TWELVE, TENS, ELEVEN], Play::Together(TWELVE, TENS)),
    no_pair(
        "high 7/9 with high 4, low 4, 5 and gee",
        &[HIGH_FOUR, LOW_FOUR, FIVES, GEE],
        Play::Together(HIGH_FOUR, GEE),
    ),
    no_pair(
        "high 3/9 with high 4, low 4, 5 and 9",
        &[HIGH_FOUR, LOW_FOUR, FIVES, NINES],
        Play::Together(HIGH_FOUR, NINES),
    ),
    no_pair(
        "high 9 with high 4, low 4, 5 and 6, 7 or low 8",
        &[HIGH_FOUR, LOW_FOUR, FIVES, SIXES | SEVENS | LOW_EIGHTS],
        Play::Together(HIGH_FOUR, FIVES),
    ),
    no_pair(
        "high 9 with high 6, low 6, gee and 4 or 5",
        &[HIGH_SIX, LOW_SIX, GEE, FOURS | FIVES],
        Play::Together(HIGH_SIX, GEE),
    ),
    no_pair(
        "the best high hand with high 6, low 6, 11 and 4, 5 or gee",
        &[HIGH_SIX, LOW_SIX, ELEVEN, FOURS | FIVES | GEE],
        Play::BestHigh,
    ),
    no_pair(
        "8 high with high 6, low 6, 2 or 12 and 4 or 5",
        &[HIGH_SIX, LOW_SIX, TEEN_OR_DAY, FOURS | FIVES],
        Play::Together(TEEN_OR_DAY, SIXES),
    ),
    // What holds otherwise.
    no_pair("high nine, gong or wong", &[TEEN_OR_DAY, SEVENS | EIGHTS | NINES], Play::Strong),
    no_pair("two small tiles worth seven, eight or nine", &[], Play::Small),
    no_pair("balanced hands", &[], Play::BestLow),
];
