//! How a table appears in the lobby, and how to join it.

use crate::messages::{KEY, SPOKEN, messages};
use books::{Picture, TotalView};
use rules::{Outcome, kit::cards::Card};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

messages! {
    /// The smallest and largest wager, in cents; absent where no limit is posted.
    LimitsView {
        /// The minimum wager, in cents.
        least: Option<i64>,
        /// The maximum wager, in cents.
        most: Option<i64>,
    }
    /// The house edge of a wager.
    EdgeView {
        /// The name of the wager.
        wager: String,
        /// The house edge in percent, rounded.
        percent: String,
    }
    /// The result of a round.
    ResultView {
        /// What the dice, the ball or the wheel showed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// The totals of hands that belong to no seat, such as the dealer's.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        totals: Vec<TotalView>,
        /// The spread between the first two cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spread: Option<u8>,
        /// The dealer's cards, in games where hands are ranked rather than counted.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cards: Vec<Card>,
    }
    /// A table at a glance, for the lobby.
    GlanceView {
        /// The people who have a seat or a wager there.
        here: Vec<HereView>,
        /// Everything on the table other than wagers; after a round, how it ended.
        picture: Picture,
    }
    /// A person at a table, as shown in the lobby.
    HereView {
        /// The name that others see.
        name: String,
        /// Whether this is a house player.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        house: bool,
    }
    /// Your own money, in cents. There is one balance: chips are bought as wagers need them.
    MoneyView {
        /// Everything you have: the wallet, and the chips at every table.
        balance: i64,
        /// What you can wager at this table now: everything except cash already offered with a spoken wager.
        free: i64,
    }
    /// A request to join a table.
    JoinRequest {
        /// Idempotency key: repeating a request with the same key has no further effect. 8 to 64 letters,
        /// digits, `-` or `_`.
        #[schemars(regex(pattern = KEY))]
        key: String,
        /// Whether to take a seat right away if one is free.
        #[serde(default)]
        sit: bool,
    }
    /// A request to change your own name.
    NewName {
        /// The new name, in any script.
        #[schemars(regex(pattern = SPOKEN))]
        name: String,
    }
}
