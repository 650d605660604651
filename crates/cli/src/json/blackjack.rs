//! The output of `ch47 odds blackjack --json`.

use schemars::JsonSchema;
use serde::Serialize;
use views::decisions::SpreadView;

/// The value of a round of blackjack for each way to play it.
#[derive(Serialize, JsonSchema)]
pub struct BlackjackJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The switchable readings that the figures depend on.
    pub readings: Vec<super::ReadingChoice>,
    /// The number of unseen cards in the shoe, if the cards seen were given.
    pub unseen: Option<u16>,
    /// The ways to play: the best card by card, the best chart by totals, and a given chart.
    pub plays: Vec<WayJson>,
    /// What each option is worth to the player when changed alone; with --prices.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub prices: Vec<PriceJson>,
    /// What the second hand of split pairs gains from knowing the first; with --split-knowledge.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub split_knowledge: Option<SplitKnowledgeJson>,
    /// The additional wagers of the table, with exact odds.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub additional: Vec<AdditionalJson>,
}

/// A way to play.
#[derive(Serialize, JsonSchema)]
pub struct WayJson {
    /// The name: `best`, `chart`, or the file of a chart.
    pub play: String,
    /// The player's average gain per original wager.
    pub mean: f64,
    /// The exact mean; with --exact.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exact: Option<ExactJson>,
    /// The house edge in percent of the original wager.
    pub edge_percent: f64,
    /// The standard deviation of the player's gain, per original wager.
    pub standard_deviation: f64,
    /// The average amount staked per original wager, including doubling, splitting and insurance.
    pub staked: f64,
    /// The element of risk: the loss in percent of everything staked.
    pub risk_percent: f64,
    /// The values by the dealer's visible cards.
    pub by_dealer: Vec<AgainstJson>,
    /// The distribution of a round's result; with --distribution, and absent where the best decisions depend
    /// on suits.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distribution: Option<SpreadView>,
}

/// A mean as a fraction.
#[derive(Serialize, JsonSchema)]
pub struct ExactJson {
    /// The player's average gain per original wager, as n/d in lowest terms.
    pub mean: String,
    /// The same mean as a decimal, rounded to 40 digits.
    pub decimal: String,
}

/// What the second hand of split pairs gains from knowing the first.
#[derive(Serialize, JsonSchema)]
pub struct SplitKnowledgeJson {
    /// What is gained at least, over all rounds, in percent of the original wager. Where pairs may be split again, only two
    /// hands that stay two are counted.
    pub gain_percent: f64,
    /// What the best play of both hands gains at most; null where pairs may be split again.
    pub most_percent: Option<f64>,
    /// By pair and dealer, the largest part of the gain first.
    pub pairs: Vec<SplitKnownJson>,
}

/// A split pair.
#[derive(Serialize, JsonSchema)]
pub struct SplitKnownJson {
    /// The cards of the pair; face cards are written as 10.
    pub pair: String,
    /// The dealer's visible cards.
    pub dealer: String,
    /// The probability of this combination among all rounds.
    pub chance: f64,
    /// What is gained then at least, in percent of the original wager.
    pub gain_percent: f64,
    /// What is gained then at most; null where pairs may be split again.
    pub most_percent: Option<f64>,
}

/// The value of a round against the dealer's visible cards.
#[derive(Serialize, JsonSchema)]
pub struct AgainstJson {
    /// The dealer's card, or both where both are face up; face cards are written as 10.
    pub dealer: String,
    /// The probability that the dealer shows it.
    pub chance: f64,
    /// The player's average gain in this case, per original wager.
    pub mean: f64,
}

/// The effect of changing an option.
#[derive(Serialize, JsonSchema)]
pub struct PriceJson {
    /// The change, in the syntax of `--set`.
    pub change: String,
    /// The house edge after the change, in percent, with the best decisions.
    pub edge_percent: f64,
    /// The player's gain from the change, in percent of the original wager.
    pub gain_percent: f64,
}

/// An additional wager.
#[derive(Serialize, JsonSchema)]
pub struct AdditionalJson {
    /// The wager.
    pub wager: String,
    /// The probability of winning, as n/d.
    pub wins: String,
    /// The house edge, as n/d.
    pub edge: String,
    /// The house edge in percent, rounded.
    pub edge_percent: String,
}
