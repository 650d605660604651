//! A search saved to a file, so that it can be continued later.

use crate::{
    search::{Found, Index, Task},
    tally::Tally,
};
use rules::{Game, read_input};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{BufRead, BufReader, BufWriter, Write},
    path::Path,
};

/// The number of seconds after which a search is saved again.
pub const SECONDS: u64 = 30;

#[derive(Serialize, Deserialize)]
struct Head {
    /// What is searched: the game, its options, the bounds, the version of the program.
    of: String,
    states: usize,
    next: usize,
    tally: Tally,
}

fn of<G: Game>(task: &Task<G>) -> String {
    format!("{} {}: {} {}", G::NAME, env!("CARGO_PKG_VERSION"), task.settings, task.bounds)
}

/// Writes a search. An existing file is replaced only once the new one is complete.
pub fn write<G: Game>(task: &Task<G>, found: &Found<G>, path: &Path) -> Result<(), String> {
    let fresh = path.with_extension("part");
    let written = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(&fresh)?);
        let head =
            Head { of: of(task), states: found.nodes.len(), next: found.next, tally: found.tally.clone() };
        serde_json::to_writer(&mut file, &head)?;
        writeln!(file)?;
        let mut keys = vec![0; found.nodes.len()];
        found.index.iter().for_each(|(key, state)| keys[*state as usize] = *key);
        for (key, (parent, input)) in keys.iter().zip(&found.nodes) {
            let input = input.map(|input| input.to_string()).unwrap_or_default();
            writeln!(file, "{key:032x} {parent} {input}")?;
        }
        let mut from = 0;
        for (rests, &to) in found.rests.iter().zip(&found.ends) {
            write!(file, "{}", u8::from(*rests))?;
            for edge in &found.edges[from as usize..to as usize] {
                write!(file, " {edge}")?;
            }
            writeln!(file)?;
            from = to;
        }
        file.flush()?;
        std::fs::rename(&fresh, path)
    };
    written().map_err(|e| format!("{}: {e}", path.display()))
}

/// Reads a search for the same task.
pub fn read<G: Game>(task: &Task<G>, path: &Path) -> Result<Found<G>, String> {
    let broken = |what: &str| format!("{}: {what}; delete the file to begin again", path.display());
    let file = File::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines = BufReader::new(file).lines();
    let mut line = || lines.next().and_then(Result::ok).ok_or_else(|| broken("the file ends too early"));
    let head: Head = serde_json::from_str(&line()?).map_err(|_| broken("not a search that was kept"))?;
    if head.of != of(task) {
        return Err(broken(&format!("it is a search of {}", head.of)));
    }
    let mut found = Found {
        nodes: Vec::with_capacity(head.states),
        index: Index::default(),
        tally: head.tally,
        next: head.next,
        ends: Vec::new(),
        edges: Vec::new(),
        rests: Vec::new(),
    };
    for state in 0..head.states {
        let line = line()?;
        let mut parts = line.splitn(3, ' ');
        let key = parts.next().and_then(|key| u128::from_str_radix(key, 16).ok());
        let parent: Option<u32> = parts.next().and_then(|parent| parent.parse().ok());
        let (Some(key), Some(parent)) = (key, parent) else { return Err(broken("a state cannot be read")) };
        let input = match parts.next().unwrap_or_default() {
            "" if state == 0 => None,
            text => Some(read_input::<G>(text).map_err(|_| broken("an input cannot be read"))?),
        };
        if parent as usize > state {
            return Err(broken("a state comes before its parent"));
        }
        found.index.insert(key, u32::try_from(state).unwrap_or(u32::MAX));
        found.nodes.push((parent, input));
    }
    for _ in 0..head.next {
        let line = line()?;
        let mut numbers = line.split(' ').map(str::parse::<u32>);
        found.rests.push(numbers.next() == Some(Ok(1)));
        for edge in numbers {
            found.edges.push(edge.map_err(|_| broken("a number cannot be read"))?);
        }
        found.ends.push(u32::try_from(found.edges.len()).unwrap_or(u32::MAX));
    }
    Ok(found)
}
