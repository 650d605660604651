//! The five roads of a baccarat shoe as data: each mark and its position.
//!
//! Baccarat players write the results of a shoe into five grids of six rows.
//!
//! * **Bead plate**: every result, filling one column after another from top to bottom.
//! * **Big road**: every result except ties; a streak runs down a column, and a change of winner begins the next one. A
//!   tie is counted on the mark before it, or, if there is none yet, on the first mark.
//! * **Big eye boy, small road, cockroach road**: red where the big road repeats itself, blue where it does not. They
//!   compare a column of the big road with the one 1, 2 or 3 columns before it.
//!
//! A streak whose column is full, or blocked by an earlier streak, turns right and stays in its row: the dragon tail.
//! The three derived roads depend only on the lengths of the streaks, not on where they turn, so each cell has a
//! `logical_column` in addition to the `column` it is drawn in. Rows, columns and games are counted from 0.
//!
//! Results of past rounds say nothing about the next one: the roads are a record, not a forecast.
//!
//! ```
//! use roads::{Color, Roads, Winner};
//!
//! let shoe = roads::read("B Bn T P Pb B").expect("six results");
//! let roads: Roads = shoe.into_iter().collect();
//!
//! let second = &roads.big_road().cells()[1];
//! assert_eq!((second.row, second.column, second.mark), (1, 0, Winner::Banker));
//! assert_eq!((second.ties, second.natural), (1, true));
//!
//! // Two columns of two are alike, so the third begins with red.
//! let eye: Vec<Color> = roads.big_eye_boy().cells().iter().map(|cell| cell.mark).collect();
//! assert_eq!(eye, [Color::Red, Color::Red]);
//!
//! // What would the derived roads get?
//! assert_eq!(roads.ask(Winner::Banker).big_eye_boy, Some(Color::Red));
//! assert_eq!(roads.ask(Winner::Player).big_eye_boy, Some(Color::Blue));
//! ```
//!
//! The crate needs an allocator and no `std`. With the feature `serde` roads, marks and results can be serialized.
#![no_std]

extern crate alloc;

mod outcome;
mod road;
#[cfg(feature = "serde")]
mod written;

pub use outcome::{Misread, Outcome, Winner, Wrong, read};
pub use road::{Cell, Road};

use alloc::vec::Vec;
use core::fmt;

/// How many rows each road has.
pub const ROWS: usize = 6;

/// A mark of a derived road.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Color {
    /// The big road repeats itself.
    Red,
    /// The big road does not repeat itself.
    Blue,
}

impl Color {
    fn red_if(regular: bool) -> Color {
        if regular { Color::Red } else { Color::Blue }
    }

    /// `red` or `blue`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Blue => "blue",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A road derived from the big road.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Derived {
    /// Compares with the previous column.
    BigEyeBoy,
    /// Compares with the column two before.
    SmallRoad,
    /// Compares with the column three before.
    CockroachRoad,
}

impl Derived {
    /// All three derived roads.
    pub const ALL: [Derived; 3] = [Derived::BigEyeBoy, Derived::SmallRoad, Derived::CockroachRoad];

    /// How many columns back it compares.
    pub const fn cycle(self) -> usize {
        self as usize + 1
    }

    /// The mark that the last result of the big road gives, or `None` if this road has not begun yet.
    ///
    /// `streaks` are the lengths of the big road's logical columns, including the last result. With a cycle of 1 the
    /// first mark comes from column 2, row 2, or else column 3, row 1; each longer cycle begins one column later.
    pub fn mark(self, streaks: &[usize]) -> Option<Color> {
        let last = streaks.len().checked_sub(1)?;
        if streaks[last] == 1 {
            // A new column: did the previous one have the same length as the one a cycle before it?
            let other = last.checked_sub(1 + self.cycle())?;
            return Some(Color::red_if(streaks[last - 1] == streaks[other]));
        }
        // Further down a column: red beside a mark, blue beside the first empty place, red again below that.
        let other = last.checked_sub(self.cycle())?;
        Some(Color::red_if(streaks[last] != streaks[other] + 1))
    }
}

impl fmt::Display for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Derived::BigEyeBoy => "big eye boy",
            Derived::SmallRoad => "small road",
            Derived::CockroachRoad => "cockroach road",
        })
    }
}

/// The next mark of each derived road; `None` for a road that has not begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Marks {
    /// The mark of the big eye boy.
    pub big_eye_boy: Option<Color>,
    /// The mark of the small road.
    pub small_road: Option<Color>,
    /// The mark of the cockroach road.
    pub cockroach_road: Option<Color>,
}

