//! What a search observed: faults, witnesses, announcements, irregularities. It contains no types of a game, so that it
//! can be saved to a file.

use crate::checks::Kind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A state, and the input that came there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// The state.
    pub state: u32,
    /// The input; empty if it is about the state itself.
    pub input: String,
}

/// Something that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Which check it fails.
    pub kind: Kind,
    /// The way to the state at fault.
    pub trace: Trace,
    /// A description of the fault.
    pub says: String,
}

/// The first use of a provision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// The way to the state.
    pub trace: Trace,
    /// Whether it refuses the input.
    pub refuses: bool,
}

/// What happened at moments of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moment {
    /// The number of times it occurred.
    pub times: u64,
    /// How often each call was made.
    pub calls: BTreeMap<String, u64>,
}

/// Everything that was counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Inputs that were tried.
    pub transitions: u64,
    /// Inputs that led to a state known before.
    pub merged: u64,
    /// States beyond the bounds that were not gone into.
    pub beyond: u64,
    /// States on which everything that is not listed was tried.
    pub tried: u64,
    /// Pairs of states compared that differ only in hidden cards.
    pub pairs: u64,
    /// How deep the search is.
    pub depth: usize,
    /// Where the level ends that is being gone through.
    pub level: usize,
    /// The first faults of each kind, and how many there are.
    pub faults: Vec<Fault>,
    /// How many faults of each kind.
    pub counts: BTreeMap<Kind, u64>,
    /// The first use of each provision.
    pub witnesses: BTreeMap<String, Witness>,
    /// Calls by moment.
    pub moments: BTreeMap<String, Moment>,
    /// Irregularities that occurred, and whether each has a remedy.
    pub irregularities: BTreeMap<String, Trace>,
    /// Phases in which everything was tried.
    pub phases: Vec<String>,
    /// Inputs that led to a known state: some of them, to be compared with it.
    pub merges: Vec<Trace>,
    /// Of how many such inputs one is kept.
    pub stride: u64,
    /// How many of them are kept at most.
    pub most_merges: usize,
}

/// The number of faults of each kind that are kept.
const KEPT: usize = 5;
/// The number of inputs leading to a known state that are kept by default.
pub const MERGES: usize = 20_000;

impl Tally {
    /// Records a fault.
    pub fn fault(&mut self, kind: Kind, trace: Trace, says: impl Into<String>) {
        *self.counts.entry(kind).or_default() += 1;
        if self.faults.iter().filter(|fault| fault.kind == kind).count() < KEPT {
            self.faults.push(Fault { kind, trace, says: says.into() });
        }
    }

    /// Whether an input that led to a known state is one of those to be kept.
    pub fn counts_merge(&mut self) -> bool {
        self.merged += 1;
        self.merged.is_multiple_of(self.stride.max(1))
    }

    /// Keeps it. Once there are too many, every second one is dropped, and from then on only every second
    /// one is kept.
    pub fn keep(&mut self, trace: Trace) {
        self.merges.push(trace);
        if self.merges.len() > self.most_merges {
            let mut at = 0;
            self.merges.retain(|_| {
                at += 1;
                at % 2 == 0
            });
            self.stride = self.stride.max(1) * 2;
        }
    }

    /// Whether every input that led to a known state was kept.
    pub fn has_all_merges(&self) -> bool {
        self.stride <= 1
    }

    /// Adds what another part observed later.
    pub fn add(&mut self, other: Tally) {
        self.transitions += other.transitions;
        self.merged += other.merged;
        self.beyond += other.beyond;
        self.tried += other.tried;
        self.pairs += other.pairs;
        for fault in other.faults {
            if self.faults.iter().filter(|one| one.kind == fault.kind).count() < KEPT {
                self.faults.push(fault);
            }
        }
        for (kind, many) in other.counts {
            *self.counts.entry(kind).or_default() += many;
        }
        for (cite, witness) in other.witnesses {
            let known = self.witnesses.entry(cite).or_insert_with(|| witness.clone());
            // An input that is accepted shows more than one that is refused.
            if known.refuses && !witness.refuses {
                *known = witness;
            }
        }
        for (name, moment) in other.moments {
            let known = self.moments.entry(name).or_default();
            known.times += moment.times;
            for (call, times) in moment.calls {
                *known.calls.entry(call).or_default() += times;
            }
        }
        for (name, trace) in other.irregularities {
            self.irregularities.entry(name).or_insert(trace);
        }
        for phase in other.phases {
            if !self.phases.contains(&phase) {
                self.phases.push(phase);
            }
        }
        other.merges.into_iter().for_each(|trace| self.keep(trace));
    }
}
