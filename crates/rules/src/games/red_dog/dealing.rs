//! 6.2 to 6.4 and 6.9 (not held): preparing the cards and dealing them.

use super::{Call, Pair, Phase, RedDog, Supply, VoidCause, decide, value};
use crate::games::prelude::*;
use crate::{
    game::EventOf,
    kit::cards::{Shoe, Shown},
    table::shoe::{Burned, Preparation, PreparationCall, Step},
};

/// An outcome that everyone sees.
pub(super) const fn shown(chance: Shown) -> EventOf<RedDog> {
    Event::Shown { chance, to: Eyes::All }
}

impl RedDog {
    /// 6.3 (not held): whether the cutting card is far enough from the back.
    pub(super) fn is_deep_enough(&self, step: Step) -> Result<(), Refusal> {
        match (step, self.table.options.supply()) {
            (Step::Load(n), Supply::Shoe { behind, .. }) if n < behind => {
                Err(Refusal::new(cite!("6.3"), Why::TooNearTheEnd { least: behind }))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn may_prepare(&self, by: Actor, step: Step) -> Result<Terms, Refusal> {
        let Common { options, seats, .. } = &self.table;
        let (plan, paragraphs) = (options.plan(), options.paragraphs());
        let preparing =
            if let Phase::Preparing(preparation) = &self.phase { Some(preparation) } else { None };
        if preparing.is_some() {
            self.is_deep_enough(step)?;
        }
        Preparation::may(preparing, &plan, seats, &paragraphs, (by, step))
    }

    pub(super) fn prepare(&mut self, by: Actor, step: Step, to: &mut dyn Observer<Self>) {
        let Common { options, seats, .. } = &self.table;
        let Phase::Preparing(preparation) = &mut self.phase else { return };
        preparation.perform(&options.plan(), seats, &options.paragraphs(), by, step, to);
        if step == Step::Wash && options.supply() == Supply::Continuous {
            self.phase = Phase::Loading;
        }
    }

    /// 6.9 (not held): the device gets all cards.
    pub(super) fn load_device(&mut self, call: Call, to: &mut dyn Observer<Self>) {
        self.shoe = Shoe::load(self.table.options.decks(), 0);
        self.shoe.take_cutting_card();
        self.phase = Phase::Open;
        to.saw(cite!("6.9"), Event::Called { call });
    }

    pub(super) fn can_show(&self, what: Shown) -> Result<(), Refusal> {
        let mut can = false;
        self.outcomes(&mut |chance, _| can |= chance == what);
        let cite = match self.phase {
            Phase::Preparing(_) => cite!("6.3"),
            _ if what == Shown::CuttingCard || self.shoe.is_at_cutting_card() => cite!("6.3"),
            Phase::Loading => cite!("6.9"),
            // 6.1(a): these decks have no more of this card.
            Phase::Cards | Phase::Third => cite!("6.1(a)"),
            _ => cite!("6.4"),
        };
        if can { Ok(()) } else { Err(Refusal::new(cite, Why::CannotBeShown)) }
    }

    pub(super) fn shown(&mut self, what: Shown, to: &mut dyn Observer<Self>) {
        let Shown::Card(card) = what else {
            to.saw(cite!("6.3"), shown(what));
            to.saw(cite!("6.3"), Event::Called { call: TableCall::SetsCuttingCardAside.into() });
            self.shoe.take_cutting_card();
            return self.advance(to);
        };
        if let (Phase::Preparing(preparation), Supply::Shoe { burned, .. }) =
            (&mut self.phase, self.table.options.supply())
        {
            to.saw(cite!("6.3"), shown(what));
            let tell = &mut |call| {
                if call != (PreparationCall::Burns { cards: 0 }) {
                    to.saw(cite!("6.3"), Event::Called { call: TableCall::Prepares(call).into() });
                }
            };
            if let Some(Burned::Ready(shoe)) = preparation.burn(card, burned - 1, tell) {
                (self.shoe, self.phase) = (shoe, Phase::Open);
            }
            return;
        }
        to.saw(cite!("6.4"), shown(what));
        self.shoe.draw_up(card);
        self.cards.push(card);
        match self.cards[..] {
            [left, right, third] => {
                let (fate, cite) = decide([left, right], third);
                self.settle(fate, cite, to);
            }
            [left, _] => {
                to.saw(
                    cite!("6.1(b)"),
                    Event::Called { call: Call::Counts { left: value(left), right: value(card) } },
                );
                self.announce(Pair::of(left, card), to);
            }
            _ => self.advance(to),
        }
    }

    /// 6.5 (not held): what two cards lead to.
    fn announce(&mut self, pair: Pair, to: &mut dyn Observer<Self>) {
        to.saw(cite!("6.5"), Event::Called { call: Call::Announces { pair } });
        match pair {
            Pair::Consecutive => self.phase = Phase::Tie,
            Pair::Alike => self.third(to),
            Pair::Spread(_) => self.next_raise(Seat(self.table.options.areas() + 1), to),
        }
    }

    pub(super) fn third(&mut self, to: &mut dyn Observer<Self>) {
        to.saw(cite!("6.4"), Event::Called { call: Call::DealsThird });
        self.phase = Phase::Third;
        self.advance(to);
    }

    /// A card is due: if there is none, the round is void.
    pub(super) fn advance(&mut self, to: &mut dyn Observer<Self>) {
        let is_due = matches!(self.phase, Phase::Cards | Phase::Third);
        if is_due && self.shoe.left() == 0 && !self.shoe.is_at_cutting_card() {
            self.void(VoidCause::TooFewCards, to);
        }
    }
}
