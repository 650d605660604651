//! Patrons of a physical table who have no account. Staff seat them and act for them. Their cash is in their own
//! pockets, and chips that they did not buy here came from elsewhere.

use super::{Book, Fault};
use crate::{
    ledger::{Account, Postings},
    record::Mode,
    text,
};
use rules::Patron;
use serde::{Deserialize, Serialize};

/// The longest name or card number, in characters.
const LONGEST: usize = 48;

/// What staff know about a patron without an account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkIn {
    /// The name, if one was given.
    pub name: Option<String>,
    /// The number of a player's card, if one was shown.
    pub card: Option<String>,
    /// What one chip of the patron's color is worth, in cents, if that was agreed.
    pub chip: Option<i64>,
}

impl Book {
    /// A patron without an account, by patron number.
    pub fn walk_in(&self, patron: u16) -> Option<&WalkIn> {
        self.walk_ins.get(&patron)
    }

    /// The name under which a patron without an account is listed among the people. No account can have such a name.
    pub(super) fn label(patron: u16) -> String {
        format!("#{patron}")
    }

    /// Whether this is a physical table.
    pub(super) fn is_physical(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.chance == Mode::Physical)
    }

    pub(super) fn check_walk_in(
        &self,
        patron: u16,
        name: Option<&str>,
        card: Option<&str>,
        chip: Option<i64>,
    ) -> Result<(), Fault> {
        let fits = |text: Option<&str>| text.is_none_or(|text| text::is_line(text, LONGEST));
        match self.people.contains_key(&patron) {
            _ if !self.is_physical() => {
                Err(Fault::NotNow("staff act for patrons without an account at physical tables only"))
            }
            _ if patron == 0 => Err(Fault::Unknown("number for a patron")),
            _ if !fits(name) || !fits(card) => {
                Err(Fault::NotNow("a name or card number must be a single line of at most 48 characters"))
            }
            _ if chip.is_some_and(|cents| cents <= 0) => {
                Err(Fault::NotNow("a chip is worth more than nothing: say how much"))
            }
            true if !self.walk_ins.contains_key(&patron) => {
                Err(Fault::NotNow("that number belongs to someone with an account"))
            }
            true if name.is_none() && card.is_none() && chip.is_none() => Err(Fault::NotNow(
                "that number is taken: give a name, a card number or the value of a chip, or seat someone new",
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn fold_walk_in(&mut self, patron: u16, WalkIn { name, card, chip }: WalkIn) {
        self.people.entry(patron).or_insert_with(|| Book::label(patron));
        let known = self.walk_ins.entry(patron).or_default();
        known.name = name.or(known.name.take());
        known.card = card.or(known.card.take());
        known.chip = chip.or(known.chip);
    }

    /// Where a patron's cash comes from.
    pub(super) fn cash(&self, patron: Patron) -> Account {
        match self.walk_ins.contains_key(&patron.0) {
            true => Account::Pockets,
            false => Account::Wallet(self.person(patron)),
        }
    }

    /// Records chips bought elsewhere. Only patrons without an account may bring them: patrons with an account buy
    /// theirs.
    pub(super) fn brings(&self, patron: u16, cents: i64, postings: &mut Postings) -> Result<(), Fault> {
        if !self.walk_ins.contains_key(&patron) {
            return Err(Fault::Unknown("patron without an account at this table"));
        }
        postings.moves(Account::Carried, Account::Purse(Patron(patron)), cents);
        Ok(())
    }
}
