//! Options as written in a file, in a script's `options` line, on the command line, in a journal or in a
//! message.

use rules::{Chosen, Entry, Game, GameId, Submission, Visitor, Written};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess},
};
use std::{
    collections::{BTreeMap, btree_map},
    fmt,
};

/// Options with the value written for each, ordered by key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, Value>);

/// A value that owns its text; see [`Written`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// Text.
    Text(String),
    /// The name of a type that no option takes; only files have such values.
    Other(String),
}

impl Settings {
    /// Reads `key=value key="two words" …`. A value is a switch, a whole number or text; quotes make it text.
    pub fn read(text: &str) -> Result<Settings, String> {
        let mut settings = Settings::default();
        let mut is_quoted = false;
        let parts = text.split(|c: char| {
            is_quoted ^= c == '"';
            c == ' ' && !is_quoted
        });
        for part in parts.filter(|part| !part.is_empty()) {
            let (key, value) =
                Settings::read_one(part).ok_or_else(|| format!("`{part}` is not of the form key=value"))?;
            if settings.set(key, value).is_some() {
                return Err(format!("`{key}` is written twice"));
            }
        }
        Ok(settings)
    }

    /// Reads one `key=value`, in which spaces need no quotes.
    pub fn read_one(text: &str) -> Option<(&str, Value)> {
        let (key, value) = text.split_once('=')?;
        let value = match value.trim() {
            "true" => Value::Switch(true),
            "false" => Value::Switch(false),
            text => match (text.strip_prefix('"').and_then(|t| t.strip_suffix('"')), text.parse()) {
                (Some(quoted), _) => Value::Text(quoted.to_owned()),
                (None, Ok(number)) => Value::Number(number),
                (None, Err(_)) => Value::Text(text.to_owned()),
            },
        };
        Some((key.trim(), value)).filter(|(key, _)| !key.is_empty())
    }

    /// Sets a value, replacing any earlier one.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        self.0.insert(key.into(), value.into())
    }

    /// Removes the value of a key.
    pub fn remove(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// These settings, overridden by others.
    #[must_use]
    pub fn with(mut self, others: Settings) -> Settings {
        self.0.extend(others.0);
        self
    }

    /// The value written for a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Whether there are no settings.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of settings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Every setting, ordered by key.
    pub fn iter(&self) -> btree_map::Iter<'_, String, Value> {
        self.0.iter()
    }

    /// The settings in the form that the gate reads.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        self.iter().map(|(key, value)| Entry { key, value: value.as_written() }).collect()
    }

    /// The same settings in the canonical spelling that is stored, compared and shown: `5` for an amount
    /// becomes `"5.00"`. Keys that the game does not know stay as they are, for the gate to report.
    #[must_use]
    pub fn canonical(&self, game: GameId) -> Settings {
        let entries = self.entries();
        let submission = Submission::new(&entries, game.fields());
        let spelt = |(key, value): (&String, &Value)| {
            let field = submission.fields().find(|field| field.key == key);
            let meant = field.and_then(|field| field.takes.read(value.as_written()).ok());
            (key.clone(), meant.map_or_else(|| value.clone(), Value::from))
        };
        Settings(self.iter().map(spelt).collect())
    }

    /// A game's usual choices, for callers who do not choose.
    pub fn standard(game: GameId) -> Settings {
        struct Standard;
        impl Visitor for Standard {
            type Out = Settings;
            fn visit<G: Game>(self) -> Settings {
                standard::<G>()
            }
        }
        game.visit(Standard)
    }
}

/// A game's usual choices.
pub fn standard<G: Game>() -> Settings {
    let own = |entry: &Entry<'_>| (entry.key.to_owned(), Value::from(entry.value));
    Settings(G::Options::STANDARD.iter().map(own).collect())
}

