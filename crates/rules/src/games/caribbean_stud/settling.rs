//! 16.10 to 16.12 (not held): hands are compared by 16.5, wagers settled from the dealer's right, the meter moves.

use super::{
    Call, CaribbeanStud, Stage, Wager,
    payouts::{self, Paid, Shares},
};
use crate::games::prelude::*;
use crate::{
    hands::poker::{Kind, Strength},
    kit::cards::Card,
    picture::Spot,
    table::{
        deck::say_rank,
        layout::settle_flat,
        one_deck::{OneDeck, settle_limited},
    },
};

impl CaribbeanStud {
    /// The hand at a seat that has bet.
    fn betting(&self, seat: Seat) -> Option<[Card; 5]> {
        if self.of(seat).stage == Stage::Bet { self.hand(seat) } else { None }
    }

    /// 16.10 (not held): the dealer's hand, then every hand that stayed in, counterclockwise from the right.
    pub(super) fn settle(&mut self, to: &mut dyn Observer<Self>) {
        let Ok(cards) = <[Card; 5]>::try_from(self.dealer.as_slice()) else { return };
        let dealer = Strength::of(cards);
        announce(Spot::Dealer, cards, to);
        let qualifies = payouts::qualifies(dealer);
        to.saw(cite!("16.10"), Event::Called { call: Call::DealerQualifies { qualifies } });
        let has_royal = |seat: &Seat| {
            self.on(*seat, Wager::Progressive) > Money::ZERO
                && self.betting(*seat).is_some_and(|hand| Strength::of(hand).kind() == Kind::RoyalFlush)
        };
        let mut shares = Shares::new(self.table.seats.all().filter(has_royal).count());
        for seat in self.table.seats.all() {
            let Some(hand) = self.betting(seat) else { continue };
            if !self.of(seat).is_up {
                hand.into_iter()
                    .for_each(|chance| to.saw(cite!("16.10"), Event::Shown { chance, to: Eyes::All }));
                self.of_mut(seat).is_up = true;
            }
            let player = Strength::of(hand);
            announce(Spot::Hand { seat, hand: 1 }, hand, to);
            self.settle_main(seat, player, dealer, to);
            self.settle_progressive(seat, player.kind(), &mut shares, to);
        }
        self.end_round(false, to);
    }

    /// Ante and bet.
    fn settle_main(&self, seat: Seat, player: Strength, dealer: Strength, to: &mut dyn Observer<Self>) {
        let wagers = [Wager::Ante, Wager::Bet];
        let [ante, bet] = wagers.map(|wager| self.on(seat, wager));
        if payouts::qualifies(dealer) {
            let (than, cite) = payouts::compare(player, dealer);
            to.saw(cite, Event::Called { call: Call::Compares { seat, result: than.into() } });
        }
        let fates = payouts::decide(player, dealer);
        let pay = payouts::pay(&self.table.options, player.kind(), ante, bet);
        // The ante pays even money under 16.10, the bet by the line of its hand.
        let because = [cite!("16.10"), cite!("16.12")];
        for (((wager, fate), paid), pays) in wagers.into_iter().zip(fates).zip(pay).zip(because) {
            // A wager for which the limit leaves nothing is returned (K8).
            let (bet, limit) = (self.table.bet_of(seat, wager), cite!("16.12"));
            settle_limited(bet, (fate, cite!("16.10")), (paid, pays), limit, to);
        }
    }

    /// 16.11 (not held): decided by the player's own cards alone; the dollar itself is never returned.
    fn settle_progressive(
        &mut self,
        seat: Seat,
        kind: Kind,
        shares: &mut Shares,
        to: &mut dyn Observer<Self>,
    ) {
        let Some(bet) = self.table.bet_of(seat, Wager::Progressive) else { return };
        let Some(Paid { paid, moves }) = shares.pay(&self.table.options, kind, self.meter) else {
            return settle_flat(bet, Fate::Lost, cite!("16.11"), to);
        };
        if paid == Money::ZERO {
            return settle_flat(bet, Fate::Void, cite!("16.11"), to);
        }
        let (fate, taken, pays, bank) = (Fate::Won, bet.stake, cite!("16.11"), Bank::House);
        to.saw(cite!("16.11"), Event::Settled { bet, fate, taken, paid, pays, bank });
        moves
            .into_iter()
            .filter(|&change| change != Money::ZERO)
            .for_each(|change| self.move_meter(change, to));
    }

    fn move_meter(&mut self, change: Money, to: &mut dyn Observer<Self>) {
        self.meter += change;
        to.saw(cite!("16.11"), Event::Metered { change, stands: self.meter });
    }
}

/// 16.5(b): announces a hand; (a): an ace may begin a straight.
fn announce(at: Spot, cards: [Card; 5], to: &mut dyn Observer<CaribbeanStud>) {
    say_rank(at, cards, payouts::ranking, cite!("16.5(a)"), to);
}
