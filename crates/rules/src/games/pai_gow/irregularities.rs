//! 10.9 (not held): what can go wrong with dice and tiles. Where nothing is known of the text, a supervisor decides.

use super::{Chance, PaiGow, mixing::Stage};
use crate::games::prelude::*;
use crate::{
    kit::tiles::Tile,
    table::{
        start::{self, Start, StartBy, StartCall},
        two_hands::{Found, HandCall, Phase, Settling, TwoHands},
    },
    words::deeds,
};

deeds! {
    /// What can go wrong. Whoever lists it learns nothing of tiles that only a player has seen: they are not named here.
    pub enum Irregularity {
        /// It is cocked, leans on another die or stands on one.
        NotFlat = "die not flat",
        OutOfShaker = "die out of the shaker",
        UncoveredEarly = "shaker uncovered before no more bets",
        StackedWrong = "tiles stacked wrong",
        WrongNumber = "wrong number of tiles",
        /// What follows is not known.
        DealersTile = "dealer's tile exposed",
        WrongHouseWay = "dealer's hand set wrong",
        Shows(seat: Seat) = "tiles shown or exchanged at {seat}",
        Exposed(tile: Found<Tile>) = "tile exposed, {tile}",
    }
}

impl PaiGow {
    pub(super) fn can_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        let has_dice = self.table.options.start() == StartBy::Dice;
        let phase = self.round.phase;
        // While the dice move, the stacks lie still.
        let is_undealt = matches!(phase, Phase::Open | Phase::Closed(Start::Due | Start::At(_)));
        let is_handled = is_undealt && matches!(self.stage, Stage::Mixed | Stage::Stacked);
        let is_possible = match what {
            Irregularity::NotFlat | Irregularity::OutOfShaker => {
                has_dice && phase == Phase::Closed(Start::Moving)
            }
            Irregularity::UncoveredEarly => has_dice && phase == Phase::Open,
            Irregularity::StackedWrong => is_undealt && self.stage == Stage::Stacked,
            Irregularity::WrongNumber => matches!(phase, Phase::Setting | Phase::Dealer | Phase::Compare),
            Irregularity::DealersTile => phase == Phase::Setting,
            Irregularity::WrongHouseWay => phase == Phase::Compare,
            Irregularity::Shows(seat) => {
                phase == Phase::Setting && self.table.seats.has(seat) && self.round.plays(seat)
            }
            Irregularity::Exposed(Found(tile)) => is_handled && self.is_unseen(tile),
        };
        if is_possible { Ok(()) } else { Err(Refusal::new(cite!("10.9"), Why::NotNow)) }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        let cite = cite!("10.9");
        match what {
            Irregularity::NotFlat | Irregularity::OutOfShaker => {
                if let Phase::Closed(start) = &mut self.round.phase {
                    start.invalid(cite, to);
                }
            }
            Irregularity::UncoveredEarly => start::say(cite, StartCall::CoversShaker, to),
            Irregularity::StackedWrong => self.mix_again(to),
            Irregularity::WrongNumber => self.void_round(cite, to),
            Irregularity::DealersTile => self.call_supervisor(Seat::NONE, to),
            Irregularity::WrongHouseWay => {
                to.saw(cite, Event::Called { call: TableCall::Hand(HandCall::SetsAgain).into() });
            }
            Irregularity::Shows(seat) => self.call_supervisor(seat, to),
            Irregularity::Exposed(Found(tile)) => self.expose(tile, to),
        }
    }

    /// A tile is seen that nobody should see. While it is dealt, all hands are void; before, all tiles are mixed again, and the
    /// wagers stand.
    fn expose(&mut self, tile: Tile, to: &mut dyn Observer<Self>) {
        let is_dealt = matches!(self.round.phase, Phase::Closed(Start::At(_))) && !self.is_preparing();
        to.saw(cite!("10.9"), Event::Shown { chance: Chance::Piece(tile), to: Eyes::All });
        self.exposed = Some(tile);
        to.clears(self);
        self.exposed = None;
        if is_dealt { self.void_round(cite!("10.9"), to) } else { self.mix_again(to) }
    }
}
