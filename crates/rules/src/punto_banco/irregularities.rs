//! 3.12 (not held): what can go wrong with the cards. No text at hand has a rule for punto banco, and the rules of
//! other games are not borrowed: play stops until a supervisor has decided, and the decision is recorded (P8).

use super::{Call, Ending, Phase, PuntoBanco, Shown};
use crate::{
    game::{Event, Eyes, Observer},
    kit::cards::Card,
    party::Actor,
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::cite;

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Irregularity {
    /// A card left the shoe in error, and nobody has seen it.
    DrawnUnseen,
    /// A card left the shoe in error, and its face was seen.
    DrawnInError(Card),
    /// A hand was given a third card that it may not have.
    ThirdInError(Card),
    /// A card lies face up in the shoe.
    FaceUp(Card),
    /// The shoe is empty in mid-round.
    TooFewCards,
}

/// What a supervisor decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ruling {
    /// The card is used as the next card.
    Use,
    /// The card is burned, and the round goes on.
    Burn,
    /// The round is void, and the wagers go back.
    Void,
}

impl Ruling {
    /// All of them.
    pub const ALL: [Ruling; 3] = [Ruling::Use, Ruling::Burn, Ruling::Void];
}

impl Irregularity {
    /// The card concerned, if its face was seen.
    const fn card(self) -> Option<Card> {
        match self {
            Irregularity::DrawnInError(card)
            | Irregularity::ThirdInError(card)
            | Irregularity::FaceUp(card) => Some(card),
            Irregularity::DrawnUnseen | Irregularity::TooFewCards => None,
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
            }
    }

    pub(super) fn halt(&mut self, what: Irregularity, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if !self.can_go_wrong(what) {
            return Err(Refusal::new(cite!("3.12"), Why::NotNow));
        }
        self.halted = Some(what);
        to.saw(cite!("3.12"), Event::Called { call: Call::HasNoRule(what) });
        Ok(())
    }

    /// A shoe that the count says is empty stops play of itself.
    pub(super) fn stop_if_empty(&mut self, to: &mut impl Observer<Self>) {
        let draws = matches!(&self.phase, Phase::Dealing(deal) if deal.draws());
        if draws && self.shoe.is_some_and(|shoe| shoe.left() == 0) {
            self.halted = Some(Irregularity::TooFewCards);
            to.saw(cite!("3.12"), Event::Called { call: Call::HasNoRule(Irregularity::TooFewCards) });
        }
    }

    /// What a supervisor may decide: a card that was seen can only be used where the next one goes face up, and only a
    /// round that has begun can be void.
    pub(super) fn may_rule(&self, by: Actor, ruling: Ruling) -> Result<(), Refusal> {
        let refuse = |why| Err(Refusal::new(cite!("3.12"), why));
        let next_is_up = matches!(&self.phase, Phase::Dealing(deal) if deal.next_is_up());
        match (self.halted, ruling) {
            (Some(_), _) if by != Actor::Supervisor => refuse(Why::NotYours),
            (None, _) | (Some(Irregularity::TooFewCards), Ruling::Use | Ruling::Burn) => refuse(Why::NotNow),
            (Some(what), Ruling::Use) if what.card().is_some() && !next_is_up => refuse(Why::NotNow),
            (Some(_), Ruling::Void) if matches!(self.phase, Phase::Open | Phase::Choosing { .. }) => {
                refuse(Why::NotNow)
            }
            (Some(_), Ruling::Use | Ruling::Burn | Ruling::Void) => Ok(()),
        }
    }

    pub(super) fn rule(
        &mut self,
        by: Actor,
        ruling: Ruling,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.may_rule(by, ruling)?;
        let Some(what) = self.halted.take() else { return Ok(()) };
        to.saw(cite!("3.12"), Event::Called { call: Call::Follows(ruling) });
        match (ruling, what.card()) {
            (Ruling::Use, Some(card)) => self.card(card, to)?,
            // Nobody has seen it: it is the next card of the shoe, whatever it is.
            (Ruling::Use, None) => {}
            (Ruling::Burn, seen) => {
                if let Some(shoe) = &mut self.shoe {
                    shoe.draw();
                    if let Some(card) = seen {
                        shoe.turn(card);
                        let chance = Shown::Card(card);
                        to.saw(cite!("3.12"), Event::Shown { chance, to: Eyes::All });
                    }
                }
                self.stop_if_empty(to);
            }
            (Ruling::Void, _) => self.void(what, to),
        }
        Ok(())
    }

    /// Every wager goes back, and the shoe stays where it is.
    fn void(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        for &bet in self.layout.bets() {
            to.saw(cite!("3.12"), Event::Returned { bet });
        }
        self.layout.clear();
        self.banker_first = false;
        // An empty shoe has no last hand. Else a hand of which cards were dealt counts as one after the cutting card.
        if what == Irregularity::TooFewCards {
            self.ending = Ending::Over;
        }
        if let Phase::Dealing(_) | Phase::Complete(_) = self.phase {
            self.end_hand(to);
        }
        self.next_round(to);
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Irregularity::DrawnUnseen => f.write_str("card drawn in error, unseen"),
            Irregularity::DrawnInError(card) => write!(f, "card drawn in error, {card}"),
            Irregularity::ThirdInError(card) => write!(f, "third card dealt in error, {card}"),
            Irregularity::FaceUp(card) => write!(f, "card face up in the shoe, {card}"),
            Irregularity::TooFewCards => f.write_str("too few cards"),
        }
    }
}

impl Vocabulary for Irregularity {
    fn each(tell: &mut impl FnMut(Self)) {
        tell(Irregularity::DrawnUnseen);
        for of in [Irregularity::DrawnInError, Irregularity::ThirdInError, Irregularity::FaceUp] {
            Card::all().map(of).for_each(&mut *tell);
        }
        tell(Irregularity::TooFewCards);
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ruling::Use => "has the card used",
            Ruling::Burn => "has the card burned",
            Ruling::Void => "voids the round",
        })
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{
        Awaits, Event, Game, Input, Seat, Unseen,
        game::{Act, EventOf, Tender},
        kit::cards::Shoe,
        party::Patron,
        punto_banco::{Deed, Wager},
        table,
    };
    use crate::{punto_banco::Options, submission::Chosen};
    use law::Citation;

    /// Burning can empty a shoe before the round is complete; nothing but a void round is left then.
    #[test]
    fn a_shoe_that_runs_out_voids_the_round() {
        let options =
            table::options::<PuntoBanco>(<Options as Chosen>::STANDARD, &mut |_| ()).expect("lawful");
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
            table.apply(input, &mut Unseen).expect("lawful");
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
