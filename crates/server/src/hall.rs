//! What may be told of a table: only lines that are durable, to each viewer as that viewer may know them.
//!
//! Nothing is queued per viewer. A viewer remembers how far it has read and takes the rest when it can: one that stalls
//! stalls alone, and costs nothing.

use crate::{contributors::Contributors, marks::Marks, presence::Presence};
use axum::extract::ws::Utf8Bytes;
use books::{
    Engine, Hash, Lying, Member, Record, Step, Told, Window,
    merkle::{BLOCK, Tree},
};
use protocol::{ChanceView, Commitment, FromServer, LoadedView, Refused, Seated, StandingView, StepView};
use rules::{
    Actor, Patron, Seat, Standing,
    kit::cards::{Loaded, Unseen},
};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::watch;

/// How many lines are kept to be told.
pub const KEPT: u32 = 4096;

/// A durable line, and what may be told of it. What is told is put into words when somebody asks for it first.
pub struct Published {
    record: Record,
    leaf: Hash,
    told: Vec<Told>,
    round: u64,
    awaits: String,
    patience: Option<u64>,
    shoes: Vec<LoadedView>,
    /// The frame for who may know no more than anyone.
    frame: OnceLock<Utf8Bytes>,
}

/// A table after a durable line.
#[derive(Clone, Default)]
pub struct Snapshot {
    /// The number of the next line.
    pub next: u64,
    /// The round in play.
    pub round: u64,
    /// Whether it is open.
    pub open: bool,
    /// Whom or what it waits for.
    pub awaits: String,
    /// How long it will.
    pub patience: Option<u64>,
    /// The game as it stands.
    pub engine: Option<Arc<dyn Engine>>,
    /// Who is here.
    pub people: Vec<Seated>,
    /// What the house is committed to.
    pub commitment: Option<Commitment>,
    /// How many were in the panel that was locked last.
    pub contributors: Option<u16>,
    /// The window that waits for parts.
    pub lock: Option<Arc<Lock>>,
    /// Lines before this one may be known to anyone.
    pub public: u64,
    /// The options in force.
    pub options: Arc<Vec<String>>,
    /// The cards of the shoe that were not shown to all.
    pub unseen: Option<Unseen>,
}

/// A window that is locked and waits for the parts of its panel.
pub struct Lock {
    /// Its number.
    pub window: u64,
    /// The line of its lock.
    pub seq: u64,
    /// The line's leaf hash.
    pub leaf: Hash,
    /// What the house is committed to.
    pub commitment: Hash,
    /// Who has to open a part, and how deep it lies.
    pub panel: Vec<(u16, u64)>,
}

impl Lock {
    /// The lock of a window that waits for somebody.
    pub fn of(window: &Window) -> Option<Arc<Lock>> {
        let deep = |member: &Member| Some((member.patron, member.chain.depth(window.number)?));
        let panel: Vec<_> = window.panel.iter().filter_map(deep).collect();
        let (seq, leaf) = window.lock;
        let lock = Lock { window: window.number, seq, leaf, commitment: window.commitment, panel };
        (!window.is_mixed() && !lock.panel.is_empty()).then(|| Arc::new(lock))
    }
}

impl Snapshot {
    /// What stays from round to round.
    pub fn standing(&self) -> Vec<StandingView> {
        standing(self.engine.as_deref())
    }

    /// The wagers on the layout.
    pub fn bets(&self) -> Vec<Lying> {
        self.engine.as_ref().map(|engine| engine.bets()).unwrap_or_default()
    }
}

/// Whom or what a table waits for.
pub fn awaits(engine: Option<&dyn Engine>) -> String {
    match engine {
        Some(engine) => engine.awaits().to_string(),
        None => "the house to open it".to_owned(),
    }
}

/// What stays at a table from round to round.
pub fn standing(engine: Option<&dyn Engine>) -> Vec<StandingView> {
    let view = |what: &str, at, patron: Option<Patron>| StandingView {
        what: what.to_owned(),
        at,
        patron: patron.map(|patron| patron.to_string()),
    };
    let seen = engine.map(Engine::standing).unwrap_or_default().into_iter().map(|one| match one {
        Standing::Sits(Seat(seat), patron) => view("seat", seat, Some(patron)),
        Standing::Puck(number) => view("puck", number, None),
        Standing::Shooter(patron) => view("shooter", 0, Some(patron)),
    });
    seen.collect()
}

