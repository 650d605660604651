//! People, documents and checkpoints.

use crate::common::{Floor, each};
use books::Hash;
use server::store::{Checkpoint, Link, Person, Session};

fn ann() -> Person {
    Person {
        name: "ann".into(),
        role: "dealer".into(),
        password_hash: "$argon2id$...".into(),
        locked: false,
        failures: 0,
        created: 5,
    }
}

#[test]
fn people_are_added_once_and_changed() {
    each(|Floor { mut store, .. }| {
        assert!(store.add_person(&ann()).unwrap());
        assert!(
            !store.add_person(&Person { role: "supervisor".into(), ..ann() }).unwrap(),
            "the name is taken"
        );
        assert_eq!(store.person("ann").unwrap(), Some(ann()));
        assert_eq!(store.person("bob").unwrap(), None);
        assert!(store.set_role("ann", "supervisor").unwrap());
        assert!(store.set_password("ann", "other").unwrap());
        assert!(!store.set_role("bob", "supervisor").unwrap());
        let changed = Person { role: "supervisor".into(), password_hash: "other".into(), ..ann() };
        assert_eq!(store.people().unwrap(), [changed]);
    });
}

#[test]
fn failed_log_ins_lock_an_account() {
    each(|Floor { mut store, .. }| {
        store.add_person(&ann()).unwrap();
        assert_eq!(store.fail_login("bob", 3).unwrap(), None);
        assert_eq!(store.fail_login("ann", 3).unwrap(), Some(1));
        store.clear_failures("ann").unwrap();
        for failures in 1..=3 {
            assert!(!store.person("ann").unwrap().unwrap().locked);
            assert_eq!(store.fail_login("ann", 3).unwrap(), Some(failures));
        }
        assert!(store.person("ann").unwrap().unwrap().locked);
        assert!(store.set_locked("ann", false).unwrap());
        assert_eq!(store.person("ann").unwrap(), Some(ann()));
    });
}

#[test]
fn sessions_end() {
    each(|Floor { mut store, .. }| {
        let now = store.now().unwrap();
        let session = |name: &str, left: i64| Session {
            token: Hash::of(&[name.as_bytes()]),
            account: "ann".into(),
            expires: now + left,
            created: now,
        };
        for session in [session("one", 60_000), session("two", 60_000), session("past", -1)] {
            store.add_session(&session).unwrap();
        }
        assert_eq!(store.session(session("one", 0).token).unwrap(), Some(session("one", 60_000)));
        assert_eq!(store.session(session("past", 0).token).unwrap(), None);
        assert!(
            !store.extend_session(session("past", 0).token, now + 60_000).unwrap(),
            "what is over stays so"
        );
        assert!(store.extend_session(session("one", 0).token, now + 90_000).unwrap());
        assert_eq!(store.session(session("one", 0).token).unwrap(), Some(session("one", 90_000)));
        store.sweep().unwrap();
        store.end_session(session("one", 0).token).unwrap();
        assert_eq!(store.session(session("one", 0).token).unwrap(), None);
        assert_eq!(store.end_sessions("ann").unwrap(), 1, "the other one; the past one was swept away");
    });
}

#[test]
fn a_link_works_once() {
    each(|Floor { mut store, .. }| {
        let now = store.now().unwrap();
        let link = |name: &str, left: i64| Link {
            token: Hash::of(&[name.as_bytes()]),
            account: "ann".into(),
            purpose: "first password".into(),
            expires: now + left,
            created: now,
        };
        store.add_link(&link("one", 60_000)).unwrap();
        store.add_link(&link("past", -1)).unwrap();
        assert_eq!(store.use_link(link("one", 0).token).unwrap(), Some(link("one", 60_000)));
        assert_eq!(store.use_link(link("one", 0).token).unwrap(), None);
        assert_eq!(store.use_link(link("past", 0).token).unwrap(), None);
    });
}

#[test]
fn a_document_is_written_over_the_version_seen() {
    each(|Floor { mut store, .. }| {
        assert_eq!(store.put_doc("table", "t1", "{}", 0).unwrap(), Some(1));
        assert_eq!(store.put_doc("table", "t1", "{}", 0).unwrap(), None, "there is one already");
        assert_eq!(store.put_doc("table", "t1", r#"{"game":"craps"}"#, 1).unwrap(), Some(2));
        assert_eq!(store.put_doc("table", "t1", "{}", 1).unwrap(), None, "someone was faster");
        assert_eq!(store.put_doc("table", "t2", "{}", 1).unwrap(), None, "there is none to write over");
        assert_eq!(store.put_doc("schedule", "t1", "[]", 0).unwrap(), Some(1), "kinds are apart");
        let doc = store.doc("table", "t1").unwrap().unwrap();
        assert_eq!((doc.version, doc.body.as_str()), (2, r#"{"game":"craps"}"#));
        assert_eq!(store.docs("table").unwrap(), [doc]);
        assert!(!store.drop_doc("table", "t1", 1).unwrap());
        assert!(store.drop_doc("table", "t1", 2).unwrap());
        assert_eq!(store.doc("table", "t1").unwrap(), None);
        assert_eq!(store.docs("schedule").unwrap().len(), 1);
    });
}

#[test]
fn a_checkpoint_stands() {
    each(|Floor { mut store, .. }| {
        let checkpoint = |size: u64, root: &str| Checkpoint {
            table: "t1".into(),
            size,
            root: Hash::of(&[root.as_bytes()]),
            at: 9,
            signature: vec![size.to_le_bytes()[0]; 64],
        };
        assert!(store.put_checkpoint(&checkpoint(20, "b")).unwrap());
        assert!(store.put_checkpoint(&checkpoint(10, "a")).unwrap());
        assert!(store.put_checkpoint(&checkpoint(10, "a")).unwrap(), "the same again is no news");
        assert!(!store.put_checkpoint(&checkpoint(10, "other")).unwrap(), "two histories of one size");
        assert_eq!(store.checkpoints("t1", 9).unwrap(), [checkpoint(10, "a"), checkpoint(20, "b")]);
        assert_eq!(store.checkpoints("t1", 1).unwrap(), [checkpoint(20, "b")]);
        assert_eq!(store.checkpoints("t2", 9).unwrap(), []);
    });
}
