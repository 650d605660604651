//! Craps: 1.1 and 1.2 as held, and 1.3 to 1.11, of which no text is held: those rules are marked and come from other
//! sources (law/not-held/craps.toml).
//!
//! `Open` → the dice go out → `InHand`, if the shooter is known → the shooter throws → `Thrown`, wagers only if
//! confirmed → the dice come to rest → the total is called, and what it decides is settled → `Open`. A doubtful roll is
//! `Questioned` first. Without a point, the next roll is a come-out roll. Wagers may last over many rolls.

mod acts;
mod betting;
mod calls;
mod irregularities;
mod options;
mod payouts;
mod rail;
mod rolling;
mod wagers;

pub use acts::{Callable, Deed, Roll};
pub use calls::Call;
pub use irregularities::{Cocked, Irregularity};
pub use options::{Collection, LineBet, Options, Rounding, Unpayable};
pub use payouts::{Effect, Throw, decide};
pub use wagers::{Hard, Horn, Number, Wager};

use crate::games::prelude::*;
use crate::{kit::dice::Dice, picture::Item};
use betting::Calls;
use irregularities::Remedy;
use rail::Custody;

/// A craps table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Craps {
    pub(super) table: Common<Craps>,
    phase: Phase,
    /// 1.1: the come-out point; without one, the next roll is a come-out roll.
    point: Option<Number>,
    dice: Custody,
    /// The place that had the dice last.
    last: Option<Seat>,
    /// The wagers called on for come-out rolls.
    calls: Calls,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Open,
    InHand,
    Thrown,
    Questioned(Irregularity),
}

impl Game for Craps {
    const NAME: &'static str = "craps";
    const TITLE: &'static str = "Craps";
    const PERMISSIBLE: Citation = cite!("1.2(a)");

    words_with! { Roll }

    const PLACED: bool = false;

    fn made_in(_: Wager) -> Citation {
        cite!("1.3")
    }

    fn open(options: Options) -> Self {
        Craps {
            table: Common::new(options, options.places()),
            phase: Phase::Open,
            point: None,
            dice: Custody::Cup,
            last: None,
            calls: Calls::default(),
        }
    }

    fn phase(&self) -> &'static str {
        match (self.phase, self.point) {
            (Phase::Open, None) => "open, come-out",
            (Phase::Open, Some(_)) => "open, point",
            (Phase::InHand, _) => "in hand",
            (Phase::Thrown, _) => "thrown",
            (Phase::Questioned(_), _) => "questioned",
        }
    }

    fn awaits(&self) -> Awaits {
        let patron = |patron: Option<Patron>| {
            patron.map_or(Awaits::Wagers, |patron| Awaits::Decision(Actor::Patron(patron)))
        };
        match self.phase {
            Phase::Questioned(what) => match what.remedy() {
                Remedy::MayBe(&[who, ..]) => Awaits::Decision(who),
                _ => Awaits::Decision(Actor::Supervisor),
            },
            _ if self.table.cash.is_some() => Awaits::Decision(Actor::Dealer),
            // The dice stay where they are until the shooter makes a line bet or passes them.
            Phase::Open if self.shooter_may_throw().is_err() => patron(self.shooter()),
            Phase::Open => patron(self.asked()),
            Phase::InHand => patron(self.shooter()),
            Phase::Thrown => Awaits::Equipment,
        }
    }

    fn awaits_wagers(&self) -> bool {
        self.phase == Phase::Open && self.table.cash.is_none() && self.asked().is_none()
    }

    in_files! { betting }

    fn wagered_by_patrons(wager: Wager) -> Citation {
        wager.cite()
    }

    fn withdraw(&mut self, by: Actor, _: Seat, wager: Wager, _: Terms, to: &mut dyn Observer<Self>) {
        self.take_back(by, wager, to);
    }

    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        match deed {
            Deed::Confirm | Deed::Decline | Deed::Buttons | Deed::CallOn(_) | Deed::CallOff(_) => {
                self.may_be_called(by, deed)
            }
            Deed::SendDice | Deed::Throw | Deed::NoRoll | Deed::LetStand => self.may_roll(by, deed),
            _ => self.may_at_rail(by, deed),
        }
    }

    fn carry_out(&mut self, by: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Confirm | Deed::Decline | Deed::Buttons | Deed::CallOn(_) | Deed::CallOff(_) => {
                self.call(by, deed, terms.cite, to);
            }
            Deed::SendDice | Deed::Throw | Deed::NoRoll | Deed::LetStand => self.roll_on(deed, to),
            _ => self.at_rail(by, deed, terms.cite, to),
        }
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        Deed::USUAL.into_iter().find(|&deed| self.may_do(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut dyn FnMut(Roll, u32)) {
        if self.dice_are_rolling().is_ok() {
            Dice::all().for_each(|dice| each(Roll(dice), 1));
        }
    }

    fn may_show(&self, _: Roll) -> Result<(), Refusal> {
        self.dice_are_rolling().map_err(|no| Refusal { why: Why::CannotBeShown, ..no })
    }

    fn show(&mut self, roll: Roll, to: &mut dyn Observer<Self>) {
        self.rest(roll, to);
    }

    fn may_go_wrong(&self, _: Irregularity) -> Result<(), Refusal> {
        self.dice_are_rolling()
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut dyn Observer<Self>) {
        self.remedy(what, to);
    }

    fn picture(&self, each: &mut dyn FnMut(Item)) {
        self.table.seats.picture(each);
        each(Item::Puck(self.point.map(u8::from)));
        let is_off = |(bet, lies)| if self.is_on(lies) { None } else { Some(Item::Off { bet }) };
        self.bets().iter().enumerate().filter_map(is_off).for_each(&mut *each);
        self.shooter().map(Item::Shooter).into_iter().for_each(&mut *each);
        self.table.seats.turn(self.awaits()).into_iter().for_each(&mut *each);
        if self.phase == Phase::Thrown {
            each(Item::Moving);
        }
    }
}

impl Craps {
    /// The come-out point, on which the puck stands.
    pub const fn point(&self) -> Option<Number> {
        self.point
    }
}
