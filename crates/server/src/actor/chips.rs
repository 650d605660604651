//! One balance: if an act takes more chips than a patron has at the table, the difference comes from the wallet. The
//! line that buys the chips and the line of the act are written in one transaction, or neither is.

use super::{Reply, Running};
use crate::problem;
use books::{Draft, Entry};
use protocol::{Problem, ProblemCode};

/// Chips are bought in multiples of a hundred dollars, so that betting chip by chip does not fill the journal.
const UNIT: i64 = 10_000;

impl Running {
    /// Writes an act for which somebody is short by this many cents, together with the purchase of the chips. If the
    /// wallet does not cover a round sum, exactly the missing amount is bought. The key belongs to the act: when the
    /// request is repeated, it finds the act's line and nothing is bought.
    pub(super) async fn put_with_chips(
        &mut self,
        short: i64,
        act: Draft,
        mut reply: Option<Reply>,
    ) -> Result<(), (Problem, Option<Reply>)> {
        let Some(patron) = self.setup.book.patron(&act.by) else { return Err((problem::overdrawn(), reply)) };
        for cents in [short.saturating_add(UNIT - 1) / UNIT * UNIT, short] {
            let entry = Entry::BoughtIn { patron: patron.0, cents };
            let chips = Draft { key: None, salt: None, entry, ..act.clone() };
            let steps = match self.setup.book.propose_both(chips, act.clone()) {
                Ok(steps) => steps,
                Err(fault) => return Err((problem::of(&fault), reply)),
            };
            match self.enter(steps.into(), reply).await {
                Err((problem, back)) if problem.code == ProblemCode::Poor && cents > short => reply = back,
                done => return done,
            }
        }
        Err((problem::overdrawn(), reply))
    }
}
