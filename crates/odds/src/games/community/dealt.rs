//! Random deals: hands are ranked by the rules' own table, decisions follow the value of the visible cards, and hands
//! are paid what the rules paid for one example of each case.

use super::{Community, Decisions, play::nets};
use crate::{
    Moments, Staked, Unsolved,
    sim::{draw::Quick, walk::LANES},
};
use rules::{
    hands::poker::{Path, Strength},
    kit::cards::Card,
};
use std::sync::Arc;

/// The size of a deck, rounded up to a power of two.
const PLACES: usize = 64;

/// A plan with first wagers.
pub struct Dealt {
    own: usize,
    seen: &'static [usize],
    line: fn(Strength) -> usize,
    lines: usize,
    decisions: Arc<Decisions>,
    /// Each patron's gain by the decisions and by the line, in cents.
    gains: Vec<Vec<i64>>,
}

impl Dealt {
    /// The patrons of these wagers; `None` if the deck is too small for them.
    pub fn of<G: Community>(
        options: G::Options,
        decisions: &Arc<Decisions>,
        bets: &[Staked<G>],
    ) -> Result<Option<Dealt>, Unsolved> {
        let one = |(on, stake): &Staked<G>| Ok(nets::<G>(options, on.wager, *stake)?.concat());
        let gains = bets.iter().map(one).collect::<Result<_, _>>()?;
        let decisions = Arc::clone(decisions);
        let lines = G::EXAMPLES.len();
        let dealt = Dealt { own: G::OWN, seen: G::SEEN, line: G::line, lines, decisions, gains };
        Ok((dealt.cards() <= 52).then_some(dealt))
    }

    /// How many cards a round takes.
    pub fn cards(&self) -> usize {
        self.own * self.gains.len() + 5 - self.own
    }

    /// Plays this many rounds, at four tables side by side.
    pub fn play(&self, quick: &mut Quick, rounds: u64, moments: &mut [Moments]) {
        let mut deck = [[Card::all().next().expect("a card"); PLACES]; LANES];
        deck.iter_mut()
            .for_each(|deck| deck.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card));
        let mut counts: Vec<Vec<u64>> = self.gains.iter().map(|gains| vec![0; gains.len()]).collect();
        for round in 0..rounds.div_ceil(LANES as u64) {
            for at in 0..self.cards() {
                let drawn = quick.four_below(52 - at);
                for (deck, other) in deck.iter_mut().zip(drawn) {
                    deck.swap(at % PLACES, (at + usize::from(other)) % PLACES);
                }
            }
            let left = usize::try_from(rounds - round * LANES as u64).unwrap_or(LANES);
            for deck in deck.iter().take(left) {
                self.round(&deck[..self.cards()], |patron, cell| counts[patron][cell] += 1);
            }
        }
        for ((sum, gains), counts) in moments.iter_mut().zip(&self.gains).zip(&counts) {
            gains.iter().zip(counts).for_each(|(&cents, &times)| sum.add_times(times, cents));
        }
    }

    /// Plays one round of these cards: each patron's own, then the shared ones.
    fn round(&self, cards: &[Card], mut tell: impl FnMut(usize, usize)) {
        let (own, shared) = cards.split_at(cards.len() - (5 - self.own));
        for (patron, own) in own.chunks(self.own).enumerate() {
            let mut hand = [own[0]; 5];
            hand[..self.own].copy_from_slice(own);
            hand[self.own..].copy_from_slice(shared);
            let made = |(nth, seen): (usize, &usize)| {
                usize::from(self.decisions.is_made(&hand[..self.own + seen])) << nth
            };
            let pattern: usize = self.seen.iter().enumerate().map(made).sum();
            let strength = hand.into_iter().fold(Path::EMPTY, Path::with).strength();
            tell(patron, pattern * self.lines + (self.line)(strength));
        }
    }

    /// What each patron gains in one round of these cards, for the test of agreement.
    #[cfg(test)]
    pub fn nets(&self, cards: &[Card]) -> Vec<i64> {
        let mut nets = vec![0; self.gains.len()];
        self.round(cards, |patron, cell| nets[patron] = self.gains[patron][cell]);
        nets
    }
}
