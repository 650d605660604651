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
use tracing_subscriber::fmt::MakeWriter;

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

#[test]
fn the_log_tells_no_secrets_and_the_meters_run() {
    let kept = Kept::default();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(kept.clone())
        .with_ansi(false)
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
        let people = [house.seated("ann", "r", 10_000).await, house.seated("bob", "c", 10_000).await, admin.clone()];
        secrets.extend(people.iter().filter_map(|client| client.cookie.clone()).map(|cookie| cookie[5..].to_owned()));
        let nobody = house.client("nobody", None);
        let wrong = json!({ "name": "admin", "password": "a wrong password of mine" });
        assert_eq!(nobody.post("/api/login", wrong).await.status, 401);
        let right = nobody.post("/api/login", json!({ "name": "admin", "password": PASSWORD })).await;
        let set = right.headers["set-cookie"].to_str().expect("text");
        secrets.push(set[5..69].to_owned());
        let mut live = people[0].live("r", None).await;
        people[0].does("r", "red 5").await;
        live.until(|m| m["type"] == "step").await;
        // A dealer who types nonsense in a hurry: cards, where nobody can have seen one.
        let dealer = house.staff(Role::Dealer, "dan").await;
        assert_eq!(dealer.act("c", "Qd", None, Some("equipment")).await.status, 400);
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
        assert!(!log.contains(&secret), "a secret of {} characters is in the log", secret.len());
    }
    assert!(!log.contains("Qd"), "a card is in the log");
}
