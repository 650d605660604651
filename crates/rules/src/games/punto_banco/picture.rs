//! How the table is drawn.

use super::{
    Curator, Custody, Irregularity, Phase, PuntoBanco, Side,
    dealing::{Deal, Stage},
};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{dealt_in_turns, lying},
    picture::{Item, Spot},
};

impl PuntoBanco {
    /// Draws everything except the wagers.
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        match &self.phase {
            Phase::Dealing(deal) => deal.coup.picture(Side::ALL.map(|side| deal.down(side)), each),
            Phase::Complete(coup) => coup.picture([0; 2], each),
            _ => {}
        }
        // A card that went wrong is visible to everyone until a decision is made about it.
        if let Some(what) = self.halted
            && what != Irregularity::TooFewCards
        {
            each(lying(Spot::Aside, what.card(), Eyes::All));
        }
        if let Custody::Held(Curator::Patron(seat)) = self.custody
            && let Some(curator) = self.table.seats.at(seat)
        {
            each(Item::Banker(curator));
        }
        for seat in self.table.seats.all() {
            if let Some((_, owed)) = self.owed.at(seat) {
                each(Item::Marker { seat, owed });
            }
        }
        if let Some(turn) = self.table.seats.turn(self.awaits()) {
            each(turn);
        }
        let shoe = match &self.phase {
            Phase::Preparing(preparation) => preparation.shoe(),
            _ => self.shoe.as_ref(),
        };
        if let Some(shoe) = shoe.and_then(|shoe| shoe.loaded(self.table.options.decks())) {
            each(Item::Shoe(shoe));
        }
    }
}

impl Deal {
    /// The number of face-down cards of a hand.
    fn down(&self, side: Side) -> usize {
        let seen = side.of(&self.coup).len();
        match self.stage {
            Stage::Up(_) | Stage::DownThird(_) => 0,
            Stage::Down(left) => dealt_in_turns(4 - usize::from(left))[side as usize],
            // A hand that was turned has a third card face down only while that card waits to be turned.
            Stage::Lies(turned) | Stage::Turning(turned, _) if turned == side && seen == 2 => 1,
            Stage::Lies(_) | Stage::Turning(..) => 2_usize.saturating_sub(seen),
        }
    }
}
