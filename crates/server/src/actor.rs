//! A running table: one task that puts everything in a total order. A command is proposed to the book, queued for
//! writing, and acknowledged once it is durable; nothing is published before that. At digital tables the house takes
//! the staff's usual steps and draws from committed secrets.

mod absent;
mod chips;
mod deeds;
mod draw;
mod guard;
mod handle;
mod keeping;
mod publish;
mod told;
mod waits;

pub use guard::{gaming_day, of as guard};
pub(crate) use handle::Ask;
pub use handle::{Handle, Sheet};
pub use keeping::Keeping;
pub use told::{Telling, Told};

use self::{
    absent::Attendance,
    draw::{Collecting, Returning},
    handle::Wanted,
    publish::{Outgoing, Waiting, Written, publish},
    waits::Turns,
};
use crate::{
    chance::{Chance, Drawing},
    feed::{self, Feed, People, Published, Since, Snapshot},
    keys::Keys,
    people::HOUSE_PLAYER,
    problem,
    store::{Append, writer::Writer},
};
use books::{Account, Book, Draft, Engine, Entry, EntryKind, Fault, HOUSE, Hash, Record, Said, Step, Why};
use protocol::{Commitment, Offer, Problem, Receipt, Seated};
use rules::{Actor, Awaits, Patron, Refusal};
use std::{
    collections::BTreeSet,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

/// Where the answer to a request goes.
type Reply = oneshot::Sender<Result<Receipt, Problem>>;

/// The most commands that may wait at a table.
const QUEUE: usize = 1024;
/// How many recent lines are searched for people who have wagered, when a table starts running again.
const RECALLED: u64 = 256;

/// How long a table waits for people.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// From the first wager of a round to "No More Bets".
    pub wagers: Duration,
    /// For a decision. After that the usual one is made for the absent person.
    pub turn: Duration,
    /// Between two steps of the house, so that people can follow.
    pub step: Duration,
    /// How long somebody without a connection counts as present after their last request. After that the usual
    /// decisions are made for them at once.
    pub grace: Duration,
    /// How long the seat and the chips of an absent person stay at the table.
    pub seat: Duration,
}

/// What a running table needs.
pub struct Setup {
    /// The book, built from the journal.
    pub book: Book,
    /// What has been published, for viewers who come back.
    pub feed: Arc<Feed>,
    /// The ownership epoch.
    pub epoch: u64,
    /// Where lines are written.
    pub writer: Writer,
    /// The secrets of its windows.
    pub chance: Chance,
    /// Which keys are old, and when a snapshot is due.
    pub keeping: Keeping,
    /// The keys that sign snapshots.
    pub keys: Arc<Keys>,
    /// How long it waits for parts of the chance.
    pub drawing: Drawing,
    /// The reason for abandoning windows that were not revealed: their secrets were in another process.
    pub gives_up: Why,
    /// How long it waits for people.
    pub pace: Pace,
    /// Whether the disk is nearly full, so that no new wagers are taken.
    pub full: Arc<AtomicBool>,
    /// How much cash a clerk may take in or pay out alone in a gaming day, in cents.
    pub cage_limit: i64,
    /// The clock for lines of the journal.
    pub now: fn() -> i64,
}

/// Starts a table.
pub fn start(setup: Setup) -> Handle {
    let (asks, queue) = mpsc::channel(QUEUE);
    let (outgoing, written) = mpsc::channel(QUEUE);
    let failure = Arc::<OnceLock<String>>::default();
    let (feed, why) = (Arc::clone(&setup.feed), Arc::clone(&failure));
    let handle = Handle { asks: asks.clone(), feed, failure: why };
    let asks = asks.downgrade();
    let (writer, keys) = (setup.writer.clone(), Arc::clone(&setup.keys));
    tokio::spawn(publish(written, Arc::clone(&setup.feed), asks.clone(), (writer, keys)));
    let (round_began, staked) = (setup.feed.round_began(), staked(&setup));
    let house = setup.book.people().iter().filter(|(_, name)| name.starts_with(HOUSE_PLAYER));
    let house = house.map(|(number, _)| Patron(*number)).collect();
    let table = Running {
        setup,
        asks,
        outgoing,
        collecting: None,
        returning: None,
        closing: None,
        ready: BTreeSet::new(),
        staked,
        house,
        last_step: Instant::now(),
        waits: None,
        turns: Turns::default(),
        attendance: Attendance::default(),
        detours: 0,
        stopped: None,
        asked_to_stop: false,
        failure,
        round_began,
    };
    tokio::spawn(table.run(queue));
    handle
}

