//! Caribbean stud dealt at random. There are too many states to compile, so hands are ranked by the rules' own table,
//! and paid what the rules paid for one example of each case.

use super::{Held, Payments, Strategy};
use crate::{
    Moments, Staked, Unsolved,
    sim::{draw::Quick, walk::LANES},
};
use rules::{
    Money,
    caribbean_stud::{CaribbeanStud, Options, Paid, Shares, Wager, qualifies},
    hands::poker::{Kind, Path, Strength},
    kit::cards::Card,
};

/// The row of gains for a hand that was folded; the rows before it are for each kind of hand that was bet on.
const FOLDED: usize = 10;
/// The number of cells: room for a row for each kind and for a folded hand, and in each row a cell for each end.
const CELLS: usize = 64;
/// The size of a deck, rounded up to a power of two.
const PLACES: usize = 64;

/// A plan with antes and progressive wagers.
pub struct Deals {
    options: Options,
    patrons: Vec<Patron>,
    /// What goes to the meter in each round.
    progression: Money,
}

/// One of the patrons.
struct Patron {
    /// The patron's gain in each cell, in cents.
    gains: [i64; CELLS],
    /// The patron's progressive wager, if that is the one being simulated.
    progressive: Option<Money>,
}

impl Deals {
    /// The patrons of these wagers; `None` if one of them has another kind of wager, or if the deck is too small.
    pub fn of(options: Options, bets: &[Staked<CaribbeanStud>]) -> Result<Option<Deals>, Unsolved> {
        let (mut patrons, mut progression) = (Vec::new(), Money::ZERO);
        for (offered, stake) in bets {
            let (ante, only) = match offered.wager {
                Wager::Ante => (*stake, None),
                only @ Wager::Progressive => {
                    progression += options.progression();
                    (options.limits().minimum().max(offered.least), Some(only))
                }
                _ => return Ok(None),
            };
            let (ends, fold) = Payments::of(options, ante, only)?.nets();
            let mut gains = [0; CELLS];
            gains.chunks_mut(4).zip(ends).for_each(|(cells, ends)| cells.copy_from_slice(&ends));
            gains[FOLDED * 4..][..4].fill(fold);
            patrons.push(Patron { gains, progressive: only.map(|_| *stake) });
        }
        let places = 5 * bets.len() + 5 <= 52;
        Ok(places.then_some(Deals { options, patrons, progression }))
    }

    /// Plays this many rounds, at four tables side by side.
    pub fn play(&self, quick: &mut Quick, rounds: u64, moments: &mut [Moments]) {
        let mut deck = [[Card::all().next().expect("a card"); PLACES]; LANES];
        deck.iter_mut()
            .for_each(|deck| deck.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card));
        let dealt = 5 * self.patrons.len() + 5;
        let mut counts = vec![[0_u64; CELLS]; self.patrons.len()];
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
        for ((sum, patron), counts) in moments.iter_mut().zip(&self.patrons).zip(&counts) {
            patron.gains.iter().zip(counts).for_each(|(&cents, &times)| sum.add_times(times, cents));
        }
    }

    /// Plays one round of these cards: the dealer's face-up card, each patron's five, the dealer's other four.
    #[inline]
    fn round(&self, cards: &[Card], meter: &mut Money, counts: &mut [[u64; CELLS]], moments: &mut [Moments]) {
        let (up, rest) = (cards[0], &cards[1..]);
        let (hands, hole) = rest.split_at(rest.len() - 4);
        let dealer = hole.iter().fold(Path::EMPTY.with(up), |path, &card| path.with(card)).strength();
        *meter += self.progression;
        let mut shares = None;
        for (at, (hand, counts)) in hands.as_chunks::<5>().0.iter().zip(counts).enumerate() {
            let player = Strength::of(*hand);
            let bets = Strategy::by_thumb(player)
                .unwrap_or_else(|| Strategy::RulesOfThumb.bets(&Held::of(*hand), up));
            let kind = player.kind();
            let row = if bets { kind as usize } else { FOLDED };
            // Only such hands are paid a share of the meter, which changes: straight flushes or better, which are
            // always bet on.
            if kind >= Kind::StraightFlush
                && let Some(stake) = self.patrons[at].progressive
            {
                let shares = shares.get_or_insert_with(|| Shares::new(self.royals(hands)));
                moments[at].add_times(1, self.share(shares, kind, stake, meter));
            } else {
                counts[(row * 4 + end(player, dealer)) % CELLS] += 1;
            }
        }
    }

    /// How many royal flushes have a progressive wager.
    #[cold]
    fn royals(&self, hands: &[Card]) -> usize {
        let hands = hands.as_chunks().0.iter().zip(&self.patrons);
        let royal = |hand: &[Card; 5]| Strength::of(*hand).kind() == Kind::RoyalFlush;
        hands.filter(|(hand, patron)| patron.progressive.is_some() && royal(hand)).count()
    }

    /// What such a hand gains from the meter. This also updates the meter.
    #[cold]
    fn share(&self, shares: &mut Shares, kind: Kind, stake: Money, meter: &mut Money) -> i64 {
        match shares.pay(&self.options, kind, *meter) {
            None => -stake.as_cents(),
            // A wager that is paid nothing is returned.
            Some(Paid { paid: Money::ZERO, .. }) => 0,
            Some(Paid { paid, moves }) => {
                moves.into_iter().for_each(|change| *meter += change);
                (paid - stake).as_cents()
            }
        }
    }

    /// What each patron gains in one round of these cards, for the test of agreement.
    #[cfg(test)]
    pub fn nets(&self, cards: &[Card], meter: &mut Money) -> Vec<i64> {
        let (mut counts, mut moments) =
            (vec![[0; CELLS]; self.patrons.len()], vec![Moments::default(); self.patrons.len()]);
        self.round(cards, meter, &mut counts, &mut moments);
        for ((sum, patron), counts) in moments.iter_mut().zip(&self.patrons).zip(&counts) {
            patron.gains.iter().zip(counts).for_each(|(&cents, &times)| sum.add_times(times, cents));
        }
        moments.iter().map(|sum| i64::try_from(sum.sum).expect("cents")).collect()
    }
}

/// The index of the [`End`](super::End) of a hand that was bet on.
#[inline]
fn end(player: Strength, dealer: Strength) -> usize {
    let compared = 2 + usize::from(dealer > player) - usize::from(player > dealer);
    if qualifies(dealer) { compared } else { 0 }
}
