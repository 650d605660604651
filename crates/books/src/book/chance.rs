//! Checks and folds the entries about chance. `docs/fairness.md` describes the protocol.

use super::{Book, Fault, HOUSE, Step};
use crate::{
    Hash, Secret,
    chance::{LONGEST, PANEL},
    engine::Engine,
    record::{Entry, Stage},
    window::{Anchored, FAILURES, Failed, Turned, Window, Windows},
};
use rules::Awaits;

/// Whether withheld parts are simply left out. Always false, except in a test that shows what that would lead to.
fn leaves_out() -> bool {
    #[cfg(feature = "faults")]
    return LEAVES_OUT.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(feature = "faults"))]
    false
}

/// Breaks the protocol on purpose: withheld parts are left out.
#[cfg(feature = "faults")]
pub static LEAVES_OUT: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

fn not_now(why: &'static str) -> Result<(), Fault> {
    Err(Fault::NotNow(why))
}

/// Whether these numbers are strictly ascending.
fn ascend(patrons: impl Iterator<Item = u16> + Clone) -> bool {
    patrons.clone().zip(patrons.skip(1)).all(|(a, b)| a < b)
}

impl Book {
    /// The state of the table's chance: windows, chains and strikes.
    pub fn windows(&self) -> &Windows {
        &self.windows
    }

    /// Whether the table waits for the equipment and has no window in use, so that one must be locked.
    pub fn needs_lock(&self) -> bool {
        self.is_digital() && self.awaits_equipment() && self.windows.current.is_none()
    }

    /// Whether the window in use has decided everything it can, so that its secret may be revealed: for a wheel, after
    /// its result; for cards and balls, when the round is over and nothing in it is private.
    pub fn is_window_over(&self) -> bool {
        let Some(window) = self.windows.current.as_ref().filter(|window| window.is_mixed()) else {
            return false;
        };
        let in_parts = self.opened.as_ref().is_some_and(|opened| opened.in_parts);
        let over = match in_parts {
            true => self.closed || self.is_at_rest() || self.round != window.round,
            false => !window.shown.is_empty(),
        };
        over && self.public() == self.next
    }

    /// Whether a table with a locked window went back to taking wagers, so that the window must be abandoned.
    pub fn is_reopened(&self) -> bool {
        self.windows.current.as_ref().is_some_and(|window| !window.is_mixed()) && !self.awaits_equipment()
    }

