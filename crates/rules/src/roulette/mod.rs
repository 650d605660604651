//! Roulette: 5.1 to 5.4.
//!
//! `Open` → the dealer spins → `Spinning`, wagers still open → "No More Bets" → `Closed` → the ball rests →
//! number, dolly, losers collected, winners paid → `Open`. A spin that is no spin leads back to `Open`; the
//! wagers stand (R5).

mod irregularities;
mod options;
mod payouts;
mod wagers;

pub use irregularities::Irregularity;
pub use options::{Options, Wheel, ZeroRule};
pub use payouts::decide;
pub use wagers::Wager;

use crate::{
    game::{
        Act, ActOf, Awaits, Bet, BetOf, Event, Eyes, Fate, Game, Input, InputOf, Observer, Offer, Tender,
    },
    kit::{chips::Colour, wheels::Pocket},
    limits::{Layout, Terms},
    money::Money,
    party::{Actor, Bank, Patron, Seat},
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use core::fmt;
use law::{Citation, cite};

/// A roulette table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Roulette {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<Roulette>"))]
    options: Options,
    phase: Phase,
    layout: Layout<Wager>,
    /// A wager in cash that the dealer has neither confirmed nor declined.
    spoken: Option<Bet<Wager>>,
    /// Who has the non-value chips of each colour.
    colours: [Option<Patron>; Colour::COUNT],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Open,
    Spinning,
    Closed,
}

/// What people do at roulette beside wagering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// The dealer spins the ball against the wheel.
    Spin,
    /// The dealer closes the wagers.
    NoMoreBets,
    /// The dealer confirms the wager in cash.
    Confirm,
    /// The dealer declines the wager in cash.
    Decline,
    /// A patron asks for non-value chips.
    AskFor(Colour),
    /// A patron gives them back.
    HandBack(Colour),
}

/// Where the ball came to rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ball(pub Pocket);

/// What the dealer says and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// Spins the ball.
    Spins,
    /// "No More Bets".
    NoMoreBets,
    /// The number.
    Number(Pocket),
    /// The crown or dolly.
    Dolly(Pocket),
    /// Collects the losing wagers.
    Collects,
    /// Pays the winning wagers.
    Pays,
    /// "No Spin".
    NoSpin,
    /// Tries to take the ball out.
    RemovesBall,
    /// Declares the spin void.
    Void,
    /// Hands out non-value chips.
    Issues(Patron, Colour),
    /// Takes them back.
    TakesBack(Patron, Colour),
    /// Hears a wager in cash.
    Hears(Bet<Wager>),
    /// Gives cash back.
    Declines(Patron, Money),
}

