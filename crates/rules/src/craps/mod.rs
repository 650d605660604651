//! Craps: 1.1 and 1.2 as held, and 1.3 to 1.11, of which no text is held: what is done there is marked so and comes from
//! what is known elsewhere (law/not-held/craps.toml).
//!
//! `Open` → the dice go out → `InHand`, if the shooter is known → he throws → `Thrown`, wagers only if confirmed → the dice
//! rest → the total is called, what it decides is settled → `Open`. A roll in doubt is `Questioned` first. No point: the
//! next roll is a come-out roll. Wagers live over many rolls.

mod betting;
mod irregularities;
mod options;
mod payouts;
mod rail;
mod rolling;
mod wagers;
mod words;

pub use irregularities::Irregularity;
pub use options::{Collection, LineBet, Options, Rounding, Unpayable};
pub use payouts::{Effect, Throw, decide};
pub use wagers::{Hard, Horn, Number, Wager};
pub use words::{Call, Deed, Roll};

use crate::{
    game::{Act, ActOf, Awaits, Bet, BetOf, Game, Input, InputOf, Observer, Offer, Standing, Tender},
    kit::dice::Dice,
    limits::{Layout, Terms},
    party::{Actor, Patron, Seat},
    refusal::{Refusal, Why},
    vocabulary::Vocabulary,
};
use betting::Calls;
use irregularities::Remedy;
use law::{Citation, cite};
use rail::Rail;

/// A craps table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Craps {
    #[cfg_attr(feature = "serde", serde(skip, default = "crate::kept::standard::<Craps>"))]
    options: Options,
    phase: Phase,
    /// 1.1: the come-out point; without one, the next roll is a come-out roll.
    point: Option<Number>,
    rail: Rail,
    layout: Layout<Wager>,
    /// The wagers called on for come-out rolls.
    calls: Calls,
    /// A wager in cash, or made while the dice roll, that nobody has confirmed yet.
    spoken: Option<Bet<Wager>>,
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

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Roll;
    type Irregularity = Irregularity;
    type Call = Call;

    fn open(options: Options) -> Self {
        Craps {
            options,
            phase: Phase::Open,
            point: None,
            rail: Rail::new(options.places()),
            layout: Layout::default(),
            calls: Calls::default(),
            spoken: None,
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn under(self, options: Options) -> Self {
        Craps { options, ..self }
    }

    fn standing(&self, each: &mut impl FnMut(Standing)) {
        self.point.map(|point| Standing::Puck(point.total())).into_iter().for_each(&mut *each);
        self.shooter().map(Standing::Shooter).into_iter().for_each(each);
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
            _ if self.spoken.is_some() => Awaits::Decision(Actor::Dealer),
            // The dice stay where they are until the shooter makes a line bet or passes them.
            Phase::Open if self.shooter_may_throw().is_err() => patron(self.rail.shooter()),
            Phase::Open => patron(self.rail.asked()),
            Phase::InHand => patron(self.rail.shooter()),
            Phase::Thrown => Awaits::Equipment,
        }
    }

    fn awaits_wagers(&self) -> bool {
        self.phase == Phase::Open && self.spoken.is_none() && self.rail.asked().is_none()
    }

    fn bets(&self) -> &[BetOf<Self>] {
        self.layout.bets()
    }

    fn spoken(&self) -> Option<BetOf<Self>> {
        self.spoken
    }

    fn apply(&mut self, input: InputOf<Self>, to: &mut impl Observer<Self>) -> Result<(), Refusal> {
        match input {
            Input::Act { by: Actor::Patron(patron), act: Act::Place { seat, wager, stake, tender } } => {
                self.place(Bet { patron, seat, wager, stake, tender }, to)
            }
            Input::Act { by: Actor::Patron(patron), act: Act::TakeBack { seat, wager } } => {
                self.take_back(patron, seat, wager, to)
            }
            Input::Act { act: Act::Place { wager, .. } | Act::TakeBack { wager, .. }, .. } => {
                Err(Refusal::new(wager.cite(), Why::NotYours))
            }
            Input::Act { by, act: Act::Do(deed) } => {
                self.may(by, deed)?;
                self.act(by, deed, to);
                Ok(())
            }
            Input::Chance(roll) => self.rest(roll, to),
            Input::Irregularity(what) => self.irregular(what, to),
        }
    }

    fn decisions(&self, by: Actor, each: &mut impl FnMut(Offer<ActOf<Self>>)) {
        let mut offer = |deed: Deed| {
            if self.may(by, deed).is_ok() {
                each(Offer::plain(Act::Do(deed)));
            }
        };
        let Actor::Patron(patron) = by else {
            // What names a wager or a place is never the staff's to do.
            return Deed::PLAIN.into_iter().for_each(offer);
        };
        Deed::each(&mut offer);
        for tender in Tender::ALL {
            Wager::each(&mut |wager| {
                if let Ok(Terms { least, most, step, .. }) = self.terms(patron, wager, tender) {
                    let act = Act::Place { seat: Seat::NONE, wager, stake: least, tender };
                    each(Offer { act, most, step });
                }
            });
        }
        Wager::each(&mut |wager| {
            if self.may_take_back(patron, Seat::NONE, wager).is_ok() {
                each(Offer::plain(Act::TakeBack { seat: Seat::NONE, wager }));
            }
        });
    }

    fn usual(&self, by: Actor) -> Option<Deed> {
        Deed::USUAL.into_iter().find(|&deed| self.may(by, deed).is_ok())
    }

    fn outcomes(&self, each: &mut impl FnMut(Roll, u32)) {
        if self.dice_are_rolling() {
            Dice::all().for_each(|dice| each(Roll(dice), 1));
        }
    }

    fn irregularities(&self, each: &mut impl FnMut(Irregularity)) {
        if self.dice_are_rolling() {
            Irregularity::each(each);
        }
    }
}

