//! `ch47 fair`: a finished window dealt again, alone or with its journal.

use crate::{
    args,
    failure::Failure,
    json::{self, FairJournalJson, FairJson},
    load::Source,
    screen::{self, BAD, BOLD, DIM, GOOD, paint},
};
use books::{Code, Day, Entry, Unfair, Verifier, WindowFile, study};
use std::fmt::Write;

/// What honest people lose: one part in a thousand, by bad connections.
const LOST: f64 = 0.001;

pub fn run(args: &args::Fair, as_json: bool) -> Result<(), Failure> {
    let file = args.file.as_ref().map(|path| Source::read(path)).transpose()?;
    let journal = args.journal.as_ref().map(|path| Source::read(path)).transpose()?;
    let mut found = Found::default();
    let judged = judge(&mut found, file.as_ref(), journal.as_ref());
    let name = file.as_ref().or(journal.as_ref()).map_or("", |source| &source.name);
    if as_json {
        screen::show(&json::render(&found.json(judged.as_ref().err()))?)?;
    } else {
        match &judged {
            Ok(()) => screen::show(&found.text())?,
            Err(unfair) => anstream::eprintln!("{}: {name}: {unfair}", paint(BAD, "not fair")),
        }
    }
    judged.map_err(|_| Failure::Law)
}

/// What was found out.
#[derive(Default)]
struct Found {
    file: Option<WindowFile>,
    order: Vec<String>,
    day: Option<Day>,
    draws: usize,
}

fn judge(found: &mut Found, file: Option<&Source>, journal: Option<&Source>) -> Result<(), Unfair> {
    if let Some(source) = file {
        let file = found.file.insert(WindowFile::read(&source.text)?);
        found.draws = file.draws.len();
        found.order = file.check()?.order;
    }
    if let Some(source) = journal {
        let lines = || source.text.lines().filter(|line| !line.is_empty());
        found.day = Some(study(lines())?);
        let dealt = deal_all(lines(), found.file.as_ref())?;
        if found.file.is_none() {
            found.draws = dealt;
        }
    }
    Ok(())
}

/// Deals every window of a journal again, and compares the one that a file has. How many draws there were.
fn deal_all<'a>(lines: impl Iterator<Item = &'a str>, file: Option<&WindowFile>) -> Result<usize, Unfair> {
    let (mut verifier, mut draws, mut same) = (Verifier::new(&[]), 0, file.is_none());
    for line in lines {
        let wrong = |wrong: books::Wrong| Unfair { code: Code::Order, at: wrong.seq, why: wrong.how };
        let Some(step) = verifier.line(line).map_err(wrong)? else {
            let why = format!("other rules than {} dealt from here on", books::VERSION);
            let at = verifier.book().map_or(0, books::Book::next);
            return Err(Unfair { code: Code::Order, at, why });
        };
        let (Entry::Turned { secret, .. }, Some(window)) = (&step.record.entry, &step.spent) else {
            continue;
        };
        let written = WindowFile::new(&step.record.table, window, *secret);
        written.check()?;
        draws += written.draws.len();
        same |= file == Some(&written);
    }
    match (same, file) {
        (false, Some(file)) => {
            let why = "the journal has no such window, or another one of that number".to_owned();
            Err(Unfair { code: Code::Order, at: file.window, why })
        }
        _ => Ok(draws),
    }
}

impl Found {
    /// From how many results the house could have chosen: in the file's window, or in the worst of the journal.
    fn choices(&self) -> Option<u64> {
        let windows = &self.day.as_ref()?.windows;
        let asked = |window: u64| self.file.as_ref().is_none_or(|file| file.window == window);
        windows.iter().filter(|looks| asked(looks.window)).map(|looks| looks.most).max()
    }

    fn json(&self, wrong: Option<&Unfair>) -> FairJson {
        let journal = self.day.as_ref().map(|day| FairJournalJson {
            windows: day.windows.len(),
            alone: day.alone,
            parts: day.parts,
            failed: day.failed,
            given_up: day.given_up,
            withheld: day.withheld.iter().map(|(patron, times)| (format!("p{patron}"), *times)).collect(),
        });
        FairJson {
            fair: wrong.is_none(),
            window: self.file.as_ref().map(|file| file.window),
            commitment: self.file.as_ref().map(|file| file.commitment.to_string()),
            parts: self.file.as_ref().map(|file| file.parts.len()),
            draws: self.draws,
            order: self.order.clone(),
            choices: self.choices(),
            journal,
            code: wrong.map(|wrong| wrong.code.to_string()),
            wrong: wrong.map(ToString::to_string),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(file) = &self.file {
            let parts = match file.parts.len() {
                0 => "nobody but the house had a part in it".to_owned(),
                1 => "1 part of a patron, from its chain".to_owned(),
                n => format!("{n} parts of patrons, each from its chain"),
            };
            let _ = writeln!(text, "{}  the secret is the one committed to", paint(GOOD, "fair"));
            let _ = writeln!(text, "  {} window {}, commitment {}", file.table, file.window, file.commitment);
            let _ = writeln!(text, "  {parts}; {} cuts", file.cuts.len());
            let _ = writeln!(text, "  {} draws, each as it had to come", file.draws.len());
            for failed in &file.failed {
                let who: Vec<String> = failed.withheld.iter().map(|patron| format!("p{patron}")).collect();
                let _ = writeln!(
                    text,
                    "  window {} failed before it: {} withheld",
                    failed.window,
                    who.join(", ")
                );
            }
            for row in self.order.chunks(26) {
                let _ = writeln!(text, "  {}", paint(DIM, row.join(" ")));
            }
            if !self.order.is_empty() {
                let _ = writeln!(text, "{} the order of the cards after the cuts", paint(BOLD, "above:"));
            }
        }
        if let Some(day) = &self.day {
            self.write_day(day, &mut text);
        }
        text
    }

    fn write_day(&self, day: &Day, text: &mut String) {
        if self.file.is_none() {
            let _ = writeln!(text, "{}  every window of the journal", paint(GOOD, "fair"));
        }
        let _ = writeln!(
            text,
            "  {} windows turned, {} with the house's part alone; {} parts; {} failed, {} given up after the lock",
            day.windows.len(),
            day.alone,
            day.parts,
            day.failed,
            day.given_up
        );
        if let Some(choices) = self.choices() {
            let _ = writeln!(text, "  {}", paint(BOLD, format!("at most {choices} results to choose from")));
        }
        let withheld: u64 = day.withheld.values().sum();
        for (patron, times) in &day.withheld {
            let _ = writeln!(text, "  p{patron} withheld {times} times");
        }
        if withheld > 0 {
            let likely = at_least(withheld, LOST * float(day.parts + withheld));
            let _ = writeln!(
                text,
                "  that many are withheld with a chance of {likely:.4} where people lose one part in a thousand"
            );
        }
    }
}

/// The chance of so many or more events where so many are expected.
fn at_least(events: u64, expected: f64) -> f64 {
    let (mut term, mut below) = ((-expected).exp(), 0.0);
    for number in 0..events {
        below += term;
        term *= expected / float(number + 1);
    }
    (1.0 - below).max(0.0)
}

/// As a number to reckon with; nobody opens so many parts that it matters.
fn float(number: u64) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
