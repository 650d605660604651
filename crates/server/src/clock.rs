//! The time of day, for lines of a journal. It decides nothing: only the order of lines counts.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, UTC.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    #[cfg(feature = "faults")]
    let now = now.saturating_add(crate::faults::clock_is_off());
    now
}
