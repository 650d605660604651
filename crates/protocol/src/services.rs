//! Other people's systems: the tokens they show, the patrons they act for, and the events they follow.

use crate::{
    Role, Secret, StepView,
    messages::{NAME, SPOKEN, TABLE, messages},
    queries::{MOST, PAGE},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The header in which a service names the patron it acts for, by that patron's id in its own system.
pub const FOR_PATRON: &str = "ch47-patron";
/// A patron's id in another system: visible characters of ASCII.
pub const EXTERNAL: &str = "^[!-~]{1,64}$";
/// A token is for every table.
pub const EVERY_TABLE: &str = "*";

/// The longest that a request for events waits for one, in milliseconds.
pub const LONGEST_WAIT: u64 = 20_000;

fn usual_events() -> u64 {
    100
}

messages! {
    /// A token to create for a service.
    NewToken {
        /// The service. All tokens of a service share its patrons, so a token can be replaced without losing them.
        #[schemars(regex(pattern = NAME))]
        service: String,
        /// What the service is when it does not act for a patron; never an administrator.
        role: Role,
        /// The tables it may use; `*` for all of them.
        #[schemars(length(min = 1, max = 100))]
        tables: Vec<String>,
        /// The names of the actions it may take, as `roles.md` lists them.
        #[schemars(length(min = 1, max = 100))]
        actions: Vec<String>,
        /// When it stops working, in milliseconds since 1970, UTC; without a time it works until it is revoked.
        #[serde(default)]
        expires: Option<i64>,
    }
    /// What is known of a token. The token itself is not kept.
    TokenView {
        /// Its id, by which it is revoked.
        id: String,
        /// The service.
        service: String,
        /// What the service is when it does not act for a patron.
        role: Role,
        /// The tables it may use.
        tables: Vec<String>,
        /// The actions it may take.
        actions: Vec<String>,
        /// Who created it.
        by: String,
        /// When, in milliseconds since 1970, UTC.
        created: i64,
        /// When it stops working; none if it works until it is revoked.
        expires: Option<i64>,
    }
    /// A token that was just created.
    IssuedToken {
        /// The token. It is shown this once: put it into `Authorization: Bearer …`.
        #[schemars(with = "String")]
        token: Secret,
        /// What is known of it.
        about: TokenView,
    }
    /// A patron of a service.
    NewPatron {
        /// The patron's id in the service's own system; it never changes.
        #[schemars(regex(pattern = EXTERNAL))]
        id: String,
        /// The name that others see; without one, the account's.
        #[serde(default)]
        #[schemars(regex(pattern = SPOKEN))]
        name: Option<String>,
    }
    /// A patron for whom a service acts.
    PatronView {
        /// The patron's id in the service's own system.
        id: String,
        /// The account: the name in journals and in the ledger.
        account: String,
    }
    /// Which events.
    EventsQuery {
        /// the first line: 0, or `next` of the answer before
        #[serde(default)]
        #[schemars(range(max = MOST), example = 0)]
        from: u64,
        /// at most this many lines
        #[serde(default = "usual_events")]
        #[schemars(range(max = PAGE), example = 100)]
        limit: u64,
        /// how long to wait if there are none yet, in milliseconds
        #[serde(default)]
        #[schemars(range(max = LONGEST_WAIT), example = 0)]
        wait: u64,
    }
    /// What happened at a table, line by line.
    EventsView {
        /// The lines, as the asker may know them: a service sees what each of its patrons sees.
        events: Vec<StepView>,
        /// Where to go on.
        next: u64,
    }
}

/// Whether this can be a token's table.
pub fn is_table(name: &str) -> bool {
    let rest = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    debug_assert_eq!(TABLE, "^[A-Za-z0-9][A-Za-z0-9-]{0,31}$");
    name == EVERY_TABLE || (1..=32).contains(&name.len()) && name.bytes().all(rest) && !name.starts_with('-')
}
