//! What an environment needs to know about a game beyond its rules: which acts are decisions of a player, and
//! their names. Whether an act is allowed now is up to the rules.

use odds::Priced;
use rules::{
    Game, Kinds, Vocabulary,
    big_six::BigSix,
    blackjack::{Blackjack, Supply, Ways},
    caribbean_stud::CaribbeanStud,
    chemin_de_fer::CheminDeFer,
    craps::Craps,
    double_down_stud::DoubleDownStud,
    let_it_ride::LetItRide,
    minibaccarat::Minibaccarat,
    pai_gow::{self, PaiGow},
    pai_gow_poker::{self, PaiGowPoker},
    punto_banco::PuntoBanco,
    red_dog::RedDog,
    roulette::Roulette,
    sic_bo::SicBo,
    table::two_hands::HandStep,
};

/// How a round starts for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// With one wager, of the first of these kinds that the table accepts; the player chooses the amount.
    One(&'static [&'static str]),
    /// With any of the table's wagers, as many as the player likes.
    Any,
}

/// A game that can be an environment.
pub trait Played: Priced {
    /// How a round starts.
    const OPENING: Opening = Opening::Any;
    /// Decisions without a stake: the name of an action, and the deeds it stands for.
    const DEEDS: &'static [(&'static str, &'static [&'static str])] = &[];
    /// Decisions that put more at risk in the middle of a round: the name of an action, and the kind of
    /// wager.
    const FURTHER: &'static [(&'static str, &'static str)] = &[];
    /// Further decisions without a stake, in a game that has too many of them to list.
    fn more_deeds() -> Vec<(String, Self::Deed)> {
        Vec::new()
    }
    /// Acts that a player performs at once without being asked, because they decide nothing.
    const AT_ONCE: &'static [&'static str] = &[];
    /// The number of spots that a round requires wagers on.
    fn spots(_options: &Self::Options) -> usize {
        1
    }
    /// Whether a table with these options offers this wager at all.
    fn takes(_options: &Self::Options, _wager: Self::Wager) -> bool {
        true
    }
    /// The number of players a round needs.
    const LEAST_SEATS: usize = 1;
    /// Whether the next card is any unseen card with equal probability, so that it can be drawn without
    /// asking the rules for the weight of every outcome.
    fn is_quick(_options: &Self::Options) -> bool {
        false
    }
    /// Whether suits matter, so that cards are distinguished by more than their rank.
    const SUITS: bool = false;
    /// Whether the deck has a joker.
    const JOKER: bool = false;
    /// The number of cards that a decision names by their places in the hand. An observation lists them in order.
    const PLACES: usize = 0;
}

