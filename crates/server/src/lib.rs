//! The floor: tables that people sit at.

pub mod limits;
pub mod people;
pub mod store;
