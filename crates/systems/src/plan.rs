//! Runs many sessions on all cores. For a given seed the results do not depend on the number of cores.

use crate::{
    fault::Fault,
    session::{Failed, play},
    sums::Sums,
    system::System,
    trace::{Trace, TracedRound},
};
use odds::{
    Chunks, Generator, Habit, Offered, Prepared, Priced, Progress, Shard, Summed, Unsolved, Visitor,
    usual_stake, visit,
};
use rounds::Settings;
use rules::{GameId, Money};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// How many sessions are played with one random stream.
const CHUNK: u64 = 32;

/// What to simulate: a session of each system at one table, many times.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The game.
    pub game: GameId,
    /// The table's options, which must be lawful.
    pub settings: &'a Settings,
    /// The source texts of the systems. Each one gets its own patron and place.
    pub systems: Vec<&'a str>,
    /// How many sessions to play.
    pub sessions: u64,
    /// The seed.
    pub seed: u64,
    /// How many rounds to trace in full.
    pub traced: usize,
}

/// The results of all sessions.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The results of each system, in the order of the plan.
    pub systems: Vec<PlayedSystem>,
    /// The traced rounds.
    pub trace: Vec<TracedRound>,
}

/// The results of one system.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedSystem {
    /// The title of the system.
    pub title: String,
    /// The description of the system.
    pub about: String,
    /// What a unit is worth.
    pub unit: Money,
    /// What a session begins with.
    pub bankroll: Money,
    /// The name of each rule and its position in the file, in the order of [`Sums::acted`].
    pub rules: Vec<(String, Range<usize>)>,
    /// The sums over its sessions.
    pub sums: Sums,
    /// The exact house edge on each kind of wager it made, or why that is not known.
    pub edges: Result<BTreeMap<&'static str, f64>, &'static str>,
}

/// Why nothing was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplayed {
    /// A system's file is wrong, or a rule of it cannot be followed.
    System {
        /// The index of the system, from 0.
        system: usize,
        /// What is wrong, and where.
        fault: Fault,
    },
    /// Something is wrong with the table.
    Table(String),
}

impl Plan<'_> {
    /// Compiles the systems and plays them on this many threads (0: all cores).
    ///
    /// # Errors
    /// If a file is wrong, a rule cannot be followed, or the table gets stuck.
    pub fn run(&self, threads: usize, progress: &Progress<Found>) -> Result<Played, Unplayed> {
        visit(self.game, Run { plan: self, threads, progress })
    }
}

/// Instantiates the rules in this crate, so that they are compiled and optimized only once for all programs that play
/// systems.
struct Run<'a> {
    plan: &'a Plan<'a>,
    threads: usize,
    progress: &'a Progress<Found>,
}

impl Visitor for Run<'_> {
    type Out = Result<Played, Unplayed>;

    fn visit<G: Priced>(self) -> Self::Out {
        let Run { plan, threads, progress } = self;
        let unlawful = |_| Unplayed::Table(format!("{}: these options are not lawful", G::NAME));
        let options = rounds::judge::<G>(plan.settings).map_err(unlawful)?;
        let compiled = plan.systems.iter().enumerate().map(|(system, source)| {
            System::<G>::of(source, options).map_err(|fault| Unplayed::System { system, fault })
        });
        let systems = compiled.collect::<Result<Vec<_>, _>>()?;
        let habit = G::habit(options).map_err(|why: Unsolved| Unplayed::Table(why.to_string()))?;
        let table = Table { options, systems, habit, sessions: plan.sessions, seed: plan.seed };
        let trace = if plan.traced > 0 { table.trace(plan.traced)? } else { Vec::new() };
        let found = table.run(threads, progress)?;
        let one = |(at, (system, sums)): (usize, (&System<G>, Sums))| PlayedSystem {
            title: system.title.clone(),
            about: system.about.clone(),
            unit: system.unit,
            bankroll: system.bankroll,
            rules: system.each_rule().map(|(name, at)| (name.to_owned(), at.clone())).collect(),
            edges: table.edges(at, &sums),
            sums,
        };
        let systems = table.systems.iter().zip(found.sums).enumerate().map(one).collect();
        Ok(Played { systems, trace })
    }
}

impl From<Failed> for Unplayed {
    fn from(failed: Failed) -> Unplayed {
        match failed {
            Failed::Rule { system, at, what } => Unplayed::System { system, fault: Fault::new(what, at) },
            failed => Unplayed::Table(failed.to_string()),
        }
    }
}

