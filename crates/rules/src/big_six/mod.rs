//! Big Six: 5.5 and 5.6. The shortest game: copy this folder to add another.
//!
//! `Open` → "No More Bets" → `Closed` → the dealer spins → `Spinning` → the clapper stops → losers collected,
//! winners paid → `Open`. A void spin leads back to `Closed`: the wheel is spun again (S1).

mod irregularities;
mod options;
mod payouts;
mod wagers;

pub use irregularities::Irregularity;
pub use options::{Clapper, Options};
pub use payouts::decide;
pub use wagers::Wager;

use crate::{
    game::{
        Act, ActOf, Awaits, Bet, BetOf, Event, Eyes, Fate, Game, Input, InputOf, Observer, Offer, Tender,
    },
    kit::wheels::Symbol,
    limits::{Layout, Terms},
    money::Money,
    party::{Actor, Bank, Patron, Seat},
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// A Big Six table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BigSix {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<BigSix>"))]
    options: Options,
    phase: Phase,
    layout: Layout<Wager>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Open,
    Closed,
    Spinning,
}

/// What the dealer does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// Closes the wagers.
    NoMoreBets,
    /// Spins the wheel.
    Spin,
}

/// Where the clapper stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stop(pub Symbol);

/// What the dealer says and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// "No More Bets".
    NoMoreBets,
    /// Spins the wheel.
    Spins,
    /// Declares the number passed last to win.
    Passed(Symbol),
    /// Declares the spin void.
    Void,
    /// Collects the losing wagers.
    Collects,
    /// Pays the winning wagers.
    Pays,
}

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

    fn open(options: Options) -> Self {
        BigSix { options, phase: Phase::Open, layout: Layout::default() }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        BigSix { options, ..self }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open => Awaits::Wagers,
            Phase::Closed => Awaits::Decision(Actor::Dealer),
            Phase::Spinning => Awaits::Equipment,
        }
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.layout.bets()
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match input {
            Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } } => {
                self.place(Bet { patron, seat, wager, stake, tender }, to)
            }
            Input::Act { by: Actor::Patron(patron), act: Act::TakeBack { seat, wager } } => {
                self.take_back(patron, seat, wager, to)
            }
            Input::Act { by: Actor::Dealer, act: Act::Do(Deed::NoMoreBets) } => self.no_more_bets(to),
            Input::Act { by: Actor::Dealer, act: Act::Do(Deed::Spin) } => self.spin(to),
            Input::Act { act, .. } => {
                let cite = match act {
                    Act::Place { .. } | Act::TakeBack { .. } => cite!("5.5(a)"),
                    Act::Do(Deed::NoMoreBets) => cite!("5.6(a)"),
                    Act::Do(Deed::Spin) => cite!("5.6(b)"),
                };
                Err(Refusal::new(cite, Why::NotYours))
            }
            Input::Chance(stop) => self.stop(stop, to),
            Input::Irregularity(what) => self.irregular(what, to),
        }
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        match (by, self.phase) {
            (Actor::Patron(patron), Phase::Open) => {
                Wager::each(&mut |wager| {
                    if let Ok(Terms { least, most, step, .. }) = self.terms(patron, wager, Tender::Chips) {
                        let act = Act::Place { seat: Seat::NONE, wager, stake: least, tender: Tender::Chips };
                        each(Offer { act, most, step });
                    }
                });
                for bet in self.bets().iter().filter(|b| b.patron == patron) {
                    each(Offer::plain(Act::TakeBack { seat: bet.seat, wager: bet.wager }));
                }
            }
            (Actor::Dealer, Phase::Open) => each(Offer::plain(Act::Do(Deed::NoMoreBets))),
            (Actor::Dealer, Phase::Closed) => each(Offer::plain(Act::Do(Deed::Spin))),
            _ => {}
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
            Symbol::ALL.into_iter().for_each(|symbol| each(Stop(symbol), self.options.stops(symbol).into()));
        }
    }

    fn irregularities(&self, each: &mut impl FnMut(Irregularity)) {
        if self.phase == Phase::Spinning {
            Irregularity::each(each);
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

    /// What this person may put on this insignia now. Nothing is held of wagers other than in chips.
    fn terms(&self, patron: Patron, wager: Wager, tender: Tender) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        if tender != Tender::Chips {
            return Err(Refusal::new(cite!("19:45-1.18"), Why::NotTaken));
        }
        let like = Bet { patron, seat: Seat::NONE, wager, stake: Money::ZERO, tender };
        self.layout.terms(self.options.limits(), &like, cite!("5.5(a)"), (1, cite!("8.2")))
    }

    fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if bet.seat != Seat::NONE {
            return Err(Refusal::new(cite!("5.5(a)"), Why::NoSuchPlace));
        }
        let terms = self.terms(bet.patron, bet.wager, bet.tender)?;
        terms.admit(bet.stake)?;
        self.layout.put(bet);
        to.saw(terms.cite, Event::Placed { bet });
        Ok(())
    }

    fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.wagers_are_open()?;
        let nothing = Refusal::new(cite!("5.5(a)"), Why::NothingThere);
        self.layout
            .take_back(patron, seat, wager, nothing, |bet| to.saw(cite!("5.6(a)"), Event::Returned { bet }))
    }

    /// 5.6(a): before the spin.
    fn no_more_bets(&mut self, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        self.wagers_are_open()?;
        self.phase = Phase::Closed;
        to.saw(cite!("5.6(a)"), Event::Called { call: Call::NoMoreBets });
        Ok(())
    }

    /// 5.6(b): in either direction, three times around at least.
    fn spin(&mut self, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => return Err(Refusal::new(cite!("5.6(a)"), Why::NotNow)),
            Phase::Spinning => return Err(Refusal::new(cite!("5.6(b)"), Why::NotNow)),
            Phase::Closed => {}
        }
        self.phase = Phase::Spinning;
        to.saw(cite!("5.6(b)"), Event::Called { call: Call::Spins });
        Ok(())
    }

    fn stop(&mut self, stop: Stop, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if self.phase != Phase::Spinning {
            return Err(Refusal::new(cite!("5.6(b)"), Why::CannotBeShown));
        }
        to.saw(cite!("5.6(b)"), Event::Shown { chance: stop, to: Eyes::All });
        self.settle(stop.0, to);
        Ok(())
    }

    /// A short spin is void and repeated (S1); a clapper between two numbers is as the licensee chose.
    fn irregular(&mut self, what: Irregularity, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if self.phase != Phase::Spinning {
            return Err(Refusal::new(what.cite(), Why::NotNow));
        }
        match (what, self.options.clapper()) {
            (Irregularity::FewerThanThreeRevolutions, _) => {
                self.phase = Phase::Closed;
                to.saw(cite!("5.6(b)"), Event::Called { call: Call::Void });
            }
            (Irregularity::ClapperBetween { passed }, Clapper::Passed) => {
                to.saw(cite!("5.6(c)1"), Event::Called { call: Call::Passed(passed) });
                self.settle(passed, to);
            }
            (Irregularity::ClapperBetween { .. }, Clapper::Respin) => {
                self.phase = Phase::Closed;
                to.saw(cite!("5.6(c)2"), Event::Called { call: Call::Void });
            }
        }
        Ok(())
    }

    /// 5.6(e): first all losing wagers are collected, then all winning wagers are paid.
    fn settle(&mut self, stop: Symbol, to: &mut impl Observer<Self>) {
        for (pass, call) in [(Fate::Lost, Call::Collects), (Fate::Won, Call::Pays)] {
            to.saw(cite!("5.6(e)"), Event::Called { call });
            for &bet in self.layout.bets() {
                let (fate, cite) = decide(bet.wager, stop);
                if fate != pass {
                    continue;
                }
                let (taken, paid) = match fate {
                    Fate::Won => (Money::ZERO, self.options.pay(bet.wager, bet.stake)),
                    _ => (bet.stake, Money::ZERO),
                };
                let pays = cite!("5.5(a)");
                to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank: Bank::House });
            }
        }
        self.layout.clear();
        self.phase = Phase::Open;
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::NoMoreBets => "no-more-bets",
            Deed::Spin => "spins",
        })
    }
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        [Deed::NoMoreBets, Deed::Spin].into_iter().for_each(tell);
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

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::NoMoreBets => f.write_str("calls \"No More Bets\""),
            Call::Spins => f.write_str("spins the wheel"),
            Call::Passed(symbol) => write!(f, "declares {symbol}, passed last, the winning number"),
            Call::Void => f.write_str("declares the spin void, to be spun again"),
            Call::Collects => f.write_str("collects the losing wagers"),
            Call::Pays => f.write_str("pays the winning wagers"),
        }
    }
}
