//! 1.3 (not held): making and removing wagers, and calling them on.

use super::{
    Call, Callable, Craps, Deed, Phase,
    options::Collection,
    wagers::{Horn, Wager},
};
use crate::games::prelude::*;
use crate::table::{cash::Spoken, layout::MOST_WAGERS};
use arrayvec::ArrayVec;

/// 1.2(a)5: a wager called on for come-out rolls, and whether the dealer has confirmed it by a button.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Called {
    patron: Patron,
    wager: Wager,
    button: bool,
}

/// The wagers that patrons have called on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Calls(ArrayVec<Called, MOST_WAGERS>);

impl Calls {
    fn find(&self, patron: Patron, wager: Wager) -> Option<&Called> {
        self.0.iter().find(|c| (c.patron, c.wager) == (patron, wager))
    }

    /// C2: it takes both the call and the button.
    pub(super) fn is_on(&self, patron: Patron, wager: Wager) -> bool {
        self.find(patron, wager).is_some_and(|c| c.button)
    }

    /// C10: a button stays until the wager is gone or called off.
    pub(super) fn forget(&mut self, patron: Patron, wager: Wager) {
        self.0.retain(|c| (c.patron, c.wager) != (patron, wager));
    }
}

impl Craps {
    /// Wagers are open until the dice are thrown; after that a wager may still be spoken, to be confirmed before
    /// the dice come to rest.
    fn wagers_are_heard(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Questioned(_) => Err(Refusal::new(cite!("1.3"), Why::NotNow)),
            _ if self.table.cash.is_some() => Err(Refusal::new(cite!("1.3"), Why::Unanswered)),
            Phase::Open | Phase::InHand | Phase::Thrown => Ok(()),
        }
    }

    /// Wagers are open until the dice are thrown.
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Thrown => Err(Refusal::new(cite!("1.3"), Why::NotNow)),
            _ => self.wagers_are_heard(),
        }
    }

    /// The terms of a wager there now.
    pub(super) fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_heard()?;
        let Bet { patron, wager, tender, .. } = like;
        let Common { options, layout, .. } = &self.table;
        if like.seat != Seat::NONE {
            return Err(Refusal::new(cite!("1.2(a)"), Why::NoSuchPlace));
        }
        match tender {
            Tender::Chips | Tender::Cash => {}
            Tender::Coupon if options.match_play() => {}
            Tender::Coupon | Tender::Color => return Err(Refusal::new(cite!("1.3"), Why::NotTaken)),
        }
        let cite = self.may_be_placed(patron, wager)?;
        let like = Bet { tender: tender.on_the_layout(), ..like };
        let terms = layout.terms(options.limits(), &like, cite, options.chips(wager))?;
        match (wager, wager.supports()) {
            (_, Some(flat)) => {
                let most = options.most_odds(wager, self.on(patron, flat));
                terms.capped(most - self.on(patron, wager), cite!("1.6"))
            }
            (Wager::HornHigh(horn), _) if !options.horn_high_area() => {
                let [four, one] = parts(like, horn);
                let number = layout.room(options.limits(), &one, 0)?;
                let also = usize::from(!layout.lies(patron, one.wager, like.tender));
                let horn = layout.room(options.limits(), &four, also)?;
                let most = (number.as_cents() * 5).min(horn.as_cents() / 4 * 5);
                terms.capped(Money::cents(most), cite!("8.2"))
            }
            _ => Ok(terms),
        }
    }

    /// What the patron has on this wager.
    pub(super) fn on(&self, patron: Patron, wager: Wager) -> Money {
        self.table.layout.stake(patron, Seat::NONE, wager)
    }

    /// Whether this wager may be made now.
    fn may_be_placed(&self, patron: Patron, wager: Wager) -> Result<Citation, Refusal> {
        let no = |why| Err(Refusal::new(wager.cite(), why));
        match wager {
            // Only before a come-out roll, and not again until the next one, so no bet is added behind a
            // point.
            Wager::Pass | Wager::DontPass if self.point.is_some() => no(Why::PointSet),
            // After the come-out roll: while there is a point (C1).
            Wager::Come | Wager::DontCome if self.point.is_none() => no(Why::NoPoint),
            Wager::ComeOn(_) | Wager::DontComeOn(_) => no(Why::ByRollAlone),
            // 1.6 (not held): once the bet has its point, as long as it stands.
            Wager::PassOdds(n) | Wager::DontPassOdds(n) if self.point != Some(n) => {
                no(if self.point.is_some() { Why::OtherPoint } else { Why::NoPoint })
            }
            _ => match wager.supports() {
                Some(flat) if self.on(patron, flat) == Money::ZERO => no(Why::NothingToSupport),
                _ => Ok(wager.cite()),
            },
        }
    }

    pub(super) fn place(&mut self, bet: Bet<Wager>, _: Citation, to: &mut dyn Observer<Self>) {
        if bet.tender == Tender::Cash || self.phase == Phase::Thrown {
            self.table.hear(Spoken::to_dealer(bet), cite!("1.3"), to);
        } else {
            self.put(bet, to);
        }
    }

    /// Puts down an accepted wager. 1.2(a)20: without an area of its own, a Horn High Bet becomes two
    /// wagers.
    fn put(&mut self, bet: Bet<Wager>, to: &mut dyn Observer<Self>) {
        let options = self.options();
        if let Wager::HornHigh(horn) = bet.wager
            && !options.horn_high_area()
        {
            to.saw(cite!("1.2(a)20"), Event::Called { call: Call::BreaksDown(bet) });
            return parts(bet, horn).into_iter().for_each(|part| self.table.put(part, part.wager.cite(), to));
        }
        let before = self.on(bet.patron, bet.wager);
        self.table.put(bet, bet.wager.cite(), to);
        // C14: the charge on the whole wager, less what was charged on its first part.
        let charge = options.charge(bet.wager, before + bet.stake) - options.charge(bet.wager, before);
        if options.collection() == Collection::Placed && charge > Money::ZERO {
            to.saw(cite!("1.5"), Event::Charged { patron: bet.patron, vigorish: charge });
        }
    }

    /// Whether this wager may be taken down.
    pub(super) fn may_take_back(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        let terms = self.table.may_take_back(by, seat, wager, cite!("1.3"))?;
        match wager {
            Wager::Pass if self.point.is_some() => Err(Refusal::new(cite!("1.3"), Why::Locked)),
            Wager::ComeOn(_) => Err(Refusal::new(cite!("1.3"), Why::Locked)),
            _ => Ok(terms),
        }
    }

    /// 1.3 (not held). 1.6 (not held): odds stand only as long as the bet they support (C12), and are returned
    /// first.
    pub(super) fn take_back(&mut self, by: Actor, wager: Wager, to: &mut dyn Observer<Self>) {
        let Actor::Patron(patron) = by else { return };
        let odds = self.bets().iter().map(|bet| bet.wager).find(|on| on.supports() == Some(wager));
        for (wager, cite) in [(odds, cite!("1.6")), (Some(wager), cite!("1.3"))] {
            let Some(wager) = wager else { continue };
            self.calls.forget(patron, wager);
            self.table.take_back(by, Seat::NONE, wager, cite, to);
        }
    }

    /// Whether a wager may be confirmed, declined, called on or off, or get its button now.
    pub(super) fn may_be_called(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let no = |why| Err(Refusal::new(deed.cite(), why));
        match (deed, by) {
            (Deed::Confirm | Deed::Decline, Actor::Dealer | Actor::Supervisor) => match self.table.cash {
                Some(_) => Ok(Terms::plain(deed.cite())),
                None => no(Why::NothingSpoken),
            },
            (Deed::Buttons, Actor::Dealer) => {
                self.wagers_are_open()?;
                let waits = self.calls.0.iter().any(|called| !called.button);
                if waits { Ok(Terms::plain(deed.cite())) } else { no(Why::NothingCalled) }
            }
            (Deed::CallOn(Callable(wager)) | Deed::CallOff(Callable(wager)), Actor::Patron(patron)) => {
                self.wagers_are_open()?;
                match (deed, self.calls.find(patron, wager)) {
                    _ if self.on(patron, wager) == Money::ZERO => no(Why::NothingThere),
                    (Deed::CallOn(_), Some(_)) => no(Why::AlreadyOn),
                    (Deed::CallOff(_), None) => no(Why::NothingCalled),
                    _ => Ok(Terms::plain(deed.cite())),
                }
            }
            _ => no(Why::NotYours),
        }
    }

    /// Does what [`may_be_called`](Craps::may_be_called) has allowed.
    pub(super) fn call(&mut self, by: Actor, deed: Deed, cite: Citation, to: &mut dyn Observer<Self>) {
        match (deed, by) {
            // C16: one member of the crew is enough.
            (Deed::Confirm, _) => {
                if let Some(bet) = self.table.confirm(Actor::Dealer, cite, to) {
                    self.put(bet, to);
                }
            }
            (Deed::Decline, _) => self.table.decline(cite, to),
            (Deed::CallOn(Callable(wager)), Actor::Patron(patron)) => {
                self.calls.0.push(Called { patron, wager, button: false });
                to.saw(cite, Event::Called { call: Call::CalledOn { patron, wager } });
            }
            (Deed::CallOff(Callable(wager)), Actor::Patron(patron)) => {
                self.calls.forget(patron, wager);
                to.saw(cite, Event::Called { call: Call::CalledOff { patron, wager } });
            }
            (Deed::Buttons, _) => {
                for Called { patron, wager, button } in self.calls.0.iter_mut().filter(|c| !c.button) {
                    *button = true;
                    let call = Call::PutsButton { patron: *patron, wager: *wager };
                    to.saw(Callable(*wager).cite(), Event::Called { call });
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
