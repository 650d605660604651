//! The user's own part of the chance at a table: a hash chain made on this machine, one value of which goes
//! into each draw. The house learns a value only after wagers are closed and the list of contributors is
//! final, so it has nothing left to choose. `docs/fairness.md` describes the protocol. This module reads
//! neither a clock nor a network connection.

mod kept;
#[cfg(test)]
mod tests;

pub use kept::{Keep, Kept, Mark, folder};
use kept::{Link, Opened};

use books::{Chain, Checkpoint, Hash, Secret, VerifyingKey};
use protocol::{ChanceView, CheckpointView, FromClient, FromServer, LockView, StepView, TableView};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The number of values in a new chain, which is the number of windows it serves.
const LENGTH: u16 = 1024;
/// A new chain is offered when this few values are left.
const LEFT: u64 = 8;
/// The most people in a panel.
const PANEL: usize = 32;

/// What a message led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The user's part of this window is in the result.
    In(u64),
    /// Something should not have happened in this window. Once may be an accident of the network.
    Marked(Mark, u64),
    /// Something is definitely wrong.
    Alarm(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::In(window) => write!(f, "draw {window}: your part is in"),
            Note::Marked(Mark::LeftOut, window) => {
                write!(f, "draw {window}: your part arrived, and the floor left it out")
            }
            Note::Marked(Mark::NotAsked, window) => write!(f, "draw {window}: you were not asked for a part"),
            Note::Marked(Mark::Unheard, window) => {
                write!(f, "draw {window}: your part did not arrive in time")
            }
            Note::Marked(Mark::GivenUp, window) => {
                write!(f, "draw {window} was given up after you had opened your part")
            }
            Note::Alarm(why) => write!(f, "something is wrong with the chance: {why}"),
        }
    }
}

/// What to send, and what to report.
#[derive(Default)]
pub struct Said {
    /// The messages to send.
    pub send: Vec<FromClient>,
    /// The notes to report.
    pub notes: Vec<Note>,
}

/// Contributes to the chance at one table for one person.
pub struct Contributor {
    table: String,
    keep: Keep,
    patron: Option<u16>,
    /// Whether a chain was offered on this connection that has not been recorded yet.
    offered: bool,
    struck: bool,
    /// Whether another device of the same person contributes.
    elsewhere: bool,
    commitments: BTreeMap<u64, Hash>,
    locks: BTreeMap<u64, (Option<Hash>, Vec<u16>)>,
    heard: BTreeSet<u64>,
    /// A lock that arrived before the lines it depends on.
    waiting: Option<LockView>,
    key: fn() -> String,
}

impl Contributor {
    /// Continues with the stored chain, if there is one. `key` makes request keys.
    pub fn new(table: &str, keep: Keep, key: fn() -> String) -> Contributor {
        Contributor {
            table: table.to_owned(),
            keep,
            patron: None,
            offered: false,
            struck: false,
            elsewhere: false,
            commitments: BTreeMap::new(),
            locks: BTreeMap::new(),
            heard: BTreeSet::new(),
            waiting: None,
            key,
        }
    }

    /// Handles the table view after connecting. A person without a patron number gets one by offering a
    /// chain.
    pub fn see(&mut self, view: &TableView) -> Said {
        let mut said = Said::default();
        if view.summary.chance != "digital" {
            return said;
        }
        self.patron = view.you.map(|you| you.0);
        if let Some(next) = &view.commitment {
            self.commitments.insert(next.window, next.hash);
        }
        self.offered = false;
        if let Some(chain) = &view.chain {
            let since = chain.since;
            let mine = self.keep.change(|kept| {
                kept.chains
                    .iter_mut()
                    .find(|one| one.anchor == chain.anchor)
                    .map(|one| one.since = Some(since))
            });
            if mine.is_some() {
                return said;
            }
        }
        self.offer(&mut said);
        said
    }

    /// Handles a frame.
    pub fn hear(&mut self, frame: &FromServer) -> Said {
        let mut said = Said::default();
        match frame {
            FromServer::Step(step) => self.step(step, &mut said),
            FromServer::Lock(lock) => self.lock(lock, &mut said),
            FromServer::Heard(heard) => {
                self.heard.insert(heard.window);
                self.keep.change(|kept| kept.keep_heard(heard.clone()));
            }
            _ => {}
        }
        said
    }

