//! Accounts: names, passwords, sessions, locks, and the link that creates the first administrator.
//!
//! [`People`] is plain and blocking: values in, values out, and the time is an argument. [`Desk`] runs it off the async
//! threads and tells live connections when a session ends.
//!
//! A failed sign-in never reveals whether the name exists, the password was wrong or the account is locked, and it takes
//! the same amount of work in every case.

mod desk;
mod failures;
mod keep;
mod names;
mod secret;
mod services;
mod stored;
#[cfg(test)]
mod tests;

pub use desk::Desk;
pub use failures::{Failures, Terms};
pub use keep::{Invitation, Memory, PeopleStore, Person, Session};
pub use names::{HOUSE_PLAYER, name};
pub use secret::{Cost, Token, bearer_in, cookie, cookie_gone, token_in};
pub use services::Service;
pub use stored::Stored;

use crate::{doors::network, store::Broken};
use books::Hash;
use protocol::{Problem, ProblemCode, Role};
use secret::Hasher;
use std::{fmt, net::IpAddr, sync::Arc};
use tokio::sync::broadcast;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// How an account is unlocked after too many failures from an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlock {
    /// Automatically, this many milliseconds after the last failure.
    After(i64),
    /// By an administrator only.
    ByAdministrator,
}

/// The house's settings for accounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many failures lock an account for the address they came from.
    pub failures: u32,
    /// How many failures from anywhere slow an account down.
    pub brake: u32,
    /// Milliseconds between two sign-ins from unknown addresses while an account is slowed down.
    pub gap: i64,
    /// How it is unlocked.
    pub unlock: Unlock,
    /// Milliseconds without a request after which a session ends.
    pub idle: i64,
    /// Milliseconds after which a session ends in any case.
    pub absolute: i64,
    /// Milliseconds without a request after which a guest's session ends. A guest is known only by the cookie, so there
    /// is no other limit.
    pub guest: i64,
    /// Milliseconds for which a one-time link is valid.
    pub link: i64,
    /// Whether players may enter as guests, without a password.
    pub guests: bool,
    /// Whether the cookie is sent over TLS only.
    pub secure: bool,
    /// Milliseconds after which a live connection checks its session again: how soon it notices that the session has
    /// expired, or that another node ended it.
    pub recheck: u64,
    /// The cost of hashing a password.
    pub cost: Cost,
}

impl Settings {
    /// Three failures lock for a quarter of an hour; twenty from anywhere slow down to one attempt in half a minute;
    /// sessions end after 30 minutes idle and 12 hours in total; no guests; TLS only.
    pub const USUAL: Settings = Settings {
        failures: 3,
        brake: 20,
        gap: MINUTE / 2,
        unlock: Unlock::After(15 * MINUTE),
        idle: 30 * MINUTE,
        absolute: 12 * HOUR,
        guest: 30 * 24 * HOUR,
        link: 24 * HOUR,
        guests: false,
        secure: true,
        recheck: 900,
        cost: Cost::USUAL,
    };

    fn terms(&self) -> Terms {
        let lock = match self.unlock {
            Unlock::After(time) => Some(time),
            Unlock::ByAdministrator => None,
        };
        Terms { failures: self.failures, lock, brake: self.brake, gap: self.gap }
    }
}

/// A person whose session was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The name.
    pub name: String,
    /// The current role.
    pub role: Role,
    /// Whether this is a guest, who has no password.
    pub guest: bool,
    /// The hash of the session's token, or of the service's.
    pub session: Hash,
    /// The service that makes the request, for itself or for one of its patrons.
    pub service: Option<Arc<Service>>,
}

/// A person who has just signed in, with a new token for the cookie.
pub struct Entered {
    /// The person.
    pub who: Who,
    /// The token. It is stored nowhere else.
    pub token: Token,
}

/// Sessions that have ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A single session.
    One(Hash),
    /// All sessions of this person.
    All(String),
}

impl Ended {
    /// Whether this session is among them.
    pub fn ends(&self, who: &Who) -> bool {
        match self {
            Ended::One(session) => *session == who.session,
            Ended::All(name) => *name == who.name,
        }
    }
}

