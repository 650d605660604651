//! The papers of a table: options that change on time, fills and credits, win, drop and hold, and corrections by
//! two people.

use crate::floor::{Client, House, PATIENCE, key, now};
use protocol::Role;
use serde_json::{Value, json};
use std::time::Duration;

struct Staff {
    dealer: Client,
    floorperson: Client,
    clerk: Client,
    admin: Client,
}

async fn staff(house: &House) -> Staff {
    Staff {
        dealer: house.staff(Role::Dealer, "dealer").await,
        floorperson: house.staff(Role::Floorperson, "floorperson").await,
        clerk: house.staff(Role::PitClerk, "clerk").await,
        admin: house.staff(Role::Administrator, "admin").await,
    }
}

const OPTIONS: [&str; 3] = ["wheel=double-zero", "zero=half", "limits.minimum=5"];

/// A round of roulette that ends on this number.
async fn spin(staff: &Staff, ball: &str) {
    staff.dealer.does_as("r", "spins", None, Some("dealer")).await;
    staff.dealer.does_as("r", "calls no more bets", None, Some("dealer")).await;
    staff.dealer.does_as("r", ball, None, Some("equipment")).await;
}

fn figures(sheet: &Value) -> [Option<i64>; 5] {
    ["drop", "sent", "inventory", "win", "hold"].map(|name| sheet[name].as_i64())
}

