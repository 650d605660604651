//! `ch47 replay`: what happened in a round, for settling disputes.

use super::verify::{dollars, lines, time};
use crate::{
    args,
    failure::Failure,
    json,
    load::Source,
    screen::{self, BAD, BOLD, CITE, DIM, cite_of, paint, shown},
};
use books::{Fact, Record};
use papers::{AsOf, Calendar};
use std::{
    fmt::{Display, Write},
    fs,
};
use views::replay::{History, ReplayView, RoundView, StepView};

pub fn run(args: &args::Replay, as_json: bool) -> Result<(), Failure> {
    let source = Source::read(&args.journal)?;
    let as_of = args.as_of.as_deref().map(AsOf::read).transpose().map_err(Failure::fault)?;
    let until = match as_of {
        Some(as_of) => {
            Calendar::default().last(as_of).ok_or(Failure::fault("--as-of: beyond the calendar"))?
        }
        None => i64::MAX,
    };
    // A line that cannot be read is left to the verifier to report.
    let is_known = |line: &&str| Record::read(line).map_or(true, |record| record.at <= until);
    let history = History::read(lines(&source).take_while(is_known)).map_err(|wrong| {
        let wrong = wrong.to_string();
        Failure::refused(format!("{}: the journal is not sound: {}", source.name, shown(&wrong)))
    })?;
    if history.is_cut {
        anstream::eprintln!("{}: the rest needs other rules than {}", source.name, books::VERSION);
    }
    if let Some(as_of) = as_of.filter(|_| history.is_empty()) {
        return Err(Failure::fault(format!("{}: the journal begins after {as_of}", source.name)));
    }
    let round = args.round.or((!args.list).then(|| history.last()));
    let report = history.view(round).ok_or_else(|| {
        let (number, last) = (args.round.unwrap_or_default(), history.last());
        Failure::fault(format!("{}: there is no round {number}; the last is {last}", source.name))
    })?;
    let text = match (as_json, args.list) {
        (true, _) => json::render(&report)?,
        (false, true) => list_text(&report),
        (false, false) => report.rounds.iter().map(|round| round_text(&report, round)).collect(),
    };
    screen::show(&text)?;
    if let Some(path) = &args.html {
        fs::write(path, html(&source.name, &report))
            .map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    }
    Ok(())
}

fn list_text(report: &ReplayView) -> String {
    let rows = report.rounds.iter().map(|round| {
        let people = round.people.iter().map(|p| format!("{} {}", shown(&p.person), signed(p.result)));
        vec![
            round.round.to_string(),
            time(round.from),
            dollars(round.staked),
            people.collect::<Vec<_>>().join(", "),
            if round.void { "void".into() } else { String::new() },
        ]
    });
    let (table, game) = (shown(&report.table), shown(&report.game));
    let title = format!("{}  {table}, {game}\n", paint(BOLD, "Rounds"));
    title + &screen::table(&["round", "began", "staked", "result", ""], &[0, 2], rows.collect())
}

fn signed(cents: i64) -> String {
    if cents > 0 { format!("+{}", dollars(cents)) } else { dollars(cents) }
}

fn round_text(report: &ReplayView, round: &RoundView) -> String {
    let mut text = format!(
        "{}  {}, {}  {}\n  from {} to {}\n\n",
        paint(BOLD, format!("Round {}", round.round)),
        shown(&report.table),
        shown(&report.game),
        paint(DIM, shown(&report.options.to_string())),
        time(round.from),
        time(round.to)
    );
    round.steps.iter().for_each(|step| text += &step_text(step));
    let rows = round.people.iter().map(|p| {
        let amounts = [p.before, p.brought, p.result, p.after].map(dollars);
        [p.patron.to_string(), shown(&p.person).into_owned()].into_iter().chain(amounts).collect()
    });
    text += "\n";
    text += &screen::table(&PURSES, &[2, 3, 4, 5], rows.collect());
    if !round.remedies.is_empty() {
        let _ = writeln!(text, "\n{}", paint(BOLD, "Later"));
        round.remedies.iter().for_each(|step| text += &step_text(step));
    }
    if round.void {
        let _ = writeln!(text, "\n{}: what it moved went back", paint(BAD, "void"));
    }
    text
}

