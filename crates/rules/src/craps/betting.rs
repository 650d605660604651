//! 1.3 (not held): making and removing wagers, and calling them on.

use super::{
    Call, Craps, Deed, Phase,
    options::Collection,
    wagers::{Horn, Wager},
};
use crate::{
    game::{Bet, Event, Observer, Tender},
    limits::{MOST_WAGERS, Terms},
    money::Money,
    party::{Patron, Seat},
    refusal::{Refusal, Why},
};
use arrayvec::ArrayVec;
use law::{Citation, cite};

/// 1.2(a)5: a wager called on for come-out rolls, and whether the dealer has confirmed it by a button.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Called {
    patron: Patron,
    wager: Wager,
    button: bool,
}

/// All of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Calls(ArrayVec<Called, MOST_WAGERS>);

impl Calls {
    fn find(&self, patron: Patron, wager: Wager) -> Option<&Called> {
        self.0.iter().find(|c| (c.patron, c.wager) == (patron, wager))
    }

    /// C2: it takes the call and the button.
    pub(super) fn is_on(&self, patron: Patron, wager: Wager) -> bool {
        self.find(patron, wager).is_some_and(|c| c.button)
    }

    /// C10: a button lies there until the wager goes or is called off.
    pub(super) fn forget(&mut self, patron: Patron, wager: Wager) {
        self.0.retain(|c| (c.patron, c.wager) != (patron, wager));
    }

    fn is_waiting(&self) -> bool {
        self.0.iter().any(|c| !c.button)
    }
}

