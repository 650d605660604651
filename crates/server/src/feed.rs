//! What may be told of a table: only lines that are durable, to each viewer as that viewer may know them.
//!
//! Nothing is queued per viewer. A viewer remembers how far it has read and takes the rest when it can: one that stalls
//! stalls alone, and costs nothing.

use crate::{contributors::Contributors, marks::Marks, presence::Presence};
use axum::extract::ws::Utf8Bytes;
use books::{
    BetView, Book, Engine, Entry, Fact, Hash, Member, Picture, Record, Step, What, Window,
    merkle::{BLOCK, Tree},
};
use protocol::{ChanceView, Commitment, FromServer, ResultView, Seated, StepView};
use rules::{Actor, Awaits, Patron, Spot, kit::cards::Unseen};
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
/// How many results are.
const RESULTS: usize = 12;
/// The call by which what was shown does not count.
const VOID: &str = "voids-spin";

/// A durable line, and what may be told of it. What is told is put into words when somebody asks for it first.
pub struct Published {
    record: Record,
    leaf: Hash,
    facts: Vec<Fact>,
    round: u64,
    awaits: Option<Awaits>,
    patience: Option<u64>,
    /// What is on the table.
    picture: Arc<Picture>,
    /// Whether the line before left another picture.
    is_new_picture: bool,
    cleared: Option<Arc<Picture>>,
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
    /// Whom or what it waits for; none while it is closed.
    pub awaits: Option<Awaits>,
    /// How long it will.
    pub patience: Option<u64>,
    /// Everything on the table, private cards with their values.
    pub picture: Arc<Picture>,
    /// The same before the last line of the game cleared cards away, if it did.
    pub cleared: Option<Arc<Picture>>,
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
    pub options: Arc<rounds::Settings>,
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
    /// The wagers on the layout.
    pub fn bets(&self) -> Vec<BetView> {
        self.engine.as_ref().map(|engine| engine.bets()).unwrap_or_default()
    }
}

/// What a line changes of who is here. Most lines move the chips of one person among many.
pub enum People {
    /// These have so many cents now.
    Have(Vec<(Patron, i64)>),
    /// These are here.
    Are(Vec<Seated>),
}

impl Published {
    /// What may be told of a line, and of the game after it.
    pub fn new(
        step: Step,
        awaits: Option<Awaits>,
        patience: Option<u64>,
        picture: Arc<Picture>,
    ) -> Published {
        let Step { record, leaf, facts, round, cleared, .. } = step;
        let (is_new_picture, frame) = (true, OnceLock::new());
        Published { record, leaf, facts, round, awaits, patience, picture, is_new_picture, cleared, frame }
    }

    /// The same of a line that is read back, when nobody waits any more.
    pub fn recalled(step: Step, book: &Book) -> Published {
        let engine = book.engine();
        let picture = Arc::new(engine.map(Engine::picture).unwrap_or_default());
        Published::new(step, engine.map(Engine::awaits), None, picture)
    }

    /// The line's number.
    pub fn seq(&self) -> u64 {
        self.record.seq
    }

    /// As this viewer may know it: its own words only where the viewer may know them.
    pub fn view(&self, viewer: Option<Actor>) -> StepView {
        self.view_of(viewer.as_slice())
    }

    /// As these viewers together may know it.
    pub fn view_of(&self, viewers: &[Actor]) -> StepView {
        let view = self.all();
        let facts: Vec<Fact> = view.facts.iter().map(|fact| fact.seen_by_any(viewers)).collect();
        let hidden = facts != view.facts;
        let masked = |picture: Option<Picture>| picture.map(|picture| picture.seen_by_any(viewers));
        let (picture, cleared) = (masked(view.picture), masked(view.cleared));
        StepView { line: view.line.filter(|_| !hidden), facts, picture, cleared, ..view }
    }

    /// All of it, when the round is over and nothing in it is private any more.
    pub fn all(&self) -> StepView {
        let record = &self.record;
        let line = match &record.entry {
            Entry::Input { line } | Entry::Refused { line, .. } => Some(line.clone()),
            _ => None,
        };
        StepView {
            table: record.table.clone(),
            seq: record.seq,
            at: record.at,
            epoch: record.epoch,
            round: self.round,
            by: record.by.clone(),
            entry: record.entry.kind(),
            line,
            refused: record.refused().map(Into::into),
            leaf: ChanceView::of(&record.entry).is_some().then_some(self.leaf),
            chance: ChanceView::of(&record.entry),
            facts: self.facts.clone(),
            picture: self.is_new_picture.then(|| (*self.picture).clone()),
            cleared: self.cleared.as_deref().cloned(),
            awaits: self.awaits,
            patience: self.patience,
        }
    }

