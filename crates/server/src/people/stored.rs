//! People in the floor's store. Failed sign-ins are in a separate document that is updated only if its version has not
//! changed, so that with several nodes none goes uncounted.

use super::{Failures, Invitation, Person, Session, Terms, keep::PeopleStore};
use crate::store::{
    self, Broken, Reader, Store,
    writer::{Current, Writer},
};
use books::Hash;
use protocol::Role;
use std::sync::{Mutex, PoisonError};

const FAILURES: &str = "failures";
/// Documents by account: its display name.
const SHOWN: &str = "shown";
/// Documents by display name: the account that has it.
const ALIAS: &str = "alias";

/// A name that was taken after the original one.
#[derive(serde::Serialize, serde::Deserialize)]
struct Alias {
    account: String,
    kept: String,
    shown: String,
}

fn alias(doc: &store::Doc) -> Result<Alias, Broken> {
    serde_json::from_str(&doc.body).map_err(|e| Broken(format!("a name that cannot be read: {e}")))
}

/// People in the floor's store.
pub struct Stored {
    writer: Current,
    reader: Mutex<Box<dyn Reader>>,
    url: String,
}

impl Stored {
    /// For a store on which a floor may be running at this moment.
    pub fn beside(url: &str) -> Result<Stored, Broken> {
        let (writer, _) = Writer::start(store::open_beside(url)?)?;
        Stored::new(Current::new(writer), url)
    }

    /// For this store.
    pub fn new(writer: Current, url: &str) -> Result<Stored, Broken> {
        Ok(Stored { writer, reader: Mutex::new(store::open_reader(url)?), url: url.to_owned() })
    }

    fn read<T>(&self, read: impl FnOnce(&mut dyn Reader) -> Result<T, Broken>) -> Result<T, Broken> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = read(&mut **reader);
        // A broken connection stays broken, so it is replaced for the next caller.
        if answer.is_err()
            && let Ok(another) = store::open_reader(&self.url)
        {
            *reader = another;
        }
        answer
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut dyn Store) -> Result<T, Broken> + Send + 'static,
    ) -> Result<T, Broken> {
        self.writer.get().with_blocking(write)
    }
}

fn failures(reader: &mut dyn Reader, name: &str) -> Result<(Failures, u64), Broken> {
    let doc = reader.doc(FAILURES, name)?;
    Ok(doc.map_or((Failures::default(), 0), |doc| {
        (serde_json::from_str(&doc.body).unwrap_or_default(), doc.version)
    }))
}

fn person(kept: store::Person, failures: Failures) -> Result<Person, Broken> {
    let role = Role::find(&kept.role).ok_or_else(|| Broken(format!("no role is called {}", kept.role)))?;
    Ok(Person {
        name: kept.name,
        role,
        password_hash: kept.password_hash,
        locked: kept.locked,
        failures,
        created: kept.created,
    })
}

impl PeopleStore for Stored {
    fn person(&self, name: &str) -> Result<Option<Person>, Broken> {
        self.read(|reader| {
            let Some(kept) = reader.person(name)? else { return Ok(None) };
            person(kept, failures(reader, name)?.0).map(Some)
        })
    }

    fn people(&self) -> Result<Vec<Person>, Broken> {
        self.read(|reader| {
            let kept = reader.people()?;
            kept.into_iter()
                .map(|kept| {
                    let failed = failures(reader, &kept.name)?.0;
                    person(kept, failed)
                })
                .collect()
        })
    }

    fn add_person(&self, person: &Person) -> Result<bool, Broken> {
        let kept = store::Person {
            name: person.name.clone(),
            role: person.role.name().to_owned(),
            password_hash: person.password_hash.clone(),
            locked: person.locked,
            failures: 0,
            created: person.created,
        };
        self.write(move |store| match store.doc(ALIAS, &kept.name)? {
            Some(_) => Ok(false),
            None => store.add_person(&kept),
        })
    }

    fn account(&self, kept: &str) -> Result<Option<String>, Broken> {
        let doc = self.read(|reader| reader.doc(ALIAS, kept))?;
        doc.map(|doc| Ok(alias(&doc)?.account)).transpose()
    }

    fn show_as(&self, account: &str, kept: &str, shown: &str) -> Result<bool, Broken> {
        let new = Alias { account: account.to_owned(), kept: kept.to_owned(), shown: shown.to_owned() };
        let body = serde_json::to_string(&new).map_err(|e| Broken(e.to_string()))?;
        self.write(move |store| {
            let Alias { account, kept, .. } = &new;
            if kept != account {
                if store.person(kept)?.is_some() {
                    return Ok(false);
                }
                match store.doc(ALIAS, kept)? {
                    Some(doc) if alias(&doc)?.account == *account => {}
                    Some(_) => return Ok(false),
                    None if store.put_doc(ALIAS, kept, &body, 0)?.is_none() => return Ok(false),
                    None => {}
                }
            }
            let before = store.doc(SHOWN, account)?;
            if let Some(old) = before.as_ref().map(alias).transpose()?.filter(|old| old.kept != *kept)
                && let Some(doc) = store.doc(ALIAS, &old.kept)?.filter(|_| old.kept != *account)
            {
                store.drop_doc(ALIAS, &old.kept, doc.version)?;
            }
            let seen = before.map_or(0, |doc| doc.version);
            Ok(store.put_doc(SHOWN, account, &body, seen)?.is_some())
        })
    }

