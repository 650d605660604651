//! What wagers are worth: the exact odds of every wager, and the games in which patrons have choices.

use crate::options::SettingsSchema;
use odds::{Combinations, Fraction, Offered, Priced, Results, Visitor, Worth, visit};
use rounds::Settings;
use rules::{GameId, Kinds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// For what odds hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum ExactFor {
    /// Rounds are all alike.
    #[serde(rename = "every round")]
    EveryRound,
    /// Nothing of the shoe has been seen.
    #[serde(rename = "a fresh shoe")]
    FreshShoe,
    /// Some cards of the shoe have been seen.
    #[serde(rename = "the shoe as it is")]
    ShoeAsItIs,
}

impl ExactFor {
    /// For what the odds of a game hold if nothing has been seen.
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
    /// The options, as written.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// How many cards of the shoe are unseen, if some were seen.
    pub unseen: Option<u16>,
    /// For what the odds hold.
    pub exact_for: ExactFor,
    /// What patrons do who have a choice; empty where they have none.
    pub method: String,
    /// Each wager, or one for all of its kind.
    pub wagers: Vec<WagerView>,
    /// Wagers whose odds cannot be had at their stake.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_out: Vec<LeftOutView>,
}

/// What patrons do who have a choice; empty where they have none.
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

/// A wager whose odds cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LeftOutView {
    /// The wager, as it is written in a script.
    pub wager: String,
    /// The stake in cents.
    pub stake: i64,
    /// Why, with the provision if it is the law that says no.
    pub why: String,
}

/// What a wager is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WagerView {
    /// Its kind.
    pub kind: String,
    /// The wager, as it is written in a script or an act, without the amount.
    pub wager: String,
    /// A wager of the same amount beside it, which does not count.
    pub beside: Option<String>,
    /// How many places of the layout have the same odds.
    pub places: usize,
    /// What it pays: `35 to 1`, or several; empty where that depends on what is decided.
    pub pays: String,
    /// What the house keeps on average per unit staked, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
    /// What comes of it; left out where only the edge is known, because people decide.
    #[serde(flatten)]
    pub results: Option<ResultsView>,
}

/// What comes of a wager.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResultsView {
    /// The stake in cents.
    pub stake: i64,
    /// Whether the charge on it is rounded at this stake, so that another has another edge.
    pub charge_rounded: bool,
    /// The chance to come out ahead, n/d.
    pub wins: String,
    /// The chance to lose all, n/d.
    pub loses: String,
    /// The chance to lose a part, n/d.
    pub loses_part: String,
    /// The chance to come out even, n/d.
    pub returned: String,
    /// On how many rolls, spins or deals the wager is at risk until it is decided, on average, n/d.
    pub trials: String,
    /// What the house keeps on average on each of them, per unit staked, n/d.
    pub edge_per_trial: String,
    /// The variance of the gain per unit staked, n/d.
    pub variance: String,
    /// The standard deviation of the gain per unit staked, rounded.
    pub standard_deviation: f64,
    /// Of how many equally likely deals, as text, if they were counted.
    pub combinations: Option<String>,
    /// Each gain per unit staked with its chance.
    pub results: Vec<ResultView>,
}

impl WagerView {
    /// A wager of which only the edge is known.
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

    /// A wager and all that comes of it.
    pub fn of(wager: impl Kinds, results: &Results, charge_rounded: bool) -> WagerView {
        WagerView {
            results: Some(ResultsView::of(results, charge_rounded)),
            ..WagerView::of_edge(wager, &results.edge(), &results.pays())
        }
    }

    /// A wager and what it is worth.
    pub fn of_worth(wager: impl Kinds, worth: &Worth) -> WagerView {
        match worth {
            Worth::Exact { results, is_rounded } => WagerView::of(wager, results, *is_rounded),
            Worth::Edge { edge, pays } => WagerView::of_edge(wager, edge, pays),
        }
    }

    /// A wager with another beside it, for as many places of the layout as are alike.
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
    /// What comes of a wager with these results.
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

/// A gain and its chance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResultView {
    /// The gain per unit staked, n/d.
    pub net: String,
    /// Its chance, n/d.
    pub chance: String,
    /// In how many of the deals it comes, as text, if they were counted.
    pub combinations: Option<String>,
}
