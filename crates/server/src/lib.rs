//! The floor: tables that people sit at.

pub mod actor;
pub mod chance;
pub mod hall;
pub mod keys;
pub mod problem;
pub mod store;
