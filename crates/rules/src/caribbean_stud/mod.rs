//! Caribbean stud poker: subchapter 16, of which the end of 16.3 to 16.8(a) is held.
//!
//! The deck is made ready (`deck.rs`) → `Open`: antes, progressive wagers → "No more bets", lock-out → `Closed` → the
//! deal, one card of the dealer's face up → `Stub`, put away or counted → each player in `Turn` looks and bets twice the
//! ante, or folds → `Dealer` turns the hole cards → settled → the cards are shuffled again. What follows the stub is not
//! among the texts held (K5): it cites 16.10 to 16.13, which print as not held.
//!
//! A card that lies face down is a place without a value. When a player looks, the equipment shows five cards to that
//! player alone.

mod betting;
mod dealing;
mod deck;
mod irregularities;
mod options;
mod payouts;
mod settling;
mod wagers;
mod words;

pub use irregularities::Irregularity;
pub use options::{Exposed, FaceUp, HoleCard, Options, Scope, Shuffle, Style};
pub use payouts::{Paid, Prize, Shares, compare, decide, pay, qualifies, ranking};
pub use wagers::Wager;
pub use words::{Call, Deed, Face};

use crate::{
    game::{Act, ActOf, Awaits, Bet, BetOf, Game, Input, InputOf, Observer, Offer, Standing, Tender},
    kit::cards::{Card, Shoe},
    limits::Layout,
    money::Money,
    party::{Actor, Seat},
    refusal::{Refusal, Why},
    seats::Seats,
    vocabulary::Vocabulary,
};
use arrayvec::ArrayVec;
use deck::Deck;
use law::{Citation, cite};

/// The most players.
const MOST_PLAYERS: usize = 7;

/// A caribbean stud poker table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CaribbeanStud {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<CaribbeanStud>"))]
    options: Options,
    seats: Seats,
    deck: Deck,
    /// Which of two decks is in play; none without a second.
    batch: u8,
    phase: Phase,
    layout: Layout<Wager>,
    /// The cards in play.
    shoe: Shoe,
    hands: [Hand; MOST_PLAYERS],
    /// The dealer's cards that were seen, the one dealt face up first.
    dealer: ArrayVec<Card, 5>,
    /// Cards found face up in this round.
    found: u8,
    /// Rounds since the stub was counted.
    uncounted: u8,
    meter: Money,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    /// Wagers may be made, once the deck is ready.
    Open,
    /// Wagers are closed.
    Closed,
    /// The dealer's first card is to be seen.
    UpCard,
    /// The stub is to be put away.
    Stub,
    /// This player is to bet or fold.
    Turn(Seat),
    /// This player looks at his cards.
    Looking(Seat),
    /// The dealer is to turn the hole cards.
    Dealer,
    /// They are seen.
    HoleCards,
    /// A hand whose player never looked is turned up.
    Showing(Seat),
    /// A hole card shown too early is seen; then this player goes on, or the stub is put away.
    Exposed(Option<Seat>),
}

/// A player's hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Hand {
    stage: Stage,
    /// Its cards, as far as they were seen.
    cards: ArrayVec<Card, 5>,
    /// Whether everyone has seen them.
    is_up: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stage {
    /// Not in this round.
    Out,
    /// Dealt, to be bet on or folded.
    Dealt,
    Bet,
    Folded,
}

const NO_HAND: Hand = Hand { stage: Stage::Out, cards: ArrayVec::new_const(), is_up: false };

impl Game for CaribbeanStud {
    const NAME: &'static str = "caribbean-stud";
    const TITLE: &'static str = "Caribbean Stud Poker";
    const PERMISSIBLE: Citation = cite!("16.6(a)");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Card;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        CaribbeanStud {
            options,
            seats: Seats::new(options.seats()),
            deck: Deck::Received,
            batch: 0,
            phase: Phase::Open,
            layout: Layout::default(),
            shoe: deck::whole(),
            hands: [NO_HAND; MOST_PLAYERS],
            dealer: ArrayVec::new_const(),
            found: 0,
            uncounted: 0,
            meter: options.meter(),
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        CaribbeanStud { options, ..self }
    }

    fn standing(&self, each: &mut impl FnMut(Standing)) {
        self.seats.standing(each);
    }

