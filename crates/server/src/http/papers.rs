//! The papers of a table: its sheet with the theoretical win, its rounds, and a search of its journal.

use super::{
    Answer, Failed, Query,
    conditions::Conditions,
    history,
    lookback::{self, Search},
    table::{here, public},
};
use crate::{
    clock,
    floor::Floor,
    marks::{Name, Names, names},
    problem, theory,
};
use axum::extract::{Path, State};
use books::{Book, Count, Step};
use protocol::{
    AskedView, Chips, CountView, JournalQuery, MOST, PAGE, RoundView, RoundsQuery, SheetQuery, SheetView,
    route,
};
use rules::{Actor, GameId, Patron};
use std::sync::Arc;

pub async fn sheet(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    Query(SheetQuery { day, shift }): Query<route::ReadSheet>,
) -> Answer<SheetView> {
    let mut sheet = here(&floor, &table).await?.sheet().await?;
    let day = day.map(|day| history::day(&floor, &day)).transpose()?;
    let period = match (day, shift) {
        (None, None) => None,
        (None, Some(_)) => return Err(Failed(problem::bad_request("say of which day the shift is"))),
        (Some(day), shift) => {
            let mut periods = history::periods(&floor, day)?;
            // The whole day comes first; a day without shifts has one.
            let shifts = floor.config.licensee.calendar.shifts();
            let at = match shift.map(|shift| usize::try_from(shift).unwrap_or(usize::MAX)) {
                Some(1) if shifts == 1 => 0,
                Some(shift) if !(1..=shifts).contains(&shift) => {
                    let message = format!("a gaming day of this house has shifts 1 to {shifts}");
                    return Err(Failed(problem::bad_request(message)));
                }
                shift => shift.unwrap_or(0),
            };
            Some(periods.swap_remove(at))
        }
    };
    if let Some(period) = &period {
        if period.to <= clock::now() {
            sheet = history::sheet_before(&floor, &table, period.to).await?;
        }
        sheet.since(&history::sheet_before(&floor, &table, period.from).await?);
    }
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let game = GameId::find(&summary.game).ok_or_else(|| Failed(problem::unknown("game")))?;
    let theoretical = theory::of(&floor.prices, game, &sheet).await?;
    let figures = sheet.figures;
    let times = period.as_ref().map_or((i64::MIN, i64::MAX), |period| (period.from, period.to - 1));
    let counts = counts(&floor, &table, times).await?;
    let hold = (figures.drop > 0).then(|| figures.win.saturating_mul(10_000) / figures.drop);
    let asked = sheet.asked.into_iter().map(|(seq, by, remedy)| AskedView { seq, by, remedy }).collect();
    Ok(SheetView {
        table,
        day: day.map(|day| day.to_string()),
        from: period.as_ref().map(|period| period.from),
        to: period.as_ref().map(|period| period.to),
        period: period.map(|period| period.name),
        shifts: u32::try_from(floor.config.licensee.calendar.shifts()).unwrap_or(u32::MAX),
        drop: figures.drop,
        sent: figures.sent,
        inventory: figures.inventory,
        difference: figures.difference,
        win: figures.win,
        hold,
        vigorish: sheet.vigorish,
        owed: sheet.owed,
        meter: sheet.meter,
        counts: counts.iter().map(count_view).collect(),
        asked,
        theoretical,
    })
}

/// The counts of a table's chips within these times.
pub async fn counts(floor: &Arc<Floor>, table: &str, times: (i64, i64)) -> Result<Vec<Count>, Failed> {
    let lines = 0..public(floor, table).await?;
    let looked = Search { lines, times, limit: u64::MAX };
    let finds = move |book: &Book, step: &Step| {
        let own = book.count().filter(|count| count.seq == step.record.seq && count.at >= times.0);
        own.cloned().into_iter().collect()
    };
    lookback::search(floor, table, looked, |names| names.has(Name::Count), finds).await
}

/// A count in the form in which it is sent.
pub fn count_view(count: &Count) -> CountView {
    let chips = count.chips.iter().map(|&(value, pieces)| Chips { value, pieces }).collect();
    CountView {
        seq: count.seq,
        at: count.at,
        by: count.by.clone(),
        witness: count.witness.clone(),
        chips,
        counted: count.total(),
        ledger: count.ledger,
    }
}