    fn offer(&mut self, said: &mut Said) {
        if self.offered {
            return;
        }
        // A chain that nobody has seen is as good as a new one.
        let made = self.keep.change(|kept| match kept.chains.last() {
            Some(chain) if chain.since.is_none() => Ok(chain.anchor),
            _ => Link::make(LENGTH).map(|chain| kept.add(chain)),
        });
        match made {
            Ok(anchor) => {
                self.offered = true;
                let request = protocol::AnchorRequest { key: (self.key)(), anchor, length: LENGTH };
                said.send.push(FromClient::Anchor(request));
            }
            Err(error) => said.notes.push(Note::Alarm(format!("no chain can be made: {error}"))),
        }
    }

    fn mark(&mut self, mark: Mark, window: u64, said: &mut Said) {
        self.keep.change(|kept| kept.marks.push((mark, window)));
        said.notes.push(Note::Marked(mark, window));
    }

    fn step(&mut self, step: &StepView, said: &mut Said) {
        let opened = self.keep.kept().opened.clone().filter(|opened| Some(opened.window) == window_of(step));
        match &step.chance {
            None => return,
            Some(ChanceView::Anchored { patron, anchor, since, .. }) => {
                self.anchored(*patron, *anchor, *since);
            }
            Some(ChanceView::Committed { window, commitment }) => {
                self.commitments.insert(*window, *commitment);
            }
            Some(ChanceView::Locked { window, panel, next }) => {
                self.commitments.insert(window + 1, *next);
                self.locks.insert(*window, (step.leaf, panel.clone()));
                if self.is_left_out(*window, panel) {
                    self.mark(Mark::NotAsked, *window, said);
                }
            }
            Some(ChanceView::Mixed { window, parts, .. }) => {
                if let (Some(opened), Some(patron)) = (opened, self.patron) {
                    match parts.contains(&(patron, opened.value)) {
                        true => said.notes.push(Note::In(*window)),
                        false => self.mark(Mark::LeftOut, *window, said),
                    }
                }
            }
            Some(ChanceView::Failed { window, withheld, .. }) => {
                if self.patron.is_some_and(|patron| withheld.contains(&patron)) {
                    self.struck = true;
                    match (self.heard.contains(window), opened) {
                        (true, _) => self.mark(Mark::LeftOut, *window, said),
                        (false, Some(_)) => self.mark(Mark::Unheard, *window, said),
                        (false, None) if self.elsewhere => self.offer(said),
                        (false, None) => {}
                    }
                }
            }
            Some(ChanceView::Turned { window, secret }) => self.turned(*window, *secret, said),
            Some(ChanceView::Abandoned { first, last, after, .. }) => {
                let mine = self.keep.kept().opened.as_ref().map(|opened| opened.window);
                if let Some(window) = mine.filter(|window| (*first..=*last).contains(window))
                    && after != "committed"
                {
                    self.mark(Mark::GivenUp, window, said);
                }
            }
        }
        if let Some(lock) = self.waiting.take() {
            self.lock(&lock, said);
        }
    }

    fn anchored(&mut self, patron: u16, anchor: Hash, since: u64) {
        let mine = self.keep.change(|kept| {
            kept.chains.iter_mut().find(|chain| chain.anchor == anchor).map(|chain| chain.since = Some(since))
        });
        if mine.is_some() {
            self.patron = Some(patron);
        }
        if self.patron == Some(patron) {
            (self.offered, self.elsewhere) = (false, mine.is_none());
        }
    }

    /// Whether the user should have been asked but was not. Struck patrons are not asked, and in a crowd not
    /// everyone is.
    fn is_left_out(&self, window: u64, panel: &[u16]) -> bool {
        let serves = self.keep.kept().serving(window).is_some();
        let listed = self.patron.is_none_or(|patron| panel.contains(&patron));
        serves && !listed && !self.struck && !self.elsewhere && panel.len() < PANEL
    }

    fn turned(&mut self, window: u64, secret: Hash, said: &mut Said) {
        if let Some(committed) = self.commitments.get(&window)
            && Secret::from_bytes(secret.0).commitment(&self.table, window) != *committed
        {
            let why = format!("the secret of window {window} does not match the house's commitment");
            said.notes.push(Note::Alarm(why));
        }
        self.commitments.retain(|one, _| *one > window);
        self.locks.retain(|one, _| *one > window);
        self.heard.retain(|one| *one > window);
        let chain = self.keep.kept().serving(window).map(|chain| (chain.length, chain.since));
        if let Some((length, Some(since))) = chain
            && window + 1 + LEFT > since + u64::from(length)
        {
            self.offer(said);
        }
    }

