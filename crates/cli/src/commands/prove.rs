//! `ch47 prove`: every state of a game within stated bounds.

use crate::{
    args::proof::Prove as Args,
    failure::Failure,
    json,
    load::{self, chosen},
    screen::{self, BAD, BOLD, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use prove::{Bounds, How, Progress, Report, rows::rows};
use rules::{Game, GameId, Visitor};
use std::{fs, path::Path, thread};

pub fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let games: Vec<GameId> = match &args.game {
        Some(name) => vec![load::game(name)?],
        None => GameId::ALL.to_vec(),
    };
    let reports = games
        .into_iter()
        .map(|game| game.visit(Run(args, game)))
        .collect::<Result<Vec<Report>, Failure>>()?;
    for report in &reports {
        if let Some(folder) = &args.witnesses {
            let name = |id: &str| format!("{}.round", id.replace([':', '/'], "."));
            write_all(folder, report.witnesses.iter().map(|(id, round)| (name(id), round.as_str())))?;
        }
        if let Some(folder) = &args.announcements {
            write_all(folder, [(format!("{}.tsv", report.game), report.announcements.as_str())])?;
        }
    }
    let text = match (as_json, args.markdown) {
        (true, _) => json::render(&reports)?,
        (false, true) => page(&reports),
        (false, false) => reports.iter().map(text).collect::<Vec<_>>().join("\n"),
    };
    screen::show(&text)?;
    if reports.iter().all(|report| report.rows.iter().all(|row| row.faults.is_empty())) {
        Ok(())
    } else {
        Err(Failure::Law)
    }
}

fn write_all<'a>(folder: &Path, files: impl IntoIterator<Item = (String, &'a str)>) -> Result<(), Failure> {
    let fault = |path: &Path, e: std::io::Error| Failure::fault(format!("{}: {e}", path.display()));
    fs::create_dir_all(folder).map_err(|e| fault(folder, e))?;
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| fault(&path, e))?;
    }
    Ok(())
}

struct Run<'a>(&'a Args, GameId);

