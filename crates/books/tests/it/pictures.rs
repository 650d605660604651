//! A picture shows nobody a card that they have not seen: in every game, to everyone who may look.

use crate::floor::Floor;
use books::{Book, Fact, Picture, What};
use rules::{Actor, GameId, Outcome, Patron, kit::cards::Card};
use serde::Deserialize;
use std::collections::BTreeMap;

/// How many tables of each game are played at, and how many lines at each.
const TABLES: u64 = 4;
const LINES: usize = 600;

fn journals(game: GameId) -> Vec<Vec<String>> {
    let played = |seed| {
        let mut floor = Floor::open(game, seed);
        floor.play_lines(LINES);
        floor.lines
    };
    (1..=TABLES).map(played).collect()
}

/// Those who look: nobody in particular, staff, and everyone at the table.
fn viewers() -> Vec<Option<Actor>> {
    let staff = [Some(Actor::Dealer), Some(Actor::Supervisor)];
    let patrons = (1..=2).map(|number| Some(Actor::Patron(Patron(number))));
    [None].into_iter().chain(staff).chain(patrons).collect()
}

/// The cards that somebody has seen since the table had none, and how often.
type Seen = BTreeMap<Card, usize>;

/// The card that this person sees by a fact.
fn sees(viewer: Option<Actor>, fact: &Fact) -> Option<Card> {
    match &fact.what {
        What::Shown { outcome: Outcome::Card { card } } => Some(*card),
        What::Privately { outcome: Outcome::Card { card }, to } if viewer == Some(*to) => Some(*card),
        // Where the dealer names a card, everyone hears it.
        What::Called { args, .. } => args.get("card").and_then(|card| Card::deserialize(card).ok()),
        _ => None,
    }
}

/// A card of the picture that is not among those seen, if there is one.
fn unknown(picture: &Picture, seen: &Seen) -> Option<Card> {
    let mut counts = Seen::new();
    picture.cards.iter().filter_map(|laid| laid.card).find(|card| {
        let count = counts.entry(*card).or_default();
        *count += 1;
        *count > seen.get(card).copied().unwrap_or(0)
    })
}

/// Replays a journal for a viewer; gives back the lines after which the picture shows too much, and how many cards it
/// showed in all.
fn shown_too_much(
    lines: &[String],
    viewer: Option<Actor>,
    mask: impl Fn(&Picture) -> Picture,
) -> (Vec<String>, usize) {
    let mut book = Book::new("t1");
    let (mut seen, mut wrong, mut cards) = (Seen::new(), Vec::new(), 0);
    for line in lines {
        let step = book.replay(line).expect("a true line");
        for card in step.facts.iter().filter_map(|fact| sees(viewer, fact)) {
            *seen.entry(card).or_default() += 1;
        }
        let now = book.engine().map(books::Engine::picture).unwrap_or_default();
        for picture in [Some(&now), step.cleared.as_deref()].into_iter().flatten().map(&mask) {
            cards += picture.cards.len();
            wrong.extend(unknown(&picture, &seen).map(|card| format!("{card} after {line}")));
        }
        if now.cards.is_empty() {
            seen.clear();
        }
    }
    (wrong, cards)
}

#[test]
fn nobody_is_shown_a_card_they_have_not_seen() {
    for &game in GameId::ALL {
        let journals = journals(game);
        for viewer in viewers() {
            let mut drawn = 0;
            for lines in &journals {
                let (wrong, cards) = shown_too_much(lines, viewer, |picture| picture.seen_by(viewer));
                assert_eq!(wrong, [""; 0], "{game:?}: {viewer:?}");
                drawn += cards;
            }
            assert_eq!(drawn > 0, books::has_cards(game), "{game:?}: {viewer:?}: {drawn} cards were drawn");
        }
    }
}

/// The negative control: without the mask, cards that one person alone has seen would be seen by all.
#[test]
fn without_the_mask_everyone_would_see_them() {
    let journals = journals(GameId::CheminDeFer);
    let wrong = journals.iter().map(|lines| shown_too_much(lines, None, Picture::clone).0.len());
    assert!(wrong.sum::<usize>() > 0);
}
