//! Drawing. When wagers are closed, a window is locked; the panel's parts are collected in memory; then the parts, the
//! result and the secret are written in one transaction. `docs/fairness.md` describes the protocol and the reasons for
//! it.

use super::{
    Running, append,
    publish::{Outgoing, Waiting, Written},
};
use crate::{
    feed::{People, Published, Snapshot},
    problem,
    store::{Append, Verdict},
};
use books::{Entry, FOREMOST, Fault, HOUSE, Hash, Key, Mode, PANEL, Stage, Why};
use protocol::Problem;
use rules::{Awaits, Money};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::time::Instant;

/// The parts of a locked window as they come in. Nobody is told any of them until all have arrived.
pub(super) struct Collecting {
    window: u64,
    until: Instant,
    parts: BTreeMap<u16, Hash>,
}

/// The panel of a window that was abandoned because of a restart. Without its members the house alone would decide the
/// next window, so the table waits a while for them to reconnect.
pub(super) struct Returning {
    panel: Vec<u16>,
    until: Instant,
    look: Instant,
}

/// How long a table waits for people to come back, and how often it checks.
const RETURN: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(20);

/// Lines of the house that are written in one transaction, so that nobody can see one without the others.
#[derive(Default)]
struct Bundle {
    appends: Vec<Append>,
    lines: Vec<(Published, Snapshot, People)>,
}

impl Running {
    /// When chance needs to act: at a time, which may be now, or when told to (`Some(None)`); `None` if the table's
    /// usual steps come first.
    pub(super) fn chance_due(&self) -> Option<Option<Instant>> {
        let book = &self.setup.book;
        if book.is_window_over() || book.is_reopened() || book.windows().next.is_none() {
            return Some(Some(self.last_step));
        }
        let waits = book.engine().is_some_and(|engine| engine.awaits() == Awaits::Equipment);
        if let Some(returning) = self.returning.as_ref().filter(|_| waits && !self.are_back()) {
            return Some(Some(returning.look.min(returning.until)));
        }
        let current = book.windows().current.as_ref().filter(|_| waits)?;
        match &self.collecting {
            _ if current.is_mixed() && self.setup.chance.is_dealing(current.number) => None,
            // The delay reports when it is finished.
            _ if current.is_mixed() => Some(None),
            #[cfg(feature = "faults")]
            Some(_) if crate::faults::is_out_of_patience() => Some(Some(self.last_step)),
            Some(collecting) if collecting.parts.len() < current.panel.len() => Some(Some(collecting.until)),
            _ => Some(Some(self.last_step)),
        }
    }

    /// Whether the table is open, draws digitally, and the house has not committed to a window.
    pub(super) fn lacks_commitment(&self) -> bool {
        let book = &self.setup.book;
        let digital = book.opened().is_some_and(|opened| opened.chance == Mode::Digital);
        digital && book.engine().is_some() && book.windows().next.is_none()
    }

    /// Does whatever chance needs before the table continues; returns false if there is nothing to do.
    pub(super) async fn chance_step(&mut self) -> bool {
        let book = &self.setup.book;
        let mut bundle = Bundle::default();
        if book.is_window_over() {
            self.turn(&mut bundle);
        } else if book.is_reopened() {
            self.give_up(&mut bundle, Why::Reopened);
        } else if book.windows().next.is_none() {
            self.commit(&mut bundle);
        } else if self.awaits_draw() {
            match &book.windows().current {
                None => return self.lock(bundle).await,
                Some(window) if !window.is_mixed() => return self.close_window(bundle).await,
                Some(_) => self.draw(&mut bundle),
            }
        } else {
            return false;
        }
        self.flush(bundle, false).await;
        true
    }

    /// Whether everybody who is expected back is connected again.
    fn are_back(&self) -> bool {
        let people = self.setup.book.people();
        let answers = |patron: &u16| {
            people.get(patron).is_some_and(|person| self.setup.feed.contributors.answers(person))
        };
        self.returning.as_ref().is_none_or(|returning| returning.panel.iter().all(answers))
    }

    fn awaits_draw(&self) -> bool {
        self.setup.book.engine().is_some_and(|engine| engine.awaits() == Awaits::Equipment)
    }

