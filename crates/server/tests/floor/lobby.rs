//! The lobby: everything about every table in one answer.

use crate::floor::House;
use rules::GameId;
use serde_json::{Value, json};
use std::time::Duration;

fn of<'a>(all: &'a Value, table: &str) -> &'a Value {
    all.as_array().expect("tables").iter().find(|one| one["table"] == table).expect(table)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_says_what_it_is() {
    let house = House::open().await;
    for game in GameId::ALL {
        house.table(game.name(), game.name(), false, &[]).await;
    }
    let all = house.client("", None).get("/api/tables").await.expect(200);
    for game in GameId::ALL {
        let table = of(&all, game.name());
        assert!(table["limits"]["least"].as_i64() < table["limits"]["most"].as_i64(), "{table}");
        assert_eq!(table["needs_two"], game.name() == "chemin-de-fer", "{}", game.name());
        assert_eq!(table["glance"]["here"], json!([]), "{table}");
    }
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_there_and_how_it_went_can_be_seen_in_passing() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    house.table("mb", "minibaccarat", false, &[]).await;
    let (ann, bob) = (house.seated("ann", "r", 10_000).await, house.seated("bob", "mb", 10_000).await);
    let eve = house.client("", None);
    bob.does("mb", "sits at 3").await;
    for (client, table, act, seat) in [(&ann, "r", "red 5", None), (&bob, "mb", "player 5", Some(3))] {
        let ready = json!({ "key": crate::floor::key() });
        for _ in 0..400 {
            let view = client.get(&format!("/api/tables/{table}")).await.expect(200);
            if view["awaits"]["for"] == "wagers" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        client.does_as(table, act, seat, None).await;
        client.post(&format!("/api/tables/{table}/ready"), ready).await.expect(200);
    }
    let mut last = Value::Null;
    for _ in 0..500 {
        last = eve.get("/api/tables").await.expect(200);
        let (r, mb) = (of(&last, "r"), of(&last, "mb"));
        let edges = (r["edge"]["percent"].as_str(), mb["edge"]["wager"].as_str());
        if edges == (Some("5.263"), Some("banker")) && !r["last"].is_null() && !mb["last"].is_null() {
            assert_eq!(r["last"][0]["outcome"]["outcome"], "ball", "{r}");
            let totals = mb["last"][0]["totals"].as_array().expect("both hands");
            assert_eq!(totals.len(), 2, "{mb}");
            assert_eq!(r["glance"]["here"], json!([{ "name": "ann" }]), "{r}");
            assert!(mb["glance"]["picture"]["cards"].as_array().is_some_and(|all| all.len() >= 4), "{mb}");
            house.audit().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came: {last}");
}
