//! What the dealer says and does at red dog.

use super::{payouts::Pair, wagers::Wager};
use crate::games::prelude::*;
use crate::words::calls;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        LoadsDevice = "loads the continuous device",
        ReturnsCards = "returns the cards to the continuous device",
        Deals = "deals two cards face up, the first to the left, the second to the right",
        Counts { left: u8, right: u8 } = "counts {left} and {right}",
        Announces { pair: Pair } = "announces {pair}",
        CallsTie = "calls a tie",
        AsksToRaise { seat: Seat } = "waits for area {seat} to raise or not",
        LetsStand { seat: Seat, patron: Patron } = "leaves {patron}'s wager as it is",
        DealsThird = "deals a third card face up between the two",
        Discards = "discards the card",
        KeepsForNext = "uses the card as the next one",
        VoidsRound { cause: VoidCause } => match cause {
            VoidCause::FaceUp => "declares the round void",
            VoidCause::TooFewCards => "declares the round void for want of cards",
        },
    }
}

/// Why a round is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum VoidCause {
    /// A card lay face up in the shoe.
    FaceUp,
    /// The shoe ran out of cards.
    TooFewCards,
}
