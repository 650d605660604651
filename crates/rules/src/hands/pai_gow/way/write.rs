//! A rule as it is written.

use super::{ANYTHING, Item, NAMES, NONE, Pairs, Rule, SHAPES, SIDES, Tiles, WORTHS, Wanted};
use core::fmt;

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut or = "";
        for (_, shape) in SHAPES.iter().enumerate().filter(|(at, _)| self.shapes >> at & 1 == 1) {
            write!(f, "{or}{shape}")?;
            or = " or ";
        }
        if self.of != NONE.of {
            f.write_str(", of ")?;
            tiles(f, self.of)?;
        }
        for (at, &with) in self.with.iter().take_while(|with| **with != 0).enumerate() {
            f.write_str(if at == 0 { ", with " } else { " " })?;
            tiles(f, with)?;
        }
        let mut before = " -> ";
        let mut part = |f: &mut fmt::Formatter<'_>, text: &str| {
            write!(f, "{before}{text}")?;
            before = ", ";
            Ok(())
        };
        match self.pairs {
            Pairs::Any => {}
            Pairs::Keep => part(f, "keep")?,
            Pairs::Split => part(f, "split")?,
        }
        for (side, wanted) in SIDES.iter().zip(&self.sides).filter(|(_, wanted)| **wanted != ANYTHING) {
            part(f, side)?;
            write!(f, "{wanted}")?;
        }
        let is_short = self.pairs == Pairs::Any && self.sides == NONE.sides;
        match self.is_for_high {
            true => part(f, "best high"),
            false if is_short => part(f, "best low"),
            false => Ok(()),
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if (self.worth, self.tile) != (ANYTHING.worth, ANYTHING.tile) {
            let [from, to] = self.worth;
            write!(f, " {}", WORTHS[usize::from(from)])?;
            if self.tile != 0 {
                f.write_str(":")?;
                tiles(f, self.tile)?;
            }
            match () {
                () if from == to => {}
                () if to == ANYTHING.worth[1] => f.write_str("+")?,
                () => write!(f, "-{}", WORTHS[usize::from(to)])?,
            }
        }
        let [one, other] = self.tiles;
        if self.tiles == ANYTHING.tiles {
            return Ok(());
        }
        write!(f, " {one}+{other}")
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Item::Of(some) => tiles(f, some),
            Item::Highest => f.write_str("highest"),
            Item::Lowest => f.write_str("lowest"),
        }
    }
}

/// The fewest names, with strokes between them.
fn tiles(f: &mut fmt::Formatter<'_>, mut all: Tiles) -> fmt::Result {
    let mut stroke = "";
    for (name, these) in NAMES {
        if all & these == these && all != 0 {
            write!(f, "{stroke}{name}")?;
            (all, stroke) = (all & !these, "/");
        }
    }
    Ok(())
}