/// Who had staked or bid since the house last acted, at the time the table was stopped.
fn staked(setup: &Setup) -> BTreeSet<Patron> {
    let Some(engine) = setup.book.engine() else { return BTreeSet::new() };
    let from = setup.feed.next().saturating_sub(RECALLED);
    let Since::Lines(lines) = setup.feed.since(from, usize::MAX) else { return BTreeSet::new() };
    let inputs = lines.iter().rev().map(|line| line.view(None)).filter(|view| view.entry == EntryKind::Input);
    let theirs = inputs.take_while(|view| view.by != HOUSE).filter_map(|view| view.line);
    theirs.filter_map(|line| staker(engine, &line)).collect()
}

/// Who stakes or bids with this line, if anybody.
fn staker(engine: &dyn Engine, line: &str) -> Option<Patron> {
    match engine.read(line).ok()?.said {
        Said::Act { by: Actor::Patron(patron), stakes: true, .. } => Some(patron),
        _ => None,
    }
}

struct Running {
    setup: Setup,
    /// The table's own queue, for requests that come back after something was looked up or computed for them.
    asks: mpsc::WeakSender<Ask>,
    outgoing: mpsc::Sender<Outgoing>,
    /// The parts collected for the locked window.
    collecting: Option<Collecting>,
    /// Who is expected back after a restart.
    returning: Option<Returning>,
    /// Why the table stops as soon as the locked window has its result.
    closing: Option<String>,
    ready: BTreeSet<Patron>,
    /// Who has staked or bid since the house last acted.
    staked: BTreeSet<Patron>,
    /// The house players among all the people who have joined.
    house: BTreeSet<Patron>,
    last_step: Instant,
    /// What the table waits for, in which round, and until when.
    waits: Option<(Awaits, u64, Instant)>,
    /// How long it has waited already, where that counts.
    turns: Turns,
    /// Whom it counts as present.
    attendance: Attendance,
    /// How many times in a row an alternative step was taken because the usual one could not be written.
    detours: u32,
    stopped: Option<String>,
    /// Whether the table was asked to stop. Otherwise it failed.
    asked_to_stop: bool,
    failure: Arc<OnceLock<String>>,
    /// The line with which the round began.
    round_began: u64,
}

