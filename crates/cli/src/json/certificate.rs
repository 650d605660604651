//! Certificates of exact edges, for `docs/certificate.py` and for whoever writes another checker.

use odds::certificate::{Lead, Proof};
use schemars::JsonSchema;
use serde::Serialize;

/// What is needed to confirm the edges of a table's wagers.
#[derive(Serialize, JsonSchema)]
pub struct CertificateJson {
    /// The game.
    pub game: String,
    /// The options of the table.
    pub options: String,
    /// Readings other than the decided ones, as `B2=2`.
    pub readings: Vec<String>,
    /// What patrons do who have a choice; empty where they have none.
    pub method: String,
    /// The wagers.
    pub wagers: Vec<CertifiedJson>,
    /// Wagers that have no certificate, and why.
    pub without: Vec<UncertifiedJson>,
    /// The compiled rounds.
    pub proofs: Vec<ProofJson>,
}

/// A wager with the edge that is claimed for it.
#[derive(Serialize, JsonSchema)]
pub struct CertifiedJson {
    /// The wager.
    pub wager: String,
    /// Its stake, in cents.
    pub stake: i64,
    /// What the house keeps on average per unit staked, exactly.
    pub edge: String,
    /// Which of the proofs is its own.
    pub proof: usize,
    /// Which of the patrons in the proof made it.
    pub patron: usize,
}

/// A wager without a certificate.
#[derive(Serialize, JsonSchema)]
pub struct UncertifiedJson {
    /// The wager.
    pub wager: String,
    /// Why there is none.
    pub why: String,
}

/// A compiled round.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProofJson {
    /// A wheel or dice, as a Markov chain.
    Chain {
        /// Where each state leads: by how many equally likely outcomes, to which state, to which end (0 for none).
        states: Vec<Vec<(u64, usize, usize)>>,
        /// What the patron gains at each end, in cents; the first is none.
        ends: Vec<i64>,
        /// What each state is worth on average, in cents, exactly.
        values: Vec<String>,
    },
    /// Cards dealt one after another.
    Deals {
        /// How many cards of each class there are.
        counts: Vec<u32>,
        /// Where each class of cards leads from each state: the next state, and the end (0 for none).
        states: Vec<Vec<[usize; 2]>>,
        /// What each patron gains at each end, in cents; the first is none.
        ends: Vec<Vec<i64>>,
    },
    /// Hands of five cards against a dealer's, counted by kind, the lowest first.
    Hands {
        /// What is gained in cents if the dealer does not qualify, and if the hand is higher, equal or lower.
        gains: Vec<[i64; 4]>,
        /// In how many deals.
        deals: Vec<[u64; 4]>,
        /// What is gained in cents without a bet.
        fold: i64,
        /// In how many deals there is none; those hands have no pair.
        folds: u64,
    },
    /// Hands of five cards of the player's own and shared ones, from one deck. A player decides by the visible cards.
    Shared {
        /// How many cards are the player's own.
        own: usize,
        /// How many shared cards are visible at each decision.
        seen: Vec<usize>,
        /// The line of the pay table for a pair of each rank, from twos to aces.
        pairs: Vec<usize>,
        /// The line for each kind of hand, the lowest first; that of a pair depends on its rank, and is that of twos here.
        kinds: Vec<usize>,
        /// What a wager gains with each line, in cents: a decision is for a wager that gains on average.
        worth: Vec<i64>,
        /// Whether it is also for one that gains nothing on average.
        ties: bool,
        /// What is gained in cents, by the decisions (as bits, the first one lowest) and by the line.
        gains: Vec<Vec<i64>>,
    },
}

impl From<Proof> for ProofJson {
    fn from(proof: Proof) -> ProofJson {
        match proof {
            Proof::Chain { states, ends, values } => ProofJson::Chain {
                states: states
                    .into_iter()
                    .map(|leads| {
                        leads.into_iter().map(|Lead { weight, state, end }| (weight, state, end)).collect()
                    })
                    .collect(),
                ends,
                values: values.iter().map(ToString::to_string).collect(),
            },
            Proof::Deals { counts, states, ends } => ProofJson::Deals { counts, states, ends },
            Proof::Hands { gains, deals, fold, folds } => ProofJson::Hands { gains, deals, fold, folds },
            Proof::Shared { own, seen, pairs, kinds, worth, ties, gains } => {
                ProofJson::Shared { own, seen, pairs, kinds, worth, ties, gains }
            }
        }
    }
}
