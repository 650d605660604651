//! A single road, and where its next mark goes.

use crate::{Outcome, ROWS, Winner};
use alloc::vec::Vec;

/// A mark of a road and its position. Rows, columns and games are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Cell<M> {
    /// Its row, from the top.
    pub row: usize,
    /// The column it is drawn in, from the left.
    pub column: usize,
    /// The streak it belongs to. It differs from `column` in a dragon tail, and to the right of a tail in the top row.
    pub logical_column: usize,
    /// The mark.
    pub mark: M,
    /// The game whose result it marks.
    pub game: usize,
    /// How many ties are counted on it. Used on the big road only.
    pub ties: usize,
    /// Whether the Banker's Hand began with a pair. Used on the bead plate and the big road only.
    pub banker_pair: bool,
    /// Whether the Player's Hand began with a pair. Used on the bead plate and the big road only.
    pub player_pair: bool,
    /// Whether a natural decided the game. Used on the bead plate and the big road only.
    pub natural: bool,
}

impl<M> Cell<M> {
    /// A mark that has no position yet.
    pub(crate) fn plain(mark: M) -> Cell<M> {
        Cell {
            row: 0,
            column: 0,
            logical_column: 0,
            mark,
            game: 0,
            ties: 0,
            banker_pair: false,
            player_pair: false,
            natural: false,
        }
    }
}

impl Cell<Winner> {
    pub(crate) fn new(of: Outcome) -> Cell<Winner> {
        let Outcome { winner, natural, banker_pair, player_pair } = of;
        Cell { natural, banker_pair, player_pair, ..Cell::plain(winner) }
    }
}

/// A road: marks in the order of their games, on a grid of [`ROWS`] rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Road<M> {
    cells: Vec<Cell<M>>,
    /// For each column, the index of the cell in each row.
    grid: Vec<[Option<usize>; ROWS]>,
    streaks: Vec<usize>,
    /// The column in which the last streak began.
    start: usize,
}

impl<M> Default for Road<M> {
    fn default() -> Road<M> {
        Road { cells: Vec::new(), grid: Vec::new(), streaks: Vec::new(), start: 0 }
    }
}

impl<M: Copy + PartialEq> Road<M> {
    /// The marks, in the order of their games.
    pub fn cells(&self) -> &[Cell<M>] {
        &self.cells
    }

    /// The mark at this position.
    pub fn at(&self, row: usize, column: usize) -> Option<&Cell<M>> {
        let cell = self.grid.get(column)?.get(row)?;
        cell.map(|at| &self.cells[at])
    }

    /// How many columns it occupies.
    pub fn columns(&self) -> usize {
        self.grid.len()
    }

    /// How long each logical column is.
    pub fn streaks(&self) -> &[usize] {
        &self.streaks
    }

    fn is_free(&self, row: usize, column: usize) -> bool {
        self.at(row, column).is_none()
    }

    fn put(&mut self, cell: Cell<M>) {
        if self.grid.len() <= cell.column {
            self.grid.resize(cell.column + 1, [None; ROWS]);
        }
        self.grid[cell.column][cell.row] = Some(self.cells.len());
        self.cells.push(cell);
    }

    /// Places a mark on the bead plate, filling one column after another.
    pub(crate) fn bead(&mut self, cell: Cell<M>) {
        let (row, column) = (self.cells.len() % ROWS, self.cells.len() / ROWS);
        if row == 0 {
            self.streaks.push(0);
        }
        self.streaks[column] += 1;
        self.put(Cell { row, column, logical_column: column, ..cell });
    }

    /// Places a mark at the end of the current streak, or at the top of a new one.
    pub(crate) fn streak(&mut self, cell: Cell<M>) {
        let last = self.cells.last().copied();
        let (row, column) = match last.filter(|last| last.mark == cell.mark) {
            Some(Cell { row, column, .. }) => {
                let turned = column != self.start;
                if !turned && row + 1 < ROWS && self.is_free(row + 1, column) {
                    (row + 1, column)
                } else {
                    // This place is always free: an earlier tail in this row would have come from the left, through the
                    // current place.
                    (row, column + 1)
                }
            }
            None => {
                // A tail in the top row pushes the next streak further to the right.
                let mut column = if last.is_some() { self.start + 1 } else { 0 };
                while !self.is_free(0, column) {
                    column += 1;
                }
                self.start = column;
                self.streaks.push(0);
                (0, column)
            }
        };
        let logical_column = self.streaks.len() - 1;
        self.streaks[logical_column] += 1;
        self.put(Cell { row, column, logical_column, ..cell });
    }
}

impl Road<Winner> {
    /// Counts a tie on the last mark. Ties before the first win are held in a temporary cell.
    pub(crate) fn tie(&mut self, waiting: Cell<Winner>) {
        if self.cells.is_empty() {
            self.put(waiting);
        }
        let last = self.cells.last_mut().expect("put above if there was none");
        last.ties += 1;
    }

    /// Places a win. The first one takes over the ties counted so far.
    pub(crate) fn win(&mut self, mut cell: Cell<Winner>) {
        if self.streaks.is_empty()
            && let Some(waiting) = self.cells.pop()
        {
            self.grid.clear();
            cell.ties = waiting.ties;
        }
        self.streak(cell);
    }
}
