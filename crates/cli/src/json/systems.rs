//! The output of `ch47 sim --system --json`.

use super::{BarJson, CountJson, QuantileJson};
use schemars::JsonSchema;
use serde::Serialize;

/// Sessions of betting systems at one table. Amounts are in units of the system unless stated in cents.
#[derive(Serialize, JsonSchema)]
pub struct SystemsJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The number of sessions planned; text if beyond 2^53.
    pub planned: CountJson,
    /// The number of sessions played; text if beyond 2^53.
    pub sessions: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// Whether the run ended before all its sessions were played.
    pub interrupted: bool,
    /// The rate, in rounds per second.
    pub rounds_per_second: f64,
    /// The systems, in the order of the command line.
    pub systems: Vec<SystemJson>,
    /// The first rounds, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<TraceJson>,
}

/// The results of a system.
#[derive(Serialize, JsonSchema)]
pub struct SystemJson {
    /// The path of its file.
    pub file: String,
    /// The title of the system.
    pub title: String,
    /// The description in the file.
    pub about: String,
    /// The value of a unit, in cents.
    pub unit: i64,
    /// The initial bankroll of a session.
    pub bankroll: f64,
    /// The average win of a session; negative for a loss.
    pub mean: f64,
    /// The standard error of the average; null for a single session.
    pub standard_error: Option<f64>,
    /// The standard deviation of the win of a session; null for a single session.
    pub standard_deviation: Option<f64>,
    /// The average amount staked in a session on wagers that were decided.
    pub staked: f64,
    /// The house edge per unit staked.
    pub edge: f64,
    /// The standard error of the edge; null for a single session.
    pub edge_error: Option<f64>,
    /// The house edge by the exact odds of these wagers; null if it is not known.
    pub exact: Option<f64>,
    /// Why there is no exact value; null if there is one.
    pub exact_missing: Option<String>,
    /// The difference from the exact value, in standard errors.
    pub z: Option<f64>,
    /// The average number of rounds in a session.
    pub rounds: f64,
    /// The standard error of that average; null for a single session.
    pub rounds_error: Option<f64>,
    /// The fraction of sessions with a net win.
    pub won: f64,
    /// The standard error of that fraction.
    pub won_error: f64,
    /// The fraction of sessions that ended for lack of chips.
    pub broke: f64,
    /// How sessions ended.
    pub ends: Vec<LeavingJson>,
    /// The longest run of lost rounds in a session, averaged over sessions.
    pub losing_run: f64,
    /// The standard error of that average; null for a single session.
    pub losing_run_error: Option<f64>,
    /// The longest run of lost rounds in any session.
    pub longest_losing_run: i64,
    /// The largest wager.
    pub largest_wager: f64,
    /// Percentiles of the result.
    pub quantiles: Vec<QuantileJson>,
    /// Percentiles of the number of rounds.
    pub lengths: Vec<LengthJson>,
    /// The histogram of results.
    pub histogram: Vec<BarJson>,
    /// The results of the wagers, by kind.
    pub wagers: Vec<WageredJson>,
    /// Remarks about the system, such as rules that never acted.
    pub notes: Vec<String>,
}

/// A way in which sessions ended.
#[derive(Serialize, JsonSchema)]
pub struct LeavingJson {
    /// The reason: `broke`, `all rounds played`, or `left: ` and the rule.
    pub end: String,
    /// The fraction of sessions.
    pub part: f64,
    /// The standard error of that fraction.
    pub standard_error: f64,
}

/// A percentile of the sessions.
#[derive(Serialize, JsonSchema)]
pub struct LengthJson {
    /// The percentage of sessions.
    pub percent: f64,
    /// The number of rounds that they did not exceed.
    pub rounds: i64,
}

/// Wagers of one kind.
#[derive(Serialize, JsonSchema)]
pub struct WageredJson {
    /// The kind of wager.
    pub kind: String,
    /// The number of wagers decided.
    pub decided: u64,
    /// The amount staked on them in cents, as text.
    pub staked: String,
    /// What they won less what they lost in cents, as text.
    pub net: String,
    /// The exact house edge; null if it is not known, or included in the odds of another kind.
    pub exact: Option<f64>,
}

/// A round, line by line.
#[derive(Serialize, JsonSchema)]
pub struct TraceJson {
    /// The number of the session, from 1.
    pub session: u64,
    /// The number of the round within it, from 1.
    pub round: u32,
    /// The lines of the round.
    pub lines: Vec<TraceLineJson>,
}

/// A line of a round.
#[derive(Serialize, JsonSchema)]
pub struct TraceLineJson {
    /// `input` (as in a script), `event` (what the rules decided) or `rule` (of a system).
    pub kind: String,
    /// The provision behind an event.
    pub cite: Option<String>,
    /// The text of the line.
    pub text: String,
}