/// Why a request was denied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denied {
    /// The name, the password or the moment is wrong; it is not revealed which.
    Wrong,
    /// There is no session, or it has ended.
    LoggedOut,
    /// The text is not a valid name.
    Name,
    /// The name is reserved for the floor itself.
    Reserved,
    /// The text is not an acceptable password.
    Password,
    /// The name is taken.
    Taken,
    /// The link was used, has expired or never existed.
    Link,
    /// The house admits no guests.
    Guests,
    /// There is nobody with that name.
    Nobody,
    /// This is the last administrator, and there must be one.
    LastAdministrator,
    /// The token is unknown, has expired or was revoked.
    Token,
    /// No token has this id.
    NoToken(String),
    /// The service has no patron with this id.
    NoPatron(String),
    /// The request cannot be stored as it is, for this reason.
    Unfit(String),
    /// The store failed, or the operating system provided no entropy.
    Broken(String),
}

impl Denied {
    /// The problem to report.
    pub fn problem(&self) -> Problem {
        let code = match self {
            Denied::Wrong | Denied::LoggedOut | Denied::Token => ProblemCode::LogIn,
            Denied::Name | Denied::Reserved | Denied::Password | Denied::Unfit(_) => ProblemCode::BadRequest,
            Denied::Taken | Denied::LastAdministrator => ProblemCode::Conflict,
            Denied::Link | Denied::Guests => ProblemCode::Forbidden,
            Denied::Nobody | Denied::NoToken(_) | Denied::NoPatron(_) => ProblemCode::Unknown,
            Denied::Broken(_) => ProblemCode::Unavailable,
        };
        Problem::new(code, self.to_string())
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Denied::Wrong => {
                "name or password is wrong, or too many log-ins have failed: after three failures wait 15 minutes, or ask \
                 an administrator"
            }
            Denied::LoggedOut => "sign in first",
            Denied::Name => {
                "a name is 1 to 32 letters, digits, '-', '_' or '.', with a space between words if you like, and begins \
                 with a letter or digit"
            }
            Denied::Reserved => "that name means something on the floor, such as 'dealer' or 'p1': choose another",
            Denied::Password => "a password is 12 to 128 characters and not the name",
            Denied::Taken => "that name is taken: choose another",
            Denied::Link => "this link was used or has expired: ask for another",
            Denied::Guests => "this house admits no guests: sign in",
            Denied::Nobody => "nobody has that name",
            Denied::LastAdministrator => "without this administrator there would be none: admit another first",
            Denied::Token => "this token is unknown, has expired or was revoked: ask an administrator for another",
            Denied::NoToken(id) => return write!(f, "no token has the id {id}: look at the list of tokens"),
            Denied::NoPatron(id) => {
                return write!(f, "your service has no patron {id}: add the patron with POST /api/patrons first");
            }
            Denied::Unfit(why) => why,
            // The cause goes to the log only: it may name files and hosts.
            Denied::Broken(_) => "the floor cannot look people up now: try again",
        })
    }
}

impl std::error::Error for Denied {}

impl From<Broken> for Denied {
    fn from(broken: Broken) -> Denied {
        Denied::Broken(broken.0)
    }
}

fn password<'a>(written: &'a str, name: &str) -> Result<&'a str, Denied> {
    let fits = (12..=128).contains(&written.chars().count()) && !written.eq_ignore_ascii_case(name);
    if fits { Ok(written) } else { Err(Denied::Password) }
}

/// The people of a floor. Every call may block, and those that take a password are slow.
pub struct People<S> {
    store: S,
    settings: Settings,
    hasher: Hasher,
    ended: broadcast::Sender<Ended>,
}

impl<S: PeopleStore> People<S> {
    /// Uses these settings and this store.
    pub fn new(store: S, settings: Settings) -> Result<People<S>, Denied> {
        let hasher = Hasher::new(settings.cost)?;
        // A listener that falls this far behind looks up its session instead.
        let (ended, _) = broadcast::channel(1024);
        Ok(People { store, settings, hasher, ended })
    }

    /// The house's settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// A receiver for sessions that have ended.
    pub fn endings(&self) -> broadcast::Receiver<Ended> {
        self.ended.subscribe()
    }

