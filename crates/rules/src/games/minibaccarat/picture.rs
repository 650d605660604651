//! How the table is drawn.

use super::{
    Minibaccarat, Phase, Supply,
    dealing::{Deal, Stage},
};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Side, dealt_in_turns, lying},
    picture::{Item, Spot},
};

impl Minibaccarat {
    /// Draws everything except the wagers.
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        if let Phase::Dealing(deal) = &self.phase {
            deal.coup.picture(Side::ALL.map(|side| deal.down(side)), each);
        }
        if self.is_held {
            each(lying(Spot::Aside, None, Eyes::All));
        }
        if let Some(card) = self.pending {
            each(lying(Spot::Aside, Some(card), Eyes::All));
        }
        for seat in self.table.seats.all() {
            let owed = self.owed[usize::from(seat.0)];
            if owed > Money::ZERO {
                each(Item::Marker { seat, owed });
            }
        }
        if let Some(turn) = self.table.seats.turn(self.awaits()) {
            each(turn);
        }
        let shoe = match (&self.phase, self.table.options.supply()) {
            (_, Supply::Continuous { .. }) => None,
            (Phase::Preparing(preparation, _), _) => preparation.shoe(),
            _ => Some(&self.shoe),
        };
        if let Some(shoe) = shoe.and_then(|shoe| shoe.loaded(self.table.options.decks())) {
            each(Item::Shoe(shoe));
        }
    }
}

impl Deal {
    /// The number of face-down cards of a hand.
    fn down(&self, side: Side) -> usize {
        let seen = self.len(side);
        match self.stage {
            Stage::FaceUp | Stage::Ready => 0,
            Stage::Placing(laid) => dealt_in_turns(laid.into())[side as usize],
            // A hand that was turned has a third card face down only while that card waits to be turned.
            Stage::Turn(turned) | Stage::Showing(turned, _) if turned == side && seen == 2 => 1,
            Stage::Turn(_) | Stage::Showing(..) => 2_usize.saturating_sub(seen),
            Stage::Third(_) | Stage::Complete => 0,
        }
    }
}
