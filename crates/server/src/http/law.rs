//! The law in our words, and what a licensee may choose under it.

use super::{Answer, Failed, Said, house};
use crate::{floor::Floor, problem};
use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
};
use law::Citation;
use protocol::{
    CheckRequest, CheckView, ConformanceRow, GameView, LawEntry, LawList, LawView, OptionField, ReadingView,
    Sign, WrongView,
};
use rounds::{Setting, Value};
use rules::{Field, Game, GameId, Takes, Visitor, table};
use std::sync::Arc;

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// What a provision says, a line for each rule; where it is not held, what is known of it.
fn says(cite: Citation) -> String {
    let p = cite.provision();
    let rules = p.rules.iter().map(|rule| rule.says.to_owned());
    let facts = p.facts.iter().map(|fact| format!("{} ({})", fact.says, fact.confidence));
    // The one rule of what is not held is its title.
    if p.facts.is_empty() { rules.collect::<Vec<_>>() } else { facts.collect() }.join("\n")
}

pub async fn read(Path(asked): Path<String>) -> Answer<LawView> {
    let found = index::find(&asked);
    let (Some(&first), Some(&last)) = (found.first(), found.last()) else {
        return Err(Failed(problem::unknown("provision")));
    };
    let alone = found.len() == 1;
    let text = match alone {
        true => says(first),
        false => found.iter().map(|c| format!("{c} {}", says(*c))).collect::<Vec<_>>().join("\n"),
    };
    let mut readings: Vec<ReadingView> = Vec::new();
    for reading in found.iter().flat_map(|cite| cite.readings()) {
        if readings.iter().all(|known| known.id != reading.id) {
            readings.push(ReadingView {
                id: reading.id.to_owned(),
                question: reading.question.to_owned(),
                choice: reading.decision().to_owned(),
                why: reading.why.to_owned(),
            });
        }
    }
    let mut applied: Vec<&str> =
        found.iter().flat_map(|cite| index::applied(*cite).code.iter().copied()).collect();
    let mut rounds: Vec<&str> =
        found.iter().flat_map(|cite| index::applied(*cite).rounds.iter().copied()).collect();
    for list in [&mut applied, &mut rounds] {
        list.sort_unstable();
        list.dedup();
    }
    let before = Citation::all().take_while(|cite| *cite != first).last();
    let after = Citation::all().skip_while(|cite| *cite != last).nth(1);
    let edition = first.edition().map(|edition| format!("{}, {}", edition.says, edition.as_of));
    Ok(Json(LawView {
        cite: if alone { first.id().to_owned() } else { index::squash(&asked).0 },
        title: first.heading().to_owned(),
        held: found.iter().all(|cite| cite.is_held()),
        edition: edition.unwrap_or_else(|| "not held".to_owned()),
        game: first.provision().game.to_owned(),
        text,
        readings,
        applied: owned(&applied),
        rounds: owned(&rounds),
        disposition: first.disposition().filter(|_| alone).map(|d| format!("{}: {}", d.kind, d.reason)),
        successor: first.section().successor.to_owned(),
        near: before.into_iter().chain(after).map(|cite| cite.id().to_owned()).collect(),
    }))
}

/// What is looked for.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    #[serde(default)]
    q: String,
    subchapter: Option<u16>,
    #[serde(default)]
    offset: usize,
    #[serde(default = "Search::usual")]
    limit: usize,
}

impl Search {
    fn usual() -> usize {
        100
    }
}

pub async fn search(query: Result<Query<Search>, QueryRejection>) -> Answer<LawList> {
    let Query(Search { q, subchapter, offset, limit }) =
        query.map_err(|e| Failed(problem::bad_request(e.to_string())))?;
    if q.chars().count() > 200 || limit > 1000 || offset >= 1 << 53 {
        return Err(Failed(problem::bad_request("at most 200 characters, and 1000 provisions at once")));
    }
    let hits = index::search(&index::words(&q));
    let places = hits.iter().flat_map(|hit| match hit.kind {
        "reading" => law::READINGS.iter().filter(|r| r.id == hit.id).flat_map(|r| r.on).copied().collect(),
        _ => Citation::find(hit.id).into_iter().collect::<Vec<_>>(),
    });
    let mut found: Vec<Citation> = places.collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|cite| {
        subchapter.is_none_or(|n| cite.id().split('.').next() == Some(n.to_string().as_str()))
    });
    let entry = |cite: &Citation| LawEntry {
        cite: cite.id().to_owned(),
        title: cite.heading().to_owned(),
        summary: says(*cite),
        held: cite.is_held(),
    };
    let provisions = found.iter().skip(offset).take(limit).map(entry).collect();
    Ok(Json(LawList { provisions, total: found.len() }))
}

