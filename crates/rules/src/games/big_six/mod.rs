//! Big Six: 5.5 and 5.6. The shortest game: copy this folder to add another.
//!
//! `Open` → "No More Bets" → `Closed` → the dealer spins → `Spinning` → the clapper stops → losers collected,
//! winners paid → `Open`. A void spin leads back to `Closed`: the wheel is spun again (S1).

mod acts;
mod calls;
mod irregularities;
mod options;
mod payouts;
mod wagers;

pub use acts::Deed;
pub use calls::Call;
pub use irregularities::Irregularity;
pub use options::{Clapper, Options};
pub use payouts::decide;
pub use wagers::Wager;

use crate::games::prelude::*;
use crate::table::layout::settle;
use crate::{
    kit::wheels::Symbol,
    picture::{Item, Outcome},
    vocabulary::Vocabulary,
};
use core::fmt;

/// A Big Six table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BigSix {
    pub(super) table: Common<BigSix>,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Open,
    Closed,
    Spinning,
}

/// Where the clapper stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stop(pub Symbol);

impl Game for BigSix {
    const NAME: &'static str = "big-six";
    const TITLE: &'static str = "Big Six";
    const PERMISSIBLE: Citation = cite!("5.5(a)");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Stop;
    type Irregularity = Irregularity;
    type Call = Call;

    fn made_in(_: Wager) -> Citation {
        cite!("19:45-1.18")
    }

    fn open(options: Options) -> Self {
        BigSix { table: Common::new(options, 0), phase: Phase::Open }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open => "open",
            Phase::Closed => "closed",
            Phase::Spinning => "spinning",
        }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open => Awaits::Wagers,
            Phase::Closed => Awaits::Decision(Actor::Dealer),
            Phase::Spinning => Awaits::Equipment,
        }
    }

    fn guard(&self, by: Actor, act: ActOf<Self>) -> Result<Terms, Refusal> {
        match (act, by) {
            (Act::Place { seat, wager, tender, .. }, Actor::Patron(patron)) => {
                self.terms(Bet { patron, seat, wager, stake: Money::ZERO, tender })
            }
            (Act::TakeBack { seat, wager }, _) => {
                self.wagers_are_open()?;
                self.table.may_take_back(by, seat, wager, cite!("5.5(a)"))
            }
            (Act::Do(deed), Actor::Dealer) => self.dealer_may(deed),
            (Act::Do(Deed::NoMoreBets), _) => Err(Refusal::new(cite!("5.6(a)"), Why::NotYours)),
            (Act::Do(Deed::Spin), _) => Err(Refusal::new(cite!("5.6(b)"), Why::NotYours)),
            (Act::Place { .. }, _) => Err(Refusal::new(cite!("5.5(a)"), Why::NotYours)),
        }
    }

    fn perform(&mut self, by: Actor, act: ActOf<Self>, terms: Terms, to: &mut impl Observer<Self>) {
        match (act, by) {
            (Act::Place { seat, wager, stake, tender }, Actor::Patron(patron)) => {
                self.table.put(Bet { patron, seat, wager, stake, tender }, terms.cite, to);
            }
            (Act::TakeBack { seat, wager }, _) => {
                self.table.take_back(by, seat, wager, cite!("5.6(a)"), to);
            }
            // 5.6(a): before the spin.
            (Act::Do(Deed::NoMoreBets), _) => {
                self.phase = Phase::Closed;
                to.saw(terms.cite, Event::Called { call: TableCall::NoMoreBets.into() });
            }
            // 5.6(b): in either direction, three times around at least.
            (Act::Do(Deed::Spin), _) => {
                self.phase = Phase::Spinning;
                to.saw(terms.cite, Event::Called { call: Call::Spins });
            }
            (Act::Place { .. }, _) => {}
        }
    }

    /// The dealer calls "No More Bets" and spins. Patrons have nothing to decide.
    fn usual(&self, by: Actor) -> Option<Deed> {
        match (by, self.phase) {
            (Actor::Dealer, Phase::Open) => Some(Deed::NoMoreBets),
            (Actor::Dealer, Phase::Closed) => Some(Deed::Spin),
            _ => None,
        }
    }

    fn outcomes(&self, each: &mut impl FnMut(Stop, u32)) {
        if self.phase == Phase::Spinning {
            Symbol::ALL
                .into_iter()
                .for_each(|symbol| each(Stop(symbol), self.table.options.stops(symbol).into()));
        }
    }

    fn may_show(&self, _: Stop) -> Result<(), Refusal> {
        match self.phase {
            Phase::Spinning => Ok(()),
            Phase::Open | Phase::Closed => Err(Refusal::new(cite!("5.6(b)"), Why::CannotBeShown)),
        }
    }

    fn show(&mut self, stop: Stop, to: &mut impl Observer<Self>) {
        to.saw(cite!("5.6(b)"), Event::Shown { chance: stop, to: Eyes::All });
        self.settle(stop.0, to);
    }

    fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        match self.phase {
            Phase::Spinning => Ok(()),
            Phase::Open | Phase::Closed => Err(Refusal::new(what.cite(), Why::NotNow)),
        }
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        self.remedy(what, to);
    }

    fn picture(&self, each: &mut impl FnMut(Item)) {
        if self.phase == Phase::Spinning {
            each(Item::Moving);
        }
    }
}

