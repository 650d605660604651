//! What wagers are worth: the exact odds of every wager of a table, computed aside and kept.

use crate::problem;
use odds::{
    Dealing, Fraction, Results, Unsolved,
    baccarat::Values,
    blackjack::{Analysis, sides},
    chemin, exact, offered, usual_stake,
};
use protocol::Problem;
use rounds::Setting;
use rules::{
    Game, GameId, Kinds, Money, Visitor, Vocabulary,
    blackjack::{Blackjack, Spot, Wager},
    chemin_de_fer::CheminDeFer,
    kit::cards::Unseen,
};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{OnceCell, Semaphore};

/// How many answers are kept.
const KEPT: usize = 64;
/// What is staked to find a wager's odds, as far as the table takes it.
const STAKE: Money = Money::dollars(100);
/// To which part of a wager an edge is told that is not known as a fraction.
const MILLION: i128 = 1_000_000;

/// One wager.
pub struct Priced {
    /// The name of its kind.
    pub kind: &'static str,
    /// As it is written.
    pub wager: String,
    /// What the house keeps on average, per unit staked.
    pub edge: Fraction,
    /// What comes of it: won, lost, partly lost and neither; none where only the edge is known.
    pub chances: Option<[Fraction; 4]>,
    /// The variance of the patron's gain, per unit staked.
    pub variance: Option<f64>,
    /// What it pays: `35 to 1`.
    pub pays: String,
}

/// Every wager of a table.
pub struct Prices {
    /// For what they hold: `every round`, `a fresh shoe` or `the shoe as it is`.
    pub exact_for: &'static str,
    /// What patrons do who have a choice; nothing where they have none.
    pub method: &'static str,
    /// They.
    pub wagers: Vec<Priced>,
}

impl Prices {
    /// Of this wager, or else of the first of its kind: a wager may lie elsewhere by the time it is settled.
    pub fn of(&self, game: GameId, wager: &str) -> Option<&Priced> {
        let kind = kind(game, wager);
        let same = self.wagers.iter().find(|priced| priced.wager == wager);
        same.or_else(|| self.wagers.iter().find(|priced| Some(priced.kind) == kind))
    }
}

/// The name of a wager's kind.
pub fn kind(game: GameId, wager: &str) -> Option<&'static str> {
    struct Kind<'a>(&'a str);
    impl Visitor for Kind<'_> {
        type Out = Option<&'static str>;
        fn visit<G: Game>(self) -> Self::Out {
            G::Wager::read(self.0).map(Kinds::kind)
        }
    }
    game.visit(Kind(wager))
}

type Key = (GameId, Vec<String>, Option<Unseen>);

#[derive(Default)]
struct Kept {
    known: HashMap<Key, Arc<OnceCell<Arc<Prices>>>>,
    order: VecDeque<Key>,
}

/// What was found, and the one place where more is.
pub struct Pricing {
    kept: Mutex<Kept>,
    /// One at a time: tables that are played at come first.
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
        options: &[String],
        unseen: Option<Unseen>,
    ) -> Result<Arc<Prices>, Problem> {
        // Where every round is like every other, what has been seen changes nothing.
        let unseen = unseen.filter(|_| is_dealt_on(game));
        let cell = self.cell((game, options.to_vec(), unseen));
        if let Some(found) = cell.get() {
            return Ok(Arc::clone(found));
        }
        let turn = Arc::clone(&self.turn).acquire_owned().await.map_err(|_| problem::unknown_outcome())?;
        let options = options.to_vec();
        // Whoever leaves now does not stop what has begun: it would only be begun again, and by many at once.
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

/// Whether rounds are dealt on from the shoe that the one before has left.
fn is_dealt_on(game: GameId) -> bool {
    !matches!(Dealing::of(game.name()), Dealing::NoShoe | Dealing::Stud)
}

fn method(dealing: Dealing) -> &'static str {
    match dealing {
        Dealing::NoShoe | Dealing::Coups => "",
        Dealing::Choices => "both sides in equilibrium",
        Dealing::Stud => "an ante with the bet that follows it, by three rules of thumb",
        Dealing::Between => "a raise from a spread of seven on",
        Dealing::Strategy => {
            "a hand with the best decision for every card, to a millionth of the wager: what follows a split is not exact"
        }
    }
}

