//! Tables that should run here but do not. A table that stops because of its journal would stop again as soon as it is
//! opened. So with each failure in a row the floor waits longer before it tries again, and people can see which table
//! it is.

use crate::store::Owner;
use protocol::StoppedTable;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The first wait, which doubles with each failure, and the longest.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(300);
/// A table that has run for this long has recovered.
const RECOVERED: Duration = Duration::from_secs(60);
/// The most characters of a reason that are shown.
const SHOWN: usize = 200;

struct Trouble {
    why: String,
    failures: u32,
    /// When it is tried again; never, if only another program can help.
    again: Option<Instant>,
    /// When it was opened again, if it was.
    opened: Option<Instant>,
}

/// The tables of a floor that have stopped or cannot be opened.
#[derive(Default)]
pub struct Troubles(Mutex<BTreeMap<String, Trouble>>);

impl Troubles {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Trouble>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a table has stopped, or cannot be opened.
    pub fn failed(&self, table: &str, why: &str) {
        self.add(table, why, true);
    }

    /// Notes that a table cannot be opened, and that trying again does not help.
    pub fn failed_for_good(&self, table: &str, why: &str) {
        self.add(table, why, false);
    }

    fn add(&self, table: &str, why: &str, helps: bool) {
        let now = Instant::now();
        let mut all = self.all();
        let before = all.get(table).filter(|one| one.opened.is_none_or(|at| now < at + RECOVERED));
        let failures = before.map_or(0, |one| one.failures).saturating_add(1);
        let again = helps.then(|| now + wait(failures));
        let why = why.chars().take(SHOWN).collect();
        all.insert(table.to_owned(), Trouble { why, failures, again, opened: None });
    }

    /// Notes that a table cannot be opened. The reason goes to the log only: anyone may read what is kept here, and a
    /// line of the journal may contain a card that nobody has seen yet.
    pub fn unopened(&self, table: &str, error: &std::io::Error) {
        tracing::error!(table, %error, "the table cannot be opened");
        self.failed(table, "its journal cannot be read back: see the log of this node");
    }

    /// Whether to try opening it.
    pub fn may_try(&self, table: &str) -> bool {
        self.all().get(table).is_none_or(|one| one.again.is_some_and(|again| again <= Instant::now()))
    }

    /// Notes that it runs again.
    pub fn runs(&self, table: &str) {
        if let Some(one) = self.all().get_mut(table) {
            one.opened = Some(Instant::now());
        }
    }

    /// Forgets tables that run on other nodes.
    pub fn leave_to_others(&self, owners: &[Owner], node: &str) {
        for owner in owners.iter().filter(|owner| owner.node != node && owner.left_ms > 0) {
            self.all().remove(&owner.table);
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.all().clear();
    }

    /// The tables that should run here but do not.
    pub fn view(&self) -> Vec<StoppedTable> {
        let now = Instant::now();
        let all = self.all();
        let down = all.iter().filter(|(_, one)| one.opened.is_none());
        down.map(|(table, one)| StoppedTable {
            table: table.clone(),
            why: one.why.clone(),
            failures: one.failures,
            retry_in: one.again.map(|again| {
                u64::try_from(again.saturating_duration_since(now).as_millis()).unwrap_or(u64::MAX)
            }),
        })
        .collect()
    }
}

/// How long to wait after this many failures in a row.
fn wait(failures: u32) -> Duration {
    FIRST.saturating_mul(1 << failures.saturating_sub(1).min(16)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_makes_the_floor_wait_longer_up_to_minutes() {
        let waits: Vec<u64> = (1..=11).map(|failures| wait(failures).as_secs()).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    }

    #[test]
    fn a_table_that_fails_right_after_it_was_opened_has_failed_twice() {
        let troubles = Troubles::default();
        assert!(troubles.may_try("t"));
        troubles.failed("t", "why");
        assert!(!troubles.may_try("t"));
        troubles.runs("t");
        assert!(troubles.view().is_empty());
        troubles.failed("t", "again");
        let [stopped] = &troubles.view()[..] else { panic!("one table") };
        assert_eq!((&*stopped.table, &*stopped.why, stopped.failures), ("t", "again", 2));
        let owner = |node: &str, left_ms| {
            let (table, node, address) = ("t".to_owned(), node.to_owned(), String::new());
            [Owner { table, node, address, epoch: 1, left_ms }]
        };
        troubles.leave_to_others(&owner("here", 1000), "here");
        troubles.leave_to_others(&owner("there", 0), "here");
        assert_eq!(troubles.view().len(), 1, "nobody else has it");
        troubles.leave_to_others(&owner("there", 1000), "here");
        assert!(troubles.view().is_empty() && troubles.may_try("t"));
    }
}
