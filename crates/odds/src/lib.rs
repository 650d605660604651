//! Exact odds and simulation, both by the rules themselves: every payment comes out of
//! [`Game::apply`](rules::Game::apply), and no rule is written a second time here.

mod draw;
mod exact;
mod fraction;
mod offers;
mod round;
mod simulate;

pub use draw::{Generator, below};
pub use exact::{Results, Unsolved, results};
pub use fraction::Fraction;
pub use offers::{Offered, offered, stake_for};
pub use round::{Tally, draw_outcome, ready, usual_input, usual_step};
pub use simulate::{Moments, Plan, Simulation};
