//! Absent people. A table counts people as present if they have a live connection or made a request recently. It waits
//! for nobody else: their usual decisions are made at once. After a longer time their seats are freed and their chips
//! go back to their wallets, as soon as nothing of theirs is in play.

use super::Running;
use crate::presence::{Around, Heard};
use books::{Engine, Entry, Mode, OfferKind, Offered};
use rules::{Actor, Money, Patron};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};
use tokio::time::{Duration, Instant};

/// How long a change in head count may wait to be announced together with others: a thousand people who arrive at once
/// must not become a million messages.
const TOGETHER: Duration = Duration::from_millis(250);
/// How many people are listed individually.
const FACES: usize = 8;
/// How many people are let go at a time, because the table has other things to do.
const AT_ONCE: usize = 8;
/// The most acts it may take somebody to leave: taking back wagers, handing back colors, giving up the seat.
const ACTS: usize = 64;

/// Whom a table counts as present or absent.
#[derive(Default)]
pub struct Attendance {
    present: BTreeSet<Patron>,
    /// Those present who have not been heard from since the table started running here.
    assumed: BTreeSet<Patron>,
    /// Those present without a connection, and when they count as absent unless they are heard from.
    fading: BTreeMap<Patron, Instant>,
    /// Those absent, and when their seats are freed.
    away: BTreeMap<Patron, Instant>,
    /// Those whose time is up: they leave as soon as nothing of theirs is in play. The value is the line before which
    /// this was last tried.
    leaving: BTreeMap<Patron, Option<u64>>,
    /// When a change in head count is announced.
    tell_at: Option<Instant>,
    /// When to check all of this again.
    pub next: Option<Instant>,
}

impl Attendance {
    fn look_at(&mut self, at: Instant) {
        self.next = Some(self.next.map_or(at, |next| next.min(at)));
    }

    /// Whether the table waits for this person.
    pub fn counts_on(&self, patron: Patron) -> bool {
        self.present.contains(&patron)
    }
}

impl Running {
    /// Everybody who was here before the table was stopped gets time to come back.
    pub(super) fn assume_all(&mut self) {
        let until = Instant::now() + self.setup.pace.grace;
        let attendance = &mut self.attendance;
        for patron in self.setup.book.people().keys().copied().map(Patron) {
            attendance.present.insert(patron);
            attendance.assumed.insert(patron);
            attendance.fading.insert(patron, until);
        }
        if !attendance.fading.is_empty() {
            attendance.look_at(until);
        }
    }

    /// Handles news about who is connected.
    pub(super) fn take_news(&mut self) {
        for person in self.setup.feed.presence.take_changed() {
            self.hear_of(&person);
        }
    }

    /// Handles news that somebody was heard from, or left.
    pub(super) fn hear_of(&mut self, person: &str) {
        let Some(patron) = self.setup.book.patron(person) else { return };
        let heard = self.setup.feed.presence.heard(person);
        let attendance = &mut self.attendance;
        match heard {
            Heard::Never => return,
            Heard::Connected => {
                attendance.fading.remove(&patron);
            }
            Heard::At(last) => {
                let until = last + self.setup.pace.grace;
                attendance.fading.insert(patron, until);
                attendance.look_at(until);
            }
        }
        attendance.present.insert(patron);
        attendance.assumed.remove(&patron);
        attendance.away.remove(&patron);
        attendance.leaving.remove(&patron);
        self.tell_soon();
    }

    fn tell_soon(&mut self) {
        let at = *self.attendance.tell_at.get_or_insert_with(|| Instant::now() + TOGETHER);
        self.attendance.look_at(at);
    }

    /// Checks the deadlines: who counts as absent now, whose seat is freed, and what has to be announced.
    pub(super) fn look_around(&mut self) {
        let now = Instant::now();
        let due = |at: &BTreeMap<Patron, Instant>| -> Vec<Patron> {
            at.iter().filter(|(_, at)| **at <= now).map(|(patron, _)| *patron).collect()
        };
        for patron in due(&self.attendance.fading) {
            self.lose(patron, now);
        }
        for patron in due(&self.attendance.away) {
            self.attendance.away.remove(&patron);
            self.attendance.leaving.insert(patron, None);
        }
        if self.attendance.tell_at.is_some_and(|at| at <= now) {
            self.tell_around();
        }
        let attendance = &mut self.attendance;
        let times = attendance.fading.values().chain(attendance.away.values());
        attendance.next = times.copied().chain(attendance.tell_at).min();
    }