    /// When the table starts, the secrets of an earlier process are gone, so its windows are abandoned.
    pub(super) async fn give_up_all(&mut self, why: Why) {
        let panel =
            self.setup.book.windows().current.as_ref().map(books::Window::patrons).unwrap_or_default();
        let (look, until) = (Instant::now(), Instant::now() + RETURN);
        self.returning = (!panel.is_empty()).then_some(Returning { panel, until, look });
        let mut bundle = Bundle::default();
        self.give_up(&mut bundle, why);
        self.flush(bundle, false).await;
    }

    /// Reveals a finished window at once, together with the line that ended it.
    pub(super) async fn turn_if_over(&mut self) {
        if self.setup.book.is_window_over() {
            let mut bundle = Bundle::default();
            self.turn(&mut bundle);
            self.flush(bundle, false).await;
        }
    }

    fn give_up(&mut self, bundle: &mut Bundle, why: Why) {
        let windows = self.setup.book.windows();
        let next = windows.next.map(|(number, _)| number);
        let (first, after) = match (&windows.current, next) {
            (Some(window), _) if window.is_mixed() => (window.number, Stage::Mixed),
            (Some(window), _) => (window.number, Stage::Locked),
            (None, Some(next)) => (next, Stage::Committed),
            (None, None) => return,
        };
        // When a table goes back to wagers, the next window is still secret and is kept.
        let last = next.filter(|_| why != Why::Reopened).unwrap_or(first);
        (first..=last).for_each(|window| self.setup.chance.forget(window));
        self.collecting = None;
        self.stage(bundle, Entry::Abandoned { first, last, after, why });
    }

    fn secret_for(&mut self, window: u64) -> Option<Hash> {
        let table = self.setup.book.table().to_owned();
        match self.setup.chance.make(&table, window) {
            Ok(commitment) => Some(commitment),
            Err(error) => {
                self.stopped = Some(error.to_string());
                None
            }
        }
    }

    fn commit(&mut self, bundle: &mut Bundle) {
        let window = self.setup.book.windows().last + 1;
        if let Some(commitment) = self.secret_for(window) {
            self.stage(bundle, Entry::Committed { window, commitment });
        }
    }

    /// Writes down the panel, which is then final. If it is empty, the result follows at once.
    async fn lock(&mut self, mut bundle: Bundle) -> bool {
        let back = self.are_back();
        if let Some(returning) =
            self.returning.as_mut().filter(|returning| !back && Instant::now() < returning.until)
        {
            returning.look = Instant::now() + LOOK;
            return true;
        }
        self.returning = None;
        let panel = self.panel().await;
        let window = self.setup.book.windows().upcoming();
        let Some(next) = self.secret_for(window + 1) else { return true };
        let alone = panel.is_empty();
        if !self.stage(&mut bundle, Entry::Locked { window, panel, next }) {
            return true;
        }
        // After three failures there is a delay, even if the panel is empty.
        let delays = self.setup.book.windows().current.as_ref().is_some_and(books::Window::is_last_resort);
        if alone && !delays {
            self.mix(&mut bundle, BTreeMap::new(), None);
            self.flush(bundle, false).await;
            return true;
        }
        // Nobody is asked for a part before the lock is durable, and the waiting time begins only then.
        self.flush(bundle, true).await;
        let until = Instant::now() + self.setup.drawing.patience;
        self.collecting = Some(Collecting { window, until, parts: BTreeMap::new() });
        true
    }

    /// Closes the window: all parts are in, or the time is up.
    async fn close_window(&mut self, mut bundle: Bundle) -> bool {
        let Some(window) = self.setup.book.windows().current.as_ref() else { return false };
        let collected = self.collecting.take().filter(|collecting| collecting.window == window.number);
        let parts = collected.map(|collecting| collecting.parts).unwrap_or_default();
        let (number, last_resort) = (window.number, window.is_last_resort());
        let withheld: Vec<u16> =
            window.patrons().into_iter().filter(|patron| !parts.contains_key(patron)).collect();
        if self.closing.is_some() && !withheld.is_empty() {
            // A floor that is closing does not wait a second time.
            self.stopped = self.closing.take();
            return true;
        }
        #[cfg(feature = "faults")]
        let withheld = match crate::faults::is_on("leave-out") {
            true => {
                books::LEAVES_OUT.store(true, std::sync::atomic::Ordering::Relaxed);
                Vec::new()
            }
            false => withheld,
        };
        if last_resort {
            self.mix(&mut bundle, parts, Some(self.setup.drawing.steps));
            self.flush(bundle, true).await;
            let current = self.setup.book.windows().current.as_ref();
            let delays = current.and_then(|window| self.setup.chance.delay(window, self.asks.clone()));
            if delays.is_none() {
                self.stopped.get_or_insert_with(|| "the delay cannot be computed".to_owned());
            }
        } else if withheld.is_empty() {
            self.mix(&mut bundle, parts, None);
            self.flush(bundle, false).await;
        } else {
            let Some(secret) = self.setup.chance.turn(number) else {
                self.stopped = Some(format!("the secret of window {number} is not to be had"));
                return true;
            };
            self.stage(&mut bundle, Entry::Failed { window: number, withheld, secret });
            return self.lock(bundle).await;
        }
        true
    }

