//! Which way to the exact odds a game takes.
//!
//! A shoe has far too many states to walk. A baccarat game is not walked: every coup of the shoe is played, card by card,
//! on a fresh table with the wager on it, so that here too every payment comes out of the rules.

use crate::{
    Generator, Offered, Results, Tally, Unsolved,
    baccarat::{Coups, as_dealt, by_hand},
    blackjack::sides,
    exact::{lay, results, step},
    red_dog,
    round::{ready, usual_step},
    stud::{Payments, stated},
};
use rules::{
    Awaits, Game, Input, Money, Vocabulary,
    blackjack::{self, Blackjack},
    caribbean_stud::{CaribbeanStud, Wager},
    hands::baccarat::Coup,
    kit::cards::{Card, DECK, Unseen},
    red_dog::RedDog,
};
use std::any::Any;

/// How a game's rounds are dealt, for the exact odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// Whatever is not dealt from a shoe: every state is walked.
    NoShoe,
    /// Coups by tables 1 and 2.
    Coups,
    /// Coups in which both sides have choices: a game between them, [`chemin`](crate::chemin).
    Choices,
    /// One deck, a hand for each player: [`stud`](crate::stud), under the stated strategy.
    Stud,
    /// Three cards and a raise: [`red_dog`](crate::red_dog), under the stated strategy.
    Between,
    /// Hands on which the player decides card by card: [`blackjack`](crate::blackjack). Additional wagers alone have odds
    /// without a strategy.
    Strategy,
}

impl Dealing {
    /// Of the game of this name. This is the one place that knows which games are dealt from a shoe.
    pub fn of(game: &str) -> Dealing {
        match game {
            "punto-banco" | "minibaccarat" => Dealing::Coups,
            "chemin-de-fer" => Dealing::Choices,
            "caribbean-stud" => Dealing::Stud,
            "red-dog" => Dealing::Between,
            "blackjack" => Dealing::Strategy,
            _ => Dealing::NoShoe,
        }
    }

    /// Whether a wager has odds of its own, whatever anybody decides.
    pub const fn has_odds(self) -> bool {
        matches!(self, Dealing::NoShoe | Dealing::Coups)
    }
}

/// How many decks a table of the game takes its cards from, if it does: what the equipment of a table newly opened can
/// show first are all cards of the shoe.
pub fn decks<G: Game>(options: G::Options) -> Option<u8> {
    let mut table = G::open(options);
    while table.awaits() != Awaits::Equipment {
        let input = usual_step(&table)?;
        table.apply(input, &mut rules::Unseen).ok()?;
    }
    let (mut cards, mut others) = (0, 0);
    let chances = chances::<G>()?;
    table.outcomes(&mut |chance, weight| {
        *(if chances.contains(&chance) { &mut cards } else { &mut others }) += weight;
    });
    let whole = others == 0 && cards > 0 && cards % u32::from(DECK) == 0;
    if whole { u8::try_from(cards / u32::from(DECK)).ok() } else { None }
}

/// What the equipment shows when it shows each card.
fn chances<G: Game>() -> Option<Vec<G::Chance>> {
    Card::all().map(|card| G::Chance::read(&card.to_string())).collect()
}

/// The exact results of one wager with this stake: on a fresh table, or on one whose shoe has only these cards unseen.
pub fn exact<G: Game>(
    options: G::Options,
    unseen: Option<&Unseen>,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    match Dealing::of(G::NAME) {
        Dealing::NoShoe | Dealing::Stud if unseen.is_some() => Err(Unsolved::NoShoe),
        Dealing::Stud => at_stud::<G>(options, offered, stake),
        Dealing::Between => at_red_dog::<G>(options, unseen, stake),
        Dealing::NoShoe => results::<G>(options, offered, stake),
        Dealing::Choices => Err(Unsolved::NeedsStrategy),
        Dealing::Strategy => at_blackjack::<G>(options, unseen, offered, stake),
        Dealing::Coups => {
            let decks = decks::<G>(options).ok_or(Unsolved::Stuck)?;
            let coups = Coups::of(unseen.unwrap_or(&Unseen::decks(decks)))?;
            let laid = Laid::<G>::new(options, offered, stake)?;
            coups.try_price(stake, |coup| laid.play(coup))
        }
    }
}

