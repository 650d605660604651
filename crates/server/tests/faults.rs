//! What happens to a floor when things break. Every test shows what must hold and, with a switch that breaks it on
//! purpose, that the test would notice if it did not.
//!
//! `CH47_SOAK=n` does everything n times as often, as `cargo xtask soak` does. What cannot be tested on a machine is
//! reported, and fails if `CH47_REQUIRE_FAULTS` is 1.

#[path = "faults/child.rs"]
mod child;
#[path = "faults/copies.rs"]
mod copies;
#[path = "faults/disk.rs"]
mod disk;
#[path = "faults/harness.rs"]
mod harness;
#[path = "faults/identity.rs"]
mod identity;
#[path = "faults/kill.rs"]
mod kill;
#[path = "faults/leases.rs"]
mod leases;
#[path = "faults/nodes.rs"]
mod nodes;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "faults/power.rs"]
mod power;
#[path = "faults/resume.rs"]
mod resume;
#[path = "faults/rot.rs"]
mod rot;
#[path = "faults/secrets.rs"]
mod secrets;
#[path = "faults/sync.rs"]
mod sync;
#[path = "faults/time.rs"]
mod time;
