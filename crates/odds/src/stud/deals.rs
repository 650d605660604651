//! Caribbean stud dealt at random: too many states to compile, so hands are ranked by the rules' own table, and paid what the
//! rules paid for one example of each case.

use super::{Held, Payments, Strategy};
use crate::{Moments, Offered, Unsolved, draw::Quick, walk::LANES};
use rules::{
    Money, Vocabulary,
    caribbean_stud::{Options, Prize, Wager, qualifies, refilled},
    hands::poker::{Kind, Path, Strength},
    kit::cards::Card,
};

/// How many rows the gains have: a hand of each kind that was bet on, and one that was not.
const FOLDED: usize = 10;
/// So many cells have a row for each kind and for a hand that folds, and a cell for each end.
const CELLS: usize = 64;
/// The places of a deck, rounded up.
const PLACES: usize = 64;

/// A plan of antes and at most one progressive wager.
pub(crate) struct Deals {
    options: Options,
    /// What each patron gains in each cell, in cents.
    gains: Vec<[i64; CELLS]>,
    /// Who has the progressive wager, and how much it is.
    progressive: Option<(usize, Money)>,
}

impl Deals {
    /// The patrons of these wagers; nothing if several of them share the meter.
    pub fn of<W: Vocabulary>(
        options: Options,
        bets: &[(Offered<W>, Money)],
    ) -> Result<Option<Deals>, Unsolved> {
        let (mut gains, mut progressive) = (Vec::new(), None);
        for (at, (offered, stake)) in bets.iter().enumerate() {
            let only = match Wager::read(&offered.wager.to_string()) {
                Some(Wager::Ante) => None,
                Some(Wager::Progressive) if progressive.is_none() => {
                    progressive = Some((at, *stake));
                    Some(Wager::Progressive)
                }
                _ => return Ok(None),
            };
            let ante = if only.is_some() { options.limits().minimum().max(offered.least) } else { *stake };
            let (ends, fold) = Payments::of(options, ante, only)?.nets();
            let mut cells = [0; CELLS];
            cells.chunks_mut(4).zip(ends).for_each(|(cells, ends)| cells.copy_from_slice(&ends));
            cells[FOLDED * 4..][..4].fill(fold);
            gains.push(cells);
        }
        let places = 5 * bets.len() + 5 <= 52;
        Ok(places.then_some(Deals { options, gains, progressive }))
    }

    /// So many rounds, four tables side by side.
    pub fn play(&self, quick: &mut Quick, rounds: u64, moments: &mut [Moments]) {
        let mut deck = [[Card::all().next().expect("a card"); PLACES]; LANES];
        deck.iter_mut()
            .for_each(|deck| deck.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card));
        let dealt = 5 * self.gains.len() + 5;
        let mut counts = vec![[0_u64; CELLS]; self.gains.len()];
        let mut meters = [self.options.meter(); LANES];
        for round in 0..rounds.div_ceil(LANES as u64) {
            for at in 0..dealt {
                let drawn = quick.four_below(52 - at);
                for (deck, other) in deck.iter_mut().zip(drawn) {
                    deck.swap(at % PLACES, (at + usize::from(other)) % PLACES);
                }
            }
            let left = usize::try_from(rounds - round * LANES as u64).unwrap_or(LANES);
            for (deck, meter) in deck.iter().zip(&mut meters).take(left) {
                self.round(&deck[..dealt], meter, &mut counts, moments);
            }
        }
        for ((sum, gains), counts) in moments.iter_mut().zip(&self.gains).zip(&counts) {
            gains.iter().zip(counts).for_each(|(&cents, &times)| sum.add_times(times, cents));
        }
    }

    /// One round of these cards: the dealer's card face up, each patron's five, the dealer's other four.
    #[inline]
    fn round(&self, cards: &[Card], meter: &mut Money, counts: &mut [[u64; CELLS]], moments: &mut [Moments]) {
        let (up, rest) = (cards[0], &cards[1..]);
        let (hands, hole) = rest.split_at(rest.len() - 4);
        let dealer = hole.iter().fold(Path::EMPTY.with(up), |path, &card| path.with(card)).strength();
        if self.progressive.is_some() {
            *meter += self.options.progression();
        }
        for (at, (hand, counts)) in hands.as_chunks::<5>().0.iter().zip(counts).enumerate() {
            let player = Strength::of(*hand);
            let bets = Strategy::by_thumb(player)
                .unwrap_or_else(|| Strategy::RulesOfThumb.bets(&Held::of(*hand), up));
            let kind = player.kind();
            let row = if bets { kind as usize } else { FOLDED };
            match self.progressive {
                // Only such hands are paid a part of the meter, which moves: straight flushes at the least.
                Some((whose, stake)) if whose == at && bets && kind >= Kind::StraightFlush => {
                    moments[at]
                        .add_times(1, self.share(kind, stake, meter).unwrap_or(self.gains[at][row * 4]));
                }
                _ => counts[(row * 4 + end(player, dealer)) % CELLS] += 1,
            }
        }
    }

    /// What a hand gains that is paid a part of the meter, and where that leaves the meter.
    #[cold]
    fn share(&self, kind: Kind, stake: Money, meter: &mut Money) -> Option<i64> {
        let prize = self.options.prize(kind).filter(|prize| matches!(prize, Prize::Share(_)))?;
        let paid = prize.of(*meter);
        *meter = refilled(&self.options, kind, *meter - paid);
        // What pays nothing goes back.
        Some(if paid == Money::ZERO { 0 } else { (paid - stake).as_cents() })
    }

    /// What each patron gains in one round of these cards, for the test of agreement.
    #[cfg(test)]
    pub fn nets(&self, cards: &[Card], meter: &mut Money) -> Vec<i64> {
        let (mut counts, mut moments) =
            (vec![[0; CELLS]; self.gains.len()], vec![Moments::default(); self.gains.len()]);
        self.round(cards, meter, &mut counts, &mut moments);
        for ((sum, gains), counts) in moments.iter_mut().zip(&self.gains).zip(&counts) {
            gains.iter().zip(counts).for_each(|(&cents, &times)| sum.add_times(times, cents));
        }
        moments.iter().map(|sum| i64::try_from(sum.sum).expect("cents")).collect()
    }
}

/// The place of the [`End`](super::End) of a hand that was bet on.
#[inline]
fn end(player: Strength, dealer: Strength) -> usize {
    let compared = 2 + usize::from(dealer > player) - usize::from(player > dealer);
    if qualifies(dealer) { compared } else { 0 }
}
