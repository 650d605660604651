//! The best chart for blackjack by totals, what it is worth, and the hands on which it errs.

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
    /// The options, as written.
    #[schemars(with = "SettingsSchema")]
    pub options: Settings,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// What is seen of the dealer's cards: one card, or what both come to, s for soft.
    pub columns: Vec<String>,
    /// Each hand, with a play for each column: S stand, H draw, D double else draw, Ds double else stand, P split, R
    /// surrender else draw (h), stand (s) or split (p).
    pub rows: Vec<RowView>,
    /// Whether insurance is taken.
    pub insurance: bool,
    /// What the player gains on average by the chart, per original wager.
    pub mean: f64,
    /// The same with the best decision for every hand, card by card.
    pub best_mean: f64,
    /// The hands on which the chart errs, the costliest first.
    pub exceptions: Vec<ExceptionView>,
}

/// A row of the chart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RowView {
    /// The hand: a hard total, `soft 18`, or `pair 8`.
    pub hand: String,
    /// What to do, by column.
    pub plays: Vec<String>,
}

/// A hand on which what it is made of matters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExceptionView {
    /// Its cards; 10 for a face too.
    pub cards: String,
    /// The dealer's.
    pub dealer: String,
    /// What the chart says.
    pub chart: String,
    /// What is best.
    pub best: String,
    /// What that gains, in percent of the original wager.
    pub gain_percent: f64,
    /// How often the hand comes, per million rounds.
    pub per_million: f64,
}

/// Ranks of cards in a row: `A`, `10 7`.
pub fn ranks(ranks: &[u8]) -> String {
    let name = |&rank: &u8| if rank == 1 { "A".to_owned() } else { rank.to_string() };
    ranks.iter().map(name).collect::<Vec<_>>().join(" ")
}

impl StrategyView {
    /// A plan for a table, with these options as written and so many cards of its shoe unseen.
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
