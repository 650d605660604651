//! 10.4 (not held): the tiles are laid out for the first player, mixed and stacked.

use super::{Call, PaiGow};
use crate::games::prelude::*;
use crate::{
    table::{
        deck::in_turn,
        two_hands::{Phase, TwoHands},
    },
    words::deeds,
};

deeds! {
    /// The steps that make the tiles ready, in their order.
    pub enum TileStep {
        LayOut = "lays the tiles out",
        Mix = "mixes the tiles",
        Stack = "stacks the tiles",
        /// The tiles lie face up while nobody plays.
        LayOutIdle = "lays the idle tiles out",
    }
}

/// What must still be done to the tiles before they are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// New at the table.
    Received,
    /// Face up in sixteen pairs, for the first player to inspect.
    LaidOut,
    /// So until somebody comes.
    Idle,
    /// To be mixed: after a round, or because one was exposed.
    Collected,
    /// To be stacked.
    Mixed,
    /// In eight stacks of four.
    Stacked,
}

impl PaiGow {
    /// Whether nobody is at the table.
    pub(super) fn is_empty(&self) -> bool {
        self.table.seats.from_highest().next().is_none()
    }

    /// Whether no round is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.round.phase == Phase::Open && self.bets().is_empty()
    }

    /// Whether this person may take this step with the tiles now.
    pub(super) fn may_prepare(&self, by: Actor, step: TileStep) -> Result<Terms, Refusal> {
        let is_due = match step {
            TileStep::LayOut => self.stage == Stage::Received,
            TileStep::Mix => match self.stage {
                Stage::LaidOut | Stage::Collected => true,
                Stage::Idle => !self.is_empty(),
                _ => false,
            },
            TileStep::Stack => self.stage == Stage::Mixed,
            TileStep::LayOutIdle => {
                let is_out = matches!(self.stage, Stage::Received | Stage::LaidOut | Stage::Idle);
                self.is_empty() && self.is_idle() && !is_out
            }
        };
        in_turn(Actor::Dealer, by, is_due, cite!("10.4"), self.next_under())
    }

    /// Takes the step.
    pub(super) fn prepare(&mut self, step: TileStep, to: &mut dyn Observer<Self>) {
        let (call, stage) = match step {
            TileStep::LayOut => (Call::LaysOut, Stage::LaidOut),
            TileStep::Mix => (Call::Mixes, Stage::Mixed),
            TileStep::Stack => (Call::Stacks, Stage::Stacked),
            TileStep::LayOutIdle => (Call::LaysOutIdle, Stage::Idle),
        };
        to.saw(cite!("10.4"), Event::Called { call });
        self.stage = stage;
    }

    /// All tiles are mixed again before they are dealt.
    pub(super) fn mix_again(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("10.4"), Event::Called { call: Call::MixesAgain });
        self.stage = Stage::Collected;
    }
}
