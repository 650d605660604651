//! What happened at a table, so that nobody can deny it.
//!
//! Inputs are the truth; events, money and everything else are derived from them and can be derived again. A table's
//! journal is a chain of lines: each names the hash of the one before, and its own hash is a leaf of an RFC 6962 tree
//! whose head is signed. This crate does no I/O, reads no clock and draws no chance: time and entropy come in as
//! entries.

mod checkpoint;
mod hash;
pub mod merkle;

pub use checkpoint::{Checkpoint, NotAKey, SigningKey, Unsound, VerifyingKey};
pub use hash::Hash;
