//! Pai gow poker dealt at random: every hand is set by the house way, and paid what the rules paid for an example.

use super::table::place;
use crate::{
    Moments,
    sim::{draw::Quick, walk::LANES},
};
use rules::{
    hands::pai_gow_poker::{Way, Wheel},
    kit::cards::Card,
};

/// The size of a deck with its joker.
const DECK: usize = 53;
/// The same, rounded up to a power of two.
const PLACES: usize = 64;

/// A plan with wagers on hands.
pub struct Rounds7 {
    way: Way,
    wheel: Wheel,
    /// Each patron's gain if both hands are higher, one is, or none, in cents.
    gains: Vec<[i64; 3]>,
}

impl Rounds7 {
    pub fn new(way: Way, wheel: Wheel, gains: Vec<[i64; 3]>) -> Rounds7 {
        Rounds7 { way, wheel, gains }
    }

    /// How many cards of a round matter.
    pub fn cards(&self) -> usize {
        7 * self.gains.len() + 7
    }

    /// Plays this many rounds, at four tables side by side.
    pub fn play(&self, quick: &mut Quick, rounds: u64, moments: &mut [Moments]) {
        let mut deck = [[Card::JOKER; PLACES]; LANES];
        deck.iter_mut().for_each(|deck| {
            deck.iter_mut().zip(Card::all_with_joker()).for_each(|(place, card)| *place = card);
        });
        let mut counts = vec![[0_u64; 3]; self.gains.len()];
        for round in 0..rounds.div_ceil(LANES as u64) {
            for at in 0..self.cards() {
                let drawn = quick.four_below(DECK - at);
                for (deck, other) in deck.iter_mut().zip(drawn) {
                    deck.swap(at % PLACES, (at + usize::from(other)) % PLACES);
                }
            }
            let left = usize::try_from(rounds - round * LANES as u64).unwrap_or(LANES);
            for deck in deck.iter().take(left) {
                self.round(&deck[..self.cards()], |patron, outcome| counts[patron][outcome] += 1);
            }
        }
        for ((sum, gains), counts) in moments.iter_mut().zip(&self.gains).zip(&counts) {
            gains.iter().zip(counts).for_each(|(&cents, &times)| sum.add_times(times, cents));
        }
    }

    /// Plays one round of these cards: the dealer's, then each patron's.
    fn round(&self, cards: &[Card], mut tell: impl FnMut(usize, usize)) {
        let mut hands = cards.as_chunks::<7>().0.iter().map(|cards| self.way.set(cards, self.wheel).hands);
        let Some(dealer) = hands.next() else { return };
        hands.enumerate().for_each(|(patron, hands)| tell(patron, place(hands.against(dealer))));
    }

    /// What each patron gains in one round of these cards, for the test of agreement.
    #[cfg(test)]
    pub fn nets(&self, cards: &[Card]) -> Vec<i64> {
        let mut nets = vec![0; self.gains.len()];
        self.round(cards, |patron, outcome| nets[patron] = self.gains[patron][outcome]);
        nets
    }
}
