//! 11.9 (not held): hands are turned from the dealer's right, and compared; 11.10 (not held): against a player's bank losers
//! are collected before winners are paid, and the bank is charged on what it won in all.

use super::{Call, Chance, Division, NO_HAND, PaiGowPoker, Phase, Wager, payouts};
use crate::games::prelude::*;
use crate::{
    hands::pai_gow_poker::Hands,
    table::{
        banking::Held,
        layout::{settle, settle_flat},
        one_deck::OneDeck,
        start::Position,
    },
};

impl PaiGowPoker {
    /// The seats in the round, from the dealer's right.
    fn played(&self) -> impl Iterator<Item = Seat> + use<'_> {
        self.table.seats.all().filter(|&seat| self.of(seat).is_in)
    }

    /// Turns the hands up, from the dealer's right. Whoever has not looked shows seven cards first; behind the last hand all is
    /// known.
    pub(super) fn reveal(&mut self, to: &mut dyn Observer<Self>) {
        loop {
            let next = self.played().find(|&seat| !self.of(seat).is_up);
            let Some(seat) = next else { return self.settle(to) };
            to.saw(cite!("11.9"), Event::Called { call: Call::TurnsHand { seat } });
            if !self.of(seat).cards.is_full() {
                self.phase = Phase::Showing(seat);
                return;
            }
            for &card in &self.of(seat).cards {
                to.saw(cite!("11.9"), Event::Shown { chance: Chance::Card(card), to: Eyes::All });
            }
            self.of_mut(seat).is_up = true;
            self.inspect(seat, to);
        }
    }

    /// Sets a hand that lies open if that was left to the dealer, and says what it is.
    pub(super) fn inspect(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        let position = Position::of(seat);
        let is_bank = self.bank().is_some_and(|held| held.seat == seat);
        let is_foul = self.hands_at(position).is_some_and(Hands::is_foul);
        if self.of(seat).division == Division::HouseWay || is_foul && is_bank {
            return self.set_house_way(position, to);
        }
        self.say_hands(position, to);
        if is_foul {
            to.saw(cite!("11.9"), Event::Called { call: Call::FindsFoul { seat } });
        }
    }

    fn settle(&mut self, to: &mut dyn Observer<Self>) {
        match self.bank() {
            None => self.settle_with_dealer(to),
            Some(held) => self.settle_with_bank(held, to),
        }
        self.end_round(false, to);
    }

    /// Says which hands are copies, which count for the dealer or the bank.
    fn say_copies(seat: Seat, own: Hands, bank: Hands, to: &mut dyn Observer<Self>) {
        let (high, low) = (own.high == bank.high, own.low == bank.low);
        if (high || low) && !own.is_foul() {
            to.saw(cite!("11.9"), Event::Called { call: Call::Copies { seat, high, low } });
        }
    }

    /// A winning player is charged.
    fn charge(&self, patron: Patron, won: Money, cite: Citation, to: &mut dyn Observer<Self>) {
        let vigorish = self.table.options.vigorish(won);
        if vigorish > Money::ZERO {
            to.saw(cite, Event::Charged { patron, vigorish });
        }
    }

    fn settle_with_dealer(&self, to: &mut dyn Observer<Self>) {
        let Some(dealer) = self.hands_at(Position::DEALER) else { return };
        for seat in self.played() {
            let own = self.hands_at(Position::of(seat)).zip(self.table.bet_of(seat, Wager::Main));
            let Some((hands, bet)) = own else { continue };
            Self::say_copies(seat, hands, dealer, to);
            let decided = payouts::decide(hands, dealer);
            settle(bet, decided, || (self.pay(bet.stake), cite!("11.9")), to);
            if decided.0 == Fate::Won {
                self.charge(bet.patron, self.pay(bet.stake), cite!("11.9"), to);
            }
        }
    }

    /// 11.9 (not held): 1 to 1.
    fn pay(&self, stake: Money) -> Money {
        self.table.options.limits().pay(self.table.options.odds(Wager::Main), stake)
    }

    /// The dealer's hand first, then those who lose, who neither win nor lose, and who win.
    fn settle_with_bank(&self, held: Held, to: &mut dyn Observer<Self>) {
        let hands = |position| self.hands_at(position);
        let (Some(bank), Some(dealer)) = (hands(Position::of(held.seat)), hands(Position::DEALER)) else {
            return;
        };
        let mut net = self.settle_dealers_hand(held, payouts::decide(dealer, bank).0, to);
        let mut from_players = Money::ZERO;
        for pass in [Fate::Lost, Fate::Void, Fate::Won] {
            for seat in self.played() {
                let own = hands(Position::of(seat)).zip(self.table.bet_of(seat, Wager::Main));
                let Some((own, bet)) = own else { continue };
                let (fate, cite) = payouts::decide(own, bank);
                if fate == pass {
                    Self::say_copies(seat, own, bank, to);
                    from_players += self.settle_against(held, bet, (fate, cite), to);
                }
            }
        }
        self.settle_bank(held, from_players, to);
        net += from_players;
        if net > Money::ZERO {
            self.charge(held.patron, net, cite!("11.10"), to);
        }
    }

    /// What the bank won from the dealer, or lost to him.
    fn settle_dealers_hand(&self, held: Held, dealers: Fate, to: &mut dyn Observer<Self>) -> Money {
        let Some(bet) = self.table.bet_of(held.seat, Wager::Dealer) else { return Money::ZERO };
        let (fate, net) = match dealers {
            Fate::Won => (Fate::Lost, Money::ZERO - bet.stake),
            Fate::Lost => (Fate::Won, self.pay(bet.stake)),
            _ => (Fate::Void, Money::ZERO),
        };
        settle(bet, (fate, cite!("11.10")), || (self.pay(bet.stake), cite!("11.10")), to);
        net
    }

    /// A wager against the bank: the bank's gain, or its loss. Half of it is the casino's if it co-banks, with the odd cent.
    fn settle_against(
        &self,
        held: Held,
        bet: Bet<Wager>,
        (fate, cite): (Fate, Citation),
        to: &mut dyn Observer<Self>,
    ) -> Money {
        let share = if held.co_bank { bet.stake.half_down() } else { bet.stake };
        let halves = [(bet.stake - share, Bank::House), (share, Bank::Patron(held.patron))];
        for (stake, bank) in halves.into_iter().filter(|(stake, _)| *stake > Money::ZERO) {
            let (taken, paid) = match fate {
                Fate::Won => (Money::ZERO, stake),
                Fate::Lost => (stake, Money::ZERO),
                _ => (Money::ZERO, Money::ZERO),
            };
            let bet = Bet { stake, ..bet };
            to.saw(cite, Event::Settled { bet, fate, taken, paid, pays: cite!("11.10"), bank });
        }
        match fate {
            Fate::Won => {
                self.charge(bet.patron, bet.stake, cite!("11.9"), to);
                Money::ZERO - share
            }
            Fate::Lost => share,
            _ => Money::ZERO,
        }
    }

    /// The bank's own chips: those that the round left alone go back, the others are won or lost.
    fn settle_bank(&self, held: Held, net: Money, to: &mut dyn Observer<Self>) {
        let Some(bet) = self.table.bet_of(held.seat, Wager::Bank) else { return };
        let moved = net.max(Money::ZERO - net);
        let (fate, taken, paid) = match net {
            net if net > Money::ZERO => (Fate::Won, Money::ZERO, moved),
            net if net < Money::ZERO => (Fate::Lost, moved, Money::ZERO),
            _ => (Fate::Void, Money::ZERO, Money::ZERO),
        };
        let (rest, cite) = (bet.stake - moved, cite!("11.10"));
        if fate != Fate::Void && rest > Money::ZERO {
            to.saw(cite, Event::Returned { bet: Bet { stake: rest, ..bet } });
        }
        let bet = if fate == Fate::Void { bet } else { Bet { stake: moved, ..bet } };
        to.saw(cite, Event::Settled { bet, fate, taken, paid, pays: cite, bank: Bank::Patron(held.patron) });
    }

    /// A supervisor has a player's wager collected; the hand is out of the round.
    pub(super) fn forfeit(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        to.clears(self);
        to.saw(cite!("11.11"), Event::Called { call: Call::CollectsHand { seat } });
        if let Some(bet) = self.table.bet_of(seat, Wager::Main) {
            settle_flat(bet, Fate::Lost, cite!("11.11"), to);
        }
        self.table.layout.keep(|bet| (bet.seat, bet.wager) != (seat, Wager::Main));
        *self.of_mut(seat) = NO_HAND;
    }
}
