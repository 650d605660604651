//! What `ch47 odds --json` prints, with `--together` and with `--totals`.

use rules::{GameId, Readings, readings::bears_on};
use schemars::JsonSchema;
use serde::Serialize;
use views::odds::OddsView;

/// How doubtful words are read.
#[derive(Serialize, JsonSchema)]
pub struct ReadingChoice {
    /// The number of the reading.
    pub id: String,
    /// Which of its choices is taken, from 1.
    pub choice: u8,
    /// Whether that is the one by which live tables are dealt.
    pub is_decided: bool,
}

/// The readings that bear on a game's money and can be switched, and how they are read.
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

/// The exact odds of a game's wagers, and the readings they rest on.
#[derive(Serialize, JsonSchema)]
pub struct OddsJson {
    /// The odds.
    #[serde(flatten)]
    pub odds: OddsView,
    /// The readings of doubtful words that they rest on, of those that can be switched.
    pub readings: Vec<ReadingChoice>,
}

/// Several wagers of one patron, and what they come to together.
#[derive(Serialize, JsonSchema)]
pub struct TogetherJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The readings of doubtful words that this rests on, of those that can be switched.
    pub readings: Vec<ReadingChoice>,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// Each wager of the set.
    pub wagers: Vec<PartJson>,
    /// What is staked whatever comes, in cents.
    pub first_stake: i64,
    /// What is staked on average, in cents, n/d.
    pub outlay: String,
    /// What the patron gains on average, in cents, n/d.
    pub mean: String,
    /// The variance of the gain, in square cents, n/d.
    pub variance: String,
    /// The standard deviation of the gain, in cents, rounded.
    pub standard_deviation: f64,
    /// What the house keeps on average, per unit of the first stake, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
    /// What the house keeps on average, per unit of the outlay, n/d.
    pub edge_of_outlay: String,
    /// The same in percent, rounded.
    pub edge_of_outlay_percent: String,
    /// The chance to come out ahead, n/d.
    pub wins: String,
    /// The chance to come out behind, n/d.
    pub loses: String,
    /// Of how many equally likely deals, as text, if they were counted.
    pub combinations: Option<String>,
    /// Every way in which the set may end, the lowest gain first.
    pub results: Vec<EndJson>,
}

/// A wager of a set.
#[derive(Serialize, JsonSchema)]
pub struct PartJson {
    /// The wager, as it was written.
    pub wager: String,
    /// The stake in cents.
    pub stake: i64,
    /// The chance that it is made, n/d: odds are made only if a point is.
    pub made: String,
}

/// A way in which a set may end.
#[derive(Serialize, JsonSchema)]
pub struct EndJson {
    /// What the patron gains, in cents.
    pub net: i64,
    /// What was staked on the way, in cents.
    pub staked: i64,
    /// The chance, n/d.
    pub chance: String,
}

/// How often the hands of a coup come to each pair of counts, with so many cards.
#[derive(Serialize, JsonSchema)]
pub struct TotalsJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// Of how many equally likely deals, as text.
    pub combinations: String,
    /// Every pair of counts with every number of cards.
    pub totals: Vec<TotalJson>,
}

/// A pair of counts with a number of cards.
#[derive(Serialize, JsonSchema)]
pub struct TotalJson {
    /// The count of the Player's Hand.
    pub player: u8,
    /// The count of the Banker's Hand.
    pub banker: u8,
    /// How many cards both hands have together.
    pub cards: usize,
    /// In how many deals, as text.
    pub combinations: String,
    /// The chance, n/d.
    pub chance: String,
}
