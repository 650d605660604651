//! Money at the cage: a request is done once on the whole floor, a slip is used once, nothing is taken that is not there,
//! and more than a clerk's limit takes two people. None of it stops a table.

use crate::{
    floor::{Answer, Client, House, key},
    postgres,
};
use books::Hash;
use proptest::{
    prelude::*,
    test_runner::{Config as Cases, TestRunner},
};
use protocol::Role;
use serde_json::{Value, json};
use server::{audit::audit, store};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr},
    path::Path,
    sync::{Arc, Mutex},
};
use tempfile::TempDir;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const OPTIONS: [&str; 3] = ["wheel=double-zero", "zero=half", "limits.minimum=5"];

/// An empty database, if PostgreSQL is installed.
async fn database() -> Option<String> {
    let made = || postgres::server().map(postgres::Server::database);
    tokio::task::spawn_blocking(made).await.expect("a database")
}

/// A node of a shared floor. Nodes that share a database share its keys.
async fn node(url: &str, name: &str) -> House {
    static FOLDERS: Mutex<BTreeMap<String, Arc<TempDir>>> = Mutex::new(BTreeMap::new());
    let folder = {
        let mut folders = FOLDERS.lock().expect("no panic holds it");
        let made = || Arc::new(tempfile::tempdir().expect("a folder"));
        Arc::clone(folders.entry(url.to_owned()).or_insert_with(made))
    };
    House::node(&folder, |config| {
        config.database = Some(url.to_owned());
        config.node = Some(name.to_owned());
    })
    .await
}

async fn fund(clerk: &Client, person: &str, key: &str, cents: i64) -> Answer {
    clerk.post(&format!("/api/people/{person}/money"), json!({ "key": key, "cents": cents })).await
}

async fn wallet(client: &Client) -> Option<i64> {
    client.get("/api/me").await.expect(200)["wallet"].as_i64()
}

/// The journals and everything that the store keeps about them agree, on the whole floor.
async fn sound(url: String) {
    let checked = move || {
        let report = audit(&mut *store::open_reader(&url).expect("a floor"), None).expect("read");
        assert!(report.findings.is_empty(), "{:?}", report.findings);
    };
    tokio::task::spawn_blocking(checked).await.expect("sound books");
}

