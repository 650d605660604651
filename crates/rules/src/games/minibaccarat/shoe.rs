//! 7.1(d), 7.4, 7.5 and 7.12: from decks to a shoe; alternating batches; the idle table; the continuous device.

use super::{Call, Deed, Event, Face, Last, Minibaccarat, Phase, options::Supply};
use crate::games::prelude::*;
use crate::{
    hands::baccarat::burn_amount,
    kit::cards::{Card, Shoe},
    table::shoe::{Burned, Paragraphs, Preparation, PreparationCall, Step},
};

/// Why a shoe is prepared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum How {
    /// The table opens (7.4).
    Opening,
    /// A shoe is finished (7.8(e)).
    Again,
    /// A shoe had too few cards for a round (7.11(e)).
    Void,
    /// The table was idle (7.5(h)).
    Idle,
    /// The same, and a player asked for the kept batch to be spread.
    IdleRequested,
    /// The kept batch is spread and reshuffled (7.5(h)2).
    IdleBatch,
}

impl Minibaccarat {
    /// The provisions on this table's steps.
    fn paragraphs(&self, how: How) -> Paragraphs {
        let has_shuffler = matches!(self.table.options.supply(), Supply::Batches { .. });
        let (spread, wash, shuffle) = match how {
            How::Opening | How::Again | How::Void if has_shuffler => {
                (cite!("7.4(d)"), cite!("7.4(d)"), cite!("7.1(d)4"))
            }
            How::Opening | How::Again | How::Void => (cite!("7.4(b)"), cite!("7.4(c)"), cite!("7.5(a)")),
            _ if has_shuffler => (cite!("7.5(h)2"), cite!("7.5(h)2"), cite!("7.5(h)2")),
            _ => (cite!("7.5(h)"), cite!("7.5(h)1"), cite!("7.5(a)")),
        };
        Paragraphs {
            inspect: cite!("7.4(a)"),
            spread,
            wash,
            shuffle,
            mix: if has_shuffler { cite!("7.1(d)4") } else { cite!("7.5(b)") },
            offer: cite!("7.5(d)"),
            cut: cite!("7.5(e)"),
            load: cite!("7.5(f)"),
            recut: cite!("7.5(g)"),
        }
    }

    /// With a shuffler, cards are stacked unwashed, and the device shuffles (M13). Nothing is shuffled while a
    /// marker is out.
    pub(super) fn step_is_taken_so(&self, step: Step) -> Result<(), Refusal> {
        let has_shuffler = matches!(self.table.options.supply(), Supply::Batches { .. });
        match step {
            Step::Wash | Step::Shuffle if has_shuffler => Err(Refusal::new(cite!("7.1(d)"), Why::NotOffered)),
            Step::Shuffle => self.nothing_is_owed(),
            _ => Ok(()),
        }
    }

    pub(super) fn may_step(&self, by: Actor, step: Step) -> Result<(), Refusal> {
        let plan = self.table.options.plan();
        let (preparing, how) = match &self.phase {
            Phase::Preparing(preparation, how) => (Some(preparation), *how),
            _ => (None, How::Again),
        };
        Preparation::may(preparing, &plan, &self.table.seats, &self.paragraphs(how), (by, step)).map(drop)
    }

    pub(super) fn may_prepare(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        Self::only_dealer(by, deed)?;
        let has_shuffler = matches!(self.table.options.supply(), Supply::Batches { .. });
        match (deed, &self.phase) {
            (Deed::PreShuffled, Phase::Preparing(preparation, How::Opening)) if preparation.is_received() => {
                Ok(())
            }
            (Deed::PreShuffled, _) => Err(Refusal::new(cite!("7.4(a)"), Why::NotNow)),
            (Deed::LoadDevice, Phase::Loading) => Ok(()),
            (Deed::LoadDevice, _) => Err(Refusal::new(cite!("7.12"), Why::NotNow)),
            _ if !has_shuffler => Err(Refusal::new(cite!("7.1(d)"), Why::NotOffered)),
            (Deed::Stack, _) => self.may_step(by, Step::Wash),
            _ => self.may_step(by, Step::Shuffle).and_then(|()| self.nothing_is_owed()),
        }
    }

