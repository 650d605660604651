//! A house from the point of view of its papers: the license holder, the version of its rules in force, and
//! every table.

use crate::{Calendar, Moment};
use jiff::civil::Date;
use rounds::Settings;
use rules::{Chosen, Duty, Field, Game, GameId, Holding, Submission, Visitor};
use std::collections::BTreeMap;

/// The tables of a house under one version of its rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct House {
    /// The holder of the license, if stated.
    pub licensee: Option<String>,
    /// The version of the rules.
    pub version: Version,
    /// The gaming days and shifts.
    pub calendar: Calendar,
    /// The tables of the house.
    pub tables: Vec<Table>,
}

/// A version of a house's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    /// The number of the version, from 1.
    pub number: usize,
    /// When it takes effect, if stated.
    pub from: Option<Moment>,
    /// When the Commission approved it.
    pub approved: Option<Date>,
    /// When its notices were given.
    pub told: Option<Moment>,
}

impl Default for Version {
    fn default() -> Version {
        Version { number: 1, from: None, approved: None, told: None }
    }
}

/// A table in its pit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The pit; empty for a single table without a house.
    pub pit: String,
    /// The name; empty for a single table without a house.
    pub name: String,
    /// The game played there.
    pub game: GameId,
    /// The options, in canonical spelling.
    pub settings: Settings,
    /// For each option, since when its current value has been in force.
    pub since: BTreeMap<&'static str, Moment>,
}

impl Table {
    /// A table whose options all took effect at the same time.
    pub fn new(pit: &str, name: &str, game: GameId, settings: &Settings, from: Option<Moment>) -> Table {
        let since = fields(game).filter_map(|field| Some((field.key, from?))).collect();
        Table { pit: pit.to_owned(), name: name.to_owned(), game, settings: settings.canonical(game), since }
    }

    /// The same table under other options. Options that do not change keep their date.
    #[must_use]
    pub fn changed(&self, settings: &Settings, from: Option<Moment>) -> Table {
        let mut after = Table::new(&self.pit, &self.name, self.game, settings, from);
        for field in fields(self.game) {
            if self.holds(field) == after.holds(field)
                && let Some(since) = self.since.get(field.key)
            {
                after.since.insert(field.key, *since);
            }
        }
        after
    }

    /// The value in force for an option.
    pub fn holds(&self, field: &Field) -> Holding {
        let entries = self.settings.entries();
        Submission::new(&entries, self.game.fields()).holding(field)
    }

    /// Writes `pit 1, R-1`, or the game's name for a single table.
    pub fn place(&self) -> String {
        if self.name.is_empty() {
            title(self.game).to_owned()
        } else {
            format!("pit {}, {}", self.pit, self.name)
        }
    }

    /// What its options oblige the licensee to post or announce; empty if they are not lawful.
    pub fn duties(&self) -> Vec<Duty> {
        struct Duties<'a>(&'a Settings);
        impl Visitor for Duties<'_> {
            type Out = Vec<Duty>;
            fn visit<G: Game>(self) -> Vec<Duty> {
                let mut duties = Vec::new();
                if let Ok(options) = rounds::judge::<G>(self.0) {
                    options.duties(&mut |duty| duties.push(duty));
                }
                duties
            }
        }
        self.game.visit(Duties(&self.settings))
    }
}

/// The options of a game.
pub fn fields(game: GameId) -> impl Iterator<Item = &'static Field> {
    game.fields().iter().copied().flatten()
}

/// The name of a game as people write it.
pub fn title(game: GameId) -> &'static str {
    books::title_and_edition(game).0
}

/// Tables of one game with the same options, in force since the same dates.
pub struct Group<'a> {
    /// The game.
    pub game: GameId,
    /// The tables, in the order of the house.
    pub tables: Vec<&'a Table>,
}

impl Group<'_> {
    /// The first table, which represents the group.
    pub fn first(&self) -> &Table {
        self.tables[0]
    }

    /// Writes `pit 1; pit 2: R-7`.
    pub fn places(&self) -> String {
        let mut pits: Vec<(&str, Vec<&str>)> = Vec::new();
        for table in self.tables.iter().filter(|table| !table.name.is_empty()) {
            match pits.iter_mut().find(|(pit, _)| *pit == table.pit) {
                Some((_, names)) => names.push(&table.name),
                None => pits.push((&table.pit, vec![&table.name])),
            }
        }
        pits.iter()
            .map(|(pit, names)| format!("pit {pit}: {}", names.join(", ")))
            .collect::<Vec<_>>()
            .join("; ")
    }
}

impl House {
    /// The tables in groups, with games in the order of the law. `is_like` decides which tables belong
    /// together.
    pub fn groups(&self, is_like: impl Fn(&Table, &Table) -> bool) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for &game in GameId::ALL {
            for table in self.tables.iter().filter(|table| table.game == game) {
                match groups.iter_mut().find(|group| group.game == game && is_like(group.first(), table)) {
                    Some(group) => group.tables.push(table),
                    None => groups.push(Group { game, tables: vec![table] }),
                }
            }
        }
        groups
    }

    /// The pits, in the order of the house.
    pub fn pits(&self) -> Vec<&str> {
        let mut pits: Vec<&str> = Vec::new();
        for table in &self.tables {
            if !pits.contains(&table.pit.as_str()) {
                pits.push(&table.pit);
            }
        }
        pits
    }

    /// The tables with this name, or with this pit and name: `R-1` or `1/R-1`. Two pits may use the same
    /// table name.
    pub fn named(&self, name: &str) -> Vec<&Table> {
        let is_it = |table: &&Table| table.name == name || format!("{}/{}", table.pit, table.name) == name;
        self.tables.iter().filter(is_it).collect()
    }
}
