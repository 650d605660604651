//! House files: pits and their tables. A submission for one table is read as a house of one, in no pit.

use crate::{
    failure::Failure,
    load::{Finding, Source, Submission, flatten, judge},
};
use rounds::entries;
use rules::{Chosen, Citation, Duty, Game, Visitor, house};
use std::{ops::Range, path::Path, ptr, rc::Rc};
use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

/// A file: the tables of a house, or one table.
pub struct House {
    pub source: Rc<Source>,
    /// Who submits it, if it says so.
    pub licensee: Option<String>,
    pub tables: Vec<Placed>,
    /// Whether it is the file of one table.
    pub single: bool,
}

/// A table in its pit.
pub struct Placed {
    pub pit: String,
    pub name: String,
    pub submission: Submission,
}

/// What the law makes of a house.
pub struct Judgement {
    /// Each table's own violations and duties.
    pub tables: Vec<(Vec<Finding>, Vec<Duty>)>,
    /// What its tables do not share.
    pub discords: Vec<Discord>,
}

/// Two tables that part ways, by their places in the house.
pub struct Discord {
    pub cite: Citation,
    pub key: &'static str,
    pub table: usize,
    pub has: String,
    pub other: usize,
    pub wants: String,
}

impl House {
    /// Reads a file of either kind.
    pub fn read(path: &Path) -> Result<House, Failure> {
        let source = Rc::new(Source::read(path)?);
        let document = source.toml()?;
        let Some(pits) = get(document.get_ref(), "pit") else {
            let mut found = Vec::new();
            flatten("", document.get_ref(), &mut found);
            let submission = Submission::of(&source, found, None)?;
            let tables = vec![Placed { pit: String::new(), name: String::new(), submission }];
            return Ok(House { source: Rc::clone(&source), licensee: None, tables, single: true });
        };
        let reader = Reader { source: &source, folder: path.parent().unwrap_or(Path::new("")) };
        reader.only(document.get_ref(), &["licensee", "pit"], "a house has a licensee and pits")?;
        let licensee = match get(document.get_ref(), "licensee") {
            Some(_) => Some(reader.text(document.get_ref(), "licensee", "the house", 0..0)?.0),
            None => None,
        };
        let mut tables = Vec::new();
        for pit in reader.list(pits, "[[pit]]")? {
            reader.pit(pit, &mut tables)?;
        }
        Ok(House { source: Rc::clone(&source), licensee, tables, single: false })
    }

