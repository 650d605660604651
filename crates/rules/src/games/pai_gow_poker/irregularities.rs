//! 11.11 (not held): what can go wrong with dice and cards. Where nothing is known of the text, a supervisor decides.

use super::{Call, FaceUp, PaiGowPoker};
use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        deck::DealtFrom,
        one_deck::{OneDeck, Stub},
        start::{self, Start, StartBy, StartCall},
        two_hands::{Found, HandCall, Phase, Settling, TwoHands},
    },
    words::deeds,
};

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
        FaceUp(card: Found<Card>) = "card face up in the deck, {card}",
        Left(counted: Left) = "cards left {counted}",
    }
}

/// What a count shows that is not right.
pub type Left = Stub<7>;

impl PaiGowPoker {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let options = &self.table.options;
        let has_dice = options.start() == StartBy::Dice;
        let is_dealing = matches!(self.round.phase, Phase::Closed(Start::At(_))) && !self.is_preparing();
        let is_set = matches!(self.round.phase, Phase::Dealer | Phase::Compare);
        let is_dealt = matches!(self.round.phase, Phase::Left | Phase::Setting);
        let is_possible = match (what, self.round.phase) {
            (Irregularity::NotFlat, Phase::Closed(Start::Moving)) => has_dice,
            (Irregularity::UncoveredEarly, Phase::Open) => has_dice,
            (Irregularity::WrongNumber | Irregularity::WrongDeck, _) => is_dealt || is_set,
            (Irregularity::DealersCard, _) => is_dealt,
            (Irregularity::WrongHouseWay, Phase::Compare) => true,
            (Irregularity::Jam, _) => {
                is_dealing || matches!(self.round.phase, Phase::Closed(Start::Moving)) && !has_dice
            }
            (Irregularity::Shows(seat), Phase::Setting) => {
                self.table.seats.has(seat) && self.round.plays(seat)
            }
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
                if let Phase::Closed(start) = &mut self.round.phase {
                    start.invalid(Self::LAW.start.invalid, to);
                }
            }
            Irregularity::UncoveredEarly => start::say(Self::LAW.start.invalid, StartCall::CoversShaker, to),
            Irregularity::WrongHouseWay => {
                to.saw(cite, Event::Called { call: TableCall::Hand(HandCall::SetsAgain).into() });
            }
            Irregularity::Shows(seat) => self.call_supervisor(seat, to),
            Irregularity::FaceUp(Found(card)) => self.found_up(card, to),
            Irregularity::Left(left) => self.wrong_stub(left, [self.by(), cite], to),
            Irregularity::WrongDeck => {
                self.void(cite, to);
                self.pack.deck.replace(cite, to);
            }
            Irregularity::WrongNumber | Irregularity::DealersCard | Irregularity::Jam => self.void(cite, to),
        }
    }

    /// A card lies face up in the deck. It cannot be discarded, because four cards must be left.
    fn found_up(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let cite = cite!("11.11");
        to.saw(cite, Event::Shown { chance: super::Chance::Piece(card), to: Eyes::All });
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
}
