//! What one client can take of a floor, and what it cannot: connections, costly reads, resumes, names, others' purses.

use crate::resume::next_of;
use crate::{
    floor::{Client, House, Live, PASSWORD, now},
    postgres,
};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use protocol::Role;
use serde_json::{Value, json};
use server::Doors;
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

async fn with_doors(doors: Doors) -> House {
    let house = House::with(|config| config.doors = doors).await;
    house.table("r", "roulette", true, &[]).await;
    house
}

/// Live connections until one is not to be had, at most so many.
async fn crowd(client: &Client, most: usize) -> Vec<Live> {
    let mut lives = Vec::new();
    while lives.len() < most {
        match client.try_live("r", None).await {
            Ok(live) => lives.push(live),
            Err(_) => break,
        }
    }
    lives
}

/// A request on a connection of one's own, from any address; what came back, as far as anything did.
async fn bare(client: &Client, request: &str) -> String {
    let mut stream = client.connect().await;
    let _ = stream.write_all(request.as_bytes()).await;
    let mut said = Vec::new();
    let _ = timeout(Duration::from_secs(10), stream.read_to_end(&mut said)).await;
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_so_many_live_connections_and_no_more() {
    let house = with_doors(Doors { per_account: 3, ..Doors::wide() }).await;
    let (ann, bob) = (house.player("ann", 0).await, house.player("bob", 0).await);
    let held = crowd(&ann, 10).await;
    assert_eq!(held.len(), 3);
    assert_eq!(ann.try_live("r", None).await.err().map(|no| no.as_u16()), Some(429));
    assert!(bob.try_live("r", None).await.is_ok(), "nobody else is kept out");
    drop(held);
    // Places are free again as soon as the floor has noticed.
    for _ in 0..100 {
        if ann.try_live("r", None).await.is_ok() {
            return drop(house.audit().await);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the places of connections that ended are not free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_does_not_take_every_connection_and_staff_and_health_checks_get_in() {
    let doors = Doors { connections: 40, per_address: 8, reserved: 10, ..Doors::default() };
    let house = with_doors(doors).await;
    let dan = house.staff(Role::Dealer, "dan").await;
    let guest = |n: u8, client: &Client| Client { from: [127, 0, 2, n].into(), ..client.clone() };
    let mut held: Vec<TcpStream> = Vec::new();
    // One address: eight connections are answered, the ninth is told why not.
    let ann = guest(1, &house.player("ann", 0).await);
    let live = crowd(&ann, 8).await;
    assert_eq!(live.len(), 8);
    let said = bare(&ann, "GET /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(said.is_empty() || said.starts_with("HTTP/1.1 429"), "{said}");
    // Many addresses: all but the last ten are taken, and those are for staff and health checks.
    for n in 2..=4 {
        let other = guest(n, &house.player(&format!("guest{n}"), 0).await);
        for _ in 0..8 {
            held.push(other.connect().await);
        }
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let late = guest(9, &house.player("late", 0).await);
    assert_eq!(late.get("/api/tables").await.status, 503, "full for players");
    assert_eq!(late.get("/healthz").await.status, 200);
    assert_eq!(guest(10, &dan).get("/api/tables/r").await.status, 200, "staff get in");
    assert!(guest(11, &dan).try_live("r", None).await.is_ok());
    drop((held, live));
    house.audit().await;
}

/// A log-in through a proxy at 127.0.0.1 that says whom it asks for.
async fn log_in(house: &House, from: [u8; 4], forwarded: Option<&str>, name: &str, password: &str) -> u16 {
    let client = Client { from: from.into(), ..house.client("somebody", None) };
    let mut request = Request::builder().method(Method::POST).uri("/api/login");
    request = request.header(header::HOST, house.address.to_string());
    request = request.header(header::CONTENT_TYPE, "application/json");
    if let Some(forwarded) = forwarded {
        request = request.header("x-forwarded-for", forwarded);
    }
    let body = Body::from(json!({ "name": name, "password": password }).to_string());
    client.send(request.body(body).expect("a request")).await.expect("an answer").status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_trusted_proxy_one_clients_failures_are_its_own() {
    let trusted = vec!["127.0.5.0/24".parse().expect("a network")];
    let house = with_doors(Doors { trusted, ..Doors::wide() }).await;
    house.staff(Role::Dealer, "dan").await;
    let proxy = [127, 0, 5, 1];
    for _ in 0..3 {
        assert_eq!(log_in(&house, proxy, Some("198.51.100.6"), "dan", "wrong wrong wrong").await, 401);
    }
    assert_eq!(log_in(&house, proxy, Some("198.51.100.6"), "dan", PASSWORD).await, 401, "locked there");
    assert_eq!(
        log_in(&house, proxy, Some("198.51.100.7"), "dan", PASSWORD).await,
        200,
        "an attacker elsewhere keeps nobody out"
    );
    // What a client writes in front of the proxy's own entry changes nothing.
    assert_eq!(log_in(&house, proxy, Some("198.51.100.9, 198.51.100.6"), "dan", PASSWORD).await, 401);
    // Nor does the word of somebody who is no trusted proxy.
    for n in 0..5 {
        let forwarded = format!("198.51.100.{}", 20 + n);
        let said = log_in(&house, [127, 0, 6, 1], Some(&forwarded), "dan", "wrong wrong wrong").await;
        assert_eq!(said, 401, "{n}");
    }
    assert_eq!(
        log_in(&house, [127, 0, 6, 1], Some("198.51.100.99"), "dan", PASSWORD).await,
        429,
        "one address"
    );
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_a_node_speaks_for_another_address() {
    let house = with_doors(Doors::wide()).await;
    let client = house.client("somebody", None);
    let mut statuses = Vec::new();
    for n in 0..8 {
        let request = Request::builder().method(Method::POST).uri("/api/guests");
        let request = request
            .header(header::HOST, house.address.to_string())
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-ch47-client", format!("198.51.100.{n}"))
            .header("x-forwarded-for", format!("198.51.100.{n}"));
        let body = Body::from(json!({ "name": "eve" }).to_string());
        let answer = client.send(request.body(body).expect("a request")).await.expect("an answer");
        statuses.push(answer.status.as_u16());
    }
    assert_eq!(statuses, [201, 201, 201, 201, 201, 429, 429, 429], "one address, whatever it says");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_keeps_its_address_from_node_to_node() {
    let Some(server) = tokio::task::spawn_blocking(postgres::server).await.expect("no panic") else { return };
    let url = tokio::task::spawn_blocking(|| server.database()).await.expect("no panic");
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let node = async |name: &str| {
        let (name, database) = (Some(name.to_owned()), Some(url.clone()));
        House::node(&folder, |config| {
            (config.node, config.database) = (name, database);
            config.doors = Doors { reads: 2, ..Doors::wide() };
        })
        .await
    };
    let one = node("one").await;
    one.table("r", "roulette", true, &[]).await;
    let two = node("two").await;
    assert!(two.floor.here("r").is_none(), "the table runs at the other node");
    let at = |n: u8| Client { from: [127, 0, 9, n].into(), ..two.client("stranger", None) };
    let mut said = Vec::new();
    for _ in 0..12 {
        said.push(at(1).get("/api/tables/r/windows/1").await.status.as_u16());
    }
    assert!(said.starts_with(&[404, 404]) && said.ends_with(&[429]), "{said:?}");
    // Both come to the other node from this one; it knows them apart all the same.
    assert_eq!(at(2).get("/api/tables/r/windows/1").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn costly_reads_of_strangers_have_a_rate_and_others_do_not_pay_for_it() {
    let house = with_doors(Doors { reads: 2, ..Doors::wide() }).await;
    let dan = house.staff(Role::Floorperson, "dan").await;
    let stranger = house.client("stranger", None);
    let mut refused = 0;
    for _ in 0..12 {
        let answer = stranger.get("/api/tables/r/windows/1").await;
        match answer.status.as_u16() {
            404 => {}
            429 => {
                assert!(answer.headers.contains_key(header::RETRY_AFTER));
                refused += 1;
            }
            other => panic!("{other}: {}", answer.text),
        }
    }
    assert!((3..=6).contains(&refused), "six at once, two in ten seconds: {refused} refused");
    assert_eq!(stranger.get("/api/tables/r/odds").await.status, 429, "one rate for everything costly");
    assert_eq!(stranger.get("/api/tables/r").await.status, 200, "what is told from memory is not slowed");
    let elsewhere = Client { from: [127, 0, 7, 1].into(), ..stranger.clone() };
    assert_eq!(elsewhere.get("/api/tables/r/windows/1").await.status, 404, "nor is anybody else");
    assert_eq!(dan.get("/api/tables/r/journal").await.status, 200);
    house.audit().await;
}

/// Bytes that came until nothing more does.
async fn bytes(live: &mut Live) -> usize {
    let before: usize = live.frames.iter().map(String::len).sum();
    while timeout(Duration::from_millis(700), live.next()).await.is_ok_and(|message| message.is_some()) {}
    live.frames.iter().map(String::len).sum::<usize>() - before
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_request_does_not_make_a_long_answer() {
    let house = with_doors(Doors { resumes: 2, ..Doors::wide() }).await;
    let handle = house.floor.here("r").expect("a table");
    let ann = house.player("ann", 0).await;
    for n in 0..700 {
        let entry = books::Entry::Filled { cents: 1, slip: format!("F-{n}") };
        handle.write("clerk", None, entry).await.expect("written");
    }
    let next = ann.get("/api/tables/r").await.expect(200)["next"].as_u64().expect("a number");
    // Not far back: every line comes. Far back: the table as it is.
    let mut live = ann.live("r", Some(next - 400)).await;
    assert_eq!(next_of(&mut live).await["seq"].as_u64(), Some(next - 400));
    live.until(|message| message["seq"].as_u64() == Some(next - 1)).await;
    live.say(json!({ "do": "resume", "from": 0 })).await;
    assert_eq!(next_of(&mut live).await["type"], "resync");
    assert_eq!(next_of(&mut live).await["type"], "table");
    // And not again and again.
    let mut again = 0;
    for _ in 0..12 {
        let mut live = ann.live("r", Some(next - 400)).await;
        again += usize::from(next_of(&mut live).await["type"] == "step");
    }
    assert!((3..=6).contains(&again), "six at once, these two among them: {again}");
    for _ in 0..30 {
        live.say(json!({ "do": "resume", "from": next - 400 })).await;
    }
    let told = bytes(&mut live).await;
    assert!(told < 400_000, "{told} bytes for thirty short messages");
    let rate = live.frames.iter().filter(|frame| frame.contains("\"rate\"")).count();
    assert!(rate >= 25, "{rate}");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn purses_are_for_those_at_the_table_and_for_staff() {
    let house = with_doors(Doors::wide()).await;
    let ann = house.seated("ann", "r", 12_300).await;
    let purse = |view: &Value| view["people"][0]["purse"].clone();
    let seen = async |client: &Client| purse(&client.get("/api/tables/r").await.expect(200));
    assert_eq!(seen(&ann).await, 12_300);
    assert_eq!(seen(&house.staff(Role::Surveillance, "eve").await).await, 12_300);
    assert_eq!(seen(&house.client("stranger", None)).await, Value::Null);
    let bob = house.player("bob", 500).await;
    assert_eq!(seen(&bob).await, Value::Null);
    // A live connection as well, until one comes to the table; then it is told.
    let mut live = bob.live("r", None).await;
    assert_eq!(purse(&live.next().await.expect("the table")), Value::Null);
    bob.post("/api/tables/r/join", json!({ "key": crate::floor::key() })).await.expect(200);
    let table = live.until(|message| message["type"] == "table").await;
    assert_eq!(purse(&table), 12_300);
    assert!(!live.frames.iter().take(1).any(|frame| frame.contains("12300")), "{:?}", live.frames);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_reasons_have_nothing_hidden_in_them() {
    let house = with_doors(Doors::wide()).await;
    for (n, name) in
        ["Dealer", "p1", "HOUSE", "cage-floor", "a\u{202e}b", "a\nb", "a\u{200b}"].into_iter().enumerate()
    {
        let from = [127, 0, 8, u8::try_from(n).expect("small") + 1].into();
        let guest = Client { from, ..house.client("somebody", None) };
        let answer = guest.post("/api/guests", json!({ "name": name })).await;
        assert!(answer.status.is_client_error(), "{name:?}: {}", answer.text);
    }
    let fay = house.staff(Role::Floorperson, "fay").await;
    let ask = async |reason: &str| {
        let remedy = json!({ "how": "void", "first": 1, "last": 1 });
        let body = json!({ "key": crate::floor::key(), "remedy": remedy, "reason": reason });
        fay.post("/api/tables/r/remedies", body).await
    };
    for reason in
        ["wrong\n   99  house: pays p1 $1,000", "a\u{1b}[2Jb", "a\u{2066}b", "", " ", &"x".repeat(501)]
    {
        let answer = ask(reason).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "bad-request"), "{reason:?}");
        assert!(answer.text.contains("one line"), "{}", answer.text);
    }
    assert_ne!(ask("the wheel was touched — siehe Protokoll").await.code(), "bad-request");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_may_talk_to_their_own_floor_alone() {
    let house = with_doors(Doors::wide()).await;
    let answer = house.client("somebody", None).get("/").await;
    let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
    let own = format!("connect-src 'self' ws://{0} wss://{0};", house.address);
    assert!(policy.contains(&own), "{policy}");
    assert!(!policy.contains("ws: ") && !policy.contains("wss:;"), "{policy}");
    house.audit().await;
}

/// Chance that cannot be drawn is an error; the tasks of this test run on its one thread, where the switch is.
#[tokio::test]
async fn without_chance_no_line_is_blinded_with_nothing() {
    let house = House::open().await;
    house.table("m", "minibaccarat", true, &[]).await;
    let dan = house.staff(Role::Dealer, "dan").await;
    let handle = house.floor.here("m").expect("a table");
    let before = handle.feed.next();
    server::faults::set_out_of_entropy(true);
    let answer = dan.act("m", "opens the table", None, Some("dealer")).await;
    server::faults::set_out_of_entropy(false);
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (503, "unavailable"), "{}", answer.text);
    assert_eq!(handle.feed.next(), before, "nothing was written");
    assert!(now() > 0 && house.floor.here("m").is_some(), "and the table goes on");
    let answer = dan.act("m", "opens the table", None, Some("dealer")).await;
    assert_ne!(answer.status.as_u16(), 503, "{}", answer.text);
    house.audit().await;
}
