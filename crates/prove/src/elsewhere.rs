//! Irregularities that cannot occur under the usual options, and the other options under which each of them
//! occurs.

use crate::{
    bounds::Bounds,
    checks::{Kind, Moments},
    round,
    rows::others,
    search::{Found, Task},
    tally::Fault,
};
use rounds::Settings;
use rules::{Game, games};
use serde::Serialize;

/// The largest number of states to reach under each of the other options.
const MOST: usize = 60_000;

/// An irregularity that occurs under other options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Elsewhere {
    /// The irregularity.
    pub irregularity: String,
    /// The options that differ from the usual ones.
    pub option: String,
    /// Whether something follows from it there.
    pub has_remedy: bool,
    /// The shortest round in which it occurs.
    pub round: String,
}

/// Searches for these irregularities under other options, up to a number of states.
pub fn elsewhere<G: Game>(missing: &[String], threads: usize) -> Vec<Elsewhere> {
    let mut found: Vec<Elsewhere> = Vec::new();
    for (written, bounds) in others(G::NAME) {
        let is_left = |name: &&String| found.iter().all(|it| it.irregularity != **name);
        let left: Vec<&String> = missing.iter().filter(is_left).collect();
        let Ok(changes) = Settings::read(written) else { continue };
        let settings = rounds::standard::<G>().with(changes);
        let Some(options) = games::options::<G>(&settings.entries(), &mut |_| ()) else { continue };
        let bounds = Bounds { states: MOST, ..bounds };
        let task = Task::<G>::new(settings, options, bounds, Moments::default());
        let mut search = Found::begin(&task);
        search.go_on(&task, threads, |search, _| {
            !left.iter().all(|name| search.tally.irregularities.contains_key(*name))
        });
        let tally = &search.tally;
        let new: Vec<Elsewhere> = (left.into_iter())
            .filter_map(|name| Some((name, tally.irregularities.get(name)?)))
            .map(|(name, trace)| {
                let is_without =
                    |fault: &Fault| fault.kind == Kind::NoRemedy && fault.trace.input == trace.input;
                Elsewhere {
                    irregularity: name.clone(),
                    option: written.to_owned(),
                    has_remedy: !tally.faults.iter().any(is_without),
                    round: round::write(&task, &search, trace, &format!("{name}, with {written}")),
                }
            })
            .collect();
        found.extend(new);
    }
    found
}
