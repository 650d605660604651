//! `ch47 paper`: what a licensee files, posts, signs and keeps, as pages for printing.

use super::check;
use crate::{
    args::{self, PaperKind},
    failure::Failure,
    house::{HouseFile, at_date},
    json::{self, PaperJson, PapersJson},
    load::Source,
    screen,
};
use papers::{AsOf, Draft, Files, Journal, Paper, Period, Prices, Shift, Size, Table, Times};
use std::{
    fs,
    path::{Path, PathBuf},
};
use views::{judge::JudgeView, replay::History};

pub fn run(args: &args::Paper, as_json: bool) -> Result<(), Failure> {
    let (path, date) = at_date(&args.house)?;
    let file = HouseFile::read(&path)?;
    let as_of = args.as_of.as_deref().map(AsOf::read).transpose().map_err(Failure::fault)?;
    let at = file.at(as_of.or(date))?;
    let house = &file.versions[at];
    let judgment = house.judge();
    if !judgment.is_lawful() {
        check::complain(house, &judgment);
        let count = judgment.count();
        return Err(Failure::refused(format!(
            "{}: no paper is written for a house that is not lawful ({count} violations)",
            file.source.name
        )));
    }
    let papers = papers_of(args, &file, at)?;
    deliver(args, &papers, as_json)
}

fn papers_of(args: &args::Paper, file: &HouseFile, at: usize) -> Result<Vec<Paper>, Failure> {
    let house = &file.versions[at].paper;
    let size = Size::from(args.size);
    let (draft, prices) = (|| Draft::new(house, size), Prices::default());
    let table = args.table.as_deref().map(|name| table(house, name)).transpose()?;
    let (before, times) = (file.before(at), Times::of(house, args.period_8_3));
    let files = |needs: bool| if needs { files(args, file, house) } else { Ok(Files::default()) };
    Ok(match args.kind {
        PaperKind::Submission => vec![papers::submission(&draft())],
        PaperKind::Notice => vec![papers::notices(&draft(), &before, &times)],
        PaperKind::Sign => vec![papers::signs(&draft(), &prices, table)],
        PaperKind::Guide => vec![papers::guide(&draft(), &prices)],
        PaperKind::Card => vec![papers::procedures(&draft(), &prices, table)],
        PaperKind::Register => {
            let files = files(true)?;
            vec![papers::register(&draft(), &files.series, &files.used)]
        }
        PaperKind::Form => {
            let files = files(true)?;
            vec![papers::forms(&draft(), &files.series, &files.used, files.blank_forms)]
        }
        PaperKind::Sheet => {
            let files = files(true)?;
            vec![papers::sheets(&draft(), &prices, files.day, &files.shifts)]
        }
        PaperKind::Certificate => vec![papers::certificates(&draft(), &file.trained)],
        PaperKind::Dispute => {
            let found = papers::disputes(house, &files(true)?, size);
            some(
                found,
                "--records names no folder with a round in dispute: a .table file, or a journal with a round somebody asked to void",
            )?
        }
        PaperKind::Petition => {
            let named =
                |(at, one)| papers::petition(&draft(), &prices, &format!("petition-{}.html", at + 1), one);
            some(
                file.petitions.iter().enumerate().map(named).collect(),
                "the house file has no [[petition]]",
            )?
        }
        PaperKind::All => papers::all(house, at.checked_sub(1).map(|_| &before), &files(true)?, size, &times),
    })
}

fn some(papers: Vec<Paper>, or_else: &str) -> Result<Vec<Paper>, Failure> {
    if papers.is_empty() { Err(Failure::fault(or_else)) } else { Ok(papers) }
}

fn table<'h>(house: &'h papers::House, name: &str) -> Result<&'h Table, Failure> {
    match &house.named(name)[..] {
        [table] => Ok(table),
        [] => {
            let all: Vec<&str> = house.tables.iter().map(|table| table.name.as_str()).collect();
            let help = rounds::nearest(name, all.iter().copied())
                .map_or_else(|| all.join(", "), |near| format!("did you mean {near}?"));
            Err(Failure::fault(format!("no table is called `{name}`: {help}")))
        }
        several => {
            let all: Vec<String> = several.iter().map(|table| format!("{}/{name}", table.pit)).collect();
            let all = all.join(" or ");
            Err(Failure::fault(format!("{} tables are called `{name}`: write {all}", several.len())))
        }
    }
}

