//! What may be published about a table: only durable lines, and to each viewer only what that viewer may know.
//!
//! Nothing is queued per viewer. Each viewer remembers how far it has read and fetches the rest when it can, so a
//! viewer that stalls affects nobody else and costs nothing.

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

/// How many lines are kept for viewers.
pub const KEPT: u32 = 4096;
/// How many results are kept.
const RESULTS: usize = 12;
/// The call that declares void what was shown.
const VOID: &str = "voids-spin";

/// A durable line, and what may be published about it. It is serialized when somebody first asks for it.
pub struct Published {
    record: Record,
    leaf: Hash,
    facts: Vec<Fact>,
    round: u64,
    awaits: Option<Awaits>,
    patience: Option<u64>,
    /// What is on the table.
    picture: Arc<Picture>,
    /// Whether the picture differs from that of the previous line.
    is_new_picture: bool,
    cleared: Option<Arc<Picture>>,
    /// The frame for viewers with no private knowledge.
    frame: OnceLock<Utf8Bytes>,
}

/// The state of a table after a durable line.
#[derive(Clone, Default)]
pub struct Snapshot {
    /// The number of the next line.
    pub next: u64,
    /// The round in play.
    pub round: u64,
    /// Whether the table is open.
    pub open: bool,
    /// Whom or what the table waits for; `None` while it is closed.
    pub awaits: Option<Awaits>,
    /// How long it will wait.
    pub patience: Option<u64>,
    /// Everything on the table, including the values of private cards.
    pub picture: Arc<Picture>,
    /// The same just before the last line of the game cleared cards away, if it did.
    pub cleared: Option<Arc<Picture>>,
    /// The game as it stands.
    pub engine: Option<Arc<dyn Engine>>,
    /// The people at the table.
    pub people: Vec<Seated>,
    /// The house's current commitment.
    pub commitment: Option<Commitment>,
    /// How many people were in the last locked panel.
    pub contributors: Option<u16>,
    /// The window that waits for parts.
    pub lock: Option<Arc<Lock>>,
    /// Lines before this one are public.
    pub public: u64,
    /// The options in force.
    pub options: Arc<rounds::Settings>,
    /// The cards of the shoe that not everyone has seen.
    pub unseen: Option<Unseen>,
}

/// A locked window that waits for the parts of its panel.
pub struct Lock {
    /// The number of the window.
    pub window: u64,
    /// The line that locked it.
    pub seq: u64,
    /// That line's leaf hash.
    pub leaf: Hash,
    /// The house's commitment.
    pub commitment: Hash,
    /// Who has to open a part, and its depth in their chain.
    pub panel: Vec<(u16, u64)>,
}

impl Lock {
    /// The lock of a window, if it waits for anybody.
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

/// How a line changes the people at the table. Most lines move the chips of one person among many.
pub enum People {
    /// These people now have this many cents.
    Have(Vec<(Patron, i64)>),
    /// These people are now at the table.
    Are(Vec<Seated>),
}

impl Published {
    /// What may be published about a line, and about the game after it.
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

    /// The same for a line that is read back later, when nobody is waiting any more.
    pub fn recalled(step: Step, book: &Book) -> Published {
        let engine = book.engine();
        let picture = Arc::new(engine.map(Engine::picture).unwrap_or_default());
        Published::new(step, engine.map(Engine::awaits), None, picture)
    }

    /// The line's number.
    pub fn seq(&self) -> u64 {
        self.record.seq
    }

    /// The line as this viewer may see it. Its own text is included only if the viewer may know it.
    pub fn view(&self, viewer: Option<Actor>) -> StepView {
        self.view_of(viewer.as_slice())
    }

    /// The line as these viewers together may see it.
    pub fn view_of(&self, viewers: &[Actor]) -> StepView {
        let view = self.all();
        let facts: Vec<Fact> = view.facts.iter().map(|fact| fact.seen_by_any(viewers)).collect();
        let hidden = facts != view.facts;
        let masked = |picture: Option<Picture>| picture.map(|picture| picture.seen_by_any(viewers));
        let (picture, cleared) = (masked(view.picture), masked(view.cleared));
        StepView { line: view.line.filter(|_| !hidden), facts, picture, cleared, ..view }
    }

    /// The whole line, for when the round is over and nothing in it is private any more.
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

