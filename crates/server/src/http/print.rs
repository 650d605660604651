//! The papers of this floor's house, now or as of any time.

use super::{Answer, Failed, Query, disputes, history};
use crate::{
    actor::Sheet,
    clock,
    floor::{Floor, Place},
    problem,
};
use ::papers::{
    Draft, Figures, History, House, Licensee, Period, Prices, Shift, Size, Table, Times, UsedForm,
};
use axum::extract::{Path, State};
use jiff::civil::Date;
use protocol::{PaperQuery, PaperSize, PaperView, route};
use rules::house::MINUTES_8_3;
use std::sync::Arc;

/// A kind of paper that a floor prints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Submission,
    Notices,
    Signs,
    Guide,
    Procedures,
    Register,
    Forms,
    Sheets,
    Certificates,
    Petitions,
}

/// Each kind with its name, its title and its purpose.
const KINDS: [(Kind, &str, &str, &str); 10] = [
    (Kind::Submission, "submission", "Rules submission", "every option at every table, with its provision"),
    (
        Kind::Notices,
        "notices",
        "Notices",
        "what the options announced for tables demand, or what a past change demanded",
    ),
    (Kind::Signs, "signs", "Table signs", "limits, payouts and the rules to be posted"),
    (Kind::Guide, "guide", "Gaming guide", "how each game is played and paid here, with the house edge"),
    (Kind::Procedures, "procedures", "Procedure cards", "what a dealer does and says, step by step"),
    (
        Kind::Register,
        "form-register",
        "Form register",
        "the account of every Complimentary Vigorish Form, by its number",
    ),
    (Kind::Forms, "forms", "Forms", "Complimentary Vigorish Forms that were used, and blanks to fill in"),
    (
        Kind::Sheets,
        "sheets",
        "Day and shift sheets",
        "drop, win, hold and theoretical win of a gaming day and its shifts",
    ),
    (
        Kind::Certificates,
        "certificates",
        "Training certificates",
        "for dealers who were trained, or a blank to fill in",
    ),
    (Kind::Petitions, "petitions", "Petitions", "for new games, as the house file has them"),
];

/// The number of blank forms to print for each series.
const BLANK_FORMS: u64 = 2;

/// The size of the paper, as requested.
pub const fn size(size: PaperSize) -> Size {
    match size {
        PaperSize::Letter => Size::Letter,
        PaperSize::A4 => Size::A4,
    }
}

/// The data that a paper is printed from.
struct Print {
    kind: Kind,
    size: Size,
    house: House,
    /// Changes, with the house before and after.
    changes: Vec<(House, House, Times)>,
    day: Option<Date>,
    shifts: Vec<Shift>,
    used: Vec<UsedForm>,
    licensee: Licensee,
}

pub async fn list(State(floor): State<Arc<Floor>>) -> Answer<Vec<PaperView>> {
    let view = |(_, paper, title, about): &(Kind, &str, &str, &str)| PaperView {
        paper: (*paper).to_owned(),
        title: (*title).to_owned(),
        about: (*about).to_owned(),
    };
    let is_there = |(kind, ..): &&(Kind, &str, &str, &str)| {
        *kind != Kind::Petitions || !floor.config.licensee.petitions.is_empty()
    };
    Ok(KINDS.iter().filter(is_there).map(view).collect())
}

pub async fn read(
    State(floor): State<Arc<Floor>>,
    Path(paper): Path<String>,
    Query(PaperQuery { as_of, size, day }): Query<route::ReadPaper>,
) -> Answer<String> {
    let kind = KINDS.iter().find(|(_, name, ..)| *name == paper).map(|(kind, ..)| *kind);
    let kind = kind.ok_or_else(|| Failed(problem::unknown("paper")))?;
    let licensee = floor.config.licensee.clone();
    if kind == Kind::Petitions && licensee.petitions.is_empty() {
        return Err(Failed(problem::unknown("paper: the house file has no petition")));
    }
    let at = history::moment(&floor, as_of.as_deref())?;
    let day = history::day(&floor, day.as_deref().unwrap_or("today"))?;
    let history = history::of(&floor).await?;
    let house = history.at(at.unwrap_or_else(clock::now));
    if house.tables.is_empty() && at.is_some() {
        return Err(Failed(problem::unknown("paper: no table was open then")));
    }
    let mut print = Print {
        kind,
        size: self::size(size),
        house,
        changes: Vec::new(),
        day: None,
        shifts: Vec::new(),
        used: Vec::new(),
        licensee,
    };
    match kind {
        Kind::Notices => print.changes = changes(&floor, &history, at, &print.house).await?,
        Kind::Sheets => {
            let periods = history::periods(&floor, day)?;
            print.day = Some(day);
            print.house = history.at(periods[0].to.saturating_sub(1).min(clock::now()));
            for period in periods {
                print.shifts.push(shift(&floor, &history, period).await?);
            }
        }
        Kind::Register | Kind::Forms => {
            print.used = disputes::forms(&floor, &history, at.unwrap_or(i64::MAX)).await?;
        }
        _ => {}
    }
    // Exact odds take time, and no table waits for them.
    let page = tokio::task::spawn_blocking(move || print.html());
    page.await.map_err(|_| Failed(problem::unknown_outcome()))
}

