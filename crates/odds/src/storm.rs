//! A compiled round as a Markov chain in the explicit format of the Storm model checker: every end of the round is a
//! separate state, labeled with the patron's gain.

use crate::certificate::{Lead, Proof};
use std::{collections::HashMap, fmt::Write};

/// The files of an explicit model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explicit {
    /// The `.tra` file: the transitions between states, with their probabilities.
    pub transitions: String,
    /// The `.lab` file: which states have which labels.
    pub labels: String,
    /// The gain at each label, in cents.
    pub gains: Vec<(String, i64)>,
}

/// A chain whose states are added one after another.
struct Chain {
    rows: Vec<Vec<(usize, u64, u64)>>,
    /// The state for each gain.
    ends: HashMap<i64, usize>,
}

impl Proof {
    /// The round as a Markov chain for one of its patrons; `None` if it was counted in another way.
    pub fn storm(&self, patron: usize) -> Option<Explicit> {
        let chain = match self {
            Proof::Chain { states, ends, .. } => of_chain(states, ends),
            Proof::Deals { counts, states, ends } => of_deals(counts, states, ends, patron),
            Proof::Hands { .. } | Proof::Shared { .. } | Proof::Tiles { .. } | Proof::Blackjack { .. } => {
                return None;
            }
        };
        Some(chain.written())
    }
}

fn of_chain(states: &[Vec<Lead>], ends: &[i64]) -> Chain {
    let mut chain = Chain { rows: vec![Vec::new(); states.len()], ends: HashMap::new() };
    for (at, leads) in states.iter().enumerate() {
        let total = leads.iter().map(|lead| lead.weight).sum();
        for lead in leads {
            let to = if lead.end == 0 { lead.state } else { chain.end(ends[lead.end]) };
            chain.rows[at].push((to, lead.weight, total));
        }
    }
    chain
}

/// The progress of a deal: the state of the compiled round, and how many cards of each class are gone.
type Dealt = (usize, Vec<u32>);

fn of_deals(counts: &[u32], states: &[Vec<[usize; 2]>], ends: &[Vec<i64>], patron: usize) -> Chain {
    let mut chain = Chain { rows: vec![Vec::new()], ends: HashMap::new() };
    let first: Dealt = (0, vec![0; counts.len()]);
    let mut known: HashMap<Dealt, usize> = HashMap::from([(first.clone(), 0)]);
    let mut queue = vec![first];
    while let Some((state, gone)) = queue.pop() {
        let at = known[&(state, gone.clone())];
        let left = |class: usize| counts[class].saturating_sub(gone[class]);
        let total = (0..counts.len()).map(|class| u64::from(left(class))).sum();
        for (class, &[next, end]) in states[state].iter().enumerate().filter(|&(class, _)| left(class) > 0) {
            let to = if end == 0 {
                let mut after = gone.clone();
                after[class] += 1;
                let fresh = chain.rows.len();
                *known.entry((next, after)).or_insert_with_key(|dealt| {
                    chain.rows.push(Vec::new());
                    queue.push(dealt.clone());
                    fresh
                })
            } else {
                chain.end(ends[end][patron])
            };
            chain.rows[at].push((to, u64::from(left(class)), total));
        }
    }
    chain
}

impl Chain {
    /// The state for this gain.
    fn end(&mut self, gain: i64) -> usize {
        let fresh = self.rows.len();
        *self.ends.entry(gain).or_insert_with(|| {
            // A final state leads only to itself.
            self.rows.push(vec![(fresh, 1, 1)]);
            fresh
        })
    }

    fn written(mut self) -> Explicit {
        let mut transitions = String::from("dtmc\n");
        for (from, row) in self.rows.iter_mut().enumerate() {
            row.sort_unstable_by_key(|&(to, ..)| to);
            let mut merged: Vec<(usize, u64, u64)> = Vec::new();
            for &(to, weight, total) in &*row {
                match merged.last_mut() {
                    Some(last) if last.0 == to => last.1 += weight,
                    _ => merged.push((to, weight, total)),
                }
            }
            for (to, weight, total) in merged {
                #[allow(clippy::cast_precision_loss)]
                let chance = weight as f64 / total as f64;
                let _ = writeln!(transitions, "{from} {to} {chance:?}");
            }
        }
        let mut ends: Vec<(i64, usize)> = self.ends.into_iter().collect();
        ends.sort_unstable();
        let label = |gain: i64| match gain {
            0 => "even".to_owned(),
            _ if gain < 0 => format!("lost_{}", -gain),
            _ => format!("won_{gain}"),
        };
        let mut labels = String::from("#DECLARATION\ninit deadlock");
        ends.iter().for_each(|&(gain, _)| labels += &format!(" {}", label(gain)));
        labels += "\n#END\n0 init\n";
        let mut by_state = ends.clone();
        by_state.sort_unstable_by_key(|&(_, state)| state);
        by_state.iter().for_each(|&(gain, state)| labels += &format!("{state} {}\n", label(gain)));
        Explicit {
            transitions,
            labels,
            gains: ends.into_iter().map(|(gain, _)| (label(gain), gain)).collect(),
        }
    }
}