impl Played for Blackjack {
    const OPENING: Opening = Opening::One(&["hand"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] =
        &[("stand", &["stands"]), ("hit", &["draws"]), ("surrender", &["surrenders"])];
    const FURTHER: &'static [(&'static str, &'static str)] =
        &[("double", "double"), ("split", "split"), ("insurance", "insurance")];
    fn spots(options: &Self::Options) -> usize {
        options.multiple_action().map_or(1, |several| usize::from(several.least()))
    }
    fn takes(options: &Self::Options, wager: Self::Wager) -> bool {
        wager.is_offered(options)
    }
    fn is_quick(options: &Self::Options) -> bool {
        matches!(options.supply(), Supply::Shoe { ways: Ways::Usual { .. }, .. })
    }
}

impl Played for CaribbeanStud {
    const OPENING: Opening = Opening::One(&["ante"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] = &[("fold", &["folds"])];
    const FURTHER: &'static [(&'static str, &'static str)] = &[("raise", "bet")];
    const AT_ONCE: &'static [&'static str] = &["looks"];
    const SUITS: bool = true;
}

impl Played for DoubleDownStud {
    const OPENING: Opening = Opening::One(&["original"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] = &[("stand", &["stands"])];
    const FURTHER: &'static [(&'static str, &'static str)] = &[("double", "double")];
    const SUITS: bool = true;
}

impl Played for LetItRide {
    // One act puts down all three wagers.
    const OPENING: Opening = Opening::One(&["third"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] =
        &[("ride", &["lets it ride"]), ("withdraw", &["withdraws"])];
    const AT_ONCE: &'static [&'static str] = &["looks"];
    const SUITS: bool = true;
}

/// The low hand is any two of the seven cards, named by their places, unless that makes the hand foul.
impl Played for PaiGowPoker {
    const OPENING: Opening = Opening::One(&["main"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] =
        &[("house way", &["leaves the hand to the house way"])];
    fn more_deeds() -> Vec<(String, pai_gow_poker::Deed)> {
        let set = |low| (format!("low {low}"), pai_gow_poker::Deed::Hand(HandStep::Set(low)));
        pai_gow_poker::Pair::all().map(set).collect()
    }
    const AT_ONCE: &'static [&'static str] = &["looks"];
    const SUITS: bool = true;
    const JOKER: bool = true;
    const PLACES: usize = pai_gow_poker::HAND;
}

/// The low hand is the worse two of the four tiles, named by their places.
impl Played for PaiGow {
    const OPENING: Opening = Opening::One(&["main"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] =
        &[("house way", &["leaves the hand to the house way"])];
    fn more_deeds() -> Vec<(String, pai_gow::Deed)> {
        let set = |low| (format!("low {low}"), pai_gow::Deed::Hand(HandStep::Set(low)));
        pai_gow::Pair::all().map(set).collect()
    }
    const AT_ONCE: &'static [&'static str] = &["looks"];
    const PLACES: usize = pai_gow::HAND;
}

impl Played for RedDog {
    const OPENING: Opening = Opening::One(&["original"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] = &[("stand", &["lets it stand"])];
    const FURTHER: &'static [(&'static str, &'static str)] = &[("raise", "raise")];
}

impl Played for CheminDeFer {
    const OPENING: Opening = Opening::One(&["bank", "banco", "bid"]);
    const DEEDS: &'static [(&'static str, &'static [&'static str])] =
        &[("stand", &["stays", "calls stay"]), ("hit", &["draws", "calls card"])];
    const AT_ONCE: &'static [&'static str] = &["accepts the bank", "keeps the bank"];
    const LEAST_SEATS: usize = 2;
}

impl Played for Craps {}
impl Played for Roulette {}
impl Played for BigSix {}
impl Played for SicBo {}
impl Played for rules::keno::Keno {}
impl Played for PuntoBanco {}
impl Played for Minibaccarat {}

/// A decision of a player.
pub enum Action<G: Game> {
    /// Nothing more for now: no further wager, or none at all.
    Pass,
    /// One of these deeds.
    Do(Vec<G::Deed>),
    /// The first of these wagers that the table accepts, for as much as it accepts.
    Further(Vec<G::Wager>),
    /// A wager before the deal for this many units: the first of these that the table accepts.
    Open(Vec<G::Wager>, u32),
}

/// The actions of a game with their names, by number.
pub fn actions<G: Played>(options: &G::Options, bets: &[u32]) -> Vec<(String, Action<G>)> {
    let of_kind = |kind: &str| {
        let mut all = Vec::new();
        G::Wager::each(&mut |wager| {
            if wager.kind() == kind && G::takes(options, wager) {
                all.push(wager);
            }
        });
        all
    };
    let mut all = vec![("pass".to_owned(), Action::Pass)];
    for (name, deeds) in G::DEEDS {
        let deeds = deeds.iter().filter_map(|deed| G::Deed::read(deed)).collect();
        all.push(((*name).to_owned(), Action::Do(deeds)));
    }
    all.extend(G::more_deeds().into_iter().map(|(name, deed)| (name, Action::Do(vec![deed]))));
    for (name, kind) in G::FURTHER {
        all.push(((*name).to_owned(), Action::Further(of_kind(kind))));
    }
    match G::OPENING {
        Opening::One(kinds) => {
            let wagers: Vec<G::Wager> = kinds.iter().flat_map(|kind| of_kind(kind)).collect();
            all.extend(
                bets.iter().map(|&units| (format!("wager {units}"), Action::Open(wagers.clone(), units))),
            );
        }
        Opening::Any => {
            for &units in bets {
                let times = if bets.len() == 1 { String::new() } else { format!(" {units}") };
                G::Wager::each(&mut |wager| {
                    all.push((format!("{wager}{times}"), Action::Open(vec![wager], units)));
                });
            }
        }
    }
    all
}
