//! Counting cards: tags, the true count, and wagers by the count.

use super::{
    super::fault::TextFault,
    sums::{BINS, COUNTS},
};
use std::fmt;

/// A system of tags by the value of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Twice the tag of each value, with the ace at 1, because some systems count by halves.
    tags: [i32; 16],
    /// Twice the sum of the tags of a deck: zero if the count is balanced.
    surplus: i32,
    /// Twice the running count of a fresh shoe, if it is given.
    start: Option<i32>,
}

/// Well-known counts by name, with twice the tags of A, 2, 3 and so on to 10. The red seven counts every seven as a
/// half, because its two colors are one value here.
const NAMED: [(&str, [i32; 10]); 9] = [
    ("hi-lo", [-2, 2, 2, 2, 2, 2, 0, 0, 0, -2]),
    ("ko", [-2, 2, 2, 2, 2, 2, 2, 0, 0, -2]),
    ("red-seven", [-2, 2, 2, 2, 2, 2, 1, 0, 0, -2]),
    ("hi-opt-i", [0, 0, 2, 2, 2, 2, 0, 0, 0, -2]),
    ("hi-opt-ii", [0, 2, 2, 4, 4, 2, 2, 0, 0, -4]),
    ("omega-ii", [0, 2, 2, 4, 4, 4, 2, 0, -2, -4]),
    ("zen", [-2, 2, 2, 4, 4, 4, 2, 0, 0, -4]),
    ("halves", [-2, 1, 2, 2, 3, 2, 1, 0, -1, -2]),
    ("uston-apc", [0, 2, 4, 4, 6, 4, 4, 2, -2, -6]),
];

/// By the number of cards left, 2^32 divided by twice that number, rounded up: its product with a number up to forty
/// times the cards is their quotient exactly.
#[allow(clippy::cast_possible_truncation)]
static INVERSES: [u64; 512] = {
    let mut inverses = [0; 512];
    let mut left = 1;
    while left < inverses.len() {
        inverses[left] = (1 << 32) / (2 * left as u64) + 1;
        left += 1;
    }
    inverses
};

/// The names of the cards in a file, by value.
const NAMES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

impl Count {
    /// Hi-Lo: 2 to 6 count plus one, tens and aces minus one.
    pub fn hi_lo() -> Count {
        Count::with(NAMED[0].1)
    }

    /// A well-known count.
    pub fn named(name: &str) -> Option<Count> {
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, tags)| Count::with(*tags))
    }

    /// The names of the well-known counts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name)
    }

    fn with(tags: [i32; 10]) -> Count {
        Count::starting(tags, None)
    }

    fn starting(by_value: [i32; 10], start: Option<i32>) -> Count {
        let mut tags = [0; 16];
        tags[1..=10].copy_from_slice(&by_value);
        let surplus = 4 * tags[1..10].iter().sum::<i32>() + 16 * tags[10];
        Count { tags, surplus, start }
    }

    /// The tags by value, ace first.
    pub fn tags(&self) -> [f64; 10] {
        std::array::from_fn(|at| f64::from(self.tags[at + 1]) / 2.0)
    }

    /// Twice the running count of a fresh shoe with this many cards.
    pub(super) fn first(&self, cards: usize) -> i32 {
        self.start.unwrap_or_else(|| -self.surplus * i32::try_from(cards / 52).unwrap_or(0))
    }

    /// Twice the tag of a card.
    #[inline(always)]
    pub(super) const fn of(&self, byte: u8) -> i32 {
        self.tags[(byte & 15) as usize]
    }

    /// The true count: the running count divided by the decks left, rounded down. An unbalanced count is measured from
    /// its expected value, unless its start is given.
    pub(super) fn true_count(&self, running: i32, left: usize) -> i32 {
        let [cards, decks] = self.per_deck(running, left);
        cards.div_euclid(decks)
    }

    /// The running count and the decks left, both multiplied by the same number.
    #[inline(always)]
    fn per_deck(&self, running: i32, left: usize) -> [i32; 2] {
        let left = i32::try_from(left).unwrap_or(i32::MAX).max(1);
        let average = if self.start.is_none() { self.surplus.wrapping_mul(left) } else { 0 };
        [running.wrapping_mul(52).wrapping_add(average), left.wrapping_mul(2)]
    }

    /// The index of the true count among those that are distinguished. It avoids a division, which would take longer
    /// than everything else between two rounds.
    #[inline(always)]
    pub(super) fn bin(&self, running: i32, left: usize) -> usize {
        let [cards, decks] = self.per_deck(running, left);
        let [least, most] = [COUNTS.start(), COUNTS.end()].map(|count| decks.wrapping_mul(*count));
        let above = u64::from(cards.clamp(least, most).wrapping_sub(least).unsigned_abs());
        let bin = above.wrapping_mul(INVERSES[left.max(1) % INVERSES.len()]) >> 32;
        (bin as usize).min(BINS - 1)
    }

    /// Parses one line per card, such as `A,-1`, for A, 2 to 10 (jack, queen and king count as ten); and, if the
    /// running count does not begin at zero, `start,-4`. Tags are whole or half numbers.
    ///
    /// # Errors
    /// If a card is missing or is repeated, or its tag is not a number; with the line and the column.
    pub fn read(text: &str) -> Result<Count, TextFault> {
        let mut tags: [Option<i32>; 10] = [None; 10];
        let mut start = None;
        let fault = |part: &str, what| Err(TextFault::at(text, part, what));
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') || line == "card,tag" {
                continue;
            }
            let Some((card, tag)) = line.split_once(',').map(|(card, tag)| (card.trim(), tag.trim())) else {
                return fault(line, format!("`{line}`: expected a card and its tag, such as `A,-1`"));
            };
            let Some(twice) = halves(tag) else {
                let what = format!("`{tag}` for `{card}` is no tag: expected a number such as -1, 0 or 0.5");
                return fault(tag, what);
            };
            let known = NAMES.iter().position(|name| *name == card);
            let place = match known {
                Some(at) => &mut tags[at],
                None if card == "start" => &mut start,
                None => return fault(card, format!("`{card}` is no card: expected A, 2 to 10, or `start`")),
            };
            if place.replace(twice).is_some() {
                return fault(card, format!("`{card}` comes twice: expected once"));
            }
        }
        if let Some(at) = tags.iter().position(Option::is_none) {
            return Err(TextFault::missing(text, format!("the card `{}` has no tag", NAMES[at])));
        }
        Ok(Count::starting(tags.map(Option::unwrap_or_default), start))
    }
}

