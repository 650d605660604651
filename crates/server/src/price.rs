//! What wagers are worth: the exact odds of every wager of a table, computed in the background and cached.

use crate::problem;
use odds::{Prepared, Priced, Visitor, Worth};
use protocol::Problem;
use rounds::Settings;
use rules::{GameId, Kinds, kit::cards::Unseen};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{OnceCell, Semaphore};
use views::odds::{ExactFor, WagerView};

/// How many results are cached.
const KEPT: usize = 64;

/// The price of one wager.
pub struct Price {
    /// What is published about it.
    pub view: WagerView,
    /// The average share of the stake that the house keeps.
    pub edge: f64,
    /// The variance of the patron's gain, per unit staked; `None` where only the edge is known.
    pub variance: Option<f64>,
}

impl Price {
    fn of(wager: impl Kinds, worth: &Worth) -> Price {
        let (edge, variance) = match worth {
            Worth::Exact { results, .. } => (results.edge(), Some(results.variance().to_f64())),
            Worth::Edge { edge, .. } => (edge.clone(), None),
        };
        Price { view: WagerView::of_worth(wager, worth), edge: edge.to_f64(), variance }
    }
}

/// The prices of every wager of a table.
pub struct Prices {
    /// Under which conditions they are exact.
    pub exact_for: ExactFor,
    /// The prices of the single wagers.
    pub wagers: Vec<Price>,
}

impl Prices {
    /// The price of this wager, or else of the first one of its kind: a wager may have moved by the time it is settled.
    pub fn of(&self, game: GameId, wager: &str) -> Option<&Price> {
        let kind = game.kind_of(wager);
        let same = self.wagers.iter().find(|priced| priced.view.wager == wager);
        same.or_else(|| self.wagers.iter().find(|priced| Some(priced.view.kind.as_str()) == kind))
    }
}

type Key = (GameId, Settings, Option<Unseen>);

#[derive(Default)]
struct Kept {
    known: HashMap<Key, Arc<OnceCell<Arc<Prices>>>>,
    order: VecDeque<Key>,
}

/// The cache, and the only place where prices are computed.
pub struct Pricing {
    kept: Mutex<Kept>,
    /// Only one computation at a time: tables in play come first.
    turn: Arc<Semaphore>,
}

impl Default for Pricing {
    fn default() -> Pricing {
        Pricing { kept: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

impl Pricing {
    /// The odds of every wager under these options, with these cards unseen.
    pub async fn of(
        &self,
        game: GameId,
        options: &Settings,
        unseen: Option<Unseen>,
    ) -> Result<Arc<Prices>, Problem> {
        // If every round is like every other, the cards seen so far change nothing.
        let unseen = unseen.filter(|_| ExactFor::fresh(game) != ExactFor::EveryRound);
        let cell = self.cell((game, options.clone(), unseen));
        if let Some(found) = cell.get() {
            return Ok(Arc::clone(found));
        }
        let turn = Arc::clone(&self.turn).acquire_owned().await.map_err(|_| problem::unknown_outcome())?;
        let options = options.clone();
        // A caller who leaves now does not stop the computation: it would only be started again, perhaps by many at
        // once.
        let finding = tokio::spawn(async move {
            let _turn = turn;
            let found = cell.get_or_try_init(|| async {
                let found = tokio::task::spawn_blocking(move || price(game, &options, unseen.as_ref()));
                found.await.map(Arc::new).map_err(|_| problem::unknown_outcome())
            });
            found.await.cloned()
        });
        finding.await.map_err(|_| problem::unknown_outcome())?
    }

    fn cell(&self, key: Key) -> Arc<OnceCell<Arc<Prices>>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = kept.known.get(&key) {
            return Arc::clone(cell);
        }
        if kept.order.len() == KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.known.remove(&oldest);
        }
        kept.order.push_back(key.clone());
        Arc::clone(kept.known.entry(key).or_default())
    }
}

/// The odds with these cards unseen, or with a fresh shoe if they are too few to finish a round.
fn price(game: GameId, options: &Settings, unseen: Option<&Unseen>) -> Prices {
    odds::visit(game, Solve { game, options, unseen })
}

struct Solve<'a> {
    game: GameId,
    options: &'a Settings,
    unseen: Option<&'a Unseen>,
}

impl Visitor for Solve<'_> {
    type Out = Prices;
    fn visit<G: Priced>(self) -> Prices {
        let options = rounds::judge::<G>(self.options).ok();
        let table = options.and_then(|options| Prepared::<G>::with_all(options).ok());
        let solve = |unseen| -> Vec<Price> {
            let found = table.as_ref().and_then(|table| table.worth(unseen).ok()).unwrap_or_default();
            found.iter().map(|(wager, worth)| Price::of(*wager, worth)).collect()
        };
        let seen = self.unseen.map(|unseen| solve(Some(unseen))).filter(|wagers| !wagers.is_empty());
        match seen {
            Some(wagers) => Prices { exact_for: ExactFor::ShoeAsItIs, wagers },
            None => Prices { exact_for: ExactFor::fresh(self.game), wagers: solve(None) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn what_somebody_asked_for_who_left_is_found_once() {
        let pricing = Pricing::default();
        let (game, options) = (GameId::find("craps").expect("a game"), Settings::default());
        // The first request starts the computation, and nobody waits for it.
        let asked = tokio::time::timeout(Duration::ZERO, pricing.of(game, &options, None)).await;
        let cell = pricing.cell((game, options.clone(), None));
        for _ in 0..1200 {
            if asked.is_ok() || cell.get().is_some() {
                let found = pricing.of(game, &options, None).await.expect("priced");
                return assert!(cell.get().is_some_and(|kept| Arc::ptr_eq(kept, &found)));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("what was begun is not kept");
    }
}
