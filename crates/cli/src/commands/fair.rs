//! `ch47 fair`: repeats the draws of a finished window, alone or with its journal.

use crate::{
    args,
    contributor::{self, Kept, Mark},
    failure::Failure,
    json::{self, FairJournalJson, FairJson},
    load::Source,
    screen::{self, BAD, BOLD, DIM, GOOD, paint},
};
use books::{Code, Day, Entry, Hash, Unfair, Verifier, WindowFile, study};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

/// The fraction of parts that honest people lose because of bad connections.
const LOST: f64 = 0.001;

pub fn run(args: &args::Fair, as_json: bool) -> Result<(), Failure> {
    let file = args.file.as_ref().map(|path| Source::read(path)).transpose()?;
    let journal = args.journal.as_ref().map(|path| Source::read(path)).transpose()?;
    let mine = args.mine.as_ref().map(|path| Source::read(path)).transpose()?;
    let mut found = Found::default();
    let judged = judge(&mut found, file.as_ref(), journal.as_ref(), mine.as_ref());
    let name = file.as_ref().or(journal.as_ref()).map_or("", |source| &source.name);
    if as_json {
        screen::show(&json::render(&found.json(judged.as_ref().err()))?)?;
    } else {
        match &judged {
            Ok(()) => screen::show(&found.text())?,
            Err(unfair) => screen::complain!(
                "{}: {name}: {}",
                paint(BAD, "not fair"),
                screen::shown(&unfair.to_string())
            ),
        }
    }
    judged.map_err(|_| Failure::Law)
}

/// The result of the checks.
#[derive(Default)]
struct Found {
    file: Option<WindowFile>,
    order: Vec<String>,
    day: Option<Day>,
    draws: usize,
    mine: Option<Kept>,
}

fn judge(
    found: &mut Found,
    file: Option<&Source>,
    journal: Option<&Source>,
    mine: Option<&Source>,
) -> Result<(), Unfair> {
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
        if let Some(mine) = mine {
            found.mine = Some(compare(mine, lines())?);
        }
    }
    Ok(())
}

/// Compares what a contributor kept at the table with the journal: every signed head must be one of its
/// heads, and no line may claim that a part was withheld if the floor has signed for it.
fn compare<'a>(mine: &Source, lines: impl Iterator<Item = &'a str>) -> Result<Kept, Unfair> {
    let form = |why: String| Unfair { code: Code::Form, at: 0, why };
    let kept: Kept = serde_json::from_str(&mine.text).map_err(|e| form(format!("{}: {e}", mine.name)))?;
    let fork = |at: u64, why: &str| Unfair { code: Code::Fork, at, why: why.to_owned() };
    let (mut tree, mut roots) = (books::merkle::Tree::new(), BTreeMap::from([(0, Hash::ZERO)]));
    let sizes: BTreeSet<u64> = kept.evidence.heads.iter().map(|head| head.size).collect();
    for line in lines {
        tree.append(Hash::leaf(line.as_bytes()));
        if sizes.contains(&tree.len()) {
            roots.insert(tree.len(), tree.root());
        }
        let Ok(books::Record { entry: Entry::Failed { window, withheld, .. }, .. }) =
            books::Record::read(line)
        else {
            continue;
        };
        if kept.evidence.heard.iter().any(|heard| heard.window == window && withheld.contains(&heard.patron))
        {
            return Err(fork(window, "the floor signed for a part of this window that it says was withheld"));
        }
    }
    for head in &kept.evidence.heads {
        contributor::check_head(head, &kept.table).map_err(|why| fork(head.size, &why))?;
        match roots.get(&head.size) {
            Some(root) if *root == head.root => {}
            Some(_) => return Err(fork(head.size, "the journal is not the one the floor signed for you")),
            None => {
                return Err(fork(head.size, "the journal is shorter than the one the floor signed for you"));
            }
        }
    }
    Ok(kept)
}

/// Repeats the draws of every window of a journal, compares the window in the file, and returns the number of
/// draws.
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
    /// How many results the house could have chosen from, in the file's window or in the worst window of the
    /// journal.
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
        if let Some(mine) = &self.mine {
            let heads = mine.evidence.heads.len();
            let _ = writeln!(text, "  all {heads} signed heads you kept are heads of this journal");
            let mut marks: BTreeMap<Mark, usize> = BTreeMap::new();
            mine.marks.iter().for_each(|(mark, _)| *marks.entry(*mark).or_default() += 1);
            for (mark, times) in marks {
                let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
                let _ = writeln!(text, "  you noted \"{mark}\" {times}");
            }
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

/// The probability of at least this many events when `expected` are expected.
fn at_least(events: u64, expected: f64) -> f64 {
    let (mut term, mut below) = ((-expected).exp(), 0.0);
    for number in 0..events {
        below += term;
        term *= expected / float(number + 1);
    }
    (1.0 - below).max(0.0)
}

/// The number as a float; there are never enough parts for the difference to matter.
fn float(number: u64) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