    /// Writes the parts and, unless there is a delay, the first result with them.
    fn mix(&mut self, bundle: &mut Bundle, parts: BTreeMap<u16, Hash>, steps: Option<u64>) {
        let Some(window) = self.setup.book.windows().current.as_ref().map(|window| window.number) else {
            return;
        };
        let parts = parts.into_iter().collect();
        if !self.stage(bundle, Entry::Mixed { window, parts, steps }) || steps.is_some() {
            return;
        }
        let current = self.setup.book.windows().current.as_ref();
        match current.is_some_and(|current| self.setup.chance.begin(current)) {
            true => self.draw(bundle),
            false => self.stopped = Some(format!("the secret of window {window} is not to be had")),
        }
    }

    /// Handles the end of a delay.
    pub(super) fn delayed(&mut self, window: u64, key: Key) {
        let current = self.setup.book.windows().current.as_ref();
        let Some(current) = current.filter(|current| current.number == window && current.is_mixed()) else {
            return;
        };
        if !self.setup.chance.begin_with(current, key) {
            self.stopped = Some(format!("window {window} cannot be dealt"));
        }
    }

    /// Draws the next result, and reveals the secret with it if that was the last one.
    fn draw(&mut self, bundle: &mut Bundle) {
        let book = &self.setup.book;
        let Some(window) = book.windows().current.as_ref().map(|window| window.number) else { return };
        let menu = book.engine().map(books::Engine::outcomes).unwrap_or_default();
        match self.setup.chance.draw(window, &menu) {
            Some(line) => {
                if self.stage(bundle, Entry::Input { line }) && self.setup.book.is_window_over() {
                    self.turn(bundle);
                }
            }
            None => self.stopped = Some("nothing can be drawn".into()),
        }
    }

    fn turn(&mut self, bundle: &mut Bundle) {
        let Some(window) = self.setup.book.windows().current.as_ref().map(|window| window.number) else {
            return;
        };
        match self.setup.chance.turn(window) {
            Some(secret) => {
                self.stage(bundle, Entry::Turned { window, secret });
            }
            None => self.stopped = Some(format!("the secret of window {window} is not to be had")),
        }
    }

    /// Who has to open a part: everyone who can and is present. If there are too many, those with the most at stake,
    /// and others chosen by a lot that was determined before anyone could influence it.
    async fn panel(&self) -> Vec<u16> {
        let book = &self.setup.book;
        let (windows, at) = (book.windows(), (self.setup.now)().max(book.at()));
        let eligible = windows.eligible(book.round(), at);
        if windows.again.is_some() {
            return eligible;
        }
        let there = |patron: &u16| {
            book.people().get(patron).is_some_and(|person| self.setup.feed.contributors.answers(person))
        };
        let mut able: Vec<u16> = eligible.into_iter().filter(there).collect();
        if able.len() <= PANEL {
            return able;
        }
        let mut stakes: BTreeMap<u16, Money> = BTreeMap::new();
        for bet in book.engine().map(books::Engine::bets).unwrap_or_default() {
            *stakes.entry(bet.patron.0).or_default() += bet.stake;
        }
        able.sort_by_key(|patron| (Reverse(stakes.get(patron).copied().unwrap_or_default()), *patron));
        let mut panel: BTreeSet<u16> = able[..FOREMOST].iter().copied().collect();
        let order = self.lot().await.unwrap_or_else(|| able.clone());
        let others = order.into_iter().filter(|patron| able[FOREMOST..].contains(patron));
        panel.extend(others.take(PANEL - FOREMOST));
        panel.into_iter().collect()
    }

