//! What the dealer says and does at pai gow.

use super::{Direction, Wager};
use crate::games::prelude::*;
use crate::{hands::pai_gow::Kind, submission::Choice, table::start::Position, words::calls};

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        LaysOut = "lays the tiles out face up in their sixteen pairs for the first player to inspect",
        LaysOutIdle = "lays the tiles of the idle table out face up in their pairs",
        Mixes = "turns the tiles face down and mixes them, at least eight circles with each hand",
        Stacks = "forms eight stacks of four tiles",
        MixesAgain = "has all tiles mixed again",
        DealsStacks { start: Position, direction: Direction } => format_args!(
            "deals the eight stacks {} from {start}, one of them to the dead hand",
            direction.word(),
        ),
        FindsHands { position: Position, high: Kind, low: Kind } = "finds {position}: {high} high, {low} low",
        TakesBetterAsHigh { seat: Seat } = "takes the better two tiles of seat {seat} as the high hand",
        CollectsTiles = "collects all tiles and turns them face down",
    }
}
