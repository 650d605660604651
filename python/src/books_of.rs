//! Scripts, judgments and journals.

use crate::{
    failure::{Failure, guarded, guarded_apart, json, whole_if_any},
    law_of::{game, settings},
};
use books::{Checkpoint, Fact, NotARecord, Record, Verifier};
use pyo3::prelude::*;
use rounds::{Answer, Script, Settings, squeeze};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use views::{
    judge::JudgeView,
    replay::{History, ReplayView},
};

#[derive(Serialize)]
struct PlayedView {
    game: &'static str,
    lines: Vec<LineView>,
    /// The script with its answers.
    text: String,
    /// Whether everything went as the script expects.
    as_expected: bool,
    /// What the table still waits for, if it was left in the middle of a round.
    unfinished: Option<String>,
}

#[derive(Serialize)]
struct LineView {
    line: usize,
    input: String,
    facts: Vec<Fact>,
    /// Refusals, unlawful options, and lines that could not be read.
    refusals: Vec<RefusedView>,
}

#[derive(Serialize)]
struct RefusedView {
    cite: Option<String>,
    held: Option<bool>,
    text: String,
}

fn refused(answer: &Answer<Fact>) -> Option<RefusedView> {
    let cite = answer.citations().next();
    let text = squeeze(answer.to_string().trim_start_matches(['!', '?', ' ']));
    answer.is_no().then(|| RefusedView {
        cite: cite.map(|c| c.to_string()),
        held: cite.map(|c| c.is_held()),
        text,
    })
}

#[pyfunction]
fn play(py: Python<'_>, name: Option<&str>, written: Option<&str>, text: &str) -> PyResult<String> {
    guarded_apart(py, || {
        let fault =
            |fault: rounds::Fault| Failure::Misread { line: Some(fault.line), message: fault.message };
        let script = Script::parse(text).map_err(fault)?;
        let game = match name {
            Some(name) => game(name)?,
            None => script.game.ok_or_else(|| Failure::misread("the script does not name its game"))?,
        };
        let settings = written.map(settings).transpose()?.unwrap_or_default();
        let settings = Settings::standard(game).with(settings);
        let played = script.play_as::<Fact>(game, &settings).map_err(fault)?;
        let line = |line: &rounds::PlayedLine<Fact>| LineView {
            line: line.number,
            input: line.left.clone(),
            facts: line.answers.iter().filter_map(decided).collect(),
            refusals: line.answers.iter().filter_map(refused).collect(),
        };
        json(&PlayedView {
            game: game.name(),
            lines: played.lines.iter().filter(|line| !line.answers.is_empty()).map(line).collect(),
            text: played.render(),
            as_expected: played.amiss().next().is_none(),
            unfinished: played.unfinished.as_ref().map(ToString::to_string),
        })
    })
}

fn decided(answer: &Answer<Fact>) -> Option<Fact> {
    if let Answer::Decided(fact) = answer { Some(fact.clone()) } else { None }
}

#[pyfunction]
fn judge(py: Python<'_>, text: &str) -> PyResult<String> {
    guarded_apart(py, || {
        let judged = JudgeView::of(text);
        json(&judged.map_err(|wrong| Failure::Misread { line: wrong.line, message: wrong.message })?)
    })
}

/// A summary of a sound journal.
#[derive(Serialize)]
struct JournalView {
    table: String,
    game: Option<String>,
    lines: u64,
    refused: u64,
    rounds: u64,
    from: i64,
    to: i64,
    people: BTreeMap<u16, String>,
    balances: BTreeMap<String, i64>,
    rules: BTreeSet<String>,
    head: String,
    root: String,
}

/// The lines of a journal; the line break after the last is not a line.
fn lines(journal: &str) -> impl Iterator<Item = &str> {
    journal.split_terminator('\n')
}

/// Fails if the journal is in another format.
fn known(journal: &str) -> Result<(), Failure> {
    match lines(journal).next().map(Record::read) {
        Some(Err(error @ NotARecord::Format(_))) => Err(Failure::OtherRules(error.to_string())),
        _ => Ok(()),
    }
}

#[pyfunction]
fn verify(py: Python<'_>, journal: &str, checkpoint: Option<&str>, key: Option<&str>) -> PyResult<String> {
    guarded_apart(py, || {
        known(journal)?;
        let unsound = |wrong: books::Wrong| Failure::Unsound { line: wrong.seq, how: wrong.how };
        let not_one = |e: serde_json::Error| Failure::misread(format!("not a checkpoint: {e}"));
        let checkpoint: Option<Checkpoint> =
            checkpoint.map(serde_json::from_str).transpose().map_err(not_one)?;
        let mut verifier = Verifier::new(checkpoint.as_ref());
        for line in lines(journal) {
            verifier.line(line).map_err(unsound)?;
        }
        let report = verifier.finish().map_err(unsound)?;
        if let Some(checkpoint) = &checkpoint {
            let key = key.ok_or_else(|| Failure::misread("a checkpoint needs the key that signed it"))?;
            let key = key.parse().map_err(|e: books::NotAKey| Failure::misread(format!("key: {e}")))?;
            let carried = report.carries(checkpoint, &key);
            carried.map_err(|how| Failure::Unsound {
                line: report.lines,
                how: format!("the checkpoint: {how}"),
            })?;
        }
        if let Some(unread) = report.unread.first() {
            return Err(Failure::OtherRules(format!("{unread}; these are rules {}", books::VERSION)));
        }
        json(&JournalView {
            table: report.table,
            game: report.game,
            lines: report.lines,
            refused: report.refused,
            rounds: report.rounds,
            from: report.from,
            to: report.to,
            people: report.people,
            balances: report.balances,
            rules: report.versions,
            head: report.head.to_string(),
            root: report.root.to_string(),
        })
    })
}

/// The rounds of a journal, or one of them with its lines.
#[pyfunction]
fn replay(
    py: Python<'_>,
    journal: &str,
    #[pyo3(from_py_with = whole_if_any)] round: Option<u64>,
) -> PyResult<String> {
    guarded_apart(py, || {
        known(journal)?;
        let unsound = |wrong: books::Wrong| Failure::Unsound { line: wrong.seq, how: wrong.how };
        let history = History::read(lines(journal)).map_err(unsound)?;
        let view: Option<ReplayView> = history.view(round);
        let none =
            || Failure::misread(format!("no such round: the journal has rounds up to {}", history.last()));
        json(&view.ok_or_else(none)?)
    })
}

/// The lines of a journal as stored, parsed but not replayed.
#[pyfunction]
fn records(py: Python<'_>, journal: &str) -> PyResult<String> {
    guarded(py, || {
        known(journal)?;
        let read = |(at, line): (usize, &str)| {
            Record::read(line).map_err(|why| Failure::Unsound { line: at as u64, how: why.to_string() })
        };
        json(&lines(journal).enumerate().map(read).collect::<Result<Vec<Record>, _>>()?)
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(play, module)?)?;
    module.add_function(wrap_pyfunction!(judge, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(replay, module)?)?;
    module.add_function(wrap_pyfunction!(records, module)?)
}
