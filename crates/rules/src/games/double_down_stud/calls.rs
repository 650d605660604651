//! What the dealer says and does at double down stud.

use super::Wager;
use crate::games::prelude::*;
use crate::words::calls;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        BeginsWith { seat: Seat } = "begins with seat {seat}, farthest to the left, and goes clockwise",
        DealsCards = "deals a card face up to each player",
        DealsCommunity = "deals four community cards, three of them face up",
        Asks { seat: Seat } = "waits for seat {seat} to double or stand",
        LeavesWager { seat: Seat } = "leaves the wager of seat {seat} as it is",
        TurnsLast = "turns the last community card up",
        CallsSupervisor = "finds the last community card turned too early and calls a supervisor",
        LeavesCardUp = "leaves the card up and goes on without doubling, as the supervisor decided",
    }
}
