//! Blackjack, where the player decides card by card: what every decision is worth, and which is best.

mod analysis;
mod chart;
mod dealer;
mod hands;
mod pays;
pub mod simulate;
mod split;
mod totals;
mod view;

pub use analysis::{Analysis, Expectation};
pub use chart::{Chart, ChartFault, Play};
pub use pays::Pays;
pub use view::Choice;

#[cfg(test)]
mod tests;