    fn lose(&mut self, patron: Patron, now: Instant) {
        let heard =
            self.setup.book.people().get(&patron.0).map(|name| self.setup.feed.presence.give_up(name));
        let (grace, seat) = (self.setup.pace.grace, self.setup.pace.seat);
        let attendance = &mut self.attendance;
        let last = match heard {
            Some(Heard::Connected) => {
                attendance.fading.remove(&patron);
                return;
            }
            Some(Heard::At(last)) if last + grace > now => {
                attendance.fading.insert(patron, last + grace);
                return;
            }
            Some(Heard::At(last)) => last,
            Some(Heard::Never) | None => now.checked_sub(grace).unwrap_or(now),
        };
        attendance.fading.remove(&patron);
        attendance.present.remove(&patron);
        attendance.assumed.remove(&patron);
        attendance.away.insert(patron, (last + seat).max(now));
        self.tell_soon();
    }

    /// Tells everyone who watches who is present.
    pub(super) fn tell_around(&mut self) {
        self.attendance.tell_at = None;
        let attendance = &self.attendance;
        let mut away = BTreeSet::new();
        if let Some(engine) = self.setup.book.engine() {
            away.extend(seated(engine).filter(|patron| !attendance.counts_on(*patron)));
            let bettors = RefCell::new(&mut away);
            engine.all_bettors(&|patron| {
                if !attendance.counts_on(patron) {
                    bettors.borrow_mut().insert(patron);
                }
                true
            });
        }
        let is_here = |patron: &&Patron| !attendance.assumed.contains(*patron);
        let here = || attendance.present.iter().filter(is_here).copied();
        let (people, house) = (|| here().filter(|patron| !self.house.contains(patron)), here());
        let house = house.filter(|patron| self.house.contains(patron));
        self.setup.feed.presence.tell(Around {
            present: people().count(),
            here: people().chain(house).take(FACES).collect(),
            away: away.into_iter().collect(),
            ready: self.ready.clone(),
        });
    }

    /// Frees the seats of those whose time is up and returns their chips, unless something of theirs is in play.
    pub(super) async fn let_leave(&mut self) {
        let book = &self.setup.book;
        let digital = book.opened().is_some_and(|opened| opened.chance == Mode::Digital);
        if self.attendance.leaving.is_empty() || !digital {
            return;
        }
        let untried = |(_, tried): &(&Patron, &Option<u64>)| **tried != Some(book.next());
        let mut next = self.attendance.leaving.iter().filter(untried).map(|(patron, _)| *patron);
        let now: Vec<Patron> = next.by_ref().take(AT_ONCE).collect();
        let more = next.next().is_some();
        for patron in &now {
            match self.leaves(*patron).await {
                _ if self.stopped.is_some() => return,
                true => self.attendance.leaving.remove(patron),
                false => self.attendance.leaving.insert(*patron, Some(self.setup.book.next())),
            };
        }
        if more {
            self.attendance.look_at(Instant::now());
        }
        if !now.is_empty() {
            self.tell_soon();
        }
    }

    /// Makes an absent person leave; returns whether they are gone for good.
    async fn leaves(&mut self, patron: Patron) -> bool {
        for _ in 0..ACTS {
            let Some(line) = self.setup.book.engine().and_then(|engine| way_out(engine, patron)) else {
                break;
            };
            if let Err(problem) = self.try_house(Entry::Input { line }).await {
                tracing::warn!(table = self.setup.book.table(), %patron, problem.message, "cannot leave yet");
                return false;
            }
        }
        let book = &self.setup.book;
        if book.engine().is_some_and(|engine| is_in_play(engine, patron)) {
            return false;
        }
        let cents = book.purse(patron);
        if cents > 0
            && let Err(problem) = self.try_house(Entry::TakenAway { patron: patron.0, cents }).await
        {
            tracing::warn!(table = self.setup.book.table(), %patron, problem.message, "chips stay at the table");
        }
        true
    }
}

/// The next act with which a patron leaves: taking back a wager where the law allows it, handing back chips of a color,
/// or giving up the seat.
fn way_out(engine: &dyn Engine, patron: Patron) -> Option<String> {
    let is_way_out = |offer: &&Offered| match offer.kind {
        OfferKind::TakeBack => true,
        OfferKind::Deed => offer.act == "leaves" || offer.act.starts_with("hands back "),
        OfferKind::Wager => false,
    };
    let offers = engine.offers(Actor::Patron(patron));
    let offer = offers.iter().find(|offer| is_way_out(offer))?;
    Some(offer.line(Actor::Patron(patron), Money::ZERO))
}

/// Whether a patron has a wager on the layout, has spoken one, or sits at the table.
fn is_in_play(engine: &dyn Engine, patron: Patron) -> bool {
    !engine.all_bettors(&|bettor| bettor != patron)
        || engine.spoken().is_some_and(|bet| bet.patron == patron)
        || seated(engine).any(|who| who == patron)
}

/// Those who have a seat at the table, or the dice.
pub(super) fn seated(engine: &dyn Engine) -> impl Iterator<Item = Patron> + use<> {
    let picture = engine.picture();
    picture.seats.into_iter().map(|place| place.patron).chain(picture.shooter)
}
