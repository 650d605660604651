//! House files: pits and their tables, in all versions. A submission for one table is read as a house with
//! one table and no pit.

mod read;

use crate::{
    failure::Failure,
    load::{Finding, Source, Submission, judge},
};
use papers::{AsOf, Petition, Series, Trained, Version};
use rules::{Chosen, Citation, Duty, Game, Visitor, house};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    ptr,
    rc::Rc,
};

/// A file with everything in it, including superseded versions.
pub struct HouseFile {
    pub source: Rc<Source>,
    /// Every version, in the order in which they take effect; never empty.
    pub versions: Vec<House>,
    /// The form numbers assigned to pits.
    pub series: Vec<Series>,
    pub petitions: Vec<Petition>,
    pub trained: Vec<Trained>,
}

/// One version of a house, or one table.
pub struct House {
    pub source: Rc<Source>,
    pub tables: Vec<Placed>,
    /// Whether it is the file of a single table.
    pub single: bool,
    /// The house in the form that papers use.
    pub paper: papers::House,
    /// Where the file states when its notices were given.
    pub told_at: Option<Range<usize>>,
}

/// A table in its pit.
#[derive(Clone)]
pub struct Placed {
    pub pit: String,
    pub name: String,
    pub submission: Submission,
}

/// The judgment of a house.
pub struct Judgment {
    /// Each table's own violations and duties.
    pub tables: Vec<(Vec<Finding>, Vec<Duty>)>,
    /// The options that tables must share but do not.
    pub discords: Vec<Discord>,
}

/// Two tables that disagree, by their indices in the house.
pub struct Discord {
    pub cite: Citation,
    pub key: &'static str,
    pub table: usize,
    pub has: String,
    pub other: usize,
    pub wants: String,
}

/// Reads `FILE` or `FILE@DATE`. If a file with the full name exists, it is used.
pub fn at_date(path: &Path) -> Result<(PathBuf, Option<AsOf>), Failure> {
    let text = path.to_string_lossy();
    match text.rsplit_once('@') {
        Some((file, date)) if !path.exists() => {
            Ok((PathBuf::from(file), Some(AsOf::read(date).map_err(Failure::fault)?)))
        }
        _ => Ok((path.to_owned(), None)),
    }
}

impl HouseFile {
    /// Reads a house file or a submission.
    pub fn read(path: &Path) -> Result<HouseFile, Failure> {
        read::file(path)
    }

    /// A house file, a submission, or one table of a game at its usual options.
    pub fn read_or_usual(path: &Path) -> Result<HouseFile, Failure> {
        match path.to_str().and_then(rules::GameId::find) {
            Some(game) if !path.exists() => read::usual(game),
            _ => read::file(path),
        }
    }

    /// The index in `versions` of the one in force at a time, or of the newest.
    pub fn at(&self, as_of: Option<AsOf>) -> Result<usize, Failure> {
        let newest = self.versions.len() - 1;
        let Some(as_of) = as_of else { return Ok(newest) };
        let from = |house: &House| house.paper.version.from;
        let holds = |house: &House| from(house).is_none_or(|from| as_of.includes(from));
        self.versions.iter().rposition(holds).ok_or_else(|| {
            let first = from(&self.versions[0])
                .map_or(String::new(), |from| format!("; the first takes effect {from}"));
            Failure::fault(format!("{}: no version is in force on {as_of}{first}", self.source.name))
        })
    }

    /// The version that another one replaced, or an empty house.
    pub fn before(&self, at: usize) -> papers::House {
        at.checked_sub(1).map_or_else(papers::House::default, |before| self.versions[before].paper.clone())
    }
}

impl House {
    /// The version of the rules.
    pub fn version(&self) -> &Version {
        &self.paper.version
    }

    /// Judges every table by its own gate, and all of them together.
    pub fn judge(&self) -> Judgment {
        let tables = self.tables.iter().map(|t| t.submission.game.visit(JudgeTable(&t.submission))).collect();
        let written: Vec<_> = self.tables.iter().map(|t| t.submission.settings.entries()).collect();
        let together: Vec<house::TableEntry<'_>> = self
            .tables
            .iter()
            .zip(&written)
            .map(|(t, entries)| house::TableEntry {
                pit: &t.pit,
                table: &t.name,
                game: t.submission.game,
                entries,
            })
            .collect();
        let at = |entry| together.iter().position(|t| ptr::eq(t, entry)).expect("one of them");
        let mut discords = Vec::new();
        house::judge(&together, &mut |v| {
            let (has, wants) = (v.has.to_string(), v.wants.to_string());
            discords.push(Discord {
                cite: v.cite,
                key: v.key,
                table: at(v.table),
                has,
                other: at(v.other),
                wants,
            });
        });
        Judgment { tables, discords }
    }
}

impl Placed {
    /// Writes `pit A, MB-1: `, or nothing for a single table.
    pub fn prefix(&self) -> String {
        if self.name.is_empty() { String::new() } else { format!("pit {}, {}: ", self.pit, self.name) }
    }
}

impl Judgment {
    /// Whether there are no violations.
    pub fn is_lawful(&self) -> bool {
        self.count() == 0
    }

    /// The number of violations.
    pub fn count(&self) -> usize {
        self.tables.iter().map(|(findings, _)| findings.len()).sum::<usize>() + self.discords.len()
    }
}

impl Discord {
    /// Where the table at fault sets the option.
    pub fn place(&self, house: &House) -> Range<usize> {
        house.tables[self.table].submission.place_of(self.key)
    }
}

struct JudgeTable<'a>(&'a Submission);

impl Visitor for JudgeTable<'_> {
    type Out = (Vec<Finding>, Vec<Duty>);
    fn visit<G: Game>(self) -> Self::Out {
        let mut duties = Vec::new();
        match judge::<G>(&self.0.settings) {
            Err(mut findings) => {
                findings.sort_by_key(|finding| self.0.place(finding).start);
                (findings, duties)
            }
            Ok(options) => {
                options.duties(&mut |duty| duties.push(duty));
                (Vec::new(), duties)
            }
        }
    }
}
