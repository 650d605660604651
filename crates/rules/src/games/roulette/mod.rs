//! Roulette: 5.1 to 5.4.
//!
//! `Open` → the dealer spins → `Spinning`, wagers still open → "No More Bets" → `Closed` → the ball comes
//! to rest → number, dolly, losers collected, winners paid → `Open`. A spin that is no spin leads back to
//! `Open`; the wagers stand (R5).

mod acts;
mod betting;
mod calls;
mod irregularities;
mod options;
mod payouts;
mod settling;
mod wagers;

pub use acts::Deed;
pub use calls::Call;
pub use irregularities::Irregularity;
pub use options::{Options, Wheel, ZeroRule};
pub use payouts::decide;
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::{
    kit::{chips::Color, wheels::Pocket},
    picture::{Item, Outcome},
    vocabulary::Vocabulary,
};
use core::fmt;

/// A roulette table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Roulette {
    pub(super) table: Common<Roulette>,
    phase: Phase,
    /// The patron who has the non-value chips of each color and design.
    colors: [Option<Patron>; Color::COUNT],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Open,
    Spinning,
    Closed,
}

/// Where the ball came to rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ball(pub Pocket);

impl Game for Roulette {
    const NAME: &'static str = "roulette";
    const TITLE: &'static str = "Roulette";
    const PERMISSIBLE: Citation = cite!("5.1(e)");

    words_with! { Ball }

    fn made_in(_: Wager) -> Citation {
        cite!("5.1(a)")
    }

    fn open(options: Options) -> Self {
        Roulette { table: Common::new(options, 0), phase: Phase::Open, colors: [None; Color::COUNT] }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open => "open",
            Phase::Spinning => "spinning",
            Phase::Closed => "closed",
        }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open if self.table.cash.is_none() => Awaits::Wagers,
            Phase::Open | Phase::Spinning => Awaits::Decision(Actor::Dealer),
            Phase::Closed => Awaits::Equipment,
        }
    }

    in_files! { betting }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Spin => self.dealer_may(by, Phase::Open, cite!("5.3(a)")),
            Deed::NoMoreBets => self.dealer_may(by, Phase::Spinning, cite!("5.3(b)")),
            Deed::Confirm | Deed::Decline => self.table.may_answer(by, cite!("5.1(a)")),
            Deed::AskFor(color) => self.may_have(by, color, true),
            Deed::HandBack(color) => self.may_have(by, color, false),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            // 5.3(a): against the wheel, for at least four revolutions.
            Deed::Spin => {
                self.phase = Phase::Spinning;
                to.saw(terms.cite, Event::Called { call: Call::Spins });
            }
            // 5.3(b): while the ball is in the track.
            Deed::NoMoreBets => {
                self.phase = Phase::Closed;
                to.saw(terms.cite, Event::Called { call: TableCall::NoMoreBets.into() });
            }
            Deed::Confirm => {
                if let Some(bet) = self.table.confirm(by, terms.cite, to) {
                    self.table.put(bet, bet.wager.placed_by(), to);
                }
            }
            Deed::Decline => self.table.decline(terms.cite, to),
            Deed::AskFor(color) => self.have(by, color, true, to),
            Deed::HandBack(color) => self.have(by, color, false, to),
        }
    }

    /// The dealer confirms a wager in cash, spins, and calls "No More Bets". Patrons have nothing to decide.
    fn usual(&self, by: Actor) -> Option<Deed> {
        let usual = [Deed::Confirm, Deed::Spin, Deed::NoMoreBets];
        usual.into_iter().find(|&deed| self.may_do(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut dyn FnMut(Ball, u32)) {
        if self.phase == Phase::Closed {
            self.table.options.wheel().rim().iter().for_each(|&pocket| each(Ball(pocket), 1));
        }
    }

    fn may_show(&self, ball: Ball) -> Result<(), Refusal> {
        let cite = match self.phase {
            Phase::Open => cite!("5.3(a)"),
            Phase::Spinning => cite!("5.3(b)"),
            Phase::Closed if self.table.options.wheel().rim().contains(&ball.0) => return Ok(()),
            Phase::Closed => cite!("19:46-1.7"),
        };
        Err(Refusal::new(cite, Why::CannotBeShown))
    }

    fn show(&mut self, ball: Ball, to: &mut dyn Observer<Self>) {
        self.rest(ball, to);
    }

    /// 5.3(a): nothing can go wrong before the ball is spun.
    fn may_go_wrong(&self, _: Irregularity) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => Err(Refusal::new(cite!("5.3(a)"), Why::NotNow)),
            Phase::Spinning | Phase::Closed => Ok(()),
        }
    }

    /// 5.4: no spin; the wagers stand and are open again.
    fn go_wrong(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        self.phase = Phase::Open;
        to.saw(what.cite(), Event::Called { call: Call::NoSpin });
        to.saw(what.cite(), Event::Called { call: Call::RemovesBall });
    }

    fn picture(&self, each: &mut dyn FnMut(Item)) {
        for (color, owner) in Color::all().zip(self.colors) {
            owner.map(|patron| Item::Color { patron, color }).into_iter().for_each(&mut *each);
        }
        if self.phase != Phase::Open {
            each(Item::Moving);
        }
    }
}

impl Roulette {
    /// Whether the dealer may do something that belongs to only one phase, once no cash waits. 5.3(a) to (c): the spin,
    /// the call, the ball at rest.
    fn dealer_may(&self, by: Actor, phase: Phase, cite: Citation) -> Result<Terms, Refusal> {
        if by != Actor::Dealer {
            return Err(Refusal::new(cite, Why::NotYours));
        }
        let due = match self.phase {
            now if now == phase => return self.wagers_are_open().map(|()| Terms::plain(cite)),
            Phase::Open | Phase::Spinning => cite!("5.3(b)"),
            Phase::Closed => cite!("5.3(c)"),
        };
        Err(Refusal::new(due, Why::NotNow))
    }
}

impl From<Ball> for Outcome {
    fn from(Ball(pocket): Ball) -> Outcome {
        Outcome::Ball { pocket }
    }
}

impl fmt::Display for Ball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ball {}", self.0)
    }
}

impl Vocabulary for Ball {
    fn each(tell: &mut dyn FnMut(Ball)) {
        Pocket::all().map(Ball).for_each(tell);
    }
}