/// Writes what [`Count::read`] parses.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, tag) in NAMES.iter().zip(&self.tags[1..]) {
            writeln!(f, "{name},{}", f64::from(*tag) / 2.0)?;
        }
        match self.start {
            Some(start) => writeln!(f, "start,{}", f64::from(start) / 2.0),
            None => Ok(()),
        }
    }
}

/// Parses a whole or half number of moderate size; returns twice its value.
#[allow(clippy::cast_possible_truncation)]
fn halves(text: &str) -> Option<i32> {
    let twice = text.parse::<f64>().ok()? * 2.0;
    (twice.fract() == 0.0 && twice.abs() <= 200.0).then_some(twice as i32)
}

/// How many units are wagered from which true count on. Below the first step, the first step applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ramp {
    steps: Vec<(i32, u32)>,
}

/// The most units of a step.
const MOST_UNITS: u32 = 1000;

impl Ramp {
    /// One unit, whatever the count.
    pub fn flat() -> Ramp {
        Ramp { steps: vec![(0, 1)] }
    }

    /// The number of units at this true count.
    pub fn units(&self, count: i32) -> u32 {
        let reached = self.steps.iter().take_while(|(from, _)| *from <= count).last();
        reached.or(self.steps.first()).map_or(0, |(_, units)| *units)
    }

    /// Parses steps such as `0:1, 2:2, 3:4, 4:8`: two units from true count 2 on, and so on. With zero units the round
    /// is only watched.
    ///
    /// # Errors
    /// If a step is not written like this, if the steps do not rise, or if no step wagers anything.
    pub fn read(text: &str) -> Result<Ramp, TextFault> {
        let fault = |what| Err(TextFault::alone(text, what));
        let mut steps: Vec<(i32, u32)> = Vec::new();
        for step in text.split([',', ' ']).filter(|step| !step.is_empty()) {
            let read = step
                .split_once(':')
                .and_then(|(from, units)| Some((from.parse().ok()?, units.parse().ok()?)));
            let Some((from, units)) = read.filter(|&(_, units)| units <= MOST_UNITS) else {
                return fault(format!(
                    "`{step}` is no step: expected a true count and up to {MOST_UNITS} units, such as 2:4"
                ));
            };
            if steps.last().is_some_and(|&(last, _)| last >= from) {
                return fault(format!(
                    "`{step}` does not come after the step before it: expected rising true counts"
                ));
            }
            steps.push((from, units));
        }
        if steps.iter().all(|&(_, units)| units == 0) {
            return fault(format!("`{text}` wagers nothing: expected steps such as `0:1, 2:2, 3:4`"));
        }
        Ok(Ramp { steps })
    }
}

