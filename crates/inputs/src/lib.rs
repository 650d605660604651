//! What reads text from outside, in one place, so that nonsense can be tried on it: by `cargo fuzz` in `fuzz/`, and by
//! this crate's own tests, which need nothing but the stable compiler.

mod submission;
mod tries;

pub use submission::{Found, Places, flatten};
pub use tries::{TRIES, Try, frame, journal, script, submission};
