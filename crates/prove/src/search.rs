//! Breadth-first search over every state that can be reached within the bounds.
//!
//! For each visited state, only its key, its parent and the input that led to it are stored. Tables are rebuilt from
//! the first one along these inputs; states of a level are in the order of their parents, so this takes about one input
//! per state.

use crate::{
    bounds::Bounds,
    checks::{Kind, Moments},
    expand::{Expander, Piece},
    inputs::Inputs,
    key,
    lens::Lens,
    tally::{Tally, Trace},
};
use rounds::Settings;
use rules::{Game, InputOf, Nobody};
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// A hasher for keys that are already hashes.
#[derive(Default)]
pub struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u128(&mut self, key: u128) {
        self.0 = u64::try_from(key >> 64).unwrap_or_default();
    }
}

/// States by their keys.
pub type Index = HashMap<u128, u32, BuildHasherDefault<Plain>>;

/// How a state was reached: from which state, and by which input.
pub type Node<G> = (u32, Option<InputOf<G>>);

/// What every part of a search needs.
pub struct Task<G: Game> {
    /// The options as they were written.
    pub settings: Settings,
    /// The first table.
    pub first: G,
    /// The bounds of the search.
    pub bounds: Bounds,
    /// How tables are seen.
    pub lens: Lens,
    /// The inputs to try in each state.
    pub inputs: Inputs<G>,
    /// What must be announced at each moment.
    pub moments: Moments,
}

impl<G: Game> Task<G> {
    /// A search of a game under these options.
    pub fn new(settings: Settings, options: G::Options, bounds: Bounds, moments: Moments) -> Task<G> {
        Task::from_table(settings, G::open(options), bounds, moments)
    }

    /// One of two searches side by side: what matters under the other options is distinguished, too.
    pub fn beside(settings: &Settings, other: &Settings, options: G::Options, bounds: &Bounds) -> Task<G> {
        let lens = Lens::over::<G>(&[settings, other], bounds);
        Task::through(lens, settings.clone(), G::open(options), bounds.clone(), Moments::default())
    }

    /// The same, starting from a table that is already open.
    pub fn from_table(settings: Settings, first: G, bounds: Bounds, moments: Moments) -> Task<G> {
        let lens = Lens::new::<G>(&settings, &bounds);
        Task::through(lens, settings, first, bounds, moments)
    }

    fn through(lens: Lens, settings: Settings, first: G, bounds: Bounds, moments: Moments) -> Task<G> {
        let inputs = Inputs::new(&bounds, &lens);
        Task { settings, first, bounds, lens, inputs, moments }
    }

    /// The key of a table, and the largest amount in it.
    pub fn seen(&self, table: &G) -> key::Seen {
        key::seen(table, &self.lens, self.bounds.patrons)
    }

    /// Whether a state is beyond the bounds, so that what follows it is not searched.
    pub fn is_beyond(&self, seen: &key::Seen) -> bool {
        self.bounds.most.is_some_and(|most| seen.most > most.as_cents())
    }
}

/// Rebuilds tables from the first one.
pub struct Walker<'a, G: Game> {
    task: &'a Task<G>,
    path: Vec<(u32, G)>,
}

impl<'a, G: Game> Walker<'a, G> {
    /// Starts at the first table.
    pub fn new(task: &'a Task<G>) -> Walker<'a, G> {
        Walker { task, path: vec![(0, task.first.clone())] }
    }

    /// The table of a state.
    pub fn at(&mut self, state: u32, nodes: &[Node<G>]) -> &G {
        let mut ahead = Vec::new();
        let mut at = state;
        // Parents come before their children, so the path and the way back can be compared by number.
        loop {
            while self.path.last().is_some_and(|last| last.0 > at) {
                self.path.pop();
            }
            if self.path.last().is_some_and(|last| last.0 == at) {
                break;
            }
            ahead.push(at);
            at = nodes[at as usize].0;
        }
        for state in ahead.into_iter().rev() {
            let (parent, input) = nodes[state as usize];
            debug_assert_eq!(self.path.last().map(|last| last.0), Some(parent));
            let mut table = self.path.last().map_or_else(|| self.task.first.clone(), |last| last.1.clone());
            if let Some(input) = input {
                table.apply(input, &mut Nobody).expect("it was accepted before");
            }
            self.path.push((state, table));
        }
        &self.path.last().expect("the first table").1
    }
}

/// The result of a search.
pub struct Found<G: Game> {
    /// Every state, in the order in which it was reached.
    pub nodes: Vec<Node<G>>,
    /// States by their keys.
    pub index: Index,
    /// What was observed on the way.
    pub tally: Tally,
    /// The first state that has not been expanded; the number of states if all have been.
    pub next: usize,
    /// For each state, the end of its part of `edges`, which says where its usual steps lead.
    pub ends: Vec<u32>,
    /// The states that usual steps and outcomes lead to.
    pub edges: Vec<u32>,
    /// Whether each state has nothing at stake and waits for wagers.
    pub rests: Vec<bool>,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of states reached.
    pub states: usize,
    /// The number of states expanded.
    pub expanded: usize,
    /// The number of inputs tried.
    pub transitions: u64,
    /// The number of inputs from the first state to the deepest.
    pub depth: usize,
}

/// The number of states that a thread takes at a time.
const PIECE: usize = 256;
/// The number of pieces that are processed before their results are merged.
const ROUND: usize = 64;

impl<G: Game> Found<G> {
    /// A search with only the first state.
    pub fn begin(task: &Task<G>) -> Found<G> {
        let mut index = Index::default();
        index.insert(task.seen(&task.first).key, 0);
        Found {
            nodes: vec![(0, None)],
            index,
            tally: Tally { level: 1, most_merges: task.bounds.merges, ..Tally::default() },
            next: 0,
            ends: Vec::new(),
            edges: Vec::new(),
            rests: Vec::new(),
        }
    }