    /// The person whose session has this token. This extends the session.
    pub fn who(&self, token: &Token, now: i64) -> Result<Who, Denied> {
        let hash = token.hash();
        let session = self.store.session(hash)?.filter(|session| now < session.expires);
        let session = session.ok_or(Denied::LoggedOut)?;
        let person = self.store.person(&session.name)?.filter(|person| !person.locked);
        let person = person.ok_or(Denied::LoggedOut)?;
        let expires = self.expires(&person, session.created, now);
        // The session is not extended on every request: a minute more or less does not matter.
        if expires >= session.expires + MINUTE && !self.store.extend_session(hash, expires)? {
            return Err(Denied::LoggedOut);
        }
        Ok(Who {
            guest: person.is_guest(),
            name: person.name,
            role: person.role,
            session: hash,
            service: None,
        })
    }

    fn expires(&self, person: &Person, created: i64, now: i64) -> i64 {
        match person.is_guest() {
            true => now + self.settings.guest,
            false => (now + self.settings.idle).min(created + self.settings.absolute),
        }
    }

    /// Whether a session is still valid. Asking does not extend it.
    pub fn goes_on(&self, who: &Who, now: i64) -> Result<bool, Denied> {
        if let Some(service) = &who.service {
            return self.token_works(who, service, now);
        }
        let session = self.store.session(who.session)?.filter(|session| now < session.expires);
        let person = self.store.person(&who.name)?;
        Ok(session.is_some() && person.is_some_and(|person| !person.locked && person.role == who.role))
    }

    /// Signs in from an address. The browser's previous session, if there is one, ends.
    pub fn log_in(
        &self,
        written: &str,
        password: &str,
        before: Option<&Token>,
        from: IpAddr,
        now: i64,
    ) -> Result<Entered, Denied> {
        let person = self.recognize(written, password, from, now)?;
        if let Some(before) = before {
            self.end_session(before.hash())?;
        }
        tracing::info!(name = person.name, role = %person.role, from = %network(from), "logged in");
        self.enter(&person, now)
    }

    /// Identifies somebody at another person's console: the name and the role. No session begins.
    pub fn badge(
        &self,
        written: &str,
        password: &str,
        from: IpAddr,
        now: i64,
    ) -> Result<(String, Role), Denied> {
        let person = self.recognize(written, password, from, now)?;
        Ok((person.name, person.role))
    }

    /// The person with this name and password.
    fn recognize(&self, written: &str, password: &str, from: IpAddr, now: i64) -> Result<Person, Denied> {
        let name = names::spoken(written).ok().map(|spoken| spoken.kept);
        let person = name.as_deref().map(|name| self.found(name)).transpose()?.flatten();
        let open = person.filter(|person| !person.locked);
        let from = network(from).to_string();
        // The failure is counted before the password is checked, so that many parallel guesses still get only three
        // tries.
        let within = match &open {
            Some(person) => self.store.attempt(&person.name, &from, now, self.settings.terms())?,
            None => false,
        };
        let known = open.filter(|_| within);
        let matches =
            self.hasher.matches(known.as_ref().map(|person| person.password_hash.as_str()), password);
        let Some(person) = known.filter(|_| matches) else {
            tracing::info!(name = name.as_deref().unwrap_or("(none)"), from, "log-in failed");
            return Err(Denied::Wrong);
        };
        self.store.succeed(&person.name, &from, now)?;
        Ok(person)
    }

    /// The person with this name, whether it is the original name or one taken later.
    fn found(&self, name: &str) -> Result<Option<Person>, Denied> {
        if let Some(person) = self.store.person(name)? {
            return Ok(Some(person));
        }
        let account = self.store.account(name)?;
        Ok(account.map(|account| self.store.person(&account)).transpose()?.flatten())
    }

    fn enter(&self, person: &Person, now: i64) -> Result<Entered, Denied> {
        let token = Token::new()?;
        let session = token.hash();
        let expires = self.expires(person, now, now);
        self.store.put_session(&Session {
            token: session,
            name: person.name.clone(),
            created: now,
            expires,
        })?;
        let (name, role, guest) = (person.name.clone(), person.role, person.is_guest());
        Ok(Entered { who: Who { name, role, guest, session, service: None }, token })
    }

    /// Enters as a player without a password. If the name is taken, a few digits are added to it.
    pub fn be_guest(&self, written: &str, now: i64) -> Result<Entered, Denied> {
        if !self.settings.guests {
            return Err(Denied::Guests);
        }
        let wish = names::open_to_guests(written)?;
        self.let_in(wish, now)
    }

