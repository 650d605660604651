//! Chance that nobody can control: an insider who reads the keys and the database, has accounts and may restart the
//! floor, against one honest patron. And the control: if the protocol is broken on purpose, the same insider wins.

use crate::floor::{Client, House, Live, key};
use books::{Chain, Deal, Hash, Key, Secret, link_times, salt};
use serde_json::{Value, json};
use server::Drawing;
use std::{
    collections::{BTreeMap, HashSet},
    env, fs,
    path::PathBuf,
    process::Command,
    time::Duration,
};

pub const TABLE: &str = "roulette-1";
const SPINS: usize = 200;
const BETTORS: usize = 8;
/// The patience of a table at which a window is over when the insider says so: how busy the machine is then makes no
/// difference.
const FOREVER: Duration = Duration::from_secs(3600);
/// The number that the insider names before the first spin.
const TARGET: &str = "ball 17";

/// Somebody with a chain, who watches the table.
pub struct Contributor {
    pub client: Client,
    chain: Chain,
    pub live: Live,
    since: u64,
    /// What this person was asked last.
    asked: Value,
}

impl Contributor {
    pub async fn come(client: Client, seed: u8) -> Contributor {
        let chain = Chain::from_seed([seed; 32], 1024);
        let mut live = client.live(TABLE, None).await;
        let name = key();
        live.say(json!({ "do": "anchor", "key": name, "anchor": chain.anchor(), "length": 1024 })).await;
        let receipt = live.answer(&name).await;
        assert_eq!(receipt["type"], "receipt", "{receipt}");
        let view = client.get(&format!("/api/tables/{TABLE}")).await.expect(200);
        let since = view["chain"]["since"].as_u64().expect("a chain");
        Contributor { client, chain, live, since, asked: Value::Null }
    }

    pub async fn back(self, house: &House) -> Contributor {
        let client = self.client.at(house);
        let live = client.live(TABLE, None).await;
        Contributor { client, live, ..self }
    }

    pub fn part(&self, window: u64) -> Hash {
        self.chain.part(window - self.since + 1).expect("a value")
    }

    /// What this person is asked, for a window after that one.
    pub async fn lock(&mut self, after: u64) -> Value {
        let later = |m: &Value| m["window"].as_u64() > Some(after);
        if !later(&self.asked) {
            self.asked = self.live.until(|m| m["type"] == "lock" && later(m)).await;
        }
        self.asked.clone()
    }

    pub async fn open(&mut self, lock: &Value) {
        let window = lock["window"].as_u64().expect("a window");
        let value = self.part(window);
        let open = json!({ "do": "open", "window": window, "lock": lock["leaf"], "value": value });
        self.live.say(open).await;
    }

    /// Opens, and waits for the answer. On a busy machine the part may come too late.
    async fn open_and_hear(&mut self, lock: &Value) {
        self.open(lock).await;
        self.live.until(|m| matches!(m["type"].as_str(), Some("heard" | "problem"))).await;
    }
}

