//! A house over time, derived from the journals of its tables: the options in force at any moment, the
//! versions of its rules, and the house file that contains all of it.

use crate::{Calendar, House, Table, Version};
use books::Opening;
use jiff::civil::Date;
use rounds::{Settings, Value};
use rules::GameId;
use std::fmt::Write;

/// Changes at different tables within this many milliseconds form one version of the house's rules.
const ONE_VERSION: i64 = 60_000;

/// The history of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The pit that the table belongs to.
    pub pit: String,
    /// The name of the table.
    pub table: String,
    /// The game played there.
    pub game: GameId,
    /// The options over time, in order.
    pub openings: Vec<Opening>,
}

impl Course {
    /// The table at a moment; `None` if it had not opened yet or was closed.
    fn at(&self, millis: i64, calendar: &Calendar) -> Option<Table> {
        let mut table: Option<Table> = None;
        let mut is_closed = false;
        for opening in self.openings.iter().take_while(|opening| opening.at <= millis) {
            let from = calendar.moment(opening.at);
            table = Some(match table {
                Some(before) => before.changed(&opening.options, from),
                None => Table::new(&self.pit, &self.table, self.game, &opening.options, from),
            });
            is_closed = opening.closed.is_some_and(|closed| closed <= millis);
        }
        table.filter(|_| !is_closed)
    }

    /// Whether it was open at some time before `to` and had not closed for good before `from`.
    pub fn is_open_in(&self, from: i64, to: i64) -> bool {
        let closed = self.openings.last().and_then(|last| last.closed);
        self.openings.first().is_some_and(|first| first.at < to) && closed.is_none_or(|closed| from < closed)
    }

    /// The options at a moment, with the start and end of their validity; `None` before it opened.
    pub fn options_at(&self, millis: i64) -> Option<(&Settings, i64, Option<i64>)> {
        let at = self.openings.iter().rposition(|opening| opening.at <= millis)?;
        let until = self.openings.get(at + 1).map(|next| next.at);
        let Opening { options, at, .. } = &self.openings[at];
        Some((options, *at, until))
    }

    /// The times at which its rules changed. Closing for the night and reopening with the same options is not
    /// a change.
    fn changes(&self) -> impl Iterator<Item = i64> {
        let closed = self.openings.last().and_then(|last| last.closed);
        self.openings.iter().map(|opening| opening.at).chain(closed)
    }
}

/// A house over time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// The holder of the license, if stated.
    pub licensee: Option<String>,
    /// The gaming days and shifts.
    pub calendar: Calendar,
    /// The tables of the house.
    pub tables: Vec<Course>,
}

impl History {
    /// The house at a moment, in milliseconds since 1970, UTC.
    pub fn at(&self, millis: i64) -> House {
        let began = self.versions().into_iter().rfind(|(from, _)| *from <= millis);
        House {
            licensee: self.licensee.clone(),
            version: began.map(|(_, version)| version).unwrap_or_default(),
            calendar: self.calendar.clone(),
            tables: self.tables.iter().filter_map(|table| table.at(millis, &self.calendar)).collect(),
        }
    }

    /// The version that the one in force at a moment replaced; an empty house if it was the first.
    pub fn before(&self, millis: i64) -> House {
        let stretches = self.stretches();
        let at = stretches.iter().rposition(|(from, _)| *from <= millis).and_then(|at| at.checked_sub(1));
        at.map_or_else(House::default, |at| self.at(stretches[at].1))
    }

    /// Every version of the rules with its start, in milliseconds.
    pub fn versions(&self) -> Vec<(i64, Version)> {
        let stretches = self.stretches();
        let version = |(number, &(from, to)): (usize, &(i64, i64))| {
            let began = |opening: &&Opening| (from..=to).contains(&opening.at);
            let new: Vec<&Opening> =
                self.tables.iter().flat_map(|table| &table.openings).filter(began).collect();
            let day = |opening: &&Opening| opening.approved.as_deref()?.parse::<Date>().ok();
            let approved: Option<Vec<Date>> = new.iter().map(day).collect();
            let version = Version {
                number: number + 1,
                from: self.calendar.moment(from),
                approved: approved.and_then(|days| days.into_iter().max()),
                told: new.iter().filter_map(|one| one.told).max().and_then(|at| self.calendar.moment(at)),
            };
            (from, version)
        };
        stretches.iter().enumerate().map(version).collect()
    }

