//! DUR-7: the clock is set forward and back, by seconds and by years, in the middle of rounds.

use crate::{
    child,
    harness::{close, folder, look, runtime, times},
};
use books::{Book, Entry, HOUSE, Record};
use protocol::NewTable;
use server::{Floor, faults::set_clock_off, store};
use std::{path::Path, time::Duration};

const DAY: i64 = 86_400_000;
/// A second, an hour for summer, a leap day, a year; back, and far.
const STEPS: [i64; 12] = [
    1000,
    -1000,
    3_600_000,
    -3_600_000,
    DAY,
    -DAY,
    365 * DAY,
    -365 * DAY,
    0,
    -20_000 * DAY,
    1_000_000 * DAY,
    -1,
];

/// Plays one round for each step, with the clock set in the middle of it.
async fn play(folder: &Path, steps: &[i64]) {
    let floor = Floor::open(child::config(folder.to_owned(), Duration::from_millis(20))).await;
    let floor = floor.expect("the floor opens");
    let (table, pit, game) = ("R-1".to_owned(), "pit".to_owned(), "roulette".to_owned());
    let options = rounds::Settings::standard(rules::GameId::Roulette);
    let new = NewTable { table, pit, game, options, physical: false, inventory: 10_000_000, approved: None };
    floor.open_table(HOUSE, new).await.expect("a table");
    let handle = floor.here("R-1").expect("it runs");
    let patron = handle.join("ann").await.expect("a place");
    floor.fund(HOUSE, "ann", 1_000_000, None).await.expect("money");
    let buys = Entry::BoughtIn { patron: patron.0, cents: 1_000_000 };
    handle.write("ann", None, buys).await.expect("chips");
    for (n, step) in steps.iter().enumerate() {
        let round = handle.feed.snapshot().round;
        let (key, wager) = child::request(&format!("wager-{n}"), &format!("{patron} red 5"));
        handle.write("ann", key, wager).await.expect("a wager");
        set_clock_off(*step);
        let settled = async {
            while handle.feed.snapshot().round == round {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        // Its timers do not go by the time of day: a round takes as long as ever.
        tokio::time::timeout(Duration::from_secs(20), settled).await.expect("the round ends");
    }
    set_clock_off(0);
    drop(handle);
    close(floor).await;
}

fn lines(folder: &Path) -> Vec<String> {
    let mut reader = store::open_reader(&folder.join("floor.db").to_string_lossy()).expect("a floor");
    reader.lines("R-1", 0, u32::MAX).expect("lines").into_iter().map(|line| line.line).collect()
}

fn record(line: &str) -> Record {
    serde_json::from_str(line).expect("a record")
}

/// All in one test, because the clock belongs to the process.
#[test]
fn the_journal_knows_no_way_back() {
    let folder = folder();
    let steps: Vec<i64> = STEPS.iter().copied().cycle().take(times(STEPS.len())).collect();
    runtime().block_on(play(folder.path(), &steps));
    let report = look(folder.path());
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    let lines = lines(folder.path());
    let times: Vec<i64> = lines.iter().map(|line| record(line).at).collect();
    assert!(times.is_sorted(), "time went backwards");
    assert!(times.last() > Some(&(1_000_000 * DAY)), "the clock was set");

    // Settlement is by order alone: with every time set to nothing, everything follows just the same.
    let mut timeless = Book::new("R-1");
    let mut as_written = Book::new("R-1");
    for line in &lines {
        let record = record(line);
        let key = record.key.clone().zip(record.body);
        let (by, salt, entry) = (record.by, record.salt, record.entry);
        let draft = books::Draft { at: 0, epoch: record.epoch, by, key, salt, entry };
        let mut step = timeless.propose(draft).expect("it follows");
        assert_eq!(step.record.digest, record.digest, "the same facts and the same money");
        timeless.accept(&mut step);
        as_written.replay(line).expect("it follows");
    }
    assert_eq!(timeless.ledger(), as_written.ledger());

    // Negative control: a line that is earlier than the one before is refused, however well it is linked.
    let mut forged = Book::new("R-1");
    let (last, before) = lines.split_last().expect("lines");
    before.iter().for_each(|line| drop(forged.replay(line).expect("it follows")));
    let earlier = Record { at: 0, ..record(last) };
    let earlier = serde_json::to_string(&earlier).expect("a line");
    let refused = forged.replay(&earlier).err().expect("refused").to_string();
    assert!(refused.contains("backward"), "{refused}");
}
