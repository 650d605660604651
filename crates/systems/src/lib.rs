//! Betting systems as data: small TOML files that say what patrons do at a table, in the same language for every game,
//! played by the rules.
//!
//! A [`Plan`] seats one or more patrons, each with a system, and plays sessions. Every input goes through
//! [`Game::apply`](rules::Game::apply), every session begins at a fresh table, and for a given seed a run gives the
//! same results on any number of threads.

mod expression;
mod facts;
mod fault;
mod file;
mod plan;
mod session;
mod sums;
mod system;
mod trace;

pub use facts::Fact;
pub use fault::Fault;
pub use file::File;
pub use plan::{Found, Plan, Played, PlayedSystem, Unplayed};
pub use sums::{Acted, Sums, Wagered};
pub use system::game;
pub use trace::{Told, TracedRound};
