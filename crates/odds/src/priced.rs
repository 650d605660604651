//! What a game must declare so that its wagers have odds. A game without these declarations does not compile.

use crate::{
    Fraction, Generator, Moments, Offered, Plan, Prospect, Results, Unsolved,
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
    double_down_stud::DoubleDownStud,
    keno::Keno,
    kit::cards::{Card, Unseen},
    let_it_ride::LetItRide,
    minibaccarat::Minibaccarat,
    pai_gow::PaiGow,
    pai_gow_poker::PaiGowPoker,
    punto_banco::PuntoBanco,
    red_dog::RedDog,
    roulette::Roulette,
    sic_bo::SicBo,
};

/// A game whose wagers have odds.
pub trait Priced: Game {
    /// How its rounds are prepared.
    type Rounds: Rounds<Self>;

    /// How many decks its shoe holds; `None` if it is not dealt from a shoe, so that every round is like every other.
    const DECKS: Option<fn(&Self::Options) -> u8>;

    /// The strategy of patrons who have a choice; empty if they have none.
    const METHOD: &'static str;

    /// The stake when none is given, as far as the table accepts it.
    const STAKE: Money = Money::dollars(100);

    /// Whether other wagers follow the first one during a round, and are included in its odds.
    const FOLLOWED: bool = false;

    /// How the dice make a number, in a game in which wagers wait for one.
    const ROLLS: Option<fn(craps::Number) -> Self::Chance> = None;

    /// The stated choice of a patron for whom the table waits, so that exact odds and simulation agree. `None` if no
    /// strategy is stated: then the usual step is taken.
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

    /// The class of a card: no rule of the game distinguishes cards of the same class.
    fn class(card: Card) -> u8 {
        standing::every_card(card)
    }

    /// Everything that a patron may wager on when a fresh table is ready for wagers, each at the first seat that has
    /// it. A wager that requires another one has that one beside it.
    fn offered(options: Self::Options) -> Vec<Offered<Self::Wager>> {
        offers::on_fresh_table::<Self>(options)
    }

    /// Each wager that no fresh table accepts, the one that it requires beside it, and what must come first.
    fn courses() -> Vec<(Self::Wager, Option<Self::Wager>, Course)> {
        Vec::new()
    }

    /// Whether the charge on a wager is rounded at this stake, so that its edge differs from that of other stakes.
    fn rounds_charge(_options: &Self::Options, _wager: Self::Wager, _stake: Money) -> bool {
        false
    }

    /// Whether a limit on what a hand is paid reduces payments at this stake, so that its edge differs from that of
    /// smaller stakes.
    fn limit_binds(_options: &Self::Options, _wager: Self::Wager, _stake: Money) -> bool {
        false
    }

    /// The average amount in play when a round is settled, per unit of its first wager, if the stated strategy
    /// withdraws or adds wagers and every deal can be counted.
    fn in_play(_options: &Self::Options) -> Option<Fraction> {
        None
    }

    /// The current value of each wager on the layout, in a game that counts it itself.
    fn outlook(&self) -> Option<Result<Vec<Prospect<Self::Wager>>, Unsolved>> {
        None
    }

    /// What the exact odds of a wager assume and a simulation does not.
    fn granted(_wager: Self::Wager) -> Option<&'static str> {
        None
    }

    /// Plays rounds of a plan through the rules, input by input, and adds up what each patron gains.
    fn play_by_rules(
        plan: &Plan<Self>,
        generator: &mut Generator,
        rounds: u64,
        moments: &mut [Moments],
    ) -> Result<(), Unsolved> {
        engine::by_rules(plan, generator, rounds, moments)
    }
}

/// The act of a patron with this much money for whom the table waits; `None` if no strategy is stated.
pub type Decide<G> = dyn Fn(&G, Patron, Money) -> Option<ActOf<G>> + Send + Sync;

/// A stated strategy, ready to be followed at a table.
pub struct Habit<G: Game> {
    /// Makes the decisions.
    pub decide: Box<Decide<G>>,
    /// The loss per unit of the first wager of a round, if that wager has no exact odds of its own.
    pub edge: Option<f64>,
}