    fn awaits(&self) -> Awaits {
        let player = |seat: Seat| self.seats.at(seat).map_or(Actor::Dealer, Actor::Patron);
        match self.phase {
            Phase::Open | Phase::Closed if !self.deck.is_ready() => self.deck.awaits(self.is_anyone_here()),
            Phase::Open => Awaits::Wagers,
            Phase::Closed | Phase::Stub | Phase::Dealer => Awaits::Decision(Actor::Dealer),
            Phase::Turn(seat) => Awaits::Decision(player(seat)),
            Phase::UpCard | Phase::Looking(_) | Phase::HoleCards => Awaits::Equipment,
            Phase::Showing(_) | Phase::Exposed(_) => Awaits::Equipment,
        }
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.layout.bets()
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match input {
            Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } } => {
                self.place(Bet { patron, seat, wager, stake, tender }, to)
            }
            Input::Act { by: Actor::Patron(patron), act: Act::TakeBack { seat, wager } } => {
                self.take_back(patron, seat, wager, to)
            }
            Input::Act { act: Act::Place { wager, .. } | Act::TakeBack { wager, .. }, .. } => {
                Err(Refusal::new(wager.cite(), Why::NotYours))
            }
            Input::Act { by, act: Act::Do(deed) } => {
                self.may(by, deed)?;
                self.perform(by, deed, to);
                Ok(())
            }
            Input::Chance(card) => {
                self.may_show(card)?;
                self.show(card, to);
                Ok(())
            }
            Input::Irregularity(what) => {
                self.may_go_wrong(what)?;
                self.go_wrong(what, to);
                Ok(())
            }
        }
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        if let Actor::Patron(patron) = by {
            for seat in self.seats.all() {
                for wager in Wager::ALL {
                    for tender in Tender::ALL {
                        if let Ok(range) = self.range(patron, seat, wager, tender) {
                            let act = Act::Place { seat, wager, stake: range.least, tender };
                            each(Offer { act, most: range.most, step: range.step });
                        }
                    }
                    if self.may_take_back(patron, seat, wager).is_ok() {
                        each(Offer::plain(Act::TakeBack { seat, wager }));
                    }
                }
            }
        }
        let mut list = |deed| {
            if self.may(by, deed).is_ok() {
                each(Offer::plain(Act::Do(deed)));
            }
        };
        Deed::PLAIN.into_iter().for_each(&mut list);
        if self.deck == Deck::ToCut {
            Deed::cuts(&mut list);
        }
        if matches!(by, Actor::Patron(_)) {
            Deed::coming_and_going(&mut list);
        }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        Deed::USUAL.into_iter().find(|&deed| self.may(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut impl FnMut(Card, u32)) {
        if self.awaits() == Awaits::Equipment {
            self.shoe.outcomes(each);
        }
    }

    fn cut(deed: Deed) -> Option<u16> {
        if let Deed::Cut(at) = deed { Some(at) } else { None }
    }

    fn irregularities(&self, each: &mut impl FnMut(Irregularity)) {
        Irregularity::each(&mut |what| {
            if self.may_go_wrong(what).is_ok() {
                each(what);
            }
        });
    }
}

impl CaribbeanStud {
    /// The five cards of a player who has looked at them, or whose hand was turned up.
    pub fn hand(&self, seat: Seat) -> Option<[Card; 5]> {
        let hand = self.seats.has(seat).then(|| &self.hands[usize::from(seat.0) - 1])?;
        hand.cards.as_slice().try_into().ok()
    }

    /// The dealer's card that was dealt face up.
    pub fn up_card(&self) -> Option<Card> {
        self.dealer.first().copied()
    }

    /// Where the progressive meter stands.
    pub const fn meter(&self) -> Money {
        self.meter
    }

    /// What a player has on this wager.
    pub fn on(&self, seat: Seat, wager: Wager) -> Money {
        let there = self.layout.bets().iter().filter(|bet| (bet.seat, bet.wager) == (seat, wager));
        there.map(|bet| bet.stake).sum()
    }

    fn is_anyone_here(&self) -> bool {
        self.seats.from_highest().next().is_some()
    }

    fn of(&self, seat: Seat) -> &Hand {
        &self.hands[usize::from(seat.0) - 1]
    }

    fn of_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.hands[usize::from(seat.0) - 1]
    }

    /// Whether this person may do this now; the same for the menu and for the deed.
    fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        match deed {
            Deed::Inspect | Deed::Verify | Deed::Spread | Deed::Wash => self.may_prepare(by, deed),
            Deed::PreShuffled | Deed::Shuffle => self.may_prepare(by, deed),
            Deed::Cut(n) => self.may_cut(by, n),
            Deed::Recut => self.may_recut(by),
            Deed::Idle(_) | Deed::TurnUp => self.may_idle(by, deed),
            Deed::SitAt(seat) => self.may_sit(by, seat),
            Deed::Leave => self.may_leave(by).map(drop),
            Deed::NoMoreBets => self.may_close(by),
            Deed::Deal => self.may_deal(by),
            Deed::RackStub | Deed::CountStub => self.may_clear_stub(by, deed),
            Deed::Look | Deed::Fold => self.may_act(by, deed),
            Deed::Turn => match (by, self.phase) {
                (Actor::Dealer, Phase::Dealer) => Ok(()),
                (Actor::Dealer, _) => Err(Refusal::new(cite!("16.10"), Why::NotNow)),
                _ => Err(Refusal::new(cite!("16.10"), Why::NotYours)),
            },
        }
    }

    /// Does what was allowed.
    fn perform(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        match deed {
            Deed::Inspect | Deed::Verify | Deed::Spread | Deed::Wash => self.prepare(deed, to),
            Deed::PreShuffled | Deed::Shuffle => self.prepare(deed, to),
            Deed::Cut(n) => self.cut(n, to),
            Deed::Recut => self.recut(to),
            Deed::Idle(face) => self.idle(face, to),
            Deed::TurnUp => self.turn_up(to),
            Deed::SitAt(seat) => self.sit(by, seat, to),
            Deed::Leave => self.leave(by, to),
            Deed::NoMoreBets => self.no_more_bets(to),
            Deed::Deal => self.begin_deal(to),
            Deed::RackStub | Deed::CountStub => self.clear_stub(deed, to),
            Deed::Look => self.look(to),
            Deed::Fold => self.fold(to),
            Deed::Turn => self.turn_hole_cards(to),
        }
    }
}
