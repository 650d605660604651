//! Looking things up: the law, options before they apply, a table as its staff see it, and the pages.

use crate::floor::{House, key};
use axum::http::{Method, StatusCode};
use protocol::Role;
use serde_json::{Value, json};

fn texts<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().into_iter().flatten().filter_map(|row| row[field].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_law_is_read_by_address_and_by_words() {
    let house = House::open().await;
    let nobody = house.client("nobody", None);
    for spelt in ["5.2(b)", "19:47-5.2(b)", "5.2b", "19:47-5.2(b)%20"] {
        let view = nobody.get(&format!("/api/law/{spelt}")).await.expect(200);
        let found = &view["provisions"][0];
        assert_eq!((found["id"].as_str(), found["held"].as_bool()), (Some("5.2(b)"), Some(true)), "{spelt}");
        let decisions = texts(&found["readings"], "decision");
        assert!(!decisions.is_empty() && decisions.iter().all(|decision| !decision.is_empty()), "{view}");
        assert_eq!(view["near"].as_array().map(Vec::len), Some(2));
        assert!(found["code"].to_string().contains("roulette/"), "{view}");
    }
    let unheld = nobody.get("/api/law/8.3%20(not%20held)").await.expect(200);
    assert_eq!(unheld["provisions"][0]["id"], "8.3");
    assert!(unheld["provisions"][0]["edition"].is_null(), "{unheld}");
    let section = nobody.get("/api/law/5.2").await.expect(200);
    assert!(texts(&section["provisions"], "id").contains(&"5.2(b)"), "{section}");
    let reading = nobody.get("/api/law/R5").await.expect(200);
    assert_eq!(reading["reading"]["on"][0], reading["provisions"][0]["id"], "{reading}");
    assert_eq!(nobody.get("/api/law/5.2(z)").await.code(), "unknown");

    let all = nobody.get("/api/law?limit=1000").await.expect(200);
    let listed = all["hits"].as_array().map(Vec::len);
    assert_eq!(all["total"].as_u64().and_then(|n| n.try_into().ok()), listed);
    let some = nobody.get("/api/law?q=No+More+Bets&subchapter=5").await.expect(200);
    let hits = texts(&some["hits"], "id");
    let kinds = texts(&some["hits"], "kind");
    assert!(hits.iter().zip(&kinds).all(|(id, kind)| id.starts_with("5.") || *kind == "reading"), "{hits:?}");
    assert!(kinds.contains(&"provision") && kinds.contains(&"reading"), "{kinds:?}");
    let rest = nobody.get("/api/law?q=No+More+Bets&subchapter=5&offset=1").await.expect(200);
    assert_eq!(texts(&rest["hits"], "id"), hits[1..]);
    assert_eq!(rest["total"], some["total"]);
    for wrong in ["limit=1001", "offset=-1", "subchapter=five", "words=x"] {
        assert_eq!(nobody.get(&format!("/api/law?{wrong}")).await.status, 400, "{wrong}");
    }

    let matrix = nobody.get("/api/conformance").await.expect(200);
    let rows = matrix["provisions"].as_array().expect("rows");
    assert_eq!(rows.len(), 566, "every provision that is held");
    for row in rows {
        let enforced = row["status"] == "enforced";
        assert_eq!(enforced, row["reason"].is_null(), "{row}");
        assert!(!enforced || row["code"][0].is_string() && row["rounds"][0].is_string(), "{row}");
    }
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_judged_as_the_command_judges_it() {
    let house = House::open().await;
    let nobody = house.client("nobody", None);
    let round = include_str!("../../../../examples/roulette-mispaid.table");
    let judged = nobody.post("/api/judge", json!({ "round": round })).await.expect(200);
    assert_eq!(judged, json!(views::judge::JudgeView::of(round).expect("a round")));
    assert_eq!(judged["in_order"], false);
    let unread = nobody.post("/api/judge", json!({ "round": "game roulette\n= p1 paid" })).await;
    assert_eq!(unread.code(), "bad-request");
    assert!(unread.text.contains("line 2"), "{}", unread.text);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_are_judged_before_they_hold() {
    let house = House::open().await;
    house.table("r", "roulette", true, &["wheel=double-zero", "zero=half"]).await;
    house.table("mb", "minibaccarat", true, &[]).await;
    let nobody = house.client("nobody", None);
    let games = nobody.get("/api/games").await.expect(200);
    assert_eq!(games.as_array().map(Vec::len), Some(rules::GameId::ALL.len()));
    for game in texts(&games, "game") {
        let fields = nobody.get(&format!("/api/games/{game}/options")).await.expect(200);
        let standard =
            |field: &Value| Some((field["key"].as_str()?.to_owned(), field.get("standard")?.clone()));
        let usual: serde_json::Map<String, Value> = fields["options"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(standard)
            .filter(|(_, value)| !value.is_null())
            .collect();
        let said = json!({ "game": game, "options": usual });
        let judged = nobody.post("/api/options/check", said).await.expect(200);
        assert_eq!(
            (&judged["lawful"], &judged["violations"]),
            (&json!(true), &json!([])),
            "{game}: {usual:?}"
        );
    }
    let check = |options: Value, table: Value| {
        let said = json!({ "game": "roulette", "options": options, "table": table });
        let nobody = nobody.clone();
        async move { nobody.post("/api/options/check", said).await.expect(200) }
    };
    let wrong = check(json!({ "wheel": "triple", "zerro": "half", "zero": 5 }), Value::Null).await;
    assert_eq!(texts(&wrong["violations"], "key"), ["zerro", "wheel", "zero"]);
    assert!(
        texts(&wrong["violations"], "help").iter().any(|text| text.contains("did you mean `zero`?")),
        "{wrong}"
    );
    assert!(texts(&wrong["violations"], "cite").iter().any(|cite| cite.starts_with("19:46-1.7")), "{wrong}");
    // A change says what must be told first; the same options again demand nothing.
    let change = check(json!({ "wheel": "double-zero", "zero": "all" }), json!("r")).await;
    assert!(texts(&change["notices"], "cite").contains(&"5.2(b)"), "{change}");
    assert!(!change["duties"].as_array().expect("duties").is_empty());
    let same = check(json!({ "wheel": "double-zero", "zero": "half" }), json!("r")).await;
    assert_eq!((&same["lawful"], &same["notices"]), (&json!(true), &json!([])));
    for (said, code) in [
        (json!({ "game": "faro", "options": {} }), "unknown"),
        (json!({ "game": "roulette", "options": { "zero": [] } }), "bad-request"),
        (json!({ "game": "roulette", "options": {}, "table": "none" }), "unknown"),
        (json!({ "game": "roulette", "options": {}, "table": "mb" }), "bad-request"),
    ] {
        assert_eq!(nobody.post("/api/options/check", said.clone()).await.code(), code, "{said}");
    }
    assert_eq!(nobody.get("/api/games/faro/options").await.code(), "unknown");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_console_says_what_would_follow_and_changes_nothing() {
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let dealer = house.staff(Role::Dealer, "dan").await;
    let ann = house.seated("ann", "r", 100_000).await;
    ann.does("r", "red 5").await;
    let console = || async { dealer.get("/api/tables/r/console").await.expect(200) };
    let act = |console: &Value, name: &str| {
        let acts = console["acts"].as_array().cloned().unwrap_or_default();
        acts.into_iter().find(|act| act["act"] == name && act["as"] == "dealer")
    };
    let first = console().await;
    assert_eq!(first["physical"], true);
    let spins = act(&first, "spins").expect("the dealer may spin");
    assert!(spins["then"].as_array().is_some(), "{spins}");
    assert_eq!(console().await, first, "looking changes nothing");
    dealer.does_as("r", "spins", None, Some("dealer")).await;
    let closing = act(&console().await, "calls no more bets").expect("next");
    assert_eq!(closing["then"][0]["kind"], "called", "{closing}");
    dealer.does_as("r", "calls no more bets", None, Some("dealer")).await;
    let waiting = console().await;
    let outcomes = texts(&waiting["outcomes"], "chance");
    assert!(outcomes.contains(&"ball 17"), "{outcomes:?}");
    let wrong = waiting["irregularities"].as_array().expect("some");
    assert!(!wrong.is_empty() && wrong.iter().all(|one| one["refused"].is_null()), "{waiting}");
    let demanded = wrong.iter().filter(|one| one["then"][0]["cite"].is_string()).count();
    assert!(demanded > 0, "{waiting}");
    for one in wrong {
        assert!(!one["line"].as_str().expect("a line").starts_with("irregularity "));
    }
    dealer.does_as("r", wrong[0]["line"].as_str().expect("a line"), None, Some("irregularity")).await;
    house.audit().await;
}

fn percent<'a>(odds: &'a Value, act: &str) -> Option<&'a str> {
    let rows = odds["wagers"].as_array()?;
    rows.iter().find(|row| row["wager"] == act)?["edge_percent"].as_str()
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_are_those_of_the_shoe_as_anyone_has_seen_it() {
    let house = House::open().await;
    house.table("r", "roulette", true, &["wheel=double-zero", "zero=all"]).await;
    house.table("mb", "minibaccarat", false, &[]).await;
    let ann = house.seated("ann", "mb", 100_000).await;
    let nobody = house.client("nobody", None);
    let wheel = nobody.get("/api/tables/r/odds").await.expect(200);
    assert_eq!((wheel["exact_for"].as_str(), percent(&wheel, "red")), (Some("every round"), Some("5.263")));
    let red = wheel["wagers"].as_array().and_then(|rows| rows.iter().find(|row| row["wager"] == "red"));
    let chances = red.map(|red| [&red["edge"], &red["wins"], &red["pays"]]);
    assert_eq!(chances, Some([&json!("1/19"), &json!("9/19"), &json!("1 to 1")]));
    // The cards of a coup that all have seen are gone from the shoe. The dealer may be preparing it still.
    let banker = loop {
        let offers = ann.get("/api/tables/mb/offers").await.expect(200);
        let banker = offers.as_array().into_iter().flatten().find(|offer| offer["act"] == "banker");
        if let Some(banker) = banker {
            break banker.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    let edge = |odds: &Value| {
        let rows = odds["wagers"].as_array().expect("wagers");
        rows.iter().find(|row| row["wager"] == "banker").expect("banker")["edge"].clone()
    };
    let full = edge(&nobody.get("/api/tables/mb/odds").await.expect(200));
    let seat = banker["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok());
    let round = |view: &Value| view["summary"]["round"].as_u64();
    let before = round(&ann.get("/api/tables/mb").await.expect(200));
    let stake = banker["least"].as_i64().expect("cents") / 100;
    ann.does_as("mb", &format!("banker {stake}"), seat, None).await;
    ann.post("/api/tables/mb/ready", json!({ "key": key() })).await;
    while round(&ann.get("/api/tables/mb").await.expect(200)) == before {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let shoe = nobody.get("/api/tables/mb/odds").await.expect(200);
    assert_eq!(shoe["exact_for"], "the shoe as it is");
    let percent = percent(&shoe, "banker").and_then(|edge| edge.parse::<f64>().ok()).expect("an edge");
    assert!((percent - 1.058).abs() < 0.2 && edge(&shoe) != full, "{shoe}");
    house.audit().await;
}

/// Players are told what is best only when it is their decision, and only about their own hand.
#[tokio::test(flavor = "multi_thread")]
async fn advice_is_about_ones_own_hand() {
    let house = House::open().await;
    house.table("r", "roulette", false, &[]).await;
    let ann = house.seated("ann", "r", 1_000_000).await;
    assert_eq!(ann.get("/api/tables/r/advice").await.code(), "conflict");
    let games = [
        ("blackjack", "hand", "stands", 4.0),
        ("double-down-stud", "original", "stands", 4_000.0),
        ("let-it-ride", "third", "lets it ride", 3_000.0),
    ];
    for (game, main, goes_on, most) in games {
        house.table(game, game, false, &[]).await;
        is_advised(&house, game, main, goes_on, most).await;
    }
    house.audit().await;
}

/// Plays until two decisions came up, which are worth no more than `most` each.
async fn is_advised(house: &House, game: &str, main: &str, goes_on: &str, most: f64) {
    let ann = house.seated(&format!("ann-{game}"), game, 1_000_000).await;
    let bob = house.seated(&format!("bob-{game}"), game, 1_000).await;
    let path = |what: &str| format!("/api/tables/{game}/{what}");
    let mut advised = 0;
    for _ in 0..3000 {
        // In this order: once there is advice, the table waits for her.
        let advice = ann.get(&path("advice")).await.expect(200);
        let now = ann.get(&path("offers")).await.expect(200);
        let acts = texts(&now, "act");
        let rows = texts(&advice["advice"], "act");
        if !rows.is_empty() {
            assert_eq!(advice["best"], rows[0]);
            assert!(rows.len() > 1 && rows.iter().all(|row| acts.contains(row)), "{rows:?} of {acts:?}");
            let worth: Vec<f64> = texts(&advice["advice"], "expectation")
                .iter()
                .map(|text| text.parse().expect("a number"))
                .collect();
            assert!(
                worth.is_sorted_by(|a, b| a >= b) && worth.iter().all(|w| (-3.0..=most).contains(w)),
                "{game}: {worth:?}"
            );
            assert_eq!(bob.get(&path("advice")).await.expect(200)["advice"], json!([]));
            advised += 1;
            if advised == 2 {
                let table = bob.get(&format!("/api/tables/{game}")).await.expect(200);
                assert_eq!(table["picture"]["seats"][0]["patron"], json!("p1"));
                return;
            }
            ann.does(game, goes_on).await;
        } else if acts.contains(&"looks") {
            ann.does(game, "looks").await;
        } else if let Some(sit) = acts.iter().find(|act| act.starts_with("sits")) {
            ann.act(game, sit, None, None).await;
        } else if let Some(wager) = now.as_array().into_iter().flatten().find(|offer| offer["act"] == main) {
            let stake = wager["least"].as_i64().expect("cents") / 100;
            let seat = wager["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok());
            ann.act(game, &format!("{main} {stake}"), seat, None).await;
            ann.post(&path("ready"), json!({ "key": key() })).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("{game}: {advised} decisions: {}", bob.get(&format!("/api/tables/{game}")).await.expect(200));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_learns_to_deal_is_asked_and_answered() {
    let house = House::open().await;
    let nobody = house.client("nobody", None);
    for kind in ["payout", "order", "irregularity"] {
        let path = format!("/api/trainer/roulette?seed=5&kind={kind}");
        let drill = nobody.get(&path).await.expect(200);
        assert_eq!(nobody.get(&path).await.expect(200), drill);
        assert!(drill["story"][0]["line"].is_string() && drill["question"].is_string(), "{drill}");
        let answer = |answer: String| {
            let (said, nobody) = (json!({ "seed": 5, "kind": kind, "answer": answer }), nobody.clone());
            async move { nobody.post("/api/trainer/roulette", said).await.expect(200) }
        };
        let wrong = answer("nothing of the kind".to_owned()).await;
        assert_eq!(wrong["right"], false, "{wrong}");
        let right = answer(wrong["correct"].as_str().expect("an answer").to_owned()).await;
        assert!(
            right["right"] == true && right["cite"].is_string() && right["why"][0].is_object(),
            "{right}"
        );
    }
    for (path, status) in [("faro", 404), ("roulette?kind=faro", 400), ("roulette?seed=-1", 400)] {
        assert_eq!(nobody.get(&format!("/api/trainer/{path}")).await.status, status, "{path}");
    }
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_served_and_nothing_of_the_api_hides_behind_them() {
    let house = House::open().await;
    house.table("R-1", "roulette", false, &[]).await;
    let nobody = house.client("nobody", None);
    for path in ["/", "/t/R-1", "/law/5.2(b)", "/law/5.2", "/help/", "/help/cli/odds.html"] {
        let page = nobody.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(
            page.headers["content-type"].to_str().is_ok_and(|kind| kind.starts_with("text/html")),
            "{path}"
        );
        let policy = page.headers["content-security-policy"].to_str().expect("a policy");
        assert!(
            policy.contains("default-src 'self'")
                && policy.contains(&format!("connect-src 'self' ws://{} ", house.address))
        );
        assert!(!policy.contains("unsafe-eval") && !policy.contains("script-src"));
    }
    for path in ["/api/nothing", "/metrics/x", "/assets/none.js", "/../Cargo.toml", "/.gitkeep", "/help/none"]
    {
        let answer = nobody.get(path).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::NOT_FOUND, "unknown"), "{path}");
    }
    let help = nobody.get("/help").await;
    assert_eq!(
        (help.status, &help.headers["location"]),
        (StatusCode::PERMANENT_REDIRECT, &"/help/".parse().expect("a value"))
    );
    assert_eq!(nobody.ask(Method::POST, "/t/R-1", None).await.status, StatusCode::NOT_FOUND);
    let first = nobody.get("/").await;
    if let Some(tag) = first.headers.get("etag") {
        let request = axum::http::Request::get("/")
            .header("host", nobody.address.to_string())
            .header("if-none-match", tag.clone())
            .body(axum::body::Body::empty())
            .expect("a request");
        let again = nobody.send(request).await.expect("an answer");
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    } else {
        assert!(first.text.contains("cargo xtask web") && first.text.contains("R-1"), "{}", first.text);
    }
    house.audit().await;
}

/// What is accepted instead of a refused act, and the option under which it would have been accepted; and what another option
/// would have made of a result.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_explained_by_what_would_have_to_be_different() {
    let house = House::open().await;
    house.table("r", "roulette", true, &["wheel=double-zero", "zero=half", "limits.maximum=5.00"]).await;
    let (ann, dealer) = (house.seated("ann", "r", 10_000).await, house.staff(Role::Dealer, "dealer").await);
    let why = async |seq: &Value| ann.get(&format!("/api/tables/r/why/{seq}")).await;
    let receipt = ann.act("r", "red 10.00", None, None).await.expect(200);
    assert!(receipt["refused"].is_object(), "{receipt}");
    let refused = why(&receipt["seq"]).await.expect(200);
    assert_eq!(refused["accepted"][0], "p1 red 1.00", "{refused}");
    let options = refused["options"].as_array().expect("options");
    let lets = |option: &&Value| {
        option["accepted"] == true
            && option["option"].as_str().is_some_and(|it| it.starts_with("limits.maximum="))
    };
    assert!(options.iter().any(|option| lets(&option)), "{refused}");

    ann.does("r", "red 5.00").await;
    for act in ["spins", "calls no more bets"] {
        dealer.does_as("r", act, None, Some("dealer")).await;
    }
    let ball = dealer.does_as("r", "ball 00", None, Some("equipment")).await;
    let halved = why(&json!(ball)).await.expect(200);
    assert_eq!(halved["accepted"], json!([]));
    let all = halved["options"].as_array().expect("options").iter().find(|it| it["option"] == "zero=all");
    let all = all.unwrap_or_else(|| panic!("{halved}"));
    assert_eq!(all["cite"], "5.2(b)");
    assert!(all["answers"].to_string().contains("lost p1 red 5.00"), "{all}");
    assert_eq!(why(&json!(9_999)).await.code(), "unknown");
    house.audit().await;
}
