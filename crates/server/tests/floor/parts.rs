//! Parts of the chance, as people give them or withhold them: strikes, the delay after three failures, full panels, and
//! what becomes of a window when the floor stops.

use crate::{
    attack::{Contributor, TABLE},
    floor::{House, key},
};
use books::{Entry, HOUSE, Record, Stage, Why};
use protocol::Role;
use serde_json::{Value, json};
use server::Drawing;
use std::time::{Duration, Instant};

/// How long a table waits where somebody withholds. Everybody else has to open within this time, even on a busy machine.
const BRIEF: Duration = Duration::from_secs(2);

async fn house(patience: Duration) -> House {
    let house = House::with(|config| config.drawing = Drawing { patience, steps: 1000 }).await;
    house.table(TABLE, "roulette", false, &[]).await;
    house
}

async fn people(house: &House, count: u8) -> Vec<Contributor> {
    let mut people = Vec::new();
    for number in 1..=count {
        let client = house.seated(&format!("patron-{number:02}"), TABLE, 1_000_000).await;
        people.push(Contributor::come(client, number).await);
    }
    people
}

async fn wager(person: &Contributor, act: &str) {
    person.client.does(TABLE, act).await;
    let ready = json!({ "key": key() });
    person.client.post(&format!("/api/tables/{TABLE}/ready"), ready).await.expect(200);
}

fn kind(frame: &Value) -> &str {
    frame["chance"]["kind"].as_str().unwrap_or_default()
}

