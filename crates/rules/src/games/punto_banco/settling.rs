//! 3.10: the result is announced, losers are collected, and winners are paid and charged in the chosen
//! order.

use super::{
    Call, Collection, Phase, PuntoBanco, Side, Wager, dealing::Ending, decide, drawing, pay, vigorish,
};
use crate::games::prelude::*;
use crate::table::layout::settle;
use crate::{
    hands::{
        baccarat::{Coup, Winner},
        vigorish::{Due, PayOrder},
    },
    table::seats::MOST_SEATS,
};
use arrayvec::ArrayVec;

impl PuntoBanco {
    /// 3.10(a): the final counts and the winner are announced, then everything is collected and paid.
    pub(super) fn announce(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Complete(coup) = self.phase else { return };
        for side in Side::ALL {
            let (total, points, cite) = drawing::count(side.of(&coup));
            to.saw(cite, Event::Called { call: Call::FinalCount { side, total, points } });
        }
        to.saw(cite!("3.10(a)"), Event::Called { call: Call::Result { score: coup.score() } });
        self.settle(&coup, to);
        to.clears(self);
        self.phase = Phase::Choosing { banker_lost: coup.winner() == Winner::Player };
        self.end_hand(to);
    }

    /// 3.8(e): after the hand in which the cutting card appeared there is one more.
    pub(super) fn end_hand(&mut self, to: &mut dyn Observer<Self>) {
        self.banker_first = false;
        self.ending = match self.ending {
            Ending::ThisHand => {
                to.saw(cite!("3.8(e)"), Event::Called { call: Call::LastHand });
                Ending::LastHand
            }
            Ending::LastHand => Ending::Over,
            ending => ending,
        };
    }

    /// Continues with the next wagers or, after the last hand, with the shuffle.
    pub(super) fn next_round(&mut self, to: &mut dyn Observer<Self>) {
        self.phase = match self.ending {
            Ending::Over => {
                to.saw(cite!("3.8(e)"), Event::Called { call: TableCall::EndsShoe.into() });
                Phase::Spent
            }
            _ => Phase::Open,
        };
    }

    /// 3.10(b): losing wagers first, then winners from the highest position downward, with their vigorish in the order
    /// that the licensee chose. If there is nothing to charge, that step is empty (P10).
    fn settle(&mut self, coup: &Coup, to: &mut dyn Observer<Self>) {
        to.saw(cite!("3.10(b)"), Event::Called { call: Call::Collects });
        for pass in [Fate::Lost, Fate::Void] {
            for (seat, _) in self.table.seats.from_highest() {
                self.settle_position(seat, pass, coup, to);
            }
        }
        let cite = match self.table.options.pay_order() {
            PayOrder::PayAllThenCharge => cite!("3.10(b)1"),
            PayOrder::ChargeAllThenPay => cite!("3.10(b)2"),
            PayOrder::PayThenChargeEach => cite!("3.10(b)3"),
            PayOrder::ChargeThenPayEach => cite!("3.10(b)4"),
        };
        to.saw(cite, Event::Called { call: Call::Pays });
        let winners: ArrayVec<(Seat, Patron), { MOST_SEATS as usize }> = self
            .table
            .seats
            .from_highest()
            .filter(|(seat, _)| {
                let mut bets = self.table.layout.bets().iter().filter(|b| b.seat == *seat);
                bets.any(|b| decide(b.wager, coup).0 == Fate::Won)
            })
            .collect();
        self.table.options.pay_order().run(&winners, |(seat, patron), due| match due {
            Due::Pay => self.settle_position(seat, Fate::Won, coup, to),
            Due::Charge => self.charge(seat, patron, coup, to),
        });
        self.table.layout.clear();
    }

    /// Settles the wagers of one position that have this fate.
    fn settle_position(&self, seat: Seat, pass: Fate, coup: &Coup, to: &mut dyn Observer<Self>) {
        for &bet in self.table.layout.bets().iter().filter(|b| b.seat == seat) {
            let (fate, cite) = decide(bet.wager, coup);
            if fate != pass {
                continue;
            }
            settle(bet, (fate, cite), || pay(bet.wager, bet.stake, &self.table.options), to);
        }
    }

    /// 3.3(c): the vigorish of one position, on everything it won on the Banker's Hand in this round (G3), is
    /// collected, or marked in front of the dealer in the space with its number.
    fn charge(&mut self, seat: Seat, patron: Patron, coup: &Coup, to: &mut dyn Observer<Self>) {
        let banker = Wager::on(Side::Banker);
        if decide(banker, coup).0 != Fate::Won {
            return;
        }
        let bets = self.table.layout.bets().iter().filter(|b| b.seat == seat && b.wager == banker);
        let won = bets.map(|b| pay(banker, b.stake, &self.table.options).0).sum();
        let vigorish = vigorish(won, &self.table.options);
        if vigorish == Money::ZERO {
            return;
        }
        match self.table.options.collection() {
            Collection::AtOnce => to.saw(cite!("3.3(c)"), Event::Charged { patron, vigorish }),
            Collection::Deferred => {
                self.owed.mark(seat, patron, vigorish);
                to.saw(cite!("3.3(c)"), Event::Marked { patron, vigorish });
            }
        }
    }
}
