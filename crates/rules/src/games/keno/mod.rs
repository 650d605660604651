//! Keno: 15.1 to 15.7, none of which is held. Everything here is marked and comes from other sources
//! (law/not-held/keno.toml).
//!
//! Instead of seats there are tickets: a [`Ticket`] is a wager. `Open` → the game is closed and the blower started →
//! `Drawing`, ball by ball → `Drawn` → tickets are paid → `Open`. An interrupted draw is `Stopped` until the supervisor
//! has decided. A ticket for several games stays, and moves on to the next game.

mod acts;
mod calls;
mod irregularities;
mod options;
mod payouts;
mod wagers;

pub use acts::Deed;
pub use calls::Call;
pub use irregularities::Irregularity;
pub use options::Options;
pub use payouts::caught;
pub use wagers::Ticket;

use crate::games::prelude::*;
use crate::{
    kit::balls::{Ball, Balls, DRAWN},
    picture::Item,
};

/// A keno game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Keno {
    pub(super) table: Common<Keno>,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Phase {
    Open,
    /// Fewer than twenty numbers have been drawn.
    Drawing(Balls),
    /// The same, and something interrupted the draw.
    Stopped(Balls),
    /// All twenty have been drawn.
    Drawn(Balls),
}

impl Phase {
    const fn drawn(self) -> Option<Balls> {
        match self {
            Phase::Open => None,
            Phase::Drawing(drawn) | Phase::Stopped(drawn) | Phase::Drawn(drawn) => Some(drawn),
        }
    }
}

impl Game for Keno {
    const NAME: &'static str = "keno";
    const TITLE: &'static str = "Keno";
    const PERMISSIBLE: Citation = Ticket::CITE;

    type Wager = Ticket;
    words_with! { @but_wagers Ball }

    fn made_in(_: Ticket) -> Citation {
        cite!("15.3")
    }

