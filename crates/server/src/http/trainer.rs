//! Drills, made anew for each question and each answer: nothing is kept of who learns what.

use super::{Answer, Failed, Said};
use crate::{problem, trainer};
use axum::{
    Json,
    extract::{Path, Query, rejection::QueryRejection},
};
use protocol::{Drill, DrillAnswer, DrillKind, Verdict};
use rules::GameId;
use tokio::sync::Semaphore;

/// A drill plays rounds, and anyone may ask for one: never more than this at once.
static TURN: Semaphore = Semaphore::const_new(2);

/// Which drill.
#[derive(serde::Deserialize)]
pub struct Which {
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    kind: DrillKind,
}

async fn make(game: &str, seed: u64, kind: DrillKind) -> Result<trainer::Made, Failed> {
    let game = GameId::find(game).ok_or_else(|| Failed(problem::unknown("game")))?;
    if seed >= 1 << 53 {
        return Err(Failed(problem::bad_request("a seed is a number below 2^53")));
    }
    let _turn = TURN.acquire().await.map_err(|_| Failed(problem::unknown_outcome()))?;
    let made = tokio::task::spawn_blocking(move || trainer::make(game, seed, kind)).await;
    made.map_err(|_| Failed(problem::unknown_outcome()))?.ok_or_else(|| Failed(problem::unknown("drill")))
}

pub async fn ask(Path(game): Path<String>, which: Result<Query<Which>, QueryRejection>) -> Answer<Drill> {
    let Query(Which { seed, kind }) = which.map_err(|e| Failed(problem::bad_request(e.to_string())))?;
    Ok(Json(make(&game, seed, kind).await?.drill))
}

pub async fn answer(Path(game): Path<String>, said: Said<DrillAnswer>) -> Answer<Verdict> {
    let DrillAnswer { seed, kind, answer } = said.body;
    if answer.chars().count() > 2000 {
        return Err(Failed(problem::bad_request("an answer has at most 2000 characters")));
    }
    Ok(Json(make(&game, seed, kind).await?.judge(&answer)))
}
