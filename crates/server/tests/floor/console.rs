//! The console of a physical table: patrons who have neither account nor device, several lines at once, steps that are
//! implied, badges, corrections, and two consoles at one table.

use crate::floor::{Answer, Client, House, PASSWORD, key};
use books::Entry;
use protocol::Role;
use serde_json::{Value, json};

/// A dealer at the console of a table.
struct Console<'a> {
    dealer: &'a Client,
    table: &'a str,
}

impl Console<'_> {
    async fn seen(&self) -> u64 {
        let view = self.dealer.get(&format!("/api/tables/{}", self.table)).await.expect(200);
        view["next"].as_u64().expect("a number") - 1
    }

    async fn request(&self, entries: Value, badge: Option<&str>) -> Answer {
        let mut body = json!({ "key": key(), "seen": self.seen().await, "entries": entries });
        if let Some(name) = badge {
            body["badge"] = json!({ "name": name, "password": PASSWORD });
        }
        self.dealer.post(&format!("/api/tables/{}/console", self.table), body).await
    }

    /// Reports lines of the notation that the law does not refuse; returns what was written, including what
    /// was implied.
    async fn tell(&self, lines: &[&str]) -> Vec<String> {
        let entries: Vec<Value> = lines.iter().map(|line| json!({ "do": "tell", "line": line })).collect();
        let told = self.request(json!(entries), None).await.expect(200);
        assert!(told["refused"].is_null(), "{told}");
        serde_json::from_value(told["lines"].clone()).expect("lines")
    }

    async fn seat(&self, patron: u16, cents: i64) {
        let buys = json!({ "do": "buy-in", "patron": patron, "cents": cents });
        self.request(json!([{ "do": "seat", "patron": patron }, buys]), None).await.expect(200);
    }

    async fn purses(&self) -> Vec<i64> {
        let view = self.dealer.get(&format!("/api/tables/{}", self.table)).await.expect(200);
        let people = view["people"].as_array().expect("people");
        people.iter().map(|seated| seated["purse"].as_i64().expect("cents")).collect()
    }
}

const ROULETTE: [&str; 3] = ["wheel=double-zero", "zero=half", "limits.minimum=5"];

