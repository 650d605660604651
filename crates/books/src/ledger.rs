//! Double entry: every fact moves an amount from one account to another, and each kind of account sums to zero.
//!
//! Chips are in purses, on the layout, in the table's bank, in a player's bank, collected as vigorish, or away; cash is
//! a person's own (the wallet), in the drop box, or at the cage; what is owed is a claim and neither. Cash
//! offered with a spoken wager is set aside at once, so that confirming the wager can never fail for want of it.

use crate::fact::{Fact, Lying};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{collections::BTreeMap, fmt, str::FromStr};

/// Where chips, cash or claims are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// A person's own money, wherever they sit. Must not fall below zero.
    Wallet(String),
    /// A patron's chips at the table.
    Purse(String),
    /// Cash that a patron offers with a spoken wager, until the dealer confirms or declines it.
    Offered(String),
    /// The wagers on the layout.
    Layout,
    /// The table's inventory of chips.
    Bank,
    /// What a player who holds the bank has won and not yet got, within a round.
    PlayerBank,
    /// Vigorish collected.
    Vigorish,
    /// Vigorish a patron owes.
    Owed(String),
    /// The house's claims to it.
    Claims,
    /// Cash taken at the table.
    DropBox,
    /// Chips the cage has sent to the table: fills less credits, and the opening inventory.
    Float,
    /// Chips that patrons took away.
    Carried,
    /// Cash the cage gave for them.
    Cage,
    /// What the bank has set aside for the progressive meter, beyond what the meter began with.
    Meter,
}

/// What an account holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Chips.
    Chips,
    /// Cash.
    Cash,
    /// Claims.
    Claims,
}

impl Account {
    /// What it holds.
    pub const fn kind(&self) -> Kind {
        match self {
            Account::Wallet(_) | Account::Offered(_) | Account::DropBox | Account::Cage => Kind::Cash,
            Account::Owed(_) | Account::Claims => Kind::Claims,
            Account::Purse(_)
            | Account::Layout
            | Account::Bank
            | Account::PlayerBank
            | Account::Vigorish
            | Account::Float
            | Account::Carried
            | Account::Meter => Kind::Chips,
        }
    }

    /// Whose cash it holds, if it is set aside for a spoken wager.
    pub(crate) const fn offerer(&self) -> Option<&String> {
        if let Account::Offered(patron) = self { Some(patron) } else { None }
    }

    /// Its name in the books of the whole floor.
    pub fn at(&self, table: &str) -> String {
        match self {
            Account::Wallet(_) => self.to_string(),
            _ => format!("{table}/{self}"),
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Wallet(person) => write!(f, "wallet:{person}"),
            Account::Purse(patron) => write!(f, "purse:{patron}"),
            Account::Offered(patron) => write!(f, "offered:{patron}"),
            Account::Layout => f.write_str("layout"),
            Account::Bank => f.write_str("bank"),
            Account::PlayerBank => f.write_str("player-bank"),
            Account::Vigorish => f.write_str("vigorish"),
            Account::Owed(patron) => write!(f, "owed:{patron}"),
            Account::Claims => f.write_str("claims"),
            Account::DropBox => f.write_str("drop-box"),
            Account::Float => f.write_str("float"),
            Account::Carried => f.write_str("carried"),
            Account::Cage => f.write_str("cage"),
            Account::Meter => f.write_str("meter"),
        }
    }
}

/// Not the name of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAnAccount;

impl fmt::Display for NotAnAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of an account")
    }
}

impl FromStr for Account {
    type Err = NotAnAccount;
    fn from_str(text: &str) -> Result<Account, NotAnAccount> {
        let plain = [
            Account::Layout,
            Account::Bank,
            Account::PlayerBank,
            Account::Vigorish,
            Account::Claims,
            Account::DropBox,
            Account::Float,
            Account::Carried,
            Account::Cage,
            Account::Meter,
        ];
        match text.split_once(':') {
            Some(("wallet", person)) => Ok(Account::Wallet(person.to_owned())),
            Some(("purse", patron)) => Ok(Account::Purse(patron.to_owned())),
            Some(("owed", patron)) => Ok(Account::Owed(patron.to_owned())),
            Some(("offered", patron)) => Ok(Account::Offered(patron.to_owned())),
            Some(_) => Err(NotAnAccount),
            None => plain.into_iter().find(|account| account.to_string() == text).ok_or(NotAnAccount),
        }
    }
}

