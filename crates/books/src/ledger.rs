//! Double-entry bookkeeping: every fact moves an amount from one account to another, and each kind of account sums to
//! zero.
//!
//! Chips are in purses, on the layout, in the table's bank, in a player's bank, collected as vigorish, or carried away.
//! Cash is in a person's wallet, in the uncounted pockets of patrons without an account, in the drop box, or at the
//! cage. Debts are claims, neither chips nor cash. Cash offered with a spoken wager is set aside at once, so that
//! confirming the wager can never fail for lack of it.

use crate::fact::What;
use rules::{Actor, Patron};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{collections::BTreeMap, fmt, str::FromStr};

/// Where chips, cash or claims are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// A person's own money, at whatever table they sit. Must not fall below zero.
    Wallet(String),
    /// A patron's chips at the table.
    Purse(Patron),
    /// Cash that a patron offers with a spoken wager, until the dealer confirms or declines it.
    Offered(Patron),
    /// The wagers on the layout.
    Layout,
    /// The table's inventory of chips.
    Bank,
    /// What a player who holds the bank has won within a round and not yet received.
    PlayerBank,
    /// Vigorish that has been collected.
    Vigorish,
    /// Vigorish that a patron owes.
    Owed(Patron),
    /// The house's claims to vigorish that is owed.
    Claims,
    /// Cash taken at the table.
    DropBox,
    /// Chips the cage has sent to the table: fills less credits, and the opening inventory.
    Float,
    /// Chips that patrons have taken away from the table.
    Carried,
    /// Cash the cage paid for those chips.
    Cage,
    /// Cash that patrons without an account brought to the table. It is negative by the amount they have spent.
    Pockets,
    /// What the bank has set aside for the progressive meter, beyond the meter's starting amount.
    Meter,
    /// Chips that counts found missing; negative if they found more than the ledger says.
    Difference,
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
    /// The kind of thing the account holds.
    pub const fn kind(&self) -> Kind {
        match self {
            Account::Wallet(_)
            | Account::Offered(_)
            | Account::DropBox
            | Account::Cage
            | Account::Pockets => Kind::Cash,
            Account::Owed(_) | Account::Claims => Kind::Claims,
            Account::Purse(_)
            | Account::Layout
            | Account::Bank
            | Account::PlayerBank
            | Account::Vigorish
            | Account::Float
            | Account::Carried
            | Account::Meter
            | Account::Difference => Kind::Chips,
        }
    }

    /// The patron, if the account holds cash set aside for a spoken wager.
    pub(crate) const fn offerer(&self) -> Option<Patron> {
        if let Account::Offered(patron) = self { Some(*patron) } else { None }
    }

    /// The account's name in the books of the whole floor.
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
            Account::Pockets => f.write_str("pockets"),
            Account::Meter => f.write_str("meter"),
            Account::Difference => f.write_str("difference"),
        }
    }
}

