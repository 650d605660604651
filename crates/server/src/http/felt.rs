//! The layout of a table.

use super::{Answer, Failed, table};
use crate::{floor::Floor, problem};
use axum::{
    Json,
    extract::{Path, State},
};
use protocol::FeltView;
use rounds::{Setting, entries};
use rules::GameId;
use std::sync::Arc;

/// The layout under the options in force.
pub async fn read(State(floor): State<Arc<Floor>>, Path(table): Path<String>) -> Answer<FeltView> {
    table::here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let settings: Vec<Setting> = summary.options.iter().filter_map(|option| Setting::read(option)).collect();
    let felt = GameId::find(&summary.game)
        .and_then(|game| ::felt::of(game, &entries(&settings), &mut |_| ()))
        .ok_or_else(|| Failed(problem::unknown("layout")))?;
    Ok(Json(felt))
}
