//! What `ch47 odds --json` prints of games in which people choose.

use schemars::JsonSchema;
use serde::Serialize;

/// Chemin de fer between the Player and the Banker.
#[derive(Serialize, JsonSchema)]
pub struct CheminJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// The part of what he wins that the Banker pays, n/d.
    pub vigorish: String,
    /// Where the Banker has the choice: his count against the Player's third card.
    pub cells: Vec<String>,
    /// Every pair of pure strategies.
    pub strategies: Vec<StrategiesJson>,
    /// Strategies to which neither side has a better answer.
    pub equilibria: Vec<EquilibriumJson>,
    /// The same if both go by their two cards.
    pub by_cards: ByCardsJson,
}

/// Chemin de fer if both sides go by their two cards, and not by the count alone.
#[derive(Serialize, JsonSchema)]
pub struct ByCardsJson {
    /// The Player's two cards that count five, by their values.
    pub hands: Vec<[u8; 2]>,
    /// Where the Banker has the choice: his count, his two cards and the Player's third card.
    pub cells: Vec<String>,
    /// Pure strategies to which neither side has a better answer; there may be none.
    pub equilibria: Vec<PureEquilibriumJson>,
}

/// Pure strategies to which neither side has a better answer.
#[derive(Serialize, JsonSchema)]
pub struct PureEquilibriumJson {
    /// Whether the Player draws, with each of the hands.
    pub player: Vec<bool>,
    /// Whether the Banker draws, in each of the cells.
    pub banker: Vec<bool>,
    /// What the Player gains per unit staked, n/d.
    pub player_gain: String,
    /// The same in percent, rounded.
    pub player_gain_percent: String,
    /// What the Banker gains per unit staked, n/d.
    pub banker_gain: String,
    /// The same in percent, rounded.
    pub banker_gain_percent: String,
}

/// A pair of pure strategies and what each side gains on average.
#[derive(Serialize, JsonSchema)]
pub struct StrategiesJson {
    /// Whether the Player draws on five.
    pub player: bool,
    /// Whether the Banker draws, in each of the cells.
    pub banker: Vec<bool>,
    /// What the Player gains per unit staked, n/d.
    pub player_gain: String,
    /// The same in percent, rounded.
    pub player_gain_percent: String,
    /// What the Banker gains per unit staked, n/d.
    pub banker_gain: String,
    /// The same in percent, rounded.
    pub banker_gain_percent: String,
}

/// Chances to which neither side has a better answer.
#[derive(Serialize, JsonSchema)]
pub struct EquilibriumJson {
    /// With what chance the Player draws on five, n/d.
    pub player: String,
    /// With what chance the Banker draws, in each of the cells, n/d.
    pub banker: Vec<String>,
    /// What the Player gains per unit staked, n/d.
    pub player_gain: String,
    /// The same in percent, rounded.
    pub player_gain_percent: String,
    /// What the Banker gains per unit staked, n/d.
    pub banker_gain: String,
    /// The same in percent, rounded.
    pub banker_gain_percent: String,
}

/// Caribbean stud under every strategy.
#[derive(Serialize, JsonSchema)]
pub struct StudJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The ante in cents.
    pub ante: i64,
    /// Whether the limit on what a hand is paid (16.12) cuts some payments at this ante.
    pub limit_binds: bool,
    /// Of how many equally likely deals, as text.
    pub deals: String,
    /// Each strategy, the best first.
    pub strategies: Vec<StudStrategyJson>,
    /// Each kind of hand, the highest first.
    pub hands: Vec<StudHandJson>,
    /// What the best strategy does with an ace and a king.
    pub ace_king: Vec<StudChoiceJson>,
    /// The progressive wager.
    pub progressive: ProgressiveJson,
}

/// What a strategy is worth, per unit of the ante.
#[derive(Serialize, JsonSchema)]
pub struct StudStrategyJson {
    /// Its name.
    pub name: String,
    /// What it does.
    pub says: String,
    /// The chance that the player bets, n/d.
    pub bets: String,
    /// The same in percent, rounded.
    pub bets_percent: String,
    /// What the house keeps on average per unit of the ante, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
    /// What it keeps of all that is staked, n/d.
    pub risk: String,
    /// The same in percent, rounded.
    pub risk_percent: String,
    /// The chance to come out ahead, n/d.
    pub wins: String,
    /// The standard deviation of the gain per unit of the ante, rounded.
    pub standard_deviation: f64,
    /// All of it.
    #[serde(flatten)]
    pub spread: SpreadOfGains,
}