#[tokio::test(flavor = "multi_thread")]
async fn a_round_for_patrons_without_accounts() {
    let house = House::open().await;
    house.table("r", "roulette", true, &ROULETTE).await;
    let dealer = house.staff(Role::Dealer, "dan").await;
    let console = Console { dealer: &dealer, table: "r" };
    console.seat(1, 50_000).await;
    console.seat(2, 10_000).await;
    let known = json!([{ "do": "seat", "patron": 2, "name": "Lee", "card": "41822" }]);
    console.request(known, None).await.expect(200);
    // p2 wagers more than was bought: the rest was brought from elsewhere.
    console.tell(&["p1 red 50", "p2 black 150", "dealer spins", "dealer calls no more bets"]).await;
    assert_eq!(console.purses().await, [45_000, 0]);
    console.tell(&["ball 1"]).await;
    assert_eq!(console.purses().await, [55_000, 0]);
    // Everyone sees the name; the number of the card is for staff.
    let ann = house.player("ann", 0).await;
    let [staff, other] = [&dealer, &ann].map(|who| who.get("/api/tables/r"));
    let (staff, other) = (staff.await.expect(200), other.await.expect(200));
    assert_eq!((&staff["people"][1]["name"], &staff["people"][1]["card"]), (&json!("Lee"), &json!("41822")));
    assert_eq!((&other["people"][1]["name"], other["people"][1].get("card")), (&json!("Lee"), None));
    assert_eq!(staff["people"][0]["name"], "patron 1");
    let away = json!([{ "do": "take-away", "patron": 1, "cents": 55_000 }]);
    console.request(away, None).await.expect(200);
    // What no rule asks about is a remark. Staff find it in the round; players are not told what it says.
    let remark = |text: &str| json!([{ "do": "remark", "text": text }]);
    console.request(remark("p2 says black was his"), None).await.expect(200);
    assert_eq!(console.request(remark("one\ntwo"), None).await.status, 400);
    let journal = &house.audit().await["r"];
    let kept = |record: &books::Record| matches!(&record.entry, Entry::Remarked { text } if text == "p2 says black was his");
    assert_eq!(journal.iter().filter(|record| kept(record)).count(), 1);
    assert!(journal.iter().any(|record| matches!(record.entry, Entry::Brought { patron: 2, cents: 5_000 })));
    assert!(
        journal.iter().filter(|record| record.entry.kind() == books::EntryKind::Input).all(|r| r.by == "dan")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_it_is_told_or_nothing() {
    let house = House::open().await;
    house.table("r", "roulette", true, &ROULETTE).await;
    house.table("house", "roulette", false, &ROULETTE).await;
    let dealer = house.staff(Role::Dealer, "dan").await;
    let ann = house.seated("ann", "r", 50_000).await;
    let console = Console { dealer: &dealer, table: "r" };
    console.seat(2, 50_000).await;
    let next = console.seen().await;
    // The law refuses the second of three lines: the answer says which, and nothing is written.
    let lines = ["p2 red 50", "p2 odd 2", "p2 even 50"].map(|line| json!({ "do": "tell", "line": line }));
    let told = console.request(json!(lines), None).await.expect(200);
    assert_eq!((&told["refused"]["entry"], &told["refused"]["refused"]["cite"]), (&json!(1), &json!("8.2")));
    assert!(told["receipt"].is_null() && told["lines"].as_array().is_some_and(Vec::is_empty), "{told}");
    let no = async |entries: Value, status: u16, says: &str| {
        let answer = console.request(entries, None).await;
        assert_eq!(answer.status, status, "{}", answer.text);
        assert!(answer.text.contains(says), "{says}: {}", answer.text);
    };
    // A person with an account acts for themselves; nobody else is known.
    no(json!([{ "do": "tell", "line": "p1 red 50" }]), 403, "not yours to do").await;
    no(json!([{ "do": "tell", "line": "p9 red 50" }]), 404, "no such patron at this table").await;
    no(json!([{ "do": "buy-in", "patron": 9, "cents": 100 }]), 404, "no such patron at this table").await;
    no(json!([{ "do": "tell", "line": "ball 40" }]), 400, "").await;
    no(json!([]), 400, "nothing is told").await;
    no(json!([{ "do": "tell", "line": "floorperson verifies" }]), 403, "not for a dealer").await;
    no(json!([{ "do": "close" }]), 403, "another person's badge is needed").await;
    let entries = json!([{ "do": "tell", "line": "dealer spins" }]);
    let body = json!({ "key": key(), "seen": 0, "entries": entries });
    let answer = ann.post("/api/tables/r/console", body.clone()).await;
    assert_eq!(answer.status, 403, "not for a player");
    let answer = dealer.post("/api/tables/house/console", body).await;
    assert!(answer.text.contains("nobody deals at this table but the house"), "{}", answer.text);
    assert_eq!(console.seen().await, next, "nothing was written");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_consoles_at_one_table_do_not_overwrite_each_other() {
    let house = House::open().await;
    house.table("r", "roulette", true, &ROULETTE).await;
    let (dan, dora) = (house.staff(Role::Dealer, "dan").await, house.staff(Role::Dealer, "dora").await);
    let console = Console { dealer: &dan, table: "r" };
    console.seat(1, 50_000).await;
    let seen = console.seen().await;
    let body =
        |key: &str| json!({ "key": key, "seen": seen, "entries": [{ "do": "tell", "line": "p1 red 50" }] });
    let first = dan.post("/api/tables/r/console", body("the-same-key")).await.expect(200);
    let late = dora.post("/api/tables/r/console", body("another-key")).await;
    assert_eq!((late.status.as_u16(), late.code().as_str()), (409, "stale"), "{}", late.text);
    assert!(late.text.contains(&format!("line {} was recorded since", seen + 1)), "{}", late.text);
    // A retry is answered, and nothing is written twice.
    let again = dan.post("/api/tables/r/console", body("the-same-key")).await.expect(200);
    assert_eq!(again["receipt"], first["receipt"]);
    assert_eq!(console.seen().await, seen + 1);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_implies_the_steps_before_it_and_a_badge_takes_those_of_others() {
    let house = House::open().await;
    house.table("b", "blackjack", true, &[]).await;
    let dealer = house.staff(Role::Dealer, "dan").await;
    house.staff(Role::Floorperson, "flo").await;
    let console = Console { dealer: &dealer, table: "b" };
    console.seat(1, 50_000).await;
    console.tell(&["p1 sits at 2", "dealer inspects"]).await;
    let verifies = || json!([{ "do": "tell", "line": "floorperson verifies" }]);
    assert_eq!(console.request(verifies(), None).await.status, 403);
    assert_eq!(console.request(verifies(), Some("dan")).await.status, 403, "a dealer's badge");
    let wrong = json!({ "key": key(), "seen": console.seen().await, "entries": verifies(),
        "badge": { "name": "flo", "password": "not the password" } });
    assert_eq!(dealer.post("/api/tables/b/console", wrong).await.status, 401);
    console.request(verifies(), Some("flo")).await.expect(200);
    console.tell(&["dealer spreads", "dealer washes", "dealer shuffles"]).await;
    let view = dealer.get("/api/tables/b/console").await.expect(200);
    assert_eq!(view["decisions"][0]["as"], "p1", "the cut is p1's: {view}");
    console.tell(&["p1 declines to cut"]).await;
    for _ in 0..8 {
        let view = dealer.get("/api/tables/b/console").await.expect(200);
        if view["awaits"]["for"] == "wagers" {
            break;
        }
        let line = format!(
            "{} {}",
            view["usual"]["as"].as_str().expect("who"),
            view["usual"]["act"].as_str().expect("what")
        );
        console.tell(&[&line]).await;
    }
    console.tell(&["p1@2 hand 25", "dealer deals", "9s", "6d"]).await;
    console.tell(&["2h"]).await;
    let view = dealer.get("/api/tables/b/console").await.expect(200);
    assert!(
        view["usual"].is_null() && view["decisions"].as_array().is_some_and(|all| all.len() > 2),
        "{view}"
    );
    // Eleven: a card says that p1 drew it; with another the hand is over, and nothing can be drawn.
    assert_eq!(console.tell(&["3c"]).await, ["p1 draws", "3c"]);
    let strict = json!({ "key": key(), "seen": console.seen().await, "strict": true,
        "entries": [{ "do": "tell", "line": "4c" }] });
    assert_eq!(dealer.post("/api/tables/b/console", strict).await.status, 400, "nothing is implied");
    let hand = console.tell(&["p1 stands", "dealer calls dealer's card", "Kc", "Qc"]).await;
    assert_eq!(hand.last().map(String::as_str), Some("Qc"));
    let journal = &house.audit().await["b"];
    let by = |line: &str| {
        let is =
            |record: &&books::Record| matches!(&record.entry, Entry::Input { line: told } if told == line);
        journal.iter().find(is).map(|record| record.by.as_str())
    };
    assert_eq!((by("floorperson verifies"), by("dealer inspects")), (Some("flo"), Some("dan")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_put_right_at_once_and_the_page_hears_of_it() {
    let house = House::open().await;
    house.table("r", "roulette", true, &ROULETTE).await;
    let dealer = house.staff(Role::Dealer, "dan").await;
    let console = Console { dealer: &dealer, table: "r" };
    console.seat(1, 50_000).await;
    console.tell(&["p1 red 50", "dealer spins", "dealer calls no more bets", "ball 1"]).await;
    let view = dealer.get("/api/tables/r/console").await.expect(200);
    let last = view["lines"].as_array().and_then(|all| all.last()).expect("lines").clone();
    assert_eq!(last["line"], "ball 1");
    let correct = |instead: &str| json!([{ "do": "correct", "lines": [{ "line": last["seq"], "instead": [instead] }], "reason": "misread" }]);
    console.request(correct("ball 2"), None).await.expect(200);
    assert_eq!(console.purses().await, [45_000], "2 is black");
    let answer = console.request(correct("ball 99"), None).await;
    assert!(answer.status == 400 && answer.text.contains("no longer fits"), "{}", answer.text);
    console.tell(&["p1 red 5"]).await;
    let late = console.request(correct("ball 1"), None).await;
    assert!(late.text.contains("takes two people"), "{}", late.text);
    let house = house.restart(|_| ()).await;
    let flo = house.staff(Role::Floorperson, "flo").await;
    let view = flo.get("/api/tables/r").await.expect(200);
    assert_eq!(view["people"][0]["purse"], 44_500, "the same after a restart");
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_of_which_none_is_left_is_named_with_its_line() {
    let house = House::open().await;
    house.table("s", "caribbean-stud", true, &[]).await;
    let dealer = house.staff(Role::Dealer, "dan").await;
    house.staff(Role::Floorperson, "flo").await;
    let console = Console { dealer: &dealer, table: "s" };
    console.seat(1, 50_000).await;
    console.tell(&["p1 sits at 3", "dealer inspects"]).await;
    let verifies = json!([{ "do": "tell", "line": "floorperson verifies" }]);
    console.request(verifies, Some("flo")).await.expect(200);
    console.tell(&["dealer spreads", "dealer washes", "dealer shuffles"]).await;
    console.tell(&["p1@3 ante 5", "dealer calls no more bets", "dealer deals", "Kh"]).await;
    let seen = console.seen().await;
    console.tell(&["dealer counts the stub", "p1@3 bet 10", "As"]).await;
    let twice = console.request(json!([{ "do": "tell", "line": "Kh" }]), None).await;
    assert_eq!(twice.status, 400);
    assert!(twice.text.contains(&format!("no Kh is left (it came in line {seen})")), "{}", twice.text);
    house.audit().await;
}

/// The chips are counted by one person while another watches; what is missing shows on the sheet and in the papers.
#[tokio::test(flavor = "multi_thread")]
async fn chips_are_counted_when_a_table_opens_and_closes() {
    let house = House::with(|config| config.require_counts = true).await;
    house.table("r", "roulette", true, &ROULETTE).await;
    let (dan, flo) = (house.staff(Role::Dealer, "dan").await, house.staff(Role::Floorperson, "flo").await);
    let console = Console { dealer: &dan, table: "r" };
    let has = flo.get("/api/tables/r/sheet").await.expect(200)["inventory"].as_i64().expect("cents");
    let count = |missing: i64| {
        let pieces = (has - missing) / 500;
        json!({ "do": "count", "chips": [{ "value": 500, "pieces": pieces - 20 }, { "value": 10_000, "pieces": 1 }] })
    };
    let close = json!({ "do": "close" });
    let no = async |entries: Value, badge: Option<&str>, status: u16, says: &str| {
        let answer = console.request(entries, badge).await;
        assert_eq!(answer.status, status, "{}", answer.text);
        assert!(answer.text.contains(says), "{says}: {}", answer.text);
    };
    // This house requires a count first.
    assert_eq!(dan.get("/api/tables/r/console").await.expect(200)["count_due"], true);
    no(json!([{ "do": "seat", "patron": 1 }]), None, 409, "tell the count first").await;
    no(json!([count(0)]), None, 403, "somebody else's badge").await;
    no(json!([count(0)]), Some("dan"), 403, "nobody watches their own count").await;
    let twice =
        json!([{ "do": "count", "chips": [{ "value": 500, "pieces": 1 }, { "value": 500, "pieces": 2 }] }]);
    no(twice, Some("flo"), 400, "chips of 5.00 are counted twice").await;
    console.request(json!([count(0)]), Some("flo")).await.expect(200);
    let view = dan.get("/api/tables/r/console").await.expect(200);
    assert_eq!((&view["count_due"], &view["count"]["witness"]), (&json!(false), &json!("flo")));
    console.seat(1, 10_000).await;
    console.tell(&["p1 red 100"]).await;
    no(json!([count(0), close]), Some("flo"), 409, "chips are counted between rounds").await;
    console.tell(&["dealer spins", "dealer calls no more bets", "ball 2"]).await;
    // All $100 are back, but a chip of $5 is missing.
    no(json!([close]), Some("flo"), 409, "tell the count with it").await;
    let body = json!({ "key": key() });
    let desk = flo.post("/api/tables/r/close", body).await;
    assert!(desk.status == 409 && desk.text.contains("close it at its console"), "{}", desk.text);
    console.request(json!([count(500), close]), Some("flo")).await.expect(200);
    let sheet = flo.get("/api/tables/r/sheet?day=today").await.expect(200);
    let counts = sheet["counts"].as_array().expect("counts");
    let said: Vec<_> =
        counts.iter().map(|one| (&one["by"], &one["witness"], &one["counted"], &one["ledger"])).collect();
    let (by, witness) = (json!("dan"), json!("flo"));
    assert_eq!(
        said,
        [(&by, &witness, &json!(has), &json!(has)), (&by, &witness, &json!(has - 500), &json!(has))]
    );
    assert_eq!((&sheet["difference"], &sheet["win"]), (&json!(-500), &json!(9_500)));
    let paper = flo.get("/api/papers/sheets").await;
    assert!(paper.text.contains("Chips counted") && paper.text.contains("$5 short"), "{}", paper.text);
    let found = flo.get("/api/tables/r/journal?by=flo").await;
    assert!(found.text.contains("counted"), "whoever watched is found too: {}", found.text);
    let journal = &house.audit().await["r"];
    assert!(matches!(journal.last().map(|record| &record.entry), Some(Entry::Closed {})));
}
