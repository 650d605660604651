//! The rules across tables: what the tables of a pit must share, and what must be announced before options
//! change.

use super::{Answer, Failed, Query, history};
use crate::{floor::Floor, problem};
use axum::extract::State;
use protocol::{AsOfQuery, NewTable, route};
use rounds::Settings;
use rules::{
    GameId,
    house::{self, MINUTES_8_3, TableEntry},
};
use std::sync::Arc;
use views::check::{Change, DiscordView, NoticeBy, NoticeView, Unlike};

/// Milliseconds in a minute.
const MINUTE: i64 = 60_000;

/// The notices that a change of options, or the opening of a table, requires.
pub fn notices(game: GameId, was: Option<&Settings>, becomes: &Settings) -> Vec<NoticeView> {
    let was = was.map(Settings::entries);
    let mut notices = Vec::new();
    house::notices(game, was.as_deref(), &becomes.entries(), &mut |notice| {
        let change = Change {
            cite: notice.cite,
            kind: notice.kind,
            game: game.name(),
            key: notice.key,
            was: notice.from.map(|from| from.bare().to_string()),
            becomes: notice.to.bare().to_string(),
            by_8_3: MINUTES_8_3,
        };
        notices.push(change.into());
    });
    notices
}

fn unlawful(wrong: Vec<String>) -> Failed {
    Failed(problem::of(&books::Fault::Unlawful(wrong)))
}

/// Checks a change of options: lawful for the table, consistent with its pit, and not too early.
pub fn change(
    floor: &Floor,
    table: &str,
    opened: &books::Opened,
    options: &Settings,
    now: i64,
    effective: i64,
) -> Result<(), Failed> {
    judge(floor, table, &opened.pit, opened.game, options)?;
    let notices = notices(opened.game, Some(&opened.options), options);
    // 8.3 (not held): where nobody plays, limits may change at once.
    let is_empty = floor.summary(table).is_some_and(|summary| summary.people == 0);
    let counts = |notice: &&NoticeView| !(is_empty && notice.kind == NoticeBy::Limits);
    let wait = notices.iter().filter(counts).map(|notice| i64::from(notice.minutes)).max().unwrap_or(0);
    if wait > 0 && effective < now + wait * MINUTE {
        let demands: Vec<_> = notices.iter().map(|notice| notice.text.as_str()).collect();
        let early = format!("too early: {wait} minutes must pass after notice; {}", demands.join("; "));
        return Err(unlawful(vec![early]));
    }
    Ok(())
}

/// Judges a new table, on its own and together with the tables of its pit.
pub fn judge_new(floor: &Floor, new: &NewTable) -> Result<(), Failed> {
    let Some(game) = GameId::find(&new.game) else { return Err(Failed(problem::unknown("game"))) };
    judge(floor, &new.table, &new.pit, game, &new.options)
}

fn judge(floor: &Floor, table: &str, pit: &str, game: GameId, options: &Settings) -> Result<(), Failed> {
    books::open(game, options).map_err(unlawful)?;
    let wrong = discords(floor, table, pit, game, options);
    let tell = |wrong: DiscordView| format!("{}; {} [{}]", wrong.message, wrong.help, wrong.cite);
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(unlawful(wrong.into_iter().map(tell).collect())),
    }
}

/// Where a table would disagree with others that must match it.
pub fn discords(floor: &Floor, table: &str, pit: &str, game: GameId, options: &Settings) -> Vec<DiscordView> {
    let others: Vec<_> = floor
        .summaries()
        .into_iter()
        .filter(|other| other.table != table && other.open)
        .filter_map(|other| Some((GameId::find(&other.game)?, other)))
        .collect();
    let written: Vec<_> = others.iter().map(|(_, other)| other.options.entries()).collect();
    let own = options.entries();
    let mut house: Vec<TableEntry<'_>> = others
        .iter()
        .zip(&written)
        .map(|((game, other), entries)| TableEntry {
            pit: &other.pit,
            table: &other.table,
            game: *game,
            entries,
        })
        .collect();
    house.push(TableEntry { pit, table, game, entries: &own });
    let mut wrong = Vec::new();
    house::judge(&house, &mut |violation| {
        // An existing disagreement is not this change's fault.
        if violation.table.table == table || violation.other.table == table {
            wrong.push(Unlike::from(violation).into());
        }
    });
    wrong
}

pub async fn read(
    State(floor): State<Arc<Floor>>,
    Query(AsOfQuery { as_of }): Query<route::ReadHouse>,
) -> Answer<String> {
    let at = history::moment(&floor, as_of.as_deref())?;
    let history = history::of(&floor).await?;
    Ok(at.map_or_else(|| history.file(), |at| history.file_at(at)))
}
