//! What a spoken wager is offered with. The patron's own line sets it aside, so that the patron hears at once if it is not
//! there; nothing that the house does afterward depends on what the patron still has.

use super::Book;
use crate::{
    engine::Engine,
    ledger::{Account, Postings},
};
use rules::Patron;
use std::collections::BTreeSet;

/// The chips that this patron has offered and that the dealer has not taken yet.
pub(super) fn chips(engine: &dyn Engine, patron: Patron) -> i64 {
    let spoken = engine.spoken().filter(|bet| bet.tender != "cash" && bet.patron == patron.to_string());
    spoken.map_or(0, |bet| bet.stake)
}

impl Book {
    /// Moves cash between the wallets and what is set aside for spoken wagers, so that as much is set aside after this
    /// line as is offered then. Whatever ends the offer, confirmed, declined or void, releases it.
    pub(super) fn set_aside(&self, after: &dyn Engine, postings: &mut Postings) {
        #[cfg(feature = "faults")]
        if crate::faults::is_on(crate::faults::Switch::SetsNothingAside) {
            return;
        }
        let offered = after.spoken().filter(|bet| bet.tender == "cash");
        let mut patrons: BTreeSet<String> = self.ledger.offerers().cloned().collect();
        patrons.extend(postings.iter().filter_map(|(account, _)| account.offerer().cloned()));
        patrons.extend(offered.iter().map(|bet| bet.patron.clone()));
        for patron in patrons {
            let account = Account::Offered(patron.clone());
            let moved = postings.iter().find(|(moved, _)| **moved == account).map_or(0, |(_, cents)| cents);
            let wanted = offered.iter().filter(|bet| bet.patron == patron).map(|bet| bet.stake).sum::<i64>();
            let missing = wanted - self.ledger.of(&account) - moved;
            if missing != 0 {
                postings.moves(Account::Wallet(self.person(&patron)), account, missing);
            }
        }
    }

    /// A patron's chips, less those offered with a spoken wager.
    pub(super) fn free_chips(&self, patron: Patron) -> i64 {
        self.purse(patron) - self.engine().map_or(0, |engine| chips(engine, patron))
    }
}
