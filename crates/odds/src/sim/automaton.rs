//! A compiled round in flat arrays, for a simulation.

use crate::graph::{Cell, Graph};

/// The most cells the table may have: a row and an outcome together are a `u16`.
const CELLS: usize = 1 << 16;
/// The most different ends it may have.
pub(crate) const ENDS: usize = 1 << 12;

/// A compiled round in flat arrays.
#[derive(Debug)]
pub struct Automaton {
    /// The next row in the upper half; in the lower half the end of the round that was reached, or 0.
    cells: Box<[u32; CELLS]>,
    /// Each patron's gain at each end, in cents. The first entry is unused.
    ends: Vec<Vec<i64>>,
    /// The number of equally likely outcomes, or of classes of cards.
    pub outcomes: u32,
    /// The number of states.
    pub states: usize,
    /// The most steps that a round may take, if there is a limit.
    pub longest: Option<usize>,
}

impl Automaton {
    /// Takes one step from a row. The outcome must be below `outcomes`.
    #[inline]
    pub fn step(&self, row: u16, outcome: u16) -> (u16, usize) {
        let cell = self.cells[usize::from(row | outcome)];
        #[allow(clippy::cast_possible_truncation)]
        let row = (cell >> 16) as u16;
        (row, cell as usize & (ENDS - 1))
    }

    /// The row of a state.
    pub fn row(&self, state: usize) -> u16 {
        u16::try_from(state * self.width()).expect("the table has room for every state")
    }

    /// The state of a row.
    #[inline]
    pub fn state(&self, row: u16) -> usize {
        usize::from(row) / self.width()
    }

    /// How many cells a row takes.
    fn width(&self) -> usize {
        (self.outcomes as usize).next_power_of_two()
    }

    /// Whether each outcome ends a round, and every round begins in the same state.
    pub fn is_decided_at_once(&self) -> bool {
        let outcomes = 0..u16::try_from(self.outcomes).unwrap_or(u16::MAX);
        self.states == 1 && outcomes.into_iter().all(|outcome| self.step(0, outcome).1 != 0)
    }

    /// Each patron's gain at an end.
    pub fn gains(&self, end: usize) -> &[i64] {
        &self.ends[end]
    }

    /// The number of ends, including the unused first one.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// The table of a graph whose states all have the same number of cells; `None` if it is too large.
    pub fn of(graph: &Graph) -> Option<Automaton> {
        let Graph { rows, ends, longest } = graph;
        let outcomes = rows.first()?.cells.len();
        let width = outcomes.next_power_of_two();
        let alike = rows.iter().all(|row| row.cells.len() == outcomes);
        if !alike || rows.len() * width > CELLS || ends.len() > ENDS {
            return None;
        }
        let mut cells: Box<[u32; CELLS]> = vec![0; CELLS].into_boxed_slice().try_into().ok()?;
        for (state, row) in rows.iter().enumerate() {
            for (cell, Cell { state, end }) in cells[state * width..].iter_mut().zip(&row.cells) {
                *cell = u32::try_from(state * width).ok()? << 16 | u32::try_from(*end).ok()?;
            }
        }
        let outcomes = u32::try_from(outcomes).ok()?;
        Some(Automaton { cells, ends: ends.clone(), outcomes, states: rows.len(), longest: *longest })
    }
}