/// The loaded shoes of a table.
pub fn shoes(engine: Option<&dyn Engine>) -> Vec<LoadedView> {
    let view = |Loaded { cards, left, behind }: Loaded| LoadedView { cards, left, behind };
    engine.map(Engine::shoes).unwrap_or_default().into_iter().map(view).collect()
}

/// What a line changes of who is here. Most lines move the chips of one person among many.
pub enum People {
    /// These have so many cents now.
    Have(Vec<(String, i64)>),
    /// These are here.
    Are(Vec<Seated>),
}

impl Published {
    /// What may be told of a line, and of the game after it.
    pub fn new(step: Step, engine: Option<&dyn Engine>, patience: Option<u64>) -> Published {
        let Step { record, leaf, told, round, .. } = step;
        let (awaits, shoes) = (awaits(engine), shoes(engine));
        Published { record, leaf, told, round, awaits, patience, shoes, frame: OnceLock::new() }
    }

    /// The line's number.
    pub fn seq(&self) -> u64 {
        self.record.seq
    }

    /// As this viewer may know it: its own words only where the viewer may know them.
    pub fn view(&self, viewer: Option<Actor>) -> StepView {
        let view = self.all();
        let told: Vec<Told> = view.told.iter().map(|told| told.seen_by(viewer)).collect();
        let hidden = told != view.told;
        StepView { line: view.line.filter(|_| !hidden), told, ..view }
    }

    /// All of it, when the round is over and nothing in it is private any more.
    pub fn all(&self) -> StepView {
        let record = &self.record;
        let entry = serde_json::to_value(&record.entry).unwrap_or_default();
        let word = |key: &str| entry.get(key).and_then(|v| v.as_str()).map(str::to_owned);
        StepView {
            table: record.table.clone(),
            seq: record.seq,
            at: record.at,
            epoch: record.epoch,
            round: self.round,
            by: record.by.clone(),
            entry: word("kind").unwrap_or_default(),
            line: word("line"),
            refused: word("cite").zip(word("why")).map(|(cite, why)| Refused { cite, why }),
            leaf: ChanceView::of(&record.entry).is_some().then_some(self.leaf),
            chance: ChanceView::of(&record.entry),
            told: self.told.clone(),
            awaits: self.awaits.clone(),
            patience: self.patience,
            shoes: self.shoes.clone(),
        }
    }

    /// The frame for this viewer.
    pub fn frame(&self, viewer: Option<Actor>) -> Utf8Bytes {
        match viewer {
            Some(_) if self.told.iter().any(Told::is_private) => frame(self.view(viewer)),
            _ => self.frame.get_or_init(|| frame(self.view(None))).clone(),
        }
    }
}

fn frame(step: StepView) -> Utf8Bytes {
    message(&FromServer::Step(step))
}

