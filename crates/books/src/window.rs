//! How far the chance of a table has got: chains, windows and strikes. No secret is here before it is turned.

use crate::{
    Hash,
    chance::{Deal, Differs, Key, Menu, Secret, Unfit, cards_in, link_times, salt},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many windows a strike lasts.
pub const STRUCK: u64 = 64;
/// How often a window may fail before the next one is mixed without those who withhold.
pub const FAILURES: usize = 3;
/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A chain that a patron's client has offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Anchored {
    /// Its end.
    pub anchor: Hash,
    /// How many values it has.
    pub length: u16,
    /// The first window it serves.
    pub since: u64,
    /// The value that was opened last, and its depth: the next is checked against it, not against the anchor.
    opened: Option<(u64, Hash)>,
}

impl Anchored {
    /// A chain of which nothing was opened.
    pub const fn new(anchor: Hash, length: u16, since: u64) -> Anchored {
        Anchored { anchor, length, since, opened: None }
    }

    /// How deep the value for a window lies; none if the chain has none for it.
    pub fn depth(&self, window: u64) -> Option<u64> {
        let depth = window.checked_sub(self.since)? + 1;
        (depth <= self.length.into()).then_some(depth)
    }

    /// Whether this is the value for a window.
    pub fn fits(&self, window: u64, value: Hash) -> bool {
        let Some(depth) = self.depth(window) else { return false };
        match self.opened.filter(|(known, _)| *known < depth) {
            Some((known, opened)) => link_times(value, depth - known) == opened,
            None => link_times(value, depth) == self.anchor,
        }
    }
}

/// Somebody who has to open a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Who.
    pub patron: u16,
    /// The chain, as it was at the lock.
    pub chain: Anchored,
}

/// Somebody who withheld a part, and how long this counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// The round in which it was.
    pub round: u64,
    /// The last window it counts for.
    pub until: u64,
    /// The day, since 1970, UTC.
    pub day: i64,
    /// How often on that day.
    pub times: u32,
}

/// A window that failed, because somebody withheld a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// Its number.
    pub window: u64,
    /// What the house was committed to.
    pub commitment: Hash,
    /// Who had to open a part.
    pub panel: Vec<u16>,
    /// Who did not.
    pub withheld: Vec<u16>,
    /// The secret.
    pub secret: Hash,
}

/// The window in use: locked, and perhaps mixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// Its number, from 1.
    pub number: u64,
    /// What the house is committed to.
    pub commitment: Hash,
    /// The line of its lock, and the line's leaf hash.
    pub lock: (u64, Hash),
    /// The round in which it was locked.
    pub round: u64,
    /// Who has to open a part, in order.
    pub panel: Vec<Member>,
    /// Everybody who had a chain at the lock.
    pub anchored: Vec<u16>,
    /// What was opened; none before it is mixed.
    pub parts: Option<Vec<(u16, Hash)>>,
    /// The steps of delay, if there is one.
    pub steps: Option<u64>,
    /// The windows that failed since the last one that was mixed.
    pub failed: Vec<Failed>,
    /// Behind how many cards it was cut, one cut after the other.
    pub cuts: Vec<u16>,
    /// What could be shown when dealing began, with weights.
    pub composition: Vec<(String, u32)>,
    /// What was shown since.
    pub shown: Vec<Shown>,
    /// How many of each of the composition are left, in its order; none where all are gone.
    left: Vec<Option<u32>>,
}

/// Something that was drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// What.
    pub chance: String,
    /// What it was drawn from, where that was not simply what was left.
    pub menu: Option<Vec<(String, u32)>>,
}

impl Window {
    /// The numbers of those in the panel.
    pub fn patrons(&self) -> Vec<u16> {
        self.panel.iter().map(|member| member.patron).collect()
    }

    /// Somebody in the panel.
    pub fn member(&self, patron: u16) -> Option<&Member> {
        self.panel.iter().find(|member| member.patron == patron)
    }

    /// Whether the parts are in, so that something can be drawn.
    pub fn is_mixed(&self) -> bool {
        self.parts.is_some()
    }

    /// Whether so many windows have failed that this one is mixed without those who withhold, after a delay.
    pub fn is_last_resort(&self) -> bool {
        self.failed.len() >= FAILURES
    }

    /// The hash of all parts; none before they are in.
    pub fn salt(&self) -> Option<Hash> {
        self.parts.as_ref().map(|parts| salt(parts.iter().copied()))
    }

    /// The key, for those who know the secret; none before the parts are in.
    pub fn key(&self, secret: &Secret) -> Option<Key> {
        Some(Key::new(secret, self.salt()?, self.steps))
    }

    /// Dealing begins.
    pub(crate) fn begin(&mut self, parts: Vec<(u16, Hash)>, steps: Option<u64>, menu: Vec<(String, u32)>) {
        (self.parts, self.steps) = (Some(parts), steps);
        self.left = menu.iter().map(|(_, n)| Some(*n)).collect();
        // A cut that was made of other cards than these would reach behind the last.
        let cards = cards_in(&menu);
        self.cuts.retain(|cut| u64::from(*cut) <= cards);
        self.composition = menu;
    }

    /// Something is drawn from a menu.
    pub(crate) fn show(&mut self, menu: &Menu, chance: String) {
        let usual = menu.len() == self.left.iter().flatten().count()
            && self.places(menu).all(|(at, n)| at.is_some_and(|at| self.left[at] == Some(n)));
        if let Some(at) = self.find(&chance, 0) {
            self.left[at] = self.left[at].map(|n| n.saturating_sub(1)).filter(|n| *n > 0);
        }
        self.shown.push(Shown { chance, menu: (!usual).then(|| menu.to_vec()) });
    }

