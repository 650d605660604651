//! The layout of a table.

use super::{Answer, Failed, Query, history, table};
use crate::{floor::Floor, problem};
use axum::extract::{Path, State};
use protocol::{AsOfQuery, FeltView, route};
use rules::GameId;
use std::sync::Arc;

/// The layout under the options in force, now or at a given time.
pub async fn read(
    State(floor): State<Arc<Floor>>,
    Path(table): Path<String>,
    Query(AsOfQuery { as_of }): Query<route::ReadFelt>,
) -> Answer<FeltView> {
    table::here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let options = match history::moment(&floor, as_of.as_deref())? {
        None => summary.options,
        Some(at) => {
            let held = history::openings(&floor, &table).await?.into_iter().rfind(|one| one.at <= at);
            held.ok_or_else(|| Failed(problem::unknown("layout: the table was not open yet")))?.options
        }
    };
    let felt = GameId::find(&summary.game)
        .and_then(|game| ::felt::of(game, &options.entries(), &mut |_| ()))
        .ok_or_else(|| Failed(problem::unknown("layout")))?;
    Ok(felt)
}
