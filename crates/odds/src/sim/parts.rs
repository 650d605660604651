//! Several wagers with dice, compiled one by one: together they have too many states, but they share nothing except the
//! dice.
//!
//! Each wager has its own table with nothing else on it. A wager that is decided is ignored until all are: then the
//! next round begins for all of them, at a table at which nobody ever wagers (the idle table). That each wager leaves
//! its table in the same state as the idle table, whatever was rolled, is checked when it is compiled.

use super::{automaton::Automaton, draw::Quick, walk::Counts};
use crate::{
    Moments, Priced, Staked, Unsolved,
    graph::{Cell, MOST_OUTCOMES, Row, ending, evenly, explore},
    round::usual_step,
    seated::{Seated, Stop},
    steps::Steps,
};
use rules::Awaits;

/// The wagers of a plan, each compiled.
pub struct Parts {
    /// The idle table, at which nobody wagers, between rolls.
    idle: Automaton,
    all: Vec<Part>,
}

/// A wager.
struct Part {
    automaton: Automaton,
    /// The row in which a round begins, by the state of the idle table.
    begins: Vec<u16>,
}

/// A wager that is not decided yet: its index and its row.
type Open = (usize, u16);

impl Parts {
    /// Compiles each of these wagers, all of which have found a place at one table that is ready; `None` if one of them
    /// cannot be compiled.
    pub fn of<G: Priced>(
        seated: &Seated<'_, G>,
        bets: &[Staked<G>],
        table: &G,
    ) -> Result<Option<Parts>, Unsolved> {
        let mut first = seated.begin(table.clone());
        seated.go_on(&mut first)?;
        let outcomes = evenly(&first.table);
        if outcomes.is_empty() || outcomes.len() > MOST_OUTCOMES {
            return Ok(None);
        }
        let found = explore([table.clone()], |table, met| {
            let mut cells = Vec::new();
            for &chance in &outcomes {
                let Some(next) = idle(table.clone(), chance)? else { return Ok(None) };
                cells.push(Cell { state: met.state(next), end: 0 });
            }
            Ok(Some(Row { cells, at_risk: false }))
        })?;
        let Some((graph, tables)) = found else { return Ok(None) };
        let Some(idle) = Automaton::of(&graph) else { return Ok(None) };
        let mut all = Vec::new();
        for bet in bets.chunks(1) {
            match part(&Seated::new(bet, table)?, &tables, &outcomes)? {
                Some(part) => all.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(Parts { idle, all }))
    }

    /// The total number of states.
    pub fn states(&self) -> usize {
        self.all.iter().map(|part| part.automaton.states).sum()
    }

    /// Plays this many rounds.
    pub fn play(&self, quick: &mut Quick, rounds: u64, counts: &mut Vec<Counts>, moments: &mut [Moments]) {
        counts.resize_with(self.all.len(), Counts::new);
        let range = quick.range(self.idle.outcomes);
        let (mut row, mut open) = (0, Vec::new());
        let (mut drawn, mut left) = ([0; 4], 0);
        for _ in 0..rounds {
            let next = || {
                if left == 0 {
                    (drawn, left) = (quick.four_of(range), drawn.len());
                }
                left -= 1;
                drawn[left]
            };
            row = self.round(row, &mut open, next, |at, end| counts[at].count(end));
        }
        for ((part, counts), sum) in self.all.iter().zip(counts).zip(moments) {
            counts.post(&part.automaton, std::slice::from_mut(sum));
        }
    }

    /// Plays one round from this row of the idle table, until every wager is decided; returns the row in which it ends.
    #[inline]
    pub fn round(
        &self,
        mut row: u16,
        open: &mut Vec<Open>,
        mut outcome: impl FnMut() -> u16,
        mut tell: impl FnMut(usize, usize),
    ) -> u16 {
        let state = self.idle.state(row);
        open.clear();
        open.extend(self.all.iter().map(|part| part.begins[state]).enumerate());
        while !open.is_empty() {
            let shown = outcome();
            row = self.idle.step(row, shown).0;
            let mut still = 0;
            for at in 0..open.len() {
                let (part, row) = open[at];
                let (next, end) = self.all[part].automaton.step(row, shown);
                tell(part, end);
                open[still] = (part, next);
                still += usize::from(end == 0);
            }
            open.truncate(still);
        }
        row
    }

    /// What the patron of a wager gains at an end; `None` if it is not an end.
    #[cfg(test)]
    pub fn gain(&self, at: usize, end: usize) -> Option<i64> {
        self.all[at].automaton.gains(end).first().copied()
    }
}

/// Compiles one wager beside the idle table, which has these states. `None` if it leaves its own table in a different
/// state.
fn part<G: Priced>(
    seated: &Seated<'_, G>,
    tables: &[G],
    outcomes: &[G::Chance],
) -> Result<Option<Part>, Unsolved> {
    let mut first = Vec::new();
    for table in tables {
        let mut round = seated.begin(table.clone());
        if seated.go_on(&mut round)? == Stop::Over {
            return Ok(None);
        }
        first.push((round, table.clone()));
    }
    let found = explore(first, |(round, table), met| {
        if evenly(&round.table) != outcomes {
            return Ok(None);
        }
        let mut cells = Vec::new();
        for &chance in outcomes {
            let (mut round, Some(table)) = (round.clone(), idle(table.clone(), chance)?) else {
                return Ok(None);
            };
            seated.show(&mut round, chance)?;
            cells.push(match seated.go_on(&mut round)? {
                Stop::Equipment => Cell { state: met.state((round, table)), end: 0 },
                Stop::Over if round.table == table => Cell { state: 0, end: met.ends.intern(round.nets) },
                Stop::Over => return Ok(None),
            });
        }
        Ok(Some(Row { cells, at_risk: false }))
    })?;
    let Some((graph, _)) = found else { return Ok(None) };
    // The first states found are those in which a round begins, in the order of the tables.
    let (graph, class) = ending(graph)?;
    let Some(automaton) = Automaton::of(&graph) else { return Ok(None) };
    let begins = class[..tables.len()].iter().map(|&state| automaton.row(state)).collect();
    Ok(Some(Part { automaton, begins }))
}

/// Continues from one opportunity to wager to the next, although nobody wagers.
fn idle<G: Priced>(mut table: G, chance: G::Chance) -> Result<Option<G>, Unsolved> {
    let mut steps = Steps::until("ready for the next wagers");
    let mut step = |table: &mut G, input| {
        steps.take()?;
        table.apply(input, &mut rules::Nobody).map_err(Unsolved::Refused)
    };
    while let Some(input) = usual_step(&table) {
        step(&mut table, input)?;
    }
    step(&mut table, rules::Input::Chance(chance))?;
    while table.awaits() != Awaits::Wagers {
        match usual_step(&table) {
            Some(input) => step(&mut table, input)?,
            None => return Ok(None),
        }
    }
    Ok(Some(table))
}
