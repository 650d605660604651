//! Whom a table waits for, and until when. Neither what other people do meanwhile nor anything that is refused
//! postpones a deadline: nobody can hold up a table by being busy.

use super::{Running, absent::seated, staker};
use crate::people::HOUSE_PLAYER;
use books::{Engine, Entry, HOUSE, Mode, Said, Step};
use rules::{Actor, Awaits, Patron};
use std::collections::BTreeMap;
use tokio::time::{Duration, Instant};

/// A person's total time for all decisions of a round, as a multiple of the time for one decision.
const TURNS: u32 = 10;

/// How long a house player takes to wager.
const COMPANY: Duration = Duration::from_millis(600);

/// How long a table has waited already, where that counts.
#[derive(Default)]
pub struct Turns {
    /// When the betting window closes; `None` if it is not open, or nobody has wagered.
    window: Option<Instant>,
    /// Which person it waits for, and since when.
    since: Option<(Patron, Instant)>,
    /// How long it had waited for each person in this round before that.
    spent: BTreeMap<Patron, Duration>,
}

/// The state of the table before a line.
pub struct Moment {
    round: u64,
    awaits: Option<Awaits>,
    betting: bool,
    spoken: bool,
}

impl Running {
    /// The current state, to compare with the state after a line.
    pub(super) fn moment(&self) -> Moment {
        let engine = self.setup.book.engine();
        Moment {
            round: self.setup.book.round(),
            awaits: engine.map(Engine::awaits),
            betting: engine.is_some_and(Engine::awaits_wagers),
            spoken: engine.is_some_and(|engine| engine.spoken().is_some()),
        }
    }

    /// After a line: whom the table waits for now, and since when.
    pub(super) fn heed(&mut self, before: Moment, step: &Step) {
        let engine = self.setup.book.engine();
        let awaits = engine.map(Engine::awaits);
        let said = step.said;
        let own = matches!(said, Some(Said::Act { by: Actor::Patron(_), .. }));
        let by_house = step.record.by == HOUSE && said.is_some() && !own;
        if !before.spoken && (by_house || before.awaits != awaits) {
            self.last_step = Instant::now();
        }
        let was_ready = !self.ready.is_empty();
        let new_round = self.setup.book.round() != before.round;
        if new_round {
            self.round_began = step.record.seq;
            self.turns.spent.clear();
        }
        // If anybody acts for the house while wagers are open, that closes them.
        let closes = before.betting && said.is_some() && !own;
        if new_round || closes || said.is_none() && before.awaits != awaits {
            self.ready.clear();
            self.turns.window = None;
        }
        let mut unready = false;
        if let Some(patron) = engine.and_then(|engine| match &step.record.entry {
            Entry::Input { line } => staker(engine, line),
            _ => None,
        }) {
            // Somebody who puts down more has not finished yet.
            unready = self.ready.remove(&patron);
            self.staked.insert(patron);
        }
        if by_house {
            self.staked.clear();
        }
        self.wait_on((own && said.is_some()).then_some(&step.record.by));
        if unready || was_ready && self.ready.is_empty() {
            self.tell_around();
        }
        if let Entry::Joined { person, .. } = &step.record.entry {
            let person = person.clone();
            if person.starts_with(HOUSE_PLAYER) {
                self.house.extend(self.setup.book.patron(&person));
            }
            self.hear_of(&person);
        }
    }

    /// Updates whom the table waits for, and until when.
    pub(super) fn wait(&mut self) {
        self.wait_on(None);
    }

    /// The same after something that this person did.
    fn wait_on(&mut self, did: Option<&String>) {
        let now = Instant::now();
        let (Some(engine), round) = (self.setup.book.engine(), self.setup.book.round()) else {
            self.waits = None;
            return;
        };
        let awaits = engine.awaits();
        let same = matches!(self.waits, Some((was, then, _)) if was == awaits && then == round);
        if let Some((patron, since)) = self.turns.since.take_if(|(patron, _)| awaits != turn(*patron)) {
            *self.turns.spent.entry(patron).or_default() += now - since;
        }
        match awaits {
            Awaits::Wagers if !engine.has_bets() && self.staked.is_empty() => {
                (self.waits, self.turns.window) = (None, None);
            }
            // The time runs from the first wager, whatever happens in between.
            Awaits::Wagers => {
                let until = *self.turns.window.get_or_insert(now + self.setup.pace.wagers);
                self.waits = Some((awaits, round, until));
            }
            Awaits::Decision(Actor::Patron(patron)) => {
                // A turn is extended by each thing that the person does, and by nothing else.
                let own = did.is_some_and(|who| self.setup.book.people().get(&patron.0) == Some(who));
                if same && !own {
                    return;
                }
                let (_, since) = *self.turns.since.get_or_insert((patron, now));
                let spent = self.turns.spent.get(&patron).copied().unwrap_or_default() + (now - since);
                let left = (self.setup.pace.turn * TURNS).saturating_sub(spent);
                self.waits = Some((awaits, round, now + self.setup.pace.turn.min(left)));
            }
            Awaits::Decision(_) | Awaits::Equipment => self.waits = Some((awaits, round, now)),
        }
    }

    /// Whether wagers are open, or only interrupted to answer a spoken one.
    pub(super) fn is_betting(&self, engine: &dyn Engine) -> bool {
        engine.awaits_wagers() || engine.spoken().is_some() && self.turns.window.is_some()
    }

    /// When the house takes the next step on its own.
    pub(super) fn next_step(&self) -> Option<Instant> {
        let book = &self.setup.book;
        let (engine, opened) = (book.engine()?, book.opened()?);
        if opened.chance == Mode::Physical {
            return None;
        }
        if let Some(due) = self.chance_due() {
            return due;
        }
        let pace = if engine.has_bets() { self.setup.pace.step } else { Duration::ZERO };
        let soon = self.last_step + pace;
        match engine.awaits() {
            // Cards and balls come faster than steps, so that seven cards or twenty balls do not take long.
            Awaits::Equipment => Some(self.last_step + pace / 2),
            Awaits::Decision(Actor::Dealer | Actor::Floorperson | Actor::Supervisor) => Some(soon),
            Awaits::Wagers => {
                let (_, _, until) = self.waits?;
                let done = |patron| {
                    self.ready.contains(&patron)
                        || !self.attendance.counts_on(patron)
                        || self.house.contains(&patron)
                };
                let all = self.staked.iter().all(|patron| done(*patron)) && engine.all_bettors(&done);
                // A house player is quick, but not immediate.
                let company = self.house.iter().any(|patron| self.attendance.counts_on(*patron))
                    && engine.all_bettors(&|patron| !self.house.contains(&patron));
                let soon = if company { soon.max(self.last_step + COMPANY) } else { soon };
                // After a house player's wager, the table waits for everybody else who sits there.
                let asked = !self.house.is_empty()
                    && self.staked.is_subset(&self.house)
                    && engine.all_bettors(&|patron| self.house.contains(&patron));
                Some(if all && !(asked && seated(engine).any(|patron| !done(patron))) { soon } else { until })
            }
            // The table does not wait for an absent person.
            Awaits::Decision(Actor::Patron(patron)) => {
                let (_, _, until) = self.waits?;
                Some(if self.attendance.counts_on(patron) { until } else { soon.min(until) })
            }
        }
    }
}

fn turn(patron: Patron) -> Awaits {
    Awaits::Decision(Actor::Patron(patron))
}
