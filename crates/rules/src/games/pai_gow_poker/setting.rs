//! 11.9 (not held): each player divides seven cards into a high and a low hand.

use super::{Call, Deed, Division, HAND, PaiGowPoker, Pair, Phase};
use crate::games::prelude::*;
use crate::{hands::pai_gow_poker::Hands, kit::cards::Card, table::start::Position};

impl PaiGowPoker {
    /// The seats whose hands are still to be set, from the dealer's right.
    pub(super) fn unset(&self) -> impl Iterator<Item = Seat> + '_ {
        let is_unset = |seat: &Seat| self.of(*seat).is_in && self.of(*seat).division == Division::Unset;
        self.table.seats.all().filter(is_unset)
    }

    /// The hand that this player sets now; who has two sets one before looking at the other (11.12, not held).
    fn own(&self, by: Actor) -> Option<Seat> {
        self.unset().find(|&seat| self.table.seats.at(seat).map(Actor::Patron) == Some(by))
    }

    /// What seven cards are with these two as the low hand.
    fn hands_of(&self, cards: &[Card; HAND], low: Pair) -> Hands {
        Hands::of(cards, low.places(), self.table.options.wheel())
    }

    /// The two hands of a position that was set and seen.
    pub(super) fn hands_at(&self, Position(at): Position) -> Option<Hands> {
        let hand = &self.hands[usize::from(at)];
        let Division::Set(low) = hand.division else { return None };
        Some(self.hands_of(hand.cards.as_slice().try_into().ok()?, low))
    }

    /// A player looks once, and sets the hand once. Players set at the same time, in any order.
    pub(super) fn may_set(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(cite!("11.9"), why));
        if !matches!(by, Actor::Patron(_)) {
            return no(Why::NotYours);
        }
        let own = self.own(by).filter(|_| self.phase == Phase::Setting);
        let Some(seat) = own else { return no(Why::NotNow) };
        let seen: Option<[Card; HAND]> = self.of(seat).cards.as_slice().try_into().ok();
        let is_bank = self.bank().is_some_and(|held| held.seat == seat);
        match (deed, seen) {
            (Deed::Look | Deed::LayDown, None) | (Deed::HouseWay, _) => {}
            (Deed::Set(low), Some(cards)) if self.hands_of(&cards, low).is_foul() => return no(Why::Foul),
            (Deed::Set(_), Some(_)) => {}
            (Deed::Insist(low), Some(cards)) if !self.hands_of(&cards, low).is_foul() => {
                return no(Why::NoFoul);
            }
            // All others play against the bank's hand: it is never a foul.
            (Deed::Insist(_), Some(_)) if is_bank => return Err(Refusal::new(cite!("11.10"), Why::Foul)),
            (Deed::Insist(_), Some(_)) => {}
            _ => return no(Why::NotNow),
        }
        Ok(Terms::plain(cite!("11.9")))
    }

    pub(super) fn set(&mut self, by: Actor, deed: Deed, to: &mut dyn Observer<Self>) {
        let (Some(seat), Actor::Patron(patron)) = (self.own(by), by) else { return };
        let (call, division) = match deed {
            Deed::Look => (Call::LetsLook { patron, seat }, Division::Unset),
            Deed::Set(low) | Deed::Insist(low) => (Call::SeesSet { seat }, Division::Set(low)),
            Deed::LayDown => (Call::SeesSet { seat }, Division::Set(Pair::LAST)),
            _ => (Call::TakesToSet { seat }, Division::HouseWay),
        };
        to.saw(cite!("11.9"), Event::Called { call });
        self.of_mut(seat).division = division;
        match deed {
            Deed::Look => self.phase = Phase::Looking(seat),
            _ => self.go_on(),
        }
    }

    /// The dealer sets a hand whose cards lie open.
    pub(super) fn set_house_way(&mut self, position: Position, to: &mut dyn Observer<Self>) {
        let options = self.table.options;
        let hand = &mut self.hands[usize::from(position.0)];
        let Ok(cards) = hand.cards.as_slice().try_into() else { return };
        let Some(low) = Pair::of(options.house_way().set(cards, options.wheel()).low) else { return };
        hand.division = Division::Set(low);
        to.saw(cite!("11.9"), Event::Called { call: Call::SetsHouseWay { position } });
        self.say_hands(position, to);
    }

    /// Says what the two hands of a position are.
    pub(super) fn say_hands(&self, position: Position, to: &mut dyn Observer<Self>) {
        let Some(hands) = self.hands_at(position) else { return };
        let call = Call::FindsHands { position, high: hands.high.kind(), pair: hands.low.is_pair() };
        to.saw(cite!("11.3"), Event::Called { call });
    }
}
