//! What the dealer says and does at pai gow poker.

use super::Wager;
use crate::games::prelude::*;
use crate::{hands::pai_gow_poker::Kind, table::start::Position, words::calls};

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        DealsAround { start: Position } =
            "deals one card at a time, clockwise from {start}, until each of the seven positions has seven cards",
        DealsStacks { start: Position } = "gives a stack of seven cards to each of the seven positions, clockwise from {start}",
        CountsLeft { cards: u16 } = "counts {cards} cards left and puts them into the discard rack unseen",
        CollectsUnplayed = "collects the hands at positions without a wager, unseen",
        AsksToSet = "waits until every player has set a high and a low hand",
        LetsLook { patron: Patron, seat: Seat } = "lets {patron} alone look at the cards of seat {seat}",
        SeesSet { seat: Seat } = "sees seat {seat} lay a high and a low hand down",
        TakesToSet { seat: Seat } = "will set the hand of seat {seat} the house way",
        TurnsCards = "turns the seven cards of the dealer up",
        SetsHouseWay { position: Position } = "sets the hand of {position} the house way",
        SetsAgain = "sets the dealer's hand again, the house way",
        TurnsHand { seat: Seat } = "turns the hands of seat {seat} up",
        FindsHands { position: Position, high: Kind, pair: bool } => format_args!(
            "finds {position}: {high} high, {} low",
            if pair { "a pair" } else { "no pair" },
        ),
        FindsFoul { seat: Seat } = "finds that the low hand of seat {seat} ranks higher than its high hand",
        Copies { seat: Seat, high: bool, low: bool } => match (high, low) {
            (true, true) => "finds both hands copied",
            (true, false) => "finds the high hand copied",
            _ => "finds the low hand copied",
        },
        CallsSupervisor { seat: Seat } = "finds that seat {seat} has shown or exchanged cards and calls a supervisor",
        LeavesHand { seat: Seat } = "goes on with the hand of seat {seat}, as the supervisor decided",
        CollectsHand { seat: Seat } = "collects the hand of seat {seat}, as the supervisor decided",
        ShufflesAgain = "puts the card back and has the cards shuffled again before the deal",
    }
}