pub async fn rounds(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    Query(RoundsQuery { as_of, offset, limit }): Query<route::ListRounds>,
) -> Answer<Vec<RoundView>> {
    let until = history::moment(&floor, as_of.as_deref())?;
    if limit > PAGE || offset > MOST {
        return Err(Failed(problem::bad_request("at most 1000 rounds at once")));
    }
    let count = |n| usize::try_from(n).unwrap_or(usize::MAX);
    let begun = match until {
        None => 0,
        Some(until) => lookback::rounds_after(&floor, &table, until).await?,
    };
    let offset = count(offset).saturating_add(begun);
    let latest = lookback::rounds(&floor, &table, offset, count(limit)).await?;
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
    Ok(latest.into_iter().map(view).collect())
}

/// What to search for in the lines of a journal.
struct Filter {
    patron: Option<u16>,
    by: Option<String>,
    cites: Option<Vec<&'static str>>,
    since: i64,
    until: i64,
    text: Option<String>,
    conditions: Option<Conditions>,
}

impl Filter {
    /// `None` if every line matches.
    fn of(
        JournalQuery { patron, by, cite, since, until, text, fields, .. }: JournalQuery,
    ) -> Result<Option<Filter>, Failed> {
        let said = [&patron, &by, &cite, &text, &fields].iter().any(|one| one.is_some());
        if !said && since.is_none() && until.is_none() {
            return Ok(None);
        }
        let is = |text: &Option<String>, fine: fn(&str) -> bool| text.as_deref().is_none_or(fine);
        let number = |text: &str| match text.parse() {
            Ok(Actor::Patron(Patron(number))) => Some(number),
            _ => None,
        };
        // The house writes lines, too, and nobody else has its name.
        let plain = |text: &str| text == books::HOUSE || crate::people::name(text).is_ok();
        let numbered = patron.as_deref().map(number);
        if numbered == Some(None) || !is(&by, plain) || !is(&cite, |cite| !index::find(cite).is_empty()) {
            let message = "write a patron as p1, a person by name, and a provision that exists";
            return Err(Failed(problem::bad_request(message)));
        }
        let timely =
            |time: Option<i64>| time.is_none_or(|time| u64::try_from(time).is_ok_and(|time| time <= MOST));
        if !is(&text, |text| text.chars().count() <= 200) || !timely(since) || !timely(until) {
            return Err(Failed(problem::bad_request("at most 200 characters, and times since 1970")));
        }
        if !is(&fields, |fields| fields.chars().count() <= 500) {
            return Err(Failed(problem::bad_request("conditions have at most 500 characters")));
        }
        let conditions = fields.map(|text| Conditions::read(&text)).transpose();
        let conditions = conditions.map_err(|why| Failed(problem::bad_request(why)))?;
        let cites = cite.map(|cite| index::find(&cite).into_iter().map(law::Citation::id).collect());
        let (since, until) = (since.unwrap_or(i64::MIN), until.unwrap_or(i64::MAX));
        let text = text.map(|text| text.to_lowercase());
        Ok(Some(Filter { patron: numbered.flatten(), by, cites, since, until, text, conditions }))
    }

    /// The names that a line must mention. One of several provisions is enough.
    fn wanted(&self) -> [Option<Vec<Name<'_>>>; 3] {
        let cites = |cites: &Vec<&'static str>| cites.iter().map(|cite| Name::Cite(cite)).collect();
        [
            self.patron.map(|patron| vec![Name::Patron(patron)]),
            self.by.as_deref().map(|by| vec![Name::By(by)]),
            self.cites.as_ref().map(cites),
        ]
    }

    /// Whether a line among those that mention these names may match.
    fn may(&self, names: &Names) -> bool {
        self.wanted().iter().flatten().all(|one_of| one_of.iter().any(|name| names.has(*name)))
    }

    fn takes(&self, step: &Step) -> bool {
        let Step { record, line, facts: told, .. } = step;
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
            && self.conditions.as_ref().is_none_or(|conditions| conditions.hold(record, told))
    }
}

pub async fn journal(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    Query(lines): Query<route::ReadJournal>,
) -> Answer<String> {
    let (from, limit) = (lines.from, lines.limit);
    if limit > PAGE || from > MOST {
        return Err(Failed(problem::bad_request("at most 1000 lines at once, from a number below 2^53")));
    }
    let public = public(&floor, &table).await?;
    match Filter::of(lines)? {
        Some(filter) => search(&floor, &table, public, (from, limit), filter).await,
        None => page(&floor, table, from, public.min(from.saturating_add(limit))).await,
    }
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

/// The lines that match a filter. What the rules decided is not in the journal, so lines that may match are
/// replayed.
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
    let line = move |_: &Book, step: &Step| match filter.takes(step) {
        true => vec![format!("{}\n", step.line)],
        false => Vec::new(),
    };
    Ok(lookback::search(floor, table, looked, move |names| may.may(names), line).await?.concat())
}
