//! 17.9 and 17.10 (neither is held): hands are settled from the dealer's right.

use super::{DoubleDownStud, Wager, payouts};
use crate::games::prelude::*;
use crate::{
    hands::poker::Strength,
    kit::cards::Card,
    picture::Spot,
    table::{deck::say_rank, one_deck::OneDeck},
};

impl DoubleDownStud {
    /// The five cards that decide a player's wagers: the player's own, and the four community cards.
    fn five(&self, seat: Seat) -> Option<[Card; 5]> {
        let own = self.card(seat)?;
        let [one, two, three, four] = *self.community.as_slice() else { return None };
        Some([own, one, two, three, four])
    }

    pub(super) fn settle(&mut self, to: &mut dyn Observer<Self>) {
        for seat in self.table.seats.all() {
            let Some(five) = self.five(seat) else { continue };
            // 17.5 (not held): announces the hand; an ace may begin a straight.
            let at = Spot::Hand { seat, hand: 1 };
            say_rank(at, five, |_| cite!("17.5"), cite!("17.5"), to);
            let (hand, options) = (Strength::of(five), &self.table.options);
            let paid = |stakes| payouts::pay(options, hand, stakes);
            self.settle_alike(seat, Wager::ALL, payouts::decide(hand), (paid, cite!("17.10")), to);
        }
        self.end_round(false, to);
    }
}