    /// How a round ended, if this line ended one: what was rolled or spun, or the hands that belong to no seat.
    fn result(&self) -> Option<ResultView> {
        let is_void = |fact: &Fact| matches!(&fact.what, What::Called { call, .. } if call == VOID);
        let rolled = self.facts.iter().rev().find_map(|fact| match fact.what {
            What::Shown { outcome } => Some(outcome).filter(|outcome| outcome.is_result()),
            _ => None,
        });
        let none = ResultView { outcome: None, totals: Vec::new(), spread: None, cards: Vec::new() };
        if rolled.is_some() {
            let counts = !self.facts.iter().any(is_void);
            return counts.then_some(ResultView { outcome: rolled, ..none });
        }
        let cleared = self.cleared.as_ref()?.seen_by(None);
        let is_common = |at: Spot| !matches!(at, Spot::Hand { .. } | Spot::Aside);
        if self.picture.cards.iter().any(|laid| is_common(laid.at)) {
            return None;
        }
        let totals: Vec<_> = cleared.totals.iter().filter(|total| is_common(total.at)).copied().collect();
        let ranked = cleared.cards_at(Spot::Dealer).filter(|_| totals.is_empty());
        let cards = ranked.filter_map(|laid| laid.card).collect();
        Some(ResultView { totals, spread: cleared.spread, cards, ..none })
            .filter(|result| result.spread.is_some() || !result.totals.is_empty() || !result.cards.is_empty())
    }

    /// Whether somebody alone may know something of it.
    fn is_private(&self) -> bool {
        let mut pictures = [&self.picture].into_iter().chain(&self.cleared);
        self.facts.iter().any(Fact::is_private) || pictures.any(|picture| !picture.is_public())
    }

    /// The frame for these viewers together.
    pub fn frame(&self, viewers: &[Actor]) -> Utf8Bytes {
        match !viewers.is_empty() && self.is_private() {
            true => frame(self.view_of(viewers)),
            false => self.frame.get_or_init(|| frame(self.view(None))).clone(),
        }
    }
}

fn frame(step: StepView) -> Utf8Bytes {
    message(&FromServer::Step(Box::new(step)))
}

/// A message as it goes out.
pub fn message(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

struct Inner {
    kept: VecDeque<Arc<Published>>,
    /// How the last rounds ended, the latest first.
    last: VecDeque<ResultView>,
    snapshot: Arc<Snapshot>,
    tree: Tree,
}

impl Inner {
    fn keep(&mut self, mut published: Published) {
        self.tree.append(published.leaf);
        if let Some(result) = published.result() {
            self.last.truncate(RESULTS - 1);
            self.last.push_front(result);
        }
        // Most lines change wagers and purses alone: one picture serves many of them.
        if let Some(before) = self.kept.back().filter(|before| before.picture == published.picture) {
            (published.picture, published.is_new_picture) = (Arc::clone(&before.picture), false);
        }
        if self.kept.len() == KEPT as usize {
            self.kept.pop_front();
        }
        self.kept.push_back(Arc::new(published));
    }
}

/// The public side of a table.
pub struct Feed {
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

impl Feed {
    /// The feed of a table whose lines up to here are too old to be told: the tree over them.
    pub fn behind(tree: Tree) -> Feed {
        let marks = Marks::from(tree.len());
        let inner = Inner { kept: VecDeque::new(), last: VecDeque::new(), snapshot: Arc::default(), tree };
        let (next, signed) = (watch::Sender::new(0), AtomicU64::new(0));
        let (presence, contributors) = (Arc::default(), Contributors::default());
        Feed { marks, presence, contributors, inner: Mutex::new(inner), next, signed }
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

    /// How the last rounds ended, the latest first.
    pub fn last(&self) -> Vec<ResultView> {
        self.inner().last.iter().cloned().collect()
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
    pub fn look(&self, viewer: Option<Actor>) -> (Arc<Snapshot>, Vec<Fact>) {
        let inner = self.inner();
        let round = inner.kept.back().map_or(0, |line| line.round).max(inner.snapshot.round);
        let of_round = inner.kept.iter().filter(|line| line.round == round);
        let told = of_round.flat_map(|line| line.facts.iter()).map(|told| told.seen_by(viewer)).collect();
        (Arc::clone(&inner.snapshot), told)
    }
}
