//! Double down stud: 17.1 to 17.11, of which only the list of rankings (17.5) is held, in a later edition. Everything
//! else is marked and comes from other sources (law/not-held/double-down-stud.toml).
//!
//! The deck is prepared (`table/deck.rs`) → `Open`: wagers → "No more bets" → `Closed` → `Dealing`: a card face up to
//! each player, three community cards face up and one face down → `Stub`, put away or counted → each player in `Turn`
//! doubles or stands → the `Dealer` turns the last community card → hands are settled → the cards are shuffled again.

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
pub use payouts::{Line, decide, pay};
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::one_deck::{OneDeck, Pack},
};
use arrayvec::ArrayVec;

/// The largest number of players.
const MOST_PLAYERS: usize = 7;
/// The number of community cards shown before the players decide.
const SEEN: usize = 3;

/// A double down stud table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DoubleDownStud {
    pub(super) table: Common<DoubleDownStud>,
    pack: Pack,
    phase: Phase,
    hands: [Hand; MOST_PLAYERS],
    /// The community cards that were seen.
    community: ArrayVec<Card, 4>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    /// Wagers may be made, once the deck is ready.
    Open,
    /// Wagers are closed.
    Closed,
    /// Cards are dealt, face up.
    Dealing,
    /// The dealer must put the stub away.
    Stub,
    /// This player must double or stand.
    Turn(Seat),
    /// The dealer must turn the last community card.
    Dealer,
    /// The last community card is being shown.
    Last,
    /// A supervisor must decide about a last community card that was turned too early.
    Ruling,
    /// A card that was turned too early is being shown.
    Exposed,
}

/// A player's card, and whether the player has decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Hand {
    card: Option<Card>,
    has_decided: bool,
}

const NO_HAND: Hand = Hand { card: None, has_decided: false };

impl Game for DoubleDownStud {
    const NAME: &'static str = "double-down-stud";
    const TITLE: &'static str = "Double Down Stud";
    const PERMISSIBLE: Citation = cite!("17.6");

    words_with! { Card }

    fn open(options: Options) -> Self {
        DoubleDownStud {
            table: Common::new(options, options.seats()),
            pack: Pack::received(Self::whole()),
            phase: Phase::Open,
            hands: [NO_HAND; MOST_PLAYERS],
            community: ArrayVec::new_const(),
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open | Phase::Closed if self.is_preparing() => "preparing",
            Phase::Open => "open",
            Phase::Closed => "closed",
            Phase::Dealing => "dealing",
            Phase::Stub => "stub",
            Phase::Turn(_) => "turn",
            Phase::Dealer => "dealer",
            Phase::Last => "last card",
            Phase::Ruling => "ruling",
            Phase::Exposed => "exposed",
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
            Phase::Ruling => Awaits::Decision(Actor::Supervisor),
            Phase::Dealing | Phase::Last | Phase::Exposed => Awaits::Equipment,
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
            // A player who wagers stays until the round is complete.
            Deed::Leave => self.table.may_leave(by, self.awaits(), cite!("17.6")),
            Deed::Stand => self.may_stand(by),
            Deed::NoMoreBets | Deed::Deal | Deed::CountStub | Deed::RackStub => self.staff_may_do(by, deed),
            Deed::Turn | Deed::Void | Deed::GoOn => self.staff_may_do(by, deed),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, _: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.prepare(step, to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.table.leave(by, cite!("17.6"), to),
            Deed::NoMoreBets => self.close(to),
            Deed::Deal => self.deal(to),
            Deed::CountStub | Deed::RackStub => self.clear_stub(deed, to),
            Deed::Stand => self.stand(to),
            Deed::Turn => self.turn_last(to),
            Deed::Void | Deed::GoOn => self.rule(deed, to),
        }
    }
}

impl DoubleDownStud {
    /// The card of a player, which everyone sees.
    pub fn card(&self, seat: Seat) -> Option<Card> {
        self.table.seats.has(seat).then(|| self.of(seat).card)?
    }

    /// The community cards that were turned.
    pub fn community(&self) -> &[Card] {
        &self.community
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
