//! Log-ins that failed: who is kept out, from where, and for how long.
//!
//! A lock is for a name *and* the address it was tried from, so that somebody elsewhere who knows a name cannot keep its
//! owner out. Many addresses together only brake: once too many log-ins under a name have failed from anywhere, an
//! address from which its owner never logged in gets a try every so often.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most addresses that are remembered for a name.
const ADDRESSES: usize = 64;

/// What the house has decided about failures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How many failures from an address lock a name there.
    pub failures: u32,
    /// For how many milliseconds; for ever if none.
    pub lock: Option<i64>,
    /// How many failures from anywhere brake a name.
    pub brake: u32,
    /// Milliseconds between two tries while it is braked.
    pub gap: i64,
}

/// The failures of a name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Failures {
    /// From addresses that are not known, since there was quiet.
    count: u32,
    /// When the last one was, in milliseconds since 1970, UTC.
    at: i64,
    from: BTreeMap<String, Tried>,
}

/// What was tried from an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Tried {
    count: u32,
    at: i64,
    /// Whether the owner has logged in from there.
    known: bool,
}

impl Tried {
    fn is_locked(&self, terms: Terms, now: i64) -> bool {
        self.count >= terms.failures && terms.lock.is_none_or(|lock| now < self.at + lock)
    }
}

impl Failures {
    /// Whether a log-in may be tried from here; it counts as a failure until it is known to be none, so that many tries
    /// at once are still few.
    pub fn attempt(&mut self, from: &str, now: i64, terms: Terms) -> bool {
        let mut here = self.from.get(from).copied().unwrap_or_default();
        let quiet = terms.lock.is_some_and(|lock| now >= self.at + lock);
        let braked = !quiet && self.count >= terms.brake && now < self.at + terms.gap;
        if here.is_locked(terms, now) || braked && !here.known {
            return false;
        }
        if here.count >= terms.failures || terms.lock.is_some_and(|lock| now >= here.at + lock) {
            here.count = 0;
        }
        (here.count, here.at) = (here.count + 1, now);
        // Where the owner comes from, typing mistakes are no attack.
        if !here.known {
            (self.count, self.at) = (if quiet { 1 } else { self.count.saturating_add(1) }, now);
        }
        self.from.insert(from.to_owned(), here);
        self.forget_oldest();
        true
    }

    /// It was the owner.
    pub fn succeed(&mut self, from: &str, now: i64) {
        let here = self.from.entry(from.to_owned()).or_default();
        if !here.known {
            self.count = self.count.saturating_sub(here.count);
        }
        *here = Tried { count: 0, at: now, known: true };
        self.forget_oldest();
    }

    /// Whether the name is locked for some address.
    pub fn lock(&self, terms: Terms, now: i64) -> bool {
        self.from.values().any(|tried| tried.is_locked(terms, now))
    }

    fn forget_oldest(&mut self) {
        while self.from.len() > ADDRESSES {
            let oldest = self.from.iter().min_by_key(|(_, tried)| (tried.known, tried.at));
            let Some(oldest) = oldest.map(|(from, _)| from.clone()) else { return };
            self.from.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms { failures: 3, lock: Some(900_000), brake: 20, gap: 30_000 };

    #[test]
    fn an_address_is_locked_alone() {
        let mut failures = Failures::default();
        let tries = (0..9).filter(|_| failures.attempt("there", 0, TERMS)).count();
        assert_eq!(tries, 3);
        assert!(failures.lock(TERMS, 0) && !failures.lock(TERMS, 900_000));
        assert!(failures.attempt("here", 0, TERMS), "an attacker elsewhere locks nobody out here");
        assert!(failures.attempt("there", 900_000, TERMS), "and a lock ends");
    }

    #[test]
    fn many_addresses_together_are_braked_but_not_the_owner() {
        let mut failures = Failures::default();
        assert!(failures.attempt("home", 0, TERMS));
        failures.succeed("home", 0);
        let guesses = |failures: &mut Failures, now: i64| {
            (0..500).filter(|n| failures.attempt(&format!("bot-{now}-{n}"), now, TERMS)).count()
        };
        assert_eq!(guesses(&mut failures, 1), 20);
        assert_eq!(guesses(&mut failures, 2), 0);
        assert_eq!(guesses(&mut failures, 30_001), 1, "one try in half a minute from all of them together");
        assert!(failures.attempt("home", 30_002, TERMS), "the owner comes in where the owner came in before");
        failures.succeed("home", 30_002);
        assert!(failures.attempt("abroad", 60_001, TERMS), "and elsewhere with patience");
        assert_eq!(guesses(&mut failures, 2_000_000), 20, "after quiet it begins anew");
        assert!(failures.from.len() <= ADDRESSES && failures.from.contains_key("home"));
    }
}
