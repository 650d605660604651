//! What somebody who shares no code with us needs to confirm an exact edge: the compiled round, and how it is counted.

use crate::{
    Fraction, Unsolved,
    exact::chain,
    graph::{Cell, Graph},
};
use std::collections::BTreeMap;

/// How an edge comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A wheel or dice: a Markov chain with what each state is worth.
    Chain {
        /// Where each state leads; the first is the one in which the wager lies.
        states: Vec<Vec<Lead>>,
        /// What the patron gains at each end, in cents; the first is none.
        ends: Vec<i64>,
        /// What each state is worth on average, in cents.
        values: Vec<Fraction>,
    },
    /// Cards dealt one after another from a shoe, by classes that no rule tells apart.
    Deals {
        /// How many cards of each class there are.
        counts: Vec<u32>,
        /// Where each class of cards leads from each state: the next state, and the end of the round, or 0.
        states: Vec<Vec<[usize; 2]>>,
        /// What each patron gains at each end, in cents; the first is none.
        ends: Vec<Vec<i64>>,
    },
    /// Hands of five cards against those of a dealer, in one deck, counted by kind and by how they end.
    Hands {
        /// What the patron gains with each kind of hand, the lowest first: the dealer does not qualify, the hand is
        /// higher, equal, lower.
        gains: Vec<[i64; 4]>,
        /// In how many deals.
        deals: Vec<[u64; 4]>,
        /// What a hand gains that is not bet on, which has no pair.
        fold: i64,
        /// In how many deals that is.
        folds: u64,
    },
}

/// Where a state leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lead {
    /// By how many outcomes, one as likely as another.
    pub weight: u64,
    /// To which state, if the round goes on.
    pub state: usize,
    /// To which end, or 0.
    pub end: usize,
}

/// The proofs of a table's wagers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proofs {
    /// Each once.
    pub proofs: Vec<Proof>,
    /// For each wager its proof, and which of the patrons in it made the wager.
    pub wagers: Vec<Result<(usize, usize), Unsolved>>,
}

impl Proofs {
    /// One wager with a proof of its own.
    pub(crate) fn push(&mut self, proof: Result<Proof, Unsolved>) {
        let at = self.proofs.len();
        self.wagers.push(proof.map(|proof| {
            self.proofs.push(proof);
            (at, 0)
        }));
    }
}

impl Proof {
    /// Of a round of wheels or dice with one patron.
    pub(crate) fn chain(graph: &Graph) -> Result<Proof, Unsolved> {
        let ends: Vec<i64> = graph.ends.iter().map(|gains| gains.iter().sum()).collect();
        let lead = |((state, end), weight)| Lead { weight, state, end };
        let states = graph.rows.iter().map(|row| {
            let mut weights: BTreeMap<(usize, usize), u64> = BTreeMap::new();
            for &Cell { state, end } in &row.cells {
                *weights.entry(if end == 0 { (state, 0) } else { (0, end) }).or_default() += 1;
            }
            weights.into_iter().map(lead).collect()
        });
        Ok(Proof::Chain { states: states.collect(), values: chain::values(graph, &ends)?, ends })
    }

    /// Of a round of cards, with so many of each class.
    pub(crate) fn deals(graph: &Graph, counts: Vec<u32>) -> Proof {
        let cells = |cell: &Cell| [cell.state, cell.end];
        Proof::Deals {
            counts,
            states: graph.rows.iter().map(|row| row.cells.iter().map(cells).collect()).collect(),
            ends: graph.ends.clone(),
        }
    }

    /// Of a wager that two cards decide, given what each pair of the kinds of card gains.
    pub(crate) fn two_cards(counts: Vec<u32>, gain: impl Fn(usize, usize) -> i64) -> Proof {
        let many = counts.len();
        let (mut ends, mut known) = (vec![Vec::new()], BTreeMap::new());
        let mut states = vec![(1..=many).map(|state| [state, 0]).collect::<Vec<_>>()];
        for one in 0..many {
            let mut row = Vec::new();
            for other in 0..many {
                let gain = gain(one, other);
                let end = *known.entry(gain).or_insert_with(|| {
                    ends.push(vec![gain]);
                    ends.len() - 1
                });
                row.push([0, end]);
            }
            states.push(row);
        }
        Proof::Deals { counts, states, ends }
    }
}
