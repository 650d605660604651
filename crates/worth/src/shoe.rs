//! Cards that have left the shoe: how few of them make a wager favorable to the player.

use crate::stress::{By, Favorable, Stressed, Watch};
use odds::{Fraction, Prepared, Priced, decks, usual_stake};
use rounds::Settings;
use rules::kit::cards::{Card, Unseen};

/// The most cards to remove: half a deck per deck of the shoe, but no more than this.
const MOST: usize = 104;

/// Removes one card after another, always the one that helps the wager most, until it is favorable.
pub fn favorable<G: Priced>(usual: &Settings, wagers: &mut [Stressed], watch: Watch<'_>) {
    let Ok(options) = rounds::judge::<G>(usual) else { return };
    let Ok(decks) = decks::<G>(&options) else { return };
    // Each shoe of blackjack takes seconds.
    if G::NAME == "blackjack" {
        return;
    }
    for on in G::offered(options) {
        let name = on.wager.to_string();
        let Some(wager) = wagers.iter_mut().find(|wager| wager.wager == name) else { continue };
        let stake = usual_stake::<G>(&options, &on);
        let Ok(table) = Prepared::<G>::of(options, vec![(on, stake)]) else { continue };
        let edge = |unseen: &Unseen| {
            let found = table.exact(Some(unseen)).pop()?.ok()?;
            Some(found.edge())
        };
        let mut unseen = Unseen::decks(decks);
        let mut gone: Vec<Card> = Vec::new();
        let most = MOST.min(usize::from(decks) * 26);
        while gone.len() < most {
            watch(&name, gone.len());
            let mut best: Option<(Fraction, Card, Unseen)> = None;
            for card in one_of_each_rank(&unseen) {
                let Some(left) = unseen.seeing(card) else { continue };
                let Some(edge) = edge(&left) else { continue };
                if best.as_ref().is_none_or(|(least, ..)| edge < *least) {
                    best = Some((edge, card, left));
                }
            }
            let Some((edge, card, left)) = best else { break };
            gone.push(card);
            unseen = left;
            if edge < Fraction::ZERO {
                let needs = vec![format!("{} cards out of {} decks: {}", gone.len(), decks, told(&gone))];
                wager.favorable.push(Favorable::new(By::Cards, needs, &edge, stake.as_cents()));
                break;
            }
        }
    }
}

/// One card of each rank that is left: suits do not matter in these games.
fn one_of_each_rank(unseen: &Unseen) -> Vec<Card> {
    let mut ranks = Vec::new();
    Card::all()
        .filter(|&card| unseen.count(card) > 0)
        .filter(|card| {
            let is_new = !ranks.contains(&card.rank());
            ranks.push(card.rank());
            is_new
        })
        .collect()
}

/// Writes `12 sixes and 3 aces` as `6 × 12, A × 3`.
fn told(gone: &[Card]) -> String {
    let mut ranks: Vec<(String, usize)> = Vec::new();
    for card in gone {
        let rank = card.to_string().chars().next().unwrap_or_default().to_string();
        match ranks.iter_mut().find(|(known, _)| *known == rank) {
            Some((_, times)) => *times += 1,
            None => ranks.push((rank, 1)),
        }
    }
    ranks.iter().map(|(rank, times)| format!("{rank} × {times}")).collect::<Vec<_>>().join(", ")
}
