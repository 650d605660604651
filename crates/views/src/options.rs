//! The options that a game leaves to the licensee.

use rounds::{Described, Settings};
use rules::{Field, GameId, Takes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The schema of options by key. They are read as [`Settings`].
#[derive(JsonSchema)]
#[schemars(rename = "Settings")]
pub struct SettingsSchema(pub BTreeMap<String, SettingSchema>);

/// The value of an option: a switch, a whole number or text. All spellings of a value mean the same.
#[derive(JsonSchema)]
#[schemars(rename = "Setting", untagged)]
pub enum SettingSchema {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// Text.
    Text(String),
}

/// A game's options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameOptionsView {
    /// The game.
    pub game: String,
    /// The name of the game as people write it.
    pub title: String,
    /// The options of the game.
    pub options: Vec<OptionView>,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OptionView {
    /// The key of the option.
    pub key: String,
    /// What the option controls.
    pub about: String,
    /// The provision that grants or limits the choice.
    pub cite: String,
    /// Whether the text of that provision is held.
    pub held: bool,
    /// The kind of value it takes.
    pub kind: OptionKind,
    /// The words to choose from; the minimum and maximum of an amount or a number; the bound of odds.
    pub values: Vec<String>,
    /// The lawful values, in words.
    pub lawful: String,
    /// Whether the licensee must choose, wherever the option exists.
    pub must: bool,
    /// The value that applies if none is written.
    pub default: Option<String>,
    /// The game's usual choice, which an editor may offer; null where the default is usual.
    pub standard: Option<String>,
    /// The conditions under which the option exists; all of them must be met.
    pub only: Vec<ConditionView>,
    /// Which tables must make the same choice; absent if each may differ.
    pub alike: Option<String>,
    /// Which changes must be announced, and how.
    pub told: Vec<String>,
}

/// A condition under which an option exists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConditionView {
    /// The key of the other option.
    pub key: String,
    /// The values of the other option; empty if any value will do.
    pub values: Vec<String>,
    /// Whether the other option must have one of these values; if false, it must have none of them.
    pub wanted: bool,
    /// The condition in words.
    pub text: String,
}

/// The kind of value an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// `true` or `false`.
    Flag,
    /// One of the listed words.
    Choice,
    /// Any of the listed words.
    Choices,
    /// Payout odds, such as `45 to 1`.
    Odds,
    /// An amount of money.
    Money,
    /// A whole number.
    Number,
    /// A row of a rate card.
    Rates,
    /// One of the words, or rules.
    Rules,
}

impl GameOptionsView {
    /// The options of a game.
    pub fn of(game: GameId) -> GameOptionsView {
        let usual = Settings::standard(game);
        let fields = game.fields().iter().copied().flatten();
        GameOptionsView {
            game: game.name().to_owned(),
            title: books::title_and_edition(game).0.to_owned(),
            options: fields.map(|field| OptionView::of(field, &usual)).collect(),
        }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

impl OptionView {
    fn of(field: &Field, usual: &Settings) -> OptionView {
        let (kind, values) = match field.takes {
            Takes::Switch => (OptionKind::Flag, owned(&["true", "false"])),
            Takes::OneOf(words) => (OptionKind::Choice, owned(words)),
            Takes::SomeOf { words, .. } => (OptionKind::Choices, owned(words)),
            Takes::Odds { than, .. } => (OptionKind::Odds, vec![than.to_string()]),
            Takes::Money { least, most } => (OptionKind::Money, vec![least.to_string(), most.to_string()]),
            Takes::Rates { spots } => (OptionKind::Rates, vec![spots.to_string()]),
            Takes::Count { least, most } => (OptionKind::Number, vec![least.to_string(), most.to_string()]),
            Takes::Way(sort) => {
                let names = sort.named().iter().map(|(name, _)| (*name).to_owned());
                (OptionKind::Rules, names.collect())
            }
        };
        let said = Described::of(field);
        let usual = usual.get(field.key).and_then(|value| field.takes.read(value.as_written()).ok());
        let only = field.conditions().map(|only| ConditionView {
            key: only.key.to_owned(),
            values: owned(only.values),
            wanted: only.is_wanted,
            text: only.to_string(),
        });
        OptionView {
            key: field.key.to_owned(),
            about: field.about.to_owned(),
            cite: field.cite.to_string(),
            held: field.cite.is_held(),
            kind,
            values,
            lawful: said.lawful,
            must: said.must,
            default: match field.default() {
                Some(value) => Some(value.bare().to_string()),
                None => said.default,
            },
            standard: usual.map(|value| value.bare().to_string()),
            only: only.collect(),
            alike: said.alike,
            told: said.told,
        }
    }
}
