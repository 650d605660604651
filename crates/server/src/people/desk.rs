//! Access to people for async code: blocking calls run on their own threads, only a few passwords are hashed at a time,
//! and callers can wait for the end of a session.

use super::{Denied, Ended, People, PeopleStore, Who};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{Semaphore, broadcast::error::RecvError},
    task::spawn_blocking,
    time::{Instant, sleep, sleep_until},
};

/// How many passwords are hashed at the same time: each takes 19 MiB and a core.
const AT_A_TIME: usize = 2;

/// How many may wait for that; more would be answered too late to be useful.
const WAITING: usize = 64;

/// A failed attempt is never answered sooner than this, so that its timing does not reveal whether something was
/// written to the store.
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
    /// Makes a desk for these people.
    pub fn new(people: People<S>) -> Desk<S> {
        Desk {
            people: Arc::new(people),
            hashing: Arc::new(Semaphore::new(AT_A_TIME)),
            waiting: Arc::new(Semaphore::new(AT_A_TIME + WAITING)),
        }
    }

    /// The people, for calls that do not block.
    pub fn people(&self) -> &People<S> {
        &self.people
    }

    /// Makes a call that takes no password.
    pub async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&People<S>) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let people = Arc::clone(&self.people);
        spawn_blocking(move || ask(&people)).await.unwrap_or_else(|e| Err(Denied::Broken(e.to_string())))
    }

    /// Makes a call that takes a password: only a few run at a time, and failures are delayed.
    pub async fn ask_with_password<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&People<S>) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let busy = || Denied::Broken("too many passwords are being looked at".to_owned());
        let began = Instant::now();
        let _place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| busy())?;
        let turn = Arc::clone(&self.hashing).acquire_owned().await.map_err(|_| busy())?;
        let people = Arc::clone(&self.people);
        // The turn belongs to the work: a caller who hangs up does not make room for another.
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

    /// Waits until this session ends: by signing out, a change of role or password, a lock, or expiry.
    pub async fn ended(&self, who: &Who, now: impl Fn() -> i64) {
        let mut endings = self.people.endings();
        loop {
            // This is asked first after listening began, so that no end is missed in between, and again whenever
            // something may have been missed. If the store cannot answer, it also accepts nothing, so it does no harm
            // to stay until it can.
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
