//! What `ch47 odds --json` and `ch47 sim --json` print.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The exact odds of a game.
#[derive(Serialize, JsonSchema)]
pub struct OddsJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// Each wager, or one for all of its kind.
    pub wagers: Vec<WagerJson>,
    /// Wagers whose odds cannot be had at their stake.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_out: Vec<LeftOutJson>,
}

/// A wager whose odds cannot be had.
#[derive(Serialize, JsonSchema)]
pub struct LeftOutJson {
    /// The wager, as it is written in a script.
    pub wager: String,
    /// The stake in cents.
    pub stake: i64,
    /// Why, with the provision if it is the law that says no.
    pub why: String,
}

/// The exact odds of a wager.
#[derive(Serialize, JsonSchema)]
pub struct WagerJson {
    /// Its kind.
    pub kind: String,
    /// The wager, as it is written in a script.
    pub wager: String,
    /// A wager of the same amount beside it, which does not count.
    pub beside: Option<String>,
    /// How many places of the layout have the same odds.
    pub places: usize,
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
    /// What the house keeps on average per unit staked, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
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
    pub results: Vec<ResultJson>,
}

/// A gain and its chance.
#[derive(Serialize, JsonSchema)]
pub struct ResultJson {
    /// The gain per unit staked, n/d.
    pub net: String,
    /// Its chance, n/d.
    pub chance: String,
    /// In how many of the deals it comes, as text, if they were counted.
    pub combinations: Option<String>,
}

/// Chemin de fer between the Player and the Banker.
#[derive(Serialize, JsonSchema)]
pub struct CheminJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// The part of what he wins that the Banker pays, n/d.
    pub vigorish: String,
    /// Where the Banker has the choice: his count against the Player's third card.
    pub cells: Vec<String>,
    /// Every pair of pure strategies.
    pub strategies: Vec<StrategiesJson>,
    /// Strategies to which neither side has a better answer.
    pub equilibria: Vec<EquilibriumJson>,
}

/// A pair of pure strategies and what each side gains on average.
#[derive(Serialize, JsonSchema)]
pub struct StrategiesJson {
    /// Whether the Player draws on five.
    pub player: bool,
    /// Whether the Banker draws, in each of the cells.
    pub banker: Vec<bool>,
    /// What the Player gains per unit staked, n/d.
    pub player_gain: String,
    /// The same in percent, rounded.
    pub player_gain_percent: String,
    /// What the Banker gains per unit staked, n/d.
    pub banker_gain: String,
    /// The same in percent, rounded.
    pub banker_gain_percent: String,
}

/// Chances to which neither side has a better answer.
#[derive(Serialize, JsonSchema)]
pub struct EquilibriumJson {
    /// With what chance the Player draws on five, n/d.
    pub player: String,
    /// With what chance the Banker draws, in each of the cells, n/d.
    pub banker: Vec<String>,
    /// What the Player gains per unit staked, n/d.
    pub player_gain: String,
    /// The same in percent, rounded.
    pub player_gain_percent: String,
    /// What the Banker gains per unit staked, n/d.
    pub banker_gain: String,
    /// The same in percent, rounded.
    pub banker_gain_percent: String,
}

/// Caribbean stud under every strategy.
#[derive(Serialize, JsonSchema)]
pub struct StudJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// The ante in cents.
    pub ante: i64,
    /// Whether the limit on what a hand is paid (16.12) cuts some payments at this ante.
    pub limit_binds: bool,
    /// Of how many equally likely deals, as text.
    pub deals: String,
    /// Each strategy, the best first.
    pub strategies: Vec<StudStrategyJson>,
    /// Each kind of hand, the highest first.
    pub hands: Vec<StudHandJson>,
    /// What the best strategy does with an ace and a king.
    pub ace_king: Vec<StudChoiceJson>,
    /// The progressive wager.
    pub progressive: ProgressiveJson,
}

