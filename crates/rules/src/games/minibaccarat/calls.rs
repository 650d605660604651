//! What the dealer says and does at minibaccarat.

use super::{
    Face, Wager,
    drawing::Ruling,
    forms::{Form, Signature},
};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::{Score, Side, Winner},
    words::calls,
};
use core::fmt::from_fn;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        TakesPreShuffled = "takes decks that were inspected and shuffled beforehand",
        SpreadsBatches = "spreads each batch apart, face up, for inspection",
        StacksBatches = "turns the cards face down and stacks them, each batch apart",
        KeepsBatch { batch: u8 } = "puts batch {batch} into the shuffler, to be shuffled and kept",
        PlaysBatch { batch: u8 } = "takes batch {batch} for this shoe",
        ClearsRack { batch: u8 } = "clears the discard rack of batch {batch}",
        ShufflesFirstBatch = "has the shuffler shuffle the first batch",
        ReshufflesBatch = "has the shuffler shuffle the spread batch again",
        LoadsDevice = "loads the continuous device",
        ReturnsCards = "returns the cards to the continuous device",
        SpreadsIdleCards { face: Face } = "spreads the cards of shoe and rack face {face}",
        TurnsIdleCardsUp = "turns the spread cards face up for the player to inspect",
        WillSpread { patron: Patron } = "will spread and reshuffle the kept batch for {patron}",
        Straightens { patron: Patron } = "lets {patron} straighten a wager, the amount unchanged",
        DealsDown = "puts two cards a hand face down, the Banker's Hand under the shoe",
        HandsOver { side: Side, seat: Seat } = "hands the {side} to seat {seat}",
        ThirdDown { side: Side } = "puts a third card face down to the {side}",
        Turns { side: Side, by: Actor, cards: u8 } => from_fn(|f| match by {
            Actor::Patron(patron) => write!(f, "gets the {side} from {patron}, face up"),
            _ => write!(f, "turns the {side}"),
        }),
        TurnsBankerFirst = "turns the Banker's Hand first",
        TakesCardsBack { side: Side, seat: Seat } = "takes the cards back from seat {seat}",
        OffersCards { side: Side, seat: Seat } = "offers the {side} to seat {seat}",
        WillTurn { side: Side } = "finds nobody to turn the {side}, and will",
        Counts { side: Side, points: u8 } = "announces \"{side} {points}\"",
        RulesOnThird { side: Side, ruling: Ruling } => from_fn(|f| match ruling {
            Ruling::Natural => f.write_str("deals no more cards: a natural"),
            Ruling::Draws => write!(f, "lets the {side} draw"),
            Ruling::Stays => write!(f, "lets the {side} stay"),
        }),
        LastHand = "announces \"last hand\"",
        Result { score: Score } => from_fn(|f| {
            let Score { player, banker, winner, .. } = score;
            let wins = match winner {
                Winner::Player => ", Player's Hand wins",
                Winner::Banker => ", Banker's Hand wins",
                Winner::Tie => "",
            };
            write!(f, "announces \"Player's Hand {player}, Banker's Hand {banker}{wins}\"")
        }),
        TieHand = "announces \"Tie Hand\"",
        TotalCards { cards: u8 } = "announces \"{cards} cards\"",
        Dragon7 = "announces \"dragon 7\"",
        Collects = "collects the losing wagers",
        Pays = "pays the winning wagers",
        NoVigorish { patron: Patron } = "asks no vigorish of {patron}",
        PicksUp = "picks the cards up in order and puts them in the discard rack",
        TakesMarker { seat: Seat } = "takes the marker of seat {seat} off",
        IssuesForm(form: Form) => from_fn(|f| if f.alternate() { write!(f, "{form:#}") } else { write!(f, "has the pit clerk prepare {form}") }),
        SignsForm(form: Form) => from_fn(|f| {
            write!(f, "signs form {} with pit boss and pit clerk; {}", form.serial, form.signature)?;
            match form.signature {
                Signature::Signed => Ok(()),
                _ => f.write_str(", as one of dealer and pit boss states on it"),
            }
        }),
        DropsForm { serial: u32 } = "drops the original of form {serial} before pit boss and pit clerk",
        VoidsForm { serial: u32 } = "has original and duplicate of form {serial} marked \"VOID\", signed by pit boss and pit clerk and kept by the clerk",
        GoesToBanker = "gives the card to the Banker's Hand as its third",
        KeepsForNext = "keeps the card as the first of the next hand",
        Discards { more: u8 } => from_fn(|f| match more {
            0 => f.write_str("discards the card"),
            more => write!(f, "discards the card and {more} more"),
        }),
        DiscardsUnseen = "discards one more card unseen",
        WillSimulate = "lays the card aside: it begins a simulated round after this one",
        Simulates = "begins a simulated round with the card, without wagers",
        EndsSimulation = "discards the cards of the simulated round",
        VoidsRound = "declares the round void for want of cards",
        FindsCuttingCardOff = "goes by where the cutting card is, not by the count",
    }
}