    pub(super) fn is_digital(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.chance == crate::record::Mode::Digital)
    }

    pub(super) fn awaits_equipment(&self) -> bool {
        self.engine().is_some_and(|engine| engine.awaits() == Awaits::Equipment)
    }

    /// At a digital table only the house may enter what the equipment shows, and only from a mixed window.
    pub(super) fn check_draw(&self, by: &str) -> Result<(), Fault> {
        let mixed = self.windows.current.as_ref().is_some_and(Window::is_mixed);
        match self.is_digital() {
            true if by != HOUSE => Err(Fault::NotYours),
            true if self.awaits_equipment() && !mixed => not_now("no window is mixed"),
            true if self.awaits_equipment() && self.is_window_over() => not_now("that window is over"),
            _ => Ok(()),
        }
    }

    /// Whether an entry about chance can be written now.
    pub(super) fn check_windows(&self, entry: &Entry, by: &str, at: i64) -> Result<(), Fault> {
        if !self.is_digital() {
            return not_now("the house draws at digital tables only");
        }
        if !matches!(entry, Entry::Anchored { .. }) && by != HOUSE {
            return Err(Fault::NotYours);
        }
        match entry {
            Entry::Anchored { patron, length, since, .. } => {
                self.check_anchored(*patron, *length, *since, by)
            }
            Entry::Committed { window, .. } => match self.windows.next {
                None if *window == self.windows.last + 1 => Ok(()),
                _ => not_now("the house has already committed to the next window"),
            },
            Entry::Locked { window, panel, .. } => self.check_locked(*window, panel, at),
            Entry::Mixed { window, parts, steps } => self.check_mixed(*window, parts, *steps),
            Entry::Failed { window, withheld, secret } => self.check_failed(*window, withheld, *secret),
            Entry::Turned { window, secret } => {
                let current = self.current(*window, true)?;
                self.check_secret(current, *secret)?;
                match self.is_window_over() {
                    true => Ok(()),
                    false => not_now("that window is not over, or it contains something private"),
                }
            }
            Entry::Abandoned { first, last, after, .. } => self.check_abandoned(*first, *last, *after),
            _ => unreachable!("not about chance"),
        }
    }

    fn check_anchored(&self, patron: u16, length: u16, since: u64, by: &str) -> Result<(), Fault> {
        let person = self.people.get(&patron).ok_or(Fault::Unknown("patron at this table"))?;
        match () {
            () if person != by => Err(Fault::NotYours),
            () if !(1..=LONGEST).contains(&length) => {
                Err(Fault::Misread(format!("a chain has 1 to {LONGEST} values")))
            }
            () if since != self.windows.upcoming() => not_now("a chain must start with the next window"),
            () => Ok(()),
        }
    }

    /// The window in use, if it has this number and is mixed (or not mixed) as required.
    fn current(&self, number: u64, mixed: bool) -> Result<&Window, Fault> {
        let current = self.windows.current.as_ref().filter(|window| window.number == number);
        let current = current.ok_or(Fault::NotNow("that window is not in use"))?;
        match current.is_mixed() == mixed {
            true => Ok(current),
            false if mixed => Err(Fault::NotNow("that window is not mixed")),
            false => Err(Fault::NotNow("that window is already mixed")),
        }
    }

    fn check_secret(&self, window: &Window, secret: Hash) -> Result<(), Fault> {
        match Secret::from_bytes(secret.0).commitment(&self.table, window.number) == window.commitment {
            true => Ok(()),
            false => not_now("not the secret that was committed to"),
        }
    }

    fn check_locked(&self, window: u64, panel: &[u16], at: i64) -> Result<(), Fault> {
        let windows = &self.windows;
        if windows.current.is_some() {
            return not_now("a window is already in use");
        }
        if windows.next.is_none_or(|(number, _)| number != window) {
            return not_now("the house has not committed to that window");
        }
        if !self.awaits_equipment() {
            return not_now("the table is not waiting for the equipment");
        }
        if panel.len() > PANEL || !ascend(panel.iter().copied()) {
            return not_now("a panel has at most 32 patrons, each once and in order");
        }
        if !panel.iter().all(|patron| windows.may_open(*patron, self.round, at)) {
            return not_now("someone in the panel has no chain for this window, or has withheld a part");
        }
        if windows.again.is_some() && windows.eligible(self.round, at) != panel {
            return not_now("after a failed window the panel stays the same, without those who withheld");
        }
        Ok(())
    }

    fn check_mixed(&self, window: u64, parts: &[(u16, Hash)], steps: Option<u64>) -> Result<(), Fault> {
        let current = self.current(window, false)?;
        if !self.awaits_equipment() {
            return not_now("the table is not waiting for the equipment");
        }
        let patrons = || parts.iter().map(|(patron, _)| *patron);
        let last = current.is_last_resort();
        let all = match last || leaves_out() {
            true => ascend(patrons()) && patrons().all(|patron| current.member(patron).is_some()),
            false => patrons().eq(current.patrons()),
        };
        if !all {
            return not_now("the parts are not those of the panel");
        }
        if steps.is_some_and(|steps| steps > 0) != last || steps.is_some() != last {
            return not_now("there must be a delay after three failed windows, and only then");
        }
        let fits = |(patron, value): &(u16, Hash)| {
            current.member(*patron).is_some_and(|m| m.chain.fits(window, *value))
        };
        match parts.iter().all(fits) {
            true => Ok(()),
            false => not_now("a part is not the value of its chain for this window"),
        }
    }

    fn check_failed(&self, window: u64, withheld: &[u16], secret: Hash) -> Result<(), Fault> {
        let current = self.current(window, false)?;
        let known = withheld.iter().all(|patron| current.member(*patron).is_some());
        match () {
            () if withheld.is_empty() || !known || !ascend(withheld.iter().copied()) => {
                not_now("those who withheld must be members of the panel, each once and in order")
            }
            () if current.failed.len() >= FAILURES => not_now("at most three windows may fail in a row"),
            () => self.check_secret(current, secret),
        }
    }

    fn check_abandoned(&self, first: u64, last: u64, after: Stage) -> Result<(), Fault> {
        let Windows { current, next, .. } = &self.windows;
        let next = next.map(|(number, _)| number);
        let (begins, stage) = match current {
            Some(window) if window.is_mixed() => (Some(window.number), Stage::Mixed),
            Some(window) => (Some(window.number), Stage::Locked),
            None => (next, Stage::Committed),
        };
        let ends = Some(last) == next || current.as_ref().is_some_and(|window| window.number == last);
        match begins == Some(first) && ends && stage == after {
            true => Ok(()),
            false => not_now("there are no such windows that could be given up"),
        }
    }

    /// Folds an entry about chance.
    pub(super) fn fold_windows(&mut self, step: &mut Step) {
        let (round, at) = (self.round, step.record.at);
        match &step.record.entry {
            Entry::Anchored { patron, anchor, length, since } => {
                self.windows.chains.insert(*patron, Anchored::new(*anchor, *length, *since));
            }
            Entry::Committed { window, commitment } => {
                (self.windows.next, self.windows.last) = (Some((*window, *commitment)), *window);
            }
            Entry::Locked { window, panel, next } => {
                let commitment = self.windows.next.map_or(Hash::ZERO, |(_, commitment)| commitment);
                let lock = (step.record.seq, step.leaf);
                let locked = Window::locked(&self.windows, (*window, commitment), lock, round, panel);
                self.windows.contributors = u16::try_from(panel.len()).ok();
                self.windows.current = Some(locked);
                self.windows.last = window + 1;
                (self.windows.next, self.windows.again) = (Some((window + 1, *next)), None);
            }
            Entry::Mixed { window, parts, steps } => {
                let menu = self.engine().map(Engine::outcomes).unwrap_or_default();
                let cuts = std::mem::take(&mut self.windows.cuts);
                let Some(current) = &mut self.windows.current else { return };
                current.cuts = cuts;
                current.begin(parts.clone(), *steps, menu);
                let opened = |patron: &u16| parts.iter().any(|(one, _)| one == patron);
                let mut missing: Vec<u16> =
                    current.patrons().into_iter().filter(|patron| !opened(patron)).collect();
                missing.retain(|_| !leaves_out());
                missing.into_iter().for_each(|patron| self.windows.strike(patron, *window, round, at));
                self.windows.note_opened(*window, parts);
                self.windows.failed.clear();
            }
            Entry::Failed { window, withheld, secret } => {
                let Some(current) = self.windows.current.take() else { return };
                withheld.iter().for_each(|patron| self.windows.strike(*patron, *window, round, at));
                let panel = current.patrons();
                let rest = panel.iter().copied().filter(|patron| !withheld.contains(patron)).collect();
                self.windows.again = Some(rest);
                let (window, commitment) = (current.number, current.commitment);
                let (withheld, secret) = (withheld.clone(), *secret);
                self.windows.failed.push(Failed { window, commitment, panel, withheld, secret });
            }
            Entry::Turned { secret, .. } => {
                let Some(window) = self.windows.current.take() else { return };
                let salt = window.salt().unwrap_or_default();
                let (steps, anchored) = (window.steps, window.anchored.clone());
                self.windows.turned =
                    Some(Turned { window: window.number, secret: *secret, salt, steps, anchored });
                step.spent = Some(window);
            }
            Entry::Abandoned { last, .. } => {
                (self.windows.current, self.windows.again) = (None, None);
                if self.windows.next.is_some_and(|(number, _)| number == *last) {
                    self.windows.next = None;
                }
            }
            _ => {}
        }
    }
}
