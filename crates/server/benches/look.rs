//! What it costs to look back into a long journal: a round, a window, the proof of a line, and searches, over HTTP.
//! `cargo bench -p ch47-server --bench look`.

#[path = "../tests/support/floor.rs"]
mod floor;
#[path = "support/probe.rs"]
#[allow(dead_code)]
mod probe;

use books::Entry;
use floor::{Client, House};
use protocol::Role;
use rules::Awaits;
use std::time::{Duration, Instant};

/// The lines of the journal.
const JOURNAL: u64 = 100_000;
const TABLE: &str = "mb";
/// How often everything is asked.
const REPEATS: usize = 7;

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let house = House::with(|config| {
            config.pace = server::Pace {
                wagers: Duration::ZERO,
                turn: Duration::ZERO,
                step: Duration::ZERO,
                ..config.pace
            };
        });
        let house = house.await;
        house.table(TABLE, "minibaccarat", false, &[]).await;
        house.seated("ann", TABLE, 10_000_000).await;
        let rounds = play(&house).await;
        let staff = house.staff(Role::Surveillance, "sue").await;
        look(&staff, rounds, "the floor that wrote it").await;
        let begun = Instant::now();
        let house = house.restart(|_| ()).await;
        println!("closed and opened again in {:.2} s", begun.elapsed().as_secs_f64());
        look(&staff.at(&house), rounds, "a floor that opened with it").await;
        house.audit().await;
    });
}

/// Ann wagers on the player, round after round, and the house deals.
async fn play(house: &House) -> u64 {
    let handle = house.floor.here(TABLE).expect("the table runs");
    let mut next = handle.feed.subscribe();
    let begun = Instant::now();
    while handle.feed.next() < JOURNAL {
        let now = handle.feed.snapshot();
        let waits = now.engine.as_ref().map(|engine| engine.awaits());
        if waits == Some(Awaits::Wagers) && now.bets().is_empty() {
            let entry = Entry::Input { line: "p1@1 player 5".to_owned() };
            let _ = handle.write("ann", None, entry).await;
        } else {
            next.changed().await.expect("the table runs");
        }
    }
    let (lines, rounds) = (handle.feed.next(), handle.feed.snapshot().round);
    println!("{lines} lines, {rounds} rounds in {:.1} s", begun.elapsed().as_secs_f64());
    rounds
}

/// Asks for this and that, early, in the middle and late.
async fn look(staff: &Client, rounds: u64, whom: &str) {
    println!("\nasked of {whom}");
    println!("{:<44} {:>10} {:>12}", "", "ms", "bytes");
    let times = staff.get(&format!("/api/tables/{TABLE}/rounds/{}", rounds / 2)).await.expect(200);
    let at = times["steps"][0]["at"].as_i64().expect("a time");
    let minute = format!("since={}&until={}", at, at + 100);
    for (what, path) in [
        ("the first round", "rounds/1".to_owned()),
        ("the round in the middle", format!("rounds/{}", rounds / 2)),
        ("the last round but one", format!("rounds/{}", rounds - 1)),
        ("the first window", "windows/1".to_owned()),
        ("the window in the middle", format!("windows/{}", rounds / 2)),
        ("the proof of an early line", "receipts/100".to_owned()),
        ("the proof of a late line", format!("receipts/{}", JOURNAL - 100)),
        ("search: a tenth of a second", format!("journal?{minute}")),
        ("search: by ann, the first ten", "journal?by=ann&limit=10".to_owned()),
        ("search: by nobody", "journal?by=nobody".to_owned()),
        ("search: a patron who is not here", "journal?patron=p9".to_owned()),
        ("search: a provision that decided nothing", "journal?cite=7.12".to_owned()),
        ("search: a provision, the first ten", "journal?cite=7.5&limit=10".to_owned()),
        ("search: words that nobody said", "journal?text=nobody-said-this".to_owned()),
        ("a thousand lines from the middle", format!("journal?from={}&limit=1000", JOURNAL / 2)),
    ] {
        let mut took = Vec::new();
        let mut bytes = 0;
        for _ in 0..REPEATS {
            let begun = Instant::now();
            let answer = staff.get(&format!("/api/tables/{TABLE}/{path}")).await;
            took.push(begun.elapsed().as_secs_f64() * 1e3);
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
            bytes = answer.text.len();
        }
        println!("{what:<44} {:>10.1} {bytes:>12}", probe::median(took));
    }
}