/// A message as it goes out.
pub fn message(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

struct Inner {
    kept: VecDeque<Arc<Published>>,
    snapshot: Arc<Snapshot>,
    tree: Tree,
}

impl Inner {
    fn keep(&mut self, published: Published) {
        self.tree.append(published.leaf);
        if self.kept.len() == KEPT as usize {
            self.kept.pop_front();
        }
        self.kept.push_back(Arc::new(published));
    }
}

/// The public side of a table.
pub struct Hall {
    /// Where who looks back can begin.
    pub marks: Marks,
    /// Who can be asked for a part of the chance.
    pub contributors: Contributors,
    /// Who is here at this moment.
    pub presence: Arc<Presence>,
    inner: Mutex<Inner>,
    next: watch::Sender<u64>,
    signed: AtomicU64,
}

/// What a viewer gets who has read up to some line.
pub enum Since {
    /// These lines come next.
    Lines(Vec<Arc<Published>>),
    /// Some lines are no longer kept, or never were: the viewer must look at the table afresh.
    Afresh,
}

impl Hall {
    /// The hall of a table whose lines up to here are too old to be told: the tree over them.
    pub fn behind(tree: Tree) -> Hall {
        let marks = Marks::from(tree.len());
        let inner = Inner { kept: VecDeque::new(), snapshot: Arc::default(), tree };
        let (next, signed) = (watch::Sender::new(0), AtomicU64::new(0));
        let (presence, contributors) = (Arc::default(), Contributors::default());
        Hall { marks, presence, contributors, inner: Mutex::new(inner), next, signed }
    }

    /// The tree over the lines that are durable.
    pub fn tree(&self) -> Tree {
        self.inner().tree.clone()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Whoever panicked held nothing half done: each change here is one assignment after another that stand alone.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line is durable.
    pub fn publish(&self, published: Published, now: Snapshot, people: People) {
        let next = now.next;
        self.contributors.note(&published.record.entry);
        {
            let mut inner = self.inner();
            // Copied only if somebody looks at it at this moment.
            let before = Arc::make_mut(&mut inner.snapshot);
            let mut all = std::mem::take(&mut before.people);
            match people {
                People::Are(people) => all = people,
                People::Have(purses) => {
                    for (patron, cents) in purses {
                        let seated = all.iter_mut().find(|seated| seated.patron == patron);
                        seated.into_iter().for_each(|seated| seated.purse = Some(cents));
                    }
                }
            }
            *before = Snapshot { people: all, ..now };
            inner.keep(published);
        }
        self.next.send_replace(next);
    }

    /// A line that was durable before.
    pub fn recall(&self, published: Published) {
        self.inner().keep(published);
    }

    /// A line that was durable before and is too old to be told.
    pub fn pass(&self, leaf: Hash) {
        self.inner().tree.append(leaf);
    }

    /// After the last of those: how the table stands.
    pub fn stand(&self, now: Snapshot) {
        let next = now.next;
        self.inner().snapshot = Arc::new(now);
        self.next.send_replace(next);
    }

    /// The table as it durably is.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.inner().snapshot)
    }

    /// How many lines are durable, and the root of the tree over them.
    pub fn head(&self) -> (u64, Hash) {
        let inner = self.inner();
        (inner.tree.len(), inner.tree.root())
    }

    /// The roots of the blocks of the tree over so many lines that are full.
    pub fn blocks(&self, size: u64) -> Vec<Hash> {
        let full = usize::try_from(size / BLOCK).unwrap_or(usize::MAX);
        self.inner().tree.blocks().iter().take(full).copied().collect()
    }

    /// Whether so many lines are more than were signed.
    pub fn has_grown(&self, size: u64) -> bool {
        self.signed.load(Ordering::Relaxed) < size
    }

    /// The head over so many lines is signed and kept.
    pub fn signed(&self, size: u64) {
        self.signed.fetch_max(size, Ordering::Relaxed);
    }

    /// Tells when there is more.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.next.subscribe()
    }

    /// How many lines are durable.
    pub fn next(&self) -> u64 {
        *self.next.borrow()
    }

    /// At most so many lines from this one on.
    pub fn since(&self, from: u64, most: usize) -> Since {
        let inner = self.inner();
        let first = inner.kept.front().map_or(0, |line| line.seq());
        let next = inner.kept.back().map_or(0, |line| line.seq() + 1);
        match from.checked_sub(first).and_then(|skip| usize::try_from(skip).ok()) {
            Some(skip) if from <= next => {
                Since::Lines(inner.kept.iter().skip(skip).take(most).cloned().collect())
            }
            _ => Since::Afresh,
        }
    }

    /// The line with which the round in play began, or rather the one before ended.
    pub fn round_began(&self) -> u64 {
        let inner = self.inner();
        let before = inner.kept.iter().rev().find(|line| line.round < inner.snapshot.round);
        before.map_or(0, |line| line.seq())
    }

    /// The table as it durably is, and what was told in the round in play, as this viewer may know it.
    pub fn look(&self, viewer: Option<Actor>) -> (Arc<Snapshot>, Vec<Told>) {
        let inner = self.inner();
        let round = inner.kept.back().map_or(0, |line| line.round).max(inner.snapshot.round);
        let of_round = inner.kept.iter().filter(|line| line.round == round);
        let told = of_round.flat_map(|line| line.told.iter()).map(|told| told.seen_by(viewer)).collect();
        (Arc::clone(&inner.snapshot), told)
    }
}
