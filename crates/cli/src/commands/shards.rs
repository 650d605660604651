//! Shards of a simulation: which one is played, and how their results are merged.

use super::{
    sim::{self, Line},
    sim_blackjack,
};
use crate::{
    failure::Failure,
    json::{CountJson, ShardsJson, SimJson},
    load,
    screen::{BOLD, paint},
};
use odds::{Fraction, Moments, Shard};
use rules::{Game, Money, Visitor, blackjack::Blackjack};
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::PathBuf};

/// Reads `2/8`.
pub fn read(text: &str, most: u64) -> Result<Shard, String> {
    let shard = text
        .split_once('/')
        .and_then(|(part, of)| Some(Shard { part: part.trim().parse().ok()?, of: of.trim().parse().ok()? }))
        .ok_or_else(|| format!("--shard {text}: which part of how many, such as 2/8"))?;
    match shard {
        Shard { of: 0, .. } | Shard { part: 0, .. } => {
            Err(format!("--shard {text}: parts are counted from 1"))
        }
        Shard { part, of } if part > of => Err(format!("--shard {text}: there is no part {part} of {of}")),
        Shard { of, .. } if of > most => Err(format!(
            "--shard {text}: so many rounds can be cut into {most} parts at most; ask for more rounds or fewer parts"
        )),
        shard => Ok(shard),
    }
}

/// The note about a run that was interrupted, or about missing shards.
pub fn note(shards: &ShardsJson, interrupted: bool, planned: &CountJson) -> String {
    let ended =
        if interrupted { format!("interrupted: {planned} rounds were planned\n") } else { String::new() };
    let missing: Vec<String> =
        (1..=shards.of).filter(|part| !shards.parts.contains(part)).map(|part| part.to_string()).collect();
    ended
        + &match (shards.parts.as_slice(), missing.len()) {
            (_, 0) => String::new(),
            ([part], _) => format!("part {part} of {} alone; ch47 sim merge adds up parts\n", shards.of),
            (_, n @ 1..=20) => {
                let what = if n == 1 { "part" } else { "parts" };
                format!("without {what} {} of {}\n", missing.join(", "), shards.of)
            }
            (parts, _) => format!("{} of {} parts\n", parts.len(), shards.of),
        }
}

/// The output of a shard, read back.
pub trait Printed: Sized {
    /// Parses the output.
    fn read(text: &str) -> Result<Self, String>;
    /// The shards it covers, and their total number.
    fn shards(&mut self) -> &mut ShardsJson;
    /// What shows that another one belongs to a different simulation; `None` if it does not.
    fn difference(&self, other: &Self) -> Option<&'static str>;
    /// Adds the rounds of another shard.
    fn add(&mut self, other: Self);
}

/// Only the field that tells which game it is.
#[derive(Deserialize)]
struct OfGame {
    game: String,
}

/// Merges the outputs of shards of one simulation.
pub fn merge(files: &[PathBuf], as_json: bool) -> Result<(), Failure> {
    let mut texts = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|e| Failure::fault(format!("{name}: {e}")))?;
        let of: OfGame =
            serde_json::from_str(&text).map_err(|e| Failure::fault(format!("{name}: {}", unread(&e))))?;
        texts.push((name, text, of.game));
    }
    let Some((_, _, game)) = texts.first() else {
        return Err(Failure::fault("sim merge: name the files that the shards were printed to"));
    };
    if let Some((name, ..)) = texts.iter().find(|(_, _, other)| other != game) {
        return Err(Failure::fault(format!("{name}: is of another simulation: its game")));
    }
    let title = load::game(game)?.visit(Title);
    let headline = |options: &rounds::Settings| format!("{}  {options}\n", paint(BOLD, title));
    if game == Blackjack::NAME {
        let whole: sim_blackjack::Report = gather(&texts)?;
        return whole.show(&headline(&whole.asked.options), as_json);
    }
    let Wagers { report, lines } = gather(&texts)?;
    sim::show(&headline(&report.options), &report, &lines, as_json)
}

/// Why a text is not the output of a simulation.
pub fn unread(why: &serde_json::Error) -> String {
    format!("is not what ch47 sim prints with --json: {why}")
}

