//! Checks the entries that no game decides, and works out what they move.

use super::{Book, Fault, HOUSE, open};
use crate::{
    engine::{self, Engine},
    ledger::{Account, Postings},
    record::{Entry, Remedy},
};
use rounds::Settings;
use rules::{Money, Patron};
use std::sync::Arc;

/// The most that one line can move, in cents. Ten billion dollars is more than any table needs, and it would take
/// millions of such lines to overflow an account.
pub(super) const MOST: i64 = 1_000_000_000_000;

fn above_zero(cents: i64) -> Result<i64, Fault> {
    if cents < 1 { Err(Fault::Amount) } else { either_way(cents) }
}

/// An amount that may be positive or negative.
fn either_way(cents: i64) -> Result<i64, Fault> {
    match cents {
        0 => Err(Fault::Amount),
        _ if (-MOST..=MOST).contains(&cents) => Ok(cents),
        _ => Err(Fault::TooMuch { most: MOST }),
    }
}

impl Book {
    /// Checks every entry except those of the game.
    pub(super) fn check(&self, entry: &Entry, by: &str, postings: &mut Postings) -> Result<(), Fault> {
        // The cage has a journal like a table's, but nothing is played there.
        let at_cage = matches!(
            entry,
            Entry::TakenOver { .. }
                | Entry::Restored { .. }
                | Entry::Funded { .. }
                | Entry::Asked { remedy: Remedy::Fund { .. }, .. }
                | Entry::Declined { .. }
        );
        if self.opened.is_none() && !at_cage {
            return Err(Fault::NotNow("the table was never opened"));
        }
        match entry {
            Entry::Closed {} if !self.is_at_rest() => Err(Fault::NotNow("a round is in play")),
            Entry::Joined { patron, person } => self.check_joined(*patron, person),
            Entry::WalkIn { patron, name, card, chip } => {
                self.check_walk_in(*patron, name.as_deref(), card.as_deref(), *chip)
            }
            Entry::Funded { person, cents } => {
                postings.moves(Account::Cage, Account::Wallet(person.clone()), either_way(*cents)?);
                Ok(())
            }
            Entry::BoughtIn { .. }
            | Entry::TakenAway { .. }
            | Entry::Brought { .. }
            | Entry::Filled { .. }
            | Entry::Credited { .. } => self.check_money(entry, postings),
            Entry::Counted { chips, witness } => self.check_count(chips, by, witness, postings),
            Entry::Remarked { .. } if by == HOUSE => Err(Fault::NotYours),
            Entry::Remarked { text } if text.trim().is_empty() || text.contains(char::is_control) => {
                Err(Fault::NotNow("a remark is one line of text"))
            }
            Entry::Asked { remedy, reason } => match remedy {
                // A remedy takes two people, and the house acting on its own does not count as one.
                _ if by == HOUSE => Err(Fault::NotYours),
                _ if reason.trim().is_empty() => Err(Fault::NotNow("a reason is needed")),
                Remedy::Void { first, last } if first > last || *last > self.round => {
                    Err(Fault::Unknown("round"))
                }
                Remedy::Correct { patron, cents } => {
                    let mut moved = Postings::default();
                    self.correct(*patron, *cents, &mut moved)
                }
                Remedy::Void { .. } => Ok(()),
                // Only the cage handles this cash, not a table.
                Remedy::Fund { .. } if self.opened.is_some() => {
                    Err(Fault::NotNow("cash is taken in and paid out at the cage, not at a table"))
                }
                Remedy::Fund { cents, .. } => either_way(*cents).map(|_| ()),
            },
            Entry::Declined { asked } => match self.asked.get(asked) {
                None => Err(Fault::Unknown("request")),
                Some((who, _)) if who == by || by == HOUSE => Err(Fault::NotYours),
                Some(_) => Ok(()),
            },
            Entry::Scheduled { options, notices, .. } => {
                let opened = self.opened.as_ref().ok_or(Fault::Unknown("table"))?;
                open(opened.game.name(), options)?;
                match engine::notices(opened.game, Some(&opened.options), options).iter().eq(notices) {
                    true => Ok(()),
                    false => Err(Fault::Unlawful(vec![
                        "these are not the notices that the change requires".into(),
                    ])),
                }
            }
            Entry::Restored { lost_from, lost_to, .. } => match by == HOUSE {
                false => Err(Fault::NotYours),
                true if *lost_from != self.next || lost_to < lost_from => Err(Fault::Unknown("line")),
                true => Ok(()),
            },
            Entry::Closed {} | Entry::Remarked { .. } | Entry::TakenOver { .. } => Ok(()),
            _ => unreachable!("proposed elsewhere"),
        }
    }

    /// A table may open only when no round is in play. It starts with the chips that the cage sends.
    pub(super) fn check_opened(
        &self,
        game: &str,
        options: &Settings,
        inventory: i64,
        postings: &mut Postings,
    ) -> Result<Arc<dyn Engine>, Fault> {
        if !self.is_at_rest() {
            return Err(Fault::NotNow("a round is in play"));
        }
        if inventory != 0 {
            above_zero(inventory)?;
        }
        postings.moves(Account::Float, Account::Bank, inventory);
        open(game, options)
    }

