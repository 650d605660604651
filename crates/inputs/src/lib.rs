//! Every parser of outside text in one place, so that it can be tested with garbage: by `cargo fuzz` in `fuzz/`, and by
//! this crate's own tests, which need only the stable compiler.

mod submission;
mod tries;

pub use submission::{Found, Places, flatten};
pub use tries::{TRIES, Try, frame, journal, script, submission};
