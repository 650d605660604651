//! A patron with a system, and how the table changes the patron's chips.

use super::End;
use crate::{
    expression::Value,
    facts::Seen,
    sums::{Acted, Ended, Wagered},
    system::{Lasts, System},
    trace::{Told, Trace},
};
use odds::Priced;
use rules::{Citation, Event, EventOf, Eyes, Fate, Kinds, Observer, Outcome, Patron, Seat};
use std::{cmp::Ordering, collections::BTreeMap};

/// A patron who follows a system. Money is in cents.
pub struct Player<'a, G: Priced> {
    pub system: &'a System<G>,
    pub patron: Patron,
    pub seat: Seat,
    pub counters: Vec<Value>,
    /// The running count of the cards.
    pub running: f64,
    pub chips: i64,
    /// What the session had won in total when the last round ended.
    pub net: i64,
    pub peak: i64,
    pub gain: i64,
    /// The result of the last round, if it decided anything.
    pub result: Option<Ordering>,
    pub streak: i32,
    pub round: u32,
    /// The wagers that the last round decided.
    pub settled: Vec<(G::Wager, Fate)>,
    /// How many decisions the patron has had in this round.
    pub turns: u32,
    /// Whether the patron lacked the chips for a wager of this round.
    pub is_short: bool,
    pub leaving: Option<End>,
    pub end: Option<End>,
    longest: u32,
    pub largest: i64,
    pub fitted: u64,
    pub short: u64,
    pub is_rounded: bool,
    pub took_back: bool,
    wagers: BTreeMap<&'static str, Wagered>,
    pub acted: Vec<Acted>,
}

impl<'a, G: Priced> Player<'a, G> {
    pub fn new(system: &'a System<G>, patron: Patron, seat: Seat) -> Player<'a, G> {
        Player {
            system,
            patron,
            seat,
            counters: system.begins(),
            running: system.start,
            chips: system.bankroll.as_cents(),
            net: 0,
            peak: 0,
            gain: 0,
            result: None,
            streak: 0,
            round: 0,
            settled: Vec::new(),
            turns: 0,
            is_short: false,
            leaving: None,
            end: None,
            longest: 0,
            largest: 0,
            fitted: 0,
            short: 0,
            is_rounded: false,
            took_back: false,
            wagers: BTreeMap::new(),
            acted: vec![Acted::default(); system.rules()],
        }
    }

    /// Whether the patron still makes new wagers.
    pub fn plays(&self) -> bool {
        self.end.is_none() && self.leaving.is_none() && self.round < self.system.rounds
    }

    /// Resets the counters of this kind; for a new shoe, also the count.
    pub fn renew(&mut self, lasting: Lasts) {
        if lasting == Lasts::Shoe {
            self.running = self.system.start;
        }
        let each = self.counters.iter_mut().zip(&self.system.counters).zip(&self.system.lasts);
        for ((counter, (_, begins)), _) in each.filter(|(_, lasts)| **lasts == lasting) {
            *counter = begins.clone();
        }
    }

    /// Ends a round with this amount still on the layout.
    pub fn end_round(&mut self, on: i64) {
        let net = self.chips + on - self.system.bankroll.as_cents();
        self.gain = net - self.net;
        self.net = net;
        self.peak = self.peak.max(net);
        self.result = (!self.settled.is_empty()).then(|| self.gain.cmp(&0));
        self.streak = match self.result {
            Some(Ordering::Greater) => self.streak.max(0) + 1,
            Some(Ordering::Less) => self.streak.min(0) - 1,
            Some(Ordering::Equal) | None => self.streak,
        };
        self.longest = self.longest.max(self.streak.min(0).unsigned_abs());
    }

    /// The result of the session.
    pub fn ended(self) -> Ended {
        let end = self.end.unwrap_or(End::Rounds);
        Ended {
            net: self.chips - self.system.bankroll.as_cents(),
            rounds: self.round,
            is_broke: end == End::Broke,
            end: end.to_string(),
            longest: self.longest,
            largest: self.largest,
            fitted: self.fitted,
            short: self.short,
            is_rounded: self.is_rounded,
            took_back: self.took_back,
            wagers: self.wagers,
            acted: self.acted,
        }
    }

    fn hears(&mut self, event: &EventOf<G>) {
        match *event {
            Event::Placed { bet } if bet.patron == self.patron => self.chips -= bet.stake.as_cents(),
            Event::Returned { bet } if bet.patron == self.patron => self.chips += bet.stake.as_cents(),
            Event::Settled { bet, fate, taken, paid, .. } if bet.patron == self.patron => {
                let net = (paid - taken).as_cents();
                self.chips += bet.stake.as_cents() + net;
                self.settled.push((bet.wager, fate));
                let wagered = Wagered { decided: 1, staked: bet.stake.as_cents(), net };
                *self.wagers.entry(bet.wager.kind()).or_default() += wagered;
            }
            Event::Redeemed { patron, paid } if patron == self.patron => self.chips += paid.as_cents(),
            Event::Charged { patron, vigorish } | Event::Marked { patron, vigorish }
                if patron == self.patron =>
            {
                self.chips -= vigorish.as_cents();
            }
            Event::Waived { patron, vigorish } if patron == self.patron => self.chips += vigorish.as_cents(),
            _ => {}
        }
    }
}

/// Follows what the rules decide.
pub struct Watcher<'w, 'a, G: Priced> {
    pub players: &'w mut [Player<'a, G>],
    pub seen: &'w mut Seen,
    pub last: &'w mut Option<G::Chance>,
    pub trace: Option<&'w mut Trace>,
}

impl<G: Priced> Observer<G> for Watcher<'_, '_, G> {
    fn saw(&mut self, cite: Citation, event: EventOf<G>) {
        self.players.iter_mut().for_each(|player| player.hears(&event));
        if let Event::Shown { chance, to: Eyes::All } = event {
            *self.last = Some(chance);
            let outcome = chance.into();
            self.seen.shown(outcome);
            if let Outcome::Card { card } = outcome {
                let rank = usize::from(card.rank());
                self.players.iter_mut().for_each(|player| player.running += player.system.tags[rank]);
            }
        }
        if let Some(trace) = &mut self.trace {
            trace.tell(|| Told::Event(cite, event.to_string()));
        }
    }

    fn clears(&mut self, table: &G) {
        self.seen.hands(table);
    }
}
