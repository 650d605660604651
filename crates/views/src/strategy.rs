//! The best blackjack chart by totals, its value, and the hands it gets wrong.

use crate::options::SettingsSchema;
use odds::blackjack::{Analysis, Exception, Plan, Play};
use rounds::Settings;
use rules::{Game, blackjack::Blackjack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The best chart by totals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyView {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// The number of unseen cards in the shoe, if the cards seen were given.
    pub unseen: Option<u16>,
    /// The dealer's visible cards: one card, or the total of both, with s for soft.
    pub columns: Vec<String>,
    /// The rows of the chart, with a play for each column: S stand, H draw, D double else draw, Ds double
    /// else stand, P split, R surrender else draw (h), stand (s) or split (p).
    pub rows: Vec<RowView>,
    /// Whether to take insurance.
    pub insurance: bool,
    /// The player's average gain with the chart, per original wager.
    pub mean: f64,
    /// The player's average gain with the best decision for every hand, card by card.
    pub best_mean: f64,
    /// The hands that the chart gets wrong, costliest first.
    pub exceptions: Vec<ExceptionView>,
}

/// A row of the chart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RowView {
    /// The hand: a hard total, `soft 18`, or `pair 8`.
    pub hand: String,
    /// The play in each column.
    pub plays: Vec<String>,
}

/// A hand whose best play depends on its exact cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExceptionView {
    /// The cards of the hand; face cards are written as 10.
    pub cards: String,
    /// The dealer's visible cards.
    pub dealer: String,
    /// The play in the chart.
    pub chart: String,
    /// The best play.
    pub best: String,
    /// What the best play gains over the chart, in percent of the original wager.
    pub gain_percent: f64,
    /// How many times the hand occurs per million rounds.
    pub per_million: f64,
}

/// Writes card ranks in a row: `A`, `10 7`.
pub fn ranks(ranks: &[u8]) -> String {
    let name = |&rank: &u8| if rank == 1 { "A".to_owned() } else { rank.to_string() };
    ranks.iter().map(name).collect::<Vec<_>>().join(" ")
}

impl StrategyView {
    /// Describes the chart for a table with these options and this many unseen cards.
    pub fn of(options: Settings, unseen: Option<u16>, analysis: &Analysis, plan: &Plan) -> StrategyView {
        let (columns, rows) = plan.grid();
        let row = |(hand, plays): (String, Vec<Play>)| RowView {
            hand,
            plays: plays.iter().map(ToString::to_string).collect(),
        };
        let exception = |one: Exception| ExceptionView {
            cards: ranks(&one.cards),
            dealer: ranks(&one.dealer),
            chart: one.chart.name().to_owned(),
            best: one.best.name().to_owned(),
            gain_percent: 100.0 * one.gain,
            per_million: 1e6 * one.chance,
        };
        StrategyView {
            game: Blackjack::NAME.to_owned(),
            options,
            unseen,
            columns,
            rows: rows.into_iter().map(row).collect(),
            insurance: plan.insures(),
            mean: analysis.follow_plan(plan).mean,
            best_mean: analysis.best().mean,
            exceptions: analysis.exceptions(plan).into_iter().map(exception).collect(),
        }
    }
}
