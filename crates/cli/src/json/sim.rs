//! The output of `ch47 sim --json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A simulation, compared with the exact odds.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SimJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The number of rounds planned for all shards together; text if beyond 2^53.
    pub planned: CountJson,
    /// The number of rounds played; text if beyond 2^53.
    pub rounds: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// The shards of the planned rounds that are included; all of them if the simulation is complete.
    pub shards: ShardsJson,
    /// Whether the run ended before all its rounds were played.
    pub interrupted: bool,
    /// How rounds were played: `compiled`, from `tables`, or through the `rules`.
    pub way: String,
    /// The rate, in rounds per second.
    pub rounds_per_second: f64,
    /// The results by wager.
    pub wagers: Vec<SimWagerJson>,
}

/// The shards of a simulation that are included.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq)]
pub struct ShardsJson {
    /// The shard numbers, from 1.
    pub parts: Vec<u64>,
    /// The total number of shards.
    pub of: u64,
}

/// A number, or text if a number would lose digits.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub enum CountJson {
    /// A number up to 2^53.
    Number(u64),
    /// A larger number, as text.
    Text(String),
}

impl From<u64> for CountJson {
    fn from(n: u64) -> CountJson {
        if n <= 1 << 53 { CountJson::Number(n) } else { CountJson::Text(n.to_string()) }
    }
}

impl CountJson {
    /// The number, or `None` if the text is not one.
    pub fn number(&self) -> Option<u64> {
        match self {
            CountJson::Number(n) => Some(*n),
            CountJson::Text(text) => text.parse().ok(),
        }
    }
}

/// Writes the number for people.
impl fmt::Display for CountJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountJson::Number(n) => n.fmt(f),
            CountJson::Text(text) => text.fmt(f),
        }
    }
}

/// A simulated wager.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SimWagerJson {
    /// The wager.
    pub wager: String,
    /// The stake, in cents.
    pub stake: i64,
    /// The simulated house edge per unit staked, as n/d.
    pub edge: String,
    /// The standard error of the edge; null for a single round.
    pub standard_error: Option<f64>,
    /// The exact house edge, as n/d; null if it is not known.
    pub exact: Option<String>,
    /// What the exact value assumes and the simulation does not, such as a meter that does not move; null if
    /// both mean the same.
    pub exact_if: Option<String>,
    /// The difference in standard errors; null if there is no standard error, or if the two do not mean the
    /// same.
    pub z: Option<f64>,
    /// The sum of the patron's gains in cents, as text.
    pub sum: String,
    /// The sum of their squares, as text.
    pub squares: String,
}

/// A simulation of blackjack. Edges, errors and units are per initial wager or per unit, not in percent.
#[derive(Serialize, JsonSchema)]
pub struct SimBlackjackJson {
    /// The parameters of the simulation.
    #[serde(flatten)]
    pub asked: AskedBlackjackJson,
    /// The number of rounds played; text if beyond 2^53.
    pub rounds: CountJson,
    /// The shards of the planned rounds that are included; all of them if the simulation is complete.
    pub shards: ShardsJson,
    /// Whether the run ended before all its rounds were played.
    pub interrupted: bool,
    /// The rate, in rounds per second.
    pub rounds_per_second: f64,
    /// The number of shoes started.
    pub shoes: CountJson,
    /// The house edge per initial wager.
    pub edge: f64,
    /// The standard error of the edge; null for a single round.
    pub standard_error: Option<f64>,
    /// The difference from the exact edge, in standard errors.
    pub z: Option<f64>,
    /// The house edge per unit wagered in total.
    pub element_of_risk: f64,
    /// The standard deviation of a round, in units.
    pub standard_deviation: f64,
    /// The average amount wagered per round, in units.
    pub wagered: f64,
    /// How often various events occurred.
    pub rates: RatesJson,
    /// The results of the additional wager, if one was made.
    pub additional: Option<SimAdditionalJson>,
    /// The results by true count before the round, if cards were counted.
    pub by_count: Vec<TrueCountJson>,
    /// The value of the game relative to its risk, if it is favorable.
    pub worth: Option<WorthJson>,
    /// How much the edge exceeds that of the first round of a shoe, where wagers do not vary: the effect of
    /// the cutting card.
    pub cut_card_effect: Option<f64>,
    /// The sessions, if there were any.
    pub sessions: Option<SessionsJson>,
    /// The exact sums from which all of this is computed.
    pub sums: SumsJson,
}

