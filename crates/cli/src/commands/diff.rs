//! `ch47 diff`: compares two houses or option files, two dates of one file, two readings or two editions of
//! the law: every change, what it requires, the shortest round in which the tables differ, and the effect on
//! the edge of every wager.

use super::{
    amendment::Amendment,
    check, every_option,
    notice::{comparable, view},
    rounds_apart,
};
use crate::{
    args,
    failure::Failure,
    house::{House, HouseFile, at_date},
    json::{
        self, AmendedJson, AmendmentJson, ChangeJson, DiffJson, EdgeJson, RoundsJson, StepJson,
        WagerChangeJson,
    },
    load,
    screen::{self, BOLD, CITE, DIM, paint},
};
use papers::{Letter, Prices, Table, Times, words::said};
use prove::diff::{Tables, compare};
use rounds::Settings;
use rules::{Citation, GameId, Holding, Readings};
use std::fmt::Write;

pub fn run(args: &args::Diff, as_json: bool) -> Result<(), Failure> {
    if args.every_option {
        return every_option::run(args, as_json);
    }
    let (first, date) = at_date(&args.before)?;
    let before = HouseFile::read_or_usual(&first)?;
    let after = args.after.as_deref().map(at_date).transpose()?;
    let prices = Prices::default();
    let (mut steps, mut amendment) = (Vec::new(), None);
    match after {
        Some((path, after_date)) => {
            let after = HouseFile::read_or_usual(&path)?;
            let [was, is] = [&before.versions[before.at(date)?], &after.versions[after.at(after_date)?]];
            comparable(was, is)?;
            steps.push(step(&was.paper, is, &prices, args)?);
        }
        None if !args.reading.is_empty() || args.amendment.is_some() || !args.set.is_empty() => {
            let house = &before.versions[before.at(date)?];
            let found = args.amendment.as_deref().map(Amendment::read).transpose()?;
            steps.push(supposed(house, found.as_ref(), args)?);
            amendment = found.map(|found| found.json);
        }
        // A single file: what every version changed, one after another.
        None => {
            let last = before.at(date)?;
            if last == 0 {
                let message = "there is one version only: name a second file, a date as in house.toml@2026-03-01, or what to \
                     change with --set, --reading or --amendment";
                return Err(Failure::fault(format!("{}: {message}", before.source.name)));
            }
            for at in 1..=last {
                steps.push(step(&before.before(at), &before.versions[at], &prices, args)?);
            }
        }
    }
    match as_json {
        true => screen::show(&json::render(&DiffJson {
            steps: steps.into_iter().map(|step| step.json).collect(),
            amendment,
        })?),
        false => {
            let law = amendment.as_ref().map_or_else(String::new, law_text);
            screen::show(&(law + &steps.iter().map(text).collect::<Vec<_>>().join("\n")))
        }
    }
}

/// What an amendment changes in the law.
fn law_text(amendment: &AmendmentJson) -> String {
    let mut text = format!("{}\n", paint(BOLD, &amendment.title));
    for AmendedJson { cite, was, becomes, options, readings } in &amendment.provisions {
        let _ = writeln!(text, "  {}", paint(CITE, cite));
        for (mark, says) in [("-", was), ("+", becomes)] {
            says.iter().for_each(|line| _ = writeln!(text, "    {mark} {line}"));
        }
        for (what, names) in [("options", options), ("readings", readings)] {
            if !names.is_empty() {
                let _ = writeln!(
                    text,
                    "    {}",
                    paint(DIM, format!("{what} that rest on it: {}", names.join(", ")))
                );
            }
        }
    }
    for (key, takes) in &amendment.lawful {
        let _ = writeln!(text, "  {}: lawful is {takes}", paint(BOLD, key));
    }
    text + "\n"
}

