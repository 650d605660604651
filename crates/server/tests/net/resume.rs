//! NET-6: a connection that breaks is taken up where it broke; nothing is missing and nothing comes twice.

use crate::floor::{Client, House, Live, PACE};
use serde_json::{Value, json};
use server::Pace;
use std::time::Duration;

/// A frame as anyone gets it, without what a clock put in it.
fn told(frame: &Value) -> Value {
    let mut frame = frame.clone();
    frame["patience"] = Value::Null;
    frame
}

/// The next message but who is here, which comes when it comes.
pub async fn next_of(live: &mut Live) -> Value {
    live.until(|m| m["type"] != "offers" && m["type"] != "presence").await
}

/// Reads steps until this many lines are known, breaking off at random; a client remembers the next line.
async fn read(client: &Client, mut chance: u64, until: u64) -> Vec<Value> {
    let mut lines: Vec<Value> = Vec::new();
    while (lines.len() as u64) < until {
        let mut live = client.live("r", Some(lines.len() as u64)).await;
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let stays = 1 + (chance >> 33) % 97;
        for _ in 0..stays {
            if lines.len() as u64 >= until {
                break;
            }
            let step = next_of(&mut live).await;
            assert_eq!(step["type"], "step", "{step}");
            assert_eq!(step["seq"].as_u64(), Some(lines.len() as u64), "no gap, no line twice");
            lines.push(told(&step));
        }
        // No farewell: the socket is just gone.
    }
    lines
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_break_off_at_any_line_miss_nothing() {
    let pace =
        Pace { wagers: Duration::from_millis(5), turn: Duration::from_secs(5), step: Duration::ZERO, ..PACE };
    let house = House::with(|config| config.pace = pace).await;
    house.table("r", "roulette", false, &[]).await;
    let players = [house.seated("ann", "r", 1_000_000).await, house.seated("bob", "r", 1_000_000).await];
    let watcher = house.staff(protocol::Role::Surveillance, "eve").await;
    const LINES: u64 = 600;
    let mut readers = Vec::new();
    for n in 0..40_u64 {
        let client = match n % 4 {
            0 => &watcher,
            1 => &players[0],
            _ => &players[1],
        };
        let client = client.clone();
        readers.push(tokio::spawn(async move { read(&client, n, LINES).await }));
    }
    while house.floor.here("r").is_some() {
        let next = watcher.get("/api/tables/r").await.expect(200)["next"].as_u64().expect("a number");
        if next > LINES {
            break;
        }
        for player in &players {
            let _ = player.act("r", "red 5", None, None).await;
        }
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let mut all = Vec::new();
    for reader in readers {
        all.push(reader.await.expect("no panic"));
    }
    // Nothing is private at a wheel: everyone has read the same.
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "one log for all");
    let journals = house.audit().await;
    for (line, record) in all[0].iter().zip(&journals["r"]) {
        assert_eq!((line["seq"].as_u64(), line["by"].as_str()), (Some(record.seq), Some(record.by.as_str())));
        assert_eq!(line["at"].as_i64(), Some(record.at));
        if let books::Entry::Input { line: said } = &record.entry {
            assert_eq!(line["line"].as_str(), Some(said.as_str()));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_for_what_is_not_kept_looks_at_the_table_afresh() {
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let ann = house.seated("ann", "r", 10_000_000).await;
    let next = || async { ann.get("/api/tables/r").await.expect(200)["next"].as_u64().expect("a number") };
    let known = next().await;

    // From the future: there is nothing yet, so the table as it is.
    for from in [known + 1, known + 1_000_000, u64::MAX] {
        let mut live = ann.live("r", Some(from)).await;
        let resync = next_of(&mut live).await;
        assert_eq!((resync["type"].as_str(), resync["from"].as_u64()), (Some("resync"), Some(known)));
        let table = next_of(&mut live).await;
        assert_eq!((table["type"].as_str(), table["next"].as_u64()), (Some("table"), Some(known)));
    }
    // What is no number is said to be none; nothing is opened.
    for from in ["-1", "1.5", "x", "99999999999999999999999"] {
        let origin = format!("http://{}", house.address);
        let no = ann.upgrade(&format!("/api/tables/r/live?from={from}"), Some(&origin)).await.err();
        assert_eq!(no.map(|status| status.as_u16()), Some(400), "{from}");
    }
    // From exactly here: the next line is the first.
    let mut live = ann.live("r", Some(known)).await;
    let line = ann.does("r", "red 5").await;
    let step = next_of(&mut live).await;
    assert_eq!((step["type"].as_str(), step["seq"].as_u64()), (Some("step"), Some(line)));
    // On an open connection one can ask again from any line.
    live.say(json!({ "do": "resume", "from": 0 })).await;
    for seq in 0..=line {
        assert_eq!(next_of(&mut live).await["seq"].as_u64(), Some(seq));
    }
    live.say(json!({ "do": "resume", "from": line + 7 })).await;
    assert_eq!(next_of(&mut live).await["type"], "resync");
    assert_eq!(next_of(&mut live).await["type"], "table");

    // More than is kept: the first lines are gone for a live connection, and it says so. Others write, so that
    // nobody is too fast.
    let handle = house.floor.here("r").expect("a table");
    for n in 0..4_100 {
        let entry = books::Entry::Filled { cents: 1, slip: format!("F-{n}") };
        handle.write("clerk", None, entry).await.expect("filled");
    }
    let mut live = ann.live("r", Some(0)).await;
    assert_eq!(next_of(&mut live).await["type"], "resync");
    let table = next_of(&mut live).await;
    assert_eq!(table["type"], "table");
    assert_eq!(table["next"].as_u64(), Some(next().await));
    // Nor is everything that is kept told again at once: that would be much for a short request.
    let mut live = ann.live("r", Some(next().await - 4_096)).await;
    assert_eq!(next_of(&mut live).await["type"], "resync");
    let since = next().await - 512;
    let mut live = ann.live("r", Some(since)).await;
    for seq in since..since + 512 {
        assert_eq!(next_of(&mut live).await["seq"].as_u64(), Some(seq));
    }
    house.audit().await;
}
