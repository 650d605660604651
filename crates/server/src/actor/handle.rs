//! Handles through which the rest of the program talks to a table.

use super::{
    keeping::Kept,
    told::{Telling, Told},
};
use crate::{feed::Feed, problem};
use books::{Account, Book, Entry, Hash, PastRound, Wagered};
use protocol::{Offer, PresenceView, Problem, Receipt};
use rules::{Actor, Patron};
use std::{
    collections::BTreeMap,
    ops::RangeInclusive,
    sync::{Arc, OnceLock},
};
use tokio::sync::{mpsc, oneshot};

/// The lines that the dealer may still correct, and the last count of the table's chips.
pub type ConsoleState = (Vec<(u64, String)>, Option<books::Count>);

/// A request to a table. Nearly all requests write something, so the size of that variant is not wasted.
#[allow(clippy::large_enum_variant)]
pub enum Ask {
    /// To write an entry.
    Write {
        /// The account that asks.
        by: String,
        /// The idempotency key of the request, and its hash.
        key: Option<(String, Hash)>,
        /// The last line that the person has seen.
        seen: Option<u64>,
        /// The entry.
        entry: Entry,
        /// What was looked up for it in the store.
        found: Found,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Receipt, Problem>>,
    },
    /// To write what a console reports: all of it or nothing.
    Tell(Box<Telling>, oneshot::Sender<Result<Told, Problem>>),
    /// To list the lines that may still be corrected immediately, and to say what was counted last.
    Console(oneshot::Sender<ConsoleState>),
    /// To forget what a snapshot now holds.
    Kept(Kept),
    /// To let somebody in.
    Join(String, oneshot::Sender<Result<Patron, Problem>>),
    /// To note that somebody has finished wagering for this betting window.
    Ready(String, oneshot::Sender<Result<PresenceView, Problem>>),
    /// To list what this person may do now.
    Offers(Actor, oneshot::Sender<Vec<Offer>>),
    /// To report the accounts and the requests waiting for a second person.
    Sheet(oneshot::Sender<Sheet>),
    /// To list rounds, latest first: how many to skip, and how many to return.
    Rounds(usize, usize, oneshot::Sender<Latest>),
    /// To take somebody's part of a locked window.
    Part {
        /// The account that sends it.
        person: String,
        /// The window.
        window: u64,
        /// The leaf hash of the line that locked it.
        lock: Hash,
        /// The part.
        value: Hash,
        /// Where the answer goes, with the person's patron number.
        reply: oneshot::Sender<Result<u16, Problem>>,
    },
    /// The delay of a window has finished, and this is its key.
    Delayed(u64, books::Key),
    /// To stop once the locked window has its result.
    Finish(String),
    /// To stop: another node has the table, the store has failed, or the floor is closing.
    Stop(String),
    /// To stop because a line was lost.
    Fail(String),
}

/// A request to write an entry.
pub struct Wanted {
    pub by: String,
    pub key: Option<(String, Hash)>,
    pub seen: Option<u64>,
    pub entry: Entry,
    pub found: Found,
    pub reply: oneshot::Sender<Result<Receipt, Problem>>,
}

/// What was looked up in the store for a request.
#[derive(Default)]
pub struct Found {
    /// Whether its key is known to be new.
    pub new_key: bool,
    /// Rounds that it needs and the table no longer has in memory.
    pub rounds: Option<(RangeInclusive<u64>, BTreeMap<u64, PastRound>)>,
}

/// The latest rounds of a table, as far as they are in memory.
pub struct Latest {
    /// The requested rounds, latest first.
    pub rounds: Vec<(u64, books::Round)>,
    /// How many are in memory.
    pub count: usize,
    /// The first round in memory: older ones are in the store.
    pub since: u64,
    /// Rounds that were declared void after they had ended, as ranges (first, last).
    pub voided: Vec<(u64, u64)>,
}

/// The figures of a table, for people who are allowed to see them.
pub struct Sheet {
    /// The table's figures.
    pub figures: books::Sheet,
    /// Vigorish collected, in cents.
    pub vigorish: i64,
    /// Vigorish that patrons owe, in cents.
    pub owed: i64,
    /// The amount set aside for the progressive meter, in cents.
    pub meter: i64,
    /// How the table was last opened.
    pub opened: Option<books::Opened>,
    /// The requests waiting for a second person.
    pub asked: Vec<(u64, String, books::Remedy)>,
    /// The options that have been announced.
    pub scheduled: Option<books::Announced>,
    /// The results of the wagers against the house.
    pub wagered: Vec<books::Wagered>,
    /// The table's options over time, to which `wagered` refers.
    pub openings: Vec<books::Opening>,
    /// Vigorish charged, whether collected at once or later.
    pub charged: i64,
}

impl Sheet {
    /// The figures of a book.
    pub fn of(book: &Book) -> Sheet {
        let of = |account| book.ledger().of(&account);
        Sheet {
            figures: book.ledger().sheet(),
            vigorish: of(Account::Vigorish),
            owed: -of(Account::Claims),
            meter: of(Account::Meter),
            opened: book.opened().cloned(),
            asked: book.asked().map(|(seq, by, remedy)| (seq, by.to_owned(), remedy)).collect(),
            scheduled: book.scheduled().cloned(),
            wagered: book.played().wagered().to_vec(),
            openings: book.played().openings().to_vec(),
            charged: book.played().charged(),
        }
    }

