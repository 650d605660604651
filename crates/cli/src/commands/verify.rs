//! `ch47 verify`: checks a journal from the first line to the last.

use super::excerpt;
use crate::{
    args,
    failure::Failure,
    json::{self, AuditJson, JournalJson, VerifyJson},
    load::Source,
    screen::{self, BAD, BOLD, DIM, GOOD, paint, shown},
};
use books::{Checkpoint, Ended, Excerpt, NotARecord, Record, Report, Verifier, VerifyingKey, Wrong};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use rules::Money;
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

pub fn run(args: &args::Verify, as_json: bool) -> Result<(), Failure> {
    if let Some((url, folder)) = database(&args.journal) {
        if args.checkpoint.is_some() {
            return Err(Failure::fault("a checkpoint is held against a journal: export it, and verify that"));
        }
        return audit(&url, folder.as_deref(), as_json);
    }
    let source = Source::read(&args.journal)?;
    if lines(&source).next().is_some_and(Excerpt::begins) {
        return excerpt::run(args, &source, as_json);
    }
    if args.key.is_some() && args.checkpoint.is_none() {
        return Err(Failure::fault(
            "--key says who signed: name the checkpoint with --checkpoint, or an excerpt",
        ));
    }
    let held = held(args)?;
    let verified = verify(&source, held.as_ref().map(|(checkpoint, _)| checkpoint));
    let verified = verified.and_then(|report| carried(report, held.as_ref()));
    if as_json {
        screen::show(&json::render(&verify_json(&source, &verified))?)?;
    } else {
        match &verified {
            Ok(report) => screen::show(&text(report, held.as_ref()))?,
            Err(wrong) if is_of_another_format(&source) => {
                screen::complain!("{}: {}: {}", paint(BAD, "not read"), source.name, shown(&wrong.how));
            }
            Err(wrong) => {
                screen::complain!(
                    "{}: {}: {}",
                    paint(BAD, "not sound"),
                    source.name,
                    shown(&wrong.to_string())
                );
                if let Some(line) = usize::try_from(wrong.seq).ok().and_then(|at| lines(&source).nth(at)) {
                    screen::complain!("  {}", paint(DIM, shown(&clipped(line))));
                }
            }
        }
    }
    match verified {
        Err(_) if is_of_another_format(&source) => Err(Failure::OtherRules),
        Err(_) => Err(Failure::Law),
        Ok(report) if !report.unread.is_empty() => Err(Failure::OtherRules),
        Ok(_) => Ok(()),
    }
}

/// Whether another version of the program wrote the journal, so that it cannot be judged here.
fn is_of_another_format(source: &Source) -> bool {
    let first = lines(source).next().map(Record::read);
    matches!(first, Some(Err(NotARecord::Format(_))))
}

/// The store and the folder of its keys, if the path is a floor rather than a journal.
fn database(path: &Path) -> Option<(String, Option<PathBuf>)> {
    let text = path.to_string_lossy();
    if text.starts_with("postgres://") || text.starts_with("postgresql://") {
        return Some((text.into_owned(), None));
    }
    if path.is_dir() {
        return Some((path.join("floor.db").to_string_lossy().into_owned(), Some(path.to_owned())));
    }
    let is_database = path.extension().is_some_and(|extension| extension == "db");
    is_database.then(|| (text.into_owned(), path.parent().map(Path::to_owned)))
}

/// Audits a floor that is not running: every journal is replayed, and everything else in the store is derived
/// again and compared.
fn audit(url: &str, folder: Option<&Path>, as_json: bool) -> Result<(), Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::fault(format!("{url}: {e}"));
    let mut store = server::store::open_reader(url).map_err(|e| failed(&e))?;
    let keys = folder.filter(|folder| server::keys::Keys::files().all(|file| folder.join(file).exists()));
    let keys = keys.map(server::keys::Keys::open).transpose().map_err(|e| failed(&e))?;
    let report = server::audit::audit(&mut *store, keys.as_ref()).map_err(|e| failed(&e))?;
    let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    let sound = findings.is_empty();
    let unread: Vec<String> =
        report.unread.iter().map(|(table, unread)| format!("{table}: {unread}")).collect();
    let known = unread.is_empty();
    if as_json {
        let tables = report.tables;
        screen::show(&json::render(&AuditJson {
            store: url.to_owned(),
            sound,
            tables,
            lines: report.lines,
            findings,
            unread,
        })?)?;
    } else if sound {
        let text = if known { "sound" } else { "sound as far as can be said" };
        let said =
            format!("{} journals, {} lines, and all that was derived from them", report.tables, report.lines);
        let rest: String = unread.iter().map(|line| format!("  {line}\n")).collect();
        screen::show(&format!("{}  {url}: {said}\n{rest}", paint(GOOD, text)))?;
    } else {
        findings
            .iter()
            .for_each(|finding| screen::complain!("{}: {}", paint(BAD, "not sound"), shown(finding)));
    }
    match (sound, known) {
        (false, _) => Err(Failure::Law),
        (true, false) => Err(Failure::OtherRules),
        (true, true) => Ok(()),
    }
}

/// The lines of a journal; the line break after the last is not a line.
pub fn lines(source: &Source) -> impl Iterator<Item = &str> {
    source.text.split_terminator('\n')
}

/// Formats the time of a journal line.
pub fn time(at: i64) -> String {
    Timestamp::from_millisecond(at).map_or_else(|_| at.to_string(), |at| format!("{at:.3}"))
}

pub fn dollars(cents: i64) -> String {
    Money::cents(cents).to_string()
}

