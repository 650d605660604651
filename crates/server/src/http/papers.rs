//! The papers of a table: its sheet with what it should have won, its rounds, and a search through its journal.

use super::{
    Answer, Failed,
    lookback::{self, Search},
    table::{here, public},
};
use crate::{
    floor::Floor,
    marks::{Name, Names, names},
    problem, theory,
};
use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::header,
    response::{IntoResponse, Response},
};
use books::Step;
use protocol::{AskedView, RoundView, SheetView};
use rules::{Actor, GameId, Patron};
use std::sync::Arc;

/// At most so many rounds, or lines, at once.
const MOST: u64 = 1000;

pub async fn sheet(State(floor): State<Arc<Floor>>, Path(table): Path<String>) -> Answer<SheetView> {
    let sheet = here(&floor, &table).await?.sheet().await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let game = GameId::find(&summary.game).ok_or_else(|| Failed(problem::unknown("game")))?;
    let theoretical = theory::of(&floor.prices, game, &sheet).await?;
    let figures = sheet.figures;
    let hold = (figures.drop > 0).then(|| figures.win.saturating_mul(10_000) / figures.drop);
    let asked = sheet.asked.into_iter().map(|(seq, by, remedy)| AskedView { seq, by, remedy }).collect();
    Ok(Json(SheetView {
        table,
        drop: figures.drop,
        sent: figures.sent,
        inventory: figures.inventory,
        win: figures.win,
        hold,
        vigorish: sheet.vigorish,
        owed: sheet.owed,
        meter: sheet.meter,
        asked,
        theoretical,
    }))
}

/// Which rounds.
#[derive(serde::Deserialize)]
pub struct Page {
    #[serde(default)]
    offset: u64,
    #[serde(default = "Page::usual")]
    limit: u64,
}

impl Page {
    fn usual() -> u64 {
        100
    }
}

pub async fn rounds(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    page: Result<Query<Page>, QueryRejection>,
) -> Answer<Vec<RoundView>> {
    let Query(Page { offset, limit }) = page.map_err(|e| Failed(problem::bad_request(e.to_string())))?;
    if limit > MOST || offset >= 1 << 53 {
        return Err(Failed(problem::bad_request("at most 1000 rounds at once")));
    }
    let count = |n| usize::try_from(n).unwrap_or(usize::MAX);
    let latest = lookback::rounds(&floor, &table, count(offset), count(limit)).await?;
    let view = |(number, round): (u64, books::Round)| RoundView {
        round: number,
        first: round.first,
        last: round.last,
        at: round.at,
        settled: round.settled,
        paid: round.paid,
        taken: round.taken,
        void: round.void,
    };
    Ok(Json(latest.into_iter().map(view).collect()))
}

/// Which lines of a journal, and what is looked for in them. All that is said must hold.
#[derive(serde::Deserialize)]
pub struct Lines {
    #[serde(default)]
    from: u64,
    #[serde(default = "Lines::most")]
    limit: u64,
    /// A patron's number, who did something or to whom something happened.
    patron: Option<String>,
    /// Who wrote it.
    by: Option<String>,
    /// A provision, or all of a section, that decided or refused something.
    cite: Option<String>,
    /// Not before this time.
    since: Option<i64>,
    /// Not after it.
    until: Option<i64>,
    /// Words of the line, however they are written.
    text: Option<String>,
}

impl Lines {
    fn most() -> u64 {
        MOST
    }
}

/// The same, read.
struct Filter {
    patron: Option<u16>,
    by: Option<String>,
    cites: Option<Vec<&'static str>>,
    since: i64,
    until: i64,
    text: Option<String>,
}

