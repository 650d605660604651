//! The house as the law sees it: what tables of a pit must share, and what must be told before options change.

use super::Failed;
use crate::{
    floor::{Floor, standard},
    problem,
};
use protocol::{NewTable, WrongView};
use rounds::{Setting, entries};
use rules::{
    GameId,
    house::{self, MINUTES_8_3, TableEntry},
};

/// Milliseconds in a minute.
const MINUTE: i64 = 60_000;

fn settings(options: &[String]) -> Vec<Setting> {
    options.iter().filter_map(|option| Setting::read(option)).collect()
}

/// The notices a change of options demands, or the opening of a table, each with the minutes that must pass before it may take effect.
pub fn notices(game: GameId, was: Option<&[String]>, becomes: &[String]) -> Vec<(String, u32)> {
    let (was, becomes) = (was.map(settings), settings(becomes));
    let was = was.as_deref().map(entries);
    let mut notices = Vec::new();
    house::notices(game.name(), was.as_deref(), &entries(&becomes), &mut |notice| {
        let from = notice.from.map_or_else(|| "nothing".to_owned(), |from| from.to_string());
        let text = format!(
            "{}: {} from {from} to {}, to {} [{}]",
            notice.kind,
            notice.key,
            notice.to,
            notice.kind.to(),
            notice.cite
        );
        notices.push((text, notice.kind.minutes(MINUTES_8_3)));
    });
    notices
}

/// A change of options: lawful for the table, alike where its pit must be, and not before its time.
pub fn change(
    floor: &Floor,
    table: &str,
    opened: &books::Opened,
    options: &[String],
    now: i64,
    effective: i64,
) -> Result<Vec<String>, Failed> {
    if let Some(other) = options.iter().find(|option| Setting::read(option).is_none()) {
        return Err(Failed(problem::bad_request(format!("`{other}` is not of the form key=value"))));
    }
    if let Err(wrong) = books::open(opened.game, &settings(options)) {
        return Err(Failed(problem::of(&books::Fault::Unlawful(wrong))));
    }
    judge(floor, table, &opened.pit, opened.game.name(), options)?;
    let notices = notices(opened.game, Some(&opened.options), options);
    let wait = notices.iter().map(|(_, minutes)| i64::from(*minutes)).max().unwrap_or(0);
    if wait > 0 && effective < now + wait * MINUTE {
        let demands: Vec<_> = notices.iter().map(|(text, _)| text.as_str()).collect();
        let message = format!("too early: {wait} minutes must pass after notice; {}", demands.join("; "));
        return Err(Failed(problem::of(&books::Fault::Unlawful(vec![message]))));
    }
    Ok(notices.into_iter().map(|(text, _)| text).collect())
}

/// A new table, beside those that stand in its pit.
pub fn judge_new(floor: &Floor, new: &NewTable) -> Result<(), Failed> {
    let Some(game) = GameId::find(&new.game) else { return Err(Failed(problem::unknown("game"))) };
    let options = if new.options.is_empty() { standard(game) } else { new.options.clone() };
    judge(floor, &new.table, &new.pit, &new.game, &options)
}

fn judge(floor: &Floor, table: &str, pit: &str, game: &str, options: &[String]) -> Result<(), Failed> {
    let wrong = discords(floor, table, pit, game, options);
    let tell = |wrong: WrongView| format!("{} [{}]", wrong.text, wrong.cite.unwrap_or_default());
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Failed(problem::of(&books::Fault::Unlawful(wrong.into_iter().map(tell).collect())))),
    }
}

/// Where a table would part ways with others that must be like it.
pub fn discords(floor: &Floor, table: &str, pit: &str, game: &str, options: &[String]) -> Vec<WrongView> {
    let mut all: Vec<(String, String, String, Vec<Setting>)> = floor
        .summaries()
        .into_iter()
        .filter(|other| other.table != table && other.open)
        .map(|other| (other.pit, other.table, other.game, settings(&other.options)))
        .collect();
    all.push((pit.to_owned(), table.to_owned(), game.to_owned(), settings(options)));
    let written: Vec<_> = all.iter().map(|(.., settings)| entries(settings)).collect();
    let house: Vec<TableEntry<'_>> = all
        .iter()
        .zip(&written)
        .map(|((pit, table, game, _), entries)| TableEntry { pit, table, game, entries })
        .collect();
    let mut wrong = Vec::new();
    house::judge(&house, &mut |violation| {
        // What stood so before is not this change's fault.
        if violation.table.table == table || violation.other.table == table {
            let (key, cite) = (violation.key.to_owned(), Some(violation.cite.to_string()));
            wrong.push(WrongView { key, text: violation.to_string(), cite });
        }
    });
    wrong
}
