//! Lines that something outside their table can refuse: a wallet, a key of the cage, a slip, a clerk's limit. They are
//! accepted only after the disk has confirmed them. A refusal is answered and does not stop the table.

use super::{Running, receipt};
use crate::{
    problem,
    store::{Answer, Append, Guard, Issue, Reader, Spot, Verdict, is_cage},
};
use books::{Account, Entry, HOUSE, Hash, Record, Step};
use protocol::{Problem, Receipt};

/// A gaming day begins at 10:00 UTC, early in the morning in New Jersey.
const BEGINS: i64 = 10 * 3_600_000;
const DAY: i64 = 24 * 3_600_000;

/// The gaming day of a time in milliseconds since 1970.
pub fn gaming_day(at: i64) -> i64 {
    (at - BEGINS).div_euclid(DAY)
}

/// The conditions on the whole floor under which a line may be written. They follow from the line, except for the
/// limit.
pub fn of(record: &Record, limit: i64) -> Guard {
    let cage = is_cage(&record.table);
    let issue = match &record.entry {
        Entry::Funded { cents, .. } if record.by != HOUSE => {
            let cents = cents.saturating_abs();
            Some(Issue { by: record.by.clone(), day: gaming_day(record.at), cents, limit })
        }
        _ => None,
    };
    let decides = match &record.entry {
        Entry::Approved { asked } | Entry::Declined { asked } if cage => Some(*asked),
        _ => None,
    };
    Guard {
        slip: record.entry.slip().map(str::to_owned),
        issue,
        asks: cage && matches!(record.entry, Entry::Asked { .. }),
        decides,
    }
}

/// What a waiting line depends on outside its table.
pub struct Claims {
    table: String,
    key: Option<(String, Hash)>,
    slip: Option<String>,
    issue: Option<Issue>,
}

impl Claims {
    /// `None` if nothing outside the table can refuse the lines. Of several lines, the last is the one that was asked
    /// for.
    pub fn of(steps: &[Step], appends: &[Append]) -> Option<Claims> {
        let is_wallet =
            |(account, cents): (&Account, i64)| matches!(account, Account::Wallet(_)) && cents < 0;
        let spends = steps.iter().any(|step| step.postings.iter().any(is_wallet));
        let append = appends.last()?;
        (spends || is_cage(&append.table) || append.guard != Guard::default()).then(|| Claims {
            table: append.table.clone(),
            key: append.key.clone(),
            slip: append.guard.slip.clone(),
            issue: append.guard.issue.clone(),
        })
    }

    /// Finds the conflicting line in the store.
    fn before(self, store: &mut dyn Reader) -> Answer<Option<Before>> {
        let found = match &self.key {
            Some((key, _)) if is_cage(&self.table) => {
                store.cage_key(key)?.map(|found| (found.body, found.at))
            }
            Some((key, _)) => {
                let at = |seq| Spot { table: self.table.clone(), seq };
                store.find_key(&self.table, key)?.map(|found| (found.body, at(found.seq)))
            }
            None => None,
        };
        if let (Some((key, asked)), Some((body, spot))) = (self.key, found) {
            if body != asked {
                return Ok(Some(Before::KeyReused));
            }
            let Some(line) = store.lines(&spot.table, spot.seq, 1)?.pop() else { return Ok(None) };
            let Ok(record) = Record::read(&line.line) else { return Ok(None) };
            let receipt = receipt(&spot.table, &key, spot.seq, line.leaf, record.refused());
            return Ok(Some(Before::Same(receipt)));
        }
        let Some(slip) = self.slip else { return Ok(None) };
        Ok(store.slip(&slip)?.map(|spot| Before::Slip(slip, spot)))
    }
}

/// An earlier line that conflicts with this one.
enum Before {
    /// The same request; this is its receipt.
    Same(Receipt),
    /// A different request with the same key.
    KeyReused,
    /// A line with the same slip.
    Slip(String, Spot),
}

impl Running {
    /// Evaluates what the store says about waiting lines: how many of them were written, and the answer if that is not
    /// all. If no person can act on the answer, the table stops.
    pub(super) async fn judged(
        &mut self,
        verdicts: Answer<Vec<Verdict>>,
        lines: usize,
        claims: Claims,
    ) -> (usize, Result<(), Result<Receipt, Problem>>) {
        let done = |all: &Vec<Verdict>| all.iter().take_while(|one| **one == Verdict::Done).count();
        let written = verdicts.as_ref().map_or(0, done);
        let verdict = verdicts.map(|all| all.into_iter().nth(written));
        match written == lines {
            true => (written, Ok(())),
            false => (written, Err(self.refused(verdict, claims).await)),
        }
    }

    async fn refused(
        &mut self,
        verdict: Answer<Option<Verdict>>,
        claims: Claims,
    ) -> Result<Receipt, Problem> {
        let how = match verdict {
            Ok(Some(Verdict::Overdrawn)) => return Err(problem::overdrawn()),
            // The book has already checked the line, so the only reason left is a wallet that would overflow.
            Ok(Some(Verdict::Unsound)) => return Err(problem::beyond_count()),
            Ok(Some(Verdict::OverLimit)) => return Err(self.over_limit(claims).await),
            Ok(Some(Verdict::Repeated)) => match self.setup.writer.with(|store| claims.before(store)).await {
                Ok(Some(Before::Same(receipt))) => return Ok(receipt),
                Ok(Some(Before::KeyReused)) => return Err(problem::key_reused()),
                Ok(Some(Before::Slip(slip, spot))) => return Err(problem::slip_used(&slip, &spot)),
                Ok(None) => "repeated, and nothing is there".to_owned(),
                Err(broken) => broken.to_string(),
            },
            Ok(verdict) => format!("{verdict:?}"),
            Err(broken) => broken.to_string(),
        };
        let problem = problem::lost(&how);
        self.stopped = Some(how);
        Err(problem)
    }

    async fn over_limit(&self, claims: Claims) -> Problem {
        let Some(Issue { by, day, limit, .. }) = claims.issue else { return problem::over_limit(0, 0) };
        // Nothing was written, so it does no harm if the store does not answer this: then only the limit is reported.
        let issued = self.setup.writer.with(move |store| store.issued(&by, day)).await.unwrap_or(limit);
        problem::over_limit(limit, (limit - issued).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gaming_day_begins_in_the_morning() {
        let noon = 20_000 * DAY + 12 * 3_600_000;
        assert_eq!(gaming_day(noon), 20_000);
        assert_eq!(gaming_day(20_000 * DAY + BEGINS), 20_000);
        assert_eq!(gaming_day(20_000 * DAY + BEGINS - 1), 19_999, "the night belongs to the day before");
        assert_eq!(gaming_day(0), -1);
    }
}
