//! What the school keeps.

use crate::{
    common::{Floor, each},
    postgres::server,
};
use server::store::{
    self, Broken, Store,
    migrations::{self, SCHEMA},
    school::{KeptDeal, KeptDrill},
};

fn drill(id: &str, learner: &str, class: &str) -> KeptDrill {
    KeptDrill {
        id: id.into(),
        learner: learner.into(),
        class: class.into(),
        game: "roulette".into(),
        kind: "payout".into(),
        seed: (1 << 54) + 7,
        options: "{}".into(),
        cite: "5.2(b)".into(),
        asked: 0,
        is_answered: false,
        deal: String::new(),
        step: 0,
    }
}

#[test]
fn a_drill_is_answered_once() {
    each(|Floor { mut store, .. }| {
        let before = store.now().unwrap();
        for (id, learner, class) in [("a", "ann", "K"), ("b", "ann", ""), ("c", "bob", "K")] {
            store.add_drill(&drill(id, learner, class)).unwrap();
        }
        let kept = store.drill("a").unwrap().expect("kept");
        assert_eq!(KeptDrill { asked: 0, ..kept.clone() }, drill("a", "ann", "K"));
        assert!(kept.asked >= before && store.drill("z").unwrap().is_none());
        let open = |store: &mut dyn Store| store.open_drills("ann").unwrap().into_iter().map(|one| one.id);
        assert!(open(&mut *store).eq(["a", "b"]));
        assert!(store.answer_drill("a", "500", true).unwrap());
        assert!(!store.answer_drill("a", "700", false).unwrap(), "the first answer counts");
        assert!(!store.answer_drill("z", "700", false).unwrap());
        assert!(store.answer_drill("c", "0", false).unwrap());
        assert!(open(&mut *store).eq(["b"]) && store.drill("a").unwrap().unwrap().is_answered);
        let marks = store.marks("ann").unwrap();
        let [mark] = marks.as_slice() else { panic!("{marks:?}") };
        assert!(mark.is_right && mark.answered >= mark.asked && mark.cite == "5.2(b)" && mark.class == "K");
        let of_class = store.class_marks("K").unwrap();
        assert_eq!(of_class.iter().filter(|mark| mark.is_right).count(), 1);
        assert_eq!(of_class.len(), 2);
    });
}

#[test]
fn one_is_in_a_class_once() {
    each(|Floor { mut store, .. }| {
        assert!(store.add_member("K", "bob").unwrap() && store.add_member("K", "ann").unwrap());
        assert!(!store.add_member("K", "bob").unwrap() && store.add_member("L", "bob").unwrap());
        let names: Vec<String> = store.members("K").unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["ann", "bob"]);
        let mut classes = store.classes_of("bob").unwrap();
        classes.sort_unstable();
        assert_eq!(classes, ["K", "L"]);
    });
}

/// A floor of schema 2 has no school; the step gives it one, and everything else stays.
#[test]
fn a_floor_before_the_school_gets_one() {
    each(|Floor { mut store, url, _folder }| {
        store.put_doc("table", "t1", "{}", 0).unwrap();
        drop(store);
        let back = ["drop table deals", "drop table drills", "drop table members"];
        match url.strip_prefix("sqlite:") {
            Some(path) => {
                let link = rusqlite::Connection::open(path).unwrap();
                back.iter().for_each(|sql| link.execute_batch(sql).unwrap());
                link.execute_batch("pragma user_version = 2").unwrap();
            }
            None => {
                let mut link = server().unwrap().connect(&url);
                link.batch_execute("set search_path = ch47").unwrap();
                back.iter().for_each(|sql| link.batch_execute(sql).unwrap());
                link.batch_execute("update meta set version = 2").unwrap();
            }
        }
        let Err(Broken(why)) = store::open(&url) else { panic!("it is served as it is") };
        assert!(why.contains("schema 2, this program needs 4: run `ch47 floor upgrade`"), "{why}");
        let copy = format!("{}.schema-2", url.strip_prefix("sqlite:").unwrap_or("/tmp/never-made"));
        let steps = migrations::migrations();
        assert_eq!(migrations::upgrade(&url, SCHEMA, &steps, copy.as_ref()).unwrap(), 2);
        let mut store = store::open(&url).expect("it is served");
        assert_eq!(store.docs("table").unwrap().len(), 1);
        store.add_drill(&drill("a", "ann", "")).unwrap();
        assert!(store.add_member("K", "ann").unwrap() && store.answer_drill("a", "5", true).unwrap());
    });
}

