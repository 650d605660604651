//! Which way to the exact odds a game takes.

use crate::{
    Offered, Results, Unsolved,
    blackjack::sides,
    chemin, classes,
    exact::results,
    round::usual_step,
    steps::Steps,
    stud::{Payments, stated},
};
use rules::{
    Awaits, Game, Money, Vocabulary,
    blackjack::{self, Blackjack},
    caribbean_stud::{CaribbeanStud, Wager},
    chemin_de_fer::CheminDeFer,
    kit::cards::{Card, DECK, Unseen},
};
use std::any::Any;

/// How a game's rounds are dealt, for the exact odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// Whatever is not dealt from a shoe: every state is walked.
    NoShoe,
    /// Coups by tables 1 and 2.
    Coups,
    /// Coups in which both sides have choices: a game between them, [`chemin`](crate::chemin). One wager has odds if both
    /// draw where they may choose.
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

/// How many decks a table of the game takes its cards from: what the equipment of a table newly opened can show first are
/// all cards of the shoe.
///
/// # Errors
/// If the game is not dealt from a shoe, or the table never comes to its first card.
pub fn decks<G: Game>(options: G::Options) -> Result<u8, Unsolved> {
    if Dealing::of(G::NAME) == Dealing::Strategy {
        // The first card comes only once somebody wagers, and from a double shoe it is a card of one side.
        return Ok(as_game::<G, Blackjack>(options)?.options().decks());
    }
    let (mut table, mut steps) = (G::open(options), Steps::until("at its first card"));
    while table.awaits() != Awaits::Equipment {
        steps.take()?;
        let input = usual_step(&table).ok_or(Unsolved::NoShoe)?;
        table.apply(input, &mut rules::Unseen).map_err(Unsolved::Refused)?;
    }
    let (mut cards, mut others) = (0, 0);
    let chances = chances::<G>().ok_or(Unsolved::NoShoe)?;
    table.outcomes(&mut |chance, weight| {
        *(if chances.contains(&chance) { &mut cards } else { &mut others }) += weight;
    });
    let whole = others == 0 && cards > 0 && cards % u32::from(DECK) == 0;
    let decks = u8::try_from(cards / u32::from(DECK)).ok();
    decks.filter(|_| whole).ok_or(Unsolved::NoShoe)
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
        Dealing::NoShoe => results::<G>(options, offered, stake),
        Dealing::Choices => at_chemin::<G>(options, unseen, offered, stake),
        Dealing::Strategy => at_blackjack::<G>(options, unseen, offered, stake),
        Dealing::Coups | Dealing::Between => dealt::<G>(options, unseen, offered, stake),
    }
}

/// The cards that nobody has seen: all of them, if nobody says which.
fn unseen_of<G: Game>(options: G::Options, unseen: Option<&Unseen>) -> Result<Unseen, Unsolved> {
    unseen.map_or_else(|| decks::<G>(options).map(Unseen::decks), |&unseen| Ok(unseen))
}

/// Compiled over classes of cards, and every order of these counted.
fn dealt<G: Game>(
    options: G::Options,
    unseen: Option<&Unseen>,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let (graph, classes) = classes::compiled::<G>(options, &[(*offered, stake)])?;
    classes.results(&graph, &unseen_of::<G>(options, unseen)?, 0, stake)
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

/// Chemin de fer if both draw where they may choose.
fn at_chemin<G: Game>(
    options: G::Options,
    unseen: Option<&Unseen>,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let unseen = unseen_of::<G>(options, unseen)?;
    let options = as_game::<G, CheminDeFer>(options)?.options();
    chemin::results(options, &unseen, &offered.wager.to_string(), stake)
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
    match unseen {
        Some(unseen) => sides::results(&options, unseen, wager, stake),
        None => sides::fresh(&options, wager, stake),
    }
}
