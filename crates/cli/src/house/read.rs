//! Reads house files: TOML, with the position of every fault.

use super::{House, HouseFile, Placed};
use crate::{
    failure::Failure,
    load::{Found, Source, Submission, flatten, game, judge},
};
use papers::{Calendar, Moment, Petition, Series, Sort, Table, Texts, Trained, Version};
use rounds::Settings;
use rules::{Game, GameId, Visitor};
use std::{ops::Range, path::Path, rc::Rc, str::FromStr};
use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

/// The section violated by dates in the wrong order; it is not held.
const NOTICE: &str = "8.3";
/// The provision that requires every form number to be used only once.
const SERIES: &str = "7.3(c)3.ii";

/// Reads a house file or the submission of one table.
pub fn file(path: &Path) -> Result<HouseFile, Failure> {
    read(Rc::new(Source::read(path)?), path.parent().unwrap_or(Path::new("")))
}

/// One table of a game at its usual options.
pub fn usual(game: GameId) -> Result<HouseFile, Failure> {
    let mut text = format!("game = \"{}\"\n", game.name());
    for (key, value) in &Settings::standard(game) {
        text += &format!("{key} = {}\n", value.as_written());
    }
    read(Rc::new(Source { name: format!("the usual options of {}", game.name()), text }), Path::new(""))
}

fn read(source: Rc<Source>, folder: &Path) -> Result<HouseFile, Failure> {
    let document = source.toml()?;
    let document = document.get_ref();
    if get(document, "pit").is_none() {
        let mut found = Vec::new();
        flatten("", document, &mut found);
        let submission = Submission::of(&source, found, None)?;
        let tables = vec![Placed { pit: String::new(), name: String::new(), submission }];
        let house = version(&source, &papers::House::default(), tables, Version::default(), None);
        return Ok(HouseFile {
            versions: vec![House { single: true, ..house }],
            series: Vec::new(),
            petitions: Vec::new(),
            trained: Vec::new(),
            source: Rc::clone(&source),
        });
    }
    Reader { source: &source, folder }.house(document)
}

/// A version of a house: options that do not change keep their starting date.
fn version(
    source: &Rc<Source>,
    whose: &papers::House,
    tables: Vec<Placed>,
    version: Version,
    before: Option<&House>,
) -> House {
    let of = |placed: &Placed| {
        let Placed { pit, name, submission: Submission { game, settings, .. } } = placed;
        let same = |t: &&Table| (&t.pit, &t.name, t.game) == (pit, name, *game);
        match before.and_then(|house| house.paper.tables.iter().find(same)) {
            Some(was) => was.changed(settings, version.from),
            None => Table::new(pit, name, *game, settings, version.from),
        }
    };
    let tables_of_paper = tables.iter().map(of).collect();
    let paper = papers::House { version, tables: tables_of_paper, ..whose.clone() };
    House { source: Rc::clone(source), tables, single: false, paper, told_at: None }
}

struct Reader<'a> {
    source: &'a Rc<Source>,
    folder: &'a Path,
}

type Item<'i> = Spanned<DeValue<'i>>;

