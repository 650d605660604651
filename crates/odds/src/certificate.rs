//! What somebody who shares no code with us needs to confirm an exact edge: the compiled round, and how it is counted.

use crate::{
    Fraction, Unsolved,
    exact::chain,
    graph::{Cell, Graph},
};
use rules::Money;
use std::collections::BTreeMap;

/// The calculation behind an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "json", serde(tag = "kind", rename_all = "lowercase"))]
pub enum Proof {
    /// A wheel or dice: a Markov chain with the value of each state.
    Chain {
        /// Where each state leads: by how many equally likely outcomes, to which state, to which end (0 for none). In the first
        /// state the wager has just been made.
        #[cfg_attr(feature = "json", schemars(with = "Vec<Vec<(u64, usize, usize)>>"))]
        states: Vec<Vec<Lead>>,
        /// The patron's gain at each end, in cents. The first entry is unused.
        ends: Vec<i64>,
        /// The average value of each state, in cents, exactly.
        #[cfg_attr(feature = "json", schemars(with = "Vec<String>"))]
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
    /// Two hands of two tiles against the bank's two, from one set of tiles. Tiles of a sort are alike to every rule.
    Tiles {
        /// How many tiles of each sort there are.
        counts: Vec<u32>,
        /// How high two tiles rank, by their sorts; equal hands are copies.
        ranks: Vec<Vec<u8>>,
        /// How the house way sets each hand, by the sorts: two tiles that make the high hand, then two that make the low
        /// hand.
        hands: Vec<[usize; 4]>,
        /// The patron's gain in cents if both hands are higher, one is, or none.
        gains: [i64; 3],
    },
    /// Blackjack with a decision for every hand. Cards are counted by value: aces, twos and so on to tens.
    Blackjack {
        /// The wager, in cents.
        stake: i64,
        /// How many shoes a round is equally likely to be dealt from.
        sides: u8,
        /// What is gained in cents if the dealer ends with 17, 18, 19, 20, 21, over 21, or a blackjack.
        rows: Vec<Vec<i64>>,
        /// What the dealer may show, in every shoe.
        views: Vec<Shown>,
    },
}

/// What the dealer shows at blackjack, and what is decided against it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Shown {
    /// How many cards of each value the shoe has before the round.
    pub counts: Vec<u32>,
    /// The dealer's visible cards.
    pub shown: String,
    /// Whether a blackjack of the dealer's ends the round before anybody plays.
    pub looks: bool,
    /// The hands that insure half of the wager.
    pub insures: Vec<String>,
    /// What that gains with each value of the dealer's second card, in cents.
    pub insurance: Vec<i64>,
    /// How hands of two cards are played, except pairs that are split.
    pub hands: Plays,
    /// How each of the two hands of a split pair is played.
    pub splits: BTreeMap<String, Plays>,
}

/// How hands of blackjack are played. A hand is named by its cards, the lowest first, as in `A28T`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Plays {
    /// The decision for each hand: `S` stand, `H` draw, `D` double, `R` surrender.
    pub plays: BTreeMap<String, char>,
    /// The row of gains of each hand that stands.
    pub stands: BTreeMap<String, usize>,
    /// That of each hand that doubling makes.
    pub doubles: BTreeMap<String, usize>,
    /// That of a hand that goes over 21 by drawing, and by doubling.
    pub over: [usize; 2],
    /// That of a hand that is surrendered.
    pub surrender: usize,
}

/// A transition of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(into = "(u64, usize, usize)"))]
pub struct Lead {
    /// How many equally likely outcomes lead there.
    pub weight: u64,
    /// The next state, if the round continues.
    pub state: usize,
    /// The end of the round, or 0.
    pub end: usize,
}

impl From<Lead> for (u64, usize, usize) {
    fn from(Lead { weight, state, end }: Lead) -> (u64, usize, usize) {
        (weight, state, end)
    }
}

/// The proofs of a table's wagers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proofs {
    /// The proofs, each one once.
    pub proofs: Vec<Proof>,
    /// For each wager, the index of its proof and of the patron in it who made the wager.
    pub wagers: Vec<Result<(usize, usize), Unsolved>>,
    /// For wagers whose results depend on decisions, by their index: the stake that the proof is about, and the edge.
    pub claims: BTreeMap<usize, (Money, Fraction)>,
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

impl Proofs {
    /// Adds one wager whose results depend on decisions.
    pub(crate) fn claim(&mut self, proved: Result<(Proof, Money, Fraction), Unsolved>) {
        let at = self.wagers.len();
        let proof = proved.map(|(proof, stake, edge)| {
            self.claims.insert(at, (stake, edge));
            proof
        });
        self.push(proof);
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
