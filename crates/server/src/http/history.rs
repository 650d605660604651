//! The house over time: the options in force at any moment, and the state of the books then, from the
//! journals.

use super::{Failed, table::journalled};
use crate::{
    actor::Sheet,
    clock,
    floor::{Floor, Place},
    keys::Keys,
    leaving::Waiting,
    problem,
    replay::replay,
    snapshots,
    store::{Answer, Reader, snapshots::Upto},
};
use ::papers::{AsOf, Course, History, Period};
use books::{Book, Opening};
use jiff::civil::Date;
use protocol::{MOST, TableSummary};
use rules::GameId;
use std::{
    io,
    ops::ControlFlow::{Break, Continue},
    sync::Arc,
};

/// The time asked about, in milliseconds since 1970, UTC; `None` if none was given.
pub fn moment(floor: &Floor, as_of: Option<&str>) -> Result<Option<i64>, Failed> {
    let Some(text) = as_of else { return Ok(None) };
    if text.len() <= 15
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(millis) = text.parse()
    {
        return Ok(Some(millis));
    }
    let read = AsOf::read(text).map_err(|why| Failed(problem::bad_request(why)))?;
    let last = floor.config.licensee.calendar.last(read);
    last.map(Some).ok_or_else(|| Failed(problem::bad_request("that is beyond the calendar")))
}

/// A gaming day: `today`, or a date.
pub fn day(floor: &Floor, text: &str) -> Result<Date, Failed> {
    let day = match text {
        "today" => floor.config.licensee.calendar.day(clock::now()),
        text => date(text),
    };
    day.ok_or_else(|| Failed(problem::bad_request("a gaming day is `today` or a date, such as 2026-03-01")))
}

/// Parses a date.
pub fn date(text: &str) -> Option<Date> {
    text.parse::<Date>().ok().filter(|date| date.to_string() == text)
}

/// A gaming day and its shifts; the day itself comes first.
pub fn periods(floor: &Floor, day: Date) -> Result<Vec<Period>, Failed> {
    match floor.config.licensee.calendar.periods(day) {
        none if none.is_empty() => Err(Failed(problem::bad_request("that is beyond the calendar"))),
        periods => Ok(periods),
    }
}

/// The options of a table over time.
pub async fn openings(floor: &Arc<Floor>, table: &str) -> Result<Vec<Opening>, Failed> {
    if let Place::Here(here) = floor.find(table).await? {
        return Ok(here.sheet().await?.openings);
    }
    // The journal of a table that runs on another node says the same.
    Ok(book_until(floor, table, None, |book| book.played().openings().to_vec()).await?)
}

/// The history of the house, including tables that have closed.
pub async fn of(floor: &Arc<Floor>) -> Result<History, Failed> {
    let mut tables = Vec::new();
    for TableSummary { table, pit, game, .. } in floor.summaries() {
        let Some(game) = GameId::find(&game) else { continue };
        let openings = openings(floor, &table).await?;
        tables.push(Course { pit, table, game, openings });
    }
    let licensee = &floor.config.licensee;
    Ok(History { licensee: licensee.name.clone(), calendar: licensee.calendar.clone(), tables })
}

/// The sheet of a table as it was just before a moment.
pub async fn sheet_before(floor: &Arc<Floor>, table: &str, millis: i64) -> Result<Sheet, Failed> {
    journalled(floor, table).await?;
    Ok(book_until(floor, table, Some(millis), Sheet::of).await?)
}

/// The book of a table just before a moment, or now. It is replayed from the snapshot before that.
async fn book_until<T: Send + 'static>(
    floor: &Arc<Floor>,
    table: &str,
    before: Option<i64>,
    tell: impl FnOnce(&Book) -> T + Send + 'static,
) -> io::Result<T> {
    let waiting = Waiting::default();
    let has_left = waiting.has_left();
    let (table, keys) = (table.to_owned(), Arc::clone(&floor.keys));
    let read = move |store: &mut dyn Reader| {
        let end = match before {
            Some(before) => first_line(store, &table, &keys, before)?,
            None => MOST,
        };
        let book = snapshots::begin(store, &table, Upto::Lines(end), &keys)?;
        let stops = |_: &Book, _: books::Step| if has_left() { Break(()) } else { Continue(()) };
        Ok(replay(store, book, end, &keys, stops).map(|book| tell(&book)))
    };
    let told: io::Result<T> = floor.read(read).await?;
    drop(waiting);
    told
}

/// The first line written at a moment or later; the number after the last line if there is none.
pub fn first_line(store: &mut dyn Reader, table: &str, keys: &Keys, moment: i64) -> Answer<u64> {
    let spans = snapshots::spans(store, table, keys)?;
    let mut next = spans.iter().rev().find(|span| span.at < moment).map_or(0, |span| span.end);
    loop {
        let lines = store.lines(table, next, 1024)?;
        let Some(last) = lines.last().map(|line| line.seq) else { return Ok(next) };
        let time = |line: &str| books::Record::read(line).map_or(i64::MAX, |record| record.at);
        if let Some(line) = lines.iter().find(|line| time(&line.line) >= moment) {
            return Ok(line.seq);
        }
        next = last + 1;
    }
}
