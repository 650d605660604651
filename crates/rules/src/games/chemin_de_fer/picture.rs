//! How the table is drawn.

use super::{CheminDeFer, Phase, dealing::Hand};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::lying,
    picture::{Item, Spot},
};

impl CheminDeFer {
    /// Draws everything except the wagers.
    pub(super) fn draw_table(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        if let (Some(round), Some(bank)) = (&self.round, self.bank) {
            round.player.picture(Spot::Player, round.dominant, each);
            round.banker.picture(Spot::Banker, bank.patron, each);
            if let Some((card, _)) = round.astray {
                each(lying(Spot::Aside, Some(card), Eyes::All));
            }
        }
        if let Some(simulated) = &self.simulated {
            simulated.coup().picture([0; 2], each);
        }
        if self.carried {
            each(lying(Spot::Aside, None, Eyes::All));
        }
        self.disclosed.iter().for_each(|&card| each(lying(Spot::Aside, Some(card), Eyes::All)));
        if let Some(bank) = self.bank {
            each(Item::Banker(bank.patron));
        }
        if let Some(turn) = self.table.seats.turn(self.awaits()) {
            each(turn);
        }
        let shoe = match &self.phase {
            Phase::Preparing(preparation) => preparation.shoe(),
            _ => self.shoe.as_ref(),
        };
        if let Some(shoe) = shoe.and_then(|shoe| shoe.loaded(self.table.options.plan().decks)) {
            each(Item::Shoe(shoe));
        }
    }
}

impl Hand {
    /// Draws a hand. Once they were looked at, only the person who decides for the hand knows its first cards, until
    /// they are turned up.
    fn picture(&self, at: Spot, held_by: Patron, each: &mut dyn FnMut(Item)) {
        let eyes = if self.is_up { Eyes::All } else { Eyes::Only(Actor::Patron(held_by)) };
        self.first.iter().for_each(|&card| each(lying(at, Some(card), eyes)));
        (0..self.down).for_each(|_| each(lying(at, None, Eyes::All)));
        self.more.iter().for_each(|&card| each(lying(at, Some(card), Eyes::All)));
        if self.is_up && self.down == 0 {
            each(Item::Total { at, points: self.count(), soft: false });
        }
    }
}
