//! The value of each decision at a table: every way to complete the visible cards, paid as the rules pay the wagers on
//! the layout.

use super::{
    Community,
    play::{Nets, nets},
};
use crate::{Fraction, Unsolved};
use rules::{ActOf, Money, Patron, hands::poker::Path, kit::cards::Card};
use std::marker::PhantomData;

/// The state of a patron's hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing<W> {
    /// The wager that it began with.
    pub wager: W,
    /// Its stake.
    pub stake: Money,
    /// Which decision comes next, from 0.
    pub decision: usize,
    /// The decisions so far that kept a wager in play, or made one, as bits.
    pub made: usize,
}

/// The value of decisions after a first wager.
pub struct Worth<G: Community> {
    stake: Money,
    nets: Nets,
    of: PhantomData<fn() -> G>,
}

impl<G: Community> Worth<G> {
    /// Prepares the values for a first wager of this stake.
    ///
    /// # Errors
    /// If the rules do not accept such a wager.
    pub fn new(options: G::Options, wager: G::Wager, stake: Money) -> Result<Worth<G>, Unsolved> {
        Ok(Worth { stake, nets: nets::<G>(options, wager, stake)?, of: PhantomData })
    }

    /// The average gain of the whole round per unit of the first wager, without and with the wager that is decided on, if
    /// later decisions are the best ones.
    pub fn of(&self, cards: &[Card], decision: usize, made: usize) -> [Fraction; 2] {
        let ways: i128 = (cards.len()..5).map(|seen| 52 - seen as i128).product();
        [made, made | 1 << decision].map(|made| {
            let sum = self.best(&mut cards.to_vec(), decision + 1, made);
            Fraction::new(sum, ways * i128::from(self.stake.as_cents()))
        })
    }

    /// The total gain in cents over all orders in which the other cards may come.
    fn best(&self, cards: &mut Vec<Card>, decision: usize, made: usize) -> i128 {
        if G::SEEN.get(decision).is_some_and(|seen| cards.len() >= G::OWN + seen) {
            let [without, with] =
                [made, made | 1 << decision].map(|made| self.best(cards, decision + 1, made));
            return without.max(with);
        }
        if cards.len() == 5 {
            let hand = cards.iter().fold(Path::EMPTY, |path, &card| path.with(card)).strength();
            return self.nets[made][G::line(hand)].into();
        }
        let rest: Vec<Card> = Card::all().filter(|card| !cards.contains(card)).collect();
        let each = rest.into_iter().map(|card| {
            cards.push(card);
            let sum = self.best(cards, decision, made);
            cards.pop();
            sum
        });
        each.sum()
    }
}

/// Both answers of a patron who must decide now, with the value of each; if the values are equal, the answer of the
/// stated strategy comes first. `None` if the patron has no hand, or has not looked at it.
pub fn worths<G: Community>(table: &G, patron: Patron) -> Option<[(ActOf<G>, Fraction); 2]> {
    let seat = table.bets().iter().find(|bet| bet.patron == patron)?.seat;
    let cards = table.seen(seat)?;
    let Standing { wager, stake, decision, made } = table.standing(seat);
    let [without, with] = Worth::<G>::new(table.options(), wager, stake).ok()?.of(&cards, decision, made);
    let mut both = [(table.answer(seat, false), without), (table.answer(seat, true), with)];
    if G::is_made(0) {
        both.reverse();
    }
    Some(both)
}