impl Visitor for Run<'_> {
    type Out = Result<Report, Failure>;
    fn visit<G: Game>(self) -> Self::Out {
        let args = self.0;
        let table = chosen::<G>(&args.table)?;
        let own = args.patrons.is_some() || args.wagers.is_some();
        let mut bounds = if own { vec![Bounds::default()] } else { rows(G::NAME) };
        for one in &mut bounds {
            one.patrons = args.patrons.unwrap_or(one.patrons);
            one.wagers = args.wagers.unwrap_or(one.wagers);
            one.states = args.states.map_or(one.states, |states| states as usize);
        }
        let bounds = (own || args.states.is_some()).then_some(bounds);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let how = How {
            threads: if args.threads == 0 { cores } else { args.threads.min(cores * 4) },
            resume: args.resume.clone(),
            witnesses: args.witnesses.is_some(),
        };
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a sound template"));
        let watch = &mut |row: usize, progress: Progress| {
            let Progress { states, expanded, transitions, depth } = progress;
            bar.set_message(format!(
                "{}, search {}: {expanded} of {states} states, {transitions} inputs, depth {depth}",
                G::NAME,
                row + 1
            ));
            bar.tick();
            true
        };
        let report = prove::prove_game(self.1, &table.settings, bounds, &how, watch);
        bar.finish_and_clear();
        report.map_err(Failure::fault)
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn text(report: &Report) -> String {
    let mut text = format!("{} {}\n", paint(BOLD, &report.game), paint(DIM, &report.options));
    for row in &report.rows {
        text += &format!("\n  within: {}\n", row.bounds);
        text += &format!("  not told apart: {}\n", row.leaves_out.join(", "));
        let whole = if row.complete { "all states" } else { "cut off: only the first states" };
        text += &format!(
            "  {whole}: {} states, {} inputs, {} deep\n",
            grouped(row.states as u64),
            grouped(row.transitions),
            row.depth
        );
        if row.beyond > 0 {
            text +=
                &format!("  {} inputs led beyond the amounts and were not followed\n", grouped(row.beyond));
        }
        let compared = if row.compared == row.merged { "all" } else { "a sample" };
        text += &format!(
            "  {} inputs led to a known state; {compared} of them compared with it: {}\n",
            grouped(row.merged),
            grouped(row.compared)
        );
        text += &format!("  everything unlisted tried on {} states\n", grouped(row.tried));
        if row.pairs > 0 {
            text += &format!("  {} pairs compared that differ only in hidden cards\n", grouped(row.pairs));
        }
        if row.faults.is_empty() {
            text += if row.complete {
                "  everything holds within these bounds\n"
            } else {
                "  nothing found so far\n"
            };
        }
        for fault in &row.faults {
            let times = if fault.times == 1 { String::new() } else { format!(" ({} times)", fault.times) };
            text += &format!("  {}: {}{times}\n", paint(BAD, fault.kind), fault.says);
            fault.round.lines().for_each(|line| text += &format!("    {line}\n"));
        }
    }
    let provisions = &report.provisions;
    text += &format!(
        "\n  {} provisions apply, {} only refuse\n",
        provisions.applied.len(),
        provisions.refuse.len()
    );
    let mut listed = |what: &str, all: &[String]| {
        if !all.is_empty() {
            text += &format!("  {what}: {}\n", all.join(", "));
        }
    };
    listed("without effect under these options within these bounds", &provisions.without_effect);
    listed("irregularities that did not occur", &report.irregularities_never);
    text
}

/// The page of the documents.
fn page(reports: &[Report]) -> String {
    let mut text = String::from(INTRODUCTION);
    text += "| game | within | states | inputs | depth | merged: compared | unlisted tried on | hidden pairs | result |\n";
    text += "|---|---|--:|--:|--:|--:|--:|--:|---|\n";
    for report in reports {
        for row in &report.rows {
            let faults: Vec<String> = row.faults.iter().map(|fault| format!("**{}**", fault.kind)).collect();
            let result = match (row.complete, faults.is_empty()) {
                (true, true) => "everything holds".to_owned(),
                (false, true) => "cut off, nothing found".to_owned(),
                (_, false) => faults.join(", "),
            };
            text += &format!(
                "| {} | {} | {} | {} | {} | {}: {} | {} | {} | {result} |\n",
                report.game,
                row.bounds,
                grouped(row.states as u64),
                grouped(row.transitions),
                row.depth,
                grouped(row.merged),
                grouped(row.compared),
                grouped(row.tried),
                grouped(row.pairs)
            );
        }
    }
    text += "\n## What was not told apart\n\n";
    for report in reports {
        let mut parts: Vec<&str> =
            report.rows.iter().flat_map(|row| &row.leaves_out).map(String::as_str).collect();
        parts.sort_unstable();
        parts.dedup();
        text += &format!("- {}: {}\n", report.game, parts.join(", "));
    }
    text += "\n## Provisions\n\n| game | apply | only refuse | without effect under the usual options within these bounds |\n|---|--:|--:|---|\n";
    for report in reports {
        let provisions = &report.provisions;
        let without = provisions.without_effect.join(", ");
        text += &format!(
            "| {} | {} | {} | {} |\n",
            report.game,
            provisions.applied.len(),
            provisions.refuse.len(),
            if without.is_empty() { "none" } else { &without }
        );
    }
    text += "\n## Irregularities\n\n";
    for report in reports {
        let never = match report.irregularities_never.as_slice() {
            [] => "all occur, and each has a remedy".to_owned(),
            never => format!("did not occur: {}; all others do, and each has a remedy", never.join("; ")),
        };
        text += &format!("- {}: {never}\n", report.game);
    }
    text
}

const INTRODUCTION: &str = "\
# Proofs

Written by `ch47 prove --all --markdown`. Every state that a table can reach within the stated bounds was visited, and in
each of them it was checked that somebody can go on, that the usual steps end the round when everyone has gone, that chips
are conserved, that what is listed is accepted, that announcements are made at their moments, that every irregularity has a
remedy, and that nobody's picture, events or menus depend on a card they may not know. On some states everything was tried
that is *not* listed: it must be refused, and the refusal must change nothing. Nothing is claimed beyond the bounds.

States that differ only in what was not told apart count as one. That such states have the same future was checked too, on
a sample of the inputs that led to a known state: their menus and the keys of everything that may follow were compared.
Announcements are compared with `crates/prove/announcements`, which the same searches wrote: that shows that they do not change
unnoticed, and says nothing about what the law demands. [How to run it yourself](cli/prove.md).

\
";