/// The parameters of a blackjack simulation, which are the same for all its shards.
#[derive(Serialize, Deserialize, JsonSchema, Clone)]
pub struct AskedBlackjackJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The number of rounds planned for all shards together; text if beyond 2^53.
    pub planned: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// The number of boxes played.
    pub boxes: u8,
    /// The strategy's file; null for the best strategy by totals.
    pub strategy: Option<String>,
    /// The SHA-256 of the strategy as comma-separated values, in hexadecimal.
    pub strategy_hash: String,
    /// The stake per box, which is the unit, in cents.
    pub stake: i64,
    /// The additional wager made with every hand.
    pub additional_wager: Option<String>,
    /// The fraction of cards dealt before the cutting card; null if as usual.
    pub penetration: Option<f64>,
    /// Whether the cards are shuffled before every round.
    pub shuffle_every_round: bool,
    /// The count: one line per card with its tag.
    pub count: Option<String>,
    /// The units wagered from each true count up.
    pub ramp: String,
    /// The true count from which insurance is taken, whatever the strategy says.
    pub insurance_at: Option<i32>,
    /// Whether the chart for the current true count is used.
    #[serde(default)]
    pub indices: bool,
    /// The risk of ruin for which the best wagers are shown.
    pub risk: f64,
    /// The number of rounds in a session.
    pub session: Option<u64>,
    /// The number of units a session starts with.
    pub bankroll: Option<i64>,
    /// The number of units won at which a session stops.
    pub goal: Option<i64>,
    /// The exact house edge of the strategy in the first round of a shoe; null if wagers vary or it is not
    /// known.
    pub exact: Option<f64>,
    /// The exact average amount wagered in that round, in units.
    pub exact_wagered: Option<f64>,
}

/// The fields of a shard's output that matter for merging.
#[derive(Deserialize)]
pub struct ShardBlackjackJson {
    #[serde(flatten)]
    pub asked: AskedBlackjackJson,
    pub shards: ShardsJson,
    pub interrupted: bool,
    pub rounds_per_second: f64,
    pub sums: SumsJson,
}

/// Exact sums over rounds of blackjack: whole numbers as text, money in cents. The sums of shards add up to
/// those of the whole.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SumsJson {
    /// The wagers against the dealer, including insurance.
    pub all: LineJson,
    /// Additional wagers.
    pub additional: LineJson,
    /// The total amount wagered.
    pub wagered: String,
    /// The numbers of rounds won, tied and lost.
    pub rounds: [String; 3],
    /// The number of boxes dealt.
    pub boxes: String,
    /// The number of blackjacks in the boxes.
    pub blackjacks: String,
    /// The number of doubled hands.
    pub doubled: String,
    /// The number of splits.
    pub split: String,
    /// The number of surrendered hands.
    pub surrendered: String,
    /// The number of hands over 21.
    pub busted: String,
    /// The number of insured boxes.
    pub insured: String,
    /// The number of shoes started.
    pub shoes: String,
    /// The sums by true count from -10 to 10, if cards were counted.
    pub by_count: Vec<LineJson>,
    /// Each result of a session, and how often it occurred.
    pub sessions: Vec<[String; 2]>,
    /// The number of sessions that ended in ruin.
    pub ruined: String,
    /// The number of sessions that reached their goal first.
    pub reached: String,
}

/// Exact sums of wagers.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct LineJson {
    /// The number of rounds.
    pub rounds: String,
    /// The amount wagered before the deal.
    pub initial: String,
    /// The amount won, less the amount lost.
    pub net: String,
    /// The sums of squares of the gains and of the wagers, and of their products.
    pub squares: [String; 3],
}

