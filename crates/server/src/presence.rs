//! Who is at a table at the moment: live connections and recent requests. The table's task is told about changes and
//! decides what follows; everyone else reads its conclusions.

use protocol::PresenceView;
use rules::Patron;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{
    sync::{Notify, watch},
    time::{Duration, Instant},
};

/// How many people are remembered before those who left long ago are forgotten.
const REMEMBERED: usize = 4096;
/// How long after leaving somebody may be forgotten.
const LONG_AGO: Duration = Duration::from_secs(3600);

/// When somebody was last heard from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// There is a live connection.
    Connected,
    /// There was a request, or the last connection ended, at this time.
    At(Instant),
    /// Never since the table started running here.
    Never,
}

struct Person {
    connections: u32,
    last: Instant,
    /// Whether the table knows that this person is here. If so, another request is not news.
    known: bool,
}

#[derive(Default)]
struct Inner {
    people: HashMap<String, Person>,
    /// Those about whom there is news.
    changed: BTreeSet<String>,
}

/// The table's conclusions: who counts as present, who is absent, who is ready.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Around {
    /// How many people are here.
    pub present: usize,
    /// Some of them, followed by house players.
    pub here: Vec<Patron>,
    /// Those absent who have a seat or a wager.
    pub away: Vec<Patron>,
    /// Those who have finished wagering for this betting window.
    pub ready: BTreeSet<Patron>,
}

impl Around {
    /// The view of this that a person gets.
    pub fn view(&self, you: Option<Patron>) -> PresenceView {
        PresenceView {
            present: self.present,
            away: self.away.clone(),
            ready: you.is_some_and(|you| self.ready.contains(&you)),
        }
    }
}

/// Tracks who is at a table.
#[derive(Default)]
pub struct Presence {
    inner: Mutex<Inner>,
    news: Notify,
    around: watch::Sender<Arc<Around>>,
}

impl Presence {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Each change here is complete in itself, so a panic elsewhere leaves nothing half done.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that somebody makes a request at the table.
    pub fn see(&self, person: &str) {
        self.note(person, 0);
    }

    /// Notes that somebody opens a live connection. It counts until the value is dropped.
    pub fn connect(self: &Arc<Self>, person: &str) -> Connected {
        self.note(person, 1);
        Connected { to: Arc::clone(self), person: person.to_owned() }
    }

    fn note(&self, person: &str, connections: u32) {
        let mut inner = self.inner();
        let now = Instant::now();
        if inner.people.len() >= REMEMBERED && !inner.people.contains_key(person) {
            inner.people.retain(|_, one| one.connections > 0 || now < one.last + LONG_AGO);
        }
        let fresh = Person { connections: 0, last: now, known: false };
        let one = inner.people.entry(person.to_owned()).or_insert(fresh);
        let news = !one.known || connections > 0 && one.connections == 0;
        one.connections += connections;
        one.last = now;
        if news {
            inner.changed.insert(person.to_owned());
            drop(inner);
            self.news.notify_one();
        }
    }

    fn disconnect(&self, person: &str) {
        let mut inner = self.inner();
        if let Some(one) = inner.people.get_mut(person) {
            one.connections = one.connections.saturating_sub(1);
            one.last = Instant::now();
            if one.connections == 0 {
                inner.changed.insert(person.to_owned());
                drop(inner);
                self.news.notify_one();
            }
        }
    }

    /// When somebody was last heard from.
    pub fn heard(&self, person: &str) -> Heard {
        match self.inner().people.get(person) {
            None => Heard::Never,
            Some(Person { connections: 1.., .. }) => Heard::Connected,
            Some(one) => Heard::At(one.last),
        }
    }

    /// Waits until there is news about somebody.
    pub(crate) async fn changed(&self) {
        self.news.notified().await;
    }

    /// Takes the people about whom there is news; from now on the table knows about them.
    pub(crate) fn take_changed(&self) -> BTreeSet<String> {
        let mut inner = self.inner();
        let changed = std::mem::take(&mut inner.changed);
        for person in &changed {
            if let Some(one) = inner.people.get_mut(person) {
                one.known = true;
            }
        }
        changed
    }

    /// The table no longer counts this person as present, so their next request is news. Returns when they were last
    /// heard from, which may have been this very moment.
    pub(crate) fn give_up(&self, person: &str) -> Heard {
        if let Some(one) = self.inner().people.get_mut(person) {
            one.known = false;
        }
        self.heard(person)
    }

    /// The table publishes who is present.
    pub(crate) fn tell(&self, around: Around) {
        self.around.send_if_modified(|before| {
            let news = **before != around;
            if news {
                *before = Arc::new(around);
            }
            news
        });
    }

    /// The people who are present, as last published.
    pub fn around(&self) -> Arc<Around> {
        Arc::clone(&self.around.borrow())
    }

    /// A receiver that is notified when that changes.
    pub fn subscribe(&self) -> watch::Receiver<Arc<Around>> {
        self.around.subscribe()
    }
}

/// A live connection that counts as presence.
pub struct Connected {
    to: Arc<Presence>,
    person: String,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.to.disconnect(&self.person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(presence: &Presence) -> Vec<String> {
        presence.take_changed().into_iter().collect()
    }

    #[test]
    fn only_the_first_request_is_news_until_somebody_is_given_up() {
        let presence = Presence::default();
        assert_eq!(presence.heard("ann"), Heard::Never);
        presence.see("ann");
        assert_eq!(names(&presence), ["ann"]);
        let before = presence.heard("ann");
        std::thread::sleep(Duration::from_millis(2));
        presence.see("ann");
        assert_eq!(names(&presence), [""; 0], "a second request tells the table nothing new");
        assert!(matches!((before, presence.heard("ann")), (Heard::At(then), Heard::At(now)) if then < now));
        presence.give_up("ann");
        presence.see("ann");
        assert_eq!(names(&presence), ["ann"]);
    }

    #[test]
    fn a_person_with_two_windows_is_here_until_both_are_closed() {
        let presence = Arc::new(Presence::default());
        let (first, second) = (presence.connect("ann"), presence.connect("ann"));
        names(&presence);
        drop(first);
        assert_eq!((presence.heard("ann"), names(&presence)), (Heard::Connected, vec![]));
        drop(second);
        assert!(matches!(presence.heard("ann"), Heard::At(_)));
        assert_eq!(names(&presence), ["ann"]);
    }
}
