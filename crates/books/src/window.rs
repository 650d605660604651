//! The state of a table's chance: chains, windows and strikes. Secrets appear here only after they are revealed.

use crate::{
    Hash,
    chance::{Deal, Differs, Key, Menu, Secret, Unfit, cards_in, link_times, salt},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many windows a strike lasts.
pub const STRUCK: u64 = 64;
/// How many windows may fail before the next one is mixed without those who withhold their parts.
pub const FAILURES: usize = 3;
/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A chain that a patron's client has offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Anchored {
    /// The end of the chain.
    pub anchor: Hash,
    /// How many values it has.
    pub length: u16,
    /// The first window it serves.
    pub since: u64,
    /// The value opened last, and its depth. The next value is checked against it, not against the anchor.
    opened: Option<(u64, Hash)>,
}

impl Anchored {
    /// A chain of which nothing has been opened yet.
    pub const fn new(anchor: Hash, length: u16, since: u64) -> Anchored {
        Anchored { anchor, length, since, opened: None }
    }

    /// The depth of the value for a window; `None` if the chain has no value for it.
    pub fn depth(&self, window: u64) -> Option<u64> {
        let depth = window.checked_sub(self.since)? + 1;
        (depth <= self.length.into()).then_some(depth)
    }

    /// Whether this is the chain's value for a window.
    pub fn fits(&self, window: u64, value: Hash) -> bool {
        let Some(depth) = self.depth(window) else { return false };
        match self.opened.filter(|(known, _)| *known < depth) {
            Some((known, opened)) => link_times(value, depth - known) == opened,
            None => link_times(value, depth) == self.anchor,
        }
    }
}

/// A patron who has to open a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// The patron's number.
    pub patron: u16,
    /// The chain, as it was when the window was locked.
    pub chain: Anchored,
}

/// A record that somebody withheld a part, and how long it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// The round in which it happened.
    pub round: u64,
    /// The last window it counts for.
    pub until: u64,
    /// The day, counted from 1970 in UTC.
    pub day: i64,
    /// How many times it happened on that day.
    pub times: u32,
}

/// A window that failed because somebody withheld a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// The number of the window.
    pub window: u64,
    /// The house's commitment.
    pub commitment: Hash,
    /// Who had to open a part.
    pub panel: Vec<u16>,
    /// The patrons who withheld a part.
    pub withheld: Vec<u16>,
    /// The window's secret.
    pub secret: Hash,
}

/// The window in use: locked, and perhaps already mixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// Its number, from 1.
    pub number: u64,
    /// The house's commitment.
    pub commitment: Hash,
    /// The line that locked it, and that line's leaf hash.
    pub lock: (u64, Hash),
    /// The round in which it was locked.
    pub round: u64,
    /// Who has to open a part, in order.
    pub panel: Vec<Member>,
    /// Everybody who had a chain when it was locked.
    pub anchored: Vec<u16>,
    /// The parts that were opened; `None` before the window is mixed.
    pub parts: Option<Vec<(u16, Hash)>>,
    /// The number of delay steps, if there is a delay.
    pub steps: Option<u64>,
    /// The windows that have failed since the last one that was mixed.
    pub failed: Vec<Failed>,
    /// The cuts, in order: how many cards each puts to the back.
    pub cuts: Vec<u16>,
    /// What could be shown when dealing began, with weights.
    pub composition: Vec<(String, u32)>,
    /// What has been shown since then.
    pub shown: Vec<Shown>,
    /// How many are left of each entry of the composition, in its order; `None` where all are gone.
    left: Vec<Option<u32>>,
}

/// An outcome that was drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// The outcome, in the notation.
    pub chance: String,
    /// The menu it was drawn from, if that differs from simply what was left.
    pub menu: Option<Vec<(String, u32)>>,
}

impl Window {
    /// The patron numbers of the panel.
    pub fn patrons(&self) -> Vec<u16> {
        self.panel.iter().map(|member| member.patron).collect()
    }

    /// A member of the panel.
    pub fn member(&self, patron: u16) -> Option<&Member> {
        self.panel.iter().find(|member| member.patron == patron)
    }

    /// Whether the parts are in, so that outcomes can be drawn.
    pub fn is_mixed(&self) -> bool {
        self.parts.is_some()
    }

    /// Whether so many windows have failed that this one is mixed after a delay, without those who withhold their
    /// parts.
    pub fn is_last_resort(&self) -> bool {
        self.failed.len() >= FAILURES
    }

    /// The hash of all parts; `None` before they are in.
    pub fn salt(&self) -> Option<Hash> {
        self.parts.as_ref().map(|parts| salt(parts.iter().copied()))
    }

    /// The key, for callers that know the secret; `None` before the parts are in.
    pub fn key(&self, secret: &Secret) -> Option<Key> {
        Some(Key::new(secret, self.salt()?, self.steps))
    }