/// Checks the answer to a request that is not carried out.
#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str, words: &str) {
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{}", answer.text);
    assert!(answer.text.contains(words), "{}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_pays_once_at_one_node_at_another_and_after_a_restart() {
    let Some(url) = database().await else { return };
    let (a, b) = (node(&url, "a").await, node(&url, "b").await);
    let ann = a.player("ann", 0).await;
    a.player("bob", 0).await;
    let clerk = a.staff(Role::PitClerk, "cleo").await;
    let first = fund(&clerk, "ann", "one-request", 100_000).await.expect(200);
    assert_eq!(first["table"], "cage-a");
    assert_eq!(fund(&clerk.at(&b), "ann", "one-request", 100_000).await.expect(200), first, "at B");
    // A node that comes back under another name has another cage.
    let a = a.restart(|config| (config.database, config.node) = (Some(url.clone()), Some("c".into()))).await;
    let (clerk, ann) = (clerk.at(&a), ann.at(&a));
    assert_eq!(fund(&clerk, "ann", "one-request", 100_000).await.expect(200), first, "at A, restarted");
    assert_eq!(wallet(&ann).await, Some(100_000), "once");
    for (person, cents) in [("ann", 100_001), ("bob", 100_000)] {
        for house in [&a, &b] {
            let other = fund(&clerk.at(house), person, "one-request", cents).await;
            refused(&other, 409, "key-reused", "use a new key");
        }
    }
    assert_eq!(wallet(&ann).await, Some(100_000));
    fund(&clerk.at(&b), "ann", "another-request", 5).await.expect(200);
    assert_eq!(wallet(&ann).await, Some(100_005), "the cages go on");
    a.stop().await;
    b.stop().await;
    sound(url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_pays_once_in_one_file() {
    let house = House::open().await;
    let ann = house.player("ann", 0).await;
    let clerk = house.staff(Role::PitClerk, "cleo").await;
    let first = fund(&clerk, "ann", "one-request", 100_000).await.expect(200);
    let house = house.restart(|_| ()).await;
    let (clerk, ann) = (clerk.at(&house), ann.at(&house));
    assert_eq!(fund(&clerk, "ann", "one-request", 100_000).await.expect(200), first);
    refused(&fund(&clerk, "ann", "one-request", 1).await, 409, "key-reused", "use a new key");
    refused(&fund(&clerk, "cleo", "one-request", 100_000).await, 409, "key-reused", "use a new key");
    assert_eq!(wallet(&ann).await, Some(100_000));
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_are_asked_at_once() {
    let Some(url) = database().await else { return };
    let (a, b) = (node(&url, "a").await, node(&url, "b").await);
    let ann = a.player("ann", 0).await;
    let clerk = a.staff(Role::PitClerk, "cleo").await;
    let mut from = Vec::new();
    for n in 0..10 {
        let name = format!("request-{n}");
        let (here, there) = (clerk.at(&a), clerk.at(&b));
        let (one, two) = tokio::join!(fund(&here, "ann", &name, 100), fund(&there, "ann", &name, 100));
        let (one, two) = (one.expect(200), two.expect(200));
        assert_eq!(one, two, "one receipt");
        from.push(one["table"].clone());
    }
    eprintln!("{} of 10 were written by cage-a", from.iter().filter(|cage| **cage == "cage-a").count());
    assert_eq!(wallet(&ann).await, Some(1000));
    a.stop().await;
    b.stop().await;
    sound(url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_used_once_and_no_table_stops() {
    let house = House::open().await;
    for table in ["r", "s"] {
        house.table(table, "roulette", true, &OPTIONS).await;
    }
    let clerk = house.staff(Role::PitClerk, "cleo").await;
    let ann = house.seated("ann", "r", 20_000).await;
    let slip = |key: &str, slip: &str| json!({ "key": key, "cents": 500, "slip": slip });
    let first = clerk.post("/api/tables/r/fills", slip("fill-one", "F-1")).await.expect(200);
    let named = format!("line {} of r", first["seq"]);
    for path in ["/api/tables/r/fills", "/api/tables/r/credits", "/api/tables/s/fills"] {
        // Wagers before and after it are on their way.
        let (before, again, after) = tokio::join!(
            ann.act("r", "red 5", None, None),
            async { clerk.post(path, slip(&key(), "F-1")).await },
            ann.act("r", "black 5", None, None)
        );
        refused(&again, 409, "conflict", &named);
        before.expect(200);
        after.expect(200);
    }
    assert_eq!(
        clerk.post("/api/tables/r/fills", slip("fill-one", "F-1")).await.expect(200),
        first,
        "a retry"
    );
    clerk.post("/api/tables/s/fills", slip(&key(), "F-2")).await.expect(200);
    // After a restart the floor still knows it.
    let house = house.restart(|_| ()).await;
    let again = clerk.at(&house).post("/api/tables/s/credits", slip(&key(), "F-1")).await;
    refused(&again, 409, "conflict", &named);
    ann.at(&house).act("r", "red 5", None, None).await.expect(200);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_taken() {
    let house = House::open().await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let (sue, sam) =
        (house.staff(Role::Floorperson, "sue").await, house.staff(Role::Floorperson, "sam").await);
    let clerk = house.staff(Role::PitClerk, "cleo").await;
    let ann = house.seated("ann", "r", 20_000).await;
    let ask = |cents: i64| {
        let remedy = json!({ "how": "correct", "patron": 1, "cents": cents });
        json!({ "key": key(), "remedy": remedy, "reason": "paid twice" })
    };
    let much = sue.post("/api/tables/r/remedies", ask(-20_001)).await;
    refused(&much, 422, "poor", "ann (p1) has $200.00");
    let asked = sue.post("/api/tables/r/remedies", ask(-20_000)).await.expect(200);
    ann.post("/api/tables/r/color-ups", json!({ "key": key(), "cents": 1 })).await.expect(200);
    let agree = json!({ "key": key(), "agree": true });
    let gone = sam.post(&format!("/api/tables/r/remedies/{}", asked["seq"]), agree).await;
    refused(&gone, 422, "poor", "$0.01 too much");
    refused(&fund(&clerk, "ann", &key(), -2).await, 422, "poor", "not enough money");
    // An amount that is too large is reported as such.
    refused(&fund(&clerk, "ann", &key(), i64::MAX).await, 400, "misread", "too large");
    refused(&fund(&clerk, "ann", &key(), 0).await, 400, "misread", "above zero");
    let fill = json!({ "key": key(), "cents": i64::MAX, "slip": "F-1" });
    refused(&clerk.post("/api/tables/r/fills", fill).await, 400, "misread", "too large");
    let buys = |cents: i64| json!({ "key": key(), "cents": cents });
    refused(&ann.post("/api/tables/r/buy-ins", buys(2)).await, 422, "poor", "not enough money");
    ann.does("r", "red 5").await;
    fund(&clerk, "ann", &key(), 2).await.expect(200);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_a_clerk_may_takes_two_people() {
    let house = House::with(|config| config.cage_limit = 100_000).await;
    let ann = house.player("ann", 0).await;
    let (cleo, carl) = (house.staff(Role::PitClerk, "cleo").await, house.staff(Role::PitClerk, "carl").await);
    let sue = house.staff(Role::Floorperson, "sue").await;
    refused(&fund(&cleo, "ann", &key(), 100_001).await, 422, "over-limit", "at most $1000.00");
    let first = fund(&cleo, "ann", "the-first", 70_000).await.expect(200);
    fund(&cleo, "ann", &key(), -20_000).await.expect(200);
    refused(&fund(&cleo, "ann", &key(), 10_001).await, 422, "over-limit", "$100.00 of that is left");
    assert_eq!(fund(&cleo, "ann", "the-first", 70_000).await.expect(200), first, "a retry is no new request");
    fund(&carl, "ann", &key(), 100_000).await.expect(200);
    assert_eq!(wallet(&ann).await, Some(150_000));
    let view = cleo.get("/api/cage").await.expect(200);
    assert_eq!((view["limit"].as_i64(), view["left"].as_i64()), (Some(100_000), Some(10_000)), "{view}");

    // Beyond it: one asks, another decides, and only then is anything paid.
    let ask =
        |cents: i64| json!({ "key": key(), "person": "ann", "cents": cents, "reason": "a wire transfer" });
    let body = ask(5_000_000);
    let asked = cleo.post("/api/cage", body.clone()).await.expect(200);
    assert_eq!(cleo.post("/api/cage", body).await.expect(200), asked, "a retry asks once");
    assert_eq!(wallet(&ann).await, Some(150_000));
    // The request waits over a restart.
    let house = house.restart(|config| config.cage_limit = 100_000).await;
    let [cleo, carl, sue, ann] = [cleo, carl, sue, ann].map(|client| client.at(&house));
    let waiting = sue.get("/api/cage").await.expect(200)["waiting"].clone();
    assert_eq!(waiting.as_array().map(Vec::len), Some(1), "{waiting}");
    let told = ["by", "person", "cents", "reason"].map(|name| waiting[0][name].clone());
    assert_eq!(told, [json!("cleo"), json!("ann"), json!(5_000_000), json!("a wire transfer")]);
    let path = |one: &Value| {
        format!("/api/tables/{}/remedies/{}", one["cage"].as_str().unwrap_or_default(), one["seq"])
    };
    let (path, agree) = (path(&waiting[0]), json!({ "key": "sue-agrees", "agree": true }));
    for clerk in [&cleo, &carl] {
        refused(&clerk.post(&path, agree.clone()).await, 403, "forbidden", "not for a pit-clerk");
    }
    // A new role does not make a person somebody else.
    let admin = house.staff(Role::Administrator, "admin").await;
    let promoted = json!({ "role": "floorperson" });
    admin.ask(axum::http::Method::PATCH, "/api/people/cleo", Some(promoted)).await.expect(200);
    let again = house
        .floor
        .desk
        .ask(|people| people.log_in("cleo", crate::floor::PASSWORD, None, HERE, crate::floor::now()));
    let cleo = house.client("cleo", Some(&again.await.expect("logged in").token));
    refused(&cleo.post(&path, agree.clone()).await, 403, "not-yours", "not yours");
    let done = sue.post(&path, agree.clone()).await.expect(200);
    assert_eq!(sue.post(&path, agree).await.expect(200), done, "once");
    assert_eq!(wallet(&ann).await, Some(5_150_000));
    assert_eq!(sue.get("/api/cage").await.expect(200)["waiting"], json!([]));
    // Somebody who does not agree, and a wallet that does not hold so much.
    for (cents, yes, status) in [(7, false, 200), (-9_000_000, true, 422)] {
        let asked = carl.post("/api/cage", ask(cents)).await.expect(200);
        let path = format!("/api/tables/{}/remedies/{}", house.floor.cage(), asked["seq"]);
        let answer = sue.post(&path, json!({ "key": key(), "agree": yes })).await;
        assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
    }
    assert_eq!(wallet(&ann).await, Some(5_150_000));
    let at_table = json!({ "how": "fund", "person": "ann", "cents": 5 });
    house.table("r", "roulette", true, &OPTIONS).await;
    let body = json!({ "key": key(), "remedy": at_table, "reason": "why not" });
    refused(&sue.post("/api/tables/r/remedies", body).await, 409, "not-now", "at the cage");
    house.audit().await;
}

/// A request at the cage of one node is seen and decided at another.
#[tokio::test(flavor = "multi_thread")]
async fn any_node_decides() {
    let Some(url) = database().await else { return };
    let (a, b) = (node(&url, "a").await, node(&url, "b").await);
    let ann = a.player("ann", 0).await;
    let (cleo, sue) = (a.staff(Role::PitClerk, "cleo").await, a.staff(Role::Floorperson, "sue").await);
    // The limit is the floor's, not the node's.
    fund(&cleo, "ann", &key(), 600_000).await.expect(200);
    refused(&fund(&cleo.at(&b), "ann", &key(), 600_000).await, 422, "over-limit", "$4000.00 of that is left");
    let body = json!({ "key": key(), "person": "ann", "cents": 600_000, "reason": "a wire transfer" });
    let asked = cleo.post("/api/cage", body.clone()).await.expect(200);
    assert_eq!(cleo.at(&b).post("/api/cage", body).await.expect(200), asked, "asked once, anywhere");
    let sue = sue.at(&b);
    let waiting = sue.get("/api/cage").await.expect(200)["waiting"].clone();
    assert_eq!((&waiting[0]["cage"], &waiting[0]["seq"]), (&json!("cage-a"), &asked["seq"]), "{waiting}");
    let path = format!("/api/tables/cage-a/remedies/{}", asked["seq"]);
    sue.post(&path, json!({ "key": key(), "agree": true })).await.expect(200);
    assert_eq!(wallet(&ann.at(&b)).await, Some(1_200_000));
    assert_eq!(sue.get("/api/cage").await.expect(200)["waiting"], json!([]));
    a.stop().await;
    b.stop().await;
    sound(url).await;
}

/// One of the requests, where it is sent, and whether the node is started again first.
#[derive(Clone, Debug)]
struct Sent {
    request: usize,
    at: usize,
    restart: bool,
}

fn sendings() -> impl Strategy<Value = (Vec<i64>, Vec<Sent>)> {
    prop::collection::vec(1_i64..10_000, 4..12).prop_flat_map(|amounts| {
        // Each is sent one to five times, in any order.
        let count = amounts.len();
        let times = prop::collection::vec(1_usize..=5, count);
        let sent = times.prop_flat_map(|times| {
            let all: Vec<usize> =
                times.iter().enumerate().flat_map(|(request, n)| std::iter::repeat_n(request, *n)).collect();
            let n = all.len();
            let places = prop::collection::vec((0_usize..2, prop::bool::weighted(0.08)), n);
            (Just(all).prop_shuffle(), places).prop_map(|(all, places)| {
                let sent = all.into_iter().zip(places);
                sent.map(|(request, (at, restart))| Sent { request, at, restart }).collect()
            })
        });
        (Just(amounts), sent)
    })
}

/// Whatever is sent, however often, to whichever node and across restarts, is done once.
async fn each_once(url: Option<String>, amounts: Vec<i64>, sent: Vec<Sent>) {
    let change = |at: usize| {
        let (url, name) = (url.clone(), ["a", "b"][at].to_owned());
        move |config: &mut server::Config| {
            config.cage_limit = i64::MAX;
            config.node = url.as_ref().map(|_| name);
            config.database = url;
        }
    };
    let nodes = if url.is_some() { 2 } else { 1 };
    let (mut houses, folder) = (Vec::new(), Arc::new(tempfile::tempdir().expect("a folder")));
    for at in 0..nodes {
        houses.push(Some(House::node(&folder, change(at)).await));
    }
    let mut receipts = vec![None; amounts.len()];
    for Sent { request, at, restart } in sent {
        let at = at % nodes;
        let mut house = houses[at].take().expect("it runs");
        if restart {
            house = house.restart(change(at)).await;
        }
        let key = (format!("cleo:request-{request}"), Hash::of(&[&request.to_le_bytes()]));
        let receipt = house.floor.fund("cleo", "ann", amounts[request], Some(key)).await.expect("done");
        let first = receipts[request].get_or_insert_with(|| receipt.clone());
        assert_eq!(*first, receipt, "one receipt");
        houses[at] = Some(house);
    }
    let floor = &houses[0].as_ref().expect("it runs").floor;
    assert_eq!(floor.wallet("ann").await.expect("read"), amounts.iter().sum::<i64>(), "exactly once");
    for house in houses.into_iter().flatten() {
        match &url {
            Some(_) => house.stop().await,
            None => drop(house.audit().await),
        }
    }
    if let Some(url) = url {
        sound(url).await;
    }
}

#[test]
fn requests_sum_to_exactly_once() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    for shared in [false, true] {
        let mut runner = TestRunner::new(Cases { cases: 4, max_shrink_iters: 8, ..Cases::default() });
        let played = runner.run(&sendings(), |(amounts, sent)| {
            let url = match shared {
                true => match postgres::server() {
                    Some(server) => Some(server.database()),
                    None => return Ok(()),
                },
                false => None,
            };
            runtime.block_on(each_once(url, amounts, sent));
            Ok(())
        });
        played.expect("each once");
    }
}

/// Deletes rows that nobody may delete.
fn forget(folder: &Path, table: &str) {
    let link = rusqlite::Connection::open(folder.join("floor.db")).expect("a database");
    link.execute_batch(&format!("drop trigger if exists {table}_stay_2; delete from {table}")).expect("gone");
}

/// Negative control: a floor that has forgotten the keys of its cages, and its slips, accepts them again. The audit
/// notices the duplicates, and that the store does not match the journals.
#[tokio::test(flavor = "multi_thread")]
async fn the_audit_sees_what_stands_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_owned();
    let open = |node: &'static str| {
        let folder = path.clone();
        House::with(move |config| (config.folder, config.node) = (folder, Some(node.to_owned())))
    };
    let mut wallets = Vec::new();
    for node in ["a", "b"] {
        let house = open(node).await;
        if node == "a" {
            house.table("r", "roulette", true, &OPTIONS).await;
        }
        let request = ("cleo:one-request".to_owned(), Hash::ZERO);
        house.floor.fund("cleo", "ann", 100, Some(request)).await.expect("done");
        wallets.push(house.floor.wallet("ann").await.expect("read"));
        let table = house.floor.here("r").expect("it runs");
        let fill = books::Entry::Filled { cents: 5, slip: "F-1".to_owned() };
        table.write("cleo", None, fill).await.expect("filled");
        house.stop().await;
        forget(&path, "cage_keys");
        forget(&path, "slips");
    }
    assert_eq!(wallets, [100, 200], "paid twice");
    let url = path.join("floor.db").to_string_lossy().into_owned();
    let check = move || audit(&mut *store::open_reader(&url).expect("a floor"), None).expect("read");
    let found = tokio::task::spawn_blocking(check).await.expect("read").findings;
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    for words in [
        "cage-b, line 0: its key cleo:one-request stands in line 0 of cage-a too",
        "its slip F-1 stands in line",
        "cage_keys: missing: CageKey",
        "slips: missing: (\"F-1\"",
    ] {
        assert!(told.iter().any(|one| one.contains(words)), "{words}: {told:#?}");
    }
}
