//! What `ch47 odds blackjack` prints.

use schemars::JsonSchema;
use serde::Serialize;
use views::decisions::SpreadView;

/// Blackjack: what a round is worth by each way to play it.
#[derive(Serialize, JsonSchema)]
pub struct BlackjackJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// The ways to play: the best card by card, the best chart by totals, and a chart that was given.
    pub plays: Vec<WayJson>,
    /// What one option changed is worth to the player; with --prices.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub prices: Vec<PriceJson>,
    /// What the second hand of split pairs gains by the cards of the first; with --split-knowledge.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub split_knowledge: Option<SplitKnowledgeJson>,
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
    /// The same, exactly; with --exact.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exact: Option<ExactJson>,
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
    /// How often a round comes to each gain; with --distribution, and not where the best goes by suits.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distribution: Option<SpreadView>,
}

/// A mean as a fraction.
#[derive(Serialize, JsonSchema)]
pub struct ExactJson {
    /// What the player gains on average, per original wager, n/d in lowest terms.
    pub mean: String,
    /// The same as a decimal, rounded to 40 digits.
    pub decimal: String,
}

/// What the second hand of split pairs gains by the cards of the first.
#[derive(Serialize, JsonSchema)]
pub struct SplitKnowledgeJson {
    /// Over all rounds, in percent of the original wager.
    pub gain_percent: f64,
    /// Whether it is a lower bound: where pairs may be split again, only two hands that stay two are counted.
    pub is_at_least: bool,
    /// By pair and dealer, the largest part of the gain first.
    pub pairs: Vec<SplitKnownJson>,
}

/// A pair that is split.
#[derive(Serialize, JsonSchema)]
pub struct SplitKnownJson {
    /// Its cards; 10 for a face too.
    pub pair: String,
    /// What is seen of the dealer's cards.
    pub dealer: String,
    /// How often both come, of all rounds.
    pub chance: f64,
    /// What is gained then, in percent of the original wager.
    pub gain_percent: f64,
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
