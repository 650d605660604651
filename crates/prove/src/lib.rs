//! Exhaustive search over the rules: every state that can be reached within stated bounds, what holds in all of them,
//! and the shortest round in which something does not.
//!
//! Every visited state is a real one, reached by real inputs, so a fault that is found is always a fault. If none is
//! found, that is a proof within the bounds, provided that states with the same key have the same future; [`merging`]
//! checks that.

mod beside;
pub mod bounds;
pub mod checks;
pub mod diff;
pub mod differences;
pub mod directed;
pub mod elsewhere;
pub mod expand;
mod hidden;
pub mod inputs;
mod keep;
pub mod key;
pub mod lens;
pub mod levers;
pub mod merging;
pub mod page;
pub mod report;
mod rollouts;
pub mod round;
pub mod rows;
pub mod search;
pub mod sweep;
pub mod tally;
pub mod why;

pub use bounds::Bounds;
pub use checks::{Kind, Moments};
pub use lens::{Depth, Lens};
pub use report::{How, Report, prove, prove_game};
pub use search::{Found, Progress, Task};
pub use tally::Tally;
