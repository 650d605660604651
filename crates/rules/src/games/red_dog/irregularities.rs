//! 6.7 (not held): what can go wrong with the cards. A shoe that runs out voids the round by itself.

use super::{Call, Phase, RedDog, VoidCause, dealing::shown, options::FaceUp};
use crate::games::prelude::*;
use crate::{
    kit::cards::{Card, Shown},
    words::deeds,
};

deeds! {
    /// The irregularities of the game.
    pub enum Irregularity {
        DrawnUnseen = "card drawn in error, unseen",
        FaceUp(card: Card) = "card face up in the shoe, {card}",
        ThirdOnTie(card: Card) = "third card on consecutive values, {card}",
        /// At a physical table the cutting card may come earlier or later than it was counted.
        CuttingCardOff = "cutting card off its counted place",
    }
}

impl RedDog {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let has_card = self.table.cash.is_none() && self.shoe.left() > 0 && !self.shoe.is_at_cutting_card();
        let is_due = matches!(self.phase, Phase::Cards | Phase::Third);
        let is_possible = match what {
            Irregularity::FaceUp(card) => is_due && has_card && self.shoe.can_show(card),
            Irregularity::DrawnUnseen => has_card && (is_due || matches!(self.phase, Phase::Raise(_))),
            Irregularity::ThirdOnTie(card) => {
                self.phase == Phase::Tie && has_card && self.shoe.can_show(card)
            }
            Irregularity::CuttingCardOff => is_due && self.shoe.can_be_off(0),
        };
        let cite = if what == Irregularity::CuttingCardOff { cite!("6.3") } else { cite!("6.7") };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite, Why::NotNow)) }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let mut call = |call| to.saw(cite!("6.7"), Event::Called { call });
        match what {
            Irregularity::DrawnUnseen => call(Call::KeepsForNext),
            Irregularity::CuttingCardOff => {
                self.shoe.recount();
                to.saw(cite!("6.3"), Event::Called { call: TableCall::FindsCuttingCardOff.into() });
            }
            Irregularity::FaceUp(card) | Irregularity::ThirdOnTie(card) => {
                self.shoe.draw_up(card);
                self.aside = Some(card);
                to.saw(cite!("6.7"), shown(Shown::Card(card)));
                let is_found = matches!(what, Irregularity::FaceUp(_));
                if is_found && self.table.options.face_up() == FaceUp::Void {
                    return self.void(VoidCause::FaceUp, to);
                }
                to.clears(self);
                self.aside = None;
                to.saw(cite!("6.7"), Event::Called { call: Call::Discards });
                self.advance(to);
            }
        }
    }
}