    /// Judges every table by its own gate, and all of them together.
    pub fn judge(&self) -> Judgement {
        let tables = self.tables.iter().map(|t| t.submission.game.visit(JudgeTable(&t.submission))).collect();
        let written: Vec<_> = self.tables.iter().map(|t| entries(&t.submission.settings)).collect();
        let together: Vec<house::TableEntry<'_>> = self
            .tables
            .iter()
            .zip(&written)
            .map(|(t, entries)| house::TableEntry {
                pit: &t.pit,
                table: &t.name,
                game: t.submission.game.name(),
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
        Judgement { tables, discords }
    }
}

impl Placed {
    /// `pit A, MB-1: `, or nothing for a table that is alone.
    pub fn prefix(&self) -> String {
        if self.name.is_empty() { String::new() } else { format!("pit {}, {}: ", self.pit, self.name) }
    }
}

impl Judgement {
    /// Whether nothing was found.
    pub fn is_lawful(&self) -> bool {
        self.count() == 0
    }

    /// How many violations there are.
    pub fn count(&self) -> usize {
        self.tables.iter().map(|(findings, _)| findings.len()).sum::<usize>() + self.discords.len()
    }
}

impl Discord {
    /// What is wrong, in a line.
    pub fn title(&self, house: &House) -> String {
        let table = &house.tables[self.table];
        format!("{}`{}` must be as at {}", table.prefix(), self.key, house.tables[self.other].name)
    }

    /// What would be lawful.
    pub fn help(&self, house: &House) -> String {
        let other = &house.tables[self.other].name;
        format!("{other} has {}: write the same here, or change both", self.wants)
    }

    /// Where the table at fault says so.
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

struct Reader<'a> {
    source: &'a Rc<Source>,
    folder: &'a Path,
}

impl Reader<'_> {
    fn fault(&self, message: &str, at: Range<usize>, help: &str) -> Failure {
        self.source.fault(message, Some((at, "here".into())), help)
    }

    fn pit(&self, pit: &Spanned<DeValue<'_>>, tables: &mut Vec<Placed>) -> Result<(), Failure> {
        let at = pit.span();
        let DeValue::Table(pit) = pit.get_ref() else {
            return Err(self.fault("a pit is a table of TOML", at, "write [[pit]]"));
        };
        self.only(pit, &["name", "table"], "a pit has a name and tables")?;
        let (name, name_at) = self.text(pit, "name", "the pit", at)?;
        let Some(inside) = get(pit, "table") else {
            return Err(self.fault("the pit has no table", name_at, "write [[pit.table]]"));
        };
        for table in self.list(inside, "[[pit.table]]")? {
            let (table, at) = self.table(table, &name)?;
            if tables.iter().any(|t| t.pit == name && t.name == table.name) {
                return Err(self.fault("this table's name stands twice in its pit", at, ""));
            }
            tables.push(table);
        }
        Ok(())
    }

    fn table(&self, table: &Spanned<DeValue<'_>>, pit: &str) -> Result<(Placed, Range<usize>), Failure> {
        let at = table.span();
        let DeValue::Table(table) = table.get_ref() else {
            return Err(self.fault("a gaming table is a table of TOML", at, "write [[pit.table]]"));
        };
        let (name, name_at) = self.text(table, "name", "the table", at)?;
        let submission = match get(table, "options") {
            Some(options) if matches!(options.get_ref(), DeValue::String(_)) => {
                let help = "a table whose options stand in another file has a name and, if you like, a game";
                self.only(table, &["name", "game", "options"], help)?;
                let (path, _) = self.text(table, "options", "the table", name_at.clone())?;
                let submission = Submission::read(&self.folder.join(path))?;
                if get(table, "game").is_some() {
                    let (game, at) = self.text(table, "game", "the table", name_at.clone())?;
                    if game != submission.game.name() {
                        let help = format!("that file is a submission for {}", submission.game.name());
                        return Err(self.fault("the options are for another game", at, &help));
                    }
                }
                submission
            }
            _ => {
                let mut found = Vec::new();
                flatten("", table, &mut found);
                found.retain(|(setting, _)| setting.key != "name");
                for (setting, _) in &mut found {
                    if let Some(key) = setting.key.strip_prefix("options.") {
                        setting.key = key.to_owned();
                    }
                }
                Submission::of(self.source, found, Some(name_at.clone()))?
            }
        };
        Ok((Placed { pit: pit.to_owned(), name, submission }, name_at))
    }

    fn list<'t>(&self, value: &'t Spanned<DeValue<'t>>, how: &str) -> Result<&'t DeArray<'t>, Failure> {
        match value.get_ref() {
            DeValue::Array(list) => Ok(list),
            _ => Err(self.fault("there may be several of these", value.span(), &format!("write {how}"))),
        }
    }

    fn text(
        &self,
        table: &DeTable<'_>,
        key: &str,
        whose: &str,
        at: Range<usize>,
    ) -> Result<(String, Range<usize>), Failure> {
        match get(table, key).map(|value| (value.get_ref(), value.span())) {
            Some((DeValue::String(text), at)) if !text.trim().is_empty() => Ok((text.to_string(), at)),
            Some((_, at)) => Err(self.fault(&format!("{key} of {whose} is text"), at, "")),
            None => Err(self.fault(&format!("{whose} has no {key}"), at, &format!("write {key} = \"…\""))),
        }
    }

    fn only(&self, table: &DeTable<'_>, keys: &[&str], help: &str) -> Result<(), Failure> {
        match table.iter().find(|(key, _)| !keys.contains(&key.get_ref().as_ref())) {
            Some((key, _)) => {
                Err(self.fault(&format!("`{}` has no place here", key.get_ref()), key.span(), help))
            }
            None => Ok(()),
        }
    }
}

fn get<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> Option<&'t Spanned<DeValue<'i>>> {
    table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, value)| value)
}
