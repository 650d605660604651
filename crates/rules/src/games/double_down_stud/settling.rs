//! 17.9 and 17.10 (neither is held): hands are settled from the dealer's right.

use super::{DoubleDownStud, Wager, payouts};
use crate::games::prelude::*;
use crate::{
    hands::poker::Strength,
    kit::cards::Card,
    picture::Spot,
    table::{
        deck::say_rank,
        layout::{settle, settle_flat},
    },
};

impl DoubleDownStud {
    /// The five cards that a player's wagers are settled by: one of his own, and the four of the community.
    fn five(&self, seat: Seat) -> Option<[Card; 5]> {
        let own = self.card(seat)?;
        let [one, two, three, four] = *self.community.as_slice() else { return None };
        Some([own, one, two, three, four])
    }

    pub(super) fn settle(&mut self, to: &mut impl Observer<Self>) {
        for seat in self.table.seats.all() {
            let Some(five) = self.five(seat) else { continue };
            // 17.5 (not held): what a hand is, and that an ace may begin a straight.
            let at = Spot::Hand { seat, hand: 1 };
            say_rank(at, five, |_| cite!("17.5"), cite!("17.5"), to);
            self.settle_hand(seat, Strength::of(five), to);
        }
        self.end_round(to);
    }

    fn settle_hand(&self, seat: Seat, hand: Strength, to: &mut impl Observer<Self>) {
        let bets = Wager::ALL.map(|wager| self.bet_of(seat, wager));
        let stakes = bets.map(|bet| bet.map_or(Money::ZERO, |bet| bet.stake));
        let (fate, cite) = payouts::decide(hand);
        for (bet, paid) in bets.into_iter().zip(payouts::pay(&self.table.options, hand, stakes)) {
            let Some(bet) = bet else { continue };
            match fate {
                Fate::Won if paid > Money::ZERO => settle(bet, (fate, cite), || (paid, cite!("17.10")), to),
                // The limit has nothing left for it: it goes back.
                Fate::Won => settle_flat(bet, Fate::Void, cite!("17.10"), to),
                _ => settle_flat(bet, fate, cite, to),
            }
        }
    }

    /// Every wager goes back.
    pub(super) fn void(&mut self, cite: Citation, to: &mut impl Observer<Self>) {
        self.table.void_all(cite, to);
        self.end_round(to);
    }
}
