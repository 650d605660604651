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

    words_with! { Stop }

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

    fn wagered_by_patrons(_: Wager) -> Citation {
        cite!("5.5(a)")
    }

    /// The text says nothing about wagers made other than in chips.
    fn may_wager(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.chips_alone(&like, cite!("5.5(a)"), cite!("19:45-1.18"))?;
        let Common { options, layout, .. } = &self.table;
        layout.terms(options.limits(), &like, cite!("5.5(a)"), (1, cite!("8.2")))
    }

    fn may_withdraw(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, cite!("5.5(a)")).map(|terms| terms.under(cite!("5.6(a)")))
    }

    /// 5.6(a): first the call, then the spin. 5.6(b): one spin until the clapper stops.
    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let cite = match deed {
            Deed::NoMoreBets => cite!("5.6(a)"),
            Deed::Spin => cite!("5.6(b)"),
        };
        match (deed, self.phase) {
            _ if by != Actor::Dealer => Err(Refusal::new(cite, Why::NotYours)),
            (Deed::NoMoreBets, Phase::Open) | (Deed::Spin, Phase::Closed) => Ok(Terms::plain(cite)),
            (Deed::Spin, Phase::Open) => Err(Refusal::new(cite!("5.6(a)"), Why::NotNow)),
            _ => Err(Refusal::new(cite, Why::NotNow)),
        }
    }

    fn carry_out(&mut self, _: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        let call = match deed {
            // 5.6(a): before the spin.
            Deed::NoMoreBets => {
                self.phase = Phase::Closed;
                TableCall::NoMoreBets.into()
            }
            // 5.6(b): in either direction, for at least three revolutions.
            Deed::Spin => {
                self.phase = Phase::Spinning;
                Call::Spins
            }
        };
        to.saw(terms.cite, Event::Called { call });
    }

    /// The dealer calls "No More Bets" and spins. Patrons have nothing to decide.
    fn usual(&self, by: Actor) -> Option<Deed> {
        match (by, self.phase) {
            (Actor::Dealer, Phase::Open) => Some(Deed::NoMoreBets),
            (Actor::Dealer, Phase::Closed) => Some(Deed::Spin),
            _ => None,
        }
    }

    fn outcomes(&self, each: &mut dyn FnMut(Stop, u32)) {
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

    fn show(&mut self, stop: Stop, to: &mut dyn Observer<Self>) {
        to.saw(cite!("5.6(b)"), Event::Shown { chance: stop, to: Eyes::All });
        self.settle(stop.0, to);
    }

    fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        match self.phase {
            Phase::Spinning => Ok(()),
            Phase::Open | Phase::Closed => Err(Refusal::new(what.cite(), Why::NotNow)),
        }
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        self.remedy(what, to);
    }

    fn picture(&self, each: &mut dyn FnMut(Item)) {
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

    /// 5.6(e): first all losing wagers are collected, then all winning wagers are paid.
    fn settle(&mut self, stop: Symbol, to: &mut dyn Observer<Self>) {
        let Common { options, layout, .. } = &mut self.table;
        layout.settle_in_passes(
            cite!("5.6(e)"),
            [Call::Collects, Call::Pays],
            |wager| decide(wager, stop),
            |bet| (options.pay(bet.wager, bet.stake), cite!("5.5(a)")),
            to,
        );
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
    fn each(tell: &mut dyn FnMut(Stop)) {
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
