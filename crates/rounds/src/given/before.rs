//! What went before the round: cards that are gone from the shoe, and vigorish that is marked.

use super::facts::{Face, Facts};
use rules::{
    Act, Actor, Awaits, Game, Input, InputOf, Item, Money, Nobody, Outcome, Patron, Seat, Tender, Vocabulary,
    kit::cards::Card,
};

/// Vigorish in percent of the wager that won, as tables charge it.
const PERCENT: [i64; 4] = [5, 4, 3, 2];
/// More steps than a round of baccarat has.
const LONGEST: usize = 60;
/// Two cards to the Player's Hand and two to the Banker's, in turn: seven against a natural eight, with no third card.
const BANKER_WINS: [Face; 4] = [Face::Ten, Face::Ten, Face::Rank(7), Face::Rank(8)];

/// The cards that are gone leave the shoe, those that were seen face up.
pub fn pass_over<G: Game>(table: &mut G, facts: &Facts<G>) -> Result<(), String> {
    let Facts { left, seen, .. } = facts;
    if left.is_none() && seen.is_empty() {
        return Ok(());
    }
    let count = |table: &G| {
        let mut now = None;
        table.picture(&mut |item| {
            if let Item::Shoe(shoe) = item {
                now = Some(shoe.left).filter(|_| shoe.lasts);
            }
        });
        now.ok_or("this table has no shoe whose cards can be counted")
    };
    let full = count(table)?;
    for face in seen {
        let is_free = |card: &Card| *face == Face::Card(*card) || !facts.names(Outcome::Card { card: *card });
        let fits = Card::all().filter(|card| face.is(*card)).filter(is_free);
        let gone = match face {
            Face::Any => table.skip_cards(1, &[]),
            _ => fits.into_iter().any(|card| table.skip_cards(1, &[card])),
        };
        if !gone {
            return Err(format!("no {face} is left for all that is said to be seen"));
        }
    }
    let now = count(table)?;
    let Some(left) = *left else { return Ok(()) };
    match now.checked_sub(left) {
        Some(0) => Ok(()),
        Some(passed) => crate::shortcut::discard(table, passed),
        None if seen.is_empty() => Err(format!("the shoe never has {left} cards: {full} after the burn")),
        None => Err(format!(
            "the shoe cannot have {left} cards: {full} after the burn, and {} were seen",
            seen.len()
        )),
    }
}

/// Plays a round for each marker, in which the Banker's Hand wins and the vigorish is not collected.
pub fn mark<G: Game>(table: &mut G, steps: &mut Vec<InputOf<G>>, facts: &Facts<G>) -> Result<(), String> {
    for &(patron, seat, owed) in &facts.owed {
        let Some(wager) = G::Wager::read("banker") else {
            return Err(format!("{patron}@{} owes {owed}: nobody owes vigorish in this game", seat.0));
        };
        let stakes = PERCENT.map(|percent| Money::cents(owed.as_cents() * 100 / percent));
        let place = |stake| Act::Place { seat, wager, stake, tender: Tender::Chips };
        let played = stakes.into_iter().map(|stake| round(table, patron, place(stake), (seat, owed), facts));
        let mut why = String::new();
        let reached = played.into_iter().find_map(|played| played.map_err(|no| why = no).ok());
        let Some((after, path)) = reached else {
            return Err(format!("{patron}@{} cannot owe {owed}: {why}", seat.0));
        };
        *table = after;
        steps.extend(path);
    }
    Ok(())
}

/// A round on whose end this is marked, with its inputs.
fn round<G: Game>(
    table: &G,
    patron: Patron,
    act: rules::ActOf<G>,
    marker: (Seat, Money),
    facts: &Facts<G>,
) -> Result<(G, Vec<InputOf<G>>), String> {
    let (mut table, mut path, mut dealt) = (table.clone(), Vec::new(), 0);
    let mut next = Some(Input::Act { by: Actor::Patron(patron), act });
    for _ in 0..LONGEST {
        let Some(input) = next else { break };
        table.apply(input, &mut Nobody).map_err(|refusal| format!("{input}: {refusal}"))?;
        path.push(input);
        if table.awaits_wagers() && table.bets().is_empty() && !table.is_under_way() {
            let mut is_marked = false;
            table.picture(&mut |item| {
                is_marked |= matches!(item, Item::Marker { seat, owed } if (seat, owed) == marker);
            });
            let other = "this table marks no such vigorish; an option may have it collected at once";
            return if is_marked { Ok((table, path)) } else { Err(other.to_owned()) };
        }
        next = match table.awaits() {
            Awaits::Equipment => {
                let face = BANKER_WINS.get(dealt).copied().unwrap_or(Face::Any);
                dealt += 1;
                shown(&table, face, facts).map(Input::Chance)
            }
            _ => table.usual_step(),
        };
    }
    Err("no round leads there".to_owned())
}

/// Such a card, if it is none of those that lie on the table later.
fn shown<G: Game>(table: &G, face: Face, facts: &Facts<G>) -> Option<G::Chance> {
    let mut found = None;
    table.outcomes(&mut |chance, _| {
        let fits = match chance.into() {
            Outcome::Card { card } => face.is(card) && !facts.names(chance.into()),
            _ => false,
        };
        if fits && found.is_none() {
            found = Some(chance);
        }
    });
    found
}
