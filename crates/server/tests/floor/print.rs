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
    assert_eq!(papers.len(), 9);
    for paper in papers {
        let page = clerk.get(&format!("/api/papers/{paper}")).await;
        assert_eq!(page.status, 200, "{paper}: {}", page.text);
        assert!(page.text.starts_with("<!DOCTYPE html>") && page.text.contains("</html>"), "{paper}");
        assert!(
            matches!(paper, "certificates" | "notices" | "form-register" | "forms")
                || page.text.contains("R-1"),
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

const DEFERRED: [&str; 7] = [
    "shuffle=lace",
    "deal=face-up",
    "vigorish=5%",
    "pay-order=1",
    "disclosed-card=2",
    "vigorish-collection=deferred",
    "form-serial=4711",
];

/// Forms that a table used are in the register and are printed, filled in; before they were used they are in neither.
#[tokio::test(flavor = "multi_thread")]
async fn forms_that_were_used_are_in_the_register() {
    let series = |first, last| papers::Series {
        pit: "A".to_owned(),
        table: "MB-1".to_owned(),
        first,
        last,
        received: None,
    };
    let house = House::with(move |config| config.licensee.series = vec![series(4711, 4720)]).await;
    house.table("MB-1", "minibaccarat", true, &DEFERRED).await;
    let [dealer, clerk] =
        [house.staff(Role::Dealer, "dealer").await, house.staff(Role::PitClerk, "clerk").await];
    let ann = house.seated("ann", "MB-1", 20_000).await;
    let (opened, deals) = (now(), async |act: &str| dealer.does_as("MB-1", act, None, Some("dealer")).await);
    for act in ["takes pre-shuffled decks", "cuts at 200", "loads, 14 behind"] {
        deals(act).await;
    }
    let shows = async |cards: &str| {
        for card in cards.split(' ') {
            dealer.does_as("MB-1", card, None, Some("equipment")).await;
        }
    };
    shows("As 2c").await;
    ann.does_as("MB-1", "banker 20", Some(1), None).await;
    deals("calls no more bets").await;
    shows("Ks 9s Kh Th").await;
    deals("announces").await;
    deals("voids a form").await;
    deals("documents 1, patron absent").await;
    let register = clerk.get("/api/papers/form-register").await.text;
    for part in [
        "10 numbers in 1 series; 2 used or void",
        "VOID",
        ">4712<",
        "$1",
        "absent",
        ">4713<",
        "None: every number",
    ] {
        assert!(register.contains(part), "{part}: {register}");
    }
    let forms = clerk.get("/api/papers/forms").await.text;
    let numbers: Vec<&str> =
        forms.split("Form No. ").skip(1).filter_map(|part| part.split('<').next()).collect();
    assert_eq!(numbers, ["4711", "4711", "4712", "4712", "4713", "4713", "4714", "4714"]);
    assert_eq!(forms.matches("<b>ann</b>").count(), 2, "{forms}");
    let before = clerk.get(&format!("/api/papers/form-register?as_of={opened}")).await.text;
    assert!(before.contains("; 0 used or void") && before.contains(">4711<"), "{before}");
}

/// A finished round has its report, with what was asked and decided about it later, for whoever may oversee.
#[tokio::test(flavor = "multi_thread")]
async fn a_round_in_dispute_has_its_report() {
    let house = House::with(|config| config.licensee.name = Some("The Boardwalk".to_owned())).await;
    house.table("R-1", "roulette", true, &["wheel=double-zero", "zero=half"]).await;
    let [dealer, clerk, one, other] = [
        house.staff(Role::Dealer, "dealer").await,
        house.staff(Role::PitClerk, "clerk").await,
        house.staff(Role::Floorperson, "one").await,
        house.staff(Role::Floorperson, "other").await,
    ];
    let ann = house.seated("ann", "R-1", 20_000).await;
    for (wager, ball) in [("red 50", "ball 2"), ("red 20", "ball 1")] {
        ann.does("R-1", wager).await;
        for act in ["spins", "calls no more bets"] {
            dealer.does_as("R-1", act, None, Some("dealer")).await;
        }
        dealer.does_as("R-1", ball, None, Some("equipment")).await;
    }
    let path = "/api/tables/R-1/rounds/1/report?size=a4";
    let report = clerk.get(path).await;
    assert_eq!(report.status, 200, "{}", report.text);
    for part in
        ["The Boardwalk", "size: A4", "Table R-1, round 1.", "p1 red 20", "<td>ann</td>", "$150", "$170"]
    {
        assert!(report.text.contains(part), "{part}: {}", report.text);
    }
    for absent in ["red 50", "What was done about it"] {
        assert!(!report.text.contains(absent), "{absent}: {}", report.text);
    }
    let remedy = json!({ "how": "void", "first": 1, "last": 1 });
    let ask = json!({ "key": key(), "remedy": remedy, "reason": "a chip fell into the wheel" });
    let asked = one.post("/api/tables/R-1/remedies", ask).await.expect(200);
    let agree = json!({ "key": key(), "agree": true });
    other.post(&format!("/api/tables/R-1/remedies/{}", asked["seq"]), agree).await.expect(200);
    let report = clerk.get(path).await.text;
    for part in
        ["round 1, declared void", "What was done about it", "a chip fell into the wheel", "agrees to what"]
    {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert_eq!(dealer.get(path).await.status, 403);
    assert_eq!(clerk.get("/api/tables/R-1/rounds/99/report").await.status, 404);
}
