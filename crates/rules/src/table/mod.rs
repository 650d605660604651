//! What every table has, written once: people and their seats, the layout and its wagers, cash, the shoe. A game hands over
//! its own paragraphs as data.

pub mod call;
pub mod cash;
pub mod deck;
pub mod layout;
pub mod people;
pub mod seats;
pub mod shoe;
mod vigorish;

use crate::game::Game;
use cash::Spoken;
use layout::Layout;
use seats::Seats;

/// The part of a game's state that is the same in every game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "G::Wager: serde::Serialize",
        deserialize = "G::Wager: serde::Deserialize<'de>"
    ))
)]
pub struct Common<G: Game> {
    /// What the licensee has chosen. Options come through the gate alone, so no snapshot holds them.
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<G>"))]
    pub options: G::Options,
    /// Who sits where; no seats in a game without places.
    pub seats: Seats,
    /// The wagers that lie there.
    pub layout: Layout<G::Wager>,
    /// A wager that is spoken and not confirmed yet.
    pub cash: Option<Spoken<G::Wager>>,
}

impl<G: Game> Common<G> {
    /// A table with so many seats, on which nothing lies.
    pub fn new(options: G::Options, seats: u8) -> Common<G> {
        Common { options, seats: Seats::new(seats), layout: Layout::default(), cash: None }
    }
}
