//! Every paper of a house at once, with an index page.

use crate::{
    Calendar, Draft, House, Paper, Petition, Prices, Series, Shift, Size, Times, Trained, UsedForm, card,
    certificate, form, guide, long_date, notice, page::Look, petition, sheet, sign, submission,
};
use jiff::civil::Date;
use maud::html;
use views::{
    judge::JudgeView,
    replay::{ReplayView, RoundView},
};

/// The records that papers need in addition to the house itself.
#[derive(Default)]
pub struct Files {
    /// The form numbers assigned to pits.
    pub series: Vec<Series>,
    /// The forms that were used.
    pub used: Vec<UsedForm>,
    /// The petitions for new games.
    pub petitions: Vec<Petition>,
    /// The people who were trained.
    pub trained: Vec<Trained>,
    /// The gaming day of the sheets.
    pub day: Option<Date>,
    /// The figures of that day: the whole day first, then its shifts.
    pub shifts: Vec<Shift>,
    /// Rounds recorded by hand at a table, with their file names.
    pub judged: Vec<(String, JudgeView)>,
    /// Disputed rounds from journals.
    pub replayed: Vec<(ReplayView, RoundView)>,
    /// The number of blank forms to print for each series.
    pub blank_forms: u64,
}

/// What a licensee states about itself, apart from its tables.
#[derive(Clone, Debug, Default)]
pub struct Licensee {
    /// The holder of the license, if stated.
    pub name: Option<String>,
    /// The gaming days and shifts.
    pub calendar: Calendar,
    /// The form numbers assigned to pits.
    pub series: Vec<Series>,
    /// The petitions for new games.
    pub petitions: Vec<Petition>,
    /// The people who were trained.
    pub trained: Vec<Trained>,
}

/// Every paper, with the index first. `before` is the version that this one replaced.
pub fn all(house: &House, before: Option<&House>, files: &Files, size: Size, times: &Times) -> Vec<Paper> {
    let prices = Prices::default();
    let draft = || Draft::new(house, size);
    let nothing = House::default();
    let mut papers = vec![
        submission::paper(&draft()),
        notice::paper(&draft(), before.unwrap_or(&nothing), times),
        sign::paper(&draft(), &prices, None),
        guide::paper(&draft(), &prices),
        card::paper(&draft(), &prices, None),
        form::register(&draft(), &files.series, &files.used),
        form::forms(&draft(), &files.series, &files.used, files.blank_forms),
        sheet::paper(&draft(), &prices, files.day, &files.shifts),
        certificate::paper(&draft(), &files.trained),
    ];
    papers.extend(disputes(house, files, size));
    for (at, one) in files.petitions.iter().enumerate() {
        papers.push(petition::paper(&draft(), &prices, &format!("petition-{}.html", at + 1), one));
    }
    papers.insert(0, index(&draft(), &papers));
    papers
}

/// The dispute reports.
pub fn disputes(house: &House, files: &Files, size: Size) -> Vec<Paper> {
    let mut papers = Vec::new();
    for (name, view) in &files.judged {
        let file = format!("dispute-{}.html", papers.len() + 1);
        papers.push(crate::dispute::judged(&Draft::new(house, size), &file, name, view));
    }
    for (view, round) in &files.replayed {
        let file = format!("dispute-{}.html", papers.len() + 1);
        papers.push(crate::dispute::replayed(&Draft::new(house, size), &file, view, round));
    }
    papers
}

/// The index of papers, with the purpose of each.
fn index(draft: &Draft<'_>, papers: &[Paper]) -> Paper {
    let version = &draft.house().version;
    let body = html! {
        h1 { "Papers" }
        p.lead {
            (draft.licensee()) ", version " (version.number)
            @if let Some(from) = version.from { ", in effect from " (from) }
            @if let Some(day) = version.approved { ", approved " (long_date(day)) }
            "."
        }
        table {
            thead { tr { th scope="col" { "Paper" } th scope="col" { "What it is for" } } }
            tbody { @for paper in papers { tr { td { a href=(paper.file) { (paper.title) } } td { (purpose(&paper.file)) } } } }
        }
        p.small { "Each paper prints on A4 or Letter from any browser, with licensee, version, approval date and page number on every page." }
    };
    draft.finish("index.html", "Papers", Look::Form, &body)
}

/// The purpose of a paper.
fn purpose(file: &str) -> &'static str {
    let name = file.split(['.', '-']).next().unwrap_or(file);
    match (name, file) {
        ("submission", _) => "to file with the Commission: every option chosen, by provision",
        ("notices", _) => "to send before this version takes effect",
        ("signs", _) => "to post at the tables",
        ("guide", _) => "to hand to patrons, once approved",
        ("procedures", _) => "for dealers at the tables",
        ("form", "form-register.html") => "to account for every Complimentary Vigorish Form",
        ("forms", _) => "to fill in when deferred vigorish is not collected",
        ("sheets", _) => "to account for a gaming day and its shifts",
        ("certificates", _) => "for dealers who were trained",
        ("dispute", _) => "to decide a dispute about a round",
        ("petition", _) => "to ask for a new game or wager",
        _ => "",
    }
}
