//! How to reach a table.

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

/// What a table is asked. Nearly all are to write something, so the size of that one is no waste.
#[allow(clippy::large_enum_variant)]
pub enum Ask {
    /// To write something.
    Write {
        /// Who.
        by: String,
        /// The key of the request and its hash.
        key: Option<(String, Hash)>,
        /// The last line that the person had seen.
        seen: Option<u64>,
        /// What.
        entry: Entry,
        /// What was looked up for it.
        found: Found,
        /// To whom it is answered.
        reply: oneshot::Sender<Result<Receipt, Problem>>,
    },
    /// To write what a console tells: all of it or nothing.
    Tell(Box<Telling>, oneshot::Sender<Result<Told, Problem>>),
    /// Which lines may still be corrected at once.
    Lines(oneshot::Sender<Vec<(u64, String)>>),
    /// To forget what a snapshot holds.
    Kept(Kept),
    /// To let somebody in.
    Join(String, oneshot::Sender<Result<Patron, Problem>>),
    /// To note that somebody is done with the wagers of this betting window.
    Ready(String, oneshot::Sender<Result<PresenceView, Problem>>),
    /// What this person may do now.
    Offers(Actor, oneshot::Sender<Vec<Offer>>),
    /// The accounts and what waits for a second person.
    Sheet(oneshot::Sender<Sheet>),
    /// The rounds, the latest first: how many to pass over, and how many to tell.
    Rounds(usize, usize, oneshot::Sender<Latest>),
    /// To take somebody's part of a locked window.
    Part {
        /// Who.
        person: String,
        /// The window.
        window: u64,
        /// The leaf hash of its lock.
        lock: Hash,
        /// The part.
        value: Hash,
        /// To whom it is answered, with the person's number.
        reply: oneshot::Sender<Result<u16, Problem>>,
    },
    /// The delay of a window is done, and this is its key.
    Delayed(u64, books::Key),
    /// To stop, once a window that is locked has its result.
    Finish(String),
    /// To stop: another node has the table, or the store failed, or the floor closes.
    Stop(String),
    /// To stop because a line was lost.
    Fail(String),
}

/// Something to be written, as a table is asked for it.
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
    /// Rounds that it needs and the table does not remember.
    pub rounds: Option<(RangeInclusive<u64>, BTreeMap<u64, PastRound>)>,
}

/// The latest rounds of a table, as far as it remembers them.
pub struct Latest {
    /// The rounds that were asked for, the latest first.
    pub rounds: Vec<(u64, books::Round)>,
    /// How many it remembers.
    pub count: usize,
    /// The first round that it remembers: older ones are in the store.
    pub since: u64,
    /// Rounds that were declared void after they had ended: from which to which.
    pub voided: Vec<(u64, u64)>,
}

/// The figures of a table, for those who may know them.
pub struct Sheet {
    /// The table's figures.
    pub figures: books::Sheet,
    /// Vigorish collected, owed, and the meter, in cents.
    pub vigorish: i64,
    /// Vigorish that is marked.
    pub owed: i64,
    /// In the progressive meter.
    pub meter: i64,
    /// How the table was opened last.
    pub opened: Option<books::Opened>,
    /// What is asked and waits for a second person.
    pub asked: Vec<(u64, String, books::Remedy)>,
    /// The options announced.
    pub scheduled: Option<books::Announced>,
    /// What came of the wagers against the house.
    pub wagered: Vec<books::Wagered>,
    /// The table's options over time: the openings that they name.
    pub openings: Vec<books::Opening>,
    /// Vigorish charged, at once or to be collected.
    pub charged: i64,
}

impl Sheet {
    /// What a book says.
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