impl Game for Roulette {
    const NAME: &'static str = "roulette";
    const TITLE: &'static str = "Roulette";
    const PERMISSIBLE: Citation = cite!("5.1(e)");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Ball;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        let colours = [None; Colour::COUNT];
        Roulette { options, phase: Phase::Open, layout: Layout::default(), spoken: None, colours }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        Roulette { options, ..self }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open if self.spoken.is_some() => Awaits::Decision(Actor::Dealer),
            Phase::Open => Awaits::Wagers,
            Phase::Spinning => Awaits::Decision(Actor::Dealer),
            Phase::Closed => Awaits::Equipment,
        }
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.layout.bets()
    }

    fn spoken(&self) -> Option<BetOf<Self>> {
        self.spoken
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match input {
            Input::Act { by: Actor::Patron(patron), act } => match act {
                Act::Place { seat, wager, stake, tender } => {
                    self.place(Bet { patron, seat, wager, stake, tender }, to)
                }
                Act::TakeBack { seat, wager } => self.take_back(patron, seat, wager, to),
                Act::Do(Deed::AskFor(colour)) => self.issue(patron, colour, to),
                Act::Do(Deed::HandBack(colour)) => self.hand_back(patron, colour, to),
                Act::Do(deed) => Err(Refusal::new(deed.cite(), Why::NotYours)),
            },
            Input::Act { by: Actor::Dealer, act: Act::Do(deed) } => match deed {
                Deed::Spin => self.spin(to),
                Deed::NoMoreBets => self.no_more_bets(to),
                Deed::Confirm => self.confirm(to),
                Deed::Decline => self.decline(to),
                Deed::AskFor(_) | Deed::HandBack(_) => Err(Refusal::new(deed.cite(), Why::NotYours)),
            },
            Input::Act { act, .. } => {
                let cite = if let Act::Do(deed) = act { deed.cite() } else { cite!("5.1(a)") };
                Err(Refusal::new(cite, Why::NotYours))
            }
            Input::Chance(ball) => self.rest(ball, to),
            Input::Irregularity(irregularity) => self.no_spin(irregularity, to),
        }
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        match by {
            Actor::Patron(patron) => {
                for tender in Tender::ALL {
                    Wager::each(&mut |wager| {
                        if let Ok(Terms { least, most, step, .. }) = self.terms(patron, wager, tender) {
                            let act = Act::Place { seat: Seat::NONE, wager, stake: least, tender };
                            each(Offer { act, most, step });
                        }
                    });
                }
                let mut each = |act| each(Offer::plain(act));
                let own = |bet: &&BetOf<Self>| bet.patron == patron;
                for (i, bet) in self.bets().iter().enumerate().filter(|(_, bet)| own(bet)) {
                    let again = self.bets()[..i].iter().filter(own).any(|b| b.wager == bet.wager);
                    if self.wagers_are_open().is_ok() && !again {
                        each(Act::TakeBack { seat: bet.seat, wager: bet.wager });
                    }
                }
                for colour in Colour::all() {
                    if self.may_issue(patron, colour).is_ok() {
                        each(Act::Do(Deed::AskFor(colour)));
                    }
                    if self.may_hand_back(patron, colour).is_ok() {
                        each(Act::Do(Deed::HandBack(colour)));
                    }
                }
            }
            Actor::Dealer => {
                let mut each = |deed| each(Offer::plain(Act::Do(deed)));
                match self.phase {
                    _ if self.spoken.is_some() => {
                        each(Deed::Confirm);
                        each(Deed::Decline);
                    }
                    Phase::Open => each(Deed::Spin),
                    Phase::Spinning => each(Deed::NoMoreBets),
                    Phase::Closed => {}
                }
            }
            Actor::Supervisor | Actor::Floorperson => {}
        }
    }

    /// The dealer confirms a wager in cash, spins, and calls "No More Bets". Patrons have nothing to decide.
    fn usual(&self, by: Actor) -> Option<Deed> {
        match (by, self.phase) {
            (Actor::Dealer, _) if self.spoken.is_some() => Some(Deed::Confirm),
            (Actor::Dealer, Phase::Open) => Some(Deed::Spin),
            (Actor::Dealer, Phase::Spinning) => Some(Deed::NoMoreBets),
            _ => None,
        }
    }

    fn outcomes(&self, each: &mut impl FnMut(Ball, u32)) {
        if self.phase == Phase::Closed {
            self.options.wheel().rim().iter().for_each(|&pocket| each(Ball(pocket), 1));
        }
    }

    fn irregularities(&self, each: &mut impl FnMut(Irregularity)) {
        if self.phase != Phase::Open {
            Irregularity::each(each);
        }
    }
}

