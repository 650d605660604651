//! Switches that break the books on purpose, so that tests can show that they would notice. They exist only with the
//! feature `faults`, which only tests turn on.

use std::sync::atomic::{AtomicU8, Ordering};

static ON: AtomicU8 = AtomicU8::new(0);

/// A fault that can be switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Switch {
    /// Cash offered with a spoken wager stays in the wallet until the wager is confirmed.
    SetsNothingAside = 1,
    /// Every sentence is worded differently.
    OtherWords = 2,
}

/// Turns a fault on or off for the whole process.
pub fn set(switch: Switch, on: bool) {
    match on {
        true => ON.fetch_or(switch as u8, Ordering::Relaxed),
        false => ON.fetch_and(!(switch as u8), Ordering::Relaxed),
    };
}

/// Whether a fault is turned on.
pub fn is_on(switch: Switch) -> bool {
    ON.load(Ordering::Relaxed) & switch as u8 != 0
}
