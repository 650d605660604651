//! The values that the command prints with `--json` and that the floor returns: the same types, built and
//! described once. Exact values are text of the form `n/d`; money is in cents.

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

/// A refusal, with the provision that forbids the act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The provision that forbids it.
    pub cite: String,
    /// Whether its text is held.
    pub held: bool,
    /// The reason, as a code for programs.
    pub why: Why,
    /// The reason, as a sentence for people.
    pub text: String,
}

impl From<Refusal> for Refused {
    fn from(Refusal { cite, why }: Refusal) -> Refused {
        Refused { cite: cite.id().to_owned(), held: cite.is_held(), why, text: why.to_string() }
    }
}
