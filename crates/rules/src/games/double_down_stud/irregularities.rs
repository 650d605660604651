//! 17.11 (not held): what can go wrong with the cards. Where nothing is known of the text, a supervisor decides.

use super::{Call, Deed, DoubleDownStud, Phase};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::deck::{self, DeckCall, FaceUp, say},
    words::deeds,
};

deeds! {
    /// What can go wrong.
    pub enum Irregularity {
        DrawnUnseen = "card drawn in error, unseen",
        WrongNumber = "wrong number of cards",
        LastCard = "last community card turned too early",
        Jam = "jam",
        FaceUp(card: Card) = "card face up in the deck, {card}",
        Stub(counted: Stub) = "stub of {counted}",
    }
}

/// What a stub that is not right shows.
pub type Stub = deck::Stub<1>;

impl DoubleDownStud {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let is_possible = match (what, self.phase) {
            (Irregularity::Stub(stub), Phase::Stub) => u16::from(stub.cards) != self.shoe.left(),
            (Irregularity::FaceUp(card), Phase::Dealing) => self.shoe.can_show(card),
            (Irregularity::DrawnUnseen | Irregularity::Jam, Phase::Dealing) => true,
            (Irregularity::WrongNumber, Phase::Stub | Phase::Turn(_) | Phase::Dealer) => true,
            (Irregularity::LastCard, Phase::Stub | Phase::Turn(_)) => true,
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite!("17.11"), Why::NotNow)) }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        let cite = cite!("17.11");
        match what {
            Irregularity::Stub(stub) => {
                let left = self.shoe.left();
                say(cite!("17.8"), DeckCall::CountsStub { cards: stub.cards.into(), whole: false }, to);
                self.void(cite, to);
                self.deck.counted_wrong(stub, left, cite, to);
            }
            Irregularity::FaceUp(card) => {
                to.saw(cite, Event::Shown { chance: card, to: Eyes::All });
                self.shoe.draw_up(card);
                (self.found, self.aside) = (self.found + 1, Some(card));
                if self.found > 1 || self.table.options.face_up() == FaceUp::Void {
                    return self.void(cite, to);
                }
                to.clears(self);
                self.aside = None;
                say(cite, DeckCall::Discards { card }, to);
            }
            Irregularity::DrawnUnseen => say(cite, DeckCall::KeepsForNext, to),
            Irregularity::LastCard => {
                to.saw(cite, Event::Called { call: Call::CallsSupervisor });
                self.phase = Phase::Ruling;
            }
            Irregularity::WrongNumber | Irregularity::Jam => self.void(cite, to),
        }
    }

    /// What the supervisor decides on the last community card, turned too early.
    pub(super) fn rule(&mut self, deed: Deed, to: &mut impl Observer<Self>) {
        if deed == Deed::Void {
            return self.void(cite!("17.11"), to);
        }
        to.saw(cite!("17.11"), Event::Called { call: Call::LeavesCardUp });
        self.phase = Phase::Exposed;
    }
}