impl Running {
    async fn run(mut self, mut queue: mpsc::Receiver<Ask>) {
        // A table that was stopped in mid-round starts its waiting times again, so that people who do not come back
        // cannot hold it up forever.
        self.assume_all();
        self.wait();
        self.give_up_all(self.setup.gives_up).await;
        let presence = Arc::clone(&self.setup.feed.presence);
        while self.stopped.is_none() {
            if self.closing.is_some() && !self.is_opening() {
                (self.stopped, self.asked_to_stop) = (self.closing.take(), true);
                break;
            }
            let due = [self.due(), self.attendance.next].into_iter().flatten().min();
            let timer = async {
                match due {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                // Requests that came before the deadline are handled before what the house does at the deadline.
                biased;
                ask = queue.recv() => match ask {
                    Some(ask) => self.ask(ask).await,
                    None => break,
                },
                () = presence.changed() => self.take_news(),
                () = timer => {
                    // At the deadline the order of the queue decides: requests already in it are handled first.
                    while let Ok(ask) = queue.try_recv() {
                        self.ask(ask).await;
                    }
                    self.look_around();
                    // This happens before the next roll: wagers that an absent person may take back are no longer at
                    // risk.
                    self.let_leave().await;
                    if self.stopped.is_none() && self.due().is_some_and(|at| at <= Instant::now()) {
                        self.step().await;
                    }
                }
            }
            self.let_leave().await;
        }
        if let Some(why) = &self.stopped {
            if !self.asked_to_stop {
                let _ = self.failure.set(why.clone());
            }
            tracing::warn!(table = self.setup.book.table(), why, "the table has stopped");
        }
    }

    async fn ask(&mut self, ask: Ask) {
        // Nobody may wager before the house has committed, not even right after a table has opened.
        if self.lacks_commitment() {
            self.chance_step().await;
        }
        match ask {
            Ask::Write { by, key, seen, entry, found, reply } => {
                self.write(Wanted { by, key, seen, entry, found, reply }).await;
            }
            Ask::Tell(telling, reply) => self.tell(*telling, reply).await,
            Ask::Console(reply) => {
                let book = &self.setup.book;
                let lines = book.correctable().map(|(seq, line)| (seq, line.to_owned())).collect();
                let _ = reply.send((lines, book.count().cloned()));
            }
            Ask::Kept(kept) => self.kept(kept),
            Ask::Join(person, reply) => {
                let _ = reply.send(self.join(&person).await);
            }
            Ask::Ready(person, reply) => {
                let _ = reply.send(self.is_ready(&person));
            }
            Ask::Offers(by, reply) => {
                let offers = self.setup.book.engine().map(|engine| engine.offers(by)).unwrap_or_default();
                let _ = reply.send(offers.into_iter().map(offer).collect());
            }
            Ask::Sheet(reply) => {
                let _ = reply.send(Sheet::of(&self.setup.book));
            }
            Ask::Rounds(offset, limit, reply) => {
                let _ = reply.send(self.latest(offset, limit));
            }
            Ask::Part { person, window, lock, value, reply } => {
                let _ = reply.send(self.part(&person, window, lock, value));
            }
            Ask::Delayed(window, key) => self.delayed(window, key),
            Ask::Finish(why) => self.closing = Some(why),
            Ask::Stop(why) => (self.stopped, self.asked_to_stop) = (Some(why), true),
            Ask::Fail(why) => self.stopped = Some(why),
        }
    }

    /// A person's request. Repeating a key returns the same answer; reusing it for a different request is refused.
    async fn write(&mut self, wanted: Wanted) {
        let book = &self.setup.book;
        if let Some((name, body)) = &wanted.key
            && let Some(before) = book.answered(name)
        {
            if before.body != *body {
                let _ = wanted.reply.send(Err(problem::key_reused()));
                return;
            }
            let receipt = receipt(book.table(), name, before.seq, before.leaf, before.refused);
            let _ = self.outgoing.send(Outgoing::Again(wanted.reply, receipt)).await;
            return;
        }
        let Some(Wanted { by, key, seen, entry, found, reply }) = self.look_up(wanted) else { return };
        if seen.is_some_and(|seen| seen < self.round_began || seen >= self.setup.book.next()) {
            let _ = reply.send(Err(problem::stale()));
            return;
        }
        if self.setup.full.load(Ordering::Relaxed) && self.is_new_money(&entry) {
            let _ = reply.send(Err(problem::full()));
            return;
        }
        if let Some((rounds, past)) = found.rounds {
            self.setup.book.recall(rounds, past);
        }
        let draft = match self.draft(by, key, self.served_next(entry)) {
            Ok(draft) => draft,
            Err(problem) => return drop(reply.send(Err(problem))),
        };
        if let Err((problem, Some(reply))) = self.put(draft, Some(reply)).await {
            let _ = reply.send(Err(problem));
        }
    }

    fn is_new_money(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Input { line } => {
                self.setup.book.engine().is_some_and(|engine| staker(engine, line).is_some())
            }
            Entry::BoughtIn { .. } => true,
            _ => false,
        }
    }

    fn draft(&self, by: String, key: Option<(String, Hash)>, entry: Entry) -> Result<Draft, Problem> {
        // Anything that a card game shows may be private, so its lines are blinded.
        let in_parts = self.setup.book.opened().is_some_and(|opened| opened.in_parts);
        let salt = (in_parts && matches!(entry, Entry::Input { .. })).then(crate::chance::salt).transpose();
        let salt = salt.map_err(|error| problem::no_entropy(&error))?;
        Ok(Draft { at: (self.setup.now)(), epoch: self.setup.epoch, by, key, salt, entry })
    }

    /// Proposes a line and queues it for writing. If a person's act takes more chips than they have at the table, chips
    /// are bought for it.
    async fn put(&mut self, draft: Draft, reply: Option<Reply>) -> Result<(), (Problem, Option<Reply>)> {
        let own = reply.is_some() && draft.by != HOUSE && matches!(draft.entry, Entry::Input { .. });
        let act = own.then(|| draft.clone());
        match (self.setup.book.propose(draft), act) {
            (Ok(step), _) => self.enter(vec![step], reply).await,
            (Err(Fault::Poor { short, .. }), Some(act)) => self.put_with_chips(short, act, reply).await,
            (Err(fault), _) => Err((problem::of(&fault), reply)),
        }
    }