fn clipped(line: &str) -> String {
    match line.char_indices().nth(320) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

fn held(args: &args::Verify) -> Result<Option<(Checkpoint, VerifyingKey)>, Failure> {
    let (Some(path), Some(key)) = (&args.checkpoint, &args.key) else { return Ok(None) };
    let source = Source::read(path)?;
    let checkpoint = serde_json::from_str(&source.text)
        .map_err(|e| Failure::fault(format!("{}: not a checkpoint: {e}", source.name)))?;
    let key = key.parse().map_err(|e| Failure::fault(format!("--key: {e}")))?;
    Ok(Some((checkpoint, key)))
}

fn verify(source: &Source, checkpoint: Option<&Checkpoint>) -> Result<Report, Wrong> {
    let bar = ProgressBar::new(source.text.len() as u64);
    let style =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {eta} left").expect("a sound template");
    bar.set_style(style);
    let mut verifier = Verifier::new(checkpoint);
    for (number, line) in lines(source).enumerate() {
        if let Err(wrong) = verifier.line(line) {
            bar.finish_and_clear();
            return Err(wrong);
        }
        bar.inc(line.len() as u64 + 1);
        if number == 0 {
            bar.tick();
        }
    }
    bar.finish_and_clear();
    verifier.finish()
}

/// The journal must be the one that was signed, or an extension of it.
fn carried(report: Report, held: Option<&(Checkpoint, VerifyingKey)>) -> Result<Report, Wrong> {
    match held.map(|(checkpoint, key)| report.carries(checkpoint, key)) {
        Some(Err(unsound)) => Err(Wrong { seq: report.lines, how: format!("the checkpoint: {unsound}") }),
        _ => Ok(report),
    }
}

pub fn text(report: &Report, held: Option<&(Checkpoint, VerifyingKey)>) -> String {
    let Report { table, lines, refused, rounds, .. } = report;
    let game = report.game.as_deref().unwrap_or("never opened");
    let mut text = format!("{}  {}, {}\n", paint(BOLD, "Journal"), shown(table), shown(game));
    let mut row = |name: &str, value: String| writeln!(text, "  {name:<11} {}", shown(&value));
    let ended = |how: fn(&Ended) -> bool| ended(report, how);
    let (turned, failed) =
        (ended(|e| matches!(e, Ended::Turned(_))), ended(|e| matches!(e, Ended::Failed(_))));
    let given_up = ended(|e| *e == Ended::Abandoned);
    let _ = row("lines", format!("{lines}, of these {refused} refused by law"));
    let _ = row("from", time(report.from));
    let _ = row("to", time(report.to));
    let _ = row("rounds", rounds.to_string());
    let people = report.people.iter().map(|(number, person)| format!("p{number} {person}"));
    let _ = row("people", people.collect::<Vec<_>>().join(", "));
    let _ = row("keys", format!("{}, none twice", report.keys.len()));
    let windows = report.windows.len();
    let ends = format!("{windows} committed to, {turned} turned, {failed} failed, {given_up} given up");
    let _ = row("windows", ends);
    let _ = row("rules", report.versions.iter().cloned().collect::<Vec<_>>().join(", "));
    let _ = row("head", report.head.to_string());
    let _ = row("root", report.root.to_string());
    text += "\n";
    let balances =
        report.balances.iter().map(|(account, cents)| vec![shown(account).into_owned(), dollars(*cents)]);
    text += &screen::table(&["account", "holds"], &[1], balances.collect());
    text += "chips, cash and claims each sum to zero\n\n";
    if let Some((checkpoint, _)) = held {
        let _ = writeln!(
            text,
            "it carries the checkpoint of {} over {} lines",
            time(checkpoint.at),
            checkpoint.size
        );
    }
    if !report.unread.is_empty() {
        for unread in &report.unread {
            let _ = writeln!(text, "{unread}; this program has rules {}", books::VERSION);
        }
        return text + "of those lines only the chain, the keys and the signed heads were checked\n";
    }
    text + &format!("{}: every line follows from the ones before it, by the rules\n", paint(GOOD, "sound"))
}

pub fn verify_json(source: &Source, verified: &Result<Report, Wrong>) -> VerifyJson {
    let journal = verified.as_ref().ok().map(|report| JournalJson {
        table: report.table.clone(),
        game: report.game.clone(),
        lines: report.lines,
        refused: report.refused,
        rounds: report.rounds,
        from: time(report.from),
        to: time(report.to),
        epoch: report.epoch,
        people: report.people.iter().map(|(number, person)| (format!("p{number}"), person.clone())).collect(),
        balances: report.balances.clone(),
        keys: report.keys.len(),
        committed: report.windows.len(),
        turned: ended(report, |e| matches!(e, Ended::Turned(_))),
        failed: ended(report, |e| matches!(e, Ended::Failed(_))),
        abandoned: ended(report, |e| *e == Ended::Abandoned),
        versions: report.versions.iter().cloned().collect(),
        head: report.head.to_string(),
        root: report.root.to_string(),
    });
    let unread = verified.as_ref().map(|report| report.unread.iter().map(ToString::to_string).collect());
    VerifyJson {
        excerpt: None,
        unread: unread.unwrap_or_default(),
        file: source.name.clone(),
        sound: journal.is_some(),
        line: verified.as_ref().err().map(|wrong| wrong.seq),
        wrong: verified.as_ref().err().map(|wrong| wrong.how.clone()),
        journal,
    }
}

/// The number of windows that ended this way.
fn ended(report: &books::Report, how: fn(&Ended) -> bool) -> usize {
    report.windows.iter().filter_map(|window| window.ended).filter(|(_, ended)| how(ended)).count()
}
