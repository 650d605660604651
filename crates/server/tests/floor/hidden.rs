//! HID-2: two worlds that differ only in cards that one person alone has seen look the same to everyone else, byte
//! for byte, until the cards are turned up: frames, bodies, lengths, error messages.

use crate::floor::{Client, House, Live};
use axum::http::Method;
use books::{Entry, Hash, Record};
use protocol::{Action, ROUTES, Role, routes};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Up to where nobody has seen anything.
const BEFORE: &[&str] = &[
    "dealer inspects",
    "floorperson verifies",
    "dealer spreads",
    "p1 sits at 2",
    "p2 sits at 5",
    "p3 sits at 8",
    "dealer washes",
    "dealer shuffles",
    "dealer laces",
    "p3 cuts at 190",
    "dealer loads, 20 behind",
    "Ah",
    "2c",
    "p1@2 bid 200",
    "dealer closes the bidding",
    "p1@2 bank 200",
    "p2@5 banco 200",
    "dealer calls no more bets",
    "dealer calls cards",
    "p1 deals",
    "p2 looks",
];

/// A world: the two cards that p2 alone sees, and the two that p1 alone sees.
type Cards = [&'static str; 4];

/// Everything each person got, step by step; the names of what they asked for are part of it.
type Seen = BTreeMap<String, Vec<String>>;

/// Masks what a clock, a signature or a salt has put there, and keeps its length.
fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    let flush = |run: &mut String, out: &mut String| {
        // 13 digits are a time, 8 are the tests' own keys.
        let clock = matches!(run.len(), 8 | 13) && run.bytes().all(|b| b.is_ascii_digit());
        // Papers print the first 16 digits of a hash.
        let hash = run.len() >= 16 && run.bytes().all(|b| b.is_ascii_hexdigit());
        let root = run.len() == 44 && run.ends_with('=');
        match clock || hash || root {
            true => out.extend(std::iter::repeat_n('#', run.len())),
            false => out.push_str(run),
        }
        run.clear();
    };
    for letter in text.replace("\\n", "\n").chars() {
        if letter.is_ascii_alphanumeric() || "+/=".contains(letter) {
            run.push(letter);
        } else {
            flush(&mut run, &mut out);
            out.push(letter);
        }
    }
    flush(&mut run, &mut out);
    if text.contains("<!DOCTYPE html>") { without_times(&out) } else { out }
}

/// A page without the time of day that papers print: `19:40:22`, or `19:40 (UTC-05:00)` at the full minute.
fn without_times(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_time = |part: &[char]| {
        part.iter().enumerate().all(|(nth, c)| if nth % 3 == 2 { *c == ':' } else { c.is_ascii_digit() })
    };
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while at < letters.len() {
        let [short, long] = [5, 8].map(|length| letters.get(at..at + length).is_some_and(is_time));
        let is_zoned = || letters[at + 5..].starts_with(&[' ', '(', 'U', 'T', 'C']);
        let length = if long {
            8
        } else if short && is_zoned() {
            5
        } else {
            0
        };
        out.push(if length > 0 { '#' } else { letters[at] });
        at += length.max(1);
    }
    out
}

#[test]
fn pages_that_differ_in_the_time_of_day_are_alike() {
    let page = |time: &str| format!("Began November 18, 2026, {time} (UTC-05:00), 12 to 1");
    assert_eq!(without_times(&page("12:00")), without_times(&page("11:59:58")));
    assert_ne!(without_times(&page("12:00")), without_times(&page("noon")));
    assert_eq!(without_times("odds of 12:00"), "odds of 12:00");
}

struct World {
    house: House,
    people: BTreeMap<&'static str, Client>,
    lives: BTreeMap<&'static str, Live>,
    seen: Seen,
}

