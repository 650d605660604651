//! What an option's declaration says, in words: for lists of options, templates and editors.

use rules::{Absent, Citation, Field, Value};

/// An option as people read about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// Its key.
    pub key: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The provision that gives or bounds the choice.
    pub cite: Citation,
    /// What may be written.
    pub lawful: String,
    /// Whether the licensee must decide, wherever the option exists.
    pub must: bool,
    /// What holds if nothing is written: a value, or what it follows from; nothing where nothing need hold.
    pub default: Option<String>,
    /// Where the option exists: every one of these must be met.
    pub only: Vec<String>,
    /// Who must choose alike.
    pub alike: Option<String>,
    /// Which changes must be told, and how.
    pub told: Vec<String>,
}

impl Described {
    /// Describes an option.
    pub fn of(field: &Field) -> Described {
        // To choose none of several words is to leave the option out.
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

    /// What holds if nothing is written, in words.
    pub fn absent(&self) -> String {
        match (self.must, &self.default) {
            (true, _) => "must be decided".to_owned(),
            (false, Some(default)) => format!("{default} unless written"),
            (false, None) => "may be left out".to_owned(),
        }
    }
}
