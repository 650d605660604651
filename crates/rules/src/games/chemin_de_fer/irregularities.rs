//! 4.12: what can go wrong, and the remedies. (k) applies automatically, when a card is due and the shoe
//! has none.

use super::{Announcement, CheminDeFer, Phase, calls::Call, dealing::Round, settling::Next};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Disclosed, value},
    kit::cards::Card,
    table::shoe::LEAST_BEHIND,
    words::deeds,
};

deeds! {
    /// What can go wrong. Where it could be put right, nothing has gone wrong.
    pub enum Irregularity {
        WrongOrder = "banker's cards in wrong order",
        BankerHasThree = "banker has three first cards",
        PlayerHasThree = "player has three first cards",
        BankerTakesTwo = "banker takes two cards for one",
        CardAfterStay(card: Card) = "card dealt after stay, {card}",
        CardAfterStayAndCard(card: Card) = "card dealt after stay, dealer having said card, {card}",
        DrawnUnseen = "card drawn in error, unseen",
        DrawnDisclosed(card: Card) = "card drawn in error, {card}",
        BankerDrewFirst = "banker draws for himself after card",
        FaceUpInShoe(card: Card) = "card face up in the shoe, {card}",
        /// The cutting card is not where it was counted, as can happen at a physical table.
        CuttingCardOff = "cutting card off its counted place",
    }
}

/// Cards that must go to the discard bucket, face up, before anything else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Discards {
    left: u8,
    pub(super) cite: Citation,
}

impl Irregularity {
    /// The provision that says what follows.
    pub const fn cite(self) -> Citation {
        match self {
            Irregularity::WrongOrder => cite!("4.12(a)"),
            Irregularity::BankerHasThree => cite!("4.12(b)"),
            Irregularity::PlayerHasThree => cite!("4.12(c)"),
            Irregularity::BankerTakesTwo => cite!("4.12(d)"),
            Irregularity::CardAfterStay(_) => cite!("4.12(e)"),
            Irregularity::CardAfterStayAndCard(_) => cite!("4.12(f)"),
            Irregularity::DrawnUnseen | Irregularity::DrawnDisclosed(_) => cite!("4.12(g)"),
            Irregularity::BankerDrewFirst => cite!("4.12(i)"),
            Irregularity::FaceUpInShoe(_) => cite!("4.12(j)"),
            Irregularity::CuttingCardOff => cite!("4.4(e)"),
        }
    }

    /// The card that was seen, if any.
    pub(super) const fn card(self) -> Option<Card> {
        match self {
            Irregularity::CardAfterStay(card)
            | Irregularity::CardAfterStayAndCard(card)
            | Irregularity::DrawnDisclosed(card)
            | Irregularity::FaceUpInShoe(card) => Some(card),
            _ => None,
        }
    }
}

