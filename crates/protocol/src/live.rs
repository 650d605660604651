//! What is said on a live connection.

use crate::{
    ActRequest, AnchorRequest, HeardView, LockView, Offer, PartRequest, PresenceView, Problem, Receipt,
    StepView, TableView, services::EXTERNAL,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a client says on a live connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum FromClient {
    /// Does something; see [`ActRequest`].
    Act(ActRequest),
    /// Does something for a patron of the service that opened the connection.
    ActFor {
        /// The patron's id in the service's own system.
        #[schemars(regex(pattern = EXTERNAL))]
        patron: String,
        /// What; see [`ActRequest`].
        act: ActRequest,
    },
    /// Says that one is done with one's wagers for this betting window. The answer is a `presence`.
    Ready {
        /// Makes a retry harmless.
        key: String,
    },
    /// Offers a chain, of which one value is opened in each window; see [`AnchorRequest`].
    Anchor(AnchorRequest),
    /// Opens one's part of a window, in answer to [`FromServer::Lock`].
    Open(PartRequest),
    /// Asks what one may do now.
    Offers,
    /// Asks for everything from this line on.
    Resume {
        /// The line.
        from: u64,
    },
}

/// What the server says on a live connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromServer {
    /// The table as it is; lines follow from `next` on.
    Table(Box<TableView>),
    /// A line was written.
    Step(Box<StepView>),
    /// One's own request was written.
    Receipt(Receipt),
    /// Wagers are closed, and one has to open one's part.
    Lock(LockView),
    /// One's part has arrived.
    Heard(HeardView),
    /// What one may do now.
    Offers {
        /// All of it.
        offers: Vec<Offer>,
    },
    /// Somebody came or left, or it has changed whether you are ready.
    Presence(PresenceView),
    /// One's request was not written.
    Problem(Problem),
    /// Lines were left out because the connection is slow: resume from this one.
    Resync {
        /// The line.
        from: u64,
    },
}
