//! Tables at which people deal: a dealer acts, reports what cards and wheel show, and reports irregularities.

use crate::floor::{Client, House, key};
use protocol::Role;
use serde_json::{Value, json};

/// What the dealer's side does: `dealer …`, `floorperson …`, `irregularity …`, or what the equipment shows.
async fn deal(dealer: &Client, floorperson: &Client, table: &str, line: &str) -> u64 {
    match line.split_once(' ') {
        Some(("dealer", act)) => dealer.does_as(table, act, None, Some("dealer")).await,
        Some(("floorperson", act)) => floorperson.does_as(table, act, None, Some("floorperson")).await,
        Some(("irregularity", what)) => dealer.does_as(table, what, None, Some("irregularity")).await,
        _ => dealer.does_as(table, line, None, Some("equipment")).await,
    }
}

async fn purses(client: &Client, table: &str) -> Vec<i64> {
    let view = client.get(&format!("/api/tables/{table}")).await.expect(200);
    let people = view["people"].as_array().expect("people");
    people.iter().map(|seated| seated["purse"].as_i64().expect("cents")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_roulette_with_a_dealer() {
    let house = House::open().await;
    house.table("r", "roulette", true, &["wheel=double-zero", "zero=half", "limits.minimum=5"]).await;
    let ann = house.seated("ann", "r", 50_000).await;
    let bob = house.seated("bob", "r", 50_000).await;
    let dealer = house.staff(Role::Dealer, "dealer").await;
    let floorperson = house.staff(Role::Floorperson, "floorperson").await;
    let offers = ann.get("/api/tables/r/offers").await.expect(200);
    let red = offers.as_array().expect("offers").iter().find(|offer| offer["act"] == "red").expect("red");
    assert_eq!((red["least"].as_i64(), red["tender"].as_str()), (Some(500), Some("chips")), "{red}");
    ann.does("r", "red 50").await;
    bob.does("r", "black 20").await;
    bob.does("r", "straight 1 5").await;
    // Too little, in the law's words; and it is in the journal.
    let refused = bob.act("r", "red 2", None, None).await.expect(200);
    assert_eq!(refused["refused"]["cite"], "8.2");
    let say = |line: &'static str| deal(&dealer, &floorperson, "r", line);
    say("dealer spins").await;
    bob.does("r", "takes back black").await;
    bob.does("r", "black 20").await;
    say("dealer calls no more bets").await;
    assert_eq!(ann.act("r", "red 5", None, None).await.expect(200)["refused"]["cite"], "5.3(b)");
    // A chip falls into the wheel: no spin, and the wagers stand.
    say("irregularity foreign object").await;
    assert_eq!(dealer.act("r", "ball 1", None, Some("equipment")).await.status, 400, "no ball now");
    say("dealer spins").await;
    say("dealer calls no more bets").await;
    assert_eq!(dealer.act("r", "ball 39", None, Some("equipment")).await.status, 400, "no such number");
    let last = say("ball 1").await;
    // Red pays 1 to 1, a straight 35 to 1, black loses.
    assert_eq!(purses(&ann, "r").await, [55_000, 50_000 - 2_000 + 17_500]);
    let proof = ann.get(&format!("/api/tables/r/receipts/{last}")).await.expect(200);
    assert_eq!(proof["checkpoint"]["size"].as_u64(), Some(last + 1));
    let round = floorperson.get("/api/tables/r/rounds/0").await.expect(200);
    assert_eq!(round["steps"].as_array().expect("steps").last().expect("a step")["seq"].as_u64(), Some(last));
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_minibaccarat_with_a_dealer() {
    let house = House::open().await;
    let options = [
        "decks=6",
        "shuffle=lace",
        "deal=face-up",
        "vigorish=5%",
        "pay-order=1",
        "disclosed-card=2",
        "total-cards=true",
    ];
    house.table("mb", "minibaccarat", true, &options).await;
    let ann = house.seated("ann", "mb", 50_000).await;
    let bob = house.seated("bob", "mb", 50_000).await;
    let dealer = house.staff(Role::Dealer, "dealer").await;
    let floorperson = house.staff(Role::Floorperson, "floorperson").await;
    let say = |line: &'static str| deal(&dealer, &floorperson, "mb", line);
    ann.does("mb", "sits at 7").await;
    bob.does("mb", "sits at 3").await;
    for line in
        ["dealer inspects", "floorperson verifies", "dealer spreads", "dealer washes", "dealer shuffles"]
    {
        say(line).await;
    }
    say("dealer laces").await;
    assert_eq!(ann.act("mb", "cuts at 9", None, None).await.expect(200)["refused"]["cite"], "7.5(e)");
    ann.does("mb", "cuts at 150").await;
    for line in ["dealer loads, 14 behind", "2h", "9c", "Kd"] {
        say(line).await;
    }
    let at = |client: &Client, act: &'static str, seat: u8| client.does_as("mb", act, Some(seat), None);
    at(&ann, "banker 20.00", 7).await;
    at(&bob, "player 20.00", 3).await;
    // Nobody may wager at another person's place.
    let other = bob.act("mb", "player 20.00", Some(7), None).await;
    assert!(!other.json()["refused"].is_null() || other.status.is_client_error(), "{}", other.text);
    for line in ["dealer calls no more bets", "2s", "2d", "3h", "3d", "4c", "3s", "dealer announces"] {
        say(line).await;
    }
    assert_eq!(purses(&ann, "mb").await, [48_000, 52_000], "Player's Hand 9, Banker's Hand 8");
    // Three cards were burned and six dealt, in sight of all; anyone can count the rest.
    let shoe = json!([{ "cards": 312, "left": 303, "behind": 14, "lasts": true }]);
    assert_eq!(ann.get("/api/tables/mb").await.expect(200)["picture"]["shoes"], shoe);
    let replay = floorperson.get("/api/tables/mb/rounds/1").await.expect(200);
    assert_eq!(replay["steps"].as_array().expect("steps").last().expect("a step")["picture"]["shoes"], shoe);
    let seats = &replay["picture"]["seats"];
    assert_eq!(seats.as_array().map(Vec::len), Some(2), "{seats}");
    // A second round is void before it is settled: the dealer says what has gone wrong, supervisors unwind it.
    at(&ann, "banker 30.00", 7).await;
    at(&bob, "player 30.00", 3).await;
    say("dealer calls no more bets").await;
    say("9s").await;
    let view = ann.get("/api/tables/mb").await.expect(200);
    let remedy =
        json!({ "how": "void", "first": view["summary"]["round"], "last": view["summary"]["round"] });
    let ask = json!({ "key": key(), "remedy": remedy, "reason": "the shoe fell off the table" });
    let asked = floorperson.post("/api/tables/mb/remedies", ask).await.expect(200);
    let admin = house.staff(Role::Administrator, "admin").await;
    let decide = json!({ "key": key(), "agree": true });
    let receipt: Value =
        admin.post(&format!("/api/tables/mb/remedies/{}", asked["seq"]), decide).await.expect(200);
    assert!(receipt["refused"].is_null());
    assert_eq!(purses(&ann, "mb").await, [48_000, 52_000]);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replayed_round_begins_with_what_lay_there() {
    let house = House::open().await;
    house.table("c", "craps", true, &[]).await;
    let ann = house.seated("ann", "c", 50_000).await;
    let dealer = house.staff(Role::Dealer, "dealer").await;
    let floorperson = house.staff(Role::Floorperson, "floorperson").await;
    let rolls: [(&[&str], &str); 3] =
        [(&["pass 5"], "dice 2-2"), (&["place 6 12", "field 5"], "dice 6-6"), (&["field 10"], "dice 5-3")];
    for (wagers, dice) in rolls {
        for wager in wagers {
            ann.does("c", wager).await;
        }
        deal(&dealer, &floorperson, "c", "dealer sends the dice out").await;
        deal(&dealer, &floorperson, "c", dice).await;
    }
    let wagers = |replay: &Value| {
        let bets = replay["bets"].as_array().expect("bets");
        bets.iter().map(|bet| bet["wager"].as_str().expect("a wager").to_owned()).collect::<Vec<_>>()
    };
    let first = floorperson.get("/api/tables/c/rounds/0").await.expect(200);
    assert_eq!((wagers(&first), &first["picture"]["seats"]), (Vec::new(), &json!(null)));
    let second = floorperson.get("/api/tables/c/rounds/1").await.expect(200);
    assert_eq!(wagers(&second), ["pass", "place 6"]);
    assert_eq!(second["picture"]["puck"], json!({ "on": 4 }));
    assert_eq!(second["steps"][0]["line"], "p1 field 10.00");
    house.audit().await;
}