impl Roulette {
    /// 5.3(b): wagers close at the call (R7). 5.1(a): a wager in cash is confirmed or declined before anything
    /// else happens on the layout (G8).
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Closed => Err(Refusal::new(cite!("5.3(b)"), Why::NotNow)),
            Phase::Open | Phase::Spinning if self.spoken.is_some() => {
                Err(Refusal::new(cite!("5.1(a)"), Why::Unconfirmed))
            }
            Phase::Open | Phase::Spinning => Ok(()),
        }
    }

    /// What this person may put on this place in this tender now.
    fn terms(&self, patron: Patron, wager: Wager, tender: Tender) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.may_tender(patron, wager, tender)?;
        let cite = wager.place(&self.options)?;
        let chips = match wager {
            Wager::FiveAdjacent(_) => (5, cite!("5.1(e)1.i.(2)")),
            _ => (1, cite!("8.2")),
        };
        // Cash will lie there as value chips.
        let tender = if tender == Tender::Cash { Tender::Chips } else { tender };
        let like = Bet { patron, seat: Seat::NONE, wager, stake: Money::ZERO, tender };
        self.layout.terms(self.options.limits(), &like, cite, chips)
    }

    /// 5.1(a) and (b): what a wager may be made in. Value chips and a coupon never lie together.
    fn may_tender(&self, patron: Patron, wager: Wager, tender: Tender) -> Result<(), Refusal> {
        let has_colour = self.colours.contains(&Some(patron));
        let together = Err(Refusal::new(cite!("5.1(b)"), Why::CouponWithValueChips));
        match tender {
            Tender::Chips | Tender::Cash if self.layout.lies(patron, wager, Tender::Coupon) => together,
            Tender::Chips | Tender::Cash => Ok(()),
            Tender::Colour if has_colour => Ok(()),
            Tender::Colour => Err(Refusal::new(cite!("5.1(b)"), Why::NoColour)),
            Tender::Coupon if !self.options.match_play() => Err(Refusal::new(cite!("5.1(a)"), Why::NotTaken)),
            Tender::Coupon if has_colour && !self.layout.lies(patron, wager, Tender::Chips) => Ok(()),
            Tender::Coupon => together,
        }
    }

    fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if bet.seat != Seat::NONE {
            return Err(Refusal::new(bet.wager.cite(), Why::NoSuchPlace));
        }
        let terms = self.terms(bet.patron, bet.wager, bet.tender)?;
        terms.admit(bet.stake)?;
        if bet.tender == Tender::Cash {
            self.spoken = Some(bet);
            to.saw(cite!("5.1(a)"), Event::Called { call: Call::Hears(bet) });
            return Ok(());
        }
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
        let nothing = Refusal::new(wager.cite(), Why::NothingThere);
        self.layout
            .take_back(patron, seat, wager, nothing, |bet| to.saw(cite!("5.3(b)"), Event::Returned { bet }))
    }

    /// 5.1(a): a spoken wager with cash counts once the dealer confirms it, and the cash becomes chips.
    fn confirm(&mut self, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let spoken = self.spoken.ok_or(Refusal::new(cite!("5.1(a)"), Why::NoCash))?;
        let bet = Bet { tender: Tender::Chips, ..spoken };
        self.spoken = None;
        self.layout.put(bet);
        to.saw(cite!("5.1(a)"), Event::Exchanged { patron: bet.patron, cash: bet.stake });
        to.saw(bet.wager.placed_by(), Event::Placed { bet });
        Ok(())
    }

    fn decline(&mut self, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        let bet = self.spoken.take().ok_or(Refusal::new(cite!("5.1(a)"), Why::NoCash))?;
        to.saw(cite!("5.1(a)"), Event::Called { call: Call::Declines(bet.patron, bet.stake) });
        Ok(())
    }

    /// 5.1(b): no two persons have one colour, and none has that of the value chips.
    fn may_issue(&self, patron: Patron, colour: Colour) -> Result<(), Refusal> {
        if self.options.is_value_colour(colour) {
            return Err(Refusal::new(cite!("5.1(b)"), Why::ColourOfValueChips));
        }
        match self.colours[colour.index()] {
            Some(other) if other != patron => Err(Refusal::new(cite!("5.1(b)"), Why::ColourInUse)),
            _ => Ok(()),
        }
    }

    fn issue(&mut self, patron: Patron, colour: Colour, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        self.may_issue(patron, colour)?;
        self.colours[colour.index()] = Some(patron);
        to.saw(cite!("5.1(b)"), Event::Called { call: Call::Issues(patron, colour) });
        Ok(())
    }

    /// A colour is free again when none of it lies on the layout.
    fn may_hand_back(&self, patron: Patron, colour: Colour) -> Result<(), Refusal> {
        if self.colours[colour.index()] != Some(patron) {
            return Err(Refusal::new(cite!("5.1(b)"), Why::NoColour));
        }
        let lies = [Tender::Colour, Tender::Coupon].into_iter().any(|tender| self.layout.has(patron, tender));
        if lies { Err(Refusal::new(cite!("5.1(b)"), Why::NotNow)) } else { Ok(()) }
    }

    fn hand_back(
        &mut self,
        patron: Patron,
        colour: Colour,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.may_hand_back(patron, colour)?;
        self.colours[colour.index()] = None;
        to.saw(cite!("5.1(b)"), Event::Called { call: Call::TakesBack(patron, colour) });
        Ok(())
    }

    /// 5.3(a): the ball runs against the wheel, four times around at least.
    fn spin(&mut self, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if self.phase != Phase::Open {
            return Err(Refusal::new(cite!("5.3(a)"), Why::NotNow));
        }
        self.wagers_are_open()?;
        self.phase = Phase::Spinning;
        to.saw(cite!("5.3(a)"), Event::Called { call: Call::Spins });
        Ok(())
    }

    /// 5.3(b): while the ball is in the track.
    fn no_more_bets(&mut self, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if self.phase != Phase::Spinning {
            return Err(Refusal::new(cite!("5.3(b)"), Why::NotNow));
        }
        self.wagers_are_open()?;
        self.phase = Phase::Closed;
        to.saw(cite!("5.3(b)"), Event::Called { call: Call::NoMoreBets });
        Ok(())
    }

    /// 5.4: no spin; the wagers stand and are open again.
    fn no_spin(&mut self, what: Irregularity, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if self.phase == Phase::Open {
            return Err(Refusal::new(what.cite(), Why::NotNow));
        }
        self.phase = Phase::Open;
        to.saw(what.cite(), Event::Called { call: Call::NoSpin });
        to.saw(what.cite(), Event::Called { call: Call::RemovesBall });
        Ok(())
    }

    /// The ball has come to rest.
    fn rest(&mut self, ball: Ball, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => return Err(Refusal::new(cite!("5.3(a)"), Why::CannotBeShown)),
            Phase::Spinning => return Err(Refusal::new(cite!("5.3(b)"), Why::CannotBeShown)),
            Phase::Closed if !self.options.wheel().rim().contains(&ball.0) => {
                return Err(Refusal::new(cite!("19:46-1.7"), Why::CannotBeShown));
            }
            Phase::Closed => {}
        }
        self.phase = Phase::Open;
        // 5.2(d)2: 00 on a wheel used as a single zero wheel.
        if !self.options.wheel().plays(ball.0) {
            to.saw(cite!("5.2(d)2"), Event::Shown { chance: ball, to: Eyes::All });
            to.saw(cite!("5.2(d)2"), Event::Called { call: Call::NoSpin });
            to.saw(cite!("5.2(d)2"), Event::Called { call: Call::Void });
            return Ok(());
        }
        // 5.3(c): the number is announced and marked.
        to.saw(cite!("5.3(c)"), Event::Shown { chance: ball, to: Eyes::All });
        to.saw(cite!("5.3(c)"), Event::Called { call: Call::Number(ball.0) });
        to.saw(cite!("5.3(c)"), Event::Called { call: Call::Dolly(ball.0) });
        // 5.3(d): a fifth of each winning five adjacent numbers goes to its box.
        let wheel = self.options.wheel();
        let wins = |bet: &&Bet<Wager>| bet.wager.covers(wheel).has(ball.0);
        for bet in self.layout.bets().iter().filter(|b| is_five(b)).filter(wins) {
            let bet = Bet { stake: bet.stake.fifth(), ..*bet };
            to.saw(cite!("5.3(d)"), Event::Moved { bet, to: Wager::Straight(ball.0) });
        }
        // 5.3(e): first all losing wagers are collected, then all winning wagers are paid.
        for (won, call) in [(false, Call::Collects), (true, Call::Pays)] {
            to.saw(cite!("5.3(e)"), Event::Called { call });
            for bet in self.layout.bets() {
                for part in parts(bet, ball.0, wheel).into_iter().flatten() {
                    settle(part, ball.0, &self.options, won, to);
                }
            }
        }
        self.layout.clear();
        Ok(())
    }
}

