//! A picture never shows a card or a tile to someone who has not seen it, in any game and to any viewer.

use crate::floor::Floor;
use books::{Book, Fact, Picture, What};
use rules::{Actor, GameId, Outcome, Patron};
use std::collections::BTreeMap;

fn journals(game: GameId) -> Vec<Vec<String>> {
    let (tables, lines) = crate::sized((2, 400), (4, 600));
    let played = |seed| {
        let mut floor = Floor::open(game, seed);
        floor.play_lines(lines);
        floor.lines
    };
    (1..=tables).map(played).collect()
}

/// The viewers: the public, the staff, and everyone at the table.
fn viewers() -> Vec<Option<Actor>> {
    let staff = [Some(Actor::Dealer), Some(Actor::Supervisor)];
    let patrons = (1..=2).map(|number| Some(Actor::Patron(Patron(number))));
    [None].into_iter().chain(staff).chain(patrons).collect()
}

/// The cards or tiles that a viewer has seen since the table was last empty, with counts.
type Seen = BTreeMap<String, usize>;

fn face(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Card { card } => Some(card.to_string()),
        Outcome::Tile { tile } => Some(tile.to_string()),
        _ => None,
    }
}

/// What a fact shows to this person.
fn sees(viewer: Option<Actor>, fact: &Fact) -> Option<String> {
    match &fact.what {
        What::Shown { outcome } => face(outcome),
        What::Privately { outcome, to } if viewer == Some(*to) => face(outcome),
        // A card that the dealer names is heard by everyone.
        What::Called { args, .. } => args.get("card").and_then(|card| card.as_str()).map(str::to_owned),
        _ => None,
    }
}

/// A card or tile in the picture that the viewer has not seen, if there is one.
fn unknown(picture: &Picture, seen: &Seen) -> Option<String> {
    let mut counts = Seen::new();
    let faces = picture
        .cards
        .iter()
        .filter_map(|laid| laid.card.map(|card| card.to_string()).or(laid.tile.map(|tile| tile.to_string())));
    faces.into_iter().find(|face| {
        let count = counts.entry(face.clone()).or_default();
        *count += 1;
        *count > seen.get(face).copied().unwrap_or(0)
    })
}

/// Replays a journal for a viewer; returns the lines after which the picture shows too much, and the total
/// number of cards shown.
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

/// Negative control: without the mask, everyone would see cards that only one person has seen.
#[test]
fn without_the_mask_everyone_would_see_them() {
    let journals = journals(GameId::CheminDeFer);
    let wrong = journals.iter().map(|lines| shown_too_much(lines, None, Picture::clone).0.len());
    assert!(wrong.sum::<usize>() > 0);
}
