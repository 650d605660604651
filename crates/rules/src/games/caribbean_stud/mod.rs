//! Caribbean stud poker: subchapter 16, of which the end of 16.3 to 16.8(a) is held.
//!
//! The deck is made ready (`deck.rs`) → `Open`: antes, progressive wagers → "No more bets", lock-out → `Closed` → the
//! deal, one card of the dealer's face up → `Stub`, put away or counted → each player in `Turn` looks and bets twice the
//! ante, or folds → `Dealer` turns the hole cards → settled → the cards are shuffled again. What follows the stub is not
//! among the texts held (K5): it cites 16.10 to 16.13, which print as not held.
//!
//! A card that lies face down is a place without a value. When a player looks, the equipment shows five cards to that
//! player alone.

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

pub use crate::table::deck::{Face, FaceUp, Shuffle, Top};
pub use acts::Deed;
pub use calls::{Call, Comparison};
pub use irregularities::{Irregularity, Lights, Stub};
pub use options::{Exposed, HoleCard, Options, Scope, Style};
pub use payouts::{Paid, Prize, Shares, compare, decide, pay, qualifies, ranking};
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::one_deck::{OneDeck, Pack},
};
use arrayvec::ArrayVec;

/// The largest number of players.
const MOST_PLAYERS: usize = 7;

/// A caribbean stud poker table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CaribbeanStud {
    pub(super) table: Common<CaribbeanStud>,
    pack: Pack,
    phase: Phase,
    hands: [Hand; MOST_PLAYERS],
    /// The dealer's cards that were seen, beginning with the one dealt face up.
    dealer: ArrayVec<Card, 5>,
    meter: Money,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    /// Wagers may be made, once the deck is ready.
    Open,
    /// Wagers are closed, and the numbers of progressive chips and lights differ.
    Lights,
    /// Wagers are closed.
    Closed,
    /// The dealer's first card must be shown.
    UpCard,
    /// The dealer must put the stub away.
    Stub,
    /// This player must bet or fold.
    Turn(Seat),
    /// This player is looking at their cards.
    Looking(Seat),
    /// The dealer must turn the hole cards.
    Dealer,
    /// The hole cards are turned up, one by one.
    HoleCards,
    /// A hand whose player never looked is turned up.
    Showing(Seat),
    /// A hole card shown too early is seen; then this player continues, or the stub is put away.
    Exposed(Option<Seat>),
}

/// A player's hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Hand {
    stage: Stage,
    /// The cards of it that were seen.
    cards: ArrayVec<Card, 5>,
    /// Whether everyone has seen them.
    is_up: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    /// The player is not in this round.
    Out,
    /// Dealt; the player has neither bet nor folded yet.
    Dealt,
    Bet,
    Folded,
}

const NO_HAND: Hand = Hand { stage: Stage::Out, cards: ArrayVec::new_const(), is_up: false };

impl Game for CaribbeanStud {
    const NAME: &'static str = "caribbean-stud";
    const TITLE: &'static str = "Caribbean Stud Poker";
    const PERMISSIBLE: Citation = cite!("16.6(a)");

    words_with! { Card }

    fn open(options: Options) -> Self {
        CaribbeanStud {
            table: Common::new(options, options.seats()),
            pack: Pack::received(Self::whole()),
            phase: Phase::Open,
            hands: [NO_HAND; MOST_PLAYERS],
            dealer: ArrayVec::new_const(),
            meter: options.meter(),
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open | Phase::Closed if self.is_preparing() => "preparing",
            Phase::Open => "open",
            Phase::Lights => "lights",
            Phase::Closed => "closed",
            Phase::UpCard => "up card",
            Phase::Stub => "stub",
            Phase::Turn(_) => "turn",
            Phase::Looking(_) => "looking",
            Phase::Dealer => "dealer",
            Phase::HoleCards => "hole cards",
            Phase::Showing(_) => "showing",
            Phase::Exposed(_) => "exposed",
        }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open | Phase::Closed if self.is_preparing() => {
                self.pack.deck.awaits(self.is_anyone_here())
            }
            Phase::Open => Awaits::Wagers,
            Phase::Lights => Awaits::Decision(Actor::Supervisor),
            Phase::Closed | Phase::Stub | Phase::Dealer => Awaits::Decision(Actor::Dealer),
            Phase::Turn(seat) => Awaits::Decision(self.player(seat)),
            Phase::UpCard | Phase::Looking(_) | Phase::HoleCards => Awaits::Equipment,
            Phase::Showing(_) | Phase::Exposed(_) => Awaits::Equipment,
        }
    }

    in_files! { betting, deck, cards, dealing, irregularities, picture }

    fn wagered_by_patrons(wager: Wager) -> Citation {
        wager.cite()
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by),
            Deed::NoMoreBets => self.may_close(by),
            Deed::NoLight(_) | Deed::LightsStand => self.may_rule_on_lights(by, deed),
            Deed::Deal => {
                let is_due = self.phase == Phase::Closed && !self.is_preparing();
                self.in_turn(Actor::Dealer, by, is_due, self.by(cite!("16.7(d)")))
            }
            Deed::RackStub | Deed::CountStub => self.may_clear_stub(by, deed),
            Deed::Look | Deed::Fold => self.may_act(by, deed),
            Deed::Turn => self.in_turn(Actor::Dealer, by, self.phase == Phase::Dealer, cite!("16.10")),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, _: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.prepare(step, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.table.leave(by, cite!("16.6(f)"), to),
            Deed::NoMoreBets => {
                self.lock_out(to);
                let found = |lights| (lights > 0).then_some(Call::MatchesLights { lights });
                self.take_progressive(found, to);
            }
            Deed::NoLight(_) | Deed::LightsStand => self.rule_on_lights(deed, to),
            Deed::Deal => self.begin_deal(to),
            Deed::RackStub | Deed::CountStub => self.clear_stub(deed, to),
            Deed::Look => self.look(to),
            Deed::Fold => self.fold(to),
            Deed::Turn => self.turn_hole_cards(to),
        }
    }
}

impl CaribbeanStud {
    /// The five cards of a player who has looked at them, or whose hand was turned up.
    pub fn hand(&self, seat: Seat) -> Option<[Card; 5]> {
        let hand = self.table.seats.has(seat).then(|| &self.hands[usize::from(seat.0) - 1])?;
        hand.cards.as_slice().try_into().ok()
    }

    /// The dealer's card that was dealt face up.
    pub fn up_card(&self) -> Option<Card> {
        self.dealer.first().copied()
    }

    /// The amount on the progressive meter.
    pub const fn meter(&self) -> Money {
        self.meter
    }

    fn of(&self, seat: Seat) -> &Hand {
        &self.hands[usize::from(seat.0) - 1]
    }

    fn of_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.hands[usize::from(seat.0) - 1]
    }
}
