//! The table as it is drawn: who sits where, each player's card, the community cards, the shoe.

use super::{DoubleDownStud, Phase};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    picture::{Item, Spot},
};

impl DoubleDownStud {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        for (seat, _) in self.table.seats.counterclockwise_from(Seat(1)) {
            if let Some(card) = self.card(seat) {
                each(draw_card(Spot::Hand { seat, hand: 1 }, Some(card)));
            }
        }
        self.community.iter().for_each(|&card| each(draw_card(Spot::Middle, Some(card))));
        // The last of them lies face down until it is turned.
        if self.community.len() == super::SEEN {
            each(draw_card(Spot::Middle, None));
        }
        self.pack.picture(each);
        if let Phase::Turn(seat) = self.phase
            && !self.of(seat).has_decided
        {
            each(Item::Turn { seat, hand: 1 });
        }
        if matches!(self.phase, Phase::Dealing | Phase::Stub) {
            self.pack.shoe.deck().map(Item::Shoe).into_iter().for_each(each);
        }
    }
}

const fn draw_card(at: Spot, card: Option<Card>) -> Item {
    Item::Card { at, card, eyes: Eyes::All, sideways: false }
}