/// The odds with these cards unseen; of a fresh shoe where they are too few to finish a round.
fn price(game: GameId, options: &[String], unseen: Option<&Unseen>) -> Prices {
    let dealing = Dealing::of(game.name());
    let settings: Vec<Setting> = options.iter().filter_map(|option| Setting::read(option)).collect();
    let solve = |unseen| game.visit(Solve { settings: &settings, unseen });
    let (exact_for, wagers) = match unseen.map(|unseen| solve(Some(unseen))) {
        Some(wagers) if !wagers.is_empty() => ("the shoe as it is", wagers),
        _ if is_dealt_on(game) => ("a fresh shoe", solve(None)),
        _ => ("every round", solve(None)),
    };
    Prices { exact_for, method: method(dealing), wagers }
}

struct Solve<'a> {
    settings: &'a [Setting],
    unseen: Option<&'a Unseen>,
}

impl Visitor for Solve<'_> {
    type Out = Vec<Priced>;
    fn visit<G: Game>(self) -> Self::Out {
        let Ok(options) = rounds::judge::<G>(self.settings) else { return Vec::new() };
        match Dealing::of(G::NAME) {
            Dealing::Strategy => self.decided().unwrap_or_default(),
            Dealing::Choices => self.between_sides(options, odds::decks::<G>).unwrap_or_default(),
            _ => self.each::<G>(options),
        }
    }
}

impl Solve<'_> {
    /// A wager that has no odds of its own leaves the others theirs.
    fn each<G: Game>(&self, options: G::Options) -> Vec<Priced> {
        let price = |on: odds::Offered<G::Wager>| {
            let results = exact::<G>(options, self.unseen, &on, usual_stake::<G>(options, &on)).ok()?;
            Some(priced(on.kind(), on.wager.to_string(), &results))
        };
        offered::<G>(options).into_iter().filter_map(price).collect()
    }

    /// Where everything depends on decisions: a hand with the best of them, and the wagers that need none.
    fn decided(&self) -> Result<Vec<Priced>, Unsolved> {
        let options = rounds::judge::<Blackjack>(self.settings).map_err(|_| Unsolved::Stuck)?;
        let analysis =
            self.unseen.map_or_else(|| Analysis::fresh(options), |unseen| Analysis::of(options, unseen));
        let best = analysis?.best();
        #[allow(clippy::cast_possible_truncation)]
        let edge = Fraction::new((-best.mean * MILLION as f64).round() as i128, MILLION);
        let hand = Wager::Hand(1, Spot::First);
        let mut wagers = vec![Priced {
            kind: hand.kind(),
            wager: hand.to_string(),
            edge,
            chances: None,
            variance: None,
            pays: String::new(),
        }];
        for &wager in sides::wagers(&options) {
            let results = match self.unseen {
                Some(unseen) => sides::results(&options, unseen, wager, STAKE),
                None => sides::fresh(&options, wager, STAKE),
            }?;
            wagers.push(priced(wager.kind(), wager.to_string(), &results));
        }
        Ok(wagers)
    }

    /// Where both sides choose: what each keeps and gives in equilibrium.
    fn between_sides<O>(
        &self,
        options: O,
        decks: fn(O) -> Result<u8, Unsolved>,
    ) -> Result<Vec<Priced>, Unsolved> {
        let fresh = Unseen::decks(decks(options)?);
        let values = Values::of(self.unseen.unwrap_or(&fresh));
        let game = chemin::Chemin::of(values, &chemin::TABLES, chemin::Banker::Count)?;
        let options = rounds::judge::<CheminDeFer>(self.settings).map_err(|_| Unsolved::Stuck)?;
        let equilibria = game.equilibria(&chemin::vigorish(&options, STAKE));
        let one = equilibria.first().ok_or(Unsolved::NeedsStrategy)?;
        let mut wagers = Vec::new();
        rules::chemin_de_fer::Wager::each(&mut |wager| {
            let gain = match wager.kind() {
                "bid" => return,
                "bank" => &one.banker_gain,
                _ => &one.player_gain,
            };
            let (kind, wager) = (wager.kind(), wager.to_string());
            let edge = Fraction::ZERO - gain.clone();
            wagers.push(Priced {
                kind,
                wager,
                edge,
                chances: None,
                variance: None,
                pays: "1 to 1".to_owned(),
            });
        });
        Ok(wagers)
    }
}

fn priced(kind: &'static str, wager: String, results: &Results) -> Priced {
    Priced {
        kind,
        wager,
        edge: results.edge(),
        chances: Some([results.wins(), results.loses(), results.loses_part(), results.returned()]),
        variance: Some(results.variance().to_f64()),
        pays: results.pays(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn what_somebody_asked_for_who_left_is_found_once() {
        let pricing = Pricing::default();
        let (game, options) = (GameId::find("craps").expect("a game"), Vec::new());
        // The first look begins it, and nobody waits for it.
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