/// The tables of a house under other readings, under an amendment of the law, or with single options changed.
fn supposed(house: &House, amendment: Option<&Amendment>, args: &args::Diff) -> Result<Step, Failure> {
    let mut set = Settings::default();
    for written in &args.set {
        let (key, value) = Settings::read_one(written)
            .ok_or_else(|| Failure::fault(format!("--set {written}: write KEY=VALUE, such as zero=half")))?;
        set.set(key, value);
    }
    let amended_game = amendment.map(|it| it.game);
    let is_about = |game: GameId| amended_game.is_none_or(|own| own == game);
    let before = &house.paper;
    let mut after = before.clone();
    let mut apart: Vec<(GameId, Settings, Settings, Vec<String>)> = Vec::new();
    for table in &mut after.tables {
        if !is_about(table.game) {
            continue;
        }
        let options = amendment.map_or_else(Settings::default, |it| it.options.clone()).with(set.clone());
        let was = table.settings.clone();
        *table = table.changed(&was.clone().with(options), None);
        let (game, is, place) = (table.game, table.settings.clone(), table.place());
        match apart.iter_mut().find(|it| (it.0, &it.1, &it.2) == (game, &was, &is)) {
            Some(it) => it.3.push(place),
            None => apart.push((game, was, is, vec![place])),
        }
    }
    let about = "no table of the house plays the game that the amendment is about";
    if apart.is_empty() {
        return Err(Failure::fault(about));
    }
    let times = Times::of(&after, args.period_8_3);
    let letters = papers::letters(before, &after);
    let mut json = StepJson {
        version: after.version.number,
        from: None,
        opened: Vec::new(),
        closed: Vec::new(),
        changes: before.tables.iter().zip(&after.tables).flat_map(|(was, is)| changes(was, is)).collect(),
        notices: letters.iter().map(|letter| view(letter, house, &times)).collect(),
        edges: Vec::new(),
        rounds: Vec::new(),
    };
    let written = amendment.into_iter().flat_map(|it| &it.readings).chain(&args.reading);
    let written: Vec<String> = written.cloned().collect();
    for (game, first, second, tables) in apart {
        let readings = load::readings(game, &written)?;
        let amended = amendment.map_or(&[][..], |it| &it.amended);
        let both = Tables { first: &first, second: &second, readings, amended, states: args.states };
        let unlawful = |why: String| Failure::refused(format!("the table would not be lawful: {why}"));
        let searches = if args.states > 0 { compare(game, both).map_err(unlawful)? } else { Vec::new() };
        let compared = worth::compare(game, [&first, &second], readings, amended).map_err(unlawful)?;
        let (name, same) = (game.name().to_owned(), compared.same);
        let wagers = rounds_apart::wagers(compared);
        json.edges.push(EdgeJson { game: name.clone(), tables: tables.clone(), wagers, same });
        if args.states > 0 {
            json.rounds.push(RoundsJson { game: name, tables, searches });
        }
    }
    Ok(Step { json, letters, times })
}

/// The change from one house to another, for people and for programs.
struct Step {
    json: StepJson,
    letters: Vec<Letter>,
    times: Times,
}

fn step(before: &papers::House, house: &House, prices: &Prices, args: &args::Diff) -> Result<Step, Failure> {
    let judgment = house.judge();
    if !judgment.is_lawful() {
        check::complain(house, &judgment);
        return Err(Failure::refused(format!(
            "{} is not lawful, so there is nothing to compare",
            house.source.name
        )));
    }
    let after = &house.paper;
    let times = Times::of(after, args.period_8_3);
    let letters = papers::letters(before, after);
    let is =
        |one: &Table, other: &Table| (&one.pit, &one.name, one.game) == (&other.pit, &other.name, other.game);
    let place = |table: &Table| table.place();
    let missing = |from: &papers::House, to: &papers::House| {
        from.tables
            .iter()
            .filter(|table| !to.tables.iter().any(|other| is(table, other)))
            .map(place)
            .collect()
    };
    let mut json = StepJson {
        version: after.version.number,
        from: after.version.from.map(papers::Moment::rfc3339),
        opened: missing(after, before),
        closed: missing(before, after),
        changes: Vec::new(),
        notices: letters.iter().map(|letter| view(letter, house, &times)).collect(),
        edges: Vec::new(),
        rounds: Vec::new(),
    };
    let mut apart: Vec<(GameId, Settings, Settings, Vec<String>)> = Vec::new();
    for table in &after.tables {
        let Some(was) = before.tables.iter().find(|other| is(table, other)) else { continue };
        json.changes.extend(changes(was, table));
        if was.settings == table.settings {
            continue;
        }
        let (first, second) = (was.settings.clone(), table.settings.clone());
        match apart.iter_mut().find(|it| (it.0, &it.1, &it.2) == (table.game, &first, &second)) {
            Some(it) => it.3.push(place(table)),
            None => apart.push((table.game, first, second, vec![place(table)])),
        }
        let (wagers, same) = papers::compare(&prices.at(was), &prices.at(table));
        let wagers: Vec<WagerChangeJson> = wagers.into_iter().map(Into::into).collect();
        let game = table.game.name();
        // Tables whose edges change in the same way are reported together.
        match json
            .edges
            .iter_mut()
            .find(|edge| edge.game == game && edge.wagers == wagers && edge.same == same)
        {
            Some(edge) => edge.tables.push(place(table)),
            None => {
                json.edges.push(EdgeJson { game: game.to_owned(), tables: vec![place(table)], wagers, same });
            }
        }
    }
    if args.states > 0 {
        for (game, first, second, tables) in apart {
            let readings = Readings::DECIDED;
            let both = Tables { first: &first, second: &second, readings, amended: &[], states: args.states };
            let searches = compare(game, both).map_err(Failure::refused)?;
            json.rounds.push(RoundsJson { game: game.name().to_owned(), tables, searches });
        }
    }
    Ok(Step { json, letters, times })
}

