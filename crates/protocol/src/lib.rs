//! The JSON messages shared by the server, the web app and the command line.
//!
//! Amounts are whole cents. There are no floats and no maps, so a message has the same bytes wherever it is
//! written. [`routes`] declares every route once; the server's router, the documents and the clients are
//! derived from it.

/// The subprotocol of live connections. It names the version of all messages; a floor speaks exactly one
/// version.
pub const SUBPROTOCOL: &str = "ch47.v2";

/// The close code of a live connection whose session has ended.
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
