//! An amendment of the law as a file: the new text of provisions, what licensees may choose under it, the
//! options that tables change to, and how ambiguous words are read.

use crate::{
    failure::Failure,
    json::{AmendedJson, AmendmentJson},
    load::{self, Source},
};
use rounds::{Settings, Value};
use rules::{Amended, Citation, Field, GameId, Odds, Takes, Written};
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};

/// The contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    game: String,
    #[serde(default)]
    provision: Vec<ProvisionFile>,
    #[serde(default)]
    lawful: BTreeMap<String, Lawful>,
    #[serde(default)]
    options: toml::Table,
    #[serde(default)]
    readings: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvisionFile {
    id: String,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    repealed: bool,
    #[serde(default)]
    new: bool,
}

/// What may be chosen: some of the words, or a range.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lawful {
    #[serde(default)]
    only: Vec<String>,
    least: Option<toml::Value>,
    most: Option<toml::Value>,
}

/// An amendment, parsed and checked.
pub struct Amendment {
    pub game: GameId,
    pub amended: Vec<Amended<'static>>,
    /// The options that tables change to.
    pub options: Settings,
    /// Readings, each in the form `B2=2`.
    pub readings: Vec<String>,
    pub json: AmendmentJson,
}

impl Amendment {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Amendment, Failure> {
        let source = Source::read(path)?;
        let file: File = toml::from_str(&source.text).map_err(|e| {
            source.fault("this is not an amendment", e.span().map(|span| (span, e.message().to_owned())), "")
        })?;
        let game = load::game(&file.game)?;
        let fault = |message: String| Failure::fault(format!("{}: {message}", source.name));
        let provisions =
            file.provision.iter().map(|it| provision(it, game)).collect::<Result<_, _>>().map_err(fault)?;
        let mut amended = Vec::new();
        for (key, lawful) in &file.lawful {
            let known = game.fields().iter().copied().flatten().find(|field| field.key == key);
            let field = known.ok_or_else(|| fault(format!("{} has no option `{key}`", game.name())))?;
            let takes = takes(field, lawful).map_err(|why| fault(format!("lawful.{key}: {why}")))?;
            amended.push(Amended { key: field.key, takes });
        }
        let mut options = Settings::default();
        flatten("", &file.options, &mut options);
        let lawful = amended.iter().map(|it| (it.key.to_owned(), it.takes.to_string())).collect();
        let json = AmendmentJson { title: file.title, provisions, lawful };
        let readings = file.readings.iter().map(|(id, choice)| format!("{id}={choice}")).collect();
        Ok(Amendment { game, amended, options, readings, json })
    }
}

fn flatten(before: &str, table: &toml::Table, into: &mut Settings) {
    for (key, value) in table {
        let key = format!("{before}{key}");
        match value {
            toml::Value::Table(table) => flatten(&format!("{key}."), table, into),
            value => _ = into.set(key, written(value)),
        }
    }
}

fn written(value: &toml::Value) -> Value {
    match value {
        toml::Value::Boolean(on) => Value::Switch(*on),
        toml::Value::Integer(n) => Value::Number(*n),
        toml::Value::String(text) => Value::Text(text.clone()),
        other => Value::Other(other.type_str().to_owned()),
    }
}

/// How a provision changes, and which options and readings depend on it.
fn provision(file: &ProvisionFile, game: GameId) -> Result<AmendedJson, String> {
    let ProvisionFile { id, says, repealed, new } = file;
    let cite = Citation::find(id);
    let cited = match (cite, new) {
        (Some(_), true) => return Err(format!("{id} is not new: leave out `new = true`")),
        (None, false) => {
            return Err(format!("there is no provision {id}: write `new = true` if it is to be one"));
        }
        (cite, _) => cite,
    };
    if says.is_empty() != *repealed {
        return Err(format!("{id}: say what it is to say, or `repealed = true`"));
    }
    let fields = game.fields().iter().copied().flatten();
    let rests = fields.filter(|field| Some(field.cite) == cited).map(|field: &Field| field.key.to_owned());
    Ok(AmendedJson {
        cite: cited.map_or_else(|| id.clone(), |cite| cite.to_string()),
        was: cited.map_or_else(Vec::new, |cite| {
            cite.provision().rules.iter().map(|rule| rule.says.to_owned()).collect()
        }),
        becomes: says.clone(),
        options: rests.collect(),
        readings: cited
            .map_or_else(Vec::new, |cite| cite.readings().map(|reading| reading.id.to_owned()).collect()),
    })
}

/// The values that an option accepts under the amendment.
fn takes(field: &Field, Lawful { only, least, most }: &Lawful) -> Result<Takes, String> {
    let ranged = least.is_some() || most.is_some();
    match field.takes {
        Takes::OneOf(words) if !only.is_empty() && !ranged => {
            let unknown = only.iter().find(|word| !words.contains(&word.as_str()));
            if let Some(word) = unknown {
                return Err(format!(
                    "the rules know no \"{word}\": a new choice needs code; lawful is {}",
                    field.takes
                ));
            }
            let kept: Vec<&'static str> =
                words.iter().copied().filter(|word| only.iter().any(|kept| kept == word)).collect();
            // A run has a single amendment, which is kept until it ends.
            Ok(Takes::OneOf(kept.leak()))
        }
        Takes::Count { least: from, most: to } if ranged && only.is_empty() => {
            let number = |value: &Option<toml::Value>, other: i64| match value {
                None => Ok(other),
                Some(value) => value.as_integer().ok_or("write a whole number"),
            };
            Ok(Takes::Count { least: number(least, from)?, most: number(most, to)? })
        }
        Takes::Money { least: from, most: to } if ranged && only.is_empty() => {
            let amount = |value: &Option<toml::Value>, other| match value {
                None => Ok(other),
                Some(value) => value
                    .as_str()
                    .and_then(|text| text.parse().ok())
                    .ok_or("write an amount such as \"5.00\""),
            };
            Ok(Takes::Money { least: amount(least, from)?, most: amount(most, to)? })
        }
        Takes::Odds { is_strict, .. } if least.is_some() && most.is_none() && only.is_empty() => {
            // With a minimum of zero, any odds can be read.
            let any = Takes::Odds { than: Odds::new(0, 1), is_strict: true };
            let text = least.as_ref().and_then(toml::Value::as_str).unwrap_or_default();
            match any.read(Written::Text(text)) {
                Ok(rules::Value::Odds(than)) => Ok(Takes::Odds { than, is_strict }),
                _ => Err("write odds such as \"34 to 1\"".to_owned()),
            }
        }
        Takes::Odds { .. } => Err("write least = \"34 to 1\": odds have a least alone".to_owned()),
        Takes::OneOf(_) => Err(format!("write only = [...], some of {}", field.takes)),
        Takes::Count { .. } | Takes::Money { .. } => Err("write least or most, or both".to_owned()),
        Takes::Switch | Takes::SomeOf { .. } | Takes::Rates { .. } | Takes::Way(_) => {
            Err("what this option takes cannot be amended: set it under [options]".to_owned())
        }
    }
}