    /// Where something is in the composition. A menu has the composition's order, so what comes next in the one is looked
    /// for next in the other.
    fn find(&self, text: &str, next: usize) -> Option<usize> {
        let is = |at: &usize| self.composition[*at].0 == text;
        (next..self.composition.len()).chain(0..next).find(is)
    }

    /// Where each of a menu is in the composition, if it is, and how many there are of it.
    fn places<'a>(&'a self, menu: &'a Menu) -> impl Iterator<Item = (Option<usize>, u32)> + 'a {
        let mut next = 0;
        menu.iter().map(move |(text, n)| {
            let at = self.find(text, next);
            next = at.map_or(next, |at| at + 1);
            (at, *n)
        })
    }

    /// The deal before its first draw.
    pub fn fresh(&self, key: &Key) -> Result<Deal, Unfit> {
        Deal::new(key, &self.cuts, &self.composition)
    }

    /// The deal as far as it has got: every draw must have been the one the key gives.
    pub fn deal(&self, key: &Key) -> Result<Deal, Differs> {
        let unfit = |why: Unfit| Differs { draw: 0, deals: None, shown: why.to_string() };
        let mut deal = self.fresh(key).map_err(unfit)?;
        for Shown { chance, menu } in &self.shown {
            match menu {
                Some(menu) => deal.skip(menu, chance)?,
                None => deal.skip(&deal.usual(), chance)?,
            }
        }
        Ok(deal)
    }
}

/// What the lot of a later panel is drawn from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turned {
    /// The window that was turned last.
    pub window: u64,
    /// Its secret.
    pub secret: Hash,
    /// The hash of its parts.
    pub salt: Hash,
    /// Its delay.
    pub steps: Option<u64>,
    /// Who had a chain at its lock.
    pub anchored: Vec<u16>,
}

impl Turned {
    /// Its key. With a delay this takes as long as the delay.
    pub fn key(&self) -> Key {
        Key::new(&Secret::from_bytes(self.secret.0), self.salt, self.steps)
    }
}

/// The chance of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Windows {
    /// The window in use.
    pub current: Option<Window>,
    /// The one that the house is committed to and that is not locked: its number and the commitment.
    pub next: Option<(u64, Hash)>,
    /// The last number that was given to a window.
    pub last: u64,
    /// The chains, by patron.
    pub chains: BTreeMap<u16, Anchored>,
    /// Who has withheld a part.
    pub strikes: BTreeMap<u16, Strike>,
    /// The windows that failed since one was mixed.
    pub failed: Vec<Failed>,
    /// Who must be in the next panel, after a window that failed.
    pub again: Option<Vec<u16>>,
    /// The cuts of the cards since a window began.
    pub cuts: Vec<u16>,
    /// The window that was turned last.
    pub turned: Option<Turned>,
    /// How many people were in the panel that was locked last.
    pub contributors: Option<u16>,
}

impl Windows {
    /// The number of the window that is locked next.
    pub fn upcoming(&self) -> u64 {
        self.next.map_or(self.last + 1, |(number, _)| number)
    }

    /// Whether somebody is left out of a window because of parts withheld before.
    pub fn is_struck(&self, patron: u16, window: u64, round: u64, at: i64) -> bool {
        self.strikes.get(&patron).is_some_and(|strike| {
            let today = strike.day == at.div_euclid(DAY);
            strike.round == round || window <= strike.until || today && strike.times > 1
        })
    }

    /// Whether somebody can be in the panel of the next window.
    pub fn may_open(&self, patron: u16, round: u64, at: i64) -> bool {
        let window = self.upcoming();
        self.chains.get(&patron).is_some_and(|chain| chain.depth(window).is_some())
            && !self.is_struck(patron, window, round, at)
    }

    /// Everyone who can be in the panel of the next window, in order; after a window that failed, just those who must.
    pub fn eligible(&self, round: u64, at: i64) -> Vec<u16> {
        let may = |patron: &u16| self.may_open(*patron, round, at);
        match &self.again {
            Some(again) => again.iter().copied().filter(may).collect(),
            None => self.chains.keys().copied().filter(may).collect(),
        }
    }

    pub(crate) fn strike(&mut self, patron: u16, window: u64, round: u64, at: i64) {
        let day = at.div_euclid(DAY);
        let before = self.strikes.get(&patron).filter(|strike| strike.day == day);
        let times = before.map_or(0, |strike| strike.times) + 1;
        self.strikes.insert(patron, Strike { round, until: window + STRUCK, day, times });
    }

    /// The values that were opened: later ones are checked against them.
    pub(crate) fn note_opened(&mut self, window: u64, parts: &[(u16, Hash)]) {
        for (patron, value) in parts {
            if let Some(chain) = self.chains.get_mut(patron)
                && let Some(depth) = chain.depth(window)
            {
                chain.opened = Some((depth, *value));
            }
        }
    }
}

impl Window {
    /// A window that is locked now.
    pub(crate) fn locked(
        windows: &Windows,
        (number, commitment): (u64, Hash),
        lock: (u64, Hash),
        round: u64,
        panel: &[u16],
    ) -> Window {
        let member = |patron: &u16| {
            windows.chains.get(patron).map(|chain| Member { patron: *patron, chain: chain.clone() })
        };
        Window {
            number,
            commitment,
            lock,
            round,
            panel: panel.iter().filter_map(member).collect(),
            anchored: windows.chains.keys().copied().collect(),
            parts: None,
            steps: None,
            failed: windows.failed.clone(),
            cuts: Vec::new(),
            composition: Vec::new(),
            shown: Vec::new(),
            left: Vec::new(),
        }
    }
}