/// How often various events occurred: results per round, everything else per box.
#[derive(Serialize, JsonSchema)]
pub struct RatesJson {
    /// The fraction of rounds won.
    pub won: f64,
    /// The fraction of rounds that broke even.
    pub tied: f64,
    /// The fraction of rounds lost.
    pub lost: f64,
    /// The fraction of rounds without a wager.
    pub sat_out: f64,
    /// The number of blackjacks per box.
    pub blackjacks: f64,
    /// The number of doubled hands per box.
    pub doubled: f64,
    /// The number of splits per box.
    pub split: f64,
    /// The number of surrendered hands per box.
    pub surrendered: f64,
    /// The number of hands over 21 per box.
    pub busted: f64,
    /// The number of insurance wagers per box.
    pub insured: f64,
}

/// An additional wager.
#[derive(Serialize, JsonSchema)]
pub struct SimAdditionalJson {
    /// The name of the wager.
    pub wager: String,
    /// The house edge.
    pub edge: f64,
    /// The standard error of the edge.
    pub standard_error: Option<f64>,
}

/// Rounds at one true count.
#[derive(Serialize, JsonSchema)]
pub struct TrueCountJson {
    /// The true count, rounded down; the first and last include everything beyond.
    pub true_count: i32,
    /// The fraction of all rounds.
    pub part: f64,
    /// The amount wagered before the deal, in units per box.
    pub units: f64,
    /// The player's gain per initial wager; null if nothing was wagered.
    pub gain: Option<f64>,
    /// The standard error of the gain.
    pub standard_error: Option<f64>,
    /// The best fraction of a bankroll to wager here, for the given risk of ruin.
    pub best_wager: Option<f64>,
}

/// The value of a favorable game relative to its risk.
#[derive(Serialize, JsonSchema)]
pub struct WorthJson {
    /// The number of rounds after which the mean gain equals one standard deviation.
    pub n0: f64,
    /// A million divided by N0: the average win per hundred rounds with a bankroll of 10,000 and Kelly
    /// wagers.
    pub score: f64,
}

/// How sessions ended.
#[derive(Serialize, JsonSchema)]
pub struct SessionsJson {
    /// The number of rounds in each.
    pub rounds: u64,
    /// The number of sessions; text if beyond 2^53.
    pub played: CountJson,
    /// The mean result, in units.
    pub mean: f64,
    /// The standard deviation of a result, in units.
    pub standard_deviation: f64,
    /// Percentiles of the result, in units.
    pub quantiles: Vec<QuantileJson>,
    /// The histogram of results, in units.
    pub histogram: Vec<BarJson>,
    /// The risk of ruin, if a session starts with a bankroll.
    pub ruin: Option<RuinJson>,
}

/// A percentile of the sessions.
#[derive(Serialize, JsonSchema)]
pub struct QuantileJson {
    /// The percentage of sessions.
    pub percent: f64,
    /// The result that they did not exceed, in units.
    pub units: f64,
}

/// A bar of a histogram, which reaches to the start of the next.
#[derive(Serialize, JsonSchema)]
pub struct BarJson {
    /// The lower end, in units.
    pub from: f64,
    /// The fraction of the sessions.
    pub part: f64,
}

/// Ruin within a session.
#[derive(Serialize, JsonSchema)]
pub struct RuinJson {
    /// The number of units a session starts with.
    pub bankroll: i64,
    /// The number of units won at which a session stops.
    pub goal: Option<i64>,
    /// The fraction of sessions that were ruined.
    pub ruined: f64,
    /// The standard error of that fraction.
    pub standard_error: f64,
    /// The risk of ruin of a Brownian motion with the same drift and spread: within the session or, with a
    /// goal, without a time limit.
    pub formula: f64,
    /// The fraction of sessions that reached the goal first.
    pub reached: Option<f64>,
}
