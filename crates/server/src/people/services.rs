//! Services: external systems with tokens that say what they may do and where, and the patrons for whom they act.
//!
//! A service is a person without a password. Its tokens are stored as hashes, so nobody who reads the database can use
//! one. Patrons belong to the service and are identified by their ids in its own system.

use super::{Denied, Ended, Failures, People, PeopleStore, Person, Token, Who, names, secret};
use books::Hash;
use protocol::{
    Action, EVERY_TABLE, NewPatron, NewToken, PatronView, Problem, Role, Scope, TokenView, is_table,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Documents by the hash of a token: what the token is for.
const TOKEN: &str = "token";
/// Documents by service and id in its system: the account of a patron.
const PATRON: &str = "patron";
/// Documents by account: the service whose patron it is.
const OF_SERVICE: &str = "of-service";
/// Stored in place of a password's hash: no password matches it.
const NO_PASSWORD: &str = "-";
/// The most characters of a service's name, so that the accounts of its patrons can begin with it.
const LONGEST: usize = 20;

/// A system that presented a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Service {
    /// The name of the service.
    pub name: String,
    /// The tables for which the token is valid.
    pub tables: Vec<String>,
    /// The actions for which the token is valid.
    pub actions: Vec<String>,
}

impl Service {
    /// Checks that its token is valid for this action, at this table if there is one.
    pub fn may(&self, action: Action, table: Option<&str>) -> Result<(), Problem> {
        let name = action.name();
        if action.row().scope == Scope::Anyone {
            return Ok(());
        }
        if !self.actions.contains(&name) {
            let message = format!("this token is not for `{name}`: {}", action.row().about);
            return Err(crate::problem::forbidden(message));
        }
        let is_for = |table: &str| self.tables.iter().any(|own| own == EVERY_TABLE || own == table);
        match table.filter(|table| !is_for(table)) {
            Some(table) => Err(crate::problem::forbidden(format!("this token is not for table {table}"))),
            None => Ok(()),
        }
    }
}

/// What is stored about a token.
#[derive(Serialize, Deserialize)]
struct Kept {
    service: String,
    role: Role,
    tables: Vec<String>,
    actions: Vec<String>,
    by: String,
    created: i64,
    expires: Option<i64>,
}

impl Kept {
    fn read(body: &str) -> Result<Kept, Denied> {
        serde_json::from_str(body).map_err(|e| Denied::Broken(format!("a token that cannot be read: {e}")))
    }

    fn works(&self, now: i64) -> bool {
        self.expires.is_none_or(|expires| now < expires)
    }

    fn view(self, hash: &str) -> TokenView {
        let Kept { service, role, tables, actions, by, created, expires } = self;
        TokenView { id: id(hash).to_owned(), service, role, tables, actions, by, created, expires }
    }
}

/// The id by which people refer to a token: the beginning of its hash, which does not reveal the token.
fn id(hash: &str) -> &str {
    &hash[..12]
}

fn as_json(name: &str) -> Result<String, Denied> {
    serde_json::to_string(name).map_err(|e| Denied::Broken(e.to_string()))
}

fn from_json(body: &str) -> Result<String, Denied> {
    serde_json::from_str(body).map_err(|e| Denied::Broken(format!("a name that cannot be read: {e}")))
}

fn patron_id(service: &str, patron: &str) -> String {
    format!("{service}:{patron}")
}

/// Actions that make no sense with a token: they are about passwords and cookies.
const OF_PEOPLE: [Action; 2] = [Action::LogOut, Action::ChangePassword];