impl FromIterator<(String, Value)> for Settings {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(all: I) -> Settings {
        Settings(all.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Settings {
    type Item = (&'a String, &'a Value);
    type IntoIter = btree_map::Iter<'a, String, Value>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Value {
    /// The value in the form that the gate reads.
    pub fn as_written(&self) -> Written<'_> {
        match self {
            Value::Switch(on) => Written::Switch(*on),
            Value::Number(n) => Written::Number(*n),
            Value::Text(text) => Written::Text(text),
            Value::Other(what) => Written::Other(what),
        }
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Value {
        Value::Switch(on)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<Written<'_>> for Value {
    fn from(written: Written<'_>) -> Value {
        match written {
            Written::Switch(on) => Value::Switch(on),
            Written::Number(n) => Value::Number(n),
            Written::Text(text) => Value::Text(text.to_owned()),
            Written::Other(what) => Value::Other(what.to_owned()),
        }
    }
}

/// A value in its canonical spelling.
impl From<rules::Value> for Value {
    fn from(value: rules::Value) -> Value {
        match value {
            rules::Value::Switch(on) => Value::Switch(on),
            rules::Value::Count(n) => Value::Number(n),
            other => Value::Text(other.bare().to_string()),
        }
    }
}

/// Writes the value the way it is read: text that is empty or contains spaces is quoted.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(on) => write!(f, "{on}"),
            Value::Number(n) => write!(f, "{n}"),
            Value::Text(text) if text.is_empty() || text.contains(' ') => write!(f, "\"{text}\""),
            Value::Text(text) | Value::Other(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(i, (key, value))| {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{key}={value}")
        })
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Switch(on) => to.serialize_bool(*on),
            Value::Number(n) => to.serialize_i64(*n),
            Value::Text(text) | Value::Other(text) => to.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a switch, a whole number or text")
            }
            fn visit_bool<E: Error>(self, on: bool) -> Result<Value, E> {
                Ok(Value::Switch(on))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
                Ok(Value::Number(number))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
                let beyond = |_| E::custom(format!("{number} is beyond all options"));
                i64::try_from(number).map(Value::Number).map_err(beyond)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.to_owned()))
            }
        }
        from.deserialize_any(Visitor)
    }
}

/// A key that is written twice is an error, as in TOML.
impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Settings;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of options")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Settings, A::Error> {
                let mut settings = Settings::default();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    if settings.get(&key).is_some() {
                        return Err(A::Error::custom(format!("`{key}` is written twice")));
                    }
                    settings.set(key, value);
                }
                Ok(settings)
            }
        }
        from.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_with_their_kind() {
        let text = "limits.step=0.50 limits.wagers=9 match-play=true odds.red=\"2 to 1\" wheel=single-zero";
        let settings = Settings::read(text).expect("settings");
        assert_eq!(settings.get("wheel"), Some(&Value::Text("single-zero".into())));
        assert_eq!(settings.get("odds.red"), Some(&Value::Text("2 to 1".into())));
        assert_eq!(settings.get("match-play"), Some(&Value::Switch(true)));
        assert_eq!(settings.get("limits.wagers"), Some(&Value::Number(9)));
        assert_eq!(settings.get("limits.step"), Some(&Value::Text("0.50".into())));
        assert_eq!(settings.to_string(), text);
        assert_eq!(Settings::read("wheel"), Err("`wheel` is not of the form key=value".into()));
        assert_eq!(Settings::read("=5"), Err("`=5` is not of the form key=value".into()));
        assert_eq!(Settings::read("zero=all zero=half"), Err("`zero` is written twice".into()));
    }

    #[test]
    fn all_spellings_of_a_value_become_one() {
        let canonical =
            |game, text: &str| Settings::read(text).expect("settings").canonical(game).to_string();
        for (text, spelt) in [
            ("pay-order=1 decks=\"8\" bonus=\"true\"", "bonus=true decks=8 pay-order=1"),
            ("limits.minimum=5 limits.maximum=$500", "limits.maximum=500.00 limits.minimum=5.00"),
            ("limits.minimum=\"5\" tie-odds=\"18 to 2\"", "limits.minimum=5.00 tie-odds=\"9 to 1\""),
            ("decks=many dekcs=8", "decks=many dekcs=8"),
        ] {
            assert_eq!(canonical(GameId::Minibaccarat, text), spelt);
        }
        let both = |text| Settings::read(text).expect("settings").canonical(GameId::Minibaccarat);
        assert_eq!(both("pay-order=1"), both("pay-order=\"1\""));
        assert_eq!(canonical(GameId::Blackjack, "mid-shoe=\"3 1\""), "mid-shoe=\"1 3\"");
    }
}
