//! A compiled round of a wheel or of dice is a Markov chain. Eliminating its states one after another leaves the exact
//! probability of each end for the first state, even with cycles (such as a spin that does not count).

use crate::{
    Fraction, Unsolved,
    graph::{Cell, Graph, Row},
};
use std::collections::BTreeMap;

/// The probability of each end of a round of a wheel or dice, and the average number of outcomes on which something is
/// at risk.
pub(crate) struct Chances {
    pub ends: BTreeMap<usize, Fraction>,
    pub trials: Fraction,
}

/// Where a state leads and with what probability: to states not yet eliminated, and to ends.
#[derive(Default)]
struct Leads {
    states: BTreeMap<usize, Fraction>,
    ends: BTreeMap<usize, Fraction>,
    trials: Fraction,
}

impl Leads {
    fn of(row: &Row) -> Leads {
        let mut weights: BTreeMap<(usize, usize), i128> = BTreeMap::new();
        for &Cell { state, end } in &row.cells {
            *weights.entry(if end == 0 { (state, 0) } else { (0, end) }).or_default() += 1;
        }
        let total: i128 = weights.values().sum();
        let mut leads = Leads::default();
        for ((state, end), weight) in weights {
            let chance = Fraction::new(weight, total);
            match end {
                0 => leads.states.insert(state, chance),
                _ => leads.ends.insert(end, chance),
            };
        }
        if row.at_risk {
            leads.trials = Fraction::ONE;
        }
        leads
    }

    /// Replaces a step to another state, which has this probability, by where that state leads.
    fn follow(&mut self, other: &Leads, chance: &Fraction) {
        for (mine, theirs) in [(&mut self.states, &other.states), (&mut self.ends, &other.ends)] {
            theirs.iter().for_each(|(&at, p)| *mine.entry(at).or_default() += p * chance);
        }
        self.trials += &other.trials * chance;
    }

    /// Eliminates the possibility that a state leads to itself.
    fn without(&mut self, itself: usize) {
        if let Some(back) = self.states.remove(&itself) {
            let rest = Fraction::ONE - back;
            let all = self.states.values_mut().chain(self.ends.values_mut()).chain([&mut self.trials]);
            all.for_each(|chance| *chance = &*chance / &rest);
        }
    }
}

/// The value of each state, given the value of each end.
pub(crate) fn values(graph: &Graph, ends: &[i64]) -> Result<Vec<Fraction>, Unsolved> {
    let known = eliminated(graph)?;
    let mut values: Vec<Fraction> = Vec::new();
    // By now each state leads only to ends and to earlier states.
    for leads in known.values() {
        let at_end =
            leads.ends.iter().map(|(&end, chance)| Fraction::new(ends[end].into(), 1) * chance.clone());
        let on_the_way = leads.states.iter().map(|(&state, chance)| &values[state] * chance);
        let value = at_end.chain(on_the_way).sum();
        values.push(value);
    }
    Ok(values)
}

/// The probability of each end, starting from the first state.
pub(crate) fn chances(graph: &Graph) -> Result<Chances, Unsolved> {
    let Leads { ends, trials, .. } = eliminated(graph)?.remove(&0).ok_or(Unsolved::Stuck)?;
    Ok(Chances { ends, trials })
}

/// Eliminates the states of a graph in the reverse order of their discovery, until each leads only to ends and to
/// earlier states.
fn eliminated(graph: &Graph) -> Result<BTreeMap<usize, Leads>, Unsolved> {
    let mut known: BTreeMap<usize, Leads> = BTreeMap::new();
    for (at, row) in graph.rows.iter().enumerate().rev() {
        let mut leads = Leads::of(row);
        while let Some((&next, _)) = leads.states.range(at + 1..).next() {
            let chance = leads.states.remove(&next).unwrap_or_default();
            leads.follow(known.get(&next).ok_or(Unsolved::Stuck)?, &chance);
        }
        leads.without(at);
        known.insert(at, leads);
    }
    Ok(known)
}
