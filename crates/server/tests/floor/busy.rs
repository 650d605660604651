//! Nobody holds up a table by being busy: neither what others do nor what is refused delays anything that is
//! due.

use crate::floor::{Client, House, PACE, key};
use serde_json::json;
use server::Pace;
use std::time::Duration;
use tokio::task::JoinHandle;

/// Repeats these acts until it is stopped.
fn busy(client: &Client, table: &'static str, acts: &'static [&'static str]) -> JoinHandle<()> {
    let client = client.clone();
    tokio::spawn(async move {
        loop {
            for act in acts {
                client.act(table, act, None, None).await;
                tokio::time::sleep(Duration::from_millis(60)).await;
            }
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn cash_wagers_one_after_the_other_do_not_keep_wagers_open() {
    let pace = Pace { wagers: Duration::from_secs(1), step: Duration::from_millis(20), ..PACE };
    let house = House::with(|config| config.pace = pace).await;
    house.table("r", "roulette", false, &[]).await;
    let (ann, bob) = (house.seated("ann", "r", 10_000).await, house.seated("bob", "r", 10_000).await);
    house.floor.fund(books::HOUSE, "bob", 10_000, None).await.expect("funded");
    let mut live = ann.live("r", None).await;
    ann.does("r", "red 5").await;
    let busy = busy(&bob, "r", &["black 5 cash", "takes back black"]);
    live.until(|m| m["line"].as_str().is_some_and(|line| line.starts_with("ball"))).await;
    busy.abort();
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_say_does_not_give_somebody_more_time() {
    let pace = Pace { turn: Duration::from_millis(500), ..PACE };
    let house = House::with(|config| config.pace = pace).await;
    house.table("s", "caribbean-stud", false, &[]).await;
    let (ann, bob) = (house.seated("ann", "s", 10_000).await, house.seated("bob", "s", 10_000).await);
    let mut live = ann.live("s", None).await;
    ann.does("s", "sits at 1").await;
    let offers = ann.get("/api/tables/s/offers").await.expect(200);
    let ante =
        offers.as_array().expect("offers").iter().find(|offer| offer["act"] == "ante").expect("an ante");
    let least = rules::Money::cents(ante["least"].as_i64().expect("cents"));
    // What is refused is written down too, and so are other people's lines.
    let busy = busy(&bob, "s", &["ante 5", "ante 10"]);
    ann.does_as("s", &format!("ante {least}"), Some(1), None).await;
    ann.post("/api/tables/s/ready", json!({ "key": key() })).await.expect(200);
    live.until(|m| m["awaits"]["by"] == "p1").await;
    live.until(|m| m["by"] == "house" && m["line"].as_str().is_some_and(|line| line.starts_with("p1"))).await;
    busy.abort();
    house.audit().await;
}
