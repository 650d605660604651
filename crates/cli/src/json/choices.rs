//! The output of `ch47 odds --json` for games in which people make decisions.

use schemars::JsonSchema;
use serde::Serialize;

/// Chemin de fer between the Player and the Banker.
#[derive(Serialize, JsonSchema)]
pub struct CheminJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The switchable readings that the figures depend on.
    pub readings: Vec<super::ReadingChoice>,
    /// The number of unseen cards in the shoe, if the cards seen were given.
    pub unseen: Option<u16>,
    /// The fraction of winnings that the Banker pays as vigorish, as n/d.
    pub vigorish: String,
    /// Where the Banker has a choice: the Banker's total against the Player's third card.
    pub cells: Vec<String>,
    /// Every pair of pure strategies.
    pub strategies: Vec<StrategiesJson>,
    /// The equilibria: strategies to which neither side has a better response.
    pub equilibria: Vec<EquilibriumJson>,
    /// The results if both sides decide by their two cards.
    pub by_cards: ByCardsJson,
}

/// Chemin de fer if both sides decide by their two cards rather than by the total alone.
#[derive(Serialize, JsonSchema)]
pub struct ByCardsJson {
    /// The Player's two-card hands that total five, by card values.
    pub hands: Vec<[u8; 2]>,
    /// Where the Banker has a choice: the Banker's total and two cards, and the Player's third card.
    pub cells: Vec<String>,
    /// The equilibria in pure strategies; if there are none, those in which the fewest hands draw only sometimes.
    pub equilibria: Vec<ByCardsEquilibriumJson>,
}

/// Strategies by two cards to which neither side has a better response.
#[derive(Serialize, JsonSchema)]
pub struct ByCardsEquilibriumJson {
    /// The probability with which the Player draws with each of the hands, as n/d.
    pub player: Vec<String>,
    /// The probability with which the Banker draws in each of the cells, as n/d.
    pub banker: Vec<String>,
    /// The Player's gain per unit staked, as n/d.
    pub player_gain: String,
    /// The Player's gain in percent, rounded.
    pub player_gain_percent: String,
    /// The Banker's gain per unit staked, as n/d.
    pub banker_gain: String,
    /// The Banker's gain in percent, rounded.
    pub banker_gain_percent: String,
}

/// A pair of pure strategies, and the average gain of each side.
#[derive(Serialize, JsonSchema)]
pub struct StrategiesJson {
    /// Whether the Player draws on five.
    pub player: bool,
    /// Whether the Banker draws in each of the cells.
    pub banker: Vec<bool>,
    /// The Player's gain per unit staked, as n/d.
    pub player_gain: String,
    /// The Player's gain in percent, rounded.
    pub player_gain_percent: String,
    /// The Banker's gain per unit staked, as n/d.
    pub banker_gain: String,
    /// The Banker's gain in percent, rounded.
    pub banker_gain_percent: String,
}

/// Mixed strategies to which neither side has a better response.
#[derive(Serialize, JsonSchema)]
pub struct EquilibriumJson {
    /// The probability that the Player draws on five, as n/d.
    pub player: String,
    /// The probability that the Banker draws in each of the cells, as n/d.
    pub banker: Vec<String>,
    /// The Player's gain per unit staked, as n/d.
    pub player_gain: String,
    /// The Player's gain in percent, rounded.
    pub player_gain_percent: String,
    /// The Banker's gain per unit staked, as n/d.
    pub banker_gain: String,
    /// The Banker's gain in percent, rounded.
    pub banker_gain_percent: String,
}

/// Caribbean stud under every strategy.
#[derive(Serialize, JsonSchema)]
pub struct StudJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The switchable readings that the figures depend on.
    pub readings: Vec<super::ReadingChoice>,
    /// The ante, in cents.
    pub ante: i64,
    /// Whether the limit on what a hand is paid (16.12) reduces some payments at this ante.
    pub limit_binds: bool,
    /// The number of equally likely deals, as text.
    pub deals: String,
    /// The strategies, best first.
    pub strategies: Vec<StudStrategyJson>,
    /// The kinds of hands, highest first.
    pub hands: Vec<StudHandJson>,
    /// What the best strategy does with an ace and a king.
    pub ace_king: Vec<StudChoiceJson>,
    /// The progressive wager.
    pub progressive: ProgressiveJson,
}

/// The value of a strategy, per unit of the ante.
#[derive(Serialize, JsonSchema)]
pub struct StudStrategyJson {
    /// The name of the strategy.
    pub name: String,
    /// A description of the strategy.
    pub says: String,
    /// The probability that the player bets, as n/d.
    pub bets: String,
    /// The probability that the player bets, in percent, rounded.
    pub bets_percent: String,
    /// The house edge per unit of the ante, as n/d.
    pub edge: String,
    /// The house edge in percent, rounded.
    pub edge_percent: String,
    /// The element of risk: the loss per unit of everything staked, as n/d.
    pub risk: String,
    /// The element of risk in percent, rounded.
    pub risk_percent: String,
    /// The probability of a net gain, as n/d.
    pub wins: String,
    /// The standard deviation of the gain per unit of the ante, rounded.
    pub standard_deviation: f64,
    /// The distribution of the gain.
    #[serde(flatten)]
    pub spread: SpreadOfGains,
}

