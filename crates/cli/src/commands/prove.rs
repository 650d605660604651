//! `ch47 prove`: searches every state of a game within stated bounds.

use crate::{
    args::proof::Prove as Args,
    failure::Failure,
    json,
    load::{self, chosen},
    screen::{self, BAD, BOLD, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use prove::{
    Bounds, How, Progress, Report,
    page::{grouped, page},
    rows::rows,
};
use rules::{Game, GameId, Visitor};
use rustix::time::{ClockId, clock_gettime};
use std::{fs, path::Path, thread};

pub fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let games: Vec<GameId> = match &args.game {
        Some(name) => vec![load::game(name)?],
        None => GameId::ALL.to_vec(),
    };
    let (mut reports, mut seconds) = (Vec::new(), Vec::new());
    for game in games {
        let before = processor_time();
        reports.push(game.visit(Run(args, game))?);
        seconds.push(processor_time() - before);
    }
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
        (false, true) => page(&reports, &seconds),
        (false, false) => reports.iter().map(text).collect::<Vec<_>>().join("\n"),
    };
    screen::show(&text)?;
    if reports.iter().all(|report| report.rows.iter().all(|row| row.faults.is_empty())) {
        Ok(())
    } else {
        Err(Failure::Law)
    }
}

/// The processor time used by this program on all cores, in seconds.
fn processor_time() -> i64 {
    clock_gettime(ClockId::ProcessCPUTime).tv_sec
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
        let bar = ProgressBar::new(1);
        let style = ProgressStyle::with_template("{bar:30} {msg}  {elapsed}");
        bar.set_style(style.expect("a sound template"));
        let watch = &mut |row: usize, progress: Progress| {
            let Progress { states, expanded, transitions, depth } = progress;
            // The number of states is known only as they are reached, so the bar may move back.
            bar.set_length(states as u64);
            bar.set_position(expanded as u64);
            bar.set_message(format!(
                "{}, search {}: {expanded} of {states} states, {transitions} inputs, depth {depth}",
                G::NAME,
                row + 1
            ));
            true
        };
        let report = prove::prove_game(self.1, &table.settings, bounds, &how, watch);
        bar.finish_and_clear();
        report.map_err(Failure::fault)
    }
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
    let without: Vec<String> = provisions.without_effect.iter().map(|it| it.id.clone()).collect();
    listed("without effect under these options within these bounds", &without);
    listed("irregularities that did not occur", &report.irregularities_never);
    let elsewhere: Vec<String> = (report.irregularities_elsewhere.iter())
        .map(|it| format!("{} with {}", it.irregularity, it.option))
        .collect();
    listed("of these, others occur under other options", &elsewhere);
    text
}
