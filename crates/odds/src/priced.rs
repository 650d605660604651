//! What a game tells of itself so that its wagers have odds. A game that does not tell has none, and does not compile.

use crate::{
    Fraction, Generator, Moments, Offered, Plan, Results, Unsolved,
    certificate::Proofs,
    games::craps::Course,
    offers,
    sim::engine::{self, Engine},
    standing,
    together::{Joint, Part},
};
use rules::{
    ActOf, Game, GameId, Money, Patron,
    big_six::BigSix,
    blackjack::Blackjack,
    caribbean_stud::CaribbeanStud,
    chemin_de_fer::CheminDeFer,
    craps,
    kit::cards::{Card, Unseen},
    minibaccarat::Minibaccarat,
    punto_banco::PuntoBanco,
    red_dog::RedDog,
    roulette::Roulette,
    sic_bo::SicBo,
};

/// A game whose wagers have odds.
pub trait Priced: Game {
    /// How its rounds are prepared.
    type Rounds: Rounds<Self>;

    /// How many decks its shoe holds; none if it is not dealt from a shoe, so that every round is like every other.
    const DECKS: Option<fn(&Self::Options) -> u8>;

    /// What patrons do who have a choice; empty where they have none.
    const METHOD: &'static str;

    /// What is staked where nobody says how much, as far as the table takes it.
    const STAKE: Money = Money::dollars(100);

    /// Whether other wagers follow the first in the course of a round, and are in its odds.
    const FOLLOWED: bool = false;

    /// How the dice make a number, in a game in which wagers wait for one.
    const ROLLS: Option<fn(craps::Number) -> Self::Chance> = None;

    /// The stated choice of a patron whom the table waits for, so that exact odds and simulation mean the same. None where
    /// no strategy is stated: then the usual thing is done.
    fn choice(&self, _patron: Patron) -> Option<ActOf<Self>> {
        None
    }

    /// What a patron does who follows the stated strategy at such a table.
    ///
    /// # Errors
    /// If it cannot be computed.
    fn habit(_options: Self::Options) -> Result<Habit<Self>, Unsolved> {
        Ok(Habit { decide: Box::new(|table, patron, _| table.choice(patron)), edge: None })
    }

    /// The class of a card: no rule of the game tells cards of one class apart.
    fn class(card: Card) -> u8 {
        standing::every_card(card)
    }

    /// Everything a patron may wager on when a fresh table is ready for wagers, each at the first seat that has it; what
    /// needs another wager comes with that one beside it.
    fn offered(options: Self::Options) -> Vec<Offered<Self::Wager>> {
        offers::on_fresh_table::<Self>(options)
    }

    /// Each wager that no fresh table takes, the one it needs beside it, and its course.
    fn courses() -> Vec<(Self::Wager, Option<Self::Wager>, Course)> {
        Vec::new()
    }

    /// Whether the charge on a wager is rounded at this stake, so that its edge is not that of other stakes.
    fn rounds_charge(_options: &Self::Options, _wager: Self::Wager, _stake: Money) -> bool {
        false
    }

    /// Whether a limit on what a hand is paid cuts payments at this stake, so that its edge is not that of smaller stakes.
    fn limit_binds(_options: &Self::Options, _wager: Self::Wager, _stake: Money) -> bool {
        false
    }

    /// What the exact odds of a wager take for granted and a simulation does not.
    fn granted(_wager: Self::Wager) -> Option<&'static str> {
        None
    }

    /// Plays so many rounds of a plan through the rules, input by input, and adds up what each patron gains.
    fn play_by_rules(
        plan: &Plan<Self>,
        generator: &mut Generator,
        rounds: u64,
        moments: &mut [Moments],
    ) -> Result<(), Unsolved> {
        engine::by_rules(plan, generator, rounds, moments)
    }
}

/// What a patron does with so much in hand whom the table waits for; nothing where no strategy is stated.
pub type Decide<G> = dyn Fn(&G, Patron, Money) -> Option<ActOf<G>> + Send + Sync;

/// A stated strategy, ready to be followed at a table.
pub struct Habit<G: Game> {
    /// What it decides.
    pub decide: Box<Decide<G>>,
    /// What it loses per unit of the first wager of a round, where that wager has no exact odds of its own.
    pub edge: Option<f64>,
}

/// A wager with its stake.
pub type Staked<G> = (Offered<<G as Game>::Wager>, Money);

/// The rounds of a table, prepared once for all of its wagers.
pub trait Rounds<G: Priced>: Sized + Send + Sync {
    /// For a table with these options and wagers.
    fn prepare(options: G::Options, bets: &[Staked<G>]) -> Result<Self, Unsolved>;

