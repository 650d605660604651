//! Evidence that the floor's chance is chance.
//!
//! A [`Source`] gives what a floor's windows give: a secret and a patron's part become a key, the key a stream, and the
//! stream is scaled to pockets, dice and orders of cards by the code that deals at live tables. [`report`] runs the tests a
//! laboratory runs on all of it: on the words of the stream, on every device, and on shuffles.

mod checks;
mod device;
mod report;
mod source;

pub use checks::Check;
pub use device::{Device, Unfit};
pub use report::{Progress, Report, report};
pub use source::Source;

/// A test fails below this probability: laboratories test at 99 %.
pub const LEVEL: f64 = 0.01;
