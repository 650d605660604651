//! One balance: nobody buys chips, and yet every chip is in the journal.

use crate::floor::{Client, House, key};
use books::Entry;
use futures_util::future::join_all;
use serde_json::{Value, json};

async fn me(client: &Client) -> Value {
    client.get("/api/me").await.expect(200)
}

async fn join(client: &Client, table: &str) {
    client.post(&format!("/api/tables/{table}/join"), json!({ "key": key() })).await.expect(200);
}

/// What was bought at a table, line by line.
fn bought(journal: &[books::Record]) -> Vec<(i64, Option<&str>)> {
    let next = |at: usize| journal.get(at + 1).and_then(|record| record.key.as_deref());
    let all = journal.iter().enumerate();
    all.filter_map(|(at, record)| match record.entry {
        Entry::BoughtIn { cents, .. } => Some((cents, next(at))),
        _ => None,
    })
    .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wager_buys_the_chips_it_needs() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.player("ann", 12_345).await;
    join(&ann, "r").await;
    ann.does("r", "red 5").await;
    ann.does("r", "black 20").await;
    let (now, view) = (me(&ann).await, ann.get("/api/tables/r").await.expect(200));
    assert_eq!((now["balance"].as_i64(), now["wallet"].as_i64()), (Some(9_845), Some(2_345)), "{now}");
    assert_eq!(view["money"], json!({ "balance": 9_845, "free": 9_845 }), "the table says the same");
    assert_eq!(view["people"][0]["purse"], 7_500, "chips are bought in round sums");
    // What is left is not a round sum: exactly what is missing is bought.
    ann.does("r", "odd 80").await;
    assert_eq!(me(&ann).await["balance"], 1_845);
    let poor = ann.act("r", "even 20", None, None).await;
    assert_eq!((poor.status.as_u16(), poor.code().as_str()), (422, "poor"), "{}", poor.text);
    assert_eq!(me(&ann).await["balance"], 1_845, "what was refused moved nothing");
    let journals = house.audit().await;
    let amounts: Vec<i64> = bought(&journals["r"]).into_iter().map(|(cents, _)| cents).collect();
    assert_eq!(amounts, [10_000, 500]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wager_that_is_sent_again_buys_nothing_again() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.player("ann", 100_000).await;
    join(&ann, "r").await;
    let body = json!({ "key": "the-same-key", "act": "red 150" });
    let again = || ann.post("/api/tables/r/acts", body.clone());
    let answers = join_all((0..8).map(|_| again())).await;
    let receipts: Vec<Value> = answers.into_iter().map(|answer| answer.expect(200)).collect();
    assert!(receipts.iter().all(|receipt| *receipt == receipts[0]), "{receipts:?}");
    let house = house.restart(|_| ()).await;
    let ann = ann.at(&house);
    assert_eq!(ann.post("/api/tables/r/acts", body.clone()).await.expect(200), receipts[0]);
    assert_eq!(me(&ann).await["balance"], 85_000);
    let journals = house.audit().await;
    let key = Some("ann:the-same-key");
    assert_eq!(bought(&journals["r"]), [(20_000, key)], "once, and right before the wager");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_that_many_tables_spend_at_once_is_never_overdrawn() {
    let house = House::open().await;
    let tables = ["r1", "r2", "r3", "r4"];
    let ann = house.player("ann", 50_000).await;
    for table in tables {
        house.table(table, "roulette", false, &[]).await;
        join(&ann, table).await;
    }
    // Twenty wagers of fifty dollars, and money for ten.
    let wagers = (0..20).map(|n| ann.act(tables[n % 4], "red 50", None, None));
    let answers = join_all(wagers).await;
    let taken = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(answers.iter().all(|answer| answer.status == 200 || answer.code() == "poor"), "{answers:?}");
    assert!(taken <= 10, "{taken}");
    assert_eq!(me(&ann).await["balance"].as_i64(), Some(50_000 - 5_000 * i64::try_from(taken).expect("few")));
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chips_that_lie_idle_elsewhere_can_be_wagered_here() {
    let house = House::open().await;
    for table in ["r", "b"] {
        house.table(table, "roulette", false, &[]).await;
    }
    let ann = house.seated("ann", "r", 10_000).await;
    join(&ann, "b").await;
    ann.does("r", "red 20").await;
    assert_eq!(
        ann.get("/api/tables/b").await.expect(200)["money"],
        json!({ "balance": 8_000, "free": 8_000 })
    );
    ann.does("b", "black 60").await;
    let now = me(&ann).await;
    assert_eq!((now["balance"].as_i64(), now["wallet"].as_i64()), (Some(2_000), Some(2_000)), "{now}");
    let view = ann.get("/api/tables/r").await.expect(200);
    assert_eq!(view["bets"][0]["stake"], 2_000, "what is in play stays there");
    let journals = house.audit().await;
    let away = |record: &&books::Record| matches!(record.entry, Entry::TakenAway { .. });
    assert_eq!(journals["r"].iter().filter(away).count(), 1);
}
