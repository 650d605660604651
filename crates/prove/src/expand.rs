//! Expands states: finds what may happen next in each, and checks everything that must hold.

use crate::{
    checks::{self, Kind, hash},
    hidden,
    search::{Index, Node, Task, Walker},
    tally::{Moment, Tally, Trace, Witness},
};
use rules::{Awaits, Citation, Event, EventOf, Game, Input, InputOf};
use std::collections::{HashMap, HashSet};

/// The result of expanding some states.
pub struct Piece<G: Game> {
    /// States that were not known before: the state and the input that led to them, and their keys.
    pub reached: Vec<(u32, InputOf<G>, u128)>,
    /// For each state, whether it is at rest, and the keys of the states to which usual steps and outcomes
    /// lead.
    pub usual: Vec<(bool, Vec<u128>)>,
    /// The observations of this piece.
    pub tally: Tally,
}

/// A moment with its name, while its calls are counted.
struct Counted {
    name: String,
    times: u64,
    calls: Vec<(String, u64)>,
}

/// Expands one state after another.
pub struct Expander<'a, G: Game> {
    task: &'a Task<G>,
    nodes: &'a [Node<G>],
    index: &'a Index,
    known: &'a Tally,
    walker: Walker<'a, G>,
    moments: HashMap<u64, Counted>,
    cited: HashSet<Citation>,
    events: Vec<(Citation, EventOf<G>)>,
    told: Vec<EventOf<G>>,
}

