//! `ch47 stress`: the most and least generous lawful tables, what makes a wager favorable, and which of several tables is best.

use crate::{
    args::proof::Stress as Args,
    failure::Failure,
    house::{HouseFile, at_date},
    json, load,
    screen::{self, BOLD, DIM, paint},
};
use indicatif::{ProgressBar, ProgressStyle};
use rules::GameId;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use worth::{
    page::{how, options, stress as page},
    stress::{Stress, Stressed, stress},
    tables::{Ranked, ranked},
};

/// The output of `ch47 stress`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StressJson {
    /// How lawful choices affect games.
    Games(Vec<Stress>),
    /// Tables, ranked for players, best first.
    Tables(Vec<Ranked>),
}

pub fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let named =
        args.of.first().and_then(|path| path.to_str()).filter(|_| args.of.len() == 1 && !args.of[0].exists());
    if named.is_none() && !args.all {
        return rank(args, as_json);
    }
    let games = match named {
        Some(name) => vec![load::game(name)?],
        None => GameId::ALL.to_vec(),
    };
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a sound template"));
    let one = |game: GameId| {
        stress(game, &mut |what, tables| {
            bar.set_message(format!("{}: {what} ({tables})", game.name()));
            bar.tick();
        })
    };
    let found: Vec<Stress> = games.into_iter().map(one).collect();
    bar.finish_and_clear();
    screen::show(&match (as_json, args.markdown) {
        (true, _) => json::render(&StressJson::Games(found))?,
        (false, true) => page(&found),
        (false, false) => found.iter().map(text).collect(),
    })
}

/// Ranks several tables for a player.
fn rank(args: &Args, as_json: bool) -> Result<(), Failure> {
    let mut tables = Vec::new();
    for path in &args.of {
        let (path, date) = at_date(path)?;
        let file = HouseFile::read_or_usual(&path)?;
        let house = &file.versions[file.at(date)?];
        if !house.judge().is_lawful() {
            return Err(Failure::refused(format!(
                "{} is not lawful: `ch47 check` says why",
                file.source.name
            )));
        }
        for table in &house.paper.tables {
            let name = if table.name.is_empty() { path.display().to_string() } else { table.place() };
            tables.push((name, table.game, table.settings.clone()));
        }
    }
    let found = ranked(tables);
    if as_json {
        return screen::show(&json::render(&StressJson::Tables(found))?);
    }
    let rows =
        found.iter().map(|it| vec![it.table.clone(), it.game.clone(), it.wager.clone(), it.percent.clone()]);
    let text = screen::table(&["table", "game", "best wager", "house edge %"], &[3], rows.collect());
    screen::show(
        &(text
            + &paint(
                DIM,
                "the best wager is the one of which the house keeps least, per unit staked; games in which players decide by the best play\n",
            )),
    )
}

fn text(stress: &Stress) -> String {
    let mut text = format!("{}  {}\n", paint(BOLD, &stress.game), paint(DIM, &stress.usual));
    let all = if stress.all { "all combinations" } else { "one option moved after another" };
    let levers: Vec<String> = stress.levers.iter().map(|(key, values)| format!("{key} ({values})")).collect();
    let _ = writeln!(
        text,
        "{}",
        paint(
            DIM,
            format!("{} tables solved, {all} of what moves money: {}", stress.tables, levers.join(", "))
        )
    );
    for Stressed { wager, usual, least, greatest, favorable } in &stress.wagers {
        let usual =
            usual.as_ref().map_or_else(|| "not offered".to_owned(), |case| format!("{} %", case.percent));
        let _ = writeln!(text, "\n  {}  {usual}", paint(BOLD, wager));
        let _ = writeln!(text, "    most generous:  {} %  {}", least.percent, options(least));
        let _ = writeln!(text, "    least generous: {} %  {}", greatest.percent, options(greatest));
        favorable.iter().for_each(|it| _ = writeln!(text, "    favorable by {}", how(it)));
    }
    text + "\n"
}
