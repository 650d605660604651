//! What `ch47 odds --json` and `ch47 sim --json` print.

use schemars::JsonSchema;
use serde::Serialize;

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

/// A simulation beside the exact odds.
#[derive(Serialize, JsonSchema)]
pub struct SimJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    pub options: Vec<String>,
    /// How many rounds were played; text if beyond 2^53.
    pub rounds: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// How many rounds a second.
    pub rounds_per_second: f64,
    /// Each wager.
    pub wagers: Vec<SimWagerJson>,
}

/// A number, or text where a number would lose digits.
#[derive(Serialize, JsonSchema)]
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

/// A simulated wager.
#[derive(Serialize, JsonSchema)]
pub struct SimWagerJson {
    /// The wager.
    pub wager: String,
    /// The stake in cents.
    pub stake: i64,
    /// What the house kept on average per unit staked, n/d.
    pub edge: String,
    /// The standard error of that; null where one round is no sample.
    pub standard_error: Option<f64>,
    /// What it keeps exactly, n/d.
    pub exact: String,
    /// How many standard errors the two are apart; null where there is no standard error.
    pub z: Option<f64>,
}
