//! Double down stud: 17.1 to 17.11, none of which is held but the rankings' list (17.5), in a later edition. What is done here is
//! marked so and comes from what is known elsewhere (law/not-held/double-down-stud.toml).
//!
//! The deck is made ready (`table/deck.rs`) → `Open`: wagers → "No more bets" → `Closed` → `Dealing`: a card face up to each player,
//! three community cards face up and one face down → `Stub`, put away or counted → each player in `Turn` doubles or stands → the
//! `Dealer` turns the last community card → hands are settled → the cards are shuffled again.

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
    kit::cards::{Card, Shoe},
    picture::Item,
    table::{
        deck::{Deck, DeckStep},
        shoe::Prepares,
    },
};
use arrayvec::ArrayVec;
use deck::PARAGRAPHS;

/// The most players.
const MOST_PLAYERS: usize = 7;
/// How many community cards are seen before the players decide.
const SEEN: usize = 3;

/// A double down stud table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DoubleDownStud {
    pub(super) table: Common<DoubleDownStud>,
    deck: Deck,
    phase: Phase,
    /// The cards in play.
    shoe: Shoe,
    hands: [Hand; MOST_PLAYERS],
    /// The community cards that were seen.
    community: ArrayVec<Card, 4>,
    /// Cards found face up in this round.
    found: u8,
    /// One of them while everyone looks at it; never between two inputs.
    #[cfg_attr(feature = "serde", serde(skip))]
    aside: Option<Card>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    /// Wagers may be made, once the deck is ready.
    Open,
    /// Wagers are closed.
    Closed,
    /// Cards come, face up.
    Dealing,
    /// The stub is to be put away.
    Stub,
    /// This player is to double or stand.
    Turn(Seat),
    /// The dealer is to turn the last community card.
    Dealer,
    /// It is seen.
    Last,
    /// A supervisor is to decide on a last community card turned too early.
    Ruling,
    /// That card is seen.
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

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Card;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        DoubleDownStud {
            table: Common::new(options, options.seats()),
            deck: Deck::received(),
            phase: Phase::Open,
            shoe: Deck::whole(),
            hands: [NO_HAND; MOST_PLAYERS],
            community: ArrayVec::new_const(),
            found: 0,
            aside: None,
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open | Phase::Closed if !self.deck.is_ready() => "preparing",
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
            Phase::Open | Phase::Closed if !self.deck.is_ready() => self.deck.awaits(self.is_anyone_here()),
            Phase::Open => Awaits::Wagers,
            Phase::Closed | Phase::Stub | Phase::Dealer => Awaits::Decision(Actor::Dealer),
            Phase::Turn(seat) => {
                Awaits::Decision(self.table.seats.at(seat).map_or(Actor::Dealer, Actor::Patron))
            }
            Phase::Ruling => Awaits::Decision(Actor::Supervisor),
            Phase::Dealing | Phase::Last | Phase::Exposed => Awaits::Equipment,
        }
    }

    fn guard(&self, by: Actor, act: ActOf<Self>) -> Result<Terms, Refusal> {
        match (act, by) {
            (Act::Place { seat, wager, tender, .. }, Actor::Patron(patron)) => {
                self.terms(Bet { patron, seat, wager, stake: Money::ZERO, tender })
            }
            (Act::Place { wager, .. }, _) => Err(Refusal::new(wager.cite(), Why::NotYours)),
            (Act::TakeBack { seat, wager }, _) => self.may_take_back(by, seat, wager),
            (Act::Do(deed), _) => self.may(by, deed),
        }
    }

    fn perform(&mut self, by: Actor, act: ActOf<Self>, terms: Terms, to: &mut impl Observer<Self>) {
        match (act, by) {
            (Act::Place { seat, wager, stake, tender }, Actor::Patron(patron)) => {
                self.place(Bet { patron, seat, wager, stake, tender }, terms, to);
            }
            (Act::Place { .. }, _) => {}
            (Act::TakeBack { seat, wager }, _) => self.table.take_back(by, seat, wager, cite!("17.6"), to),
            (Act::Do(deed), _) => self.act(by, deed, to),
        }
    }

    fn is_preparing(&self) -> bool {
        !self.deck.is_ready()
    }

    fn prepares(deed: Deed) -> Option<Prepares> {
        if let Deed::Prepare(step) = deed { step.prepares() } else { None }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        let mut deeds = DeckStep::USUAL.into_iter().map(Deed::Prepare).chain(Deed::USUAL);
        deeds.find(|&deed| self.may(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut impl FnMut(Card, u32)) {
        if self.awaits() == Awaits::Equipment {
            self.shoe.outcomes(each);
        }
    }

    fn may_show(&self, card: Card) -> Result<(), Refusal> {
        self.can_show(card)
    }

    fn show(&mut self, card: Card, to: &mut impl Observer<Self>) {
        self.shown(card, to);
    }

    fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        self.can_go_wrong(what)
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        self.remedy(what, to);
    }

    fn picture(&self, each: &mut impl FnMut(Item)) {
        self.draw_table(each);
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
        self.bet_of(seat, wager).map_or(Money::ZERO, |bet| bet.stake)
    }

    fn is_anyone_here(&self) -> bool {
        self.table.seats.from_highest().next().is_some()
    }

    fn of(&self, seat: Seat) -> &Hand {
        &self.hands[usize::from(seat.0) - 1]
    }

    fn of_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.hands[usize::from(seat.0) - 1]
    }

    /// Whether this person may do this now; the same for the menu and for the deed.
    fn may(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Prepare(step) => self.deck.may(by, step, &PARAGRAPHS, self.around()),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by),
            Deed::Stand => self.may_stand(by),
            Deed::NoMoreBets | Deed::Deal | Deed::CountStub | Deed::RackStub => self.staff_may_do(by, deed),
            Deed::Turn | Deed::Void | Deed::GoOn => self.staff_may_do(by, deed),
        }
    }

    /// Does what was allowed.
    fn act(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        match deed {
            Deed::Prepare(step) => self.deck.take(step, self.table.options.shuffle(), &PARAGRAPHS, to),
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
