//! The output of `ch47 odds --json`, with `--together` and with `--totals`.

use rules::{GameId, Readings, readings::bears_on};
use schemars::JsonSchema;
use serde::Serialize;
use views::odds::OddsView;

/// A reading, and the choice that is used.
#[derive(Serialize, JsonSchema)]
pub struct ReadingChoice {
    /// The number of the reading.
    pub id: String,
    /// The choice used, from 1.
    pub choice: u8,
    /// Whether this is the choice that live tables use.
    pub is_decided: bool,
}

/// The readings that affect a game's money and can be switched, with the choices used.
pub fn read(game: GameId, readings: &Readings) -> Vec<ReadingChoice> {
    let mut all = Vec::new();
    readings.each(&mut |switch, choice| {
        if bears_on(switch.id, game) {
            all.push(ReadingChoice {
                id: switch.id.to_owned(),
                choice,
                is_decided: choice == switch.decided,
            });
        }
    });
    all
}

/// The exact odds of a game's wagers, and the readings they depend on.
#[derive(Serialize, JsonSchema)]
pub struct OddsJson {
    /// The odds.
    #[serde(flatten)]
    pub odds: OddsView,
    /// The switchable readings that the odds depend on.
    pub readings: Vec<ReadingChoice>,
}

/// Several wagers of one patron, and their combined result.
#[derive(Serialize, JsonSchema)]
pub struct TogetherJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The switchable readings that the result depends on.
    pub readings: Vec<ReadingChoice>,
    /// The number of unseen cards in the shoe, if the cards seen were given.
    pub unseen: Option<u16>,
    /// Each wager of the set.
    pub wagers: Vec<PartJson>,
    /// The amount staked in any case, in cents.
    pub first_stake: i64,
    /// The average amount staked, in cents, as n/d.
    pub outlay: String,
    /// The patron's average gain in cents, as n/d.
    pub mean: String,
    /// The variance of the gain in square cents, as n/d.
    pub variance: String,
    /// The standard deviation of the gain, in cents, rounded.
    pub standard_deviation: f64,
    /// The house edge per unit of the first stake, as n/d.
    pub edge: String,
    /// The house edge per unit of the first stake, in percent, rounded.
    pub edge_percent: String,
    /// The house edge per unit of the outlay, as n/d.
    pub edge_of_outlay: String,
    /// The house edge per unit of the outlay, in percent, rounded.
    pub edge_of_outlay_percent: String,
    /// The probability of a net gain, as n/d.
    pub wins: String,
    /// The probability of a net loss, as n/d.
    pub loses: String,
    /// The number of equally likely deals, as text, if they were counted.
    pub combinations: Option<String>,
    /// The possible outcomes of the set, lowest gain first.
    pub results: Vec<EndJson>,
}

/// A wager of a set.
#[derive(Serialize, JsonSchema)]
pub struct PartJson {
    /// The wager, as written by the user.
    pub wager: String,
    /// The stake, in cents.
    pub stake: i64,
    /// The probability that it is made, as n/d: odds are made only if there is a point.
    pub made: String,
}

/// A possible outcome of a set of wagers.
#[derive(Serialize, JsonSchema)]
pub struct EndJson {
    /// The patron's gain, in cents.
    pub net: i64,
    /// The amount staked along the way, in cents.
    pub staked: i64,
    /// The probability, as n/d.
    pub chance: String,
}

/// The joint distribution of both hands' totals and the number of cards in a coup.
#[derive(Serialize, JsonSchema)]
pub struct TotalsJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The switchable readings that the figures depend on.
    pub readings: Vec<ReadingChoice>,
    /// The number of unseen cards in the shoe, if the cards seen were given.
    pub unseen: Option<u16>,
    /// The number of equally likely deals, as text.
    pub combinations: String,
    /// Every pair of totals with every number of cards.
    pub totals: Vec<TotalJson>,
}

/// A pair of totals with the numbers of cards.
#[derive(Serialize, JsonSchema)]
pub struct TotalJson {
    /// The total of the Player's Hand.
    pub player: u8,
    /// The total of the Banker's Hand.
    pub banker: u8,
    /// The number of cards in the Player's Hand.
    pub player_cards: u8,
    /// The number of cards in the Banker's Hand.
    pub banker_cards: u8,
    /// The number of deals, as text.
    pub combinations: String,
    /// The probability, as n/d.
    pub chance: String,
}
