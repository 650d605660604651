//! Exact odds and simulation, both by the rules themselves: every payment comes out of
//! [`Game::apply`](rules::Game::apply), and no rule is written a second time here.

#[cfg(test)]
mod agreement;
mod automaton;
pub mod baccarat;
pub mod blackjack;
pub mod chemin;
mod classes;
mod course;
mod draw;
mod driver;
mod engine;
mod exact;
mod fraction;
mod offers;
mod parts;
pub mod red_dog;
mod round;
mod seated;
pub mod seen;
mod shoe;
mod simulate;
mod solve;
mod steps;
mod strategy;
pub mod stud;
mod walk;

pub use course::Course;
pub use draw::{Generator, below};
pub use driver::{Progress, Shard, Summed};
pub use engine::Way;
pub use exact::{Combinations, Results, Unsolved, results};
pub use fraction::Fraction;
pub use offers::{Offered, limit_binds, offered, rounds_charge, stake_for, usual_stake};
pub use round::{Tally, draw_outcome, ready, usual_input, usual_step};
pub use shoe::{Dealing, decks, exact};
pub use simulate::{Moments, Plan, Simulation};
pub use strategy::choice;
