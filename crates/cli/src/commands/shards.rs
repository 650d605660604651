//! Parts of a simulation: which one is played, and how their results merge to those of the whole.

use super::sim::{self, Line};
use crate::{
    failure::Failure,
    json::{ShardsJson, SimJson},
    load,
    screen::{BOLD, paint},
};
use odds::{Fraction, Moments, Shard};
use rules::{Game, Money, Visitor};
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

/// What is said of parts that are not the whole.
pub fn note(shards: &ShardsJson) -> String {
    let missing: Vec<String> =
        (1..=shards.of).filter(|part| !shards.parts.contains(part)).map(|part| part.to_string()).collect();
    match (shards.parts.as_slice(), missing.len()) {
        (_, 0) => String::new(),
        ([part], _) => format!("part {part} of {} alone; ch47 sim merge adds up parts\n", shards.of),
        (_, n @ 1..=20) => {
            let what = if n == 1 { "part" } else { "parts" };
            format!("without {what} {} of {}\n", missing.join(", "), shards.of)
        }
        (parts, _) => format!("{} of {} parts\n", parts.len(), shards.of),
    }
}

/// Merges what shards of one simulation printed.
pub fn merge(files: &[PathBuf], as_json: bool) -> Result<(), Failure> {
    let mut merged: Option<SimJson> = None;
    let mut lines: Vec<Line> = Vec::new();
    let mut from: BTreeMap<u64, String> = BTreeMap::new();
    for path in files {
        let name = path.display().to_string();
        let fault = |what: String| Failure::fault(format!("{name}: {what}"));
        let text = fs::read_to_string(path).map_err(|e| fault(e.to_string()))?;
        let report: SimJson = serde_json::from_str(&text)
            .map_err(|e| fault(format!("is not what ch47 sim prints with --json: {e}")))?;
        for &part in &report.shards.parts {
            if let Some(other) = from.insert(part, name.clone()) {
                return Err(fault(format!("part {part} of {} is in {other} too", report.shards.of)));
            }
        }
        let read = read_lines(&report).ok_or_else(|| fault("has sums that are no numbers".to_owned()))?;
        match &mut merged {
            None => (merged, lines) = (Some(report), read),
            Some(whole) => {
                if let Some(what) = difference(whole, &report) {
                    return Err(fault(format!("is of another simulation: its {what}")));
                }
                lines.iter_mut().zip(&read).for_each(|(line, read)| line.moments.merge(&read.moments));
                whole.shards.parts.extend(report.shards.parts);
                whole.interrupted |= report.interrupted;
                whole.rounds_per_second += report.rounds_per_second;
            }
        }
    }
    let Some(mut whole) = merged else {
        return Err(Failure::fault("sim merge: name the files that the shards were printed to"));
    };
    whole.shards.parts.sort_unstable();
    // All parts of a simulation are the simulation.
    if whole.shards.parts.len() as u64 == whole.shards.of {
        whole.shards = ShardsJson { parts: vec![1], of: 1 };
    }
    whole.rounds = lines.first().map_or(0, |line| line.moments.count).into();
    whole.wagers = lines.iter().map(Line::json).collect();
    let title = load::game(&whole.game)?.visit(Title);
    let headline = format!("{}  {}\n", paint(BOLD, title), whole.options.join(", "));
    sim::show(&headline, &whole, &lines, as_json)
}

struct Title;

impl Visitor for Title {
    type Out = &'static str;
    fn visit<G: Game>(self) -> &'static str {
        G::TITLE
    }
}

/// The wagers of a shard with their sums.
fn read_lines(report: &SimJson) -> Option<Vec<Line>> {
    let count = report.rounds.number()?;
    let line = |wager: &crate::json::SimWagerJson| {
        let moments = Moments { count, sum: wager.sum.parse().ok()?, squares: wager.squares.parse().ok()? };
        let stake = Some(Money::cents(wager.stake)).filter(|&stake| stake > Money::ZERO)?;
        Some(Line { wager: wager.wager.clone(), stake, moments, exact: Fraction::read(&wager.exact)? })
    };
    report.wagers.iter().map(line).collect()
}

/// In what two shards are not of one simulation.
fn difference(one: &SimJson, other: &SimJson) -> Option<&'static str> {
    let wagers = |report: &SimJson| -> Vec<(String, i64, String)> {
        report.wagers.iter().map(|w| (w.wager.clone(), w.stake, w.exact.clone())).collect()
    };
    let same = [
        (one.game == other.game, "game"),
        (one.options == other.options, "options"),
        (one.planned == other.planned, "rounds"),
        (one.seed == other.seed, "seed"),
        (one.shards.of == other.shards.of, "number of parts"),
        (one.way == other.way, "way to play rounds"),
        (wagers(one) == wagers(other), "wagers"),
    ];
    same.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
}