/// Asks until it is not too fast.
async fn insist(client: &Client, what: &str, body: Value) {
    loop {
        let answer = client.post(&format!("/api/tables/{TABLE}/{what}"), body.clone()).await;
        if answer.code() != "rate" {
            assert!(answer.status.is_success() && answer.json()["refused"].is_null(), "{}", answer.text);
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// An insider who reads everything on the disk.
struct Insider {
    folder: PathBuf,
    seen: HashSet<Hash>,
    /// What was new at the last reading.
    before: Vec<Hash>,
    secrets: BTreeMap<u64, Secret>,
    parts: Vec<Hash>,
}

impl Insider {
    /// Reads every file, and looks for the secret of a window and for a part that leads to an anchor. What fits nothing yet
    /// may be the secret of the next window.
    fn read(&mut self, (window, commitment): (u64, Hash), (anchor, depth): (Hash, u64)) {
        let mut fresh = Vec::new();
        for entry in fs::read_dir(&self.folder).expect("a folder").flatten() {
            let Ok(bytes) = fs::read(entry.path()) else { continue };
            let runs = bytes.split(|byte| !matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let hashes = runs.filter(|run| run.len() == 64).filter_map(|run| {
                let digits: [u8; 32] = books::read_hex(std::str::from_utf8(run).ok()?)?;
                Some(Hash(digits))
            });
            fresh.extend(hashes.filter(|hash| self.seen.insert(*hash)));
        }
        for value in self.before.iter().chain(&fresh) {
            if Secret::from_bytes(value.0).commitment(TABLE, window) == commitment {
                self.secrets.insert(window, Secret::from_bytes(value.0));
            }
        }
        self.parts.extend(fresh.iter().filter(|value| link_times(**value, depth) == anchor));
        self.before = fresh;
    }
}

fn subsets(all: &[(u16, Hash)]) -> Vec<Vec<(u16, Hash)>> {
    let takes = |mask: usize| (0..all.len()).filter(move |at| mask >> at & 1 == 1).map(|at| all[at]);
    // All of them first: who can choose nothing does nothing that would be noticed.
    (0..1 << all.len()).rev().map(|mask| takes(mask).collect()).collect()
}

/// The result of these parts.
fn result(secret: &Secret, parts: &[(u16, Hash)], menu: &[(String, u32)]) -> String {
    let key = Key::new(secret, salt(parts.iter().copied()), None);
    let place = Deal::new(&key, &[], menu).expect("a wheel").draw(menu).expect("a number");
    menu[place].0.clone()
}

struct Attack {
    house: House,
    honest: Contributor,
    puppets: Vec<Contributor>,
    /// Who wagers, in turn, because nobody may act too fast.
    bettors: Vec<Client>,
    insider: Insider,
    menu: Vec<(String, u32)>,
    patience: Duration,
    last: u64,
    hits: usize,
    restarts: usize,
    withheld: usize,
}

impl Attack {
    async fn begin(puppets: usize, patience: Duration) -> Attack {
        let house = House::with(|config| {
            config.drawing = Drawing { patience, steps: 1000 };
        })
        .await;
        house.table(TABLE, "roulette", false, &[]).await;
        let honest = Contributor::come(house.seated("honest", TABLE, 10_000_000).await, 1).await;
        let mut people = Vec::new();
        for (number, seed) in (0..puppets).zip(2..) {
            let client = house.seated(&format!("puppet{number}"), TABLE, 1000).await;
            people.push(Contributor::come(client, seed).await);
        }
        let mut bettors = Vec::new();
        for number in 0..BETTORS {
            bettors.push(house.seated(&format!("bettor{number}"), TABLE, 10_000_000).await);
        }
        let folder = house.folder();
        let (seen, secrets) = (HashSet::new(), BTreeMap::new());
        let insider = Insider { folder, seen, before: Vec::new(), secrets, parts: Vec::new() };
        let (menu, last, hits, restarts, withheld) = (Vec::new(), 0, 0, 0, 0);
        Attack {
            house,
            honest,
            puppets: people,
            bettors,
            insider,
            menu,
            patience,
            last,
            hits,
            restarts,
            withheld,
        }
    }

    /// The parts that the puppets open: those that make the number come, if the insider can know.
    fn choose(&mut self, lock: &Value) -> Vec<u16> {
        let window = lock["window"].as_u64().expect("a window");
        let commitment = lock["commitment"].as_str().and_then(|text| text.parse().ok()).expect("a hash");
        let depth = window - self.honest.since + 1;
        let panel: Vec<u16> = serde_json::from_value(lock["panel"].clone()).expect("a panel");
        let own = |number: &u16| (*number, self.puppets[usize::from(*number) - 2].part(window));
        let own: Vec<(u16, Hash)> = panel.iter().filter(|number| **number > 1).map(own).collect();
        if own.is_empty() {
            // Nobody is left to choose anything, and the result is out already.
            return Vec::new();
        }
        let ways = subsets(&own);
        self.insider.read((window, commitment), (self.honest.chain.anchor(), depth));
        let known = self.insider.secrets.get(&window).zip(self.insider.parts.last().copied());
        let steered = known.filter(|_| !self.menu.is_empty()).and_then(|(secret, part)| {
            let with_honest = |parts: &Vec<(u16, Hash)>| [&[(1, part)][..], parts].concat();
            ways.iter().find(|parts| result(secret, &with_honest(parts), &self.menu) == TARGET)
        });
        steered.unwrap_or(&ways[0]).iter().map(|(number, _)| *number).collect()
    }

    async fn spin(mut self, number: usize) -> Attack {
        let bettor = self.bettors[number % BETTORS].at(&self.house);
        insist(&bettor, "acts", json!({ "key": key(), "act": "red 5" })).await;
        insist(&bettor, "ready", json!({ "key": key() })).await;
        let mut lock = self.honest.lock(self.last).await;
        if number % 40 == 20 {
            // A restart before anything is opened: what comes then is as blind as before.
            self.restarts += 1;
            let drawing = self.house.floor.config.drawing;
            self.house = self.house.restart(|config| config.drawing = drawing).await;
            self.honest = self.honest.back(&self.house).await;
            let mut back = Vec::new();
            for puppet in self.puppets {
                back.push(puppet.back(&self.house).await);
            }
            self.puppets = back;
            self.last = lock["window"].as_u64().expect("a window");
            lock = self.honest.lock(self.last).await;
        }
        loop {
            let window = lock["window"].as_u64().expect("a window");
            self.honest.open_and_hear(&lock).await;
            let mut opens = self.choose(&lock);
            if number % 90 == 60 && opens.len() == lock["panel"].as_array().map_or(0, Vec::len) - 1 {
                // A puppet withholds, as it would to see another result.
                self.withheld += usize::from(opens.pop().is_some());
            }
            for number in opens {
                self.puppets[usize::from(number) - 2].open_and_hear(&lock).await;
            }
            if self.patience == FOREVER {
                server::faults::set_out_of_patience(true);
                self.honest.live.say(json!({ "do": "offers" })).await;
            }
            let mut came = Value::Null;
            let over = |m: &Value| {
                if m["line"].as_str().is_some_and(|line| line.starts_with("ball")) {
                    came = m["line"].clone();
                }
                let kind = m["chance"]["kind"].as_str();
                matches!(kind, Some("turned" | "failed")) && m["chance"]["window"].as_u64() == Some(window)
            };
            let over = self.honest.live.until(over).await;
            server::faults::set_out_of_patience(false);
            self.last = window;
            if over["chance"]["kind"] == "turned" {
                self.hits += usize::from(came == TARGET);
                break;
            }
            lock = self.honest.lock(window).await;
        }
        if self.menu.is_empty() {
            let path = format!("/api/tables/{TABLE}/windows/{}", self.last);
            let file = self.honest.client.get(&path).await.expect(200);
            self.menu = serde_json::from_value(file["composition"].clone()).expect("a wheel");
            assert!(self.menu.iter().any(|(shown, _)| shown == TARGET), "{:?}", self.menu);
        }
        self
    }
}

/// How often the number that was named beforehand came up.
async fn attack(puppets: usize, patience: Duration, spins: usize) -> Attack {
    let mut attack = Attack::begin(puppets, patience).await;
    for number in 0..spins {
        attack = attack.spin(number).await;
    }
    attack
}

async fn does_no_better_than_chance(puppets: usize) {
    let done = attack(puppets, Duration::from_secs(2), SPINS).await;
    let (hits, restarts, withheld) = (done.hits, done.restarts, done.withheld);
    eprintln!("{puppets} accounts: {hits} of {SPINS}, {restarts} restarts, {withheld} withheld");
    // 15 or more come with a chance of 3 in 10,000.
    assert!(hits <= 14, "{hits} of {SPINS}");
    assert!(restarts > 0 && (withheld > 0 || puppets == 0));
    assert!(done.insider.secrets.is_empty(), "no secret was on the disk in time");
    let journals = done.house.audit().await;
    let lines: Vec<String> = journals[TABLE].iter().map(books::Record::write).collect();
    let day = books::study(&lines).unwrap_or_else(|unfair| panic!("{unfair}"));
    assert_eq!(day.windows.len(), SPINS);
    assert_eq!(day.given_up, restarts as u64);
    assert!(day.failed >= withheld as u64, "each is on the record");
    let looks: u64 = day.windows.iter().map(|looks| looks.most - 1).sum();
    assert_eq!(looks, day.failed + day.given_up, "and is counted");
    books::verify(&lines).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_insider_with_an_account_does_no_better_than_chance() {
    does_no_better_than_chance(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_with_more_accounts() {
    if env::var_os("CH47_SOAK").is_none() {
        eprintln!("SKIPPED: an insider with 4 and 7 accounts takes a while; CH47_SOAK=1 does it");
        return;
    }
    does_no_better_than_chance(4).await;
    does_no_better_than_chance(7).await;
}

/// How many spins the control has.
const CONTROL: usize = 16;

/// Not a test itself, but what the next one starts: without `CH47_ATTACK` it does nothing.
#[tokio::test(flavor = "multi_thread")]
async fn under_faults() {
    let Ok(puppets) = env::var("CH47_ATTACK") else { return };
    let puppets = puppets.parse().expect("a number");
    println!("hits {}", attack(puppets, FOREVER, CONTROL).await.hits);
}

/// Negative control: if secrets and parts can be read and withheld parts are left out, seven accounts choose nearly
/// every number.
#[test]
fn where_the_protocol_is_broken_the_same_insider_wins() {
    let hits = |faults: &str| -> usize {
        let folder = tempfile::tempdir().expect("a folder");
        let run = Command::new(env::current_exe().expect("this test"))
            .args(["--exact", "attack::under_faults", "--nocapture"])
            .env("CH47_ATTACK", "7")
            .env("CH47_FAULT", faults)
            .env("TMPDIR", folder.path())
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{text}\n{}", String::from_utf8_lossy(&run.stderr));
        let hits = text.lines().find_map(|line| line.trim().strip_prefix("hits ")?.parse().ok());
        hits.unwrap_or_else(|| panic!("no number in {text}"))
    };
    let steered = hits("secret-on-disk,leave-out");
    eprintln!("under both faults: {steered} of {CONTROL}");
    // One of 128 choices hits with 29 in 30, from the second spin on: fewer than eight of fifteen come once in a hundred
    // million runs. By chance, eight of sixteen come once in four hundred million.
    assert!(steered >= CONTROL / 2, "{steered} of {CONTROL}: the attack would not be noticed");
}