    /// The exact results of each of the wagers: with a fresh shoe, or with only these cards unseen.
    fn exact(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>>;

    /// What somebody else needs to confirm those results.
    fn proofs(&self, bets: &[Staked<G>], _unseen: Option<&Unseen>) -> Proofs {
        Proofs {
            proofs: Vec::new(),
            wagers: vec![Err(Unsolved::NoCertificate { why: "this game has none" }); bets.len()],
        }
    }

    /// The fastest way to play a plan with the same options and wagers.
    fn engine(&self, plan: &Plan<G>) -> Result<Engine, Unsolved>;

    /// What several wagers of one patron come to together.
    fn together(
        _options: G::Options,
        _parts: &[Part<G::Wager>],
        _unseen: Option<&Unseen>,
    ) -> Result<Joint, Unsolved> {
        Err(Unsolved::NotTogether)
    }

    /// What the table's wagers are worth to whoever decides best. A wager that has no odds of its own leaves the others
    /// theirs.
    fn worth(
        &self,
        options: &G::Options,
        bets: &[Staked<G>],
        unseen: Option<&Unseen>,
    ) -> Result<Vec<(G::Wager, Worth)>, Unsolved> {
        let one = |(&(on, stake), results): (&Staked<G>, Result<Results, Unsolved>)| {
            let is_rounded = G::rounds_charge(options, on.wager, stake);
            Some((on.wager, Worth::Exact { results: results.ok()?, is_rounded }))
        };
        Ok(bets.iter().zip(self.exact(bets, unseen)).filter_map(one).collect())
    }
}

/// What a wager is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// All that may come of it.
    Exact {
        /// With the chance of each.
        results: Results,
        /// Whether the charge on it is rounded at its stake.
        is_rounded: bool,
    },
    /// Only the edge is known, because people decide.
    Edge {
        /// What the house keeps on average, per unit staked.
        edge: Fraction,
        /// What it pays; empty where that depends on what is decided.
        pays: &'static str,
    },
}

/// A table with wagers, prepared once: for their exact odds, whatever has been seen, and for a simulation.
pub struct Prepared<G: Priced> {
    options: G::Options,
    bets: Vec<Staked<G>>,
    rounds: G::Rounds,
}

impl<G: Priced> Prepared<G> {
    /// A table with these wagers.
    ///
    /// # Errors
    /// If there are none, or if it never gets ready for them. A wager that it does not take is no error yet.
    pub fn of(options: G::Options, bets: Vec<Staked<G>>) -> Result<Prepared<G>, Unsolved> {
        if bets.is_empty() {
            return Err(Unsolved::NoWager);
        }
        let rounds = G::Rounds::prepare(options, &bets)?;
        Ok(Prepared { options, bets, rounds })
    }

    /// A table with every wager that it offers, each with its usual stake.
    pub fn with_all(options: G::Options) -> Result<Prepared<G>, Unsolved> {
        let staked = |on| (on, offers::usual_stake::<G>(&options, &on));
        Prepared::of(options, G::offered(options).into_iter().map(staked).collect())
    }

    /// The wagers.
    pub fn bets(&self) -> &[Staked<G>] {
        &self.bets
    }

    pub(crate) fn rounds(&self) -> &G::Rounds {
        &self.rounds
    }

    /// The exact results of each of them: with a fresh shoe, or with only these cards unseen.
    pub fn exact(&self, unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        self.rounds.exact(&self.bets, unseen)
    }

    /// What somebody else needs to confirm them.
    pub fn proofs(&self, unseen: Option<&Unseen>) -> Proofs {
        self.rounds.proofs(&self.bets, unseen)
    }

    /// What the table's wagers are worth to whoever decides best.
    pub fn worth(&self, unseen: Option<&Unseen>) -> Result<Vec<(G::Wager, Worth)>, Unsolved> {
        self.rounds.worth(&self.options, &self.bets, unseen)
    }
}

/// The exact results of one wager with this stake: on a fresh table, or on one whose shoe has only these cards unseen.
pub fn exact<G: Priced>(
    options: G::Options,
    unseen: Option<&Unseen>,
    offered: &Offered<G::Wager>,
    stake: Money,
) -> Result<Results, Unsolved> {
    let prepared = Prepared::<G>::of(options, vec![(*offered, stake)])?;
    prepared.exact(unseen).pop().unwrap_or(Err(Unsolved::NoWager))
}

/// What several wagers of one patron come to together: on a fresh table, or on one whose shoe has only these cards unseen.
pub fn worth_together<G: Priced>(
    options: G::Options,
    parts: &[Part<G::Wager>],
    unseen: Option<&Unseen>,
) -> Result<Joint, Unsolved> {
    G::Rounds::together(options, parts, unseen)
}

/// How many decks a table of the game takes its cards from.
///
/// # Errors
/// If the game is not dealt from a shoe.
pub fn decks<G: Priced>(options: &G::Options) -> Result<u8, Unsolved> {
    G::DECKS.map(|decks| decks(options)).ok_or(Unsolved::NoShoe)
}

/// Code that works on whichever game is named.
pub trait Visitor {
    /// What it gives.
    type Out;
    /// Works on the game.
    fn visit<G: Priced>(self) -> Self::Out;
}

/// Does something with a game's type.
pub fn visit<V: Visitor>(game: GameId, visitor: V) -> V::Out {
    match game {
        GameId::Craps => visitor.visit::<craps::Craps>(),
        GameId::Blackjack => visitor.visit::<Blackjack>(),
        GameId::PuntoBanco => visitor.visit::<PuntoBanco>(),
        GameId::CheminDeFer => visitor.visit::<CheminDeFer>(),
        GameId::Roulette => visitor.visit::<Roulette>(),
        GameId::BigSix => visitor.visit::<BigSix>(),
        GameId::RedDog => visitor.visit::<RedDog>(),
        GameId::Minibaccarat => visitor.visit::<Minibaccarat>(),
        GameId::SicBo => visitor.visit::<SicBo>(),
        GameId::CaribbeanStud => visitor.visit::<CaribbeanStud>(),
    }
}
