//! The papers of the floor's house, as the desk opens them.

use crate::floor::{House, key, now};
use protocol::Role;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn every_paper_that_is_listed_is_printed() {
    let house = House::open().await;
    house.table("R-1", "roulette", true, &["wheel=double-zero", "zero=half"]).await;
    house.table("W-1", "big-six", true, &["clapper=passed"]).await;
    let [clerk, admin, dealer] = [
        house.staff(Role::PitClerk, "clerk").await,
        house.staff(Role::Administrator, "admin").await,
        house.staff(Role::Dealer, "dealer").await,
    ];
    let listed = clerk.get("/api/papers").await.expect(200);
    let papers: Vec<&str> =
        listed.as_array().expect("a list").iter().filter_map(|one| one["paper"].as_str()).collect();
    assert_eq!(papers.len(), 7);
    for paper in papers {
        let page = clerk.get(&format!("/api/papers/{paper}")).await;
        assert_eq!(page.status, 200, "{paper}: {}", page.text);
        assert!(page.text.starts_with("<!DOCTYPE html>") && page.text.contains("</html>"), "{paper}");
        assert!(
            paper == "certificates" || paper == "notices" || page.text.contains("R-1"),
            "{paper}: {}",
            page.text
        );
    }
    assert_eq!(dealer.get("/api/papers/guide").await.status, 403);
    assert_eq!(clerk.get("/api/papers/novel").await.status, 404);
    // What is announced has its notice.
    assert!(clerk.get("/api/papers/notices").await.text.contains("no notice and no sign"));
    let options = json!({ "wheel": "double-zero", "zero": "all" });
    let change = json!({ "key": key(), "options": options, "effective": now() + 3_600_000 });
    admin.post("/api/tables/R-1/options", change).await.expect(200);
    let notices = clerk.get("/api/papers/notices").await.text;
    assert!(notices.contains("0 and 00 take all of each even chance."), "{notices}");
    // It says when it was given and when it takes effect.
    for row in ["Given", "In effect", "Not before"] {
        let said = notices.split(&format!("<dt>{row}</dt><dd>")).nth(1).expect("a row");
        assert!(said.starts_with(|c: char| c.is_ascii_uppercase()), "{row}: {notices}");
    }
}
