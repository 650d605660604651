//! Pai gow poker: 11.1 to 11.13, none of which is held. What is done here is marked so and comes from what is known elsewhere
//! (law/not-held/pai-gow-poker.toml).
//!
//! The deck and its joker are made ready (`table/deck.rs`); perhaps the bank is offered (`table/banking.rs`) → `Open`: wagers
//! → "No more bets" → `Closed`: dice or the generator find the starting position (`table/start.rs`) → the deal, seven cards to
//! each of seven positions → `Left`: four cards must be left → `Setting`: each player looks and sets a high and a low hand →
//! the `Dealer` turns his cards and sets them the house way → `Compare`: the players' hands are turned and settled → the cards
//! are shuffled again.
//!
//! A card that lies face down is a place without a value. When a player looks, the equipment shows seven cards to that
//! player alone, and the player names the low hand by their places: nobody else learns what it is.

mod acts;
mod betting;
mod calls;
mod dealing;
mod deck;
mod irregularities;
mod options;
mod payouts;
mod picture;
mod setting;
mod settling;
mod wagers;

pub use acts::{Chance, Deed, HAND, Pair};
pub use calls::Call;
pub use irregularities::{Irregularity, Left};
pub use options::{FaceUp, Options};
pub use payouts::decide;
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    kit::cards::Card,
    table::{
        banking::Banking,
        one_deck::{OneDeck, Pack},
        start::{self, Drawn, Start},
    },
};
use arrayvec::ArrayVec;

/// 11.7 (not held): how many betting positions the layout has.
pub const SEATS: u8 = 6;
/// The dealer has a hand, too.
pub const POSITIONS: u8 = SEATS + 1;

/// 11.8C and 11.11 (neither is held): how the starting position is found.
pub(super) const START: start::Paragraphs =
    start::Paragraphs { start: cite!("11.8C"), invalid: cite!("11.11") };

/// A pai gow poker table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PaiGowPoker {
    pub(super) table: Common<PaiGowPoker>,
    pack: Pack,
    banking: Banking,
    phase: Phase,
    /// The dealer's hand, then those of the seats.
    hands: [Hand; POSITIONS as usize],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    /// Wagers may be made, once the deck is ready and somebody banks.
    Open,
    /// Wagers are closed; the starting position is found, then the cards are dealt.
    Closed(Start),
    /// The cards left are to be counted.
    Left,
    /// The players set their hands.
    Setting,
    /// One of them looks at the cards of this seat.
    Looking(Seat),
    /// The dealer is to turn his cards.
    Dealer,
    /// The dealer has turned his cards and is to set them.
    DealersCards,
    /// The dealer has set them and is to compare.
    Compare,
    /// A hand that nobody has looked at is turned up.
    Showing(Seat),
    /// A supervisor is to decide on cards that this seat has shown or exchanged.
    Ruling(Seat),
}

/// How a hand is divided into two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Division {
    /// The hand is not set yet.
    Unset,
    /// These two cards are the low hand.
    Set(Pair),
    /// The dealer is to set it.
    HouseWay,
}

/// A hand of seven cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Hand {
    /// Whether it is in this round.
    is_in: bool,
    /// Its cards, as far as they were seen.
    cards: ArrayVec<Card, HAND>,
    division: Division,
    /// Whether everyone has seen them.
    is_up: bool,
}

const NO_HAND: Hand =
    Hand { is_in: false, cards: ArrayVec::new_const(), division: Division::Unset, is_up: false };

impl Game for PaiGowPoker {
    const NAME: &'static str = "pai-gow-poker";
    const TITLE: &'static str = "Pai Gow Poker";
    const PERMISSIBLE: Citation = cite!("11.7");

    words_with! { Chance }

