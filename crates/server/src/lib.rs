//! The floor: tables that people play at, durable and audited, in one process or several.
//!
//! `actor` runs a table, `feed` publishes what may be known about it, [`store`] stores it, [`people`] handles accounts
//! and sessions, [`floor`] holds everything together, and `http` and `live` serve clients.

mod actor;
pub mod audit;
mod chance;
pub mod checking;
pub mod clock;
mod contributors;
pub mod copies;
mod doors;
#[cfg(feature = "faults")]
pub mod faults;
mod feed;
pub mod floor;
pub mod high_water;
mod http;
pub mod key_filter;
pub mod keys;
mod leaving;
mod limits;
mod live;
pub mod load;
pub mod marks;
pub mod people;
pub mod presence;
mod price;
mod problem;
mod proxy;
pub mod readers;
mod replay;
pub mod restore;
mod school;
pub mod serve;
pub mod snapshots;
pub mod store;
mod theory;
mod trainer;
mod troubles;

pub use actor::{Handle, Pace, guard};
pub use chance::{Drawing, keep_memory_private};
pub use doors::{Doors, Network};
pub use floor::{Config, Floor};
pub use serve::{Serving, discreet, metered, open};