    fn open(options: Options) -> Self {
        Keno { table: Common::new(options, 0), phase: Phase::Open }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Open => "open",
            Phase::Drawing(_) => "drawing",
            Phase::Stopped(_) => "stopped",
            Phase::Drawn(_) => "drawn",
        }
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Open => Awaits::Wagers,
            Phase::Drawing(_) => Awaits::Equipment,
            Phase::Stopped(_) => Awaits::Decision(Actor::Supervisor),
            Phase::Drawn(_) => Awaits::Decision(Actor::Dealer),
        }
    }

    /// What a ticket may cost. Every way costs the same in every game.
    fn may_wager(&self, like: Bet<Ticket>) -> Result<Terms, Refusal> {
        self.is_open()?;
        let Common { options, layout, .. } = &self.table;
        self.table.chips_alone(&like, cite!("15.2"), cite!("15.3"))?;
        if like.wager.is_begun() {
            return Err(Refusal::new(cite!("15.4"), Why::NotOffered));
        }
        options.has_rates(&like.wager)?;
        let (_, games) = like.wager.games();
        if games > options.most_games() {
            return Err(Refusal::new(cite!("15.2"), Why::TooManyGames { most: options.most_games() }));
        }
        let units = i64::from(like.wager.ways()) * i64::from(games);
        let because = if units == 1 { cite!("8.2") } else { cite!("15.3") };
        layout.terms(options.limits(), &like, cite!("15.4"), (units, because))
    }

    fn may_withdraw(&self, by: Actor, seat: Seat, wager: Ticket) -> Result<Terms, Refusal> {
        self.is_open()?;
        let terms = self.table.may_take_back(by, seat, wager, cite!("15.4"))?;
        // 15.4 (not held): no ticket is voided once an outcome is known (found in 13:69E-1.28U).
        match wager.is_begun() {
            true => Err(Refusal::new(cite!("15.4"), Why::StaysInPlay)),
            false => Ok(terms),
        }
    }

    /// 15.5 and 15.6 (not held): close, draw, pay. 15.7 (not held): the supervisor decides about an interrupted draw.
    fn may_do(&self, by: Actor, deed: Deed) -> Result<Terms, Refusal> {
        let (who, cite) = match deed {
            Deed::Close => (Actor::Dealer, cite!("15.5")),
            Deed::Pay => (Actor::Dealer, cite!("15.6")),
            Deed::Resume | Deed::Void => (Actor::Supervisor, cite!("15.7")),
        };
        if by != who {
            return Err(Refusal::new(cite, Why::NotYours));
        }
        match (deed, self.phase) {
            (Deed::Close, Phase::Open)
            | (Deed::Pay, Phase::Drawn(_))
            | (Deed::Resume | Deed::Void, Phase::Stopped(_)) => Ok(Terms::plain(cite)),
            _ => Err(Refusal::new(cite, Why::NotNow)),
        }
    }

    fn carry_out(&mut self, _: Actor, deed: Deed, terms: Terms, to: &mut dyn Observer<Self>) {
        match deed {
            Deed::Close => {
                self.phase = Phase::Drawing(Balls::default());
                to.saw(terms.cite, Event::Called { call: Call::ClosesGame });
                to.saw(cite!("15.5"), Event::Called { call: Call::StartsBlower });
            }
            Deed::Pay => self.pay(to),
            Deed::Resume => {
                if let Phase::Stopped(drawn) = self.phase {
                    self.phase = Phase::Drawing(drawn);
                    to.saw(terms.cite, Event::Called { call: Call::ResumesDraw });
                }
            }
            Deed::Void => self.void_game(to),
        }
    }

    /// The dealer closes the game and pays it. An interrupted draw is voided if nobody resumes it, so that no wager is
    /// decided by a draw that is in doubt.
    fn usual(&self, by: Actor) -> Option<Deed> {
        match (by, self.phase) {
            (Actor::Dealer, Phase::Open) => Some(Deed::Close),
            (Actor::Dealer, Phase::Drawn(_)) => Some(Deed::Pay),
            (Actor::Supervisor, Phase::Stopped(_)) => Some(Deed::Void),
            _ => None,
        }
    }

    fn outcomes(&self, each: &mut dyn FnMut(Ball, u32)) {
        if let Phase::Drawing(drawn) = self.phase {
            Ball::all().filter(|ball| !drawn.has(*ball)).for_each(|ball| each(ball, 1));
        }
    }

    fn may_show(&self, ball: Ball) -> Result<(), Refusal> {
        match self.phase {
            Phase::Drawing(drawn) if !drawn.has(ball) => Ok(()),
            _ => Err(Refusal::new(cite!("15.5"), Why::CannotBeShown)),
        }
    }

    /// 15.5 (not held): twenty numbers are drawn, one after the other, and shown on the board.
    fn show(&mut self, ball: Ball, to: &mut dyn Observer<Self>) {
        let Phase::Drawing(drawn) = self.phase else { return };
        let drawn = drawn.with(ball);
        to.saw(cite!("15.5"), Event::Shown { chance: ball, to: Eyes::All });
        self.phase = if drawn.count() == DRAWN {
            to.saw(cite!("15.5"), Event::Called { call: Call::ShowsNumbers });
            Phase::Drawn(drawn)
        } else {
            Phase::Drawing(drawn)
        };
    }

    in_files! { irregularities }

    fn picture(&self, each: &mut dyn FnMut(Item)) {
        if matches!(self.phase, Phase::Drawing(_)) {
            each(Item::Moving);
        }
        if let Some(drawn) = self.phase.drawn() {
            drawn.each().for_each(|ball| each(Item::Drawn(ball)));
        }
    }
}

impl Keno {
    /// The numbers of this game that have been drawn.
    pub fn drawn(&self) -> Balls {
        self.phase.drawn().unwrap_or_default()
    }

    /// 15.4 (not held): tickets are written and voided until the game is closed.
    fn is_open(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => Ok(()),
            _ => Err(Refusal::new(cite!("15.4"), Why::GameClosed)),
        }
    }
}
