//! AUT-1: everyone tries everything, and exactly what the table of actions says is allowed.

use crate::floor::{Client, House, key, now};
use axum::http::{Method, StatusCode};
use protocol::{Action, Capacity, ROUTES, Role, Row, Scope};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Somebody of every role, somebody whom nobody knows, and somebody whose session has run out.
async fn everyone(house: &House) -> Vec<(Option<Role>, Client)> {
    let mut all = Vec::new();
    for role in Role::ALL {
        let client = match role {
            Role::Player => house.seated("patty", "open", 500_000).await,
            role => house.staff(role, role.name()).await,
        };
        all.push((Some(role), client));
    }
    let day = 24 * 3_600_000;
    let old =
        house.floor.desk.ask(move |people| people.be_guest("late", now() - 31 * day)).await.expect("a guest");
    all.push((None, house.client("nobody", None)));
    all.push((None, house.client("late", Some(&old.token))));
    all
}

/// A request for an action that is lawful as far as words go.
fn body(action: Action, role: Option<Role>) -> Option<Value> {
    let mut body = (action.row().asks?.example)();
    if !body["key"].is_null() {
        body["key"] = json!(key());
    }
    if action == Action::Act {
        body["as"] = match role {
            Some(Role::Dealer) => json!("dealer"),
            Some(Role::Floorperson) => json!("floorperson"),
            _ => Value::Null,
        };
    }
    Some(body)
}

fn path(row: &Row, table: &str) -> String {
    row.path
        .replace("{table}", table)
        .replace("{person}", "somebody")
        .replace("{token}", "000000000000")
        .replace("{seq}", "0")
        .replace("{round}", "0")
        .replace("{window}", "1")
        .replace("{cite}", "5.2(b)")
        .replace("{game}", "roulette")
        .replace("{paper}", "certificates")
        .replace("{class}", "ABCD2345")
        .replace("{learner}", "somebody")
}

/// What a role may not do is answered with 401 for people who are not signed in and 403 for others; any other status means that the request was let through.
fn judged(role: Option<Role>, scope: Scope, status: StatusCode) -> Result<(), &'static str> {
    match (scope.admits(role), role, status) {
        (_, _, StatusCode::INTERNAL_SERVER_ERROR | StatusCode::NOT_FOUND) => {
            Err("no such route, or it failed")
        }
        (true, _, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => Err("denied against the table"),
        (false, None, StatusCode::UNAUTHORIZED) | (false, Some(_), StatusCode::FORBIDDEN) => Ok(()),
        (false, ..) => Err("allowed against the table"),
        (true, ..) => Ok(()),
    }
}

