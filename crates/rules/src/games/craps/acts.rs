//! What people do at craps other than wagering, and what the dice show.

use super::wagers::Wager;
use crate::games::prelude::*;
use crate::{
    kit::dice::Dice,
    picture::{Outcome, Spots},
    vocabulary::Vocabulary,
    words::deeds,
};
use core::fmt;

deeds! {
    /// What people do beside wagering. The dealer is whoever of the crew does it, the stickperson included; the supervisor
    /// is the boxperson (C16).
    pub enum Deed {
        Confirm = "confirms",
        Decline = "declines",
        Buttons = "places on buttons",
        NoRoll = "calls no roll",
        LetStand = "lets the roll stand",
        OfferDice = "offers the dice",
        SendDice = "sends the dice out",
        OrderPassed = "orders the dice passed",
        ChangeDice = "changes the dice",
        AcceptDice = "accepts the dice",
        DeclineDice = "declines the dice",
        Throw = "throws",
        PassDice = "passes the dice",
        Leave = "leaves",
        CallOn(wager: Callable) = "calls {wager} on",
        CallOff(wager: Callable) = "calls {wager} off",
        Stand(seat: Seat) = "sits at {seat}",
    }
}

impl Deed {
    /// What each person does if nobody says otherwise: the first of these that is lawful. The crew confirms wagers,
    /// places buttons, calls a doubtful roll no roll, and sends the dice out to a shooter rather than offer them. A
    /// player declines the dice; a shooter who has them throws, and one who may not throw passes them.
    pub(super) const USUAL: [Deed; 8] = [
        Deed::Confirm,
        Deed::Buttons,
        Deed::NoRoll,
        Deed::SendDice,
        Deed::OfferDice,
        Deed::DeclineDice,
        Deed::Throw,
        Deed::PassDice,
    ];

    /// The provision under which it is done.
    pub(super) const fn cite(self) -> Citation {
        match self {
            Deed::Confirm | Deed::Decline => cite!("1.3"),
            Deed::Buttons => cite!("1.2(a)5"),
            Deed::CallOn(wager) | Deed::CallOff(wager) => wager.cite(),
            Deed::NoRoll | Deed::LetStand => cite!("1.9"),
            Deed::OfferDice | Deed::SendDice | Deed::AcceptDice | Deed::DeclineDice => cite!("1.7"),
            Deed::ChangeDice | Deed::Stand(_) | Deed::Leave => cite!("1.7"),
            Deed::Throw => cite!("1.8"),
            Deed::PassDice | Deed::OrderPassed => cite!("1.11"),
        }
    }
}

/// A wager that is off on come-out rolls unless it is called on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Callable(pub Wager);

impl Callable {
    /// The provision under which it is off: 1.2(a)5 or, for the odds with a Come Bet, 1.6 (not held).
    pub(super) const fn cite(self) -> Citation {
        if self.0.supports().is_some() { cite!("1.6") } else { cite!("1.2(a)5") }
    }
}

impl fmt::Display for Callable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Vocabulary for Callable {
    fn each(tell: &mut dyn FnMut(Callable)) {
        Wager::each(&mut |wager| {
            if wager.is_off_on_come_out() {
                tell(Callable(wager));
            }
        });
    }
}

/// A roll of two dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll(pub Dice);

impl From<Roll> for Outcome {
    fn from(Roll(Dice(one, other)): Roll) -> Outcome {
        Outcome::Dice { dice: Spots::Two([one.spots(), other.spots()]) }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dice {}", self.0)
    }
}

impl Vocabulary for Roll {
    fn each(tell: &mut dyn FnMut(Roll)) {
        Dice::all().map(Roll).for_each(tell);
    }
}