    /// The same for somebody who gave no name: the floor makes one from two plain words.
    pub fn be_anyone(&self, now: i64) -> Result<Entered, Denied> {
        if !self.settings.guests {
            return Err(Denied::Guests);
        }
        let mut chance = [0; 2];
        getrandom::fill(&mut chance).map_err(|e| Denied::Broken(format!("no chance: {e}")))?;
        self.let_in(names::open_to_guests(&names::plain(chance))?, now)
    }

    fn let_in(&self, wish: names::Spoken, now: i64) -> Result<Entered, Denied> {
        let names::Spoken { kept: wish, mut shown } = wish;
        let mut guest = Person {
            name: wish.clone(),
            role: Role::Player,
            password_hash: String::new(),
            locked: false,
            failures: Failures::default(),
            created: now,
        };
        for _ in 0..8 {
            if self.store.add_person(&guest)? {
                if shown != guest.name {
                    self.store.show_as(&guest.name, &guest.name, &shown)?;
                }
                return self.enter(&guest, now);
            }
            let short: String = wish.chars().take(25).collect();
            guest.name = format!("{short}-{}", secret::digits()?);
            shown.clone_from(&guest.name);
        }
        Err(Denied::Taken)
    }

    /// Redeems a one-time link: gives its role to this name and password.
    pub fn accept(&self, token: &Token, written: &str, secret: &str, now: i64) -> Result<Entered, Denied> {
        let name = name(written)?;
        let secret = password(secret, &name)?;
        // This comes first, so that only somebody with a link can learn whether a name is taken.
        let invitation = self.store.take_invitation(token.hash())?.filter(|link| now < link.expires);
        let invitation = invitation.ok_or(Denied::Link)?;
        let role = invitation.role;
        if role == Role::Administrator && self.has_administrator()? {
            return Err(Denied::Link);
        }
        if self.store.person(&name)?.is_some() {
            self.store.put_invitation(&invitation)?;
            return Err(Denied::Taken);
        }
        let person = self.add(name, role, secret, now)?;
        tracing::info!(name = person.name, %role, "came in by a one-time link");
        self.enter(&person, now)
    }

    /// Creates an account.
    pub fn admit(&self, written: &str, role: Role, secret: &str, now: i64) -> Result<Person, Denied> {
        let name = name(written)?;
        let secret = password(secret, &name)?;
        if self.store.person(&name)?.is_some() {
            return Err(Denied::Taken);
        }
        self.add(name, role, secret, now)
    }

    fn add(&self, name: String, role: Role, secret: &str, now: i64) -> Result<Person, Denied> {
        let password_hash = self.hasher.hash(secret)?;
        let failures = Failures::default();
        let person = Person { name, role, password_hash, locked: false, failures, created: now };
        if self.store.add_person(&person)? { Ok(person) } else { Err(Denied::Taken) }
    }

    /// A one-time link that creates an administrator, if there is none.
    pub fn first_link(&self, now: i64) -> Result<Option<Token>, Denied> {
        if self.has_administrator()? {
            return Ok(None);
        }
        let token = Token::new()?;
        let expires = now + self.settings.link;
        self.store.put_invitation(&Invitation { token: token.hash(), role: Role::Administrator, expires })?;
        Ok(Some(token))
    }

    fn has_administrator(&self) -> Result<bool, Denied> {
        Ok(self.store.people()?.iter().any(|person| person.role == Role::Administrator))
    }

    /// Signs out.
    pub fn log_out(&self, who: &Who) -> Result<(), Denied> {
        tracing::info!(name = who.name, "logged out");
        self.end_session(who.session)
    }

    /// Takes a new name, which others see from now on and which also works for signing in. Journals keep the original
    /// one.
    pub fn rename(&self, who: &Who, written: &str) -> Result<(), Denied> {
        let names::Spoken { kept, shown } = names::open_to_guests(written)?;
        if self.store.show_as(&who.name, &kept, &shown)? { Ok(()) } else { Err(Denied::Taken) }
    }

    /// The display name of an account, if it differs from the account's name.
    pub fn shown(&self, account: &str) -> Result<Option<String>, Denied> {
        Ok(self.store.shown(account)?)
    }

