//! One suite for both stores, and what is particular to each.

#[path = "store/cluster.rs"]
mod cluster;
#[path = "store/common.rs"]
mod common;
#[path = "store/file.rs"]
mod file;
#[path = "store/guards.rs"]
mod guards;
#[path = "store/house.rs"]
mod house;
#[path = "store/journal.rs"]
mod journal;
#[path = "support/journal.rs"]
mod long;
#[path = "store/migrations.rs"]
mod migrations;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "store/school.rs"]
mod school;
#[path = "store/snapshots.rs"]
mod snapshots;
#[path = "store/writer.rs"]
mod writer;