    /// Queues lines for writing, all in one transaction. If something outside this table can refuse a line, such as a
    /// wallet that is also used at other tables, this waits for the disk before it continues. Nothing is pipelined
    /// behind such a line, so a refusal is simply an answer and the table continues.
    async fn enter(
        &mut self,
        mut steps: Vec<Step>,
        mut reply: Option<Reply>,
    ) -> Result<(), (Problem, Option<Reply>)> {
        if let (None, Some(refusal)) = (&reply, steps.iter().find_map(|step| step.record.refused())) {
            // The house does not propose what the law refuses: it would do so again and again.
            return Err((problem::of(&Fault::Misread(refusal.to_string())), reply));
        }
        let appends: Vec<Append> = steps.iter().map(|step| append(step, self.setup.cage_limit)).collect();
        let claims = guard::Claims::of(&steps, &appends);
        let Ok(pending) = self.setup.writer.submit(appends) else {
            return Err((problem::busy(), reply));
        };
        let (written, judged, mut pending) = match claims {
            None => (steps.len(), Ok(()), Some(pending)),
            Some(claims) => {
                let (written, judged) = self.judged(pending.wait().await, steps.len(), claims).await;
                (written, judged, None)
            }
        };
        steps.truncate(written);
        let last = steps.len().checked_sub(1).filter(|_| judged.is_ok());
        for (nth, step) in steps.into_iter().enumerate() {
            let reply = if Some(nth) == last { reply.take() } else { None };
            self.accept(step, pending.take().map_or(Waiting::Done, Waiting::For), reply).await;
        }
        self.turn_if_over().await;
        self.take_snapshot().await;
        match judged {
            Ok(()) => Ok(()),
            Err(Ok(receipt)) => answer(reply, receipt),
            Err(Err(problem)) => Err((problem, reply)),
        }
    }

    /// Accepts a line into the book, and passes it on to be published.
    async fn accept(&mut self, mut step: Step, pending: Waiting, reply: Option<Reply>) {
        let before = self.moment();
        self.setup.book.accept(&mut step);
        self.setup.feed.marks.note(&step.record, &step.facts);
        if let Some(key) = &step.record.key {
            self.setup.keeping.filter.add(key, step.record.seq);
        }
        self.heed(before, &step);
        let now = self.snapshot();
        let people = self.moved(&step);
        let reply = reply.map(|reply| {
            let Record { table, seq, key, .. } = &step.record;
            let key = key.as_deref().unwrap_or_default();
            (reply, receipt(table, key, *seq, step.leaf, step.record.refused()))
        });
        let published = Published::new(step, now.awaits, now.patience, Arc::clone(&now.picture));
        let line = Outgoing::Line(Box::new(Written { pending, published, now, people, reply }));
        if self.outgoing.send(line).await.is_err() {
            self.stopped = Some("nothing can be told any more".into());
        }
    }

    /// When the house acts next on its own.
    fn due(&self) -> Option<Instant> {
        let book = &self.setup.book;
        let at_rest = book.is_at_rest();
        if let Some(books::Announced { effective, .. }) = book.scheduled().filter(|_| at_rest) {
            let left = u64::try_from(effective - (self.setup.now)()).unwrap_or(0);
            let change = Instant::now() + Duration::from_millis(left);
            return Some(self.next_step().map_or(change, |step| step.min(change)));
        }
        self.next_step()
    }

    /// The house does whatever is due: new options, a commitment, a draw, or the usual step of staff or of an absent
    /// person.
    async fn step(&mut self) {
        let book = &self.setup.book;
        if let Some(announced) = book.scheduled().filter(|_| book.is_at_rest())
            && announced.effective <= (self.setup.now)()
            && let Some(opened) = book.opened()
        {
            let entry = opening(opened, announced.options.clone());
            return self.house(entry).await;
        }
        if self.chance_step().await {
            return;
        }
        match self.setup.book.engine().map(Engine::awaits) {
            Some(Awaits::Wagers) => self.take_step(Actor::Dealer).await,
            Some(Awaits::Decision(who)) => self.take_step(who).await,
            Some(Awaits::Equipment) | None => {}
        }
    }

    async fn join(&mut self, person: &str) -> Result<Patron, Problem> {
        if let Some(patron) = self.setup.book.patron(person) {
            return Ok(patron);
        }
        let last = self.setup.book.people().keys().last().copied().unwrap_or(0);
        let patron = last.checked_add(1).ok_or_else(problem::busy)?;
        let entry = Entry::Joined { patron, person: person.to_owned() };
        let (reply, answer) = oneshot::channel();
        let draft = self.draft(person.to_owned(), None, entry)?;
        self.put(draft, Some(reply)).await.map_err(|(problem, _)| problem)?;
        answer.await.map_err(|_| problem::unknown_outcome())??;
        Ok(Patron(patron))
    }

