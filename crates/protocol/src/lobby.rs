//! A table as one sees it from the lobby, and coming to it.

use crate::messages::{KEY, SPOKEN, messages};
use books::{Picture, TotalView};
use rules::{Outcome, kit::cards::Card};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

messages! {
    /// The least and the most that one wager may be, in cents; none where no limit is posted.
    LimitsView {
        /// The least.
        least: Option<i64>,
        /// The most.
        most: Option<i64>,
    }
    /// What the house keeps of a wager.
    EdgeView {
        /// The wager.
        wager: String,
        /// What it keeps on average, in percent, rounded.
        percent: String,
    }
    /// How a round ended.
    ResultView {
        /// What dice, ball or wheel showed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// What the hands counted that belong to no seat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        totals: Vec<TotalView>,
        /// The spread between the first two cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spread: Option<u8>,
        /// The dealer's cards, where hands are ranked and not counted.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cards: Vec<Card>,
    }
    /// A table as one sees it in passing.
    GlanceView {
        /// Who has a place or a wager there.
        here: Vec<HereView>,
        /// Everything on the table beside the wagers; after a round, what it ended with.
        picture: Picture,
    }
    /// Somebody at a table, seen in passing.
    HereView {
        /// The name.
        name: String,
        /// Whether it is a house player.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        house: bool,
    }
    /// One's own money, in cents. There is one balance: chips are bought when a wager needs them.
    MoneyView {
        /// All one has: the wallet, and the chips at every table.
        balance: i64,
        /// What can be wagered at this table now: all of it, but what is offered with a spoken wager.
        free: i64,
    }
    /// Somebody comes to a table.
    JoinRequest {
        /// Makes a retry harmless: the same key has one effect. 8 to 64 letters, digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// Whether to take a place at once, if one is free.
        #[serde(default)]
        sit: bool,
    }
    /// Another name for oneself.
    NewName {
        /// The name, in any script.
        #[schemars(regex(pattern = SPOKEN))]
        name: String,
    }
}