    /// The first and the last change of each version.
    fn stretches(&self) -> Vec<(i64, i64)> {
        let of = |(number, table): (usize, &Course)| -> Vec<(i64, usize)> {
            table.changes().map(|at| (at, number)).collect()
        };
        let mut changes: Vec<(i64, usize)> = self.tables.iter().enumerate().flat_map(of).collect();
        changes.sort_unstable();
        let (mut stretches, mut tables): (Vec<(i64, i64)>, Vec<usize>) = Default::default();
        for (at, table) in changes {
            match stretches.last_mut() {
                Some((first, last)) if is_one(*first, at, tables.contains(&table)) => *last = at,
                _ => {
                    stretches.push((at, at));
                    tables.clear();
                }
            }
            tables.push(table);
        }
        stretches
    }

    /// The whole history as a house file, including superseded versions.
    pub fn file(&self) -> String {
        let mut text = String::new();
        if let Some(licensee) = &self.licensee {
            let _ = writeln!(text, "licensee = {}", quoted(licensee));
        }
        let mut before: Option<House> = None;
        for ((_, last), (_, version)) in self.stretches().into_iter().zip(self.versions()) {
            let house = House { version, ..self.at(last) };
            match &before {
                None => first(&house, &mut text),
                Some(before) => change(before, &house, &mut text),
            }
            before = Some(house);
        }
        text
    }

    /// The house at a moment as a house file with one version.
    pub fn file_at(&self, millis: i64) -> String {
        let house = self.at(millis);
        let mut text = String::new();
        if let Some(licensee) = &house.licensee {
            let _ = writeln!(text, "licensee = {}", quoted(licensee));
        }
        first(&house, &mut text);
        text
    }
}

/// Whether a change still belongs to the version that began then. A second change to the same table starts
/// another version, which a house file distinguishes by its second.
fn is_one(began: i64, at: i64, is_changed: bool) -> bool {
    let is_same_second = at.div_euclid(1000) == began.div_euclid(1000);
    at - began < ONE_VERSION && (!is_changed || is_same_second)
}

fn dates(version: &Version, text: &mut String) {
    if let Some(from) = version.from {
        let _ = writeln!(text, "from = {}", from.rfc3339());
    }
    if let Some(approved) = version.approved {
        let _ = writeln!(text, "approved = {approved}");
    }
    if let Some(told) = version.told {
        let _ = writeln!(text, "told = {}", told.rfc3339());
    }
    text.push('\n');
}

fn first(house: &House, text: &mut String) {
    dates(&house.version, text);
    for pit in house.pits() {
        let _ = writeln!(text, "[[pit]]\nname = {}\n", quoted(pit));
        for table in house.tables.iter().filter(|table| table.pit == pit) {
            let _ = writeln!(text, "[[pit.table]]\nname = {}", quoted(&table.name));
            options(table, text);
        }
    }
}

fn change(before: &House, after: &House, text: &mut String) {
    let find = |house: &House, table: &Table| {
        house.tables.iter().find(|other| (&other.pit, &other.name) == (&table.pit, &table.name)).cloned()
    };
    let mut changes = String::new();
    let place = |table: &Table, text: &mut String| {
        let (pit, name) = (quoted(&table.pit), quoted(&table.name));
        let _ = writeln!(text, "[[change.table]]\npit = {pit}\nname = {name}");
    };
    for table in before.tables.iter().filter(|table| find(after, table).is_none()) {
        place(table, &mut changes);
        changes.push_str("closed = true\n\n");
    }
    for table in &after.tables {
        let is_as_before = |was: Table| was.game == table.game && was.settings == table.settings;
        if !find(before, table).is_some_and(is_as_before) {
            place(table, &mut changes);
            options(table, &mut changes);
        }
    }
    // Whatever was undone within the same version is not a change.
    if !changes.is_empty() {
        text.push_str("[[change]]\n");
        dates(&after.version, text);
        text.push_str(&changes);
    }
}

fn options(table: &Table, text: &mut String) {
    let _ = writeln!(text, "game = {}", quoted(table.game.name()));
    for (key, value) in &table.settings {
        let value = match value {
            Value::Text(value) | Value::Other(value) => quoted(value),
            other => other.to_string(),
        };
        let _ = writeln!(text, "{key} = {value}");
    }
    text.push('\n');
}

