//! `ch47 options`: the options that a licensee may choose.

use crate::{
    args::OptionsOf,
    failure::Failure,
    house::{HouseFile, at_date},
    json::{self, HeldJson, HeldOptionJson, HeldTableJson},
    load,
    screen::{self, BOLD, CITE, DIM, paint, wrap},
};
use papers::AsOf;
use rounds::{Described, Settings, Value};
use rules::{Absent, Field, GameId, Holding, Submission, Takes};
use std::{fmt::Write, path::Path};
use views::options::GameOptionsView;

pub fn run(args: &OptionsOf, as_json: bool) -> Result<(), Failure> {
    let game = load::game(&args.game)?;
    if let Some(house) = &args.house {
        return held(args, house, game, as_json);
    }
    if as_json {
        return screen::show(&json::render(&GameOptionsView::of(game))?);
    }
    if args.template {
        return screen::show(&template(game));
    }
    let mut text = format!("{}\n", paint(BOLD, books::title_and_edition(game).0));
    for said in fields(game).map(Described::of) {
        let _ = writeln!(text, "\n{}  {}", paint(BOLD, said.key), paint(CITE, said.cite));
        text += &wrap(said.about, 2, 100);
        let mut more = vec![format!("lawful: {}; {}", said.lawful, said.absent())];
        more.extend((!said.only.is_empty()).then(|| said.only.join("; ")));
        more.extend(said.alike);
        more.extend((!said.told.is_empty()).then(|| said.told.join("; ")));
        for line in more {
            text += &paint(DIM, wrap(&line, 2, 100));
        }
    }
    screen::show(&text)
}

/// The options in force at the tables of a house, and since when.
fn held(args: &OptionsOf, path: &Path, game: GameId, as_json: bool) -> Result<(), Failure> {
    let (path, date) = at_date(path)?;
    let file = HouseFile::read(&path)?;
    let as_of = args.as_of.as_deref().map(AsOf::read).transpose().map_err(Failure::fault)?;
    let house = &file.versions[file.at(as_of.or(date))?];
    let name = file.source.name.clone();
    let tables: Vec<&papers::Table> = house.paper.tables.iter().filter(|table| table.game == game).collect();
    if tables.is_empty() {
        return Err(Failure::fault(format!("{name} has no table of {}", game.name())));
    }
    let options = |table: &papers::Table| {
        let held = |field: &'static Field| Some((field, table.holds(field).value()?));
        fields(game).filter_map(held).collect::<Vec<_>>()
    };
    if as_json {
        let table = |table: &&papers::Table| HeldTableJson {
            pit: table.pit.clone(),
            table: table.name.clone(),
            options: options(table)
                .into_iter()
                .map(|(field, value)| HeldOptionJson {
                    key: field.key.to_owned(),
                    value: value.bare().to_string(),
                    written: table.settings.get(field.key).is_some(),
                    since: table.since.get(field.key).map(|since| since.rfc3339()),
                })
                .collect(),
        };
        let version = house.version().number;
        let held = HeldJson {
            game: game.name().to_owned(),
            file: name,
            version,
            tables: tables.iter().map(table).collect(),
        };
        return screen::show(&json::render(&held)?);
    }
    let mut text = String::new();
    for group in house.paper.groups(|one, other| one.settings == other.settings && one.since == other.since) {
        if group.game != game {
            continue;
        }
        let table = group.first();
        let places = if table.name.is_empty() { name.clone() } else { group.places() };
        let _ = writeln!(text, "{}  {places}", paint(BOLD, books::title_and_edition(game).0));
        let rows = options(table).into_iter().map(|(field, value)| {
            let how = if table.settings.get(field.key).is_some() { "chosen" } else { "default" };
            let since =
                table.since.get(field.key).map_or(String::new(), |since| papers::long_date(since.date()));
            vec![
                field.key.to_owned(),
                papers::words::said(value),
                how.to_owned(),
                field.cite.to_string(),
                since,
            ]
        });
        text += &screen::table(&["option", "holds", "", "provision", "since"], &[], rows.collect());
    }
    screen::show(&text)
}

fn fields(game: GameId) -> impl Iterator<Item = &'static Field> {
    game.fields().iter().copied().flatten()
}

/// A submission with every option: those that must be decided have their first lawful value, the rest are
/// commented out, with their default if there is one.
fn template(game: GameId) -> String {
    let (name, decided) = (game.name(), first_choices(game));
    let mut text = format!("# A submission of options; `ch47 check FILE` judges it.\ngame = \"{name}\"\n");
    for field in fields(game) {
        let said = Described::of(field);
        let _ = write!(text, "\n# {} [{}]\n# lawful: {}\n", said.about, said.cite, said.lawful);
        for only in &said.only {
            let _ = writeln!(text, "# {only}");
        }
        let key = field.key;
        let _ = match (decided.get(key), field.absent) {
            (Some(value), _) => writeln!(text, "{key} = {}", value.as_written()),
            (None, Absent::Follows(from)) => writeln!(text, "# {key} = ({from})"),
            (None, _) => writeln!(text, "# {key} = {}", said.default.unwrap_or_default()),
        };
    }
    text
}

/// The first lawful value of every option that must be decided; one choice may require another.
fn first_choices(game: GameId) -> Settings {
    let mut decided = Settings::default();
    loop {
        let entries = decided.entries();
        let submission = Submission::new(&entries, game.fields());
        let open = |field: &&Field| submission.holding(*field) == Holding::Undecided;
        let Some(field) = fields(game).find(open) else { return decided };
        let value = match field.takes {
            Takes::Switch => Value::Switch(false),
            Takes::OneOf(words) => Value::from(words[0]),
            Takes::SomeOf { .. } | Takes::Rates { .. } => Value::from(""),
            Takes::Odds { than, .. } => Value::Text(than.to_string()),
            Takes::Money { least, .. } => Value::Text(least.to_string()),
            Takes::Count { least, .. } => Value::Number(least),
            Takes::Way(sort) => Value::from(sort.usual()),
        };
        decided.set(field.key, value);
    }
}