impl Marks {
    /// The mark of this road.
    pub const fn of(self, road: Derived) -> Option<Color> {
        match road {
            Derived::BigEyeBoy => self.big_eye_boy,
            Derived::SmallRoad => self.small_road,
            Derived::CockroachRoad => self.cockroach_road,
        }
    }
}

/// How many games of a shoe ended in each way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counts {
    /// The total number of games.
    pub games: usize,
    /// Games won by the Banker's Hand.
    pub banker: usize,
    /// Games won by the Player's Hand.
    pub player: usize,
    /// Games that ended in a tie.
    pub tie: usize,
    /// Games with a natural.
    pub naturals: usize,
    /// Games with a pair in the Banker's Hand.
    pub banker_pairs: usize,
    /// Games with a pair in the Player's Hand.
    pub player_pairs: usize,
}

/// The roads of a shoe. Collect results into it, or push each one as it comes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roads {
    outcomes: Vec<Outcome>,
    bead_plate: Road<Winner>,
    big_road: Road<Winner>,
    derived: [Road<Color>; 3],
}

impl Roads {
    /// The roads of a fresh shoe.
    pub fn new() -> Roads {
        Roads::default()
    }

    /// Records the next result.
    pub fn push(&mut self, outcome: Outcome) {
        let game = self.outcomes.len();
        self.outcomes.push(outcome);
        let of = |outcome: Outcome| Cell { game, ..Cell::new(outcome) };
        self.bead_plate.bead(of(outcome));
        if outcome.winner == Winner::Tie {
            // Anything else about a tied game appears on the bead plate only.
            self.big_road.tie(of(Outcome::new(Winner::Tie)));
            return;
        }
        self.big_road.win(of(outcome));
        for road in Derived::ALL {
            if let Some(mark) = road.mark(self.big_road.streaks()) {
                self.derived[road as usize].streak(Cell { game, ..Cell::plain(mark) });
            }
        }
    }

    /// The results, in order.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Counts the results of each kind.
    pub fn counts(&self) -> Counts {
        let count = |is: fn(&Outcome) -> bool| self.outcomes.iter().filter(|outcome| is(outcome)).count();
        Counts {
            games: self.outcomes.len(),
            banker: count(|o| o.winner == Winner::Banker),
            player: count(|o| o.winner == Winner::Player),
            tie: count(|o| o.winner == Winner::Tie),
            naturals: count(|o| o.natural),
            banker_pairs: count(|o| o.banker_pair),
            player_pairs: count(|o| o.player_pair),
        }
    }

    /// The bead plate: every result, filling one column after another.
    pub fn bead_plate(&self) -> &Road<Winner> {
        &self.bead_plate
    }

    /// The big road: the streaks, with ties counted on them. As long as there are only ties, its only cell is marked
    /// [`Winner::Tie`].
    pub fn big_road(&self) -> &Road<Winner> {
        &self.big_road
    }

    /// The road that compares with the previous column.
    pub fn big_eye_boy(&self) -> &Road<Color> {
        self.derived(Derived::BigEyeBoy)
    }

    /// The road that compares with the column two before.
    pub fn small_road(&self) -> &Road<Color> {
        self.derived(Derived::SmallRoad)
    }

    /// The road that compares with the column three before.
    pub fn cockroach_road(&self) -> &Road<Color> {
        self.derived(Derived::CockroachRoad)
    }

    /// One of the three derived roads.
    pub fn derived(&self, road: Derived) -> &Road<Color> {
        &self.derived[road as usize]
    }

    /// The marks that the derived roads would get if this were the next result. A tie gives none of them a mark.
    ///
    /// Where both answers exist, those for Banker and Player are opposite: a streak either continues or ends.
    pub fn ask(&self, next: Winner) -> Marks {
        if next == Winner::Tie {
            return Marks::default();
        }
        let mut streaks = self.big_road.streaks().to_vec();
        let goes_on = self.big_road.cells().last().is_some_and(|cell| cell.mark == next);
        match streaks.last_mut().filter(|_| goes_on) {
            Some(length) => *length += 1,
            None => streaks.push(1),
        }
        Marks {
            big_eye_boy: Derived::BigEyeBoy.mark(&streaks),
            small_road: Derived::SmallRoad.mark(&streaks),
            cockroach_road: Derived::CockroachRoad.mark(&streaks),
        }
    }
}

impl Extend<Outcome> for Roads {
    fn extend<I: IntoIterator<Item = Outcome>>(&mut self, outcomes: I) {
        outcomes.into_iter().for_each(|outcome| self.push(outcome));
    }
}

impl FromIterator<Outcome> for Roads {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Roads {
        let mut roads = Roads::new();
        roads.extend(outcomes);
        roads
    }
}
