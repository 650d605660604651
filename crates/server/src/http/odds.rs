//! What every wager of a table is worth, to anyone who asks, from what anyone has seen.

use super::{Answer, Failed, table::here};
use crate::{floor::Floor, price::Priced, problem};
use axum::{
    Json,
    extract::{Path, State},
};
use protocol::{Chances, OddsRow, OddsView};
use rules::GameId;
use std::sync::Arc;

pub async fn read(State(floor): State<Arc<Floor>>, Path(table): Path<String>) -> Answer<OddsView> {
    let handle = here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let game = GameId::find(&summary.game).ok_or_else(|| Failed(problem::unknown("game")))?;
    let unseen = handle.hall.snapshot().unseen;
    let prices = floor.prices.of(game, &summary.options, unseen).await?;
    Ok(Json(OddsView {
        exact_for: prices.exact_for.to_owned(),
        method: prices.method.to_owned(),
        odds: prices.wagers.iter().map(row).collect(),
    }))
}

fn row(priced: &Priced) -> OddsRow {
    let chances = priced.chances.as_ref().map(|chances| {
        let [won, lost, part, void] = chances.each_ref().map(ToString::to_string);
        Chances { won, lost, part, void }
    });
    OddsRow {
        act: priced.wager.clone(),
        seat: 0,
        edge: priced.edge.to_string(),
        edge_percent: priced.edge.percent(3),
        chances,
        pays: priced.pays.clone(),
    }
}
