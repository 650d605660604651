//! Sic bo: 9.1 to 9.6, none of which is held. What is done here is marked so and comes from what is known elsewhere
//! (law/not-held/sic-bo.toml).
//!
//! `Open` → "No More Bets" → `Closed` → the dealer shakes → `Shaken` → the shaker is uncovered, the numbers are called and
//! the winning positions light up → `Lit` → losers collected, winners paid → `Open`. No roll leads back to `Closed`.

mod acts;
mod calls;
mod irregularities;
mod options;
mod payouts;
mod wagers;

pub use acts::{Deed, Roll};
pub use calls::Call;
pub use irregularities::Irregularity;
pub use options::{Options, Paytable, TwoOfAKind};
pub use payouts::{decide, wins};
pub use wagers::{Pair, Total, Wager};

use crate::games::prelude::*;
use crate::table::layout::settle;
use crate::{kit::dice::Trio, picture::Item, vocabulary::Vocabulary};

/// A sic bo table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SicBo {
    pub(super) table: Common<SicBo>,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Open,
    Closed,
    Shaken,
    /// The dice have been seen, from low to high, and the positions they win are lit.
    Lit(Trio),
}

impl Game for SicBo {
    const NAME: &'static str = "sic-bo";
    const TITLE: &'static str = "Sic Bo";
    const PERMISSIBLE: Citation = cite!("9.2");

    type Options = Options;
    type Wager = Wager;
    type Deed = Deed;
    type Chance = Roll;
    type Irregularity = Irregularity;
    type Call = Call;

    fn made_in(_: Wager) -> Citation {
        cite!("9.3")
    }

    fn open(options: Options) -> Self {
        SicBo { table: Common::new(options, 0), phase: Phase::Open }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open => "open",
            Phase::Closed => "closed",
            Phase::Shaken => "shaken",
            Phase::Lit(_) => "lit",
        }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open => Awaits::Wagers,
            Phase::Closed | Phase::Lit(_) => Awaits::Decision(Actor::Dealer),
            Phase::Shaken => Awaits::Equipment,
        }
    }

    fn guard(&self, by: Actor, act: ActOf<Self>) -> Result<Terms, Refusal> {
        match (act, by) {
            (Act::Place { seat, wager, tender, .. }, Actor::Patron(patron)) => {
                self.terms(Bet { patron, seat, wager, stake: Money::ZERO, tender })
            }
            (Act::TakeBack { seat, wager }, _) => {
                self.wagers_are_open()?;
                self.table.may_take_back(by, seat, wager, cite!("9.3"))
            }
            (Act::Do(deed), Actor::Dealer) => self.dealer_may(deed),
            (Act::Do(_), _) => Err(Refusal::new(cite!("9.5"), Why::NotYours)),
            (Act::Place { .. }, _) => Err(Refusal::new(cite!("9.3"), Why::NotYours)),
        }
    }

    fn perform(&mut self, by: Actor, act: ActOf<Self>, terms: Terms, to: &mut impl Observer<Self>) {
        match (act, by) {
            (Act::Place { seat, wager, stake, tender }, Actor::Patron(patron)) => {
                self.table.put(Bet { patron, seat, wager, stake, tender }, terms.cite, to);
            }
            (Act::TakeBack { seat, wager }, _) => self.table.take_back(by, seat, wager, cite!("9.3"), to),
            (Act::Do(Deed::NoMoreBets), _) => {
                self.phase = Phase::Closed;
                to.saw(terms.cite, Event::Called { call: TableCall::NoMoreBets.into() });
            }
            // 9.5 (not held): at least three times.
            (Act::Do(Deed::Shake), _) => {
                self.phase = Phase::Shaken;
                to.saw(terms.cite, Event::Called { call: Call::Shakes });
            }
            (Act::Do(Deed::Settle), _) => self.settle(to),
            (Act::Place { .. }, _) => {}
        }
    }

    /// The dealer calls "No More Bets", shakes, and settles. Patrons have nothing to decide.
    fn usual(&self, by: Actor) -> Option<Deed> {
        match (by, self.phase) {
            (Actor::Dealer, Phase::Open) => Some(Deed::NoMoreBets),
            (Actor::Dealer, Phase::Closed) => Some(Deed::Shake),
            (Actor::Dealer, Phase::Lit(_)) => Some(Deed::Settle),
            _ => None,
        }
    }

    fn outcomes(&self, each: &mut impl FnMut(Roll, u32)) {
        if self.phase == Phase::Shaken {
            Trio::all().for_each(|dice| each(Roll(dice), 1));
        }
    }

    fn may_show(&self, _: Roll) -> Result<(), Refusal> {
        match self.phase {
            Phase::Shaken => Ok(()),
            _ => Err(Refusal::new(cite!("9.5"), Why::CannotBeShown)),
        }
    }

    /// 9.5 (not held): the numbers are called from low to high, and the positions they win light up.
    fn show(&mut self, roll: Roll, to: &mut impl Observer<Self>) {
        let dice = roll.0.sorted();
        self.phase = Phase::Lit(dice);
        to.saw(cite!("9.5"), Event::Shown { chance: roll, to: Eyes::All });
        to.saw(cite!("9.5"), Event::Called { call: Call::CallsNumbers { dice } });
        to.saw(cite!("9.5"), Event::Called { call: Call::LightsPositions });
    }

    fn may_go_wrong(&self, what: Irregularity) -> Result<(), Refusal> {
        self.may_happen(what)
    }

    fn go_wrong(&mut self, what: Irregularity, to: &mut impl Observer<Self>) {
        self.remedy(what, to);
    }

    fn picture(&self, each: &mut impl FnMut(Item)) {
        match self.phase {
            Phase::Open | Phase::Closed => {}
            Phase::Shaken => each(Item::Moving),
            Phase::Lit(dice) => {
                let (mut position, pairs) = (0, self.table.options.two_of_a_kind());
                Wager::each(&mut |wager| {
                    if wins(wager, dice, pairs) {
                        each(Item::Lit { position });
                    }
                    position += 1;
                });
            }
        }
    }
}

