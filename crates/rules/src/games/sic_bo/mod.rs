//! Sic bo: 9.1 to 9.6, none of which is held. Everything here is marked and comes from other sources
//! (law/not-held/sic-bo.toml).
//!
//! `Open` → "No More Bets" → `Closed` → the dealer shakes → `Shaken` → the shaker is uncovered, the numbers are called
//! and the winning positions light up → `Lit` → losers collected, winners paid → `Open`. No roll leads back to
//! `Closed`.

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
    /// The dice have been seen (lowest first), and the positions they win are lit.
    Lit(Trio),
}

impl Game for SicBo {
    const NAME: &'static str = "sic-bo";
    const TITLE: &'static str = "Sic Bo";
    const PERMISSIBLE: Citation = cite!("9.2");

    words_with! { Roll }

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

    /// Nothing is known about wagers made other than in chips.
    fn may_wager(&self, like: Bet<Wager>) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.chips_alone(&like, cite!("9.2"), cite!("9.3"))?;
        let Common { options, layout, .. } = &self.table;
        layout.terms(options.limits(), &like, cite!("9.2"), (1, cite!("8.2")))
    }

    fn may_withdraw(&self, by: Actor, seat: Seat, wager: Wager) -> Result<Terms, Refusal> {
        self.wagers_are_open()?;
        self.table.may_take_back(by, seat, wager, cite!("9.3"))
    }

    /// 9.5 (not held): the call, the shake, the dice and the settlement, in this order.
    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let why = match (deed, self.phase) {
            _ if by != Actor::Dealer => Why::NotYours,
            (Deed::NoMoreBets, Phase::Open)
            | (Deed::Shake, Phase::Closed)
            | (Deed::Settle, Phase::Lit(_)) => return Ok(Terms::plain(cite!("9.5"))),
            _ => Why::NotNow,
        };
        Err(Refusal::new(cite!("9.5"), why))
    }

    fn carry_out(&mut self, _: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::NoMoreBets => {
                self.phase = Phase::Closed;
                to.saw(terms.cite, Event::Called { call: TableCall::NoMoreBets.into() });
            }
            // 9.5 (not held): at least three times.
            Deed::Shake => {
                self.phase = Phase::Shaken;
                to.saw(terms.cite, Event::Called { call: Call::Shakes });
            }
            Deed::Settle => self.settle(to),
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

    fn outcomes(&self, each: &mut dyn FnMut(Roll, u32)) {
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
    fn show(&mut self, roll: Roll, to: &mut dyn Observer<Self>) {
        let dice = roll.0.sorted();
        self.phase = Phase::Lit(dice);
        to.saw(cite!("9.5"), Event::Shown { chance: roll, to: Eyes::All });
        to.saw(cite!("9.5"), Event::Called { call: Call::CallsNumbers { dice } });
        to.saw(cite!("9.5"), Event::Called { call: Call::LightsPositions });
    }

    in_files! { irregularities }

    fn picture(&self, each: &mut dyn FnMut(Item)) {
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

    /// 9.5 (not held): first all losing wagers are collected, then all winning wagers are paid; then the shaker is covered.
    fn settle(&mut self, to: &mut dyn Observer<Self>) {
        let Phase::Lit(dice) = self.phase else { return };
        to.clears(self);
        let Common { options, layout, .. } = &mut self.table;
        layout.settle_in_passes(
            cite!("9.5"),
            [Call::Collects, Call::Pays],
            |wager| decide(wager, dice, options.two_of_a_kind()),
            |bet| (options.pay(bet.wager, dice, bet.stake), cite!("9.4")),
            to,
        );
        self.phase = Phase::Open;
        to.saw(cite!("9.5"), Event::Called { call: Call::CoversShaker });
    }
}
