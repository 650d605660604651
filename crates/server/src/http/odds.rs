//! What every wager of a table is worth, for anyone, based on what everyone has seen.

use super::{Answer, Failed, table::here};
use crate::{floor::Floor, problem};
use axum::extract::{Path, State};
use rules::GameId;
use std::sync::Arc;
use views::odds::{ExactFor, OddsView, method};

pub async fn read(State(floor): State<Arc<Floor>>, Path(table): Path<String>) -> Answer<OddsView> {
    let handle = here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let game = GameId::find(&summary.game).ok_or_else(|| Failed(problem::unknown("game")))?;
    let unseen = handle.feed.snapshot().unseen;
    let prices = floor.prices.of(game, &summary.options, unseen).await?;
    Ok(OddsView {
        game: summary.game,
        options: summary.options,
        unseen: unseen.filter(|_| prices.exact_for == ExactFor::ShoeAsItIs).map(|unseen| unseen.total()),
        exact_for: prices.exact_for,
        method: method(game).to_owned(),
        wagers: prices.wagers.iter().map(|priced| priced.view.clone()).collect(),
        left_out: Vec::new(),
    })
}