    /// Whether every state within the bounds was expanded.
    pub fn is_complete(&self) -> bool {
        self.next == self.nodes.len()
    }

    /// Continues until nothing is left, the bounds are reached, or `watch` returns false.
    pub fn go_on(
        &mut self,
        task: &Task<G>,
        threads: usize,
        mut watch: impl FnMut(&Found<G>, Progress) -> bool,
    ) {
        while self.next < self.nodes.len() && self.nodes.len() < task.bounds.states {
            let end = self.tally.level.min(self.next + PIECE * ROUND);
            let pieces: Vec<(usize, usize)> =
                (self.next..end).step_by(PIECE).map(|at| (at, end.min(at + PIECE))).collect();
            for piece in self.work(task, threads, &pieces) {
                self.take(piece);
            }
            self.next = end;
            if end == self.tally.level {
                self.tally.depth += usize::from(self.nodes.len() > end);
                self.tally.level = self.nodes.len();
            }
            let progress = Progress {
                states: self.nodes.len(),
                expanded: self.next,
                transitions: self.tally.transitions,
                depth: self.tally.depth,
            };
            if !watch(self, progress) {
                break;
            }
        }
    }

    fn work(&self, task: &Task<G>, threads: usize, pieces: &[(usize, usize)]) -> Vec<Piece<G>> {
        let next = AtomicUsize::new(0);
        let run = || {
            let mut done = Vec::new();
            let mut expander = Expander::new(task, &self.nodes, &self.index, &self.tally);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(from, to)) = pieces.get(at) else { return done };
                done.push((at, expander.piece(from, to)));
            }
        };
        let mut done: Vec<(usize, Piece<G>)> = if threads <= 1 || pieces.len() == 1 {
            run()
        } else {
            thread::scope(|scope| {
                let all: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
                all.into_iter().flat_map(|one| one.join().expect("no thread panics")).collect()
            })
        };
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, piece)| piece).collect()
    }

    /// Merges the result of a piece. Pieces come in the order of their states, so nothing depends on the threads.
    fn take(&mut self, piece: Piece<G>) {
        for (parent, input, key) in piece.reached {
            let fresh = u32::try_from(self.nodes.len()).expect("fewer states than memory");
            if *self.index.entry(key).or_insert(fresh) == fresh {
                self.nodes.push((parent, Some(input)));
            } else if self.tally.counts_merge() {
                self.tally.keep(Trace { state: parent, input: input.to_string() });
            }
        }
        for (rests, keys) in piece.usual {
            self.rests.push(rests);
            self.edges.extend(keys.iter().filter_map(|key| self.index.get(key)));
            self.ends.push(u32::try_from(self.edges.len()).expect("fewer edges than memory"));
        }
        self.tally.add(piece.tally);
    }

    /// The inputs that lead to a state.
    pub fn way(&self, state: u32) -> Vec<InputOf<G>> {
        let mut way = Vec::new();
        let mut at = state;
        while let (parent, Some(input)) = self.nodes[at as usize] {
            way.push(input);
            at = parent;
        }
        way.reverse();
        way
    }

    /// States from which the usual steps and the outcomes of the equipment never end the round. States that were not
    /// expanded count as ended.
    pub fn endless(&self) -> Vec<u32> {
        let expanded = self.ends.len();
        let mut ends: Vec<bool> = self.rests.clone();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); expanded];
        let mut queue: Vec<u32> = Vec::new();
        let mut from = 0;
        for (state, &to) in self.ends.iter().enumerate() {
            let to = to as usize;
            let number = u32::try_from(state).unwrap_or(u32::MAX);
            for &next in &self.edges[from..to] {
                match before.get_mut(next as usize) {
                    Some(all) => all.push(number),
                    None => ends[state] = true,
                }
            }
            from = to;
            if ends[state] {
                queue.push(number);
            }
        }
        while let Some(state) = queue.pop() {
            for &earlier in &before[state as usize] {
                if !std::mem::replace(&mut ends[earlier as usize], true) {
                    queue.push(earlier);
                }
            }
        }
        (0..).zip(ends).filter(|(_, ends)| !ends).map(|(state, _)| state).collect()
    }

    /// Reports the states whose rounds never end. States in which nobody can continue were already
    /// reported.
    pub fn check_ends(&mut self) {
        for state in self.endless() {
            let stuck = self.edges_of(state).is_empty();
            if !stuck {
                self.tally.fault(
                    Kind::Endless,
                    Trace { state, input: String::new() },
                    "the usual steps never end the round",
                );
            }
        }
    }

    fn edges_of(&self, state: u32) -> &[u32] {
        let at = state as usize;
        let from = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.edges[from..self.ends[at] as usize]
    }
}