/// The change that led to a moment; for the present, the announced changes, by the time they take effect.
async fn changes(
    floor: &Arc<Floor>,
    history: &History,
    at: Option<i64>,
    house: &House,
) -> Result<Vec<(House, House, Times)>, Failed> {
    if let Some(at) = at {
        return Ok(vec![(history.before(at), house.clone(), Times::of(house, MINUTES_8_3))]);
    }
    let mut announced: Vec<(books::Announced, Table)> = Vec::new();
    for table in &house.tables {
        // Tables that run on another node report their notices there.
        if let Place::Here(here) = floor.find(&table.name).await?
            && let Some(next) = here.sheet().await?.scheduled
        {
            let from = history.calendar.moment(next.effective);
            let after = table.changed(&next.options, from);
            announced.push((next, after));
        }
    }
    announced.sort_by_key(|(next, _)| (next.effective, next.at));
    let times = |next: &books::Announced| (next.effective, next.at);
    let of = |together: &[(books::Announced, Table)]| {
        let mut after = house.clone();
        for (_, becomes) in together {
            let is_it = |table: &&mut Table| (&table.pit, &table.name) == (&becomes.pit, &becomes.name);
            after.tables.iter_mut().filter(is_it).for_each(|table| *table = becomes.clone());
        }
        let next = &together[0].0;
        let [given, effective] = [next.at, next.effective].map(|at| history.calendar.moment(at));
        (house.clone(), after, Times { given, effective, by_8_3: MINUTES_8_3 })
    };
    Ok(announced.chunk_by(|(one, _), (other, _)| times(one) == times(other)).map(of).collect())
}

/// The figures of all tables in a gaming day or a shift.
async fn shift(floor: &Arc<Floor>, history: &History, period: Period) -> Result<Shift, Failed> {
    let mut figures = Vec::new();
    let now = clock::now();
    for course in history.tables.iter().filter(|course| course.is_open_in(period.from, period.to)) {
        if !matches!(floor.find(&course.table).await?, Place::Here(_)) || period.from > now {
            continue;
        }
        let before = history::sheet_before(floor, &course.table, period.from).await?;
        let after = history::sheet_before(floor, &course.table, period.to).await?;
        let of = |sheet: Sheet| Figures {
            table: course.table.clone(),
            pit: course.pit.clone(),
            game: course.game,
            drop: sheet.figures.drop,
            win: sheet.figures.win,
            charged: sheet.charged,
            wagered: sheet.wagered,
            openings: sheet.openings.into_iter().map(|opening| opening.options).collect(),
            counts: Vec::new(),
        };
        let counts = super::papers::counts(floor, &course.table, (period.from, period.to - 1)).await?;
        figures.push(Figures { counts, ..of(after).since(Some(of(before))) });
    }
    Ok(Shift { name: period.name, figures })
}

impl Print {
    fn html(&self) -> String {
        let (draft, prices) = (Draft::new(&self.house, self.size), Prices::default());
        let paper = match self.kind {
            Kind::Submission => ::papers::submission(&draft),
            Kind::Notices => {
                let changes: Vec<_> =
                    self.changes.iter().map(|(before, after, times)| (before, after, *times)).collect();
                ::papers::notices_of(&draft, &changes)
            }
            Kind::Signs => ::papers::signs(&draft, &prices, None),
            Kind::Guide => ::papers::guide(&draft, &prices),
            Kind::Procedures => ::papers::procedures(&draft, &prices, None),
            Kind::Register => ::papers::register(&draft, &self.licensee.series, &self.used),
            Kind::Forms => ::papers::forms(&draft, &self.licensee.series, &self.used, BLANK_FORMS),
            Kind::Sheets => ::papers::sheets(&draft, &prices, self.day, &self.shifts),
            Kind::Certificates => ::papers::certificates(&draft, &self.licensee.trained),
            Kind::Petitions => ::papers::petitions(&draft, &prices, &self.licensee.petitions),
        };
        paper.html
    }
}
