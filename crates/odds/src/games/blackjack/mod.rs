//! Blackjack, where the player decides card by card: what every decision is worth, and which is best.
//!
//! [`Analysis`] knows a table's options and the cards nobody has seen. Hands are counted by the values of their cards,
//! without replacement; what they are paid comes from the leaf functions of the rules. All is exact but for the rounding of
//! floating point (below 1e-12 against rounds played by the rules themselves), with two exceptions, both after splits: the
//! best decisions for every hand of a split pair are those for the first (what two hands tell of each other is not used),
//! and where nobody has looked at the dealer's hole card, how often two hands go over 21 against a blackjack is taken as if
//! they were independent. Against published figures that do use how many hands there are, the first shows as one part in a
//! hundred thousand of a wager with one deck and less with more; the second is below 5e-8 with six decks or eight (a test
//! counts it out).

mod advice;
mod analysis;
mod chart;
pub mod counting;
mod dealer;
mod decisions;
mod exactly;
mod exposed;
mod follow;
mod hands;
mod knowing;
mod number;
mod pays;
mod play;
pub mod sides;
pub mod simulate;
mod split;
mod spread;
mod stands;
mod table;
mod totals;
mod view;

pub use advice::{Exception, Held, advise, insurance_gain};
pub use analysis::{Analysis, Expectation};
pub use chart::{Chart, ChartFault, Play};
pub use decisions::{DealerEnds, Decision, ups};
pub use exposed::{Exposed, Plan};
pub use knowing::{Known, SplitKnown};
pub use spread::Spread;
pub use view::Choice;

#[cfg(test)]
mod resplits;
#[cfg(test)]
mod tests;
