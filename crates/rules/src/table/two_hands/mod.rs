//! Tables at which each player sets a high and a low hand against those of the dealer or of a player who banks: wagers and
//! the bank's chips (`betting.rs`), the deal and what is seen (`dealing.rs`), setting hands by their places (`setting.rs`),
//! comparing and paying them (`settling.rs`), a supervisor's ruling, the picture. Pai gow and pai gow poker prescribe it alike;
//! each hands over its [`Paragraphs`].
//!
//! A card or tile that lies face down is a place without a value. When a player looks, the equipment shows the hand to that
//! player alone, and the player names the low hand by its places: nobody else learns what it is.

mod betting;
mod dealing;
mod options;
mod setting;
mod settling;
mod words;

pub use betting::Betting;
pub use dealing::Dealing;
pub use options::{areas, charged, filed_way, rate, rounded};
pub use setting::Setting;
pub use settling::Settling;
pub use words::{Chance, Found, HandCall, HandStep, Pair, Piece, RoundStep, Wager};

use super::{
    banking::{Banking, Held, Offered},
    layout::Limits,
    people::{Actor, Patron, Seat},
    seats::OnePlace,
    start::{self, Position, Start, StartBy},
};
use crate::{
    game::{Awaits, Eyes, Game, Observer},
    hands::two_hands::Hands,
    money::Money,
    picture::{Item, Spot},
    refusal::Refusal,
};
use arrayvec::ArrayVec;
use law::Citation;

/// How many betting positions such a layout has.
pub const SEATS: u8 = 6;
/// The most places that are dealt to: the dealer, the seats, and one where nobody plays.
const MOST_PLACES: usize = SEATS as usize + 2;
/// The most cards or tiles of a hand.
const MOST_PIECES: usize = 7;

/// Where a game prescribes each step.
#[derive(Clone, Copy, Debug)]
pub struct Paragraphs {
    /// What the hands are made of.
    pub pieces: Citation,
    /// The ranking of hands.
    pub ranks: Citation,
    /// How the deal's start is found, and what makes a roll invalid.
    pub start: start::Paragraphs,
    /// Wagers.
    pub wagers: Citation,
    /// Setting hands, comparing and paying them.
    pub sets: Citation,
    /// Players who bank.
    pub bank: Citation,
    /// Irregularities.
    pub wrong: Citation,
    /// One player at more than one betting area.
    pub areas: Citation,
}

impl Paragraphs {
    /// The section that permits a wager.
    pub const fn of(&self, wager: Wager) -> Citation {
        match wager {
            Wager::Main => self.wagers,
            Wager::Bank | Wager::Dealer => self.bank,
        }
    }

    /// Where it says who may have which place.
    pub const fn places(&self) -> OnePlace {
        OnePlace { seated: self.wagers, alone: self.areas, layout: self.wagers }
    }
}

/// The stage of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Phase {
    /// Wagers may be made, once the equipment is ready and somebody banks.
    Open,
    /// Wagers are closed; the starting position is found, then the hands are dealt.
    Closed(Start),
    /// The cards left are to be counted, in a game that leaves some.
    Left,
    /// The players set their hands.
    Setting,
    /// One of them looks at the hand of this seat.
    Looking(Seat),
    /// The dealer is to turn his hand up.
    Dealer,
    /// The equipment shows the dealer's hand.
    DealersHand,
    /// The dealer has set it and is to compare.
    Compare,
    /// A hand that nobody has looked at is turned up.
    Showing(Seat),
    /// A supervisor is to decide on what this seat has done, or on the round if it is none.
    Ruling(Seat),
}

/// How a hand is divided into two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Division {
    /// The hand is not divided yet.
    Unset,
    /// These two places are the low hand.
    Set([u8; 2]),
    /// The dealer is to set it.
    HouseWay,
}

impl Division {
    /// A low hand in these places, counted from 0.
    fn of(low: [usize; 2]) -> Division {
        Division::Set(low.map(|place| place.to_le_bytes()[0]))
    }

    /// The places of the low hand.
    fn low(self) -> Option<[usize; 2]> {
        if let Division::Set(low) = self { Some(low.map(usize::from)) } else { None }
    }
}

/// A hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hand<P> {
    /// Whether it is in this round.
    is_in: bool,
    /// Its cards or tiles, as far as they were seen.
    pieces: ArrayVec<P, MOST_PIECES>,
    division: Division,
    /// Whether everyone has seen them.
    is_up: bool,
}

impl<P> Hand<P> {
    const NONE: Hand<P> =
        Hand { is_in: false, pieces: ArrayVec::new_const(), division: Division::Unset, is_up: false };
}

