//! The equipment of each game, as its rules list what it can show.

use books::{Engine, Menu, OfferKind};
use rounds::Settings;
use rules::{Actor, Awaits, GameId, Patron};
use std::{fmt, sync::Arc};

/// What a game's equipment can show first, each with its weight.
#[derive(Clone, Debug)]
pub struct Device {
    /// The game.
    pub game: GameId,
    /// What it can show.
    pub menu: Vec<(String, u32)>,
}

/// Why a game has no device to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// These options are not lawful.
    Unlawful(Vec<String>),
    /// The table came to no draw.
    NoDraw,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Unlawful(findings) => write!(f, "these options are not lawful: {}", findings.join("; ")),
            Unfit::NoDraw => f.write_str("the table came to no draw"),
        }
    }
}

impl std::error::Error for Unfit {}

/// How many steps a table may take to its first draw: sealed decks are prepared in fewer.
const STEPS: usize = 100;

/// The first thing one of two people may do to bring a round about: sit down, or wager.
fn wager(engine: &dyn Engine) -> Option<String> {
    [1, 2].map(|n| Actor::Patron(Patron(n))).into_iter().find_map(|by| {
        let offers = engine.offers(by);
        let wagers = offers.iter().filter(|offer| offer.kind == OfferKind::Wager);
        let others = offers.iter().filter(|offer| offer.kind == OfferKind::Deed);
        wagers
            .chain(others)
            .map(|offer| offer.line(by, offer.least))
            .find(|line| engine.after_line(line).is_some())
    })
}

impl Device {
    /// The device of a game under these options, found by leading a table to its first draw.
    pub fn of(game: GameId, settings: &Settings) -> Result<Device, Unfit> {
        let mut engine: Arc<dyn Engine> = books::open(game, settings).map_err(Unfit::Unlawful)?;
        for _ in 0..STEPS {
            let by = match engine.awaits() {
                Awaits::Equipment => return Ok(Device { game, menu: engine.outcomes() }),
                Awaits::Wagers => Actor::Dealer,
                Awaits::Decision(who) => who,
            };
            let usual = engine.usual(by).or_else(|| engine.usual(Actor::Dealer));
            let line = usual.or_else(|| wager(&*engine)).ok_or(Unfit::NoDraw)?;
            engine = engine.after_line(&line).ok_or(Unfit::NoDraw)?.engine;
        }
        Err(Unfit::NoDraw)
    }

    /// What it can show.
    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// How many cards it has; none if it is no shoe.
    pub fn cards(&self) -> u64 {
        books::cards_in(&self.menu)
    }
}