/// What would take the caller's own session away, or says nothing about roles by its status.
fn apart(action: Action) -> bool {
    matches!(
        action,
        Action::LogIn
            | Action::BeGuest
            | Action::AcceptInvitation
            | Action::LogOut
            | Action::ChangePassword
            | Action::Watch
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_may_do_exactly_what_the_table_says() {
    let house = House::open().await;
    for table in ["open", "other", "shut"] {
        house.table(table, "roulette", true, &[]).await;
    }
    house.player("somebody", 0).await;
    let people = everyone(&house).await;
    let floorperson = house.staff(Role::Floorperson, "closer").await;
    floorperson.post("/api/tables/shut/close", json!({ "key": key() })).await.expect(200);
    let mut cells = 0;
    let mut wrong = Vec::new();
    for row in ROUTES.iter().filter(|row| !apart(row.action)) {
        let tables: &[&str] =
            if row.path.contains("{table}") { &["open", "other", "shut"] } else { &["open"] };
        for (role, client) in &people {
            for table in tables {
                // The way of a request does not depend on whether there is such a line or round.
                let method: Method = row.method.name().parse().expect("a method");
                let answer = client.ask(method, &path(row, table), body(row.action, *role)).await;
                let status = match answer.status {
                    StatusCode::NOT_FOUND if answer.code() == "unknown" => StatusCode::OK,
                    status => status,
                };
                cells += 1;
                if let Err(how) = judged(*role, row.scope, status) {
                    wrong.push(format!(
                        "{:?} {} at {table}: {how}: {} {}",
                        row.action, client.name, answer.status, answer.text
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cells} cells:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cells > 600, "{cells}");
    // What was set apart: a wrong password is 401 for anyone, and only who is logged in can log out.
    for (n, (role, client)) in (10..).zip(&people) {
        // From an address of their own: log-ins from one are few.
        let client = &Client { from: [127, 0, 0, n].into(), ..client.clone() };
        let changed = client.post("/api/password", json!({ "old": "x", "new": "x" })).await;
        let expected = if role.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::UNAUTHORIZED };
        assert_eq!(changed.status, expected, "{}: {}", client.name, changed.text);
        let out = client.ask(Method::POST, "/api/logout", None).await.status;
        let expected = if role.is_some() { StatusCode::NO_CONTENT } else { StatusCode::UNAUTHORIZED };
        assert_eq!(out, expected, "{}", client.name);
        assert_eq!(client.get("/api/me").await.status, StatusCode::UNAUTHORIZED, "{}", client.name);
    }
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acts_are_for_whom_the_table_says_over_http_and_live() {
    let house = House::open().await;
    house.table("open", "roulette", true, &[]).await;
    let people = everyone(&house).await;
    let kinds = [
        (None, "red 5", Capacity::ActAsPatron),
        (Some("dealer"), "spins", Capacity::ActAsDealer),
        (Some("floorperson"), "spins", Capacity::ActAsFloorperson),
        (Some("supervisor"), "spins", Capacity::ActAsFloorperson),
        (Some("equipment"), "ball 17", Capacity::ShowEquipment),
        (Some("irregularity"), "foreign object", Capacity::TellIrregularity),
    ];
    for (role, client) in &people {
        let live = client.try_live("open", None).await;
        assert_eq!(live.is_ok(), role.is_some(), "{}", client.name);
        let mut live = live.ok();
        for (acting, act, action) in kinds {
            let answer = client.act("open", act, None, acting).await;
            judged(*role, action.scope(), answer.status)
                .unwrap_or_else(|how| panic!("{} {action:?}: {how}: {}", client.name, answer.text));
            let Some(live) = &mut live else { continue };
            let key = key();
            live.say(json!({ "do": "act", "key": key, "act": act, "as": acting })).await;
            let answer = live.answer(&key).await;
            let denied = matches!(answer["code"].as_str(), Some("forbidden" | "log-in"));
            assert_eq!(!denied, action.scope().admits(*role), "{} {action:?}: {answer}", client.name);
        }
        if let Some(live) = &mut live {
            let key = key();
            live.say(json!({ "do": "ready", "key": key })).await;
            live.say(json!({ "do": "offers" })).await;
            let said = live.until(|m| m["type"] == "problem" || m["type"] == "offers").await;
            assert_eq!(said["code"] != "forbidden", *role == Some(Role::Player), "{}: {said}", client.name);
        }
    }
    house.audit().await;
}

/// Nobody acts for another, at whatever seat and whatever they write.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_for_somebody_else() {
    let house = House::open().await;
    house.table("open", "roulette", false, &[]).await;
    house.table("bac", "minibaccarat", true, &[]).await;
    let ann = house.seated("ann", "open", 100_000).await;
    let bob = house.seated("bob", "open", 100_000).await;
    ann.does("open", "red 5").await;
    for act in ["p1 red 5", "p1@1 red 5", "takes back red", "\np1 takes back red", "red 5\np1 red 5"] {
        let answer = bob.act("open", act, None, None).await;
        let refused = answer.status.is_client_error() || !answer.json()["refused"].is_null();
        assert!(refused, "{act:?}: {}", answer.text);
    }
    // Somebody who has not come to the table has no chips there.
    let cat = house.player("cat", 100_000).await;
    assert_eq!(cat.act("open", "red 5", None, None).await.code(), "conflict");
    let bought = cat.post("/api/tables/open/buy-ins", json!({ "key": key(), "cents": 500 })).await;
    assert_eq!(bought.code(), "conflict");
    // What equipment shows cannot be somebody's act.
    let dan = house.staff(Role::Dealer, "dan").await;
    for act in ["p1 red 5", "p1@2 red 5", "dealer spins", "house spins", "supervisor spins"] {
        let answer = dan.act("bac", act, None, Some("equipment")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{act}: {}", answer.text);
    }
    assert_eq!(dan.act("open", "spins", None, Some("dealer")).await.code(), "forbidden", "nobody deals here");
    let table = ann.get("/api/tables/open").await.expect(200);
    assert_eq!(table["bets"].as_array().map(Vec::len), Some(1), "{table}");
    // The key of one is not the key of another.
    let same = json!({ "key": "the-same-key", "act": "black 5" });
    let first = ann.post("/api/tables/open/acts", same.clone()).await.expect(200);
    let second = bob.post("/api/tables/open/acts", same).await.expect(200);
    assert_ne!(first["seq"], second["seq"]);
    house.audit().await;
}

/// Only what is in the table is there: the router is made from it.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_in_the_table_is_not_there() {
    let house = House::open().await;
    house.table("open", "roulette", false, &[]).await;
    let admin = house.staff(Role::Administrator, "admin").await;
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in ROUTES {
        rows.entry(row.path).or_default().push(row.method.name());
    }
    for (written, methods) in &rows {
        let row = ROUTES.iter().find(|row| row.path == *written).expect("a row");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"].iter().filter(|m| !methods.contains(m)) {
            let answer = admin.ask(method.parse().expect("a method"), &path(row, "open"), None).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {written}");
        }
    }
    for path in ["/api/tables/open/cards", "/api/secrets", "/api/tables/open/windows", "/metrics/x"] {
        assert_eq!(admin.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    // The cage is no table: nobody plays there, watches it, or opens another of its name.
    let cage = house.floor.cage();
    assert_eq!(admin.get(&format!("/api/tables/{cage}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(admin.try_live(&cage, Some(0)).await.err(), Some(StatusCode::NOT_FOUND));
    let new = json!({ "table": cage, "pit": "A", "game": "blackjack", "inventory": 0 });
    assert_eq!(admin.post("/api/tables", new).await.code(), "bad-request");
    house.audit().await;
}
