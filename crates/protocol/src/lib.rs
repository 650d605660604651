//! The one JSON of server, web and command line.
//!
//! Amounts are whole cents. There are no floats and no maps, so the bytes of a message are the same wherever it is
//! written. [`routes`] declares every route once; the server's router, the documents and the clients follow from it.

/// The subprotocol of live connections: it names the version of all messages, and a floor speaks one version.
pub const SUBPROTOCOL: &str = "ch47.v2";

/// The code with which a live connection is closed when the log-in behind it has ended.
pub const LOGGED_OUT: u16 = 4401;

mod chance;
mod console;
mod content;
mod deal;
mod live;
mod lobby;
pub mod messages;
pub mod openapi;
mod problem;
mod queries;
mod roles;
pub mod routes;
mod school;
mod secret;
mod services;
mod views;

pub use self::views::*;
pub use ::views::{
    Refused,
    check::{NoticeView, Sign},
    options::SettingsSchema,
};
pub use chance::*;
pub use console::*;
pub use deal::*;
pub use felt::FeltView;
pub use live::{FromClient, FromServer};
pub use lobby::*;
pub use messages::*;
pub use problem::{Problem, ProblemCode};
pub use queries::*;
pub use roles::{Role, Scope};
pub use routes::{Action, Capacity, ROUTES, Route, Row, route};
pub use school::*;
pub use secret::Secret;
pub use services::*;