    /// Everyone whose display name differs from the account's name: the account and the display name.
    pub fn all_shown(&self) -> Result<Vec<(String, String)>, Denied> {
        Ok(self.store.all_shown()?)
    }

    /// A guest chooses a password; name, money and session stay.
    pub fn choose_password(&self, who: &Who, new: &str, now: i64) -> Result<(), Denied> {
        let new = password(new, &who.name)?;
        let person = self.store.person(&who.name)?.filter(|person| !person.locked && person.is_guest());
        let person = person.ok_or(Denied::Wrong)?;
        match self.store.set_password(&person.name, &self.hasher.hash(new)?)? {
            true => tracing::info!(name = person.name, "a guest has chosen a password"),
            false => return Err(Denied::Nobody),
        }
        // From now on the session ends like any other.
        self.store.extend_session(who.session, now + self.settings.idle)?;
        Ok(())
    }

    /// Changes the person's password; every session ends, and a new one begins here. A wrong old password counts as a
    /// failed sign-in, so that a stolen session cannot be used for guessing.
    pub fn change_password(
        &self,
        who: &Who,
        old: &str,
        new: &str,
        from: IpAddr,
        now: i64,
    ) -> Result<Entered, Denied> {
        let new = password(new, &who.name)?;
        let person = self.store.person(&who.name)?.filter(|person| !person.locked);
        let person = person.ok_or(Denied::Wrong)?;
        let from = network(from).to_string();
        let within = self.store.attempt(&person.name, &from, now, self.settings.terms())?;
        let hash = Some(person.password_hash.as_str()).filter(|_| within);
        if !self.hasher.matches(hash, old) {
            return Err(Denied::Wrong);
        }
        if !self.store.set_password(&person.name, &self.hasher.hash(new)?)? {
            return Err(Denied::Nobody);
        }
        self.end_all(&person.name)?;
        tracing::info!(name = person.name, "password changed");
        self.enter(&person, now)
    }

    /// All accounts, by name.
    pub fn list(&self) -> Result<Vec<Person>, Denied> {
        Ok(self.store.people()?)
    }

    /// Whether an account is locked, by an administrator or by failures from some address.
    pub fn is_locked(&self, person: &Person, now: i64) -> bool {
        person.locked || person.failures.lock(self.settings.terms(), now)
    }

    /// Lets a person sign in again, whatever locked them: the lock and all failures are cleared. Sessions continue. This
    /// is for the administrator's command on the machine itself, which works without a sign-in.
    pub fn unlock(&self, written: &str) -> Result<(), Denied> {
        let name = name(written).map_err(|_| Denied::Nobody)?;
        match self.store.set_locked(&name, false)? {
            true => tracing::info!(name, "person unlocked"),
            false => return Err(Denied::Nobody),
        }
        Ok(())
    }

    /// Changes somebody's role, or locks or unlocks the account; all sessions of that person end.
    pub fn change(&self, written: &str, change: &protocol::PersonChange) -> Result<Person, Denied> {
        let name = name(written).map_err(|_| Denied::Nobody)?;
        let person = self.store.person(&name)?.ok_or(Denied::Nobody)?;
        let falls =
            change.role.is_some_and(|role| role != Role::Administrator) || change.locked == Some(true);
        if falls && person.role == Role::Administrator {
            let stays =
                |other: &Person| other.name != name && other.role == Role::Administrator && !other.locked;
            if !self.store.people()?.iter().any(stays) {
                return Err(Denied::LastAdministrator);
            }
        }
        if let Some(role) = change.role {
            self.store.set_role(&name, role)?;
        }
        if let Some(locked) = change.locked {
            self.store.set_locked(&name, locked)?;
        }
        self.end_all(&name)?;
        tracing::info!(name, role = change.role.map(Role::name), locked = change.locked, "person changed");
        self.store.person(&name)?.ok_or(Denied::Nobody)
    }

    fn end_session(&self, session: Hash) -> Result<(), Denied> {
        self.store.drop_session(session)?;
        self.tell(Ended::One(session));
        Ok(())
    }

    fn end_all(&self, name: &str) -> Result<(), Denied> {
        self.store.drop_sessions(name)?;
        self.tell(Ended::All(name.to_owned()));
        Ok(())
    }

    fn tell(&self, ended: Ended) {
        // There may be no listeners.
        let _ = self.ended.send(ended);
    }
}
