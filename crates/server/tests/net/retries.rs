//! NET-7: whoever gets no answer asks again with the same key, and it happens once.

use crate::floor::{Client, House};
use books::Entry;
use futures_util::{StreamExt, stream::FuturesUnordered};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

const PLAYERS: usize = 50;
const EACH: usize = 40;

fn wager(n: usize, name: &str) -> Value {
    json!({ "key": format!("{name}-wager-{n:03}"), "act": "red 5" })
}

/// How often a wager is sent: 1 to 5 times.
fn times(n: usize) -> usize {
    1 + (n * 7 + n / 3) % 5
}

/// Sends until there is an answer that is not "later".
async fn insist(client: &Client, body: &Value) -> Value {
    loop {
        let answer = client.post("/api/tables/r/acts", body.clone()).await;
        match answer.status.as_u16() {
            429 | 503 => tokio::time::sleep(Duration::from_millis(300)).await,
            _ => return answer.expect(200),
        }
    }
}

/// One player's wagers, each sent several times at once over HTTP and on a live connection.
async fn play(client: Client) -> Vec<(String, BTreeSet<String>)> {
    let mut live = client.live("r", None).await;
    let mut all = Vec::new();
    for n in 0..EACH {
        let body = wager(n, &client.name);
        let key = body["key"].as_str().expect("a key").to_owned();
        let mut answers = BTreeSet::new();
        let over_http: FuturesUnordered<_> = (1..times(n)).map(|_| insist(&client, &body)).collect();
        let over_live = async {
            loop {
                let mut message = body.clone();
                message["do"] = json!("act");
                live.say(message).await;
                let mut answer = live.answer(&key).await;
                if answer["type"] == "receipt" {
                    answer.as_object_mut().expect("an object").remove("type");
                    return answer;
                }
                assert_eq!(answer["code"], "rate", "{answer}");
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        };
        let (http, live) = tokio::join!(over_http.collect::<Vec<_>>(), over_live);
        answers.extend(http.iter().map(Value::to_string));
        answers.insert(live.to_string());
        all.push((key, answers));
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_wagers_sent_again_and_again_are_two_thousand_wagers() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let mut players = Vec::new();
    for n in 0..PLAYERS {
        players.push(house.seated(&format!("p-{n:02}"), "r", 100_000).await);
    }
    let mut playing: FuturesUnordered<_> = players.iter().cloned().map(|p| tokio::spawn(play(p))).collect();
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    while let Some(done) = playing.next().await {
        for (key, answers) in done.expect("no panic") {
            assert_eq!(answers.len(), 1, "one answer, however often it is asked for: {answers:?}");
            first.insert(key, answers.into_iter().next().expect("an answer"));
        }
    }
    assert_eq!(first.len(), PLAYERS * EACH);

    // The floor closes and comes back: the same request still has the same answer.
    let house = house.restart(|_| ()).await;
    for player in players.iter().step_by(5).map(|player| player.at(&house)) {
        for n in [0, 7, EACH - 1] {
            let again = insist(&player, &wager(n, &player.name)).await;
            assert_eq!(first[again["key"].as_str().expect("a key")], again.to_string());
        }
        // The same key for something else is refused, over both ways, and changes nothing.
        let mut other = wager(3, &player.name);
        other["act"] = json!("black 5");
        let refused = player.post("/api/tables/r/acts", other.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "key-reused"));
        let bought = json!({ "key": other["key"], "cents": 500 });
        let refused = player.post("/api/tables/r/buy-ins", bought).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "key-reused"));
        let mut live = player.live("r", None).await;
        other["do"] = json!("act");
        live.say(other.clone()).await;
        assert_eq!(live.answer(other["key"].as_str().expect("a key")).await["code"], "key-reused");
    }
    let journals = house.audit().await;
    let mut wagers: BTreeMap<&str, u32> = BTreeMap::new();
    for record in &journals["r"] {
        if matches!(&record.entry, Entry::Input { line } if line.contains("red")) {
            *wagers.entry(record.key.as_deref().expect("a key")).or_default() += 1;
        }
    }
    assert_eq!(wagers.len(), PLAYERS * EACH);
    assert!(wagers.values().all(|times| *times == 1), "each once");
}

/// The control: without keys that are one's own, five times is five times.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_is_a_new_wager() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let player = house.seated("ann", "r", 100_000).await;
    let mut lines = BTreeSet::new();
    for n in 0..5 {
        let body = json!({ "key": format!("another-{n}"), "act": "red 5" });
        lines.insert(insist(&player, &body).await["seq"].as_u64());
    }
    assert_eq!(lines.len(), 5);
    house.audit().await;
}
