//! Hands are turned from the dealer's right, and compared. Against a player's bank losers are collected before winners are paid,
//! and the bank is charged on what it won in all. What a supervisor decides.

use super::{
    Chance, Dealing, Division, Hand, HandCall, Phase, Piece, RoundStep, Setting, TwoHands, Wager,
    dealing::say,
};
use crate::{
    game::{Bet, Event, Eyes, Fate, Observer},
    hands::two_hands::{Hands, Outcome},
    money::{Money, Odds},
    refusal::Refusal,
    table::{
        banking::Held,
        deck::in_turn,
        layout::{Terms, settle, settle_flat},
        people::{Actor, Bank, Patron, Seat},
        start::Position,
    },
};
use law::Citation;

/// Steps in which hands are compared and wagers settled.
pub trait Settling<P: Piece>: TwoHands<P> {
    /// The seats in the round, from the dealer's right.
    fn played(&self) -> impl Iterator<Item = Seat> + use<'_, P, Self> {
        self.as_ref().seats.all().filter(|&seat| self.round().plays(seat))
    }

    /// A foul loses at once. Otherwise both hands must be higher to win, and one of them to have the wager back; a copy counts
    /// for the dealer or the bank.
    fn decide(player: Hands<Self::High, Self::Low>, bank: Hands<Self::High, Self::Low>) -> (Fate, Citation) {
        let fate = match player.against(bank) {
            _ if Self::is_foul(player) => Fate::Lost,
            Outcome::Wins => Fate::Won,
            Outcome::Push => Fate::Void,
            Outcome::Loses => Fate::Lost,
        };
        (fate, Self::LAW.sets)
    }

    /// Turns the hands up, from the dealer's right. Whoever has not looked shows the whole hand first; behind the last one
    /// all is known.
    fn reveal(&mut self, to: &mut dyn Observer<Self>) {
        loop {
            let next = self.played().find(|&seat| !self.round().of(seat).is_up);
            let Some(seat) = next else { return self.settle_all(to) };
            say(Self::LAW.sets, HandCall::TurnsHand { seat }, to);
            if self.round().of(seat).pieces.is_empty() {
                self.round_mut().phase = Phase::Showing(seat);
                return;
            }
            for &piece in &self.round().of(seat).pieces {
                to.saw(Self::LAW.sets, Event::Shown { chance: Chance::Piece(piece), to: Eyes::All });
            }
            self.round_mut().of_mut(seat).is_up = true;
            self.inspect(seat, to);
        }
    }

    /// Sets a hand that lies open if that was left to the dealer, and says what it is.
    fn inspect(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        let position = Position::of(seat);
        if self.round().of(seat).division == Division::HouseWay {
            return self.set_house_way(position, to);
        }
        match self.hands_at(position) {
            Some(hands) if Self::is_foul(hands) => self.found_foul(seat, to),
            _ => self.say_hands(position, to),
        }
    }

    /// Pays and collects, and ends the round.
    fn settle_all(&mut self, to: &mut dyn Observer<Self>) {
        match self.held() {
            None => self.settle_with_dealer(to),
            Some(held) => self.settle_with_bank(held, to),
        }
        self.complete(false, to);
    }

    /// Says which hands are copies, which count for the dealer or the bank.
    fn say_copies(
        seat: Seat,
        own: Hands<Self::High, Self::Low>,
        bank: Hands<Self::High, Self::Low>,
        to: &mut dyn Observer<Self>,
    ) {
        let (high, low) = (own.high == bank.high, own.low == bank.low);
        if (high || low) && !Self::is_foul(own) {
            say(Self::LAW.sets, HandCall::Copies { seat, high, low }, to);
        }
    }

    /// A winning player is charged.
    fn charge(&self, patron: Patron, won: Money, cite: Citation, to: &mut dyn Observer<Self>) {
        let vigorish = self.vigorish_on(won);
        if vigorish > Money::ZERO {
            to.saw(cite, Event::Charged { patron, vigorish });
        }
    }

    /// Every player against the dealer.
    fn settle_with_dealer(&self, to: &mut dyn Observer<Self>) {
        let cite = Self::LAW.sets;
        let Some(dealer) = self.hands_at(Position::DEALER) else { return };
        for seat in self.played() {
            let own = self.hands_at(Position::of(seat)).zip(self.as_ref().bet_of(seat, Wager::Main));
            let Some((hands, bet)) = own else { continue };
            Self::say_copies(seat, hands, dealer, to);
            let decided = Self::decide(hands, dealer);
            settle(bet, decided, || (self.even(bet.stake), cite), to);
            if decided.0 == Fate::Won {
                self.charge(bet.patron, self.even(bet.stake), cite, to);
            }
        }
    }

    /// 1 to 1.
    fn even(&self, stake: Money) -> Money {
        self.limits().pay(Odds::new(1, 1), stake)
    }

    /// The dealer's hand first, then those who lose, who neither win nor lose, and who win.
    fn settle_with_bank(&self, held: Held, to: &mut dyn Observer<Self>) {
        let hands = |position| self.hands_at(position);
        let (Some(bank), Some(dealer)) = (hands(Position::of(held.seat)), hands(Position::DEALER)) else {
            return;
        };
        let mut net = self.settle_dealers_hand(held, Self::decide(dealer, bank).0, to);
        let mut from_players = Money::ZERO;
        for pass in [Fate::Lost, Fate::Void, Fate::Won] {
            for seat in self.played() {
                let own = hands(Position::of(seat)).zip(self.as_ref().bet_of(seat, Wager::Main));
                let Some((own, bet)) = own else { continue };
                let (fate, cite) = Self::decide(own, bank);
                if fate == pass {
                    Self::say_copies(seat, own, bank, to);
                    from_players += self.settle_against(held, bet, (fate, cite), to);
                }
            }
        }
        self.settle_bank(held, from_players, to);
        net += from_players;
        if net > Money::ZERO {
            self.charge(held.patron, net, Self::LAW.bank, to);
        }
    }

    /// What the bank won from the dealer, or lost to him.
    fn settle_dealers_hand(&self, held: Held, dealers: Fate, to: &mut dyn Observer<Self>) -> Money {
        let cite = Self::LAW.bank;
        let Some(bet) = self.as_ref().bet_of(held.seat, Wager::Dealer) else { return Money::ZERO };
        let (fate, net) = match dealers {
            Fate::Won => (Fate::Lost, Money::ZERO - bet.stake),
            Fate::Lost => (Fate::Won, self.even(bet.stake)),
            _ => (Fate::Void, Money::ZERO),
        };
        settle(bet, (fate, cite), || (self.even(bet.stake), cite), to);
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
            to.saw(cite, Event::Settled { bet, fate, taken, paid, pays: Self::LAW.bank, bank });
        }
        match fate {
            Fate::Won => {
                self.charge(bet.patron, bet.stake, Self::LAW.sets, to);
                Money::ZERO - share
            }
            Fate::Lost => share,
            _ => Money::ZERO,
        }
    }

    /// The bank's own chips: those that the round left alone go back, the others are won or lost.
    fn settle_bank(&self, held: Held, net: Money, to: &mut dyn Observer<Self>) {
        let Some(bet) = self.as_ref().bet_of(held.seat, Wager::Bank) else { return };
        let moved = net.max(Money::ZERO - net);
        let (fate, taken, paid) = match net {
            net if net > Money::ZERO => (Fate::Won, Money::ZERO, moved),
            net if net < Money::ZERO => (Fate::Lost, moved, Money::ZERO),
            _ => (Fate::Void, Money::ZERO, Money::ZERO),
        };
        let (rest, cite) = (bet.stake - moved, Self::LAW.bank);
        if fate != Fate::Void && rest > Money::ZERO {
            to.saw(cite, Event::Returned { bet: Bet { stake: rest, ..bet } });
        }
        let bet = if fate == Fate::Void { bet } else { Bet { stake: moved, ..bet } };
        to.saw(cite, Event::Settled { bet, fate, taken, paid, pays: cite, bank: Bank::Patron(held.patron) });
    }

    /// Whether this person may compare the hands, or decide as a supervisor.
    fn may_go_on(&self, by: Actor, step: RoundStep) -> Result<Terms, Refusal> {
        let phase = self.round().phase;
        let (who, is_due, cite) = match step {
            RoundStep::Compare => (Actor::Dealer, phase == Phase::Compare, Self::LAW.sets),
            // To whom a wager is forfeited is known only if the casino banks.
            RoundStep::Forfeit => {
                let is_of_seat = matches!(phase, Phase::Ruling(seat) if seat != Seat::NONE);
                (Actor::Supervisor, is_of_seat && self.held().is_none(), Self::LAW.wrong)
            }
            _ => (Actor::Supervisor, matches!(phase, Phase::Ruling(_)), Self::LAW.wrong),
        };
        in_turn(who, by, is_due, cite, self.next_under())
    }

    /// Does it.
    fn round_step(&mut self, step: RoundStep, to: &mut dyn Observer<Self>) {
        let cite = Self::LAW.wrong;
        match (step, self.round().phase) {
            (RoundStep::Compare, _) => return self.reveal(to),
            (RoundStep::Void, _) => return self.void_round(cite, to),
            (RoundStep::Forfeit, Phase::Ruling(seat)) => self.forfeit(seat, to),
            (_, Phase::Ruling(Seat::NONE)) => say(cite, HandCall::GoesOn, to),
            (_, Phase::Ruling(seat)) => say(cite, HandCall::LeavesHand { seat }, to),
            _ => return,
        }
        self.go_on();
    }

    /// A supervisor is called: to decide on what a seat has done, or on the round.
    fn call_supervisor(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        let call =
            if seat == Seat::NONE { HandCall::AsksSupervisor } else { HandCall::CallsSupervisor { seat } };
        say(Self::LAW.wrong, call, to);
        self.round_mut().phase = Phase::Ruling(seat);
    }

    /// All hands are void: every wager goes back, from the dealer's right.
    fn void_round(&mut self, cite: Citation, to: &mut dyn Observer<Self>) {
        self.as_ref().void_all(cite, to);
        self.complete(true, to);
    }

    /// A supervisor has a player's wager collected; the hand is out of the round.
    fn forfeit(&mut self, seat: Seat, to: &mut dyn Observer<Self>) {
        to.clears(self);
        say(Self::LAW.wrong, HandCall::CollectsHand { seat }, to);
        if let Some(bet) = self.as_ref().bet_of(seat, Wager::Main) {
            settle_flat(bet, Fate::Lost, Self::LAW.wrong, to);
        }
        self.as_mut().layout.keep(|bet| (bet.seat, bet.wager) != (seat, Wager::Main));
        *self.round_mut().of_mut(seat) = Hand::NONE;
    }
}

impl<P: Piece, G: TwoHands<P>> Settling<P> for G {}
