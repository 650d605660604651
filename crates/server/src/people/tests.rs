use super::*;
use protocol::PersonChange;
use std::{
    collections::BTreeSet,
    io,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

const NOW: i64 = 1_800_000_000_000;
const PASSWORD: &str = "correct horse battery";
const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
const CHEAP: Cost = Cost { memory: 16, passes: 1 };

fn people(change: impl FnOnce(&mut Settings)) -> People<Memory> {
    let mut settings = Settings { cost: CHEAP, ..Settings::USUAL };
    change(&mut settings);
    let people = People::new(Memory::default(), settings).expect("people");
    people.admit("ann", Role::Player, PASSWORD, NOW).map(drop).expect("admitted");
    people.admit("root", Role::Administrator, PASSWORD, NOW).map(drop).expect("admitted");
    people
}

fn log_in(people: &People<Memory>, password: &str, now: i64) -> Result<Entered, Denied> {
    people.log_in("ann", password, None, HERE, now)
}

fn no<T>(answer: Result<T, Denied>) -> Denied {
    answer.map(drop).expect_err("denied")
}

#[test]
fn names_and_passwords_have_a_form() {
    for (written, kept) in [("ann", "ann"), ("Ann", "ann"), ("a.b-c_9", "a.b-c_9"), ("7", "7")] {
        assert_eq!(name(written).as_deref(), Ok(kept));
    }
    let long = "a".repeat(33);
    for written in ["", ".", "..", "-a", "house", "House", "a b", "a/b", "a\n", &long] {
        assert_eq!(name(written), Err(Denied::Name), "{written:?}");
    }
    let people = people(|_| ());
    for (secret, fits) in [("eleven char", false), ("twelve chars", true), ("é".repeat(12).as_str(), true)] {
        assert_eq!(
            people.admit(&format!("p{fits}{}", secret.len()), Role::Dealer, secret, NOW).is_ok(),
            fits
        );
    }
    assert_eq!(no(people.admit("bob", Role::Player, &"x".repeat(129), NOW)), Denied::Password);
    assert_eq!(no(people.admit("long-name-here", Role::Player, "Long-Name-Here", NOW)), Denied::Password);
    assert_eq!(no(people.admit("ANN", Role::Player, PASSWORD, NOW)), Denied::Taken);
}

#[test]
fn a_session_lasts_half_an_hour_idle_and_half_a_day_in_all() {
    let people = people(|_| ());
    let entered = log_in(&people, PASSWORD, NOW).expect("in");
    assert_eq!((entered.who.name.as_str(), entered.who.role), ("ann", Role::Player));
    assert_eq!(people.who(&entered.token, NOW + 30 * MINUTE - 1), Ok(entered.who.clone()));
    assert_eq!(people.who(&entered.token, NOW + 61 * MINUTE), Err(Denied::LoggedOut));
    let busy = log_in(&people, PASSWORD, NOW).expect("in");
    for minutes in (0..12 * 60).step_by(20) {
        assert!(people.who(&busy.token, NOW + minutes * MINUTE).is_ok(), "{minutes}");
    }
    assert_eq!(people.who(&busy.token, NOW + 12 * HOUR), Err(Denied::LoggedOut));
    assert_eq!(people.who(&Token::new().expect("chance"), NOW), Err(Denied::LoggedOut));
}

#[test]
fn looking_whether_a_session_goes_on_does_not_prolong_it() {
    let people = people(|_| ());
    let entered = log_in(&people, PASSWORD, NOW).expect("in");
    assert_eq!(people.goes_on(&entered.who, NOW + 29 * MINUTE), Ok(true));
    assert_eq!(people.goes_on(&entered.who, NOW + 30 * MINUTE), Ok(false));
}

#[test]
fn a_log_in_rotates_the_token() {
    let people = people(|_| ());
    let first = log_in(&people, PASSWORD, NOW).expect("in");
    let second = people.log_in("Ann", PASSWORD, Some(&first.token), HERE, NOW).expect("in");
    assert_ne!(first.token.hash(), second.token.hash());
    assert_eq!(people.who(&first.token, NOW), Err(Denied::LoggedOut));
    assert_eq!(people.who(&second.token, NOW), Ok(second.who.clone()));
}

#[test]
fn three_failures_lock_for_a_quarter_of_an_hour() {
    let people = people(|_| ());
    let open = log_in(&people, PASSWORD, NOW).expect("in");
    for second in 0..3 {
        assert_eq!(no(log_in(&people, "wrong wrong wrong", NOW + second)), Denied::Wrong);
    }
    assert_eq!(no(log_in(&people, PASSWORD, NOW + MINUTE)), Denied::Wrong, "locked");
    assert!(people.is_locked(&people.list().expect("all")[0], NOW + MINUTE));
    assert!(people.who(&open.token, NOW + MINUTE).is_ok(), "whoever guesses does not throw the owner out");
    let later = NOW + 2 + 15 * MINUTE;
    assert_eq!(no(log_in(&people, PASSWORD, later - 1)), Denied::Wrong);
    assert_eq!(no(log_in(&people, "wrong wrong wrong", later + 1)), Denied::Wrong);
    assert!(log_in(&people, PASSWORD, later + 2).is_ok(), "and then there are three again");
    for _ in 0..2 {
        assert_eq!(no(log_in(&people, "wrong wrong wrong", later)), Denied::Wrong);
    }
    assert!(log_in(&people, PASSWORD, later).is_ok(), "success forgets failures");
}

#[test]
fn where_the_house_says_so_only_an_administrator_unlocks() {
    let people = people(|settings| settings.unlock = Unlock::ByAdministrator);
    for _ in 0..3 {
        assert_eq!(no(log_in(&people, "wrong wrong wrong", NOW)), Denied::Wrong);
    }
    assert_eq!(no(log_in(&people, PASSWORD, NOW + 1000 * HOUR)), Denied::Wrong);
    let unlock = PersonChange { role: None, locked: Some(false) };
    assert!(people.change("ann", &unlock).is_ok());
    assert!(log_in(&people, PASSWORD, NOW).is_ok());
}

#[test]
fn a_lock_holds_where_it_was_earned_and_unlocking_forgets_everything() {
    let people = people(|settings| settings.unlock = Unlock::ByAdministrator);
    let there: IpAddr = [198, 51, 100, 6].into();
    for _ in 0..3 {
        assert_eq!(no(people.log_in("ann", "wrong wrong wrong", None, there, NOW)), Denied::Wrong);
    }
    assert_eq!(no(people.log_in("ann", PASSWORD, None, there, NOW)), Denied::Wrong, "locked there");
    let here = people.log_in("ann", PASSWORD, None, HERE, NOW).expect("not here");
    assert!(people.is_locked(&people.list().expect("all")[0], NOW), "and the list of people shows it");
    people.unlock("Ann").expect("unlocked");
    assert!(!people.is_locked(&people.list().expect("all")[0], NOW));
    assert!(people.log_in("ann", PASSWORD, None, there, NOW).is_ok());
    assert!(people.who(&here.token, NOW).is_ok(), "sessions go on");
    // This also works for the last administrator, whatever locked the account.
    for _ in 0..3 {
        assert_eq!(no(people.log_in("root", "wrong wrong wrong", None, HERE, NOW)), Denied::Wrong);
    }
    people.store.set_locked("root", true).expect("locked");
    people.unlock("root").expect("unlocked");
    assert!(people.log_in("root", PASSWORD, None, HERE, NOW).is_ok());
    assert_eq!(no(people.unlock("nobody")), Denied::Nobody);
}

#[test]
fn many_guesses_at_once_are_still_three() {
    let people = Arc::new(people(|_| ()));
    let guesses: Vec<_> = (0..16)
        .map(|_| {
            let people = Arc::clone(&people);
            std::thread::spawn(move || log_in(&people, "wrong wrong wrong", NOW).is_ok())
        })
        .collect();
    assert!(guesses.into_iter().all(|guess| !guess.join().expect("no panic")));
    assert_eq!(no(log_in(&people, PASSWORD, NOW + 1)), Denied::Wrong, "locked");
}

#[test]
fn a_failure_says_the_same_whatever_failed() {
    let people = people(|settings| settings.guests = true);
    people.be_guest("guest", NOW).map(drop).expect("in");
    let lock = PersonChange { role: None, locked: Some(true) };
    people.admit("cut", Role::Dealer, PASSWORD, NOW).map(drop).expect("admitted");
    people.change("cut", &lock).map(drop).expect("locked");
    let said: BTreeSet<_> =
        [("nobody", PASSWORD), ("..", ""), ("guest", ""), ("cut", PASSWORD), ("ann", "x")]
            .map(|(name, secret)| no(people.log_in(name, secret, None, HERE, NOW)).problem().message)
            .into();
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn an_unknown_name_costs_the_same_work() {
    // The cost is high enough that hashing dominates, and the fastest of several tries counts, since noise can only
    // slow them down.
    let people = people(|settings| settings.cost = Cost { memory: 2048, passes: 2 });
    let least = |name: &str| {
        let tries = (0..9).map(|n| {
            let began = Instant::now();
            assert_eq!(
                no(people.log_in(name, "wrong wrong wrong", None, HERE, NOW + n * HOUR)),
                Denied::Wrong
            );
            began.elapsed()
        });
        tries.min().expect("tries").as_secs_f64()
    };
    let ratio = least("nobody") / least("ann");
    assert!((0.5..2.0).contains(&ratio), "{ratio}");
}

#[test]
fn the_first_administrator_comes_by_a_link_that_works_once() {
    let people = People::new(Memory::default(), Settings { cost: CHEAP, ..Settings::USUAL }).expect("people");
    let spare = people.first_link(NOW).expect("asked").expect("nobody yet");
    let late = people.first_link(NOW - 25 * HOUR).expect("asked").expect("nobody yet");
    let link = people.first_link(NOW).expect("asked").expect("nobody yet");
    people.admit("taken", Role::Player, PASSWORD, NOW).map(drop).expect("admitted");
    assert_eq!(no(people.accept(&late, "root", PASSWORD, NOW)), Denied::Link, "expired");
    assert_eq!(no(people.accept(&link, "root", "short", NOW)), Denied::Password);
    assert_eq!(no(people.accept(&link, "taken", PASSWORD, NOW)), Denied::Taken);
    let none = Token::new().expect("chance");
    assert_eq!(
        no(people.accept(&none, "taken", PASSWORD, NOW)),
        Denied::Link,
        "names are not told to strangers"
    );
    let root = people.accept(&link, "root", PASSWORD, NOW).expect("a mistake does not spend the link");
    assert_eq!(root.who.role, Role::Administrator);
    assert_eq!(no(people.accept(&link, "second", PASSWORD, NOW)), Denied::Link, "used");
    assert_eq!(no(people.accept(&spare, "second", PASSWORD, NOW)), Denied::Link, "there is one now");
    assert!(people.first_link(NOW).expect("asked").is_none());
}

#[test]
fn guests_come_only_where_the_house_admits_them() {
    assert_eq!(no(people(|_| ()).be_guest("eve", NOW)), Denied::Guests);
    let people = people(|settings| settings.guests = true);
    let eve = people.be_guest("eve", NOW).expect("in");
    assert_eq!((eve.who.name.as_str(), eve.who.role), ("eve", Role::Player));
    let other = people.be_guest("Eve", NOW).expect("in");
    assert!(other.who.name.starts_with("eve-") && other.who.name.len() == 10, "{}", other.who.name);
    let long = people.be_guest(&"a".repeat(32), NOW).and_then(|_| people.be_guest(&"a".repeat(32), NOW));
    assert!(long.is_ok_and(|guest| name(&guest.who.name).is_ok()));
    assert_eq!(no(people.change_password(&eve.who, "", PASSWORD, HERE, NOW)), Denied::Wrong);
}

#[test]
fn another_password_or_role_ends_every_session() {
    let people = people(|_| ());
    let (here, there) =
        (log_in(&people, PASSWORD, NOW).expect("in"), log_in(&people, PASSWORD, NOW).expect("in"));
    assert_eq!(
        no(people.change_password(&here.who, "wrong wrong wrong", PASSWORD, HERE, NOW)),
        Denied::Wrong
    );
    assert!(people.who(&there.token, NOW).is_ok());
    let fresh =
        people.change_password(&here.who, PASSWORD, "another pass phrase", HERE, NOW).expect("changed");
    for old in [&here, &there] {
        assert_eq!(people.who(&old.token, NOW), Err(Denied::LoggedOut));
    }
    assert_eq!(no(log_in(&people, PASSWORD, NOW)), Denied::Wrong);
    assert!(log_in(&people, "another pass phrase", NOW).is_ok());

    let change = PersonChange { role: Some(Role::Dealer), locked: None };
    assert!(people.change("ann", &change).is_ok_and(|ann| ann.role == Role::Dealer));
    assert_eq!(people.who(&fresh.token, NOW), Err(Denied::LoggedOut));
    assert_eq!(no(people.change("nobody", &change)), Denied::Nobody);
    assert_eq!(no(people.change("root", &change)), Denied::LastAdministrator);
    let lock = PersonChange { role: None, locked: Some(true) };
    assert_eq!(no(people.change("root", &lock)), Denied::LastAdministrator);
}

#[test]
fn a_stolen_session_cannot_try_passwords() {
    let people = people(|_| ());
    let stolen = log_in(&people, PASSWORD, NOW).expect("in");
    for _ in 0..3 {
        assert_eq!(
            no(people.change_password(&stolen.who, "guess guess guess", PASSWORD, HERE, NOW)),
            Denied::Wrong
        );
    }
    assert_eq!(
        no(people.change_password(&stolen.who, PASSWORD, "another pass phrase", HERE, NOW)),
        Denied::Wrong
    );
}

/// Whether a live connection of this person notices within a second what is done.
async fn notices(desk: &Desk<Memory>, who: &Who, done: impl FnOnce(&People<Memory>)) -> bool {
    let (listener, asked) = (desk.clone(), who.clone());
    let waiting = tokio::spawn(async move { listener.ended(&asked, || NOW).await });
    tokio::time::sleep(Duration::from_millis(30)).await;
    assert!(!waiting.is_finished(), "too early");
    done(desk.people());
    tokio::time::timeout(Duration::from_secs(1), waiting).await.is_ok()
}

#[tokio::test]
async fn live_connections_learn_that_a_session_ended() {
    let desk = Desk::new(people(|_| ()));
    let enter = |desk: &Desk<Memory>| log_in(desk.people(), PASSWORD, NOW).expect("in").who;
    let fine = "never";

    let ann = enter(&desk);
    assert!(notices(&desk, &ann, |people| people.log_out(&ann).expect(fine)).await);
    let ann = enter(&desk);
    let change = |role, locked| PersonChange { role, locked };
    assert!(
        notices(&desk, &ann, |people| drop(people.change("ann", &change(Some(Role::Dealer), None)))).await
    );
    let ann = enter(&desk);
    assert!(notices(&desk, &ann, |people| drop(people.change("ann", &change(None, Some(true))))).await);
    desk.people().change("ann", &change(None, Some(false))).map(drop).expect(fine);
    let ann = enter(&desk);
    // As another node would do it: this process is not notified.
    assert!(notices(&desk, &ann, |people| people.store.drop_sessions("ann").expect(fine)).await);
    let (ann, other) = (enter(&desk), enter(&desk));
    assert!(!notices(&desk, &ann, |people| people.log_out(&other).expect(fine)).await, "not hers");
}

#[tokio::test]
async fn few_passwords_are_looked_at_at_a_time_and_failures_take_their_time() {
    let desk = Desk::new(people(|_| ()));
    let busy = Arc::new(Mutex::new((0, 0)));
    let asks: Vec<_> = (0..6)
        .map(|_| {
            let (desk, busy) = (desk.clone(), Arc::clone(&busy));
            tokio::spawn(async move {
                desk.ask_with_password(move |_| {
                    let mut now = busy.lock().expect("no panic");
                    now.0 += 1;
                    now.1 = now.0.max(now.1);
                    drop(now);
                    std::thread::sleep(Duration::from_millis(20));
                    busy.lock().expect("no panic").0 -= 1;
                    Ok(())
                })
                .await
            })
        })
        .collect();
    for ask in asks {
        assert_eq!(ask.await.expect("no panic"), Ok(()));
    }
    assert_eq!(busy.lock().expect("no panic").1, 2);

    let began = Instant::now();
    let failed = desk.ask_with_password(|people| people.log_in("nobody", "", None, HERE, NOW)).await;
    assert_eq!(no(failed), Denied::Wrong);
    assert!(began.elapsed() >= Duration::from_millis(300));
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_log_has_neither_passwords_nor_tokens_nor_their_hashes() {
    let log = Log::default();
    let writer = log.clone();
    let all =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    let mut secrets =
        vec![PASSWORD.to_owned(), "another pass phrase".to_owned(), "wrong wrong wrong".to_owned()];
    tracing::subscriber::with_default(all.finish(), || {
        let people = people(|settings| settings.guests = true);
        let entered = log_in(&people, PASSWORD, NOW).expect("in");
        assert_eq!(no(log_in(&people, "wrong wrong wrong", NOW)), Denied::Wrong);
        let changed =
            people.change_password(&entered.who, PASSWORD, "another pass phrase", HERE, NOW).expect("new");
        people.log_out(&changed.who).expect("out");
        let guest = people.be_guest("guest", NOW).expect("in");
        let lock = PersonChange { role: None, locked: Some(true) };
        secrets.extend(people.list().expect("all").into_iter().map(|person| person.password_hash));
        people.change("guest", &lock).map(drop).expect("locked");
        for token in [&entered.token, &changed.token, &guest.token] {
            secrets.extend([token.reveal().to_owned(), token.hash().to_string()]);
        }
    });
    let log = String::from_utf8(log.0.lock().expect("no panic").clone()).expect("text");
    assert!(["logged in", "log-in failed", "logged out"].iter().all(|said| log.contains(said)), "{log}");
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        assert!(!log.contains(secret.as_str()), "{secret} is in the log");
    }
}