/// Checks a request for a token before anything is stored.
fn check(new: &NewToken, now: i64) -> Result<String, Denied> {
    let unfit = |why: String| Err(Denied::Unfit(why));
    let service = names::open_to_guests(&new.service)?.kept;
    if service.chars().count() > LONGEST {
        return unfit(format!("the name of a service has at most {LONGEST} characters"));
    }
    if new.role == Role::Administrator {
        return unfit("a service is never an administrator: choose the role whose work it does".to_owned());
    }
    if new.tables.is_empty() || new.actions.is_empty() {
        return unfit("name the tables (`*` for all) and the actions that the token is for".to_owned());
    }
    if let Some(table) = new.tables.iter().find(|table| !is_table(table)) {
        return unfit(format!("`{table}` is not the name of a table; `*` stands for all tables"));
    }
    for name in &new.actions {
        let Some(action) = Action::find(name) else {
            return unfit(format!("no action is called `{name}`: roles.md lists them"));
        };
        let scope = action.row().scope;
        if scope == Scope::Anyone {
            return unfit(format!("`{name}` is open to anyone and needs no token"));
        }
        let admits = scope.admits(Some(new.role)) || scope.admits(Some(Role::Player));
        if !admits || OF_PEOPLE.contains(&action) {
            return unfit(format!("`{name}` is open neither to a {} nor to a patron it acts for", new.role));
        }
    }
    match new.expires.filter(|expires| *expires <= now) {
        Some(_) => unfit("the token would have expired already".to_owned()),
        None => Ok(service),
    }
}

impl<S: PeopleStore> People<S> {
    /// Creates a token. Only its hash is stored.
    pub fn create_token(&self, by: &str, new: &NewToken, now: i64) -> Result<(Token, TokenView), Denied> {
        let service = check(new, now)?;
        let person = self.without_password(service.clone(), new.role, now);
        if !self.store.add_person(&person)? {
            let known = self.store.person(&service)?.filter(|known| known.password_hash == NO_PASSWORD);
            match known {
                Some(known) if known.role == new.role => {}
                Some(known) if self.is_service(&service)? => {
                    return Err(Denied::Unfit(format!(
                        "{service} is a {}: a service has one role",
                        known.role
                    )));
                }
                _ => return Err(Denied::Taken),
            }
        }
        let token = Token::new()?;
        let (hash, NewToken { role, tables, actions, expires, .. }) = (token.hash().to_string(), new.clone());
        let kept = Kept { service, role, tables, actions, by: by.to_owned(), created: now, expires };
        let body = serde_json::to_string(&kept).map_err(|e| Denied::Broken(e.to_string()))?;
        if !self.store.add_doc(TOKEN, &hash, &body)? {
            return Err(Denied::Taken);
        }
        let view = kept.view(&hash);
        tracing::info!(by, service = view.service, id = view.id, "token created");
        Ok((token, view))
    }

    /// All tokens, by service and age.
    pub fn tokens(&self) -> Result<Vec<TokenView>, Denied> {
        let docs = self.store.docs(TOKEN)?;
        let mut views: Vec<TokenView> = docs
            .iter()
            .map(|(hash, body)| Ok(Kept::read(body)?.view(hash)))
            .collect::<Result<_, Denied>>()?;
        views.sort_by(|a, b| (&a.service, a.created, &a.id).cmp(&(&b.service, b.created, &b.id)));
        Ok(views)
    }

    /// Revokes a token; connections opened with it are closed.
    pub fn revoke_token(&self, written: &str) -> Result<TokenView, Denied> {
        let docs = self.store.docs(TOKEN)?;
        let found = docs.iter().find(|(hash, _)| id(hash) == written);
        let (hash, body) = found.ok_or_else(|| Denied::NoToken(written.to_owned()))?;
        let view = Kept::read(body)?.view(hash);
        self.store.drop_doc(TOKEN, hash)?;
        if let Some(session) = books::read_hex(hash).map(Hash) {
            self.tell(Ended::One(session));
        }
        tracing::info!(service = view.service, id = view.id, "token revoked");
        Ok(view)
    }

    /// The service that presents this token, or the patron of that service named beside it.
    pub fn service(&self, token: &Token, patron: Option<&str>, now: i64) -> Result<Who, Denied> {
        let session = token.hash();
        let kept = self.kept_token(session, now)?.ok_or(Denied::Token)?;
        let service = self.store.person(&kept.service)?.filter(|person| !person.locked);
        let Some(service) = service.filter(|person| person.role == kept.role) else {
            return Err(Denied::Token);
        };
        let (name, role) = match patron {
            Some(patron) => (self.patron_of(&service.name, patron)?, Role::Player),
            None => (service.name, service.role),
        };
        let Kept { service, tables, actions, .. } = kept;
        let service = Some(Arc::new(Service { name: service, tables, actions }));
        Ok(Who { name, role, guest: false, session, service })
    }

