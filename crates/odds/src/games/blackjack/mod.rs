//! Blackjack, where the player decides card by card: the value of every decision, and which is best.
//!
//! [`Analysis`] knows a table's options and the cards nobody has seen. Hands are counted by the values of their cards,
//! without replacement; payouts come from the leaf functions of the rules. Everything is exact except for the rounding
//! of floating point (below 1e-12 against rounds played by the rules themselves), with two exceptions, both after
//! splits. First, the best decisions for every hand of a split pair are those for the first (what two hands reveal
//! about each other is not used). Second, if nobody has looked at the dealer's hole card, the probability that two
//! hands go over 21 against a blackjack is computed as if they were independent. Compared with published figures that
//! do use the number of hands, the first amounts to one part in a hundred thousand of a wager with one deck, and less
//! with more; the second is below 5e-8 with six or eight decks (a test verifies this by counting).

mod advice;
mod analysis;
mod chart;
pub mod counting;
mod dealer;
mod decisions;
mod exactly;
mod exposed;
mod fault;
mod follow;
mod hands;
mod knowing;
mod number;
mod pays;
mod play;
mod proof;
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
pub use chart::{Chart, Play};
pub use decisions::{DealerEnds, Decision, ups};
pub use exposed::{Exposed, Plan};
pub use fault::TextFault;
pub use knowing::{Known, SplitKnown};
pub use spread::Spread;
pub use view::Choice;

#[cfg(test)]
mod resplits;
#[cfg(test)]
mod tests;
