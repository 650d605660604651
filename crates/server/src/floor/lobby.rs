//! What the lobby shows about a table: limits, who is there, how recent rounds ended, and the house edge.

use super::Floor;
use books::Picture;
use protocol::{EdgeView, GlanceView, HereView, LimitsView, TableSummary};
use rounds::Settings;
use rules::{Game, GameId, Value, Visitor};
use std::sync::{Arc, PoisonError};

/// The kinds of wagers a newcomer makes. The first one that a table offers is its main wager.
const MAIN: [&str; 8] = ["hand", "pass", "banker", "ante", "original", "red", "one", "bank"];

impl Floor {
    /// The tables of the whole floor, by name, as the lobby shows them.
    pub fn lobby(self: &Arc<Self>) -> Vec<TableSummary> {
        let mut tables = self.summaries();
        for summary in &mut tables {
            summary.glance = self.glance(&summary.table);
            if summary.edge.is_none() {
                self.work_out_edge(summary);
            }
        }
        tables
    }

    fn glance(&self, table: &str) -> Option<GlanceView> {
        let feed = self.here(table)?.feed;
        let (now, around) = (feed.snapshot(), feed.presence.around());
        let name = |patron| now.people.iter().find(|seated| seated.patron == patron);
        let here = around.here.iter().filter_map(|patron| name(*patron));
        let here = here.map(|seated| HereView { name: self.shown(&seated.name), house: seated.house });
        Some(GlanceView { here: here.collect(), picture: in_passing(&now.picture, now.cleared.as_deref()) })
    }

    /// The house edge on a table's main wager, if it has been computed.
    pub(super) fn edge(&self, game: GameId, options: &Settings) -> Option<EdgeView> {
        let edges = self.edges.read().unwrap_or_else(PoisonError::into_inner);
        edges.get(&(game, options.clone())).cloned().flatten()
    }

    /// Computes the edge in the background, once for all tables with the same options.
    fn work_out_edge(self: &Arc<Self>, summary: &TableSummary) {
        let Some(game) = GameId::find(&summary.game) else { return };
        let key = (game, summary.options.clone());
        {
            let mut edges = self.edges.write().unwrap_or_else(PoisonError::into_inner);
            if edges.contains_key(&key) {
                return;
            }
            edges.insert(key.clone(), None);
        }
        let floor = Arc::clone(self);
        tokio::spawn(async move {
            let Ok(prices) = floor.prices.of(game, &key.1, None).await else { return };
            let main = MAIN.iter().find_map(|kind| prices.wagers.iter().find(|one| one.view.kind == *kind));
            let edge = main.map(|priced| EdgeView {
                wager: priced.view.wager.clone(),
                percent: priced.view.edge_percent.clone(),
            });
            floor.edges.write().unwrap_or_else(PoisonError::into_inner).insert(key, edge);
        });
    }
}

/// What is on a table or, if its cards have just been cleared away, what was there at the end of the round.
fn in_passing(now: &Picture, cleared: Option<&Picture>) -> Picture {
    let seen = match cleared.filter(|_| now.cards.is_empty()) {
        Some(before) => Picture { seats: now.seats.clone(), meter: now.meter, ..before.clone() },
        None => now.clone(),
    };
    seen.seen_by(None)
}

/// The smallest and the largest wager under these options.
pub(super) fn limits(game: GameId, options: &Settings) -> LimitsView {
    let amount = |key| {
        let field = game.fields().iter().copied().flatten().find(|field| field.key == key)?;
        let written = options.get(key).and_then(|value| field.takes.read(value.as_written()).ok());
        match written.or_else(|| field.default()) {
            Some(Value::Money(amount)) => Some(amount.as_cents()),
            _ => None,
        }
    };
    LimitsView { least: amount("limits.minimum"), most: amount("limits.maximum") }
}

/// Whether patrons always play against a bank that one of them holds, so that the game needs two.
pub(super) fn needs_two(game: GameId) -> bool {
    struct HouseBanks;
    impl Visitor for HouseBanks {
        type Out = bool;
        fn visit<G: Game>(self) -> bool {
            G::HOUSE_BANKS
        }
    }
    !game.visit(HouseBanks)
}