/// A wager with its stake.
pub type Staked<G> = (Offered<<G as Game>::Wager>, Money);

/// The rounds of a table, prepared once for all of its wagers.
pub trait Rounds<G: Priced>: Sized + Send + Sync {
    /// Prepares the rounds of a table with these options and wagers.
    fn prepare(options: G::Options, bets: &[Staked<G>]) -> Result<Self, Unsolved>;

    /// The exact results of each of the wagers: with a fresh shoe, or with only these cards unseen.
    fn exact(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>>;

    /// What somebody else needs to confirm those results.
    fn proofs(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Proofs;

    /// The fastest way to play a plan with the same options and wagers.
    fn engine(&self, plan: &Plan<G>) -> Result<Engine, Unsolved>;

    /// The combined results of several wagers of one patron.
    fn together(
        _options: G::Options,
        _parts: &[Part<G::Wager>],
        _unseen: Option<&Unseen>,
    ) -> Result<Joint, Unsolved> {
        Err(Unsolved::NotTogether)
    }

    /// The value of the table's wagers with the best decisions. A wager without odds of its own does not affect the
    /// others.
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

/// The value of a wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// All possible results are known.
    Exact {
        /// The results, with the probability of each.
        results: Results,
        /// Whether the charge on it is rounded at its stake.
        is_rounded: bool,
    },
    /// Only the edge is known, because people decide.
    Edge {
        /// The average share of the stake that the house keeps.
        edge: Fraction,
        /// What it pays; empty if that depends on decisions.
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
    /// Prepares a table with these wagers.
    ///
    /// # Errors
    /// If there are none, or if the table never becomes ready for them. A wager that it does not accept is not an error
    /// yet.
    pub fn of(options: G::Options, bets: Vec<Staked<G>>) -> Result<Prepared<G>, Unsolved> {
        if bets.is_empty() {
            return Err(Unsolved::NoWager);
        }
        let rounds = G::Rounds::prepare(options, &bets)?;
        Ok(Prepared { options, bets, rounds })
    }

    /// Prepares a table with every wager that it offers, each with its usual stake.
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

    /// The exact results of each wager: with a fresh shoe, or with only these cards unseen.
    pub fn exact(&self, unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        self.rounds.exact(&self.bets, unseen)
    }

    /// What somebody else needs to confirm the results.
    pub fn proofs(&self, unseen: Option<&Unseen>) -> Proofs {
        self.rounds.proofs(&self.bets, unseen)
    }

    /// The value of the table's wagers with the best decisions.
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

/// The combined results of several wagers of one patron: on a fresh table, or on one whose shoe has only these cards
/// unseen.
pub fn worth_together<G: Priced>(
    options: G::Options,
    parts: &[Part<G::Wager>],
    unseen: Option<&Unseen>,
) -> Result<Joint, Unsolved> {
    G::Rounds::together(options, parts, unseen)
}

/// How many decks a table of the game uses.
///
/// # Errors
/// If the game is not dealt from a shoe.
pub fn decks<G: Priced>(options: &G::Options) -> Result<u8, Unsolved> {
    G::DECKS.map(|decks| decks(options)).ok_or(Unsolved::NoShoe)
}

/// Code that is generic over the game.
pub trait Visitor {
    /// The result.
    type Out;
    /// Runs for the given game.
    fn visit<G: Priced>(self) -> Self::Out;
}

/// Calls a visitor with the type of a game.
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
        GameId::Keno => visitor.visit::<Keno>(),
        GameId::PaiGow => visitor.visit::<PaiGow>(),
        GameId::PaiGowPoker => visitor.visit::<PaiGowPoker>(),
        GameId::CaribbeanStud => visitor.visit::<CaribbeanStud>(),
        GameId::DoubleDownStud => visitor.visit::<DoubleDownStud>(),
        GameId::LetItRide => visitor.visit::<LetItRide>(),
    }
}