/// The text is not the name of an account.
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
            Account::Pockets,
            Account::Meter,
            Account::Difference,
        ];
        let patron = |text: &str| match text.parse() {
            Ok(Actor::Patron(patron)) => Ok(patron),
            _ => Err(NotAnAccount),
        };
        match text.split_once(':') {
            Some(("wallet", person)) => Ok(Account::Wallet(person.to_owned())),
            Some(("purse", number)) => patron(number).map(Account::Purse),
            Some(("owed", number)) => patron(number).map(Account::Owed),
            Some(("offered", number)) => patron(number).map(Account::Offered),
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

/// Accounts whose net change is zero are left out, so that equal postings are written alike.
impl Serialize for Postings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

/// The changes that one line of a journal makes to the accounts.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Postings(BTreeMap<Account, i64>);

/// An account whose net change is zero counts as absent.
impl PartialEq for Postings {
    fn eq(&self, other: &Postings) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Postings {}

impl Postings {
    /// Moves an amount in cents from one account to another.
    pub fn moves(&mut self, from: Account, to: Account, cents: i64) {
        debug_assert_eq!(from.kind(), to.kind());
        *self.0.entry(from).or_default() -= cents;
        *self.0.entry(to).or_default() += cents;
    }

    /// The change of every account that changes.
    pub fn iter(&self) -> impl Iterator<Item = (&Account, i64)> {
        self.0.iter().filter(|(_, cents)| **cents != 0).map(|(account, cents)| (account, *cents))
    }

    /// The same changes with the opposite sign.
    pub fn reversed(&self) -> Postings {
        Postings(self.0.iter().map(|(account, cents)| (account.clone(), -cents)).collect())
    }

    /// Adds other postings to these.
    pub fn add(&mut self, other: &Postings) {
        other.0.iter().for_each(|(account, cents)| *self.0.entry(account.clone()).or_default() += cents);
    }

    /// A patron buys chips for cash at the table.
    pub fn buys_in(&mut self, cash: Account, patron: Patron, cents: i64) {
        self.moves(cash, Account::DropBox, cents);
        self.moves(Account::Bank, Account::Purse(patron), cents);
    }

    /// A patron takes chips away. The cage pays cash for them at once, unless the patron has no account and carries
    /// them there.
    pub fn takes_away(&mut self, cash: Account, patron: Patron, cents: i64) {
        self.moves(Account::Purse(patron), Account::Carried, cents);
        if cash != Account::Pockets {
            self.moves(Account::Cage, cash, cents);
        }
    }

    /// Posts what a fact moves. `cash` tells where a patron's cash comes from.
    pub fn fact(&mut self, fact: &What, cash: impl Fn(Patron) -> Account) {
        use Account::{Bank, Claims, Layout, Meter, Owed, PlayerBank, Purse, Vigorish};
        match *fact {
            What::Placed { ref bet } => self.moves(Purse(bet.patron), Layout, bet.stake.as_cents()),
            What::Returned { ref bet } => self.moves(Layout, Purse(bet.patron), bet.stake.as_cents()),
            What::Settled { ref bet, taken, paid, bank, .. } => {
                let bank = || if bank.is_some() { PlayerBank } else { Bank };
                self.moves(Layout, bank(), taken.as_cents());
                self.moves(Layout, Purse(bet.patron), (bet.stake - taken).as_cents());
                self.moves(bank(), Purse(bet.patron), paid.as_cents());
            }
            What::Exchanged { patron, cash: paid } => self.buys_in(cash(patron), patron, paid.as_cents()),
            What::Redeemed { patron, paid } => self.moves(Bank, Purse(patron), paid.as_cents()),
            What::Metered { change, .. } => self.moves(Bank, Meter, change.as_cents()),
            What::Charged { patron, vigorish } => self.moves(Purse(patron), Vigorish, vigorish.as_cents()),
            What::Marked { patron, vigorish } => self.moves(Claims, Owed(patron), vigorish.as_cents()),
            What::Collected { patron, vigorish } => {
                self.moves(Purse(patron), Vigorish, vigorish.as_cents());
                self.moves(Owed(patron), Claims, vigorish.as_cents());
            }
            What::Waived { patron, vigorish } => self.moves(Owed(patron), Claims, vigorish.as_cents()),
            What::Moved { .. }
            | What::Shown { .. }
            | What::Privately { .. }
            | What::Hidden { .. }
            | What::Called { .. } => {}
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
    /// The balance of an account, in cents.
    pub fn of(&self, account: &Account) -> i64 {
        self.0.get(account).copied().unwrap_or(0)
    }

    /// Whether these postings would not overflow any account.
    pub fn takes(&self, postings: &Postings) -> bool {
        postings.iter().all(|(account, cents)| self.of(account).checked_add(cents).is_some())
    }

    /// Posts the changes of a line.
    pub fn post(&mut self, postings: &Postings) {
        for (account, cents) in postings.iter() {
            *self.0.entry(account.clone()).or_default() += cents;
        }
    }

    /// Every account with its balance, in cents.
    pub fn iter(&self) -> impl Iterator<Item = (&Account, i64)> {
        self.0.iter().map(|(account, cents)| (account, *cents))
    }

    /// The patrons whose cash is set aside for a spoken wager.
    pub(crate) fn offerers(&self) -> impl Iterator<Item = Patron> {
        let all = self.0.range(Account::Offered(Patron(0))..Account::Layout);
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
        let difference = -self.of(&Account::Difference);
        Sheet { drop, sent, inventory, difference, win: drop + inventory - sent }
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
    /// Chips at the table now, including vigorish and the meter.
    pub inventory: i64,
    /// The sum of what counts found, less what the ledger said.
    pub difference: i64,
    /// Drop plus inventory, less what was sent.
    pub win: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::BetView;
    use rules::{Fate, Money, Seat, Tender, cite};

    fn bet(stake: i64) -> BetView {
        let (stake, tender) = (Money::cents(stake), Tender::Chips);
        BetView { patron: Patron(1), seat: Seat::NONE, wager: "red".into(), stake, tender }
    }

    fn wallet(patron: Patron) -> Account {
        Account::Wallet(patron.to_string())
    }

    #[test]
    fn a_half_lost_wager_goes_half_to_the_bank() {
        let mut postings = Postings::default();
        let (fate, taken, pays) = (Fate::Halved, Money::cents(250), cite!("5.2(b)"));
        let fact = What::Settled { bet: bet(500), fate, taken, paid: Money::ZERO, pays, bank: None };
        postings.fact(&fact, wallet);
        let all: Vec<_> = postings.iter().map(|(account, cents)| (account.to_string(), cents)).collect();
        assert_eq!(all, [("purse:p1".into(), 250), ("layout".into(), -500), ("bank".into(), 250)]);
        assert!(postings.balance());
    }

    #[test]
    fn winnings_of_a_player_bank_come_from_the_losers() {
        let mut ledger = Ledger::default();
        let settled = |patron, taken, paid| What::Settled {
            bet: BetView { patron: Patron(patron), ..bet(200) },
            fate: Fate::Won,
            taken: Money::cents(taken),
            paid: Money::cents(paid),
            pays: cite!("4.10(a)"),
            bank: Some(Patron(1)),
        };
        for fact in [settled(2, 200, 0), settled(1, 0, 200)] {
            let mut postings = Postings::default();
            postings.fact(&fact, wallet);
            ledger.post(&postings);
        }
        assert_eq!(ledger.of(&Account::PlayerBank), 0);
        assert_eq!(ledger.of(&Account::Purse(Patron(1))), 400);
        assert!(ledger.balance());
    }

    #[test]
    fn the_win_is_what_is_there_less_what_was_sent() {
        let (mut ledger, mut postings) = (Ledger::default(), Postings::default());
        postings.moves(Account::Float, Account::Bank, 100_000);
        postings.buys_in(Account::Wallet("alice".into()), Patron(1), 20_000);
        postings.moves(Account::Purse(Patron(1)), Account::Bank, 5_000);
        postings.takes_away(Account::Wallet("alice".into()), Patron(1), 15_000);
        ledger.post(&postings);
        let sheet = Sheet { drop: 20_000, sent: 100_000, inventory: 85_000, difference: 0, win: 5_000 };
        assert_eq!(ledger.sheet(), sheet);
        assert!(ledger.balance());
    }
}
