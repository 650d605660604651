//! What the dealer says and does at caribbean stud poker.

use super::{Face, Wager, options::Exposed};
use crate::games::prelude::*;
use crate::{hands::poker::Kind, kit::cards::Card, picture::Spot, words::calls};
use core::{cmp::Ordering, fmt};

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        Inspects = "inspects the deck",
        Verifies = "has the floorperson verify the inspection",
        Spreads = "spreads the cards face up for the first player to inspect",
        Washes = "turns the cards face down, washes and stacks them",
        TakesPreShuffled = "takes a deck that was inspected and shuffled beforehand",
        Recuts = "has the cards recut",
        TurnsUpSpread = "turns the spread cards face up for the player to inspect",
        TreatsDecksApart = "does so with each of the two decks apart",
        Shuffles { device: bool } => match device {
            false => "shuffles the cards and stacks them",
            true => "has the device shuffle the cards and stack them",
        },
        PlaysDeck { deck: u8 } => format_args!("plays deck {deck}, with deck {} in the device", 3 - deck),
        TakesUncut = "takes the stack as the device left it, without a cut",
        PutsCoverCard = "puts the cover card in front of the deck",
        Cuts { cards: u16 } = "takes {cards} cards from the top and puts them on the cover card",
        CompletesCut = "puts the rest of the deck on top of them",
        RemovesCoverCard = "moves the cover card to the discard rack",
        SpreadsIdle { face: Face } = "spreads the cards of the idle table face {face}",
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
        Loads = "puts the stacked deck into the dealing shoe",
        DealsFromHand = "deals from the hand",
        HoldsDeck = "takes the deck in one hand and keeps it over the chip rack",
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
        RacksStub = "puts the stub into the discard rack unseen",
        CountsStub { cards: u16, whole: bool } => format_args!(
            "counts {cards} cards of the stub face down: {}",
            if whole { "the deck is whole" } else { "not as it should be" },
        ),
        Asks { seat: Seat } = "waits for seat {seat} to bet or fold",
        LetsLook { patron: Patron, seat: Seat } = "lets {patron} alone look at the five cards",
        TakesCards { seat: Seat } = "takes the cards of seat {seat}, face down",
        TurnsHoleCards = "turns the hole cards up",
        Ranks { at: Spot, rank: Kind, ace_low: bool } => format_args!(
            "finds {}: {rank}{}",
            Whose(at),
            if ace_low { " from the ace to the five" } else { "" },
        ),
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
        PicksUp = "collects all cards",
        Discards { card: Card } = "discards the card",
        KeepsForNext = "uses the card as the next one",
        PlaysOn = "leaves the hole card up and goes on with the round",
        VoidsRound = "declares all hands void",
        RemovesDeck = "has the whole deck removed from the table",
    }
}

/// How a player's hand compares with the dealer's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Comparison {
    /// It is higher.
    Higher,
    /// It is lower.
    Lower,
    /// They push.
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

/// A player's hand is named by its seat, the dealer's by its owner.
struct Whose(Spot);

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Spot::Hand { seat, .. } => write!(f, "seat {seat}"),
            _ => f.write_str("the dealer's hand"),
        }
    }
}
