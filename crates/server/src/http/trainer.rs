//! Drills, made anew for each question and each answer: nothing is kept of who learns what.

use super::{Answer, Failed, Query, Said};
use crate::{problem, trainer};
use axum::extract::Path;
use protocol::{Drill, DrillAnswer, DrillKind, DrillQuery, MOST, Verdict, route};
use rules::GameId;
use tokio::sync::Semaphore;

/// A drill plays rounds, and anyone may ask for one: never more than this at once.
static TURN: Semaphore = Semaphore::const_new(2);

async fn make(game: &str, seed: u64, kind: DrillKind) -> Result<trainer::Made, Failed> {
    let game = GameId::find(game).ok_or_else(|| Failed(problem::unknown("game")))?;
    if seed > MOST {
        return Err(Failed(problem::bad_request("a seed is a number below 2^53")));
    }
    let _turn = TURN.acquire().await.map_err(|_| Failed(problem::unknown_outcome()))?;
    let made = tokio::task::spawn_blocking(move || trainer::make(game, seed, kind)).await;
    made.map_err(|_| Failed(problem::unknown_outcome()))?.ok_or_else(|| Failed(problem::unknown("drill")))
}

pub async fn ask(
    Path(game): Path<String>,
    Query(DrillQuery { seed, kind }): Query<route::AskDrill>,
) -> Answer<Drill> {
    Ok(make(&game, seed, kind).await?.drill)
}

pub async fn answer(Path(game): Path<String>, said: Said<DrillAnswer>) -> Answer<Verdict> {
    let DrillAnswer { seed, kind, answer } = said.body;
    if answer.chars().count() > 2000 {
        return Err(Failed(problem::bad_request("an answer has at most 2000 characters")));
    }
    Ok(make(&game, seed, kind).await?.judge(&answer))
}
