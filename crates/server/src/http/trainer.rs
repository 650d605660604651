//! Drills for anyone, created for each question and each answer; nothing is recorded. Those of the
//! [school](super::school) are graded.

use super::{Answer, Failed, Query, Said};
use crate::{floor::Floor, problem, trainer};
use axum::extract::{Path, State};
use protocol::{Drill, DrillAnswer, DrillQuery, MOST, Problem, ProblemCode, Verdict, route};
use rounds::Settings;
use rules::GameId;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A drill plays rounds, and anyone may ask for one: the limit on how many run at once.
static TURN: Semaphore = Semaphore::const_new(2);

/// Makes drills in the background, a few at a time.
pub async fn make<T: Send + 'static>(make: impl FnOnce() -> T + Send + 'static) -> Result<T, Failed> {
    let _turn = TURN.acquire().await.map_err(|_| Failed(problem::unknown_outcome()))?;
    tokio::task::spawn_blocking(make).await.map_err(|_| Failed(problem::unknown_outcome()))
}

/// Looks up a game by name.
pub fn game(name: &str) -> Result<GameId, Failed> {
    GameId::find(name).ok_or_else(|| Failed(problem::unknown("game")))
}

/// The options of a table of this game, or the game's usual ones.
pub fn options(floor: &Floor, game: GameId, table: Option<&str>) -> Result<Settings, Failed> {
    let Some(table) = table else { return Ok(Settings::standard(game)) };
    let known = floor.summary(table).ok_or_else(|| Failed(problem::unknown(&format!("table: {table}"))))?;
    if known.game != game.name() {
        let message = format!("{table} is a table of {}, not of {}", known.game, game.name());
        return Err(Failed(problem::bad_request(message)));
    }
    Ok(known.options)
}

/// There is nothing to ask in this game.
pub fn none() -> Failed {
    Failed(problem::unknown("drill: this game has none of that kind under these options"))
}

/// Checks that an answer can be read.
pub fn readable(answer: &str) -> Result<(), Failed> {
    match answer.chars().count() {
        0..=2000 => Ok(()),
        _ => Err(Failed(problem::bad_request("an answer has at most 2000 characters"))),
    }
}

fn seeded(seed: u64) -> Result<u64, Failed> {
    match seed {
        0..=MOST => Ok(seed),
        _ => Err(Failed(problem::bad_request("a seed is a number below 2^53"))),
    }
}

pub async fn ask(
    State(floor): State<Arc<Floor>>,
    Path(name): Path<String>,
    Query(DrillQuery { seed, kind, table }): Query<route::AskDrill>,
) -> Answer<Drill> {
    let (game, seed) = (game(&name)?, seeded(seed)?);
    let options = options(&floor, game, table.as_deref())?;
    let made = make(move || trainer::make(game, &options, seed, kind)).await?;
    Ok(made.ok_or_else(none)?.drill)
}

pub async fn answer(Path(name): Path<String>, said: Said<DrillAnswer>) -> Answer<Verdict> {
    let DrillAnswer { seed, kind, options, answer } = said.body;
    let (game, seed) = (game(&name)?, seeded(seed)?);
    readable(&answer)?;
    let options = match options {
        None => Settings::standard(game),
        Some(options) if options.len() > 200 => {
            return Err(Failed(problem::bad_request("at most 200 options")));
        }
        Some(options) => options,
    };
    if let Err(violations) = books::open(game, &options) {
        let message = format!("no table may have these options: {}", violations.join("; "));
        return Err(Failed(Problem::new(ProblemCode::Unlawful, message)));
    }
    let made = make(move || trainer::make(game, &options, seed, kind)).await?;
    Ok(made.ok_or_else(none)?.judge(&answer))
}
