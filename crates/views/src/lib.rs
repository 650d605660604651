//! What the command prints with `--json` and the floor answers: the same types, built and described once. Exact values are
//! text `n/d`, money is in cents.

pub mod check;
pub mod decisions;
pub mod judge;
pub mod law;
pub mod odds;
pub mod options;
pub mod replay;
pub mod strategy;
mod verdict;

use rules::{Refusal, Why};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A refusal, and the provision that refuses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The provision.
    pub cite: String,
    /// Whether its text is held.
    pub held: bool,
    /// The reason, for programs.
    pub why: Why,
    /// The reason, for people.
    pub text: String,
}

impl From<Refusal> for Refused {
    fn from(Refusal { cite, why }: Refusal) -> Refused {
        Refused { cite: cite.id().to_owned(), held: cite.is_held(), why, text: why.to_string() }
    }
}
