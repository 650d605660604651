//! What the rules decided, without the types of any game: the form in which events are stored, sent and shown.
//!
//! People, places, amounts, cards and fates stay typed. The sentence is only for people to read: no program reads it,
//! and no hash covers it.

use rounds::Decided;
use rules::{
    Actor, Bank, Bet, Citation, Event, EventOf, Eyes, Fate, Game, Money, Outcome, Patron, Seat, Tender,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A fact: something the rules decided, with the provision that requires it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// The provision that requires it.
    #[schemars(with = "String")]
    pub cite: Citation,
    /// Whether the provision's text is held.
    pub held: bool,
    /// A sentence for people.
    pub text: String,
    /// What is printed on paper along with it, line by line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<String>,
    /// The event itself.
    #[serde(flatten)]
    pub what: What,
}

/// A wager on the layout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BetView {
    /// The patron who made the wager.
    pub patron: Patron,
    /// The position at the table; 0 where positions have no numbers.
    pub seat: Seat,
    /// What the wager is on, as written in an act: `straight 17`.
    pub wager: String,
    /// The stake, in cents.
    pub stake: Money,
    /// What the stake is made with: chips, colored chips, cash or a coupon.
    pub tender: Tender,
}

/// An event. Amounts are in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum What {
    /// A wager was made or increased; its stake is the amount added.
    Placed { bet: BetView },
    /// A wager was returned to its patron.
    Returned { bet: BetView },
    /// A wager was moved to another place on the layout.
    Moved { bet: BetView, to: String },
    /// The equipment showed a result to everyone.
    Shown { outcome: Outcome },
    /// The equipment showed a result to one person only.
    Privately { outcome: Outcome, to: Actor },
    /// The equipment showed a result to one other person only.
    Hidden { to: Actor },
    /// The dealer says or does something. The arguments belong to the call: see the page on calls.
    Called {
        call: String,
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        args: Map<String, Value>,
    },
    /// A wager was decided and removed from the layout.
    Settled {
        bet: BetView,
        fate: Fate,
        /// What the bank collects of the stake.
        taken: Money,
        /// What the bank pays on it, in addition to the stake.
        paid: Money,
        /// The provision that determines the payout.
        #[schemars(with = "String")]
        pays: Citation,
        /// The player who holds the bank; absent if it is the house.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bank: Option<Patron>,
    },
    /// Cash was exchanged for chips.
    Exchanged { patron: Patron, cash: Money },
    /// A match play coupon was paid.
    Redeemed { patron: Patron, paid: Money },
    /// The progressive meter moved, and now shows this amount.
    Metered { change: Money, stands: Money },
    /// Vigorish was collected immediately.
    Charged { patron: Patron, vigorish: Money },
    /// Vigorish is owed and was marked.
    Marked { patron: Patron, vigorish: Money },
    /// Marked vigorish was collected.
    Collected { patron: Patron, vigorish: Money },
    /// Marked vigorish was waived as a complimentary.
    Waived { patron: Patron, vigorish: Money },
}

impl Decided for Fact {
    fn of<G: Game>(cite: Citation, event: &EventOf<G>) -> Fact {
        // A call that puts something on paper prints the sheet in its alternate format, which has several lines.
        let paper = match event {
            Event::Called { call } => Some(format!("{call:#}")).filter(|sheet| sheet.contains('\n')),
            _ => None,
        };
        let text = event.to_string();
        #[cfg(feature = "faults")]
        let (text, paper) = match crate::faults::is_on(crate::faults::Switch::OtherWords) {
            true => (text.to_uppercase(), paper.map(|sheet| sheet.to_uppercase())),
            false => (text, paper),
        };
        Fact { cite, held: cite.is_held(), text, paper, what: what::<G>(event) }
    }
    fn cite(&self) -> Citation {
        self.cite
    }
    fn pays(&self) -> Option<Citation> {
        if let What::Settled { pays, .. } = self.what { Some(pays) } else { None }
    }
    fn text(&self) -> &str {
        &self.text
    }
}