impl Reader<'_> {
    fn fault(&self, message: &str, at: Range<usize>, help: &str) -> Failure {
        self.source.fault(message, Some((at, "here".into())), help)
    }

    fn house(&self, document: &DeTable<'_>) -> Result<HouseFile, Failure> {
        let keys = [
            "licensee", "from", "approved", "told", "shifts", "pit", "change", "forms", "petition", "trained",
        ];
        self.only(
            document,
            &keys,
            "a house has a licensee, dates, pits, changes, forms, petitions and trained dealers",
        )?;
        let licensee = match get(document, "licensee") {
            Some(_) => Some(self.text(document, "licensee", "the house", 0..0)?.0),
            None => None,
        };
        let calendar = Calendar::new(self.shifts(document)?);
        let whose = papers::House { licensee, calendar, ..papers::House::default() };
        let mut tables = Vec::new();
        for pit in self.items(document, "pit", "[[pit]]")? {
            self.pit(pit, &mut tables)?;
        }
        let dates = self.dates(document, 1)?;
        let mut versions = vec![version(self.source, &whose, tables, dates.0, None)];
        for change in self.items(document, "change", "[[change]]")? {
            let before = versions.last().expect("the first version");
            let after = self.change(change, before, versions.len() + 1)?;
            versions.push(after);
        }
        let series = self.forms(document, &versions)?;
        for house in &versions {
            serials(house, &series)?;
        }
        Ok(HouseFile {
            series,
            petitions: self.each(document, "petition", Self::petition)?,
            trained: self.each(document, "trained", Self::trained)?,
            versions,
            source: Rc::clone(self.source),
        })
    }

    /// The dates of a version, and the position of the first of them.
    fn dates(&self, table: &DeTable<'_>, number: usize) -> Result<(Version, Option<Range<usize>>), Failure> {
        let from = self.read(table, "from", Moment::read)?;
        let told = self.read(table, "told", Moment::read)?;
        let approved = self.read(table, "approved", date)?;
        if let (Some((from, _)), Some((approved, at))) = (&from, &approved)
            && *approved > from.date()
        {
            let help = "a version takes effect once it is approved: correct one of the dates";
            return Err(self.source.fault_by(
                NOTICE,
                "approved after it takes effect",
                &[(at.clone(), "here")],
                help,
            ));
        }
        let at = from.as_ref().map(|(_, at)| at.clone());
        let [from, told] = [from, told].map(|one| one.map(|(moment, _)| moment));
        Ok((Version { number, from, approved: approved.map(|(day, _)| day), told }, at))
    }

    fn change(&self, change: &Item<'_>, before: &House, number: usize) -> Result<House, Failure> {
        let at = change.span();
        let change = self.table_of(change, "[[change]]")?;
        self.only(change, &["from", "approved", "told", "table"], "a change has dates and tables")?;
        let (dates, from_at) = self.dates(change, number)?;
        let Some((from, from_at)) = dates.from.zip(from_at) else {
            return Err(self.fault(
                "the change does not say when it takes effect",
                at,
                "write from = 2026-03-01T06:00:00-05:00",
            ));
        };
        if let Some(last) = before.paper.version.from
            && from.second() <= last.second()
        {
            let message = "dates out of order: this version does not take effect after the one above it";
            let help =
                format!("the version above takes effect {last}; put changes in the order of their dates");
            return Err(self.source.fault_by(NOTICE, message, &[(from_at, "takes effect here")], &help));
        }
        let mut tables = before.tables.clone();
        let items = self.items(change, "table", "[[change.table]]")?;
        if items.is_empty() {
            return Err(self.fault("the change names no table", at, "write [[change.table]]"));
        }
        for item in items {
            self.changed_table(item, &mut tables)?;
        }
        let told_at = get(change, "told").map(Spanned::span);
        Ok(House { told_at, ..version(self.source, &before.paper, tables, dates, Some(before)) })
    }

    /// A table that changes, opens or closes.
    fn changed_table(&self, item: &Item<'_>, tables: &mut Vec<Placed>) -> Result<(), Failure> {
        let at = item.span();
        let table = self.table_of(item, "[[change.table]]")?;
        let (pit, _) = self.text(table, "pit", "the table", at.clone())?;
        let (name, name_at) = self.text(table, "name", "the table", at)?;
        let place = tables.iter().position(|t| t.pit == pit && t.name == name);
        let closed =
            get(table, "closed").is_some_and(|value| matches!(value.get_ref(), DeValue::Boolean(true)));
        match (place, closed, get(table, "game")) {
            (Some(place), true, _) => {
                tables.remove(place);
            }
            (None, true, _) => return Err(self.fault("no such table is open", name_at, "")),
            (Some(place), false, None) => {
                let mut without = Vec::new();
                for key in self.items(table, "without", "without = [\"key\"]")? {
                    match key.get_ref() {
                        DeValue::String(text) => without.push(text.to_string()),
                        _ => return Err(self.fault("an option's key is text", key.span(), "")),
                    }
                }
                let found = options_of(table, &["pit", "name", "closed", "without"]);
                tables[place].submission = tables[place].submission.changed(self.source, found, &without);
            }
            (None, false, None) => {
                let help =
                    "a table that opens has a game; a table that changes stands in its pit under its name";
                return Err(self.fault("no such table is open", name_at, help));
            }
            (place, false, Some(_)) => {
                let found = options_of(table, &["pit", "name", "closed"]);
                let submission = Submission::of(self.source, found, Some(name_at))?;
                let new = Placed { pit, name, submission };
                match place {
                    Some(place) => tables[place] = new,
                    None => tables.push(new),
                }
            }
        }
        Ok(())
    }

    fn pit(&self, pit: &Item<'_>, tables: &mut Vec<Placed>) -> Result<(), Failure> {
        let at = pit.span();
        let pit = self.table_of(pit, "[[pit]]")?;
        self.only(pit, &["name", "table"], "a pit has a name and tables")?;
        let (name, name_at) = self.text(pit, "name", "the pit", at)?;
        if get(pit, "table").is_none() {
            return Err(self.fault("the pit has no table", name_at, "write [[pit.table]]"));
        }
        for table in self.items(pit, "table", "[[pit.table]]")? {
            let (table, at) = self.table(table, &name)?;
            if tables.iter().any(|t| t.pit == name && t.name == table.name) {
                return Err(self.fault("this table's name stands twice in its pit", at, ""));
            }
            tables.push(table);
        }
        Ok(())
    }

    fn table(&self, table: &Item<'_>, pit: &str) -> Result<(Placed, Range<usize>), Failure> {
        let at = table.span();
        let table = self.table_of(table, "[[pit.table]]")?;
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
            _ => Submission::of(self.source, options_of(table, &["name"]), Some(name_at.clone()))?,
        };
        Ok((Placed { pit: pit.to_owned(), name, submission }, name_at))
    }

    /// The form numbers assigned to pits; every number only once in the house.
    fn forms(&self, document: &DeTable<'_>, versions: &[House]) -> Result<Vec<Series>, Failure> {
        let mut all: Vec<(Series, Range<usize>)> = Vec::new();
        for item in self.items(document, "forms", "[[forms]]")? {
            let at = item.span();
            let table = self.table_of(item, "[[forms]]")?;
            self.only(
                table,
                &["pit", "table", "first", "last", "received"],
                "a series has a pit, a table, a first and a last number",
            )?;
            let (pit, _) = self.text(table, "pit", "the series", at.clone())?;
            let (name, name_at) = self.text(table, "table", "the series", at.clone())?;
            let is_there = |house: &House| house.tables.iter().any(|t| t.pit == pit && t.name == name);
            if !versions.iter().any(is_there) {
                return Err(self.fault("the house has no such table in this pit", name_at, ""));
            }
            let (first, first_at) = self.number(table, "first", at.clone())?;
            let (last, last_at) = self.number(table, "last", at)?;
            let place = first_at.start..last_at.end.max(first_at.end);
            if last < first {
                return Err(self.source.fault_by(
                    SERIES,
                    "the series ends before it begins",
                    &[(last_at, "here")],
                    "numbers are used in order",
                ));
            }
            let overlaps = |(other, _): &&(Series, Range<usize>)| first <= other.last && other.first <= last;
            if let Some((other, other_at)) = all.iter().find(overlaps) {
                let message = "overlapping form numbers: every number is used once in the house";
                let help = format!(
                    "numbers {} to {} are at {} in pit {}",
                    other.first, other.last, other.table, other.pit
                );
                return Err(self.source.fault_by(
                    SERIES,
                    message,
                    &[(place, "these numbers"), (other_at.clone(), "are there already")],
                    &help,
                ));
            }
            let received = self.read(table, "received", date)?.map(|(day, _)| day);
            all.push((Series { pit, table: name, first, last, received }, place));
        }
        Ok(all.into_iter().map(|(series, _)| series).collect())
    }

    fn petition(&self, table: &DeTable<'_>, at: Range<usize>) -> Result<Petition, Failure> {
        let keys = [
            "title",
            "sort",
            "game",
            "options",
            "description",
            "equipment",
            "reason",
            "elsewhere",
            "rights",
            "more",
        ];
        self.only(table, &keys, "a petition has a title, a sort, a game with options, and texts")?;
        let (title, title_at) = self.text(table, "title", "the petition", at.clone())?;
        let (sort, sort_at) = self.text(table, "sort", "the petition", at)?;
        let Some((sort, _)) = Sort::ALL.into_iter().find(|(_, word)| *word == sort) else {
            return Err(self.fault(
                "a petition is for a variation, a composite or a new game",
                sort_at,
                "write sort = \"variation\", \"composite\" or \"new\"",
            ));
        };
        let own = |key: &str| match get(table, key) {
            Some(_) => self.text(table, key, "the petition", 0..0).map(|(text, _)| text),
            None => Ok(String::new()),
        };
        let texts = Texts {
            description: own("description")?,
            equipment: own("equipment")?,
            reason: own("reason")?,
            elsewhere: own("elsewhere")?,
            rights: own("rights")?,
            more: own("more")?,
        };
        let table = match get(table, "game") {
            None => None,
            Some(_) => {
                let mut found = options_of(table, &[]);
                found.retain(|found| found.key == "game" || !keys.contains(&found.key.as_str()));
                let submission = Submission::of(self.source, found, Some(title_at))?;
                submission.game.visit(Lawful(&submission))?;
                Some(Table::new("", "", submission.game, &submission.settings, None))
            }
        };
        Ok(Petition { title, sort, table, texts })
    }

    fn trained(&self, table: &DeTable<'_>, at: Range<usize>) -> Result<Trained, Failure> {
        self.only(
            table,
            &["name", "games", "on", "drills", "right"],
            "a trained dealer has a name, games, a date and drills",
        )?;
        let (name, _) = self.text(table, "name", "the dealer", at.clone())?;
        let mut games: Vec<GameId> = Vec::new();
        for item in self.items(table, "games", "games = [\"roulette\"]")? {
            match item.get_ref() {
                DeValue::String(text) => games.push(game(text)?),
                _ => return Err(self.fault("the name of a game is text", item.span(), "")),
            }
        }
        let on = self.read(table, "on", date)?.map(|(day, _)| day);
        let drills = match (get(table, "drills"), get(table, "right")) {
            (None, None) => None,
            _ => {
                let ((done, _), (right, right_at)) =
                    (self.number(table, "drills", at.clone())?, self.number(table, "right", at)?);
                if right > done {
                    return Err(self.fault("more drills were right than were done", right_at, ""));
                }
                Some((done, right))
            }
        };
        Ok(Trained { name, games, on, drills, class: None })
    }

    fn shifts(&self, document: &DeTable<'_>) -> Result<Vec<(i8, i8)>, Failure> {
        let mut shifts: Vec<(i8, i8)> = Vec::new();
        for item in self.items(document, "shifts", "shifts = [\"06:00\", \"14:00\", \"22:00\"]")? {
            let time = match item.get_ref() {
                DeValue::String(text) => text
                    .split_once(':')
                    .and_then(|(hour, minute)| Some((hour.parse().ok()?, minute.parse().ok()?))),
                _ => None,
            };
            match time.filter(|(hour, minute)| (0..24).contains(hour) && (0..60).contains(minute)) {
                Some(time) if !is_next(&shifts, time) => {
                    let help =
                        "shifts follow one another through the gaming day, which begins with the first";
                    return Err(self.fault("shifts out of order", item.span(), help));
                }
                Some(time) => shifts.push(time),
                None => {
                    return Err(self.fault(
                        "a shift begins at a time of day",
                        item.span(),
                        "write \"06:00\"",
                    ));
                }
            }
        }
        Ok(shifts)
    }

    fn each<T>(
        &self,
        document: &DeTable<'_>,
        key: &str,
        read: impl Fn(&Self, &DeTable<'_>, Range<usize>) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let how = format!("[[{key}]]");
        let items = self.items(document, key, &how)?;
        items.iter().map(|item| read(self, self.table_of(item, &how)?, item.span())).collect()
    }

    /// The items of a list; empty if the key is missing.
    fn items<'t, 'i>(&self, table: &'t DeTable<'i>, key: &str, how: &str) -> Result<&'t [Item<'i>], Failure> {
        match get(table, key) {
            None => Ok(&[]),
            Some(value) => match value.get_ref() {
                DeValue::Array(list) => Ok(slice(list)),
                _ => Err(self.fault("there may be several of these", value.span(), &format!("write {how}"))),
            },
        }
    }

    fn table_of<'t, 'i>(&self, item: &'t Item<'i>, how: &str) -> Result<&'t DeTable<'i>, Failure> {
        match item.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.fault("this is a table of TOML", item.span(), &format!("write {how}"))),
        }
    }

    /// A date or moment, written as such or as text, and its position.
    fn read<T>(
        &self,
        table: &DeTable<'_>,
        key: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<(T, Range<usize>)>, Failure> {
        let Some(value) = get(table, key) else { return Ok(None) };
        let text = match value.get_ref() {
            DeValue::Datetime(at) => at.to_string(),
            DeValue::String(text) => text.to_string(),
            _ => return Err(self.fault(&format!("{key} is a date"), value.span(), "write 2026-03-01")),
        };
        match read(&text) {
            Ok(found) => Ok(Some((found, value.span()))),
            Err(why) => Err(self.fault(&why, value.span(), "")),
        }
    }

    fn number(
        &self,
        table: &DeTable<'_>,
        key: &str,
        at: Range<usize>,
    ) -> Result<(u64, Range<usize>), Failure> {
        let Some(value) = get(table, key) else {
            return Err(self.fault(&format!("`{key}` is missing"), at, &format!("write {key} = 1")));
        };
        let number = match value.get_ref() {
            DeValue::Integer(n) => u64::from_str_radix(&n.as_str().replace('_', ""), n.radix()).ok(),
            _ => None,
        };
        let number = number.filter(|n| (1..=999_999_999).contains(n));
        number.map(|n| (n, value.span())).ok_or_else(|| {
            self.fault(&format!("{key} is a whole number from 1 to 999999999"), value.span(), "")
        })
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

/// Whether a shift that starts then comes after the others of its gaming day, which ends when the first one
/// starts again.
fn is_next(shifts: &[(i8, i8)], time: (i8, i8)) -> bool {
    let minute = |(hour, minute): (i8, i8)| 60 * i32::from(hour) + i32::from(minute);
    let (Some(first), Some(last)) = (shifts.first(), shifts.last()) else { return true };
    let into_the_day = |time| (minute(time) - minute(*first)).rem_euclid(24 * 60);
    into_the_day(time) > into_the_day(*last)
}

/// A table that defers vigorish must start with a number it has, and no other table may start with the same
/// one.
fn serials(house: &House, series: &[Series]) -> Result<(), Failure> {
    const KEY: &str = "form-serial";
    let mut begun: Vec<(i64, String)> = Vec::new();
    for (placed, table) in house.tables.iter().zip(&house.paper.tables) {
        let Some(field) = papers::fields(table.game).find(|field| field.key == KEY) else { continue };
        let Some(rules::Value::Count(serial)) = table.holds(field).value() else { continue };
        let fault = |message: &str, help: &str| {
            let message = format!("{}: its first form is number {serial}, {message}", table.place());
            let source = placed.submission.source_of(KEY);
            source.fault_by(SERIES, &message, &[(placed.submission.place_of(KEY), "here")], help)
        };
        if let Some((_, other)) = begun.iter().find(|(number, _)| *number == serial) {
            let message = format!("and so is that of {other}: every number is used once in the house");
            return Err(fault(&message, "give each table numbers of its own"));
        }
        begun.push((serial, table.place()));
        let mut own = series.iter().filter(|s| s.pit == table.pit && s.table == table.name).peekable();
        let has = |s: &Series| u64::try_from(serial).is_ok_and(|serial| (s.first..=s.last).contains(&serial));
        if own.peek().is_some() && !own.any(has) {
            let help = "begin with a number of the table's own series";
            return Err(fault("which its series do not have", help));
        }
    }
    Ok(())
}

/// Whether the options of a petition are lawful; if not, every violation is shown.
struct Lawful<'a>(&'a Submission);

impl Visitor for Lawful<'_> {
    type Out = Result<(), Failure>;
    fn visit<G: Game>(self) -> Self::Out {
        judge::<G>(&self.0.settings).map(|_| ()).map_err(|findings| {
            Failure::Shown(findings.iter().map(|finding| self.0.show(finding, "petition: ")).collect())
        })
    }
}

fn slice<'t, 'i>(list: &'t DeArray<'i>) -> &'t [Item<'i>] {
    list
}

/// The options written for a table, without other keys.
fn options_of(table: &DeTable<'_>, without: &[&str]) -> Vec<Found> {
    let mut found = Vec::new();
    flatten("", table, &mut found);
    found.retain(|found| !without.contains(&found.key.as_str()));
    for found in &mut found {
        if let Some(key) = found.key.strip_prefix("options.") {
            found.key = key.to_owned();
        }
    }
    found
}

fn date(text: &str) -> Result<jiff::civil::Date, String> {
    jiff::civil::Date::from_str(text).map_err(|_| format!("`{text}` is not a day: write 2026-03-01"))
}

fn get<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> Option<&'t Item<'i>> {
    table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, value)| value)
}
