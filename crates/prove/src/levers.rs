//! The values that each option can be set to, and the other options that must then change with it.

use rounds::{Settings, Value};
use rules::{Breach, Field, Game, Money, Takes, games};

/// The values of an option that are worth trying: all words; the ends of a range and the values next to the default;
/// odds just above the lowest lawful ones; an empty row of a rate card, and one that pays only for all spots; of
/// several words none, the first and the last.
pub fn values(field: &Field) -> Vec<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    match field.takes {
        Takes::Switch => vec![Value::Switch(false), Value::Switch(true)],
        Takes::OneOf(words) => words.iter().map(|word| text(word)).collect(),
        Takes::SomeOf { words, .. } => {
            let ends = words.first().into_iter().chain(words.last());
            [""].iter().chain(ends).map(|word| text(word)).collect()
        }
        Takes::Count { least, most } => {
            let beside = match field.default() {
                Some(rules::Value::Count(usual)) => [usual - 1, usual + 1],
                _ => [least, most],
            };
            let mut numbers = vec![least, beside[0], beside[1], most];
            numbers.retain(|number| (least..=most).contains(number));
            numbers.sort_unstable();
            numbers.dedup();
            numbers.into_iter().map(Value::Number).collect()
        }
        Takes::Money { least, .. } => {
            let mut amounts =
                vec![least, least + least, Money::dollars(1), Money::dollars(5), Money::dollars(25)];
            amounts.retain(|&amount| amount >= least);
            amounts.sort_unstable();
            amounts.dedup();
            amounts.iter().map(|amount| text(&amount.to_string())).collect()
        }
        Takes::Rates { spots } => vec![text(""), text(&format!("{spots}=5"))],
        Takes::Odds { than, .. } => vec![raised(&text(&than.to_string()))],
        Takes::Way(sort) => sort.named().iter().map(|(name, _)| text(name)).collect(),
    }
}

/// Slightly higher odds: `36 to 1` for `35 to 1`, and `5 to 2` for `3 to 2`.
pub(crate) fn raised(odds: &Value) -> Value {
    let number = |text: &str| text.parse::<u32>().unwrap_or_default();
    let Value::Text(odds) = odds else { return odds.clone() };
    let (to, per) = odds.split_once(" to ").map_or((0, 1), |(to, per)| (number(to), number(per)));
    Value::Text(format!("{} to {per}", to + per))
}

/// The value of an option that nobody has written: the usual choice of the game, the default, or the first
/// value.
pub fn usual<G: Game>(field: &Field) -> Option<Value> {
    let chosen = rounds::standard::<G>().get(field.key).cloned();
    chosen.or_else(|| field.default().map(Value::from)).or_else(|| values(field).into_iter().next())
}

/// The largest number of options that may have to change along with one.
const COMPANIONS: usize = 12;

/// The options with this value for one of them, and with whatever the law requires to go with it; `None` if that cannot
/// be found.
pub fn with<G: Game>(base: &Settings, key: &str, value: &Value) -> Option<Settings> {
    let mut settings = base.clone();
    settings.set(key, value.clone());
    for _ in 0..COMPANIONS {
        let mut breaches: Vec<(String, Breach)> = Vec::new();
        let entries = settings.entries();
        let lawful = games::options::<G>(&entries, &mut |it| breaches.push((it.key.to_owned(), it.breach)));
        if lawful.is_some() {
            return Some(settings);
        }
        if !breaches.iter().any(|(of, breach)| mend::<G>(&mut settings, key, of, *breach)) {
            return None;
        }
    }
    None
}

/// Changes another option to remove a violation; returns whether that was possible.
fn mend<G: Game>(settings: &mut Settings, key: &str, of: &str, breach: Breach) -> bool {
    let field = |key: &str| games::fields::<G>().find(|field| field.key == key);
    let before = settings.clone();
    let is_own = of == key;
    match breach {
        Breach::NoPlace(only) if is_own && only.is_wanted => {
            let value = match only.values.first() {
                Some(word) => Settings::read_one(&format!("x={word}")).map(|(_, value)| value),
                None => field(only.key).and_then(|field| values(field).into_iter().find(|v| !is_empty(v))),
            };
            put(settings, only.key, value);
        }
        Breach::NoPlace(only) if is_own => {
            settings.remove(only.key);
            let is_barred = |value: &Value| only.values.contains(&value.to_string().as_str());
            let value = field(only.key).and_then(|field| values(field).into_iter().find(|v| !is_barred(v)));
            if field(only.key).is_some_and(|field| field.default().is_none()) {
                put(settings, only.key, value);
            }
        }
        Breach::Needs { key } => put(settings, key, Some(Value::Switch(true))),
        Breach::NotWith { key: other } => settings.remove(if other == key { of } else { other }),
        Breach::Undecided(_) => {
            let value = rounds::standard::<G>().get(of).cloned();
            let some = |field: &Field| {
                let mut values = values(field).into_iter().filter(|v| !is_empty(v));
                // A small amount might leave no room for a wager.
                if matches!(field.takes, Takes::Money { .. }) { values.next_back() } else { values.next() }
            };
            put(settings, of, value.or_else(|| field(of).and_then(some)));
        }
        Breach::NotMultiple { of: unit_of, unit } => {
            let value =
                if is_own { settings.get(key).cloned() } else { Some(unit.to_string().as_str().into()) };
            put(settings, if is_own { unit_of } else { of }, value);
        }
        Breach::LessThan { than, least } => {
            let value =
                if is_own { settings.get(key).cloned() } else { Some(least.to_string().as_str().into()) };
            put(settings, if is_own { than } else { of }, value);
        }
        Breach::Sum { want, have } => balance::<G>(settings, key, want - have),
        _ if !is_own => settings.remove(of),
        _ => {}
    }
    *settings != before
}

fn put(settings: &mut Settings, key: &str, value: Option<Value>) {
    if let Some(value) = value {
        settings.set(key, value);
    }
}

fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Switch(false)) || matches!(value, Value::Text(text) if text.is_empty())
}

/// Compensates for a change of one count by changing the largest of the others in its group.
fn balance<G: Game>(settings: &mut Settings, key: &str, missing: i64) {
    let group = key.split('.').next().unwrap_or(key);
    let held = |field: &Field| match settings.get(field.key).cloned().or_else(|| usual::<G>(field)) {
        Some(Value::Number(n)) => n,
        _ => 0,
    };
    let others =
        games::fields::<G>().filter(|field| field.key != key && field.key.split('.').next() == Some(group));
    if let Some((other, count)) = others.map(|field| (field, held(field))).max_by_key(|(_, count)| *count) {
        settings.set(other.key, count + missing);
    }
}

/// The options that another value of this one allows or forbids.
pub fn opens<G: Game>(key: &str) -> Vec<&'static str> {
    let names = |field: &&Field| field.conditions().any(|only| only.key == key);
    games::fields::<G>().filter(names).map(|field| field.key).collect()
}
