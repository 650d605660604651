//! What an environment needs to know of a game beyond its rules: which of the many things that people may do are decisions
//! of a player, and what they are called. Whether one of them may be done now, the rules say.

use odds::Priced;
use rules::{
    Game, Kinds, Vocabulary,
    big_six::BigSix,
    blackjack::{Blackjack, Supply, Ways},
    caribbean_stud::CaribbeanStud,
    chemin_de_fer::CheminDeFer,
    craps::Craps,
    minibaccarat::Minibaccarat,
    punto_banco::PuntoBanco,
    red_dog::RedDog,
    roulette::Roulette,
    sic_bo::SicBo,
};

/// How a round begins for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// With one wager, of the first of these kinds that the table takes: the player says for how much.
    One(&'static [&'static str]),
    /// With any of the table's wagers, as many as the player likes.
    Any,
}

/// A game that can be an environment.
pub trait Played: Priced {
    /// How a round begins.
    const OPENING: Opening = Opening::Any;
    /// Decisions without a stake: what an action is called, and the deeds it stands for.
    const DEEDS: &'static [(&'static str, &'static [&'static str])] = &[];
    /// Decisions that put more at risk in the middle of a round: what an action is called, and the kind of the wager.
    const FURTHER: &'static [(&'static str, &'static str)] = &[];
    /// What a player does at once and without being asked: it decides nothing.
    const AT_ONCE: &'static [&'static str] = &[];
    /// How many of the first wager's spots a round takes.
    fn spots(_options: &Self::Options) -> usize {
        1
    }
    /// Whether a table with these options has this wager at all.
    fn takes(_options: &Self::Options, _wager: Self::Wager) -> bool {
        true
    }
    /// How many players a round needs.
    const LEAST_SEATS: usize = 1;
    /// Whether the next card is any of those that nobody has seen, each as likely as any other, so that it can be drawn without
    /// asking the rules for the weight of every outcome.
    fn is_quick(_options: &Self::Options) -> bool {
        false
    }
    /// Whether suits matter, so that cards are told apart by more than their rank.
    const SUITS: bool = false;
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
impl Played for PuntoBanco {}
impl Played for Minibaccarat {}

/// A decision of a player.
pub enum Action<G: Game> {
    /// Nothing more for now: no further wager, or none at all.
    Pass,
    /// One of these deeds.
    Do(Vec<G::Deed>),
    /// The first of these wagers that the table takes, for as much as it takes.
    Further(Vec<G::Wager>),
    /// A wager before the deal, for so many units; the first of these that the table takes, on so many spots.
    Open(Vec<G::Wager>, u32),
}

/// The actions of a game with their names, in the order of their numbers.
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
