//! Let it ride poker: 18.1 to 18.12, none of which is held. Everything here is marked and comes from other sources
//! (law/not-held/let-it-ride.toml).
//!
//! The deck is prepared (`table/deck.rs`) → `Open`: three equal wagers → "No more bets" → `Closed` → the deal, all
//! cards face down → `Stub`, put away or counted → each player in `Turn` looks and withdraws the first wager or lets it
//! ride → the `Dealer` turns a community card → each player decides about the second wager → the second community card
//! → hands are turned and settled → the cards are shuffled again.
//!
//! A face-down card is a place without a value. When a player looks, the equipment shows three cards to that player
//! alone.

mod acts;
mod betting;
mod calls;
mod dealing;
mod deck;
mod irregularities;
mod options;
mod payouts;
mod picture;
mod settling;
mod wagers;

pub use acts::Deed;
pub use calls::Call;
pub use irregularities::{Irregularity, Stub};
pub use options::Options;
pub use payouts::{decide, line, pay};
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::one_deck::{OneDeck, Pack},
};
use arrayvec::ArrayVec;

/// 19:46-1.13H (not held): the number of places on the layout.
pub const SEATS: u8 = 7;

/// A let it ride poker table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LetItRide {
    pub(super) table: Common<LetItRide>,
    pack: Pack,
    phase: Phase,
    hands: [Hand; SEATS as usize],
    /// The community cards that were seen.
    community: ArrayVec<Card, 2>,
    /// Which of the two decisions the players are making.
    decision: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    /// Wagers may be made, once the deck is ready.
    Open,
    /// Wagers are closed.
    Closed,
    /// The dealer must put the stub away.
    Stub,
    /// This player must withdraw a wager or let it ride.
    Turn(Seat),
    /// This player is looking at their cards.
    Looking(Seat),
    /// The dealer must turn a community card.
    Dealer,
    /// A community card is being shown.
    Community,
    /// A hand whose player never looked is turned up.
    Showing(Seat),
    /// A supervisor must decide about a community card that was turned too early; then this player continues, or the
    /// stub is put away.
    Ruling(Option<Seat>),
    /// A card that was turned too early is being shown.
    Exposed(Option<Seat>),
}

/// A player's hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Hand {
    /// Whether it is in this round.
    is_in: bool,
    /// The number of decisions its player has made.
    decided: u8,
    /// The cards of it that were seen.
    cards: ArrayVec<Card, 3>,
    /// Whether everyone has seen them.
    is_up: bool,
}

const NO_HAND: Hand = Hand { is_in: false, decided: 0, cards: ArrayVec::new_const(), is_up: false };

impl Game for LetItRide {
    const NAME: &'static str = "let-it-ride";
    const TITLE: &'static str = "Let It Ride Poker";
    const PERMISSIBLE: Citation = cite!("18.6");

    words_with! { Card }

    fn open(options: Options) -> Self {
        LetItRide {
            table: Common::new(options, SEATS),
            pack: Pack::received(Self::whole()),
            phase: Phase::Open,
            hands: [NO_HAND; SEATS as usize],
            community: ArrayVec::new_const(),
            decision: 1,
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open | Phase::Closed if self.is_preparing() => "preparing",
            Phase::Open => "open",
            Phase::Closed => "closed",
            Phase::Stub => "stub",
            Phase::Turn(_) => "turn",
            Phase::Looking(_) => "looking",
            Phase::Dealer => "dealer",
            Phase::Community => "community card",
            Phase::Showing(_) => "showing",
            Phase::Ruling(_) => "ruling",
            Phase::Exposed(_) => "exposed",
        }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open | Phase::Closed if self.is_preparing() => {
                self.pack.deck.awaits(self.is_anyone_here())
            }
            Phase::Open => Awaits::Wagers,
            Phase::Closed | Phase::Stub | Phase::Dealer => Awaits::Decision(Actor::Dealer),
            Phase::Turn(seat) => Awaits::Decision(self.player(seat)),
            Phase::Ruling(_) => Awaits::Decision(Actor::Supervisor),
            Phase::Looking(_) | Phase::Community | Phase::Showing(_) | Phase::Exposed(_) => Awaits::Equipment,
        }
    }

    in_files! { betting, deck, cards, dealing, irregularities, picture }

    /// The three wagers are taken back together.
    fn withdraw(&mut self, by: Actor, seat: Seat, _: Wager, terms: Terms, to: &mut dyn Observer<Self>) {
        Wager::ALL.into_iter().for_each(|wager| self.table.take_back(by, seat, wager, terms.cite, to));
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            // A player who wagers stays until the round is complete.
            Deed::Leave => self.table.may_leave(by, self.awaits(), Wager::CITE),
            Deed::Look | Deed::Withdraw | Deed::Ride => self.may_act(by, deed),
            Deed::NoMoreBets | Deed::Deal | Deed::CountStub | Deed::RackStub => self.staff_may_do(by, deed),
            Deed::Turn | Deed::Void | Deed::GoOn => self.staff_may_do(by, deed),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, _: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.prepare(step, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.table.leave(by, Wager::CITE, to),
            Deed::NoMoreBets => self.close(to),
            Deed::Deal => self.deal(to),
            Deed::CountStub | Deed::RackStub => self.clear_stub(deed, to),
            Deed::Look => self.look(to),
            Deed::Withdraw | Deed::Ride => self.choose(deed, to),
            Deed::Turn => self.turn_community_card(to),
            Deed::Void | Deed::GoOn => self.rule(deed, to),
        }
    }
}

impl LetItRide {
    /// The three cards of a player who has looked at them, or whose hand was turned up.
    pub fn hand(&self, seat: Seat) -> Option<[Card; 3]> {
        let hand = self.table.seats.has(seat).then(|| self.of(seat))?;
        hand.cards.as_slice().try_into().ok()
    }

    /// The community cards that were turned.
    pub fn community(&self) -> &[Card] {
        &self.community
    }

    /// Which of the two decisions the players are making, once cards are dealt.
    pub const fn decision(&self) -> u8 {
        self.decision
    }

    /// What a player has on this wager.
    pub fn on(&self, seat: Seat, wager: Wager) -> Money {
        self.table.on(seat, wager)
    }

    fn of(&self, seat: Seat) -> &Hand {
        &self.hands[usize::from(seat.0) - 1]
    }

    fn of_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.hands[usize::from(seat.0) - 1]
    }
}
