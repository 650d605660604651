//! Finds out what people do at a game by dealing some of it, so that nobody has to write it down.

use super::{Deal, MOST, PATRONS};
use crate::trainer::staff_awaited;
use books::{Engine, OfferKind, Offered};
use rounds::Settings;
use rules::{Actor, Awaits, GameId, Money, Patron};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

/// The number of tables that are explored, and the number of steps at each.
const EXPLORED: (u64, u16) = (6, 250);
/// Every so many steps, one patron's possible acts are listed.
const LOOKED: u16 = 10;
/// The number of tables for which the results are cached.
const KNOWN: usize = 64;
/// If staff may do more than this many things, the choice is of a number.
const FEW_DEEDS: usize = 12;

/// What people do at a game under these options, found by dealing some of it.
#[derive(Default)]
pub struct Explored {
    /// What staff do. It does not depend on the moment, so it gives nothing away.
    pub steps: BTreeSet<String>,
    /// What patrons do other than wagering, at any moment.
    pub deeds: BTreeMap<String, Offered>,
}

/// The cached results for games under some options, latest last.
static FOUND: Mutex<Vec<(GameId, Settings, Arc<Explored>)>> = Mutex::new(Vec::new());

/// The same, computed once.
pub fn explored(game: GameId, options: &Settings) -> Arc<Explored> {
    let known = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |found: &&(GameId, Settings, Arc<Explored>)| found.0 == game && found.1 == *options;
    if let Some((.., found)) = known().iter().find(is_it) {
        return Arc::clone(found);
    }
    let found = Arc::new(explore(game, options));
    let mut known = known();
    if known.len() >= KNOWN {
        known.remove(0);
    }
    known.push((game, options.clone(), Arc::clone(&found)));
    found
}

fn explore(game: GameId, options: &Settings) -> Explored {
    let mut found = Explored::default();
    for seed in 1..=EXPLORED.0 {
        let Some(mut deal) = Deal::bare(game, options, seed, Some(MOST)) else { break };
        deal.deeds = found.deeds.values().cloned().collect();
        for at in 0..EXPLORED.1 {
            found.look(&*deal.play.engine, at);
            let Some(correct) = deal.asked.as_ref().map(|asked| asked.correct.clone()) else { break };
            if deal.tell(&correct).is_err() {
                break;
            }
        }
    }
    found
}

impl Explored {
    fn look(&mut self, engine: &dyn Engine, at: u16) {
        if let Some(by) = staff_awaited(engine) {
            self.steps.extend(engine.usual(by));
            // While patrons wager, staff may do many things; where staff must decide, everything they may do belongs
            // to that decision. If anyone may choose a number, such as where to cut, the usual one is enough.
            let deeds = engine.offers(by);
            if engine.awaits() != Awaits::Wagers && deeds.len() <= FEW_DEEDS {
                self.steps.extend(deeds.into_iter().map(|offer| offer.line(by, Money::ZERO)));
            }
        }
        // The patrons are listed in turn and not at every step, because what they may do hardly changes.
        if at.is_multiple_of(LOOKED) {
            let by = Actor::Patron(Patron(1 + at / LOOKED % PATRONS));
            let deeds = engine.offers(by).into_iter().filter(|offer| offer.kind == OfferKind::Deed);
            self.deeds.extend(deeds.map(|offer| (offer.act.clone(), offer)));
        }
    }
}