/// A table of the game, if it is this one.
pub(crate) fn as_game<G: Game, Other: Game>(options: G::Options) -> Result<Other, Unsolved> {
    let table = G::open(options);
    (&table as &dyn Any).downcast_ref::<Other>().cloned().ok_or(Unsolved::Stuck)
}

/// Caribbean stud by the rules of thumb: an ante with the bet that follows it, or a progressive wager by itself.
fn at_stud<G: Game>(
    options: G::Options,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let options = as_game::<G, CaribbeanStud>(options)?.options();
    let wager = Wager::read(&offered.wager.to_string()).ok_or(Unsolved::Stuck)?;
    let (ante, only) = match wager {
        Wager::Progressive => (offered.least.max(options.limits().minimum()), Some(wager)),
        _ => (stake, None),
    };
    let payments = Payments::of(options, ante, only)?;
    Ok(stated().results_of(&payments, stake))
}

/// An additional wager of blackjack; the others depend on a strategy.
fn at_blackjack<G: Game>(
    options: G::Options,
    unseen: Option<&Unseen>,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let options = as_game::<G, Blackjack>(options)?.options();
    let wager = blackjack::Wager::read(&offered.wager.to_string()).ok_or(Unsolved::Stuck)?;
    if !sides::wagers(&options).contains(&wager) {
        return Err(Unsolved::NeedsStrategy);
    }
    sides::results(&options, unseen.unwrap_or(&Unseen::decks(options.decks())), wager, stake)
}

/// Red dog with a raise from a spread of seven.
fn at_red_dog<G: Game>(
    options: G::Options,
    unseen: Option<&Unseen>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let options = as_game::<G, RedDog>(options)?.options();
    let fresh = Unseen::decks(options.decks());
    red_dog::results(options, unseen.unwrap_or(&fresh), stake, |spread| spread >= red_dog::RAISE_FROM)
}

/// A fresh table with the wager on it.
struct Laid<G: Game> {
    table: G,
    tally: Tally,
    offered: Offered<G::Wager>,
    /// What the equipment shows, by the index of the card.
    chances: Vec<G::Chance>,
    order: fn(&Coup) -> Vec<Card>,
}

impl<G: Game> Laid<G> {
    fn new(options: G::Options, offered: &Offered<G::Wager>, stake: Money) -> Result<Laid<G>, Unsolved> {
        let chances = chances::<G>().ok_or(Unsolved::Stuck)?;
        let mut table: G =
            ready(options, &mut Generator::new(Generator::seed(0), 0)).ok_or(Unsolved::Stuck)?;
        let mut tally = Tally::default();
        lay(&mut table, offered, stake, &mut tally)?;
        let mut laid =
            Laid { table, tally, offered: *offered, chances, order: |coup| as_dealt(coup).collect() };
        // Four, four, ten, ten: a natural for the Player if the first two are his, four against four if they alternate.
        let probe = ["4c", "4d", "Tc", "Td"].map(|card| Card::read(card).expect("a card"));
        if laid.turn(&probe).is_ok() {
            laid.order = |coup| by_hand(coup).collect();
        }
        Ok(laid)
    }

    /// What a coup does to the patron.
    fn play(&self, coup: &Coup) -> Result<Tally, Unsolved> {
        self.turn(&(self.order)(coup))
    }

    /// What becomes of the wager if these cards are turned, one after another, and no other.
    fn turn(&self, cards: &[Card]) -> Result<Tally, Unsolved> {
        let (mut table, mut tally) = (self.table.clone(), self.tally);
        let mut cards = cards.iter();
        while !table.bets().is_empty() || table.awaits() != Awaits::Wagers {
            let input = match usual_step(&table) {
                Some(input) => input,
                None => Input::Chance(self.chances[cards.next().ok_or(Unsolved::Stuck)?.index()]),
            };
            step(&mut table, input, &self.offered, &mut tally)?;
        }
        if cards.next().is_none() { Ok(tally) } else { Err(Unsolved::Stuck) }
    }
}
