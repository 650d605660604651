//! The keys of the latest requests. Older ones are looked up in the store: if a book remembered every key, it would
//! grow with its journal.

use crate::Hash;
use rules::Refusal;
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

/// How many lines a book remembers the answer to a key.
pub const REMEMBERED: u64 = 8192;

/// The answer that was given to the request with this key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The hash of the request.
    pub body: Hash,
    /// The number of the line that was written.
    pub seq: u64,
    /// The leaf hash of that line.
    pub leaf: Hash,
    /// The refusal, if it was one.
    pub refused: Option<Refusal>,
}

#[derive(Default)]
pub(super) struct Keys {
    answers: HashMap<Arc<str>, Answered>,
    /// The keys, ordered by line.
    order: VecDeque<(u64, Arc<str>)>,
}

impl Keys {
    pub(super) fn get(&self, key: &str) -> Option<&Answered> {
        self.answers.get(key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Answered)> {
        self.answers.iter().map(|(key, answered)| (&**key, answered))
    }

    pub(super) fn insert(&mut self, key: &str, answered: Answered) {
        let (key, next) = (Arc::from(key), answered.seq + 1);
        self.order.push_back((answered.seq, Arc::clone(&key)));
        self.answers.insert(key, answered);
        while let Some((seq, _)) = self.order.front()
            && seq + REMEMBERED < next
            && let Some((_, key)) = self.order.pop_front()
        {
            self.answers.remove(&key);
        }
    }
}
