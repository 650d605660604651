//! What patrons do at a table, as data: betting systems in small TOML files, the same for every game, played by the rules.
//!
//! A [`Plan`] seats one patron or more, each with a system, and plays sessions: every input goes through [`Game::apply`](rules::Game::apply), every session begins at a fresh table, and a run is
//! the same for a seed on any number of threads.

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