/// Reads the folder of records: journals, and rounds recorded by hand.
fn files(args: &args::Paper, file: &HouseFile, house: &papers::House) -> Result<Files, Failure> {
    let mut files = Files {
        series: file.series.clone(),
        petitions: file.petitions.clone(),
        trained: file.trained.clone(),
        blank_forms: args.forms,
        ..Files::default()
    };
    let (mut journals, mut paths) = (Vec::new(), Vec::new());
    if let Some(folder) = &args.records {
        let unreadable = |e| Failure::fault(format!("{}: {e}", folder.display()));
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            paths.push(entry.map_err(unreadable)?.path());
        }
    }
    paths.sort();
    for path in paths {
        match path.extension().and_then(|end| end.to_str()) {
            Some("jsonl") => journals.push(Source::read(&path)?),
            Some("table") => files.judged.push(judged(&path)?),
            _ => {}
        }
    }
    let calendar = &house.calendar;
    let last = journals
        .iter()
        .filter_map(|source| source.text.lines().last())
        .filter_map(|line| books::Record::read(line).ok());
    let last = last.map(|record| record.at).max();
    files.day = match &args.day {
        Some(text) => Some(
            text.parse().map_err(|_| Failure::fault(format!("`{text}` is not a day: write 2026-03-01")))?,
        ),
        None => last.and_then(|at| calendar.day(at)),
    };
    let periods = files.day.map_or(Vec::new(), |day| calendar.periods(day));
    let mut moments: Vec<i64> = periods.iter().flat_map(|period| [period.from, period.to]).collect();
    moments.sort_unstable();
    moments.dedup();
    let mut read = Vec::new();
    for source in &journals {
        let lines = || source.text.split_terminator('\n');
        let wrong = |how: String| {
            Failure::refused(format!("{}: the journal is not sound: {}", source.name, screen::shown(&how)))
        };
        let journal = Journal::read(lines(), &moments).map_err(wrong)?;
        if !journal.disputed.is_empty() {
            let history = History::read(lines()).map_err(|e| wrong(e.to_string()))?;
            for round in &journal.disputed {
                if let Some(mut view) = history.view(Some(*round))
                    && let Some(round) = view.rounds.pop()
                {
                    files.replayed.push((view, round));
                }
            }
        }
        files.used.extend(journal.forms.iter().cloned());
        read.push(journal);
    }
    files.used.sort_by_key(|form| form.serial);
    if let Some([one, other]) = papers::used_twice(&files.used) {
        let cite = rules::Citation::find("7.3(c)3.ii").map(crate::load::long).unwrap_or_default();
        return Err(Failure::refused(format!(
            "form {} was used twice, at {} and at {} [{cite}]",
            one.serial, one.table, other.table
        )));
    }
    files.shifts = shifts(&periods, &read);
    Ok(files)
}

fn judged(path: &Path) -> Result<(String, JudgeView), Failure> {
    let source = Source::read(path)?;
    let view = JudgeView::of(&source.text).map_err(|wrong| {
        let line = wrong.line.map_or_else(String::new, |line| format!(":{line}"));
        Failure::fault(format!("{}{line}: {}", source.name, wrong.message))
    })?;
    Ok((path.file_name().map_or(source.name, |name| name.to_string_lossy().into_owned()), view))
}

/// The whole day, then each shift. Without a day there is one blank sheet.
fn shifts(periods: &[Period], journals: &[Journal]) -> Vec<Shift> {
    let shift = |period: &Period| Shift {
        name: period.name.clone(),
        figures: journals.iter().filter_map(|journal| journal.between(period.from, period.to)).collect(),
    };
    match periods {
        [] => vec![Shift { name: "Whole day".to_owned(), figures: Vec::new() }],
        all => all.iter().map(shift).collect(),
    }
}

/// Writes papers to files, or a single one to standard output.
fn deliver(args: &args::Paper, papers: &[Paper], as_json: bool) -> Result<(), Failure> {
    let many = matches!(args.kind, PaperKind::All | PaperKind::Dispute | PaperKind::Petition);
    let Some(out) = &args.out else {
        if as_json {
            let all = papers.iter().map(|paper| PaperJson {
                file: paper.file.clone(),
                title: paper.title.clone(),
                html: Some(paper.html.clone()),
            });
            return screen::show(&json::render(&PapersJson { papers: all.collect() })?);
        }
        return match papers {
            [paper] => screen::show(&paper.html),
            _ => Err(Failure::fault(format!("{} papers: say into which folder with --out", papers.len()))),
        };
    };
    let mut written = Vec::new();
    if many {
        fs::create_dir_all(out)
            .map_err(|e| Failure::fault(format!("cannot write {}: {e}", out.display())))?;
    }
    for paper in papers {
        let path: PathBuf = if many || out.is_dir() { out.join(&paper.file) } else { out.clone() };
        write(&path, &paper.html)?;
        written.push(PaperJson { file: path.display().to_string(), title: paper.title.clone(), html: None });
    }
    if as_json {
        return screen::show(&json::render(&PapersJson { papers: written })?);
    }
    screen::show(
        &written.iter().map(|paper| format!("{}  {}\n", paper.file, paper.title)).collect::<String>(),
    )
}

/// Writes a file; the error names it.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|e| Failure::fault(format!("cannot write {}: {e}", path.display())))
}
