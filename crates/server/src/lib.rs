//! The floor: tables that people sit at.

pub mod store;
