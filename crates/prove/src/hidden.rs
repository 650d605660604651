//! Checks that nobody's picture depends on what they may not know.
//!
//! When the equipment shows a card to one person alone, each card that it could have been leads to a different table.
//! To everyone else these tables must look the same: the same picture, the same events, the same menus. Pairs of them
//! are then played on with the usual steps, and the first difference that somebody else sees must be a card that is
//! shown to them.

use crate::inputs::menu;
use rules::{Actor, Event, EventOf, Eyes, Game, Input, Item};

/// The tables that hidden outcomes of one state lead to.
pub struct Siblings<G: Game> {
    first: Option<(G, Vec<EventOf<G>>)>,
}

/// The person who looks: somebody at the table, or anybody else.
type Viewer = Option<Actor>;

fn may_see(eyes: Eyes, viewer: Viewer) -> bool {
    match eyes {
        Eyes::All => true,
        Eyes::Only(who) => viewer == Some(who),
    }
}

/// What a viewer sees of a table.
fn picture<G: Game>(table: &G, viewer: Viewer) -> Vec<Item> {
    let mut items = Vec::new();
    table.picture(&mut |item| {
        items.push(match item {
            Item::Card { at, eyes, sideways, .. } if !may_see(eyes, viewer) => {
                Item::Card { at, card: None, eyes, sideways }
            }
            Item::Tile { at, eyes, .. } if !may_see(eyes, viewer) => Item::Tile { at, tile: None, eyes },
            item => item,
        });
    });
    items
}

/// The events as a viewer gets them: a card shown to somebody else is only a card.
fn told<G: Game>(events: &[EventOf<G>], viewer: Viewer) -> Vec<Option<EventOf<G>>> {
    let mask = |event: &EventOf<G>| match event {
        Event::Shown { to, .. } if !may_see(*to, viewer) => None,
        event => Some(*event),
    };
    events.iter().map(mask).collect()
}

/// The one person to whom something was shown.
fn knower<G: Game>(events: &[EventOf<G>]) -> Option<Actor> {
    events.iter().find_map(|event| match event {
        Event::Shown { to: Eyes::Only(who), .. } => Some(*who),
        _ => None,
    })
}

/// The number of usual steps for which a pair is played on.
const STEPS: usize = 40;

impl<G: Game> Siblings<G> {
    /// Starts without siblings.
    pub fn new(_: &G) -> Siblings<G> {
        Siblings { first: None }
    }

    /// Compares a table that a hidden outcome led to with the first such table.
    pub fn compare(
        &mut self,
        next: &G,
        events: &[EventOf<G>],
        people: &[Actor],
        pairs: &mut u64,
    ) -> Result<(), String> {
        let Some(knower) = knower::<G>(events) else { return Ok(()) };
        let Some((first, before)) = &self.first else {
            self.first = Some((next.clone(), events.to_vec()));
            return Ok(());
        };
        *pairs += 1;
        let others = || people.iter().copied().filter(|by| *by != knower);
        for viewer in others().map(Some).chain([None]) {
            same_for(first, next, before, events, viewer)?;
        }
        for by in others() {
            if menu(first, by) != menu(next, by) {
                return Err(format!("what {by} may do depends on a card that only {knower} has seen"));
            }
        }
        played_on(first.clone(), next.clone(), knower, people)
    }
}

fn name(viewer: Viewer) -> String {
    viewer.map_or_else(|| "an onlooker".to_owned(), |who| who.to_string())
}

fn same_for<G: Game>(
    one: &G,
    other: &G,
    before: &[EventOf<G>],
    events: &[EventOf<G>],
    viewer: Viewer,
) -> Result<(), String> {
    if picture(one, viewer) != picture(other, viewer) {
        return Err(format!("the picture of {} depends on a card they may not know", name(viewer)));
    }
    if told::<G>(before, viewer) != told::<G>(events, viewer) {
        return Err(format!("what {} is told depends on a card they may not know", name(viewer)));
    }
    Ok(())
}

/// Plays two tables on with the usual steps until the hidden cards are shown to others.
fn played_on<G: Game>(mut one: G, mut other: G, knower: Actor, people: &[Actor]) -> Result<(), String> {
    for _ in 0..STEPS {
        let input = match one.usual_step() {
            Some(step) => step,
            None => {
                let mut both = None;
                one.outcomes(&mut |chance, weight| {
                    if both.is_none() && weight > 0 && other.may_show(chance).is_ok() {
                        both = Some(Input::Chance(chance));
                    }
                });
                let Some(shown) = both else { return Ok(()) };
                shown
            }
        };
        let (mut first, mut second) = (Vec::new(), Vec::new());
        if one.apply(input, &mut |_, event: EventOf<G>| first.push(event)).is_err() {
            return Ok(());
        }
        if other.apply(input, &mut |_, event: EventOf<G>| second.push(event)).is_err() {
            return match input {
                Input::Act { by, .. } if by == knower => Ok(()),
                _ => Err(format!(
                    "whether `{input}` is accepted depends on a card that only {knower} has seen"
                )),
            };
        }
        for viewer in people.iter().copied().filter(|by| *by != knower).map(Some).chain([None]) {
            let (a, b) = (told::<G>(&first, viewer), told::<G>(&second, viewer));
            let is_shown = |events: &[Option<EventOf<G>>]| {
                events.iter().any(|event| matches!(event, Some(Event::Shown { .. })))
            };
            if a != b {
                // Once the card is shown to them, anything may depend on it.
                return if is_shown(&a) || is_shown(&b) {
                    Ok(())
                } else {
                    Err(format!(
                        "after `{input}`, what {} is told depends on a card they may not know",
                        name(viewer)
                    ))
                };
            }
            if picture(&one, viewer) != picture(&other, viewer) {
                return Err(format!(
                    "after `{input}`, the picture of {} depends on a card they may not know",
                    name(viewer)
                ));
            }
        }
    }
    Ok(())
}
