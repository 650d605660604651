//! What the dealer says and does at let it ride poker.

use super::Wager;
use crate::games::prelude::*;
use crate::words::calls;

calls! {
    /// What the dealer says and does.
    pub enum Call<Wager> {
        BeginsWith { seat: Seat } = "begins with seat {seat}, farthest to the left, and goes clockwise",
        DealsAround =
            "deals three cards face down to each player, one at a time, and one to the community area after the first and the second",
        DealsStacks =
            "has the shoe give three cards to each player, the farthest left first, and to the community area last",
        DiscardsThird = "discards the card of the community area at his right, unseen",
        Asks { seat: Seat, wager: Wager } = "waits for seat {seat} to withdraw the {wager} wager or let it ride",
        LetsLook { patron: Patron, seat: Seat } = "lets {patron} alone look at the three cards",
        LeavesWager { seat: Seat, wager: Wager } = "leaves the {wager} wager of seat {seat} where it is",
        TurnsCommunityCard { which: u8 } => match which {
            1 => "turns the first community card up",
            _ => "turns the second community card up",
        },
        CallsSupervisor = "finds a community card turned too early and calls a supervisor",
        LeavesCardUp = "leaves the card up and goes on with the round, as the supervisor decided",
    }
}
