//! What happened at a table, so that nobody can deny it.
//!
//! Inputs are the truth; events, money and everything else are derived from them and can be derived again. A table's
//! journal is a chain of lines: each names the hash of the one before, and its own hash is a leaf of an RFC 6962 tree
//! whose head is signed. This crate does no I/O, reads no clock and draws no chance: time and entropy come in as
//! entries.

mod chance;
mod checkpoint;
mod fair;
mod hash;
mod ledger;
pub mod merkle;
mod record;
mod shoe;

pub use chance::{Deal, Differs, Menu, Secret, Unfit};
pub use checkpoint::{Checkpoint, NotAKey, SigningKey, Unsound, VerifyingKey};
pub use fair::{Drawn, Redealt, ShoeFile, Unfair};
pub use hash::Hash;