impl SicBo {
    /// 9.3 (not held): wagers close at the call.
    fn wagers_are_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => Ok(()),
            _ => Err(Refusal::new(cite!("9.3"), Why::NotNow)),
        }
    }

    /// What may be put there now. Nothing is known of wagers other than in chips.
    fn terms(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        if like.seat != Seat::NONE {
            return Err(Refusal::new(cite!("9.2"), Why::NoSuchPlace));
        }
        if like.tender != Tender::Chips {
            return Err(Refusal::new(cite!("9.3"), Why::NotTaken));
        }
        let Common { options, layout, .. } = &self.table;
        layout.terms(options.limits(), &like, cite!("9.2"), (1, cite!("8.2")))
    }

    /// 9.5 (not held): the call, the shake, the dice, the settlement, each in its turn.
    fn dealer_may(&self, deed: Deed) -> Result<Terms, Refusal> {
        match (deed, self.phase) {
            (Deed::NoMoreBets, Phase::Open)
            | (Deed::Shake, Phase::Closed)
            | (Deed::Settle, Phase::Lit(_)) => Ok(Terms::plain(cite!("9.5"))),
            _ => Err(Refusal::new(cite!("9.5"), Why::NotNow)),
        }
    }

    /// 9.5 (not held): first all losing wagers are collected, then all winning wagers are paid; then the shaker is covered.
    fn settle(&mut self, to: &mut impl Observer<Self>) {
        let Phase::Lit(dice) = self.phase else { return };
        to.clears(self);
        let Common { options, layout, .. } = &mut self.table;
        for (pass, call) in [(Fate::Lost, Call::Collects), (Fate::Won, Call::Pays)] {
            to.saw(cite!("9.5"), Event::Called { call });
            for &bet in layout.bets() {
                let (fate, cite) = decide(bet.wager, dice, options.two_of_a_kind());
                if fate == pass {
                    let pay = || (options.pay(bet.wager, dice, bet.stake), cite!("9.4"));
                    settle(bet, (fate, cite), pay, to);
                }
            }
        }
        layout.clear();
        self.phase = Phase::Open;
        to.saw(cite!("9.5"), Event::Called { call: Call::CoversShaker });
    }
}
