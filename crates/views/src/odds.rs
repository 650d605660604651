//! What wagers are worth: the exact odds of every wager, including games in which patrons make decisions.

use crate::options::SettingsSchema;
use odds::{Combinations, Fraction, Offered, Priced, Results, Visitor, Worth, visit};
use rounds::Settings;
use rules::{GameId, Kinds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The situation that odds apply to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum ExactFor {
    /// Every round: they are all alike.
    #[serde(rename = "every round")]
    EveryRound,
    /// A fresh shoe, of which no card has been seen.
    #[serde(rename = "a fresh shoe")]
    FreshShoe,
    /// The current shoe, of which some cards have been seen.
    #[serde(rename = "the shoe as it is")]
    ShoeAsItIs,
}

impl ExactFor {
    /// The situation that a game's odds apply to when no card has been seen.
    pub fn fresh(game: GameId) -> ExactFor {
        struct Fresh;
        impl Visitor for Fresh {
            type Out = ExactFor;
            fn visit<G: Priced>(self) -> ExactFor {
                if G::DECKS.is_some() { ExactFor::FreshShoe } else { ExactFor::EveryRound }
            }
        }
        visit(game, Fresh)
    }
}

/// The exact odds of a game's wagers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OddsView {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// The number of unseen cards in the shoe, if some were seen.
    pub unseen: Option<u16>,
    /// The situation that the odds apply to.
    pub exact_for: ExactFor,
    /// How patrons are assumed to decide; empty if they have no decisions.
    pub method: String,
    /// The wagers, each alone or one row per kind.
    pub wagers: Vec<WagerView>,
    /// Wagers whose odds could not be computed at their stake.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_out: Vec<LeftOutView>,
}

/// How patrons are assumed to decide; empty if they have no decisions.
pub fn method(game: GameId) -> &'static str {
    struct Method;
    impl Visitor for Method {
        type Out = &'static str;
        fn visit<G: Priced>(self) -> &'static str {
            G::METHOD
        }
    }
    visit(game, Method)
}

/// A wager whose odds could not be computed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LeftOutView {
    /// The wager, as written in a script.
    pub wager: String,
    /// The stake, in cents.
    pub stake: i64,
    /// The reason, with the provision if the law forbids the wager.
    pub why: String,
}

/// The value of a wager.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WagerView {
    /// The kind of wager.
    pub kind: String,
    /// The wager as written in a script or an act, without the amount.
    pub wager: String,
    /// Another wager of the same amount made along with it, whose result is not counted.
    pub beside: Option<String>,
    /// The number of layout positions with the same odds.
    pub places: usize,
    /// The payout, such as `35 to 1`, or several; empty if it depends on decisions.
    pub pays: String,
    /// The house edge per unit staked, as n/d.
    pub edge: String,
    /// The house edge in percent, rounded.
    pub edge_percent: String,
    /// The distribution of results; absent if only the edge is known because people decide.
    #[serde(flatten)]
    pub results: Option<ResultsView>,
}

/// The distribution of a wager's results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResultsView {
    /// The stake, in cents.
    pub stake: i64,
    /// Whether the vigorish is rounded at this stake, so that other stakes have other edges.
    pub charge_rounded: bool,
    /// The probability of a net gain, as n/d.
    pub wins: String,
    /// The probability of losing the whole stake, as n/d.
    pub loses: String,
    /// The probability of losing part of the stake, as n/d.
    pub loses_part: String,
    /// The probability of breaking even, as n/d.
    pub returned: String,
    /// The average number of rolls, spins or deals on which the wager is at risk until it is decided, as n/d.
    pub trials: String,
    /// The house edge on each of them, per unit staked, as n/d.
    pub edge_per_trial: String,
    /// The variance of the gain per unit staked, as n/d.
    pub variance: String,
    /// The standard deviation of the gain per unit staked, rounded.
    pub standard_deviation: f64,
    /// The number of equally likely deals, as text, if they were counted.
    pub combinations: Option<String>,
    /// Each gain per unit staked, with its probability.
    pub results: Vec<ResultView>,
}

impl WagerView {
    /// Describes a wager of which only the edge is known.
    fn of_edge(wager: impl Kinds, edge: &Fraction, pays: &str) -> WagerView {
        WagerView {
            kind: wager.kind().to_owned(),
            wager: wager.to_string(),
            beside: None,
            places: 1,
            pays: pays.to_owned(),
            edge: edge.to_string(),
            edge_percent: edge.percent(3),
            results: None,
        }
    }

    /// Describes a wager with all its results.
    pub fn of(wager: impl Kinds, results: &Results, charge_rounded: bool) -> WagerView {
        WagerView {
            results: Some(ResultsView::of(results, charge_rounded)),
            ..WagerView::of_edge(wager, &results.edge(), &results.pays())
        }
    }

    /// Describes a wager with its value.
    pub fn of_worth(wager: impl Kinds, worth: &Worth) -> WagerView {
        match worth {
            Worth::Exact { results, is_rounded } => WagerView::of(wager, results, *is_rounded),
            Worth::Edge { edge, pays } => WagerView::of_edge(wager, edge, pays),
        }
    }

    /// Describes a wager with another made along with it, for all layout positions that are alike.
    pub fn of_offered<W: Kinds>(
        on: &Offered<W>,
        places: usize,
        results: &Results,
        charge_rounded: bool,
    ) -> WagerView {
        let beside = on.beside.map(|beside| beside.to_string());
        WagerView { beside, places, ..WagerView::of(on.wager, results, charge_rounded) }
    }
}

impl ResultsView {
    /// Describes these results.
    pub fn of(results: &Results, charge_rounded: bool) -> ResultsView {
        let counted = results.combinations();
        let ways = |counted: &Combinations, net: &Fraction| counted.nets.get(net).map(ToString::to_string);
        let result = |(net, chance): (Fraction, Fraction)| ResultView {
            net: net.to_string(),
            chance: chance.to_string(),
            combinations: counted.as_ref().and_then(|counted| ways(counted, &net)),
        };
        ResultsView {
            stake: results.stake().as_cents(),
            charge_rounded,
            wins: results.wins().to_string(),
            loses: results.loses().to_string(),
            loses_part: results.loses_part().to_string(),
            returned: results.returned().to_string(),
            trials: results.trials().to_string(),
            edge_per_trial: results.edge_per_trial().to_string(),
            variance: results.variance().to_string(),
            standard_deviation: results.deviation(),
            combinations: counted.as_ref().map(|counted| counted.total.to_string()),
            results: results.nets().into_iter().map(result).collect(),
        }
    }
}

/// A gain and its probability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResultView {
    /// The gain per unit staked, as n/d.
    pub net: String,
    /// The probability, as n/d.
    pub chance: String,
    /// The number of deals in which it occurs, as text, if they were counted.
    pub combinations: Option<String>,
}