    /// What came after an earlier state of the same table. What lies at the table, is owed or waits is as it is now.
    pub fn since(&mut self, before: &Sheet) {
        self.figures.drop -= before.figures.drop;
        self.figures.sent -= before.figures.sent;
        self.figures.win -= before.figures.win;
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

/// How to reach a table that runs here.
#[derive(Clone)]
pub struct Handle {
    pub(super) asks: mpsc::Sender<Ask>,
    pub(super) failure: Arc<OnceLock<String>>,
    /// What may be told of it.
    pub feed: Arc<Feed>,
}

impl Handle {
    /// Writes something.
    pub async fn write(
        &self,
        by: &str,
        key: Option<(String, Hash)>,
        entry: Entry,
    ) -> Result<Receipt, Problem> {
        self.write_seen(by, key, None, entry).await
    }

    /// Writes something, unless a new round has begun since the line that the person had seen.
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

    /// Writes what a console tells: all of it or nothing.
    pub async fn tell(&self, telling: Telling) -> Result<Told, Problem> {
        self.ask(|reply| Ask::Tell(Box::new(telling), reply)).await?
    }

    /// The lines that may still be corrected at once.
    pub async fn lines(&self) -> Result<Vec<(u64, String)>, Problem> {
        self.ask(Ask::Lines).await
    }

    /// Moves somebody's chips without their being here.
    pub async fn bring(&self, by: &str, entry: Entry) -> Result<Receipt, Problem> {
        let (by, found) = (by.to_owned(), Found::default());
        self.ask(|reply| Ask::Write { by, key: None, seen: None, entry, found, reply }).await?
    }

    /// Lets somebody in.
    pub async fn join(&self, person: &str) -> Result<Patron, Problem> {
        self.feed.presence.see(person);
        self.ask(|reply| Ask::Join(person.to_owned(), reply)).await?
    }

    /// Notes that somebody is done with the wagers of this betting window, and says whether that counts: it does while
    /// wagers are open.
    pub async fn ready(&self, person: &str) -> Result<PresenceView, Problem> {
        self.feed.presence.see(person);
        self.ask(|reply| Ask::Ready(person.to_owned(), reply)).await?
    }

    /// What this person may do.
    pub async fn offers(&self, by: Actor) -> Result<Vec<Offer>, Problem> {
        self.ask(|reply| Ask::Offers(by, reply)).await
    }

    /// The figures.
    pub async fn sheet(&self) -> Result<Sheet, Problem> {
        self.ask(Ask::Sheet).await
    }

    /// The latest rounds, as far as the table remembers them.
    pub async fn rounds(&self, offset: usize, limit: usize) -> Result<Latest, Problem> {
        self.ask(|reply| Ask::Rounds(offset, limit, reply)).await
    }

    /// Takes somebody's part of a locked window; the person's number.
    pub async fn part(&self, person: &str, window: u64, lock: Hash, value: Hash) -> Result<u16, Problem> {
        let person = person.to_owned();
        self.ask(|reply| Ask::Part { person, window, lock, value, reply }).await?
    }

    /// Stops it, once a window that is locked has its result.
    pub async fn finish(&self, why: &str) {
        let _ = self.asks.send(Ask::Finish(why.to_owned())).await;
        self.asks.closed().await;
    }

    /// Stops it.
    pub async fn stop(&self, why: &str) {
        let _ = self.asks.send(Ask::Stop(why.to_owned())).await;
        self.asks.closed().await;
    }

    /// Whether it has stopped.
    pub fn is_stopped(&self) -> bool {
        self.asks.is_closed()
    }

    /// Why it stopped, if nobody asked it to.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Until it has stopped.
    pub async fn stopped(&self) {
        self.asks.closed().await;
    }

    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<T>) -> Ask) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        // A queue that is full says so at once: whoever asks may ask again.
        match self.asks.try_send(ask(reply)) {
            Ok(()) => answer.await.map_err(|_| problem::unknown_outcome()),
            Err(mpsc::error::TrySendError::Full(_)) => Err(problem::busy()),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(problem::unknown_outcome()),
        }
    }
}
