//! What is stored about people.

use super::{Failures, Terms};
use crate::store::Broken;
use books::Hash;
use protocol::Role;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

/// An account. It holds the hash of a password, so it must not be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The name, in lower case.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The password's hash in PHC format; empty for a guest, who has none.
    pub password_hash: String,
    /// Whether an administrator has locked the account.
    pub locked: bool,
    /// Failed sign-ins.
    pub failures: Failures,
    /// When the account was created.
    pub created: i64,
}

impl Person {
    /// Whether there is no password, so that the person is known only by the session.
    pub fn is_guest(&self) -> bool {
        self.password_hash.is_empty()
    }
}

/// A session of somebody who is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of the token.
    pub token: Hash,
    /// The person's name.
    pub name: String,
    /// When the session began, in milliseconds since 1970, UTC.
    pub created: i64,
    /// When the session ends, in milliseconds since 1970, UTC.
    pub expires: i64,
}

/// A link that works once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The hash of the token.
    pub token: Hash,
    /// The role it gives.
    pub role: Role,
    /// When the link expires, in milliseconds since 1970, UTC.
    pub expires: i64,
}

/// Where people are stored. Every call may block, and each is a statement of its own.
pub trait PeopleStore: Send + Sync + 'static {
    /// The person with this name.
    fn person(&self, name: &str) -> Result<Option<Person>, Broken>;
    /// Everyone, by name.
    fn people(&self) -> Result<Vec<Person>, Broken>;
    /// Adds a person; returns false if the name is taken.
    fn add_person(&self, person: &Person) -> Result<bool, Broken>;
    /// The account that took this name later.
    fn account(&self, kept: &str) -> Result<Option<String>, Broken>;
    /// Sets the display name of a person; returns false if somebody else has it. Their previous one becomes free.
    fn show_as(&self, account: &str, kept: &str, shown: &str) -> Result<bool, Broken>;
    /// The display name of an account, if it differs from the account's name.
    fn shown(&self, account: &str) -> Result<Option<String>, Broken>;
    /// Everyone with a different display name: the account and the display name.
    fn all_shown(&self) -> Result<Vec<(String, String)>, Broken>;
    /// Sets the role of a person; returns false if there is nobody with that name.
    fn set_role(&self, name: &str, role: Role) -> Result<bool, Broken>;
    /// Sets the password of a person and clears failures; returns false if there is nobody with that name.
    fn set_password(&self, name: &str, password_hash: &str) -> Result<bool, Broken>;
    /// Locks or unlocks a person and clears failures; returns false if there is nobody with that name.
    fn set_locked(&self, name: &str, locked: bool) -> Result<bool, Broken>;
    /// Whether a sign-in from this address may be tried now. If so, counts it as a failure in the same step. Returns
    /// false if there is nobody with that name.
    fn attempt(&self, name: &str, from: &str, now: i64, terms: Terms) -> Result<bool, Broken>;
    /// Notes that the attempt from this address succeeded.
    fn succeed(&self, name: &str, from: &str, now: i64) -> Result<(), Broken>;
    /// The session with this token, which may have expired.
    fn session(&self, token: Hash) -> Result<Option<Session>, Broken>;
    /// Begins a session.
    fn put_session(&self, session: &Session) -> Result<(), Broken>;
    /// Moves the end of a session; returns false if there is none.
    fn extend_session(&self, token: Hash, expires: i64) -> Result<bool, Broken>;
    /// Ends a session.
    fn drop_session(&self, token: Hash) -> Result<(), Broken>;
    /// Ends all sessions of a person.
    fn drop_sessions(&self, name: &str) -> Result<(), Broken>;
    /// Stores a link.
    fn put_invitation(&self, invitation: &Invitation) -> Result<(), Broken>;
    /// Uses up a link atomically: whoever comes first gets it.
    fn take_invitation(&self, token: Hash) -> Result<Option<Invitation>, Broken>;
    /// A document of this kind.
    fn doc(&self, kind: &'static str, id: &str) -> Result<Option<String>, Broken>;
    /// All documents of a kind, by id.
    fn docs(&self, kind: &'static str) -> Result<Vec<(String, String)>, Broken>;
    /// Adds a document; returns false if there already is one.
    fn add_doc(&self, kind: &'static str, id: &str, body: &str) -> Result<bool, Broken>;
    /// Deletes a document; returns false if there is none.
    fn drop_doc(&self, kind: &'static str, id: &str) -> Result<bool, Broken>;
}

/// People in memory, who are forgotten when the program ends.
#[derive(Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    people: BTreeMap<String, Person>,
    /// For each account, the display name in its normalized form and as it is shown.
    shown: BTreeMap<String, (String, String)>,
    sessions: BTreeMap<Hash, Session>,
    invitations: BTreeMap<Hash, Invitation>,
    docs: BTreeMap<(&'static str, String), String>,
}

impl Kept {
    fn account(&self, name: &str) -> Option<String> {
        self.shown.iter().find(|(_, (kept, _))| kept == name).map(|(account, _)| account.clone())
    }
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
        let free = !kept.people.contains_key(&person.name) && kept.account(&person.name).is_none();
        if free {
            kept.people.insert(person.name.clone(), person.clone());
        }
        Ok(free)
    }

    fn account(&self, name: &str) -> Result<Option<String>, Broken> {
        Ok(self.kept()?.account(name))
    }

    fn show_as(&self, account: &str, name: &str, shown: &str) -> Result<bool, Broken> {
        let mut kept = self.kept()?;
        let others = |whose: Option<String>| whose.is_some_and(|whose| whose != account);
        if name != account && (kept.people.contains_key(name) || others(kept.account(name))) {
            return Ok(false);
        }
        kept.shown.insert(account.to_owned(), (name.to_owned(), shown.to_owned()));
        Ok(true)
    }

    fn shown(&self, account: &str) -> Result<Option<String>, Broken> {
        Ok(self.kept()?.shown.get(account).map(|(_, shown)| shown.clone()))
    }

    fn all_shown(&self) -> Result<Vec<(String, String)>, Broken> {
        Ok(self.kept()?.shown.iter().map(|(account, (_, shown))| (account.clone(), shown.clone())).collect())
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

    fn doc(&self, kind: &'static str, id: &str) -> Result<Option<String>, Broken> {
        Ok(self.kept()?.docs.get(&(kind, id.to_owned())).cloned())
    }

    fn docs(&self, kind: &'static str) -> Result<Vec<(String, String)>, Broken> {
        let kept = self.kept()?;
        let own = kept.docs.iter().filter(|((of, _), _)| *of == kind);
        Ok(own.map(|((_, id), body)| (id.clone(), body.clone())).collect())
    }

    fn add_doc(&self, kind: &'static str, id: &str, body: &str) -> Result<bool, Broken> {
        let mut kept = self.kept()?;
        let key = (kind, id.to_owned());
        let free = !kept.docs.contains_key(&key);
        kept.docs.entry(key).or_insert_with(|| body.to_owned());
        Ok(free)
    }

    fn drop_doc(&self, kind: &'static str, id: &str) -> Result<bool, Broken> {
        Ok(self.kept()?.docs.remove(&(kind, id.to_owned())).is_some())
    }
}
