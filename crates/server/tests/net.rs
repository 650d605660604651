//! Many connections at once, and connections that break: nothing is lost, nothing is done twice.

#[path = "net/abuse.rs"]
mod abuse;
#[path = "net/doors.rs"]
mod doors;
#[path = "support/floor.rs"]
mod floor;
#[path = "net/line.rs"]
mod line;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "net/resume.rs"]
mod resume;
#[path = "net/retries.rs"]
mod retries;
