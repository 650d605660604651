//! What `ch47 sim --system --json` prints.

use super::{BarJson, CountJson, QuantileJson};
use schemars::JsonSchema;
use serde::Serialize;

/// Sessions of betting systems at one table. Amounts are in units of the system unless they say cents.
#[derive(Serialize, JsonSchema)]
pub struct SystemsJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// How many sessions were planned; text if beyond 2^53.
    pub planned: CountJson,
    /// How many were played; text if beyond 2^53.
    pub sessions: CountJson,
    /// The seed; text if beyond 2^53.
    pub seed: CountJson,
    /// Whether the run was ended before all its sessions were played.
    pub interrupted: bool,
    /// How many rounds a second.
    pub rounds_per_second: f64,
    /// Each system, in the order of the command line.
    pub systems: Vec<SystemJson>,
    /// The first rounds, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<TraceJson>,
}

/// What came of a system.
#[derive(Serialize, JsonSchema)]
pub struct SystemJson {
    /// Its file.
    pub file: String,
    /// What it is called.
    pub title: String,
    /// What it does, in its own words.
    pub about: String,
    /// A unit, in cents.
    pub unit: i64,
    /// What a session begins with.
    pub bankroll: f64,
    /// What a session wins on average, less than zero if it loses.
    pub mean: f64,
    /// The standard error of that; null for a single session.
    pub standard_error: Option<f64>,
    /// The standard deviation of what a session wins; null for a single session.
    pub standard_deviation: Option<f64>,
    /// What a session stakes on average, on all wagers that were decided.
    pub staked: f64,
    /// What the house kept of each unit staked.
    pub edge: f64,
    /// The standard error of that; null for a single session.
    pub edge_error: Option<f64>,
    /// What it keeps by the exact odds of these wagers; null where they are not known.
    pub exact: Option<f64>,
    /// Why there is no exact value; null where there is one.
    pub exact_missing: Option<String>,
    /// How many standard errors what the house kept is above the exact value.
    pub z: Option<f64>,
    /// How many rounds a session has on average.
    pub rounds: f64,
    /// The standard error of that; null for a single session.
    pub rounds_error: Option<f64>,
    /// Which part of the sessions won something.
    pub won: f64,
    /// The standard error of that.
    pub won_error: f64,
    /// Which part of them ended for lack of chips.
    pub broke: f64,
    /// How sessions ended.
    pub ends: Vec<LeavingJson>,
    /// The longest run of lost rounds in a session, on average.
    pub losing_run: f64,
    /// The standard error of that; null for a single session.
    pub losing_run_error: Option<f64>,
    /// The longest of all sessions.
    pub longest_losing_run: i64,
    /// The largest wager.
    pub largest_wager: f64,
    /// What so many of a hundred sessions did not exceed.
    pub quantiles: Vec<QuantileJson>,
    /// How many rounds so many of a hundred sessions did not exceed.
    pub lengths: Vec<LengthJson>,
    /// How often each result came; results of a width together.
    pub histogram: Vec<BarJson>,
    /// What came of the wagers, by their kinds.
    pub wagers: Vec<WageredJson>,
    /// What the run has to say about the system, such as rules that never acted.
    pub notes: Vec<String>,
}

/// A way to end.
#[derive(Serialize, JsonSchema)]
pub struct LeavingJson {
    /// How: `broke`, `all rounds played`, or `left: ` and the rule.
    pub end: String,
    /// Which part of the sessions.
    pub part: f64,
    /// The standard error of that.
    pub standard_error: f64,
}

/// A part of the sessions.
#[derive(Serialize, JsonSchema)]
pub struct LengthJson {
    /// Of a hundred.
    pub percent: f64,
    /// The number of rounds that they did not exceed.
    pub rounds: i64,
}

/// Wagers of one kind.
#[derive(Serialize, JsonSchema)]
pub struct WageredJson {
    /// The kind.
    pub kind: String,
    /// How many were decided.
    pub decided: u64,
    /// What was staked on them, in cents, as text.
    pub staked: String,
    /// What they won less what they lost, in cents, as text.
    pub net: String,
    /// What the house keeps of each unit by the exact odds; null where that is not known, or in another kind's odds.
    pub exact: Option<f64>,
}

/// A round, line by line.
#[derive(Serialize, JsonSchema)]
pub struct TraceJson {
    /// The session, from 1.
    pub session: u64,
    /// The round of it, from 1.
    pub round: u32,
    /// What happened.
    pub lines: Vec<TraceLineJson>,
}

/// A line of a round.
#[derive(Serialize, JsonSchema)]
pub struct TraceLineJson {
    /// `input` (as a script has it), `event` (what the rules made of it) or `rule` (of a system).
    pub kind: String,
    /// The provision behind an event.
    pub cite: Option<String>,
    /// What it says.
    pub text: String,
}
