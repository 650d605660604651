//! Options as they are written: in a script's `options` line, on a command line, or in a file.

use rules::{Chosen, Entry, Game, Written};
use std::fmt;

/// One option as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its dotted key.
    pub key: String,
    /// Its value.
    pub value: Value,
}

/// A value that owns its text; see [`Written`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// Text.
    Text(String),
    /// Something no option takes, by its name.
    Other(String),
}

impl Setting {
    /// Reads `key=value`. A value is a switch, a whole number or text; quotes make it text.
    pub fn read(text: &str) -> Option<Setting> {
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
        let key = key.trim();
        (!key.is_empty()).then(|| Setting { key: key.to_owned(), value })
    }

    /// What the gate reads.
    pub fn as_entry(&self) -> Entry<'_> {
        let value = match &self.value {
            Value::Switch(on) => Written::Switch(*on),
            Value::Number(n) => Written::Number(*n),
            Value::Text(text) => Written::Text(text),
            Value::Other(what) => Written::Other(what),
        };
        Entry { key: &self.key, value }
    }
}

/// As it is read: text that would be read as something else, or as two, is quoted.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.key)?;
        match &self.value {
            Value::Switch(on) => write!(f, "{on}"),
            Value::Number(n) => write!(f, "{n}"),
            Value::Text(text) => {
                let plain = format!("{}={text}", self.key);
                let alike = Setting::read(&plain).is_some_and(|read| read == *self) && !text.contains(' ');
                if alike { f.write_str(text) } else { write!(f, "\"{text}\"") }
            }
            Value::Other(what) => f.write_str(what),
        }
    }
}

/// What the gate reads of many.
pub fn entries(settings: &[Setting]) -> Vec<Entry<'_>> {
    settings.iter().map(Setting::as_entry).collect()
}

/// A game's usual choices.
pub fn standard<G: Game>() -> Vec<Setting> {
    let own = |entry: &Entry<'_>| Setting {
        key: entry.key.to_owned(),
        value: match entry.value {
            Written::Switch(on) => Value::Switch(on),
            Written::Number(n) => Value::Number(n),
            Written::Text(text) => Value::Text(text.to_owned()),
            Written::Other(what) => Value::Other(what.to_owned()),
        },
    };
    G::Options::STANDARD.iter().map(own).collect()
}

/// Reads `key=value key="two words" …`.
pub fn read_list(text: &str) -> Result<Vec<Setting>, String> {
    let mut settings = Vec::new();
    let mut quoted = false;
    let parts = text.split(|c: char| {
        quoted ^= c == '"';
        c == ' ' && !quoted
    });
    for part in parts.filter(|part| !part.is_empty()) {
        let setting = Setting::read(part).ok_or_else(|| format!("`{part}` is not of the form key=value"))?;
        settings.push(setting);
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_with_their_kind() {
        let read =
            |text| read_list(text).map(|all| all.into_iter().map(|s| (s.key, s.value)).collect::<Vec<_>>());
        assert_eq!(
            read("wheel=single-zero odds.red=\"2 to 1\" match-play=true limits.wagers=9 limits.step=0.50"),
            Ok(vec![
                ("wheel".into(), Value::Text("single-zero".into())),
                ("odds.red".into(), Value::Text("2 to 1".into())),
                ("match-play".into(), Value::Switch(true)),
                ("limits.wagers".into(), Value::Number(9)),
                ("limits.step".into(), Value::Text("0.50".into())),
            ])
        );
        for text in ["wheel=single-zero", "odds.red=\"2 to 1\"", "match-play=true", "n=9", "text=\"9\""] {
            assert_eq!(Setting::read(text).map(|setting| setting.to_string()).as_deref(), Some(text));
        }
        assert_eq!(read("wheel"), Err("`wheel` is not of the form key=value".into()));
        assert_eq!(read("=5"), Err("`=5` is not of the form key=value".into()));
    }
}
