//! What somebody else needs to count every deal again: how hands are paid, and how a player decides.

use super::{Community, card, play::nets};
use crate::{Unsolved, certificate::Proof};
use rules::{Money, hands::poker::Strength};

/// An example of a hand without a pair, and one of the lowest pair.
const LOWEST: [&str; 2] = ["2c 5d 8h Ts Qc", "2c 2d 8h Ts Qc"];
/// The number of kinds above a pair, which are the last examples of every game.
const ABOVE: usize = 8;
/// The ranks from twos to aces.
const RANKS: &str = "23456789TJQKA";

fn hand(text: &str) -> Strength {
    let mut cards = text.split(' ').map(card);
    Strength::of([(); 5].map(|()| cards.next().expect("five cards")))
}

/// The line of the pay table for a pair of this rank, with three other ranks.
fn pair<G: Community>(rank: char) -> usize {
    let others: Vec<char> = "2579J".chars().filter(|&other| other != rank).take(3).collect();
    G::line(hand(&format!("{rank}c {rank}d {}h {}s {}c", others[0], others[1], others[2])))
}

/// The proof of the edge of a first wager.
pub(super) fn of<G: Community>(
    options: G::Options,
    wager: G::Wager,
    stake: Money,
) -> Result<Proof, Unsolved> {
    let above = &G::EXAMPLES[G::EXAMPLES.len() - ABOVE..];
    Ok(Proof::Shared {
        own: G::OWN,
        seen: G::SEEN.to_vec(),
        pairs: RANKS.chars().map(pair::<G>).collect(),
        kinds: LOWEST.iter().chain(above).map(|kind| G::line(hand(kind))).collect(),
        worth: (0..G::EXAMPLES.len()).map(|line| G::gain(&options, line)).collect(),
        ties: G::is_made(0),
        gains: nets::<G>(options, wager, stake)?,
    })
}
