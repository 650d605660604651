//! What all tables have in common: people and their seats, the layout and its wagers, cash, the shoe. Each
//! game passes in its own provisions as data.

pub mod banking;
pub mod call;
pub mod cash;
pub mod deck;
pub mod layout;
pub mod one_deck;
pub mod paytable;
pub mod people;
pub mod seats;
pub mod shoe;
pub mod start;
pub mod two_hands;
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
    /// What the licensee has chosen. Options are made only by the gate, so no snapshot holds them.
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<G>"))]
    pub options: G::Options,
    /// The patrons in the seats; empty in a game without seats.
    pub seats: Seats,
    /// The wagers on the layout.
    pub layout: Layout<G::Wager>,
    /// A spoken wager that has not been confirmed yet.
    pub cash: Option<Spoken<G::Wager>>,
}

impl<G: Game> Common<G> {
    /// A table with this many seats and no wagers.
    pub fn new(options: G::Options, seats: u8) -> Common<G> {
        Common { options, seats: Seats::new(seats), layout: Layout::default(), cash: None }
    }
}