/// What a strategy is worth, per unit of the ante.
#[derive(Serialize, JsonSchema)]
pub struct StudStrategyJson {
    /// Its name.
    pub name: String,
    /// What it does.
    pub says: String,
    /// The chance that the player bets, n/d.
    pub bets: String,
    /// The same in percent, rounded.
    pub bets_percent: String,
    /// What the house keeps on average per unit of the ante, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
    /// What it keeps of all that is staked, n/d.
    pub risk: String,
    /// The same in percent, rounded.
    pub risk_percent: String,
    /// The chance to come out ahead, n/d.
    pub wins: String,
    /// The standard deviation of the gain per unit of the ante, rounded.
    pub standard_deviation: f64,
}

/// A kind of hand.
#[derive(Serialize, JsonSchema)]
pub struct StudHandJson {
    /// The law's name for it.
    pub hand: String,
    /// How many of all hands are such.
    pub hands: u32,
    /// Its chance, n/d.
    pub chance: String,
    /// What a winning bet is paid.
    pub bet_pays: String,
    /// What the progressive wager is paid; null for nothing.
    pub progressive: Option<String>,
}

/// What the best strategy does with a hand against a card.
#[derive(Serialize, JsonSchema)]
pub struct StudChoiceJson {
    /// The ranks of the hand, such as AKQ72.
    pub hand: String,
    /// The rank of the dealer's card.
    pub up: String,
    /// In which part of the deals it bets, by the suits, n/d: 1 always, 0 never.
    pub bets: String,
}

/// The progressive wager as a function of its meter.
#[derive(Serialize, JsonSchema)]
pub struct ProgressiveJson {
    /// Where the meter stands, in cents.
    pub meter: i64,
    /// What comes back of a dollar then, n/d.
    pub returned: String,
    /// The same in percent, rounded.
    pub returned_percent: String,
    /// What comes back of a dollar whatever the meter, n/d.
    pub fixed: String,
    /// How much more for each dollar on the meter, n/d.
    pub per_dollar: String,
    /// The meter in dollars at which the wager is fair, n/d.
    pub break_even: String,
    /// The same in dollars and cents, rounded.
    pub break_even_dollars: String,
}

/// Red dog: the raise on each spread, and three rules.
#[derive(Serialize, JsonSchema)]
pub struct RedDogJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// The original wager in cents.
    pub stake: i64,
    /// Each spread.
    pub spreads: Vec<SpreadJson>,
    /// Every two cards with values between them.
    pub two_cards: Vec<TwoCardsJson>,
    /// To raise by the best rule, never, always.
    pub rules: Vec<RaiseRuleJson>,
}

/// A spread, and what a raise is worth there.
#[derive(Serialize, JsonSchema)]
pub struct SpreadJson {
    /// How many values lie between the two cards.
    pub spread: u8,
    /// What a third card between them is paid.
    pub pays: String,
    /// The chance of the spread, n/d.
    pub chance: String,
    /// The chance, then, that the third card lies between, n/d.
    pub wins: String,
    /// What a raise gains on average per unit raised, n/d.
    pub gain: String,
    /// The same in percent, rounded.
    pub gain_percent: String,
    /// What the best rule does: `raise`, `stand`, or `by the cards` where it depends on which two they are.
    pub best: String,
}

/// Two cards with values between them, and what a raise is worth then.
#[derive(Serialize, JsonSchema)]
pub struct TwoCardsJson {
    /// The rank of the lower card.
    pub low: String,
    /// The rank of the higher card.
    pub high: String,
    /// How many values lie between them.
    pub spread: u8,
    /// The chance of the two, n/d.
    pub chance: String,
    /// The chance, then, that the third card lies between, n/d.
    pub wins: String,
    /// What a raise gains on average per unit raised, n/d.
    pub gain: String,
    /// Whether the best rule raises.
    pub raise: bool,
}

/// When to raise, and what the original wager is worth then.
#[derive(Serialize, JsonSchema)]
pub struct RaiseRuleJson {
    /// `best`, `never` or `always`.
    pub raise: String,
    /// The chance of a raise, n/d.
    pub raises: String,
    /// What the house keeps on average per unit of the original wager, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
    /// What it keeps of all that is staked, n/d.
    pub risk: String,
    /// The same in percent, rounded.
    pub risk_percent: String,
    /// The standard deviation of the gain per unit of the original wager, rounded.
    pub standard_deviation: f64,
}

/// A simulation beside the exact odds.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct SimJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
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
