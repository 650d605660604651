//! The rules compiled: every state that a round can reach, walked once through [`Game::apply`], becomes a row of a table.
//!
//! A row has a cell for each outcome: where it leads, and which end of a round it is, if it is one. Ends with equal gains of
//! every patron are one end, states with equal rows are one state, so a simulation only walks cells and counts ends. Wheels
//! and dice have a row for each state and a cell for each outcome as likely as another ([`wheel`]). Cards have a cell for
//! each class of cards that no rule tells apart, and the shoe itself is not part of the state ([`cards`]).

use crate::{
    Unsolved,
    seated::{Round, Seated, Stop},
};
use rules::Game;
use std::collections::HashMap;

/// How many cells the table may have: a row and an outcome together are a `u16`.
const CELLS: usize = 1 << 16;
/// How many different ends it may have.
pub(crate) const ENDS: usize = 1 << 12;

/// A compiled round.
#[derive(Debug)]
pub(crate) struct Automaton {
    /// The row that comes next, in the upper half; the end of the round that was reached, in the lower, or 0.
    cells: Box<[u32; CELLS]>,
    /// What each patron gains at each end, in cents; the first is none.
    ends: Vec<Vec<i64>>,
    /// How many outcomes there are, one as likely as another, or how many classes of cards.
    pub outcomes: u32,
    /// How many states.
    pub states: usize,
    /// The most steps that a round may take, if there is a most.
    pub longest: Option<usize>,
}

/// Where a cell leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cell {
    pub state: usize,
    pub end: usize,
}

impl Automaton {
    /// Walks one step from a row; a step beyond the outcomes means nothing.
    #[inline]
    pub fn step(&self, row: u16, outcome: u16) -> (u16, usize) {
        let cell = self.cells[usize::from(row | outcome)];
        #[allow(clippy::cast_possible_truncation)]
        let row = (cell >> 16) as u16;
        (row, cell as usize & (ENDS - 1))
    }

    /// Whether each outcome ends a round, and every round begins alike.
    pub fn is_decided_at_once(&self) -> bool {
        let outcomes = 0..u16::try_from(self.outcomes).unwrap_or(u16::MAX);
        self.states == 1 && outcomes.into_iter().all(|outcome| self.step(0, outcome).1 != 0)
    }

    /// What each patron gains at an end.
    pub fn gains(&self, end: usize) -> &[i64] {
        &self.ends[end]
    }

    /// How many ends there are, the first of them none.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// The table of these states, each with as many cells as there are outcomes; the first state is the first row.
    pub fn of(rows: &[Vec<Cell>], ends: Vec<Vec<i64>>, longest: Option<usize>) -> Option<Automaton> {
        let outcomes = rows.first()?.len();
        let width = outcomes.next_power_of_two();
        if rows.len() * width > CELLS || ends.len() > ENDS {
            return None;
        }
        let mut cells: Box<[u32; CELLS]> = vec![0; CELLS].into_boxed_slice().try_into().ok()?;
        for (state, row) in rows.iter().enumerate() {
            for (cell, Cell { state, end }) in cells[state * width..].iter_mut().zip(row) {
                *cell = u32::try_from(state * width).ok()? << 16 | u32::try_from(*end).ok()?;
            }
        }
        Some(Automaton { cells, ends, outcomes: u32::try_from(outcomes).ok()?, states: rows.len(), longest })
    }
}

/// The ends found so far, each once.
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

/// How many states of a wheel or of dice are walked at most, before equal ones are merged.
pub(crate) const MOST_STATES: usize = 1 << 12;
/// How many outcomes of a wheel or of dice are told apart at most.
pub(crate) const MOST_OUTCOMES: usize = 64;

/// What the equipment may show, each outcome as often as its weight says.
pub(crate) fn evenly<G: Game>(table: &G) -> Vec<G::Chance> {
    let mut all = Vec::new();
    table.outcomes(&mut |chance, weight| all.extend((0..weight).map(|_| chance)));
    all
}

/// Compiles a game of wheels or dice; nothing if there are too many states.
pub(crate) fn wheel<G: Game>(seated: &Seated<'_, G>, table: G) -> Result<Option<Automaton>, Unsolved> {
    let mut first = seated.begin(table);
    if seated.go_on(&mut first)? == Stop::Over {
        return Ok(None);
    }
    let outcomes = evenly(&first.table);
    if outcomes.is_empty() || outcomes.len() > MOST_OUTCOMES {
        return Ok(None);
    }
    let mut index = HashMap::from([(first.clone(), 0)]);
    let (mut rounds, mut rows, mut ends) = (vec![first], Vec::new(), Ends::new());
    while let Some(round) = rounds.get(rows.len()).cloned() {
        if rounds.len() > MOST_STATES || evenly(&round.table) != outcomes {
            return Ok(None);
        }
        let mut row = Vec::new();
        for &chance in &outcomes {
            let mut next = round.clone();
            seated.show(&mut next, chance)?;
            let end = finish(seated, &mut next)?.map_or(0, |nets| ends.intern(nets));
            let state = *index.entry(next).or_insert_with_key(|next| {
                rounds.push(next.clone());
                rounds.len() - 1
            });
            row.push(Cell { state, end });
        }
        rows.push(row);
    }
    Ok(Automaton::of(&merge(&rows), ends.all, None))
}

