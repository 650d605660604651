//! The equipment of each game, with everything it can show according to the rules.

use books::{Engine, Menu, OfferKind};
use rounds::Settings;
use rules::{Actor, Awaits, GameId, Patron};
use std::{fmt, sync::Arc};

/// What a game's equipment can show on its first draw, with weights.
#[derive(Clone, Debug)]
pub struct Device {
    /// The game.
    pub game: GameId,
    /// The possible outcomes, with weights.
    pub menu: Vec<(String, u32)>,
}

/// Why a game's device cannot be tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// These options are not lawful.
    Unlawful(Vec<String>),
    /// The table never reached a draw.
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

/// The most steps a table may take to its first draw. Preparing sealed decks takes fewer.
const STEPS: usize = 100;

/// The first act by one of two patrons that moves a round forward: a wager, or else a deed such as sitting down.
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
    /// Finds the device of a game under these options by playing a table up to its first draw.
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

    /// The possible outcomes, with weights.
    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// How many cards it has; 0 if it is not a shoe.
    pub fn cards(&self) -> u64 {
        books::cards_in(&self.menu)
    }
}
