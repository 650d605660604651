//! What is kept of people.

use super::{Failures, Terms};
use crate::store::Broken;
use books::Hash;
use protocol::Role;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

/// Somebody who is admitted. It holds the hash of a password, so it is not to be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The name, in lower case.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The password's hash in PHC form; empty for a guest, who has none.
    pub password_hash: String,
    /// Whether an administrator has locked the account.
    pub locked: bool,
    /// Log-ins that failed.
    pub failures: Failures,
    /// When the person was admitted.
    pub created: i64,
}

/// Somebody who is logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of the token.
    pub token: Hash,
    /// Whose.
    pub name: String,
    /// When it began.
    pub created: i64,
    /// When it ends.
    pub expires: i64,
}

/// A link that works once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The hash of the token.
    pub token: Hash,
    /// What it makes of who uses it.
    pub role: Role,
    /// Until when.
    pub expires: i64,
}

/// Where people are kept. Every call may block, and each is one statement of its own.
pub trait PeopleStore: Send + Sync + 'static {
    /// The person of this name.
    fn person(&self, name: &str) -> Result<Option<Person>, Broken>;
    /// Everyone, by name.
    fn people(&self) -> Result<Vec<Person>, Broken>;
    /// Adds a person; false if the name is taken.
    fn add_person(&self, person: &Person) -> Result<bool, Broken>;
    /// Gives a person another role; false if there is none of that name.
    fn set_role(&self, name: &str, role: Role) -> Result<bool, Broken>;
    /// Gives a person another password, and forgets failures; false if there is none of that name.
    fn set_password(&self, name: &str, password_hash: &str) -> Result<bool, Broken>;
    /// Locks or unlocks a person, and forgets failures; false if there is none of that name.
    fn set_locked(&self, name: &str, locked: bool) -> Result<bool, Broken>;
    /// Whether a log-in from this address may be tried now; counts it as a failure if so, in one step. No if there is
    /// nobody of that name.
    fn attempt(&self, name: &str, from: &str, now: i64, terms: Terms) -> Result<bool, Broken>;
    /// The try from this address was the person's own.
    fn succeed(&self, name: &str, from: &str, now: i64) -> Result<(), Broken>;
    /// The session of this token, which may have ended.
    fn session(&self, token: Hash) -> Result<Option<Session>, Broken>;
    /// Begins a session.
    fn put_session(&self, session: &Session) -> Result<(), Broken>;
    /// Moves the end of a session; false if there is none.
    fn extend_session(&self, token: Hash, expires: i64) -> Result<bool, Broken>;
    /// Ends a session.
    fn drop_session(&self, token: Hash) -> Result<(), Broken>;
    /// Ends all sessions of a person.
    fn drop_sessions(&self, name: &str) -> Result<(), Broken>;
    /// Keeps a link.
    fn put_invitation(&self, invitation: &Invitation) -> Result<(), Broken>;
    /// Uses a link up, in one step: whoever comes first gets it.
    fn take_invitation(&self, token: Hash) -> Result<Option<Invitation>, Broken>;
}

/// People who are forgotten when the program ends.
#[derive(Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    people: BTreeMap<String, Person>,
    sessions: BTreeMap<Hash, Session>,
    invitations: BTreeMap<Hash, Invitation>,
}

impl Memory {
    fn kept(&self) -> Result<MutexGuard<'_, Kept>, Broken> {
        self.0.lock().map_err(|_| Broken("people are in disorder after a panic".to_owned()))
    }

    fn change(&self, name: &str, change: impl FnOnce(&mut Person)) -> Result<bool, Broken> {
        Ok(self.kept()?.people.get_mut(name).map(change).is_some())
    }
}

impl PeopleStore for Memory {
    fn person(&self, name: &str) -> Result<Option<Person>, Broken> {
        Ok(self.kept()?.people.get(name).cloned())
    }

    fn people(&self) -> Result<Vec<Person>, Broken> {
        Ok(self.kept()?.people.values().cloned().collect())
    }

    fn add_person(&self, person: &Person) -> Result<bool, Broken> {
        let mut kept = self.kept()?;
        let free = !kept.people.contains_key(&person.name);
        if free {
            kept.people.insert(person.name.clone(), person.clone());
        }
        Ok(free)
    }

    fn set_role(&self, name: &str, role: Role) -> Result<bool, Broken> {
        self.change(name, |person| person.role = role)
    }

    fn set_password(&self, name: &str, password_hash: &str) -> Result<bool, Broken> {
        self.change(name, |person| {
            person.password_hash = password_hash.to_owned();
            person.failures = Failures::default();
        })
    }

    fn set_locked(&self, name: &str, locked: bool) -> Result<bool, Broken> {
        self.change(name, |person| (person.locked, person.failures) = (locked, Failures::default()))
    }

    fn attempt(&self, name: &str, from: &str, now: i64, terms: Terms) -> Result<bool, Broken> {
        let mut kept = self.kept()?;
        Ok(kept.people.get_mut(name).is_some_and(|person| person.failures.attempt(from, now, terms)))
    }

    fn succeed(&self, name: &str, from: &str, now: i64) -> Result<(), Broken> {
        self.change(name, |person| person.failures.succeed(from, now)).map(drop)
    }

    fn session(&self, token: Hash) -> Result<Option<Session>, Broken> {
        Ok(self.kept()?.sessions.get(&token).cloned())
    }

    fn put_session(&self, session: &Session) -> Result<(), Broken> {
        self.kept()?.sessions.insert(session.token, session.clone());
        Ok(())
    }

    fn extend_session(&self, token: Hash, expires: i64) -> Result<bool, Broken> {
        Ok(self.kept()?.sessions.get_mut(&token).map(|session| session.expires = expires).is_some())
    }

    fn drop_session(&self, token: Hash) -> Result<(), Broken> {
        self.kept()?.sessions.remove(&token);
        Ok(())
    }

    fn drop_sessions(&self, name: &str) -> Result<(), Broken> {
        self.kept()?.sessions.retain(|_, session| session.name != name);
        Ok(())
    }

    fn put_invitation(&self, invitation: &Invitation) -> Result<(), Broken> {
        self.kept()?.invitations.insert(invitation.token, invitation.clone());
        Ok(())
    }

    fn take_invitation(&self, token: Hash) -> Result<Option<Invitation>, Broken> {
        Ok(self.kept()?.invitations.remove(&token))
    }
}
