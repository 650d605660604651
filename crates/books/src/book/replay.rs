//! Folding what was written before, from the first line or from somewhere in the middle.

use super::{Book, Draft, Fault, Step};
use crate::{
    record::{Entry, Record, Remedy},
    rounds::Rounds,
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

impl Book {
    /// Folds a line that was written before: it must follow from what came before, byte for byte.
    pub fn replay(&mut self, line: &str) -> Result<Step, Fault> {
        let record =
            Record::read(line).map_err(|error| self.broken(format!("not a line of a journal: {error}")))?;
        self.follow(record, line)
    }

    /// The same with a line that was read already. Whatever the record says, the line must follow from it.
    pub fn follow(&mut self, record: Record, line: &str) -> Result<Step, Fault> {
        if record.table != self.table || record.seq != self.next {
            return Err(self.broken(format!("the line is number {} of {}", record.seq, record.table)));
        }
        if record.prev != self.prev {
            return Err(self.broken("the line does not follow the one before: the chain is broken"));
        }
        if record.at < self.at || record.epoch < self.epoch {
            return Err(self.broken("time or ownership went backwards"));
        }
        let Record { at, epoch, by, key, body, salt, entry, .. } = record;
        let draft = Draft { at, epoch, by, key: key.zip(body), salt, entry };
        let mut step = self.propose(draft).map_err(|fault| match fault {
            Fault::Broken { .. } | Fault::Rules(_) => fault,
            other => self.broken(format!("cannot have happened: {other}")),
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

    /// A copy to go on from here with, for who looks at what came next. It holds no more than the table did: no key
    /// and no round of the past.
    #[must_use]
    pub fn excerpt(&self) -> Book {
        Book {
            table: self.table.clone(),
            engine: self.engine.as_ref().map(Arc::clone),
            opened: self.opened.clone(),
            ledger: self.ledger.clone(),
            people: self.people.clone(),
            keys: HashMap::new(),
            windows: self.windows.clone(),
            rounds: BTreeMap::new(),
            asked: self.asked.clone(),
            scheduled: self.scheduled.clone(),
            played: Rounds::default(),
            excerpt: self.next > 0,
            ..*self
        }
    }

    /// Whether only who has folded the journal from its first line can say what follows: a void moves back what rounds
    /// long ago moved.
    pub fn needs_past(&self, entry: &Entry) -> bool {
        let void = |asked| matches!(self.asked.get(asked), Some((_, Remedy::Void { .. })));
        self.excerpt && matches!(entry, Entry::Approved { asked } if void(asked))
    }
}

/// How a line differs from what must have been written.
fn difference(must: &Record, line: &str) -> &'static str {
    match Record::read(line) {
        Ok(record) if record.entry != must.entry => "the law decides otherwise than the line says",
        Ok(record) if record.digest != must.digest => {
            "something else follows from it than was written: other rules, or a forged line"
        }
        _ => "the line is not written as lines are written",
    }
}
