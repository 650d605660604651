//! The house way of pai gow poker and of pai gow as JSON.

use schemars::JsonSchema;
use serde::Serialize;

/// The house way, and how often hands win that are set by it.
#[derive(Serialize, JsonSchema)]
pub struct HouseWayJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// Its rules; the first that fits sets a hand.
    pub rules: Vec<HouseRuleJson>,
    /// How many pairs of hands there are, as text.
    pub deals: String,
    /// In how many of them both hands of the player are higher, as text.
    pub wins: String,
    /// The same in percent, rounded.
    pub wins_percent: String,
    /// In how many one hand is higher, as text.
    pub pushes: String,
    /// The same in percent, rounded.
    pub pushes_percent: String,
    /// In how many neither is higher, as text.
    pub loses: String,
    /// The same in percent, rounded.
    pub loses_percent: String,
    /// How often the high hands are copies, in percent, rounded.
    pub high_copies_percent: String,
    /// How often the low hands are copies, in percent, rounded.
    pub low_copies_percent: String,
    /// What a player loses on average who banks against one hand, per unit staked, in percent, rounded.
    pub bank_edge_percent: String,
}

/// A rule of the house way.
#[derive(Serialize, JsonSchema)]
pub struct HouseRuleJson {
    /// The rule, as it is written.
    pub rule: String,
    /// How many of all hands it sets.
    pub hands: u64,
    /// The same in percent, rounded.
    pub percent: String,
}

/// Every way to set a hand.
#[derive(Serialize, JsonSchema)]
pub struct SettingsJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The seven cards, or the four tiles.
    pub hand: String,
    /// How many hands the bank may hold.
    pub against: u64,
    /// All settings, the best first: 21 of cards, three of tiles.
    pub settings: Vec<SettingJson>,
}

/// One way to set a hand.
#[derive(Serialize, JsonSchema)]
pub struct SettingJson {
    /// The low hand.
    pub low: String,
    /// The high hand.
    pub high: String,
    /// What the high hand is; of tiles, the low hand and the high hand.
    pub kind: String,
    /// Whether the low hand outranks the high hand: then it loses.
    pub foul: bool,
    /// Whether the house way makes these hands.
    pub house_way: bool,
    /// Against how many hands of the bank it wins.
    pub wins: u64,
    /// The same in percent, rounded.
    pub wins_percent: String,
    /// Against how many it loses.
    pub loses: u64,
    /// The same in percent, rounded.
    pub loses_percent: String,
    /// The average gain per unit staked, n/d.
    pub gain: String,
    /// The same in percent, rounded.
    pub gain_percent: String,
}
