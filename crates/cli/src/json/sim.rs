//! What `ch47 sim --json` prints.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A simulation beside the exact odds.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SimJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// How many rounds were planned, all shards together; text if beyond 2^53.
    pub planned: CountJson,
    /// How many rounds were played; text if beyond 2^53.
    pub rounds: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// Which parts of the planned rounds these are; all of them if the simulation is whole.
    pub shards: ShardsJson,
    /// Whether the run was ended before all its rounds were played.
    pub interrupted: bool,
    /// How rounds were played: `compiled`, from `tables`, or through the `rules`.
    pub way: String,
    /// How many rounds a second.
    pub rounds_per_second: f64,
    /// Each wager.
    pub wagers: Vec<SimWagerJson>,
}

/// Parts of a simulation.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq)]
pub struct ShardsJson {
    /// Which, from 1.
    pub parts: Vec<u64>,
    /// Of how many.
    pub of: u64,
}

/// A number, or text where a number would lose digits.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub enum CountJson {
    /// Up to 2^53.
    Number(u64),
    /// Beyond.
    Text(String),
}

impl From<u64> for CountJson {
    fn from(n: u64) -> CountJson {
        if n <= 1 << 53 { CountJson::Number(n) } else { CountJson::Text(n.to_string()) }
    }
}

impl CountJson {
    /// The number, if it is one.
    pub fn number(&self) -> Option<u64> {
        match self {
            CountJson::Number(n) => Some(*n),
            CountJson::Text(text) => text.parse().ok(),
        }
    }
}

/// As a person reads it.
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
    /// The stake in cents.
    pub stake: i64,
    /// What the house kept on average per unit staked, n/d.
    pub edge: String,
    /// The standard error of that; null where one round is no sample.
    pub standard_error: Option<f64>,
    /// What it keeps exactly, n/d; null where no exact odds can be had.
    pub exact: Option<String>,
    /// What the exact value takes for granted although the simulation does not, such as a meter that stands still; null
    /// where both mean the same.
    pub exact_if: Option<String>,
    /// How many standard errors the two are apart; null where there is no standard error, or where they do not mean the
    /// same.
    pub z: Option<f64>,
    /// The sum of what the patron gained, in cents, as text.
    pub sum: String,
    /// The sum of the squares of it, as text.
    pub squares: String,
}

/// A simulation of blackjack. Edges, errors and units are per initial wager or per unit, not in percent.
#[derive(Serialize, JsonSchema)]
pub struct SimBlackjackJson {
    /// What was asked for.
    #[serde(flatten)]
    pub asked: AskedBlackjackJson,
    /// How many rounds were played; text if beyond 2^53.
    pub rounds: CountJson,
    /// Which parts of the planned rounds these are; all of them if the simulation is whole.
    pub shards: ShardsJson,
    /// Whether the run was ended before all its rounds were played.
    pub interrupted: bool,
    /// How many rounds a second.
    pub rounds_per_second: f64,
    /// How many shoes were begun.
    pub shoes: CountJson,
    /// The house edge per initial wager.
    pub edge: f64,
    /// Its standard error; none for a single round.
    pub standard_error: Option<f64>,
    /// How many standard errors it and the exact edge are apart.
    pub z: Option<f64>,
    /// The house edge per unit wagered in all.
    pub element_of_risk: f64,
    /// The standard deviation of a round, in units.
    pub standard_deviation: f64,
    /// What was wagered a round, in units.
    pub wagered: f64,
    /// How often things came.
    pub rates: RatesJson,
    /// The additional wager, if one was made.
    pub additional: Option<SimAdditionalJson>,
    /// By the true count before the round, if cards were counted.
    pub by_count: Vec<TrueCountJson>,
    /// What the game is worth by its risk, if it is won.
    pub worth: Option<WorthJson>,
    /// By how much the edge is above that of the first round of a shoe, where wagers do not vary: what the cutting card does.
    pub cut_card_effect: Option<f64>,
    /// The sessions, if there were any.
    pub sessions: Option<SessionsJson>,
    /// The exact sums from which all of this is computed.
    pub sums: SumsJson,
}

/// What a simulation of blackjack was asked for: the same for all its shards.
#[derive(Serialize, Deserialize, JsonSchema, Clone)]
pub struct AskedBlackjackJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// How many rounds were planned, all shards together; text if beyond 2^53.
    pub planned: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// How many boxes were played.
    pub boxes: u8,
    /// The strategy's file; none for the best by totals.
    pub strategy: Option<String>,
    /// The SHA-256 of the strategy as comma-separated values, in hexadecimal.
    pub strategy_hash: String,
    /// The stake of a box, the unit, in cents.
    pub stake: i64,
    /// The additional wager beside every hand.
    pub additional_wager: Option<String>,
    /// Which part of the cards is dealt before the cutting card; none if as usual.
    pub penetration: Option<f64>,
    /// Whether the cards are shuffled before every round.
    pub shuffle_every_round: bool,
    /// How cards are counted: a line a card with its tag.
    pub count: Option<String>,
    /// The units wagered from each true count on.
    pub ramp: String,
    /// From which true count on insurance is taken, whatever the strategy says.
    pub insurance_at: Option<i32>,
    /// Whether the chart is that for the true count.
    #[serde(default)]
    pub indices: bool,
    /// The risk of ruin for which the best wagers are shown.
    pub risk: f64,
    /// How many rounds a session has.
    pub session: Option<u64>,
    /// With how many units it begins.
    pub bankroll: Option<i64>,
    /// With how many won it is content.
    pub goal: Option<i64>,
    /// The exact house edge of the strategy in the first round of a shoe; none where wagers vary or it is not known.
    pub exact: Option<f64>,
    /// What is exactly wagered in that round, in units.
    pub exact_wagered: Option<f64>,
}