impl Serialize for Account {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Account {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Account, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

/// Accounts that nothing has moved in are left out, so that equal postings are written alike.
impl Serialize for Postings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

/// What one line of a journal does to the accounts.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Postings(BTreeMap<Account, i64>);

/// An account in which nothing moves is as good as none.
impl PartialEq for Postings {
    fn eq(&self, other: &Postings) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Postings {}

impl Postings {
    /// So many cents go from one account to another.
    pub fn moves(&mut self, from: Account, to: Account, cents: i64) {
        debug_assert_eq!(from.kind(), to.kind());
        *self.0.entry(from).or_default() -= cents;
        *self.0.entry(to).or_default() += cents;
    }

    /// What becomes of each account that changes.
    pub fn iter(&self) -> impl Iterator<Item = (&Account, i64)> {
        self.0.iter().filter(|(_, cents)| **cents != 0).map(|(account, cents)| (account, *cents))
    }

    /// The opposite of all this.
    pub fn reversed(&self) -> Postings {
        Postings(self.0.iter().map(|(account, cents)| (account.clone(), -cents)).collect())
    }

    /// Adds others to these.
    pub fn add(&mut self, other: &Postings) {
        other.0.iter().for_each(|(account, cents)| *self.0.entry(account.clone()).or_default() += cents);
    }

    /// Cash for chips at the table.
    pub fn buys_in(&mut self, person: &str, patron: &str, cents: i64) {
        self.moves(Account::Wallet(person.to_owned()), Account::DropBox, cents);
        self.moves(Account::Bank, Account::Purse(patron.to_owned()), cents);
    }

    /// Chips are taken away, and the cage gives cash for them.
    pub fn takes_away(&mut self, person: &str, patron: &str, cents: i64) {
        self.moves(Account::Purse(patron.to_owned()), Account::Carried, cents);
        self.moves(Account::Cage, Account::Wallet(person.to_owned()), cents);
    }

    /// What a fact does. `person` says who a patron is.
    pub fn fact(&mut self, fact: &Fact, person: impl Fn(&str) -> String) {
        let purse = |patron: &str| Account::Purse(patron.to_owned());
        let owed = |patron: &str| Account::Owed(patron.to_owned());
        match fact {
            Fact::Placed { bet } => self.moves(purse(&bet.patron), Account::Layout, bet.stake),
            Fact::Returned { bet } => self.moves(Account::Layout, purse(&bet.patron), bet.stake),
            Fact::Settled { bet, taken, paid, bank, .. } => {
                let Lying { patron, stake, .. } = bet;
                let bank = || if bank.is_some() { Account::PlayerBank } else { Account::Bank };
                self.moves(Account::Layout, bank(), *taken);
                self.moves(Account::Layout, purse(patron), stake - taken);
                self.moves(bank(), purse(patron), *paid);
            }
            Fact::Exchanged { patron, cash } => self.buys_in(&person(patron), patron, *cash),
            Fact::Redeemed { patron, paid } => self.moves(Account::Bank, purse(patron), *paid),
            Fact::Metered { change, .. } => self.moves(Account::Bank, Account::Meter, *change),
            Fact::Charged { patron, vigorish } => self.moves(purse(patron), Account::Vigorish, *vigorish),
            Fact::Marked { patron, vigorish } => self.moves(Account::Claims, owed(patron), *vigorish),
            Fact::Collected { patron, vigorish } => {
                self.moves(purse(patron), Account::Vigorish, *vigorish);
                self.moves(owed(patron), Account::Claims, *vigorish);
            }
            Fact::Waived { patron, vigorish } => self.moves(owed(patron), Account::Claims, *vigorish),
            Fact::Moved { .. }
            | Fact::Shown { .. }
            | Fact::Privately { .. }
            | Fact::Hidden { .. }
            | Fact::Called { .. } => {}
        }
    }

    /// Whether each kind of account sums to zero.
    pub fn balance(&self) -> bool {
        balance(&self.0)
    }
}

/// What every account of a table holds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ledger(BTreeMap<Account, i64>);

impl Ledger {
    /// What is in an account, in cents.
    pub fn of(&self, account: &Account) -> i64 {
        self.0.get(account).copied().unwrap_or(0)
    }