/// Writes what [`Ramp::read`] parses.
impl fmt::Display for Ramp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<String> = self.steps.iter().map(|(from, units)| format!("{from}:{units}")).collect();
        f.write_str(&steps.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_counts_are_rounded_down() {
        let hi_lo = Count::hi_lo();
        assert_eq!((hi_lo.of(5), hi_lo.of(8), hi_lo.of(10 | 3 << 4)), (2, 0, -2));
        assert_eq!(hi_lo.true_count(2 * 7, 104), 3, "seven by two decks");
        assert_eq!(hi_lo.true_count(-2, 104), -1, "minus one by two decks");
        assert_eq!(hi_lo.true_count(2 * 8, 104), 4);
    }

    #[test]
    fn true_counts_are_the_same_without_division() {
        for count in ["hi-lo", "ko", "uston-apc"].map(|name| Count::named(name).expect("known")) {
            for (left, running) in (0..=416).flat_map(|left| (-1300..=1300).map(move |at| (left, at))) {
                let expected = super::super::sums::bin(count.true_count(running, left));
                assert_eq!(count.bin(running, left), expected, "{running} with {left} cards left");
            }
        }
    }

    /// Knock-Out begins at minus four per deck, and after half of an average shoe half of that is left: the true count
    /// is zero at both points.
    #[test]
    fn a_count_that_is_not_balanced_is_reckoned_from_its_average() {
        let ko = Count::named("ko").expect("known");
        assert_eq!((ko.first(416), ko.true_count(ko.first(416), 416)), (-2 * 32, 0));
        assert_eq!(ko.true_count(-2 * 16, 208), 0);
        assert_eq!(ko.true_count(0, 208), 4, "sixteen above the average, by four decks");
        for name in Count::names() {
            let count = Count::named(name).expect("known");
            assert_eq!(Count::read(&count.to_string()), Ok(count.clone()), "{name}");
            let surplus: f64 =
                (0..).zip(count.tags()).map(|(at, tag)| tag * if at == 9 { 16.0 } else { 4.0 }).sum();
            assert_eq!(
                surplus,
                match name {
                    "ko" => 4.0,
                    "red-seven" => 2.0,
                    _ => 0.0,
                },
                "{name}"
            );
        }
    }

    #[test]
    fn counts_are_read_and_faults_have_their_line() {
        let text = "card,tag\nA,-1\n2,1\n3,1\n4,1\n5,1\n6,1\n7,0\n8,0\n9,0\n10,-1\n";
        assert_eq!(Count::read(text), Ok(Count::hi_lo()));
        let halves = Count::read(&(text.replace("9,0", "9,-0.5") + "start,-4")).expect("sound");
        assert_eq!((halves.of(9), halves.first(416)), (-1, -8));
        assert_eq!(Count::read(&halves.to_string()), Ok(halves));
        let fault = |text: &str| Count::read(text).expect_err("a fault").to_string();
        assert_eq!(fault(&text.replace("5,1\n", "")), "line 11, column 1: the card `5` has no tag");
        assert_eq!(fault(&text.replace("5,1", "4,1")), "line 6, column 1: `4` comes twice: expected once");
        assert_eq!(
            fault(&text.replace("5,1", "K,1")),
            "line 6, column 1: `K` is no card: expected A, 2 to 10, or `start`"
        );
        assert_eq!(
            fault(&text.replace("5,1", "5,x")),
            "line 6, column 3: `x` for `5` is no tag: expected a number such as -1, 0 or 0.5"
        );
        assert_eq!(fault("A"), "line 1, column 1: `A`: expected a card and its tag, such as `A,-1`");
    }

    #[test]
    fn ramps_rise_and_say_what_is_wrong() {
        let ramp = Ramp::read("0:0, 1:1, 3:8").expect("sound");
        assert_eq!([-5, 0, 1, 2, 3, 9].map(|count| ramp.units(count)), [0, 0, 1, 1, 8, 8]);
        assert_eq!(Ramp::flat().units(-3), 1);
        assert_eq!(ramp.to_string(), "0:0, 1:1, 3:8");
        let fault = |text: &str| Ramp::read(text).expect_err("a fault").to_string();
        assert_eq!(
            fault("0:1,two:4"),
            "`two:4` is no step: expected a true count and up to 1000 units, such as 2:4"
        );
        assert_eq!(
            fault("1:1,1:2"),
            "`1:2` does not come after the step before it: expected rising true counts"
        );
        assert_eq!(fault(""), "`` wagers nothing: expected steps such as `0:1, 2:2, 3:4`");
    }
}
