//! Chance at the test table: windows are locked, mixed and revealed, fail, or are given up.

use super::{Floor, NAMES};
use books::{Chain, Entry, HOUSE, Hash, Secret, Stage, Why};

impl Floor {
    fn secret(&mut self, window: u64) -> Hash {
        let secret = self.rng.secret();
        self.secrets.insert(window, secret);
        Secret::from_bytes(secret).commitment("t1", window)
    }

    pub(super) fn commit(&mut self, window: u64) {
        let commitment = self.secret(window);
        self.write(HOUSE, Entry::Committed { window, commitment }).expect("a window is committed to");
    }

    /// Reveals the window in use if it is over, and gives it up if it was locked for nothing.
    pub(super) fn tidy_windows(&mut self) {
        if self.book.is_window_over() {
            let window = self.book.windows().current.as_ref().expect("a window").number;
            let secret = Hash(self.secrets[&window]);
            self.write(HOUSE, Entry::Turned { window, secret }).expect("a window is turned");
        }
        if self.book.is_reopened() {
            let window = self.book.windows().current.as_ref().expect("a window").number;
            let (after, why) = (Stage::Locked, Why::Reopened);
            let entry = Entry::Abandoned { first: window, last: window, after, why };
            self.write(HOUSE, entry).expect("a window is given up");
        }
    }

    /// The floor restarts: every window that has not been revealed is given up.
    pub(super) fn forget(&mut self) {
        let windows = self.book.windows();
        let last = windows.next.expect("committed").0;
        let (first, after) = match &windows.current {
            Some(window) if window.is_mixed() => (window.number, Stage::Mixed),
            Some(window) => (window.number, Stage::Locked),
            None => (last, Stage::Committed),
        };
        let entry = Entry::Abandoned { first, last, after, why: Why::Restart };
        self.write(HOUSE, entry).expect("windows are given up");
        self.deal = None;
        self.commit(last + 1);
    }

    /// Locks and mixes a window; now and then someone withholds a part, and it fails.
    pub(super) fn mix(&mut self) {
        loop {
            let window = self.book.windows().upcoming();
            let panel = self.book.windows().eligible(self.book.round(), self.at.max(self.book.at()));
            let next = self.secret(window + 1);
            let lock = Entry::Locked { window, panel: panel.clone(), next };
            self.write(HOUSE, lock).expect("a window is locked");
            let part = |patron: &u16| {
                let chain = &self.book.windows().chains[patron];
                (
                    *patron,
                    self.chains[patron].part(chain.depth(window).expect("deep enough")).expect("a value"),
                )
            };
            let mut parts: Vec<(u16, Hash)> = panel.iter().map(part).collect();
            let withheld = !parts.is_empty() && self.rough && self.rng.percent(5);
            let last = self.book.windows().current.as_ref().expect("locked").is_last_resort();
            if withheld && last {
                parts.pop();
            } else if withheld {
                let (who, _) = *self.rng.of(&parts);
                let secret = Hash(self.secrets[&window]);
                self.write(HOUSE, Entry::Failed { window, withheld: vec![who], secret }).expect("it fails");
                continue;
            }
            let mixed = Entry::Mixed { window, parts, steps: last.then_some(3) };
            return self.write(HOUSE, mixed).expect("a window is mixed");
        }
    }

    /// Someone offers a chain; nobody may offer one for someone else.
    pub fn anchor(&mut self) {
        let patron = 1 + u16::try_from(self.rng.below(self.book.people().len())).expect("few");
        let chain = Chain::from_seed(self.rng.secret(), *self.rng.of(&[4, 64]));
        let (anchor, length, since) = (chain.anchor(), chain.length(), self.book.windows().upcoming());
        let entry = Entry::Anchored { patron, anchor, length, since };
        assert!(self.write("mallory", entry.clone()).is_err());
        self.write(NAMES[usize::from(patron) - 1], entry).expect("a chain");
        self.chains.insert(patron, chain);
    }
}
