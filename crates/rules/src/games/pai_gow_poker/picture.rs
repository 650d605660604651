//! The table as it is drawn: who sits where and banks, every card and who has seen it, both hands of what is set, the shoe.

use super::{Division, HAND, Hand, PaiGowPoker, Phase};
use crate::games::prelude::*;
use crate::{
    picture::{Item, Spot},
    table::{deck::DealtFrom, start::Start},
};

impl PaiGowPoker {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        if let Some(held) = self.bank() {
            each(Item::Banker(held.patron));
        }
        draw_hand(&self.hands[0], [Spot::Dealer, Spot::DealerLow], Eyes::All, each);
        for seat in self.table.seats.all() {
            let eyes = match self.table.seats.at(seat) {
                Some(patron) if !self.of(seat).is_up => Eyes::Only(Actor::Patron(patron)),
                _ => Eyes::All,
            };
            draw_hand(self.of(seat), [1, 2].map(|hand| Spot::Hand { seat, hand }), eyes, each);
        }
        self.pack.picture(each);
        if self.phase == Phase::Setting {
            self.unset().take(1).for_each(|seat| each(Item::Turn { seat, hand: 1 }));
        }
        match self.phase {
            Phase::Open if let Some(turn) = self.table.seats.turn(self.awaits()) => each(turn),
            Phase::Closed(Start::Moving) => each(Item::Moving),
            Phase::Left if self.table.options.deal() != DealtFrom::Hand => {
                self.pack.shoe.deck().map(Item::Shoe).into_iter().for_each(each);
            }
            _ => {}
        }
    }
}

/// Seven cards, or five and two once it is known which: the low hand of a set hand is told apart even while it lies face down.
/// Cards that nobody has seen are the same to everyone.
fn draw_hand(hand: &Hand, [high, low]: [Spot; 2], eyes: Eyes, each: &mut dyn FnMut(Item)) {
    if !hand.is_in {
        return;
    }
    let is_low =
        |place: usize| matches!(hand.division, Division::Set(pair) if pair.places().contains(&place));
    for (at, is_drawn_low) in [(high, false), (low, true)] {
        for place in (0..HAND).filter(|&place| is_low(place) == is_drawn_low) {
            let card = hand.cards.get(place).copied();
            let eyes = if card.is_some() { eyes } else { Eyes::All };
            each(Item::Card { at, card, eyes, sideways: false });
        }
    }
}
