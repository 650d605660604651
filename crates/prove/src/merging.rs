//! Checks whether states with the same key have the same future: compares the menus, and the keys of everything
//! that may follow.

use crate::{
    checks::Kind,
    search::{Found, Task, Walker},
    tally::Trace,
};
use rules::{Game, Nobody, read_input};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The future of a table: what it waits for, and where every input within the bounds leads.
pub(crate) fn future<G: Game>(task: &Task<G>, table: &G) -> (&'static str, bool, Vec<u128>) {
    let mut keys = Vec::new();
    task.inputs.each(table, &mut |input, _| {
        let mut next = table.clone();
        if next.apply(input, &mut Nobody).is_ok() {
            keys.push(task.seen(&next).key);
        }
    });
    keys.sort_unstable();
    (table.phase(), table.bets().is_empty(), keys)
}

/// The number of inputs that a thread compares at a time.
const PIECE: usize = 64;

/// Compares the states that were found equal, as far as they were kept; returns how many there are.
pub fn check<G: Game>(task: &Task<G>, found: &mut Found<G>, threads: usize) -> u64 {
    let merges = std::mem::take(&mut found.tally.merges);
    let next = AtomicUsize::new(0);
    let unlike = {
        let found = &*found;
        let run = || {
            let (mut before, mut known) = (Walker::new(task), Walker::new(task));
            let mut unlike = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = merges.chunks(PIECE).nth(at) else { return unlike };
                for trace in piece {
                    let mut one = before.at(trace.state, &found.nodes).clone();
                    let input = read_input::<G>(&trace.input).expect("it was written by the search");
                    one.apply(input, &mut Nobody).expect("it was accepted before");
                    let Some(&state) = found.index.get(&task.seen(&one).key) else { continue };
                    let other = known.at(state, &found.nodes);
                    if one != *other && future(task, &one) != future(task, other) {
                        unlike.push((trace.clone(), state));
                    }
                }
            }
        };
        thread::scope(|scope| {
            let all: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(run)).collect();
            all.into_iter()
                .flat_map(|one| one.join().expect("no thread panics"))
                .collect::<Vec<(Trace, u32)>>()
        })
    };
    let mut unlike = unlike;
    unlike.sort_by_key(|(trace, state)| (trace.state, *state));
    for (trace, state) in unlike {
        let way: Vec<String> = found.way(state).iter().map(ToString::to_string).collect();
        let says = format!("it was taken for the state after: {}", way.join(" / "));
        found.tally.fault(Kind::Merging, trace, says);
    }
    let many = merges.len() as u64;
    found.tally.merges = merges;
    many
}
