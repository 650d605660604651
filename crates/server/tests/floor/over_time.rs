//! The house over time and what surveillance asks: options at any moment, sheets by calendar, searches by field, excerpts that
//! verify, and exact odds at every step of a round.

use crate::floor::{Client, House, key, now};
use books::Excerpt;
use protocol::Role;
use serde_json::{Value, json};
use std::time::Duration;

const OPTIONS: [&str; 2] = ["wheel=double-zero", "zero=half"];

/// A round of roulette that ends on this number.
async fn spin(dealer: &Client, ball: &str) {
    dealer.does_as("r", "spins", None, Some("dealer")).await;
    dealer.does_as("r", "calls no more bets", None, Some("dealer")).await;
    dealer.does_as("r", ball, None, Some("equipment")).await;
}

/// Announces options that need no notice, and waits until they hold. Says when the change was asked for.
async fn change(admin: &Client) -> i64 {
    // A second apart, so that every moment between is one or the other.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let options = json!({ "wheel": "double-zero", "zero": "half", "match-play": true });
    let asked = now();
    let change = json!({ "key": key(), "options": options, "effective": asked, "approved": "2020-02-20" });
    admin.post("/api/tables/r/options", change).await.expect(200);
    for _ in 0..500 {
        let view = admin.get("/api/tables/r/options").await.expect(200);
        if view["history"].as_array().map(Vec::len) == Some(2) {
            return asked;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the options do not take effect");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_floor_answers_for_any_moment() {
    let house = House::with(|config| config.licensee.name = Some("The Boardwalk".to_owned())).await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let (admin, clerk) =
        (house.staff(Role::Administrator, "admin").await, house.staff(Role::PitClerk, "clerk").await);
    let opened = now();
    let changed = change(&admin).await;
    let options = async |as_of: &str| clerk.get(&format!("/api/tables/r/options?as_of={as_of}")).await;
    let before = options(&(changed - 1).to_string()).await.expect(200);
    assert_eq!(
        (&before["options"]["match-play"], before["history"].as_array().map(Vec::len)),
        (&Value::Null, Some(1))
    );
    let after = options(&now().to_string()).await.expect(200);
    assert_eq!(after["options"]["match-play"], true);
    let [first, second] = [&after["history"][0], &after["history"][1]];
    assert_eq!(
        (&first["until"], &first["told"], &first["approved"]),
        (&second["from"], &Value::Null, &Value::Null)
    );
    assert_eq!(second["approved"], "2020-02-20");
    assert!(
        second["told"]
            .as_i64()
            .is_some_and(|told| changed <= told && told <= second["from"].as_i64().unwrap_or(0))
    );
    assert_eq!(options("2020-01-01").await.status, 404, "it was not open yet");
    for wrong in ["yesterday", "2026-13-01", "2026-03-01T10:00:00"] {
        assert_eq!(options(wrong).await.status, 400, "{wrong}");
    }
    assert_eq!(clerk.get(&format!("/api/tables/r/felt?as_of={opened}")).await.status, 200);

    // The house file has both versions, and each day its own.
    let file = clerk.get("/api/house").await.text;
    for part in [
        "licensee = \"The Boardwalk\"",
        "[[change]]",
        "approved = 2020-02-20",
        "match-play = true",
        "told = 20",
    ] {
        assert_eq!(file.matches(part).count(), 1, "{part}: {file}");
    }
    let then = clerk.get(&format!("/api/house?as_of={}", changed - 1)).await.text;
    assert!(
        !then.contains("match-play") && !then.contains("[[change]]") && then.contains("zero = \"half\""),
        "{then}"
    );

    // Papers say which version they are of, and since when each option holds.
    let paper = async |query: &str| clerk.get(&format!("/api/papers/{query}")).await;
    let newest = paper("submission?size=a4").await.text;
    assert!(
        newest.contains("Version 2, approved February 20, 2020") && newest.contains("size: A4"),
        "{newest}"
    );
    let superseded = paper(&format!("submission?as_of={}", changed - 1)).await.text;
    assert!(superseded.contains("Version 1, approved ____") && superseded.contains("The Boardwalk"));
    assert_eq!(paper("guide?as_of=2020-01-01").await.status, 404);
    assert_eq!(paper("guide?size=a5").await.status, 400);
    // Approval comes before effect.
    let late = json!({ "key": key(), "options": { "wheel": "double-zero", "zero": "half" }, "effective": now(),
        "approved": "2999-01-01" });
    assert_eq!(admin.post("/api/tables/r/options", late).await.status, 400);
    // And what is told of the house survives a restart.
    let house = house.restart(|config| config.licensee.name = Some("The Boardwalk".to_owned())).await;
    let clerk = house.staff(Role::PitClerk, "other").await;
    assert_eq!(clerk.get("/api/house").await.text, file);
    house.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sheets_searches_odds_and_excerpts_of_a_round() {
    let shifts = vec![(0, 0), (8, 0), (16, 0)];
    let house = House::with(move |config| config.licensee.calendar = papers::Calendar::new(shifts)).await;
    house.table("r", "roulette", true, &OPTIONS).await;
    let [dealer, eye] =
        [house.staff(Role::Dealer, "dealer").await, house.staff(Role::Surveillance, "eye").await];
    let ann = house.seated("ann", "r", 20_000).await;
    ann.does("r", "red 5").await;
    ann.does("r", "straight 17 5").await;
    spin(&dealer, "ball 1").await;
    ann.does("r", "black 5").await;
    spin(&dealer, "ball 1").await;

    // A day is the sum of its shifts, and another day has nothing.
    let sheet = async |query: &str| eye.get(&format!("/api/tables/r/sheet{query}")).await;
    let all = sheet("").await.expect(200);
    let today = sheet("?day=today").await.expect(200);
    assert_eq!((&all["day"], today["period"].as_str()), (&Value::Null, Some("Whole day")));
    let day = today["day"].as_str().expect("a day").to_owned();
    let mut sums = [0; 2];
    for shift in 1..=3 {
        let view = sheet(&format!("?day={day}&shift={shift}")).await.expect(200);
        assert!(view["period"].as_str().is_some_and(|name| name.starts_with(&format!("Shift {shift}, "))));
        ["drop", "win"]
            .iter()
            .zip(&mut sums)
            .for_each(|(key, sum)| *sum += view[*key].as_i64().expect("cents"));
    }
    let of = |view: &Value| ["drop", "win"].map(|key| view[key].as_i64().expect("cents"));
    assert_eq!((sums, of(&all)), (of(&today), of(&today)));
    // Red was paid 5; the number and black lost 5 each.
    assert_eq!(of(&today), [20_000, 500]);
    assert_eq!(today["theoretical"]["handle"], 1_500);
    let past = sheet("?day=2020-01-01").await.expect(200);
    assert_eq!((of(&past), &past["theoretical"]), ([0, 0], &Value::Null));
    for wrong in ["?shift=1", "?day=2020-01-01&shift=4", "?day=someday"] {
        assert_eq!(sheet(wrong).await.status, 400, "{wrong}");
    }

    // Rounds that had begun by then.
    let rounds = async |query: &str| eye.get(&format!("/api/tables/r/rounds{query}")).await.expect(200);
    let every = rounds("").await;
    let second = every[0]["at"].as_i64().expect("a time");
    let before = rounds(&format!("?as_of={}", second - 1)).await;
    assert_eq!(before[0]["round"], every[1]["round"]);
    assert_eq!(rounds(&format!("?as_of={second}")).await[0]["round"], every[0]["round"]);

    // Lines by any field of theirs, or of what was decided on them.
    let found = async |fields: &str| {
        let escaped: String = fields.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let answer = eye.get(&format!("/api/tables/r/journal?fields={escaped}")).await;
        assert_eq!(answer.status, 200, "{fields}: {}", answer.text);
        answer.text.lines().count()
    };
    assert_eq!(found("kind=settled; bet.wager=red; fate=won; paid>=$5").await, 1);
    assert_eq!(found("kind=settled; paid>=$5.01").await, 0);
    assert_eq!(found("kind=settled; fate=lost").await, 2);
    assert_eq!(found("kind=bought-in; cents=20000").await, 1);
    assert_eq!(found("call=calls-no-more-bets").await + found("kind=input; line~no more bets").await, 2);
    assert_eq!(eye.get("/api/tables/r/journal?fields=kind").await.status, 400);

    odds_at_every_step(&eye).await;
    excerpts(&eye, second).await;
    house.audit().await;
}

/// Before the ball falls the odds are those of the wheel; afterwards nothing is left to chance.
async fn odds_at_every_step(eye: &Client) {
    let round = eye.get("/api/tables/r/rounds/0").await.expect(200);
    let steps = round["steps"].as_array().expect("steps");
    let line = |act: &str| {
        let is_it = |step: &&Value| step["line"].as_str().is_some_and(|line| line.contains(act));
        steps.iter().find(is_it).expect("a line")["seq"].as_u64().expect("a number")
    };
    let odds = async |line: u64| eye.get(&format!("/api/tables/r/rounds/0/odds?line={line}")).await;
    let spun = odds(line("calls no more bets")).await.expect(200);
    let wagers = spun["wagers"].as_array().expect("wagers");
    assert_eq!(wagers.len(), 2, "{spun}");
    let of = |name: &str| wagers.iter().find(|one| one["bet"]["wager"] == name).expect("a wager").clone();
    // Red loses half on 0 and 00.
    assert_eq!([&of("red")["wins"], &of("red")["loses"], &of("red")["mean"]], ["9/19", "10/19", "-13.1579"]);
    assert_eq!([&of("straight 17")["wins"], &of("straight 17")["mean"]], ["1/38", "-26.3158"]);
    let over = odds(line("ball 1")).await.expect(200);
    assert_eq!((&over["wagers"], &over["method"]), (&json!([]), &json!("no wager lay on the layout")));
    assert_eq!(odds(9_999).await.status, 404);
}

/// A part of the journal is checked by itself; what was changed, left out or added is found.
async fn excerpts(eye: &Client, second: i64) {
    let whole = eye.get("/api/tables/r/excerpt").await;
    assert_eq!(whole.status, 200, "{}", whole.text);
    let part = eye.get(&format!("/api/tables/r/excerpt?since={second}")).await.text;
    let verified = |text: &str| {
        let mut lines = text.lines();
        let excerpt = Excerpt::read(lines.next().expect("a line"))?;
        excerpt
            .verify(lines)
            .map(|report| (excerpt.first, report.lines, report.rounds))
            .map_err(|wrong| wrong.to_string())
    };
    let (first, lines, rounds) = verified(&whole.text).expect("sound");
    assert_eq!((first, usize::try_from(lines).expect("few lines") + 1), (0, whole.text.lines().count()));
    let (from, until, also) = verified(&part).expect("sound");
    assert!(0 < from && from < until && until == lines && also == rounds, "{from} {until}");
    let mut all: Vec<&str> = part.lines().collect();
    let forged = part.replacen("ball 1", "ball 2", 1);
    assert!(verified(&forged).is_err(), "a changed line");
    assert!(verified(&part.replacen("black", "red\\u0020", 1)).is_err(), "a changed wager");
    let last = all.pop().expect("a line");
    assert!(
        verified(&all.join("\n")).expect_err("too short").contains("lines before"),
        "the last line left out"
    );
    all.remove(1);
    all.push(last);
    assert!(verified(&all.join("\n")).is_err(), "a line left out");
    let other = all[0].replacen("\"since\":", "\"since\":1", 1);
    assert!(Excerpt::read(&other).expect_err("forged").contains("not signed"));
    assert_eq!(eye.get("/api/tables/r/excerpt?since=1&until=2").await.status, 404);
    assert_eq!(eye.get("/api/tables/r/excerpt?since=2&until=1").await.status, 400);
}
