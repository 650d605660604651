//! The compiled rules: every state that a round can reach, explored once through [`Game::apply`], becomes a row of a
//! graph.
//!
//! A row has a cell for each outcome: where it leads and, if it ends the round, which end that is. Ends with equal
//! gains for every patron are one end, and states with equal rows are one state. Wheels and dice have a row for each
//! state and a cell for each equally likely outcome ([`wheel`], [`laid`]). Cards have a cell for each class of cards
//! that no rule distinguishes, and the shoe itself is not part of the state ([`cards`]). Exact odds
//! [solve](crate::exact) the graph; a simulation stores it flat as an [`Automaton`](crate::sim::automaton::Automaton),
//! and only walks cells and counts ends.

use crate::{
    Priced, Unsolved,
    classes::Classes,
    seated::{Playing, Round, Seated, Stop},
};
use rules::Game;
use std::{collections::HashMap, hash::Hash};

/// A compiled round.
#[derive(Debug)]
pub struct Graph {
    /// The states. A round begins in the first one.
    pub rows: Vec<Row>,
    /// Each patron's gain at each end, in cents. The first entry is unused.
    pub ends: Vec<Vec<i64>>,
    /// The most steps that a round may take, if there is a limit.
    pub longest: Option<usize>,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    /// Where each equally likely outcome leads, or each class of cards.
    pub cells: Vec<Cell>,
    /// Whether the next outcome could win or lose something.
    pub at_risk: bool,
}

/// Where an outcome leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    pub state: usize,
    /// The end of the round that was reached, or 0.
    pub end: usize,
}

/// The ends found so far, each one once.
pub(crate) struct Ends {
    pub all: Vec<Vec<i64>>,
    index: HashMap<Vec<i64>, usize>,
}

impl Ends {
    pub fn new() -> Ends {
        Ends { all: vec![Vec::new()], index: HashMap::new() }
    }

    pub fn intern(&mut self, nets: Vec<i64>) -> usize {
        *self.index.entry(nets).or_insert_with_key(|nets| {
            self.all.push(nets.clone());
            self.all.len() - 1
        })
    }
}

/// The most states of a wheel or of dice that are explored, before equal ones are merged.
const MOST_STATES: usize = 1 << 12;
/// The most outcomes of a wheel or of dice that a simulation distinguishes: three dice have 216.
pub(crate) const MOST_OUTCOMES: usize = 256;

/// What the equipment may show, with each outcome repeated according to its weight.
pub(crate) fn evenly<G: Game>(table: &G) -> Vec<G::Chance> {
    let mut all = Vec::new();
    table.outcomes(&mut |chance, weight| all.extend((0..weight).map(|_| chance)));
    all
}

/// The states and ends found so far.
pub(crate) struct Met<S> {
    index: HashMap<S, usize>,
    states: Vec<S>,
    pub ends: Ends,
}

impl<S: Clone + Eq + Hash> Met<S> {
    /// The number of a state.
    pub fn state(&mut self, state: S) -> usize {
        *self.index.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            self.states.len() - 1
        })
    }
}

/// Explores every state that can be reached from the first ones, given the row of each; `None` if a state has no row,
/// or if there are too many.
pub(crate) fn explore<S: Clone + Eq + Hash>(
    first: impl IntoIterator<Item = S>,
    mut row: impl FnMut(&S, &mut Met<S>) -> Result<Option<Row>, Unsolved>,
) -> Result<Option<(Graph, Vec<S>)>, Unsolved> {
    let mut met = Met { index: HashMap::new(), states: Vec::new(), ends: Ends::new() };
    for state in first {
        met.state(state);
    }
    let mut rows = Vec::new();
    while let Some(state) = met.states.get(rows.len()).cloned() {
        match row(&state, &mut met)? {
            Some(row) if met.states.len() <= MOST_STATES => rows.push(row),
            _ => return Ok(None),
        }
    }
    Ok(Some((Graph { rows, ends: met.ends.all, longest: None }, met.states)))
}

