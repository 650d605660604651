//! `ch47 judge`: judges a round or a dispute at a physical table.

use super::verify::dollars;
use crate::{
    args,
    failure::Failure,
    json,
    load::Source,
    screen::{self, BAD, BOLD, CITE, DIM, GOOD, cite_of, paint, shown},
};
use books::Fact;
use std::fmt::Write;
use views::judge::{ErrorOf, JudgeView, SaidView, Unreadable, VerdictView};

pub fn run(args: &args::Judge, as_json: bool) -> Result<(), Failure> {
    let source = Source::read(&args.file)?;
    let verdict = JudgeView::of(&source.text).map_err(|Unreadable { line, message }| {
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        Failure::fault(format!("{}{line}: {message}", source.name))
    })?;
    screen::show(&if as_json { json::render(&verdict)? } else { text(&source.name, &verdict, args.steps) })?;
    if verdict.in_order { Ok(()) } else { Err(Failure::Law) }
}

fn text(file: &str, verdict: &JudgeView, with_steps: bool) -> String {
    let mut text = format!("{}  {}, {}\n\n", paint(BOLD, "Dispute"), file, verdict.game);
    text += &answer(&verdict.verdict);
    for other in &verdict.otherwise {
        let when = shown(&other.when);
        let what =
            if other.option { format!("{when} was chosen, what differs is") } else { format!("{when}:") };
        let _ = writeln!(text, "\n{} {what}", paint(BOLD, "If instead"));
        text += &match other.option {
            true => answer(&unlike(&other.verdict, &verdict.verdict)),
            false => answer(&other.verdict),
        };
    }
    if with_steps {
        text += &steps(verdict);
    }
    if !verdict.people.is_empty() {
        let cell = |cents: Option<i64>| cents.map_or("not said".to_owned(), dollars);
        let rows = verdict.people.iter().map(|d| {
            let means = match d.difference {
                Some(1..) => "too much",
                Some(..=-1) => "too little",
                _ if d.error == ErrorOf::Dealer => "errors that cancel out",
                _ => "",
            };
            let (paid, taken) = (dollars(d.due_paid), dollars(d.due_taken));
            let difference = d.difference.map_or(String::new(), dollars);
            vec![d.patron.to_string(), paid, cell(d.paid), taken, cell(d.taken), difference, means.to_owned()]
        });
        let header = ["patron", "due paid", "paid", "due taken", "taken", "difference", ""];
        text += "\n";
        text += &screen::table(&header, &[1, 2, 3, 4, 5], rows.collect());
    }
    text += "\n";
    text += &match verdict.in_order {
        true => format!("{}\n", paint(GOOD, "in order")),
        false => format!("{}\n", paint(BAD, "not in order")),
    };
    text
}

/// What one verdict says and the other does not.
fn unlike(one: &VerdictView, other: &VerdictView) -> VerdictView {
    let only = |one: &[SaidView], other: &[SaidView]| -> Vec<SaidView> {
        one.iter().filter(|said| !other.contains(said)).cloned().collect()
    };
    VerdictView {
        right: only(&one.right, &other.right),
        due: only(&one.due, &other.due),
        now: only(&one.now, &other.now),
    }
}

/// Who was right, what is due, what to do now.
fn answer(verdict: &VerdictView) -> String {
    let mut text = String::new();
    for (title, said) in [("Who was right", &verdict.right), ("Due", &verdict.due), ("Now", &verdict.now)] {
        for (at, SaidView { text: sentence, cites, readings }) in said.iter().enumerate() {
            let title = if at == 0 { title } else { "" };
            let readings = readings.iter().map(|id| format!("reading {id}"));
            let basis: Vec<String> = cites.iter().cloned().chain(readings).collect();
            let basis = if basis.is_empty() { String::new() } else { format!("[{}]", basis.join(", ")) };
            let basis = if basis.is_empty() { basis } else { format!(" {}", paint(CITE, basis)) };
            let _ = writeln!(text, "{}{}{basis}", paint(BOLD, format!("{title:<15}")), shown(sentence));
        }
    }
    text
}

/// Every step, with what followed from it.
fn steps(verdict: &JudgeView) -> String {
    let mut text = format!("\n{}\n", paint(BOLD, "Steps"));
    for line in &verdict.given {
        let _ = writeln!(text, "      {}", paint(DIM, shown(line)));
    }
    for step in &verdict.steps {
        let _ = writeln!(text, "{:>4}  {}", step.line, paint(BOLD, shown(&step.input)));
        for Fact { cite, text: sentence, .. } in &step.facts {
            let cite = paint(CITE, format!("{cite:<14}"));
            let _ = writeln!(text, "        {cite} {}", shown(sentence));
        }
        if let Some(refused) = &step.refused {
            let error = paint(BAD, format!("unlawful, error of the {}:", step.error));
            let cite = paint(CITE, format!("{:<14}", cite_of(refused)));
            let _ = writeln!(text, "        {cite} {error} {}", shown(&refused.text));
        }
        if let Some(instead) = &step.instead {
            let _ = writeln!(text, "        {:<14} {}", "", paint(DIM, shown(instead)));
        }
    }
    text
}
