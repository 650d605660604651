//! What the house does at a table. If a line of the house cannot be written, trying it again would fail again, even
//! after a restart. So the house does something else instead, and if nothing else is possible, the table stops and says
//! why.

use super::Running;
use crate::problem;
use books::{Engine, Entry, HOUSE};
use protocol::Problem;
use rules::Actor;
use tokio::time::{Duration, Instant};

/// How many times in a row the house may deviate from the usual step before the table stops.
const DETOURS: u32 = 16;

impl Running {
    /// The house does something. If the queue is full it waits; any other problem stops the table.
    pub(super) async fn house(&mut self, entry: Entry) {
        if let Err(problem) = self.try_house(entry).await {
            self.stopped.get_or_insert(problem.message);
        }
    }

    /// The house does something, or returns why it cannot be written. If the queue is full it waits.
    pub(super) async fn try_house(&mut self, entry: Entry) -> Result<(), Problem> {
        #[cfg(feature = "faults")]
        if crate::faults::house_fails() {
            return Err(problem::of(&books::Fault::NotNow("a fault that a test asked for")));
        }
        let draft = self.draft(HOUSE.to_owned(), None, entry)?;
        loop {
            match self.put(draft.clone(), None).await {
                Ok(()) => return Ok(()),
                Err((problem, _)) if problem.retry && self.stopped.is_none() => {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                Err((problem, _)) => return Err(problem),
            }
        }
    }

    /// Takes the usual step of staff or of an absent person. Answering a spoken wager does not postpone what is due
    /// after it; otherwise a patron could delay the table by speaking one wager after another.
    pub(super) async fn take_step(&mut self, mut who: Actor) {
        loop {
            let answers = self.setup.book.engine().is_some_and(|engine| engine.spoken().is_some());
            self.take_usual(who).await;
            let next = self.setup.book.engine().map(Engine::awaits);
            let due = self.due().is_some_and(|at| at <= Instant::now());
            who = match next {
                _ if !answers || !due || self.stopped.is_some() => return,
                Some(rules::Awaits::Wagers) => Actor::Dealer,
                Some(rules::Awaits::Decision(next)) => next,
                Some(rules::Awaits::Equipment) | None => return,
            };
        }
    }

    /// Takes somebody's usual deed, or another one if that cannot be written.
    async fn take_usual(&mut self, who: Actor) {
        let Some(engine) = self.setup.book.shared_engine() else { return };
        let Some(usual) = engine.usual(who) else {
            // Nobody else can act, so the table waits for a person after all.
            self.waits = None;
            return;
        };
        let mut why = match self.try_house(Entry::Input { line: usual.clone() }).await {
            Ok(()) => {
                self.detours = 0;
                return;
            }
            Err(problem) => problem,
        };
        self.detours += 1;
        let others = engine.offers(who).into_iter().filter(|offer| offer.tender.is_none());
        let others = others.map(|offer| format!("{who} {}", offer.act)).filter(|line| *line != usual);
        for line in others {
            if self.stopped.is_some() || self.detours > DETOURS {
                break;
            }
            tracing::warn!(
                table = self.setup.book.table(),
                usual,
                why.message,
                line,
                "something else is done"
            );
            match self.try_house(Entry::Input { line }).await {
                Ok(()) => return,
                Err(problem) => why = problem,
            }
        }
        self.stopped.get_or_insert(format!("`{usual}` cannot be written: {}", why.message));
    }

    /// Notes that somebody has finished wagering for this betting window. It counts only while wagers are open, and the
    /// answer says whether it did.
    pub(super) fn is_ready(&mut self, person: &str) -> Result<protocol::PresenceView, Problem> {
        let unknown = || problem::of(&books::Fault::Unknown("patron at this table"));
        let patron = self.setup.book.patron(person).ok_or_else(unknown)?;
        if self.setup.book.engine().is_some_and(|engine| self.is_betting(engine)) && self.ready.insert(patron)
        {
            self.tell_around();
        }
        Ok(self.setup.feed.presence.around().view(Some(patron)))
    }
}