/// Every option whose value changes.
fn changes(was: &Table, is: &Table) -> Vec<ChangeJson> {
    let shown = |holding: Holding| match holding {
        Holding::Is(value) => said(value),
        _ => "nothing".to_owned(),
    };
    let mut changes = Vec::new();
    for field in papers::fields(is.game) {
        let (before, after) = (was.holds(field), is.holds(field));
        let has_value = before.value().is_some() || after.value().is_some();
        if before.value() != after.value() && has_value {
            changes.push(ChangeJson {
                table: is.place(),
                game: is.game.name().to_owned(),
                key: field.key.to_owned(),
                about: field.about.to_owned(),
                was: shown(before),
                becomes: shown(after),
                cite: field.cite.to_string(),
                held: Citation::is_held(field.cite),
            });
        }
    }
    changes
}

fn text(step: &Step) -> String {
    let StepJson { version, opened, closed, changes, edges, rounds, .. } = &step.json;
    let mut text = match step.times.effective {
        Some(from) => format!("{}, in effect {from}\n", paint(BOLD, format!("version {version}"))),
        None => format!("{}\n", paint(BOLD, "changes")),
    };
    for (what, tables) in [("opens", opened), ("closes", closed)] {
        tables.iter().for_each(|table| _ = writeln!(text, "  {table} {what}"));
    }
    for ChangeJson { table, key, was, becomes, cite, .. } in changes {
        let _ = writeln!(text, "  {table}: {} {was} → {becomes}  {}", paint(BOLD, key), paint(CITE, cite));
    }
    if opened.is_empty() && closed.is_empty() && changes.is_empty() {
        text += "  no option changes\n";
    }
    if !step.letters.is_empty() {
        let _ = writeln!(text, "  {}", paint(BOLD, "to tell or post"));
    }
    for letter in &step.letters {
        let by = match step.times.latest(letter.kind) {
            Some(latest) => format!("by {latest}"),
            None => match letter.kind.minutes(step.times.by_8_3) {
                0 => "before the change takes effect".to_owned(),
                minutes => format!("{minutes} minutes ahead"),
            },
        };
        let cite = paint(CITE, letter.citations());
        let _ = writeln!(text, "    {}: {}\n      {by} {cite}", letter.kind, letter.says());
    }
    if !rounds.is_empty() {
        let _ = writeln!(text, "  {}", paint(BOLD, "shortest rounds"));
    }
    rounds.iter().for_each(|one| text += &rounds_apart::text(one));
    if !edges.is_empty() {
        let _ = writeln!(text, "  {}", paint(BOLD, "house edge"));
    }
    for EdgeJson { game, tables, wagers, same } in edges {
        if wagers.is_empty() {
            let _ = writeln!(text, "    {game}, {}: {}", tables.join("; "), paint(DIM, "unchanged"));
            continue;
        }
        let _ = writeln!(text, "    {game}, {}", tables.join("; "));
        let none = || "not offered".to_owned();
        for wager in wagers {
            let (was, becomes) =
                (wager.was.clone().unwrap_or_else(none), wager.becomes.clone().unwrap_or_else(none));
            let _ = writeln!(text, "      {:<18} {was} → {becomes}", wager.wager);
        }
        let _ = writeln!(text, "      {}", paint(DIM, format!("{same} kinds of wager keep their edge")));
    }
    text
}