/// How the gain of a wager scatters, with what follows it in the course of the round.
#[derive(Serialize, JsonSchema)]
pub struct SpreadOfGains {
    /// The variance of the gain per unit of the first wager, n/d.
    pub variance: String,
    /// What is staked on average per unit of the first wager, n/d.
    pub outlay: String,
    /// The standard deviation of the gain per unit of what is staked on average, rounded.
    pub deviation_of_outlay: f64,
    /// Each gain per unit of the first wager with its chance.
    pub results: Vec<views::odds::ResultView>,
}

impl SpreadOfGains {
    /// Of a first wager with these results, on which so much is staked on average per unit.
    pub fn of(results: &odds::Results, outlay: &odds::Fraction) -> SpreadOfGains {
        SpreadOfGains {
            variance: results.variance().to_string(),
            outlay: outlay.to_string(),
            deviation_of_outlay: results.deviation() / outlay.to_f64(),
            results: views::odds::ResultsView::of(results, false).results,
        }
    }
}

/// A kind of hand.
#[derive(Serialize, JsonSchema)]
pub struct StudHandJson {
    /// The law's name for it.
    pub hand: String,
    /// How many of all hands are such.
    pub hands: u32,
    /// Its chance, n/d.
    pub chance: String,
    /// What a winning bet is paid.
    pub bet_pays: String,
    /// What the progressive wager is paid; null for nothing.
    pub progressive: Option<String>,
}

/// What the best strategy does with a hand against a card.
#[derive(Serialize, JsonSchema)]
pub struct StudChoiceJson {
    /// The ranks of the hand, such as AKQ72.
    pub hand: String,
    /// The rank of the dealer's card.
    pub up: String,
    /// In which part of the deals it bets, by the suits, n/d: 1 always, 0 never.
    pub bets: String,
}

/// The progressive wager as a function of its meter.
#[derive(Serialize, JsonSchema)]
pub struct ProgressiveJson {
    /// Where the meter stands, in cents.
    pub meter: i64,
    /// What comes back of a dollar then, n/d.
    pub returned: String,
    /// The same in percent, rounded.
    pub returned_percent: String,
    /// What comes back of a dollar whatever the meter, n/d.
    pub fixed: String,
    /// How much more for each dollar on the meter, n/d.
    pub per_dollar: String,
    /// The meter in dollars at which the wager is fair, n/d.
    pub break_even: String,
    /// The same in dollars and cents, rounded.
    pub break_even_dollars: String,
}

/// Red dog: the raise on each spread, and three rules.
#[derive(Serialize, JsonSchema)]
pub struct RedDogJson {
    /// The game.
    pub game: String,
    /// The options, as written.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// How many cards of the shoe are unseen, if it was said which were seen.
    pub unseen: Option<u16>,
    /// The original wager in cents.
    pub stake: i64,
    /// Each spread.
    pub spreads: Vec<SpreadJson>,
    /// Every two cards with values between them.
    pub two_cards: Vec<TwoCardsJson>,
    /// To raise by the best rule, never, always.
    pub rules: Vec<RaiseRuleJson>,
}

/// A spread, and what a raise is worth there.
#[derive(Serialize, JsonSchema)]
pub struct SpreadJson {
    /// How many values lie between the two cards.
    pub spread: u8,
    /// What a third card between them is paid.
    pub pays: String,
    /// The chance of the spread, n/d.
    pub chance: String,
    /// The chance, then, that the third card lies between, n/d.
    pub wins: String,
    /// What a raise gains on average per unit raised, n/d.
    pub gain: String,
    /// The same in percent, rounded.
    pub gain_percent: String,
    /// What the best rule does: `raise`, `stand`, or `by the cards` where it depends on which two they are.
    pub best: String,
}

/// Two cards with values between them, and what a raise is worth then.
#[derive(Serialize, JsonSchema)]
pub struct TwoCardsJson {
    /// The rank of the lower card.
    pub low: String,
    /// The rank of the higher card.
    pub high: String,
    /// How many values lie between them.
    pub spread: u8,
    /// The chance of the two, n/d.
    pub chance: String,
    /// The chance, then, that the third card lies between, n/d.
    pub wins: String,
    /// What a raise gains on average per unit raised, n/d.
    pub gain: String,
    /// Whether the best rule raises.
    pub raise: bool,
}

/// When to raise, and what the original wager is worth then.
#[derive(Serialize, JsonSchema)]
pub struct RaiseRuleJson {
    /// `best`, `never` or `always`.
    pub raise: String,
    /// The chance of a raise, n/d.
    pub raises: String,
    /// What the house keeps on average per unit of the original wager, n/d.
    pub edge: String,
    /// The same in percent, rounded.
    pub edge_percent: String,
    /// What it keeps of all that is staked, n/d.
    pub risk: String,
    /// The same in percent, rounded.
    pub risk_percent: String,
    /// The standard deviation of the gain per unit of the original wager, rounded.
    pub standard_deviation: f64,
    /// All of it.
    #[serde(flatten)]
    pub spread: SpreadOfGains,
}
