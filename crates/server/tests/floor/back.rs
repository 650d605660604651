//! Looking back: whatever is asked about a long journal, the answer is what a replay of all of it gives, on the floor
//! that wrote it and on one that opened with it.

use crate::floor::{Client, House, PATIENCE};
use books::{Book, Entry, Hash, Remedy, Step, merkle::Inclusion};
use protocol::Role;
use rules::Awaits;
use serde_json::Value;
use server::{Pace, store};
use std::time::Duration;
use tokio::time::timeout;

const ROUNDS: u64 = 170;
/// The round after which an earlier one is declared void.
const VOID: u64 = 100;

/// Ann wagers round after round at a table that the house deals, and once something is corrected.
async fn play(house: &House) {
    let handle = house.floor.here("r").expect("the table runs");
    let mut next = handle.feed.subscribe();
    let mut voided = false;
    loop {
        let now = handle.feed.snapshot();
        let waits = now.engine.as_ref().map(|engine| engine.awaits());
        if waits != Some(Awaits::Wagers) || !now.bets().is_empty() {
            timeout(PATIENCE, next.changed()).await.expect("it goes on").expect("the table runs");
        } else if now.round >= VOID && !voided {
            voided = true;
            let remedy = Remedy::Void { first: 3, last: 3 };
            let entry = Entry::Asked { remedy, reason: "the wheel was not level".to_owned() };
            let asked = handle.write("sue", None, entry).await.expect("asked").seq;
            handle.write("sam", None, Entry::Approved { asked }).await.expect("agreed");
        } else if now.round < ROUNDS {
            let _ = handle.write("ann", None, Entry::Input { line: "p1 red 5".to_owned() }).await;
        } else {
            return;
        }
    }
}

/// Every step, replayed from the first line.
fn steps(folder: &std::path::Path) -> Vec<Step> {
    let mut store = store::open_reader(&folder.join("floor.db").to_string_lossy()).expect("a store");
    let mut book = Book::new("r");
    let lines = store.lines("r", 0, u32::MAX).expect("lines");
    lines.iter().map(|line| book.replay(&line.line).expect("a sound journal")).collect()
}

async fn ask(who: &Client, path: &str) -> String {
    let answer = who.get(&format!("/api/tables/r/{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.text
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

async fn compare(who: &Client, steps: &[Step]) {
    for round in (0..ROUNDS).step_by(7).chain([1, VOID - 1, VOID, VOID + 1]) {
        let of_round = read(&ask(who, &format!("rounds/{round}")).await);
        let told: Vec<u64> =
            of_round["steps"].as_array().into_iter().flatten().filter_map(|s| s["seq"].as_u64()).collect();
        let want: Vec<u64> = steps.iter().filter(|s| s.round == round).map(|s| s.record.seq).collect();
        assert_eq!(told, want, "round {round}");
    }
    let spent: Vec<_> = steps.iter().filter_map(|step| step.spent.as_ref()).collect();
    assert!(spent.len() > 100, "{} results", spent.len());
    for window in spent.iter().step_by(11).chain(spent.last()) {
        let file = read(&ask(who, &format!("windows/{}", window.number)).await);
        assert_eq!(file["commitment"], window.commitment.to_string());
        assert_eq!(file["draws"][0]["shown"], window.shown[0].chance.as_str());
    }
    let beyond = who.get("/api/tables/r/windows/4000000").await;
    assert_eq!(beyond.code(), "unknown", "{}", beyond.text);
    proofs(who, steps).await;
    searches(who, steps).await;
}

async fn proofs(who: &Client, steps: &[Step]) {
    let last = steps.len() as u64 - 1;
    assert!(last > 1024, "more than one block: {last} lines");
    for seq in [0, 1, 777, 1023, 1024, 1025, last - 1] {
        let view = read(&ask(who, &format!("receipts/{seq}")).await);
        let hash = |value: &Value| value.as_str().and_then(|text| text.parse::<Hash>().ok()).expect("a hash");
        let path = view["path"].as_array().into_iter().flatten().map(hash).collect();
        let leaf = steps[usize::try_from(seq).expect("small")].leaf;
        assert_eq!(hash(&view["leaf"]), leaf);
        let size = view["checkpoint"]["size"].as_u64().expect("a size");
        assert!(Inclusion { path }.verify(leaf, seq, size, hash(&view["checkpoint"]["root"])), "{view}");
    }
    assert_eq!(who.get("/api/tables/r/receipts/9000000").await.code(), "unknown");
}

async fn searches(who: &Client, steps: &[Step]) {
    let at = |n: usize| steps[n].record.at;
    let (some, more) = (at(steps.len() / 3), at(steps.len() / 2));
    type Takes<'a> = &'a dyn Fn(&Step) -> bool;
    let ann: Takes = &|s| s.record.by == "ann";
    let between: Takes = &|s| (some..=more).contains(&s.record.at);
    let refused: Takes = &|s| s.facts.iter().any(|fact| fact.cite.id() == "5.4(a)");
    for (query, takes) in [
        ("by=ann".to_owned(), ann),
        ("by=nobody".to_owned(), &|_| false),
        (format!("since={some}&until={more}"), between),
        (format!("since={some}&until={more}&by=ann"), &|s| ann(s) && between(s)),
        (format!("from={}&by=ann", steps.len() / 2), &|s| ann(s) && s.record.seq >= steps.len() as u64 / 2),
        ("by=ann&limit=5".to_owned(), ann),
        ("cite=5.4(a)".to_owned(), refused),
        ("patron=p2".to_owned(), &|_| false),
        ("text=NOT LEVEL".replace(' ', "%20"), &|s| matches!(s.record.entry, Entry::Asked { .. })),
    ] {
        let limit = if query.ends_with("limit=5") { 5 } else { 1000 };
        let found = ask(who, &format!("journal?{query}")).await;
        let want = steps.iter().filter(|step| takes(step)).take(limit);
        assert_eq!(found, want.map(|step| step.line.clone() + "\n").collect::<String>(), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_back_sees_what_a_whole_replay_shows() {
    let house = House::with(|config| {
        config.pace =
            Pace { wagers: Duration::ZERO, turn: Duration::ZERO, step: Duration::ZERO, ..config.pace };
    });
    let house = house.await;
    house.table("r", "roulette", false, &[]).await;
    house.seated("ann", "r", 10_000_000).await;
    play(&house).await;
    let staff = house.staff(Role::Surveillance, "eve").await;
    let folder = house.floor.config.folder.clone();
    compare(&staff, &steps(&folder)).await;
    let house = house.restart(|_| ()).await;
    compare(&staff.at(&house), &steps(&folder)).await;
    house.audit().await;
}
