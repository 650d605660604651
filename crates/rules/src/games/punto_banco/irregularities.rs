//! 3.12 (not held): what can go wrong with the cards. No held text has a rule for punto banco, and the rules of
//! other games are not borrowed: play stops until a supervisor has decided, and the decision is recorded (P8).

use super::{Call, Ending, Phase, PuntoBanco, Shown};
use crate::games::prelude::*;
use crate::{kit::cards::Card, table::shoe::LEAST_BEHIND, words::deeds};

deeds! {
    /// The irregularities of the game.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(tag = "irregularity", content = "card", rename_all = "kebab-case"))]
    pub enum Irregularity {
        DrawnUnseen = "card drawn in error, unseen",
        DrawnInError(card: Card) = "card drawn in error, {card}",
        ThirdInError(card: Card) = "third card dealt in error, {card}",
        FaceUp(card: Card) = "card face up in the shoe, {card}",
        TooFewCards = "too few cards",
        /// The cutting card is not where it was counted, as can happen at a physical table.
        CuttingCardOff = "cutting card off its counted place",
    }
}

deeds! {
    /// What a supervisor decides.
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Ruling {
        Use = "has the card used",
        Burn = "has the card burned",
        Void = "voids the round",
    }
}

impl Ruling {
    /// Every ruling that the supervisor may make.
    pub const ALL: [Ruling; 3] = [Ruling::Use, Ruling::Burn, Ruling::Void];
}

impl Irregularity {
    /// The card concerned, if its face was seen.
    pub(super) const fn card(self) -> Option<Card> {
        match self {
            Irregularity::DrawnInError(card)
            | Irregularity::ThirdInError(card)
            | Irregularity::FaceUp(card) => Some(card),
            Irregularity::DrawnUnseen | Irregularity::TooFewCards | Irregularity::CuttingCardOff => None,
        }
    }
}

impl PuntoBanco {
    /// Whether this can have gone wrong now: with a shoe in play, and a card that can be there.
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> bool {
        let Some(shoe) = &self.shoe else { return false };
        let (draws, past_four) = match &self.phase {
            Phase::Preparing(_) | Phase::Spent => return false,
            Phase::Open | Phase::Closed | Phase::Called | Phase::Choosing { .. } => (false, false),
            Phase::Dealing(deal) => (deal.draws(), deal.is_past_four()),
            Phase::Complete(_) => (false, true),
        };
        let next = shoe.left() > 0 && !shoe.is_at_cutting_card();
        self.halted.is_none()
            && match what {
                Irregularity::DrawnUnseen => next,
                Irregularity::DrawnInError(card) | Irregularity::FaceUp(card) => next && shoe.can_show(card),
                Irregularity::ThirdInError(card) => next && past_four && shoe.can_show(card),
                Irregularity::TooFewCards => draws,
                Irregularity::CuttingCardOff => shoe.can_be_off(LEAST_BEHIND),
            }
    }

    /// Play stops until a supervisor has decided. A misplaced cutting card does not stop play: 3.5(d) only limits where
    /// it goes.
    pub(super) fn halt(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        if what != Irregularity::CuttingCardOff {
            self.halted = Some(what);
            return to.saw(cite!("3.12"), Event::Called { call: Call::Halts(what) });
        }
        if let Some(shoe) = &mut self.shoe {
            shoe.recount();
        }
        to.saw(cite!("3.5(d)"), Event::Called { call: Call::FindsCuttingCardOff });
        if let Phase::Dealing(deal) = self.phase {
            self.lay(deal, to);
        }
    }

    /// If the shoe is empty by count, play stops by itself.
    pub(super) fn stop_if_empty(&mut self, to: &mut dyn Observer<Self>) {
        let draws = matches!(&self.phase, Phase::Dealing(deal) if deal.draws());
        if draws && self.shoe.is_some_and(|shoe| shoe.left() == 0) {
            self.halted = Some(Irregularity::TooFewCards);
            to.saw(cite!("3.12"), Event::Called { call: Call::Halts(Irregularity::TooFewCards) });
        }
    }

    /// Whether a supervisor may decide so: a card that was seen can only be used where the next one goes face up, and
    /// only a round that has begun can be void.
    pub(super) fn may_rule(&self, by: Actor, ruling: Ruling) -> Result<Terms, Refusal> {
        let refuse = |why| Err(Refusal::new(cite!("3.12"), why));
        let next_is_up = matches!(&self.phase, Phase::Dealing(deal) if deal.next_is_up());
        match (self.halted, ruling) {
            (Some(_), _) if by != Actor::Supervisor => refuse(Why::NotYours),
            (None, _) | (Some(Irregularity::TooFewCards), Ruling::Use | Ruling::Burn) => refuse(Why::NotNow),
            (Some(what), Ruling::Use) if what.card().is_some() && !next_is_up => refuse(Why::NotNow),
            (Some(_), Ruling::Void) if matches!(self.phase, Phase::Open | Phase::Choosing { .. }) => {
                refuse(Why::NotNow)
            }
            (Some(_), Ruling::Use | Ruling::Burn | Ruling::Void) => Ok(Terms::plain(cite!("3.12"))),
        }
    }

