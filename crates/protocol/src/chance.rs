//! What is said about chance: chains, locks, parts, and windows to be dealt again. `docs/fairness.md` has the protocol.

use crate::{
    CheckpointView,
    messages::{KEY, messages},
};
use books::{Entry, Hash};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hash, as it is written.
pub const HASH: &str = "^[0-9a-f]{64}$";

messages! {
    /// A commitment.
    Commitment {
        /// The window: what one secret decides.
        window: u64,
        /// The hash of its secret.
        #[schemars(with = "String")]
        hash: Hash,
    }
    /// A chain of values, one for each window: a patron's part of the chance.
    AnchorRequest {
        /// Makes a retry harmless: the same key has one effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The end of the chain.
        #[schemars(with = "String", regex(pattern = HASH))]
        anchor: Hash,
        /// How many values it has.
        #[schemars(range(min = 1, max = 4096))]
        length: u16,
    }
    /// A part of the chance of a window.
    PartRequest {
        /// The window.
        window: u64,
        /// The leaf hash of the line that locked it.
        #[schemars(with = "String", regex(pattern = HASH))]
        lock: Hash,
        /// The value of one's chain at this window's depth.
        #[schemars(with = "String", regex(pattern = HASH))]
        value: Hash,
    }
    /// One's chain at a table.
    ChainView {
        /// Its end.
        #[schemars(with = "String")]
        anchor: Hash,
        /// How many values it has.
        length: u16,
        /// The first window it serves: the part of window *w* lies *w* − since + 1 steps before the end.
        since: u64,
    }
    /// Wagers are closed: open your part.
    LockView {
        /// The table.
        table: String,
        /// The window.
        window: u64,
        /// The line that locked it.
        seq: u64,
        /// Its leaf hash.
        #[schemars(with = "String")]
        leaf: Hash,
        /// What the house is committed to.
        #[schemars(with = "String")]
        commitment: Hash,
        /// Who has to open a part, in order.
        panel: Vec<u16>,
        /// How deep one's own part lies.
        depth: u64,
        /// Milliseconds until the window fails.
        until: u64,
        /// A signed head of the journal that covers the lock.
        head: CheckpointView,
    }
    /// A part has arrived. The signature proves it, should the journal say otherwise.
    HeardView {
        /// The table.
        table: String,
        /// The window.
        window: u64,
        /// The leaf hash of the line that locked it.
        #[schemars(with = "String")]
        lock: Hash,
        /// Who opened it.
        patron: u16,
        /// The value.
        #[schemars(with = "String")]
        value: Hash,
        /// The Ed25519 signature of the text in docs/fairness.md, hexadecimal, by the key that signs checkpoints.
        signature: String,
    }
}

/// A line of the journal about chance; docs/fairness.md has the protocol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ChanceView {
    /// A patron's client offers a chain.
    Anchored {
        /// Whose.
        patron: u16,
        /// Its end.
        #[schemars(with = "String")]
        anchor: Hash,
        /// How many values it has.
        length: u16,
        /// The first window it serves.
        since: u64,
    },
    /// The house commits itself to the secret of a window.
    Committed {
        /// The window.
        window: u64,
        /// The hash of its secret.
        #[schemars(with = "String")]
        commitment: Hash,
    },
    /// Wagers are closed, and these have to open their parts.
    Locked {
        /// The window.
        window: u64,
        /// Who, in order.
        panel: Vec<u16>,
        /// The commitment to the window after.
        #[schemars(with = "String")]
        next: Hash,
    },
    /// The parts are in.
    Mixed {
        /// The window.
        window: u64,
        /// Patron and value, in order of patrons.
        #[schemars(with = "Vec<(u16, String)>")]
        parts: Vec<(u16, Hash)>,
        /// The steps of delay, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u64>,
    },
    /// Somebody withheld a part: nothing of this window counts.
    Failed {
        /// The window.
        window: u64,
        /// Who withheld.
        withheld: Vec<u16>,
        /// The secret.
        #[schemars(with = "String")]
        secret: Hash,
    },
    /// A window is over.
    Turned {
        /// The window.
        window: u64,
        /// The secret.
        #[schemars(with = "String")]
        secret: Hash,
    },
    /// Windows are given up without their secrets.
    Abandoned {
        /// The first.
        first: u64,
        /// The last.
        last: u64,
        /// How far the first had got: `committed`, `locked` or `mixed`.
        after: String,
        /// Why: `restart`, `take-over` or `reopened`.
        why: String,
    },
}

impl ChanceView {
    /// What a line of a journal says of chance, if it does.
    pub fn of(entry: &Entry) -> Option<ChanceView> {
        let word = |value: serde_json::Result<serde_json::Value>| {
            value.ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
        };
        Some(match entry.clone() {
            Entry::Anchored { patron, anchor, length, since } => {
                ChanceView::Anchored { patron, anchor, length, since }
            }
            Entry::Committed { window, commitment } => ChanceView::Committed { window, commitment },
            Entry::Locked { window, panel, next } => ChanceView::Locked { window, panel, next },
            Entry::Mixed { window, parts, steps } => ChanceView::Mixed { window, parts, steps },
            Entry::Failed { window, withheld, secret } => ChanceView::Failed { window, withheld, secret },
            Entry::Turned { window, secret } => ChanceView::Turned { window, secret },
            Entry::Abandoned { first, last, after, why } => {
                let (after, why) = (word(serde_json::to_value(after)), word(serde_json::to_value(why)));
                ChanceView::Abandoned { first, last, after, why }
            }
            _ => return None,
        })
    }
}

/// The text that a [`HeardView`] signs.
pub fn heard_text(table: &str, window: u64, lock: Hash, patron: u16, value: Hash) -> String {
    format!("ch47 heard 2\n{table}\n{window}\n{lock}\n{patron}\n{value}\n")
}