/// A round of such a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Round<P> {
    banking: Banking,
    /// The stage of the round.
    pub phase: Phase,
    /// The dealer's hand, then those of the seats.
    hands: [Hand<P>; MOST_PLACES],
}

impl<P: Piece> Round<P> {
    /// At a table that opens, the dealer banks.
    pub const fn opening() -> Round<P> {
        Round {
            banking: Banking::by_dealer(),
            phase: Phase::Open,
            hands: [const { Hand::NONE }; MOST_PLACES],
        }
    }

    /// The name of its stage; `is_asking` if somebody is offered the bank.
    pub fn name(&self, is_preparing: bool, is_asking: bool) -> &'static str {
        match self.phase {
            Phase::Open | Phase::Closed(_) if is_preparing => "preparing",
            Phase::Open if is_asking => "bank",
            Phase::Open => "open",
            Phase::Closed(Start::Due) => "closed",
            Phase::Closed(Start::Moving) => "start",
            Phase::Closed(Start::At(_)) => "deal",
            Phase::Left => "cards left",
            Phase::Setting => "setting",
            Phase::Looking(_) => "looking",
            Phase::Dealer => "dealer",
            Phase::DealersHand => P::DEALERS_HAND,
            Phase::Compare => "compare",
            Phase::Showing(_) => "showing",
            Phase::Ruling(_) => "ruling",
        }
    }

    /// Whether this seat has a hand in the round.
    pub fn plays(&self, seat: Seat) -> bool {
        self.of(seat).is_in
    }

    /// The cards or tiles of a seat, if its player has looked at them or they were turned up.
    pub fn pieces(&self, seat: Seat) -> &[P] {
        &self.of(seat).pieces
    }

    fn of(&self, seat: Seat) -> &Hand<P> {
        &self.hands[usize::from(seat.0)]
    }

    fn of_mut(&mut self, seat: Seat) -> &mut Hand<P> {
        &mut self.hands[usize::from(seat.0)]
    }
}

/// A game whose players set two hands.
pub trait TwoHands<P: Piece>: Game<Wager = Wager, Chance = Chance<P>> {
    /// Where it prescribes each step.
    const LAW: Paragraphs;
    /// How high hands rank.
    type High: Copy + Ord;
    /// How low hands rank.
    type Low: Copy + Ord;

    /// The round.
    fn round(&self) -> &Round<P>;

    /// The round, to be changed.
    fn round_mut(&mut self) -> &mut Round<P>;

    /// Whether players may bank, and co-bank.
    fn offers(&self) -> Offered;

    /// How many areas one player may wager on.
    fn areas(&self) -> u16;

    /// What shows the number by which the starting position is counted.
    fn start_by(&self) -> StartBy;

    /// The limits of the table.
    fn limits(&self) -> &Limits;

    /// What is charged on an amount won.
    fn vigorish_on(&self, won: Money) -> Money;

    /// Why nothing can be dealt now.
    fn made_ready(&self) -> Result<(), Refusal>;

    /// The provision under which the table waits for what comes next.
    fn next_under(&self) -> Citation;

    /// Somebody takes a place.
    fn seat_down(&mut self, by: Actor, seat: Seat, to: &mut dyn Observer<Self>);

    /// Whether such a card or tile has not been seen.
    fn is_unseen(&self, piece: P) -> bool;

    /// Whoever it is shown to, it has been seen.
    fn is_seen(&mut self, piece: P);

    /// What a hand is with the pieces in two places low.
    fn hands_of(&self, pieces: &[P], low: [usize; 2]) -> Option<Hands<Self::High, Self::Low>>;

    /// Whether the low hand outranks the high hand.
    fn is_foul(hands: Hands<Self::High, Self::Low>) -> bool;

    /// The places that the house way makes the low hand.
    fn house_way(&self, pieces: &[P]) -> Option<[usize; 2]>;

    /// What the dealer says of two hands.
    fn found(position: Position, hands: Hands<Self::High, Self::Low>) -> Self::Call;

    /// A hand that lies open is found to be a foul.
    fn found_foul(&mut self, seat: Seat, to: &mut dyn Observer<Self>);

    /// The round is over: everything is collected, and nothing is left of it.
    fn complete(&mut self, is_void: bool, to: &mut dyn Observer<Self>);

    /// The player who banks.
    fn held(&self) -> Option<Held> {
        self.round().banking.held()
    }

    /// Who is offered the bank now.
    fn asked(&self) -> Option<Patron> {
        self.round().banking.asked(&self.as_ref().seats)
    }

    /// Who is offered the bank, or has taken it and put nothing up yet.
    fn awaited_bank(&self) -> Option<Patron> {
        let is_empty = |held: &Held| self.as_ref().on(held.seat, Wager::Bank) == Money::ZERO;
        let held = self.held().filter(|held| self.round().phase == Phase::Open && is_empty(held));
        self.asked().or(held.map(|held| held.patron))
    }

