//! NET-9: the race at "No More Bets" is decided by the order of the journal, and everyone is told.

use crate::floor::{Client, House, PACE, key};
use books::Entry;
use serde_json::{Value, json};
use server::Pace;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::sync::watch;

const CLIENTS: usize = 100;
const ROUNDS: u64 = 50;
const WAGERS: Duration = Duration::from_millis(200);

/// What one client has sent and heard: the key of each wager, and the number of its line where it was taken.
type Heard = BTreeMap<String, Result<u64, String>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_before_the_line_is_in_and_whoever_is_after_it_is_told() {
    let pace = Pace { wagers: WAGERS, turn: Duration::from_secs(5), step: Duration::ZERO, ..PACE };
    let house = House::with(|config| config.pace = pace).await;
    house.table("r", "roulette", false, &[]).await;
    let round = watch::Sender::new(0_u64);
    let mut clients = Vec::new();
    for n in 0..CLIENTS {
        let player = house.seated(&format!("racer-{n:02}"), "r", 1_000_000).await;
        clients.push(tokio::spawn(race(player, n, round.subscribe())));
    }
    // The first wager of a round starts the time for all of them.
    let starter = house.seated("starter", "r", 1_000_000).await;
    let mut live = starter.live("r", None).await;
    let mut all = Heard::new();
    for n in 1..=ROUNDS {
        // Whoever was late in the round before may have begun this one already, and it may be over already.
        let key = key();
        let answer =
            starter.post("/api/tables/r/acts", json!({ "key": key, "act": "red 5" })).await.expect(200);
        note(&mut all, key, &answer);
        round.send_replace(n);
        live.until_text("\"turned\"").await;
    }
    drop(round);
    for client in clients {
        all.extend(client.await.expect("no panic"));
    }

    let journals = house.audit().await;
    let (mut accepted, mut refused, mut closed, mut rounds) = (BTreeMap::new(), BTreeSet::new(), false, 0);
    for record in &journals["r"] {
        let key = record.key.as_deref().and_then(|key| key.split(':').next_back()).unwrap_or_default();
        match &record.entry {
            Entry::Input { line } if line.ends_with("calls no more bets") => {
                (closed, rounds) = (true, rounds + 1);
            }
            Entry::Input { line } if line.starts_with("ball") => closed = false,
            Entry::Input { line } if line.contains("red") => {
                assert!(!closed, "line {}: a wager after the line", record.seq);
                accepted.insert(key.to_owned(), record.seq);
            }
            Entry::Refused { line, refusal } if line.contains("red") => {
                assert!(closed, "line {}: refused before the line", record.seq);
                assert_eq!(refusal.cite.id(), "5.3(b)");
                refused.insert(key.to_owned());
            }
            _ => {}
        }
    }
    for (key, answer) in &all {
        match answer {
            Ok(seq) => assert_eq!(accepted.get(key), Some(seq), "{key}"),
            Err(cite) => assert!(refused.contains(key) && cite == "5.3(b)", "{key}: {cite}"),
        }
    }
    let heard = all.values().filter(|answer| answer.is_ok()).count();
    assert_eq!(accepted.len(), heard, "accepted are those who were told so, and nobody else");
    assert_eq!(refused.len(), all.len() - heard);
    assert!(
        rounds >= ROUNDS && !refused.is_empty() && heard > 0,
        "{rounds} rounds, {} refused",
        refused.len()
    );
    eprintln!("{rounds} rounds: {heard} before the line, {} after it", refused.len());
}

/// In every round one wager, a few milliseconds before the end of the time or a few after it: every fifth racer on a
/// live connection, the others over HTTP.
async fn race(player: Client, n: usize, mut round: watch::Receiver<u64>) -> Heard {
    let mut heard = Heard::new();
    let mut live = if n.is_multiple_of(5) { Some(player.live("r", None).await) } else { None };
    while round.changed().await.is_ok() {
        let late = Duration::from_millis((n as u64 * 13 + *round.borrow() * 7) % 50);
        tokio::time::sleep(WAGERS - Duration::from_millis(40) + late).await;
        let key = key();
        let answer = match &mut live {
            Some(live) => {
                live.say(json!({ "do": "act", "key": key, "act": "red 5" })).await;
                live.until_text(&key).await
            }
            None => {
                let body = json!({ "key": key, "act": "red 5" });
                player.post("/api/tables/r/acts", body).await.expect(200)
            }
        };
        note(&mut heard, key, &answer);
    }
    heard
}

fn note(heard: &mut Heard, key: String, answer: &Value) {
    assert_eq!(answer["key"], key.as_str(), "neither silence nor somebody else's answer: {answer}");
    let cite = answer["refused"]["cite"].as_str().map(str::to_owned);
    heard.insert(key, cite.map_or_else(|| Ok(answer["seq"].as_u64().expect("a line")), Err));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_seen_in_another_round_is_stale() {
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let ann = house.seated("ann", "r", 100_000).await;
    let dan = house.staff(protocol::Role::Dealer, "dan").await;
    let seen = ann.does("r", "red 5").await;
    let say = |seen: u64| json!({ "key": key(), "seen": seen, "act": "red 5" });
    ann.post("/api/tables/r/acts", say(seen)).await.expect(200);
    let future = ann.post("/api/tables/r/acts", say(seen + 100)).await;
    assert_eq!((future.status.as_u16(), future.code().as_str()), (409, "stale"));
    dan.does_as("r", "spins", None, Some("dealer")).await;
    dan.does_as("r", "calls no more bets", None, Some("dealer")).await;
    let last = dan.does_as("r", "ball 17", None, Some("equipment")).await;
    assert_eq!(ann.post("/api/tables/r/acts", say(seen)).await.code(), "stale");
    // Nor does the floor forget over a restart where the round began.
    let house = house.restart(|_| ()).await;
    let ann = ann.at(&house);
    assert_eq!(ann.post("/api/tables/r/acts", say(seen)).await.code(), "stale");
    ann.post("/api/tables/r/acts", say(last)).await.expect(200);
    house.audit().await;
}
