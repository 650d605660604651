//! What the rules decided, in words that need no game to be read: the form in which events are kept, sent and shown.

use rules::{Actor, Bank, Bet, Citation, Event, EventOf, Eyes, Fate, Game};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something the rules decided, and the provision that demands it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// The provision.
    pub cite: String,
    /// Whether its text is held.
    pub held: bool,
    /// In words.
    pub text: String,
    /// What.
    #[serde(flatten)]
    pub fact: Fact,
}

/// A wager as it lies on the layout. Amounts are in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Lying {
    /// Whose: `p1`.
    pub patron: String,
    /// At which place of the table; 0 where places have no numbers.
    pub seat: u8,
    /// On what.
    pub wager: String,
    /// How much.
    pub stake: i64,
    /// In what: `chips`, `colour`, `cash` or `coupon`.
    pub tender: String,
}

/// What happened. Amounts are in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Fact {
    /// A wager is down; its stake is what was added.
    Placed { bet: Lying },
    /// A wager went back to its patron.
    Returned { bet: Lying },
    /// A wager lies elsewhere now.
    Moved { bet: Lying, to: String },
    /// The equipment showed something to all.
    Shown { chance: String },
    /// The equipment showed something to one person alone.
    Privately { chance: String, to: String },
    /// The equipment showed something to one person alone, and this is not that person: there is nothing to tell.
    Hidden { to: String },
    /// The dealer says or does something; `paper` is what is written on it.
    Called {
        call: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paper: Option<String>,
    },
    /// A wager is decided and leaves the layout.
    Settled {
        bet: Lying,
        /// `won`, `lost`, `void` or `halved`.
        fate: String,
        /// What the bank takes of the stake.
        taken: i64,
        /// What the bank pays on it.
        paid: i64,
        /// The provision that says how much.
        pays: String,
        /// The player who holds the bank; none for the house.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bank: Option<String>,
    },
    /// Cash is turned into chips.
    Exchanged { patron: String, cash: i64 },
    /// A match play coupon is paid.
    Redeemed { patron: String, paid: i64 },
    /// The progressive meter moves, and stands so now.
    Metered { change: i64, stands: i64 },
    /// Vigorish is collected at once.
    Charged { patron: String, vigorish: i64 },
    /// Vigorish is owed and marked.
    Marked { patron: String, vigorish: i64 },
    /// Marked vigorish is collected.
    Collected { patron: String, vigorish: i64 },
    /// Marked vigorish is given as a complimentary.
    Waived { patron: String, vigorish: i64 },
}

impl Told {
    /// An event in words.
    pub fn of<G: Game>(cite: Citation, event: &EventOf<G>) -> Told {
        Told { cite: cite.to_string(), held: cite.is_held(), text: event.to_string(), fact: fact::<G>(event) }
    }

    /// As this person may know it: what is shown to somebody else alone has no value.
    pub fn seen_by(&self, viewer: Option<Actor>) -> Told {
        let Fact::Privately { to, .. } = &self.fact else { return self.clone() };
        if viewer.is_some_and(|viewer| viewer.to_string() == *to) {
            return self.clone();
        }
        Told {
            text: format!("shown something to {to} alone"),
            fact: Fact::Hidden { to: to.clone() },
            ..self.clone()
        }
    }

    /// Whether one person alone may know it.
    pub fn is_private(&self) -> bool {
        matches!(self.fact, Fact::Privately { .. })
    }
}

/// A wager in words.
pub fn lying<G: Game>(bet: &Bet<G::Wager>) -> Lying {
    Lying {
        patron: bet.patron.to_string(),
        seat: bet.seat.0,
        wager: bet.wager.to_string(),
        stake: bet.stake.as_cents(),
        tender: if bet.tender.word().is_empty() { "chips" } else { bet.tender.word() }.to_owned(),
    }
}

fn fact<G: Game>(event: &EventOf<G>) -> Fact {
    let bet = lying::<G>;
    match event {
        Event::Placed { bet: lies } => Fact::Placed { bet: bet(lies) },
        Event::Returned { bet: lay } => Fact::Returned { bet: bet(lay) },
        Event::Moved { bet: lay, to } => Fact::Moved { bet: bet(lay), to: to.to_string() },
        Event::Shown { chance, to: Eyes::All } => Fact::Shown { chance: chance.to_string() },
        Event::Shown { chance, to: Eyes::Only(who) } => {
            Fact::Privately { chance: chance.to_string(), to: who.to_string() }
        }
        Event::Called { call } => Fact::Called {
            call: call.to_string(),
            // A call that puts something on paper shows the sheet as its alternate form, which has several lines.
            paper: Some(format!("{call:#}")).filter(|sheet| sheet.contains('\n')),
        },
        Event::Settled { bet: lay, fate, taken, paid, pays, bank } => Fact::Settled {
            bet: bet(lay),
            fate: match fate {
                Fate::Won => "won",
                Fate::Lost => "lost",
                Fate::Void => "void",
                Fate::Halved => "halved",
            }
            .to_owned(),
            taken: taken.as_cents(),
            paid: paid.as_cents(),
            pays: pays.to_string(),
            bank: if let Bank::Patron(patron) = bank { Some(patron.to_string()) } else { None },
        },
        Event::Exchanged { patron, cash } => {
            Fact::Exchanged { patron: patron.to_string(), cash: cash.as_cents() }
        }
        Event::Redeemed { patron, paid } => {
            Fact::Redeemed { patron: patron.to_string(), paid: paid.as_cents() }
        }
        Event::Metered { change, stands } => {
            Fact::Metered { change: change.as_cents(), stands: stands.as_cents() }
        }
        Event::Charged { patron, vigorish } => {
            Fact::Charged { patron: patron.to_string(), vigorish: vigorish.as_cents() }
        }
        Event::Marked { patron, vigorish } => {
            Fact::Marked { patron: patron.to_string(), vigorish: vigorish.as_cents() }
        }
        Event::Collected { patron, vigorish } => {
            Fact::Collected { patron: patron.to_string(), vigorish: vigorish.as_cents() }
        }
        Event::Waived { patron, vigorish } => {
            Fact::Waived { patron: patron.to_string(), vigorish: vigorish.as_cents() }
        }
    }
}
