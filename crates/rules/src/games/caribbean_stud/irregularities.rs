//! 16.7(b): the progressive chips and the lights do not match. 16.7(f)2: an incorrect stub. 16.13 (not held): what else
//! can go wrong with the cards.

use super::{
    Call, CaribbeanStud, MOST_PLAYERS, Phase,
    options::{HoleCard, Style},
};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        deck::{DeckCall, say},
        one_deck::{self, OneDeck},
    },
    vocabulary::Vocabulary,
    words::deeds,
};
use core::fmt;

deeds! {
    /// What can go wrong. Whoever lists it learns nothing of cards that only a player has seen: they are not named here.
    pub enum Irregularity {
        DrawnUnseen = "card drawn in error, unseen",
        WrongNumber = "hand without five cards",
        HoleCard = "hole card shown",
        Jam = "jam",
        FaceUp(card: Card) = "card face up in the deck, {card}",
        /// After the lock-out there are not as many progressive chips as lights.
        Lights(counted: Lights) = "progressive chips {counted}",
        Stub(counted: Stub) = "stub of {counted}",
    }
}

/// 16.7(b): the progressive chips and the lights do not match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lights {
    /// The number of chips wagered.
    pub chips: u8,
    /// The number of lights that are on.
    pub lights: u8,
}

impl fmt::Display for Lights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, lights {}", self.chips, self.lights)
    }
}

impl Vocabulary for Lights {
    fn each(tell: &mut dyn FnMut(Self)) {
        let most = u8::try_from(MOST_PLAYERS).unwrap_or(u8::MAX);
        let all = (0..=most).flat_map(|chips| (0..=most).map(move |lights| Lights { chips, lights }));
        all.filter(|counted| counted.chips != counted.lights).for_each(tell);
    }
}

/// 16.7(f): what an incorrect stub shows.
pub type Stub = one_deck::Stub<5>;

impl CaribbeanStud {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let is_automated = matches!(self.table.options.deal(), Style::Automated { .. });
        let is_possible = match (what, self.phase) {
            (Irregularity::Lights(_), _) => return self.may_close(Actor::Dealer).map(drop),
            // K3: the count is wrong if it differs from 52 less five for each player and the dealer.
            (Irregularity::Stub(stub), Phase::Stub) if u16::from(stub.cards) == self.pack.shoe.left() => {
                return Err(Refusal::new(self.by(cite!("16.7(f)1")), Why::NotNow));
            }
            (Irregularity::Stub(_), Phase::Stub) => true,
            (Irregularity::Stub(_), _) => {
                return Err(Refusal::new(self.by(cite!("16.7(f)2")), Why::NotNow));
            }
            (Irregularity::FaceUp(card), Phase::UpCard) => !is_automated && self.pack.shoe.can_show(card),
            (Irregularity::DrawnUnseen, Phase::UpCard) => !is_automated,
            (Irregularity::WrongNumber, Phase::Stub | Phase::Turn(_) | Phase::Dealer) => true,
            (Irregularity::HoleCard, Phase::Stub | Phase::Turn(_)) => !self.dealer.is_full(),
            (Irregularity::Jam, Phase::Closed | Phase::UpCard) => true,
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite!("16.13"), Why::NotNow)) }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        match what {
            Irregularity::Lights(Lights { chips, lights }) => {
                self.lock_out(to);
                let call = Call::LightsDisagree { chips, lights };
                to.saw(self.by(cite!("16.7(b)")), Event::Called { call });
                self.phase = Phase::Lights;
            }
            // 16.7(f)2: all hands are void. The deck stays if a misdeal explains the count and 52 cards are there (K3).
            Irregularity::Stub(stub) => self.wrong_stub(stub, [self.by(cite!("16.7(f)2")); 2], to),
            Irregularity::FaceUp(card) => {
                self.found_face_up(card, self.table.options.face_up(), cite!("16.13"), to);
            }
            Irregularity::DrawnUnseen => say(cite!("16.13"), DeckCall::KeepsForNext, to),
            Irregularity::HoleCard if self.table.options.hole_card() == HoleCard::PlayOn => {
                to.saw(cite!("16.13"), Event::Called { call: Call::PlaysOn });
                self.phase = match self.phase {
                    Phase::Turn(seat) => Phase::Exposed(Some(seat)),
                    _ => Phase::Exposed(None),
                };
            }
            Irregularity::HoleCard => self.void(cite!("16.13"), to),
            Irregularity::WrongNumber | Irregularity::Jam => self.void(cite!("16.13"), to),
        }
    }
}
