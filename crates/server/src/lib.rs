//! The floor: tables that people sit at, durable and audited, in one process or several.
//!
//! [`actor`] runs a table, [`hall`] tells what may be told of it, [`store`] keeps it, [`people`] knows who is here,
//! [`floor`] holds all of it together, and [`http`] and [`live`] let the world in.

pub mod actor;
pub mod chance;
pub mod clock;
pub mod floor;
pub mod hall;
pub mod http;
pub mod keys;
pub mod limits;
pub mod live;
pub mod people;
pub mod problem;
pub mod proxy;
pub mod store;
pub mod serve;

pub use floor::{Config, Floor};
pub use serve::{Serving, metered, open};
