//! A table whose next step cannot be written: it takes another, and where nothing is left it stops, says why and is tried
//! again less and less often. Switches break the floor on purpose; they hold for the whole process, so this is one test.

#[path = "support/floor.rs"]
mod floor;

use books::faults::Switch;
use floor::{Client, House};
use serde_json::Value;
use std::time::Duration;

async fn until(what: &str, client: &Client, path: &str, is: impl Fn(u16, &Value) -> bool) -> Value {
    let mut last = Value::Null;
    for _ in 0..1000 {
        let answer = client.get(path).await;
        last = answer.json();
        if is(answer.status.as_u16(), &last) {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came: {what}: {last}");
}

async fn metric(client: &Client, line: &str) -> bool {
    client.get("/metrics").await.text.lines().any(|one| one == line)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_another_way_or_says_that_it_has_stopped() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.seated("ann", "r", 10_000).await;
    let ready = ann.get("/readyz").await.expect(200);
    assert_eq!(
        (&ready["status"], &ready["running"]),
        (&"ready".into(), &serde_json::json!(["cage-floor", "r"]))
    );
    let alive = ann.get("/healthz").await.expect(200);
    assert_eq!(alive["status"], "alive");

    // Without cash set aside, the wager is heard though the wallet is empty: what `who_has_no_cash_left_is_told_so`
    // would see. The confirming line overdraws the wallet; the cash is turned away instead, and the table lives.
    books::faults::set(Switch::SetsNothingAside, true);
    let heard = ann.act("r", "red 5 cash", None, None).await.expect(200);
    assert!(heard["refused"].is_null(), "{heard}");
    until("wagers are open again", &ann, "/api/tables/r", |_, view| view["awaits"]["for"] == "wagers").await;
    let mut live = ann.live("r", heard["seq"].as_u64()).await;
    live.until(|m| m["line"] == "dealer declines").await;
    assert!(metric(&ann, "ch47_table_up{table=\"r\"} 1").await);

    // What was written so does not follow from the books as they should be: another floor for the rest.
    books::faults::set(Switch::SetsNothingAside, false);
    let house = House::with(|config| config.pace.wagers = Duration::from_millis(200)).await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.seated("ann", "r", 10_000).await;

    // Nothing that the house does can be written: the table stops, and is named.
    server::faults::set_house_fails(true);
    ann.does("r", "red 5").await;
    let once = until("it has stopped", &ann, "/readyz", |status, _| status == 503).await;
    assert_eq!((&once["status"], &once["stopped"][0]["table"]), (&"stopped".into(), &"r".into()), "{once}");
    assert!(
        once["stopped"][0]["why"].as_str().is_some_and(|why| why.contains("cannot be written")),
        "{once}"
    );
    assert_eq!(ann.get("/healthz").await.status, 200, "the process is alive all the same");
    assert!(
        metric(&ann, "ch47_table_up{table=\"r\"} 0").await && metric(&ann, "ch47_tables_stopped 1").await
    );
    let again =
        until("it was tried again", &ann, "/readyz", |_, now| now["stopped"][0]["failures"] == 2).await;
    assert!(again["stopped"][0]["retry_in"].as_u64().is_some_and(|left| left > 1000), "longer: {again}");

    // Whatever it was is over: it runs again by itself, and decides the wager that lay there.
    server::faults::set_house_fails(false);
    until("it runs", &ann, "/readyz", |status, _| status == 200).await;
    until("the wager is decided", &ann, "/api/tables/r", |_, view| view["bets"] == serde_json::json!([]))
        .await;
    let journals = house.audit().await;
    let told = |record: &books::Record| matches!(&record.entry, books::Entry::Input { line } if line.starts_with("ball"));
    assert!(journals["r"].iter().any(told), "the ball was spun for it");
}
