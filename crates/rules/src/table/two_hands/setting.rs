//! Each player divides a hand into a high and a low one; the dealer sets by the house way.

use super::{Division, HandCall, HandStep, Pair, Phase, Piece, TwoHands, dealing::say};
use crate::{
    game::{Event, Observer},
    hands::two_hands::Hands,
    refusal::{Refusal, Why},
    table::{
        layout::Terms,
        people::{Actor, Seat},
        start::Position,
    },
};

/// Steps in which players divide what they were dealt.
pub trait Setting<P: Piece>: TwoHands<P> {
    /// The hand that this player sets now; who has two sets one before looking at the other.
    fn own(&self, by: Actor) -> Option<Seat> {
        let own = self.unset().find(|&seat| self.as_ref().seats.at(seat).map(Actor::Patron) == Some(by));
        own.filter(|_| self.round().phase == Phase::Setting)
    }

    /// Whether this player's hand is still to be set.
    fn is_to_set(&self, seat: Seat) -> bool {
        self.round().phase == Phase::Setting && self.unset().any(|other| other == seat)
    }

    /// The two hands of a position that was set and seen.
    fn hands_at(&self, Position(at): Position) -> Option<Hands<Self::High, Self::Low>> {
        let hand = &self.round().hands[usize::from(at)];
        self.hands_of(&hand.pieces, hand.division.low()?)
    }

    /// Whether a player who has looked would set a foul with these places low; `None` before.
    fn would_foul<const OF: u8>(&self, seat: Seat, low: Pair<OF>) -> Option<bool> {
        self.hands_of(&self.round().of(seat).pieces, low.places()).map(Self::is_foul)
    }

    /// A player looks once, and sets the hand once. Players set at the same time, in any order. `foul` says why one is refused.
    fn may_set<const OF: u8>(&self, by: Actor, step: HandStep<OF>, foul: Why) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(Self::LAW.sets, why));
        if !matches!(by, Actor::Patron(_)) {
            return no(Why::NotYours);
        }
        let Some(seat) = self.own(by) else { return no(Why::NotNow) };
        let has_looked = !self.round().of(seat).pieces.is_empty();
        match step {
            HandStep::Look | HandStep::LayDown if has_looked => return no(Why::NotNow),
            HandStep::Set(low) => match self.would_foul(seat, low) {
                None => return no(Why::NotNow),
                Some(true) => return no(foul),
                Some(false) => {}
            },
            HandStep::Look | HandStep::LayDown | HandStep::HouseWay => {}
        }
        Ok(Terms::plain(Self::LAW.sets))
    }

    /// Does it.
    fn set<const OF: u8>(&mut self, by: Actor, step: HandStep<OF>, to: &mut dyn Observer<Self>) {
        let (Some(seat), Actor::Patron(patron)) = (self.own(by), by) else { return };
        let (call, division) = match step {
            HandStep::Look => (HandCall::LetsLook { patron, seat }, Division::Unset),
            HandStep::Set(low) => (HandCall::SeesSet { seat }, Division::of(low.places())),
            HandStep::LayDown => (HandCall::SeesSet { seat }, Division::of(Pair::<OF>::LAST.places())),
            HandStep::HouseWay => (HandCall::TakesToSet { seat }, Division::HouseWay),
        };
        say(Self::LAW.sets, call, to);
        let is_set = self.unset().all(|other| other == seat);
        let round = self.round_mut();
        round.of_mut(seat).division = division;
        round.phase = match step {
            HandStep::Look => Phase::Looking(seat),
            _ if is_set => Phase::Dealer,
            _ => Phase::Setting,
        };
    }

    /// The dealer sets a hand that lies open.
    fn set_house_way(&mut self, position: Position, to: &mut dyn Observer<Self>) {
        let Position(at) = position;
        let Some(low) = self.house_way(&self.round().hands[usize::from(at)].pieces) else { return };
        self.round_mut().hands[usize::from(at)].division = Division::of(low);
        say(Self::LAW.sets, HandCall::SetsHouseWay { position }, to);
        self.say_hands(position, to);
    }

    /// The low hand of a seat becomes its high hand, and the other way round.
    fn exchange(&mut self, seat: Seat) {
        let hand = self.round_mut().of_mut(seat);
        if let Some(low) = hand.division.low() {
            let mut others = (0..P::HAND).filter(|place| !low.contains(place));
            if let (Some(one), Some(other)) = (others.next(), others.next()) {
                hand.division = Division::of([one, other]);
            }
        }
    }

    /// Says what the two hands of a position are.
    fn say_hands(&self, position: Position, to: &mut dyn Observer<Self>) {
        if let Some(hands) = self.hands_at(position) {
            to.saw(Self::LAW.ranks, Event::Called { call: Self::found(position, hands) });
        }
    }
}

impl<P: Piece, G: TwoHands<P>> Setting<P> for G {}
