//! The one JSON of server, web and command line.
//!
//! Amounts are whole cents. There are no floats and no maps, so the bytes of a message are the same wherever it is
//! written. [`actions`] says who may do what, and is also where the routes and their documents come from.

pub mod actions;
mod chance;
pub mod messages;
pub mod openapi;
mod secret;
mod views;

pub use actions::{ACTIONS, Action, Role, Row, Scope};
pub use chance::*;
pub use felt::FeltView;
pub use messages::*;
pub use secret::Secret;
pub use views::*;