/// Compiles a game with a wheel or dice, one round after another; `None` if there are too many states.
pub(crate) fn wheel<G: Priced>(seated: &Seated<'_, G>, table: G) -> Result<Option<Graph>, Unsolved> {
    let mut first = seated.begin(table);
    if seated.go_on(&mut first)? == Stop::Over {
        return Ok(None);
    }
    let outcomes = evenly(&first.table);
    if outcomes.is_empty() || outcomes.len() > MOST_OUTCOMES {
        return Ok(None);
    }
    let found = explore([first], |round, met| {
        if evenly(&round.table) != outcomes {
            return Ok(None);
        }
        let mut row = Row { cells: Vec::new(), at_risk: false };
        for &chance in &outcomes {
            let mut next = round.clone();
            seated.show(&mut next, chance)?;
            let end = finish(seated, &mut next)?.map_or(0, |nets| met.ends.intern(nets));
            row.cells.push(Cell { state: met.state(next), end });
        }
        Ok(Some(row))
    })?;
    found.map(|(graph, _)| Ok(ending(graph)?.0)).transpose()
}

/// Compiles one round of a wheel or dice whose wagers are already made. What comes after its end does not matter.
pub(crate) fn laid<G: Priced>(
    seated: &impl Playing<G>,
    mut first: Round<G>,
) -> Result<Option<Graph>, Unsolved> {
    if seated.go_on(&mut first)? == Stop::Over {
        return Ok(None);
    }
    let found = explore([first], |round, met| {
        let mut row = Row { cells: Vec::new(), at_risk: false };
        for chance in evenly(&round.table) {
            let mut next = round.clone();
            seated.show(&mut next, chance)?;
            let stop = seated.go_on(&mut next)?;
            row.at_risk |= next.nets != round.nets;
            row.cells.push(match stop {
                Stop::Over => Cell { state: 0, end: met.ends.intern(next.nets) },
                Stop::Equipment => Cell { state: met.state(next), end: 0 },
            });
        }
        Ok(Some(row).filter(|row| !row.cells.is_empty()))
    })?;
    found.map(|(graph, _)| Ok(ending(graph)?.0)).transpose()
}

/// Continues to the next outcome. If the round is over, returns its gains and begins the next one.
fn finish<G: Priced>(seated: &Seated<'_, G>, round: &mut Round<G>) -> Result<Option<Vec<i64>>, Unsolved> {
    if seated.go_on(round)? == Stop::Equipment {
        return Ok(None);
    }
    let next = seated.begin(round.table.clone());
    let nets = std::mem::replace(round, next).nets;
    match seated.go_on(round)? {
        Stop::Equipment => Ok(Some(nets)),
        // A round without any outcome would never end.
        Stop::Over => Err(Unsolved::Stuck),
    }
}

/// The merged graph; an error if some state can never reach an end, because then a round would never be over.
pub(crate) fn ending(graph: Graph) -> Result<(Graph, Vec<usize>), Unsolved> {
    if graph.always_ends() { Ok(graph.merged()) } else { Err(Unsolved::Stuck) }
}

impl Graph {
    /// Whether every state can reach an end.
    fn always_ends(&self) -> bool {
        let mut ends = vec![false; self.rows.len()];
        for _ in 0..=self.rows.len() {
            let before = ends.clone();
            for (at, row) in self.rows.iter().enumerate().rev() {
                ends[at] = ends[at] || row.cells.iter().any(|cell| cell.end != 0 || ends[cell.state]);
            }
            if ends == before {
                break;
            }
        }
        ends.into_iter().all(|ends| ends)
    }

