//! A table as its staff sees it: what they may do, what may go wrong, and what the law would make of it.

use super::{Answer, Failed, table::here};
use crate::{floor::Floor, problem};
use axum::{
    Json,
    extract::{Path, State},
};
use books::{Engine, No, Told};
use protocol::{ConsoleView, IrregularityView, OutcomeView, Refused, StaffAct};
use rules::{Actor, Awaits, Vocabulary, kit::cards::Card};
use std::{collections::HashMap, sync::Arc};

/// At most so many things are tried that differ in cards and numbers alone: the law demands much the same of them.
const ALIKE: usize = 2;

pub async fn read(State(floor): State<Arc<Floor>>, Path(table): Path<String>) -> Answer<ConsoleView> {
    let handle = here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    let now = handle.hall.snapshot();
    let physical = summary.chance == "physical";
    // While somebody holds cards alone, what is left and what would follow could give them away.
    let knows = now.public >= now.next;
    let Some(engine) = now.engine.clone() else {
        return Ok(Json(ConsoleView {
            awaits: now.awaits.clone(),
            physical,
            acts: Vec::new(),
            outcomes: Vec::new(),
            irregularities: Vec::new(),
        }));
    };
    let awaits = now.awaits.clone();
    let view = tokio::task::spawn_blocking(move || ConsoleView {
        awaits,
        physical,
        acts: acts(&*engine, knows),
        outcomes: outcomes(&*engine, knows),
        irregularities: irregularities(&*engine, knows),
    });
    view.await.map(Json).map_err(|_| Failed(problem::unknown_outcome()))
}

/// What the rules would decide on a line; the table stays as it is.
fn tried(engine: &dyn Engine, line: &str) -> (Vec<Told>, Option<Refused>) {
    match engine.after(line) {
        Ok((_, told)) => (told, None),
        Err(No::Refused(no)) => {
            (Vec::new(), Some(Refused { cite: no.cite.to_string(), why: no.why.to_string() }))
        }
        Err(No::Misread(_)) => (Vec::new(), None),
    }
}

/// Counts things by what they say without cards and numbers.
#[derive(Default)]
struct Kinds(HashMap<String, usize>);

impl Kinds {
    /// Whether this is one of the first of its kind.
    fn first(&mut self, text: &str) -> bool {
        let own = |word: &&str| {
            word.contains(|c: char| c.is_ascii_digit()) || Card::read(word.trim_end_matches(',')).is_some()
        };
        let kind: Vec<&str> = text.split(' ').filter(|word| !own(word)).collect();
        let many = self.0.entry(kind.join(" ")).or_default();
        *many += 1;
        *many <= ALIKE
    }
}

fn acts(engine: &dyn Engine, knows: bool) -> Vec<StaffAct> {
    let mut kinds = Kinds::default();
    let staff = [Actor::Dealer, Actor::Floorperson, Actor::Supervisor];
    let all = staff.into_iter().flat_map(|by| engine.offers(by).into_iter().map(move |offer| (by, offer)));
    all.map(|(by, offer)| {
        let mut then = Vec::new();
        if offer.tender.is_empty() && knows && kinds.first(&offer.act) {
            let seat = if offer.seat > 0 { format!("@{}", offer.seat) } else { String::new() };
            then = tried(engine, &format!("{by}{seat} {}", offer.act)).0;
        }
        let books::Offered { act, seat, least, most, step, .. } = offer;
        StaffAct { act, acting: by.to_string(), seat, least, most, step, then }
    })
    .collect()
}

/// What may come, with weights; or everything there is, without.
fn outcomes(engine: &dyn Engine, knows: bool) -> Vec<OutcomeView> {
    let all = match (knows, engine.awaits()) {
        (true, _) => engine.outcomes(),
        (false, Awaits::Equipment) => books::chances(engine.game()).into_iter().map(|c| (c, 0)).collect(),
        (false, _) => Vec::new(),
    };
    all.into_iter().map(|(chance, weight)| OutcomeView { chance, weight }).collect()
}

fn irregularities(engine: &dyn Engine, knows: bool) -> Vec<IrregularityView> {
    let mut kinds = Kinds::default();
    let all = engine.irregularities().into_iter();
    all.map(|line| {
        let tries = knows && kinds.first(&line);
        let (then, refused) = if tries { tried(engine, &line) } else { (Vec::new(), None) };
        let line = line.strip_prefix("irregularity ").unwrap_or(&line).to_owned();
        IrregularityView { line, then, refused }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_cards_and_numbers_alone_is_tried_twice() {
        let mut kinds = Kinds::default();
        let tried = |kinds: &mut Kinds, text| kinds.first(text);
        let errors = ["card drawn in error As", "card drawn in error 5h", "card drawn in error Kd"];
        assert_eq!(errors.map(|text| tried(&mut kinds, text)), [true, true, false]);
        assert!(tried(&mut kinds, "card drawn in error, unseen"));
        let cuts = ["cuts at 20", "cuts at 21", "cuts at 22"];
        assert_eq!(cuts.map(|text| tried(&mut kinds, text)), [true, true, false]);
    }
}
