//! The TOML file in which a system is written.

use crate::fault::Fault;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A betting system: what a patron does at a table, from sitting down to leaving. Amounts are in units unless
/// they start with `$`.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The game it is for, such as `roulette`.
    #[schemars(with = "String")]
    pub game: Spanned<String>,
    /// The title of the system.
    pub title: String,
    /// What the system does, and what is known about it.
    #[serde(default)]
    pub about: String,
    /// The value of a unit in dollars; 10 by default.
    #[schemars(with = "Option<Written>")]
    pub unit: Option<Spanned<Written>>,
    /// The number of units that a session starts with.
    #[schemars(with = "Written")]
    pub bankroll: Spanned<Written>,
    /// The maximum number of rounds in a session: 1 to 1,000,000. At craps a roll is a round.
    #[schemars(with = "u64", range(min = 1, max = 1_000_000))]
    pub rounds: Spanned<i64>,
    /// Numbers and lists that the system keeps, with their initial values.
    #[serde(default)]
    pub counters: Counters,
    /// How cards are counted, for `count` and `true_count`: `"hi-lo"`, or the tags of the cards.
    #[schemars(with = "Option<Count>")]
    pub count: Option<Spanned<Count>>,
    /// The rules applied before each round, while the table takes wagers: every rule whose condition holds,
    /// in order.
    #[serde(default)]
    pub before: Vec<Rule>,
    /// The rules applied when the patron must decide during a round: the first rule whose condition holds and
    /// whose act is lawful. If there is none, the stated strategy of the game decides: at blackjack, the best
    /// strategy by totals.
    #[serde(default)]
    pub turn: Vec<Rule>,
    /// The rules applied after each round, once its wagers are decided: every rule whose condition holds, in
    /// order.
    #[serde(default)]
    pub after: Vec<Rule>,
}

/// Counters, grouped by how long they last.
#[derive(Deserialize, JsonSchema, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// Counters that are reset at the start of every session.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Begins>")]
    pub session: BTreeMap<Spanned<String>, Begins>,
    /// Counters that are reset with every shoe.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Begins>")]
    pub shoe: BTreeMap<Spanned<String>, Begins>,
    /// Counters that are reset with every shooter at craps.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Begins>")]
    pub shooter: BTreeMap<Spanned<String>, Begins>,
}

/// The initial value of a counter.
#[derive(Deserialize, JsonSchema, Clone, Debug)]
#[serde(untagged)]
pub enum Begins {
    /// A number.
    Number(f64),
    /// A list of numbers.
    List(Vec<f64>),
}

/// One rule of a system.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The name of the rule in a trace and in the reasons for leaving.
    pub name: Option<String>,
    /// The condition; by default the rule always applies.
    #[schemars(with = "Option<String>")]
    pub when: Option<Spanned<String>>,
    /// The act: `bet WAGER`, `press WAGER`, `take down WAGER`, `call WAGER on`, `call WAGER off`, `leave`,
    /// `skip`, or, when the patron must decide, the game's own word for it, such as `stand`.
    #[serde(rename = "do")]
    #[schemars(with = "Option<String>")]
    pub act: Option<Spanned<String>>,
    /// The amount in units. When the patron must decide, the default is as much as the table accepts.
    #[schemars(with = "Option<Written>")]
    pub amount: Option<Spanned<Written>>,
    /// New values of counters. All of them are computed before any counter changes.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Written>")]
    pub set: BTreeMap<Spanned<String>, Spanned<Written>>,
    /// Repeats the rule for each of these numbers. `{NAME}` stands for the number in wagers, and NAME in
    /// expressions.
    #[serde(default, rename = "for")]
    #[schemars(with = "BTreeMap<String, Vec<f64>>")]
    pub each: BTreeMap<Spanned<String>, Vec<f64>>,
}

/// A number, or an expression.
#[derive(Deserialize, JsonSchema, Clone, Debug)]
#[serde(untagged)]
pub enum Written {
    /// A number.
    Number(f64),
    /// An expression, such as `"2 * stake"` or `"$5"`.
    Text(String),
}

impl Written {
    /// The value as text.
    pub fn text(&self) -> String {
        match self {
            Written::Number(number) => number.to_string(),
            Written::Text(text) => text.clone(),
        }
    }
}

/// How cards are counted.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(untagged)]
pub enum Count {
    /// The name of a known system: `hi-lo`.
    Known(String),
    /// The tag of each card, `A`, `2` to `10` (jack, queen and king count as ten), and `start`, which is 0 by
    /// default.
    Tags(BTreeMap<String, f64>),
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not TOML, or has unknown keys or wrong types.
    pub fn read(text: &str) -> Result<File, Fault> {
        toml::from_str(text).map_err(|error| {
            let message = error.message().trim().to_owned();
            let fault = match error.span() {
                Some(at) => Fault::new(message.clone(), at),
                None => Fault::whole(message.clone()),
            };
            // serde quotes the unknown key first, then the keys that it knows.
            let mut quoted = message.split('`').skip(1).step_by(2);
            match (message.starts_with("unknown field"), quoted.next()) {
                (true, Some(unknown)) => fault.meant(unknown, quoted, ""),
                _ => fault,
            }
        })
    }
}
