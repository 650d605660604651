//! Switches that break the floor on purpose, so that the fault tests can show that they would notice. They exist only
//! with the feature `faults`, which only tests turn on.

use std::{
    cell::Cell,
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

/// What `CH47_FAULT` names:
/// * `ack-before-commit`: waiting callers are answered before the transaction commits;
/// * `normal-sync`: commits are not synced;
/// * `swallow-errors`: a failed commit is answered as if it had succeeded;
/// * `slow-load`: reading a journal takes four seconds longer;
/// * `renew-behind-claims`: leases are renewed only when no journal is being read;
/// * `no-snapshots`: journals are replayed from their first line;
/// * `any-snapshot`: the signatures of snapshots are not checked;
/// * `forget-keys`: every key is treated as new;
/// * `blind-to-files`: nothing checks that the database is still the file that was opened;
/// * `secret-on-disk`: secrets and parts are written to the file `leak` in the folder as soon as they are known;
/// * `leave-out`: a withheld part is left out, and nothing else happens.
pub fn is_on(switch: &str) -> bool {
    static ON: OnceLock<String> = OnceLock::new();
    ON.get_or_init(|| std::env::var("CH47_FAULT").unwrap_or_default()).split(',').any(|on| on == switch)
}

static HOUSE: AtomicBool = AtomicBool::new(false);

/// Makes every step of the house at any table fail, or stops doing so.
pub fn set_house_fails(fails: bool) {
    HOUSE.store(fails, Ordering::Relaxed);
}

pub(crate) fn house_fails() -> bool {
    HOUSE.load(Ordering::Relaxed)
}

thread_local! {
    static NO_ENTROPY: Cell<bool> = const { Cell::new(false) };
}

/// Makes the operating system's entropy unavailable on this thread, or available again.
pub fn set_out_of_entropy(out: bool) {
    NO_ENTROPY.set(out);
}

pub(crate) fn is_out_of_entropy() -> bool {
    NO_ENTROPY.get()
}

static STEP: AtomicI64 = AtomicI64::new(0);

/// Sets the clock of this process off by this many milliseconds.
pub fn set_clock_off(by: i64) {
    STEP.store(by, Ordering::Relaxed);
}

pub(crate) fn clock_is_off() -> i64 {
    STEP.load(Ordering::Relaxed)
}

static OUT_OF_PATIENCE: AtomicBool = AtomicBool::new(false);

/// Makes the time of every window that waits for parts count as over, or no longer. A table notices with its next
/// request.
pub fn set_out_of_patience(out: bool) {
    OUT_OF_PATIENCE.store(out, Ordering::Relaxed);
}

pub(crate) fn is_out_of_patience() -> bool {
    OUT_OF_PATIENCE.load(Ordering::Relaxed)
}

static FOLDER: OnceLock<std::path::PathBuf> = OnceLock::new();

/// Sets the folder to which `secret-on-disk` writes.
pub(crate) fn leak_to(folder: &std::path::Path) {
    let _ = FOLDER.set(folder.join("leak"));
}

/// Writes a secret to the disk if `secret-on-disk` is on.
pub(crate) fn leak(line: &str) {
    use std::io::Write;
    if is_on("secret-on-disk")
        && let Some(path) = FOLDER.get()
        && let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path)
    {
        let _ = writeln!(file, "{line}");
    }
}
