//! Wagers spoken with cash: the cash is set aside by the patron's own line, so that nothing the house does afterward
//! can fail for lack of it.

use crate::floor::{Client, House, key};
use rules::GameId;
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

/// The games in which wagers are made with cash.
const WITH_CASH: [&str; 7] =
    ["blackjack", "chemin-de-fer", "craps", "minibaccarat", "punto-banco", "red-dog", "roulette"];

async fn wallet(client: &Client) -> i64 {
    client.get("/api/me").await.expect(200)["wallet"].as_i64().expect("cents")
}

async fn look(client: &Client, table: &str) -> Value {
    client.get(&format!("/api/tables/{table}")).await.expect(200)
}

fn purse(view: &Value) -> i64 {
    view["people"].as_array().expect("people").iter().map(|one| one["purse"].as_i64().expect("cents")).sum()
}

fn staked(view: &Value) -> i64 {
    view["bets"].as_array().expect("bets").iter().map(|bet| bet["stake"].as_i64().expect("cents")).sum()
}

/// How many lines of a table somebody wrote. Its dealer may be preparing cards meanwhile.
async fn lines_of(house: &House, table: &str, name: &str) -> usize {
    let table = table.to_owned();
    let lines = house.floor.read(move |store| store.lines(&table, 0, 100_000)).await.expect("read");
    let by = |line: &str| books::Record::read(line).expect("a line").by;
    lines.iter().filter(|line| by(&line.line) == name).count()
}

