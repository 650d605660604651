//! A rule as it is written.

use super::{Item, NONE, Rule, SHAPES};
use core::fmt;

/// The letter of a rank.
pub(super) fn rank(rank: u8) -> &'static str {
    const LETTERS: &str = "23456789TJQKA";
    &LETTERS[usize::from(rank)..=usize::from(rank)]
}

const GROUPS: [&str; 3] = ["first", "second", "third"];

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut or = "";
        for shape in (0..SHAPES.len()).filter(|at| self.shapes >> at & 1 == 1).map(|at| &SHAPES[at]) {
            write!(f, "{or}{}", shape.name)?;
            or = " or ";
        }
        for (name, &[from, to]) in GROUPS.iter().zip(&self.groups) {
            match () {
                () if [from, to] == NONE.groups[0] => {}
                () if from == to => write!(f, ", {name} {}", rank(from))?,
                () => write!(f, ", {name} {}-{}", rank(from), rank(to))?,
            }
        }
        if self.singles != 0 {
            f.write_str(", single")?;
            let singles = (0..13).rev().filter(|&rank| self.singles >> rank & 1 == 1);
            singles.into_iter().try_for_each(|single| write!(f, " {}", rank(single)))?;
        }
        match (self.low, self.is_complete) {
            ([Item::Any, Item::Any], true) => write!(f, " -> high complete"),
            ([one, other], false) => write!(f, " -> low {one} {other}"),
            ([one, other], true) => write!(f, " -> low {one} {other}, high complete"),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Item::Any => "any",
            Item::Single => "single",
            Item::Group(nth) => GROUPS[usize::from(nth)],
            Item::Rank(of) => rank(of),
        })
    }
}