fn is_five(bet: &Bet<Wager>) -> bool {
    matches!(bet.wager, Wager::FiveAdjacent(_))
}

/// 5.1(e)1.i.(2): five adjacent numbers are five equal straights; the one that wins was moved to its box.
fn parts(bet: &Bet<Wager>, rest: Pocket, wheel: Wheel) -> [Option<Bet<Wager>>; 2] {
    if !is_five(bet) || !bet.wager.covers(wheel).has(rest) {
        return [Some(*bet), None];
    }
    let fifth = bet.stake.fifth();
    let moved = Bet { wager: Wager::Straight(rest), stake: fifth, ..*bet };
    [Some(Bet { stake: bet.stake - fifth, ..*bet }), Some(moved)]
}

/// Settles a wager in the pass it belongs to: `won` is the second.
fn settle(bet: Bet<Wager>, rest: Pocket, options: &Options, won: bool, to: &mut impl Observer<Roulette>) {
    let (fate, cite) = match bet.wager {
        Wager::FiveAdjacent(_) => (Fate::Lost, bet.wager.cite()),
        wager => decide(wager, rest, options),
    };
    if (fate == Fate::Won) != won {
        return;
    }
    let (taken, paid, pays) = match fate {
        Fate::Won => (Money::ZERO, options.pay(bet.wager, bet.stake), cite!("5.2(a)")),
        Fate::Lost => (bet.stake, Money::ZERO, cite),
        Fate::Halved => (options.limits().half(bet.stake), Money::ZERO, cite!("5.2(b)")),
        Fate::Void => (Money::ZERO, Money::ZERO, cite),
    };
    to.saw(cite, Event::Settled { bet, fate, taken, paid, pays, bank: Bank::House });
    // A coupon wins its own amount with its wager (19:45-1.18, not held).
    if fate == Fate::Won && bet.tender == Tender::Coupon {
        to.saw(cite!("19:45-1.18"), Event::Redeemed { patron: bet.patron, paid: bet.stake });
    }
}

