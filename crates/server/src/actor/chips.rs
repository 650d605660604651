//! One balance: an act that takes more chips than lie before a patron draws on the wallet. The line that buys the chips
//! and the line of the act are written in one transaction, or neither is.

use super::{Reply, Running};
use crate::problem;
use books::{Draft, Entry};
use protocol::{Problem, ProblemCode};

/// Chips are bought in round sums, so that betting chip by chip does not fill the journal: a hundred dollars.
const UNIT: i64 = 10_000;

impl Running {
    /// Writes an act for which somebody lacks so many cents, and what buys the chips for it. If the wallet has no round
    /// sum, exactly what is missing is bought. The key is the act's: sent again, it finds its line, and nothing is bought.
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
