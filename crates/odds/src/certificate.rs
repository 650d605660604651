//! What somebody who shares no code with us needs to confirm an exact edge: the compiled round, and how it is counted.

use crate::{
    Fraction, Unsolved,
    exact::chain,
    graph::{Cell, Graph},
};
use std::collections::BTreeMap;

/// The calculation behind an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A wheel or dice: a Markov chain with the value of each state.
    Chain {
        /// Where each state leads. In the first state the wager has just been made.
        states: Vec<Vec<Lead>>,
        /// The patron's gain at each end, in cents. The first entry is unused.
        ends: Vec<i64>,
        /// The average value of each state, in cents.
        values: Vec<Fraction>,
    },
    /// Cards dealt one after another from a shoe, in classes that no rule distinguishes.
    Deals {
        /// How many cards of each class there are.
        counts: Vec<u32>,
        /// Where each class of cards leads from each state: the next state, and the end of the round, or 0.
        states: Vec<Vec<[usize; 2]>>,
        /// Each patron's gain at each end, in cents. The first entry is unused.
        ends: Vec<Vec<i64>>,
    },
    /// Hands of five cards against the dealer's, from one deck, counted by kind and result.
    Hands {
        /// The patron's gain with each kind of hand, lowest first, if the dealer does not qualify or if the hand is
        /// higher, equal or lower.
        gains: Vec<[i64; 4]>,
        /// The number of deals for each of these.
        deals: Vec<[u64; 4]>,
        /// The gain of a hand that is folded, which has no pair.
        fold: i64,
        /// The number of deals in which that happens.
        folds: u64,
    },
    /// Hands of five cards that consist of the player's own and of shared ones, from one deck. A player decides by the
    /// visible cards.
    Shared {
        /// How many cards are the player's own.
        own: usize,
        /// How many shared cards are visible at each decision.
        seen: Vec<usize>,
        /// The line of the pay table for a pair of each rank, from twos to aces.
        pairs: Vec<usize>,
        /// The line for each kind of hand, lowest first; that of a pair depends on its rank, and is that of twos here.
        kinds: Vec<usize>,
        /// What a wager gains with each line, in cents: a decision is for a wager that gains on average.
        worth: Vec<i64>,
        /// Whether it is also for one that gains nothing on average.
        ties: bool,
        /// The patron's gain in cents, by the decisions (as bits, the first one lowest) and by the line.
        gains: Vec<Vec<i64>>,
    },
}

/// Where a state leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lead {
    /// How many equally likely outcomes lead there.
    pub weight: u64,
    /// The next state, if the round continues.
    pub state: usize,
    /// The end of the round, or 0.
    pub end: usize,
}

/// The proofs of a table's wagers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proofs {
    /// The proofs, each one once.
    pub proofs: Vec<Proof>,
    /// For each wager, the index of its proof and of the patron in it who made the wager.
    pub wagers: Vec<Result<(usize, usize), Unsolved>>,
}

impl Proofs {
    /// Adds one wager with its own proof.
    pub(crate) fn push(&mut self, proof: Result<Proof, Unsolved>) {
        let at = self.proofs.len();
        self.wagers.push(proof.map(|proof| {
            self.proofs.push(proof);
            (at, 0)
        }));
    }
}

impl Proof {
    /// The proof of a round of a wheel or dice with one patron.
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

    /// The proof of a round of cards, with this many of each class.
    pub(crate) fn deals(graph: &Graph, counts: Vec<u32>) -> Proof {
        let cells = |cell: &Cell| [cell.state, cell.end];
        Proof::Deals {
            counts,
            states: graph.rows.iter().map(|row| row.cells.iter().map(cells).collect()).collect(),
            ends: graph.ends.clone(),
        }
    }

    /// The proof of a wager that two cards decide, given the gain for each pair of kinds of card.
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