/// Combines all shards.
fn gather<P: Printed>(texts: &[(String, String, String)]) -> Result<P, Failure> {
    let mut merged: Option<P> = None;
    let mut from: BTreeMap<u64, &str> = BTreeMap::new();
    for (name, text, _) in texts {
        let fault = |what: String| Failure::fault(format!("{name}: {what}"));
        let mut part = P::read(text).map_err(fault)?;
        let shards = part.shards().clone();
        if let Some(what) = merged.as_ref().and_then(|whole| whole.difference(&part)) {
            return Err(fault(format!("is of another simulation: its {what}")));
        }
        if merged.as_mut().is_some_and(|whole| whole.shards().of != shards.of) {
            return Err(fault("is of another simulation: its number of parts".to_owned()));
        }
        for &part in &shards.parts {
            if let Some(other) = from.insert(part, name) {
                return Err(fault(format!("part {part} of {} is in {other} too", shards.of)));
            }
        }
        match &mut merged {
            None => merged = Some(part),
            Some(whole) => {
                whole.shards().parts.extend(shards.parts);
                whole.add(part);
            }
        }
    }
    let mut whole = merged.expect("at least one file");
    let shards = whole.shards();
    shards.parts.sort_unstable();
    // All shards together are the whole simulation.
    if shards.parts.len() as u64 == shards.of {
        *shards = ShardsJson { parts: vec![1], of: 1 };
    }
    Ok(whole)
}

/// A simulation of wagers, at any game except blackjack.
struct Wagers {
    report: SimJson,
    lines: Vec<Line>,
}

impl Printed for Wagers {
    fn read(text: &str) -> Result<Wagers, String> {
        let report: SimJson = serde_json::from_str(text).map_err(|e| unread(&e))?;
        let lines = read_lines(&report).ok_or("has sums that are no numbers")?;
        Ok(Wagers { report, lines })
    }

    fn shards(&mut self) -> &mut ShardsJson {
        &mut self.report.shards
    }

    fn difference(&self, other: &Wagers) -> Option<&'static str> {
        difference(&self.report, &other.report)
    }

    fn add(&mut self, other: Wagers) {
        self.lines.iter_mut().zip(&other.lines).for_each(|(line, more)| line.moments.merge(&more.moments));
        self.report.interrupted |= other.report.interrupted;
        self.report.rounds_per_second += other.report.rounds_per_second;
        self.report.rounds = self.lines.first().map_or(0, |line| line.moments.count).into();
        self.report.wagers = self.lines.iter().map(Line::json).collect();
    }
}

struct Title;

impl Visitor for Title {
    type Out = &'static str;
    fn visit<G: Game>(self) -> &'static str {
        G::TITLE
    }
}

/// The wagers of a shard, with their sums.
fn read_lines(report: &SimJson) -> Option<Vec<Line>> {
    let count = report.rounds.number()?;
    let line = |wager: &crate::json::SimWagerJson| {
        let moments = Moments { count, sum: wager.sum.parse().ok()?, squares: wager.squares.parse().ok()? };
        let stake = Some(Money::cents(wager.stake)).filter(|&stake| stake > Money::ZERO)?;
        let exact = match &wager.exact {
            Some(text) => Some(Fraction::read(text)?),
            None => None,
        };
        let (wager, exact_if) = (wager.wager.clone(), wager.exact_if.clone());
        Some(Line { wager, stake, moments, exact, exact_if })
    };
    report.wagers.iter().map(line).collect()
}

/// What shows that two shards belong to different simulations.
fn difference(one: &SimJson, other: &SimJson) -> Option<&'static str> {
    let wagers = |report: &SimJson| -> Vec<(String, i64, Option<String>)> {
        report.wagers.iter().map(|w| (w.wager.clone(), w.stake, w.exact.clone())).collect()
    };
    let same = [
        (one.options == other.options, "options"),
        (one.planned == other.planned, "rounds"),
        (one.seed == other.seed, "seed"),
        (one.way == other.way, "way to play rounds"),
        (wagers(one) == wagers(other), "wagers"),
    ];
    first_difference(&same)
}

/// The first item of the list that differs.
pub fn first_difference(same: &[(bool, &'static str)]) -> Option<&'static str> {
    same.iter().find(|(same, _)| !same).map(|(_, what)| *what)
}
