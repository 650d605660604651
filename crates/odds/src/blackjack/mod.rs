//! Blackjack, where the player decides card by card: what every decision is worth, and which is best.

mod chart;
pub mod simulate;

pub use chart::{Chart, ChartFault, Play};