/// A floor of schema 3 has no shoes that are dealt; the step adds them, and drills that were answered stay.
#[test]
fn a_floor_before_the_shoes_gets_them() {
    each(|Floor { mut store, url, _folder }| {
        store.add_drill(&drill("a", "ann", "K")).unwrap();
        assert!(store.answer_drill("a", "5", true).unwrap());
        drop(store);
        let back = [
            "drop table deals",
            "drop index drills_by_deal",
            "alter table drills drop column deal",
            "alter table drills drop column step",
        ];
        match url.strip_prefix("sqlite:") {
            Some(path) => {
                let link = rusqlite::Connection::open(path).unwrap();
                back.iter().for_each(|sql| link.execute_batch(sql).unwrap());
                link.execute_batch("pragma user_version = 3").unwrap();
            }
            None => {
                let mut link = server().unwrap().connect(&url);
                link.batch_execute("set search_path = ch47").unwrap();
                back.iter().for_each(|sql| link.batch_execute(sql).unwrap());
                link.batch_execute("update meta set version = 3").unwrap();
            }
        }
        let copy = format!("{}.schema-3", url.strip_prefix("sqlite:").unwrap_or("/tmp/never-made"));
        assert_eq!(migrations::upgrade(&url, SCHEMA, &migrations::migrations(), copy.as_ref()).unwrap(), 3);
        let mut store = store::open(&url).expect("it is served");
        assert_eq!(store.marks("ann").unwrap().len(), 1);
        store.add_deal(&deal("d", "ann")).unwrap();
        assert_eq!(store.open_deals("ann").unwrap().len(), 1);
    });
}

fn deal(id: &str, learner: &str) -> KeptDeal {
    KeptDeal {
        id: id.into(),
        learner: learner.into(),
        class: "K".into(),
        game: "roulette".into(),
        seed: (1 << 53) + 9,
        options: "{}".into(),
        rounds: 5,
        began: 0,
        is_ended: false,
    }
}

#[test]
fn the_answers_at_a_shoe_are_kept_in_order() {
    each(|Floor { mut store, .. }| {
        store.add_deal(&deal("d", "ann")).unwrap();
        let kept = store.deal("d").unwrap().expect("kept");
        assert_eq!(KeptDeal { began: 0, ..kept.clone() }, deal("d", "ann"));
        assert!(kept.began > 0 && store.deal("e").unwrap().is_none());
        store.add_drill(&drill("a", "ann", "")).unwrap();
        // The eleventh is after the second, whatever their ids are.
        for step in [0, 1, 2, 10, 11] {
            let id = format!("d.{step}");
            let asked = KeptDrill { deal: "d".into(), step, kind: "deal".into(), ..drill(&id, "ann", "K") };
            store.add_drill(&asked).unwrap();
            store.add_drill(&asked).unwrap();
            if step < 11 {
                assert!(store.answer_drill(&id, &format!("said {step}"), step != 1).unwrap());
            }
        }
        assert_eq!(store.deal_answers("d").unwrap(), ["said 0", "said 1", "said 2", "said 10"]);
        assert!(store.deal_answers("").unwrap().is_empty() && store.deal_marks("").unwrap().is_empty());
        let marks = store.deal_marks("d").unwrap();
        assert_eq!(marks.iter().map(|mark| mark.is_right).collect::<Vec<_>>(), [true, false, true, true]);
        assert_eq!(store.marks("ann").unwrap().len(), 4);
        let open: Vec<String> = store.open_drills("ann").unwrap().into_iter().map(|one| one.id).collect();
        assert_eq!(open, ["a"], "a question at a shoe is no drill");
        store.end_deal("d").unwrap();
        assert!(store.open_deals("ann").unwrap().is_empty() && store.deal("d").unwrap().unwrap().is_ended);
    });
}
