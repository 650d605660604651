//! What `ch47 odds blackjack` and `ch47 strategy` print.

use schemars::JsonSchema;
use serde::Serialize;

/// Blackjack: what a round is worth by each way to play it.
#[derive(Serialize, JsonSchema)]
pub struct BlackjackJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// The ways to play: the best card by card, the best chart by totals, and a chart that was given.
    pub plays: Vec<WayJson>,
    /// What one option changed is worth to the player; with --prices.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub prices: Vec<PriceJson>,
    /// The additional wagers of the table, exactly.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub additional: Vec<AdditionalJson>,
}

/// One way to play.
#[derive(Serialize, JsonSchema)]
pub struct WayJson {
    /// Which: `best`, `chart`, or the file of a chart.
    pub play: String,
    /// What the player gains on average, per original wager.
    pub mean: f64,
    /// The house edge: what he loses, in percent of the original wager.
    pub edge_percent: f64,
    /// The standard deviation of what he gains, per original wager.
    pub standard_deviation: f64,
    /// What is staked on average per original wager, with what doubling, splitting and insurance add.
    pub staked: f64,
    /// The element of risk: what he loses in percent of all that is staked.
    pub risk_percent: f64,
    /// By what is seen of the dealer's cards.
    pub by_dealer: Vec<AgainstJson>,
}

/// What a round is worth against what is seen of the dealer's cards.
#[derive(Serialize, JsonSchema)]
pub struct AgainstJson {
    /// The dealer's card, or both where both lie face up; 10 for a face too.
    pub dealer: String,
    /// How often he shows that.
    pub chance: f64,
    /// What the player gains on average then, per original wager.
    pub mean: f64,
}

/// An option changed.
#[derive(Serialize, JsonSchema)]
pub struct PriceJson {
    /// What changes, as it would be written.
    pub change: String,
    /// The house edge then, in percent, with the best decisions.
    pub edge_percent: f64,
    /// What the player gains by the change, in percent of the original wager.
    pub gain_percent: f64,
}

/// An additional wager.
#[derive(Serialize, JsonSchema)]
pub struct AdditionalJson {
    /// The wager.
    pub wager: String,
    /// The chance to win, n/d.
    pub wins: String,
    /// The house edge, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
}

/// The best chart by totals.
#[derive(Serialize, JsonSchema)]
pub struct StrategyJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// What is seen of the dealer's cards: one card, or what both come to, s for soft.
    pub columns: Vec<String>,
    /// Each hand, with a play for each column: S stand, H draw, D double else draw, Ds double else stand, P split, R
    /// surrender else draw (h), stand (s) or split (p).
    pub rows: Vec<RowJson>,
    /// Whether insurance is taken.
    pub insurance: bool,
    /// What the player gains on average by the chart, per original wager.
    pub mean: f64,
    /// The same with the best decision for every hand, card by card.
    pub best_mean: f64,
    /// The hands on which the chart errs, the costliest first.
    pub exceptions: Vec<ExceptionJson>,
}

/// A row of the chart.
#[derive(Serialize, JsonSchema)]
pub struct RowJson {
    /// The hand: a hard total, `soft 18`, or `pair 8`.
    pub hand: String,
    /// What to do, by column.
    pub plays: Vec<String>,
}

/// A hand on which what it is made of matters.
#[derive(Serialize, JsonSchema)]
pub struct ExceptionJson {
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