    /// Merges states with the same future: they are distinguished only if their ends differ, or if they lead to states
    /// that are distinguished. Also returns what each state has become.
    pub fn merged(self) -> (Graph, Vec<usize>) {
        let mut class = vec![0; self.rows.len()];
        let mut classes = 1;
        let seen = |row: &Row, class: &[usize]| {
            let cells = row.cells.iter().map(|cell| Cell { state: class[cell.state], ..*cell }).collect();
            Row { cells, ..*row }
        };
        loop {
            let mut index = HashMap::new();
            let mut number = |row: &Row| {
                let fresh = index.len();
                *index.entry(seen(row, &class)).or_insert(fresh)
            };
            let next: Vec<usize> = self.rows.iter().map(&mut number).collect();
            let found = index.len();
            class = next;
            if found == classes {
                break;
            }
            classes = found;
        }
        // Classes are numbered in the order of discovery, so the first state stays first.
        let mut rows: Vec<Row> = Vec::new();
        for (row, &at) in self.rows.iter().zip(&class) {
            if at == rows.len() {
                rows.push(seen(row, &class));
            }
        }
        (Graph { rows, ..self }, class)
    }
}

/// Compiles a game dealt from a shoe, given a round that begins with an almost full shoe; `None` if it is over at once.
pub(crate) fn cards<G: Priced>(
    seated: &impl Playing<G>,
    mut first: Round<G>,
    classes: &Classes,
) -> Result<Option<Graph>, Unsolved> {
    if seated.go_on(&mut first)? == Stop::Over {
        return Ok(None);
    }
    // A row is known only after the rows it leads to. An end leads to the first state, which is the last to be known.
    let mut tree = Tree {
        seated,
        classes,
        known: HashMap::new(),
        index: HashMap::new(),
        rows: vec![Row { cells: Vec::new(), at_risk: true }],
        ends: Ends::new(),
        longest: 0,
    };
    let row = tree.row(&first, &mut Vec::new())?;
    tree.rows[0] = row;
    Ok(Some(Graph { rows: tree.rows, ends: tree.ends.all, longest: Some(tree.longest) }))
}

struct Tree<'a, P> {
    seated: &'a P,
    classes: &'a Classes,
    /// The state for each encoding of the cards so far.
    known: HashMap<u64, usize>,
    /// The state with each row.
    index: HashMap<Row, usize>,
    rows: Vec<Row>,
    ends: Ends,
    longest: usize,
}

impl<P> Tree<'_, P> {
    fn row<G: Priced>(&mut self, round: &Round<G>, shown: &mut Vec<u8>) -> Result<Row, Unsolved>
    where
        P: Playing<G>,
    {
        let possible = self.classes.possible(&round.table);
        let mut cells = Vec::with_capacity(self.classes.many);
        for (class, card) in (0..).zip(&possible[..self.classes.many]) {
            shown.push(class);
            let mut next = round.clone();
            self.seated.show(&mut next, card.ok_or(Unsolved::Stuck)?)?;
            cells.push(match self.seated.go_on(&mut next)? {
                Stop::Over => {
                    self.longest = self.longest.max(shown.len());
                    Cell { state: 0, end: self.ends.intern(next.nets) }
                }
                Stop::Equipment => Cell { state: self.state(&next, shown)?, end: 0 },
            });
            shown.pop();
        }
        Ok(Row { cells, at_risk: true })
    }

    fn state<G: Priced>(&mut self, round: &Round<G>, shown: &mut Vec<u8>) -> Result<usize, Unsolved>
    where
        P: Playing<G>,
    {
        let told = self.classes.told.of(shown);
        if let Some(&state) = self.known.get(&told) {
            return Ok(state);
        }
        let row = self.row(round, shown)?;
        let state = *self.index.entry(row).or_insert_with_key(|row| {
            self.rows.push(row.clone());
            self.rows.len() - 1
        });
        self.known.insert(told, state);
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_from_which_no_round_ends_is_found() {
        let row = |cells: &[(usize, usize)]| Row {
            cells: cells.iter().map(|&(state, end)| Cell { state, end }).collect(),
            at_risk: true,
        };
        let graph = |rows: Vec<Row>| Graph { rows, ends: vec![vec![], vec![1]], longest: None };
        assert!(graph(vec![row(&[(1, 0), (0, 0)]), row(&[(0, 0), (0, 1)])]).always_ends());
        assert!(!graph(vec![row(&[(1, 0), (0, 1)]), row(&[(1, 0)])]).always_ends());
    }
}
