//! Money offered with a spoken wager. It is set aside by the patron's own line, so that the patron learns at once if it
//! is missing, and nothing the house does later depends on what the patron still has.

use super::Book;
use crate::{
    engine::Engine,
    ledger::{Account, Postings},
};
use rules::{Money, Patron, Tender};
use std::collections::BTreeSet;

/// The chips that this patron has offered and the dealer has not yet accepted.
pub(super) fn chips(engine: &dyn Engine, patron: Patron) -> i64 {
    let spoken = engine.spoken().filter(|bet| bet.tender != Tender::Cash && bet.patron == patron);
    spoken.map_or(0, |bet| bet.stake.as_cents())
}

impl Book {
    /// Moves cash between the wallets and the accounts for spoken wagers, so that after this line exactly what is
    /// offered is set aside. When the offer ends (confirmed, declined or void), the cash is released.
    pub(super) fn set_aside(&self, after: &dyn Engine, postings: &mut Postings) {
        #[cfg(feature = "faults")]
        if crate::faults::is_on(crate::faults::Switch::SetsNothingAside) {
            return;
        }
        let offered = after.spoken().filter(|bet| bet.tender == Tender::Cash);
        let mut patrons: BTreeSet<Patron> = self.ledger.offerers().collect();
        patrons.extend(postings.iter().filter_map(|(account, _)| account.offerer()));
        patrons.extend(offered.iter().map(|bet| bet.patron));
        for patron in patrons {
            let account = Account::Offered(patron);
            let moved = postings.iter().find(|(moved, _)| **moved == account).map_or(0, |(_, cents)| cents);
            let wanted: Money = offered.iter().filter(|bet| bet.patron == patron).map(|bet| bet.stake).sum();
            let missing = wanted.as_cents() - self.ledger.of(&account) - moved;
            if missing != 0 {
                postings.moves(self.cash(patron), account, missing);
            }
        }
    }

    /// A patron's chips, less those offered with a spoken wager.
    pub(super) fn free_chips(&self, patron: Patron) -> i64 {
        self.purse(patron) - self.engine().map_or(0, |engine| chips(engine, patron))
    }
}
