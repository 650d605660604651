//! 17.11 (not held): what can go wrong with the cards. Where nothing is known of the text, a supervisor decides.

use super::{Call, Deed, DoubleDownStud, Phase};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        deck::{DeckCall, say},
        one_deck::{self, OneDeck},
    },
    words::deeds,
};

deeds! {
    /// The irregularities of the game.
    pub enum Irregularity {
        DrawnUnseen = "card drawn in error, unseen",
        WrongNumber = "wrong number of cards",
        LastCard = "last community card turned too early",
        Jam = "jam",
        FaceUp(card: Card) = "card face up in the deck, {card}",
        Stub(counted: Stub) = "stub of {counted}",
    }
}

/// What an incorrect stub shows.
pub type Stub = one_deck::Stub<1>;

impl DoubleDownStud {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let is_possible = match (what, self.phase) {
            (Irregularity::Stub(stub), Phase::Stub) => u16::from(stub.cards) != self.pack.shoe.left(),
            (Irregularity::FaceUp(card), Phase::Dealing) => self.pack.shoe.can_show(card),
            (Irregularity::DrawnUnseen | Irregularity::Jam, Phase::Dealing) => true,
            (Irregularity::WrongNumber, Phase::Stub | Phase::Turn(_) | Phase::Dealer) => true,
            (Irregularity::LastCard, Phase::Stub | Phase::Turn(_)) => true,
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite!("17.11"), Why::NotNow)) }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let cite = cite!("17.11");
        match what {
            Irregularity::Stub(stub) => self.wrong_stub(stub, [cite!("17.8"), cite], to),
            Irregularity::FaceUp(card) => {
                self.found_face_up(card, self.table.options.face_up(), cite, to);
            }
            Irregularity::DrawnUnseen => say(cite, DeckCall::KeepsForNext, to),
            Irregularity::LastCard => {
                to.saw(cite, Event::Called { call: Call::CallsSupervisor });
                self.phase = Phase::Ruling;
            }
            Irregularity::WrongNumber | Irregularity::Jam => self.void(cite, to),
        }
    }

    /// Carries out the supervisor's decision about a last community card that was turned too early.
    pub(super) fn rule(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        if deed == Deed::Void {
            return self.void(cite!("17.11"), to);
        }
        to.saw(cite!("17.11"), Event::Called { call: Call::LeavesCardUp });
        self.phase = Phase::Exposed;
    }
}
