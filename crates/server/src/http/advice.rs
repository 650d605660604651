//! What is best to do with one's hand of blackjack, from the cards that anyone has seen.

use super::{
    Answer, Asker, Failed,
    table::{here, patron},
};
use crate::{floor::Floor, hall::Snapshot, problem};
use axum::{
    Json,
    extract::{Path, State},
};
use odds::blackjack::{Choice, Held, advise};
use protocol::{AdviceRow, AdviceView};
use rules::{
    Actor, Game, Patron,
    blackjack::{Blackjack, Deed},
    kit::cards::Unseen,
};
use std::sync::Arc;

const METHOD: &str = "every card that may come, without replacement, from what was shown to all";

pub async fn read(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
) -> Answer<AdviceView> {
    let handle = here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    if summary.game != "blackjack" {
        return Err(Failed(problem::conflict("advice is given at blackjack alone")));
    }
    let you = patron(&handle.hall, &asker.who()?.name);
    let now = handle.hall.snapshot();
    let found = tokio::task::spawn_blocking(move || you.map(|you| advice(&now, you)).unwrap_or_default());
    let advice = found.await.map_err(|_| Failed(problem::unknown_outcome()))?;
    let best = advice.first().map(|row| row.act.clone());
    Ok(Json(AdviceView { advice, best, method: METHOD.to_owned() }))
}

/// What each decision of this person is worth, the best first; nothing if it is not this person's turn.
fn advice(now: &Snapshot, you: Patron) -> Vec<AdviceRow> {
    let Some(engine) = &now.engine else { return Vec::new() };
    let Some(table) = engine.table().downcast_ref::<Blackjack>() else { return Vec::new() };
    let Some(turn) = table.turn().filter(|turn| turn.caller == you) else { return Vec::new() };
    let known = turn.cards.iter().chain(turn.dealer);
    let fresh = || {
        known.clone().try_fold(Unseen::decks(table.options().decks()), |unseen, &card| unseen.seeing(card))
    };
    let Some(unseen) = now.unseen.or_else(fresh) else { return Vec::new() };
    let held = Held { cards: turn.cards, is_split: turn.hands > 1, hands: turn.hands };
    let offers = engine.offers(Actor::Patron(you));
    let act = |choice: Choice| {
        let begins = match choice {
            Choice::Stand => Deed::Stand.to_string(),
            Choice::Draw => Deed::Draw.to_string(),
            Choice::Surrender => Deed::Surrender.to_string(),
            Choice::Double => "double".to_owned(),
            Choice::Split => "split".to_owned(),
        };
        offers.iter().find(|offer| offer.act.starts_with(&begins)).map(|offer| offer.act.clone())
    };
    let found = advise(table.options(), &unseen, turn.dealer, held).into_iter();
    found
        .filter_map(|(choice, worth)| {
            Some(AdviceRow { act: act(choice)?, expectation: format!("{worth:.4}") })
        })
        .collect()
}