impl CheminDeFer {
    /// Whether this can go wrong now. Nothing here depends on a face-down card.
    pub(super) fn can_happen(&self, what: Irregularity) -> bool {
        if self.discards.is_some() || self.shoe.is_none_or(|shoe| shoe.left() == 0) {
            return false;
        }
        match (what, &self.round) {
            // A card face up can be seen whenever there is a shoe.
            (Irregularity::FaceUpInShoe(_), _) => return true,
            (Irregularity::CuttingCardOff, _) => {
                return self.shoe.is_some_and(|shoe| shoe.can_be_off(LEAST_BEHIND));
            }
            _ if self.simulated.is_some() => return false,
            // A card can leave the shoe in error during a hand and between hands.
            (Irregularity::DrawnUnseen, _) => return !self.carried,
            (Irregularity::DrawnDisclosed(_), _) => return !self.disclosed.is_full(),
            _ => {}
        }
        let Some(round) = &self.round else { return false };
        match what {
            Irregularity::WrongOrder | Irregularity::BankerHasThree | Irregularity::PlayerHasThree => {
                self.phase == Phase::ToDeal
            }
            Irregularity::BankerTakesTwo => self.phase == Phase::BankerThird && !round.banker.draws_two,
            Irregularity::CardAfterStay(_) | Irregularity::CardAfterStayAndCard(_) => {
                let stayed = round.said == Some(Announcement::Stay);
                self.phase == Phase::BankerTurns
                    && stayed
                    && round.astray.is_none()
                    && !self.disclosed.is_full()
            }
            Irregularity::BankerDrewFirst => {
                matches!(self.phase, Phase::BankerLooks | Phase::BankerCalls | Phase::PlayerThird)
                    && !round.handed_over
            }
            _ => false,
        }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        match what {
            Irregularity::WrongOrder => self.annul(to),
            Irregularity::BankerHasThree => {
                self.mark(|round| round.banker.is_zero = true);
                to.saw(cite!("4.12(b)"), Event::Called { call: Call::CountsZero });
                self.deal([2, 3], cite!("4.12(b)"), to);
            }
            Irregularity::PlayerHasThree => {
                to.saw(cite!("4.12(c)"), Event::Called { call: Call::CountsHighest });
                self.deal([3, 2], cite!("4.12(c)"), to);
            }
            Irregularity::BankerTakesTwo => {
                self.mark(|round| round.banker.draws_two = true);
                to.saw(cite!("4.12(d)"), Event::Called { call: Call::CountsLowest });
            }
            Irregularity::CardAfterStay(card) | Irregularity::CardAfterStayAndCard(card) => {
                let dealer_said_card = matches!(what, Irregularity::CardAfterStayAndCard(_));
                self.draw_up(card, what.cite(), to);
                self.mark(|round| round.astray = Some((card, dealer_said_card)));
            }
            Irregularity::DrawnUnseen => self.drawn_unseen(to),
            Irregularity::DrawnDisclosed(card) => {
                self.draw_up(card, cite!("4.12(g)"), to);
                self.disclose(card, to);
            }
            Irregularity::BankerDrewFirst => {
                // F21: even if the Banker has a natural.
                self.mark(|round| round.handed_over = true);
                self.phase = Phase::PlayerThird;
                to.saw(cite!("4.12(i)"), Event::Called { call: Call::GoesToPlayer });
            }
            Irregularity::FaceUpInShoe(card) => {
                self.draw_up(card, cite!("4.12(j)"), to);
                self.mark(|round| round.found = true);
                // G5: a ten or face card has no value, so no further cards are discarded.
                self.discard(value(card), cite!("4.12(j)"), to);
            }
            Irregularity::CuttingCardOff => {
                if let Some(shoe) = &mut self.shoe {
                    shoe.recount();
                }
                to.saw(cite!("4.4(e)"), Event::Called { call: Call::FindsCuttingCardOff });
            }
        }
        self.go_on(to);
    }

    pub(super) fn mark(&mut self, how: impl FnOnce(&mut Round)) {
        if let Some(round) = &mut self.round {
            how(round);
        }
    }

    /// 4.12(a): the four cards are removed, the hand is annulled, and the bank may be transferred (F13).
    fn annul(&mut self, to: &mut dyn Observer<Self>) {
        self.lay_down([2, 2], to);
        self.void(cite!("4.12(a)"), Next::Annulled, to);
    }

    /// 4.12(g): it becomes the first card of the next hand, unless the cutting card is out or visible in the shoe
    /// (F22).
    fn drawn_unseen(&mut self, to: &mut dyn Observer<Self>) {
        self.draw(to);
        self.carried = !self.is_cutting_card_seen();
        let call = if self.carried { Call::KeepsForNext } else { Call::DiscardsUnseen };
        to.saw(cite!("4.12(g)"), Event::Called { call });
    }

    /// A card goes to the discard bucket.
    pub(super) fn discard_card(
        &mut self,
        Discards { left, cite }: Discards,
        card: Card,
        to: &mut dyn Observer<Self>,
    ) {
        self.discards = (left > 1).then_some(Discards { left: left - 1, cite });
        self.draw_up(card, cite, to);
    }

    fn discard(&mut self, more: u8, cite: Citation, to: &mut dyn Observer<Self>) {
        to.saw(cite, Event::Called { call: Call::Discards { more } });
        self.discards = (more > 0).then_some(Discards { left: more, cite });
    }

    /// 4.12(h): does what the licensee chose for a disclosed card that no hand can use, at once or after the hand
    /// (F20).
    pub(super) fn disclose(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        match self.table.options.disclosed() {
            Disclosed::ByValue { with_ten } => {
                let more = if value(card) == 0 { with_ten } else { value(card) };
                self.discard(more, cite!("4.12(h)1"), to);
            }
            Disclosed::OneUnseen => {
                self.draw(to);
                to.saw(cite!("4.12(h)2"), Event::Called { call: Call::DiscardsUnseen });
            }
            Disclosed::Simulate if self.round.is_none() => self.simulate(card, None, to),
            Disclosed::Simulate => {
                self.disclosed.try_push(card).unwrap_or_default();
                to.saw(cite!("4.12(h)3"), Event::Called { call: Call::WillSimulate });
            }
        }
    }
}