/// What the journal says of chance, without anchors.
fn chance(records: &[Record]) -> Vec<&Entry> {
    let about = |entry: &&Entry| {
        let name = format!("{entry:?}");
        ["Committed", "Locked", "Mixed", "Failed", "Turned", "Abandoned"]
            .iter()
            .any(|kind| name.starts_with(kind))
    };
    records.iter().map(|record| &record.entry).filter(about).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_withholds_is_named_and_after_three_failures_there_is_a_delay() {
    let house = house(BRIEF).await;
    let mut people = people(&house, 5).await;
    let begun = Instant::now();
    wager(&people[0], "red 5").await;
    // p2 answers nothing; p3 answers once, p4 twice; p5 is there for three windows and misses the last.
    let mut after = 0;
    for stays in [[0, 2, 3, 4].as_slice(), &[0, 3, 4], &[0, 4], &[0]] {
        let lock = people[0].lock(after).await;
        after = lock["window"].as_u64().expect("a window");
        for at in stays {
            let lock = people[*at].lock(after - 1).await;
            people[*at].open(&lock).await;
        }
    }
    let over = people[0].live.until(|m| kind(m) == "turned").await;
    assert_eq!(over["chance"]["window"], 4);
    let took = begun.elapsed();
    assert!(took >= 4 * BRIEF, "each of the four windows was waited for: {took:?}");
    // Those who withheld are asked no more.
    wager(&people[0], "red 5").await;
    let lock = people[0].lock(4).await;
    assert_eq!(lock["panel"], json!([1]));
    people[0].open(&lock).await;
    people[0].live.until(|m| kind(m) == "turned").await;
    let path = format!("/api/tables/{TABLE}/windows/4");
    let file = people[0].client.get(&path).await.expect(200);
    let file = books::WindowFile::read(&file.to_string()).expect("a window file");
    assert_eq!((file.failed.len(), file.steps, file.parts.len()), (3, Some(1000), 1));
    file.check().unwrap_or_else(|unfair| panic!("{unfair}"));

    let journals = house.audit().await;
    let records = &journals[TABLE];
    let withheld = records.iter().filter_map(|record| match &record.entry {
        Entry::Failed { withheld, .. } => Some(withheld.clone()),
        _ => None,
    });
    assert_eq!(withheld.collect::<Vec<_>>(), [vec![2], vec![3], vec![4]]);
    let lines: Vec<String> = records.iter().map(Record::write).collect();
    let day = books::study(&lines).unwrap_or_else(|unfair| panic!("{unfair}"));
    assert_eq!(day.windows.iter().map(|looks| looks.most).collect::<Vec<_>>(), [4, 1]);
    assert_eq!(day.withheld.keys().copied().collect::<Vec<_>>(), [2, 3, 4, 5]);
    let report = books::verify(&lines).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(report.rounds, 2, "the wagers were settled");
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_are_refused_that_are_none() {
    let house = house(Duration::from_secs(20)).await;
    let mut people = people(&house, 2).await;
    wager(&people[0], "red 5").await;
    let lock = people[0].lock(0).await;
    let (window, leaf) = (lock["window"].as_u64().expect("a window"), lock["leaf"].clone());
    let path = format!("/api/tables/{TABLE}/parts");
    let part = |window: u64, leaf: &Value, value: books::Hash| json!({ "window": window, "lock": leaf, "value": value });
    let value = people[0].part(window);
    let other = json!(books::Hash::ZERO);
    let client = people[0].client.clone();
    assert_eq!(client.post(&path, part(window + 1, &leaf, value)).await.code(), "not-now");
    assert_eq!(client.post(&path, part(window, &other, value)).await.code(), "not-now");
    assert_eq!(client.post(&path, part(window, &leaf, people[0].part(window + 1))).await.code(), "misread");
    let stranger = house.seated("stranger", TABLE, 1000).await;
    assert_eq!(stranger.post(&path, part(window, &leaf, value)).await.code(), "not-now");
    let heard = client.post(&path, part(window, &leaf, value)).await.expect(200);
    // The floor cannot deny that it heard.
    let key: books::VerifyingKey = lock["head"]["key"].as_str().expect("a key").parse().expect("a key");
    let text =
        protocol::heard_text(TABLE, window, leaf.as_str().expect("text").parse().expect("a hash"), 1, value);
    let signature = heard["signature"].as_str().expect("a signature");
    assert!(key.signed(text.as_bytes(), signature) && !key.signed(b"other", signature));
    // The head that came with the lock covers it.
    assert!(lock["head"]["size"].as_u64() > lock["seq"].as_u64(), "{lock}");
    // Until all are in, nothing is told of any part, and nothing is written.
    let next = people[1].client.get(&format!("/api/tables/{TABLE}")).await.expect(200);
    assert_eq!(next["next"], lock["seq"].as_u64().expect("a line") + 3, "the stranger came and bought chips");
    let lock = people[1].lock(0).await;
    people[1].open(&lock).await;
    people[0].live.until(|m| kind(m) == "turned").await;
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_panel_has_those_with_most_at_stake_and_others_by_lot() {
    let house = house(Duration::from_secs(20)).await;
    let mut people = people(&house, 40).await;
    for round in 0..2_u64 {
        for person in &people[30..] {
            person.client.does(TABLE, "red 50").await;
        }
        wager(&people[0], "red 5").await;
        for person in &people[30..] {
            let ready = json!({ "key": key() });
            person.client.post(&format!("/api/tables/{TABLE}/ready"), ready).await.expect(200);
        }
        let lock = people[35].lock(round).await;
        let panel: Vec<u16> = serde_json::from_value(lock["panel"].clone()).expect("a panel");
        assert_eq!(panel.len(), 32);
        assert!((31..=40).all(|patron| panel.contains(&patron)) && panel.contains(&1), "{panel:?}");
        for patron in panel {
            let person = &mut people[usize::from(patron) - 1];
            let lock = person.lock(round).await;
            person.open(&lock).await;
        }
        people[35].live.until(|m| kind(m) == "turned").await;
    }
    let journals = house.audit().await;
    let lines: Vec<String> = journals[TABLE].iter().map(Record::write).collect();
    let day = books::study(&lines).unwrap_or_else(|unfair| panic!("{unfair}"));
    assert_eq!((day.windows.len(), day.parts), (2, 64));
    assert!(day.windows.iter().all(|looks| looks.absent.is_empty()), "the lot was kept to");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_floor_that_stops_gives_its_windows_up_on_the_record() {
    let house = house(BRIEF).await;
    let mut people = people(&house, 2).await;
    wager(&people[0], "red 5").await;
    let first = people[0].lock(0).await;
    people[0].open(&first).await;
    people[0].live.until(|m| m["type"] == "heard").await;
    // It waits for the second part, which does not come: a floor that closes waits for nobody twice.
    let patient = Drawing { patience: Duration::from_secs(20), steps: 1000 };
    let house = house.restart(|config| config.drawing = patient).await;
    let mut back = Vec::new();
    for person in people {
        back.push(person.back(&house).await);
    }
    let lock = back[0].lock(1).await;
    assert_eq!(lock["window"], 3, "windows 1 and 2 are gone");
    for person in &mut back {
        let lock = person.lock(1).await;
        person.open(&lock).await;
    }
    back[0].live.until(|m| kind(m) == "turned").await;
    let journals = house.audit().await;
    let entries = chance(&journals[TABLE]);
    let given_up = Entry::Abandoned { first: 1, last: 2, after: Stage::Locked, why: Why::Restart };
    assert!(entries.contains(&&given_up), "{entries:?}");
    assert_eq!(entries.iter().filter(|entry| matches!(entry, Entry::Mixed { .. })).count(), 1, "one result");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_contributors_waits_for_nobody() {
    let house = house(Duration::from_secs(20)).await;
    let ann = house.seated("ann", TABLE, 1_000_000).await;
    let watcher = house.staff(Role::Surveillance, "eye").await;
    let mut live = ann.live(TABLE, None).await;
    let begun = Instant::now();
    ann.does(TABLE, "red 5").await;
    ann.post(&format!("/api/tables/{TABLE}/ready"), json!({ "key": key() })).await.expect(200);
    live.until(|m| kind(m) == "turned").await;
    assert!(begun.elapsed() < Duration::from_secs(10), "nobody was waited for");
    let view = ann.get(&format!("/api/tables/{TABLE}")).await.expect(200);
    assert_eq!((&view["contributors"], &view["chain"]), (&json!(0), &Value::Null));
    // Surveillance may add a part without playing, and so guard those who do not.
    let mut eye = Contributor::come(watcher, 9).await;
    ann.does(TABLE, "red 5").await;
    ann.post(&format!("/api/tables/{TABLE}/ready"), json!({ "key": key() })).await.expect(200);
    let lock = eye.lock(1).await;
    assert_eq!(lock["panel"], json!([2]));
    eye.open(&lock).await;
    live.until(|m| kind(m) == "turned").await;
    let records = house.audit().await.remove(TABLE).expect("a journal");
    assert!(records.iter().all(|record| !matches!(record.entry, Entry::Mixed { .. }) || record.by == HOUSE));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_everybody_has_withheld_the_delay_comes_all_the_same() {
    let house = house(BRIEF).await;
    let ann = house.seated("ann", TABLE, 1_000_000).await;
    let mut live = ann.live(TABLE, None).await;
    let mut people = people(&house, 3).await;
    ann.does(TABLE, "red 5").await;
    ann.post(&format!("/api/tables/{TABLE}/ready"), json!({ "key": key() })).await.expect(200);
    for (window, stays) in (1..).zip([[0, 1].as_slice(), &[0], &[]]) {
        for at in stays {
            let lock = people[*at].lock(window - 1).await;
            people[*at].open(&lock).await;
        }
        live.until(|m| kind(m) == "failed" && m["chance"]["window"] == window).await;
    }
    let over = live.until(|m| kind(m) == "turned").await;
    assert_eq!(over["chance"]["window"], 4);
    let journals = house.audit().await;
    let lines: Vec<String> = journals[TABLE].iter().map(Record::write).collect();
    let day = books::study(&lines).unwrap_or_else(|unfair| panic!("{unfair}"));
    assert_eq!((day.windows[0].most, day.alone), (4, 1));
    books::verify(&lines).unwrap_or_else(|wrong| panic!("{wrong}"));
}
