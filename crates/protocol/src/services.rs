//! External systems: their tokens, the patrons they act for, and the events they follow.

use crate::{
    Role, Secret, StepView,
    messages::{NAME, SPOKEN, TABLE, messages},
    queries::{MOST, PAGE},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The header in which a service names the patron it acts for, by that patron's id in its own system.
pub const FOR_PATRON: &str = "ch47-patron";
/// The pattern of a patron's id in an external system: visible ASCII characters.
pub const EXTERNAL: &str = "^[!-~]{1,64}$";
/// In a token's list of tables: every table.
pub const EVERY_TABLE: &str = "*";

/// The longest that a request for events waits, in milliseconds.
pub const LONGEST_WAIT: u64 = 20_000;

fn usual_events() -> u64 {
    100
}

messages! {
    /// A request to create a token for a service.
    NewToken {
        /// The service. All tokens of a service share its patrons, so a token can be replaced without losing
        /// them.
        #[schemars(regex(pattern = NAME))]
        service: String,
        /// The service's role when it does not act for a patron; never administrator.
        role: Role,
        /// The tables it may use; `*` for all of them.
        #[schemars(length(min = 1, max = 100))]
        tables: Vec<String>,
        /// The names of the actions it may take, as listed in `roles.md`.
        #[schemars(length(min = 1, max = 100))]
        actions: Vec<String>,
        /// When it expires, in milliseconds since 1970, UTC; by default it works until it is revoked.
        #[serde(default)]
        expires: Option<i64>,
    }
    /// A token's details. The token itself is not stored.
    TokenView {
        /// The id with which it can be revoked.
        id: String,
        /// The service.
        service: String,
        /// The service's role when it does not act for a patron.
        role: Role,
        /// The tables it may use.
        tables: Vec<String>,
        /// The actions it may take.
        actions: Vec<String>,
        /// The account that created it.
        by: String,
        /// When it was created, in milliseconds since 1970, UTC.
        created: i64,
        /// When it expires; absent if it works until it is revoked.
        expires: Option<i64>,
    }
    /// A token that was just created.
    IssuedToken {
        /// The token. It is shown only once: send it as `Authorization: Bearer …`.
        #[schemars(with = "String")]
        token: Secret,
        /// The token's details.
        about: TokenView,
    }
    /// A request to register a patron of a service.
    NewPatron {
        /// The patron's id in the service's own system; it never changes.
        #[schemars(regex(pattern = EXTERNAL))]
        id: String,
        /// The name that others see; the account's name by default.
        #[serde(default)]
        #[schemars(regex(pattern = SPOKEN))]
        name: Option<String>,
    }
    /// A patron for whom a service acts.
    PatronView {
        /// The patron's id in the service's own system.
        id: String,
        /// The account name used in journals and in the ledger.
        account: String,
    }
    /// Which events to return.
    EventsQuery {
        /// the first line: 0, or `next` from the previous answer
        #[serde(default)]
        #[schemars(range(max = MOST), example = 0)]
        from: u64,
        /// at most this many lines
        #[serde(default = "usual_events")]
        #[schemars(range(max = PAGE), example = 100)]
        limit: u64,
        /// how long to wait for a line if there is none yet, in milliseconds
        #[serde(default)]
        #[schemars(range(max = LONGEST_WAIT), example = 0)]
        wait: u64,
    }
    /// What happened at a table, line by line.
    EventsView {
        /// The lines, as far as the caller may know them: a service sees what each of its patrons sees.
        events: Vec<StepView>,
        /// The `from` of the next request.
        next: u64,
    }
}

/// Whether this is valid in a token's list of tables.
pub fn is_table(name: &str) -> bool {
    let rest = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    debug_assert_eq!(TABLE, "^[A-Za-z0-9][A-Za-z0-9-]{0,31}$");
    name == EVERY_TABLE || (1..=32).contains(&name.len()) && name.bytes().all(rest) && !name.starts_with('-')
}
