//! What the dealer says and does at caribbean stud poker.

use super::{Wager, options::Exposed};
use crate::games::prelude::*;
use crate::words::calls;
use core::cmp::Ordering;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        SeesLight { seat: Seat } = "sees the acceptor light of seat {seat} on",
        /// Presses the lock-out button.
        LocksOut = "presses the lock-out button",
        MatchesLights { lights: u8 } =
            "finds as many progressive chips as lights, {lights}, and puts them into the table inventory",
        LightsDisagree { chips: u8, lights: u8 } =
            "counts the progressive chips, {chips}, and the lights, {lights}, and calls a supervisor",
        LightsSettled { wagers: u8 } =
            "puts the chips of the progressive wagers that stand, {wagers}, into the table inventory",
        FindsNoLight { seat: Seat } = "gives seat {seat} its progressive chip back: no light was on",
        DealsStacks =
            "has the shoe give five cards to each player, the farthest left first, and to the dealer last",
        BeginsWith { seat: Seat } = "begins with seat {seat}, farthest to the left, and goes clockwise",
        DealsFirst = "deals one card face down to each player",
        DealsSecond = "deals a second card face down on top of each player's first",
        DealsDealerSecond = "deals himself a second card face down, right of the one face up",
        DealsRemaining =
            "deals the third, fourth and fifth cards around, all face down, his own last each time",
        TurnsUpDealerCard { which: Exposed } => match which {
            Exposed::Top => "turns up the top card of the dealer's stack",
            Exposed::Bottom => "turns up the bottom card of the dealer's stack",
        },
        Asks { seat: Seat } = "waits for seat {seat} to bet or fold",
        LetsLook { patron: Patron, seat: Seat } = "lets {patron} alone look at the five cards",
        TakesCards { seat: Seat } = "takes the cards of seat {seat}, face down",
        TurnsHoleCards = "turns the hole cards up",
        Compares { seat: Seat, result: Comparison } => format_args!(
            "finds seat {seat} {}",
            match result {
                Comparison::Higher => "higher than the dealer's hand",
                Comparison::Lower => "lower than the dealer's hand",
                Comparison::Push => "equal to the dealer's hand: a push",
            },
        ),
        DealerQualifies { qualifies: bool } => match qualifies {
            true => "declares that the dealer's hand qualifies",
            false => "declares that the dealer's hand does not qualify",
        },
        PlaysOn = "leaves the hole card up and goes on with the round",
    }
}

/// How a player's hand compares with the dealer's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Comparison {
    /// The player's hand is higher.
    Higher,
    /// The player's hand is lower.
    Lower,
    /// The hands tie.
    Push,
}

impl From<Ordering> for Comparison {
    fn from(than_dealer: Ordering) -> Comparison {
        match than_dealer {
            Ordering::Greater => Comparison::Higher,
            Ordering::Less => Comparison::Lower,
            Ordering::Equal => Comparison::Push,
        }
    }
}
