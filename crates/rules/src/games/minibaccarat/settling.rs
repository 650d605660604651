//! 7.10: the result is announced, losers are collected, and winners are paid and charged in the chosen
//! order.

use super::{
    Call, Event, Minibaccarat, Phase, Wager,
    options::Bargain,
    payouts::{self, Owed},
};
use crate::games::prelude::*;
use crate::table::layout::settle;
use crate::{
    hands::{
        baccarat::{Coup, Winner},
        vigorish::{Due, PayOrder},
    },
    readings::M3,
    table::seats::MOST_SEATS,
};
use arrayvec::ArrayVec;

impl Minibaccarat {
    /// 7.10(a) to (d): the result and the settlement.
    pub(super) fn announce(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Dealing(deal) = &self.phase else { return };
        let coup = *deal.coup();
        self.announce_result(&coup, to);
        to.saw(cite!("7.10(b)"), Event::Called { call: Call::Collects });
        self.settle_all(Fate::Lost, &coup, to);
        to.saw(self.procedure(), Event::Called { call: Call::Pays });
        // Positions with a winning wager or vigorish to pay, the highest first.
        let has_due = |seat: &Seat| {
            let mut own = self.at(*seat);
            own.any(|bet| self.fate(bet, &coup).0 == Fate::Won) || self.owes(*seat, &coup) != Owed::Nothing
        };
        let positions: ArrayVec<Seat, { MOST_SEATS as usize }> =
            self.table.seats.all().rev().filter(has_due).collect();
        self.table.options.pay_order().run(&positions, |seat, due| match due {
            Due::Pay => self.settle(seat, Fate::Won, &coup, to),
            Due::Charge => self.charge(seat, &coup, to),
        });
        self.settle_all(Fate::Void, &coup, to);
        self.table.layout.clear();
        to.clears(self);
        to.saw(cite!("7.10(d)"), Event::Called { call: Call::PicksUp });
        self.finish(to);
    }

    /// 7.10(a): counts and winner, "Tie Hand", the number of cards, "dragon 7".
    fn announce_result(&self, coup: &Coup, to: &mut dyn Observer<Self>) {
        let mut call = |call| to.saw(cite!("7.10(a)"), Event::Called { call });
        call(Call::Result { score: coup.score() });
        if coup.winner() == Winner::Tie {
            call(Call::TieHand);
        }
        if self.table.options.total_cards() {
            let cards = u8::try_from(coup.cards()).unwrap_or(u8::MAX);
            call(Call::TotalCards { cards });
        }
        if matches!(self.table.options.bargain(), Bargain::Dragon7 { .. })
            && payouts::is_dragon_7(coup, &self.table.options)
        {
            call(Call::Dragon7);
        }
    }

    /// 7.10(b)1 to 5: the provision on the procedure in use; the variations of 7.3(f)1 and (i) charge
    /// nothing (M1).
    fn procedure(&self) -> Citation {
        match (self.table.options.bargain(), self.table.options.pay_order()) {
            (Bargain::HalfOnSix | Bargain::Dragon7 { .. }, _) => cite!("7.10(b)5"),
            (_, PayOrder::PayAllThenCharge) => cite!("7.10(b)1"),
            (_, PayOrder::ChargeAllThenPay) => cite!("7.10(b)2"),
            (_, PayOrder::PayThenChargeEach) => cite!("7.10(b)3"),
            (_, PayOrder::ChargeThenPayEach) => cite!("7.10(b)4"),
        }
    }

    fn at(&self, seat: Seat) -> impl Iterator<Item = &Bet<Wager>> {
        self.table.layout.bets().iter().filter(move |bet| bet.seat == seat)
    }

    fn fate(&self, bet: &Bet<Wager>, coup: &Coup) -> (Fate, Citation) {
        payouts::decide(bet.wager, coup, &self.table.options)
    }

    fn settle_all(&self, fate: Fate, coup: &Coup, to: &mut dyn Observer<Self>) {
        self.table.seats.all().rev().for_each(|seat| self.settle(seat, fate, coup, to));
    }

    /// Settles the wagers of a position that have this fate.
    fn settle(&self, seat: Seat, which: Fate, coup: &Coup, to: &mut dyn Observer<Self>) {
        for &bet in self.at(seat) {
            let (fate, cite) = self.fate(&bet, coup);
            if fate != which {
                continue;
            }
            let pay = || payouts::pay(bet.wager, coup, bet.stake, &self.table.options);
            settle(bet, (fate, cite), pay, to);
        }
    }

    /// What a position owes, from the sums of its wagers (G3, M3).
    fn owes(&self, seat: Seat, coup: &Coup) -> Owed {
        let sum = |on: fn(Wager) -> bool| self.at(seat).filter(|b| on(b.wager)).map(|b| b.stake).sum();
        let banker = sum(|wager| wager == Wager::Banker);
        let is_total = |wager| matches!(wager, Wager::Total(_));
        let total_cards = match self.table.options.limits().readings().m3 {
            M3::Sum => sum(is_total),
            M3::Largest => {
                let stakes = self.at(seat).filter(|b| is_total(b.wager)).map(|b| b.stake);
                stakes.max().unwrap_or(Money::ZERO)
            }
        };
        payouts::vigorish(coup, banker, total_cards, &self.table.options)
    }

    /// 7.3(c)2 and (d): collects vigorish now, or marks it if the licensee chose that.
    fn charge(&mut self, seat: Seat, coup: &Coup, to: &mut dyn Observer<Self>) {
        let Some(patron) = self.table.seats.at(seat) else { return };
        match self.owes(seat, coup) {
            Owed::Nothing => {}
            Owed::Waived(cite) => to.saw(cite, Event::Called { call: Call::NoVigorish { patron } }),
            Owed::Vigorish(vigorish, _) if self.table.options.is_deferred() => {
                self.owed[usize::from(seat.0)] += vigorish;
                to.saw(cite!("7.3(c)2"), Event::Marked { patron, vigorish });
            }
            Owed::Vigorish(vigorish, cite) => to.saw(cite, Event::Charged { patron, vigorish }),
        }
    }

    /// Returns all wagers.
    pub(super) fn return_all(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        for &bet in self.table.layout.bets() {
            settle(bet, (Fate::Void, cite), || (Money::ZERO, cite), to);
        }
        self.table.layout.clear();
    }
}