impl Craps {
    /// Wagers are open until the dice are thrown; then one may still be spoken, to be confirmed before they rest.
    fn wagers_are_heard(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Questioned(_) => Err(Refusal::new(cite!("1.3"), Why::NotNow)),
            _ if self.spoken.is_some() => Err(Refusal::new(cite!("1.3"), Why::Unanswered)),
            Phase::Open | Phase::InHand | Phase::Thrown => Ok(()),
        }
    }

    /// Before the dice are thrown.
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Thrown => Err(Refusal::new(cite!("1.3"), Why::NotNow)),
            _ => self.wagers_are_heard(),
        }
    }

    /// What this person may put on this wager in this tender now.
    pub(super) fn terms(&self, patron: Patron, wager: Wager, tender: Tender) -> Result<Terms, Refusal> {
        self.wagers_are_heard()?;
        match tender {
            Tender::Chips | Tender::Cash => {}
            Tender::Coupon if self.options.match_play() => {}
            Tender::Coupon | Tender::Colour => return Err(Refusal::new(cite!("1.3"), Why::NotTaken)),
        }
        let cite = self.may_be_placed(patron, wager)?;
        // Cash will lie there as value chips.
        let tender = if tender == Tender::Cash { Tender::Chips } else { tender };
        let like = Bet { patron, seat: Seat::NONE, wager, stake: Money::ZERO, tender };
        let limits = self.options.limits();
        let terms = self.layout.terms(limits, &like, cite, self.options.chips(wager))?;
        match (wager, wager.supports()) {
            (_, Some(flat)) => {
                let most = self.options.most_odds(wager, self.layout.stake(patron, Seat::NONE, flat));
                terms.capped(most - self.layout.stake(patron, Seat::NONE, wager), cite!("1.6"))
            }
            (Wager::HornHigh(horn), _) if !self.options.horn_high_area() => {
                let [four, one] = parts(like, horn);
                let number = self.layout.room(limits, &one, 0)?;
                let also = usize::from(!self.layout.lies(patron, one.wager, tender));
                let horn = self.layout.room(limits, &four, also)?;
                let most = (number.as_cents() * 5).min(horn.as_cents() / 4 * 5);
                terms.capped(Money::cents(most), cite!("8.2"))
            }
            _ => Ok(terms),
        }
    }

    /// When each wager may be made.
    fn may_be_placed(&self, patron: Patron, wager: Wager) -> Result<Citation, Refusal> {
        let no = |why| Err(Refusal::new(wager.cite(), why));
        match wager {
            // Straight before a come-out roll, and not again until the next (so no bet is put behind a point).
            Wager::Pass | Wager::DontPass if self.point.is_some() => no(Why::PointSet),
            // After the come-out roll: while there is a point (C1).
            Wager::Come | Wager::DontCome if self.point.is_none() => no(Why::NoPoint),
            Wager::ComeOn(_) | Wager::DontComeOn(_) => no(Why::ByRollAlone),
            // 1.6 (not held): once the bet has its point, and while it stands.
            Wager::PassOdds(n) | Wager::DontPassOdds(n) if self.point != Some(n) => {
                no(if self.point.is_some() { Why::OtherPoint } else { Why::NoPoint })
            }
            _ => match wager.supports() {
                Some(flat) if self.layout.stake(patron, Seat::NONE, flat) == Money::ZERO => {
                    no(Why::NothingToSupport)
                }
                _ => Ok(wager.cite()),
            },
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        if bet.seat != Seat::NONE {
            return Err(Refusal::new(cite!("1.2(a)"), Why::NoSuchPlace));
        }
        self.terms(bet.patron, bet.wager, bet.tender)?.admit(bet.stake)?;
        if bet.tender == Tender::Cash || self.phase == Phase::Thrown {
            self.spoken = Some(bet);
            to.saw(cite!("1.3"), Event::Called { call: Call::Hears(bet) });
        } else {
            self.put(bet, to);
        }
        Ok(())
    }

    /// Puts down what was accepted. 1.2(a)20: without an area of its own a Horn High Bet becomes two wagers.
    fn put(&mut self, bet: Bet<Wager>, to: &mut impl Observer<Self>) {
        if let Wager::HornHigh(horn) = bet.wager
            && !self.options.horn_high_area()
        {
            to.saw(cite!("1.2(a)20"), Event::Called { call: Call::BreaksDown(bet) });
            for part in parts(bet, horn) {
                self.layout.put(part);
                to.saw(part.wager.cite(), Event::Placed { bet: part });
            }
            return;
        }
        let before = self.layout.stake(bet.patron, bet.seat, bet.wager);
        self.layout.put(bet);
        to.saw(bet.wager.cite(), Event::Placed { bet });
        // C14: what the whole wager is charged, less what its first part was.
        let charge =
            self.options.charge(bet.wager, before + bet.stake) - self.options.charge(bet.wager, before);
        if self.options.collection() == Collection::Placed && charge > Money::ZERO {
            to.saw(cite!("1.5"), Event::Charged { patron: bet.patron, vigorish: charge });
        }
    }

    /// Whether this wager of the patron's may be taken down.
    pub(super) fn may_take_back(&self, patron: Patron, seat: Seat, wager: Wager) -> Result<(), Refusal> {
        self.wagers_are_open()?;
        if self.layout.stake(patron, seat, wager) == Money::ZERO {
            return Err(Refusal::new(cite!("1.3"), Why::NothingThere));
        }
        match wager {
            Wager::Pass if self.point.is_some() => Err(Refusal::new(cite!("1.3"), Why::Locked)),
            Wager::ComeOn(_) => Err(Refusal::new(cite!("1.3"), Why::Locked)),
            _ => Ok(()),
        }
    }

    /// 1.3 (not held). 1.6 (not held): odds stand only while the bet they support does (C12).
    pub(super) fn take_back(
        &mut self,
        patron: Patron,
        seat: Seat,
        wager: Wager,
        to: &mut impl Observer<Self>,
    ) -> Result<(), Refusal> {
        self.may_take_back(patron, seat, wager)?;
        let mut down = |this: &mut Self, of: &dyn Fn(Wager) -> bool, cite: Citation| {
            let Craps { layout, calls, .. } = this;
            layout.retain(|bet| {
                let goes = bet.patron == patron && of(bet.wager);
                if goes {
                    calls.forget(patron, bet.wager);
                    to.saw(cite, Event::Returned { bet: *bet });
                }
                !goes
            });
        };
        down(self, &|on| on.supports() == Some(wager), cite!("1.6"));
        down(self, &|on| on == wager, cite!("1.3"));
        Ok(())
    }

    /// Whether a wager may be confirmed, declined, called on or off, or get its button now.
    pub(super) fn may_be_called(&self, patron: Option<Patron>, deed: Deed) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(deed.cite(), why));
        match deed {
            Deed::Confirm | Deed::Decline if self.spoken.is_none() => no(Why::NothingSpoken),
            Deed::Confirm | Deed::Decline => Ok(()),
            _ if self.wagers_are_open().is_err() => no(Why::NotNow),
            Deed::Buttons if !self.calls.is_waiting() => no(Why::NothingCalled),
            Deed::CallOn(wager) | Deed::CallOff(wager) => {
                let Some(patron) = patron else { return no(Why::NotYours) };
                let called = self.calls.find(patron, wager).is_some();
                match deed {
                    _ if self.layout.stake(patron, Seat::NONE, wager) == Money::ZERO => no(Why::NothingThere),
                    Deed::CallOn(_) if called => no(Why::NotNow),
                    Deed::CallOff(_) if !called => no(Why::NotNow),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Does what [`may_be_called`](Craps::may_be_called) has let pass.
    pub(super) fn call(&mut self, patron: Option<Patron>, deed: Deed, to: &mut impl Observer<Self>) {
        match (deed, patron, self.spoken) {
            (Deed::Confirm, _, Some(spoken)) => {
                self.spoken = None;
                to.saw(cite!("1.3"), Event::Called { call: Call::Confirms(spoken) });
                if spoken.tender == Tender::Cash {
                    to.saw(
                        cite!("19:45-1.18"),
                        Event::Exchanged { patron: spoken.patron, cash: spoken.stake },
                    );
                    return self.put(Bet { tender: Tender::Chips, ..spoken }, to);
                }
                self.put(spoken, to);
            }
            (Deed::Decline, _, Some(spoken)) => {
                self.spoken = None;
                to.saw(cite!("1.3"), Event::Called { call: Call::Declines(spoken) });
            }
            (Deed::CallOn(wager), Some(patron), _) => {
                self.calls.0.push(Called { patron, wager, button: false });
                to.saw(deed.cite(), Event::Called { call: Call::CalledOn(patron, wager) });
            }
            (Deed::CallOff(wager), Some(patron), _) => {
                self.calls.forget(patron, wager);
                to.saw(deed.cite(), Event::Called { call: Call::CalledOff(patron, wager) });
            }
            (Deed::Buttons, ..) => {
                for called in self.calls.0.iter_mut().filter(|c| !c.button) {
                    called.button = true;
                    let call = Call::Button(called.patron, called.wager);
                    to.saw(Deed::CallOn(called.wager).cite(), Event::Called { call });
                }
            }
            _ => {}
        }
    }
}

/// 1.2(a)20: four units on the Horn and one on the number.
fn parts(bet: Bet<Wager>, horn: Horn) -> [Bet<Wager>; 2] {
    let fifth = bet.stake.fifth();
    let four = Bet { wager: Wager::Horn, stake: bet.stake - fifth, ..bet };
    [four, Bet { wager: Wager::Next(horn), stake: fifth, ..bet }]
}