    /// 7.4(a) and 7.5(a): decks inspected and shuffled beforehand (19:46-1.18(r), not held) are only cut.
    pub(super) fn take_pre_shuffled(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("7.4(a)"), Event::Called { call: Call::TakesPreShuffled });
        match self.table.options.supply() {
            Supply::Continuous { .. } => return self.phase = Phase::Loading,
            Supply::Batches { .. } => self.alternate(to),
            Supply::Shoe { .. } => {}
        }
        let paragraphs = self.paragraphs(How::Opening);
        let mut tell = |cite, call| to.saw(cite, Event::Called { call: TableCall::Prepares(call).into() });
        let preparation = Preparation::pre_shuffled(&self.table.seats, &paragraphs, &mut tell);
        self.phase = Phase::Preparing(preparation, How::Opening);
    }

    /// Takes a step that was allowed.
    pub(super) fn step(&mut self, by: Actor, step: Step, to: &mut dyn Observer<Self>) {
        let Phase::Preparing(mut preparation, how) = self.phase else { return };
        let (supply, paragraphs, seats) =
            (self.table.options.supply(), self.paragraphs(how), self.table.seats);
        let has_shuffler = matches!(supply, Supply::Batches { .. });
        match (step, supply, how) {
            (Step::Shuffle, Supply::Batches { .. }, How::IdleBatch) => {
                to.saw(cite!("7.5(h)2"), Event::Called { call: Call::ReshufflesBatch });
            }
            (Step::Shuffle, Supply::Batches { is_spread, .. }, _) => {
                if how == How::Opening {
                    to.saw(cite!("7.5(a)"), Event::Called { call: Call::ShufflesFirstBatch });
                }
                self.alternate(to);
                // 7.5(h)2: the batch from the shuffler is spread too, unless not doing so was approved and nobody
                // asks for it.
                if how == How::IdleRequested || is_spread && how == How::Idle {
                    self.phase = Phase::Preparing(Preparation::unspread(), How::IdleBatch);
                    return;
                }
            }
            _ => {}
        }
        let mut tell = |cite: Citation, call: PreparationCall| {
            let call = match call {
                PreparationCall::Spreads if has_shuffler => Call::SpreadsBatches,
                PreparationCall::Washes if has_shuffler => Call::StacksBatches,
                PreparationCall::Shuffles if has_shuffler => return,
                call => TableCall::Prepares(call).into(),
            };
            to.saw(cite, Event::Called { call });
        };
        let done = preparation.take(&self.table.options.plan(), &seats, &paragraphs, by, step, &mut tell);
        debug_assert!(done.is_ok(), "{step} was allowed");
        self.phase = match (step, supply) {
            (Step::Wash, Supply::Continuous { .. }) => Phase::Loading,
            _ => Phase::Preparing(preparation, how),
        };
    }

    /// 7.1(d)4 to 6: one batch is in the shuffler and one in play, alternately; the rack holds only one
    /// batch.
    fn alternate(&mut self, to: &mut dyn Observer<Self>) {
        let (spent, next) = if self.batch == 1 { (1, 2) } else { (2, 1) };
        if self.batch != 0 {
            to.saw(cite!("7.1(d)6"), Event::Called { call: Call::ClearsRack { batch: spent } });
        }
        self.batch = next;
        to.saw(cite!("7.1(d)4"), Event::Called { call: Call::KeepsBatch { batch: spent } });
        to.saw(cite!("7.1(d)5"), Event::Called { call: Call::PlaysBatch { batch: next } });
    }

    /// 7.5(f): the first card, and as many more as its value says, are shown and discarded.
    pub(super) fn burn(&mut self, card: Card, to: &mut dyn Observer<Self>) {
        let Phase::Preparing(mut preparation, how) = self.phase else { return };
        match preparation.burn_up((card, burn_amount(card)), cite!("7.5(f)"), to) {
            Some(Burned::Ready(shoe)) => {
                self.shoe = shoe;
                self.phase = Phase::Open;
            }
            _ => self.phase = Phase::Preparing(preparation, how),
        }
    }

    /// 7.8(e), 7.11(e): the shoe is finished, and all its cards are shuffled again.
    pub(super) fn end_shoe(&mut self, how: How, to: &mut dyn Observer<Self>) {
        (self.last, self.is_held, self.pending, self.discards) = (Last::No, false, None, None);
        if matches!(self.table.options.supply(), Supply::Continuous { .. }) {
            return self.load_device(cite!("7.12"), Call::ReturnsCards, to);
        }
        self.shoe = Shoe::load(0, 0);
        self.phase = Phase::Preparing(Preparation::again(None), how);
    }

    /// 7.12: the device gets all cards except one that waits for the next hand or for a simulated round.
    pub(super) fn load_device(&mut self, cite: Citation, call: Call, to: &mut dyn Observer<Self>) {
        self.shoe = Shoe::load(self.table.options.decks(), 0);
        self.shoe.take_cutting_card();
        if self.is_held {
            self.shoe.draw();
        }
        if let Some(card) = self.pending {
            self.shoe.draw_up(card);
        }
        self.phase = Phase::Open;
        to.saw(cite, Event::Called { call });
    }

    pub(super) fn may_idle(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let no = |cite, why| Err(Refusal::new(cite, why));
        if deed == Deed::AskSpread {
            let is_here = matches!(by, Actor::Patron(patron) if self.table.seats.of(patron).is_some());
            return match (&self.phase, self.table.options.supply()) {
                _ if !is_here => no(cite!("7.5(h)2"), Why::NotYours),
                (Phase::Preparing(_, How::Idle), Supply::Batches { is_spread: false, .. }) => Ok(()),
                _ => no(cite!("7.5(h)2"), Why::NotNow),
            };
        }
        Self::only_dealer(by, deed)?;
        match (deed, &self.phase, self.table.options.supply()) {
            (_, _, Supply::Continuous { .. }) => no(cite!("7.12"), Why::NotOffered),
            (Deed::Idle(_), Phase::Open, _) if !self.is_anyone_here() => Ok(()),
            (Deed::TurnUp, Phase::Idle(Face::Down), _) if self.is_anyone_here() => Ok(()),
            _ => no(cite!("7.5(h)"), Why::NotNow),
        }
    }

    /// 7.5(h): without gaming activity, the cards are taken from shoe and rack and spread.
    pub(super) fn idle(&mut self, face: Face, to: &mut dyn Observer<Self>) {
        if self.is_held {
            to.clears(self);
        }
        (self.shoe, self.last, self.is_held) = (Shoe::load(0, 0), Last::No, false);
        self.phase = Phase::Idle(face);
        to.saw(cite!("7.5(h)"), Event::Called { call: Call::SpreadsIdleCards { face } });
    }

    /// 7.5(h): the first player looks at the cards.
    pub(super) fn turn_up(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("7.5(h)"), Event::Called { call: Call::TurnsIdleCardsUp });
        self.phase = Phase::Idle(Face::Up);
        self.someone_came();
    }

    /// Face-up cards can be turned down and mixed once somebody has had the chance to see them.
    pub(super) fn someone_came(&mut self) {
        if self.phase == Phase::Idle(Face::Up) {
            self.phase = Phase::Preparing(Preparation::idle(), How::Idle);
        }
    }

    pub(super) fn ask_spread(&mut self, by: Actor, to: &mut dyn Observer<Self>) {
        if let (Phase::Preparing(_, how), Actor::Patron(patron)) = (&mut self.phase, by) {
            *how = How::IdleRequested;
            to.saw(cite!("7.5(h)2"), Event::Called { call: Call::WillSpread { patron } });
        }
    }
}
