//! Descriptions of options from their declarations, for lists of options, templates and editors.

use rules::{Absent, Citation, Field, Value};

/// A description of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// The key of the option.
    pub key: &'static str,
    /// What the option controls.
    pub about: &'static str,
    /// The provision that grants or limits the choice.
    pub cite: Citation,
    /// The lawful values, in words.
    pub lawful: String,
    /// Whether the licensee must choose, wherever the option exists.
    pub must: bool,
    /// The value that applies if none is written, or what it is derived from; `None` if no value is needed.
    pub default: Option<String>,
    /// The conditions under which the option exists; all of them must be met.
    pub only: Vec<String>,
    /// Which tables must make the same choice.
    pub alike: Option<String>,
    /// Which changes must be announced, and how.
    pub told: Vec<String>,
}

impl Described {
    /// Describes an option.
    pub fn of(field: &Field) -> Described {
        // Choosing none of several words means leaving the option out.
        let is_left_out = |value: &Value| matches!(value, Value::Words(words) if words.set() == 0);
        let default = match field.absent {
            Absent::Follows(from) => Some(from.to_owned()),
            _ => field.default().filter(|value| !is_left_out(value)).map(|value| value.to_string()),
        };
        let by = |cite: Citation| if cite == field.cite { String::new() } else { format!(" [{cite}]") };
        Described {
            key: field.key,
            about: field.about,
            cite: field.cite,
            lawful: field.takes.to_string(),
            must: field.absent == Absent::Undecided,
            default,
            only: field
                .conditions()
                .map(|only| format!("{only}{}", by(only.cite.unwrap_or(field.cite))))
                .collect(),
            alike: field.alike.map(|(scope, cite)| {
                format!("the same at all tables of the game in the {scope}{}", by(cite))
            }),
            told: field
                .notices()
                .map(|told| format!("{} {}{}", told.notice, told.when, by(told.cite)))
                .collect(),
        }
    }

    /// What applies if nothing is written, in words.
    pub fn absent(&self) -> String {
        match (self.must, &self.default) {
            (true, _) => "must be decided".to_owned(),
            (false, Some(default)) => format!("{default} unless written"),
            (false, None) => "may be left out".to_owned(),
        }
    }
}
