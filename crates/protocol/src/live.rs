//! Messages on a live connection.

use crate::{
    ActRequest, AnchorRequest, HeardView, LockView, Offer, PartRequest, PresenceView, Problem, Receipt,
    StepView, TableView, services::EXTERNAL,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message from a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum FromClient {
    /// Acts at the table; see [`ActRequest`].
    Act(ActRequest),
    /// Acts for a patron of the service that opened the connection.
    ActFor {
        /// The patron's id in the service's own system.
        #[schemars(regex(pattern = EXTERNAL))]
        patron: String,
        /// The act; see [`ActRequest`].
        act: ActRequest,
    },
    /// Declares that you have finished wagering in this betting window. The response is a `presence` message.
    Ready {
        /// Idempotency key.
        key: String,
    },
    /// Offers a hash chain, one value of which is revealed in each window; see [`AnchorRequest`].
    Anchor(AnchorRequest),
    /// Opens your part of a window, in answer to [`FromServer::Lock`].
    Open(PartRequest),
    /// Asks what you may do now.
    Offers,
    /// Asks for all lines from this one on.
    Resume {
        /// The number of the first line to send.
        from: u64,
    },
}

/// A message from the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromServer {
    /// The table as it is now; lines from `next` on follow.
    Table(Box<TableView>),
    /// A line was written to the journal.
    Step(Box<StepView>),
    /// Your request was written to the journal.
    Receipt(Receipt),
    /// Wagers are closed, and you must open your part.
    Lock(LockView),
    /// Your part has arrived.
    Heard(HeardView),
    /// What you may do now.
    Offers {
        /// Every act that would be accepted.
        offers: Vec<Offer>,
    },
    /// Someone arrived or left, or your `ready` flag changed.
    Presence(PresenceView),
    /// Your request was not written to the journal.
    Problem(Problem),
    /// Lines were dropped because the connection is slow: resume from this one.
    Resync {
        /// The number of the first line that was dropped.
        from: u64,
    },
}