    fn snapshot(&self) -> Snapshot {
        let book = &self.setup.book;
        let patience = self
            .due()
            .filter(|_| self.waits.is_some_and(|(awaits, ..)| !matches!(awaits, Awaits::Equipment)));
        Snapshot { patience: patience.map(millis_left), ..snapshot(book) }
    }

    /// How an accepted line changes who is here and what they have.
    fn moved(&self, step: &Step) -> People {
        let book = &self.setup.book;
        if matches!(step.record.entry, Entry::Joined { .. } | Entry::WalkIn { .. }) {
            return People::Are(people(book));
        }
        let purse = |(account, _): (&Account, i64)| match account {
            Account::Purse(patron) => Some((*patron, book.ledger().of(account))),
            _ => None,
        };
        People::Have(step.postings.iter().filter_map(purse).collect())
    }
}

fn millis_left(until: Instant) -> u64 {
    u64::try_from(until.saturating_duration_since(Instant::now()).as_millis()).unwrap_or(u64::MAX)
}

/// The people at a table.
pub fn people(book: &Book) -> Vec<Seated> {
    let seated = |(number, name): (&u16, &String)| Seated {
        patron: Patron(*number),
        name: name.clone(),
        purse: Some(book.purse(Patron(*number))),
        house: name.starts_with(HOUSE_PLAYER),
        walk_in: book.walk_in(*number).is_some(),
        card: book.walk_in(*number).and_then(|walk_in| walk_in.card.clone()),
        chip: book.walk_in(*number).and_then(|walk_in| walk_in.chip),
        called: book.walk_in(*number).and_then(|walk_in| walk_in.name.clone()),
    };
    book.people().iter().map(seated).collect()
}

/// The table as it is in its book, without the people.
pub fn snapshot(book: &Book) -> Snapshot {
    Snapshot {
        next: book.next(),
        round: book.round(),
        open: !book.is_closed(),
        awaits: book.engine().map(Engine::awaits),
        patience: None,
        picture: Arc::new(book.engine().map(Engine::picture).unwrap_or_default()),
        cleared: book.cleared().cloned(),
        engine: book.shared_engine(),
        people: Vec::new(),
        commitment: book.windows().next.map(|(window, hash)| Commitment { window, hash }),
        contributors: book.windows().contributors,
        lock: book.windows().current.as_ref().and_then(feed::Lock::of),
        public: book.public(),
        unseen: book.unseen(),
        options: book.opened().map(|opened| Arc::new(opened.options.clone())).unwrap_or_default(),
    }
}

/// The entry that reopens a table under new options.
pub fn opening(opened: &books::Opened, options: rounds::Settings) -> Entry {
    Entry::Opened {
        game: opened.game.name().to_owned(),
        pit: opened.pit.clone(),
        options,
        edition: books::title_and_edition(opened.game).1,
        version: books::VERSION.to_owned(),
        chance: opened.chance,
        inventory: 0,
        approved: None,
    }
}

/// Answers with the receipt of the same request made earlier. The house itself never repeats a request.
fn answer(reply: Option<Reply>, receipt: Receipt) -> Result<(), (Problem, Option<Reply>)> {
    match reply {
        Some(reply) => {
            let _ = reply.send(Ok(receipt));
            Ok(())
        }
        None => Err((problem::lost("repeated"), None)),
    }
}

/// The line in the form in which a store takes it.
pub fn append(step: &Step, cage_limit: i64) -> Append {
    let record = &step.record;
    Append {
        table: record.table.clone(),
        seq: record.seq,
        epoch: record.epoch,
        at: record.at,
        line: step.line.clone(),
        leaf: step.leaf,
        prev: record.prev,
        key: record.key.clone().zip(record.body),
        postings: step.postings.iter().map(|(account, cents)| (account.at(&record.table), cents)).collect(),
        guard: guard::of(record, cage_limit),
    }
}

fn receipt(table: &str, key: &str, seq: u64, leaf: Hash, refused: Option<Refusal>) -> Receipt {
    Receipt { key: key.to_owned(), table: table.to_owned(), seq, leaf, refused: refused.map(Into::into) }
}

fn offer(offered: books::Offered) -> Offer {
    let books::Offered { kind, act, wager, seat, least, most, step, tender } = offered;
    let (least, most, step) = (least.as_cents(), most.as_cents(), step.as_cents());
    Offer { kind, act, wager, seat, least, most, step, tender }
}
