//! 10.6 (not held): all eight stacks are dealt from the starting position, and those that nobody plays are collected.

use super::{Call, PaiGow};
use crate::games::prelude::*;
use crate::table::{
    deck::in_turn,
    start::Start,
    two_hands::{Dealing, Phase, TwoHands},
};

impl PaiGow {
    /// Whether the number is to be seen by which the starting position is counted.
    pub(super) fn is_starting(&self) -> bool {
        self.round.phase == Phase::Closed(Start::Moving)
    }

    pub(super) fn may_deal(&self, by: Actor) -> Result<Terms, Refusal> {
        in_turn(Actor::Dealer, by, self.starts_at().is_some(), cite!("10.6"), self.next_under())
    }

    pub(super) fn deal(&mut self, to: &mut dyn Observer<Self>) {
        let Some(start) = self.starts_at() else { return };
        let direction = self.table.options.direction();
        to.saw(cite!("10.6"), Event::Called { call: Call::DealsStacks { start, direction } });
        self.deal_all(to);
        self.collect_unplayed(cite!("10.6"), to);
    }
}
