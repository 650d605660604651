//! Replaying lines that were written earlier, from the first line or from somewhere in the middle.

use super::{Book, Draft, Fault, Step};
use crate::{
    ledger::Postings,
    record::{Entry, Record, Remedy},
    rounds::PastRound,
};
use std::{collections::BTreeMap, ops::RangeInclusive};

impl Book {
    /// Replays a line that was written earlier. The rules must produce the same line again, byte for byte.
    pub fn replay(&mut self, line: &str) -> Result<Step, Fault> {
        let record = Record::read(line).map_err(|error| self.broken(error.to_string()))?;
        self.follow(record, line)
    }

    /// The same for a line that has already been parsed. The line is still compared with what the rules produce.
    pub fn follow(&mut self, record: Record, line: &str) -> Result<Step, Fault> {
        if record.table != self.table || record.seq != self.next {
            return Err(self.broken(format!("the line is number {} of {}", record.seq, record.table)));
        }
        if record.prev != self.prev {
            return Err(self.broken("the line does not follow the one before: the chain is broken"));
        }
        if record.at < self.at || record.epoch < self.epoch {
            return Err(self.broken("the time or the ownership epoch went backward"));
        }
        let Record { at, epoch, by, key, body, salt, entry, .. } = record;
        let draft = Draft { at, epoch, by, key: key.zip(body), salt, entry };
        let mut step = self.propose(draft).map_err(|fault| match fault {
            Fault::Broken { .. } | Fault::Rules(_) => fault,
            other => self.broken(format!("this cannot have happened: {other}")),
        })?;
        if step.line != line {
            return Err(self.broken(difference(&step.record, line)));
        }
        self.accept(&mut step);
        Ok(step)
    }

    fn broken(&self, how: impl Into<String>) -> Fault {
        Fault::Broken { seq: self.next, how: how.into() }
    }

    /// The rounds that must be recalled before this entry can be proposed: a void moves back what they moved.
    pub fn lacks(&self, entry: &Entry) -> Option<RangeInclusive<u64>> {
        let Entry::Approved { asked } = entry else { return None };
        let Some((_, Remedy::Void { first, last })) = self.asked.get(asked) else { return None };
        let last = *last.min(&self.since.checked_sub(1)?);
        let there = self.recalled.as_ref().is_some_and(|(from, to, _)| from <= first && last <= *to);
        (*first <= last && !there).then_some(*first..=last)
    }

    /// Provides rounds that the book [lacks](Book::lacks): all that exist in this range.
    pub fn recall(&mut self, range: RangeInclusive<u64>, rounds: BTreeMap<u64, PastRound>) {
        self.recalled = Some((*range.start(), *range.end(), rounds));
    }

    /// What the recalled rounds moved, except for void ones.
    pub(super) fn moved_before(&self, first: u64, last: u64) -> impl Iterator<Item = &Postings> {
        let rounds = self.recalled.iter().flat_map(|(_, _, rounds)| rounds);
        let wanted = move |(number, _): &(&u64, &PastRound)| {
            (first..=last).contains(*number) && **number < self.since && !self.played.is_void(**number)
        };
        rounds.filter(wanted).map(|(_, past)| &past.moved)
    }
}

/// Describes how a line differs from what should have been written.
fn difference(must: &Record, line: &str) -> &'static str {
    match Record::read(line) {
        Ok(record) if record.entry != must.entry => "the rules decide differently from what the line says",
        Ok(record) if record.digest != must.digest => {
            "replaying this line gives a different result: it was written under other rules, or forged"
        }
        _ => "the line is not in canonical form",
    }
}