impl World {
    async fn open() -> World {
        let house = House::open().await;
        let options = ["shuffle=lace", "recut-by=last-cutter", "vigorish=5%", "disclosed-card=2"];
        house.table("c", "chemin-de-fer", true, &options).await;
        let mut people = BTreeMap::new();
        for (patron, name) in [("p1", "ann"), ("p2", "bob"), ("p3", "cat")] {
            people.insert(patron, house.seated(name, "c", 100_000).await);
        }
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Player) {
            people.insert(role.name(), house.staff(role, role.name()).await);
        }
        people.insert("stranger", house.player("stranger", 0).await);
        let mut lives = BTreeMap::new();
        for (name, client) in &people {
            lives.insert(*name, client.live("c", None).await);
        }
        people.insert("nobody", house.client("nobody", None));
        World { house, people, lives, seen: Seen::new() }
    }

    /// A line of the notation, entered by the person concerned.
    async fn play(&mut self, line: &str) -> u64 {
        let (who, act) = line.split_once(' ').unwrap_or((line, ""));
        let (who, seat) = match who.split_once('@') {
            Some((who, seat)) => (who, seat.parse().ok()),
            None => (who, None),
        };
        match who {
            "p1" | "p2" | "p3" => self.people[who].does_as("c", act, seat, None).await,
            "dealer" | "floorperson" => self.people[who].does_as("c", act, seat, Some(who)).await,
            _ => self.people["dealer"].does_as("c", line, None, Some("equipment")).await,
        }
    }

    fn note(&mut self, who: &str, what: String) {
        self.seen.entry(who.to_owned()).or_default().push(masked(&what));
    }

    /// Everyone reads up to this line, asks for everything that can be read, and tries what they may not
    /// do.
    async fn look(&mut self, line: u64) {
        for name in self.lives.keys().copied().collect::<Vec<_>>() {
            let live = self.lives.get_mut(name).expect("a connection");
            live.until(|m| m["seq"].as_u64() == Some(line)).await;
            live.say(json!({ "do": "offers" })).await;
            live.until(|m| m["type"] == "offers").await;
            for frame in std::mem::take(&mut live.frames) {
                self.note(name, frame);
            }
        }
        let paths = ROUTES.iter().filter(|row| row.method == routes::Method::GET && !apart(row.action));
        let paths: Vec<_> = paths.map(|row| (row, path(row.path, line))).collect();
        for (name, client) in self.people.clone() {
            for (row, path) in &paths {
                let answer = client.ask(Method::GET, path, None).await;
                self.note(name, format!("{:?} {} {}", row.action, answer.status, answer.text));
            }
        }
        let mut last = line;
        for (who, act) in
            [("p3", "looks"), ("p3", "calls card"), ("p3", "turns the cards up"), ("p3", "draws")]
        {
            let answer = self.people[who].act("c", act, None, None).await;
            last = answer.json()["seq"].as_u64().unwrap_or(last);
            self.note(who, format!("{act}: {} {}", answer.status, answer.text));
        }
        if last > line {
            for (name, live) in &mut self.lives {
                live.until(|m| m["seq"].as_u64() == Some(last)).await;
                for frame in std::mem::take(&mut live.frames) {
                    self.seen.entry((*name).to_owned()).or_default().push(masked(&frame));
                }
            }
        }
    }
}

/// Heads are signed every second, so how many there are is no matter of cards; a house file says when its tables were
/// opened; a live connection is opened elsewhere.
fn apart(action: Action) -> bool {
    matches!(action, Action::Metrics | Action::ReadCheckpoints | Action::ReadHouse | Action::Watch)
}

fn path(path: &str, line: u64) -> String {
    let seq = line.to_string();
    path.replace("{table}", "c").replace("{seq}", &seq).replace("{round}", "1").replace("{window}", "1")
}

/// Plays until just before the cards are turned up; returns what each person saw, and the house.
async fn world(cards: Cards) -> World {
    let mut world = World::open().await;
    for line in BEFORE {
        let line = world.play(line).await;
        for live in world.lives.values_mut() {
            live.until(|m| m["seq"].as_u64() == Some(line)).await;
            live.frames.clear();
        }
    }
    for line in [cards[0], cards[1], "p2 calls card", "p1 looks", cards[2], cards[3], "p1 calls under eight"]
    {
        let line = world.play(line).await;
        world.look(line).await;
    }
    world
}