impl Filter {
    /// None if everything is wanted.
    fn of(Lines { patron, by, cite, since, until, text, .. }: Lines) -> Result<Option<Filter>, Failed> {
        let said = [&patron, &by, &cite, &text].iter().any(|one| one.is_some());
        if !said && since.is_none() && until.is_none() {
            return Ok(None);
        }
        let is = |text: &Option<String>, fine: fn(&str) -> bool| text.as_deref().is_none_or(fine);
        let number = |text: &str| match text.parse() {
            Ok(Actor::Patron(Patron(number))) => Some(number),
            _ => None,
        };
        // The house writes lines too, and its name is nobody's.
        let plain = |text: &str| text == books::HOUSE || crate::people::name(text).is_ok();
        let numbered = patron.as_deref().map(number);
        if numbered == Some(None) || !is(&by, plain) || !is(&cite, |cite| !index::find(cite).is_empty()) {
            let message = "a patron is p1, somebody has a name, and a provision is one that there is";
            return Err(Failed(problem::bad_request(message)));
        }
        let timely = |time: Option<i64>| time.is_none_or(|time| (0..1 << 53).contains(&time));
        if !is(&text, |text| text.chars().count() <= 200) || !timely(since) || !timely(until) {
            return Err(Failed(problem::bad_request("at most 200 characters, and times since 1970")));
        }
        let cites = cite.map(|cite| index::find(&cite).into_iter().map(law::Citation::id).collect());
        let (since, until) = (since.unwrap_or(i64::MIN), until.unwrap_or(i64::MAX));
        let text = text.map(|text| text.to_lowercase());
        Ok(Some(Filter { patron: numbered.flatten(), by, cites, since, until, text }))
    }

    /// What a line must name. Of several provisions one is enough.
    fn wanted(&self) -> [Option<Vec<Name<'_>>>; 3] {
        let cites = |cites: &Vec<&'static str>| cites.iter().map(|cite| Name::Cite(cite)).collect();
        [
            self.patron.map(|patron| vec![Name::Patron(patron)]),
            self.by.as_deref().map(|by| vec![Name::By(by)]),
            self.cites.as_ref().map(cites),
        ]
    }

    /// Whether one of the lines that name this may be taken.
    fn may(&self, names: &Names) -> bool {
        self.wanted().iter().flatten().all(|one_of| one_of.iter().any(|name| names.has(*name)))
    }

    fn takes(&self, step: &Step) -> bool {
        let Step { record, line, told, .. } = step;
        let named = |one_of: &Vec<Name<'_>>| {
            let mut found = false;
            names(record, told, &mut |name| found |= one_of.contains(&name));
            found
        };
        let worded = |text: &String| {
            line.to_lowercase().contains(text)
                || told.iter().any(|told| told.text.to_lowercase().contains(text))
        };
        (self.since..=self.until).contains(&record.at)
            && self.wanted().iter().flatten().all(named)
            && self.text.as_ref().is_none_or(worded)
    }
}

pub async fn journal(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    lines: Result<Query<Lines>, QueryRejection>,
) -> Result<Response, Failed> {
    let Query(lines) = lines.map_err(|e| Failed(problem::bad_request(e.to_string())))?;
    let (from, limit) = (lines.from, lines.limit);
    if limit > MOST || from >= 1 << 53 {
        return Err(Failed(problem::bad_request("at most 1000 lines at once, from a number below 2^53")));
    }
    let public = public(&floor, &table).await?;
    let text = match Filter::of(lines)? {
        Some(filter) => search(&floor, &table, public, (from, limit), filter).await?,
        None => page(&floor, table, from, public.min(from.saturating_add(limit))).await?,
    };
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], text).into_response())
}

async fn page(floor: &Arc<Floor>, table: String, from: u64, until: u64) -> Result<String, Failed> {
    let read = floor.read(move |store| {
        let mut text = String::new();
        let mut next = from;
        while next < until {
            let lines = store.lines(&table, next, 1000)?;
            let Some(last) = lines.last().map(|line| line.seq) else { break };
            lines.iter().filter(|line| line.seq < until).for_each(|line| {
                text.push_str(&line.line);
                text.push('\n');
            });
            next = last + 1;
        }
        Ok(text)
    });
    Ok(read.await?)
}

/// The lines that a filter takes. What the rules decided is not in the journal, so it is played again, where something
/// may be found.
async fn search(
    floor: &Arc<Floor>,
    table: &str,
    public: u64,
    (from, limit): (u64, u64),
    filter: Filter,
) -> Result<String, Failed> {
    let (lines, times) = (from..public, (filter.since, filter.until));
    let filter = Arc::new(filter);
    let may = Arc::clone(&filter);
    let looked = Search { lines, times, limit };
    lookback::search(floor, table, looked, move |names| may.may(names), move |step| filter.takes(step)).await
}
