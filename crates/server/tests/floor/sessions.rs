//! AUT-4 and AUT-5: log-in, locks, sessions that end everywhere at once, and pages of other sites.

use crate::floor::{Answer, Client, House, PASSWORD, key, now};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use protocol::Role;
use serde_json::json;
use std::time::{Duration, Instant};

async fn log_in(client: &Client, name: &str, password: &str) -> Answer {
    client.post("/api/login", json!({ "name": name, "password": password })).await
}

fn cookie(answer: &Answer) -> String {
    let set = answer.headers[header::SET_COOKIE].to_str().expect("text");
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
    set.split(';').next().expect("a pair").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn three_failures_lock_and_a_log_in_changes_the_session() {
    let house = House::open().await;
    house.staff(Role::Dealer, "dan").await;
    let at = |n: u8| Client { from: [127, 0, 1, n].into(), ..house.client("somebody", None) };
    let first = log_in(&at(1), "dan", PASSWORD).await;
    assert_eq!(first.status, 200);
    let known = Client { cookie: Some(cookie(&first)), ..at(1) };
    let second = log_in(&known, "dan", PASSWORD).await;
    assert_ne!(cookie(&first), cookie(&second), "a new session with every log-in");
    assert_eq!(known.get("/api/me").await.status, 401, "and the old one has ended");
    let mut said = Vec::new();
    for _ in 0..3 {
        let wrong = log_in(&at(2), "dan", "wrong wrong wrong").await;
        assert_eq!(wrong.status, 401, "{}", wrong.text);
        said.push(wrong.text);
    }
    let nobody = log_in(&at(9), "no-such-person", "wrong wrong wrong").await;
    said.push(nobody.text);
    assert!(said.windows(2).all(|pair| pair[0] == pair[1]), "the same words whatever was wrong: {said:?}");
    // Locked there: the right password does not help any more. Whoever knows a name keeps nobody out elsewhere.
    assert_eq!(log_in(&at(2), "dan", PASSWORD).await.status, 401, "locked");
    assert_eq!(log_in(&at(3), "dan", PASSWORD).await.status, 200, "not locked elsewhere");
    let admin = house.staff(Role::Administrator, "admin").await;
    let list = admin.get("/api/people").await.expect(200);
    let dan = list.as_array().expect("people").iter().find(|person| person["name"] == "dan").expect("dan");
    assert_eq!(dan["locked"], true);
    let change = json!({ "locked": false });
    admin.ask(Method::PATCH, "/api/people/dan", Some(change)).await.expect(200);
    let there = [127, 0, 1, 2].into();
    let open = house.floor.desk.ask(move |people| people.log_in("dan", PASSWORD, None, there, now())).await;
    assert!(open.is_ok(), "an administrator unlocks");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_ends_on_live_connections_within_a_second() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let admin = house.staff(Role::Administrator, "admin").await;
    for (n, how) in ["log-out", "role", "lock", "password"].into_iter().enumerate() {
        let name = format!("dealer-{n}");
        let dealer = house.staff(Role::Dealer, &name).await;
        let mut live = dealer.live("r", None).await;
        live.next().await.expect("the table");
        let person = format!("/api/people/{name}");
        let answer = match how {
            "log-out" => dealer.ask(Method::POST, "/api/logout", None).await,
            "role" => admin.ask(Method::PATCH, &person, Some(json!({ "role": "surveillance" }))).await,
            "lock" => admin.ask(Method::PATCH, &person, Some(json!({ "locked": true }))).await,
            _ => {
                let new = json!({ "old": PASSWORD, "new": "another pass phrase" });
                dealer.post("/api/password", new).await
            }
        };
        // Counted from here: a password takes long to check, and longer on a busy machine.
        let began = Instant::now();
        assert!(answer.status.is_success(), "{how}: {}", answer.text);
        assert_eq!(live.closed().await, Some(protocol::LOGGED_OUT), "{how}");
        assert!(began.elapsed() < Duration::from_secs(2), "{how}: {:?}", began.elapsed());
        assert_eq!(dealer.get("/api/me").await.status, 401, "{how}");
        assert_eq!(dealer.try_live("r", None).await.err().map(|no| no.as_u16()), Some(401), "{how}");
    }
    // The control: nobody else's connection ended.
    let mut live = admin.live("r", None).await;
    live.next().await.expect("the table");
    live.say(json!({ "do": "offers" })).await;
    assert_eq!(live.next().await.expect("an answer")["type"], "offers");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_another_version_is_told_so() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.seated("ann", "r", 10_000).await;
    let path = "/api/tables/r/live";
    for version in [None, Some("ch47.v1"), Some("chat")] {
        let no = ann.upgrade_speaking(path, version).await.err().map(|no| no.as_u16());
        assert_eq!(no, Some(426), "{version:?}");
    }
    assert!(ann.upgrade_speaking(path, Some("ch47.v1, ch47.v2")).await.is_ok(), "one of several is enough");
    assert_eq!(ann.get("/healthz").await.expect(200)["protocol"], "ch47.v2");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_get_nothing() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.seated("ann", "r", 10_000).await;
    let own = format!("http://{}", house.address);
    let path = "/api/tables/r/live";
    for foreign in [None, Some("null"), Some("http://evil.example"), Some("https://127.0.0.1"), Some("")] {
        let no = ann.upgrade(path, foreign).await.err().map(|no| no.as_u16());
        assert_eq!(no, Some(403), "{foreign:?}");
    }
    assert!(ann.upgrade(path, Some(&own)).await.is_ok());
    // A token in the address is none.
    let cookie = ann.cookie.clone().expect("a cookie");
    let bare = Client { cookie: None, ..ann.clone() };
    let no = bare.upgrade(&format!("{path}?{cookie}"), Some(&own)).await.err().map(|no| no.as_u16());
    assert_eq!(no, Some(401));
    // Nor does a form of another site do anything with the cookie of a browser.
    for (n, foreign) in [None, Some("null"), Some("http://evil.example")].into_iter().enumerate() {
        let mut request = Request::post("/api/tables/r/acts")
            .header(header::HOST, house.address.to_string())
            .header(header::COOKIE, &cookie)
            .header(header::CONTENT_TYPE, "text/plain");
        if let Some(foreign) = foreign {
            request = request.header(header::ORIGIN, foreign);
        }
        let body = json!({ "key": key(), "act": "red 5" }).to_string();
        let answer = ann.send(request.body(Body::from(body)).expect("a request")).await.expect("an answer");
        assert_eq!(answer.status, 403, "{n}: {}", answer.text);
    }
    let planted = Client { cookie: Some(format!("{cookie}; {cookie}")), ..ann.clone() };
    assert_eq!(planted.get("/api/me").await.status, 401, "two cookies of our name are none");
    let bets = ann.get("/api/tables/r").await.expect(200)["bets"].as_array().map(Vec::len);
    assert_eq!(bets, Some(0), "nothing was done");
    house.audit().await;
}
