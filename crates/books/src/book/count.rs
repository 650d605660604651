//! Counts of a physical table's chips. Any difference from the ledger is posted, so that the ledger continues with what
//! is really there.

use super::{Book, Fault, HOUSE, Step, checks::MOST};
use crate::{
    ledger::{Account, Postings},
    record::{Entry, Mode},
};
use serde::{Deserialize, Serialize};

/// A count of the chips in a table's bank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The number of the journal line that records it.
    pub seq: u64,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The person who counted the chips.
    pub by: String,
    /// The person who watched the count.
    pub witness: String,
    /// How many pieces there were of each value in cents, the highest first.
    pub chips: Vec<(i64, u32)>,
    /// What the ledger said there should be, in cents.
    pub ledger: i64,
}

impl Count {
    /// The sum of what was counted, in cents.
    pub fn total(&self) -> i64 {
        total(&self.chips).unwrap_or(MOST)
    }

    /// What was counted, less what the ledger said.
    pub fn difference(&self) -> i64 {
        self.total() - self.ledger
    }
}

/// The value of these chips in cents; `None` if it is more than a line may move.
fn total(chips: &[(i64, u32)]) -> Option<i64> {
    let worth = chips.iter().map(|(value, pieces)| value.checked_mul(i64::from(*pieces)));
    let sum = worth.reduce(|sum, one| sum?.checked_add(one?)).unwrap_or(Some(0));
    sum.filter(|cents| *cents <= MOST)
}

impl Book {
    /// The last count since the table opened.
    pub fn count(&self) -> Option<&Count> {
        self.count.as_ref()
    }

    /// Checks a count: chips are counted between rounds, by one person while another watches.
    pub(super) fn check_count(
        &self,
        chips: &[(i64, u32)],
        by: &str,
        witness: &str,
        postings: &mut Postings,
    ) -> Result<(), Fault> {
        let is_physical = self.opened.as_ref().is_some_and(|opened| opened.chance == Mode::Physical);
        if !is_physical {
            return Err(Fault::NotNow("the house deals here, so there are no chips to count"));
        }
        if !self.is_at_rest() {
            return Err(Fault::NotNow("a round is in play: chips are counted between rounds"));
        }
        if by == HOUSE || witness == by || witness.is_empty() {
            return Err(Fault::NotYours);
        }
        if chips.iter().any(|(value, pieces)| *value < 1 || *pieces == 0) {
            return Err(Fault::Amount);
        }
        if chips.windows(2).any(|two| two[0].0 <= two[1].0) {
            return Err(Fault::NotNow("each value is counted once, the highest first"));
        }
        let counted = total(chips).ok_or(Fault::TooMuch { most: MOST })?;
        postings.moves(Account::Difference, Account::Bank, counted - self.ledger.sheet().inventory);
        Ok(())
    }

    pub(super) fn fold_count(&mut self, step: &Step) {
        let Entry::Counted { chips, witness } = &step.record.entry else { return };
        let moved = step.postings.iter().find(|(account, _)| **account == Account::Bank);
        let counted = Count {
            seq: step.record.seq,
            at: step.record.at,
            by: step.record.by.clone(),
            witness: witness.clone(),
            chips: chips.clone(),
            ledger: self.ledger.sheet().inventory - moved.map_or(0, |(_, cents)| cents),
        };
        // The last round can no longer be corrected, because the count already includes its result.
        (self.count, self.recent) = (Some(counted), None);
    }
}