/// A shard of a simulation of blackjack, as far as it takes part in a merger.
#[derive(Deserialize)]
pub struct ShardBlackjackJson {
    #[serde(flatten)]
    pub asked: AskedBlackjackJson,
    pub shards: ShardsJson,
    pub interrupted: bool,
    pub rounds_per_second: f64,
    pub sums: SumsJson,
}

/// Exact sums of rounds of blackjack: whole numbers, as text; money in cents. Those of shards add up to those of the whole.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SumsJson {
    /// Wagers against the dealer, with insurance.
    pub all: LineJson,
    /// Additional wagers.
    pub additional: LineJson,
    /// What was wagered in all.
    pub wagered: String,
    /// Rounds won, left as they were, lost.
    pub rounds: [String; 3],
    /// Boxes dealt to.
    pub boxes: String,
    /// Blackjacks of the boxes.
    pub blackjacks: String,
    /// Doubled hands.
    pub doubled: String,
    /// Splits.
    pub split: String,
    /// Surrendered hands.
    pub surrendered: String,
    /// Hands over 21.
    pub busted: String,
    /// Insured boxes.
    pub insured: String,
    /// Shoes begun.
    pub shoes: String,
    /// By true counts from -10 to 10, if cards were counted.
    pub by_count: Vec<LineJson>,
    /// Each result of a session, and how often it came.
    pub sessions: Vec<[String; 2]>,
    /// Sessions ruined.
    pub ruined: String,
    /// Sessions that reached their goal first.
    pub reached: String,
}

/// Exact sums of wagers.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct LineJson {
    /// How many rounds.
    pub rounds: String,
    /// What was wagered before the deal.
    pub initial: String,
    /// What was won.
    pub net: String,
    /// Squares of what was won, of what was wagered, and their products.
    pub squares: [String; 3],
}

/// How often things came: rounds per round, the rest per box.
#[derive(Serialize, JsonSchema)]
pub struct RatesJson {
    /// Rounds won.
    pub won: f64,
    /// Rounds that changed nothing.
    pub tied: f64,
    /// Rounds lost.
    pub lost: f64,
    /// Blackjacks.
    pub blackjacks: f64,
    /// Hands doubled.
    pub doubled: f64,
    /// Pairs split.
    pub split: f64,
    /// Hands surrendered.
    pub surrendered: f64,
    /// Hands that went over 21.
    pub busted: f64,
    /// Boxes insured.
    pub insured: f64,
}

/// An additional wager.
#[derive(Serialize, JsonSchema)]
pub struct SimAdditionalJson {
    /// Which.
    pub wager: String,
    /// The house edge.
    pub edge: f64,
    /// Its standard error.
    pub standard_error: Option<f64>,
}

/// Rounds at one true count.
#[derive(Serialize, JsonSchema)]
pub struct TrueCountJson {
    /// The true count, rounded down; the first and the last stand for all beyond.
    pub true_count: i32,
    /// Which part of all rounds.
    pub part: f64,
    /// What was wagered before the deal, in units a box.
    pub units: f64,
    /// The player's gain per initial wager; none if nothing was wagered.
    pub gain: Option<f64>,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// The part of a bankroll that is best wagered here, at the risk of ruin that was asked for.
    pub best_wager: Option<f64>,
}

/// What a game that is won is worth by its risk.
#[derive(Serialize, JsonSchema)]
pub struct WorthJson {
    /// After how many rounds the mean gain is one standard deviation.
    pub n0: f64,
    /// A million by that: what a hundred rounds win on average with a bankroll of 10,000 and Kelly's wagers.
    pub score: f64,
}

/// How sessions ended.
#[derive(Serialize, JsonSchema)]
pub struct SessionsJson {
    /// How many rounds each had.
    pub rounds: u64,
    /// How many there were; text if beyond 2^53.
    pub played: CountJson,
    /// The mean result, in units.
    pub mean: f64,
    /// The standard deviation of a result, in units.
    pub standard_deviation: f64,
    /// What so many of a hundred sessions did not exceed, in units.
    pub quantiles: Vec<QuantileJson>,
    /// How often each result came, in units; results of a width together.
    pub histogram: Vec<BarJson>,
    /// The risk of ruin, if a session begins with a bankroll.
    pub ruin: Option<RuinJson>,
}

/// A part of the sessions.
#[derive(Serialize, JsonSchema)]
pub struct QuantileJson {
    /// Of a hundred.
    pub percent: f64,
    /// The result that they did not exceed, in units.
    pub units: f64,
}

/// Results from here up to the next.
#[derive(Serialize, JsonSchema)]
pub struct BarJson {
    /// From so many units.
    pub from: f64,
    /// Which part of the sessions.
    pub part: f64,
}

/// Ruin within a session.
#[derive(Serialize, JsonSchema)]
pub struct RuinJson {
    /// With how many units a session begins.
    pub bankroll: i64,
    /// With how many won it is content.
    pub goal: Option<i64>,
    /// Which part of the sessions was ruined.
    pub ruined: f64,
    /// The standard error of that.
    pub standard_error: f64,
    /// What a Brownian motion of the same drift and spread would be: within the session, or with a goal, without end.
    pub formula: f64,
    /// Which part reached the goal first.
    pub reached: Option<f64>,
}
