//! What `ch47 floor --json` prints.

use schemars::JsonSchema;
use serde::Serialize;

/// What a task of `ch47 floor` came to.
#[derive(Serialize, JsonSchema)]
pub struct FloorJson {
    /// The task: `backup`, `restore`, `check`, `upgrade`, `rekey`, `token` or `unlock`.
    pub task: String,
    /// The floor's database.
    pub database: String,
    /// What was done or found, in a sentence.
    pub says: String,
    /// After a restore: the lines that were acknowledged and are not in the copy.
    pub lost: Vec<LostJson>,
    /// After a check: what is not as it must be.
    pub findings: Vec<String>,
    /// What else to know.
    pub notes: Vec<String>,
    /// A token that was created. It is kept nowhere else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<protocol::Secret>,
    /// The tokens that were created, listed or revoked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<protocol::TokenView>,
}

/// Lines of a journal that a restored floor lacks.
#[derive(Serialize, JsonSchema)]
pub struct LostJson {
    /// The table.
    pub table: String,
    /// The first of them.
    pub from: u64,
    /// The last of them.
    pub to: u64,
}
