//! House players: a person who comes alone to a game for two does not wait in vain.

use crate::floor::{Client, House, PATIENCE, key};
use books::Entry;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TABLE: &str = "/api/tables/c";

async fn until(what: &str, client: &Client, is: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    let mut last = Value::Null;
    while began.elapsed() < PATIENCE {
        last = client.get(TABLE).await.expect(200);
        if is(&last) {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came: {what}: {last}");
}

fn seats(view: &Value) -> usize {
    view["picture"]["seats"].as_array().map_or(0, Vec::len)
}

fn heron(view: &Value) -> Option<&Value> {
    view["people"].as_array()?.iter().find(|one| one["house"] == true)
}

/// Does the first of these that is offered, as soon as one is.
async fn take(client: &Client, acts: &[&str]) {
    let offers = client.get(&format!("{TABLE}/offers")).await.expect(200);
    let offers = offers.as_array().expect("offers").clone();
    let plain = |offer: &&Value| offer["tender"].is_null() || offer["tender"] == "chips";
    for act in acts {
        let Some(offer) = offers.iter().filter(plain).find(|offer| offer["act"] == *act) else { continue };
        let stake = offer["least"].as_i64().filter(|_| offer["tender"] == "chips");
        let words = stake.map_or_else(|| (*act).to_owned(), |c| format!("{act} {}", rules::Money::cents(c)));
        let seat = offer["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok()).filter(|seat| *seat > 0);
        client.act("c", &words, seat, None).await;
        return;
    }
}

/// Plays on until a round is settled; preferred acts come first.
async fn play(client: &Client, rather: &[&str]) -> Value {
    let began = Instant::now();
    loop {
        let tables = client.get("/api/tables").await.expect(200);
        if !tables[0]["last"].is_null() {
            return tables[0].clone();
        }
        assert!(began.elapsed() < PATIENCE * 2, "no round was settled");
        take(client, rather).await;
        client.post(&format!("{TABLE}/ready"), json!({ "key": key() })).await;
        // No faster than anybody may act.
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

const DEEDS: [&str; 9] = [
    "deals",
    "looks",
    "turns the cards up",
    "calls natural",
    "calls under eight",
    "calls card",
    "calls stay",
    "stays",
    "draws",
];

#[tokio::test(flavor = "multi_thread")]
async fn who_is_alone_gets_somebody_to_play_with() {
    let house = House::open().await;
    house.table("c", "chemin-de-fer", false, &[]).await;
    let ann = house.player("ann", 100_000).await;
    let _here = ann.live("c", None).await;
    ann.post(&format!("{TABLE}/join"), json!({ "key": key(), "sit": true })).await.expect(200);
    let view = until("somebody sits there too", &ann, |view| seats(view) == 2).await;
    assert_eq!(heron(&view).expect("a house player")["name"], "Heron");
    until("house players are not people", &ann, |view| view["presence"]["present"] == 1).await;
    // The house covers what she banks.
    let mut rather = vec!["bank", "bid"];
    rather.extend(DEEDS);
    let table = play(&ann, &rather).await;
    assert_eq!(table["last"][0]["totals"].as_array().map(Vec::len), Some(2), "{table}");
    let here = &table["glance"]["here"];
    assert_eq!(*here, json!([{ "name": "ann" }, { "name": "Heron", "house": true }]));
    // With a second person the house player leaves, and takes the chips along.
    let bob = house.player("bob", 100_000).await;
    let _there = bob.live("c", None).await;
    bob.post(&format!("{TABLE}/join"), json!({ "key": key(), "sit": true })).await.expect(200);
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        let view = ann.get(TABLE).await.expect(200);
        if seats(&view) == 2 && heron(&view).is_some_and(|one| one["purse"] == 0) {
            break;
        }
        take(&ann, &DEEDS).await;
        take(&ann, &["passes the bank", "declines the bank"]).await;
        take(&bob, &["declines the bank"]).await;
        // If the house player has the bank, its wager is returned once nobody covers it.
        for one in [&ann, &bob] {
            one.post(&format!("{TABLE}/ready"), json!({ "key": key() })).await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let view = ann.get(TABLE).await.expect(200);
    assert_eq!((seats(&view), &heron(&view).expect("known")["purse"]), (2, &json!(0)), "{view}");
    let journals = house.audit().await;
    let acts = journals["c"].iter().filter(|record| record.by == "house-heron");
    assert!(
        acts.clone().any(|record| matches!(&record.entry, Entry::Input { line } if line.contains("banco")))
    );
    assert!(acts.clone().any(|record| matches!(record.entry, Entry::BoughtIn { .. })));
    assert!(
        acts.clone().all(|record| !matches!(record.entry, Entry::Refused { .. })),
        "it does what is lawful"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_want_the_bank_plays_against_the_house_players() {
    let house = House::open().await;
    house.table("c", "chemin-de-fer", false, &[]).await;
    let ann = house.player("ann", 100_000).await;
    let _here = ann.live("c", None).await;
    ann.post(&format!("{TABLE}/join"), json!({ "key": key(), "sit": true })).await.expect(200);
    let mut rather = vec!["banco"];
    rather.extend(DEEDS);
    play(&ann, &rather).await;
    let journals = house.audit().await;
    let bank = |record: &&books::Record| {
        record.by == "house-heron"
            && matches!(&record.entry, Entry::Input { line } if line.contains(" bank "))
    };
    assert!(journals["c"].iter().any(|record| bank(&record)), "the house had the bank");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_of_the_house_sits_at_a_physical_table_or_an_empty_one() {
    let house = House::open().await;
    house.table("c", "chemin-de-fer", true, &[]).await;
    house.table("d", "chemin-de-fer", false, &[]).await;
    let ann = house.player("ann", 100_000).await;
    ann.post(&format!("{TABLE}/join"), json!({ "key": key(), "sit": true })).await.expect(200);
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(seats(&ann.get(TABLE).await.expect(200)), 1);
    let journals = house.audit().await;
    assert!(journals.values().flatten().all(|record| !record.by.starts_with("house-")));
}