    pub(super) fn rule(&mut self, ruling: Ruling, to: &mut dyn Observer<Self>) {
        let Some(what) = self.halted else { return };
        to.saw(cite!("3.12"), Event::Called { call: Call::FollowsRuling { ruling } });
        match (ruling, what.card()) {
            (Ruling::Use, Some(card)) => {
                self.halted = None;
                self.card(card, to);
            }
            // Nobody has seen it, so it is still simply the next card of the shoe.
            (Ruling::Use, None) => {
                to.clears(self);
                self.halted = None;
            }
            (Ruling::Burn, seen) => {
                if let Some(shoe) = &mut self.shoe {
                    shoe.draw();
                    if let Some(card) = seen {
                        shoe.turn(card);
                        let chance = Shown::Card(card);
                        to.saw(cite!("3.12"), Event::Shown { chance, to: Eyes::All });
                    }
                }
                to.clears(self);
                self.halted = None;
                self.stop_if_empty(to);
            }
            (Ruling::Void, _) => self.void(what, to),
        }
    }

    /// Every wager is returned, and the shoe stays where it is.
    fn void(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        for &bet in self.table.layout.bets() {
            to.saw(cite!("3.12"), Event::Returned { bet });
        }
        self.table.layout.clear();
        to.clears(self);
        (self.halted, self.banker_first) = (None, false);
        // An empty shoe has no last hand. Otherwise a hand in which cards were dealt counts as one after the cutting
        // card.
        if what == Irregularity::TooFewCards {
            self.ending = Ending::Over;
        }
        if let Phase::Dealing(_) | Phase::Complete(_) = self.phase {
            self.end_hand(to);
        }
        self.next_round(to);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{
        Awaits, Event, Game, Input, Nobody, Seat,
        game::{Act, EventOf, Tender},
        games,
        kit::cards::Shoe,
        punto_banco::{Deed, Wager},
        table::people::Patron,
        vocabulary::Vocabulary,
    };
    use crate::{punto_banco::Options, submission::Chosen};
    use law::Citation;

    /// Burning cards can empty a shoe before the round is complete; the round can then only be void.
    #[test]
    fn a_shoe_that_runs_out_voids_the_round() {
        let options =
            games::options::<PuntoBanco>(<Options as Chosen>::STANDARD, &mut |_| ()).expect("lawful");
        let mut table = PuntoBanco::open(options);
        let mut shoe = Shoe::load(8, 14);
        shoe.take_cutting_card();
        (0..413).for_each(|_| shoe.draw());
        (table.shoe, table.ending, table.phase) = (Some(shoe), Ending::LastHand, Phase::Open);
        let by_dealer = |deed| Input::Act { by: Actor::Dealer, act: Act::Do(deed) };
        let wager = Act::Place {
            seat: Seat(1),
            wager: Wager::Tie,
            stake: crate::Money::dollars(5),
            tender: Tender::Chips,
        };
        let awaits = Awaits::Decision(Actor::Supervisor);
        let card = |text| Input::Chance(Shown::Card(Card::read(text).expect("a card")));
        for input in [
            by_dealer(Deed::OfferShoe),
            Input::Act { by: Actor::Patron(Patron(1)), act: wager },
            by_dealer(Deed::NoMoreBets),
            by_dealer(Deed::Cards),
            by_dealer(Deed::Deal),
            card("As"),
            card("2s"),
            card("3s"),
        ] {
            table.apply(input, &mut Nobody).expect("lawful");
        }
        assert_eq!((table.halted, table.awaits()), (Some(Irregularity::TooFewCards), awaits));
        assert_eq!(table.coup().map(|coup| (coup.player.len(), coup.banker.len())), Some((2, 1)));
        let mut offers = std::vec::Vec::new();
        table.decisions(Actor::Supervisor, &mut |offer| offers.push(offer.act));
        assert_eq!(offers, [Act::Do(Deed::Rule(Ruling::Void))]);
        let mut returned = 0;
        let mut hear = |_: Citation, event: EventOf<PuntoBanco>| {
            returned += u32::from(matches!(event, Event::Returned { .. }));
        };
        table.apply(Input::Act { by: Actor::Supervisor, act: offers[0] }, &mut hear).expect("lawful");
        assert_eq!((returned, table.phase, table.bets().len()), (1, Phase::Spent, 0));
        assert_eq!(table.coup(), None);
    }
}
