//! 1.8 to 1.10 (not held): the throw, the call and the settlement of what the roll decides.

use super::{
    Call, Craps, Deed, Phase, Roll,
    irregularities::{Irregularity, Remedy},
    options::{Collection, LineBet},
    payouts::{Effect, Throw, decide, paid_by},
    wagers::{Number, Wager},
};
use crate::{
    game::{Bet, Event, Eyes, Fate, Observer, Tender},
    kit::dice::Dice,
    money::Money,
    party::{Actor, Bank, Seat},
    refusal::{Refusal, Why},
};
use law::cite;

impl Craps {
    /// Whether the dice may be sent out or thrown, and a doubtful roll ruled on, by this person now.
    pub(super) fn may_roll(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(deed.cite(), why));
        match (deed, by, self.phase) {
            (Deed::SendDice, Actor::Dealer, Phase::Open) if self.rail.asked().is_some() => no(Why::NotNow),
            (Deed::SendDice, Actor::Dealer, Phase::Open) if !self.rail.is_ready() => no(Why::NoShooter),
            (Deed::SendDice, Actor::Dealer, Phase::Open) => self.shooter_may_throw(),
            (Deed::SendDice, Actor::Dealer, _) => no(Why::NotNow),
            (Deed::Throw, Actor::Patron(patron), Phase::InHand) if self.rail.shooter() == Some(patron) => {
                self.shooter_may_throw()
            }
            (Deed::Throw, Actor::Patron(patron), _) => {
                no(if self.rail.shooter() == Some(patron) { Why::NotNow } else { Why::NotYours })
            }
            (Deed::NoRoll | Deed::LetStand, _, Phase::Questioned(what)) => match what.remedy() {
                Remedy::MayBe(who) if who.contains(&by) => Ok(()),
                _ => Err(Refusal::new(what.cite(), Why::NotYours)),
            },
            (Deed::NoRoll | Deed::LetStand, Actor::Dealer | Actor::Supervisor, _) => no(Why::NotNow),
            _ => no(Why::NotYours),
        }
    }

    /// 1.3 (not held): spoken wagers come first. 1.8 (not held): on a come-out roll the shooter has a line bet (C11).
    pub(super) fn shooter_may_throw(&self) -> Result<(), Refusal> {
        if self.spoken.is_some() {
            return Err(Refusal::new(cite!("1.3"), Why::Unanswered));
        }
        let (Some(shooter), None, LineBet::Required) =
            (self.rail.shooter(), self.point, self.options.line_bet())
        else {
            return Ok(());
        };
        let line = [Wager::Pass, Wager::DontPass].map(|wager| self.layout.stake(shooter, Seat::NONE, wager));
        if line == [Money::ZERO; 2] { Err(Refusal::new(cite!("1.8"), Why::NoLineBet)) } else { Ok(()) }
    }

    /// Does what [`may_roll`](Craps::may_roll) has let pass.
    pub(super) fn roll_on(&mut self, deed: Deed, to: &mut impl Observer<Self>) {
        let call = match (deed, self.phase) {
            (Deed::SendDice, _) => {
                to.saw(cite!("1.7"), Event::Called { call: Call::SendsDice });
                if self.rail.shooter().is_some() {
                    self.phase = Phase::InHand;
                    return;
                }
                Call::Thrown
            }
            (Deed::Throw, _) => Call::Thrown,
            (Deed::NoRoll, Phase::Questioned(what)) => return self.no_roll(what, to),
            (_, Phase::Questioned(what)) => {
                self.phase = Phase::Thrown;
                return to.saw(what.cite(), Event::Called { call: Call::RollStands });
            }
            _ => return,
        };
        self.phase = Phase::Thrown;
        to.saw(cite!("1.8"), Event::Called { call });
    }

    /// 1.9 (not held): an invalid roll decides nothing; wagers are open again, and the dice are thrown again.
    fn no_roll(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        self.phase = Phase::Open;
        to.saw(what.cite(), Event::Called { call: Call::NoRoll });
    }

    /// Whether the dice can come to rest: they are thrown, and no wager waits to be confirmed.
    pub(super) fn dice_are_rolling(&self) -> bool {
        self.phase == Phase::Thrown && self.spoken.is_none()
    }

    pub(super) fn irregular(
        &mut self,
        what: Irregularity,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        if !self.dice_are_rolling() {
            return Err(Refusal::new(what.cite(), Why::NotNow));
        }
        match what.remedy() {
            Remedy::Invalid => self.no_roll(what, to),
            Remedy::MayBe(who) => {
                self.phase = Phase::Questioned(what);
                let call = if who.contains(&Actor::Dealer) { Call::MayCallNoRoll } else { Call::Disputed };
                to.saw(what.cite(), Event::Called { call });
            }
            Remedy::Counts => to.saw(what.cite(), Event::Called { call: Call::RollStands }),
            Remedy::CountsAs(face, dice) => {
                to.saw(what.cite(), Event::Called { call: Call::Cocked(face) });
                self.settle(dice, to);
            }
        }
        Ok(())
    }

    /// The dice have come to rest.
    pub(super) fn rest(&mut self, roll: Roll, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if !self.dice_are_rolling() {
            let cite = if self.spoken.is_some() { cite!("1.3") } else { cite!("1.8") };
            return Err(Refusal::new(cite, Why::CannotBeShown));
        }
        to.saw(cite!("1.10"), Event::Shown { chance: roll, to: Eyes::All });
        self.settle(roll.0, to);
        Ok(())
    }

    /// Whether a wager that may be off on a come-out roll is on.
    pub(super) fn is_active(&self, bet: &Bet<Wager>) -> bool {
        self.point.is_some() || !bet.wager.is_off_on_come_out() || self.calls.is_on(bet.patron, bet.wager)
    }

    /// 1.10 (not held): the total is called, losing wagers are taken, winning wagers are paid and void ones given back;
    /// then bets go to their come points, the puck follows the come-out point, and the dice the shooter.
    fn settle(&mut self, dice: Dice, to: &mut impl Observer<Self>) {
        let throw = Throw { dice, point: self.point };
        let total = dice.total();
        self.phase = Phase::Open;
        to.saw(cite!("1.10"), Event::Called { call: Call::Total(total) });
        for (takes, call) in [(true, Call::Collects), (false, Call::Pays)] {
            let mut first = true;
            for bet in self.layout.bets() {
                let Effect::Decided(fate, cite) = decide(bet.wager, throw, self.is_active(bet)) else {
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

    /// Tells what a decided wager takes and is paid.
    fn tell(
        &self,
        bet: Bet<Wager>,
        fate: Fate,
        total: u8,
        cite: law::Citation,
        to: &mut impl Observer<Self>,
    ) {
        let (taken, paid, pays) = match fate {
            Fate::Won => (Money::ZERO, self.options.pay(bet.wager, total, bet.stake), paid_by(bet.wager)),
            Fate::Lost => (bet.stake, Money::ZERO, cite),
            Fate::Void | Fate::Halved => (Money::ZERO, Money::ZERO, cite),
        };
        to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank: Bank::House });
        if fate != Fate::Won {
            return;
        }
        // A coupon wins its own amount with its wager (19:45-1.18, not held).
        if bet.tender == Tender::Coupon {
            to.saw(cite!("19:45-1.18"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
        }
        let vigorish = self.options.charge(bet.wager, bet.stake);
        if self.options.collection() == Collection::Won && vigorish > Money::ZERO {
            to.saw(cite!("1.5"), Event::Charged { patron: bet.patron, vigorish });
        }
    }

    /// Decided wagers leave the layout (C15); Come and Don't Come Bets go to their come points.
    fn move_on(&mut self, throw: Throw, to: &mut impl Observer<Self>) {
        let Craps { layout, calls, point, .. } = self;
        layout.retain(|bet| {
            let off = point.is_none() && bet.wager.is_off_on_come_out();
            match decide(bet.wager, throw, !off || calls.is_on(bet.patron, bet.wager)) {
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
    fn follow(&mut self, total: u8, to: &mut impl Observer<Self>) {
        match (self.point, Number::of(total)) {
            (None, Some(point)) => {
                self.point = Some(point);
                to.saw(cite!("1.1"), Event::Called { call: Call::PuckOn(point) });
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