pub async fn conformance() -> Json<Vec<ConformanceRow>> {
    let row = |cite: Citation| ConformanceRow {
        cite: cite.id().to_owned(),
        title: cite.heading().to_owned(),
        disposition: index::status(cite).to_owned(),
        reason: cite.disposition().map(|d| d.reason.to_owned()),
        code: owned(&index::applied(cite).code),
        rounds: owned(&index::applied(cite).rounds),
    };
    Json(Citation::all().filter(|cite| cite.is_held()).map(row).collect())
}

pub async fn games() -> Json<Vec<GameView>> {
    let game = |game: &GameId| GameView {
        game: game.name().to_owned(),
        title: books::title_and_edition(*game).0.to_owned(),
    };
    Json(GameId::ALL.iter().map(game).collect())
}

fn game(name: &str) -> Result<GameId, Failed> {
    GameId::find(name).ok_or_else(|| Failed(problem::unknown("game")))
}

pub async fn options(Path(name): Path<String>) -> Answer<Vec<OptionField>> {
    struct Fields;
    impl Visitor for Fields {
        type Out = Vec<OptionField>;
        fn visit<G: Game>(self) -> Self::Out {
            let usual = rounds::standard::<G>();
            table::fields::<G>().map(|field| option(field, &usual)).collect()
        }
    }
    Ok(Json(game(&name)?.visit(Fields)))
}

fn option(field: &Field, usual: &[Setting]) -> OptionField {
    let (kind, values) = match field.takes {
        Takes::Switch => ("flag", owned(&["true", "false"])),
        Takes::OneOf(words) => ("choice", owned(words)),
        Takes::SomeOf(words) => ("choices", owned(words)),
        Takes::Odds { floor } => ("odds", vec![floor.to_string()]),
        Takes::Money { least, most } => ("money", vec![least.to_string(), most.to_string()]),
        Takes::Count { least, most } => ("number", vec![least.to_string(), most.to_string()]),
    };
    let usual = usual.iter().find(|setting| setting.key == field.key).map(|setting| match &setting.value {
        Value::Switch(on) => on.to_string(),
        Value::Number(n) => n.to_string(),
        Value::Text(text) | Value::Other(text) => text.clone(),
    });
    let default = match field.takes {
        Takes::Odds { floor } => Some(floor.to_string()),
        _ => Some(field.default.to_owned()).filter(|text| !text.is_empty()),
    };
    OptionField {
        key: field.key.to_owned(),
        about: field.about.to_owned(),
        cite: field.cite.to_string(),
        held: field.cite.is_held(),
        kind: kind.to_owned(),
        values,
        lawful: field.takes.to_string(),
        standard: usual.or(default),
    }
}

/// Every violation of a game's own gate.
struct Wrong<'a>(&'a [Setting]);

impl Visitor for Wrong<'_> {
    type Out = Vec<WrongView>;
    fn visit<G: Game>(self) -> Self::Out {
        let findings = rounds::judge::<G>(self.0).err().unwrap_or_default();
        let wrong = |finding: rounds::Finding| WrongView {
            text: format!("{}: {}", finding.title(), finding.help()),
            cite: finding.cite.map(|cite| cite.to_string()),
            key: finding.key,
        };
        findings.into_iter().map(wrong).collect()
    }
}

pub async fn check(State(floor): State<Arc<Floor>>, said: Said<CheckRequest>) -> Answer<CheckView> {
    let CheckRequest { game: name, options, table } = said.body;
    if options.len() > 200 {
        return Err(Failed(problem::bad_request("at most 200 options")));
    }
    let game = game(&name)?;
    let (mut settings, mut wrong) = (Vec::new(), Vec::new());
    for option in &options {
        match Setting::read(option) {
            Some(setting) => settings.push(setting),
            None => wrong.push(WrongView {
                key: option.clone(),
                text: format!("`{option}` is not of the form key=value"),
                cite: None,
            }),
        }
    }
    wrong.extend(game.visit(Wrong(&settings)));
    let stands = match &table {
        Some(table) => Some(floor.summary(table).ok_or_else(|| Failed(problem::unknown("table")))?),
        None => None,
    };
    if let Some(stands) = &stands {
        if stands.game != name {
            return Err(Failed(problem::bad_request(format!(
                "{} is a table of {}",
                stands.table, stands.game
            ))));
        }
        wrong.extend(house::discords(&floor, &stands.table, &stands.pit, &name, &options));
    }
    if !wrong.is_empty() {
        return Ok(Json(CheckView { wrong, signs: Vec::new(), notices: Vec::new() }));
    }
    let was = stands.as_ref().map(|stands| stands.options.as_slice());
    let notices = house::notices(game, was, &options).into_iter().map(|(text, _)| text).collect();
    let signs = books::duties(game, &options).into_iter().map(|(cite, text)| Sign { cite, text }).collect();
    Ok(Json(CheckView { wrong, signs, notices }))
}