/// Goes on to the next outcome; if the round is over, tells what it came to and begins the next.
fn finish<G: Game>(seated: &Seated<'_, G>, round: &mut Round<G>) -> Result<Option<Vec<i64>>, Unsolved> {
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

/// States with the same future as one: they are told apart only if their ends differ, or if they lead to states that were
/// told apart.
pub(crate) fn merge(rows: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let mut class = vec![0; rows.len()];
    let mut classes = 1;
    loop {
        let mut index = HashMap::new();
        let next: Vec<usize> = rows
            .iter()
            .map(|row| {
                let seen: Vec<Cell> =
                    row.iter().map(|cell| Cell { state: class[cell.state], ..*cell }).collect();
                let fresh = index.len();
                *index.entry(seen).or_insert(fresh)
            })
            .collect();
        let found = index.len();
        class = next;
        if found == classes {
            break;
        }
        classes = found;
    }
    // Classes are numbered in the order in which they were met, so the first state stays the first.
    let mut merged: Vec<Vec<Cell>> = Vec::new();
    for (row, &at) in rows.iter().zip(&class) {
        if at == merged.len() {
            merged.push(row.iter().map(|cell| Cell { state: class[cell.state], ..*cell }).collect());
        }
    }
    merged
}

/// Cards in classes that no rule of a game tells apart.
pub(crate) struct Classes<G: Game> {
    /// The cards of each class, as the equipment shows them.
    pub cards: Vec<Vec<G::Chance>>,
    /// What can be told of the cards of a round so far, by their classes: rounds of which it is the same go on alike.
    pub told: fn(&[u8]) -> Vec<u8>,
}

/// Compiles a game dealt from a shoe, given a table that is ready for wagers with a shoe that is nearly whole; nothing if
/// there are too many states.
pub(crate) fn cards<G: Game>(
    seated: &Seated<'_, G>,
    table: G,
    classes: &Classes<G>,
) -> Result<Option<Automaton>, Unsolved> {
    let mut first = seated.begin(table);
    if seated.go_on(&mut first)? == Stop::Over {
        return Ok(None);
    }
    // Rows are known only once those are that they lead to; an end leads to the first, which is the last to be known.
    let mut tree = Tree {
        seated,
        classes,
        known: HashMap::new(),
        index: HashMap::new(),
        rows: vec![Vec::new()],
        ends: Ends::new(),
        longest: 0,
    };
    let row = tree.row(&first, &mut Vec::new())?;
    tree.rows[0] = row;
    Ok(Automaton::of(&tree.rows, tree.ends.all, Some(tree.longest)))
}

struct Tree<'a, 'b, G: Game> {
    seated: &'a Seated<'b, G>,
    classes: &'a Classes<G>,
    /// The state behind what was told.
    known: HashMap<Vec<u8>, usize>,
    /// The state with such a row.
    index: HashMap<Vec<Cell>, usize>,
    rows: Vec<Vec<Cell>>,
    ends: Ends,
    longest: usize,
}

impl<G: Game> Tree<'_, '_, G> {
    fn row(&mut self, round: &Round<G>, shown: &mut Vec<u8>) -> Result<Vec<Cell>, Unsolved> {
        let mut row = Vec::new();
        for (class, cards) in (0..).zip(&self.classes.cards) {
            shown.push(class);
            let mut next = round.clone();
            let card = possible(&next.table, cards).ok_or(Unsolved::Stuck)?;
            self.seated.show(&mut next, card)?;
            row.push(match self.seated.go_on(&mut next)? {
                Stop::Over => {
                    self.longest = self.longest.max(shown.len());
                    Cell { state: 0, end: self.ends.intern(next.nets) }
                }
                Stop::Equipment => Cell { state: self.state(&next, shown)?, end: 0 },
            });
            shown.pop();
        }
        Ok(row)
    }

    fn state(&mut self, round: &Round<G>, shown: &mut Vec<u8>) -> Result<usize, Unsolved> {
        let told = (self.classes.told)(shown);
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

/// A card of these that the equipment can show now.
fn possible<G: Game>(table: &G, cards: &[G::Chance]) -> Option<G::Chance> {
    let mut found = None;
    table.outcomes(&mut |chance, _| {
        if cards.contains(&chance) {
            found = found.or(Some(chance));
        }
    });
    found
}
