//! What the console of a physical table tells the floor. Patrons there need no account: staff seat them and act for them.

use crate::{Credentials, Receipt, messages::*};
use ::views::Refused;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

messages! {
    /// Entries of a console, told in order: all of them, or none.
    ConsoleRequest {
        /// Makes a retry harmless: the same key has one effect. 8 to 64 letters, digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// The number of the last line that the console shows. If the table has gone on since, nothing is told.
        seen: u64,
        /// What to tell.
        #[schemars(length(min = 1, max = 200))]
        entries: Vec<ConsoleEntry>,
        /// Somebody else's name and password, for entries that are theirs to tell: a floorperson's, or the pit clerk's.
        #[serde(default)]
        badge: Option<Credentials>,
        /// Whether a card, dice or a number must not stand for the steps that come before it.
        #[serde(default)]
        strict: bool,
    }
    /// What became of the entries.
    ConsoleTold {
        /// The receipt for the last line; none if nothing was told.
        receipt: Option<Receipt>,
        /// The lines as they are in the journal, with those that were implied.
        lines: Vec<String>,
        /// The entry that the law refuses, if there is one: then nothing was told.
        refused: Option<ConsoleRefused>,
    }
    /// An entry that the law refuses.
    ConsoleRefused {
        /// Its place among the entries, from 0.
        entry: u32,
        /// Its line.
        line: String,
        /// Why.
        refused: Refused,
    }
    /// A line that was told wrongly.
    Correction {
        /// Its number.
        line: u64,
        /// The lines that should stand there; none if nothing of the kind happened.
        instead: Vec<String>,
    }
    /// A line that its dealer may still correct.
    ConsoleLine {
        /// Its number.
        seq: u64,
        /// What it says.
        line: String,
    }
}

/// Something that is told at a console.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConsoleEntry {
    /// A line of the notation: a step of the dealer, a wager or a decision of a patron without an account, what the
    /// equipment shows, or an irregularity.
    Tell {
        /// The line: `dealer deals`, `p3@2 hand 25`, `p3 stands`, `9s`, `irregularity foreign object`.
        #[schemars(length(max = 200))]
        line: String,
    },
    /// Somebody without an account comes, or gets a name or a card number.
    Seat {
        /// The number: the next free one for somebody new.
        patron: u16,
        /// The name, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The number of a player's card, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
    },
    /// A patron without an account buys chips for cash.
    BuyIn {
        /// Who.
        patron: u16,
        /// For how much, in cents.
        cents: i64,
    },
    /// A patron without an account takes chips away.
    TakeAway {
        /// Who.
        patron: u16,
        /// How many, in cents.
        cents: i64,
    },
    /// Lines of this round were told wrongly.
    Correct {
        /// Which lines, in their order.
        lines: Vec<Correction>,
        /// Why.
        #[schemars(length(min = 1, max = 200))]
        reason: String,
    },
    /// Chips come from the cage.
    Fill {
        /// How many, in cents.
        cents: i64,
        /// The number of the slip.
        #[schemars(regex(pattern = SLIP))]
        slip: String,
    },
    /// Chips go to the cage.
    Credit {
        /// How many, in cents.
        cents: i64,
        /// The number of the slip.
        #[schemars(regex(pattern = SLIP))]
        slip: String,
    },
    /// The table closes.
    Close {},
}