impl Deed {
    /// The provision under which it is done.
    const fn cite(self) -> Citation {
        match self {
            Deed::Spin => cite!("5.3(a)"),
            Deed::NoMoreBets => cite!("5.3(b)"),
            Deed::Confirm | Deed::Decline => cite!("5.1(a)"),
            Deed::AskFor(_) | Deed::HandBack(_) => cite!("5.1(b)"),
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Spin => f.write_str("spins"),
            Deed::NoMoreBets => f.write_str("no-more-bets"),
            Deed::Confirm => f.write_str("confirms"),
            Deed::Decline => f.write_str("declines"),
            Deed::AskFor(colour) => write!(f, "asks for {colour}"),
            Deed::HandBack(colour) => write!(f, "hands back {colour}"),
        }
    }
}

impl Vocabulary for Deed {
    fn each(tell: &mut impl FnMut(Deed)) {
        [Deed::Spin, Deed::NoMoreBets, Deed::Confirm, Deed::Decline].into_iter().for_each(&mut *tell);
        for colour in Colour::all() {
            tell(Deed::AskFor(colour));
            tell(Deed::HandBack(colour));
        }
    }
}

impl fmt::Display for Ball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ball {}", self.0)
    }
}

impl Vocabulary for Ball {
    fn each(tell: &mut impl FnMut(Ball)) {
        Pocket::all().map(Ball).for_each(tell);
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Spins => f.write_str("spins the ball against the wheel"),
            Call::NoMoreBets => f.write_str("calls \"No More Bets\""),
            Call::Number(n) => write!(f, "announces \"{n}\""),
            Call::Dolly(n) => write!(f, "puts the dolly on {n}"),
            Call::Collects => f.write_str("collects the losing wagers"),
            Call::Pays => f.write_str("pays the winning wagers"),
            Call::NoSpin => f.write_str("announces \"No Spin\""),
            Call::RemovesBall => f.write_str("tries to take the ball out before it rests"),
            Call::Void => f.write_str("declares the spin void, to be spun again"),
            Call::Issues(patron, colour) => write!(f, "issues {colour} non-value chips to {patron}"),
            Call::TakesBack(patron, colour) => write!(f, "takes {colour} non-value chips back from {patron}"),
            Call::Hears(bet) => write!(f, "hears {bet}"),
            Call::Declines(patron, cash) => write!(f, "declines, and gives {patron} {cash} back"),
        }
    }
}
