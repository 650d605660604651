//! The table as it is drawn: who sits where, every card and who has seen it, the community cards, the shoe.

use super::{LetItRide, Phase};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    picture::{Item, Spot},
    table::deck::DealtFrom,
};

impl LetItRide {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        let is_dealt = !matches!(self.phase, Phase::Open | Phase::Closed);
        for (seat, patron) in self.table.seats.counterclockwise_from(Seat(1)) {
            let hand = self.of(seat);
            if hand.is_in {
                let eyes = if hand.is_up { Eyes::All } else { Eyes::Only(Actor::Patron(patron)) };
                draw_cards::<3>(Spot::Hand { seat, hand: 1 }, &hand.cards, eyes, each);
            }
        }
        if is_dealt {
            draw_cards::<2>(Spot::Middle, &self.community, Eyes::All, each);
        }
        self.pack.picture(each);
        if let Phase::Turn(seat) = self.phase
            && self.of(seat).decided < self.decision
        {
            each(Item::Turn { seat, hand: 1 });
        }
        if self.phase == Phase::Stub && self.table.options.deal() != DealtFrom::Hand {
            self.pack.shoe.deck().map(Item::Shoe).into_iter().for_each(each);
        }
    }
}

/// Draws the cards of a spot that were seen, then those that nobody has seen, which are the same for every
/// viewer.
fn draw_cards<const COUNT: usize>(at: Spot, seen: &[Card], eyes: Eyes, each: &mut dyn FnMut(Item)) {
    for n in 0..COUNT {
        let card = seen.get(n).copied();
        let eyes = if card.is_some() { eyes } else { Eyes::All };
        each(Item::Card { at, card, eyes, sideways: false });
    }
}
