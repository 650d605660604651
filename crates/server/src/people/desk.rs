//! Where async code asks for people: blocking calls go to threads of their own, few passwords are hashed at a time,
//! and whoever waits for the end of a session learns of it.

use super::{Denied, Ended, People, PeopleStore, Who};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{Semaphore, broadcast::error::RecvError},
    task::spawn_blocking,
    time::{Instant, sleep, sleep_until},
};

/// How many passwords are hashed at the same time: each takes 19 MiB and a core.
const AT_A_TIME: usize = 2;

/// How many may wait for that; more would be answered too late to be of use.
const WAITING: usize = 64;

/// A failed attempt is not answered sooner than this, so that neither a write to the store nor its absence can be
/// heard in the time it took.
const FAILURE_TAKES: Duration = Duration::from_millis(300);

/// The people of a floor, for async code.
pub struct Desk<S> {
    people: Arc<People<S>>,
    hashing: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl<S> Clone for Desk<S> {
    fn clone(&self) -> Desk<S> {
        Desk {
            people: Arc::clone(&self.people),
            hashing: Arc::clone(&self.hashing),
            waiting: Arc::clone(&self.waiting),
        }
    }
}

impl<S: PeopleStore> Desk<S> {
    /// A desk for these people.
    pub fn new(people: People<S>) -> Desk<S> {
        Desk {
            people: Arc::new(people),
            hashing: Arc::new(Semaphore::new(AT_A_TIME)),
            waiting: Arc::new(Semaphore::new(AT_A_TIME + WAITING)),
        }
    }

    /// The people, for what does not block.
    pub fn people(&self) -> &People<S> {
        &self.people
    }

    /// Asks something that takes no password.
    pub async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&People<S>) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let people = Arc::clone(&self.people);
        spawn_blocking(move || ask(&people)).await.unwrap_or_else(|e| Err(Denied::Broken(e.to_string())))
    }

    /// Asks something that takes a password: few at a time, and a failure takes its time.
    pub async fn ask_with_password<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&People<S>) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let busy = || Denied::Broken("too many passwords are being looked at".to_owned());
        let began = Instant::now();
        let _place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| busy())?;
        let turn = Arc::clone(&self.hashing).acquire_owned().await.map_err(|_| busy())?;
        let people = Arc::clone(&self.people);
        // The turn goes with the work: a caller who hangs up does not make room for another.
        let done = spawn_blocking(move || {
            let answer = ask(&people);
            drop(turn);
            answer
        });
        let answer = done.await.unwrap_or_else(|e| Err(Denied::Broken(e.to_string())));
        if answer.is_err() {
            sleep_until(began + FAILURE_TAKES).await;
        }
        answer
    }

    /// Waits until this session ends: by log-out, a change of role or password, a lock, or time.
    pub async fn ended(&self, who: &Who, now: impl Fn() -> i64) {
        let mut endings = self.people.endings();
        loop {
            // First after listening began, so that no end falls between; then whenever something may have been missed.
            // A store that cannot be asked takes nothing either, so there is no harm in staying until it can.
            let (asked, at) = (who.clone(), now());
            if !self.ask(move |people| people.goes_on(&asked, at)).await.unwrap_or(true) {
                return;
            }
            let recheck = sleep(Duration::from_millis(self.people.settings().recheck));
            tokio::pin!(recheck);
            loop {
                tokio::select! {
                    told = endings.recv() => match told {
                        Ok(ended) if ended.ends(who) => return,
                        Ok(Ended::One(_) | Ended::All(_)) => {}
                        Err(RecvError::Lagged(_)) => break,
                        Err(RecvError::Closed) => return,
                    },
                    () = &mut recheck => break,
                }
            }
        }
    }
}
