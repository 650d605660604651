//! Guests: a name is given, can be changed, and is kept with a password.

use crate::floor::{Client, House, PASSWORD, key};
use axum::http::{Method, header};
use serde_json::{Value, json};

fn nobody(house: &House) -> Client {
    house.client("", None)
}

/// Signs in as a guest, with this name if one is wanted.
async fn enter(house: &House, body: Value) -> (Client, Value) {
    let answer = nobody(house).post("/api/guests", body).await;
    let cookie = answer.headers[header::SET_COOKIE].to_str().expect("a cookie").to_owned();
    assert!(cookie.contains("Max-Age=2592000"), "a guest has nothing but the cookie: {cookie}");
    let me = answer.expect(201);
    let sent = cookie.split(';').next().expect("a pair").to_owned();
    let name = me["account"].as_str().expect("an account").to_owned();
    (Client { name, cookie: Some(sent), ..nobody(house) }, me)
}

async fn rename(client: &Client, name: &str) -> crate::floor::Answer {
    client.ask(Method::PATCH, "/api/me", Some(json!({ "name": name }))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_given_a_name_of_two_words_and_keeps_it() {
    let house = House::with(|config| config.gift = 100_000).await;
    let (guest, me) = enter(&house, json!({})).await;
    let name = me["name"].as_str().expect("a name");
    assert_eq!(name.split(' ').count(), 2, "{name}");
    assert_eq!((me["guest"].as_bool(), me["balance"].as_i64()), (Some(true), Some(100_000)));
    let again = guest.get("/api/me").await.expect(200);
    assert_eq!(again, me, "a reload changes nothing");
    let house = house.restart(|_| ()).await;
    assert_eq!(guest.at(&house).get("/api/me").await.expect(200), me, "nor does a restart");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_can_be_changed_in_any_script_and_is_nobody_elses() {
    let house = House::with(|config| config.gift = 100_000).await;
    house.table("r", "roulette", false, &[]).await;
    let (ann, _) = enter(&house, json!({ "name": "ann" })).await;
    let (bob, _) = enter(&house, json!({ "name": "bob" })).await;
    for client in [&ann, &bob] {
        client.post("/api/tables/r/join", json!({ "key": key() })).await.expect(200);
    }
    ann.does("r", "red 5").await;
    let me = rename(&ann, "Зоя Птица").await.expect(200);
    assert_eq!(
        (&me["name"], &me["account"], &me["balance"]),
        (&json!("Зоя Птица"), &json!("ann"), &json!(99_500))
    );
    let view = bob.get("/api/tables/r").await.expect(200);
    assert_eq!(view["people"][0]["name"], "Зоя Птица", "everyone at the table sees it");
    assert_eq!((&view["bets"][0]["patron"], &view["bets"][0]["stake"]), (&json!("p1"), &json!(500)));
    for (taken, why) in [("зоя-птица", "the same name"), ("Ann", "the first name of another")] {
        assert_eq!(rename(&bob, taken).await.status, 409, "{why}");
    }
    for not_a_name in
        ["", "dealer", "House Heron", "a\u{202e}b", "a\u{200b}b", "p1", "a\nb", &"字".repeat(40)]
    {
        assert_eq!(rename(&bob, not_a_name).await.status, 400, "{not_a_name:?}");
    }
    // A newcomer does not get it either, and what nobody uses any more is free.
    let (_, third) = enter(&house, json!({ "name": "Зоя-птица" })).await;
    assert_ne!(third["account"], "зоя-птица");
    rename(&ann, "山田").await.expect(200);
    rename(&bob, "Зоя Птица").await.expect(200);
    let house = house.restart(|_| ()).await;
    assert_eq!(ann.at(&house).get("/api/me").await.expect(200)["name"], "山田");
    let journals = house.audit().await;
    assert!(
        journals["r"].iter().all(|record| ["ann", "bob", "house", "tests"].contains(&record.by.as_str()))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_keeps_name_money_and_seat() {
    let house = House::with(|config| config.gift = 100_000).await;
    house.table("mb", "minibaccarat", false, &[]).await;
    let (ann, _) = enter(&house, json!({ "name": "ann" })).await;
    rename(&ann, "Zoë").await.expect(200);
    ann.post("/api/tables/mb/join", json!({ "key": key(), "sit": true })).await.expect(200);
    let seats = ann.get("/api/tables/mb").await.expect(200)["picture"]["seats"].clone();
    assert_eq!(seats[0]["patron"], "p1", "{seats}");
    let mut live = ann.live("mb", None).await;
    live.next().await.expect("the table");
    let short = ann.post("/api/password", json!({ "new": "too short" })).await;
    assert_eq!(short.status, 400);
    let kept = ann.post("/api/password", json!({ "new": PASSWORD })).await;
    let set = kept.headers[header::SET_COOKIE].to_str().expect("a cookie").to_owned();
    let me = kept.expect(200);
    assert!(!set.contains("Max-Age") && set.contains("ch47="), "{set}");
    assert_eq!(
        (me["guest"].as_bool(), &me["name"], &me["balance"]),
        (Some(false), &json!("Zoë"), &json!(100_000))
    );
    // Whoever has a password needs the old one for another.
    assert_eq!(ann.post("/api/password", json!({ "new": "another pass phrase" })).await.status, 401);
    live.say(json!({ "do": "offers" })).await;
    live.until(|message| message["type"] == "offers").await;
    let log_in = json!({ "name": "ZOË", "password": PASSWORD });
    let answer = nobody(&house).post("/api/login", log_in).await;
    let cookie =
        answer.headers[header::SET_COOKIE].to_str().expect("a cookie").split(';').next().map(str::to_owned);
    assert_eq!(answer.expect(200)["account"], "ann");
    let elsewhere = Client { cookie, ..nobody(&house) };
    assert_eq!(elsewhere.get("/api/tables/mb").await.expect(200)["picture"]["seats"], seats);
    house.audit().await;
}