    fn open(options: Options) -> Self {
        PaiGowPoker {
            table: Common::new(options, SEATS),
            pack: Pack::received(Self::whole()),
            banking: Banking::by_dealer(),
            phase: Phase::Open,
            hands: [NO_HAND; POSITIONS as usize],
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open | Phase::Closed(_) if self.is_preparing() => "preparing",
            Phase::Open if self.banking.asked(&self.table.seats).is_some() => "bank",
            Phase::Open => "open",
            Phase::Closed(Start::Due) => "closed",
            Phase::Closed(Start::Moving) => "start",
            Phase::Closed(Start::At(_)) => "deal",
            Phase::Left => "cards left",
            Phase::Setting => "setting",
            Phase::Looking(_) => "looking",
            Phase::Dealer => "dealer",
            Phase::DealersCards => "dealer's cards",
            Phase::Compare => "compare",
            Phase::Showing(_) => "showing",
            Phase::Ruling(_) => "ruling",
        }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open | Phase::Closed(_) if self.is_preparing() => {
                self.pack.deck.awaits(self.is_anyone_here())
            }
            Phase::Open if let Some(patron) = self.awaited_bank() => Awaits::Decision(Actor::Patron(patron)),
            Phase::Open => Awaits::Wagers,
            Phase::Closed(start) => start.awaits(),
            Phase::Left | Phase::Dealer | Phase::Compare => Awaits::Decision(Actor::Dealer),
            Phase::Setting => {
                let unset = self.unset().next().and_then(|seat| self.table.seats.at(seat));
                Awaits::Decision(unset.map_or(Actor::Dealer, Actor::Patron))
            }
            Phase::Ruling(_) => Awaits::Decision(Actor::Supervisor),
            Phase::Looking(_) | Phase::DealersCards | Phase::Showing(_) => Awaits::Equipment,
        }
    }

    fn awaits_wagers(&self) -> bool {
        self.phase == Phase::Open && !self.is_preparing() && self.banking.asked(&self.table.seats).is_none()
    }

    in_files! { betting, deck, dealing, irregularities, picture }

    fn wagered_by_patrons(wager: Wager) -> Citation {
        wager.cite()
    }

    fn outcomes(&self, each: &mut dyn FnMut(Chance, u32)) {
        match self.phase {
            Phase::Closed(Start::Moving) => {
                let by = self.table.options.start();
                let shown = Drawn::all(POSITIONS).filter(|drawn| drawn.is_by(by));
                shown.for_each(|drawn| each(Chance::Start(drawn), 1));
            }
            _ if self.awaits() == Awaits::Equipment => {
                self.pack.shoe.outcomes(&mut |card, weight| each(Chance::Card(card), weight));
            }
            _ => {}
        }
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.may_prepare(by, step),
            Deed::Bank(step) => self.may_bank(by, step),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.table.may_leave(by, self.awaits(), Wager::Main.cite()),
            Deed::Start(step) => {
                let start = if let Phase::Closed(start) = self.phase { Some(start) } else { None };
                let start = start.filter(|_| !self.is_preparing());
                let by_what = self.table.options.start();
                start.unwrap_or(Start::Moving).may(by, step, by_what, START.start, self.due())
            }
            Deed::Look | Deed::Set(_) | Deed::Insist(_) | Deed::LayDown | Deed::HouseWay => {
                self.may_set(by, deed)
            }
            Deed::NoMoreBets
            | Deed::Deal
            | Deed::CountLeft
            | Deed::Turn
            | Deed::Compare
            | Deed::Void
            | Deed::Forfeit
            | Deed::GoOn => self.staff_may_do(by, deed),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, _: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.prepare(step, to),
            Deed::Bank(step) => self.banking.take(by, step, &self.table.seats, Wager::Bank.cite(), to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.leave(by, to),
            Deed::NoMoreBets => self.close(to),
            Deed::Start(step) => {
                if let Phase::Closed(start) = &mut self.phase {
                    start.take(step, START.start, to);
                }
            }
            Deed::Deal => self.deal(to),
            Deed::CountLeft => self.count_left(to),
            Deed::Look | Deed::Set(_) | Deed::Insist(_) | Deed::LayDown | Deed::HouseWay => {
                self.set(by, deed, to);
            }
            Deed::Turn => {
                to.saw(cite!("11.9"), Event::Called { call: Call::TurnsCards });
                self.phase = Phase::DealersCards;
            }
            Deed::Compare => self.reveal(to),
            Deed::Void | Deed::Forfeit | Deed::GoOn => self.rule(deed, to),
        }
    }
}

impl PaiGowPoker {
    /// The seven cards of a player who has looked at them, or whose hand was turned up.
    pub fn cards(&self, seat: Seat) -> Option<[Card; HAND]> {
        let hand = self.table.seats.has(seat).then(|| self.of(seat))?;
        hand.cards.as_slice().try_into().ok()
    }

    /// Whether this player's hand is still to be set.
    pub fn is_unset(&self, seat: Seat) -> bool {
        self.phase == Phase::Setting && self.unset().any(|other| other == seat)
    }

    fn of(&self, seat: Seat) -> &Hand {
        &self.hands[usize::from(seat.0)]
    }

    fn of_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.hands[usize::from(seat.0)]
    }
}