/// The distribution of a wager's gain, including later wagers of the same round.
#[derive(Serialize, JsonSchema)]
pub struct SpreadOfGains {
    /// The variance of the gain per unit of the first wager, as n/d.
    pub variance: String,
    /// The average amount staked per unit of the first wager, as n/d.
    pub outlay: String,
    /// The standard deviation of the gain per unit of the average amount staked, rounded.
    pub deviation_of_outlay: f64,
    /// Each gain per unit of the first wager, with its probability.
    pub results: Vec<views::odds::ResultView>,
}

impl SpreadOfGains {
    /// The distribution for a first wager with these results and this average outlay per unit.
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
    /// The number of such hands.
    pub hands: u32,
    /// The probability, as n/d.
    pub chance: String,
    /// What a winning bet is paid.
    pub bet_pays: String,
    /// What the progressive wager is paid; null if nothing.
    pub progressive: Option<String>,
}

/// What the best strategy does with a hand against a dealer's card.
#[derive(Serialize, JsonSchema)]
pub struct StudChoiceJson {
    /// The ranks of the hand, such as AKQ72.
    pub hand: String,
    /// The rank of the dealer's card.
    pub up: String,
    /// The fraction of deals, by suits, in which it bets, as n/d: 1 is always, 0 is never.
    pub bets: String,
}

/// The progressive wager as a function of its meter.
#[derive(Serialize, JsonSchema)]
pub struct ProgressiveJson {
    /// The amount on the meter, in cents.
    pub meter: i64,
    /// The return per dollar at this meter, as n/d.
    pub returned: String,
    /// The return in percent, rounded.
    pub returned_percent: String,
    /// The part of the return that does not depend on the meter, as n/d.
    pub fixed: String,
    /// The additional return for each dollar on the meter, as n/d.
    pub per_dollar: String,
    /// The meter in dollars at which the wager becomes fair, as n/d.
    pub break_even: String,
    /// The break-even meter in dollars and cents, rounded.
    pub break_even_dollars: String,
}

/// Red dog: the raise on each spread, and three rules for raising.
#[derive(Serialize, JsonSchema)]
pub struct RedDogJson {
    /// The game.
    pub game: String,
    /// The options, as written by the user.
    #[schemars(with = "protocol::SettingsSchema")]
    pub options: rounds::Settings,
    /// The switchable readings that the figures depend on.
    pub readings: Vec<super::ReadingChoice>,
    /// The number of unseen cards in the shoe, if the cards seen were given.
    pub unseen: Option<u16>,
    /// The original wager, in cents.
    pub stake: i64,
    /// The spreads, smallest first.
    pub spreads: Vec<SpreadJson>,
    /// Every two cards with values between them.
    pub two_cards: Vec<TwoCardsJson>,
    /// The rules: raise by the best rule, never, always.
    pub rules: Vec<RaiseRuleJson>,
}

/// A spread, and the value of a raise there.
#[derive(Serialize, JsonSchema)]
pub struct SpreadJson {
    /// The number of values between the two cards.
    pub spread: u8,
    /// What a third card between them is paid.
    pub pays: String,
    /// The probability of the spread, as n/d.
    pub chance: String,
    /// The probability that the third card then lies between them, as n/d.
    pub wins: String,
    /// The average gain per unit raised, as n/d.
    pub gain: String,
    /// The gain in percent, rounded.
    pub gain_percent: String,
    /// What the best rule does: `raise`, `stand`, or `by the cards` if it depends on the two cards.
    pub best: String,
}

/// Two cards with values between them, and the value of a raise there.
#[derive(Serialize, JsonSchema)]
pub struct TwoCardsJson {
    /// The rank of the lower card.
    pub low: String,
    /// The rank of the higher card.
    pub high: String,
    /// The number of values between them.
    pub spread: u8,
    /// The probability of the two cards, as n/d.
    pub chance: String,
    /// The probability that the third card then lies between them, as n/d.
    pub wins: String,
    /// The average gain per unit raised, as n/d.
    pub gain: String,
    /// Whether the best rule raises.
    pub raise: bool,
}

/// A rule for raising, and the value of the original wager under it.
#[derive(Serialize, JsonSchema)]
pub struct RaiseRuleJson {
    /// `best`, `never` or `always`.
    pub raise: String,
    /// The probability of a raise, as n/d.
    pub raises: String,
    /// The house edge per unit of the original wager, as n/d.
    pub edge: String,
    /// The house edge in percent, rounded.
    pub edge_percent: String,
    /// The element of risk: the loss per unit of everything staked, as n/d.
    pub risk: String,
    /// The element of risk in percent, rounded.
    pub risk_percent: String,
    /// The standard deviation of the gain per unit of the original wager, rounded.
    pub standard_deviation: f64,
    /// The distribution of the gain.
    #[serde(flatten)]
    pub spread: SpreadOfGains,
}
