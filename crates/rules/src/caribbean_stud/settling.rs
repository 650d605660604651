//! 16.10 to 16.12 (not held): hands are compared by 16.5, wagers settled from the dealer's right, the meter moves.

use super::{
    Call, CaribbeanStud, Stage, Wager,
    payouts::{self, Paid, Shares},
};
use crate::{
    game::{Bet, Event, Eyes, Fate, Observer, Tender},
    hands::poker::{Kind, Strength},
    kit::cards::Card,
    money::Money,
    party::{Bank, Seat},
};
use law::{Citation, cite};

impl CaribbeanStud {
    /// The hand at a seat that has bet.
    fn betting(&self, seat: Seat) -> Option<[Card; 5]> {
        if self.of(seat).stage == Stage::Bet { self.hand(seat) } else { None }
    }

    /// 16.10 (not held): the dealer's hand, then every hand that stayed in, counterclockwise from the right.
    pub(super) fn settle(&mut self, to: &mut impl Observer<Self>) {
        let Ok(cards) = <[Card; 5]>::try_from(self.dealer.as_slice()) else { return };
        let dealer = Strength::of(cards);
        announce(None, cards, to);
        let qualifies = payouts::qualifies(dealer);
        to.saw(cite!("16.10"), Event::Called { call: Call::Qualifies(qualifies) });
        let has_royal = |seat: &Seat| {
            self.on(*seat, Wager::Progressive) > Money::ZERO
                && self.betting(*seat).is_some_and(|hand| Strength::of(hand).kind() == Kind::RoyalFlush)
        };
        let mut shares = Shares::new(self.seats.all().filter(has_royal).count());
        for seat in self.seats.all() {
            let Some(hand) = self.betting(seat) else { continue };
            if !self.of(seat).is_up {
                hand.into_iter()
                    .for_each(|chance| to.saw(cite!("16.10"), Event::Shown { chance, to: Eyes::All }));
            }
            let player = Strength::of(hand);
            announce(Some(seat), hand, to);
            self.settle_main(seat, player, dealer, to);
            self.settle_progressive(seat, player.kind(), &mut shares, to);
        }
        self.end_round(to);
    }

    fn bet_of(&self, seat: Seat, wager: Wager) -> Option<Bet<Wager>> {
        self.layout.bets().iter().find(|bet| (bet.seat, bet.wager) == (seat, wager)).copied()
    }

    /// Ante and bet.
    fn settle_main(&self, seat: Seat, player: Strength, dealer: Strength, to: &mut impl Observer<Self>) {
        let wagers = [Wager::Ante, Wager::Bet].map(|wager| self.bet_of(seat, wager));
        let [ante, bet] = wagers.map(|bet| bet.map_or(Money::ZERO, |bet| bet.stake));
        if payouts::qualifies(dealer) {
            let (than, cite) = payouts::compare(player, dealer);
            to.saw(cite, Event::Called { call: Call::Compares(seat, than) });
        }
        let fates = payouts::decide(player, dealer);
        let pay = payouts::pay(&self.options, player.kind(), ante, bet);
        // The ante pays even money by 16.10; the bet by the line of its hand.
        let because = [cite!("16.10"), cite!("16.12")];
        for (((bet, fate), paid), pays) in wagers.into_iter().zip(fates).zip(pay).zip(because) {
            let (Some(bet), cite) = (bet, cite!("16.10")) else { continue };
            match fate {
                Fate::Won if paid > Money::ZERO => {
                    let (taken, bank) = (Money::ZERO, Bank::House);
                    to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank });
                    // A coupon wins its own amount with its wager (19:45-1.18, not held).
                    if bet.tender == Tender::Coupon {
                        to.saw(cite!("19:45-1.18"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
                    }
                }
                // The limit has nothing left for it: it goes back (K8).
                Fate::Won => settle_flat(bet, Fate::Void, cite!("16.12"), to),
                _ => settle_flat(bet, fate, cite, to),
            }
        }
    }

    /// 16.11 (not held): by the player's own cards alone; the dollar itself is never given back.
    fn settle_progressive(
        &mut self,
        seat: Seat,
        kind: Kind,
        shares: &mut Shares,
        to: &mut impl Observer<Self>,
    ) {
        let Some(bet) = self.bet_of(seat, Wager::Progressive) else { return };
        let Some(Paid { paid, moves }) = shares.pay(&self.options, kind, self.meter) else {
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

    fn move_meter(&mut self, change: Money, to: &mut impl Observer<Self>) {
        self.meter += change;
        to.saw(cite!("16.11"), Event::Metered { change, stands: self.meter });
    }

    /// Every wager goes back, from the dealer's right.
    pub(super) fn void(&mut self, cite: Citation, to: &mut impl Observer<Self>) {
        to.saw(cite, Event::Called { call: Call::Void });
        for seat in self.seats.all() {
            for &bet in self.layout.bets().iter().filter(|bet| bet.seat == seat) {
                settle_flat(bet, Fate::Void, cite, to);
            }
        }
        self.end_round(to);
    }
}

/// A wager that is lost or given back.
fn settle_flat(bet: Bet<Wager>, fate: Fate, cite: Citation, to: &mut impl Observer<CaribbeanStud>) {
    let taken = if fate == Fate::Lost { bet.stake } else { Money::ZERO };
    let (paid, pays, bank) = (Money::ZERO, cite, Bank::House);
    to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank });
}

/// 16.5(b): what a hand is; (a): an ace may begin a straight.
fn announce(whose: Option<Seat>, cards: [Card; 5], to: &mut impl Observer<CaribbeanStud>) {
    let kind = Strength::of(cards).kind();
    let has = |rank: u8| cards.iter().any(|card| card.rank() == rank);
    let is_straight = matches!(kind, Kind::Straight | Kind::StraightFlush);
    if is_straight && has(1) && has(2) {
        to.saw(cite!("16.5(a)"), Event::Called { call: Call::AceLow(whose, kind) });
    } else {
        to.saw(payouts::ranking(kind), Event::Called { call: Call::Ranks(whose, kind) });
    }
}
