//! Which way to the exact odds a game takes.
//!
//! A shoe has far too many states to walk. A baccarat game is not walked: every coup of the shoe is played, card by card,
//! on a fresh table with the wager on it, so that here too every payment comes out of the rules.

use crate::{
    Generator, Offered, Results, Tally, Unsolved,
    baccarat::{Coups, as_dealt, by_hand},
    exact::{lay, results, step},
    round::{ready, usual_step},
};
use rules::{
    Awaits, Game, Input, Money, Vocabulary,
    hands::baccarat::Coup,
    kit::cards::{Card, DECK, Unseen},
};

/// How a game's rounds are dealt, for the exact odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// Whatever is not dealt from a shoe: every state is walked.
    NoShoe,
    /// Coups by tables 1 and 2.
    Coups,
    /// Coups in which both sides have choices: a game between them, [`chemin`](crate::chemin).
    Choices,
}

impl Dealing {
    /// Of the game of this name. This is the one place that knows which games are dealt from a shoe.
    pub fn of(game: &str) -> Dealing {
        match game {
            "punto-banco" | "minibaccarat" => Dealing::Coups,
            "chemin-de-fer" => Dealing::Choices,
            _ => Dealing::NoShoe,
        }
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
        Dealing::NoShoe if unseen.is_some() => Err(Unsolved::NoShoe),
        Dealing::NoShoe => results::<G>(options, offered, stake),
        Dealing::Choices => Err(Unsolved::NeedsStrategy),
        Dealing::Coups => {
            let decks = decks::<G>(options).ok_or(Unsolved::Stuck)?;
            let coups = Coups::of(unseen.unwrap_or(&Unseen::decks(decks)))?;
            let laid = Laid::<G>::new(options, offered, stake)?;
            coups.try_price(stake, |coup| laid.play(coup))
        }
    }
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
