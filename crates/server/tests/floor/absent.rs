//! Absent people do not hold up a table, and do not keep a seat forever.

use crate::floor::{Client, House, Live, PACE, key};
use protocol::Role;
use serde_json::{Value, json};
use server::{Config, Pace};
use std::time::{Duration, Instant};

/// Tables that would wait for an hour for anyone who is there.
fn patient(config: &mut Config) {
    let hour = Duration::from_secs(3600);
    let grace = Duration::from_millis(400);
    config.pace = Pace { wagers: hour, turn: hour, grace, seat: hour, ..PACE };
}

/// The same, and seats are freed at once.
fn strict(config: &mut Config) {
    patient(config);
    config.pace.seat = Duration::from_millis(600);
}

/// Somebody who watches the table, in the background, until this is dropped.
struct Watching(tokio::task::JoinHandle<()>);

impl Watching {
    async fn at(client: &Client, table: &str) -> Watching {
        let mut live: Live = client.live(table, None).await;
        live.next().await.expect("the table");
        Watching(tokio::spawn(async move { while live.next().await.is_some() {} }))
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn until(what: &str, client: &Client, path: &str, is: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    for _ in 0..1000 {
        last = client.get(path).await.expect(200);
        if is(&last) {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came: {what}: {last}");
}

/// What one says to get chips of a color that nobody has.
async fn color(client: &Client, table: &str) -> String {
    let offers = client.get(&format!("/api/tables/{table}/offers")).await.expect(200);
    let all = offers.as_array().expect("offers").iter().filter_map(|offer| offer["act"].as_str());
    all.filter(|act| act.starts_with("asks for")).map(str::to_owned).next().expect("a color")
}

fn count(all: &Value, table: &str) -> Option<u64> {
    all.as_array()?.iter().find(|one| one["table"] == table)?["people"].as_u64()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_counts_who_is_there() {
    let house = House::with(patient).await;
    house.table("r", "roulette", false, &[]).await;
    let (ann, bob) = (house.seated("ann", "r", 10_000).await, house.seated("bob", "r", 10_000).await);
    let eve = house.player("eve", 0).await;
    let _watcher = Watching::at(&eve, "r").await;
    let lobby = "/api/tables";
    let here = Watching::at(&ann, "r").await;
    // Bob only asks over HTTP, and asks no more; who only watches was never at the table.
    until("ann alone", &eve, lobby, |all| count(all, "r") == Some(1)).await;
    bob.get("/api/tables/r/offers").await.expect(200);
    until("bob is back", &eve, lobby, |all| count(all, "r") == Some(2)).await;
    drop(here);
    until("nobody", &eve, lobby, |all| count(all, "r") == Some(0)).await;
    let house = house.restart(patient).await;
    let eve = eve.at(&house);
    assert_eq!(count(&eve.get(lobby).await.expect(200), "r"), Some(0), "nobody has come back");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_the_wagers_of_somebody_who_is_away() {
    let house = House::with(patient).await;
    house.table("r", "roulette", false, &[]).await;
    let (ann, bob) = (house.seated("ann", "r", 10_000).await, house.seated("bob", "r", 10_000).await);
    let mut live = ann.live("r", None).await;
    let here = Watching::at(&bob, "r").await;
    bob.does("r", "black 5").await;
    ann.does("r", "red 5").await;
    live.say(json!({ "do": "ready", "key": key() })).await;
    live.until(|m| m["type"] == "presence" && m["ready"] == true).await;
    drop(here);
    // Bob's wager plays without him.
    let away = live.until(|m| m["type"] == "presence" && m["away"] == json!(["p2"])).await;
    assert_eq!(away["present"], 1);
    live.until(|m| m["line"].as_str().is_some_and(|line| line.starts_with("ball"))).await;
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_freed_after_a_while_and_the_chips_go_home() {
    let house = House::with(strict).await;
    for (table, game) in [("mb", "minibaccarat"), ("s", "caribbean-stud"), ("r", "roulette")] {
        house.table(table, game, false, &[]).await;
        let name = format!("ann-{table}");
        let ann = house.seated(&name, table, 10_000).await;
        let here = Watching::at(&ann, table).await;
        let takes = match game {
            "roulette" => color(&ann, table).await,
            _ => "sits at 3".to_owned(),
        };
        ann.does(table, &takes).await;
        drop(here);
        let eve = house.staff(Role::Surveillance, &format!("eve-{table}")).await;
        let path = format!("/api/tables/{table}");
        until("the chips are gone", &eve, &path, |view| view["people"][0]["purse"] == 0).await;
        let view = until("the seat is free", &eve, &path, |view| view["picture"]["seats"].is_null()).await;
        assert_eq!(view["presence"]["away"], json!([]), "{view}");
        // A person who comes back is the same person, with the same money, and may sit down anywhere.
        let me = ann.get("/api/me").await.expect(200);
        assert_eq!(me["wallet"], 10_000, "{me}");
        let _here = Watching::at(&ann, table).await;
        let again = ann.post(&format!("{path}/join"), json!({ "key": key() })).await.expect(200);
        assert_eq!(again["patron"], "p1");
        match game {
            // The color was handed back: anyone may have it.
            "roulette" => {
                let bob = house.seated("bob", table, 1_000).await;
                bob.does(table, &takes).await;
            }
            _ => drop(ann.does(table, &takes).await),
        }
    }
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_wagers_are_taken_back_where_the_law_allows_it() {
    let house = House::with(|config| {
        patient(config);
        config.pace.seat = config.pace.grace;
    })
    .await;
    house.table("c", "craps", false, &[]).await;
    let eve = house.staff(Role::Surveillance, "eve").await;
    let ann = house.seated("ann", "c", 100_000).await;
    let here = Watching::at(&ann, "c").await;
    for wager in ["place 6 12", "place 8 12", "pass 5"] {
        ann.does("c", wager).await;
    }
    drop(here);
    // What may not be taken back is decided by the dice, which nobody has to throw.
    let gone = |view: &Value| view["bets"] == json!([]) && view["people"][0]["purse"] == 0;
    until("nothing of hers is left", &eve, "/api/tables/c", gone).await;
    let wallet = ann.get("/api/me").await.expect(200)["wallet"].as_i64().expect("cents");
    assert!(wallet >= 100_000 - 500, "only the line bet was at risk: {wallet}");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_asks_now_and_then_is_there() {
    // Longer than a busy machine takes for a request, and shorter than she stays.
    let house = House::with(|config| {
        patient(config);
        config.pace.seat = Duration::from_secs(2);
    })
    .await;
    house.table("mb", "minibaccarat", false, &[]).await;
    let ann = house.seated("ann", "mb", 10_000).await;
    ann.does("mb", "sits at 3").await;
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(3) {
        let view = ann.get("/api/tables/mb").await.expect(200);
        assert_eq!(view["picture"]["seats"].as_array().map(Vec::len), Some(1), "{view}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    house.audit().await;
}
