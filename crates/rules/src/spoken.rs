//! A wager spoken with cash. Several subchapters want the word of both the dealer and a supervisor before it counts; the
//! two words are here once, and each game hands over the paragraph that asks for them.

use crate::{
    game::{Bet, Tender},
    party::Actor,
    refusal::{Refusal, Why},
};
use law::Citation;

/// A spoken wager and who confirmed it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spoken<W> {
    /// The wager, in cash.
    pub bet: Bet<W>,
    dealer: bool,
    supervisor: bool,
}

impl<W: Copy> Spoken<W> {
    /// A wager that nobody has confirmed.
    pub const fn new(bet: Bet<W>) -> Spoken<W> {
        Spoken { bet, dealer: false, supervisor: false }
    }

    /// Who is asked next.
    pub const fn waits_for(&self) -> Actor {
        if self.dealer { Actor::Supervisor } else { Actor::Dealer }
    }

    /// Whether this person has confirmed it.
    pub fn is_confirmed_by(&self, by: Actor) -> bool {
        match by {
            Actor::Dealer => self.dealer,
            Actor::Supervisor => self.supervisor,
            Actor::Patron(_) | Actor::Floorperson => false,
        }
    }

    /// One of the two confirms; once both have, the wager, in chips.
    pub fn confirm(&mut self, by: Actor) -> Option<Bet<W>> {
        self.dealer |= by == Actor::Dealer;
        self.supervisor |= by == Actor::Supervisor;
        (self.dealer && self.supervisor).then_some(Bet { tender: Tender::Chips, ..self.bet })
    }
}

/// Whether this person may answer: dealer and supervisor, each once (G7, G8).
pub fn may_answer<W: Copy>(spoken: Option<Spoken<W>>, by: Actor, cite: Citation) -> Result<(), Refusal> {
    let why = match (by, spoken) {
        (Actor::Dealer | Actor::Supervisor, None) => Why::NoCash,
        (Actor::Dealer | Actor::Supervisor, Some(spoken)) if spoken.is_confirmed_by(by) => Why::NotNow,
        (Actor::Dealer | Actor::Supervisor, Some(_)) => return Ok(()),
        (Actor::Patron(_) | Actor::Floorperson, _) => Why::NotYours,
    };
    Err(Refusal::new(cite, why))
}
