//! 9.2 (not held): what may be wagered at sic bo. The fifty positions are those of Pennsylvania's list, in its order.

use crate::games::prelude::*;
use crate::{
    kept::spelled,
    kit::dice::Die,
    vocabulary::{Kinds, Vocabulary},
    words::deeds,
};
use core::fmt;

deeds! {
    /// A position of the layout.
    pub enum Wager {
        /// All three dice show this number.
        ThreeOfAKind(n: Die) = "three-of-a-kind {n}",
        /// Two of the dice show this number.
        TwoOfAKind(n: Die) = "two-of-a-kind {n}",
        /// All three dice show the same number.
        AnyThree = "any-three-of-a-kind",
        /// The dice make this total.
        Total(total: Total) = "total {total}",
        /// Both of these numbers appear.
        Combination(numbers: Pair) = "combination {numbers}",
        /// A total from 4 to 10, but not three of a kind.
        Small = "small",
        /// A total from 11 to 17, but not three of a kind.
        Big = "big",
        /// At least one die shows this number.
        OneOfAKind(n: Die) = "one-of-a-kind {n}",
    }
}

spelled!(Wager, <Wager as Vocabulary>::read, "a wager at sic bo");

impl Kinds for Wager {
    fn kind(self) -> &'static str {
        match self {
            Wager::ThreeOfAKind(_) => "three-of-a-kind",
            Wager::TwoOfAKind(_) => "two-of-a-kind",
            Wager::AnyThree => "any-three-of-a-kind",
            Wager::Total(total) => total.kind(),
            Wager::Combination(_) => "combination",
            Wager::Small => "small",
            Wager::Big => "big",
            Wager::OneOfAKind(_) => "one-of-a-kind",
        }
    }
}

/// A total that can be wagered on, from 4 to 17.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Total(u8);

impl Total {
    /// The number of spots.
    pub const fn spots(self) -> u8 {
        self.0
    }

    /// The index of its pair: 4 and 17, 5 and 16 … 10 and 11 come up in equally many ways and are paid
    /// alike.
    pub(super) const fn pair(self) -> usize {
        (if self.0 > 10 { 17 - self.0 } else { self.0 - 4 }) as usize
    }

    const fn kind(self) -> &'static str {
        ["total-4-17", "total-5-16", "total-6-15", "total-7-14", "total-8-13", "total-9-12", "total-10-11"]
            [self.pair()]
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Vocabulary for Total {
    fn each(tell: &mut dyn FnMut(Total)) {
        (4..=17).map(Total).for_each(tell);
    }
}

/// Two different numbers, the lower one first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair(Die, Die);

impl Pair {
    /// Both numbers of the pair.
    pub const fn numbers(self) -> [Die; 2] {
        [self.0, self.1]
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl Vocabulary for Pair {
    fn each(tell: &mut dyn FnMut(Pair)) {
        for low in Die::ALL {
            Die::ALL.into_iter().filter(|high| *high > low).map(|high| Pair(low, high)).for_each(&mut *tell);
        }
    }
}

impl Vocabulary for Die {
    fn each(tell: &mut dyn FnMut(Die)) {
        Die::ALL.into_iter().for_each(tell);
    }
}

impl Wager {
    /// The section that lists it; it is not held.
    pub const CITE: Citation = cite!("9.2");
}
