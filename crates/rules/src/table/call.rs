//! The calls that every table has, in each game's own words for its places.

use crate::{
    game::Bet,
    money::Money,
    table::{
        banking::BankCall,
        deck::DeckCall,
        people::{Actor, Patron, Seat},
        shoe::PreparationCall,
        start::StartCall,
        two_hands::HandCall,
    },
    vocabulary::Kinds,
};
use core::fmt;

/// A call that several games make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "call", rename_all = "kebab-case"))]
#[allow(missing_docs)]
pub enum TableCall<W> {
    Seats {
        patron: Patron,
        seat: Seat,
    },
    Leaves {
        patron: Patron,
        seat: Seat,
    },
    Hears(Bet<W>),
    Confirmed {
        by: Actor,
        patron: Patron,
    },
    DeclinesCash {
        patron: Patron,
        amount: Money,
    },
    Prepares(PreparationCall),
    NoMoreBets,
    SetsCuttingCardAside,
    FindsCuttingCardOff,
    EndsShoe,
    /// What is done with the one deck of a stud game.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Deck(DeckCall),
    /// How the position is found at which a deal begins.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Start(StartCall),
    /// Who banks.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Bank(BankCall),
    /// What is done with hands that players set.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Hand(HandCall),
}

impl<W: Kinds> fmt::Display for TableCall<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableCall::Seats { patron, seat } => write!(f, "sees {patron} take {} {seat}", W::PLACE),
            TableCall::Leaves { patron, seat } => write!(f, "sees {patron} leave {} {seat}", W::PLACE),
            TableCall::Hears(bet) => write!(f, "hears {bet}"),
            TableCall::Confirmed { .. } => f.write_str("has one of two confirmations"),
            TableCall::DeclinesCash { patron, amount } => write!(f, "gives {patron} {amount} back"),
            TableCall::Prepares(call) => write!(f, "{call}"),
            TableCall::NoMoreBets => f.write_str("calls \"No More Bets\""),
            TableCall::SetsCuttingCardAside => f.write_str("takes the cutting card out and sets it aside"),
            TableCall::FindsCuttingCardOff => {
                f.write_str("goes by where the cutting card is, not by the count")
            }
            TableCall::EndsShoe => f.write_str("deals no more cards until the reshuffle"),
            TableCall::Deck(call) => write!(f, "{call}"),
            TableCall::Start(call) => write!(f, "{call}"),
            TableCall::Bank(call) => write!(f, "{call}"),
            TableCall::Hand(call) => write!(f, "{call}"),
        }
    }
}