    /// The patron, if there is one with this number at the table.
    fn known(&self, patron: u16) -> Result<Patron, Fault> {
        let known = self.people.contains_key(&patron);
        known.then_some(Patron(patron)).ok_or(Fault::Unknown("patron at this table"))
    }

    fn check_joined(&self, patron: u16, person: &str) -> Result<(), Fault> {
        // Anyone with the house's name could act for everyone. Names that begin with `#` belong to patrons without an
        // account, for whom staff act.
        let free = person != HOUSE && !person.starts_with('#');
        let named = (1..=64).contains(&person.len()) && !person.contains(char::is_control) && free;
        match (self.people.get(&patron), self.patron(person)) {
            _ if !named => Err(Fault::Unknown("name for a person")),
            (None, None) if patron > 0 => Ok(()),
            _ => Err(Fault::NotNow("that number or that person is already at the table")),
        }
    }

    fn check_money(&self, entry: &Entry, postings: &mut Postings) -> Result<(), Fault> {
        match entry {
            Entry::BoughtIn { patron, cents } => {
                let patron = self.known(*patron)?;
                postings.buys_in(self.cash(patron), patron, above_zero(*cents)?);
            }
            Entry::TakenAway { patron, cents } => {
                let patron = self.known(*patron)?;
                let has = self.free_chips(patron);
                let short = above_zero(*cents)? - has;
                if short > 0 {
                    return Err(Fault::Poor { has, short });
                }
                postings.takes_away(self.cash(patron), patron, *cents);
            }
            Entry::Brought { patron, cents } => self.brings(*patron, above_zero(*cents)?, postings)?,
            Entry::Filled { cents, .. } => {
                postings.moves(Account::Float, Account::Bank, above_zero(*cents)?);
            }
            Entry::Credited { cents, .. } => {
                if above_zero(*cents)? > self.ledger.of(&Account::Bank) {
                    return Err(Fault::NotNow(
                        "the table has fewer chips than that; ask for less or for a fill",
                    ));
                }
                postings.moves(Account::Bank, Account::Float, *cents);
            }
            _ => {}
        }
        Ok(())
    }

    /// Carries out a request once somebody else agrees to it. Voiding the round in play leaves a freshly opened table.
    pub(super) fn remedy(
        &self,
        asked: u64,
        by: &str,
        postings: &mut Postings,
    ) -> Result<Option<Arc<dyn Engine>>, Fault> {
        let (who, remedy) = self.asked.get(&asked).ok_or(Fault::Unknown("request"))?;
        if who == by || by == HOUSE {
            return Err(Fault::NotYours);
        }
        let (first, last) = match remedy {
            Remedy::Correct { patron, cents } => {
                self.correct(*patron, *cents, postings)?;
                return Ok(None);
            }
            Remedy::Fund { person, cents } => {
                postings.moves(Account::Cage, Account::Wallet(person.clone()), *cents);
                return Ok(None);
            }
            Remedy::Void { first, last } => (*first, *last),
        };
        for moved in self.moved_before(first, last) {
            postings.add(&moved.reversed());
        }
        for (_, moved) in self.rounds.range(first..=last) {
            postings.add(&moved.reversed());
        }
        self.spares_purses(postings)?;
        let lying: Money = self.engine.iter().flat_map(|engine| engine.bets()).map(|bet| bet.stake).sum();
        let lying = lying.as_cents();
        let cleared = last >= self.round && lying > 0;
        // A wager made in one round and still on the layout in another can only be undone together with both rounds.
        let moved = |account| postings.iter().find(|(a, _)| **a == account).map_or(0, |(_, cents)| cents);
        let after = self.ledger.of(&Account::Layout) + moved(Account::Layout);
        if after != if cleared { 0 } else { lying } {
            return Err(Fault::NotNow(
                "a wager stayed on the layout over several rounds: void those rounds too",
            ));
        }
        if !cleared {
            return Ok(None);
        }
        let opened = self.opened.as_ref().ok_or(Fault::Unknown("table"))?;
        open(opened.game.name(), &opened.options).map(Some)
    }

    /// The bank pays a patron, or takes chips back from one.
    fn correct(&self, patron: u16, cents: i64, postings: &mut Postings) -> Result<(), Fault> {
        let patron = self.known(patron)?;
        postings.moves(Account::Bank, Account::Purse(patron), either_way(cents)?);
        self.spares_purses(postings)
    }

    /// No purse may go below zero: chips that a patron has since lost or carried away cannot be taken back. A purse
    /// that is already negative for another reason may still receive chips.
    pub(super) fn spares_purses(&self, postings: &Postings) -> Result<(), Fault> {
        for (account, cents) in postings.iter() {
            let Account::Purse(patron) = *account else { continue };
            let has = self.ledger.of(account);
            if cents < 0 && has + cents < 0 {
                let person = self.person(patron);
                return Err(Fault::Short { patron, person, has, takes: -cents });
            }
        }
        Ok(())
    }
}