/// A plan compiled for its game.
struct Table<G: Priced> {
    options: G::Options,
    systems: Vec<System<G>>,
    habit: Habit<G>,
    sessions: u64,
    seed: u64,
}

/// The sums of all systems.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The sums of each system, in the order of the plan.
    pub sums: Vec<Sums>,
}

impl Summed for Found {
    type Point = Option<(f64, f64)>;

    fn merge(&mut self, other: &Found) {
        self.sums.resize(other.sums.len().max(self.sums.len()), Sums::default());
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| sum.merge(more));
    }

    fn rounds(&self) -> u64 {
        self.sums.first().map_or(0, |first| first.sessions)
    }

    /// The house edge on the stakes of the first system, and its standard error.
    fn point(&self) -> Self::Point {
        let first = self.sums.first()?;
        first.edge().zip(first.edge_error())
    }
}

impl<G: Priced> Table<G> {
    fn run(&self, threads: usize, progress: &Progress<Found>) -> Result<Found, Failed> {
        let chunks = Chunks { rounds: self.sessions, length: CHUNK, shard: Shard::WHOLE, until_error: None };
        let player = || {
            |chunk, sessions, found: &mut Found| {
                found.sums = vec![Sums::default(); self.systems.len()];
                let mut generator = self.generator(chunk);
                for _ in 0..sessions {
                    let ended = play(self.options, &self.systems, &self.habit, &mut generator, None)?;
                    found.sums.iter_mut().zip(&ended).for_each(|(sum, one)| sum.add(one));
                }
                Ok::<(), Failed>(())
            }
        };
        let (found, _) = chunks.run(threads, progress, player, |_| f64::INFINITY)?;
        Ok(found)
    }

    fn generator(&self, chunk: u64) -> Generator {
        Generator::new(Generator::seed(self.seed), chunk)
    }

    /// The traced rounds, line by line.
    fn trace(&self, rounds: usize) -> Result<Vec<TracedRound>, Failed> {
        let (mut trace, mut generator) = (Trace::of(rounds), self.generator(0));
        for session in 0..self.sessions {
            if session % CHUNK == 0 {
                generator = self.generator(session / CHUNK);
            }
            trace.session = session + 1;
            play(self.options, &self.systems, &self.habit, &mut generator, Some(&mut trace))?;
            if trace.is_full() {
                break;
            }
        }
        Ok(trace.finish())
    }

    /// The exact house edge on each kind of wager that this system made, or why it is not known.
    fn edges(&self, at: usize, sums: &Sums) -> Result<BTreeMap<&'static str, f64>, &'static str> {
        let followed =
            "what follows the first wager of a round was decided otherwise than the exact odds assume";
        if sums.is_rounded {
            return Err("charges on some stakes are rounded");
        }
        if sums.took_back {
            return Err("wagers were taken back before they were decided");
        }
        let mut kinds: BTreeSet<&'static str> = sums.wagers.keys().copied().collect();
        let mut edges = BTreeMap::new();
        let offered = G::offered(self.options);
        let first = offered.first().map(Offered::kind);
        if G::FOLLOWED || self.habit.edge.is_some() {
            if !self.systems[at].follows_habit() || sums.short > 0 {
                return Err(followed);
            }
            // The odds of the first wager already include whatever follows it.
            let on_fresh: BTreeSet<&str> = offered.iter().map(Offered::kind).collect();
            kinds.retain(|kind| on_fresh.contains(kind));
        }
        if let (Some(first), Some(edge)) = (first.filter(|first| kinds.contains(first)), self.habit.edge) {
            edges.insert(first, edge);
            kinds.remove(first);
        }
        let bets: Vec<_> = offered
            .into_iter()
            .filter(|on| kinds.remove(on.kind()))
            .map(|on| (on, usual_stake::<G>(&self.options, &on)))
            .collect();
        if !kinds.is_empty() {
            return Err("some wagers have no exact odds");
        }
        if bets.iter().any(|(on, _)| G::granted(on.wager).is_some()) {
            return Err("the exact odds of some wagers take for granted what sessions do not");
        }
        if !bets.is_empty() {
            let prepared =
                Prepared::<G>::of(self.options, bets).map_err(|_| "some wagers have no exact odds")?;
            for ((on, _), results) in prepared.bets().iter().zip(prepared.exact(None)) {
                let results = results.map_err(|_| "some wagers have no exact odds")?;
                edges.insert(on.kind(), results.edge().to_f64());
            }
        }
        Ok(edges)
    }
}
