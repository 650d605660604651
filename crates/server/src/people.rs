//! Who is here: names, passwords, sessions, locks, and the link that makes the first administrator.
//!
//! [`People`] is plain and blocking: values in, values out, the time is an argument. [`Desk`] runs it off the async
//! threads and tells live connections when a session ends.
//!
//! What a failed log-in says never tells whether the name exists, the password was wrong or the account is locked, and
//! the work done for it is the same.

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

/// How an account opens again that failed too often from an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlock {
    /// By itself, so many milliseconds after the last failure.
    After(i64),
    /// By an administrator alone.
    ByAdministrator,
}

/// What the house has decided about people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many failures lock an account for the address they came from.
    pub failures: u32,
    /// How many failures from anywhere brake an account.
    pub brake: u32,
    /// Milliseconds between two log-ins from unknown addresses while it is braked.
    pub gap: i64,
    /// How it opens again.
    pub unlock: Unlock,
    /// Milliseconds without a request after which a session ends.
    pub idle: i64,
    /// Milliseconds after which it ends in any case.
    pub absolute: i64,
    /// Milliseconds without a request after which a guest's session ends. Nobody but the cookie knows a guest, so it has
    /// no other end.
    pub guest: i64,
    /// Milliseconds a one-time link works.
    pub link: i64,
    /// Whether players may come in without a password.
    pub guests: bool,
    /// Whether the cookie goes over TLS alone.
    pub secure: bool,
    /// Milliseconds after which a live connection looks at its session again by itself: how soon it notices that time
    /// has run out, or that another node ended the session.
    pub recheck: u64,
    /// What a password's hash costs.
    pub cost: Cost,
}

impl Settings {
    /// Three failures lock for a quarter of an hour, twenty from anywhere brake to one in half a minute; 30 minutes idle, 12 hours in all; no guests; TLS alone.
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

/// Somebody whose session was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The name.
    pub name: String,
    /// The role, as it is now.
    pub role: Role,
    /// Whether there is no password.
    pub guest: bool,
    /// The hash of the session's token, or of the service's.
    pub session: Hash,
    /// The service that asks, for itself or for one of its patrons.
    pub service: Option<Arc<Service>>,
}

/// Somebody who has just come in, with a fresh token for the cookie.
pub struct Entered {
    /// Who.
    pub who: Who,
    /// The token; it is kept nowhere else.
    pub token: Token,
}

/// Sessions that have ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// This one.
    One(Hash),
    /// All of this person.
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

/// Why not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denied {
    /// The name, the password or the moment is wrong; it is not said which.
    Wrong,
    /// There is no session, or it has ended.
    LoggedOut,
    /// Not a name.
    Name,
    /// A name that the floor uses itself.
    Reserved,
    /// Not a password.
    Password,
    /// The name is taken.
    Taken,
    /// The link was used, has expired or never was.
    Link,
    /// The house admits no guests.
    Guests,
    /// There is nobody of that name.
    Nobody,
    /// Without this administrator there would be none.
    LastAdministrator,
    /// The token is unknown, has expired or was revoked.
    Token,
    /// No token has this id.
    NoToken(String),
    /// The service has no patron with this id.
    NoPatron(String),
    /// Something that cannot be kept as it was asked for, and why.
    Unfit(String),
    /// The store failed, or the operating system gave no chance.
    Broken(String),
}

impl Denied {
    /// What is said.
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
            Denied::LoggedOut => "log in first",
            Denied::Name => {
                "a name is 1 to 32 letters, digits, '-', '_' or '.', with a space between words if you like, and begins \
                 with a letter or digit"
            }
            Denied::Reserved => "that name means something on the floor, such as 'dealer' or 'p1': choose another",
            Denied::Password => "a password is 12 to 128 characters and not the name",
            Denied::Taken => "somebody has that name: choose another",
            Denied::Link => "this link was used or has expired: ask for another",
            Denied::Guests => "this house admits no guests: log in",
            Denied::Nobody => "nobody has that name",
            Denied::LastAdministrator => "without this administrator there would be none: admit another first",
            Denied::Token => "this token is unknown, has expired or was revoked: ask an administrator for another",
            Denied::NoToken(id) => return write!(f, "no token has the id {id}: look at the list of tokens"),
            Denied::NoPatron(id) => {
                return write!(f, "your service has no patron {id}: add the patron with POST /api/patrons first");
            }
            Denied::Unfit(why) => why,
            // What broke is for the log: it may name files and hosts.
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

/// The people of a floor. Every call may block, and those that take a password take long.
pub struct People<S> {
    store: S,
    settings: Settings,
    hasher: Hasher,
    ended: broadcast::Sender<Ended>,
}

impl<S: PeopleStore> People<S> {
    /// With these settings, kept in this store.
    pub fn new(store: S, settings: Settings) -> Result<People<S>, Denied> {
        let hasher = Hasher::new(settings.cost)?;
        // A listener that falls this far behind looks its session up instead.
        let (ended, _) = broadcast::channel(1024);
        Ok(People { store, settings, hasher, ended })
    }

