//! 18.10 and 18.11 (neither is held): hands are turned from the dealer's right, losers collected, winners paid.

use super::{LetItRide, Wager, payouts};
use crate::games::prelude::*;
use crate::{
    hands::poker::Strength,
    kit::cards::Card,
    picture::Spot,
    table::{deck::say_rank, one_deck::OneDeck},
};

impl LetItRide {
    /// The five cards that decide a player's wagers: the player's own three, and the two community cards.
    fn five(&self, seat: Seat) -> Option<[Card; 5]> {
        let [one, two, three] = self.hand(seat)?;
        let [four, five] = *self.community.as_slice() else { return None };
        Some([one, two, three, four, five])
    }

    pub(super) fn settle(&mut self, to: &mut dyn Observer<Self>) {
        for seat in self.table.seats.all() {
            let Some(five) = self.five(seat).filter(|_| self.of(seat).is_in) else { continue };
            if !self.of(seat).is_up {
                let own = five.into_iter().take(3);
                own.for_each(|chance| to.saw(cite!("18.10"), Event::Shown { chance, to: Eyes::All }));
                self.of_mut(seat).is_up = true;
            }
            // 18.3 (not held): announces the hand; an ace may begin a straight.
            let at = Spot::Hand { seat, hand: 1 };
            say_rank(at, five, |_| cite!("18.3"), cite!("18.3"), to);
            let (hand, options) = (Strength::of(five), &self.table.options);
            let paid = |stakes| payouts::pay(options, hand, stakes);
            self.settle_alike(seat, Wager::ALL, payouts::decide(hand), (paid, cite!("18.11")), to);
        }
        self.end_round(false, to);
    }
}
