//! What ambiguous words and lawful options are worth, by exact odds: the price of each reading, the most and
//! least generous lawful tables, the fewest changes that make a wager favorable to the player, and which of
//! several tables is best.

pub mod edges;
pub mod page;
pub mod readings;
pub mod shoe;
pub mod stress;
pub mod tables;

pub use edges::{Compared, Edge, compare};