    fn shown(&self, account: &str) -> Result<Option<String>, Broken> {
        let doc = self.read(|reader| reader.doc(SHOWN, account))?;
        doc.map(|doc| Ok(alias(&doc)?.shown)).transpose()
    }

    fn all_shown(&self) -> Result<Vec<(String, String)>, Broken> {
        let docs = self.read(|reader| reader.docs(SHOWN))?;
        docs.iter().map(|doc| alias(doc).map(|alias| (alias.account, alias.shown))).collect()
    }

    fn set_role(&self, name: &str, role: Role) -> Result<bool, Broken> {
        let name = name.to_owned();
        self.write(move |store| store.set_role(&name, role.name()))
    }

    fn set_password(&self, name: &str, password_hash: &str) -> Result<bool, Broken> {
        let (name, hash) = (name.to_owned(), password_hash.to_owned());
        self.write(move |store| {
            forget(store, &name)?;
            store.set_password(&name, &hash)
        })
    }

    fn set_locked(&self, name: &str, locked: bool) -> Result<bool, Broken> {
        let name = name.to_owned();
        self.write(move |store| {
            forget(store, &name)?;
            store.set_locked(&name, locked)
        })
    }

    fn attempt(&self, name: &str, from: &str, now: i64, terms: Terms) -> Result<bool, Broken> {
        let (name, from) = (name.to_owned(), from.to_owned());
        self.write(move |store| {
            if store.person(&name)?.is_none() {
                return Ok(false);
            }
            let mut may = false;
            change(store, &name, |failures| {
                may = failures.attempt(&from, now, terms);
                may
            })?;
            Ok(may)
        })
    }

    fn succeed(&self, name: &str, from: &str, now: i64) -> Result<(), Broken> {
        let (name, from) = (name.to_owned(), from.to_owned());
        self.write(move |store| {
            change(store, &name, |failures| {
                failures.succeed(&from, now);
                true
            })
        })
    }

    fn session(&self, token: Hash) -> Result<Option<Session>, Broken> {
        let kept = self.read(|reader| reader.session(token))?;
        Ok(kept.map(|kept| Session {
            token: kept.token,
            name: kept.account,
            created: kept.created,
            expires: kept.expires,
        }))
    }

    fn put_session(&self, session: &Session) -> Result<(), Broken> {
        let kept = store::Session {
            token: session.token,
            account: session.name.clone(),
            expires: session.expires,
            created: session.created,
        };
        self.write(move |store| store.add_session(&kept))
    }

    fn extend_session(&self, token: Hash, expires: i64) -> Result<bool, Broken> {
        self.write(move |store| store.extend_session(token, expires))
    }

    fn drop_session(&self, token: Hash) -> Result<(), Broken> {
        self.write(move |store| store.end_session(token))
    }

    fn drop_sessions(&self, name: &str) -> Result<(), Broken> {
        let name = name.to_owned();
        self.write(move |store| store.end_sessions(&name).map(drop))
    }

    fn put_invitation(&self, invitation: &Invitation) -> Result<(), Broken> {
        let link = store::Link {
            token: invitation.token,
            account: String::new(),
            purpose: invitation.role.name().to_owned(),
            expires: invitation.expires,
            created: crate::clock::now(),
        };
        self.write(move |store| store.add_link(&link))
    }

    fn take_invitation(&self, token: Hash) -> Result<Option<Invitation>, Broken> {
        let link = self.write(move |store| store.use_link(token))?;
        Ok(link.and_then(|link| {
            let role = Role::find(&link.purpose)?;
            Some(Invitation { token: link.token, role, expires: link.expires })
        }))
    }

    fn doc(&self, kind: &'static str, id: &str) -> Result<Option<String>, Broken> {
        Ok(self.read(|reader| reader.doc(kind, id))?.map(|doc| doc.body))
    }

    fn docs(&self, kind: &'static str) -> Result<Vec<(String, String)>, Broken> {
        let docs = self.read(|reader| reader.docs(kind))?;
        Ok(docs.into_iter().map(|doc| (doc.id, doc.body)).collect())
    }

    fn add_doc(&self, kind: &'static str, id: &str, body: &str) -> Result<bool, Broken> {
        let (id, body) = (id.to_owned(), body.to_owned());
        self.write(move |store| Ok(store.put_doc(kind, &id, &body, 0)?.is_some()))
    }

    fn drop_doc(&self, kind: &'static str, id: &str) -> Result<bool, Broken> {
        let id = id.to_owned();
        self.write(move |store| match store.doc(kind, &id)? {
            Some(doc) => store.drop_doc(kind, &id, doc.version),
            None => Ok(false),
        })
    }
}

/// Changes the failures of a name, and retries until no other change came in between.
fn change(
    store: &mut dyn Store,
    name: &str,
    mut change: impl FnMut(&mut Failures) -> bool,
) -> Result<(), Broken> {
    loop {
        let (mut failures, version) = failures(store, name)?;
        if !change(&mut failures) {
            return Ok(());
        }
        let body = serde_json::to_string(&failures).map_err(|e| Broken(e.to_string()))?;
        if store.put_doc(FAILURES, name, &body, version)?.is_some() {
            return Ok(());
        }
    }
}

fn forget(store: &mut dyn Store, name: &str) -> Result<(), Broken> {
    let (_, version) = failures(store, name)?;
    if version > 0 {
        store.drop_doc(FAILURES, name, version)?;
    }
    Ok(())
}