    /// The seats whose hands are still to be set, from the dealer's right.
    fn unset(&self) -> impl Iterator<Item = Seat> + use<'_, P, Self> {
        let is_unset = |hand: &Hand<P>| hand.is_in && hand.division == Division::Unset;
        self.as_ref().seats.all().filter(move |&seat| is_unset(self.round().of(seat)))
    }

    /// Whom the table waits for once the equipment is ready.
    fn awaited(&self) -> Awaits {
        match self.round().phase {
            Phase::Open if let Some(patron) = self.awaited_bank() => Awaits::Decision(Actor::Patron(patron)),
            Phase::Open => Awaits::Wagers,
            Phase::Closed(start) => start.awaits(),
            Phase::Left | Phase::Dealer | Phase::Compare => Awaits::Decision(Actor::Dealer),
            Phase::Setting => {
                let unset = self.unset().next().and_then(|seat| self.as_ref().seats.at(seat));
                Awaits::Decision(unset.map_or(Actor::Dealer, Actor::Patron))
            }
            Phase::Ruling(_) => Awaits::Decision(Actor::Supervisor),
            Phase::Looking(_) | Phase::DealersHand | Phase::Showing(_) => Awaits::Equipment,
        }
    }

    /// The provision under which the table waits, once the equipment is ready; `deals` is the one on the deal.
    fn under(&self, deals: Citation) -> Citation {
        match self.round().phase {
            Phase::Open if self.awaited_bank().is_some() => Self::LAW.bank,
            Phase::Closed(Start::Due | Start::Moving) => Self::LAW.start.start,
            Phase::Open | Phase::Closed(Start::At(_)) | Phase::Left => deals,
            Phase::Ruling(_) => Self::LAW.wrong,
            _ => Self::LAW.sets,
        }
    }

    /// Whether wagers are made now, if the equipment is ready.
    fn is_open(&self) -> bool {
        self.round().phase == Phase::Open && self.asked().is_none()
    }

    /// Nothing is left of the round, and the bank is offered for the next one.
    fn begin_anew(&mut self, is_void: bool, to: &mut dyn Observer<Self>) {
        let offers = self.offers();
        let wagers = self.as_ref().layout.clone();
        let seats = self.as_ref().seats;
        let round = self.round_mut();
        round.hands = [const { Hand::NONE }; MOST_PLACES];
        round.phase = Phase::Open;
        let wagered = (!is_void).then_some(|seat: Seat| {
            let on = |bet: &&crate::game::Bet<Wager>| (bet.seat, bet.wager) == (seat, Wager::Main);
            wagers.bets().iter().find(on).map_or(Money::ZERO, |bet| bet.stake)
        });
        round.banking.round_over(&seats, wagered, offers, Self::LAW.bank, to);
    }

    /// Who sits where and banks, and both hands of what is set.
    fn draw_hands(&self, each: &mut dyn FnMut(Item)) {
        let (seats, round) = (&self.as_ref().seats, self.round());
        seats.picture(each);
        if let Some(held) = self.held() {
            each(Item::Banker(held.patron));
        }
        draw_hand(&round.hands[0], [Spot::Dealer, Spot::DealerLow], Eyes::All, each);
        for seat in seats.all() {
            let eyes = match seats.at(seat) {
                Some(patron) if !round.of(seat).is_up => Eyes::Only(Actor::Patron(patron)),
                _ => Eyes::All,
            };
            draw_hand(round.of(seat), [1, 2].map(|hand| Spot::Hand { seat, hand }), eyes, each);
        }
        match round.phase {
            Phase::Setting => self.unset().take(1).for_each(|seat| each(Item::Turn { seat, hand: 1 })),
            Phase::Open if let Some(turn) = seats.turn(self.awaits()) => each(turn),
            Phase::Closed(Start::Moving) => each(Item::Moving),
            _ => {}
        }
    }
}

/// A whole hand, or its two parts once it is known which: the low hand of a set hand is told apart even while it lies face
/// down. What nobody has seen is the same to everyone.
fn draw_hand<P: Piece>(hand: &Hand<P>, [high, low]: [Spot; 2], eyes: Eyes, each: &mut dyn FnMut(Item)) {
    if !hand.is_in {
        return;
    }
    let places = hand.division.low();
    let is_low = |place: usize| places.is_some_and(|low| low.contains(&place));
    for (at, is_drawn_low) in [(high, false), (low, true)] {
        for place in (0..P::HAND).filter(|&place| is_low(place) == is_drawn_low) {
            let piece = hand.pieces.get(place).copied();
            each(P::item(at, piece, if piece.is_some() { eyes } else { Eyes::All }));
        }
    }
}
