//! MON: what is measured is there, and what is written to the log has no password, token, secret or hidden card in it.

#[path = "support/floor.rs"]
mod floor;

use crate::floor::{House, PASSWORD};
use protocol::Role;
use serde_json::json;
use std::{
    io,
    sync::{Arc, Mutex},
};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt::MakeWriter,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Kept {
    type Writer = Kept;
    fn make_writer(&'a self) -> Kept {
        self.clone()
    }
}

/// Up to where one person alone has seen a queen.
const LOOKS: &[&str] = &[
    "dealer inspects",
    "floorperson verifies",
    "dealer spreads",
    "p1 sits at 2",
    "p2 sits at 5",
    "dealer washes",
    "dealer shuffles",
    "dealer laces",
    "p2 cuts at 190",
    "dealer loads, 20 behind",
    "Ah",
    "2c",
    "p1@2 bid 20",
    "dealer closes the bidding",
    "p1@2 bank 20",
    "p2@5 banco 20",
    "dealer calls no more bets",
    "dealer calls cards",
    "p1 deals",
    "p2 looks",
    "Qd",
];

async fn look_at_cards(house: &House) {
    let players = [house.seated("cat", "c", 10_000).await, house.seated("dee", "c", 10_000).await];
    let dealer = house.staff(Role::Dealer, "dan").await;
    let floorperson = house.staff(Role::Floorperson, "flo").await;
    let mut live = players[1].live("c", None).await;
    for line in LOOKS {
        let (who, act) = line.split_once(' ').unwrap_or(("equipment", line));
        let (who, seat) = who.split_once('@').map_or((who, None), |(who, seat)| (who, seat.parse().ok()));
        let (client, acting) = match who {
            "p1" => (&players[0], None),
            "p2" => (&players[1], None),
            "floorperson" => (&floorperson, Some("floorperson")),
            who => (&dealer, Some(who)),
        };
        client.does_as("c", act, seat, acting).await;
    }
    live.until(|m| m["line"] == "Qd").await;
}

#[test]
fn the_log_tells_no_secrets_and_the_meters_run() {
    let kept = Kept::default();
    tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(kept.clone())
        .with_ansi(false)
        .finish()
        .with(server::discreet(Targets::new().with_default(LevelFilter::TRACE)))
        .try_init()
        .expect("the only log");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut secrets = vec![PASSWORD.to_owned(), "a wrong password of mine".to_owned()];
    runtime.block_on(async {
        let house = House::open().await;
        secrets.extend(house.link.clone());
        house.table("r", "roulette", false, &[]).await;
        house.table("c", "chemin-de-fer", true, &[]).await;
        let admin = house.staff(Role::Administrator, "admin").await;
        let people =
            [house.seated("ann", "r", 10_000).await, house.player("bob", 10_000).await, admin.clone()];
        secrets.extend(
            people.iter().filter_map(|client| client.cookie.clone()).map(|cookie| cookie[5..].to_owned()),
        );
        let nobody = house.client("nobody", None);
        let wrong = json!({ "name": "admin", "password": "a wrong password of mine" });
        assert_eq!(nobody.post("/api/login", wrong).await.status, 401);
        let right = nobody.post("/api/login", json!({ "name": "admin", "password": PASSWORD })).await;
        let set = right.headers["set-cookie"].to_str().expect("text");
        secrets.push(set[5..69].to_owned());
        let mut live = people[0].live("r", None).await;
        people[0].does("r", "red 5").await;
        live.until(|m| m["type"] == "step").await;
        look_at_cards(&house).await;
        let metrics = nobody.get("/metrics").await;
        assert_eq!(metrics.status, 200);
        for meter in ["ch47_connections", "ch47_requests", "ch47_store_commit_seconds", "ch47_store_batch"] {
            assert!(metrics.text.contains(meter), "{meter}: {}", metrics.text);
        }
        for who in ["ann", "bob", "admin"] {
            assert!(!metrics.text.contains(who), "meters know nobody: {who}");
        }
        house.audit().await;
    });
    let log = String::from_utf8_lossy(&kept.0.lock().expect("no panic")).into_owned();
    assert!(log.contains("log-in failed") && log.contains("logged in"), "the log was kept: {log}");
    for secret in secrets {
        let told = log.lines().find(|line| line.contains(&secret)).map(|line| line.replace(&secret, "…"));
        assert_eq!(told, None, "a secret is in the log");
    }
    assert!(!log.contains("Qd"), "a card is in the log");
}