#[tokio::test(flavor = "multi_thread")]
async fn win_drop_and_hold_are_what_a_pencil_says() {
    let house = House::open().await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let staff = staff(&house).await;
    let sheet = || async { staff.floorperson.get("/api/tables/r/sheet").await.expect(200) };
    const SENT: i64 = 1_000_000_000;
    assert_eq!(figures(&sheet().await), [Some(0), Some(SENT), Some(SENT), Some(0), None]);

    // Two people bring 200 each: 400 in the box, 400 in chips gone.
    let ann = house.seated("ann", "r", 20_000).await;
    let bob = house.seated("bob", "r", 20_000).await;
    assert_eq!(figures(&sheet().await), [Some(40_000), Some(SENT), Some(SENT - 40_000), Some(0), Some(0)]);
    // 500 come from the cage, 300 go back.
    let slip = |cents: i64, slip: &str| json!({ "key": key(), "cents": cents, "slip": slip });
    staff.clerk.post("/api/tables/r/fills", slip(50_000, "F-1")).await.expect(200);
    staff.clerk.post("/api/tables/r/credits", slip(30_000, "C-1")).await.expect(200);
    for wrong in [slip(0, "F-2"), slip(-5, "F-2"), slip(5, ""), slip(5, "two words")] {
        let answer = staff.clerk.post("/api/tables/r/fills", wrong.clone()).await;
        assert_eq!(answer.status, 400, "{wrong}: {}", answer.text);
    }
    let too_much = staff.clerk.post("/api/tables/r/credits", slip(2 * SENT, "C-2")).await;
    assert_eq!((too_much.status.as_u16(), too_much.code().as_str()), (409, "not-now"));
    // The house pays 50 on red and takes 20 on black: it is 30 down, 7.5 percent of the drop.
    ann.does("r", "red 50").await;
    bob.does("r", "black 20").await;
    spin(&staff, "ball 1").await;
    let inventory = SENT - 40_000 + 20_000 - 5_000 + 2_000;
    let want = [Some(40_000), Some(SENT + 20_000), Some(inventory), Some(-3_000), Some(-750)];
    assert_eq!(figures(&sheet().await), want);
    // Chips that are carried away no longer belong to the table, and are neither won nor lost.
    ann.post("/api/tables/r/color-ups", json!({ "key": key(), "cents": 15_000 })).await.expect(200);
    let poor = ann.post("/api/tables/r/color-ups", json!({ "key": key(), "cents": 15_000 })).await;
    assert_eq!((poor.status.as_u16(), poor.code().as_str()), (422, "poor"));
    assert_eq!(figures(&sheet().await), want);
    let me = ann.get("/api/me").await.expect(200);
    assert_eq!((me["wallet"].as_i64(), me["tables"][0]["purse"].as_i64()), (Some(15_000), Some(10_000)));
    let poor = bob.post("/api/tables/r/buy-ins", json!({ "key": key(), "cents": 1 })).await;
    assert_eq!((poor.status.as_u16(), poor.code().as_str()), (422, "poor"), "{}", poor.text);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_puts_right_alone_and_a_void_round_never_was() {
    let house = House::open().await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let staff = staff(&house).await;
    let other = house.staff(Role::Floorperson, "another").await;
    let ann = house.seated("ann", "r", 20_000).await;
    ann.does("r", "red 50").await;
    spin(&staff, "ball 1").await;
    let purse = || async { ann.get("/api/me").await.expect(200)["tables"][0]["purse"].as_i64() };
    assert_eq!(purse().await, Some(25_000));
    let ask = |remedy: Value| json!({ "key": key(), "remedy": remedy, "reason": "the wheel was not level" });
    let void = json!({ "how": "void", "first": 0, "last": 0 });
    let asked = staff.floorperson.post("/api/tables/r/remedies", ask(void.clone())).await.expect(200);
    assert_eq!(purse().await, Some(25_000), "asking does nothing yet");
    let path = format!("/api/tables/r/remedies/{}", asked["seq"]);
    let agree = |agree: bool| json!({ "key": key(), "agree": agree });
    for own in [true, false] {
        let answer = staff.floorperson.post(&path, agree(own)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (403, "not-yours"),
            "nobody decides alone"
        );
    }
    // A promotion does not make a person somebody else.
    let promoted = json!({ "role": "administrator" });
    staff.admin.ask(axum::http::Method::PATCH, "/api/people/floorperson", Some(promoted)).await.expect(200);
    assert_eq!(staff.floorperson.get("/api/me").await.status, 401, "the session has ended");
    let again = house.floor.desk.ask(|people| {
        people.log_in("floorperson", crate::floor::PASSWORD, None, [127, 0, 0, 1].into(), now())
    });
    let again = house.client("floorperson", Some(&again.await.expect("logged in").token));
    assert_eq!(again.post(&path, agree(true)).await.code(), "not-yours");
    let sheet = other.get("/api/tables/r/sheet").await.expect(200);
    assert_eq!(sheet["asked"][0]["by"], "floorperson");
    other.post(&path, agree(true)).await.expect(200);
    assert_eq!(purse().await, Some(20_000), "as before the round");
    let twice = staff.admin.post(&path, agree(true)).await;
    assert_eq!((twice.status.as_u16(), twice.code().as_str()), (404, "unknown"), "once");
    // A correction that is approved, and one that is declined.
    let correct = json!({ "how": "correct", "patron": 1, "cents": 2_500 });
    for (yes, want) in [(true, 22_500), (false, 22_500)] {
        let asked = other.post("/api/tables/r/remedies", ask(correct.clone())).await.expect(200);
        let path = format!("/api/tables/r/remedies/{}", asked["seq"]);
        staff.admin.post(&path, agree(yes)).await.expect(200);
        assert_eq!(purse().await, Some(want));
    }
    let win = other.get("/api/tables/r/sheet").await.expect(200)["win"].as_i64();
    assert_eq!(win, Some(-2_500), "the void round is not in it, the correction is");
    for (wrong, status) in [
        (json!({ "key": key(), "remedy": void, "reason": " " }), 400),
        (ask(json!({ "how": "void", "first": 0, "last": 99 })), 404),
        (ask(json!({ "how": "void", "first": 1, "last": 0 })), 404),
        (ask(json!({ "how": "correct", "patron": 9, "cents": 5 })), 404),
        (ask(json!({ "how": "correct", "patron": 1, "cents": 0 })), 400),
    ] {
        let answer = other.post("/api/tables/r/remedies", wrong.clone()).await;
        assert_eq!(answer.status.as_u16(), status, "{wrong}: {}", answer.text);
    }
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_change_at_their_time_and_not_before() {
    let house = House::open().await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let staff = staff(&house).await;
    let ann = house.seated("ann", "r", 100_000).await;
    let change =
        |options: Value, effective: i64| json!({ "key": key(), "options": options, "effective": effective });
    let post = |body: Value| staff.admin.post("/api/tables/r/options", body);
    // Zero takes all: notice is needed, so now is too early, and so is half an hour less a minute.
    let all = json!({ "wheel": "double-zero", "zero": "all", "limits.minimum": 5 });
    for early in [0, now(), now() + 29 * 60_000] {
        let answer = post(change(all.clone(), early)).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (422, "unlawful"), "{}", answer.text);
        assert!(answer.text.contains("too early"), "{}", answer.text);
    }
    let triple = json!({ "wheel": "triple-zero", "zero": "all", "limits.minimum": 5 });
    let unlawful = post(change(triple, now() + 3_600_000)).await;
    assert_eq!(unlawful.code(), "unlawful");
    let later = now() + 31 * 60_000;
    post(change(all, later)).await.expect(200);
    let view = ann.get("/api/tables/r/options").await.expect(200);
    assert_eq!(
        (view["announced"]["effective"].as_i64(), &view["options"]["zero"]),
        (Some(later), &json!("half"))
    );
    let notice = &view["announced"]["notices"][0];
    assert_eq!([&notice["kind"], &notice["cite"], &notice["key"]], ["8.3", "5.2(b)", "zero"], "{view}");

    // A change that requires no notice takes effect at once, but never while a wager is on the layout.
    let other =
        json!({ "wheel": "double-zero", "zero": "half", "limits.minimum": "5.00", "match-play": true });
    ann.does("r", "red 5").await;
    post(change(other, now())).await.expect(200);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let view = ann.get("/api/tables/r/options").await.expect(200);
    assert_eq!(view["options"].as_object().map(serde_json::Map::len), Some(3), "a wager lies: {view}");
    spin(&staff, "ball 1").await;
    let changed = async {
        loop {
            let view = ann.get("/api/tables/r/options").await.expect(200);
            if view["options"].as_object().map(serde_json::Map::len) == Some(4) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let view = tokio::time::timeout(PATIENCE, changed).await.expect("in force");
    assert!(view["announced"].is_null(), "{view}");
    // The list is made of what each table last told, which may be a moment older.
    let listed = async {
        loop {
            let list = ann.get("/api/tables").await.expect(200);
            if list[0]["options"].as_object().map(serde_json::Map::len) == Some(4) {
                return list;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let list = tokio::time::timeout(PATIENCE, listed).await.expect("the list says what is in force");
    assert_eq!(list[0]["options"]["match-play"], true, "{list}");
    house.audit().await;
}

/// Options of a pit with both games, each spelled differently: the house finds them equal, keeps one spelling, and
/// accepts a change that says the same in another spelling.
#[tokio::test(flavor = "multi_thread")]
async fn all_spellings_of_an_option_mean_the_same() {
    let house = House::open().await;
    let staff = staff(&house).await;
    let punto = json!({ "decks": "8", "vigorish": "5%", "recut-by": "last-cutter", "pay-order": 1, "reshuffle": "false" });
    let mini = json!({ "decks": 8, "shuffle": "lace", "deal": "face-up", "vigorish": "5%", "pay-order": "1",
        "disclosed-card": 2, "limits.minimum": 5, "tie-odds": "18 to 2", "bonus": false });
    for (table, game, options) in [("pb", "punto-banco", &punto), ("mb", "minibaccarat", &mini)] {
        let new = json!({ "table": table, "pit": "A", "game": game, "options": options, "physical": true,
            "inventory": 1_000_000 });
        staff.admin.post("/api/tables", new).await.expect(201);
    }
    let kept = json!({ "decks": 8, "shuffle": "lace", "deal": "face-up", "vigorish": "5%", "pay-order": "1",
        "disclosed-card": "2", "limits.minimum": "5.00", "tie-odds": "9 to 1", "bonus": false });
    let view = staff.admin.get("/api/tables/mb/options").await.expect(200);
    assert_eq!(view["options"], kept, "one spelling is kept");

    let again = json!({ "decks": "8", "shuffle": "lace", "deal": "face-up", "vigorish": "5%", "pay-order": 1,
        "disclosed-card": "2", "limits.minimum": "$5", "tie-odds": "9 to 1", "bonus": "false" });
    let check = json!({ "game": "minibaccarat", "options": again, "table": "mb" });
    let judged = staff.admin.post("/api/options/check", check).await.expect(200);
    assert_eq!([&judged["violations"], &judged["notices"]], [&json!([]), &json!([])], "nothing changes");
    let change = json!({ "key": key(), "options": again, "effective": now() });
    staff.admin.post("/api/tables/mb/options", change).await.expect(200);

    // An actual change is reported with its provisions, however it is spelled.
    let mut other = again;
    other["pay-order"] = json!("2");
    let check = json!({ "game": "minibaccarat", "options": other, "table": "mb" });
    let judged = staff.admin.post("/api/options/check", check).await.expect(200);
    let cites: Vec<_> =
        judged["house"].as_array().expect("violations").iter().map(|wrong| &wrong["cite"]).collect();
    assert_eq!(cites, ["7.10(c)2"], "punto banco leads: {judged}");

    // The journal has objects in the one spelling, and typed notices.
    let punto =
        json!({ "decks": 8, "vigorish": "5%", "recut-by": "last-cutter", "pay-order": 1, "reshuffle": true });
    let change = json!({ "key": key(), "options": punto, "effective": now() + 31 * 60_000 });
    staff.admin.post("/api/tables/pb/options", change).await.expect(200);
    let journal = staff.admin.get("/api/tables/pb/journal").await.text;
    let notices = r#""notices":[{"kind":"written","cite":"3.5(b)","option":"reshuffle"}]"#;
    assert!(journal.contains(notices), "{journal}");
    assert!(journal.contains(r#""pay-order":"1""#) && !journal.contains(r#""pay-order":1"#), "{journal}");
    house.audit().await;
}

/// No way of opening a table fills in what the licensee must decide.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_its_decisions_is_not_opened() {
    let house = House::open().await;
    let staff = staff(&house).await;
    for (options, missing) in [
        (json!({}), vec!["wheel: choose \"double-zero\", "]),
        (
            json!({ "wheel": "double-zero" }),
            vec!["zero: choose \"half\" or \"all\": the law sets no default [5.2(b)]"],
        ),
    ] {
        let new = json!({ "table": "r", "pit": "A", "game": "roulette", "options": options, "inventory": 1_000_000 });
        let answer = staff.admin.post("/api/tables", new).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (422, "unlawful"), "{}", answer.text);
        let said = answer.json()["message"].as_str().unwrap_or_default().to_owned();
        assert!(missing.iter().all(|missing| said.contains(missing)), "{said}");
    }
    let new = json!({ "table": "bj", "pit": "A", "game": "blackjack", "inventory": 1_000_000 });
    staff.admin.post("/api/tables", new).await.expect(201);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_closes_between_rounds_and_opens_again() {
    let house = House::open().await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let staff = staff(&house).await;
    let ann = house.seated("ann", "r", 100_000).await;
    ann.does("r", "red 5").await;
    let close = || staff.floorperson.post("/api/tables/r/close", json!({ "key": key() }));
    let open = || staff.floorperson.post("/api/tables/r/open", json!({ "key": key() }));
    assert_eq!(close().await.code(), "not-now", "a wager lies");
    assert_eq!(open().await.code(), "conflict", "it is open");
    spin(&staff, "ball 2").await;
    let keyed = json!({ "key": key() });
    let closed = staff.floorperson.post("/api/tables/r/close", keyed.clone()).await.expect(200);
    assert_eq!(
        staff.floorperson.post("/api/tables/r/close", keyed).await.expect(200),
        closed,
        "the same answer"
    );
    assert_eq!(ann.act("r", "red 5", None, None).await.code(), "not-now");
    assert_eq!(ann.get("/api/tables").await.expect(200)[0]["open"], false);
    assert_eq!(ann.get("/api/tables/r/offers").await.expect(200), json!([]));
    // Chips can still be carried away.
    ann.post("/api/tables/r/color-ups", json!({ "key": key(), "cents": 500 })).await.expect(200);
    // It stays closed over a restart, and opens again.
    let house = house.restart(|_| ()).await;
    let (ann, floorperson) = (ann.at(&house), staff.floorperson.at(&house));
    assert_eq!(ann.act("r", "red 5", None, None).await.code(), "not-now");
    floorperson.post("/api/tables/r/open", json!({ "key": key() })).await.expect(200);
    ann.does("r", "red 5").await;
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sheet_says_what_was_to_be_expected_and_the_journal_is_searched() {
    let house = House::open().await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let staff = staff(&house).await;
    let sheet = || async { staff.floorperson.get("/api/tables/r/sheet").await.expect(200) };
    assert_eq!(sheet().await["theoretical"], Value::Null, "nothing was settled yet");
    let ann = house.seated("ann", "r", 20_000).await;
    let bob = house.seated("bob", "r", 20_000).await;
    ann.does("r", "red 50").await;
    bob.does("r", "straight 7 10").await;
    spin(&staff, "ball 7").await;
    bob.does("r", "red 20").await;
    spin(&staff, "ball 8").await;
    // 70 on red at 1/38 of the stake, as zero takes half, and 10 on a number at 1/19.
    let theory = &sheet().await["theoretical"];
    let figures = |of: &Value| ["handle", "win", "won", "count"].map(|name| of[name].as_i64());
    assert_eq!(
        figures(theory),
        [Some(8_000), Some(184 + 53), Some(2_000 - 5_000 - 35_000), None],
        "{theory}"
    );
    let kinds: Vec<_> = theory["wagers"].as_array().into_iter().flatten().map(figures).collect();
    assert!(kinds.contains(&[Some(7_000), Some(184), Some(-3_000), Some(2)]), "{theory}");
    assert!(kinds.contains(&[Some(1_000), Some(53), Some(-35_000), Some(1)]), "{theory}");
    assert!(theory["says"].as_str().is_some_and(|says| says.contains("-380.00")), "{theory}");

    let rounds = staff.dealer.get("/api/tables/r/rounds").await.expect(200);
    let sums = |at: usize| ["round", "settled", "paid", "taken"].map(|name| rounds[at][name].as_i64());
    assert_eq!(
        [sums(0), sums(1)],
        [[Some(1), Some(1), Some(0), Some(2_000)], [Some(0), Some(2), Some(40_000), Some(0)]]
    );
    assert_eq!(staff.dealer.get("/api/tables/r/rounds?offset=1").await.expect(200), json!([rounds[1]]));
    let found = |query: &'static str| {
        let dealer = staff.dealer.clone();
        async move {
            let answer = dealer.get(&format!("/api/tables/r/journal?{query}")).await;
            assert_eq!(answer.status, 200, "{query}: {}", answer.text);
            let lines = answer.text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line"));
            lines.filter_map(|line| line["seq"].as_u64()).collect::<Vec<u64>>()
        }
    };
    assert_eq!(found("by=ann&text=red+50").await.len(), 1);
    assert_eq!(found("text=BALL+7").await.len(), 1);
    assert_eq!(found("by=dealer").await.len(), 6);
    assert!(found("patron=p2").await.len() >= 4, "what bob did, and what came of it");
    assert_eq!(found("until=1").await.len(), 0);
    let cited = found("cite=5.1(e)9").await;
    assert!(cited.len() >= 2 && found("cite=5").await.len() > cited.len(), "{cited:?}");
    assert_eq!(found("cite=5&limit=2").await, found("cite=5").await[..2]);
    for wrong in ["since=noon", "since=-1", "patron=ann", "by=a%20b", "cite=99.1"] {
        assert_eq!(staff.dealer.get(&format!("/api/tables/r/journal?{wrong}")).await.status, 400, "{wrong}");
    }
    house.audit().await;
}
