//! How a red dog table is drawn.

use super::{Pair, Phase, RedDog, options::Supply};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    picture::{Item, Spot},
};

impl RedDog {
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        // The third card lies between the first two.
        let first = self.cards.iter().take(1);
        let in_order = first.chain(self.cards.iter().skip(1).rev());
        in_order.for_each(|&seen| each(card(Spot::Middle, seen)));
        if let Some(seen) = self.aside {
            each(card(Spot::Aside, seen));
        }
        if let Some(Pair::Spread(spread)) = self.pair() {
            each(Item::Spread(spread));
        }
        if let Some(seat) = self.asked() {
            each(Item::Turn { seat, hand: 0 });
        }
        let shoe = match (&self.phase, self.table.options.supply()) {
            (_, Supply::Continuous) => None,
            (Phase::Preparing(preparation), _) => preparation.shoe(),
            _ => Some(&self.shoe),
        };
        if let Some(loaded) = shoe.and_then(|shoe| shoe.loaded(self.table.options.decks())) {
            each(Item::Shoe(loaded));
        }
    }

    /// The area whose decision is awaited, about a raise or about the cut.
    fn asked(&self) -> Option<Seat> {
        let Awaits::Decision(Actor::Patron(_)) = self.awaits() else { return None };
        match self.phase {
            Phase::Raise(seat) => Some(seat),
            Phase::Preparing(preparation) => preparation.cutter(&self.table.seats),
            _ => None,
        }
    }
}

const fn card(at: Spot, seen: Card) -> Item {
    Item::Card { at, card: Some(seen), eyes: Eyes::All, sideways: false }
}