/// Who can distinguish one world from the other.
fn who_can_tell(one: &Seen, other: &Seen) -> Vec<String> {
    let differ = |name: &&String| {
        let pairs = one[*name].iter().zip(&other[*name]);
        let differs = one[*name].len() != other[*name].len() || one[*name] != other[*name];
        if let Some((one, other)) = pairs.into_iter().find(|(one, other)| one != other) {
            eprintln!("{name}:\n  {one}\n  {other}");
        }
        differs
    };
    one.keys().filter(differ).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_has_seen_a_card_can_tell() {
    let usual = world(["2d", "Ah", "3h", "Ks"]).await;
    // Other cards of the same count, and another count.
    for cards in [["Ad", "2h", "3h", "Ks"], ["4d", "Kh", "3h", "Ks"]] {
        let other = world(cards).await;
        assert_eq!(who_can_tell(&usual.seen, &other.seen), ["p2"], "p2 has seen {cards:?}");
        other.house.audit().await;
    }
    for cards in [["2d", "Ah", "Ah", "Js"]] {
        let other = world(cards).await;
        assert_eq!(who_can_tell(&usual.seen, &other.seen), ["p1"], "p1 has seen {cards:?}");
        other.house.audit().await;
    }
    // Control: anything that depends on the cards, however small, would have been noticed.
    let mut leaking = usual.seen.clone();
    leaking
        .get_mut("surveillance")
        .expect("somebody")
        .last_mut()
        .expect("a frame")
        .push_str(r#","equity":51"#);
    assert_eq!(who_can_tell(&usual.seen, &leaking), ["surveillance"]);
    usual.house.audit().await;
}

/// The journal, its pages, the rounds and the shoes reveal nothing about a round in which somebody holds private cards;
/// when it is over they show everything.
#[tokio::test(flavor = "multi_thread")]
async fn the_books_keep_the_secret_as_long_as_the_round() {
    let mut world = world(["2d", "Ah", "3h", "Ks"]).await;
    let commission = world.people["commission"].clone();
    let lines = |text: &str| -> Vec<Record> {
        text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect()
    };
    let journal = commission.get("/api/tables/c/journal").await;
    let known = lines(&journal.text);
    let is = |record: &Record, said: &str| matches!(&record.entry, Entry::Input { line } if line == said);
    assert!(
        known.iter().any(|record| is(record, "p2 looks")) && !known.iter().any(|record| is(record, "2d"))
    );
    let hidden = u64::try_from(known.len()).expect("few");
    let page = commission.get(&format!("/api/tables/c/journal?from={}&limit=5", hidden - 2)).await;
    assert_eq!(lines(&page.text).len(), 2);
    let page = commission.get(&format!("/api/tables/c/journal?from={hidden}")).await;
    assert_eq!((page.status.as_u16(), page.text.as_str()), (200, ""));
    assert_eq!(commission.get("/api/tables/c/journal?limit=1001").await.status, 400);
    let round = commission.get("/api/tables/c/rounds/1").await.expect(200);
    assert!(!round.to_string().contains("\"2d\""), "{round}");

    // The receipt of a hidden line is given out; it is blinded, so that nobody can try all the cards.
    let proof = commission.get(&format!("/api/tables/c/receipts/{hidden}")).await.expect(200);
    let leaf: Hash = serde_json::from_value(proof["leaf"].clone()).expect("a hash");
    for line in ["9d", "p1 turns the cards up", "p1 draws", "4s"] {
        world.play(line).await;
    }
    let all = commission.get("/api/tables/c/journal").await;
    let written = all.text.lines().nth(usize::try_from(hidden).expect("few")).expect("a line").to_owned();
    let record: Record = serde_json::from_str(&written).expect("a line");
    assert!(is(&record, "2d"), "{written}");
    assert_eq!(Hash::leaf(written.as_bytes()), leaf);
    let salt = record.salt.clone().expect("a salt");
    assert!(salt.len() >= 32, "{salt}");
    let unsalted = Record { salt: None, ..record.clone() };
    assert_ne!(Hash::leaf(serde_json::to_string(&unsalted).expect("JSON").as_bytes()), leaf);
    // No two salts are alike.
    let salts: Vec<String> = lines(&all.text).into_iter().filter_map(|record| record.salt).collect();
    assert_eq!(salts.iter().collect::<std::collections::BTreeSet<_>>().len(), salts.len());
    let round = commission.get("/api/tables/c/rounds/1").await.expect(200);
    assert!(round.to_string().contains("\"2d\""), "the round is over: {round}");

    // A person who resumes from before still gets no more than was shown to them.
    let mut late = world.people["surveillance"].live("c", Some(hidden)).await;
    let frame: Value = late.next().await.expect("a line");
    assert_eq!((frame["seq"].as_u64(), frame["line"].as_str()), (Some(hidden), None), "{frame}");
    let mut own = world.people["p2"].live("c", Some(hidden)).await;
    assert_eq!(own.next().await.expect("a line")["line"], "2d");
    world.house.audit().await;
}