/// A text in TOML syntax.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn opening(options: &str, at: i64, told: Option<i64>, closed: Option<i64>) -> Opening {
        let options = Settings::read(options).expect("settings");
        let approved = told.map(|_| "2026-02-20".to_owned());
        Opening { options, seq: 0, at, told, approved, closed }
    }

    fn course(table: &str, game: &str, openings: Vec<Opening>) -> Course {
        let game = GameId::find(game).expect("a game");
        Course { pit: "1".into(), table: table.into(), game, openings }
    }

    /// Two tables open within a minute; later one changes and the other closes.
    fn house(begins: i64) -> History {
        let roulette = vec![
            opening("wheel=double-zero zero=half", begins, None, None),
            opening("wheel=double-zero zero=all", begins + 10 * HOUR, Some(begins + 9 * HOUR), None),
        ];
        let wheel = vec![opening("clapper=passed", begins + 5_000, None, Some(begins + 20 * HOUR))];
        let tables = vec![course("R-1", "roulette", roulette), course("B-1", "big-six", wheel)];
        History { licensee: Some("A \"B\"".into()), tables, ..History::default() }
    }

    #[test]
    fn any_moment_has_its_own_options() {
        let begins = 1_772_366_400_000; // March 1, 2026, 12:00 UTC
        let house = house(begins);
        let zero = |millis| {
            let house = house.at(millis);
            let table = house.named("R-1").into_iter().next();
            table.map(|table| (table.settings.to_string(), table.since["zero"].rfc3339(), house.tables.len()))
        };
        assert_eq!(zero(begins - 1), None);
        let (was, since, tables) = zero(begins + 9 * HOUR).expect("a table");
        assert_eq!((was.as_str(), tables), ("wheel=double-zero zero=half", 2));
        assert_eq!(since, "2026-03-01T07:00:00-05:00");
        let (is, since, tables) = zero(begins + 30 * HOUR).expect("a table");
        assert_eq!((is.as_str(), tables), ("wheel=double-zero zero=all", 1));
        assert_eq!(since, "2026-03-01T17:00:00-05:00");
        let wheel = house.at(begins + 30 * HOUR).tables[0].since["wheel"].rfc3339();
        assert_eq!(wheel, "2026-03-01T07:00:00-05:00", "what did not change keeps its date");
        let (options, from, until) = house.tables[0].options_at(begins + HOUR).expect("options");
        assert_eq!(options.to_string(), "wheel=double-zero zero=half");
        assert_eq!((from, until), (begins, Some(begins + 10 * HOUR)));
    }

    #[test]
    fn versions_have_their_dates() {
        let begins = 1_772_366_400_000;
        let versions = house(begins).versions();
        let said: Vec<_> = versions
            .iter()
            .map(|(_, v)| {
                (v.number, v.approved.map(|day| day.to_string()), v.told.map(crate::Moment::rfc3339))
            })
            .collect();
        assert_eq!(
            said,
            [
                (1, None, None),
                (2, Some("2026-02-20".into()), Some("2026-03-01T16:00:00-05:00".into())),
                (3, None, None),
            ]
        );
    }

    #[test]
    fn the_file_says_all_of_it() {
        let text = house(1_772_366_400_000).file();
        let wants = r#"licensee = "A \"B\""
from = 2026-03-01T07:00:00-05:00

[[pit]]
name = "1"

[[pit.table]]
name = "R-1"
game = "roulette"
wheel = "double-zero"
zero = "half"

[[pit.table]]
name = "B-1"
game = "big-six"
clapper = "passed"

[[change]]
from = 2026-03-01T17:00:00-05:00
approved = 2026-02-20
told = 2026-03-01T16:00:00-05:00

[[change.table]]
pit = "1"
name = "R-1"
game = "roulette"
wheel = "double-zero"
zero = "all"

[[change]]
from = 2026-03-02T03:00:00-05:00

[[change.table]]
pit = "1"
name = "B-1"
closed = true

"#;
        assert_eq!(text, wants);
    }

    #[test]
    fn a_table_that_closes_for_the_night_changes_nothing() {
        let wheel = course("B-1", "big-six", vec![opening("clapper=passed", 0, None, None)]);
        let house = History { tables: vec![wheel], ..History::default() };
        assert_eq!(house.versions().len(), 1);
        let twice =
            vec![opening("clapper=passed", 0, None, None), opening("clapper=respin", 2_000, None, None)];
        let changed = course("B-1", "big-six", twice);
        assert_eq!(History { tables: vec![changed], ..house.clone() }.versions().len(), 2);
        let gone = course("B-1", "big-six", vec![opening("clapper=passed", 0, None, Some(10))]);
        let house = History { tables: vec![gone], ..house };
        assert_eq!(house.at(9).tables.len(), 1);
        assert!(house.at(10).tables.is_empty());
    }
}
