//! 2.3(i) and (j): who may come in, or come back, between two shuffles.

use super::options::{Admission, MidShoe};
use crate::games::prelude::*;
use arrayvec::ArrayVec;

/// The most people whose rounds a table remembers between two shuffles.
pub(super) const MOST_ENTRANTS: usize = 64;

/// Who wagered since the last shuffle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Entrants {
    people: ArrayVec<Entrant, MOST_ENTRANTS>,
    /// A round has been played since the shuffle.
    has_begun: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Entrant {
    patron: Patron,
    /// He wagered on the first round.
    was_first: bool,
    /// He declined to wager on a later one.
    has_lapsed: bool,
    /// 2.3(j): his place is kept while he is away.
    is_reserved: bool,
}

impl Entrants {
    /// The cards were reshuffled: everyone starts anew.
    pub(super) fn reshuffled(&mut self) {
        *self = Entrants::default();
    }

    fn find(&self, patron: Patron) -> Option<&Entrant> {
        self.people.iter().find(|entrant| entrant.patron == patron)
    }

    /// Whether one more can be remembered.
    pub(super) fn has_room_for(&self, patron: Patron) -> bool {
        self.find(patron).is_some() || !self.people.is_full()
    }

    /// How this person may wager now, and by which paragraph.
    pub(super) fn admission(&self, patron: Patron, rules: MidShoe) -> (Admission, Citation) {
        let newcomers = match rules.newcomers {
            Admission::Barred => cite!("2.3(i)1"),
            _ => cite!("2.3(i)2"),
        };
        let returners = match rules.returners {
            Admission::Barred => cite!("2.3(i)3"),
            _ => cite!("2.3(i)4"),
        };
        let entrant = self.find(patron);
        let is_newcomer = self.has_begun && entrant.is_none_or(|entrant| !entrant.was_first);
        let is_returner = entrant.is_some_and(|entrant| entrant.has_lapsed);
        match (is_newcomer, is_returner) {
            (_, true) if rules.returners == Admission::Barred => (Admission::Barred, returners),
            (true, _) if rules.newcomers != Admission::Free => (rules.newcomers, newcomers),
            (_, true) => (rules.returners, returners),
            _ => (Admission::Free, cite!("2.3(i)")),
        }
    }

    /// A round begins with these people's wagers.
    pub(super) fn round(&mut self, has_wager: impl Fn(Patron) -> bool, all: impl Iterator<Item = Patron>) {
        for entrant in &mut self.people {
            match has_wager(entrant.patron) {
                true => entrant.is_reserved = false,
                false => entrant.has_lapsed |= !entrant.is_reserved,
            }
        }
        for patron in all {
            if self.find(patron).is_none() {
                let was_first = !self.has_begun;
                // Who finds no room here was refused the wager.
                let _ = self.people.try_push(Entrant {
                    patron,
                    was_first,
                    has_lapsed: false,
                    is_reserved: false,
                });
            }
        }
        self.has_begun = true;
    }

    /// 2.3(j): whether a place can be kept for this person now: he has wagered, and not yet sat out.
    pub(super) fn may_reserve(&self, patron: Patron) -> bool {
        self.find(patron).is_some_and(|entrant| !entrant.has_lapsed && !entrant.is_reserved)
    }

    pub(super) fn reserve(&mut self, patron: Patron) {
        for entrant in self.people.iter_mut().filter(|entrant| entrant.patron == patron) {
            entrant.is_reserved = true;
        }
    }
}
