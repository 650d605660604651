//! What the dealer says and does at pai gow poker.

use super::Wager;
use crate::{hands::pai_gow_poker::Kind, table::start::Position, words::calls};

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        DealsAround { start: Position } =
            "deals one card at a time, clockwise from {start}, until each of the seven positions has seven cards",
        DealsStacks { start: Position } = "gives a stack of seven cards to each of the seven positions, clockwise from {start}",
        CountsLeft { cards: u16 } = "counts {cards} cards left and puts them into the discard rack unseen",
        FindsHands { position: Position, high: Kind, pair: bool } => format_args!(
            "finds {position}: {high} high, {} low",
            if pair { "a pair" } else { "no pair" },
        ),
        ShufflesAgain = "puts the card back and has the cards shuffled again before the deal",
    }
}