/// The first wager that may be made with cash, and its minimum stake: takes a place, and bids for the bank, to get
/// there.
async fn cash_offer(client: &Client, table: &str) -> Option<(String, u8, i64)> {
    for _ in 0..400 {
        let offers = client.get(&format!("/api/tables/{table}/offers")).await.expect(200);
        let offers = offers.as_array().expect("offers").clone();
        let seat = |offer: &Value| u8::try_from(offer["seat"].as_u64().expect("a seat")).expect("small");
        if let Some(offer) = offers.iter().find(|offer| offer["tender"] == "cash") {
            let least = offer["least"].as_i64().expect("cents");
            return Some((offer["act"].as_str().expect("an act").to_owned(), seat(offer), least));
        }
        let act = |offer: &Value| offer["act"].as_str().expect("an act").to_owned();
        let view = look(client, table).await;
        let sits = view["picture"]["seats"].as_array().is_some_and(|all| !all.is_empty());
        let place = offers
            .iter()
            .find(|offer| act(offer).starts_with("sits at") || act(offer).starts_with("stands at"));
        let bid = offers.iter().find(|offer| act(offer) == "bid");
        match (place, bid) {
            (Some(place), _) if !sits => drop(client.act(table, &act(place), None, None).await),
            (_, Some(bid)) if view["bets"].as_array().is_some_and(Vec::is_empty) => {
                let least = rules::Money::cents(bid["least"].as_i64().expect("cents")).to_string();
                client.act(table, &format!("bid {least}"), Some(seat(bid)), None).await;
                let ready = format!("/api/tables/{table}/ready");
                // Whoever asks as often as this loop may be told to slow down.
                while client.post(&ready, json!({ "key": key() })).await.status == 429 {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
            }
            _ if view["awaits"]["for"] == "wagers" && sits => return None,
            _ => {}
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    None
}

async fn until<F: Future<Output = bool>>(what: &str, is: impl Fn() -> F) {
    for _ in 0..1000 {
        if is().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came: {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_cash_left_is_told_so_and_the_table_lives() {
    let house = House::open().await;
    let mut with_cash = BTreeSet::new();
    for game in GameId::ALL {
        let (table, name) = (game.name(), format!("ann-{}", game.name()));
        house.table(table, game.name(), false, &[]).await;
        // All that is in the wallet becomes chips.
        let ann = house.seated(&name, table, 500_000).await;
        assert_eq!(wallet(&ann).await, 0);
        let Some((act, seat, least)) = cash_offer(&ann, table).await else { continue };
        with_cash.insert(game.name());
        let spoken = format!("{act} {} cash", rules::Money::cents(least));
        let at = Some(seat).filter(|seat| *seat > 0);
        let before = lines_of(&house, table, &name).await;
        let answer = ann.act(table, &spoken, at, None).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (422, "poor"),
            "{table}: {}",
            answer.text
        );
        assert!(answer.text.contains("wallet"), "{table}: says where the money is missing: {}", answer.text);
        assert_eq!(lines_of(&house, table, &name).await, before, "{table}: nothing was written");
        // With the cash in the wallet the same wager is taken, and every cent can be found.
        house.floor.fund(books::HOUSE, &name, least, None).await.expect("funded");
        ann.does_as(table, &spoken, at, None).await;
        assert_eq!(wallet(&ann).await, 0, "{table}: the cash is in the dealer's sight");
        until("the wager lies there", || async {
            let view = look(&ann, table).await;
            (staked(&view), purse(&view) + staked(&view)) == (least, 500_000 + least)
        })
        .await;
        assert!(house.floor.here(table).is_some(), "{table} runs");
    }
    assert_eq!(with_cash, BTreeSet::from(WITH_CASH));
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cash_that_is_offered_outlives_a_restart() {
    // The dealer takes an hour for every step as long as a wager lies there.
    let hour = |config: &mut server::Config| config.pace.step = Duration::from_secs(3600);
    let house = House::with(hour).await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.seated("ann", "r", 10_000).await;
    house.floor.fund(books::HOUSE, "ann", 500, None).await.expect("funded");
    ann.does("r", "black 5").await;
    ann.does("r", "red 5 cash").await;
    assert_eq!((wallet(&ann).await, look(&ann, "r").await["awaits"]["by"].as_str()), (0, Some("dealer")));
    let house = house.restart(|_| ()).await;
    let ann = ann.at(&house);
    until("the dealer confirms", || async { staked(&look(&ann, "r").await) == 1000 }).await;
    let view = look(&ann, "r").await;
    assert_eq!((wallet(&ann).await, purse(&view)), (0, 9_500));
    let journals = house.audit().await;
    let lines: Vec<_> = journals["r"]
        .iter()
        .filter_map(|record| match &record.entry {
            books::Entry::Input { line } => Some(line.as_str()),
            _ => None,
        })
        .collect();
    assert!(lines.contains(&"dealer confirms"), "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn cash_that_is_declined_or_void_goes_back_to_the_wallet() {
    let house = House::open().await;
    house.table("r", "roulette", true, &["wheel=double-zero", "zero=half"]).await;
    let ann = house.seated("ann", "r", 10_000).await;
    let (dealer, floorperson) = (
        house.staff(protocol::Role::Dealer, "dan").await,
        house.staff(protocol::Role::Floorperson, "fay").await,
    );
    let admin = house.staff(protocol::Role::Administrator, "amy").await;
    house.floor.fund(books::HOUSE, "ann", 500, None).await.expect("funded");
    ann.does("r", "red 5 cash").await;
    assert_eq!(wallet(&ann).await, 0);
    dealer.does_as("r", "declines", None, Some("dealer")).await;
    assert_eq!(wallet(&ann).await, 500);
    // A void of the round gives back what is on the layout, and what the dealer has not answered yet.
    ann.does("r", "black 5").await;
    ann.does("r", "red 5 cash").await;
    let round = look(&ann, "r").await["summary"]["round"].clone();
    let remedy = json!({ "how": "void", "first": round, "last": round });
    let ask = json!({ "key": key(), "remedy": remedy, "reason": "the lights went out" });
    let asked = floorperson.post("/api/tables/r/remedies", ask).await.expect(200);
    let decide = json!({ "key": key(), "agree": true });
    admin.post(&format!("/api/tables/r/remedies/{}", asked["seq"]), decide).await.expect(200);
    let view = look(&ann, "r").await;
    assert_eq!((wallet(&ann).await, purse(&view), staked(&view)), (500, 10_000, 0));
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chips_of_a_spoken_wager_cannot_be_spent_twice() {
    let house = House::open().await;
    house.table("c", "craps", true, &[]).await;
    let ann = house.seated("ann", "c", 1_000).await;
    let dealer = house.staff(protocol::Role::Dealer, "dan").await;
    ann.does("c", "pass 5").await;
    dealer.does_as("c", "sends the dice out", None, Some("dealer")).await;
    // The dice are in the air: the wager counts only once the dealer has confirmed it.
    let late = ann.act("c", "field 5", None, None).await.expect(200);
    assert!(late["refused"].is_null(), "{late}");
    let away = json!({ "key": key(), "cents": 500 });
    let answer = ann.post("/api/tables/c/color-ups", away).await;
    assert_eq!(answer.code(), "poor", "{}", answer.text);
    dealer.does_as("c", "confirms", None, Some("dealer")).await;
    assert_eq!(purse(&look(&ann, "c").await), 0);
    house.audit().await;
}
