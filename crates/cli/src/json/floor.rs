//! The output of `ch47 floor --json`.

use schemars::JsonSchema;
use serde::Serialize;

/// The result of a `ch47 floor` task.
#[derive(Serialize, JsonSchema)]
pub struct FloorJson {
    /// The task: `backup`, `restore`, `check`, `upgrade`, `rekey`, `token` or `unlock`.
    pub task: String,
    /// The URL of the floor's database.
    pub database: String,
    /// What was done or found, in a sentence.
    pub says: String,
    /// After a restore: acknowledged lines that are missing from the copy.
    pub lost: Vec<LostJson>,
    /// After a check: everything that is wrong.
    pub findings: Vec<String>,
    /// Further remarks.
    pub notes: Vec<String>,
    /// A token that was created. It is stored nowhere else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<protocol::Secret>,
    /// The tokens that were created, listed or revoked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<protocol::TokenView>,
}

/// Lines of a journal that are missing from a restored floor.
#[derive(Serialize, JsonSchema)]
pub struct LostJson {
    /// The name of the table.
    pub table: String,
    /// The number of the first missing line.
    pub from: u64,
    /// The number of the last missing line.
    pub to: u64,
}
