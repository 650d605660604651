//! A wager spoken with cash. Some subchapters require the dealer's confirmation before it counts, others also
//! a supervisor's. The procedure is implemented here once, and each game passes in the paragraph that
//! requires it.

use crate::{
    game::{Bet, BetOf, Event, Game, Observer, Tender},
    refusal::{Refusal, Why},
    table::{Common, call::TableCall, layout::Terms, people::Actor},
};
use law::Citation;

/// A spoken wager and who has confirmed it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spoken<W> {
    /// The wager.
    pub bet: Bet<W>,
    dealer: bool,
    /// `None` if the dealer's confirmation is enough.
    supervisor: Option<bool>,
}

impl<W: Copy> Spoken<W> {
    /// A wager that counts once the dealer confirms it.
    pub const fn to_dealer(bet: Bet<W>) -> Spoken<W> {
        Spoken { bet, dealer: false, supervisor: None }
    }

    /// A wager that counts once dealer and supervisor have confirmed it.
    pub const fn to_both(bet: Bet<W>) -> Spoken<W> {
        Spoken { bet, dealer: false, supervisor: Some(false) }
    }

    /// The person who must answer next.
    pub const fn waits_for(&self) -> Actor {
        if self.dealer { Actor::Supervisor } else { Actor::Dealer }
    }

    /// One of them confirms; returns the wager once everyone has. The cash becomes chips on the layout.
    pub(crate) fn confirm(&mut self, by: Actor) -> Option<Bet<W>> {
        match by {
            Actor::Dealer => self.dealer = true,
            Actor::Supervisor => self.supervisor = Some(true),
            Actor::Patron(_) | Actor::Floorperson => {}
        }
        (self.dealer && self.supervisor != Some(false))
            .then_some(Bet { tender: self.bet.tender.on_the_layout(), ..self.bet })
    }
}

impl Tender {
    /// What is put on the layout for it: cash becomes chips.
    #[must_use]
    pub const fn on_the_layout(self) -> Tender {
        match self {
            Tender::Cash => Tender::Chips,
            other => other,
        }
    }
}

impl<G: Game> Common<G> {
    /// Whether this person may answer a spoken wager: each of those who must answer it, once (G7, G8).
    pub fn may_answer(&self, by: Actor, cite: Citation) -> Result<Terms, Refusal> {
        let why = match (by, self.cash.map(|spoken| (spoken.dealer, spoken.supervisor))) {
            (Actor::Patron(_) | Actor::Floorperson, _) => Why::NotYours,
            (Actor::Dealer | Actor::Supervisor, None) => Why::NothingSpoken,
            (Actor::Dealer, Some((false, _))) | (Actor::Supervisor, Some((_, Some(false)))) => {
                return Ok(Terms::plain(cite));
            }
            (Actor::Supervisor, Some((_, None))) => Why::NotYours,
            (Actor::Dealer | Actor::Supervisor, Some(_)) => Why::NotNow,
        };
        Err(Refusal::new(cite, why))
    }

    /// A patron speaks a wager.
    pub fn hear(&mut self, spoken: Spoken<G::Wager>, cite: Citation, to: &mut dyn Observer<G>) {
        self.cash = Some(spoken);
        to.saw(cite, Event::Called { call: TableCall::Hears(spoken.bet).into() });
    }

    /// One of those who must answer confirms. Once everyone has, this returns the wager to put down, in
    /// chips.
    pub fn confirm(&mut self, by: Actor, cite: Citation, to: &mut dyn Observer<G>) -> Option<BetOf<G>> {
        let spoken = self.cash.as_mut()?;
        let (patron, tender) = (spoken.bet.patron, spoken.bet.tender);
        let Some(bet) = spoken.confirm(by) else {
            to.saw(cite, Event::Called { call: TableCall::Confirmed { by, patron }.into() });
            return None;
        };
        self.cash = None;
        if tender == Tender::Cash {
            to.saw(cite, Event::Exchanged { patron, cash: bet.stake });
        }
        Some(bet)
    }

    /// One of those who must answer declines.
    pub fn decline(&mut self, cite: Citation, to: &mut dyn Observer<G>) {
        if let Some(Spoken { bet, .. }) = self.cash.take() {
            let call = TableCall::DeclinesCash { patron: bet.patron, amount: bet.stake };
            to.saw(cite, Event::Called { call: call.into() });
        }
    }

    /// Checks that no spoken wager waits for an answer.
    pub fn nothing_is_spoken(&self, cite: Citation) -> Result<(), Refusal> {
        if self.cash.is_some() { Err(Refusal::new(cite, Why::Unanswered)) } else { Ok(()) }
    }
}