    /// Starts dealing.
    pub(crate) fn begin(&mut self, parts: Vec<(u16, Hash)>, steps: Option<u64>, menu: Vec<(String, u32)>) {
        (self.parts, self.steps) = (Some(parts), steps);
        self.left = menu.iter().map(|(_, n)| Some(*n)).collect();
        // A cut that was made for a different number of cards could lie beyond the last card.
        let cards = cards_in(&menu);
        self.cuts.retain(|cut| u64::from(*cut) <= cards);
        self.composition = menu;
    }

    /// Records an outcome that was drawn from a menu.
    pub(crate) fn show(&mut self, menu: &Menu, chance: String) {
        // Without a menu, a reader takes what is left of the cards, but all of anything else, such as the balls of
        // keno or a deck with a joker.
        let usual = if cards_in(&self.composition) == 0 {
            *menu == *self.composition
        } else {
            menu.len() == self.left.iter().flatten().count()
                && self.places(menu).all(|(at, n)| at.is_some_and(|at| self.left[at] == Some(n)))
        };
        if let Some(at) = self.find(&chance, 0) {
            self.left[at] = self.left[at].map(|n| n.saturating_sub(1)).filter(|n| *n > 0);
        }
        self.shown.push(Shown { chance, menu: (!usual).then(|| menu.to_vec()) });
    }

    /// The index of an outcome in the composition. A menu has the same order as the composition, so the search starts
    /// at `next`.
    fn find(&self, text: &str, next: usize) -> Option<usize> {
        let is = |at: &usize| self.composition[*at].0 == text;
        (next..self.composition.len()).chain(0..next).find(is)
    }

    /// The index of each entry of a menu in the composition, if it is there, and its count.
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

    /// The deal after all draws so far. Every recorded draw must be the one that the key gives.
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

/// The last revealed window, from which the lot of a later panel is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turned {
    /// The number of the window.
    pub window: u64,
    /// The window's secret, now public.
    pub secret: Hash,
    /// The hash of its parts.
    pub salt: Hash,
    /// The number of its delay steps, if there was a delay.
    pub steps: Option<u64>,
    /// Who had a chain when it was locked.
    pub anchored: Vec<u16>,
}

impl Turned {
    /// Its key. If there was a delay, computing it takes as long as the delay.
    pub fn key(&self) -> Key {
        Key::new(&Secret::from_bytes(self.secret.0), self.salt, self.steps)
    }
}

/// The state of a table's chance.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Windows {
    /// The window in use.
    pub current: Option<Window>,
    /// The window that the house has committed to and that is not locked yet: its number and the commitment.
    pub next: Option<(u64, Hash)>,
    /// The highest number given to a window so far.
    pub last: u64,
    /// The chains, by patron.
    pub chains: BTreeMap<u16, Anchored>,
    /// Who has withheld a part, and when.
    pub strikes: BTreeMap<u16, Strike>,
    /// The windows that have failed since one was last mixed.
    pub failed: Vec<Failed>,
    /// After a failed window, who must be in the next panel.
    pub again: Option<Vec<u16>>,
    /// The cuts made since the last window began.
    pub cuts: Vec<u16>,
    /// The window that was revealed last.
    pub turned: Option<Turned>,
    /// How many people were in the last locked panel.
    pub contributors: Option<u16>,
}

impl Windows {
    /// The number of the window that will be locked next.
    pub fn upcoming(&self) -> u64 {
        self.next.map_or(self.last + 1, |(number, _)| number)
    }

    /// Whether somebody is left out of a window because of parts withheld earlier.
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

    /// Everyone who can be in the panel of the next window, in order. After a failed window, only those who must be in
    /// it.
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

    /// Remembers the opened values: later ones are checked against them.
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
    /// A window that has just been locked.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws three times from what is left, and from everything if `again`, and deals the window a second time.
    fn dealt_again(composition: &Menu, again: bool) {
        let mut window = Window::locked(&Windows::default(), (1, Hash::ZERO), (0, Hash::ZERO), 1, &[]);
        window.begin(Vec::new(), None, composition.to_vec());
        let key = window.key(&Secret::from_bytes([7; 32])).expect("the parts are in");
        let mut deal = window.fresh(&key).expect("it fits");
        let mut menu = composition.to_vec();
        for _ in 0..3 {
            let place = deal.draw(&menu).expect("something is possible");
            window.show(&menu, menu[place].0.clone());
            if !again {
                menu.remove(place);
            }
        }
        assert_eq!(window.deal(&key).map(|deal| deal.draws()), Ok(3), "{composition:?}");
    }

    #[test]
    fn a_window_is_dealt_again_whatever_it_draws_from() {
        let of = |texts: &[&str]| texts.iter().map(|text| ((*text).to_owned(), 1)).collect::<Vec<_>>();
        dealt_again(&of(&["Ac", "2c", "3c", "4c", "5c"]), false);
        dealt_again(&of(&["ball 1", "ball 2", "ball 3", "ball 4", "ball 5"]), false);
        dealt_again(&of(&["Ac", "2c", "3c", "4c", "joker"]), false);
        dealt_again(&of(&["dice 1-1", "dice 1-2", "dice 2-2"]), true);
    }
}
