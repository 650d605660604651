//! Several wagers with dice, compiled one by one: together they have too many states, but they share nothing except the dice.
//!
//! Each wager has a table of its own on which nothing else lies. A wager that is decided waits there until all are: then the
//! next round begins for every one of them.

use crate::{
    Moments, Plan, Unsolved,
    automaton::{Automaton, Cell, Ends, MOST_OUTCOMES, MOST_STATES, evenly, merge},
    draw::Quick,
    round::{ready, usual_step},
    seated::{Round, Seated, Stop},
    walk::Counts,
};
use rules::{Awaits, Game};
use std::collections::HashMap;

/// The wagers of a plan, each compiled.
pub(crate) struct Parts {
    all: Vec<Automaton>,
    outcomes: u32,
}

/// Where a wager may be.
#[derive(Clone, PartialEq, Eq, Hash)]
enum State<G: Game> {
    /// It lies, or waits for its moment, and the equipment must show something.
    Open(Round<G>),
    /// It was decided; the table is ready for wagers.
    Decided(G),
}

impl Parts {
    /// Compiles each wager of a plan; nothing if one of them cannot be.
    pub fn of<G: Game>(plan: &Plan<G>) -> Result<Option<Parts>, Unsolved> {
        let table =
            ready::<G>(plan.options, &mut crate::Generator::new([0; 32], 0)).ok_or(Unsolved::Stuck)?;
        // All of them must find a place at one table.
        Seated::new(&plan.bets, &table)?;
        let mut all = Vec::new();
        for bet in plan.bets.chunks(1) {
            match part(&Seated::new(bet, &table)?, &table)? {
                Some(part) => all.push(part),
                None => return Ok(None),
            }
        }
        let outcomes = all.first().map_or(0, |part| part.outcomes - 1);
        Ok(all.iter().all(|part| part.outcomes == outcomes + 1).then_some(Parts { all, outcomes }))
    }

    /// How many states all of them have.
    pub fn states(&self) -> usize {
        self.all.iter().map(|part| part.states).sum()
    }

    /// So many rounds.
    pub fn play(&self, quick: &mut Quick, rounds: u64, counts: &mut Vec<Counts>, moments: &mut [Moments]) {
        counts.resize_with(self.all.len(), Counts::new);
        let range = quick.range(self.outcomes);
        let mut rows = vec![0; self.all.len()];
        let mut left = rounds;
        while left > 0 {
            for outcome in quick.four_of(range) {
                if left > 0 {
                    left -= u64::from(self.step(&mut rows, outcome, |at, end| counts[at].count(end)));
                }
            }
        }
        for ((part, counts), sum) in self.all.iter().zip(counts).zip(moments) {
            counts.post(part, std::slice::from_mut(sum));
        }
    }

    /// One outcome for all; whether the round is over.
    #[inline]
    pub fn step(&self, rows: &mut [u16], outcome: u16, mut tell: impl FnMut(usize, usize)) -> bool {
        let mut over = true;
        for (at, (part, row)) in self.all.iter().zip(rows.iter_mut()).enumerate() {
            let (next, end) = part.step(*row, outcome);
            tell(at, end);
            over &= end != 0;
            *row = next;
        }
        if over {
            #[allow(clippy::cast_possible_truncation)]
            let again = self.outcomes as u16;
            self.all.iter().zip(rows).for_each(|(part, row)| *row = part.step(*row, again).0);
        }
        over
    }

    /// What the patron of a wager gains at an end; nothing if that was long ago.
    #[cfg(test)]
    pub fn gain(&self, at: usize, end: usize) -> Option<i64> {
        self.all[at].gains(end).first().copied()
    }
}

/// Compiles one wager. A row has a cell for each outcome and one more, which begins the next round; every cell that leads to
/// a wager that is decided has an end, the first end if it was decided before.
fn part<G: Game>(seated: &Seated<'_, G>, table: &G) -> Result<Option<Automaton>, Unsolved> {
    let mut first = seated.begin(table.clone());
    if seated.go_on(&mut first)? == Stop::Over {
        return Ok(None);
    }
    let outcomes = evenly(&first.table);
    if outcomes.is_empty() || outcomes.len() >= MOST_OUTCOMES {
        return Ok(None);
    }
    let mut ends = Ends::new();
    let decided_before = ends.intern(Vec::new());
    let first = State::Open(first);
    let mut index = HashMap::from([(first.clone(), 0)]);
    let (mut states, mut rows) = (vec![first], Vec::new());
    while let Some(state) = states.get(rows.len()).cloned() {
        if states.len() > MOST_STATES {
            return Ok(None);
        }
        let mut intern = |state: State<G>| {
            *index.entry(state).or_insert_with_key(|state| {
                states.push(state.clone());
                states.len() - 1
            })
        };
        let mut row = Vec::new();
        for &chance in &outcomes {
            let (next, end) = match &state {
                State::Open(round) => {
                    let mut round = round.clone();
                    seated.show(&mut round, chance)?;
                    match seated.go_on(&mut round)? {
                        Stop::Equipment => (State::Open(round), 0),
                        Stop::Over => (State::Decided(round.table), ends.intern(round.nets)),
                    }
                }
                State::Decided(table) => match idle(table.clone(), chance)? {
                    Some(table) => (State::Decided(table), decided_before),
                    None => return Ok(None),
                },
            };
            row.push(Cell { state: intern(next), end });
        }
        row.push(match state {
            State::Open(_) => Cell { state: 0, end: 0 },
            State::Decided(table) => {
                let mut round = seated.begin(table);
                if seated.go_on(&mut round)? == Stop::Over || evenly(&round.table) != outcomes {
                    return Ok(None);
                }
                Cell { state: intern(State::Open(round)), end: decided_before }
            }
        });
        rows.push(row);
    }
    Ok(Automaton::of(&merge(&rows), ends.all, None))
}

/// From wagers to wagers, though nobody makes one.
fn idle<G: Game>(mut table: G, chance: G::Chance) -> Result<Option<G>, Unsolved> {
    let step = |table: &mut G, input| table.apply(input, &mut rules::Unseen).map_err(Unsolved::Refused);
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
