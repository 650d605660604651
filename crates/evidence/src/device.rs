//! The equipment of each game, with everything it can show according to the rules.

use books::{Deal, Engine, Menu, OfferKind};
use rounds::Settings;
use rules::{Actor, Awaits, Game, GameId, Outcome, Patron, Visitor, Vocabulary};
use std::{collections::HashMap, fmt, sync::Arc};

/// The kinds of devices from which outcomes are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Cards of a shoe or a deck, drawn one after another.
    Cards,
    /// Tiles, drawn one after another.
    Tiles,
    /// Numbered balls of a blower, drawn one after another.
    Balls,
    /// Dice.
    Dice,
    /// A wheel.
    Wheel,
    /// A generator of numbers that chooses where the deal begins.
    Generator,
}

impl Kind {
    /// The kind of device that shows an outcome; none for what is not drawn, such as the answer of a card reader.
    const fn of(outcome: Outcome) -> Option<Kind> {
        Some(match outcome {
            Outcome::Card { .. } => Kind::Cards,
            Outcome::Tile { .. } => Kind::Tiles,
            Outcome::Drawn { .. } => Kind::Balls,
            Outcome::Dice { .. } => Kind::Dice,
            Outcome::Ball { .. } | Outcome::Stop { .. } => Kind::Wheel,
            Outcome::Number { .. } => Kind::Generator,
            Outcome::CuttingCard | Outcome::Reader { .. } => return None,
        })
    }

    /// Whether what has been drawn is not drawn again.
    pub const fn is_pack(self) -> bool {
        matches!(self, Kind::Cards | Kind::Tiles | Kind::Balls)
    }

    /// The name of the kind in the report.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Cards => "cards",
            Kind::Tiles => "tiles",
            Kind::Balls => "balls",
            Kind::Dice => "dice",
            Kind::Wheel => "a wheel",
            Kind::Generator => "a generator",
        }
    }
}

/// A device with everything it can show.
#[derive(Clone, Debug)]
pub struct Device {
    /// The game, and if its table has more than one device, which one it is.
    pub name: String,
    /// The kind of device, which decides the tests it is given.
    pub kind: Kind,
    /// The possible outcomes of its first draw, with weights.
    pub menu: Vec<(String, u32)>,
}

/// Why a game's devices cannot be tested.
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

/// How many steps a table is played. Preparing sealed decks and a round of any game take fewer.
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

/// Which device of a game shows each outcome.
fn kinds(game: GameId) -> HashMap<String, Kind> {
    struct Kinds;
    impl Visitor for Kinds {
        type Out = HashMap<String, Kind>;
        fn visit<G: Game>(self) -> Self::Out {
            let mut kinds = HashMap::new();
            G::Chance::each(&mut |chance| {
                kinds.extend(Kind::of(chance.into()).map(|kind| (chance.to_string(), kind)));
            });
            kinds
        }
    }
    game.visit(Kinds)
}

impl Device {
    /// Finds all devices of a game under these options by playing a table, in the order in which they are used.
    pub fn all(game: GameId, settings: &Settings) -> Result<Vec<Device>, Unfit> {
        let kinds = kinds(game);
        let mut engine: Arc<dyn Engine> = books::open(game, settings).map_err(Unfit::Unlawful)?;
        let mut devices: Vec<Device> = Vec::new();
        for _ in 0..STEPS {
            let line = match engine.awaits() {
                Awaits::Equipment => {
                    let menu = engine.outcomes();
                    let kind = menu.first().and_then(|(shown, _)| kinds.get(shown).copied());
                    if let Some(kind) = kind.filter(|kind| devices.iter().all(|device| device.kind != *kind))
                    {
                        devices.push(Device { name: game.name().to_owned(), kind, menu: menu.clone() });
                    }
                    menu.into_iter().find(|(_, weight)| *weight > 0).map(|(shown, _)| shown)
                }
                Awaits::Wagers => engine.usual(Actor::Dealer).or_else(|| wager(&*engine)),
                Awaits::Decision(who) => {
                    engine.usual(who).or_else(|| engine.usual(Actor::Dealer)).or_else(|| wager(&*engine))
                }
            };
            let after = line.and_then(|line| engine.after_line(&line));
            let Some(after) = after else { break };
            engine = after.engine;
        }
        if devices.len() > 1 {
            devices.iter_mut().for_each(|device| {
                device.name += ", ";
                device.name += device.kind.name();
            });
        }
        if devices.is_empty() { Err(Unfit::NoDraw) } else { Ok(devices) }
    }

    /// The possible outcomes of its first draw, with weights.
    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// How many pieces are in it; 0 if everything can be shown again.
    pub fn pieces(&self) -> u64 {
        if self.kind.is_pack() { self.menu.iter().map(|(_, weight)| u64::from(*weight)).sum() } else { 0 }
    }

    /// A random order of its pieces, as places in the menu, drawn one after another as at a table.
    pub fn order(&self, mut deal: Deal) -> Vec<usize> {
        let mut left = self.menu.clone();
        let drawn = (0..self.pieces()).map_while(|_| {
            let at = deal.draw(&left)?;
            left[at].1 -= 1;
            Some(at)
        });
        drawn.collect()
    }
}
