//! 18.12 (not held): what can go wrong with the cards. Where nothing is known of the text, a supervisor decides.

use super::{Call, Deed, LetItRide, Phase};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        deck::{DealtFrom, DeckCall, say},
        one_deck::{self, OneDeck},
    },
    words::deeds,
};

deeds! {
    /// What can go wrong. Whoever lists it learns nothing of cards that only a player has seen: they are not named here.
    pub enum Irregularity {
        DrawnUnseen = "card drawn in error, unseen",
        WrongNumber = "wrong number of cards",
        CommunityCard = "community card turned too early",
        Jam = "jam",
        FaceUp(card: Card) = "card face up in the deck, {card}",
        Stub(counted: Stub) = "stub of {counted}",
    }
}

/// What an incorrect stub shows.
pub type Stub = one_deck::Stub<3>;

impl LetItRide {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let is_dealing = self.phase == Phase::Closed && !self.is_preparing();
        let is_automated = self.table.options.deal() == DealtFrom::AutomatedShoe;
        let is_possible = match (what, self.phase) {
            (Irregularity::Stub(stub), Phase::Stub) => u16::from(stub.cards) != self.pack.shoe.left(),
            (Irregularity::FaceUp(card), _) => is_dealing && !is_automated && self.pack.shoe.can_show(card),
            (Irregularity::DrawnUnseen, _) => is_dealing && !is_automated,
            (Irregularity::Jam, _) => is_dealing,
            (Irregularity::WrongNumber, Phase::Stub | Phase::Turn(_) | Phase::Dealer) => true,
            (Irregularity::CommunityCard, Phase::Stub | Phase::Turn(_)) => {
                self.community.len() < usize::from(self.decision)
            }
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite!("18.12"), Why::NotNow)) }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let cite = cite!("18.12");
        match what {
            Irregularity::Stub(stub) => self.wrong_stub(stub, [self.by(), cite], to),
            Irregularity::FaceUp(card) => {
                self.found_face_up(card, self.table.options.face_up(), cite, to);
            }
            Irregularity::DrawnUnseen => say(cite, DeckCall::KeepsForNext, to),
            Irregularity::CommunityCard => {
                to.saw(cite, Event::Called { call: Call::CallsSupervisor });
                self.phase =
                    Phase::Ruling(if let Phase::Turn(seat) = self.phase { Some(seat) } else { None });
            }
            Irregularity::WrongNumber | Irregularity::Jam => self.void(cite, to),
        }
    }

    /// Carries out the supervisor's decision about a community card that was turned too early.
    pub(super) fn rule(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        let Phase::Ruling(turn) = self.phase else { return };
        if deed == Deed::Void {
            return self.void(cite!("18.12"), to);
        }
        to.saw(cite!("18.12"), Event::Called { call: Call::LeavesCardUp });
        self.phase = Phase::Exposed(turn);
    }
}
