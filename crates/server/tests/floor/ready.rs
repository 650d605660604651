//! "Deal me in" holds for one betting window, and the server says whether it still does.

use crate::floor::{House, PACE, key};
use serde_json::{Value, json};
use server::Pace;
use std::time::Duration;

fn presence(message: &Value) -> bool {
    message["type"] == "presence"
}

#[tokio::test(flavor = "multi_thread")]
async fn a_further_chip_withdraws_it_and_the_patron_is_told() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let (ann, bob) = (house.seated("ann", "r", 10_000).await, house.seated("bob", "r", 10_000).await);
    bob.does("r", "black 5").await;
    ann.does("r", "red 5").await;
    let mut live = ann.live("r", None).await;
    let view = live.until(|m| m["type"] == "table").await;
    assert_eq!(view["presence"]["ready"], false, "{view}");
    live.say(json!({ "do": "ready", "key": key() })).await;
    live.until(|m| presence(m) && m["ready"] == true).await;
    assert_eq!(ann.get("/api/tables/r").await.expect(200)["presence"]["ready"], true);
    assert_eq!(bob.get("/api/tables/r").await.expect(200)["presence"]["ready"], false, "it is one's own");
    ann.does("r", "red 5").await;
    live.until(|m| presence(m) && m["ready"] == false).await;
    let answer = ann.post("/api/tables/r/ready", json!({ "key": key() })).await.expect(200);
    assert_eq!((&answer["ready"], &answer["present"]), (&json!(true), &json!(2)));
    house.audit().await;
}

/// At craps the same wagers lie over many rolls, and odds can be laid once there is a point.
#[tokio::test(flavor = "multi_thread")]
async fn it_ends_with_the_betting_window() {
    let house = House::open().await;
    house.table("c", "craps", false, &[]).await;
    let ann = house.seated("ann", "c", 1_000_000).await;
    let mut live = ann.live("c", None).await;
    let is_roll =
        |m: &Value| m["type"] == "step" && m["line"].as_str().is_some_and(|line| line.starts_with("dice"));
    let path = "/api/tables/c";
    for _ in 0..200 {
        if ann.get(path).await.expect(200)["bets"] == json!([]) {
            ann.does("c", "pass 5").await;
        }
        ann.post("/api/tables/c/ready", json!({ "key": key() })).await.expect(200);
        let rolled = live.until(is_roll).await;
        let view = ann.get(path).await.expect(200);
        let point = view["picture"]["puck"]["on"].is_number();
        if !point {
            continue;
        }
        // The window in which odds are laid stays open: the word given before the come-out roll is used up.
        assert_eq!(
            (&rolled["awaits"]["for"], &view["presence"]["ready"]),
            (&json!("wagers"), &json!(false)),
            "{view}"
        );
        tokio::time::sleep(Duration::from_millis(300)).await;
        let later = ann.get(path).await.expect(200);
        assert_eq!(
            (&later["awaits"]["for"], &later["facts"]),
            (&json!("wagers"), &view["facts"]),
            "nobody rolls"
        );
        live.say(json!({ "do": "ready", "key": key() })).await;
        live.until(is_roll).await;
        house.audit().await;
        return;
    }
    panic!("two hundred rolls without a point");
}

#[tokio::test(flavor = "multi_thread")]
async fn said_when_wagers_are_closed_it_counts_for_nothing() {
    // Between the spin and "No More Bets" there is an hour.
    let hour = Duration::from_secs(3600);
    let house = House::with(|config| config.pace = Pace { wagers: Duration::ZERO, step: hour, ..PACE }).await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.seated("ann", "r", 10_000).await;
    let mut live = ann.live("r", None).await;
    ann.does("r", "red 5").await;
    live.until(|m| m["line"] == "dealer spins").await;
    let answer = ann.post("/api/tables/r/ready", json!({ "key": key() })).await.expect(200);
    assert_eq!(answer["ready"], false, "{answer}");
    house.audit().await;
}
