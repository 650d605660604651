//! Certificates of exact edges, for `docs/certificate.py` and other checkers.

use odds::certificate::Proof;
use schemars::JsonSchema;
use serde::Serialize;

/// Everything needed to confirm the edges of a table's wagers.
#[derive(Serialize, JsonSchema)]
pub struct CertificateJson {
    /// The game.
    pub game: String,
    /// The options of the table.
    pub options: String,
    /// Readings other than the project's, such as `B2=2`.
    pub readings: Vec<String>,
    /// How patrons are assumed to decide; empty if they have no decisions.
    pub method: String,
    /// The wagers.
    pub wagers: Vec<CertifiedJson>,
    /// Wagers that have no certificate, and why.
    pub without: Vec<UncertifiedJson>,
    /// The compiled rounds.
    pub proofs: Vec<Proof>,
}

/// A wager with the edge claimed for it.
#[derive(Serialize, JsonSchema)]
pub struct CertifiedJson {
    /// The wager.
    pub wager: String,
    /// The stake, in cents.
    pub stake: i64,
    /// The exact house edge per unit staked.
    pub edge: String,
    /// The index of its proof.
    pub proof: usize,
    /// The index of the patron in the proof who made it.
    pub patron: usize,
}

/// A wager without a certificate.
#[derive(Serialize, JsonSchema)]
pub struct UncertifiedJson {
    /// The wager.
    pub wager: String,
    /// Why there is none, in a sentence.
    pub why: String,
}
