//! What a licensee may choose at a game.

use rounds::{Described, Settings};
use rules::{Field, GameId, Takes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Options by their keys, as a schema says it; [`Settings`] is what they are read as.
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
    /// Its name for people.
    pub title: String,
    /// Its options.
    pub options: Vec<OptionView>,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OptionView {
    /// Its key.
    pub key: String,
    /// What it is about.
    pub about: String,
    /// The provision that gives or bounds the choice.
    pub cite: String,
    /// Whether the text of that provision is held.
    pub held: bool,
    /// What kind of value it takes.
    pub kind: OptionKind,
    /// The words to choose from; the least and the most of money or a number; the bound of odds.
    pub values: Vec<String>,
    /// What may be written, in words.
    pub lawful: String,
    /// Whether the licensee must decide, wherever the option exists.
    pub must: bool,
    /// What holds if nothing is written.
    pub default: Option<String>,
    /// The game's usual choice, as an editor may offer it; null where the default is usual.
    pub standard: Option<String>,
    /// Where the option exists: every one of these must be met.
    pub only: Vec<ConditionView>,
    /// Who must choose alike.
    pub alike: Option<String>,
    /// Which changes must be told, and how.
    pub told: Vec<String>,
}

/// What must hold so that an option exists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConditionView {
    /// The other option's key.
    pub key: String,
    /// Its values; none if anything that is written there will do.
    pub values: Vec<String>,
    /// Whether it must have one of them, or must not.
    pub wanted: bool,
    /// The condition in words.
    pub text: String,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// `true` or `false`.
    Flag,
    /// One of the words.
    Choice,
    /// Some of the words.
    Choices,
    /// Odds.
    Odds,
    /// An amount of money.
    Money,
    /// A whole number.
    Number,
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
            Takes::Count { least, most } => (OptionKind::Number, vec![least.to_string(), most.to_string()]),
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
