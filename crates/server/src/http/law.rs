//! The law in our own words, and the options that it leaves to a licensee.

use super::{Answer, Failed, Query, Said, house};
use crate::{floor::Floor, problem, trainer};
use axum::extract::{Path, State};
use protocol::{CheckRequest, GameView, JudgeRequest, LawQuery, MOST, PAGE, Sign, route};
use rounds::Settings;
use rules::{Game, GameId, Visitor};
use std::sync::Arc;
use views::{
    check::{CheckView, ViolationView},
    judge::{JudgeView, Unreadable},
    law::{ContentsView, LawView, MatrixView, Search, SearchView},
    options::GameOptionsView,
};

pub async fn read(Path(asked): Path<String>) -> Answer<LawView> {
    LawView::find(&asked).ok_or_else(|| Failed(problem::unknown("provision")))
}

pub async fn search(Query(asked): Query<route::SearchLaw>) -> Answer<SearchView> {
    let LawQuery { q, subchapter, offset, limit } = asked;
    if q.chars().count() > 200 || limit > PAGE || offset > MOST {
        return Err(Failed(problem::bad_request("at most 200 characters, and 1000 provisions at once")));
    }
    let [offset, limit] = [offset, limit].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    Ok(SearchView::find(&Search { words: &q, subchapter, offset, limit }))
}

pub async fn contents() -> Answer<ContentsView> {
    Ok(ContentsView::whole())
}

pub async fn conformance() -> Answer<MatrixView> {
    Ok(MatrixView::whole())
}

/// Judges a round. Anyone may ask and a round takes a while, so it runs on another thread.
pub async fn judge(said: Said<JudgeRequest>) -> Answer<JudgeView> {
    let judged = tokio::task::spawn_blocking(move || JudgeView::of(&said.body.round)).await;
    judged.map_err(|_| Failed(problem::unknown_outcome()))?.map_err(|Unreadable { line, message }| {
        let line = line.map_or_else(String::new, |line| format!("line {line}: "));
        Failed(problem::bad_request(format!("the round cannot be read: {line}{message}")))
    })
}

pub async fn games() -> Answer<Vec<GameView>> {
    let game = |game: &GameId| GameView {
        game: game.name().to_owned(),
        title: books::title_and_edition(*game).0.to_owned(),
        drills: trainer::kinds(*game),
    };
    Ok(GameId::ALL.iter().map(game).collect())
}

fn game(name: &str) -> Result<GameId, Failed> {
    GameId::find(name).ok_or_else(|| Failed(problem::unknown("game")))
}

pub async fn options(Path(name): Path<String>) -> Answer<GameOptionsView> {
    Ok(GameOptionsView::of(game(&name)?))
}

/// Every violation of a game's own gate.
struct Violations<'a>(&'a Settings);

impl Visitor for Violations<'_> {
    type Out = Vec<ViolationView>;
    fn visit<G: Game>(self) -> Self::Out {
        let findings = rounds::judge::<G>(self.0).err().unwrap_or_default();
        findings.iter().map(|finding| ViolationView::of(finding, None)).collect()
    }
}

pub async fn check(State(floor): State<Arc<Floor>>, said: Said<CheckRequest>) -> Answer<CheckView> {
    let CheckRequest { game: name, options, table } = said.body;
    if options.len() > 200 {
        return Err(Failed(problem::bad_request("at most 200 options")));
    }
    let game = game(&name)?;
    let violations = game.visit(Violations(&options));
    let stands = match &table {
        Some(table) => Some(floor.summary(table).ok_or_else(|| Failed(problem::unknown("table")))?),
        None => None,
    };
    let mut discords = Vec::new();
    if let Some(stands) = &stands {
        if stands.game != name {
            return Err(Failed(problem::bad_request(format!(
                "{} is a table of {}",
                stands.table, stands.game
            ))));
        }
        discords = house::discords(&floor, &stands.table, &stands.pit, game, &options);
    }
    let lawful = violations.is_empty() && discords.is_empty();
    let (mut duties, mut notices) = (Vec::new(), Vec::new());
    if lawful {
        notices = house::notices(game, stands.as_ref().map(|stands| &stands.options), &options);
        duties = books::duties(game, &options).into_iter().map(|(cite, text)| Sign { cite, text }).collect();
    }
    let (file, tables) = (None, Vec::new());
    Ok(CheckView { game: name, file, lawful, violations, duties, notices, tables, house: discords })
}