impl BigSix {
    /// 5.6(a): wagers close at the call.
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => Ok(()),
            Phase::Closed | Phase::Spinning => Err(Refusal::new(cite!("5.6(a)"), Why::NotNow)),
        }
    }

    /// What may be put there now. Nothing is held of wagers other than in chips.
    fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        if like.seat != Seat::NONE {
            return Err(Refusal::new(cite!("5.5(a)"), Why::NoSuchPlace));
        }
        if like.tender != Tender::Chips {
            return Err(Refusal::new(cite!("19:45-1.18"), Why::NotTaken));
        }
        let Common { options, layout, .. } = &self.table;
        layout.terms(options.limits(), &like, cite!("5.5(a)"), (1, cite!("8.2")))
    }

    /// 5.6(a): first the call, then the spin. 5.6(b): one spin until the clapper stops.
    fn dealer_may(&self, deed: Deed) -> Result<Terms, Refusal> {
        match (deed, self.phase) {
            (Deed::NoMoreBets, Phase::Open) => Ok(Terms::plain(cite!("5.6(a)"))),
            (Deed::Spin, Phase::Closed) => Ok(Terms::plain(cite!("5.6(b)"))),
            (Deed::NoMoreBets, _) | (Deed::Spin, Phase::Open) => {
                Err(Refusal::new(cite!("5.6(a)"), Why::NotNow))
            }
            (Deed::Spin, Phase::Spinning) => Err(Refusal::new(cite!("5.6(b)"), Why::NotNow)),
        }
    }

    /// 5.6(e): first all losing wagers are collected, then all winning wagers are paid.
    fn settle(&mut self, stop: Symbol, to: &mut impl Observer<Self>) {
        let Common { options, layout, .. } = &mut self.table;
        for (pass, call) in [(Fate::Lost, Call::Collects), (Fate::Won, Call::Pays)] {
            to.saw(cite!("5.6(e)"), Event::Called { call });
            for &bet in layout.bets() {
                let (fate, cite) = decide(bet.wager, stop);
                if fate != pass {
                    continue;
                }
                settle(bet, (fate, cite), || (options.pay(bet.wager, bet.stake), cite!("5.5(a)")), to);
            }
        }
        layout.clear();
        self.phase = Phase::Open;
    }
}

impl From<Stop> for Outcome {
    fn from(Stop(symbol): Stop) -> Outcome {
        Outcome::Stop { symbol }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stop {}", self.0)
    }
}

impl Vocabulary for Stop {
    fn each(tell: &mut impl FnMut(Stop)) {
        Symbol::ALL.into_iter().for_each(|symbol| tell(Stop(symbol)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games,
        submission::{Entry, Written},
    };

    #[test]
    fn an_insignia_is_as_likely_as_it_has_stops() {
        let entries = [
            Entry { key: "clapper", value: Written::Text("respin") },
            Entry { key: "stops.one", value: Written::Number(20) },
            Entry { key: "stops.ten", value: Written::Number(7) },
        ];
        let mut table = BigSix::open(games::options::<BigSix>(&entries, &mut |_| ()).expect("lawful"));
        table.phase = Phase::Spinning;
        let (mut weights, mut at) = ([0; 7], 0);
        table.outcomes(&mut |stop, weight| {
            assert_eq!(stop, Stop(Symbol::ALL[at]));
            (weights[at], at) = (weight, at + 1);
        });
        assert_eq!(weights, [20, 15, 8, 7, 2, 1, 1]);
    }
}
