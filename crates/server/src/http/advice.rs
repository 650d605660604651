//! The best decision for a hand of blackjack, Caribbean stud, let it ride, double down stud or red dog, given
//! the cards that the player has seen.

use super::{
    Answer, Asker, Failed,
    table::{here, patron},
};
use crate::{feed::Snapshot, floor::Floor, problem};
use axum::extract::{Path, State};
use odds::{
    blackjack::{Choice, Held, advise},
    community::{Community, worths},
};
use protocol::{AdviceRow, AdviceView};
use rules::{
    Act, ActOf, Actor, Fate, Game, Money, Patron, Spot,
    blackjack::{Blackjack, Deed},
    caribbean_stud::{self, CaribbeanStud},
    double_down_stud::DoubleDownStud,
    hands::poker::Strength,
    kit::cards::{Card, Unseen},
    let_it_ride::LetItRide,
    red_dog::{self, RedDog},
};
use std::sync::Arc;

const METHOD: &str = "every card that may come, without replacement, from what you can see";

/// The games with advice.
const ADVISED: [&str; 5] = ["blackjack", "caribbean-stud", "double-down-stud", "let-it-ride", "red-dog"];

pub async fn read(
    State(floor): State<Arc<Floor>>,
    asker: Asker,
    Path(table): Path<String>,
) -> Answer<AdviceView> {
    let handle = here(&floor, &table).await?;
    let summary = floor.summary(&table).ok_or_else(|| Failed(problem::unknown("table")))?;
    if !ADVISED.contains(&summary.game.as_str()) {
        let message =
            "advice is given at blackjack, Caribbean stud, let it ride, double down stud and red dog";
        return Err(Failed(problem::conflict(message)));
    }
    let you = patron(&handle.feed, &asker.who()?.name);
    let now = handle.feed.snapshot();
    let found = tokio::task::spawn_blocking(move || you.map(|you| advice(&now, you)).unwrap_or_default());
    let advice = found.await.map_err(|_| Failed(problem::unknown_outcome()))?;
    let best = advice.first().map(|row| row.act.clone());
    Ok(AdviceView { advice, best, method: METHOD.to_owned() })
}

/// The value of each decision of this person, best first; empty if it is not their turn.
pub fn advice(now: &Snapshot, you: Patron) -> Vec<AdviceRow> {
    let Some(engine) = &now.engine else { return Vec::new() };
    let offers = engine.offers(Actor::Patron(you));
    let table = engine.table();
    let found = if let Some(table) = table.downcast_ref::<Blackjack>() {
        blackjack(table, you)
    } else if let Some(table) = table.downcast_ref::<CaribbeanStud>() {
        stud(table, now, you)
    } else if let Some(table) = table.downcast_ref::<LetItRide>() {
        shared_cards(table, you)
    } else if let Some(table) = table.downcast_ref::<DoubleDownStud>() {
        shared_cards(table, you)
    } else if let Some(table) = table.downcast_ref::<RedDog>() {
        red_dog(table, now)
    } else {
        None
    };
    let mut rows: Vec<(String, f64)> = found
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(begins, worth)| {
            let offer = offers.iter().find(|offer| offer.act.starts_with(&begins))?;
            Some((offer.act.clone(), worth))
        })
        .collect();
    rows.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    rows.into_iter().map(|(act, worth)| AdviceRow { act, expectation: format!("{worth:.4}") }).collect()
}

/// How each act begins, and its value per unit of the original wager.
type Worths = Option<Vec<(String, f64)>>;

fn blackjack(table: &Blackjack, you: Patron) -> Worths {
    let turn = table.turn().filter(|turn| turn.caller == you)?;
    let held = Held { cards: turn.cards, is_split: turn.hands > 1, hands: turn.hands };
    let act = |choice: Choice| match choice {
        Choice::Stand => Deed::Stand.to_string(),
        Choice::Draw => Deed::Draw.to_string(),
        Choice::Surrender => Deed::Surrender.to_string(),
        Choice::Double => "double".to_owned(),
        Choice::Split => "split".to_owned(),
    };
    let found = advise(table.options(), turn.unseen, turn.dealer, held).into_iter();
    Some(found.map(|(choice, worth)| (act(choice), worth)).collect())
}

/// Every hand that the dealer may have with the upcard, all equally likely.
fn stud(table: &CaribbeanStud, now: &Snapshot, you: Patron) -> Worths {
    let seat = now.picture.seat_of(you)?;
    let (hand, up) = (table.hand(seat)?, table.up_card()?);
    let ante =
        now.engine.as_ref()?.bets().into_iter().find(|bet| bet.seat == seat && bet.wager == "ante")?.stake;
    let rest: Vec<Card> = Card::all().filter(|card| *card != up && !hand.contains(card)).collect();
    let player = Strength::of(hand);
    let [even, odds] = caribbean_stud::pay(&table.options(), player.kind(), ante, ante + ante);
    let net = |dealer: Strength| -> i64 {
        let part = |fate: Fate, stake: Money, paid: Money| match fate {
            Fate::Won => paid,
            Fate::Lost => Money::ZERO - stake,
            _ => Money::ZERO,
        };
        let [on_ante, on_bet] = caribbean_stud::decide(player, dealer);
        (part(on_ante, ante, even) + part(on_bet, ante + ante, odds)).as_cents()
    };
    let (mut sum, mut hands) = (0, 0);
    for (a, &one) in rest.iter().enumerate() {
        for (b, &two) in rest.iter().enumerate().skip(a + 1) {
            for (c, &three) in rest.iter().enumerate().skip(b + 1) {
                for &four in rest.iter().skip(c + 1) {
                    sum += net(Strength::of([up, one, two, three, four]));
                    hands += 1;
                }
            }
        }
    }
    let worth = sum as f64 / f64::from(hands) / ante.as_cents() as f64;
    Some(vec![("bet".to_owned(), worth), (caribbean_stud::Deed::Fold.to_string(), -1.0)])
}

/// Every way in which the shared cards may come, with the best decisions from then on.
fn shared_cards<G: Community>(table: &G, you: Patron) -> Worths {
    let begins = |act: ActOf<G>| match act {
        Act::Do(deed) => deed.to_string(),
        Act::Place { wager, .. } | Act::TakeBack { wager, .. } => wager.to_string(),
    };
    let both = worths(table, you)?;
    Some(both.map(|(act, worth)| (begins(act), worth.to_f64())).to_vec())
}

/// Every possible third card. A raise is as large as the original wager.
fn red_dog(table: &RedDog, now: &Snapshot) -> Worths {
    let middle = now.picture.cards.iter().filter(|card| card.at == Spot::Middle).filter_map(|card| card.card);
    let [left, right] = middle.collect::<Vec<_>>().try_into().ok()?;
    let options = table.options();
    let fresh = || Unseen::decks(options.plan().decks).seeing(left)?.seeing(right);
    let unseen = now.unseen.or_else(fresh)?;
    let unit = Money::dollars(100);
    let paid = options.odds(table.pair()?).pay(unit).as_cents() as f64 / unit.as_cents() as f64;
    let (mut sum, mut cards) = (0.0, 0.0);
    for card in Card::all() {
        let count = f64::from(unseen.count(card));
        sum += count * if red_dog::decide([left, right], card).0 == Fate::Won { paid } else { -1.0 };
        cards += count;
    }
    let worth = (cards > 0.0).then(|| sum / cards)?;
    Some(vec![("raise".to_owned(), 2.0 * worth), (red_dog::Deed::Stand.to_string(), worth)])
}
