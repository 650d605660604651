//! Switches that break the floor on purpose, so that the tests of faults can show that they would see it. They exist
//! only with the feature `faults`, which tests alone turn on.

use std::sync::{
    OnceLock,
    atomic::{AtomicI64, Ordering},
};

/// What `CH47_FAULT` names:
/// * `ack-before-commit`: who waits is answered before the transaction;
/// * `normal-sync`: commits are not synced;
/// * `swallow-errors`: a commit that failed is answered as if it had not;
/// * `slow-load`: reading a journal takes four seconds longer;
/// * `renew-behind-claims`: leases are renewed only when no journal is being read;
/// * `no-snapshots`: journals are folded from their first line;
/// * `any-snapshot`: nobody looks whether a snapshot is the one that was signed;
/// * `forget-keys`: every key is taken for a new one;
/// * `blind-to-files`: nobody looks whether the database is still the file that was opened;
/// * `secret-on-disk`: secrets and parts are written to the file `leak` of the folder as soon as they are known;
/// * `leave-out`: a part that is withheld is left out, and nothing else happens.
pub fn is_on(switch: &str) -> bool {
    static ON: OnceLock<String> = OnceLock::new();
    ON.get_or_init(|| std::env::var("CH47_FAULT").unwrap_or_default()).split(',').any(|on| on == switch)
}

static STEP: AtomicI64 = AtomicI64::new(0);

/// Sets the time of day of this process forth or back, by so many milliseconds from the right one.
pub fn set_clock_off(by: i64) {
    STEP.store(by, Ordering::Relaxed);
}

pub(crate) fn clock_is_off() -> i64 {
    STEP.load(Ordering::Relaxed)
}

static FOLDER: OnceLock<std::path::PathBuf> = OnceLock::new();

/// Where `secret-on-disk` writes.
pub(crate) fn leak_to(folder: &std::path::Path) {
    let _ = FOLDER.set(folder.join("leak"));
}

/// Writes down what must never be, where `secret-on-disk` says so.
pub(crate) fn leak(line: &str) {
    use std::io::Write;
    if is_on("secret-on-disk")
        && let Some(path) = FOLDER.get()
        && let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path)
    {
        let _ = writeln!(file, "{line}");
    }
}
