//! Failed sign-ins: who is locked out, from where, and for how long.
//!
//! A lock applies to a name *and* the address it was tried from, so that somebody elsewhere who knows a name cannot
//! lock out its owner. Failures from many addresses only slow things down: once too many sign-ins with a name have failed
//! from anywhere, an address from which the owner never signed in gets only one attempt every so often.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most addresses remembered for a name.
const ADDRESSES: usize = 64;

/// The house's settings for failures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How many failures from an address lock a name there.
    pub failures: u32,
    /// For how many milliseconds; forever if `None`.
    pub lock: Option<i64>,
    /// How many failures from anywhere slow a name down.
    pub brake: u32,
    /// Milliseconds between two attempts while a name is slowed down.
    pub gap: i64,
}

/// The failed sign-ins of a name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Failures {
    /// How many came from unknown addresses since the last quiet period.
    count: u32,
    /// When the last of these was, in milliseconds since 1970, UTC.
    at: i64,
    from: BTreeMap<String, Tried>,
}

/// The attempts from an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Tried {
    count: u32,
    at: i64,
    /// Whether the owner has signed in from there.
    known: bool,
}

impl Tried {
    fn is_locked(&self, terms: Terms, now: i64) -> bool {
        self.count >= terms.failures && terms.lock.is_none_or(|lock| now < self.at + lock)
    }
}

impl Failures {
    /// Whether a sign-in may be tried from this address. It counts as a failure until it is known to have succeeded, so
    /// that many parallel attempts do not get around the limit.
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
        // Where the owner usually signs in, typing errors are not an attack.
        if !here.known {
            (self.count, self.at) = (if quiet { 1 } else { self.count.saturating_add(1) }, now);
        }
        self.from.insert(from.to_owned(), here);
        self.forget_oldest();
        true
    }

    /// Notes that the attempt succeeded.
    pub fn succeed(&mut self, from: &str, now: i64) {
        let here = self.from.entry(from.to_owned()).or_default();
        if !here.known {
            self.count = self.count.saturating_sub(here.count);
        }
        *here = Tried { count: 0, at: now, known: true };
        self.forget_oldest();
    }

    /// Whether the name is locked for any address.
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