impl Craps {
    /// The come-out point, on which the puck stands.
    pub const fn point(&self) -> Option<Number> {
        self.point
    }

    /// The shooter, if he has a place at the rail.
    pub fn shooter(&self) -> Option<Patron> {
        self.rail.shooter()
    }

    /// Whether the next roll can decide this wager: it is not off.
    pub fn is_on(&self, bet: &BetOf<Self>) -> bool {
        self.is_active(bet)
    }

    /// Whether this person may do this now.
    fn may(&self, by: Actor, deed: Deed) -> Result<(), Refusal> {
        let not_yours = Err(Refusal::new(deed.cite(), Why::NotYours));
        match (deed, by) {
            (Deed::Confirm | Deed::Decline, Actor::Dealer | Actor::Supervisor)
            | (Deed::Buttons, Actor::Dealer) => self.may_be_called(None, deed),
            (Deed::CallOn(_) | Deed::CallOff(_), Actor::Patron(patron)) => {
                self.may_be_called(Some(patron), deed)
            }
            (Deed::Confirm | Deed::Decline | Deed::Buttons | Deed::CallOn(_) | Deed::CallOff(_), _) => {
                not_yours
            }
            (Deed::SendDice | Deed::Throw | Deed::NoRoll | Deed::LetStand, _) => self.may_roll(by, deed),
            _ => self.may_at_rail(by, deed),
        }
    }

    /// Does what [`may`](Craps::may) has let pass.
    fn act(&mut self, by: Actor, deed: Deed, to: &mut impl Observer<Self>) {
        let patron = if let Actor::Patron(patron) = by { Some(patron) } else { None };
        match deed {
            Deed::Confirm | Deed::Decline | Deed::Buttons | Deed::CallOn(_) | Deed::CallOff(_) => {
                self.call(patron, deed, to);
            }
            Deed::SendDice | Deed::Throw | Deed::NoRoll | Deed::LetStand => self.roll_on(deed, to),
            _ => self.at_rail(by, deed, to),
        }
    }
}