    /// What the house has decided.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where it is said that sessions have ended.
    pub fn endings(&self) -> broadcast::Receiver<Ended> {
        self.ended.subscribe()
    }

    /// The session of a token, which this prolongs.
    pub fn who(&self, token: &Token, now: i64) -> Result<Who, Denied> {
        let hash = token.hash();
        let session = self.store.session(hash)?.filter(|session| now < session.expires);
        let session = session.ok_or(Denied::LoggedOut)?;
        let person = self.store.person(&session.name)?.filter(|person| !person.locked);
        let person = person.ok_or(Denied::LoggedOut)?;
        let expires = self.expires(&person, session.created, now);
        // Not a write for every request: a minute more or less is not what ends a session.
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

    /// Whether a session goes on; asking does not prolong it.
    pub fn goes_on(&self, who: &Who, now: i64) -> Result<bool, Denied> {
        if let Some(service) = &who.service {
            return self.token_works(who, service, now);
        }
        let session = self.store.session(who.session)?.filter(|session| now < session.expires);
        let person = self.store.person(&who.name)?;
        Ok(session.is_some() && person.is_some_and(|person| !person.locked && person.role == who.role))
    }

    /// Logs in from an address; the session of the browser so far, if there is one, ends.
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

    /// Somebody shows at another person's console who they are: the name, and the role. No session begins.
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
        // The failure is counted before the password is looked at, so that many guesses at once are still three.
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

    /// The person of this name, be it the first one or one that was taken since.
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

    /// Comes in as a player without a password. If somebody has the name, a few digits are added to it.
    pub fn be_guest(&self, written: &str, now: i64) -> Result<Entered, Denied> {
        if !self.settings.guests {
            return Err(Denied::Guests);
        }
        let wish = names::open_to_guests(written)?;
        self.let_in(wish, now)
    }

    /// The same for somebody who has said no name: the floor gives one of two plain words.
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

    /// Uses a one-time link: its role, with this name and password.
    pub fn accept(&self, token: &Token, written: &str, secret: &str, now: i64) -> Result<Entered, Denied> {
        let name = name(written)?;
        let secret = password(secret, &name)?;
        // First of all, so that only who has a link can learn whether a name is taken.
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

    /// Admits somebody.
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

    /// A link that makes an administrator, once, if there is none.
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

    /// Logs out.
    pub fn log_out(&self, who: &Who) -> Result<(), Denied> {
        tracing::info!(name = who.name, "logged out");
        self.end_session(who.session)
    }

    /// Takes another name, which others see from now on and with which one may log in. In journals the first one stays.
    pub fn rename(&self, who: &Who, written: &str) -> Result<(), Denied> {
        let names::Spoken { kept, shown } = names::open_to_guests(written)?;
        if self.store.show_as(&who.name, &kept, &shown)? { Ok(()) } else { Err(Denied::Taken) }
    }

    /// The name under which an account is shown, if it is another one.
    pub fn shown(&self, account: &str) -> Result<Option<String>, Denied> {
        Ok(self.store.shown(account)?)
    }

    /// Everyone who is shown under another name than the journals have: that one first.
    pub fn all_shown(&self) -> Result<Vec<(String, String)>, Denied> {
        Ok(self.store.all_shown()?)
    }

    /// A guest chooses a password: name, money and session stay.
    pub fn choose_password(&self, who: &Who, new: &str, now: i64) -> Result<(), Denied> {
        let new = password(new, &who.name)?;
        let person = self.store.person(&who.name)?.filter(|person| !person.locked && person.is_guest());
        let person = person.ok_or(Denied::Wrong)?;
        match self.store.set_password(&person.name, &self.hasher.hash(new)?)? {
            true => tracing::info!(name = person.name, "a guest has chosen a password"),
            false => return Err(Denied::Nobody),
        }
        // From now on the session ends as anybody's does.
        self.store.extend_session(who.session, now + self.settings.idle)?;
        Ok(())
    }

    /// Changes one's password; every session ends, and a new one begins here. A wrong old password counts as a failed
    /// log-in, so that a stolen session cannot try them all.
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

    /// Everyone who is admitted, by name.
    pub fn list(&self) -> Result<Vec<Person>, Denied> {
        Ok(self.store.people()?)
    }

    /// Whether an administrator has locked a person, or failures have from some address.
    pub fn is_locked(&self, person: &Person, now: i64) -> bool {
        person.locked || person.failures.lock(self.settings.terms(), now)
    }

    /// Lets a person log in again, whoever or whatever locked them: the lock and every failure are forgotten. Sessions
    /// go on. For the administrator's command on the machine itself, which needs nobody to be logged in.
    pub fn unlock(&self, written: &str) -> Result<(), Denied> {
        let name = name(written).map_err(|_| Denied::Nobody)?;
        match self.store.set_locked(&name, false)? {
            true => tracing::info!(name, "person unlocked"),
            false => return Err(Denied::Nobody),
        }
        Ok(())
    }

    /// Gives somebody another role, locks or unlocks; every session of that person ends.
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
        // Nobody need be listening.
        let _ = self.ended.send(ended);
    }
}