const PURSES: [&str; 6] = ["patron", "person", "before", "brought", "result", "after"];

fn step_text(step: &StepView) -> String {
    let StepView { line, at, by, what, .. } = step;
    let mut text =
        format!("{line:>5}  {}  {}: {}\n", paint(DIM, time(*at)), shown(by), paint(BOLD, shown(what)));
    for fact in &step.facts {
        let cite = paint(CITE, format!("{:<14}", fact.cite));
        let _ = writeln!(text, "         {cite} {}", paint(screen::style_of(fact), shown(&fact.text)));
    }
    if let Some(refused) = &step.refused {
        let cite = paint(CITE, format!("{:<14}", cite_of(refused)));
        let _ = writeln!(text, "         {cite} {} {}", paint(BAD, "refused:"), shown(&refused.text));
    }
    text
}

const STYLE: &str = "\
@page { size: letter; margin: .8in }
body { font: 10.5pt/1.4 Georgia, serif; color: #000; margin: 0 auto; max-width: 7in }
h1 { font-size: 16pt; border-bottom: 1pt solid }
table { border-collapse: collapse; width: 100%; margin: 1em 0 }
td, th { text-align: left; vertical-align: top; padding: .15em .6em .15em 0 }
.n { text-align: right }
.fact td { font-size: 9.5pt }
.no { font-weight: bold }
.hash { font: 7.5pt monospace; color: #555; overflow-wrap: anywhere }
tr { break-inside: avoid }
";

fn html(file: &str, report: &ReplayView) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Round</title>\n<style>\n{STYLE}</style>\n"
    );
    for round in &report.rounds {
        let void = if round.void { ", void" } else { "" };
        let _ = writeln!(text, "<h1>Round {}{void}</h1>", round.round);
        let _ = writeln!(
            text,
            "<p>Table {}, {}; {}. From {} to {}. Journal {}.</p>",
            escape(&report.table),
            escape(&report.game),
            escape(report.options.to_string()),
            time(round.from),
            time(round.to),
            escape(file)
        );
        text += &steps_html(&round.steps);
        text += "<table>\n<tr>";
        PURSES.iter().for_each(|name| text += &format!("<th>{name}</th>"));
        text += "</tr>\n";
        for p in &round.people {
            let _ = write!(text, "<tr><td>{}</td><td>{}</td>", p.patron, escape(&p.person));
            let amounts = [p.before, p.brought, p.result, p.after].map(dollars);
            amounts.iter().for_each(|amount| text += &format!("<td class=\"n\">{amount}</td>"));
            text += "</tr>\n";
        }
        text += "</table>\n";
        if !round.remedies.is_empty() {
            text += "<h2>Later</h2>\n";
            text += &steps_html(&round.remedies);
        }
    }
    text + "</html>\n"
}

fn steps_html(steps: &[StepView]) -> String {
    let mut text = "<table>\n<tr><th>line</th><th>time</th><th>who</th><th>what</th></tr>\n".to_owned();
    for step in steps {
        let (by, what) = (escape(&step.by), escape(&step.what));
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{by}</td><td>{what}<div class=\"hash\">{}</div></td></tr>",
            step.line,
            time(step.at),
            step.leaf
        );
        let row = |class: &str, cite: &str, says: &str| {
            format!(
                "<tr class=\"{class}\"><td></td><td></td><td>{}</td><td>{}</td></tr>\n",
                escape(cite),
                escape(says)
            )
        };
        for Fact { cite, text: sentence, .. } in &step.facts {
            text += &row("fact", &cite.to_string(), sentence);
        }
        if let Some(refused) = &step.refused {
            text += &row("fact no", &cite_of(refused), &format!("refused: {}", refused.text));
        }
    }
    text + "</table>\n"
}

fn escape(text: impl Display) -> String {
    let text = text.to_string();
    shown(&text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