    /// Everyone who had a chain when the last revealed window was locked, in the order of its lot.
    async fn lot(&self) -> Option<Vec<u16>> {
        let turned = self.setup.book.windows().turned.clone()?;
        let people = turned.anchored.clone();
        let count = people.len();
        match self.setup.chance.turned(turned.window) {
            Some(key) => Some(key.lot(people, count)),
            // After a restart the key has to be derived again, which takes time if there was a delay.
            None => tokio::task::spawn_blocking(move || turned.key().lot(people, count)).await.ok(),
        }
    }

    /// Sets the first window that a chain serves: the next one, whichever that is when the line is written.
    pub(super) fn served_next(&self, mut entry: Entry) -> Entry {
        if let Entry::Anchored { since, .. } = &mut entry {
            *since = self.setup.book.windows().upcoming();
        }
        entry
    }

    /// Takes a part from a member of the panel. It stays in memory, and nobody is told until all parts have arrived.
    pub(super) fn part(
        &mut self,
        person: &str,
        window: u64,
        lock: Hash,
        value: Hash,
    ) -> Result<u16, Problem> {
        let book = &self.setup.book;
        let rules::Patron(patron) =
            book.patron(person).ok_or_else(|| problem::of(&Fault::Unknown("patron at this table")))?;
        let late = || problem::of(&Fault::NotNow("no window with that lock waits for parts now"));
        let current = book.windows().current.as_ref().ok_or_else(late)?;
        let collecting = self.collecting.as_mut().ok_or_else(late)?;
        if current.number != window || current.lock.1 != lock || collecting.window != window {
            return Err(late());
        }
        let member = current.member(patron);
        let member =
            member.ok_or_else(|| problem::of(&Fault::NotNow("you are not in this window's panel")))?;
        if !member.chain.fits(window, value) {
            let why = "the value is not the one of your chain at this window's depth".to_owned();
            return Err(problem::of(&Fault::Misread(why)));
        }
        #[cfg(feature = "faults")]
        crate::faults::leak(&format!("part {} {window} {patron} {value}", book.table()));
        collecting.parts.insert(patron, value);
        Ok(patron)
    }

    /// Whether a window is locked and its result is not written yet. A floor that is closing finishes it first.
    pub(super) fn is_opening(&self) -> bool {
        self.awaits_draw() && self.setup.book.windows().current.as_ref().is_some_and(|w| w.shown.is_empty())
    }

    /// Proposes and accepts a line of the house. If that fails, the table stops and this returns false.
    fn stage(&mut self, bundle: &mut Bundle, entry: Entry) -> bool {
        let draft = self.draft(HOUSE.to_owned(), None, entry).map_err(|problem| problem.message);
        let step = draft.and_then(|draft| self.setup.book.propose(draft).map_err(|fault| fault.to_string()));
        let mut step = match step {
            Ok(step) => step,
            Err(why) => {
                self.stopped.get_or_insert(why);
                return false;
            }
        };
        bundle.appends.push(append(&step, self.setup.cage_limit));
        let before = self.moment();
        self.setup.book.accept(&mut step);
        self.setup.feed.marks.note(&step.record, &step.facts);
        self.heed(before, &step);
        let (now, people) = (self.snapshot(), self.moved(&step));
        let published = Published::new(step, now.awaits, now.patience, now.picture.clone());
        bundle.lines.push((published, now, people));
        true
    }

    /// Queues the lines for writing together. If the queue is full, the house waits.
    async fn flush(&mut self, bundle: Bundle, wait: bool) {
        let Bundle { mut appends, lines } = bundle;
        if appends.is_empty() {
            return;
        }
        let pending = loop {
            match self.setup.writer.submit(appends) {
                Ok(pending) => break pending,
                Err(busy) => appends = busy.0,
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        let mut waiting = match wait {
            false => Some(Waiting::For(pending)),
            true => match pending.wait().await {
                Ok(verdicts) if verdicts.iter().all(|verdict| *verdict == Verdict::Done) => None,
                Ok(verdicts) => return self.stop_for(problem::lost(&format!("{verdicts:?}"))),
                Err(broken) => return self.stop_for(problem::lost(&broken.to_string())),
            },
        };
        for (published, now, people) in lines {
            // The first line waits for all of them.
            let pending = waiting.take().unwrap_or(Waiting::Done);
            let line = Outgoing::Line(Box::new(Written { pending, published, now, people, reply: None }));
            if self.outgoing.send(line).await.is_err() {
                self.stopped = Some("nothing can be told any more".into());
            }
        }
        self.take_snapshot().await;
    }

    fn stop_for(&mut self, problem: Problem) {
        self.stopped = Some(problem.message);
    }
}