impl<'a, G: Game> Expander<'a, G> {
    /// Makes an expander for these states.
    pub fn new(
        task: &'a Task<G>,
        nodes: &'a [Node<G>],
        index: &'a Index,
        known: &'a Tally,
    ) -> Expander<'a, G> {
        Expander {
            task,
            nodes,
            index,
            known,
            walker: Walker::new(task),
            moments: HashMap::new(),
            cited: HashSet::new(),
            events: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Expands the states from one number up to another.
    pub fn piece(&mut self, from: usize, to: usize) -> Piece<G> {
        let (stride, most_merges) = (self.known.stride, self.known.most_merges);
        let mut piece = Piece {
            reached: Vec::new(),
            usual: Vec::new(),
            tally: Tally { stride, most_merges, ..Tally::default() },
        };
        let mut fresh = HashSet::new();
        self.cited.clear();
        for state in from..to {
            self.state(u32::try_from(state).expect("fewer states than memory"), &mut piece, &mut fresh);
        }
        for (_, Counted { name, times, calls }) in self.moments.drain() {
            piece.tally.moments.insert(name, Moment { times, calls: calls.into_iter().collect() });
        }
        piece
    }

    fn state(&mut self, state: u32, piece: &mut Piece<G>, fresh: &mut HashSet<u128>) {
        let task = self.task;
        let table = self.walker.at(state, self.nodes).clone();
        let here = |input: String| Trace { state, input };
        if let Err(why) = checks::can_go_on(&table) {
            piece.tally.fault(Kind::Stuck, here(String::new()), why);
        }
        let rests = table.bets().is_empty() && (table.awaits() == Awaits::Wagers || table.awaits_wagers());
        let mut usual = Vec::new();
        let mut hidden = hidden::Siblings::new(&table);
        let mut inputs = Vec::new();
        task.inputs.each(&table, &mut |input, is_usual| inputs.push((input, is_usual)));
        let phase = table.phase();
        for (input, is_usual) in inputs {
            piece.tally.transitions += 1;
            let mut next = table.clone();
            self.events.clear();
            let events = &mut self.events;
            let done = next.apply(input, &mut |cite, event: EventOf<G>| events.push((cite, event)));
            if let Err(refusal) = done {
                let says = format!("it is listed, and is refused: {refusal}");
                piece.tally.fault(Kind::ListedRefused, here(input.to_string()), says);
                continue;
            }
            self.told.clear();
            self.told.extend(self.events.iter().map(|(_, event)| *event));
            if let Err(why) = checks::chips(&table, &next, &self.told) {
                piece.tally.fault(Kind::Chips, here(input.to_string()), why);
            }
            self.heard(state, phase, &input, &next, piece);
            self.cite(state, &input, piece);
            if let Input::Irregularity(_) = input {
                let kind = task.inputs.kind(&input);
                if !piece.tally.irregularities.contains_key(kind) {
                    piece.tally.irregularities.insert(kind.to_owned(), here(input.to_string()));
                }
                if self.events.is_empty() {
                    piece.tally.fault(Kind::NoRemedy, here(input.to_string()), "nothing follows from it");
                }
            }
            if let Input::Chance(_) = input
                && let Err(why) =
                    hidden.compare(&next, &self.told, task.inputs.people(), &mut piece.tally.pairs)
            {
                piece.tally.fault(Kind::Leak, here(input.to_string()), why);
            }
            let seen = task.seen(&next);
            if is_usual {
                usual.push(seen.key);
            }
            if task.is_beyond(&seen) {
                piece.tally.beyond += 1;
            } else if !self.index.contains_key(&seen.key) && fresh.insert(seen.key) {
                piece.reached.push((state, input, seen.key));
            } else if piece.tally.counts_merge() {
                piece.tally.keep(here(input.to_string()));
            }
        }
        piece.usual.push((rests, usual));
        self.everything(state, &table, piece);
    }

    /// Checks that everything was announced that must be.
    fn heard(&mut self, state: u32, phase: &'static str, input: &InputOf<G>, next: &G, piece: &mut Piece<G>) {
        let parts = [phase, self.task.inputs.kind(input), next.phase()];
        let moment = hash(&parts);
        let counted = self.moments.entry(moment).or_insert_with(|| Counted {
            name: parts.join(" | "),
            times: 0,
            calls: Vec::new(),
        });
        counted.times += 1;
        let mut made: Vec<String> = Vec::new();
        for event in &self.told {
            if let Event::Called { call } = event {
                let name = checks::call_name(call);
                if !made.contains(&name) {
                    made.push(name);
                }
            }
        }
        for required in self.task.moments.at(moment) {
            if !made.contains(required) {
                let trace = Trace { state, input: input.to_string() };
                piece.tally.fault(Kind::Unannounced, trace, format!("{required} is missing"));
            }
        }
        for name in made {
            match counted.calls.iter_mut().find(|(call, _)| *call == name) {
                Some((_, times)) => *times += 1,
                None => counted.calls.push((name, 1)),
            }
        }
    }

    /// Records the provisions that this input is the first to apply.
    fn cite(&mut self, state: u32, input: &InputOf<G>, piece: &mut Piece<G>) {
        for &(cite, event) in &self.events {
            let pays = if let Event::Settled { pays, .. } = event { pays } else { cite };
            for cite in [cite, pays] {
                let is_known = self.known.witnesses.get(cite.id()).is_some_and(|witness| !witness.refuses);
                if !is_known && self.cited.insert(cite) {
                    let trace = Trace { state, input: input.to_string() };
                    piece.tally.witnesses.insert(cite.id().to_owned(), Witness { trace, refuses: false });
                }
            }
        }
    }

    /// Tries every input in some states: in the first ones, in the first of each phase, and in a sample of
    /// the others.
    fn everything(&mut self, state: u32, table: &G, piece: &mut Piece<G>) {
        let every = (state.max(1).next_power_of_two() / self.task.bounds.tries.max(1)).max(1);
        let phase = format!("{}, {}", table.phase(), table.awaits());
        let is_new = !self.known.phases.contains(&phase) && !piece.tally.phases.contains(&phase);
        if !is_new && !state.is_multiple_of(every) {
            return;
        }
        if is_new {
            piece.tally.phases.push(phase);
        }
        piece.tally.tried += 1;
        let tried = checks::everything(table, self.task.inputs.people(), self.task.bounds.places::<G>());
        for (kind, input, says) in tried.faults {
            piece.tally.fault(kind, Trace { state, input: input.to_string() }, says);
        }
        for (input, refusal) in tried.refused {
            let id = refusal.cite.id();
            if !self.known.witnesses.contains_key(id) && !piece.tally.witnesses.contains_key(id) {
                let trace = Trace { state, input: input.to_string() };
                piece.tally.witnesses.insert(id.to_owned(), Witness { trace, refuses: true });
            }
        }
    }
}