    /// Wagers are closed: opens the user's part if everything is in order.
    fn lock(&mut self, lock: &LockView, said: &mut Said) {
        self.keep.reload();
        let Some(committed) = self.commitments.get(&lock.window).copied() else {
            self.waiting = Some(lock.clone());
            return;
        };
        let value = match self.check(lock, committed).and_then(|()| self.value(lock)) {
            Ok(value) => value,
            Err(why) => {
                let again = self.keep.kept().opened.as_ref().is_some_and(|opened| lock.depth <= opened.depth);
                said.notes
                    .push(Note::Alarm(format!("the part of window {} was not opened: {why}", lock.window)));
                if again {
                    self.keep.change(Kept::drop_chains);
                    self.offer(said);
                }
                return;
            }
        };
        said.send.push(FromClient::Open(protocol::PartRequest {
            window: lock.window,
            lock: lock.leaf,
            value,
        }));
    }

    /// The user's value for a lock. It is saved before anyone learns it.
    fn value(&mut self, lock: &LockView) -> Result<Hash, String> {
        let chain = self.keep.kept().serving(lock.window).ok_or("no chain serves this window")?;
        let (anchor, length) = (chain.anchor, chain.length);
        let value = Chain::from_seed(chain.seed.0, length).part(lock.depth).ok_or("the chain is used up")?;
        let opened = Opened { anchor, depth: lock.depth, lock: lock.leaf, window: lock.window, value };
        let written = self.keep.write(|kept| {
            kept.opened = Some(opened);
            kept.keep_head(lock.head.clone());
        });
        written.map_err(|error| format!("it cannot be written down: {error}"))?;
        Ok(value)
    }

    /// Why a lock is not answered.
    fn check(&self, lock: &LockView, committed: Hash) -> Result<(), String> {
        let no = |why: &str| Err(why.to_owned());
        let kept = self.keep.kept();
        if committed != lock.commitment {
            return no("the house has changed its commitment");
        }
        if let Some((leaf, panel)) = self.locks.get(&lock.window)
            && (leaf.is_some_and(|leaf| leaf != lock.leaf) || *panel != lock.panel)
        {
            return no("the journal has another list of contributors");
        }
        if !self.patron.is_some_and(|patron| lock.panel.contains(&patron)) {
            return no("one is not on the list of contributors");
        }
        let chain = kept.serving(lock.window);
        let depth = chain.and_then(|chain| chain.since).map(|since| lock.window + 1 - since);
        if depth != Some(lock.depth) {
            return no("the floor asks for the wrong value");
        }
        if let (Some(opened), Some(chain)) = (&kept.opened, chain)
            && opened.anchor == chain.anchor
            && (lock.depth < opened.depth || lock.depth == opened.depth && lock.leaf != opened.lock)
        {
            return no("the floor asks a second time: it may have gone back in time");
        }
        if lock.head.size <= lock.seq {
            return no("the signed head does not cover the list of contributors");
        }
        check_head(&lock.head, &self.table)?;
        match kept.evidence.heads.last() {
            Some(last) if last.key != lock.head.key => no("the floor signs with another key than before"),
            Some(last)
                if lock.head.size < last.size
                    || lock.head.size == last.size && lock.head.root != last.root =>
            {
                no("the journal is shorter than, or differs from, the one that was signed before")
            }
            _ => Ok(()),
        }
    }
}

/// Whether a head is signed by its key and belongs to this table.
pub fn check_head(head: &CheckpointView, table: &str) -> Result<(), String> {
    let key: VerifyingKey = head.key.parse().map_err(|_| "the floor's key is no key".to_owned())?;
    let at = head.text.lines().nth(3).and_then(|at| at.parse().ok()).unwrap_or_default();
    let (table, signature) = (table.to_owned(), head.signature.clone());
    let signed = Checkpoint { table, size: head.size, root: head.root, at, signature };
    match signed.body() == head.text && signed.verify(&key).is_ok() {
        true => Ok(()),
        false => Err("the floor's key has not signed this head".to_owned()),
    }
}

fn window_of(step: &StepView) -> Option<u64> {
    match step.chance.as_ref()? {
        ChanceView::Mixed { window, .. } | ChanceView::Failed { window, .. } => Some(*window),
        _ => None,
    }
}
