//! Messages about committed chance: hash chains, locks, parts, and windows that are drawn again.
//! `docs/fairness.md` describes the protocol.

use crate::{
    CheckpointView,
    messages::{KEY, messages},
};
use books::{Entry, Hash};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The pattern of a hash: 64 lowercase hexadecimal digits.
pub const HASH: &str = "^[0-9a-f]{64}$";

messages! {
    /// The house's commitment to the secret of a window.
    Commitment {
        /// The number of the window. One secret decides everything drawn in a window.
        window: u64,
        /// The hash of the window's secret.
        #[schemars(with = "String")]
        hash: Hash,
    }
    /// A hash chain with one value for each window: a patron's part of the chance.
    AnchorRequest {
        /// Idempotency key: repeating a request with the same key has no further effect.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The end of the chain. Values are revealed backward from here.
        #[schemars(with = "String", regex(pattern = HASH))]
        anchor: Hash,
        /// The number of values in the chain.
        #[schemars(range(min = 1, max = 4096))]
        length: u16,
    }
    /// A part of the chance of a window.
    PartRequest {
        /// The number of the window.
        window: u64,
        /// The leaf hash of the journal line that locked the window.
        #[schemars(with = "String", regex(pattern = HASH))]
        lock: Hash,
        /// The value of your chain for this window.
        #[schemars(with = "String", regex(pattern = HASH))]
        value: Hash,
    }
    /// Your chain at a table.
    ChainView {
        /// The end of the chain.
        #[schemars(with = "String")]
        anchor: Hash,
        /// The number of values in the chain.
        length: u16,
        /// The first window the chain serves. The value for window *w* lies *w* − `since` + 1 steps before
        /// the end.
        since: u64,
    }
    /// Wagers are closed: open your part now.
    LockView {
        /// The name of the table.
        table: String,
        /// The number of the window.
        window: u64,
        /// The number of the journal line that locked the window.
        seq: u64,
        /// The leaf hash of that line.
        #[schemars(with = "String")]
        leaf: Hash,
        /// The house's commitment to its secret.
        #[schemars(with = "String")]
        commitment: Hash,
        /// The patrons who must open a part, in order.
        panel: Vec<u16>,
        /// How many steps before the end of your chain this window's value lies.
        depth: u64,
        /// Milliseconds until the window fails.
        until: u64,
        /// A signed journal head that covers the lock.
        head: CheckpointView,
    }
    /// A part has arrived. The signature is proof, in case the journal later says otherwise.
    HeardView {
        /// The name of the table.
        table: String,
        /// The number of the window.
        window: u64,
        /// The leaf hash of the journal line that locked the window.
        #[schemars(with = "String")]
        lock: Hash,
        /// The number of the patron who opened it.
        patron: u16,
        /// The value that was revealed.
        #[schemars(with = "String")]
        value: Hash,
        /// The Ed25519 signature (hexadecimal) of the text described in docs/fairness.md, made with the key
        /// that signs checkpoints.
        signature: String,
    }
}

/// A journal line about chance; docs/fairness.md describes the protocol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ChanceView {
    /// A patron's client offers a hash chain.
    Anchored {
        /// The number of the patron.
        patron: u16,
        /// The end of the chain.
        #[schemars(with = "String")]
        anchor: Hash,
        /// The number of values in the chain.
        length: u16,
        /// The first window the chain serves.
        since: u64,
    },
    /// The house commits to the secret of a window.
    Committed {
        /// The number of the window.
        window: u64,
        /// The hash of the window's secret.
        #[schemars(with = "String")]
        commitment: Hash,
    },
    /// Wagers are closed, and these patrons must open their parts.
    Locked {
        /// The number of the window.
        window: u64,
        /// The patrons who must open a part, in order.
        panel: Vec<u16>,
        /// The commitment to the secret of the next window.
        #[schemars(with = "String")]
        next: Hash,
    },
    /// All parts have arrived.
    Mixed {
        /// The number of the window.
        window: u64,
        /// Pairs of patron and value, in order of patron number.
        #[schemars(with = "Vec<(u16, String)>")]
        parts: Vec<(u16, Hash)>,
        /// The number of steps of the delay function; absent if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u64>,
    },
    /// Someone withheld a part, so this window does not count.
    Failed {
        /// The number of the window.
        window: u64,
        /// The patrons who withheld their parts.
        withheld: Vec<u16>,
        /// The secret of the house, now published.
        #[schemars(with = "String")]
        secret: Hash,
    },
    /// A window is over.
    Turned {
        /// The number of the window.
        window: u64,
        /// The secret of the house, now published.
        #[schemars(with = "String")]
        secret: Hash,
    },
    /// Windows are given up without publishing their secrets.
    Abandoned {
        /// The first window that is given up.
        first: u64,
        /// The last window that is given up.
        last: u64,
        /// How far the first window had progressed: `committed`, `locked` or `mixed`.
        after: String,
        /// The reason: `restart`, `take-over` or `reopened`.
        why: String,
    },
}

impl ChanceView {
    /// What a journal entry says about chance, or `None` if it is about something else.
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
