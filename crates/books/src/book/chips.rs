//! Buying chips and using them in the same request.

use super::{Book, Draft, Fault, Step};
use crate::record::Entry;

impl Book {
    /// Works out what would follow from two lines in a row, of which the first only buys chips for the second. The book
    /// does not change.
    pub fn propose_both(&mut self, first: Draft, second: Draft) -> Result<[Step; 2], Fault> {
        if !matches!(first.entry, Entry::BoughtIn { .. }) || first.key.is_some() {
            return Err(Fault::NotNow("only chips are bought on the way"));
        }
        let mut first = self.propose(first)?;
        let (ledger, before) = (self.ledger.clone(), (self.next, self.prev, self.at, self.epoch));
        self.accept(&mut first);
        let second = self.propose(second);
        self.ledger = ledger;
        (self.next, self.prev, self.at, self.epoch) = before;
        Ok([first, second?])
    }
}
