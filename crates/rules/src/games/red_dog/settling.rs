//! 6.5 (not held): what becomes of the wagers, and how a round ends.

use super::{Call, Phase, RedDog, Supply, VoidCause, Wager};
use crate::games::prelude::*;
use crate::table::layout::settle;
use crate::{kit::cards::Shoe, table::shoe::Preparation};

impl RedDog {
    pub(super) fn void(&mut self, cause: VoidCause, to: &mut dyn Observer<Self>) {
        to.saw(cite!("6.7"), Event::Called { call: Call::VoidsRound { cause } });
        self.settle(Fate::Void, cite!("6.7"), to);
    }

    /// 6.5 (not held): all wagers have the same fate, and are settled area by area from the dealer's right.
    pub(super) fn settle(&mut self, fate: Fate, cite: Citation, to: &mut dyn Observer<Self>) {
        let odds = self.pair().map(|pair| self.table.options.odds(pair));
        let areas = self.table.seats.all().flat_map(|seat| Wager::ALL.map(|wager| (seat, wager)));
        for (seat, wager) in areas {
            for &bet in self.table.layout.bets().iter().filter(|bet| (bet.seat, bet.wager) == (seat, wager)) {
                let pay = || {
                    let limits = self.table.options.limits();
                    (odds.map_or(Money::ZERO, |odds| limits.pay(odds, bet.stake)), cite)
                };
                settle(bet, (fate, cite), pay, to);
            }
        }
        self.end_round(to);
    }

    /// 6.3 and 6.9 (not held): the round in which the cutting card came out was the last of the shoe.
    fn end_round(&mut self, to: &mut dyn Observer<Self>) {
        to.clears(self);
        self.table.layout.clear();
        self.cards.clear();
        self.aside = None;
        self.phase = Phase::Open;
        if self.table.options.supply() == Supply::Continuous {
            self.load_device(Call::ReturnsCards, to);
        } else if self.shoe.is_cutting_card_out() {
            to.saw(cite!("6.3"), Event::Called { call: TableCall::EndsShoe.into() });
            self.shoe = Shoe::load(0, 0);
            self.phase = Phase::Preparing(Preparation::again(None));
        }
    }
}
