//! DUR-1: `kill -9` at any moment under load.

use crate::harness::{Dice, boot, folder, inspect, start, times};
use std::{thread, time::Duration};

/// The number of kills of one floor; then a new one begins, so that replaying does not take all the time.
const ROW: usize = 10;

#[derive(Default, Debug)]
struct Tally {
    kills: usize,
    acked: usize,
    lost: usize,
    /// Kills that left durable lines that nobody was told about.
    with_untold: usize,
    /// How many such lines there were: none, one, two, ...
    untold: [usize; 8],
    /// Kills before the floor accepted connections, in the middle of recovery.
    in_recovery: usize,
    again: usize,
    findings: Vec<String>,
}

fn kill_often(kills: usize, settings: &[(&str, &str)]) -> Tally {
    let (mut tally, mut dice) = (Tally::default(), Dice::new("kill"));
    let mut floor = folder();
    for n in 0..kills {
        if n % ROW == 0 {
            floor = folder();
        }
        let process = start(floor.path(), Some(&boot()), settings);
        if n % ROW != 0 && n % 8 == 7 {
            // Also kills a floor that is still recovering.
            thread::sleep(Duration::from_millis(dice.below(60)));
            tally.in_recovery += 1;
        } else {
            process.ready().expect("the doors open");
            thread::sleep(Duration::from_millis(5 + dice.below(120)));
        }
        let heard = process.kill();
        let verdict = inspect(floor.path(), &heard);
        tally.kills += 1;
        tally.acked += verdict.acked;
        tally.lost += verdict.lost.len();
        tally.with_untold += usize::from(verdict.untold > 0);
        tally.untold[verdict.untold.min(7)] += 1;
        tally.again += verdict.again;
        tally.findings.extend(verdict.report.findings.iter().map(ToString::to_string));
    }
    eprintln!("{tally:?}");
    tally
}

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    let tally = kill_often(times(100), &[]);
    assert_eq!((tally.lost, &tally.findings), (0, &Vec::new()));
    assert!(tally.acked > tally.kills, "too little was played to tell: {tally:?}");
    assert!(tally.with_untold * 4 >= tally.kills, "too few kills hit a commit: {tally:?}");
}

/// Negative control: answering before the commit loses what was acknowledged.
#[test]
fn an_acknowledgement_before_the_commit_is_seen_to_be_lost() {
    let tally = kill_often(20, &[("CH47_FAULT", "ack-before-commit")]);
    assert!(tally.lost > 0, "{tally:?}");
}
