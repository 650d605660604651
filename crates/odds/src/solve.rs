//! Exact odds over a compiled round.
//!
//! Wheels and dice form a Markov chain: eliminating the states one after another leaves, for the first, the exact chance of
//! each end; cycles (a spin that does not count) included. Cards are dealt without replacement, so every order of their
//! classes is counted, each with the number of deals in which it comes.

use crate::{
    Fraction, Unsolved,
    automaton::{Cell, Graph, Row},
};
use std::collections::BTreeMap;

/// The chance of each end of a round of wheels or dice, and on how many outcomes something is at risk on the way.
pub(crate) struct Chances {
    pub ends: BTreeMap<usize, Fraction>,
    pub trials: Fraction,
}

/// Where a state leads with which chance, to states not yet eliminated and to ends.
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

    /// Goes with this chance wherever another state leads.
    fn follow(&mut self, other: &Leads, chance: &Fraction) {
        for (mine, theirs) in [(&mut self.states, &other.states), (&mut self.ends, &other.ends)] {
            theirs.iter().for_each(|(&at, p)| *mine.entry(at).or_default() += p * chance);
        }
        self.trials += &other.trials * chance;
    }

    /// Leaves out that a state leads to itself.
    fn without(&mut self, itself: usize) {
        if let Some(back) = self.states.remove(&itself) {
            let rest = Fraction::ONE - back;
            let all = self.states.values_mut().chain(self.ends.values_mut()).chain([&mut self.trials]);
            all.for_each(|chance| *chance = &*chance / &rest);
        }
    }
}

/// Eliminates the states of a graph in the reverse order of their discovery.
pub(crate) fn chances(graph: &Graph) -> Result<Chances, Unsolved> {
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
    let Leads { ends, trials, .. } = known.remove(&0).ok_or(Unsolved::Stuck)?;
    Ok(Chances { ends, trials })
}

/// In how many deals each end comes, if so many cards of each class can be dealt: all orders of as many cards as the
/// longest round takes are counted, and a shorter round with each of its continuations.
pub(crate) fn deals(graph: &Graph, cards: &[u32]) -> Result<Vec<u128>, Unsolved> {
    let longest = graph.longest.ok_or(Unsolved::Stuck)?;
    let total: u32 = cards.iter().sum();
    if (total as usize) < longest {
        return Err(Unsolved::ShortShoe { cards: u16::try_from(total).unwrap_or(u16::MAX) });
    }
    // In how many ways the rest of the longest round can come once so many cards have been dealt.
    let mut continuations = vec![1; longest + 1];
    for dealt in (0..longest).rev() {
        continuations[dealt] =
            continuations[dealt + 1] * u128::from(total - u32::try_from(dealt).unwrap_or(0));
    }
    let left = cards.iter().map(|&count| u64::from(count)).collect();
    let mut deals = Deals { graph, left, continuations, ends: vec![0; graph.ends.len()] };
    deals.count(0, 0, 1);
    Ok(deals.ends)
}

struct Deals<'a> {
    graph: &'a Graph,
    left: Vec<u64>,
    continuations: Vec<u128>,
    ends: Vec<u128>,
}

impl Deals<'_> {
    fn count(&mut self, state: usize, dealt: usize, ways: u64) {
        for (class, &Cell { state, end }) in self.graph.rows[state].cells.iter().enumerate() {
            let ways = ways * self.left[class];
            if ways == 0 {
                continue;
            }
            if end != 0 {
                self.ends[end] += u128::from(ways) * self.continuations[dealt + 1];
                continue;
            }
            self.left[class] -= 1;
            self.count(state, dealt + 1, ways);
            self.left[class] += 1;
        }
    }
}