    /// Subtracts an earlier state of the same table. Whatever is at the table, owed or waiting stays as it is now.
    pub fn since(&mut self, before: &Sheet) {
        self.figures.drop -= before.figures.drop;
        self.figures.sent -= before.figures.sent;
        self.figures.win -= before.figures.win;
        self.figures.difference -= before.figures.difference;
        self.vigorish -= before.vigorish;
        self.charged -= before.charged;
        for was in &before.wagered {
            let is_same = |now: &&mut Wagered| now.opening == was.opening && now.wager == was.wager;
            if let Some(now) = self.wagered.iter_mut().find(is_same) {
                *now = now.since(was);
            }
        }
    }
}

/// A handle to a table that runs here.
#[derive(Clone)]
pub struct Handle {
    pub(super) asks: mpsc::Sender<Ask>,
    pub(super) failure: Arc<OnceLock<String>>,
    /// What may be published about it.
    pub feed: Arc<Feed>,
}

impl Handle {
    /// Writes an entry.
    pub async fn write(
        &self,
        by: &str,
        key: Option<(String, Hash)>,
        entry: Entry,
    ) -> Result<Receipt, Problem> {
        self.write_seen(by, key, None, entry).await
    }

    /// Writes an entry, unless a new round has begun since the line that the person last saw.
    pub async fn write_seen(
        &self,
        by: &str,
        key: Option<(String, Hash)>,
        seen: Option<u64>,
        entry: Entry,
    ) -> Result<Receipt, Problem> {
        if by != books::HOUSE {
            self.feed.presence.see(by);
        }
        let by = by.to_owned();
        self.ask(|reply| Ask::Write { by, key, seen, entry, found: Found::default(), reply }).await?
    }

    /// Writes what a console reports: all of it or nothing.
    pub async fn tell(&self, telling: Telling) -> Result<Told, Problem> {
        self.ask(|reply| Ask::Tell(Box::new(telling), reply)).await?
    }

    /// The lines that may still be corrected immediately, and the last count since the table opened.
    pub async fn console(&self) -> Result<ConsoleState, Problem> {
        self.ask(Ask::Console).await
    }

    /// Moves somebody's chips without counting them as present.
    pub async fn bring(&self, by: &str, entry: Entry) -> Result<Receipt, Problem> {
        let (by, found) = (by.to_owned(), Found::default());
        self.ask(|reply| Ask::Write { by, key: None, seen: None, entry, found, reply }).await?
    }

    /// Lets somebody in.
    pub async fn join(&self, person: &str) -> Result<Patron, Problem> {
        self.feed.presence.see(person);
        self.ask(|reply| Ask::Join(person.to_owned(), reply)).await?
    }

    /// Notes that somebody has finished wagering for this betting window. It counts only while wagers are open, and the
    /// answer says whether it did.
    pub async fn ready(&self, person: &str) -> Result<PresenceView, Problem> {
        self.feed.presence.see(person);
        self.ask(|reply| Ask::Ready(person.to_owned(), reply)).await?
    }

    /// What this person may do now.
    pub async fn offers(&self, by: Actor) -> Result<Vec<Offer>, Problem> {
        self.ask(|reply| Ask::Offers(by, reply)).await
    }

    /// The table's figures.
    pub async fn sheet(&self) -> Result<Sheet, Problem> {
        self.ask(Ask::Sheet).await
    }

    /// The latest rounds, as far as they are in memory.
    pub async fn rounds(&self, offset: usize, limit: usize) -> Result<Latest, Problem> {
        self.ask(|reply| Ask::Rounds(offset, limit, reply)).await
    }

    /// Takes somebody's part of a locked window; returns the person's patron number.
    pub async fn part(&self, person: &str, window: u64, lock: Hash, value: Hash) -> Result<u16, Problem> {
        let person = person.to_owned();
        self.ask(|reply| Ask::Part { person, window, lock, value, reply }).await?
    }

    /// Stops the table once the locked window has its result.
    pub async fn finish(&self, why: &str) {
        let _ = self.asks.send(Ask::Finish(why.to_owned())).await;
        self.asks.closed().await;
    }

    /// Stops the table.
    pub async fn stop(&self, why: &str) {
        let _ = self.asks.send(Ask::Stop(why.to_owned())).await;
        self.asks.closed().await;
    }

    /// Whether the table has stopped.
    pub fn is_stopped(&self) -> bool {
        self.asks.is_closed()
    }

    /// Why the table stopped, if it was not asked to.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Waits until the table has stopped.
    pub async fn stopped(&self) {
        self.asks.closed().await;
    }

    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<T>) -> Ask) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        // A full queue is reported at once: the caller may try again.
        match self.asks.try_send(ask(reply)) {
            Ok(()) => answer.await.map_err(|_| problem::unknown_outcome()),
            Err(mpsc::error::TrySendError::Full(_)) => Err(problem::busy()),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(problem::unknown_outcome()),
        }
    }
}
