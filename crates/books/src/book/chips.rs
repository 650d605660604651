//! Chips that are bought on the way to an act.

use super::{Book, Draft, Fault, Step};
use crate::record::Entry;

impl Book {
    /// What would follow from two lines in a row, the first of which moves money alone: chips are bought for what comes
    /// next. The book stays as it is.
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
