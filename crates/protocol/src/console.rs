//! What the console of a physical table sends to the floor. Patrons there need no account: staff seat them
//! and act for them.

use crate::{Credentials, Receipt, messages::*};
use ::views::Refused;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

messages! {
    /// Entries from a console, in order. Either all of them take effect or none.
    ConsoleRequest {
        /// Idempotency key: repeating a request with the same key has no further effect. 8 to 64 letters,
        /// digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The number of the last line that the console shows. If the table has moved on since then, nothing
        /// takes effect.
        seen: u64,
        /// What happened at the table.
        #[schemars(length(min = 1, max = 200))]
        entries: Vec<ConsoleEntry>,
        /// Another person's name and password, for entries that only a floorperson or a pit clerk may make.
        #[serde(default)]
        badge: Option<Credentials>,
        /// If true, a card, a roll or a number is refused until the steps before it have been entered.
        /// Otherwise those steps are implied.
        #[serde(default)]
        strict: bool,
    }
    /// The result of a console request.
    ConsoleTold {
        /// The receipt for the last line; absent if nothing took effect.
        receipt: Option<Receipt>,
        /// The lines as they stand in the journal, including the implied ones.
        lines: Vec<String>,
        /// The entry that the law refuses, if any. In that case nothing took effect.
        refused: Option<ConsoleRefused>,
    }
    /// An entry that the law refuses.
    ConsoleRefused {
        /// The index of the entry in the request, from 0.
        entry: u32,
        /// The line that is refused.
        line: String,
        /// The provision that forbids it, and the reason.
        refused: Refused,
    }
    /// A line that was entered incorrectly.
    Correction {
        /// The number of the incorrect line.
        line: u64,
        /// The lines that replace it; empty if nothing of the kind happened.
        instead: Vec<String>,
    }
    /// Chips of one value.
    Chips {
        /// What one of them is worth, in cents.
        value: i64,
        /// How many there are.
        pieces: u32,
    }
    /// A count of the chips in a table's bank, in cents.
    CountView {
        /// The number of the journal line that records it.
        seq: u64,
        /// When, in milliseconds since 1970, UTC.
        at: i64,
        /// The person who counted the chips.
        by: String,
        /// The person who watched the count.
        witness: String,
        /// How many pieces there were of each value, the highest first.
        chips: Vec<Chips>,
        /// The total value of the chips.
        counted: i64,
        /// The total according to the ledger.
        ledger: i64,
    }
    /// A line that its dealer may still correct.
    ConsoleLine {
        /// The number of the line in the journal.
        seq: u64,
        /// What the line says, in the notation.
        line: String,
    }
}

/// One entry made at a console.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConsoleEntry {
    /// A line of the notation: a step of the dealer, a wager or decision of a patron without an account, what
    /// the equipment shows, or an irregularity.
    Tell {
        /// The line: `dealer deals`, `p3@2 hand 25`, `p3 stands`, `9s`, `irregularity foreign object`.
        #[schemars(length(max = 200))]
        line: String,
    },
    /// A patron without an account arrives, or is given a name, a card number or colored chips of a value.
    Seat {
        /// The patron's number: the next free one for a new patron.
        patron: u16,
        /// The patron's name, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The number of the patron's player card, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
        /// What one chip of the patron's color is worth, in cents, where colors have no value of their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chip: Option<i64>,
    },
    /// A patron without an account buys chips for cash.
    BuyIn {
        /// The number of the patron.
        patron: u16,
        /// The amount, in cents.
        cents: i64,
    },
    /// A patron without an account leaves with chips.
    TakeAway {
        /// The number of the patron.
        patron: u16,
        /// The amount, in cents.
        cents: i64,
    },
    /// Lines of this round were entered incorrectly.
    Correct {
        /// The incorrect lines, in journal order.
        lines: Vec<Correction>,
        /// Why they are corrected; kept in the journal.
        #[schemars(length(min = 1, max = 200))]
        reason: String,
    },
    /// The cage sends chips to the table.
    Fill {
        /// The amount, in cents.
        cents: i64,
        /// The number of the slip.
        #[schemars(regex(pattern = SLIP))]
        slip: String,
    },
    /// The table sends chips to the cage.
    Credit {
        /// The amount, in cents.
        cents: i64,
        /// The number of the slip.
        #[schemars(regex(pattern = SLIP))]
        slip: String,
    },
    /// The chips in the table's bank are counted, between rounds: whoever is logged in counts, and the badge is the
    /// witness's, or the other way round. One of them is a floorperson.
    Count {
        /// How many pieces there are of each value. What is not named is not there.
        #[schemars(length(max = 40))]
        chips: Vec<Chips>,
    },
    /// Something about the round or the table that no rule asks about. It decides nothing; the journal keeps it.
    Remark {
        /// The remark: `the drop box was exchanged: 4711 for 4712`.
        #[schemars(length(min = 1, max = 200))]
        text: String,
    },
    /// The table closes.
    Close {},
}