impl Fact {
    /// The fact as this person may know it: something shown only to another person is hidden.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Actor>) -> Fact {
        self.seen_by_any(viewer.as_slice())
    }

    /// The fact as these people together may know it.
    #[must_use]
    pub fn seen_by_any(&self, viewers: &[Actor]) -> Fact {
        match self.what {
            What::Privately { to, .. } if !viewers.contains(&to) => {
                Fact { text: format!("a card shown to {to} only"), what: What::Hidden { to }, ..self.clone() }
            }
            _ => self.clone(),
        }
    }

    /// Whether only one person may know it.
    pub fn is_private(&self) -> bool {
        matches!(self.what, What::Privately { .. })
    }

    /// Every patron it concerns.
    pub fn patrons(&self) -> impl Iterator<Item = Patron> {
        let patron = |actor: &Actor| if let Actor::Patron(patron) = actor { Some(*patron) } else { None };
        let (one, other) = match &self.what {
            What::Placed { bet } | What::Returned { bet } | What::Moved { bet, .. } => {
                (Some(bet.patron), None)
            }
            What::Settled { bet, bank, .. } => (Some(bet.patron), *bank),
            What::Privately { to, .. } | What::Hidden { to } => (patron(to), None),
            What::Called { args, .. } => {
                (args.get("patron").and_then(|value| Patron::deserialize(value).ok()), None)
            }
            What::Exchanged { patron, .. }
            | What::Redeemed { patron, .. }
            | What::Charged { patron, .. }
            | What::Marked { patron, .. }
            | What::Collected { patron, .. }
            | What::Waived { patron, .. } => (Some(*patron), None),
            What::Shown { .. } | What::Metered { .. } => (None, None),
        };
        one.into_iter().chain(other)
    }
}

impl BetView {
    /// Makes a view of a wager of any game.
    pub fn of<G: Game>(bet: &Bet<G::Wager>) -> BetView {
        let Bet { patron, seat, wager, stake, tender } = *bet;
        BetView { patron, seat, wager: wager.to_string(), stake, tender }
    }
}

fn what<G: Game>(event: &EventOf<G>) -> What {
    let view = BetView::of::<G>;
    match *event {
        Event::Placed { bet } => What::Placed { bet: view(&bet) },
        Event::Returned { bet } => What::Returned { bet: view(&bet) },
        Event::Moved { bet, to } => What::Moved { bet: view(&bet), to: to.to_string() },
        Event::Shown { chance, to: Eyes::All } => What::Shown { outcome: chance.into() },
        Event::Shown { chance, to: Eyes::Only(to) } => What::Privately { outcome: chance.into(), to },
        Event::Called { call } => {
            let (call, args) = call_and_args(&call);
            What::Called { call, args }
        }
        Event::Settled { bet, fate, taken, paid, pays, bank } => {
            let bank = if let Bank::Patron(patron) = bank { Some(patron) } else { None };
            What::Settled { bet: view(&bet), fate, taken, paid, pays, bank }
        }
        Event::Exchanged { patron, cash } => What::Exchanged { patron, cash },
        Event::Redeemed { patron, paid } => What::Redeemed { patron, paid },
        Event::Metered { change, stands } => What::Metered { change, stands },
        Event::Charged { patron, vigorish } => What::Charged { patron, vigorish },
        Event::Marked { patron, vigorish } => What::Marked { patron, vigorish },
        Event::Collected { patron, vigorish } => What::Collected { patron, vigorish },
        Event::Waived { patron, vigorish } => What::Waived { patron, vigorish },
    }
}

/// The name of a call and its named arguments.
fn call_and_args(call: &impl Serialize) -> (String, Map<String, Value>) {
    let Ok(Value::Object(mut args)) = serde_json::to_value(call) else {
        unreachable!("a call is an object with its name in it")
    };
    match args.remove("call") {
        Some(Value::String(name)) => (name, args),
        _ => unreachable!("a call has a name"),
    }
}