    /// Whether a token that somebody presented is still valid.
    pub(super) fn token_works(&self, who: &Who, service: &Service, now: i64) -> Result<bool, Denied> {
        let unlocked =
            |name: &str| Ok::<_, Denied>(self.store.person(name)?.is_some_and(|person| !person.locked));
        Ok(self.kept_token(who.session, now)?.is_some() && unlocked(&service.name)? && unlocked(&who.name)?)
    }

    fn kept_token(&self, hash: Hash, now: i64) -> Result<Option<Kept>, Denied> {
        let body = self.store.doc(TOKEN, &hash.to_string())?;
        let kept = body.map(|body| Kept::read(&body)).transpose()?;
        Ok(kept.filter(|kept| kept.works(now)))
    }

    fn is_service(&self, name: &str) -> Result<bool, Denied> {
        Ok(self.tokens()?.iter().any(|token| token.service == name))
    }

    /// The account of a patron of a service.
    pub fn patron_of(&self, service: &str, patron: &str) -> Result<String, Denied> {
        let account = self.kept_name(PATRON, &patron_id(service, patron))?;
        let account = account.ok_or_else(|| Denied::NoPatron(patron.to_owned()))?;
        match self.store.person(&account)? {
            Some(person) if !person.locked => Ok(account),
            _ => Err(Denied::NoPatron(patron.to_owned())),
        }
    }

    /// Adds a patron of a service. Adding the same one again changes nothing.
    pub fn add_patron(&self, service: &str, new: &NewPatron, now: i64) -> Result<PatronView, Denied> {
        let NewPatron { id, name } = new;
        if !(1..=64).contains(&id.len()) || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
            let why = "a patron's id is 1 to 64 visible characters of ASCII, without spaces";
            return Err(Denied::Unfit(why.to_owned()));
        }
        let key = patron_id(service, id);
        let view = |account: String| PatronView { id: id.clone(), account };
        if let Some(account) = self.kept_name(PATRON, &key)? {
            return Ok(view(account));
        }
        let shown = name.as_deref().map(names::open_to_guests).transpose()?;
        let mut account = names::name(&format!("{service}.{id}")).ok();
        for _ in 0..8 {
            let wished = match account.take() {
                Some(account) => account,
                None => format!("{service}.{}", secret::digits()?),
            };
            if !self.store.add_person(&self.without_password(wished.clone(), Role::Player, now))? {
                continue;
            }
            // The account records whose patron it is before anybody can act for it.
            self.store.add_doc(OF_SERVICE, &wished, &as_json(service)?)?;
            if !self.store.add_doc(PATRON, &key, &as_json(&wished)?)? {
                // The same patron was added at the same moment; that one counts.
                return self.patron_of(service, id).map(view);
            }
            if let Some(shown) = shown
                && !self.store.show_as(&wished, &shown.kept, &shown.shown)?
            {
                tracing::info!(account = wished, "the name is taken: the account's is shown");
            }
            return Ok(view(wished));
        }
        Err(Denied::Taken)
    }

    /// The patrons of a service, by id.
    pub fn patrons(&self, service: &str) -> Result<Vec<PatronView>, Denied> {
        let (docs, prefix) = (self.store.docs(PATRON)?, patron_id(service, ""));
        let own = docs.iter().filter_map(|(key, account)| Some((key.strip_prefix(&prefix)?, account)));
        own.map(|(id, account)| Ok(PatronView { id: id.to_owned(), account: from_json(account)? })).collect()
    }

    /// Those of these accounts that are patrons of a service.
    pub fn own_patrons(&self, service: &str, accounts: Vec<String>) -> Result<Vec<String>, Denied> {
        let mut own = Vec::new();
        for account in accounts {
            if self.kept_name(OF_SERVICE, &account)?.as_deref() == Some(service) {
                own.push(account);
            }
        }
        Ok(own)
    }

    fn kept_name(&self, kind: &'static str, id: &str) -> Result<Option<String>, Denied> {
        self.store.doc(kind, id)?.map(|body| from_json(&body)).transpose()
    }

    fn without_password(&self, name: String, role: Role, now: i64) -> Person {
        let (password_hash, failures) = (NO_PASSWORD.to_owned(), Failures::default());
        Person { name, role, password_hash, locked: false, failures, created: now }
    }
}
