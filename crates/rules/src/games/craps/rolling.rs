//! 1.8 to 1.10 (not held): the throw, the call, and the settlement of what the roll decides.

use super::{
    Call, Craps, Deed, Phase, Roll,
    irregularities::{Irregularity, Remedy},
    options::{Collection, LineBet},
    payouts::{Effect, Throw, decide, paid_by},
    wagers::{Number, Wager},
};
use crate::games::prelude::*;
use crate::kit::dice::Dice;
use crate::readings::Readings;
use crate::table::layout::settle;

impl Craps {
    /// Whether this person may send out or throw the dice now, or rule on a doubtful roll.
    pub(super) fn may_roll(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(deed.cite(), why));
        let is_shooter = self.shooter().map(Actor::Patron) == Some(by);
        match (deed, by, self.phase) {
            (Deed::SendDice, Actor::Dealer, Phase::Open) if self.asked().is_some() => self.not_now(),
            (Deed::SendDice, Actor::Dealer, Phase::Open) if !self.has_shooter() => no(Why::NoShooter),
            (Deed::SendDice, Actor::Dealer, Phase::Open) => {
                self.shooter_may_throw().map(|()| Terms::plain(deed.cite()))
            }
            (Deed::Throw, _, Phase::InHand) if is_shooter => {
                self.shooter_may_throw().map(|()| Terms::plain(deed.cite()))
            }
            (Deed::SendDice, Actor::Dealer, _) => self.not_now(),
            (Deed::Throw, ..) if is_shooter => self.not_now(),
            (Deed::NoRoll | Deed::LetStand, _, Phase::Questioned(what)) => match what.remedy() {
                Remedy::MayBe(who) if who.contains(&by) => Ok(Terms::plain(what.cite())),
                _ => Err(Refusal::new(what.cite(), Why::NotYours)),
            },
            (Deed::NoRoll | Deed::LetStand, Actor::Dealer | Actor::Supervisor, _) => no(Why::NotNow),
            _ => no(Why::NotYours),
        }
    }

    /// Not now, because another step comes first: a spoken wager is answered, a player takes or declines the dice,
    /// the stickperson sends them out, the shooter throws, the dice come to rest, a doubtful roll is ruled on.
    pub(super) fn not_now<T>(&self) -> Result<T, Refusal> {
        self.table.nothing_is_spoken(cite!("1.3"))?;
        let cite = match self.phase {
            Phase::Open => cite!("1.7"),
            Phase::InHand | Phase::Thrown => cite!("1.8"),
            Phase::Questioned(what) => what.cite(),
        };
        Err(Refusal::new(cite, Why::NotNow))
    }

    /// 1.3 (not held): spoken wagers come first. 1.8 (not held): on a come-out roll the shooter must have a line bet
    /// (C11).
    pub(super) fn shooter_may_throw(&self) -> Result<(), Refusal> {
        self.table.nothing_is_spoken(cite!("1.3"))?;
        let (Some(shooter), None, LineBet::Required) =
            (self.shooter(), self.point, self.table.options.line_bet())
        else {
            return Ok(());
        };
        let line = [Wager::Pass, Wager::DontPass].map(|wager| self.on(shooter, wager));
        if line == [Money::ZERO; 2] { Err(Refusal::new(cite!("1.8"), Why::NoLineBet)) } else { Ok(()) }
    }

    /// Does what [`may_roll`](Craps::may_roll) has allowed.
    pub(super) fn roll_on(&mut self, deed: Deed, to: &mut dyn Observer<Self>) {
        let call = match (deed, self.phase) {
            (Deed::SendDice, _) => {
                to.saw(cite!("1.7"), Event::Called { call: Call::SendsDice });
                if self.shooter().is_some() {
                    self.phase = Phase::InHand;
                    return;
                }
                Call::SeesThrow
            }
            (Deed::Throw, _) => Call::SeesThrow,
            (Deed::NoRoll, Phase::Questioned(what)) => return self.no_roll(what, to),
            (_, Phase::Questioned(what)) => {
                self.phase = Phase::Thrown;
                return to.saw(what.cite(), Event::Called { call: Call::LetsRollStand });
            }
            _ => return,
        };
        self.phase = Phase::Thrown;
        to.saw(cite!("1.8"), Event::Called { call });
    }

    /// 1.9 (not held): an invalid roll decides nothing; wagers are open again, and the dice are thrown again.
    fn no_roll(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Open;
        to.saw(what.cite(), Event::Called { call: Call::NoRoll });
    }

    /// Whether the dice can come to rest: they have been thrown, and no wager waits to be confirmed.
    pub(super) fn dice_are_rolling(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Thrown if self.table.cash.is_none() => Ok(()),
            _ => self.not_now(),
        }
    }

    pub(super) fn remedy(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        match what.remedy() {
            Remedy::Invalid => self.no_roll(what, to),
            Remedy::MayBe(who) => {
                self.phase = Phase::Questioned(what);
                let call =
                    if who.contains(&Actor::Dealer) { Call::MayCallNoRoll } else { Call::LeavesToBoxperson };
                to.saw(what.cite(), Event::Called { call });
            }
            Remedy::Counts => to.saw(what.cite(), Event::Called { call: Call::LetsRollStand }),
            Remedy::CountsAs(face, dice) => {
                to.saw(what.cite(), Event::Called { call: Call::CountsCocked { face } });
                self.settle(dice, to);
            }
        }
    }

    /// The dice have come to rest.
    pub(super) fn rest(&mut self, roll: Roll, to: &mut dyn Observer<Self>) {
        to.saw(cite!("1.10"), Event::Shown { chance: roll, to: Eyes::All });
        self.settle(roll.0, to);
    }

    fn readings(&self) -> &Readings {
        self.table.options.limits().readings()
    }

    /// Whether the next roll can decide this wager: it is not off.
    pub fn is_on(&self, bet: &Bet<Wager>) -> bool {
        self.point.is_some()
            || !bet.wager.is_off_by(self.readings())
            || self.calls.is_on(bet.patron, bet.wager)
    }

    /// 1.10 (not held): the total is called, losing wagers are taken, winning wagers paid and void ones returned. Then
    /// bets move to their come points, the puck moves to the come-out point, and the dice may pass.
    fn settle(&mut self, dice: Dice, to: &mut dyn Observer<Self>) {
        let throw = Throw { dice, point: self.point };
        let total = dice.total();
        self.phase = Phase::Open;
        to.saw(cite!("1.10"), Event::Called { call: Call::CallsTotal { total, dice } });
        for (takes, call) in [(true, Call::Collects), (false, Call::Pays)] {
            let mut first = true;
            for bet in self.table.layout.bets() {
                let Effect::Decided(fate, cite) = decide(bet.wager, throw, self.is_on(bet), self.readings())
                else {
                    continue;
                };
                if (fate == Fate::Lost) != takes {
                    continue;
                }
                if core::mem::take(&mut first) {
                    to.saw(cite!("1.10"), Event::Called { call });
                }
                self.tell(*bet, fate, total, cite, to);
            }
        }
        self.move_on(throw, to);
        self.follow(total, to);
    }

    /// Reports what is taken of a decided wager and what it is paid.
    fn tell(&self, bet: Bet<Wager>, fate: Fate, total: u8, cite: law::Citation, to: &mut dyn Observer<Self>) {
        let pay = || (self.table.options.pay(bet.wager, total, bet.stake), paid_by(bet.wager));
        settle(bet, (fate, cite), pay, to);
        if fate != Fate::Won {
            return;
        }
        let vigorish = self.table.options.charge(bet.wager, bet.stake);
        if self.table.options.collection() == Collection::Won && vigorish > Money::ZERO {
            to.saw(cite!("1.5"), Event::Charged { patron: bet.patron, vigorish });
        }
    }

    /// Decided wagers leave the layout (C15); Come and Don't Come Bets move to their come points.
    fn move_on(&mut self, throw: Throw, to: &mut dyn Observer<Self>) {
        let readings = *self.readings();
        let Craps { table, calls, point, .. } = self;
        table.layout.retain(|bet| {
            let off = point.is_none() && bet.wager.is_off_by(&readings);
            match decide(bet.wager, throw, !off || calls.is_on(bet.patron, bet.wager), &readings) {
                Effect::Decided(..) => {
                    calls.forget(bet.patron, bet.wager);
                    false
                }
                Effect::Moves(number, cite) => {
                    let onto = if bet.wager == Wager::Come {
                        Wager::ComeOn(number)
                    } else {
                        Wager::DontComeOn(number)
                    };
                    to.saw(cite, Event::Moved { bet: *bet, to: onto });
                    bet.wager = onto;
                    true
                }
                Effect::Stands => true,
            }
        });
    }

    /// 1.1: a come-out point is set, or the next roll is a come-out roll. 1.11 (not held): the dice pass on a losing 7.
    fn follow(&mut self, total: u8, to: &mut dyn Observer<Self>) {
        match (self.point, Number::of(total)) {
            (None, Some(point)) => {
                self.point = Some(point);
                to.saw(cite!("1.1"), Event::Called { call: Call::PuckOn { number: point } });
            }
            (Some(point), made) if made == Some(point) || total == 7 => {
                self.point = None;
                to.saw(cite!("1.1"), Event::Called { call: Call::PuckOff });
                if total == 7 {
                    self.dice_pass(to);
                }
            }
            _ => {}
        }
    }
}
