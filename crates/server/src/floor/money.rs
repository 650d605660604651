//! One balance: a person's wallet and their chips at every table form one amount to play with.

use super::Floor;
use crate::{actor::Handle, people::HOUSE_PLAYER};
use books::Entry;
use protocol::{MoneyView, MyTable};
use rules::Patron;
use std::{
    io,
    sync::{Arc, PoisonError},
};

impl Floor {
    /// The display name of an account.
    pub fn shown(&self, account: &str) -> String {
        if let Some(player) = account.strip_prefix(HOUSE_PLAYER) {
            let mut letters = player.chars();
            return letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect());
        }
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        names.get(account).map_or_else(|| account.to_owned(), Clone::clone)
    }

    /// Loads the display names of all people.
    pub(crate) async fn learn_names(&self) -> io::Result<()> {
        let shown = self.desk.ask(crate::people::People::all_shown).await.map_err(io::Error::other)?;
        *self.names.write().unwrap_or_else(PoisonError::into_inner) = shown.into_iter().collect();
        Ok(())
    }

    /// Loads the display name of one person.
    pub(crate) async fn learn_name(&self, account: &str) -> io::Result<()> {
        let name = account.to_owned();
        let shown = self.desk.ask(move |people| people.shown(&name)).await.map_err(io::Error::other)?;
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        names.extend(shown.map(|shown| (account.to_owned(), shown)));
        Ok(())
    }

    /// The tables that a person has joined, and their chips there.
    pub fn purses(&self, person: &str) -> Vec<MyTable> {
        let at = |(table, handle): (String, Handle)| {
            let now = handle.feed.snapshot();
            let seated = now.people.iter().find(|seated| seated.name == person)?;
            Some(MyTable { table, patron: seated.patron, purse: seated.purse.unwrap_or(0) })
        };
        self.all_here().into_iter().filter_map(at).collect()
    }

    /// A person's money, and how much of it is free to be wagered.
    pub async fn money(self: &Arc<Self>, person: &str) -> io::Result<MoneyView> {
        let (wallet, tables) = (self.wallet(person).await?, self.purses(person));
        let balance = wallet + tables.iter().map(|one| one.purse).sum::<i64>();
        let offered: i64 = tables.iter().map(|one| self.offered(&one.table, one.patron)).sum();
        Ok(MoneyView { balance, free: balance - offered })
    }

    /// The chips offered with a spoken wager.
    fn offered(&self, table: &str, patron: Patron) -> i64 {
        let engine = self.here(table).and_then(|handle| handle.feed.snapshot().engine.clone());
        let spoken = engine.and_then(|engine| engine.spoken()).filter(|bet| bet.patron == patron);
        spoken.filter(|bet| bet.tender != rules::Tender::Cash).map_or(0, |bet| bet.stake.as_cents())
    }

    /// Moves a person's free chips from all other tables back to the wallet; returns whether there were any. Each move
    /// is a line in its table's journal, and no chips in play are touched.
    pub(crate) async fn bring_home(&self, person: &str, but: &str) -> bool {
        let mut brought = false;
        for MyTable { table, patron, purse } in self.purses(person) {
            let cents = purse - self.offered(&table, patron);
            if table == but || cents <= 0 {
                continue;
            }
            let Some(handle) = self.here(&table) else { continue };
            // If the person is wagering there at this moment, there may be fewer chips: then they stay.
            let entry = Entry::TakenAway { patron: patron.0, cents };
            brought |= handle.bring(person, entry).await.is_ok();
        }
        brought
    }
}
