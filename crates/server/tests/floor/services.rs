//! Other people's systems: tokens with a scope, patrons by the ids of another system, many of them on one connection, and
//! events that can be resumed.

use crate::floor::{Client, House, key, now};
use axum::http::Method;
use protocol::Role;
use serde_json::{Value, json};

const USUAL: [&str; 10] = [
    "add-patron",
    "list-patrons",
    "fund-person",
    "join",
    "buy-in",
    "act",
    "ready",
    "watch",
    "read-events",
    "read-me",
];

async fn issue(admin: &Client, role: &str, tables: &[&str], actions: &[&str]) -> (Client, Value) {
    let new = json!({ "service": "acme", "role": role, "tables": tables, "actions": actions });
    let issued = admin.post("/api/tokens", new).await.expect(201);
    let token = issued["token"].as_str().expect("a token").to_owned();
    let service = Client { name: "acme".into(), cookie: None, bearer: Some((token, None)), ..admin.clone() };
    (service, issued["about"].clone())
}

fn acting_for(service: &Client, patron: &str) -> Client {
    let bearer = service.bearer.clone().map(|(token, _)| (token, Some(patron.to_owned())));
    Client { bearer, ..service.clone() }
}

/// A patron of a service at a table, with chips.
async fn seat(service: &Client, id: &str, table: &str) -> (Client, String) {
    let added = service.post("/api/patrons", json!({ "id": id })).await.expect(200);
    let account = added["account"].as_str().expect("an account").to_owned();
    let funds = json!({ "key": key(), "cents": 10_000 });
    service.post(&format!("/api/people/{account}/money"), funds).await.expect(200);
    let patron = acting_for(service, id);
    patron.post(&format!("/api/tables/{table}/join"), json!({ "key": key(), "sit": true })).await.expect(200);
    let chips = json!({ "key": key(), "cents": 10_000 });
    patron.post(&format!("/api/tables/{table}/buy-ins"), chips).await.expect(200);
    (patron, account)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_does_what_it_is_for_and_nothing_else() {
    let house = House::open().await;
    for table in ["open", "other"] {
        house.table(table, "roulette", false, &[]).await;
    }
    let admin = house.staff(Role::Administrator, "boss").await;
    let (service, about) = issue(&admin, "pit-clerk", &["open"], &USUAL).await;
    let (ann, account) = seat(&service, "customer-1", "open").await;
    assert_eq!(account, "acme.customer-1");
    ann.does("open", "red 5").await;
    assert_eq!(ann.get("/api/me").await.expect(200)["account"], account);
    // The same patron again is the same account; another spelling of the id is another patron.
    let again = service.post("/api/patrons", json!({ "id": "customer-1" })).await.expect(200);
    assert_eq!(again["account"], account);
    let shouted = service.post("/api/patrons", json!({ "id": "CUSTOMER-1" })).await.expect(200);
    assert_ne!(shouted["account"], account);
    assert_eq!(service.get("/api/patrons").await.expect(200).as_array().map(Vec::len), Some(2));
    let denied = |answer: crate::floor::Answer, code: &str, words: &str| {
        assert_eq!(answer.code(), code, "{}", answer.text);
        assert!(answer.text.contains(words), "{words}: {}", answer.text);
    };
    // Beyond its tables, beyond its actions, and beyond the role behind it.
    denied(ann.act("other", "red 5", None, None).await, "forbidden", "not for table other");
    denied(ann.get("/api/tables/open/offers").await, "forbidden", "not for `read-offers`");
    denied(service.get("/api/tokens").await, "forbidden", "not for `list-tokens`");
    denied(service.act("open", "red 5", None, None).await, "forbidden", "not for a pit-clerk");
    denied(ann.post("/api/patrons", json!({ "id": "x" })).await, "forbidden", "not for a player");
    // Nobody else's patron, and nobody whom it has not added.
    house.seated("bob", "open", 10_000).await;
    for unknown in ["customer-2", "bob", "acme.customer-1"] {
        denied(acting_for(&service, unknown).get("/api/me").await, "unknown", "POST /api/patrons");
    }
    let nonsense = Client { bearer: Some(("nonsense".into(), None)), ..service.clone() };
    denied(nonsense.get("/api/me").await, "log-in", "unknown, has expired or was revoked");
    // Anyone may read what is open to anyone.
    service.get("/api/tables/other").await.expect(200);

    // A second token goes on when the first is revoked, for the same patrons.
    let (second, _) = issue(&admin, "pit-clerk", &["*"], &USUAL).await;
    let mut live = service.live("open", None).await;
    let id = about["id"].as_str().expect("an id");
    let listed = admin.get("/api/tokens").await.expect(200);
    assert_eq!(listed.as_array().map(Vec::len), Some(2), "{listed}");
    let secret = service.bearer.as_ref().map(|(token, _)| token.as_str()).expect("a token");
    assert!(!listed.to_string().contains(secret), "a token is shown once");
    let database = std::fs::read(house.folder().join("floor.db-wal")).expect("a log");
    assert!(!database.windows(secret.len()).any(|bytes| bytes == secret.as_bytes()), "hashed at rest");
    let path = format!("/api/tokens/{id}/revoke");
    admin.ask(Method::POST, &path, None).await.expect(200);
    assert_eq!(live.closed().await, Some(protocol::LOGGED_OUT));
    denied(ann.get("/api/me").await, "log-in", "revoked");
    denied(admin.ask(Method::POST, &path, None).await, "unknown", "no token has the id");
    let ann = acting_for(&second, "customer-1");
    assert_eq!(ann.get("/api/me").await.expect(200)["account"], account);
    // A service that is locked is locked with all its tokens.
    admin.ask(Method::PATCH, "/api/people/acme", Some(json!({ "locked": true }))).await.expect(200);
    denied(ann.get("/api/me").await, "log-in", "revoked");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_makes_no_sense_is_not_created() {
    let house = House::open().await;
    house.player("human", 0).await;
    let admin = house.staff(Role::Administrator, "boss").await;
    let usual = json!({ "service": "acme", "role": "dealer", "tables": ["*"], "actions": ["act"] });
    for (field, value, words) in [
        ("service", json!("a-name-of-more-than-20"), "at most 20 characters"),
        ("service", json!("dealer"), "means something on the floor"),
        ("service", json!("human"), "that name is taken"),
        ("role", json!("administrator"), "never an administrator"),
        ("tables", json!([]), "name the tables"),
        ("tables", json!(["no such/table"]), "is not the name of a table"),
        ("actions", json!(["fly"]), "no action is called `fly`"),
        ("actions", json!(["list-tables"]), "needs no token"),
        ("actions", json!(["create-token"]), "open neither to a dealer"),
        ("actions", json!(["log-out"]), "open neither to a dealer"),
        ("expires", json!(now() - 1), "expired already"),
    ] {
        let mut new = usual.clone();
        new[field] = value;
        let answer = admin.post("/api/tokens", new).await;
        assert!(answer.status.is_client_error() && answer.text.contains(words), "{words}: {}", answer.text);
    }
    assert_eq!(admin.get("/api/tokens").await.expect(200), json!([]));
    admin.post("/api/tokens", usual.clone()).await.expect(201);
    let mut other = usual;
    other["role"] = json!("pit-clerk");
    let answer = admin.post("/api/tokens", other).await;
    assert!(answer.text.contains("a service has one role"), "{}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_connection_acts_for_many_patrons_and_nonsense_is_no_line() {
    let house = House::open().await;
    house.table("open", "roulette", false, &[]).await;
    let admin = house.staff(Role::Administrator, "boss").await;
    let (service, _) = issue(&admin, "pit-clerk", &["open"], &USUAL).await;
    for n in 0..5 {
        seat(&service, &format!("c{n}"), "open").await;
    }
    let mut live = service.live("open", None).await;
    let mut lines = Vec::new();
    for n in 0..5 {
        let key = key();
        let act = json!({ "key": key, "act": format!("straight {} 5", n + 1) });
        live.say(json!({ "do": "act-for", "patron": format!("c{n}"), "act": act })).await;
        let answer = live.answer(&key).await;
        assert_eq!(answer["type"], "receipt", "{answer}");
        lines.push(answer["seq"].as_u64().expect("a line"));
    }
    let table = service.get("/api/tables/open").await.expect(200);
    assert_eq!(table["bets"].as_array().map(Vec::len), Some(5), "{table}");
    let next = table["next"].as_u64();
    // What is no input of the game is refused, and no line is written.
    for nonsense in
        ["bananas 5", "takes back bananas", "red", "red five", "dances", "red 5 spoken words", "🎲"]
    {
        let key = key();
        live.say(json!({ "do": "act-for", "patron": "c0", "act": { "key": key, "act": nonsense } })).await;
        let answer = live.answer(&key).await;
        assert_eq!(
            (answer["type"].as_str(), answer["code"].as_str()),
            (Some("problem"), Some("misread")),
            "{answer}"
        );
    }
    let unknown = key();
    live.say(json!({ "do": "act-for", "patron": "c9", "act": { "key": unknown, "act": "red 5" } })).await;
    assert_eq!(live.answer(&unknown).await["code"], "unknown");
    assert_eq!(service.get("/api/tables/open").await.expect(200)["next"].as_u64(), next);
    // Somebody without a token acts for nobody else.
    let bob = house.seated("bob", "open", 10_000).await;
    let (mut live, theirs) = (bob.live("open", None).await, key());
    live.say(json!({ "do": "act-for", "patron": "c0", "act": { "key": theirs, "act": "red 5" } })).await;
    assert_eq!(live.answer(&theirs).await["code"], "forbidden");
    let journals = house.audit().await;
    let by: Vec<&str> =
        lines.iter().map(|n| journals["open"][usize::try_from(*n).expect("small")].by.as_str()).collect();
    assert_eq!(by, ["acme.c0", "acme.c1", "acme.c2", "acme.c3", "acme.c4"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn events_go_on_where_they_ended() {
    let house = House::open().await;
    house.table("open", "roulette", false, &[]).await;
    let admin = house.staff(Role::Administrator, "boss").await;
    let (service, _) = issue(&admin, "pit-clerk", &["open"], &USUAL).await;
    let (ann, _) = seat(&service, "ann", "open").await;
    let handle = house.floor.here("open").expect("the table runs");
    // Many more lines than the floor keeps to be told.
    let ask = |n: u32| {
        let act = if n.is_multiple_of(2) { "p1 red 5" } else { "p1 takes back red" };
        handle.write("acme.ann", None, books::Entry::Input { line: act.to_owned() })
    };
    for n in 0..4200 {
        ask(n).await.expect("written");
    }
    let mut from = 0;
    loop {
        let page = service.get(&format!("/api/tables/open/events?from={from}&limit=1000")).await.expect(200);
        let events = page["events"].as_array().expect("a list");
        for event in events {
            assert_eq!(event["seq"].as_u64(), Some(from), "without a gap");
            from += 1;
        }
        assert_eq!(page["next"].as_u64(), Some(from));
        if events.is_empty() {
            break;
        }
    }
    assert!(from > 4200, "{from}");
    // Whoever waits hears of the next line as soon as there is one.
    let path = format!("/api/tables/open/events?from={from}&wait=20000");
    let (heard, _) = tokio::join!(service.get(&path), ann.does("open", "black 5"));
    assert_eq!(heard.expect(200)["events"][0]["line"], "p1 black 5.00");
    let beyond = service.get("/api/tables/open/events?from=1000000").await;
    assert!(beyond.text.contains("there is no line 1000000 yet"), "{}", beyond.text);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_sees_what_its_patrons_see_and_no_more() {
    let house = House::open().await;
    house.table("stud", "caribbean-stud", false, &[]).await;
    let admin = house.staff(Role::Administrator, "boss").await;
    let (service, _) = issue(&admin, "pit-clerk", &["stud"], &USUAL).await;
    let (ann, _) = seat(&service, "ann", "stud").await;
    let bob = house.player("bob", 0).await;
    let at = seat_of(&ann).await;
    let mut live = service.live("stud", None).await;
    let ante = json!({ "key": key(), "act": "ante 5", "seat": at });
    live.say(json!({ "do": "act-for", "patron": "ann", "act": ante })).await;
    live.until(|m| m["type"] == "receipt").await;
    ann.post("/api/tables/stud/ready", json!({ "key": key() })).await.expect(200);
    live.until(|m| m["awaits"].to_string().contains("p1")).await;
    let looks = key();
    live.say(json!({ "do": "act-for", "patron": "ann", "act": { "key": looks, "act": "looks" } })).await;
    // Cards of ann's whose values are told, in something that was told.
    let values = |told: &Value| {
        let cards = told["picture"]["cards"].as_array().cloned().unwrap_or_default();
        cards.iter().filter(|laid| laid["seat"] == json!(at) && !laid["card"].is_null()).count()
    };
    let dealt = live.until(|m| values(m) == 5).await;
    let seq = dealt["seq"].as_u64().expect("a line");
    let path = format!("/api/tables/stud/events?from={seq}&limit=1");
    assert_eq!(service.get(&path).await.expect(200)["events"][0]["picture"], dealt["picture"]);
    assert_eq!(values(&ann.get(&path).await.expect(200)["events"][0]), 5);
    assert_eq!(values(&bob.get(&path).await.expect(200)["events"][0]), 0);
}

async fn seat_of(client: &Client) -> u64 {
    let table = client.get("/api/tables/stud").await.expect(200);
    let seats = table["picture"]["seats"].as_array().expect("seats");
    let own = seats.iter().find(|seat| seat["patron"] == table["you"]).expect("a seat");
    own["seat"].as_u64().expect("a number")
}
