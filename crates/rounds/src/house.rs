//! House scripts: tables with their options on the left, and what the rules decide about them on the right.
//!
//! ```text
//! house                                           starts over
//! pit A                                           the pit of the tables below
//! table MB-1 minibaccarat reshuffle=true          a table that is open
//! opens MB-2 minibaccarat reshuffle=true          a new table: > notices
//! change MB-1 reshuffle=false                     > notices
//! change MB-1 reshuffle=false after 29            the same, 29 minutes after notice: ! too early
//! duties                                          > what every house must do
//! judge                                           ! options that tables of a pit must share but do not
//! ```

use crate::{Answer, Fault, Line, Played, PlayedLine, Script, Sentence, Settings, squeeze};
use rules::{
    GameId,
    house::{self, MINUTES_8_3, Notice, TableEntry},
};

struct Table {
    pit: String,
    name: String,
    game: GameId,
    settings: Settings,
}

impl Script {
    /// Runs the script as a house: `pit`, `table`, `opens`, `change`, `duties`, `judge` and `house` take the
    /// place of inputs.
    pub fn judge_house(&self) -> Result<Played, Fault> {
        let (mut pit, mut tables) = (String::new(), Vec::new());
        let mut played = Played { lines: Vec::new(), unfinished: None };
        for Line { number, left, expected } in &self.lines {
            let answers = line(&squeeze(left), &mut pit, &mut tables)
                .map_err(|message| Fault { line: *number, message })?;
            let (number, left, expected) = (*number, left.clone(), expected.clone());
            played.lines.push(PlayedLine { number, left, expected, answers });
        }
        Ok(played)
    }
}

fn line(text: &str, pit: &mut String, tables: &mut Vec<Table>) -> Result<Vec<Answer>, String> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    match verb {
        "" | "#" => Ok(Vec::new()),
        "house" => {
            tables.clear();
            Ok(Vec::new())
        }
        "pit" => {
            rest.clone_into(pit);
            Ok(Vec::new())
        }
        "table" | "opens" => {
            let mut words = rest.splitn(3, ' ');
            let (Some(name), Some(game)) = (words.next(), words.next()) else {
                return Err("write: table NAME GAME KEY=VALUE …".into());
            };
            let game = GameId::find(game).ok_or_else(|| format!("no game is called `{game}`"))?;
            let settings = Settings::read(words.next().unwrap_or_default())?;
            let answers = match verb {
                "opens" => notices(game, None, &settings, i64::MAX),
                _ => Vec::new(),
            };
            tables.push(Table { pit: pit.clone(), name: name.into(), game, settings });
            Ok(answers)
        }
        "change" => change(rest, tables),
        "duties" => {
            Ok(house::DUTIES.map(|duty| Answer::Duty { cite: duty.cite, text: duty.to_string() }).into())
        }
        "judge" => Ok(judge(tables)),
        _ => Err(format!("`{verb}` is no word of this notation")),
    }
}

fn change(rest: &str, tables: &mut [Table]) -> Result<Vec<Answer>, String> {
    let (rest, after) = match rest.rsplit_once(" after ") {
        Some((rest, minutes)) => (rest, minutes.parse().map_err(|_| format!("`{minutes}`: not minutes"))?),
        None => (rest, i64::MAX / 60),
    };
    let (name, options) = rest.split_once(' ').unwrap_or((rest, ""));
    let table = tables.iter_mut().find(|t| t.name == name).ok_or(format!("no table is called `{name}`"))?;
    let settings = table.settings.clone().with(Settings::read(options)?);
    let answers = notices(table.game, Some(&table.settings), &settings, after * 60);
    if !answers.iter().any(Answer::is_no) {
        table.settings = settings;
    }
    Ok(answers)
}

/// The notices that a change requires, or a refusal if it comes too soon after them.
fn notices(game: GameId, before: Option<&Settings>, after: &Settings, seconds: i64) -> Vec<Answer> {
    let (before, after) = (before.map(Settings::entries), after.entries());
    let mut answers = Vec::new();
    house::notices(game, before.as_deref(), &after, &mut |notice: Notice| {
        let Notice { cite, kind, .. } = notice;
        answers.push(match house::effective(0, seconds, kind.minutes(MINUTES_8_3)) {
            Ok(()) => Answer::Decided(Sentence { cite, pays: kind.form(), text: notice.to_string() }),
            Err(early) => Answer::Unlawful { cite: Some(cite), text: format!("{notice}: {early}") },
        });
    });
    answers
}

fn judge(tables: &[Table]) -> Vec<Answer> {
    let written: Vec<_> = tables.iter().map(|t| t.settings.entries()).collect();
    let tables: Vec<TableEntry<'_>> = tables
        .iter()
        .zip(&written)
        .map(|(t, entries)| TableEntry { pit: &t.pit, table: &t.name, game: t.game, entries })
        .collect();
    let mut answers = Vec::new();
    house::judge(&tables, &mut |v| {
        answers.push(Answer::Unlawful { cite: Some(v.cite), text: v.to_string() });
    });
    answers
}
