//! What a table's journal provides for papers about single events: a disputed round, and the forms that were
//! used.

use super::{
    Answer, Failed, Query, history,
    lookback::{Look, Search, back, search},
    table::public,
};
use crate::{
    clock,
    floor::{Floor, Place},
    marks::{Name, Names},
    problem,
    store::{Reader, snapshots::Upto},
};
use ::papers::{Draft, History as House, UsedForm};
use axum::extract::{Path, State};
use books::{Book, Hash, Record, Step};
use protocol::{ReportQuery, route};
use std::{cmp::Ordering, sync::Arc};
use views::replay::History;

/// A dispute report about a finished round, including later requests and decisions.
pub async fn report(
    State(floor): State<Arc<Floor>>,
    Path((table, round)): Path<(String, u64)>,
    Query(ReportQuery { size }): Query<route::ReadReport>,
) -> Answer<String> {
    let public = public(&floor, &table).await?;
    let tell = move |history: &mut History, book: &Book, step: Step| match step.round.cmp(&round) {
        Ordering::Less => {
            *history = History::behind(book);
            Look::Before
        }
        Ordering::Equal => {
            history.see(&step, book);
            Look::Own
        }
        Ordering::Greater => Look::Done,
    };
    // Only a snapshot in which an earlier round could still change has none of its lines behind it.
    let upto = round.checked_sub(2).map_or(Upto::Lines(0), Upto::Round);
    let mut seen = back(&floor, &table, upto, public, History::behind, tell).await?;
    let unknown = || Failed(problem::unknown("round"));
    let view = seen.view(Some(round)).ok_or_else(unknown)?;
    let last = view.rounds.iter().flat_map(|round| &round.steps).map(|step| step.line).max();
    for (record, leaf) in remedies(&floor, table, last.map_or(0, |last| last + 1), public).await? {
        seen.hear(&record, leaf);
    }
    let mut view = seen.view(Some(round)).ok_or_else(unknown)?;
    let round = view.rounds.pop().ok_or_else(unknown)?;
    let house = history::of(&floor).await?.at(round.to.min(clock::now()));
    Ok(::papers::replayed(&Draft::new(&house, super::print::size(size)), "dispute.html", &view, &round).html)
}

/// The lines in a range that request or decide a correction of a round. They are read, not replayed.
async fn remedies(
    floor: &Arc<Floor>,
    table: String,
    mut next: u64,
    until: u64,
) -> Result<Vec<(Record, Hash)>, Failed> {
    let is_about = |line: &str| {
        ["asked", "approved", "declined"].iter().any(|kind| line.contains(&format!("\"kind\":\"{kind}\"")))
    };
    let read = move |store: &mut dyn Reader| {
        let mut found = Vec::new();
        while next < until {
            let lines = store.lines(&table, next, 1024)?;
            let Some(last) = lines.last().map(|line| line.seq) else { break };
            let about = lines.iter().filter(|line| line.seq < until && is_about(&line.line));
            found.extend(about.filter_map(|line| Some((Record::read(&line.line).ok()?, line.leaf))));
            next = last + 1;
        }
        Ok(found)
    };
    Ok(floor.read(read).await?)
}

/// The Complimentary Vigorish Forms used at the tables of this floor up to a moment, ordered by number.
pub async fn forms(floor: &Arc<Floor>, house: &House, until: i64) -> Result<Vec<UsedForm>, Failed> {
    let has_forms = |game| ::papers::fields(game).any(|field| field.key == "form-serial");
    let mut used = Vec::new();
    for course in house.tables.iter().filter(|course| has_forms(course.game)) {
        // Tables that run on another node report theirs there.
        if !matches!(floor.find(&course.table).await?, Place::Here(_)) {
            continue;
        }
        let lines = 0..public(floor, &course.table).await?;
        let looked = Search { lines, times: (i64::MIN, until), limit: u64::MAX };
        let may = |names: &Names| UsedForm::CITES.iter().any(|cite| names.has(Name::Cite(cite)));
        let finds = |book: &Book, step: &Step| UsedForm::on_line(step, book);
        used.extend(search(floor, &course.table, looked, may, finds).await?);
    }
    used.sort_by_key(|form| form.serial);
    Ok(used)
}
