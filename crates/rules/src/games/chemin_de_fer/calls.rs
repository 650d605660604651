//! What the dealer says and does at chemin de fer.

use super::{Wager, drawing::Announcement, options::TieCall};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Score, Side, Winner},
    words::calls,
};
use core::fmt::from_fn;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        TakesPreShuffled = "takes decks that came shuffled, to be cut",
        Moves { patron: Patron, seat: Seat, misses_turn: bool } => from_fn(|f| {
            write!(f, "notes that {patron} moves to seat {seat}")?;
            f.write_str(if misses_turn { " and misses a turn there" } else { "" })
        }),
        InvitesBids { left_out: Option<Patron> } => from_fn(|f| {
            f.write_str("offers the shoe to the highest bidder")?;
            left_out.map_or(Ok(()), |patron| write!(f, ", {patron} left out in this round"))
        }),
        HearsBid { patron: Patron, amount: Money } = "hears {patron} bid {amount}",
        GivesBank { patron: Patron, seat: Seat } = "gives the shoe to {patron} at seat {seat}, the Banker",
        OffersBank { patron: Patron, seat: Seat, last: Option<Money> } => from_fn(|f| {
            write!(f, "offers the bank to {patron} at seat {seat}")?;
            last.map_or(Ok(()), |last| write!(f, " for {last} to twice that"))
        }),
        HearsDecline { patron: Patron } = "hears {patron} decline the bank",
        /// Passes over a taker of a passed bank who does not meet its bound.
        PassesOver { patron: Patron, last: Money } = "passes over {patron}, who does not wager {last} to twice that",
        MissesTurn { patron: Patron, seat: Seat } = "leaves out {patron}, who moved to seat {seat} and misses this turn",
        TakesBank { patron: Patron } = "takes the shoe from {patron}",
        GoesOnFrom { seat: Seat } = "goes on from seat {seat}, which held the bank before it was passed",
        DecidesOnBank { transfer: bool, by: Actor } => from_fn(|f| {
            f.write_str(if transfer { "transfers the bank" } else { "leaves the bank where it is" })?;
            write!(f, ", as decided by {by}")
        }),
        OffersParts = "offers parts of the Banker's wager, from the Banker's right around",
        NoWager { patron: Patron } = "hears {patron} make no wager",
        DealsNoRound = "deals no round, since nobody wagered against the Banker",
        NamesDominant { patron: Patron, seat: Seat } = "names {patron} at seat {seat} the Dominant Player",
        CallsCards = "calls \"Cards\"",
        Deals { player_cards: u8, banker_cards: u8 } = "sees the Banker deal {player_cards} cards to the Dominant Player and {banker_cards} to himself, face down",
        UsesDrawnCard = "has the card drawn before used as the first",
        Looks { patron: Patron } = "sees {patron} look at the cards",
        TurnsUp { patron: Patron } = "sees {patron} turn the cards up",
        Repeats { announcement: Announcement } = "repeats \"{announcement}\"",
        RulesOnThird { side: Side, draws: bool } => {
            from_fn(|f| write!(f, "has the {side} {}", if draws { "draw" } else { "stay" }))
        },
        FinalCount { side: Side, total: u8, points: u8 } = "counts the {side} as {points}, of a total of {total}",
        Result { score: Score, tie_call: TieCall } => from_fn(|f| {
            let Score { player, banker, winner, .. } = score;
            let ending = match (winner, tie_call) {
                (Winner::Player, _) => "the Player's Hand wins",
                (Winner::Banker, _) => "the Banker's Hand wins",
                (Winner::Tie, TieCall::StandOff) => "\"Stand Off\"",
                (Winner::Tie, TieCall::TieHand) => "\"Tie Hand\"",
            };
            write!(f, "announces Player's Hand {player}, Banker's Hand {banker}: {ending}")
        }),
        Collects = "collects the losing wagers",
        Pays = "pays the winning wagers",
        MayKeep { patron: Patron } = "lets {patron} keep the shoe or pass it",
        VoidsRound = "declares the hand void",
        CountsZero = "counts the Banker's Hand as zero",
        CountsHighest = "counts the Player's Hand as the most that its cards can make",
        CountsLowest = "counts the Banker's Hand as the least that two of its cards can make",
        GoesToBanker = "gives the card to the Banker's Hand",
        GoesToPlayer = "gives the card to the Dominant Player",
        KeepsForNext = "keeps the undisclosed card as the first of the next hand",
        DiscardsUnseen = "puts a card in the discard bucket without showing it",
        Discards { more: u8 } => from_fn(|f| match more {
            0 => f.write_str("puts the card in the discard bucket, alone"),
            more => write!(f, "puts the card and {more} more in the discard bucket"),
        }),
        WillSimulate = "keeps the card for a simulated round after this hand",
        Simulates = "begins a simulated round with the card, without wagers",
        EndsSimulation = "discards the cards of the simulated round",
        FindsCuttingCardOff = "goes by where the cutting card is, not by the count",
    }
}