    /// Whether the sums stay within bounds.
    pub fn takes(&self, postings: &Postings) -> bool {
        postings.iter().all(|(account, cents)| self.of(account).checked_add(cents).is_some())
    }

    /// Posts a line.
    pub fn post(&mut self, postings: &Postings) {
        for (account, cents) in postings.iter() {
            *self.0.entry(account.clone()).or_default() += cents;
        }
    }

    /// All accounts.
    pub fn iter(&self) -> impl Iterator<Item = (&Account, i64)> {
        self.0.iter().map(|(account, cents)| (account, *cents))
    }

    /// The patrons whose cash is set aside for a spoken wager.
    pub(crate) fn offerers(&self) -> impl Iterator<Item = &String> {
        let all = self.0.range(Account::Offered(String::new())..Account::Layout);
        all.filter(|(_, cents)| **cents != 0).filter_map(|(account, _)| account.offerer())
    }

    /// Whether chips, cash and claims are each conserved.
    pub fn balance(&self) -> bool {
        balance(&self.0)
    }

    /// The table's figures since it opened.
    pub fn sheet(&self) -> Sheet {
        let drop = self.of(&Account::DropBox);
        let at_table = [Account::Bank, Account::Vigorish, Account::Meter];
        let inventory = at_table.iter().map(|account| self.of(account)).sum();
        let sent = -self.of(&Account::Float);
        Sheet { drop, sent, inventory, win: drop + inventory - sent }
    }
}

fn balance(accounts: &BTreeMap<Account, i64>) -> bool {
    let mut sums = [0; 3];
    for (account, cents) in accounts {
        sums[account.kind() as usize] += i128::from(*cents);
    }
    sums == [0; 3]
}

/// A table's figures, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Cash in the drop box.
    pub drop: i64,
    /// Opening inventory and fills, less credits.
    pub sent: i64,
    /// Chips at the table now, vigorish and meter among them.
    pub inventory: i64,
    /// Drop and inventory, less what was sent.
    pub win: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bet(stake: i64) -> Lying {
        Lying { patron: "p1".into(), seat: 0, wager: "red".into(), stake, tender: "chips".into() }
    }

    #[test]
    fn a_half_lost_wager_goes_half_to_the_bank() {
        let mut postings = Postings::default();
        let (fate, pays) = ("halved".to_owned(), "5.2(b)".to_owned());
        let fact = Fact::Settled { bet: bet(500), fate, taken: 250, paid: 0, pays, bank: None };
        postings.fact(&fact, str::to_owned);
        let all: Vec<_> = postings.iter().map(|(account, cents)| (account.to_string(), cents)).collect();
        assert_eq!(all, [("purse:p1".into(), 250), ("layout".into(), -500), ("bank".into(), 250)]);
        assert!(postings.balance());
    }

    #[test]
    fn winnings_of_a_player_bank_come_from_the_losers() {
        let mut ledger = Ledger::default();
        let settled = |patron: &str, taken, paid| Fact::Settled {
            bet: Lying { patron: patron.into(), ..bet(200) },
            fate: String::new(),
            taken,
            paid,
            pays: String::new(),
            bank: Some("p1".into()),
        };
        for fact in [settled("p2", 200, 0), settled("p1", 0, 200)] {
            let mut postings = Postings::default();
            postings.fact(&fact, str::to_owned);
            ledger.post(&postings);
        }
        assert_eq!(ledger.of(&Account::PlayerBank), 0);
        assert_eq!(ledger.of(&Account::Purse("p1".into())), 400);
        assert!(ledger.balance());
    }

    #[test]
    fn the_win_is_what_is_there_less_what_was_sent() {
        let (mut ledger, mut postings) = (Ledger::default(), Postings::default());
        postings.moves(Account::Float, Account::Bank, 100_000);
        postings.buys_in("alice", "p1", 20_000);
        postings.moves(Account::Purse("p1".into()), Account::Bank, 5_000);
        postings.takes_away("alice", "p1", 15_000);
        ledger.post(&postings);
        let sheet = Sheet { drop: 20_000, sent: 100_000, inventory: 85_000, win: 5_000 };
        assert_eq!(ledger.sheet(), sheet);
        assert!(ledger.balance());
    }
}
