//! Evidence that the floor's random source is random.
//!
//! A [`Source`] works like a floor's windows: a secret and a patron's part become a key, the key becomes a stream, and
//! the stream is scaled to pockets, dice, card orders and tiles by the same code that deals at live tables. [`report`] runs
//! the tests that laboratories use: on the words of the stream, on every device, and on shuffles.

mod checks;
mod device;
mod report;
mod source;

pub use checks::Check;
pub use device::{Device, Kind, Unfit};
pub use report::{Progress, Report, report};
pub use source::Source;

/// A test fails if its p-value is below this: laboratories test at 99 %.
pub const LEVEL: f64 = 0.01;
