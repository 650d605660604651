//! What would have had to be different for a line of a round to come out differently.
//!
//! The round is replayed only from lines that the requester may know, so the answer reveals no card.

use super::{
    Answer, Asker, Failed,
    table::{here, patron},
};
use crate::{floor::Floor, problem};
use axum::extract::{Path, State};
use books::{EntryKind, Picture};
use protocol::{StepView, WhyView};
use prove::why::{Why, accepted_lines, why};
use rounds::{Script, Settings};
use rules::{Actor, Game, GameId, Patron, Visitor};
use std::sync::Arc;

/// How many rounds back to start at most: wagers may last longer than a round.
const ROUNDS: usize = 4;
/// The most lines to replay.
const LINES: usize = 300;

const PLAYED: &str = "the round played again from what you may know of it, with each option changed alone";
const HIDDEN: &str = "cards of this round are hidden from you, so it cannot be played again";
const APART: &str =
    "the round does not come out the same from its own lines alone: it rests on what was there before";

pub async fn read(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path((table, line)): Path<(String, u64)>,
) -> Answer<WhyView> {
    let handle = here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let game = GameId::find(&summary.game).ok_or_else(|| Failed(problem::unknown("game")))?;
    let you = asker.0.as_ref().and_then(|who| patron(&handle.feed, &who.name));
    let rounds = handle.feed.rounds_to(line, ROUNDS, you.map(Actor::Patron));
    if rounds.is_empty() {
        return Err(Failed(problem::unknown("line of the last rounds")));
    }
    let options = Arc::clone(&handle.feed.snapshot().options);
    let found = tokio::task::spawn_blocking(move || game.visit(Explain { line, options: &options, rounds }));
    found.await.map_err(|_| Failed(problem::unknown_outcome()))
}

struct Explain<'a> {
    line: u64,
    options: &'a Settings,
    rounds: Vec<(Picture, Vec<StepView>)>,
}

impl Visitor for Explain<'_> {
    type Out = WhyView;
    fn visit<G: Game>(self) -> WhyView {
        let none = |method: &str| WhyView {
            line: self.line,
            accepted: Vec::new(),
            options: Vec::new(),
            method: method.to_owned(),
        };
        // What happened, and whether it was accepted, starting further and further back.
        let mut happened: Vec<(String, bool)> = Vec::new();
        for (before, steps) in &self.rounds {
            let mut lines = Vec::new();
            let told =
                steps.iter().filter(|step| matches!(step.entry, EntryKind::Input | EntryKind::Refused));
            for step in told {
                let Some(line) = step.line.clone() else { return none(HIDDEN) };
                lines.push((line, step.refused.is_none()));
            }
            lines.append(&mut happened);
            happened = lines;
            if happened.len() > LINES {
                break;
            }
            for begins in beginnings(before) {
                if let Some(found) = explained::<G>(self.options, &begins, &happened) {
                    return view(self.line, found);
                }
            }
        }
        none(APART)
    }
}

/// How a script may start: with a fresh table, with prepared cards, or with the people, chips and roles that
/// were there.
fn beginnings(before: &Picture) -> Vec<String> {
    let seat =
        |patron: Patron| before.seat_of(patron).map_or_else(String::new, |seat| format!("@{}", seat.0));
    let mut facts: Vec<String> =
        before.seats.iter().map(|place| format!("{}@{}", place.patron, place.seat.0)).collect();
    facts.extend(before.shooter.map(|who| format!("shooter {who}{}", seat(who))));
    facts.extend(before.banker.map(|who| format!("banker {who}{}", seat(who))));
    facts.extend(before.colors.iter().map(|it| format!("{} asks for {}", it.patron, it.color)));
    let mut begins = vec![String::new(), "dealer prepares\n".to_owned()];
    if !facts.is_empty() {
        begins.push(format!("given {}\n", facts.join("; ")));
    }
    begins
}

/// Why the last line came out as it did, if the replay gives the same results.
fn explained<G: Game>(options: &Settings, begins: &str, happened: &[(String, bool)]) -> Option<Why> {
    let lines: Vec<&str> = happened.iter().map(|(line, _)| line.as_str()).collect();
    let text = format!("game {}\noptions {options}\n{begins}{}\n", G::NAME, lines.join("\n"));
    let script = Script::parse(&text).ok()?;
    let accepted = accepted_lines::<G>(&script, options)?;
    let own = accepted.get(accepted.len().checked_sub(happened.len())?..)?;
    if !own.iter().eq(happened.iter().map(|(_, accepted)| accepted)) {
        return None;
    }
    why::<G>(&script, options, text.lines().count()).ok()
}

fn view(line: u64, found: Why) -> WhyView {
    let Why { accepted, options_that_change_it: options, .. } = found;
    WhyView { line, accepted, options, method: PLAYED.to_owned() }
}
