//! 11.11 (not held): what can go wrong with dice and cards. Where nothing is known of the text, a supervisor decides.

use super::{Call, Deed, FaceUp, PaiGowPoker, Phase, START};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        deck::DealtFrom,
        one_deck::{OneDeck, Stub},
        start::{self, Start, StartBy, StartCall},
    },
    vocabulary::Vocabulary,
    words::deeds,
};
use core::fmt;

deeds! {
    /// What can go wrong. Whoever lists it learns nothing of cards that only a player has seen: they are not named here.
    pub enum Irregularity {
        /// It is cocked, leans on another die or stands on one.
        NotFlat = "die not flat",
        UncoveredEarly = "shaker uncovered before no more bets",
        WrongNumber = "wrong number of cards",
        WrongDeck = "joker or card missing or extra",
        DealersCard = "dealer's card exposed",
        WrongHouseWay = "dealer's hand set wrong",
        Jam = "jam",
        Shows(seat: Seat) = "cards shown or exchanged at {seat}",
        FaceUp(card: Found) = "card face up in the deck, {card}",
        Left(counted: Left) = "cards left {counted}",
    }
}

/// A card that was found face up, perhaps the joker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Found(pub Card);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Vocabulary for Found {
    fn each(tell: &mut dyn FnMut(Found)) {
        Card::all_with_joker().map(Found).for_each(tell);
    }
}

/// What a count shows that is not right.
pub type Left = Stub<7>;

impl PaiGowPoker {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let options = &self.table.options;
        let has_dice = options.start() == StartBy::Dice;
        let is_dealing = matches!(self.phase, Phase::Closed(Start::At(_))) && !self.is_preparing();
        let is_set = matches!(self.phase, Phase::Dealer | Phase::Compare);
        let is_dealt = matches!(self.phase, Phase::Left | Phase::Setting);
        let is_possible = match (what, self.phase) {
            (Irregularity::NotFlat, Phase::Closed(Start::Moving)) => has_dice,
            (Irregularity::UncoveredEarly, Phase::Open) => has_dice,
            (Irregularity::WrongNumber | Irregularity::WrongDeck, _) => is_dealt || is_set,
            (Irregularity::DealersCard, _) => is_dealt,
            (Irregularity::WrongHouseWay, Phase::Compare) => true,
            (Irregularity::Jam, _) => {
                is_dealing || matches!(self.phase, Phase::Closed(Start::Moving)) && !has_dice
            }
            (Irregularity::Shows(seat), Phase::Setting) => self.table.seats.has(seat) && self.of(seat).is_in,
            (Irregularity::FaceUp(Found(card)), _) => {
                is_dealing && options.deal() != DealtFrom::AutomatedShoe && self.pack.shoe.can_show(card)
            }
            (Irregularity::Left(left), Phase::Left) => u16::from(left.cards) != self.pack.shoe.left(),
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite!("11.11"), Why::NotNow)) }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let cite = cite!("11.11");
        match what {
            Irregularity::NotFlat => {
                if let Phase::Closed(start) = &mut self.phase {
                    start.invalid(START.invalid, to);
                }
            }
            Irregularity::UncoveredEarly => start::say(START.invalid, StartCall::CoversShaker, to),
            Irregularity::WrongHouseWay => to.saw(cite, Event::Called { call: Call::SetsAgain }),
            Irregularity::Shows(seat) => {
                to.saw(cite, Event::Called { call: Call::CallsSupervisor { seat } });
                self.phase = Phase::Ruling(seat);
            }
            Irregularity::FaceUp(Found(card)) => self.found(card, to),
            Irregularity::Left(left) => self.wrong_stub(left, [self.by(), cite], to),
            Irregularity::WrongDeck => {
                self.void(cite, to);
                self.pack.deck.replace(cite, to);
            }
            Irregularity::WrongNumber | Irregularity::DealersCard | Irregularity::Jam => self.void(cite, to),
        }
    }

    /// A card lies face up in the deck. It cannot be discarded, because four cards must be left.
    fn found(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let cite = cite!("11.11");
        to.saw(cite, Event::Shown { chance: super::Chance::Card(card), to: Eyes::All });
        self.pack.aside = Some(card);
        to.clears(self);
        self.pack.aside = None;
        match self.table.options.face_up() {
            FaceUp::Void => self.void(cite, to),
            FaceUp::Reshuffle => {
                to.saw(cite, Event::Called { call: Call::ShufflesAgain });
                self.pack.deck.collected();
            }
        }
    }

    /// What the supervisor decides on cards that were shown or exchanged.
    pub(super) fn rule(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        let Phase::Ruling(seat) = self.phase else { return };
        match deed {
            Deed::Void => return self.void(cite!("11.11"), to),
            Deed::Forfeit => self.forfeit(seat, to),
            _ => to.saw(cite!("11.11"), Event::Called { call: Call::LeavesHand { seat } }),
        }
        self.go_on();
    }
}