    /// Whether some of it is for one person only.
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

/// Serializes a message for sending.
pub fn message(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

struct Inner {
    kept: VecDeque<Arc<Published>>,
    /// How the last rounds ended, latest first.
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
        // Most lines change only wagers and purses, so many of them can share one picture.
        if let Some(before) = self.kept.back().filter(|before| before.picture == published.picture) {
            (published.picture, published.is_new_picture) = (Arc::clone(&before.picture), false);
        }
        if self.kept.len() == KEPT as usize {
            self.kept.pop_front();
        }
        self.kept.push_back(Arc::new(published));
    }
}

/// The published side of a table.
pub struct Feed {
    /// What recent lines mention, so that searches can skip the others.
    pub marks: Marks,
    /// Who can be asked for a part of the chance.
    pub contributors: Contributors,
    /// Who is present at the moment.
    pub presence: Arc<Presence>,
    inner: Mutex<Inner>,
    next: watch::Sender<u64>,
    signed: AtomicU64,
}

/// What a viewer gets who has read up to a certain line.
pub enum Since {
    /// These lines come next.
    Lines(Vec<Arc<Published>>),
    /// Some of the lines are no longer kept, or never were: the viewer must load the table again.
    Afresh,
}

impl Feed {
    /// The feed of a table whose lines so far are too old to be published again; the tree covers them.
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
        // A panic cannot have left anything half done: every change here is a sequence of independent assignments.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes a line that has become durable.
    pub fn publish(&self, published: Published, now: Snapshot, people: People) {
        let next = now.next;
        self.contributors.note(&published.record.entry);
        {
            let mut inner = self.inner();
            // This copies only if somebody is holding the snapshot at this moment.
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

    /// How the last rounds ended, latest first.
    pub fn last(&self) -> Vec<ResultView> {
        self.inner().last.iter().cloned().collect()
    }

    /// Adds a line that was durable before.
    pub fn recall(&self, published: Published) {
        self.inner().keep(published);
    }

    /// Adds a line that was durable before and is too old to be published again.
    pub fn pass(&self, leaf: Hash) {
        self.inner().tree.append(leaf);
    }

    /// Sets the state of the table after the last of those lines.
    pub fn stand(&self, now: Snapshot) {
        let next = now.next;
        self.inner().snapshot = Arc::new(now);
        self.next.send_replace(next);
    }

    /// The durable state of the table.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.inner().snapshot)
    }

    /// How many lines are durable, and the root of the tree over them.
    pub fn head(&self) -> (u64, Hash) {
        let inner = self.inner();
        (inner.tree.len(), inner.tree.root())
    }

    /// The roots of the full blocks of the tree over the first `size` lines.
    pub fn blocks(&self, size: u64) -> Vec<Hash> {
        let full = usize::try_from(size / BLOCK).unwrap_or(usize::MAX);
        self.inner().tree.blocks().iter().take(full).copied().collect()
    }

    /// Whether this is more lines than have been signed.
    pub fn has_grown(&self, size: u64) -> bool {
        self.signed.load(Ordering::Relaxed) < size
    }

    /// Notes that the head over this many lines is signed and stored.
    pub fn signed(&self, size: u64) {
        self.signed.fetch_max(size, Ordering::Relaxed);
    }

    /// A receiver that is notified when there are more lines.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.next.subscribe()
    }

    /// How many lines are durable.
    pub fn next(&self) -> u64 {
        *self.next.borrow()
    }

    /// Up to `most` lines, starting with this one.
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

    /// The line after which the round in play began: the last line of the round before.
    pub fn round_began(&self) -> u64 {
        let inner = self.inner();
        let before = inner.kept.iter().rev().find(|line| line.round < inner.snapshot.round);
        before.map_or(0, |line| line.seq())
    }

    /// The rounds up to a line as this viewer may know them, the latest first: what lay on the table before each, and its lines.
    /// Nothing if the line is no longer kept, or not there yet.
    pub fn rounds_to(&self, seq: u64, rounds: usize, viewer: Option<Actor>) -> Vec<(Picture, Vec<StepView>)> {
        let kept: Vec<Arc<Published>> =
            self.inner().kept.iter().take_while(|line| line.seq() <= seq).cloned().collect();
        if kept.last().is_none_or(|line| line.seq() != seq) {
            return Vec::new();
        }
        let mut found: Vec<(Picture, Vec<StepView>)> = Vec::new();
        let mut end = kept.len();
        while end > 0 && found.len() < rounds {
            let round = kept[end - 1].round;
            let begin = kept[..end].iter().rposition(|line| line.round != round).map_or(0, |at| at + 1);
            let before = begin.checked_sub(1).map(|at| kept[at].picture.seen_by(viewer));
            let lines = kept[begin..end].iter().map(|line| line.view(viewer)).collect();
            found.push((before.unwrap_or_default(), lines));
            end = begin;
        }
        found
    }

    /// The durable state of the table, and the facts of the round in play, as this viewer may know them.
    pub fn look(&self, viewer: Option<Actor>) -> (Arc<Snapshot>, Vec<Fact>) {
        let inner = self.inner();
        let round = inner.kept.back().map_or(0, |line| line.round).max(inner.snapshot.round);
        let of_round = inner.kept.iter().filter(|line| line.round == round);
        let told = of_round.flat_map(|line| line.facts.iter()).map(|told| told.seen_by(viewer)).collect();
        (Arc::clone(&inner.snapshot), told)
    }
}
