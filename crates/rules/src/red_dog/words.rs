//! The words of red dog: what people do, and what the dealer says and does.

use super::{payouts::Pair, wagers::Wager};
use crate::{
    game::Bet,
    money::Money,
    party::{Patron, Seat},
    preparation::{PreparationCall, Step},
    seats::MOST_SEATS,
    vocabulary::Vocabulary,
};
use core::fmt;

/// What people do beside wagering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A step of the preparation of a shoe.
    Prepare(Step),
    /// The dealer puts the cards into the continuous device.
    LoadDevice,
    /// The dealer or the supervisor confirms the wager in cash.
    Confirm,
    /// Either declines it.
    Decline,
    /// The dealer deals two cards.
    Deal,
    /// The dealer calls consecutive cards a tie.
    CallTie,
    /// A player lets the wager stand as it is.
    Stand,
    /// A player takes a betting area.
    SitAt(Seat),
    /// A player leaves.
    Leave,
}

/// What the dealer says and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// A step of the preparation.
    Prepares(PreparationCall),
    /// Loads the continuous device.
    LoadsDevice,
    /// Cards go back into it.
    Returns,
    /// Seats a player.
    Seats(Patron, Seat),
    /// A player leaves.
    Frees(Patron, Seat),
    /// Hears a wager in cash.
    Hears(Bet<Wager>),
    /// One of the two confirmations.
    HalfConfirmed,
    /// Gives cash back.
    Declines(Patron, Money),
    /// Deals two cards.
    Deals,
    /// Says what each counts.
    Counts(u8, u8),
    /// Says what they make.
    Announces(Pair),
    /// Calls the tie.
    Tie,
    /// Waits for a player to raise or not.
    Asks(Seat),
    /// A player does not raise.
    Stands(Patron),
    /// The third card comes.
    DealsThird,
    /// The cutting card came out.
    SetsAside,
    /// The shoe is finished.
    ShoeEnds,
    /// Discards a card.
    Discards,
    /// Uses a card drawn in error as the next one.
    UsesNext,
    /// The round is void.
    Void,
    /// The round is void for want of cards.
    TooFew,
}

impl Deed {
    /// What each person does unless they say otherwise: the staff confirm wagers in cash and lead the round on; a player
    /// lets the original wager stand.
    pub(super) const USUAL: [Deed; 5] =
        [Deed::Confirm, Deed::LoadDevice, Deed::Deal, Deed::CallTie, Deed::Stand];

    /// Every deed but the preparation's steps, the usual ones first.
    pub(super) fn own(tell: &mut impl FnMut(Deed)) {
        [Deed::Confirm, Deed::LoadDevice, Deed::Deal, Deed::CallTie, Deed::Stand]
            .into_iter()
            .for_each(&mut *tell);
        (1..=MOST_SEATS).map(Seat).map(Deed::SitAt).for_each(&mut *tell);
        [Deed::Leave, Deed::Decline].into_iter().for_each(tell);
    }
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        Deed::own(tell);
        Step::each(&mut |step| tell(Deed::Prepare(step)));
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::Prepare(step) => return write!(f, "{step}"),
            Deed::LoadDevice => "loads the device",
            Deed::Confirm => "confirms",
            Deed::Decline => "declines",
            Deed::Deal => "deals",
            Deed::CallTie => "calls the tie",
            Deed::Stand => "lets it stand",
            Deed::SitAt(seat) => return write!(f, "sits at {}", seat.0),
            Deed::Leave => "leaves",
        })
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Call::Prepares(call) => return write!(f, "{call}"),
            Call::LoadsDevice => "loads the continuous device",
            Call::Returns => "returns the cards to the continuous device",
            Call::Seats(patron, seat) => return write!(f, "sees {patron} take area {}", seat.0),
            Call::Frees(patron, seat) => return write!(f, "sees {patron} leave area {}", seat.0),
            Call::Hears(bet) => return write!(f, "hears {bet}"),
            Call::HalfConfirmed => "has one of two confirmations",
            Call::Declines(patron, cash) => return write!(f, "gives {patron} {cash} back"),
            Call::Deals => "deals two cards face up, the first to the left, the second to the right",
            Call::Counts(left, right) => return write!(f, "counts {left} and {right}"),
            Call::Announces(Pair::Consecutive) => "announces consecutive cards",
            Call::Announces(Pair::Alike) => "announces a pair",
            Call::Announces(Pair::Spread(n)) => {
                return write!(f, "announces a spread of {n} and puts the marker on it");
            }
            Call::Tie => "calls a tie",
            Call::Asks(seat) => return write!(f, "waits for area {} to raise or not", seat.0),
            Call::Stands(patron) => return write!(f, "leaves {patron}'s wager as it is"),
            Call::DealsThird => "deals a third card face up between the two",
            Call::SetsAside => "takes the cutting card out and sets it aside",
            Call::ShoeEnds => "deals no more cards until the reshuffle",
            Call::Discards => "discards the card",
            Call::UsesNext => "uses the card as the next one",
            Call::Void => "declares the round void",
            Call::TooFew => "declares the round void for want of cards",
        })
    }
}
